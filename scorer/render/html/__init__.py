"""Pages and pictures that need nothing else: drawn tiles, documents as HTML, the handout of a lesson."""
