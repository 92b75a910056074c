"""How few tiles a hand lacks for a number of sets, pairs and single tiles.

A complete hand uses some of the tiles held: each of its sets has a *part* of them (two sides of a run,
one tile, perhaps none) and lacks the rest. The search picks parts that share no tile and together use
as many as possible; all best choices are walked, since each may be helped by other tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from scorer.readings import Kinds, TooManyReadings
from scorer.values import dataclass, field
from scorer.waits.stock import Needs, Stock

MOST_STEPS = 100_000
"""Far above the most that a hand of any shipped game takes (some ten thousand)."""


@dataclass(frozen=True)
class Slot:
    """`count` sets (or pairs, or single tiles) of which each is one of `groups`."""

    count: int
    groups: tuple[Kinds, ...]


@dataclass(frozen=True)
class Lack:
    """The fewest tiles that are missing, and the kinds that would be one of them."""

    missing: int
    helping: frozenset[int]


@dataclass(frozen=True)
class _Part:
    """Tiles of the hand that are used together, and what each set containing them lacks."""

    used: Kinds
    needs: Needs


@dataclass
class _Search:
    stock: Stock
    size: int
    slots: tuple[tuple[int, tuple[_Part, ...]], ...]
    left: Counter[int]
    chosen: list[Needs]
    best: int = -1
    helping: set[int] = field(default_factory=set)
    steps: int = 0

    def walk(self, slot: int, room: int, start: int, kept: int) -> None:
        """Fills `room` further places of a slot with parts from `start` on, then the slots after it."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyReadings("the hand can be completed in too many ways")
        while not room:
            slot, start = slot + 1, 0
            if slot == len(self.slots):
                self._leaf(kept)
                return
            room = self.slots[slot][0]
        later = self._most(slot + 1)
        parts = self.slots[slot][1]
        for place in range(start, len(parts)):
            part = parts[place]
            if kept + min(room * len(part.used) + later, self.left.total()) < self.best:
                return
            if self._take(part):
                self.walk(slot, room - 1, place, kept + len(part.used))
                self._give_back(part)

    def _most(self, slot: int) -> int:
        """The most tiles that the slots from this one on can use."""
        return sum(count * len(parts[0].used) for count, parts in self.slots[slot:] if parts)

    def _take(self, part: _Part) -> bool:
        if any(self.left[kind] < part.used.count(kind) for kind in part.used):
            return False
        self.left.subtract(part.used)
        self.chosen.append(part.needs)
        return True

    def _give_back(self, part: _Part) -> None:
        self.left.update(part.used)
        self.chosen.pop()

    def _leaf(self, kept: int) -> None:
        if kept < self.best or (kept > self.best and not self.stock.fits(self.chosen)):
            return
        if kept > self.best:
            self.best, self.helping = kept, set()
        for place, needs in enumerate(self.chosen):
            others = [*self.chosen[:place], *self.chosen[place + 1 :]]
            for need in needs:
                new = {kind for kind in need if self.stock.free[kind]} - self.helping
                if new and self.stock.fits([(need,), *others]):
                    self.helping |= new


def lack(stock: Stock, fixed: Kinds, slots: Sequence[Slot]) -> Lack | None:
    """What is missing for `fixed` tiles and the slots together; None where it cannot be had at all."""
    wanted = Counter(fixed)
    used = wanted & stock.held
    left = stock.held - used
    filled = tuple((slot.count, _parts(slot.groups, left)) for slot in slots if slot.count)
    size = len(fixed) + sum(slot.count * len(slot.groups[0]) for slot in slots if slot.count and slot.groups)
    if any(not parts for _, parts in filled):
        return None
    search = _Search(stock, size, filled, left, [(tuple((wanted - used).elements()),)])
    search.walk(-1, 0, 0, used.total())
    return None if search.best < 0 else Lack(size - search.best, frozenset(search.helping))


def _parts(groups: Iterable[Kinds], held: Counter[int]) -> tuple[_Part, ...]:
    """Every choice of held tiles that some group contains, larger ones first."""
    found: dict[Kinds, dict[Kinds, None]] = {}
    for group in groups:
        there = list((Counter(group) & held).elements())
        for size in range(len(there) + 1):
            for used in set(combinations(there, size)):
                lacking = tuple((Counter(group) - Counter(used)).elements())
                found.setdefault(tuple(sorted(used)), {})[lacking] = None
    return tuple(
        _Part(used, tuple(found[used])) for used in sorted(found, key=lambda used: (-len(used), used))
    )
