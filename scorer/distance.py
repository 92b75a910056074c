"""How far a hand is from each shape, and which tiles bring it nearer.

>>> from scorer.scoring import load_ruleset
>>> from scorer.notation import read_waiting
>>> rules = load_ruleset("riichi")
>>> hand, _ = read_waiting("123m456p789s1122z", rules.tileset, rules.set_tables)
>>> nearest = distances(hand, rules.shapes, rules.set_tables)[0]
>>> nearest.missing_tiles, [rules.tileset.kinds[kind].code for kind in nearest.helping_kinds]
(1, ['1z', '2z'])

A hand is compared with every collection of tiles that fills the shape: it lacks some of them, and some of its
own tiles are left over. The kinds of tile are split into rows such that no set has tiles of two rows (a suit,
the honors). For each row the search finds, for every number of sets, pairs and single tiles in it, the fewest
left-over tiles and the kinds that are lacking then; the results of the rows are added up. Both numbers have
the same difference in every collection, so the search begins with the collections that leave over no tile and
allows more only if there are none. Rows are remembered, because the next hand mostly has the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from scorer.hand import WaitingHand
from scorer.memo import Memo
from scorer.readings import (
    FormalWaits,
    StepBudget,
    completing_kinds,
    melded_size,
    open_rows,
    tiles_against_waits,
)
from scorer.shapes import Filling, Kinds, SetTables, Shape
from scorer.tiles import mask_kinds
from scorer.values import dataclass

MOST_SHORT = 1 << 8
"""More tiles than any shape has."""


@dataclass(frozen=True)
class Distance:
    """A hand lacks at least `missing_tiles` tiles for a shape; a tile of `helping_kinds` reduces this by
    one.
    """

    shape: Shape
    missing_tiles: int
    helping_kinds: Kinds


def distances(
    hand: WaitingHand,
    shapes: Iterable[Shape],
    tables: SetTables,
    jokers: int = 0,
    formal: FormalWaits = False,
    limit: int = MOST_SHORT,
) -> tuple[Distance, ...]:
    """The distance to every shape that the hand can still reach, nearest first; those of at
    most `limit` tiles.

    A hand with distance 1 is waiting; its helping kinds are its winning tiles, among them tiles of which it
    holds every copy if waits are `formal`. Only tiles that the player holds are taken as gone; the set has
    that many `jokers`, of which more may come. A hand of fewer tiles, of which some are not drawn or not
    written yet, is measured against every larger shape. Raises TooManyReadings beyond all bounds.
    """
    stock = _TileStock(hand, tables, jokers, formal)
    found, shapes = [], tuple(shapes)
    sizes = {shape: len(hand.concealed_tiles) + melded_size(hand.melds, shape, tables) for shape in shapes}
    lacking_one = [shape for shape in shapes if sizes[shape] == shape.size - 1]
    for shape in lacking_one or [shape for shape in shapes if sizes[shape] < shape.size]:
        # which jokers suffice, only readings tell
        has_limited_jokers = bool(tables.joker_tiles or tables.joker_groups)
        asks_readings = (
            (formal or has_limited_jokers) and stock.jokers and lacking_one
        )  # none is waited for formally
        if asks_readings and (waits := completing_kinds(hand, (shape,), tables, formal)):
            found.append(Distance(shape, 1, waits))
            continue
        missing, helping = limit + stock.jokers, set[int]()
        reached = False
        for parts, melds in _choices_of_shape(hand, shape, tables):
            if lack := parts.lack(stock, melds, missing):
                helping = helping.union(lack.kinds) if lack.missing_tiles == missing else {*lack.kinds}
                missing, reached = lack.missing_tiles, True
        if reached:
            short = max(missing - stock.jokers, 2 if has_limited_jokers and asks_readings else 0)
            found.append(Distance(shape, short, tuple(sorted(helping))))
    return tuple(sorted(found, key=lambda item: item.missing_tiles))


class _TileStock:
    """The tiles of a hand: `held_counts` are the concealed tiles by kind, `free_copies` the copies that the
    player does not hold, and `jokers` the number of held jokers. `spare_jokers` is the number of jokers, held
    or still to be drawn, that may stand for more copies of a tile than the set has. `formal` are the kinds
    that are waited for even when no copy can come.
    """

    def __init__(self, hand: WaitingHand, tables: SetTables, jokers: int, formal: FormalWaits) -> None:
        tileset, own = tables.tileset, Counter(tile.kind for tile in hand.tiles)
        concealed = Counter(tile.kind for tile in hand.concealed_tiles)
        self.jokers = sum(concealed.pop(kind.index, 0) for kind in tileset.kinds if kind.role == "joker")
        self.held_counts = [concealed[kind.index] for kind in tileset.kinds]
        self.free_copies = [max(0, kind.copies - own[kind.index]) for kind in tileset.kinds]
        self.spare_jokers = max(self.jokers, jokers) if tileset.fifth else 0
        self.formal: frozenset[int] = frozenset()
        if formal and not self.jokers:
            counted = tiles_against_waits(formal, concealed, own - concealed)
            kinds = (kind for kind in tileset.playing_kinds if counted[kind] < tileset.kinds[kind].copies)
            self.formal = frozenset(kinds)


# ---- what shapes are made of


class _Lack(NamedTuple):
    """The fewest missing tiles, and the kinds of tile that would reduce their number."""

    missing_tiles: int
    kinds: list[int]


class _Slot(NamedTuple):
    """So many sets (or pairs, or single tiles), each of which may be one of the groups; each of them at most
    `limit` times.
    """

    number: int
    groups: tuple[Kinds, ...]
    limit: int = 1 << 8


def _choices_of_shape(
    hand: WaitingHand, shape: Shape, tables: SetTables
) -> Iterator[tuple[_ShapeParts, int]]:
    """What a shape is made of beside melds, for each choice of its rows of tiles (one choice if it has no
    rows), and how many melds take the place of free sets. Nothing is yielded if the hand has melds that the
    shape does not allow.
    """
    if shape.flowers or not all(meld.is_concealed or not shape.concealed for meld in hand.melds):
        return
    for rows, _, sets in open_rows(shape, tables, hand.melds):
        yield _shape_parts(shape, rows, tables), shape.sets - sets


@lru_cache(maxsize=1 << 10)
def _shape_parts(shape: Shape, rows: Filling, tables: SetTables) -> _ShapeParts:
    """What the shape is made of, with one choice of its rows where it has any."""
    in_rows = tuple(kind for _, row in rows for kind in row)
    playing = tables.tileset.playing_kinds
    if shape.way == "pairs":
        pairs = tuple((kind, kind) for kind in playing)
        return _ShapeParts((), [_Slot(shape.pairs, pairs, 1 if shape.different else shape.pairs)])
    if shape.way == "one_of_each":
        kinds = tuple(mask_kinds(shape.mask))
        return _ShapeParts(kinds, [_Slot(1, tuple((kind,) for kind in kinds))])
    if shape.way == "different":
        wanted = {*in_rows, *mask_kinds(shape.mask)}
        return _ShapeParts((), [_Slot(shape.size, tuple((kind,) for kind in playing if kind in wanted), 1)])
    starting = tables.groups_by_lowest_kind(shape.kinds)
    sets = tuple(kinds for found in starting.values() for _, kinds in found if len(kinds) == shape.set_size)
    singles = tuple((kind,) for kind in tables.single_kinds(shape))
    slots = [
        _Slot(shape.sets, sets),
        _Slot(shape.pairs, tables.pair_tuples(shape)),
        _Slot(shape.singles, singles),
    ]
    return _ShapeParts(in_rows, slots)


WIDTH = 16
"""Bits for the number of groups in a slot, or of tiles of a kind."""
ONES, GUARD = (1 << WIDTH) - 1, 1 << WIDTH - 1
BEYOND, FORMAL = 3 * WIDTH, 4 * WIDTH
"""Behind the groups of three slots: the copies that no draw can bring, and those of them that are formal."""
SLOTS = (1 << BEYOND) - 1
GUARDS = sum(GUARD << WIDTH * place for place in range(5))
MOST_IN_ROW = 9
"""Kinds in a row of kinds that are in no set with others."""
MOST_STEPS = 200_000
"""Groups tried for one row; a suit takes fewer than ten thousand."""

Table = dict[int, tuple[int, int]]
"""The fewest left-over tiles, and the lacking kinds as a bit for each place, by the number of groups."""


class _ShapeParts:
    """A shape as fixed tiles and slots, split into rows."""

    def __init__(self, fixed_kinds: Kinds, slots: list[_Slot]) -> None:
        self.fixed_kinds, self.slots = Counter(fixed_kinds), slots
        groups = [(place, kinds) for place, slot in enumerate(slots) if slot.number for kinds in slot.groups]
        self.rows = [
            _Row(kinds, [(place, group) for place, group in groups if group[0] in kinds], slots)
            for kinds in _row_kinds({*fixed_kinds, *(kind for _, group in groups for kind in group)}, groups)
        ]
        known: dict[object, _Row] = {}
        for row in self.rows:
            row.tables = known.setdefault(row.structure, row).tables  # suits are built alike
        self.kinds = [kind for row in self.rows for kind in row.kinds]
        self.has_sets = any(len({*group}) > 1 for _, group in groups)

    def lack(self, stock: _TileStock, melds: int, limit: int) -> _Lack | None:
        """What a hand lacks with so many melds in the place of free sets; None if it lacks more than `limit`
        tiles or cannot reach the shape.
        """
        counts = [slot.number for slot in self.slots]
        counts[0] -= melds
        size = self.fixed_kinds.total()
        for count, slot in zip(counts, self.slots, strict=True):
            if count and not slot.groups:
                return None
            size += count * len(slot.groups[0]) if count else 0
        held = sum(stock.held_counts)
        useless = held - sum(stock.held_counts[kind] for kind in self.kinds)
        more = size - held + useless
        found = self._fewest_left_over(stock, counts, min(held - useless, limit - more), more)
        if found is None:
            return None
        fewest, lacking = found
        missing = fewest + more
        kinds = [kind for place, kind in enumerate(self.kinds) if lacking >> place & 1]
        return _Lack(missing, [kind for kind in kinds if missing == 1 or stock.free_copies[kind]])

    def _fewest_left_over(
        self, stock: _TileStock, counts: list[int], left_over_limit: int, excess: int
    ) -> tuple[int, int] | None:
        """The fewest left-over tiles of all rows, up to `left_over_limit`, and the lacking kinds as a bit for
        each place in `kinds`. There are `excess` more missing tiles than left-over ones.
        """
        beyond = stock.spare_jokers + bool(stock.formal)
        limit = (ONES >> 1 << FORMAL) + (beyond << BEYOND) + GUARDS
        limit += sum([count << WIDTH * place for place, count in enumerate(counts)])
        tiles = [row.own_tiles(stock, self.fixed_kinds) for row in self.rows]
        fixed_lacking = sum(
            [max(0, count - stock.held_counts[kind]) for kind, count in self.fixed_kinds.items()]
        )
        for left_over in (
            _spread_numbers(max(0, fixed_lacking - excess), left_over_limit)
            if self.has_sets
            else [MOST_SHORT]
        ):
            bounds = _Bounds(limit, left_over, left_over + excess)
            tables = []
            for row, own in zip(self.rows, tiles, strict=True):
                if not (table := row.tables[own, bounds]):
                    break
                tables.append(table)
            else:
                if found := self._combined_rows(
                    tables, limit, min(left_over, left_over_limit), stock.spare_jokers
                ):
                    return found
        return None

    def _combined_rows(
        self, tables: list[Table], limit: int, most_left: int, spare_jokers: int
    ) -> tuple[int, int] | None:
        """The fewest left-over tiles of all rows together that make the shape, and the lacking kinds."""
        offset = 0
        joined: Table = {0: (0, 0)}
        for row, table in zip(self.rows, tables, strict=True):
            before, joined = joined, {}
            for tally, (left, lacking) in before.items():
                for added, (also_left, also_lacking) in table.items():
                    total, sum_left = tally + added, left + also_left
                    if sum_left <= most_left and limit - total & GUARDS == GUARDS:
                        _keep(joined, total, sum_left, lacking | also_lacking << offset)
            offset += len(row.kinds)
        full = [
            result
            for tally, result in joined.items()
            if not (limit - tally) & SLOTS & ~GUARDS
            and (tally >> BEYOND & ONES) - (tally >> FORMAL > 0) <= spare_jokers
        ]
        fewest = min((left for left, _ in full), default=None)
        if fewest is None:
            return None
        lacking = 0
        for left, kinds in full:
            lacking |= kinds if left == fewest else 0
        return fewest, lacking


def _spread_numbers(first_number: int, last_number: int) -> Iterator[int]:
    """Numbers from the first to the last at growing intervals."""
    step = 0
    while first_number + step < last_number:
        yield first_number + step
        step = 2 * step or 1
    if first_number <= last_number:
        yield last_number


def _keep(table: Table, key: int, number: int, lacking: int) -> None:
    """Keeps the smaller number of a key, and what is lacking in all ways to reach it."""
    known = table.get(key)
    if known is None or number < known[0]:
        table[key] = number, lacking
    elif number == known[0]:
        table[key] = number, known[1] | lacking


def _row_kinds(kinds: set[int], groups: Iterable[tuple[int, Kinds]]) -> list[Kinds]:
    """The kinds in rows, such that every group lies in one of them."""
    row_of = {kind: [kind] for kind in sorted(kinds)}
    for _, group in groups:
        for kind in group:
            first, other = row_of[group[0]], row_of[kind]
            if first is not other:
                first += other
                row_of.update(dict.fromkeys(other, first))
    rows = {id(row): tuple(sorted(row)) for row in row_of.values()}.values()
    alone = [row[0] for row in rows if len(row) == 1]
    parts = [tuple(alone[at : at + MOST_IN_ROW]) for at in range(0, len(alone), MOST_IN_ROW)]
    return [row for row in rows if len(row) > 1] + parts


class _RowTiles(NamedTuple):
    """For each kind of a row the tiles held, the copies that may come, the fixed tiles of the shape, and
    whether it is waited for formally.
    """

    held_copies: Kinds
    free_copies: Kinds
    fixed_copies: Kinds
    formal: tuple[bool, ...]


class _Bounds(NamedTuple):
    """The most groups in each slot (with GUARDS), left-over tiles and missing tiles."""

    limit: int
    left_over: int
    missing_tiles: int


class _Row:
    """Kinds of tile, and the groups of a shape that consist of them."""

    def __init__(self, kinds: Kinds, groups: list[tuple[int, Kinds]], slots: list[_Slot]) -> None:
        self.kinds = kinds
        place_of = {kind: place for place, kind in enumerate(kinds)}
        own = {(slot, tuple([place_of[kind] for kind in group])) for slot, group in groups}
        starting: list[list[tuple[int, Kinds, int]]] = [[] for _ in kinds]
        for slot, places in sorted(own):
            # as many equal groups as they have tiles are the same tiles as one triplet (or the like) of each
            has_triplets = all((slot, (place,) * len(places)) in own for place in places)
            most = len(places) - 1 if has_triplets and len({*places}) > 1 else ONES
            starting[places[0]].append((slot, places, min(most, slots[slot].limit)))
        self.structure = tuple(map(tuple, starting))
        self.tables: Memo[tuple[_RowTiles, _Bounds], Table] = Memo(self._table)

    def own_tiles(self, stock: _TileStock, fixed_counts: Counter[int]) -> _RowTiles:
        """What a hand has of these kinds."""
        held, free, formal = stock.held_counts, stock.free_copies, stock.formal
        return _RowTiles(
            tuple([held[kind] for kind in self.kinds]),
            tuple([free[kind] for kind in self.kinds]),
            tuple([fixed_counts[kind] for kind in self.kinds]) if fixed_counts else (0,) * len(self.kinds),
            tuple([kind in formal for kind in self.kinds]) if formal else (False,) * len(self.kinds),
        )

    def _table(self, key: tuple[_RowTiles, _Bounds]) -> Table:
        """The numbers of groups that the row can have within the bounds."""
        search = _RowSearch(*key)
        for place, count in enumerate(search.tiles.fixed_copies):
            for _ in range(count):
                search.states = search.with_group((place,), 0, 1, {})
        for starting in self.structure:
            for slot, places, most in starting:
                search.states = search.with_group(places, 1 << WIDTH * slot, most, search.states)
            search.pass_kind()
        return {tally: (left, lacking) for (_, tally), (left, _, lacking) in search.states.items()}


States = dict[tuple[int, int], tuple[int, int, int]]
"""What is taken of the kinds that are not passed yet (WIDTH bits for each, the next kind lowest), and the
groups so far; for these, the fewest left-over tiles of the kinds that are passed, the missing tiles, and the
lacking kinds.
"""


class _RowSearch:
    """Takes groups from a row, one after another by their lowest kind; kinds that no more groups have are
    passed.
    """

    def __init__(self, tiles: _RowTiles, bounds: _Bounds) -> None:
        self.tiles, self.bounds = tiles, bounds
        self.states: States = {(0, 0): (0, 0, 0)}
        self.kinds_passed = 0
        self.steps = StepBudget(MOST_STEPS)

    def with_group(self, places: Kinds, unit: int, group_limit: int, states_without: States) -> States:
        """The states with a group, up to so many times, and `states_without` it; `unit` counts it."""
        (held, free, _, formal), (limit, _, most_missing) = self.tiles, self.bounds
        if sum([not held[place] for place in places]) > most_missing:
            return states_without
        tiles = [
            (
                WIDTH * (place - self.kinds_passed),
                held[place],
                held[place] + free[place],
                bool(free[place] or formal[place]) << place,
                (1 << BEYOND) + (formal[place] << FORMAL),
            )
            for place in places
        ]
        found = dict(states_without)
        states = [(state, result, group_limit) for state, result in self.states.items()]
        for (taken, tally), (left, missing, lacking), more in states:
            tally += unit
            if limit - tally & GUARDS != GUARDS:
                continue
            for at, own, copies, bit, beyond in tiles:
                count = taken >> at & ONES
                taken += 1 << at
                if count >= own:
                    missing += 1
                    lacking |= bit
                    if count >= copies:
                        tally += beyond
            if missing > most_missing or limit - tally & GUARDS != GUARDS:
                continue
            state, result = (taken, tally), (left, missing, lacking)
            known = found.get(state)
            if known is None or left < known[0]:
                found[state] = result
            elif left == known[0]:
                found[state] = left, missing, lacking | known[2]
            if more > 1:
                states.append((state, result, more - 1))
        self.steps.use_steps(len(states))
        return found

    def pass_kind(self) -> None:
        """Leaves the tiles of the next kind over that no group has taken."""
        held, most_left = self.tiles.held_copies[self.kinds_passed], self.bounds.left_over
        found: States = {}
        for (taken, tally), (left, missing, lacking) in self.states.items():
            own = taken & ONES
            if own < held:
                left += held - own
                if left > most_left:
                    continue
            state = taken >> WIDTH, tally
            known = found.get(state)
            if known is None or left < known[0]:
                found[state] = left, missing, lacking
            elif left == known[0]:
                found[state] = left, missing, lacking | known[2]
        self.states = found
        self.kinds_passed += 1
