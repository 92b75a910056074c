"""Bounds of every number that an expression can ask, whatever the hand and the options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from scorer.check.possible.world import World
from scorer.language.nodes import Node
from scorer.language.vocabulary import NUMBER_FACTS
from scorer.readings import Shape
from scorer.ruleset.model import Ruleset
from scorer.tiles import members
from scorer.values import dataclass

# ---- how large complete hands are, and how much in them can differ


def hand_size(ruleset: Ruleset) -> int:
    """The most tiles of a complete hand: each declared set has one more than its place."""
    declared = {kind.id for kind in ruleset.kinds if kind.declared}
    sizes = [shape.size + (shape.sets if declared & {*shape.kinds} else 0) for shape in ruleset.shapes]
    return max(sizes, default=0)


def most_different(ruleset: Ruleset, attribute: str) -> int:
    """The most values of an attribute (kinds of tile, for `tile`) that one complete hand can have.

    >>> from scorer.library import load_ruleset
    >>> most_different(load_ruleset("ponjan"), "tile")
    3
    """
    return max((_in_shape(ruleset, shape, attribute) for shape in ruleset.shapes), default=0)


def _in_shape(ruleset: Ruleset, shape: Shape, attribute: str) -> int:
    if shape.way != "sets":
        return shape.pairs if shape.way == "pairs" else shape.size
    in_a_set = max((_in_set(ruleset, kind, attribute) for kind in shape.kinds), default=0)
    return shape.sets * in_a_set + shape.pairs + shape.singles


def _in_set(ruleset: Ruleset, name: str, attribute: str) -> int:
    kind = ruleset.kind_by_id.get(name)
    if kind is None:
        return hand_size(ruleset)
    return 1 if {attribute, "tile"} & {*kind.same} else kind.size


# ---- bounds of expressions

Size = int | float | Fraction
MOST_COUNTERS = 1000
MOST_INDICATORS = 20
DEEPEST = 12
BEYOND = 10**18
"""Results above this are refused by the engine."""


@dataclass(frozen=True)
class Range:
    """Every number from `low` to `high`.

    >>> Range(1, 3) + Range(0, 2)
    Range(low=1, high=5)
    """

    low: Size = -inf
    high: Size = inf

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Range:
        return Range(-self.high, -self.low)

    def __sub__(self, other: Range) -> Range:
        return self + -other

    def __mul__(self, other: Range) -> Range:
        ends = [_times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Range(min(ends), max(ends))

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    def __and__(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        return self.low > self.high


ANY = Range()
NATURAL = Range(0)


def exactly(number: Size) -> Range:
    return Range(number, number)


def _times(a: Size, b: Size) -> Size:
    return 0 if a == 0 or b == 0 else a * b


def _divided(left: Range, right: Range) -> Range:
    """Whole or exact division; by zero gives zero in the engine."""
    if right.low <= 0 <= right.high:
        return ANY if right != exactly(0) else exactly(0)
    ends = [
        0 if abs(b) == inf else _over(a, b) for a in (left.low, left.high) for b in (right.low, right.high)
    ]
    return Range(min(ends) - 1, max(ends))


def _over(a: Size, b: Size) -> Size:
    if abs(b) == inf:
        return 0
    if abs(a) == inf:
        return a if b > 0 else -a
    return Fraction(a) / Fraction(b)


def _powered(left: Range, right: Range) -> Range:
    if left.low < 0 or right.low < 0:
        return ANY
    return Range(_power(left.low, right.low) if left.low >= 1 else 0, max(1, _power(left.high, right.high)))


def _power(base: Size, exponent: Size) -> Size:
    """A power, infinite where it is beyond all bounds."""
    if base <= 1:
        return base if exponent else 1
    if base == inf or exponent == inf or exponent * int(base).bit_length() > BEYOND.bit_length() + 64:
        return inf
    return base ** int(exponent)


JOINS: dict[str, Callable[[Range, Range], Range]] = {
    "+": Range.__add__,
    "-": Range.__sub__,
    "*": Range.__mul__,
    "/": _divided,
    "//": _divided,
    "**": _powered,
}


class Ranges:
    """What numbers can be in one ruleset."""

    def __init__(self, world: World) -> None:
        self.world, self.ruleset, self.tileset = world, world.ruleset, world.tileset
        self._base: Range | None = None

    def of(self, node: Node, depth: int = 0) -> Range:
        """The bounds of a number."""
        if depth > DEEPEST:
            return ANY
        reader: Callable[[Node, int], Range] | None = getattr(self, f"_{node.op}", None)
        return reader(node, depth + 1) if reader else ANY

    def _number(self, node: Node, depth: int) -> Range:
        return exactly(node.args[0])

    def _negative(self, node: Node, depth: int) -> Range:
        return -self.of(node.args[0], depth)

    def _arithmetic(self, node: Node, depth: int) -> Range:
        op, left, right = node.args
        return JOINS[op](self.of(left, depth), self.of(right, depth))

    def _if(self, node: Node, depth: int) -> Range:
        return self.of(node.args[1], depth) | self.of(node.args[2], depth)

    def _named(self, node: Node, depth: int) -> Range:
        fact = self.ruleset.fact_by_id.get(node.args[0])
        return self.of(fact.node, depth) if fact and fact.gives == "number" else ANY

    def _option(self, node: Node, depth: int) -> Range:
        option = next(option for option in self.ruleset.options if option.id == node.args[0])
        numbers = [value for value in option.choices if isinstance(value, int)]
        if numbers:
            return Range(min(numbers), max(numbers))
        high = option.high if option.high is not None else inf
        return Range(option.low or 0, high) if option.sort == "number" else ANY

    def _letter(self, node: Node, depth: int) -> Range:
        ranks = self._values(self.tileset.attributes[1])
        return Range(min(ranks, default=0) - 99, max(ranks, default=0) + 99)

    def _values(self, attribute: str) -> list[int]:
        kinds = (self.tileset.kinds[index] for index in self.tileset.playing)
        found = (kind.attribute.get(attribute) for kind in kinds)
        return [value for value in found if isinstance(value, int)]

    def _table(self, node: Node, depth: int) -> Range:
        name, column = node.args[:2]
        table = self.ruleset.table_by_id[name]
        place = table.columns.index(column) if column in table.columns else 0
        values = [row[2][place] for row in table.rows if place < len(row[2])]
        return Range(min([0, *values]), max([0, *values]))

    # -- facts and amounts -------------------------------------------------------------------------------

    def _fact(self, node: Node, depth: int) -> Range:
        name = node.args[0]
        if name in NUMBER_FACTS:
            return self._given_fact(name, depth)
        counted = [item for item in self.ruleset.circumstances if item.fact == name and item.counted]
        return Range(0, sum(item.most for item in counted))

    def _given_fact(self, name: str, depth: int) -> Range:
        if name == "players":
            return Range(1, 4)  # a ruleset that extends this one may have another number
        if name == "waits":
            return Range(1, len(self.tileset.playing))
        if name == "suits":
            return Range(0, self._most_different(self.tileset.attributes[0]))
        if name in ("honba", "sticks"):
            return Range(0, MOST_COUNTERS)
        return Range(0, self._most_special(name))

    def _most_special(self, name: str) -> int:
        """The most flowers, jokers or red tiles that one hand can have."""
        if name == "flowers":
            return sum(kind.copies for kind in self.tileset.kinds if kind.role == "flower")
        if name == "jokers":
            return self.world.jokers
        counted = [node for code, node in self.ruleset.option_counts if not code.startswith("0")]
        return sum(self.world.most(node) for node in counted)

    def _different(self, attribute: str) -> set[Any]:
        kinds = (self.tileset.kinds[index] for index in self.tileset.playing)
        if attribute == "tile":
            return {kind.id for kind in kinds}
        return {kind.attribute[attribute] for kind in kinds if attribute in kind.attribute}

    def _amount(self, node: Node, depth: int) -> Range:
        name = node.args[0]
        amount = next((item for item in self.ruleset.amounts if item.id == name), None)
        if amount is not None:
            return self.of(amount.node, depth)
        tier = self.ruleset.top_tier
        if tier is not None and tier.unit == name:
            return Range(0, inf)
        if name in ("total", "bonus", self.ruleset.unit):
            return self._total(name, depth)
        return self._of_base() if name == "base" else NATURAL

    def _of_base(self) -> Range:
        """What the base can be, by itself or by a limit; anything where it is made of itself."""
        if self._base is None:
            self._base = ANY
            limits = (limit.base for limit in self.ruleset.limits if limit.base is not None)
            found = [self.of(node) for node in (self.ruleset.base, *limits)]
            self._base = Range(min(one.low for one in found), max(one.high for one in found))
        return self._base

    def _total(self, name: str, depth: int) -> Range:
        lowest = [self.of(bonus.value, depth).low for bonus in self.ruleset.bonuses]
        high: Size = inf
        if name != "bonus" and self.ruleset.maximum is not None:
            high = self.of(self.ruleset.maximum, depth).high
        return Range(0 if all(low >= 0 for low in lowest) else -inf, high)

    # -- functions ----------------------------------------------------------------------------------------

    def _call(self, node: Node, depth: int) -> Range:
        name, *args = node.args
        if name in ("min", "max"):
            return self._extreme(name, [self.of(arg, depth) for arg in args])
        reader: Callable[..., Range] | None = getattr(self, f"_call_{name}", None)
        return reader(*args) if reader else NATURAL

    def _extreme(self, name: str, ranges: list[Range]) -> Range:
        pick: Callable[[Iterable[Size]], Size] = min if name == "min" else max
        return Range(pick([item.low for item in ranges]), pick([item.high for item in ranges]))

    @cached_property
    def hand_size(self) -> int:
        """The most tiles of a complete hand."""
        return hand_size(self.ruleset)

    def _most_different(self, attribute: str) -> int:
        return min(len(self._different(attribute)), most_different(self.ruleset, attribute))

    def _call_tiles(self, of: Node) -> Range:
        copies = sorted((self.world.copies[i] for i in members(self.world.class_mask(of)[1])), reverse=True)
        return Range(0, min(self.hand_size, sum(copies[: self.world.widest(of)])))

    def _call_kinds(self, of: Node) -> Range:
        return Range(0, min(self._most_different("tile"), self.world.widest(of)))

    def _call_exposed(self, of: Node) -> Range:
        return self._call_tiles(of)

    def _call_pips(self, of: Node) -> Range:
        rank = self.tileset.attributes[1]
        kinds = [self.tileset.kinds[index] for index in members(self.world.class_mask(of)[1])]
        values = [kind.attribute.get(rank) for kind in kinds]
        ranks = [value for value in values if isinstance(value, int)]
        return Range(min([0, *ranks]) * self.hand_size, max([0, *ranks]) * self.hand_size)

    def _call_copies(self, times: int) -> Range:
        if times > max(self.world.copies, default=0):
            return exactly(0)
        return Range(0, self.hand_size // times)

    def _call_values(self, attribute: str) -> Range:
        return Range(0, self._most_different(attribute))

    def _call_sets(self, selector: Node) -> Range:
        rows = (sum(letter.isalpha() for letter in shape.knitted) for shape in self.ruleset.shapes)
        sizes = (shape.sets + more for shape, more in zip(self.ruleset.shapes, rows, strict=True))
        return Range(0, max(sizes, default=0))

    def _call_groups(self, selector: Node) -> Range:
        return Range(0, self.hand_size)

    def _call_melds(self, selector: Node) -> Range:
        return self._call_sets(selector)

    def _call_set_total(self, attribute: str) -> Range:
        values = self._values(attribute)
        most = max((shape.sets for shape in self.ruleset.shapes), default=0)
        return Range(min([0, *values]) * most, max([0, *values]) * most)

    def _call_indicated(self, name: str) -> Range:
        return Range(0, MOST_INDICATORS * (max(self.world.copies, default=0) + 4))
