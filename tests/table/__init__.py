"""The table of an evening."""
