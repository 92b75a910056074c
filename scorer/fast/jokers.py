"""Readings of hands with jokers.

Each row is filled with every number of them, and the jokers shared out over rows. What a row with so many
comes to is remembered by the row; readings that add up to the same are one, with their number and the first
of them in the order of the readable evaluator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.packing import Context, PackedRow, PackedTiles, ReadingSum, RowCounts
from scorer.fast.rows import CountsWithJokers
from scorer.memo import Memo
from scorer.readings import StepBudget

if TYPE_CHECKING:
    from collections.abc import Iterator

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

NOT_WON, DRAWN, CLAIMED = 0, 1, 2
MOST_SUMS = 50_000
"""limit for one shape; a hand with more is left to the readable evaluator"""


class RowKey(NamedTuple):
    """What the sums of a row with jokers depend on."""

    row: PackedRow
    most_jokers: int
    is_exact: bool
    """whether it matters which tiles the jokers stand for"""
    melded: RowCounts
    """the tiles of the row that are in melds"""
    won: int
    """whether a joker won, and how: NOT_WON, DRAWN or CLAIMED"""


class RowsReading(NamedTuple):
    """A reading of some rows of one shape; sorted, readings are in the order of the readable evaluator."""

    kinds: Kinds
    """what the jokers stand for"""
    drawn: int
    """the winning tile if a joker stands for it, otherwise -1"""
    fillings: Kinds
    """the number of the filling of each row"""
    group: int
    row: int
    """the group that won and its row"""


class AlikeReadings(NamedTuple):
    """Readings with the same sum: the first of them, and how many there are."""

    first: RowsReading
    number: int


class Completion(NamedTuple):
    """How the winning tile completed a row: its place in the row, the place of the group among those of the
    row, and the variant of that group (0: no group of the row was completed).
    """

    winning: int
    group: int
    variant: int


NO_COMPLETION = Completion(-1, 0, 0)


class JokersLeft(NamedTuple):
    """What remains to be shared out over rows: a number of jokers, and how one of them is still to win."""

    number: int
    won: int


class RowSums(NamedTuple):
    """The sums of a row with so many jokers in it, and how one of these won."""

    jokers: int
    won: int
    sums: Sums


NO_ROWS = RowsReading((), -1, (), 0, -1)


class JokerReading(NamedTuple):
    """A reading of a hand with jokers; sorted, readings are in the order of the readable evaluator."""

    kinds: Kinds
    """what the jokers stand for"""
    drawn: int
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
        self.rows = [
            [Memo(_RowFiller(layout, shape, row).row_sums) for row in layout.rows] for shape in layout.shapes
        ]  # fmt: skip

    def joined_readings(
        self, tiles: PackedTiles, melds: PackedMelds, winning: int, situation: PackedSituation, exact: bool
    ) -> JoinedReadings:
        """Every reading; readings with the same sum count as one, with `exact` only if their tiles are the
        same too. Raises TooManyReadings beyond all bounds.
        """
        layout = self.layout
        count = tiles >> layout.joker_at & 15
        by_joker = winning in layout.jokers
        key = tiles + situation.marks + (0 if by_joker else layout.won[winning, situation.discard])
        won = (DRAWN + situation.discard) if by_joker else NOT_WON
        found = []
        for shape in layout.shapes:
            if situation.open_shapes[shape.place] and melds.bases[shape.place] >= 0:
                for (total, added), (first, more) in self._shared_out(shape, key, melds, count, won, exact):
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
            for shape in self.layout.shapes
            if melds.bases[shape.place] >= 0
        )

    def _shared_out(
        self, shape: PackedShape, key: int, melds: PackedMelds, count: int, won: int, exact: bool
    ) -> Iterator[tuple[JokerSum, AlikeReadings]]:
        """The sums of one shape: row by row, with the remaining jokers."""
        rows = []
        for (start, mask, _), row, memo in zip(
            shape.places, self.layout.rows, self.rows[shape.number], strict=True
        ):
            filled = memo[
                RowKey(PackedRow(key >> start & mask), count, exact, row.row_counts(melds.tiles), won)
            ]
            if not filled:
                return
            rows.append(filled)
        states: dict[JokersLeft, Sums] = {
            JokersLeft(count, won): {(ReadingSum(melds.bases[shape.place]), 0): AlikeReadings(NO_ROWS, 1)}
        }
        needed, steps = sum([filled[0].jokers for filled in rows]), StepBudget(MOST_SUMS)
        for filled in rows:
            after: dict[JokersLeft, Sums] = {}
            needed -= filled[0].jokers
            for (left, to_win), sums in states.items():
                for jokers, here, more in filled:
                    if jokers + needed <= left and (not here or to_win):
                        still = JokersLeft(left - jokers, NOT_WON if here else to_win)
                        steps.use_steps(len(sums) * len(more))
                        _combine(after.setdefault(still, {}), sums, more)
            states = after
        valid, value = self.layout.valid_mask, shape.value
        for key_of_sum, readings in states.get(JokersLeft(0, NOT_WON), {}).items():
            if key_of_sum[0] & valid == value:
                yield key_of_sum, readings


def _combine(into: Sums, sums: Sums, row: Sums) -> None:
    for (total, added), (first, count) in sums.items():
        for (more, units), (own, times) in row.items():
            both = first.kinds and own.kinds
            joined = RowsReading(
                tuple(sorted(first.kinds + own.kinds)) if both else first.kinds or own.kinds,
                max(first.drawn, own.drawn),
                first.fillings + own.fillings,
                max(first.group, own.group),
                max(first.row, own.row),
            )
            _keep(into, (ReadingSum(total + more), added + units), joined, count * times)


def _keep(sums: Sums, key: JokerSum, first: RowsReading, count: int) -> None:
    known = sums.get(key)
    sums[key] = (
        AlikeReadings(min(known.first, first), known.number + count) if known else AlikeReadings(first, count)
    )


class _RowFiller:
    """The sums of one row of a shape with jokers in it."""

    def __init__(self, layout: HandLayout, shape: PackedShape, row: Row) -> None:
        self.row, self.groups, self.decomposer = row, layout.groups, shape.of_row[row.number]
        tileset = layout.tileset
        self.fifth, self.copies = tileset.fifth, [tileset.kinds[kind].copies for kind in row.kinds]

    def row_sums(self, key: RowKey) -> tuple[RowSums, ...]:
        """The sums of the row for each number of jokers that fills it."""
        own, most, exact, melded, won = key
        found = [
            RowSums(jokers, here, self._sums_with_jokers(own, jokers, exact, melded, here))
            for jokers in range(most + 1)
            for here in ((NOT_WON, won) if won and jokers else (NOT_WON,))
        ]
        return tuple([one for one in found if one.sums])

    def _sums_with_jokers(
        self, own: PackedRow, jokers: int, exact: bool, melded: RowCounts, won: int
    ) -> Sums:
        """Every sum of the row, with the first reading of each and their number."""
        row = self.row
        found: Sums = {}
        counts, context = RowCounts(own & row.counts_mask), Context(own >> row.context_at)
        for places, number, filling in self.decomposer.joker_fillings[CountsWithJokers(counts, jokers)]:
            units = sum([1 << place * row.width for place in places])
            if not self.fifth and self._too_many(places, counts + units + melded):
                continue
            kinds = tuple([row.kinds[place] for place in places])
            plain = [row.sums[piece, 0, context] for piece in filling]
            total = sum(plain) + (row.words[counts + units + melded] if row.counted else 0)
            added = units << row.start if exact else 0
            for winning, at, variant in self._completions(own, won, places, filling):
                first, more = RowsReading(kinds, -1, (number,), 0, -1), 0
                if variant:
                    more = row.sums[filling[at], variant, context] - plain[at]
                    drawn = row.kinds[winning] if won else -1
                    first = RowsReading(kinds, drawn, (number,), at, row.number)
                _keep(found, (ReadingSum(total + more), added), first, 1)
        return found

    def _too_many(self, places: Kinds, counts: int) -> bool:
        """Whether a joker stands for a tile of which the hand then has more copies than there are."""
        numbers = self.row.tile_counts(counts)
        return any(numbers[place] > self.copies[place] for place in places)

    def _completions(self, own: PackedRow, won: int, places: Kinds, filling: Filling) -> Iterator[Completion]:
        """How the winning tile may have completed the row; equal readings count once."""
        variant = own >> self.row.variant_at & self.row.variant_mask
        if not variant and not won:
            yield NO_COMPLETION
            return
        claimed = won == CLAIMED or (not won and (variant - 1) % 2 > 0)
        seen = set()
        for winning in dict.fromkeys(places) if won else ((variant - 1) // 2,):
            for at, piece in enumerate(filling):
                if winning in piece[1] and piece not in filling[:at]:
                    look = at, self._wait_of(piece, winning)
                    if look not in seen:
                        seen.add(look)
                        yield Completion(winning, at, self.row.variant(winning, claimed))

    def _wait_of(self, piece: Piece, winning: int) -> int:
        (name, places), kinds = piece, self.row.kinds
        return self.groups.wait_number(name, tuple([kinds[place] for place in places]), kinds[winning])
