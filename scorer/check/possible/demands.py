"""What a list of literals demands of the groups of a hand: which may be there, which must, and how many."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import ceil, floor, inf
from typing import Any

from scorer.check.possible.bounds import Range, Size
from scorer.check.possible.literals import Literal
from scorer.check.possible.world import CLAIMED_SIZE, Element, Winds, World
from scorer.language.nodes import Node
from scorer.values import dataclass, replace

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


Adder = Callable[[Demands, Any, bool], Demands]


class Demanding:
    """Adds one literal after another, in one world with known winds."""

    def __init__(self, world: World, winds: Winds | None) -> None:
        self.world, self.winds = world, winds

    def start(self) -> Demands:
        """Nothing demanded yet, but that one group was completed last."""
        return Demands(self.world.all_bits, self.world.every)

    def add(self, demands: Demands, literal: Literal) -> Demands:
        """With one literal that is no comparison."""
        node = literal.node
        if node.op == "fact":
            return self._fact(demands, node.args[0], literal.holds)
        if node.op != "call":
            return demands
        name, *args = node.args
        if name == "match":
            return replace(demands, templates=(*demands.templates, tuple(args))) if literal.holds else demands
        adder = getattr(self, f"_{name}", None)
        return adder(demands, args[0], literal.holds) if adder else demands

    def _where(self, accept: list[bool]) -> int:
        return self.world.bits(accept)

    def _fact(self, demands: Demands, name: str, holds: bool) -> Demands:
        elements = self.world.elements
        called = self._where([element.called for element in elements])
        if name == "concealed_hand":
            return demands.only(self.world.all_bits & ~called) if holds else demands.some(called)
        if name == "self_draw":
            claimed = self._where([_claimable(e) and e.concealed != holds for e in elements])
            return demands.only(self.world.all_bits & ~claimed)
        if name == "fully_open" and holds:
            sets = self._where([element.is_set for element in elements])
            return demands.only(self.world.all_bits & ~sets | called).some(sets)
        return demands

    # -- tiles ------------------------------------------------------------------------------------------

    def _class(self, of: Node) -> tuple[int, int]:
        return self.world.class_mask(of, self.winds)

    def _all_tiles(self, demands: Demands, of: Node, holds: bool) -> Demands:
        surely, perhaps = self._class(of)
        if holds:
            return demands.on_tiles(perhaps, self.world)
        return demands.some(self.world.touching(self.world.every & ~surely, "has"))

    def _any_tile(self, demands: Demands, of: Node, holds: bool) -> Demands:
        surely, perhaps = self._class(of)
        if holds:
            return demands.some(self.world.touching(perhaps, "has"))
        return demands.on_tiles(self.world.every & ~surely, self.world)

    def _no_tile(self, demands: Demands, of: Node, holds: bool) -> Demands:
        return self._any_tile(demands, of, not holds)

    def _contains(self, demands: Demands, text: str, holds: bool) -> Demands:
        return replace(demands, contains=(*demands.contains, text)) if holds else demands

    # -- groups -----------------------------------------------------------------------------------------

    def _bits(self, selector: Node) -> tuple[int, int]:
        return self.world.selected(selector, self.winds)

    def _sets_only(self) -> int:
        return self._where([element.is_set for element in self.world.elements])

    def _all_sets(self, demands: Demands, selector: Node, holds: bool) -> Demands:
        (_, perhaps), sets = self._bits(selector), self._sets_only()
        return demands.only(perhaps | self.world.all_bits & ~sets).some(sets) if holds else demands

    def _all_groups(self, demands: Demands, selector: Node, holds: bool) -> Demands:
        surely, perhaps = self._bits(selector)
        return demands.only(perhaps) if holds else demands.some(self.world.all_bits & ~surely)

    def _any_group(self, demands: Demands, selector: Node, holds: bool) -> Demands:
        surely, perhaps = self._bits(selector)
        return demands.some(perhaps) if holds else demands.only(self.world.all_bits & ~surely)

    def _shape(self, demands: Demands, name: str, holds: bool) -> Demands:
        if not holds:
            return replace(demands, not_shapes=demands.not_shapes | {name})
        only = frozenset({name}) & (demands.shapes if demands.shapes is not None else frozenset({name}))
        return replace(demands, shapes=only)

    def _wait(self, demands: Demands, name: str, holds: bool) -> Demands:
        other = [element.won and (element.wait == name) != holds for element in self.world.elements]
        return demands.only(self.world.all_bits & ~self._where(other))

    # -- sums -------------------------------------------------------------------------------------------

    def weights(self, node: Node) -> Bounds | None:
        """What each element adds to a number, at least and at most; None for a number that is no sum."""
        if node.op != "call":
            return None
        weigher = getattr(self, f"_weigh_{node.args[0]}", None)
        return weigher(node.args[1]) if weigher else None

    def _counted(self, selector: Node, among: list[bool]) -> Bounds:
        surely, perhaps = self._bits(selector)
        low = [surely >> place & 1 if wanted else 0 for place, wanted in enumerate(among)]
        high = [perhaps >> place & 1 if wanted else 0 for place, wanted in enumerate(among)]
        return low, high

    def _weigh_sets(self, selector: Node) -> Bounds:
        return self._counted(selector, [element.is_set for element in self.world.elements])

    def _weigh_groups(self, selector: Node) -> Bounds:
        return self._counted(selector, [True for _ in self.world.elements])

    def _weigh_melds(self, selector: Node) -> Bounds:
        return self._counted(selector, [element.melded for element in self.world.elements])

    def _tile_weights(self, of: Node, value: dict[int, int], among: list[bool]) -> Bounds:
        surely, perhaps = self._class(of)
        found = []
        for mask in (surely, perhaps):
            worth = {kind: amount for kind, amount in value.items() if mask >> kind & 1}
            found.append(
                [
                    sum(worth.get(kind, 0) for kind in element.tiles) if wanted else 0
                    for element, wanted in zip(self.world.elements, among, strict=True)
                ]
            )
        return found[0], found[1]

    def _weigh_tiles(self, of: Node) -> Bounds:
        ones = dict.fromkeys(self.world.tileset.playing, 1)
        return self._tile_weights(of, ones, [True for _ in self.world.elements])

    def _weigh_exposed(self, of: Node) -> Bounds:
        ones = dict.fromkeys(self.world.tileset.playing, 1)
        return self._tile_weights(of, ones, [element.called for element in self.world.elements])

    def _weigh_pips(self, of: Node) -> Bounds | None:
        rank = self.world.tileset.attributes[1]
        kinds = [self.world.tileset.kinds[index] for index in self.world.tileset.playing]
        ranks = {kind.index: kind.attribute.get(rank) for kind in kinds}
        worth = {index: value for index, value in ranks.items() if isinstance(value, int)}
        if any(value < 0 for value in worth.values()):
            return None
        return self._tile_weights(of, worth, [True for _ in self.world.elements])


def _claimable(element: Element) -> bool:
    return element.won and len(element.tiles) >= CLAIMED_SIZE


def sums_of(low: Weights, high: Weights, rest: Range, op: str) -> tuple[Sum, ...]:
    """Weights and a remaining range that together compare with nothing: what the weights must reach."""
    found = []
    if op in (">=", ">", "==") and rest.high < inf:
        least = _whole(-rest.high, up=True) + (op == ">" and -rest.high == floor(-rest.high))
        found.append(Sum(high, least, True))
    if op in ("<=", "<", "==") and rest.low > -inf:
        most = _whole(-rest.low, up=False) - (op == "<" and -rest.low == ceil(-rest.low))
        found.append(Sum(low, most, False))
    return tuple(found)


def _whole(number: Size, up: bool) -> int:
    return ceil(number) if up else floor(number)
