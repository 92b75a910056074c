"""What follows from a condition by its words alone, without thinking of whole hands.

Only this much is called superfluous: that four triplets leave no runs is true, but saying so is no fault.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from scorer.check.sense.linear import FLIPPED, Linear, is_whole, linear, narrowed
from scorer.check.sense.literals import plain
from scorer.check.sense.ranges import Range, Ranges
from scorer.check.sense.world import TooLarge, World
from scorer.language.nodes import Node

Rule = Callable[[int, int, int], bool]
"""On the tiles of the first class, of the second, and all tiles."""
BY_CLASSES: dict[tuple[str, str], Rule] = {
    ("all_tiles", "all_tiles"): lambda a, b, every: not a & ~b,
    ("all_tiles", "no_tile"): lambda a, b, every: not a & b,
    ("all_tiles", "any_tile"): lambda a, b, every: not a & ~b,
    ("any_tile", "any_tile"): lambda a, b, every: not a & ~b,
    ("no_tile", "no_tile"): lambda a, b, every: not b & ~a,
    ("no_tile", "all_tiles"): lambda a, b, every: not every & ~a & ~b,
}
BY_SETS = {("any_group", "any_group"), ("all_groups", "all_groups"), ("all_sets", "all_sets")}


def plainly_follows(first: Node, second: Node, world: World, ranges: Ranges) -> bool:
    """Whether the second condition holds wherever the first does, seen from their words."""
    if plain(first) == plain(second):
        return True
    if first.op == second.op == "compare" and len(first.args) == len(second.args) == 3:
        return _by_numbers(first, second, ranges)
    if first.op == second.op == "call":
        return _by_class(first, second, world) or _by_selector(first, second, world)
    return False


def _by_class(first: Node, second: Node, world: World) -> bool:
    rule = BY_CLASSES.get((first.args[0], second.args[0]))
    if rule is None:
        return False
    surely, perhaps = world.class_mask(first.args[1])
    other_surely, other_perhaps = world.class_mask(second.args[1])
    is_known = surely == perhaps and other_surely == other_perhaps
    return is_known and rule(surely, other_surely, world.every)


def _by_selector(first: Node, second: Node, world: World) -> bool:
    if (first.args[0], second.args[0]) not in BY_SETS:
        return False
    try:
        surely, perhaps = world.selected(first.args[1])
        other_surely, other_perhaps = world.selected(second.args[1])
    except TooLarge:
        return False
    return surely == perhaps and other_surely == other_perhaps and not surely & ~other_surely


def _by_numbers(first: Node, second: Node, ranges: Ranges) -> bool:
    """Comparisons of one number with constants."""
    one, other = _single(first, ranges), _single(second, ranges)
    if one is None or other is None or one[0] != other[0]:
        return False
    before = ranges.of(one[2])
    left = _left(before, one[1], first.args[1], one[2])
    contrary = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[second.args[1]]
    return not left.is_empty and _left(left, other[1], contrary, one[2]).is_empty


def _single(node: Node, ranges: Ranges) -> tuple[object, Linear, Node] | None:
    left, _, right = node.args
    if "word" in (left.op, right.op):
        return None
    total = linear(left, ranges.ruleset) + linear(right, ranges.ruleset).times(Fraction(-1))
    if len(total.terms) != 1:
        return None
    ((key, term),) = total.terms.items()
    return key, total, term.node


def _left(before: Range, total: Linear, op: str, node: Node) -> Range:
    (term,) = total.terms.values()
    bound = -total.constant / term.times
    return narrowed(before, op if term.times > 0 else FLIPPED[op], bound, is_whole(node))
