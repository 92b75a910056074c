"""Bounds of every number in an expression, for all hands and options, and sums of such numbers.

A comparison is turned into a sum of terms: `sets(a) + 1 > sets(b)` means that sets(a) - sets(b) is more than
-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, inf

from scorer.check.world import World
from scorer.engine.evaluate import LARGEST_RESULT
from scorer.hand import MOST_COUNTERS
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import COMPARISON_FUNCTIONS, MIRRORED_COMPARISONS, Node, comparable_tree
from scorer.language.vocabulary import FUNCTIONS as VOCABULARY
from scorer.language.vocabulary import OWED_AMOUNTS, TRUTH_FACTS
from scorer.ruleset.model import Ruleset
from scorer.shapes import Shape, knitted_rows
from scorer.tiles import kinds_mask, mask_kinds
from scorer.values import dataclass

Size = int | float | Fraction
MOST_INDICATORS = 20
DEEPEST = 12


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

    def __mul__(self, other: Range) -> Range:
        ends = [(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        products = [0 if 0 in pair else pair[0] * pair[1] for pair in ends]
        return Range(min(products), max(products))

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    def __and__(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        return self.low > self.high


ANY = Range()
NATURAL = Range(0)
TRUE_OR_FALSE = Range(0, 1)


def single_number(number: Size) -> Range:
    return Range(number, number)


def _quotient_range(left: Range, right: Range) -> Range:
    """The bounds of a whole or exact quotient. In the engine, division by zero gives zero."""
    if right.low <= 0 <= right.high:
        return ANY if right != single_number(0) else single_number(0)
    ends = [_over(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return Range(min(ends), max(ends))


def _floor_of(number: Range) -> Range:
    return Range(*(end if abs(end) == inf else floor(end) for end in (number.low, number.high)))


def _over(a: Size, b: Size) -> Size:
    if abs(b) == inf:
        return 0
    # of an infinite number, only the sign is known
    return a * b if abs(a) == inf else Fraction(a) / Fraction(b)


def _power_range(left: Range, right: Range) -> Range:
    if left.low < 0 or right.low < 0:
        return ANY
    return Range(
        _largest_power(left.low, right.low) if left.low >= 1 else 0,
        max(1, _largest_power(left.high, right.high)),
    )


def _largest_power(base: Size, exponent: Size) -> Size:
    """A power, or infinity if it is too large for the engine."""
    if base <= 1:
        return base if exponent else 1
    if base == inf or exponent == inf or exponent * int(base).bit_length() > LARGEST_RESULT.bit_length() + 64:
        return inf
    return base ** int(exponent)


JOINS: dict[str, Callable[[Range, Range], Range]] = {
    "+": Range.__add__,
    "-": lambda left, right: left + -right,
    "*": Range.__mul__,
    "/": _quotient_range,
    "//": lambda left, right: _floor_of(_quotient_range(left, right)),
    "**": _power_range,
}


class Ranges:
    """The possible values of numbers in one ruleset."""

    def __init__(self, world: World) -> None:
        self.world, self.ruleset, self.tileset = world, world.ruleset, world.tileset
        self._base: Range | None = None
        self._depth = 0

    def range_of(self, node: Node) -> Range:
        """The bounds of a number; those of a condition lie between 0 and 1."""
        if self._depth > DEEPEST:
            return ANY
        self._depth += 1
        try:
            return RANGE_BY_NODE[node.op](self, node)
        finally:
            self._depth -= 1

    def attribute_values(self, attribute: str, mask: int = -1) -> list[int]:
        """The numeric values that all tiles, or some of them, have for an attribute."""
        kinds = (self.tileset.kinds[index] for index in mask_kinds(self.world.every & mask))
        found = (kind.attribute_values.get(attribute) for kind in kinds)
        return [value for value in found if isinstance(value, int)]

    def hand_size(self, with_declared: bool = True) -> int:
        """The largest number of tiles in a complete hand; each declared kong adds one tile."""
        declared = {kind.id for kind in self.ruleset.kinds if kind.declared and with_declared}
        sizes = (one.size + (one.sets if declared & {*one.kinds} else 0) for one in self.ruleset.shapes)
        return max(sizes, default=0)

    def most_different(self, attribute: str) -> int:
        """The largest number of values of an attribute (kinds of tile, for `tile`) in one complete hand."""
        in_a_hand = max((self._in_shape(shape, attribute) for shape in self.ruleset.shapes), default=0)
        return min(len(self.world.tiles_by_value(attribute)), in_a_hand)

    def _in_shape(self, shape: Shape, attribute: str) -> int:
        if shape.way != "sets":
            return shape.pairs if shape.way == "pairs" else shape.size
        kinds = (kind for kind in self.ruleset.kinds if kind.id in shape.set_kinds)
        in_a_set = max((1 if {attribute, "tile"} & {*one.same} else one.size for one in kinds), default=0)
        return shape.kind_group_count * in_a_set + shape.pairs + shape.singles

    @property
    def base_range(self) -> Range:
        """The possible values of the base, computed or set by a limit; unbounded if it depends on itself."""
        if self._base is None:
            self._base, depth, self._depth = ANY, self._depth, 0
            limits = (limit.base for limit in self.ruleset.limits if limit.base is not None)
            found = [self.range_of(node) for node in (self.ruleset.base, *limits)]
            self._base = Range(min(one.low for one in found), max(one.high for one in found))
            self._depth = depth
        return self._base

    @property
    def bonus_range(self) -> Range:
        """The possible sum of the bonuses, which may be negative."""
        lowest = [self.range_of(bonus.value).low for bonus in self.ruleset.bonuses]
        return Range(0 if all(low >= 0 for low in lowest) else -inf)

    @property
    def patterns_range(self) -> Range:
        """The possible sum of the patterns of a winning hand."""
        least = self.ruleset.minimum
        return Range(max(0, self.range_of(least).low)) if least is not None else NATURAL


# ---- each kind of node


def _definition_range(ranges: Ranges, node: Node) -> Range:
    fact = ranges.ruleset.fact_by_id[node.args[0]]
    return ranges.range_of(fact.node) if fact.gives == NUMBER else TRUE_OR_FALSE


def _option_range(ranges: Ranges, node: Node) -> Range:
    option = ranges.world.option_by_id(node.args[0])
    numbers = [value for value in option.choices if isinstance(value, int)]
    if numbers:
        return Range(min(numbers), max(numbers))
    high = option.maximum if option.maximum is not None else inf
    return Range(option.minimum or 0, high) if option.sort == "number" else ANY


def _letter_range(ranges: Ranges, node: Node) -> Range:
    ranks = ranges.attribute_values(ranges.tileset.attributes[1])
    return Range(min(ranks, default=0) - 99, max(ranks, default=0) + 99)


def _table_range(ranges: Ranges, node: Node) -> Range:
    name, column = node.args[:2]
    table = ranges.ruleset.table_by_id[name]
    place = table.columns.index(column) if column in table.columns else 0
    values = [row[2][place] for row in table.rows if place < len(row[2])]
    return Range(min([0, *values]), max([0, *values]))


def _fact_range(ranges: Ranges, node: Node) -> Range:
    """The bounds of a built-in fact, or of one that circumstances set and count."""
    name = node.args[0]
    if name in RANGE_BY_FACT:
        return RANGE_BY_FACT[name](ranges)
    if name in TRUTH_FACTS:
        return TRUE_OR_FALSE
    counted = [item for item in ranges.ruleset.circumstances if item.fact == name and item.is_number]
    return Range(0, sum(item.maximum for item in counted)) if counted else TRUE_OR_FALSE


def _amount_range(ranges: Ranges, node: Node) -> Range:
    """The bounds of an amount of the ruleset, a built-in amount, the unit (the total), or the sum of a sheet
    or tier.
    """
    name, tier = node.args[0], ranges.ruleset.top_tier
    amount = next((item for item in ranges.ruleset.amounts if item.id == name), None)
    if amount is not None:
        return ranges.range_of(amount.node)
    if name == ranges.ruleset.unit:
        total = _total_range(ranges)
        return total | single_number(0) if tier is not None and tier.unit else total
    return RANGE_BY_AMOUNT[name](ranges) if name in RANGE_BY_AMOUNT else NATURAL


RANGE_BY_NODE: dict[str, Callable[[Ranges, Node], Range]] = {
    "number": lambda ranges, node: (
        NATURAL if node.text[:1].isalpha() else single_number(node.args[0])
    ),  # unread
    **dict.fromkeys(("truth", "and", "or", "not", "compare"), lambda ranges, node: TRUE_OR_FALSE),
    "word": lambda ranges, node: ANY,
    "fact": _fact_range,
    "named": _definition_range,
    "option": _option_range,
    "amount": _amount_range,
    "letter": _letter_range,
    "arithmetic": lambda ranges, node: JOINS[node.args[0]](*map(ranges.range_of, node.args[1:])),
    "negative": lambda ranges, node: -ranges.range_of(node.args[0]),
    "if": lambda ranges, node: ranges.range_of(node.args[1]) | ranges.range_of(node.args[2]),
    "call": lambda ranges, node: RANGE_BY_FUNCTION[node.args[0]](ranges, *node.args[1:]),
    "table": _table_range,
}
"""For each kind of node that gives a number or a boolean, the function that finds its bounds."""


# ---- each fact, each amount of every game, each function


def _total_range(ranges: Ranges) -> Range:
    most, found = ranges.ruleset.maximum, ranges.patterns_range + ranges.bonus_range
    return found & Range(-inf, ranges.range_of(most).high) if most is not None else found


def _most_waits(ranges: Ranges) -> int:
    """The largest number of tiles that a hand waits for: at most the size of the hand or of a suit, or what a
    shape of different tiles lacks. A joker, a single tile or a set of other relations may wait for any tile.
    """
    world, (suit, *_), shapes = ranges.world, ranges.tileset.attributes, ranges.ruleset.shapes
    kinds = [kind for kind in ranges.ruleset.kinds if kind.id in world.set_kinds]
    is_usual = all("tile" in kind.same or (kind.run and suit in kind.same) for kind in kinds)
    most = len(ranges.tileset.playing_kinds)
    if world.most_jokers or not is_usual or any(one.singles for one in shapes):
        return most
    in_suits = (mask.bit_count() for mask in world.tiles_by_value(suit))
    usual = max(ranges.hand_size(with_declared=False) - 1, *in_suits, 1)
    different = [one for one in shapes if one.way == "different"]
    lacking = sum(_most_lacking(ranges, one) for one in different)
    is_apart = all(_is_no_other_shape(ranges, one, shapes) for one in different)
    return min(most, max(usual, lacking) if is_apart else usual + lacking)


def _different_choices(ranges: Ranges, shape: Shape) -> list[int]:
    """For each choice of suits, the tiles that a shape of different tiles may have."""
    choices = knitted_rows(shape.knitted, ranges.tileset)
    return [shape.mask | kinds_mask(kind for row in rows for kind in row) for rows in choices]


def _most_lacking(ranges: Ranges, shape: Shape) -> int:
    """How many tiles may complete a shape of different tiles."""
    choices, held = _different_choices(ranges, shape), shape.size - 1
    if any((one & other).bit_count() >= held for one, other in combinations(choices, 2)):
        return len(ranges.tileset.playing_kinds)
    return max((max(0, one.bit_count() - held) for one in choices), default=0)


def _is_no_other_shape(ranges: Ranges, shape: Shape, shapes: Iterable[Shape]) -> bool:
    """Whether no hand that lacks one tile of a shape of different tiles lacks one tile of another shape."""
    choices = _different_choices(ranges, shape)
    groups = [
        kinds_mask(tiles)
        for kind in ranges.world.set_kinds
        for _, tiles in ranges.world.groups_of_kind(kind)
        if len({*tiles}) == len(tiles)
    ]
    has_set = any(not group & ~choice for group in groups for choice in choices)
    return all(
        other is shape
        or (other.pairs > 1 and not other.pair_kind)
        or (other.way == "sets" and other.sets > 1 and not has_set)
        or (other.way == "one_of_each" and all(other.mask & ~choice for choice in choices))
        for other in shapes
    )


RANGE_BY_FACT: dict[str, Callable[[Ranges], Range]] = {
    "players": lambda ranges: ranges.range_of(ranges.ruleset.players),
    **dict.fromkeys(("honba", "sticks"), lambda ranges: Range(0, MOST_COUNTERS)),
    "suits": lambda ranges: Range(0, ranges.most_different(ranges.tileset.attributes[0])),
    "flowers": lambda ranges: Range(0, sum(k.copies for k in ranges.tileset.kinds if k.role == "flower")),
    "jokers": lambda ranges: Range(0, ranges.world.most_jokers),
    "reds": lambda ranges: Range(0, sum(ranges.world.red_copies.values())),
    "waits": lambda ranges: Range(1, _most_waits(ranges)),
}
"""Bounds of the numeric facts."""
RANGE_BY_AMOUNT: dict[str, Callable[[Ranges], Range]] = {
    "total": _total_range,
    "patterns": lambda ranges: ranges.patterns_range,
    "best_closed_value": lambda ranges: NATURAL,
    "bonus": lambda ranges: ranges.bonus_range,
    "base": lambda ranges: ranges.base_range,
    **dict.fromkeys(OWED_AMOUNTS, lambda ranges: NATURAL),
}
"""Bounds of the built-in amounts."""


def _extreme_range(pick: Callable[[Iterable[Size]], Size]) -> Callable[..., Range]:
    def extreme_of_parts(ranges: Ranges, *parts: Node) -> Range:
        found = [ranges.range_of(part) for part in parts]
        return Range(pick([item.low for item in found]), pick([item.high for item in found]))

    return extreme_of_parts


def _tiles_range(ranges: Ranges, tile_class: Node, elsewhere: int = 0) -> Range:
    """The bounds of a count of tiles: at most all copies of the class, without those that must lie
    elsewhere.
    """
    world = ranges.world
    copies = [
        world.copies_by_kind[index] - elsewhere for index in mask_kinds(world.class_mask(tile_class)[1])
    ]
    return Range(0, min(ranges.hand_size(), sum(sorted(copies, reverse=True)[: world.widest(tile_class)])))


def _exposed_range(ranges: Ranges, tile_class: Node) -> Range:
    """The bounds of the number of exposed tiles; the winning tile is never in a called set."""
    is_winning = any(
        part.args[:1] == ("win_tile",)
        for part in (tile_class.parts if tile_class.op == "and" else (tile_class,))
    )
    return _tiles_range(ranges, tile_class, int(is_winning))


def _spread_range(values: list[int], times: int) -> Range:
    """The bounds of a sum of up to `times` of these numbers."""
    return Range(min([0, *values]) * times, max([0, *values]) * times)


def _pips_range(ranges: Ranges, tile_class: Node) -> Range:
    ranks = ranges.attribute_values(ranges.tileset.attributes[1], ranges.world.class_mask(tile_class)[1])
    return _spread_range(ranks, ranges.hand_size())


def _copies_range(ranges: Ranges, times: int) -> Range:
    is_there = times <= max(ranges.world.copies_by_kind, default=0)
    declared = min((kind.size for kind in ranges.ruleset.kinds if kind.declared), default=0)
    size = ranges.hand_size(with_declared=times >= declared)
    return Range(0, min(size // times, ranges.most_different("tile")) if is_there else 0)


def _indicated_range(ranges: Ranges, name: str) -> Range:
    """The bounds of the number of indicated tiles: each indicator points at all copies of a tile, some of
    which may be aside.
    """
    most = next(item.at_most for item in ranges.ruleset.indicators if item.id == name)
    times = ranges.range_of(most).high if most is not None else MOST_INDICATORS
    return Range(0, times * (max(ranges.world.copies_by_kind, default=0) + 4))


def _sets_range(ranges: Ranges, selector: Node) -> Range:
    """The bounds of the number of sets: at most the sets of a complete hand, including rows of a fixed
    shape.
    """
    return Range(0, max((one.most_sets for one in ranges.ruleset.shapes), default=0))


RANGE_BY_FUNCTION: dict[str, Callable[..., Range]] = {
    **{name: lambda *asked: TRUE_OR_FALSE for name, one in VOCABULARY.items() if one.gives == TRUTH},
    "tiles": _tiles_range,
    "kinds": lambda ranges, of: Range(0, min(ranges.most_different("tile"), ranges.world.widest(of))),
    "pips": _pips_range,
    "copies": _copies_range,
    "values": lambda ranges, attribute: Range(0, ranges.most_different(attribute)),
    "flowers": lambda ranges, of: Range(0, ranges.world.flower_count(of)),
    "jokers": lambda ranges, of: Range(0, ranges.world.joker_count(of)),
    "exposed": _exposed_range,
    "melds": _sets_range,
    "indicated": _indicated_range,
    "sets": _sets_range,
    "groups": lambda ranges, selector: Range(0, ranges.hand_size()),
    "set_total": lambda ranges, attribute: _spread_range(
        ranges.attribute_values(attribute), max((one.most_sets for one in ranges.ruleset.shapes), default=0)
    ),
    "awarded": lambda ranges, name: NATURAL,
    "min": _extreme_range(min),
    "max": _extreme_range(max),
}
"""For each numeric function of the language, a function of the ranges and its arguments that finds its
bounds.
"""


# ---- comparisons as sums


@dataclass(frozen=True)
class Term:
    """A number that an expression asks for, and its factor."""

    node: Node
    times: Fraction

    @property
    def is_whole(self) -> bool:
        """Whether the value is certainly a whole number."""
        parts = self.node.walk()
        return not any(part.op == "arithmetic" and part.args[0] == "/" for part in parts)


@dataclass(frozen=True)
class Linear:
    """A constant and terms, each of which occurs once."""

    terms: dict[object, Term]
    constant: Fraction = Fraction(0)

    def __add__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for key, term in other.terms.items():
            before = terms[key].times if key in terms else Fraction(0)
            terms[key] = Term(term.node, before + term.times)
        kept = {key: term for key, term in terms.items() if term.times}
        return Linear(kept, self.constant + other.constant)

    def multiple(self, factor: Fraction | int) -> Linear:
        terms = {key: Term(term.node, term.times * factor) for key, term in self.terms.items() if factor}
        return Linear(terms, self.constant * factor)

    def narrowing(self, bounds: Range, op: str) -> Range:
        """The range of the terms, divided by the factor of the first, for which the sum compares with zero as
        given.
        """
        first = next(iter(self.terms.values())).times
        whole = all(term.is_whole and (term.times / first).denominator == 1 for term in self.terms.values())
        op, bound = op if first > 0 else MIRRORED_COMPARISONS[op], -self.constant / first
        least, most = (ceil(bound), floor(bound)) if whole else (bound, bound)
        step = 1 if whole and least == most else 0
        if op == "!=":
            low, high = bounds.low + step * (bounds.low == bound), bounds.high - step * (bounds.high == bound)
            return Range(1, 0) if bounds == single_number(bound) else Range(low, high)
        left = {
            "==": single_number(bound),
            ">": Range(least + step),
            ">=": Range(least),
            "<": Range(-inf, most - step),
            "<=": Range(-inf, most),
        }
        return bounds & left[op]


def linear_form(node: Node, ruleset: Ruleset, depth: int = 0) -> Linear:
    """A number as a sum; anything that is not a sum becomes a single term."""
    if node.op == "number":
        return Linear({}, Fraction(node.args[0]))
    if depth < DEEPEST and node.op == "negative":
        return linear_form(node.args[0], ruleset, depth + 1).multiple(-1)
    if depth < DEEPEST and node.op == "named" and node.args[0] in ruleset.fact_by_id:
        return linear_form(ruleset.fact_by_id[node.args[0]].node, ruleset, depth + 1)
    if depth < DEEPEST and node.op == "arithmetic" and node.args[0] in ("+", "-", "*"):
        op, *sides = node.args
        left, right = (linear_form(side, ruleset, depth + 1) for side in sides)
        if op != "*":
            return left + (right if op == "+" else right.multiple(-1))
        for one, other in ((left, right), (right, left)):
            if not one.terms:
                return other.multiple(one.constant)
    return Linear({comparable_tree(node): Term(node, Fraction(1))})


def linear_difference(left: Node, right: Node, ruleset: Ruleset) -> Linear:
    """The sum that a comparison of two numbers compares with zero."""
    return linear_form(left, ruleset) + linear_form(right, ruleset).multiple(-1)


def can_be(total: Range, op: str) -> bool:
    """Whether some number of a range compares with zero as given."""
    if op in ("==", "!="):
        holds = total.low <= 0 <= total.high if op == "==" else not total.low == total.high == 0
    else:
        holds = COMPARISON_FUNCTIONS[op](total.high if op in (">", ">=") else total.low, 0)
    return holds and not total.is_empty
