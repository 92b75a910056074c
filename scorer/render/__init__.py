"""Results for people and for programs: documents, their formats, and the JSON object."""
