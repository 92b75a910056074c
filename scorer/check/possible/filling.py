"""Whether a shape can be filled so that every demand is met, with the tiles that there are.

A shape becomes plans: places for groups, some of them fixed, the others open. Elements that no demand
tells apart are one cell. The search chooses how many groups come from each cell, and then whether that
many can be made of the copies of the tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from scorer.check.possible.demands import Demands, Sum
from scorer.check.possible.world import PAIR, SINGLE, Element, World, without
from scorer.readings import Kinds, Shape, knitted_rows
from scorer.tiles import mask_of, members
from scorer.values import dataclass, replace

# ---- the ways to fill a shape

MOST_PLANS = 64
Fixed = tuple[tuple[str, Kinds], ...]


@dataclass(frozen=True)
class Plan:
    """Places of one shape: `fixed` groups, then free sets of `kinds`, pairs and single tiles.

    `tiles` are the kinds of tile that the free places may have, `most` how often a group of two or one
    equal tiles may be there (a hand of different pairs has each once). `flowers`: a flower alone has won.
    """

    fixed: Fixed = ()
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: frozenset[str] = frozenset()
    concealed: bool = False
    tiles: int = -1
    copies: int = 99
    flowers: bool = False


def plans_of(shape: Shape, world: World) -> list[Plan]:
    """Every plan of a shape; too many are cut, which only widens what is possible."""
    return list(WAYS[shape.way](shape, world))[:MOST_PLANS]


def _sets(shape: Shape, world: World) -> Iterator[Plan]:
    yield _free(shape)


def _free(shape: Shape) -> Plan:
    """The places of sets, pairs and single tiles; pairs that name their kind are sets of it."""
    pairs = 0 if shape.pair_kind else shape.pairs
    kinds = frozenset(shape.set_kinds)
    return Plan((), shape.in_kinds, pairs, shape.singles, kinds, shape.concealed)


def _pairs(shape: Shape, world: World) -> Iterator[Plan]:
    yield Plan(pairs=shape.pairs, concealed=True, copies=2 if shape.different else 99)


def _one_of_each(shape: Shape, world: World) -> Iterator[Plan]:
    kinds = list(members(shape.mask & world.every))
    if mask_of(kinds) != shape.mask:
        return
    for twice in kinds:
        fixed = tuple((SINGLE, (kind,)) for kind in kinds if kind != twice)
        yield Plan((*fixed, (PAIR, (twice, twice))), concealed=True)


def _fixed(shape: Shape, world: World) -> Iterator[Plan]:
    free = _free(shape)
    for rows in knitted_rows(shape.knitted, world.tileset):
        if all(world.every >> kind & 1 for row in rows for kind in row):
            yield replace(free, fixed=tuple(("knitted", row) for row in rows))


def _different(shape: Shape, world: World) -> Iterator[Plan]:
    rows = [row for choice in knitted_rows(shape.knitted, world.tileset) for row in choice]
    allowed = shape.mask | mask_of(kind for row in rows for kind in row)
    yield Plan(singles=shape.size, concealed=True, tiles=allowed, copies=1)


def _flowers(shape: Shape, world: World) -> Iterator[Plan]:
    yield Plan(concealed=True, flowers=True)


WAYS = {
    "flowers": _flowers, "sets": _sets, "pairs": _pairs, "one_of_each": _one_of_each, "fixed": _fixed,
    "different": _different,
}  # fmt: skip


# ---- the search

MOST_STEPS = 6_000
MOST_PACKING_STEPS = 400
MOST_FILLINGS = 60
SET = "set"
SLOTS = (SET, PAIR, SINGLE)


class Undecided(Exception):
    """The search took too long; what it looked for may be possible."""


@dataclass(frozen=True)
class Cell:
    """Groups for one slot that every demand weighs alike, and the most of them that can be there at once."""

    slot: str
    weights: tuple[int, ...]
    tiles: tuple[Kinds, ...]
    most: int


Chosen = tuple[tuple[Cell, int], ...]
Left = tuple[int, ...]
"""How many sets, pairs and single tiles are still to be chosen."""
Amounts = tuple[int, ...]
"""What each sum has come to."""


def can_fill(world: World, plan: Plan, demands: Demands) -> bool:
    """Whether the plan can be filled; true where that cannot be decided."""
    try:
        return _Filling(world, plan, demands).succeeds()
    except Undecided:
        return True


class _Filling:
    def __init__(self, world: World, plan: Plan, demands: Demands) -> None:
        self.world, self.plan, self.demands = world, plan, demands
        self.copies = [min(copies, plan.copies) for copies in world.copies]
        won = tuple(int(element.won) for element in world.elements)
        in_a_group = () if plan.flowers else (Sum(won, 1, True), Sum(won, 1, False))
        self.sums = (*demands.sums, *in_a_group)
        self.steps = 0
        self.dead: set[tuple[int, Left, Amounts]] = set()
        world.spend(5 + len(world.elements) // 10)
        counts = {SET: plan.sets, PAIR: plan.pairs, SINGLE: plan.singles}
        self.left: Left = tuple(counts.values())
        self.fixed = [self._cells(self._states(group), SET, 1) for group in plan.fixed]
        self.free = [cell for slot, most in counts.items() for cell in self._free_cells(slot, most)]

    def succeeds(self) -> bool:
        if not all(self.fixed):
            return False
        for count, chosen in enumerate(self._fixed_first(0, (0,) * len(self.sums), ())):
            if self._can_pack(chosen):
                return True
            if count > MOST_FILLINGS:
                raise Undecided
        return False

    # -- cells ------------------------------------------------------------------------------------------

    def _is_allowed(self, place: int, element: Element) -> bool:
        return bool(self.demands.allowed >> place & 1) and not (self.plan.concealed and element.called)

    def _states(self, group: tuple[str, Kinds]) -> list[tuple[int, Element]]:
        """A group that is there, in each of its states."""
        return [(place, self.world.elements[place]) for place in self.world.places.get(group, ())]

    def _free_cells(self, slot: str, most: int) -> list[Cell]:
        return self._cells(self._standing(slot), slot, most) if most else []

    def _standing(self, slot: str) -> list[tuple[int, Element]]:
        """The elements that may take a free place of the plan."""
        key = (self.plan.kinds, self.plan.tiles, slot)
        if key not in self.world.standing:
            found = enumerate(self.world.elements)
            self.world.standing[key] = [pair for pair in found if self._may_stand(pair[1], slot)]
        return self.world.standing[key]

    def _may_stand(self, element: Element, slot: str) -> bool:
        if slot == SET:
            return element.is_set and element.kind in self.plan.kinds
        return element.kind == slot and not element.mask & ~self.plan.tiles

    def _cells(self, elements: list[tuple[int, Element]], slot: str, count: int) -> list[Cell]:
        weights = [*zip_longest(*(total.weights for total in self.sums), fillvalue=0)]
        alike: dict[tuple[int, ...], dict[Kinds, None]] = {}
        for place, element in elements:
            if self._is_allowed(place, element):
                alike.setdefault(weights[place], {}).setdefault(element.tiles)
        return [Cell(slot, key, tuple(tiles), self._most(tiles, count)) for key, tiles in alike.items()]

    def _most(self, tiles: dict[Kinds, None], count: int) -> int:
        total = 0
        for group in tiles:
            total += min(self.copies[kind] // group.count(kind) for kind in group)
            if total >= count:
                return count
        return total

    # -- the search -------------------------------------------------------------------------------------

    def _fixed_first(self, stage: int, sums: Amounts, chosen: Chosen) -> Iterator[Chosen]:
        if stage == len(self.fixed):
            yield from self._fill(0, self.left, sums, chosen)
            return
        for cell in self.fixed[stage]:
            after = self._after(sums, cell, 1)
            if after is not None:
                yield from self._fixed_first(stage + 1, after, (*chosen, (cell, 1)))

    def _fill(self, stage: int, left: Left, sums: Amounts, chosen: Chosen) -> Iterator[Chosen]:
        state = (stage, left, sums)
        self.steps += 1
        self.world.spend()
        if self.steps > MOST_STEPS:
            raise Undecided
        if state in self.dead:
            return
        if stage == len(self.free):
            if not any(left) and self._are_met(sums):
                yield chosen
            return
        found = False
        for filling in self._choose(stage, left, sums, chosen):
            found = True
            yield filling
        if not found:
            self.dead.add(state)

    def _choose(self, stage: int, left: Left, sums: Amounts, chosen: Chosen) -> Iterator[Chosen]:
        cell = self.free[stage]
        slot = SLOTS.index(cell.slot)
        for count in range(min(cell.most, left[slot]), -1, -1):
            after = self._after(sums, cell, count)
            if after is not None:
                rest = (*left[:slot], left[slot] - count, *left[slot + 1 :])
                more = (*chosen, (cell, count)) if count else chosen
                yield from self._fill(stage + 1, rest, after, more)

    def _after(self, sums: Amounts, cell: Cell, count: int) -> Amounts | None:
        """The sums with so many groups of a cell, or None where one can no longer be met."""
        found = []
        for total, before, weight in zip(self.sums, sums, cell.weights, strict=True):
            amount = before + weight * count
            if total.is_plain and total.at_least:
                amount = min(amount, total.bound)
            elif total.is_plain and amount > total.bound:
                return None
            found.append(amount)
        return tuple(found)

    def _are_met(self, sums: Amounts) -> bool:
        return all(
            amount >= total.bound if total.at_least else amount <= total.bound
            for total, amount in zip(self.sums, sums, strict=True)
        )

    # -- tiles ------------------------------------------------------------------------------------------

    def _can_pack(self, chosen: Chosen) -> bool:
        """Whether so many different groups of each cell can lie side by side."""
        wanted = sorted([(cell.tiles, count) for cell, count in chosen], key=lambda pair: len(pair[0]))
        self.packing = 0
        return self._pack(wanted, 0, 0, list(self.copies))

    def _pack(
        self, wanted: list[tuple[tuple[Kinds, ...], int]], taken: int, first: int, left: list[int]
    ) -> bool:
        self.packing += 1
        if self.packing > MOST_PACKING_STEPS or not wanted:
            return True
        groups, count = wanted[0]
        if taken == count:
            return self._pack(wanted[1:], 0, 0, left)
        return any(
            (rest := without(left, groups[place])) is not None and self._pack(wanted, taken + 1, place, rest)
            for place in range(first, len(groups))
        )
