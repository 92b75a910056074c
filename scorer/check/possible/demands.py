"""What conditions demand of a hand: alternatives of simple literals, whether these agree, and which groups
may be there, which must, and how many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import ceil, floor, inf

from scorer.check.possible.bounds import DEEPEST, Linear, Range, Ranges, can_be, difference, exactly
from scorer.check.possible.world import Picked, TooLarge, Winds, World
from scorer.language.nodes import OPPOSITE, Node, plain
from scorer.language.vocabulary import NUMBER_FACTS, TRUTH_FACTS
from scorer.ruleset.model import Ruleset, Value
from scorer.values import cached_property, dataclass, replace

# ---- alternatives of simple literals

MOST_ALTERNATIVES = 96
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


def alternatives(node: Node, ruleset: Ruleset, holds: bool = True, depth: int = 0) -> list[Together]:
    """The ways in which a condition can hold (or fail), each a list of literals. Raises TooLarge."""
    if depth > DEEPEST:
        raise TooLarge("conditions that are too deep")
    return CONDITIONS[node.op](node, ruleset, holds, depth + 1)


def both(parts: Sequence[list[Together]]) -> list[Together]:
    """Every way to take one alternative of each part."""
    found: list[Together] = [()]
    for part in parts:
        found = _few([(*one, *other) for one, other in product(found, part)])
    return found


def _either(parts: Iterable[list[Together]]) -> list[Together]:
    return _few([together for part in parts for together in part])


def _few(found: list[Together]) -> list[Together]:
    if len(found) > MOST_ALTERNATIVES:
        raise TooLarge("too many alternatives")
    return found


def _joined(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    parts = [alternatives(part, ruleset, holds, depth) for part in node.args]
    return both(parts) if (node.op == "and") == holds else _either(parts)


def _if(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    condition, then, otherwise = node.args
    return _either(
        both([alternatives(condition, ruleset, taken, depth), alternatives(branch, ruleset, holds, depth)])
        for taken, branch in ((True, then), (False, otherwise))
    )


def _compare(node: Node, ruleset: Ruleset, holds: bool, depth: int) -> list[Together]:
    """The links of a chain; a chain that fails fails in one of them."""
    links = [
        Literal(Node("compare", (left, op if holds else OPPOSITE[op], right), node.text, node.at))
        for left, op, right in zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
    ]
    return [tuple(links)] if holds else [(link,) for link in links]


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
        needed = [*(requirement.node for requirement in item.requires), item.enabled]
        parts = [alternatives(part, ruleset, True, DEEPEST // 2 + 1) for part in needed if part is not None]
        found.append(both([[own], *parts]))
    return _either(found)


CONDITIONS: dict[str, Callable[[Node, Ruleset, bool, int], list[Together]]] = {
    **dict.fromkeys(
        ("number", "word", "option", "amount", "letter", "arithmetic", "negative", "call", "table"),
        lambda node, ruleset, holds, depth: [(Literal(node, holds),)],
    ),
    "truth": lambda node, ruleset, holds, depth: [()] if node.args[0] == holds else [],
    "fact": _fact,
    "named": lambda node, ruleset, holds, depth: alternatives(
        ruleset.fact_by_id[node.args[0]].node, ruleset, holds, depth
    ),
    "and": _joined,
    "or": _joined,
    "not": lambda node, ruleset, holds, depth: alternatives(node.args[0], ruleset, not holds, depth),
    "compare": _compare,
    "if": _if,
}
"""How every kind of node is taken apart; a number stands for itself, since no condition is one."""


# ---- what literals claim together, apart from hands

ONLY_ONE = ("wait", "shape")
"""Of these a reading has one."""


class Claims:
    """The truths, words and numbers of a list of literals; `agree` says whether they can be at once."""

    def __init__(self, world: World, ranges: Ranges, together: Together) -> None:
        self.world, self.ranges, self.ruleset, self.together = world, ranges, world.ruleset, together
        self.truths: dict[object, bool] = {}
        self.words: dict[str, frozenset[Value]] = {}
        self.numbers: dict[object, Range] = {}
        self.sums: list[tuple[Linear, str]] = []
        self.agree = all(self._take(literal) for literal in together) and all(
            can_be(self.range_of(total), op) for total, op in self.sums
        )

    def _take(self, literal: Literal) -> bool:
        """Notes a literal; whether it agrees with those before."""
        node = literal.node
        if node.op == "compare":
            return self._compare(*node.args)
        if node.op == "fact" and literal.holds and not self._can_be_said(node.args[0]):
            return False
        if self.truths.setdefault(literal.key, literal.holds) != literal.holds:
            return False
        if node.op == "call" and node.args[0] in ONLY_ONE and literal.holds:
            same = [key for key, holds in self.truths.items() if holds and is_call(key, node.args[0])]
            return len(same) == 1
        return True

    def _can_be_said(self, name: str) -> bool:
        """Whether anything makes a fact true: the engine, or a circumstance that was not dropped."""
        known = name in TRUTH_FACTS or name in NUMBER_FACTS
        return known or any(item.fact == name for item in self.ruleset.circumstances)

    def _compare(self, left: Node, op: str, right: Node) -> bool:
        if "word" in (left.op, right.op):
            return self._word(*((left, right) if left.op == "option" else (right, left)), op == "==")
        total = difference(left, right, self.ruleset)
        self.sums.append((total, op))
        if not total.terms:
            return can_be(exactly(total.constant), op)
        if len(total.terms) > 1:  # comparisons of the same terms narrow the sum of these
            scaled = total.times(1 / next(iter(total.terms.values())).times)
            key: object = "sum", tuple(sorted((repr(of), one.times) for of, one in scaled.terms.items()))
            before = self.numbers.get(key, self.range_of(Linear(scaled.terms)))
            self.numbers[key] = total.narrowing(before, op)
            return not self.numbers[key].is_empty
        ((key, term),) = total.terms.items()
        self.numbers[key] = after = total.narrowing(self.known(key, term.node), op)
        choices = self.world.option(term.node.args[0]).choices if term.node.op == "option" else ()
        numbers = [value for value in choices if isinstance(value, int)]
        has_choice = not numbers or any(after.low <= value <= after.high for value in numbers)
        return has_choice and not after.is_empty

    def _word(self, option: Node, word: Node, is_equal: bool) -> bool:
        """An option compared with one of its words: the words that are left."""
        if option.op != "option":
            return True
        name, wanted = option.args[0], word.args[0]
        before = self.words.get(name, frozenset(self.world.choices(name)))
        self.words[name] = frozenset(kept for kept in before if (kept == wanted) == is_equal)
        return bool(self.words[name])

    def range_of(self, total: Linear) -> Range:
        """What a sum can be."""
        parts = (self.known(key, term.node) * exactly(term.times) for key, term in total.terms.items())
        return sum(parts, exactly(total.constant))

    def known(self, key: object, node: Node) -> Range:
        """What is left of a number."""
        return self.numbers.get(key, self.ranges.of(node))


def is_call(key: object, name: str) -> bool:
    """Whether a key (see `plain`) is that of a call of a function."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "call" and key[1][:1] == (name,)


# ---- what follows by words alone
#
# Only this much is called superfluous: that four triplets leave no runs is true, but saying so is no fault.

OF_SETS = ("any_group", "all_groups", "all_sets")


def _within(first: int, second: int, every: int) -> bool:
    return not first & ~second


RULES: dict[tuple[str, str], Callable[[int, int, int], bool]] = {
    ("all_tiles", "all_tiles"): _within,
    ("all_tiles", "no_tile"): lambda first, second, every: not first & second,
    ("all_tiles", "any_tile"): _within,
    ("any_tile", "any_tile"): _within,
    ("no_tile", "no_tile"): lambda first, second, every: not second & ~first,
    ("no_tile", "all_tiles"): lambda first, second, every: not every & ~first & ~second,
    **{(name, name): _within for name in OF_SETS},
}
"""On the tiles (or sets) of the first condition, those of the second, and all tiles."""


def plainly_follows(first: Node, second: Node, world: World, ranges: Ranges) -> bool:
    """Whether the second condition holds wherever the first does, seen from their words."""
    if plain(first) == plain(second):
        return True
    if first.op == second.op == "compare" and len(first.args) == len(second.args) == 3:
        return _by_numbers(first, second, ranges)
    rule = RULES.get((first.args[0], second.args[0])) if first.op == second.op == "call" else None
    if rule is None:
        return False
    picked = world.selected if first.args[0] in OF_SETS else world.class_mask
    try:
        (surely, perhaps), (other_surely, other_perhaps) = picked(first.args[1]), picked(second.args[1])
    except TooLarge:
        return False
    is_known = surely == perhaps and other_surely == other_perhaps
    return is_known and rule(surely, other_surely, world.every)


def _by_numbers(first: Node, second: Node, ranges: Ranges) -> bool:
    """Comparisons of one number with constants."""
    one, other = (difference(node.args[0], node.args[2], ranges.ruleset) for node in (first, second))
    words = {side.op for node in (first, second) for side in node.args[::2]}
    if "word" in words or len(one.terms) != 1 or one.terms.keys() != other.terms.keys():
        return False
    (term,) = one.terms.values()
    left = one.narrowing(ranges.of(term.node), first.args[1])
    return not left.is_empty and other.narrowing(left, OPPOSITE[second.args[1]]).is_empty


# ---- what literals demand of the groups of a hand

Weights = tuple[int, ...]
Bounds = tuple[Weights, Weights]
"""What each element adds at least, and at most."""


@dataclass(frozen=True)
class Sum:
    """The weights of the hand's groups add up to at least (or at most) a bound."""

    weights: Weights
    bound: int
    at_least: bool

    @cached_property
    def is_plain(self) -> bool:
        """Whether adding a group never brings the sum down."""
        return min(self.weights, default=0) >= 0

    def is_met_by(self, amount: int) -> bool:
        return amount >= self.bound if self.at_least else amount <= self.bound


@dataclass(frozen=True)
class Demands:
    """`allowed` are the elements of a world with known winds that may be there, as bits; `tiles` the kinds of
    tile, and `shapes` those in which a hand may be read.
    """

    world: World
    winds: Winds | None
    allowed: int
    tiles: int
    shapes: frozenset[str]
    sums: tuple[Sum, ...] = ()
    contains: tuple[str, ...] = ()
    templates: tuple[tuple[Node, ...], ...] = ()

    def with_literal(self, literal: Literal) -> Demands:
        """Adds a literal that is no comparison."""
        node = literal.node
        if node.op == "call":
            return DEMANDS[node.args[0]](self, literal.holds, *node.args[1:])
        if node.op == "fact" and node.args[0] in FACTS:
            return FACTS[node.args[0]](self, literal.holds)
        return self  # an option, or a fact of the situation: of no group

    def without(self, bits: int) -> Demands:
        """Adds that no group is one of these."""
        return replace(self, allowed=self.allowed & ~bits)

    def some(self, bits: int) -> Demands:
        """Adds that some group is one of these."""
        return replace(self, sums=(*self.sums, Sum(self.world.ones(bits), 1, True)))

    def on_tiles(self, mask: int) -> Demands:
        """Adds that every tile lies in a class."""
        found = self.without(~self.world.touching(self.world.every & mask, "of"))
        return replace(found, tiles=self.tiles & self.world.every & mask)

    def with_tile(self, mask: int) -> Demands:
        """Adds that some tile lies in a class."""
        return self.some(self.world.touching(self.world.every & mask, "has"))

    # -- what demands and weights are made of -----------------------------------------------------------

    def weights(self, node: Node) -> Bounds | None:
        """What each element adds to a number, at least and at most; None for a number that is no sum."""
        return WEIGHTS[node.args[0]](self, *node.args[1:]) if node.op == "call" else None

    def tiles_of(self, of: Node) -> Picked:
        """The tiles that surely belong to a class, and those that perhaps do."""
        return self.world.class_mask(of, self.winds)

    def groups_of(self, selector: Node) -> Picked:
        """The elements that a selector surely picks, and those that it perhaps does."""
        return self.world.selected(selector, self.winds)

    def counted(self, selector: Node, among: int = -1) -> Bounds:
        """1 for each element, of those among which it is looked for, that a selector picks."""
        surely, perhaps = self.groups_of(selector)
        return self.world.ones(surely & among), self.world.ones(perhaps & among)

    def weighed(self, of: Node, value: dict[int, int], among: int = -1) -> Bounds:
        """The values of each element's tiles that belong to a class."""
        found = []
        counted = [one.tiles if among >> place & 1 else () for place, one in enumerate(self.world.elements)]
        for mask in self.tiles_of(of):
            worth = {kind: amount for kind, amount in value.items() if mask >> kind & 1}
            found.append(tuple(sum(worth.get(kind, 0) for kind in tiles) for tiles in counted))
        return found[0], found[1]


# ---- facts and functions that are truths


def _concealed_hand(demands: Demands, holds: bool) -> Demands:
    called = demands.world.where("called")
    return demands.without(called) if holds else demands.some(called)


def _self_draw(demands: Demands, holds: bool) -> Demands:
    claimable, concealed = demands.world.where("is_claimable"), demands.world.where("concealed")
    return demands.without(claimable & (~concealed if holds else concealed))


def _fully_open(demands: Demands, holds: bool) -> Demands:
    sets = demands.world.sets
    return demands.without(sets & ~demands.world.where("called")).some(sets) if holds else demands


def _of_no_group(demands: Demands, holds: bool, *arguments: object) -> Demands:
    """What says nothing of single groups: it demands nothing, and so excludes nothing."""
    return demands


FACTS: dict[str, Callable[[Demands, bool], Demands]] = {
    "self_draw": _self_draw,
    "discard": lambda demands, holds: _self_draw(demands, not holds),
    "dealer": _of_no_group,
    "from_dealer": _of_no_group,
    "concealed_hand": _concealed_hand,
    "fully_open": _fully_open,
}
"""What every fact that is a truth demands of a hand."""


def _all_tiles(demands: Demands, holds: bool, of: Node) -> Demands:
    surely, perhaps = demands.tiles_of(of)
    return demands.on_tiles(perhaps) if holds else demands.with_tile(~surely)


def _any_tile(demands: Demands, holds: bool, of: Node) -> Demands:
    surely, perhaps = demands.tiles_of(of)
    return demands.with_tile(perhaps) if holds else demands.on_tiles(~surely)


def _contains(demands: Demands, holds: bool, text: str) -> Demands:
    return replace(demands, contains=(*demands.contains, text)) if holds else demands


def _all_sets(demands: Demands, holds: bool, selector: Node) -> Demands:
    sets, perhaps = demands.world.sets, demands.groups_of(selector)[1]
    return demands.without(sets & ~perhaps).some(sets) if holds else demands


def _all_groups(demands: Demands, holds: bool, selector: Node) -> Demands:
    surely, perhaps = demands.groups_of(selector)
    return demands.without(~perhaps) if holds else demands.some(~surely)


def _any_group(demands: Demands, holds: bool, selector: Node) -> Demands:
    surely, perhaps = demands.groups_of(selector)
    return demands.some(perhaps) if holds else demands.without(surely)


def _match(demands: Demands, holds: bool, *templates: Node) -> Demands:
    return replace(demands, templates=(*demands.templates, templates)) if holds else demands


def _shape(demands: Demands, holds: bool, name: str) -> Demands:
    return replace(demands, shapes=demands.shapes & {name} if holds else demands.shapes - {name})


def _wait(demands: Demands, holds: bool, name: str) -> Demands:
    won, same = (
        demands.world.where("won"),
        demands.world.bits(one.wait == name for one in demands.world.elements),
    )
    return demands.without(won & (~same if holds else same))


DEMANDS: dict[str, Callable[..., Demands]] = {
    "all_tiles": _all_tiles,
    "any_tile": _any_tile,
    "no_tile": lambda demands, holds, of: _any_tile(demands, not holds, of),
    "contains": _contains,
    "all_sets": _all_sets,
    "all_groups": _all_groups,
    "any_group": _any_group,
    "match": _match,
    "shape": _shape,
    "wait": _wait,
    "on_every_wait": _of_no_group,
}
"""What every function that is a truth demands, called with its arguments after whether it holds."""


# ---- functions that are numbers


def _tiles(demands: Demands, of: Node, among: int = -1) -> Bounds:
    return demands.weighed(of, dict.fromkeys(demands.world.tileset.playing, 1), among)


def _pips(demands: Demands, of: Node) -> Bounds | None:
    rank = demands.world.tileset.attributes[1]
    kinds = [demands.world.tileset.kinds[index] for index in demands.world.tileset.playing]
    ranks = {kind.index: kind.attribute.get(rank) for kind in kinds}
    worth = {index: value for index, value in ranks.items() if isinstance(value, int)}
    return demands.weighed(of, worth) if min(worth.values(), default=0) >= 0 else None


def _no_sum(demands: Demands, *arguments: object) -> None:
    """A number that groups do not add up to: only its bounds are known."""


WEIGHTS: dict[str, Callable[..., Bounds | None]] = {
    "tiles": _tiles,
    "pips": _pips,
    "exposed": lambda demands, of: _tiles(demands, of, demands.world.where("called")),
    "melds": lambda demands, selector: demands.counted(selector, demands.world.where("melded")),
    "sets": lambda demands, selector: demands.counted(selector, demands.world.sets),
    "groups": Demands.counted,
    **dict.fromkeys(("kinds", "copies", "values", "flowers", "indicated", "set_total"), _no_sum),
    **dict.fromkeys(("awarded", "min", "max"), _no_sum),
}
"""What each element adds to every function that is a number, called with its arguments."""


def sums_of(low: Weights, high: Weights, rest: Range, op: str) -> tuple[Sum, ...]:
    """Weights and a remaining range that together compare with nothing: what the weights must reach."""
    found = []
    if op in (">=", ">", "==") and rest.high < inf:
        found.append(Sum(high, floor(-rest.high) + 1 if op == ">" else ceil(-rest.high), True))
    if op in ("<=", "<", "==") and rest.low > -inf:
        found.append(Sum(low, ceil(-rest.low) - 1 if op == "<" else floor(-rest.low), False))
    return tuple(found)
