"""Tile classes and selectors: names joined with | & ~ become trees.

A *class* speaks of tiles: `wind | dragon`. A *selector* speaks of one set: its kind, its state, or
that every tile of it belongs to a class: `triplet & dragon & concealed`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from scorer.errors import nearest
from scorer.language.nodes import Node
from scorer.language.reading import Cursor
from scorer.language.vocabulary import GIVEN_CLASSES, STATES, Scope
from scorer.values import replace

Leaf = Callable[[Cursor, ast.expr], Node]
JOINS: dict[type[ast.operator], str] = {ast.BitOr: "or", ast.BitAnd: "and"}


def class_tree(cursor: Cursor, tree: ast.expr) -> Node:
    """The tree of a tile class; flaws are noted at the cursor."""
    return _joined(cursor, tree, _class_leaf)


def selector_tree(cursor: Cursor, tree: ast.expr) -> Node:
    """The tree of a selector of sets; flaws are noted at the cursor."""
    return _joined(cursor, tree, _selector_leaf)


def _joined(cursor: Cursor, tree: ast.expr, leaf: Leaf) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if isinstance(tree, ast.BinOp) and type(tree.op) in JOINS:
        sides = (_joined(cursor, tree.left, leaf), _joined(cursor, tree.right, leaf))
        return Node(JOINS[type(tree.op)], sides, text, at)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Invert):
        return Node("not", (_joined(cursor, tree.operand, leaf),), text, at)
    if isinstance(tree, ast.BoolOp | ast.UnaryOp | ast.BinOp):
        cursor.flaw(
            "L303", tree, "sets and classes are joined with & | ~", "'&' is both, '|' either, '~' not"
        )
        return Node("truth", (False,), text, at)
    return leaf(cursor, tree)


def _class_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if not isinstance(tree, ast.Name):
        cursor.flaw("L301", tree, f"'{text}' is not a tile class", "classes are named under 'tiles'")
    elif tree.id in GIVEN_CLASSES:
        cursor.reached = max(cursor.reached, Scope.HAND)
        return Node("given", (tree.id,), text, at)
    elif tree.id in cursor.names.class_trees:
        cursor.reached = max(cursor.reached, Scope.HAND)
        return replace(cursor.names.class_trees[tree.id], text=text, at=at)
    elif tree.id not in cursor.names.classes:
        _unknown_class(cursor, tree)
    return Node("class", (text,), text, at)


def _unknown_class(cursor: Cursor, tree: ast.Name) -> None:
    names = cursor.names
    if tree.id in names.kinds or tree.id in STATES:
        cursor.flaw("L301", tree, f"'{tree.id}' says what a set is; a class of tiles is needed here",
                    f"count sets with sets({tree.id})")  # fmt: skip
        return
    known = [*names.classes, *GIVEN_CLASSES]
    cursor.flaw("L301", tree, f"'{tree.id}' is not a tile class", _hint(tree.id, known))


def _selector_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "has":
        return _has(cursor, tree)
    if isinstance(tree, ast.Name):
        return _word(cursor, tree)
    cursor.flaw("L301", tree, f"'{text}' selects no sets", "use kinds of set, states and tile classes")
    return Node("truth", (False,), text, at)


def _has(cursor: Cursor, tree: ast.Call) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if len(tree.args) != 1 or tree.keywords:
        cursor.flaw("L307", tree, "has(...) takes one tile class")
        return Node("truth", (False,), text, at)
    return Node("has", (class_tree(cursor, tree.args[0]),), text, at)


def _word(cursor: Cursor, tree: ast.Name) -> Node:
    word, at = tree.id, cursor.at(tree)
    if word in cursor.names.kinds:
        return Node("kind", (word,), word, at)
    if word in STATES:
        return Node("state", (word,), word, at)
    if word in GIVEN_CLASSES or word in cursor.names.classes:
        return Node("of", (_class_leaf(cursor, tree),), word, at)
    known = [*cursor.names.kinds, *STATES, *cursor.names.classes, *GIVEN_CLASSES]
    message = f"'{word}' is neither a kind of set nor a tile class"
    cursor.flaw("L301", tree, message, _hint(word, known))
    return Node("truth", (False,), word, at)


def _hint(word: str, known: list[str]) -> str:
    close = nearest(word, known, 1)
    return f"did you mean '{close[0]}'?" if close else "known: " + ", ".join(sorted(known)[:40])
