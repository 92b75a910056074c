"""Hands with several readings or jokers, the reading behind a score, and waits: work that most hands do not
need.

With jokers each row is filled with every number of them, and the jokers shared out over rows. What a row with
so many comes to is remembered by the row; readings that add up to the same are one, with their number and the
first of them in the order of the readable evaluator.
"""

from __future__ import annotations

from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import View, value_of
from scorer.memo import MOST_NUMBERS, Memo
from scorer.readings import MOST_READINGS, MOST_SUBSTITUTIONS, StepBudget, tiles_against_waits
from scorer.shapes import TooManyReadings
from scorer.tiles import mask_kinds

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from scorer.fast.hand_layout import HandLayout, PackedMelds, PackedShape
    from scorer.fast.rows import Filling, Piece, Row
    from scorer.fast.situations import PackedSituation
    from scorer.fast.values import Conditions, Program

    Kinds = tuple[int, ...]
    First = tuple[Kinds, int, Kinds, int, int]
    """what jokers stand for, the tile that won where it is one of them, the filling of each row, the
    group that won and its row
    """
    Sums = dict[tuple[int, int], tuple[First, int]]
    """by what readings add up to and the tiles that jokers stand for, where those are asked: the first
    reading, and how many there are
    """
    RowKey = tuple[int, int, bool, int, int]
    """the row with its marks, how many jokers at most, whether tiles are asked, tiles of melds, and how a
    joker won: not, by self-draw, by discard
    """
    Filled = tuple[tuple[int, int, Sums], ...]
    """the number of jokers in the row, whether one of them won, and the sums"""

NOTHING: First = ((), -1, (), 0, -1)
NOT_WON, DRAWN, CLAIMED = 0, 1, 2
MOST_SUMS = 50_000
"""limit for one shape; a hand with more is left to the readable evaluator"""


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

    sums: list[tuple[int, int]]
    firsts: list[JokerReading]
    ways: int


class Jokers:
    """Readings of hands with jokers under one ruleset."""

    def __init__(self, layout: HandLayout) -> None:
        self.layout = layout
        self.playing = len(layout.shift)
        self.rows = [
            [Memo(_RowFiller(layout, shape, row).row_sums) for row in layout.rows] for shape in layout.shapes
        ]  # fmt: skip

    def joined_readings(
        self, tiles: int, melds: PackedMelds, winning: int, situation: PackedSituation, exact: bool
    ) -> JoinedReadings:
        """Every reading; readings with the same sum count as one, with `exact` only if their tiles are the
        same too. Raises TooManyReadings if jokers can stand for too many different tiles.
        """
        layout = self.layout
        count = tiles >> layout.joker_at & 15
        if comb(self.playing + count - 1, count) > MOST_SUBSTITUTIONS:
            raise TooManyReadings(f"{count} jokers can stand for too many different tiles")
        by_joker = winning in layout.jokers
        key = tiles + situation.marks + (0 if by_joker else layout.won[winning, situation.discard])
        won = (DRAWN + situation.discard) if by_joker else NOT_WON
        found = []
        for shape in layout.shapes:
            if situation.open[shape.place] and melds.bases[shape.place] >= 0:
                for (total, added), (first, more) in self._shared_out(shape, key, melds, count, won, exact):
                    kinds, drawn, fillings, at, row = first
                    order = JokerReading(kinds, drawn, shape.number, fillings, at, row)
                    found.append((order, total, added, more))
        found.sort()
        sums = [(total, tiles + added) for _, total, added, _ in found]
        return JoinedReadings(sums, [order for order, *_ in found], sum([more for *_, more in found]))

    def complete(self, tiles: int, melds: PackedMelds) -> bool:
        """Whether some shape can be filled with any choice of tiles for the jokers."""
        count = tiles >> self.layout.joker_at & 15
        return any(
            next(self._shared_out(shape, tiles, melds, count, NOT_WON, False), None)
            for shape in self.layout.shapes
            if melds.bases[shape.place] >= 0
        )

    def _shared_out(
        self, shape: PackedShape, key: int, melds: PackedMelds, count: int, won: int, exact: bool
    ) -> Iterator[tuple[tuple[int, int], tuple[First, int]]]:
        """The sums of one shape: row by row, with the remaining jokers."""
        rows = []
        for (start, mask, _), row, memo in zip(
            shape.places, self.layout.rows, self.rows[shape.number], strict=True
        ):
            filled = memo[key >> start & mask, count, exact, row.row_counts(melds.whole), won]
            if not filled:
                return
            rows.append(filled)
        states: dict[tuple[int, int], Sums] = {(count, won): {(melds.bases[shape.place], 0): (NOTHING, 1)}}
        needed, steps = sum([filled[0][0] for filled in rows]), StepBudget(MOST_SUMS)
        for filled in rows:
            after: dict[tuple[int, int], Sums] = {}
            needed -= filled[0][0]
            for (left, to_win), sums in states.items():
                for jokers, here, more in filled:
                    if jokers + needed <= left and (not here or to_win):
                        still = left - jokers, NOT_WON if here else to_win
                        steps.use_steps(len(sums) * len(more))
                        _combine(after.setdefault(still, {}), sums, more)
            states = after
        valid, value = self.layout.valid_mask, shape.value
        for total, one in states.get((0, NOT_WON), {}).items():
            if total[0] & valid == value:
                yield total, one


def _combine(into: Sums, sums: Sums, row: Sums) -> None:
    for (total, added), (first, count) in sums.items():
        for (more, units), (own, times) in row.items():
            kinds = tuple(sorted(first[0] + own[0])) if first[0] and own[0] else first[0] or own[0]
            drawn, at, won_row = max(first[1], own[1]), max(first[3], own[3]), max(first[4], own[4])
            joined = kinds, drawn, first[2] + own[2], at, won_row
            _keep(into, (total + more, added + units), joined, count * times)


def _keep(sums: Sums, key: tuple[int, int], first: First, count: int) -> None:
    known = sums.get(key)
    sums[key] = (min(known[0], first), known[1] + count) if known else (first, count)


class _RowFiller:
    """The sums of one row of a shape with jokers in it."""

    def __init__(self, layout: HandLayout, shape: PackedShape, row: Row) -> None:
        self.row, self.groups, self.family = row, layout.groups, shape.of_row[row.number]
        tileset = layout.tileset
        self.fifth, self.copies = tileset.fifth, [tileset.kinds[kind].copies for kind in row.kinds]

    def row_sums(self, key: RowKey) -> Filled:
        """The sums of the row for each number of jokers that fills it."""
        own, most, exact, melded, won = key
        found = [
            (jokers, here, self._sums_with_jokers(own, jokers, exact, melded, here))
            for jokers in range(most + 1)
            for here in ((NOT_WON, won) if won and jokers else (NOT_WON,))
        ]
        return tuple([one for one in found if one[2]])

    def _sums_with_jokers(self, own: int, jokers: int, exact: bool, melded: int, won: int) -> Sums:
        """Every sum of the row, with the first reading of each and their number."""
        row = self.row
        found: Sums = {}
        counts, context = own & row.counts_mask, own >> row.context_at
        for places, number, filling in self.family.joined[counts, jokers]:
            units = sum([1 << place * row.width for place in places])
            if not self.fifth and self._too_many(places, counts + units + melded):
                continue
            kinds = tuple([row.kinds[place] for place in places])
            plain = [row.sums[piece, 0, context] for piece in filling]
            total = sum(plain) + (row.words[counts + units + melded] if row.counted else 0)
            added = units << row.start if exact else 0
            for winning, at, variant in self._completions(own, won, places, filling):
                first, more = (kinds, -1, (number,), 0, -1), 0
                if variant:
                    more = row.sums[filling[at], variant, context] - plain[at]
                    first = (kinds, row.kinds[winning] if won else -1, (number,), at, row.number)
                _keep(found, (total + more, added), first, 1)
        return found

    def _too_many(self, places: Kinds, counts: int) -> bool:
        """Whether a joker stands for a tile of which the hand then has more copies than there are."""
        numbers = self.row.tile_counts(counts)
        return any(numbers[place] > self.copies[place] for place in places)

    def _completions(
        self, own: int, won: int, places: Kinds, filling: Filling
    ) -> Iterator[tuple[int, int, int]]:
        """The winning tile, the group that it completed and the variant; equal readings count once."""
        variant = own >> self.row.variant_at & self.row.variant_mask
        if not variant and not won:
            yield -1, 0, 0
            return
        claimed = won == CLAIMED or (not won and (variant - 1) % 2 > 0)
        seen = set()
        for winning in dict.fromkeys(places) if won else ((variant - 1) // 2,):
            for at, piece in enumerate(filling):
                if winning in piece[1] and piece not in filling[:at]:
                    look = at, self._wait_of(piece, winning)
                    if look not in seen:
                        seen.add(look)
                        yield winning, at, self.row.variant(winning, claimed)

    def _wait_of(self, piece: Piece, winning: int) -> int:
        kinds = self.row.kinds
        return self.groups.wait_number(piece[0], tuple([kinds[place] for place in piece[1]]), kinds[winning])


class FoundReading(NamedTuple):
    """One reading: the filling of each row, and the group that the winning tile completed."""

    shape: PackedShape
    total: int
    tiles: int
    winning: int
    fillings: tuple[int, ...]
    row: int
    place: int


class PackedReadings:
    """Every reading of a hand, in the order of the readable evaluator."""

    def __init__(self, layout: HandLayout) -> None:
        self.layout = layout
        self.jokers = Jokers(layout)

    def all_sums(
        self,
        tiles: int,
        melds: PackedMelds,
        winning: int,
        situation: PackedSituation,
        any_shape: bool = False,
    ) -> list[tuple[int, int]]:
        """The sums of all readings of a hand without jokers; with `any_shape` in shapes not open as well."""
        key = tiles + self.layout.won[winning, situation.discard] + situation.marks
        return [
            (total, tiles)
            for shape in self.layout.shapes
            if (any_shape or situation.open[shape.place])
            and shape.may_be(tiles)
            and melds.bases[shape.place] >= 0
            for total in self._shape_sums(shape, key, tiles, melds, winning, situation)
        ]

    def _shape_sums(
        self,
        shape: PackedShape,
        key: int,
        tiles: int,
        melds: PackedMelds,
        winning: int,
        situation: PackedSituation,
    ) -> list[int]:
        """The sums of the readings in one shape; their order matters only if several rows have several
        fillings.
        """
        total, several = melds.bases[shape.place] + melds.change(tiles), None
        for start, mask, memo in shape.places:
            entries = memo[key >> start & mask]
            if len(entries) == 1:
                total += entries[0][0]
            elif not entries:
                return []
            elif several is None:
                several = entries
            elif prod([len(one[key >> at & own]) for at, own, one in shape.places]) > MOST_READINGS:
                raise TooManyReadings
            else:
                return [found.total for found in self._of_shape(shape, tiles, melds, winning, situation)]
        valid, value = self.layout.valid_mask, shape.value
        sums = [total] if several is None else [total + entry[0] for entry in several]
        return [one for one in sums if one & valid == value]

    def _of_shape(
        self, shape: PackedShape, tiles: int, melds: PackedMelds, winning: int, situation: PackedSituation
    ) -> list[FoundReading]:
        layout = self.layout
        key = tiles + layout.won[winning, situation.discard] + situation.marks
        base = melds.bases[shape.place] + melds.change(tiles)
        at = layout.row_of[winning].number
        found = []
        for entries in product(*[memo[key >> start & mask] for start, mask, memo in shape.places]):
            total = base + sum([entry[0] for entry in entries])
            if total & layout.valid_mask == shape.value:
                fillings = tuple([entry[1] for entry in entries])
                found.append(FoundReading(shape, total, tiles, winning, fillings, at, entries[at][2]))
        return found if len(found) < 2 else sorted(found, key=lambda item: (item.fillings, item.place))

    def fillings_of(self, found: FoundReading) -> list[Filling]:
        rows = zip(self.layout.rows, found.fillings, strict=True)
        return [
            found.shape.of_row[row.number].pieces[row.row_counts(found.tiles)][number] for row, number in rows
        ]

    def reading(
        self,
        tiles: int,
        melds: PackedMelds,
        winning: int,
        situation: PackedSituation,
        place: int | JokerReading,
    ) -> FoundReading:
        """The reading at a place in the order of the readable evaluator; of a hand with jokers, as it was
        found.
        """
        if not isinstance(place, int):
            played = tiles + sum([self.layout.units[kind, False] for kind in place.kinds])
            won = place.drawn if winning in self.layout.jokers else winning
            shape = self.layout.shapes[place.shape]
            return FoundReading(shape, 0, played, won, place.fillings, place.row, place.group)
        for shape in self.layout.shapes:
            if situation.open[shape.place] and shape.may_be(tiles) and melds.bases[shape.place] >= 0:
                found = self._of_shape(shape, tiles, melds, winning, situation)
                if place < len(found):
                    return found[place]
                place -= len(found)
        raise IndexError(place)


# ---- numbers that are worked out only when a condition hangs on them

EXPOSED, OF_HAND = "exposed", "hand"


class PackedWaits:
    """The tiles that would complete a hand in place of its winning tile."""

    def __init__(self, layout: HandLayout, conditions: Conditions, readings: PackedReadings) -> None:
        self.layout, self.conditions, self.readings = layout, conditions, readings
        self.memo: Memo[Hashable, tuple[int, ...]] = Memo(most=MOST_NUMBERS)
        self.sorts = layout.form.conditions.late_sorts
        self.asks_winning = any(sort in (EXPOSED, OF_HAND) for sort, _ in self.sorts)
        self.asks_situation = any(sort == OF_HAND for sort, _ in self.sorts)

    def late_numbers(
        self, tiles: int, melds: PackedMelds, winning: int, situation: PackedSituation
    ) -> tuple[int, ...]:
        """The late numbers in the order of the program: how many waits, then those of the form."""
        rest = tiles - self.layout.units[winning, False]
        won, where = winning if self.asks_winning else -1, situation if self.asks_situation else None
        key = (rest, melds.called, situation.program, situation.discard, situation.context, won, where)
        return self.memo.get(key) or self.memo.keep(key, self._late_numbers(rest, melds, winning, situation))

    def _late_numbers(
        self, rest: int, melds: PackedMelds, winning: int, situation: PackedSituation
    ) -> tuple[int, ...]:
        """For each kind of late number: the copies of the winning tile in called sets, the result of the
        readable evaluator, or whether a condition holds with every tile waited for.
        """
        layout, waits = self.layout, self.completing_kinds(rest, melds)
        found = [len(waits)]
        for sort, place in self.sorts:
            if sort == EXPOSED:
                called = (tiles for _, tiles, concealed in melds.melds if not concealed)
                found.append(sum(tile[0] == winning for tiles in called for tile in tiles))
            elif sort == OF_HAND:
                hand = layout.unpacked_hand(rest + layout.units[winning, False] + melds.whole, melds, winning)
                view = View(layout.ruleset, hand, situation.situation)
                found.append(int(value_of(layout.form.conditions.late_hand[place], view)))
            else:
                program = self.conditions.late_programs[place]
                found.append(
                    int(all(self._condition_holds(program, rest, kind, melds, situation) for kind in waits))
                )
        return tuple(found)

    def completing_kinds(self, rest: int, melds: PackedMelds) -> tuple[int, ...]:
        """The kinds that complete these tiles, except those that are not waits because the hand holds
        every copy.
        """
        layout, kinds, unit = self.layout, self.layout.tileset.kinds, self.layout.units
        held = tiles_against_waits(layout.ruleset.formal_waits, rest, melds.whole)
        if layout.jokers and rest >> layout.joker_at & 15:
            complete = self.readings.jokers.complete
            found = {kind for kind in layout.shift if complete(rest + unit[kind, False], melds)}
        else:
            shapes = [shape for shape in layout.shapes if shape.may_become(rest)]
            found = set().union(*[self._completing(shape, rest, melds) for shape in shapes])
        return tuple(
            kind
            for kind, at in layout.shift.items()
            if kind in found and held >> at & layout.tile_mask < kinds[kind].copies
        )

    def _completing(self, shape: PackedShape, rest: int, melds: PackedMelds) -> set[int]:
        """The tiles with which a shape can be filled; only numbers of sets, pairs and singles matter. A
        tile changes only its own row, so the tiles of a row are tried only if all other rows can be
        filled.
        """
        layout, base = self.layout, melds.bases[shape.place]
        found: set[int] = set()
        if base < 0:
            return found
        rows = [(row, row.row_counts(rest)) for row in layout.rows]
        sizes = [family.sizes[counts] for family, (_, counts) in zip(shape.of_row, rows, strict=True)]
        unfilled = [place for place, sums in enumerate(sizes) if not sums]
        for place in unfilled or range(len(rows)) if len(unfilled) < 2 else ():
            wanted = {shape.value - (base & layout.valid_mask)}
            for other, sums in enumerate(sizes):
                if other != place:
                    wanted = {total - less for total in wanted for less in sums}
            more = shape.of_row[place].one_more[rows[place][1]]
            places = [at for total in wanted if total in more for at in mask_kinds(more[total])]
            found.update([rows[place][0].kinds[at] for at in places])
        return found

    def _condition_holds(
        self, program: Program, rest: int, kind: int, melds: PackedMelds, situation: PackedSituation
    ) -> bool:
        """Whether a condition holds in some reading with this tile as the winning one."""
        tiles = rest + self.layout.units[kind, False]
        return any(
            program.run_program(self.conditions.inputs(self.conditions.condition_key(total, situation)))[0]
            for total, _ in self.readings.all_sums(tiles, melds, kind, situation, any_shape=True)
        )
