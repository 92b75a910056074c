"""What conditions demand of a hand: alternatives of simple literals, and which groups are allowed or
required, and how many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from math import ceil, floor, inf
from operator import or_

from scorer.check.bounds import DEEPEST, Range, Ranges, linear_difference
from scorer.check.world import MaskBounds, Templates, Undecided, Winds, World, certain_mask, contrary
from scorer.language.nodes import OPPOSITE_COMPARISONS, Node, comparable_tree
from scorer.language.vocabulary import FACTS, FUNCTIONS
from scorer.ruleset.model import Ruleset
from scorer.values import cached_property, dataclass, replace

# ---- alternatives of simple literals

MOST_ALTERNATIVES = 96
Literal = tuple[Node, bool]
"""A condition without parts, and whether it must hold or fail. A comparison has two sides and must always
hold.
"""
Conjunction = tuple[Literal, ...]


def literals_of(node: Node, holds: bool) -> Iterator[Literal]:
    """The conditions that must all be so for a condition to hold, or to fail."""
    if node.op == "not":
        yield from literals_of(node.args[0], not holds)
    elif node.op == ("and" if holds else "or"):
        for part in node.args:
            yield from literals_of(part, holds)
    else:
        yield node, holds


def ways_to_hold(node: Node, ruleset: Ruleset, holds: bool = True, depth: int = 0) -> list[Conjunction]:
    """The ways in which a condition can hold (or fail), each a list of literals. Raises Undecided."""
    if depth > DEEPEST:
        raise Undecided("conditions that are too deep")
    return CONDITIONS[node.op](node, ruleset, holds, depth + 1)


def combined_alternatives(parts: Iterable[list[Conjunction]]) -> list[Conjunction]:
    """All ways to take one alternative of each part."""
    found: list[Conjunction] = [()]
    for part in parts:
        found = _few([(*one, *other) for one, other in product(found, part)])
    return found


def _pooled_alternatives(parts: Iterable[list[Conjunction]]) -> list[Conjunction]:
    return _few([together for part in parts for together in part])


def _few(alternatives: list[Conjunction]) -> list[Conjunction]:
    if len(alternatives) > MOST_ALTERNATIVES:
        raise Undecided("too many alternatives")
    return alternatives


def _alternatives_of_join(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Conjunction]:
    parts = [ways_to_hold(part, ruleset, holds, depth) for part in node.args]
    return combined_alternatives(parts) if (node.op == "and") == holds else _pooled_alternatives(parts)


def _if(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Conjunction]:
    condition, then, otherwise = node.args
    return _pooled_alternatives(
        combined_alternatives(
            [ways_to_hold(condition, ruleset, taken, depth), ways_to_hold(branch, ruleset, holds, depth)]
        )
        for taken, branch in ((True, then), (False, otherwise))
    )


def _alternatives_of_comparison(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Conjunction]:
    """The alternatives of a chain of comparisons; if it fails, one of its links fails."""
    links = [
        (
            Node(
                "compare", (left, op if holds else OPPOSITE_COMPARISONS[op], right), node.text, node.position
            ),
            True,
        )
        for left, op, right in zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
    ]
    return [tuple(links)] if holds else [(link,) for link in links]


def _alternatives_of_fact(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Conjunction]:
    """The alternatives of a fact; one that only circumstances make true includes their requirements."""
    name = node.args[0]
    fact = FACTS.get(name)
    if fact and fact.opposite:
        return [((Node("fact", (fact.opposite,), node.text, node.position), not holds),)]
    excluded = fact.excludes if fact and holds else ()
    own: list[Conjunction] = [((node, holds), *((Node("fact", (one,)), False) for one in excluded))]
    sources = [item for item in ruleset.circumstances if item.fact == name]
    if not holds or not sources or depth > DEEPEST // 2 + 1:
        return own
    needed = [[*(one.node for one in item.requires), item.option_condition] for item in sources]
    deep = DEEPEST // 2 + 1
    ways = [[ways_to_hold(part, ruleset, True, deep) for part in parts if part] for parts in needed]
    return _pooled_alternatives(combined_alternatives([own, *way]) for way in ways)


CONDITIONS: dict[str, Callable[[Node, Ruleset, bool, int], list[Conjunction]]] = {
    **dict.fromkeys(
        ("number", "word", "option", "amount", "letter", "arithmetic", "negative", "call", "table"),
        lambda node, ruleset, holds, depth: [((node, holds),)],
    ),
    "truth": lambda node, ruleset, holds, depth: [()] if node.args[0] == holds else [],
    "fact": _alternatives_of_fact,
    "named": lambda node, ruleset, holds, depth: ways_to_hold(
        ruleset.fact_by_id[node.args[0]].node, ruleset, holds, depth
    ),
    "and": _alternatives_of_join,
    "or": _alternatives_of_join,
    "not": lambda node, ruleset, holds, depth: ways_to_hold(node.args[0], ruleset, not holds, depth),
    "compare": _alternatives_of_comparison,
    "if": _if,
}
"""For each kind of node, the function that finds its alternatives."""


# ---- what literals demand of the groups of a hand

Weights = dict[int, int]
"""A bit mask of the elements of each weight; all others have the weight 0."""


def sum_of_weights(one: Weights, other: Weights, times: int) -> Weights:
    """The weights that elements have if the second are added so many times to the first.

    >>> sum_of_weights({1: 0b011}, {1: 0b110}, 2)
    {3: 2, 1: 1, 2: 4}
    """
    found, added = Weights(), {weight * times: bits for weight, bits in other.items()}
    for weight, bits in one.items():
        for more, places in added.items():
            if both := bits & places:
                found[weight + more] = found.get(weight + more, 0) | both
    for weights, others in ((one, added), (added, one)):
        alone = ~reduce(or_, others.values(), 0)
        for weight, bits in weights.items():
            if rest := bits & alone:
                found[weight] = found.get(weight, 0) | rest
    found.pop(0, None)
    return found


@dataclass(frozen=True)
class Sum:
    """A lower bound for the sum of the weights of the hand's groups."""

    weights: Weights
    lower_bound: int

    @cached_property
    def rises(self) -> bool:
        """Whether no group lowers the sum."""
        return min(self.weights, default=0) >= 0

    @cached_property
    def falls(self) -> bool:
        return max(self.weights, default=0) <= 0


@dataclass(frozen=True)
class Weighing:
    """Sums of a hand, and what they have alike: for elements to which each sum gives the same weight a bit
    mask, and those weights.
    """

    sums: tuple[Sum, ...]
    alike: tuple[tuple[int, tuple[int, ...]], ...]


def weighing_of(elements: int, sums: tuple[Sum, ...]) -> Weighing:
    """The elements of a mask as these sums weigh them.

    >>> weighing_of(0b111, (Sum({2: 0b110}, 1),)).alike
    ((6, (2,)), (1, (0,)))
    """
    alike: list[tuple[int, tuple[int, ...]]] = [(elements, ())] if elements else []
    for total in sums:
        by_weight = [*total.weights.items(), (0, ~reduce(or_, total.weights.values(), 0))]
        alike = [
            (both, (*weights, weight))
            for places, weights in alike
            for weight, bits in by_weight
            if (both := places & bits)
        ]
    return Weighing(sums, tuple(alike))


@dataclass(frozen=True)
class Demands:
    """Demands on a hand, once the winds are known. `allowed_elements` has a bit for each element that may
    occur, `tiles` one for each kind of tile; `shapes` are the shapes in which the hand may be read.
    """

    world: World
    winds: Winds | None
    allowed_elements: int
    tiles: int
    shapes: frozenset[str]
    sums: tuple[Sum, ...] = ()
    contains: tuple[str, ...] = ()
    templates: tuple[Templates, ...] = ()

    def with_literal(self, node: Node, holds: bool) -> Demands:
        """The demands with a literal added that is not a comparison."""
        if node.op == "call":
            return DEMANDS_BY_FUNCTION[node.args[0]](self, holds, *node.args[1:])
        if node.op == "fact" and node.args[0] in DEMANDS_BY_FACT:
            return DEMANDS_BY_FACT[node.args[0]](self, holds)
        return self  # an option, or a fact of the situation, concerns no group

    def requiring_some(self, groups: MaskBounds, holds: bool = True) -> Demands:
        """The demands with the condition added that some group, or no group, is one of these."""
        surely, perhaps = groups
        if holds:
            return replace(self, sums=(*self.sums, Sum(self.world.ones(perhaps), 1)))
        return replace(self, allowed_elements=self.allowed_elements & ~surely)

    def some_tile(self, tiles: MaskBounds, holds: bool = True) -> Demands:
        """The demands with the condition added that some tile, or no tile, is one of these."""
        surely, perhaps = (self.world.touching(self.world.every & mask, "has") for mask in tiles)
        found = self.requiring_some((surely, perhaps), holds)
        return found if holds else replace(found, tiles=found.tiles & ~tiles[0])

    def every_set(self, groups: MaskBounds, holds: bool) -> Demands:
        """The demands with the condition added that there are sets and all of them are among these. The
        opposite adds nothing.
        """
        sets = self.world.elements_in_state("is_set")
        return (
            self.requiring_some(certain_mask(sets & ~groups[1]), False).requiring_some(certain_mask(sets))
            if holds
            else self
        )

    def with_values(self, choice: tuple[int, ...], values: tuple[int, ...]) -> Demands:
        """The demands with the condition added that tiles of each chosen value occur, and of no other
        value.
        """
        found = self.some_tile(certain_mask(sum(mask for mask in values if mask not in choice)), False)
        for mask in choice:
            found = found.some_tile(certain_mask(mask))
        return found

    def with_sum(self, weights: Weights, number: Range, is_strict: bool) -> Demands:
        """The demands with the condition added that weights plus a number are above zero, or at least
        zero.
        """
        if number.high == inf:
            return self
        found = Sum(weights, floor(-number.high) + 1 if is_strict else ceil(-number.high))
        idle = found.rises and found.lower_bound <= 0  # true of every hand
        return self if idle else replace(self, sums=(*self.sums, found))

    @cached_property
    def of_groups(self) -> Weighing:
        """The sums of a hand in which exactly one group has the winning tile."""
        won = self.world.elements_in_state("won")
        one_has_won = (Sum(self.world.ones(won), 1), Sum({-1: won} if won else {}, -1))
        return weighing_of(self.allowed_elements, (*self.sums, *one_has_won))

    @cached_property
    def of_flowers(self) -> Weighing:
        """The sums that weigh sets alone. A flower that wins alone is a group, but not an element."""
        others = ~self.world.elements_in_state("is_set")
        sums = (one for one in self.sums if one.weights and not any(m & others for m in one.weights.values()))
        return weighing_of(self.allowed_elements, tuple(sums))

    # -- parts of demands and weights -----------------------------------------------------------

    def tiles_of(self, node: Node) -> MaskBounds:
        """The tiles that certainly belong to a class, and those that possibly do."""
        return self.world.class_mask(node, self.winds)

    def selected_elements(self, selector: Node) -> MaskBounds:
        """The elements that a selector certainly picks, and those that it possibly picks."""
        return self.world.selected_elements(selector, self.winds)

    def count_weights(self, selector: Node, element_mask: int = -1) -> tuple[Weights, Weights]:
        """Weights of 1 for each element, among those considered, that a selector picks."""
        surely, perhaps = self.selected_elements(selector)
        return self.world.ones(surely & element_mask), self.world.ones(perhaps & element_mask)

    def value_weights(
        self, tile_class: Node, value: dict[int, int], element_mask: int = -1
    ) -> tuple[Weights, Weights]:
        """The values of each element's tiles that certainly, and possibly, belong to a class."""
        surely, perhaps = (
            {kind: amount for kind, amount in value.items() if mask >> kind & 1}
            for mask in self.tiles_of(tile_class)
        )
        low = self.world.weights_by_tiles(surely, element_mask)
        return low, low if surely == perhaps else self.world.weights_by_tiles(perhaps, element_mask)


# ---- facts and functions that are booleans


def _self_draw(demands: Demands, holds: bool) -> Demands:
    claimable, concealed = (
        demands.world.elements_in_state("is_claimable"),
        demands.world.elements_in_state("concealed"),
    )
    return demands.requiring_some(certain_mask(claimable & (~concealed if holds else concealed)), False)


def _of_no_group(demands: Demands, holds: bool, *arguments: object) -> Demands:
    """The unchanged demands, for a condition that does not concern single groups."""
    return demands


DEMANDS_BY_FACT: dict[str, Callable[[Demands, bool], Demands]] = {
    "self_draw": _self_draw,
    "discard": lambda demands, holds: _self_draw(demands, not holds),
    **dict.fromkeys(("dealer", "from_dealer", "wins_on_discard"), _of_no_group),
    "concealed_hand": lambda demands, holds: demands.requiring_some(
        certain_mask(demands.world.elements_in_state("called")), not holds
    ),
    "fully_open": lambda demands, holds: demands.every_set(
        certain_mask(demands.world.elements_in_state("called")), holds
    ),
}
"""The demands of each boolean fact."""


def _demand_wait(demands: Demands, holds: bool, name: str) -> Demands:
    won, elements = demands.world.elements_in_state("won"), demands.world.elements
    same = demands.world.bits(one.wait == name for one in elements)
    return demands.requiring_some(certain_mask(won & (~same if holds else same)), False)


DEMANDS_BY_FUNCTION: dict[str, Callable[..., Demands]] = {
    "all_tiles": lambda demands, holds, of: demands.some_tile(contrary(demands.tiles_of(of)), not holds),
    "any_tile": lambda demands, holds, of: demands.some_tile(demands.tiles_of(of), holds),
    "no_tile": lambda demands, holds, of: demands.some_tile(demands.tiles_of(of), not holds),
    "contains": lambda demands, holds, text: (
        replace(demands, contains=(*demands.contains, text)) if holds else demands
    ),
    "all_sets": lambda demands, holds, selector: demands.every_set(
        demands.selected_elements(selector), holds
    ),
    "all_groups": lambda demands, holds, selector: demands.requiring_some(
        contrary(demands.selected_elements(selector)), not holds
    ),
    "any_group": lambda demands, holds, selector: demands.requiring_some(
        demands.selected_elements(selector), holds
    ),
    "match": lambda demands, holds, *templates: (
        replace(demands, templates=(*demands.templates, templates)) if holds else demands
    ),
    "shape": lambda demands, holds, name: replace(
        demands, shapes=demands.shapes & {name} if holds else demands.shapes - {name}
    ),
    "wait": _demand_wait,
    **dict.fromkeys(("seat", "round", "on_every_wait"), _of_no_group),
}
"""The demands of each boolean function, called with whether it holds and with its arguments."""


# ---- functions that are numbers

WeightsToAdd = tuple[Weights, Weights] | None
"""The least and the most that each element adds; None for a number that is not a sum over groups."""


def _weigh_tiles(demands: Demands, tile_class: Node, element_mask: int = -1) -> WeightsToAdd:
    return demands.value_weights(
        tile_class, dict.fromkeys(demands.world.tileset.playing_kinds, 1), element_mask
    )


def _weigh_pips(demands: Demands, tile_class: Node) -> WeightsToAdd:
    tileset = demands.world.tileset
    ranks = {
        index: tileset.kinds[index].attribute_values.get(tileset.attributes[1])
        for index in tileset.playing_kinds
    }
    worth = {index: value for index, value in ranks.items() if isinstance(value, int)}
    return demands.value_weights(tile_class, worth) if min(worth.values(), default=0) >= 0 else None


def _weigh_reds(demands: Demands) -> WeightsToAdd:
    """At most as many red tiles in a group as there are red copies of its tiles."""
    reds, most = demands.world.red_copies.items(), Weights()
    for tiles, bits in demands.world.with_tiles.items():
        if count := sum(min(tiles.count(kind), copies) for kind, copies in reds):
            most[count] = most.get(count, 0) | bits
    return {}, most


def _no_sum(demands: Demands, *arguments: object) -> None:
    """None, because only the bounds of such a number are known."""


WEIGHTS_BY_FUNCTION: dict[str, Callable[..., WeightsToAdd]] = {
    "tiles": _weigh_tiles,
    "pips": _weigh_pips,
    "exposed": lambda demands, of: _weigh_tiles(demands, of, demands.world.elements_in_state("called")),
    "melds": lambda demands, selector: demands.count_weights(
        selector, demands.world.elements_in_state("melded")
    ),
    "sets": lambda demands, selector: demands.count_weights(
        selector, demands.world.elements_in_state("is_set")
    ),
    "groups": Demands.count_weights,
    **dict.fromkeys(("kinds", "copies", "values", "flowers", "jokers", "indicated", "set_total"), _no_sum),
    **dict.fromkeys(("awarded", "min", "max"), _no_sum),
}
"""For each numeric function, a function of its arguments that finds what each element adds."""
WEIGHTS_BY_FACT: dict[str, Callable[..., WeightsToAdd]] = {
    "reds": _weigh_reds,
    **dict.fromkeys(("players", "honba", "sticks", "suits", "flowers", "jokers", "waits"), _no_sum),
}
"""For each numeric fact, the function that finds what each element adds."""


# ---- conditions that follow from the wording alone
#
# Only such conditions are reported as superfluous. That four triplets leave no runs is true, but saying so is
# no fault.


def _is_within(first_mask: int, second_mask: int, every: int) -> bool:
    return not first_mask & ~second_mask


IMPLICATIONS: dict[tuple[str, str], Callable[[int, int, int], bool]] = {
    ("all", "all"): _is_within,
    ("all", "none"): lambda first, second, every: not first & second,
    ("all", "any"): _is_within,
    ("any", "any"): _is_within,
    ("none", "none"): lambda first, second, every: not second & ~first,
    ("none", "all"): lambda first, second, every: not every & ~first & ~second,
}
"""For the quantifiers of two conditions about tiles or groups: whether the first implies the second, given
the tiles or groups of each and all tiles.
"""


def _implication_rule(premise: Node, conclusion: Node) -> Callable[[int, int, int], bool] | None:
    """The rule for two conditions of the language; None if neither follows from the wording of the other."""
    if not premise.op == conclusion.op == "call":
        return None
    one, other = FUNCTIONS[premise.args[0]], FUNCTIONS[conclusion.args[0]]
    # a hand always has tiles, but it may have no sets: then "all" holds and "any" does not
    is_comparable = one.applies_to == other.applies_to and (
        one.applies_to == "tiles" or one.quantifier == other.quantifier
    )
    return IMPLICATIONS.get((one.quantifier, other.quantifier)) if is_comparable else None


def plainly_follows(premise: Node, conclusion: Node, world: World, ranges: Ranges) -> bool:
    """Whether the wording shows that the second condition holds if the first does."""
    if comparable_tree(premise) == comparable_tree(conclusion):
        return True
    if premise.op == conclusion.op == "compare" and len(premise.args) == len(conclusion.args) == 3:
        return _follows_by_numbers(premise, conclusion, ranges)
    rule = _implication_rule(premise, conclusion)
    if rule is None:
        return False
    picked = world.class_mask if FUNCTIONS[premise.args[0]].applies_to == "tiles" else world.selected_elements
    try:
        (surely, perhaps), (other_surely, other_perhaps) = picked(premise.args[1]), picked(conclusion.args[1])
    except Undecided:
        return False
    is_known = surely == perhaps and other_surely == other_perhaps
    return is_known and rule(surely, other_surely, world.every)


def _follows_by_numbers(premise: Node, conclusion: Node, ranges: Ranges) -> bool:
    """Comparisons of one number with constants."""
    one, other = (
        linear_difference(node.args[0], node.args[2], ranges.ruleset) for node in (premise, conclusion)
    )
    words = {side.op for node in (premise, conclusion) for side in node.args[::2]}
    if "word" in words or len(one.terms) != 1 or one.terms.keys() != other.terms.keys():
        return False
    (term,) = one.terms.values()
    left = one.narrowing(ranges.range_of(term.node), premise.args[1])
    return not left.is_empty and other.narrowing(left, OPPOSITE_COMPARISONS[conclusion.args[1]]).is_empty
