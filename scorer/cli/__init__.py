"""The command line over the library."""
