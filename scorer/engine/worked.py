"""Arithmetic as a referee writes it: the formula with its numbers filled in."""

from __future__ import annotations

from scorer.engine.evaluate import holds, value_of
from scorer.engine.view import View
from scorer.language.nodes import Node

BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "**": 3}
SIGNS = {"*": "x", "//": "/", "**": "^"}


def worked(node: Node, view: View) -> str:
    """The formula with numbers for names; of a choice only the branch that applies.

    `fu * 2 ** (han + 2)` with 30 fu and 4 han gives `30 x 2^(4 + 2)`.
    """
    if node.op == "arithmetic":
        return _arithmetic(node, view)
    if node.op == "if":
        condition, then, otherwise = node.args
        return worked(then if holds(condition, view) else otherwise, view)
    if node.op == "named":
        return worked(view.ruleset.fact_by_id[node.args[0]].node, view)
    if node.op == "table":
        name, column, key = node.args
        asked = " ".join(word.replace("_", " ") for word in (name, column) if word)
        return f"{asked} for {worked(key, view)}"
    return f"{value_of(node, view):,}"


def _arithmetic(node: Node, view: View) -> str:
    op, left, right = node.args
    sides = [_side(part, op, place, view) for place, part in enumerate((left, right))]
    sign = SIGNS.get(op, op)
    return sign.join(sides) if op == "**" else f"{sides[0]} {sign} {sides[1]}"


def _side(part: Node, outer: str, place: int, view: View) -> str:
    text = worked(part, view)
    if part.op == "if":
        condition, then, otherwise = part.args
        part = then if holds(condition, view) else otherwise
    if part.op != "arithmetic":
        return text
    inner = BINDING[part.args[0]]
    loose = inner < BINDING[outer] or (place == 1 and inner == BINDING[outer] and outer in ("-", "/", "//"))
    return f"({text})" if loose else text
