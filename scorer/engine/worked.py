"""Arithmetic as a referee writes it: the formula with its numbers filled in."""

from __future__ import annotations

from scorer.engine.evaluate import holds, value_of
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.language.sums import Sum, looked_up, written


def worked(node: Node, view: View) -> str:
    """The formula with numbers for names; of a choice only the branch that applies.

    `fu * 2 ** (han + 2)` with 30 fu and 4 han gives `30 x 2^(4 + 2)`.
    """
    return written(_filled(node, view))


def _filled(node: Node, view: View) -> Sum:
    if node.op == "arithmetic":
        op, left, right = node.args
        return (op, _filled(left, view), _filled(right, view))
    if node.op == "if":
        condition, then, otherwise = node.args
        return _filled(then if holds(condition, view) else otherwise, view)
    if node.op == "named":
        return _filled(view.ruleset.fact_by_id[node.args[0]].node, view)
    if node.op == "table":
        name, column, key = node.args
        return looked_up(name, column, worked(key, view))
    return f"{value_of(node, view):,}"
