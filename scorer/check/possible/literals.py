"""Conditions as alternatives of simple literals: what must hold together for the whole to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorer.language.nodes import OPPOSITE, Node, plain
from scorer.ruleset.model import Ruleset
from scorer.values import dataclass

MOST_ALTERNATIVES = 96
DEEPEST = 12
FACT_OPPOSITE = {"discard": "self_draw"}
"""Facts that are just another word for the contrary of one."""


@dataclass(frozen=True)
class Literal:
    """A condition without parts, or its contrary. A comparison has two sides and is never negated."""

    node: Node
    holds: bool = True

    @property
    def key(self) -> object:
        return plain(self.node)


Together = tuple[Literal, ...]


class TooMany(Exception):
    """More alternatives than are worth looking at."""


def alternatives(node: Node, ruleset: Ruleset, holds: bool = True, depth: int = 0) -> list[Together]:
    """The ways in which a condition can hold (or fail), each a list of literals. Raises TooMany."""
    if depth > DEEPEST:
        raise TooMany
    return CONDITIONS[node.op](node, ruleset, holds, depth + 1)


def both(parts: Sequence[list[Together]]) -> list[Together]:
    """Every way to take one alternative of each part."""
    found: list[Together] = [()]
    for part in parts:
        found = [(*one, *other) for one in found for other in part]
        if len(found) > MOST_ALTERNATIVES:
            raise TooMany
    return found


def _either(parts: Iterable[list[Together]]) -> list[Together]:
    found = [together for part in parts for together in part]
    if len(found) > MOST_ALTERNATIVES:
        raise TooMany
    return found


# ---- each kind of node


def _itself(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return [(Literal(node, holds),)]


def _truth(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return [()] if node.args[0] == holds else []


def _joined(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    parts = [alternatives(part, ruleset, holds, depth) for part in node.args]
    return both(parts) if (node.op == "and") == holds else _either(parts)


def _not(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return alternatives(node.args[0], ruleset, not holds, depth)


def _named(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    return alternatives(ruleset.fact_by_id[node.args[0]].node, ruleset, holds, depth)


def _if(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    condition, then, otherwise = node.args
    return _either(
        both([alternatives(condition, ruleset, taken, depth), alternatives(branch, ruleset, holds, depth)])
        for taken, branch in ((True, then), (False, otherwise))
    )


def _compare(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    """The links of a chain; a chain that fails fails in one of them."""
    links = [
        Node("compare", (left, op if holds else OPPOSITE[op], right), node.text, node.at)
        for left, op, right in zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
    ]
    if holds:
        return [tuple(Literal(link) for link in links)]
    return [(Literal(link),) for link in links]


def _fact(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    """A literal; a fact that only circumstances make true brings what they require."""
    name = node.args[0]
    if name in FACT_OPPOSITE:
        return [(Literal(Node("fact", (FACT_OPPOSITE[name],), node.text, node.at), not holds),)]
    own = (Literal(node, holds),)
    sources = [item for item in ruleset.circumstances if item.fact == name]
    if not holds or not sources or depth > DEEPEST // 2 + 1:
        return [own]
    found = []
    for item in sources:
        needed = [requirement.node for requirement in item.requires]
        needed += [item.enabled] if item.enabled is not None else []
        parts = [alternatives(part, ruleset, True, DEEPEST // 2 + 1) for part in needed]
        found += both([[own], *parts])
    return _either([found])


CONDITIONS: dict[str, Callable[[Node, Ruleset, bool, int], list[Together]]] = {
    "number": _itself,
    "truth": _truth,
    "word": _itself,
    "fact": _fact,
    "named": _named,
    "option": _itself,
    "amount": _itself,
    "letter": _itself,
    "and": _joined,
    "or": _joined,
    "not": _not,
    "compare": _compare,
    "arithmetic": _itself,
    "negative": _itself,
    "if": _if,
    "call": _itself,
    "table": _itself,
}
"""How every kind of node is taken apart; a number stands for itself, since no condition is one."""
