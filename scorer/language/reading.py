"""Text to a Python syntax tree, and from its places back to columns of the text.

`ast` does nothing but read; the walkers in this package accept a few node types and refuse the rest.
Two guards stand before it, since a text of 3,000 `not ` exhausts its stack: length and nesting.
"""

from __future__ import annotations

import ast
import re

from scorer.language.nodes import Flaw
from scorer.language.vocabulary import Names, Scope

LONGEST = 500
DEEPEST = 40
LARGEST = 10**9


class Cursor:
    """The text of one expression: reads it once, tells places, collects flaws."""

    def __init__(self, text: str, names: Names, scope: Scope) -> None:
        self.text = text
        self.names = names
        self.scope = scope
        self.reached = Scope.OPTIONS
        self.flaws: list[Flaw] = []

    def flaw(self, code: str, place: ast.AST | int, message: str, hint: str = "") -> None:
        """Notes what is wrong at a node (or at a column)."""
        at, length = (place, 1) if isinstance(place, int) else (self.at(place), len(self.source(place)))
        self.flaws.append(Flaw(code, at, message, hint, max(1, length)))

    def at(self, node: ast.AST) -> int:
        """Where a syntax node begins, in characters of the text (`ast` counts bytes)."""
        column = getattr(node, "col_offset", 0)
        return len(self.text.encode()[:column].decode(errors="replace"))

    def source(self, node: ast.AST) -> str:
        """The text of a syntax node."""
        data = self.text.encode()
        end = getattr(node, "end_col_offset", None) or len(data)
        return data[getattr(node, "col_offset", 0) : end].decode(errors="replace")

    def parse(self) -> ast.expr | None:
        """The syntax tree, or None after noting why there is none."""
        if len(self.text) > LONGEST:
            self.flaw("L309", 0, f"an expression of {len(self.text)} characters; at most {LONGEST} are read",
                      "name parts of it under 'facts'")  # fmt: skip
            return None
        if not self.text.strip():
            self.flaw("L304", 0, "an empty expression")
            return None
        return self._parse()

    def _parse(self) -> ast.expr | None:
        flat = self.text.replace("\n", " ").replace("\t", " ")
        lead = len(flat) - len(flat.lstrip())
        try:
            tree = ast.parse(flat.lstrip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self._unreadable(error, lead)
            return None
        if lead:
            _shift(tree, lead)
        if _depth(tree) > DEEPEST:
            self.flaw("L309", 0, f"an expression nested more than {DEEPEST} deep")
            return None
        return tree

    def _unreadable(self, error: BaseException, lead: int) -> None:
        column = getattr(error, "offset", None) or 1
        why = getattr(error, "msg", None) or "too deeply nested"
        at = max(0, min(lead + column - 1, len(self.text) - 1))
        self.flaw("L304", at, f"cannot read this expression: {why}", _advice(self.text))


NOTATION = re.compile(r"(?<!\w)[0-9]+[a-z]+")


def _advice(text: str) -> str:
    """What writers of other notations usually meant."""
    if tiles := NOTATION.search(text):
        return f"give the tiles {tiles[0]} a name under 'tiles', and say the name here"
    for written, meant in (("&&", "and"), ("||", "or"), ("!=", ""), ("!", "not"), ("<>", "!=")):
        if written in text:
            return f"write '{meant}' for '{written}'" if meant else ""
    if "=" in text.replace("==", "").replace("<=", "").replace(">=", "").replace("!=", ""):
        return "'==' compares; a single '=' does not"
    return ""


def _shift(tree: ast.AST, by: int) -> None:
    for node in ast.walk(tree):
        if hasattr(node, "col_offset"):
            node.col_offset += by
            node.end_col_offset = (getattr(node, "end_col_offset", 0) or 0) + by  # type: ignore[attr-defined]


def _depth(tree: ast.AST) -> int:
    """The nesting of a tree, counted without recursion."""
    deepest, open_nodes = 0, [(tree, 1)]
    while open_nodes:
        node, depth = open_nodes.pop()
        deepest = max(deepest, depth)
        open_nodes.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest
