"""Arguments of functions, by the sort that the vocabulary declares for them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from scorer.errors import nearest
from scorer.language.reading import Cursor
from scorer.language.selectors import class_tree, selector_tree
from scorer.language.templates import template
from scorer.language.vocabulary import WAITS

LONGEST_TILES = 40


def argument(cursor: Cursor, tree: ast.expr, sort: str) -> object:
    """The checked argument: a tree, a word, a number or a text of tiles."""
    return SORTS[sort](cursor, tree)


def _word(cursor: Cursor, tree: ast.expr, known: Iterable[str], what: str) -> str:
    word, known = cursor.source(tree), list(known)
    if not isinstance(tree, ast.Name) or word not in known:
        close = nearest(word, known, 1)
        hint = f"did you mean '{close[0]}'?" if close else "known: " + (", ".join(sorted(known)) or "none")
        cursor.flaw("L302", tree, f"'{word}' is not {what}", hint)
    return word


def _shape(cursor: Cursor, tree: ast.expr) -> str:
    return _word(cursor, tree, cursor.names.shapes, "a shape of this ruleset")


def _wait(cursor: Cursor, tree: ast.expr) -> str:
    return _word(cursor, tree, WAITS, "a kind of wait")


def _attribute(cursor: Cursor, tree: ast.expr) -> str:
    return _word(cursor, tree, cursor.names.attributes, "an attribute of the tiles")


def _award(cursor: Cursor, tree: ast.expr) -> str:
    return _word(cursor, tree, cursor.names.awards, "a pattern or a group of patterns")


def _indicator(cursor: Cursor, tree: ast.expr) -> str:
    return _word(cursor, tree, cursor.names.indicators, "an indicator of this ruleset")


def _number(cursor: Cursor, tree: ast.expr) -> int:
    if isinstance(tree, ast.Constant) and type(tree.value) is int and 0 < tree.value < 100:
        return tree.value
    cursor.flaw("L307", tree, f"'{cursor.source(tree)}' is not a small whole number")
    return 1


def _tiles(cursor: Cursor, tree: ast.expr) -> str:
    """The only text of the language: tiles whose capitals stand for suits, "1112345678999A"."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str) and len(tree.value) <= LONGEST_TILES:
        return _suited(cursor, tree, tree.value)
    cursor.flaw(
        "L307", tree, f"'{cursor.source(tree)}' is no text of tiles", 'write it in quotes: contains("123A")'
    )
    return ""


def _suited(cursor: Cursor, tree: ast.expr, text: str) -> str:
    digits = 0
    for letter in text.replace(" ", ""):
        if letter.isdigit():
            digits += 1
        elif digits and (letter.isupper() or letter in cursor.names.suit_letters):
            digits = 0
        else:
            cursor.flaw(
                "L307", tree, f"'{text}' is no text of tiles", "digits, then a suit: 123A456B or 123m"
            )
            return ""
    if digits:
        cursor.flaw("L307", tree, f"'{text}' ends without a suit", "digits, then a suit: 123A456B or 123m")
        return ""
    return text.replace(" ", "")


SORTS: dict[str, Callable[[Cursor, ast.expr], object]] = {
    "class": class_tree,
    "selector": selector_tree,
    "template": template,
    "shape": _shape,
    "wait": _wait,
    "attribute": _attribute,
    "award": _award,
    "indicator": _indicator,
    "number": _number,
    "tiles": _tiles,
}
