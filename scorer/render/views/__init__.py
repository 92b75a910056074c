"""Documents and plain data of everything but a single score: lists, tables, comparisons, lessons."""
