"""The rule language: expressions, selectors, tile classes and templates become checked trees.

Nothing here is handed to Python as written: `ast` only reads the text, and every name is looked up
before a tree exists. A tree is plain data (`Node`), so that it can be evaluated, explained, compiled
and stored.
"""

TRUTH, NUMBER = "truth", "number"
"""What an expression gives."""
