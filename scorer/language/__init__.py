"""The rule language: parses expressions, selectors, tile classes and templates into checked trees.

No text of a rule file is ever executed: `ast` only parses it, and every name is looked up before a tree is
built. A tree is plain data (`Node`), so that it can be evaluated, explained, compiled and stored.
"""

TRUTH, NUMBER = "truth", "number"
"""The two main types of the value of an expression."""
