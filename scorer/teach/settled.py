"""Conditions as one table plays them: what its options decide already is no question to the hand."""

from __future__ import annotations

from scorer.engine.evaluate import holds
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.values import replace

OF_THE_RULES = ("option", "word", "number", "truth", "compare", "and", "or", "not", "arithmetic", "negative")
TRUE, FALSE = Node("truth", (True,), "true"), Node("truth", (False,), "false")


def settled(node: Node, view: View) -> Node:
    """The condition without the parts that the rules of the table decide.

    >>> from scorer.engine.configure import rules_view
    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("pocket-mahjong")
    >>> condition = rules.pattern_by_id["ping_wu"].when
    >>> str(condition), str(settled(condition, rules_view(rules)))
    ('sets(chow) == 4 and (not ping_wu_suited_pair or no_tile(honor))', 'sets(chow) == 4')
    """
    if asks_rules_only(node):
        return TRUE if holds(node, view) else FALSE
    if node.op in ("and", "or"):
        return _joined(node, view)
    if node.op == "not":
        inner = settled(node.args[0], view)
        return (FALSE if inner.args[0] else TRUE) if inner.op == "truth" else replace(node, args=(inner,))
    if node.op == "if" and asks_rules_only(node.args[0]):
        return settled(node.args[1] if holds(node.args[0], view) else node.args[2], view)
    return node


def asks_rules_only(node: Node) -> bool:
    """Whether a condition asks nothing but the options of the table."""
    parts = list(node.walk())
    return any(part.op == "option" for part in parts) and all(part.op in OF_THE_RULES for part in parts)


def _joined(node: Node, view: View) -> Node:
    idle, decides = (TRUE, FALSE) if node.op == "and" else (FALSE, TRUE)
    parts = [settled(part, view) for part in node.args]
    if decides in parts:
        return decides
    kept = tuple(part for part in parts if part != idle)
    if len(kept) < 2:
        return kept[0] if kept else idle
    return (
        node if len(kept) == len(parts) else Node(node.op, kept, f" {node.op} ".join(map(str, kept)), node.at)
    )
