"""The command line: one module for each command; it converts, calls and prints."""
