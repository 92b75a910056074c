"""What a list of literals demands of the groups of a hand: which may be there, which must, and how many."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

from scorer.check.possible.bounds import Range
from scorer.check.possible.claims import Literal
from scorer.check.possible.world import CLAIMED_SIZE, Element, Picked, Winds, World
from scorer.language.nodes import Node
from scorer.values import cached_property, dataclass, replace

Weights = tuple[int, ...]
Bounds = tuple[list[int], list[int]]
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


@dataclass(frozen=True)
class Demands:
    """`allowed` are the elements that may be there, as bits; `tiles` the kinds of tile."""

    allowed: int
    tiles: int
    sums: tuple[Sum, ...] = ()
    shapes: frozenset[str] | None = None
    not_shapes: frozenset[str] = frozenset()
    contains: tuple[str, ...] = ()
    templates: tuple[tuple[Node, ...], ...] = ()

    def only(self, bits: int) -> Demands:
        return replace(self, allowed=self.allowed & bits)

    def some(self, bits: int) -> Demands:
        """Adds that some group is one of these."""
        weights = tuple(bits >> place & 1 for place in range(max(bits, self.allowed).bit_length()))
        return replace(self, sums=(*self.sums, Sum(weights, 1, True)))

    def on_tiles(self, mask: int, world: World) -> Demands:
        """Adds that every tile lies in a class."""
        found = self.only(world.touching(mask, "of"))
        return replace(found, tiles=self.tiles & mask)


class Demanding:
    """Adds one literal after another, in one world with known winds."""

    def __init__(self, world: World, winds: Winds | None) -> None:
        self.world, self.winds = world, winds

    def add(self, demands: Demands, literal: Literal) -> Demands:
        """With one literal that is no comparison."""
        node = literal.node
        if node.op == "call":
            return DEMANDS[node.args[0]](self, demands, literal.holds, *node.args[1:])
        if node.op == "fact" and node.args[0] in FACTS:
            return FACTS[node.args[0]](self, demands, literal.holds)
        return demands  # an option, or a fact of the situation: of no group

    def weights(self, node: Node) -> Bounds | None:
        """What each element adds to a number, at least and at most; None for a number that is no sum."""
        return WEIGHTS[node.args[0]](self, *node.args[1:]) if node.op == "call" else None

    # -- what demands and weights are made of -----------------------------------------------------------

    def where(self, accept: Callable[[Element], bool]) -> int:
        """The elements that are accepted, as bits."""
        return self.world.bits(map(accept, self.world.elements))

    def tiles_of(self, of: Node) -> Picked:
        """The tiles that surely belong to a class, and those that perhaps do."""
        return self.world.class_mask(of, self.winds)

    def groups_of(self, selector: Node) -> Picked:
        """The elements that a selector surely picks, and those that it perhaps does."""
        return self.world.selected(selector, self.winds)

    def counted(self, selector: Node, among: Callable[[Element], bool]) -> Bounds:
        """1 for each element that a selector picks."""
        surely, perhaps = self.groups_of(selector)
        wanted, places = self.where(among), range(len(self.world.elements))
        low, high = ([(mask & wanted) >> place & 1 for place in places] for mask in (surely, perhaps))
        return low, high

    def weighed(self, of: Node, value: dict[int, int], among: Callable[[Element], bool]) -> Bounds:
        """The values of each element's tiles that belong to a class."""
        found = []
        for mask in self.tiles_of(of):
            worth = {kind: amount for kind, amount in value.items() if mask >> kind & 1}
            counted = [element.tiles if among(element) else () for element in self.world.elements]
            found.append([sum(worth.get(kind, 0) for kind in tiles) for tiles in counted])
        return found[0], found[1]


def _any_element(element: Element) -> bool:
    return True


# ---- truths of every game


def _concealed_hand(at: Demanding, demands: Demands, holds: bool) -> Demands:
    called = at.where(lambda element: element.called)
    return demands.only(at.world.all_bits & ~called) if holds else demands.some(called)


def _self_draw(at: Demanding, demands: Demands, holds: bool) -> Demands:
    claimed = at.where(lambda element: _claimable(element) and element.concealed != holds)
    return demands.only(at.world.all_bits & ~claimed)


def _fully_open(at: Demanding, demands: Demands, holds: bool) -> Demands:
    if not holds:
        return demands
    called = at.where(lambda element: element.called)
    return demands.only(at.world.all_bits & ~at.world.sets | called).some(at.world.sets)


def _of_no_group(at: Demanding, demands: Demands, holds: bool, *arguments: object) -> Demands:
    """What says nothing of single groups: it demands nothing, and so excludes nothing."""
    return demands


FACTS: dict[str, Callable[[Demanding, Demands, bool], Demands]] = {
    "self_draw": _self_draw,
    "discard": lambda at, demands, holds: _self_draw(at, demands, not holds),
    "dealer": _of_no_group,
    "from_dealer": _of_no_group,
    "concealed_hand": _concealed_hand,
    "fully_open": _fully_open,
}
"""What every fact that is a truth demands of a hand."""


# ---- functions that are truths


def _all_tiles(at: Demanding, demands: Demands, holds: bool, of: Node) -> Demands:
    surely, perhaps = at.tiles_of(of)
    if holds:
        return demands.on_tiles(perhaps, at.world)
    return demands.some(at.world.touching(at.world.every & ~surely, "has"))


def _any_tile(at: Demanding, demands: Demands, holds: bool, of: Node) -> Demands:
    surely, perhaps = at.tiles_of(of)
    if holds:
        return demands.some(at.world.touching(perhaps, "has"))
    return demands.on_tiles(at.world.every & ~surely, at.world)


def _contains(at: Demanding, demands: Demands, holds: bool, text: str) -> Demands:
    return replace(demands, contains=(*demands.contains, text)) if holds else demands


def _all_sets(at: Demanding, demands: Demands, holds: bool, selector: Node) -> Demands:
    perhaps = at.groups_of(selector)[1]
    return demands.only(perhaps | ~at.world.sets).some(at.world.sets) if holds else demands


def _all_groups(at: Demanding, demands: Demands, holds: bool, selector: Node) -> Demands:
    surely, perhaps = at.groups_of(selector)
    return demands.only(perhaps) if holds else demands.some(at.world.all_bits & ~surely)


def _any_group(at: Demanding, demands: Demands, holds: bool, selector: Node) -> Demands:
    surely, perhaps = at.groups_of(selector)
    return demands.some(perhaps) if holds else demands.only(at.world.all_bits & ~surely)


def _match(at: Demanding, demands: Demands, holds: bool, *templates: Node) -> Demands:
    return replace(demands, templates=(*demands.templates, templates)) if holds else demands


def _shape(at: Demanding, demands: Demands, holds: bool, name: str) -> Demands:
    if not holds:
        return replace(demands, not_shapes=demands.not_shapes | {name})
    only = frozenset({name}) & (demands.shapes if demands.shapes is not None else frozenset({name}))
    return replace(demands, shapes=only)


def _wait(at: Demanding, demands: Demands, holds: bool, name: str) -> Demands:
    other = at.where(lambda element: element.won and (element.wait == name) != holds)
    return demands.only(at.world.all_bits & ~other)


DEMANDS: dict[str, Callable[..., Demands]] = {
    "all_tiles": _all_tiles,
    "any_tile": _any_tile,
    "no_tile": lambda at, demands, holds, of: _any_tile(at, demands, not holds, of),
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


def _tiles(at: Demanding, of: Node) -> Bounds:
    return at.weighed(of, dict.fromkeys(at.world.tileset.playing, 1), _any_element)


def _exposed(at: Demanding, of: Node) -> Bounds:
    ones = dict.fromkeys(at.world.tileset.playing, 1)
    return at.weighed(of, ones, lambda element: element.called)


def _pips(at: Demanding, of: Node) -> Bounds | None:
    rank = at.world.tileset.attributes[1]
    kinds = [at.world.tileset.kinds[index] for index in at.world.tileset.playing]
    ranks = {kind.index: kind.attribute.get(rank) for kind in kinds}
    worth = {index: value for index, value in ranks.items() if isinstance(value, int)}
    return at.weighed(of, worth, _any_element) if min(worth.values(), default=0) >= 0 else None


def _no_sum(at: Demanding, *arguments: object) -> None:
    """A number that groups do not add up to: only its bounds are known."""


WEIGHTS: dict[str, Callable[..., Bounds | None]] = {
    "tiles": _tiles,
    "pips": _pips,
    "exposed": _exposed,
    "melds": lambda at, selector: at.counted(selector, lambda element: element.melded),
    "sets": lambda at, selector: at.counted(selector, lambda element: element.is_set),
    "groups": lambda at, selector: at.counted(selector, _any_element),
    **dict.fromkeys(("kinds", "copies", "values", "flowers", "indicated", "set_total"), _no_sum),
    **dict.fromkeys(("awarded", "min", "max"), _no_sum),
}
"""What each element adds to every function that is a number, called with its arguments."""


def _claimable(element: Element) -> bool:
    return element.won and len(element.tiles) >= CLAIMED_SIZE


def sums_of(low: Weights, high: Weights, rest: Range, op: str) -> tuple[Sum, ...]:
    """Weights and a remaining range that together compare with nothing: what the weights must reach."""
    found = []
    if op in (">=", ">", "==") and rest.high < inf:
        found.append(Sum(high, floor(-rest.high) + 1 if op == ">" else ceil(-rest.high), True))
    if op in ("<=", "<", "==") and rest.low > -inf:
        found.append(Sum(low, ceil(-rest.low) - 1 if op == "<" else floor(-rest.low), False))
    return tuple(found)
