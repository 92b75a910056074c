"""How many tiles a hand is short of each shape, and which tiles bring it nearer.

>>> from scorer.library import load_ruleset
>>> from scorer.notation import read_waiting
>>> rules = load_ruleset("riichi")
>>> hand, _ = read_waiting("123m456p789s1122z", rules.tileset, rules.set_tables)
>>> nearest = distances(hand, rules.shapes, rules.set_tables)[0]
>>> nearest.short, [rules.tileset.kinds[kind].code for kind in nearest.helping]
(1, ['1z', '2z'])

A complete hand uses some of the tiles held: each of its sets has a *part* of them (two sides of a run,
one tile, perhaps none) and lacks the rest. The search picks parts that share no tile and together use
as many as possible; all best choices are walked, since each may be helped by other tiles. Pairs, one of
each and different tiles need no search: a kind is used in one of a few ways, and the kinds are walked once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorer.hand import WaitingHand
from scorer.readings import Kinds, SetTables, Shape, TooManyReadings, knitted_rows
from scorer.tiles import TileSet, members
from scorer.values import dataclass, field

Needs = tuple[Kinds, ...]
"""Ways to complete one part of a hand: the kinds that it lacks in each."""


@dataclass(frozen=True)
class Stock:
    """`held` are the concealed tiles by kind, `free` the copies that the player does not hold himself;
    each of the `jokers` stands for any kind.
    """

    held: Counter[int]
    free: Counter[int]
    jokers: int

    def can_come(self, lacking: Iterable[int]) -> bool:
        """Whether these kinds can be drawn, jokers standing in for those that cannot."""
        wanted = Counter(lacking)
        return sum(max(0, count - self.free[kind]) for kind, count in wanted.items()) <= self.jokers

    def fits(self, parts: Sequence[Needs]) -> bool:
        """Whether all parts can be completed at once."""
        return self._fits(parts, ())

    def _fits(self, parts: Sequence[Needs], lacking: Kinds) -> bool:
        if not self.can_come(lacking):
            return False
        return not parts or any(self._fits(parts[1:], lacking + need) for need in parts[0])


def stock_of(hand: WaitingHand, tileset: TileSet) -> Stock:
    """The stock of a hand: tiles that lie elsewhere on the table are not considered."""
    own = Counter(tile.kind for tile in hand.tiles)
    held = Counter(tile.kind for tile in hand.concealed if tileset.role(tile) != "joker")
    jokers = sum(tileset.role(tile) == "joker" for tile in hand.concealed)
    free = Counter({kind: max(0, tileset.kinds[kind].copies - own[kind]) for kind in tileset.playing})
    return Stock(held, free, jokers)


# ---- sets, pairs and single tiles

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


# ---- so many copies of each kind

Ways = tuple[tuple[int, int], ...]
"""How a kind may be used: the places that it fills, the copies that it needs."""
State = tuple[int, int]
"""Places filled, and copies that no draw can bring."""


def lack_by_kind(stock: Stock, ways: Mapping[int, Ways], places: int) -> Lack | None:
    """What is missing to fill the places; None where it cannot be had at all."""
    missing = _fewest(stock, ways, places)
    if missing is None:
        return None
    helping = (kind for kind in ways if stock.free[kind] and _helps(stock, ways, places, kind, missing))
    return Lack(missing, frozenset(helping))


def _helps(stock: Stock, ways: Mapping[int, Ways], places: int, kind: int, missing: int) -> bool:
    """Whether some best way lacks this kind."""
    lacking = tuple(way for way in ways[kind] if way[1] > stock.held[kind])
    return bool(lacking) and _fewest(stock, {**ways, kind: lacking}, places) == missing


def _fewest(stock: Stock, ways: Mapping[int, Ways], places: int) -> int | None:
    """The fewest tiles missing, over all choices of one way for each kind."""
    best: dict[State, int] = {(0, 0): 0}
    for kind, choices in ways.items():
        best = _with_kind(stock, best, kind, choices, places)
    found = [missing for (filled, _), missing in best.items() if filled == places]
    return min(found, default=None)


def _with_kind(
    stock: Stock, before: dict[State, int], kind: int, choices: Ways, places: int
) -> dict[State, int]:
    after: dict[State, int] = {}
    for (filled, beyond), missing in before.items():
        for more, copies in choices:
            lacking = max(0, copies - stock.held[kind])
            state = (filled + more, beyond + max(0, lacking - stock.free[kind]))
            if state[0] <= places and state[1] <= stock.jokers:
                after[state] = min(after.get(state, missing + lacking), missing + lacking)
    return after


# ---- shapes


@dataclass(frozen=True)
class Distance:
    """A hand lacks at least `short` tiles for a shape; a tile of a `helping` kind leaves one fewer."""

    shape: Shape
    short: int
    helping: Kinds


def distances(hand: WaitingHand, shapes: Iterable[Shape], tables: SetTables) -> tuple[Distance, ...]:
    """The distance to every shape that the hand can still become, nearest first.

    A distance of 1 is a hand that waits; its helping kinds are its winning tiles. Only tiles that the
    player holds himself are taken for gone. Raises TooManyReadings beyond all bounds.
    """
    stock = stock_of(hand, tables.tileset)
    found = (_distance(hand, stock, shape, tables) for shape in shapes)
    return tuple(sorted((item for item in found if item), key=lambda item: item.short))


def _distance(hand: WaitingHand, stock: Stock, shape: Shape, tables: SetTables) -> Distance | None:
    if not _possible(hand, shape):
        return None
    ways = WAYS[shape.way](stock, shape, tables, len(hand.melds))
    lacks = [found for found in ways if found is not None]
    if not lacks:
        return None
    missing = min(found.missing for found in lacks)
    helping = frozenset().union(*(found.helping for found in lacks if found.missing == missing))
    return Distance(shape, missing - stock.jokers, tuple(sorted(helping)))


def _possible(hand: WaitingHand, shape: Shape) -> bool:
    """Whether the hand has the shape's number of tiles but one, and melds that the shape allows."""
    if shape.flowers:
        return False
    if hand.melds and (shape.concealed and not all(meld.concealed for meld in hand.melds)):
        return False
    if any(meld.kind not in shape.kinds for meld in hand.melds):
        return False
    return len(hand.concealed) + shape.set_size * len(hand.melds) == shape.size - 1


def _sets(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    yield lack(stock, (), _slots(shape, tables, melds))


def _fixed(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    for rows in knitted_rows(shape.knitted, tables.tileset):
        tiles = tuple(kind for row in rows for kind in row)
        yield lack(stock, tiles, _slots(shape, tables, melds))


def _slots(shape: Shape, tables: SetTables, melds: int) -> tuple[Slot, ...]:
    playing = tables.tileset.playing
    starting = tables.starting(shape.kinds)
    sets = tuple(kinds for found in starting.values() for _, kinds in found if len(kinds) == shape.set_size)
    return (
        Slot(max(0, shape.sets - melds), sets),
        Slot(shape.pairs, tables.pairs(shape)),
        Slot(shape.singles, tuple((kind,) for kind in playing)),
    )


def _pairs(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    copies = max(kind.copies for kind in tables.tileset.kinds if kind.role == "tile") + stock.jokers
    most = 1 if shape.different else min(shape.pairs, copies // 2)
    ways: Ways = tuple((pairs, 2 * pairs) for pairs in range(most + 1))
    yield lack_by_kind(stock, dict.fromkeys(tables.tileset.playing, ways), shape.pairs)


def _one_of_each(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    ways: Ways = ((0, 1), (1, 2))
    yield lack_by_kind(stock, dict.fromkeys(members(shape.mask), ways), 1)


def _different(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    ways: Ways = ((0, 0), (1, 1))
    for rows in knitted_rows(shape.knitted, tables.tileset):
        allowed = {kind for row in rows for kind in row} | set(members(shape.mask))
        playing = [kind for kind in tables.tileset.playing if kind in allowed]
        yield lack_by_kind(stock, dict.fromkeys(playing, ways), shape.size)


WAYS: dict[str, Callable[[Stock, Shape, SetTables, int], Iterator[Lack | None]]] = {
    "sets": _sets,
    "fixed": _fixed,
    "pairs": _pairs,
    "one_of_each": _one_of_each,
    "different": _different,
}
