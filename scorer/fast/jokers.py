"""Readings of hands with jokers.

Each row is filled with every number of them, and the jokers shared out over rows. What a row with so many
comes to is remembered by the row; readings that add up to the same are one, with their number and the first
of them in the order of the readable evaluator.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.packing import (
    CLAIMED,
    DRAWN,
    NO_MARK,
    NOT_WON,
    Context,
    PackedRow,
    PackedTiles,
    ReadingSum,
    RowCounts,
    WinState,
    is_claim,
    win_mark,
    winning_place,
)
from scorer.fast.rows import CountsWithJokers
from scorer.memo import Memo
from scorer.readings import StepBudget, has_room

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorer.fast.hand_layout import HandLayout, PackedMelds, PackedShape
    from scorer.fast.packing import SummedReading
    from scorer.fast.rows import Filling, Piece, Row
    from scorer.fast.situations import PackedSituation

    Kinds = tuple[int, ...]
    JokerSum = tuple[ReadingSum, int]
    """what readings add up to, and the tiles that jokers stand for where these matter; the innermost loop
    makes such keys, and makes plain tuples in half the time
    """
    Sums = dict[JokerSum, "AlikeReadings"]
    """readings by what they add up to"""

MOST_SUMS = 400_000
"""limit for one shape; a hand with more is left to the readable evaluator"""


class RowKey(NamedTuple):
    """What the sums of a row with jokers depend on."""

    row: PackedRow
    most_jokers: int
    is_exact: bool
    """whether it matters which tiles the jokers stand for"""
    meld_counts: RowCounts
    """the tiles of the row that are in melds"""
    joker_win: WinState
    """whether a joker won, and how"""


class RowsReading(NamedTuple):
    """A reading of some rows of one shape; sorted, readings are in the order of the readable evaluator."""

    kinds: Kinds
    """what the jokers stand for"""
    joker_winning_kind: int
    """the winning tile if a joker stands for it, otherwise -1"""
    fillings: Kinds
    """the number of the filling of each row"""
    group: int
    row: int
    """the group that won and its row"""


class AlikeReadings(NamedTuple):
    """Readings with the same sum: the first of them, and how many there are."""

    first_reading: RowsReading
    number: int


class RowSums(NamedTuple):
    """The sums of a row with so many jokers in it, and how one of these won, by the groups that they have."""

    jokers: int
    joker_win: WinState
    by_groups: dict[int, Sums]
    """by the numbers of sets, pairs and singles, which stand in the sum"""


class RowsState(NamedTuple):
    """What is left to share out after some rows: jokers, how one of them has to win, and the groups so far as
    they stand in a sum.
    """

    jokers: int
    joker_win: WinState
    groups: int


NO_ROWS = RowsReading((), -1, (), 0, -1)


class JokerReading(NamedTuple):
    """A reading of a hand with jokers; sorted, readings are in the order of the readable evaluator."""

    kinds: Kinds
    """what the jokers stand for"""
    joker_winning_kind: int
    """the winning tile if a joker stands for it, otherwise -1"""
    shape: int
    fillings: Kinds
    """the number of the filling of each row"""
    group: int
    row: int
    """the group that won and its row"""


class JoinedReadings(NamedTuple):
    """The readings of a hand with jokers: the sum of each with its tiles, the first such reading, and
    their number.
    """

    sums: list[SummedReading]
    firsts: list[JokerReading]
    ways: int


class Jokers:
    """Readings of hands with jokers under one ruleset."""

    def __init__(self, layout: HandLayout) -> None:
        self.layout = layout
        self.rows: Memo[PackedShape, list[Memo[RowKey, tuple[RowSums, ...]]]] = Memo(
            lambda shape: [Memo(_RowFiller(layout, shape, row).row_sums) for row in layout.rows]
        )

    def joined_readings(
        self,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
        is_exact: bool,
    ) -> JoinedReadings:
        """Every reading; readings with the same sum count as one, with `is_exact` only if their tiles are the
        same too. Raises TooManyReadings beyond all bounds.
        """
        layout = self.layout
        count = tiles >> layout.joker_at & 15
        by_joker = winning_kind in layout.jokers
        key = (
            tiles
            + situation.marks
            + (0 if by_joker else layout.winning_marks[winning_kind, situation.discard])
        )
        joker_win = NOT_WON
        if by_joker:
            joker_win = CLAIMED if situation.discard else DRAWN
        found = []
        for shape in melds.shapes.shapes_with_jokers(tiles, count):
            if situation.open_shapes[shape.place]:
                for (total, added), (first, more) in self._shared_out(
                    shape, key, melds, count, joker_win, is_exact
                ):
                    kinds, drawn, fillings, group, row = first
                    order = JokerReading(kinds, drawn, shape.number, fillings, group, row)
                    found.append((order, total, added, more))
        found.sort()
        sums = [(total, PackedTiles(tiles + added)) for _, total, added, _ in found]
        return JoinedReadings(sums, [order for order, *_ in found], sum([more for *_, more in found]))

    def complete(self, tiles: PackedTiles, melds: PackedMelds) -> bool:
        """Whether some shape can be filled with any choice of tiles for the jokers."""
        count = tiles >> self.layout.joker_at & 15
        return any(
            next(self._shared_out(shape, tiles, melds, count, NOT_WON, False), None)
            for shape in melds.shapes.shapes_with_jokers(tiles, count)
        )

    def _shared_out(
        self,
        shape: PackedShape,
        key: int,
        melds: PackedMelds,
        count: int,
        joker_win: WinState,
        is_exact: bool,
    ) -> Iterator[tuple[JokerSum, AlikeReadings]]:
        """The sums of one shape: row by row, with the remaining jokers."""
        rows = []
        for (start, mask, _), row, memo in zip(shape.places, self.layout.rows, self.rows[shape], strict=True):
            filled = memo[
                RowKey(
                    PackedRow(key >> start & mask), count, is_exact, row.row_counts(melds.tiles), joker_win
                )
            ]
            if not filled:
                return
            rows.append(filled)
        base, valid = ReadingSum(melds.bases[shape.place]), self.layout.valid_mask
        before = RowsState(count, joker_win, base & valid)
        open_states = _useful_states(rows, before, RowsState(0, NOT_WON, shape.value))
        states: dict[RowsState, Sums] = {before: {(base, 0): AlikeReadings(NO_ROWS, 1)}}
        steps = StepBudget(MOST_SUMS)
        for filled, useful in zip(rows, open_states, strict=True):
            after: dict[RowsState, Sums] = {}
            for state, sums in states.items():
                for still, more in _states_with_row(state, filled):
                    if still in useful:
                        steps.use_steps(len(sums) * len(more))
                        _combine(after.setdefault(still, {}), sums, more)
            states = after
        for readings in states.values():
            yield from readings.items()


def _states_with_row(state: RowsState, row_sums: tuple[RowSums, ...]) -> Iterator[tuple[RowsState, Sums]]:
    """What is left after one more row, for each way to fill it."""
    left, to_win, groups = state
    for jokers, here, by_groups in row_sums:
        if jokers <= left and (not here or to_win):
            for more_groups, sums in by_groups.items():
                yield RowsState(left - jokers, NOT_WON if here else to_win, groups + more_groups), sums


def _useful_states(rows: list[tuple[RowSums, ...]], start: RowsState, end: RowsState) -> list[set[RowsState]]:
    """For each row, the states after it from which the others lead to the end."""
    after_rows, states = [], {start}
    for filled in rows:
        states = {still for state in states for still, _ in _states_with_row(state, filled)}
        after_rows.append(states)
    useful = [{end} & states]
    for filled, before in zip(reversed(rows[1:]), reversed(after_rows[:-1]), strict=True):
        useful.append({
            state for state in before if any(s in useful[-1] for s, _ in _states_with_row(state, filled))
        })  # fmt: skip
    return useful[::-1]


def _combine(into: Sums, sums: Sums, row: Sums) -> None:
    for (total, added), (first, count) in sums.items():
        for (more, units), (own, times) in row.items():
            both = first.kinds and own.kinds
            joined = RowsReading(
                tuple(sorted(first.kinds + own.kinds)) if both else first.kinds or own.kinds,
                max(first.joker_winning_kind, own.joker_winning_kind),
                first.fillings + own.fillings,
                max(first.group, own.group),
                max(first.row, own.row),
            )
            _keep(into, (ReadingSum(total + more), added + units), joined, count * times)


def _keep(sums: Sums, key: JokerSum, first_reading: RowsReading, count: int) -> None:
    known = sums.get(key)
    sums[key] = (
        AlikeReadings(min(known.first_reading, first_reading), known.number + count)
        if known
        else AlikeReadings(first_reading, count)
    )


class FilledRowKey(NamedTuple):
    """What the fillings of a row with jokers depend on."""

    counts: RowCounts
    context: Context
    jokers: int
    meld_counts: RowCounts
    """the tiles of the row that are in melds"""


class _FilledRow(NamedTuple):
    """A filling of a row, regardless of the tile that won."""

    total: int
    """what it adds to a reading"""
    units: int
    """the tiles that jokers stand for, as they are counted in the row"""
    places: Kinds
    """the same tiles by their places"""
    kinds: Kinds
    number: int
    """its number among the fillings of such tiles"""
    filling: Filling


class _RowFiller:
    """The sums of one row of a shape with jokers in it."""

    def __init__(self, layout: HandLayout, shape: PackedShape, row: Row) -> None:
        self.row, self.groups, self.decomposer = row, layout.groups, shape.of_row[row.number]
        self.valid, self.may_hold = layout.valid_mask, layout.ruleset.set_tables.joker_groups
        tileset = layout.tileset
        top = (1 << row.width - 1) - 1
        room = [top if tileset.fifth else top - tileset.kinds[kind].copies for kind in row.kinds]
        self.room = sum([(0 if tileset.fifth else more) << at * row.width for at, more in enumerate(room)])
        self.guard = sum([top + 1 << at * row.width for at in range(len(row.kinds))])
        """adding `room` to the counts of the row sets a bit of `guard` if there are too many of a tile"""
        self.filled_rows: Memo[FilledRowKey, list[_FilledRow]] = Memo(self._filled_rows)
        self.waits: Memo[tuple[Piece, int], int] = Memo(self._wait_number)
        """how a tile, by its place, completed a piece"""

    def row_sums(self, key: RowKey) -> tuple[RowSums, ...]:
        """The sums of the row for each number of jokers that fills it."""
        own, most, exact, melded, won = key
        found = [
            RowSums(jokers, here, self._sums_with_jokers(own, jokers, exact, melded, here))
            for jokers in range(most + 1)
            for here in ((NOT_WON, won) if won and jokers else (NOT_WON,))
        ]
        return tuple([one for one in found if one.by_groups])

    def _sums_with_jokers(
        self, packed_row: PackedRow, jokers: int, is_exact: bool, meld_counts: RowCounts, joker_win: WinState
    ) -> dict[int, Sums]:
        """Every sum of the row, with the first reading of each and their number."""
        row, valid = self.row, self.valid
        found: dict[int, Sums] = {}
        counts, context = RowCounts(packed_row & row.counts_mask), Context(packed_row >> row.context_at)
        mark = packed_row >> row.win_mark_at & row.win_mark_mask
        by_claim = joker_win == CLAIMED if joker_win else is_claim(mark)
        for total, units, places, kinds, number, filling in self.filled_rows[
            FilledRowKey(counts, context, jokers, meld_counts)
        ]:
            into = found.setdefault(total & valid, {})
            added = units << row.start if is_exact else 0
            if not mark and not joker_win:
                key = ReadingSum(total), added
                if known := into.get(key):  # fillings come in order
                    into[key] = AlikeReadings(known.first_reading, known.number + 1)
                else:
                    into[key] = AlikeReadings(RowsReading(kinds, -1, (number,), 0, -1), 1)
                continue
            winning_places = dict.fromkeys(places) if joker_win else (winning_place(mark),)
            for winning, at in self._completed_groups(filling, winning_places, places, bool(joker_win)):
                winning_kind = row.kinds[winning] if joker_win else -1
                piece = filling[at]
                more = (
                    row.sums[piece, win_mark(winning, by_claim), context] - row.sums[piece, NO_MARK, context]
                )
                first = RowsReading(kinds, winning_kind, (number,), at, row.number)
                _keep(into, (ReadingSum(total + more), added), first, 1)
        return {groups: sums for groups, sums in found.items() if sums}

    def _filled_rows(self, key: FilledRowKey) -> list[_FilledRow]:
        counts, context, jokers, melded = key
        row, found = self.row, []
        for places, number, filling in self.decomposer.joker_fillings[CountsWithJokers(counts, jokers)]:
            units = sum([1 << place * row.width for place in places])
            if self.may_hold and not has_room(self._room(filling), places, -1, True, True):
                continue
            if counts + units + melded + self.room & self.guard:
                continue
            total = sum([row.sums[piece, NO_MARK, context] for piece in filling])
            if row.has_counters:
                total += row.words[counts + units + melded]
            kinds = tuple([row.kinds[place] for place in places])
            found.append(_FilledRow(total, units, places, kinds, number, filling))
        return found

    def _room(self, filling: Filling) -> Counter[int]:
        """How many of each tile, by its place, stand in groups that may hold jokers."""
        return Counter([place for name, places in filling if name in self.may_hold for place in places])

    def _completed_groups(
        self, filling: Filling, winning_places: Iterable[int], jokers: Kinds, by_joker: bool
    ) -> Iterator[tuple[int, int]]:
        """The tile that may have won, by its place, and the place of the group that it completed; equal
        readings count once.
        """
        seen, room = set(), self._room(filling) if self.may_hold else Counter()
        for place in winning_places:
            for at, piece in enumerate(filling):
                if place in piece[1] and piece not in filling[:at]:
                    among_jokers = piece[0] in self.may_hold
                    if self.may_hold and not has_room(room, jokers, place, among_jokers, by_joker):
                        continue
                    look = at, self.waits[piece, place]
                    if look not in seen:
                        seen.add(look)
                        yield place, at

    def _wait_number(self, key: tuple[Piece, int]) -> int:
        ((name, places), winning), kinds = key, self.row.kinds
        return self.groups.wait_number(name, tuple([kinds[place] for place in places]), kinds[winning])
