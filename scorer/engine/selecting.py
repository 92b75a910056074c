"""Tile classes and selectors on one view: which tiles a class holds, which sets a selector picks."""

from __future__ import annotations

from collections.abc import Callable

from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group


def mask(node: Node, view: View) -> int:
    """The class of tiles that a tree speaks of, a bit for each kind."""
    if node.op == "class":
        return view.ruleset.class_masks[node.args[0]]
    if node.op == "given":
        return view.given_class(node.args[0])
    if node.op == "not":
        return ~mask(node.args[0], view)
    left, right = (mask(part, view) for part in node.args)
    return left | right if node.op == "or" else left & right


def selects(node: Node, group: Group, view: View) -> bool:
    """Whether one set satisfies a selector."""
    return SELECTORS[node.op](node, group, view)


def _of_kind(node: Node, group: Group, view: View) -> bool:
    kind = node.args[0]
    return group.kind == kind or (kind in view.ruleset.unions and group.kind in view.ruleset.unions[kind])


STATES: dict[str, Callable[[Group], bool]] = {
    "concealed": lambda group: group.concealed,
    "called": lambda group: group.called,
    "won": lambda group: group.won,
    "first_called": lambda group: group.first_called,
    "joker": lambda group: group.jokers > 0,
    "any": lambda group: True,
}


def _tiles_of(group: Group) -> list[int]:
    return [1 << kind for kind in group.kinds]


def _every_tile(node: Node, group: Group, view: View) -> bool:
    wanted = mask(node.args[0], view)
    return all(bit & wanted for bit in _tiles_of(group))


def _some_tile(node: Node, group: Group, view: View) -> bool:
    wanted = mask(node.args[0], view)
    return any(bit & wanted for bit in _tiles_of(group))


SELECTORS: dict[str, Callable[[Node, Group, View], bool]] = {
    "kind": _of_kind,
    "state": lambda node, group, view: STATES[node.args[0]](group),
    "of": _every_tile,
    "has": _some_tile,
    "and": lambda node, group, view: all(selects(part, group, view) for part in node.args),
    "or": lambda node, group, view: any(selects(part, group, view) for part in node.args),
    "not": lambda node, group, view: not selects(node.args[0], group, view),
    "truth": lambda node, group, view: bool(node.args[0]),
}


def selected(node: Node, view: View, among: tuple[Group, ...]) -> list[Group]:
    """The sets that satisfy a selector."""
    return [group for group in among if selects(node, group, view)]
