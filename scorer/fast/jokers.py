"""Readings of hands with jokers.

Each row is filled with every number of them, and the jokers shared out over rows. Two numbers tell all of a
reading: what its groups add up to, and its place in the order of the readable evaluator, to both of which
each row adds its part. Readings that add up to the same are one, with their number and the first of them.
What some rows come to together is kept, because hands with another winning tile have most rows in common.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.compiled_form import WORD
from scorer.fast.layout import MOST_WORDS
from scorer.fast.packing import (
    CLAIMED,
    DRAWN,
    NO_MARK,
    NOT_WON,
    Context,
    PackedRow,
    PackedTiles,
    RowCounts,
    WinMark,
    WinState,
    win_mark,
    winning_place,
)
from scorer.fast.rows import CountsWithJokers
from scorer.memo import Memo
from scorer.readings import StepBudget, can_represent, has_room
from scorer.shapes import ALL_TILES

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from scorer.fast.hand_layout import HandLayout, PackedMelds, PackedShape
    from scorer.fast.packing import SummedReading
    from scorer.fast.rows import Filling, Piece, Row
    from scorer.fast.situations import PackedSituation

    Kinds = tuple[int, ...]
    AlikeReadings = tuple[int, int]
    """the first of some readings, as a number of `ReadingOrder`, and how many there are; the innermost loop
    makes plain tuples in half the time
    """
    Sums = dict[int, AlikeReadings]
    """readings by what they add up to, and above that, from TILES_AT on, the tiles that jokers represent
    where these matter
    """
    SumsByState = dict[int, Sums]
    """the sums of some rows by what they have used, a number of `JokerStates`"""

MOST_SUMS = 400_000
"""limit for one shape; a hand with more is left to the readable evaluator"""
MOST_KEPT = 1 << 16
"""States and sums of several rows that are kept. One takes some 200 bytes."""
TILES_AT = WORD * MOST_WORDS
SUM_MASK = (1 << TILES_AT) - 1


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
    """The readings of a hand with jokers: one sum of those that count alike with its tiles, the number of the
    first such reading in `ReadingOrder`, and how many readings there are in all.
    """

    sums: list[SummedReading]
    firsts: list[int]
    ways: int


class ReadingOrder:
    """Numbers readings in the order of the readable evaluator; every row adds its part to the number.

    | less for lower tiles that jokers represent | winning tile | shape | filling of each row | group | row |
    """

    GROUP_BITS, FILLING_BITS, TILE_BITS = 8, 16, 4

    def __init__(self, layout: HandLayout) -> None:
        rows, kinds = len(layout.rows), len(layout.tileset.kinds)
        self.group_at = rows.bit_length()
        self.fillings_at = [
            self.group_at + self.GROUP_BITS + self.FILLING_BITS * (rows - 1 - row) for row in range(rows)
        ]
        self.shape_at = self.fillings_at[0] + self.FILLING_BITS
        self.winning_kind_at = self.shape_at + len(layout.shapes).bit_length()
        self.tiles_at = self.winning_kind_at + (kinds + 1).bit_length()
        self.tile_parts = [-1 << self.tiles_at + self.TILE_BITS * (kinds - 1 - kind) for kind in range(kinds)]

    def winning_part(self, row: int, group: int, joker_winning_kind: int = -1) -> int:
        """What the group that won adds."""
        return row + (group << self.group_at) + (joker_winning_kind + 1 << self.winning_kind_at)

    def reading(self, number: int) -> JokerReading:
        """The reading with a number."""

        def part(start: int, end: int) -> int:
            return number >> start & (1 << end - start) - 1

        tiles, last = -(number >> self.tiles_at), len(self.tile_parts) - 1
        counts = [tiles >> self.TILE_BITS * (last - kind) & 15 for kind in range(last + 1)]
        return JokerReading(
            tuple([kind for kind, count in enumerate(counts) for _ in range(count)]),
            part(self.winning_kind_at, self.tiles_at) - 1,
            part(self.shape_at, self.winning_kind_at),
            tuple([part(at, at + self.FILLING_BITS) for at in self.fillings_at]),
            part(self.group_at, self.group_at + self.GROUP_BITS),
            part(0, self.group_at),
        )


class HeldJokers(NamedTuple):
    """The jokers of a hand by the classes of tiles that each may represent, and whether one of them won."""

    classes: Kinds
    win: WinState
    winning_class: int
    """what the joker that won may represent"""
    other_classes: Kinds
    """those of the others"""


class JokerStates:
    """What rows use, as a number: every row adds its part.

        | how a joker won | number of jokers | jokers for each class of alike tiles | sets, pairs, singles |

    Tiles are alike if the same sorts of joker may represent them; with a single sort that represents any
    tile, the number of jokers is enough.
    """

    BITS, MASK = 8, 255

    def __init__(self, layout: HandLayout) -> None:
        stands = layout.ruleset.set_tables.joker_tiles
        sorts = [stands.get(joker, ALL_TILES) for joker in layout.jokers]
        self.groups_mask = layout.valid_mask
        first = self.groups_mask.bit_length()
        alike: dict[Kinds, list[int]] = {}
        for kind in layout.shift:
            by = tuple([place for place, tiles in enumerate(sorts) if tiles >> kind & 1])
            alike.setdefault(by, []).append(kind)
        alike.pop((), None)
        self.examples = [kinds[0] for kinds in alike.values()]
        """a tile of each class"""
        self.class_of = {kind: place for place, kinds in enumerate(alike.values()) for kind in kinds}
        """the class of each tile that some joker may represent"""
        self.has_sorts = len(alike) > 1
        fields = len(alike) if self.has_sorts else 0
        self.number_at = first + self.BITS * fields
        self.win_at = self.number_at + self.BITS
        self.classes_at = first
        self.tile_parts = {
            kind: (1 << self.number_at) + (1 << first + self.BITS * place if self.has_sorts else 0)
            for kind, place in self.class_of.items()
        }
        self.wins: list[Kinds] = []
        """how a joker may have won: the class of the tile that it represents, and classes of others that it
        may represent in the same reading, which come first
        """
        self.win_number: Memo[Kinds, int] = Memo(self._number_win)

    def _number_win(self, classes: Kinds) -> int:
        self.wins.append(classes)
        return len(self.wins)

    def win_part(self, tile_class: int, earlier_classes: Kinds) -> int:
        """What a row adds in which a joker has won."""
        classes = (tile_class, *sorted(earlier_classes))
        return self.win_number[classes] << self.win_at

    def _can_represent(self, used: int, jokers: Kinds, without: int = -1) -> bool:
        """Whether jokers can represent the tiles that are used, but for one of a class."""
        counts = [
            (used >> self.classes_at + self.BITS * place & self.MASK) - (place == without)
            for place in range(len(self.examples))
        ]
        if min(counts) < 0:
            return False
        kinds = [kind for kind, count in zip(self.examples, counts, strict=True) for _ in range(count)]
        return can_represent(jokers, tuple(kinds))

    def may_lead_on(self, state: int, jokers: HeldJokers) -> bool:
        """Whether more rows may follow after rows that have used so much."""
        if state >> self.number_at & self.MASK > len(jokers.classes):
            return False
        return not self.has_sorts or self._can_represent(state, jokers.classes)

    def is_end(self, state: int, groups: int, jokers: HeldJokers) -> bool:
        """Whether rows that have used so much are a hand of these groups and jokers."""
        number, win = state >> self.number_at & self.MASK, state >> self.win_at
        if state & self.groups_mask != groups or number != len(jokers.classes):
            return False
        if not self.has_sorts or not win:
            return bool(win) == bool(jokers.win)
        own, *earlier = self.wins[win - 1]
        return self._can_represent(state, jokers.other_classes, own) and not any(
            self._can_represent(state, jokers.other_classes, one) for one in earlier
        )


class OpenLanes:
    """The sets of some rows that templates may still bind once the other rows are known. Most readings of
    those rows differ in no other sets, and become one.
    """

    def __init__(self, layout: HandLayout) -> None:
        lanes = layout.form.lanes
        fields = {1 << at: (1 << width) - 1 << at for at, width, _ in lanes.places}
        self.mask = 0 if lanes.placed_patterns else sum(fields.values())
        """every lane; none where patterns tell sets apart"""
        self.of_row = [0] * len(layout.rows)
        """the lanes of each row"""
        for (_, tiles), unit in lanes.sets.items():
            self.of_row[layout.row_of[tiles[0]].number] |= fields.get(unit, 0)
        self.instances: dict[int, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
        """by a lane all that templates bind with it: the lanes, and each lane with the count in it"""
        for total in [one.total for table in lanes.instances for one in table]:
            counts = tuple([(field, total & field) for field in fields.values() if total & field])
            whole = sum([field for field, _ in counts])
            for field, _ in counts:
                self.instances.setdefault(field, []).append((whole, counts))

    def kept_bits(self, rows: Iterable[int]) -> Memo[int, int]:
        """By the lanes of readings of these rows, a mask of what is kept of the sums of such readings."""
        done = reduce(or_, [self.of_row[row] for row in rows], 0) & self.mask

        def kept(lanes: int) -> int:
            present = reduce(or_, [field for field in self.instances if lanes & field], 0)
            absent, keep = done & ~present, ~done
            for field, instances in self.instances.items():
                if present & done & field and not keep & field:
                    for whole, counts in instances:
                        if not whole & absent and all(
                            lanes & one >= count for one, count in counts if one & done
                        ):
                            keep |= whole
            return keep

        return Memo(kept)


class Jokers:
    """Readings of hands with jokers under one ruleset."""

    def __init__(self, layout: HandLayout) -> None:
        self.layout, self.order = layout, ReadingOrder(layout)
        self.states = JokerStates(layout)
        self.fillers: Memo[PackedShape, list[_RowFiller]] = Memo(
            lambda shape: [_RowFiller(self, shape, row) for row in layout.rows]
        )
        self.lanes = OpenLanes(layout)
        self.kept_bits: Memo[tuple[int, ...], Memo[int, int]] = Memo(self.lanes.kept_bits)
        """by the numbers of rows"""
        self.joined_rows: dict[JoinedKey, _JoinedRows] = {}
        self.kept = 0
        """how many states and sums they have together"""

    def reading_sums(
        self,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
        is_exact: bool,
    ) -> Iterator[Sums]:
        """The sums of all readings, with `is_exact` with the tiles that jokers represent. Raises
        TooManyReadings beyond all bounds.
        """
        layout = self.layout
        by_joker = winning_kind in layout.jokers
        key = tiles + situation.marks
        win = NOT_WON
        if by_joker:
            win = CLAIMED if situation.discard else DRAWN
        else:
            key += layout.winning_marks[winning_kind, situation.discard]
        held = self._held_jokers(tiles, winning_kind, win)
        for shape in melds.shapes.shapes_with_jokers(tiles, len(held.classes)):
            if situation.open_shapes[shape.place]:
                yield from self._sums_of_shape(shape, key, melds, held, is_exact, winning_kind)

    def can_be_complete(self, tiles: PackedTiles, melds: PackedMelds) -> bool:
        """Whether some shape can be filled with any choice of tiles for the jokers."""
        held = self._held_jokers(tiles, -1, NOT_WON)
        shapes = melds.shapes.shapes_with_jokers(tiles, len(held.classes))
        return any(next(self._ends_of_shape(shape, tiles, melds, held, False), None) for shape in shapes)

    def _held_jokers(self, tiles: PackedTiles, winning_kind: int, win: WinState) -> HeldJokers:
        """The jokers among these tiles, of which one won if `win` says so."""
        stands, others = self.layout.ruleset.set_tables.joker_tiles, self.layout.jokers_of(tiles)
        every = sorted([stands.get(joker, ALL_TILES) for joker in others])
        if not win:
            return HeldJokers(tuple(every), win, 0, tuple(every))
        rest = list(every)
        rest.remove(own := stands.get(winning_kind, ALL_TILES))
        return HeldJokers(tuple(every), win, own, tuple(rest))

    def _sums_of_shape(
        self,
        shape: PackedShape,
        key: int,
        melds: PackedMelds,
        held: HeldJokers,
        is_exact: bool,
        winning_kind: int,
    ) -> Iterator[Sums]:
        """The sums of one shape."""
        steps = StepBudget(MOST_SUMS)
        row = self.layout.row_of.get(winning_kind)
        last_row = row.number if row else None
        for rows, state in self._ends_of_shape(shape, key, melds, held, is_exact, last_row):
            yield rows.sums(state, steps)

    def _ends_of_shape(
        self,
        shape: PackedShape,
        key: int,
        melds: PackedMelds,
        held: HeldJokers,
        is_exact: bool,
        last_row: int | None = None,
    ) -> Iterator[tuple[_JoinedRows, int]]:
        """The rows of a hand joined, with each state that makes a complete hand. `last_row` is joined last,
        so that what the others come to is known for hands that differ only in this row.
        """
        if self.kept > MOST_KEPT:
            self.joined_rows.clear()
            self.kept = 0
        keys = [
            RowKey(
                PackedRow(key >> start & mask),
                is_exact,
                row.row_counts(melds.tiles),
                held.win,
                held.winning_class,
            )
            for (start, mask, _), row in zip(shape.places, self.layout.rows, strict=True)
        ]
        bounds = self._joker_bounds(self.fillers[shape], keys, len(held.classes))
        order = sorted(range(len(keys)), key=lambda number: number == last_row)
        joined_key: JoinedKey = (shape.number, melds.bases[shape.place], held)
        rows = _JoinedRows(self, held)
        rows.begin(melds.bases[shape.place], shape.number << self.order.shape_at)
        for place, number in enumerate(order if bounds else ()):
            joined_key = (*joined_key, number, keys[number], bounds[number])
            known = self.joined_rows.get(joined_key)
            if known is None:
                known = rows.with_row(self.fillers[shape][number].sums_by_state(keys[number], bounds[number]))
                if place < len(order) - 1:
                    known.kept_bits = self.kept_bits[tuple(sorted(order[: place + 1]))]
                    self.joined_rows[joined_key] = known
                    self.kept += len(known.states)
            rows = known
            if not rows.states:
                return
        for state in rows.states if bounds else ():
            if self.states.is_end(state, shape.value, held):
                yield rows, state

    @staticmethod
    def _joker_bounds(fillers: list[_RowFiller], keys: list[RowKey], jokers: int) -> list[range]:
        """How many jokers each row may have; empty if they do not suffice."""
        least: list[int] = []
        for filler, key in zip(fillers, keys, strict=True):
            left = jokers - sum(least)
            fewest = next((n for n in range(left + 1) if filler.sums[key, n]), None)
            if fewest is None:
                return []
            least.append(fewest)
        spare = jokers - sum(least)
        return [range(fewest, fewest + spare + 1) for fewest in least]


class RowKey(NamedTuple):
    """What the sums of a row depend on beside the number of jokers in it."""

    row: PackedRow
    is_exact: bool
    """whether it matters which tiles the jokers stand for"""
    meld_counts: RowCounts
    """the tiles of the row that are in melds"""
    joker_win: WinState
    """whether a joker won, and how"""
    winning_class: int
    """the tiles that the joker that won may represent"""


if TYPE_CHECKING:
    JoinedKey = tuple[Hashable, ...]
    """a shape, what its readings begin with, the jokers, and then for each row its number, its key and how
    many jokers it may have
    """


class _JoinedRows:
    """What the first rows of a hand come to together; sums are worked out when they are asked for."""

    def __init__(self, jokers: Jokers, held: HeldJokers) -> None:
        self.jokers, self.joker_states, self.held = jokers, jokers.states, held
        self.before: _JoinedRows | None = None
        self.row: SumsByState = {}
        self.states: dict[int, None] = {}
        """the states that some reading has, in order"""
        self.known: SumsByState = {}
        self.kept_bits: Memo[int, int] | None = None
        """what is kept of sums, by the lanes in them, if more rows follow"""

    def begin(self, total: int, order: int) -> None:
        """Has no row yet, and begins readings with these numbers."""
        state = total & self.joker_states.groups_mask
        self.states, self.known = {state: None}, {state: {total: (order, 1)}}

    def with_row(self, row: SumsByState) -> _JoinedRows:
        """These rows and one more."""
        more, states = _JoinedRows(self.jokers, self.held), self.joker_states
        more.before, more.row = self, row
        reached = dict.fromkeys([
            before + own for before in self.states for own in row if self._has_one_win(before, own)
        ])  # fmt: skip
        more.states = {state: None for state in reached if states.may_lead_on(state, self.held)}
        return more

    def _has_one_win(self, state: int, other_state: int) -> bool:
        """Whether a joker won in one of two states at most."""
        return not state >> self.joker_states.win_at or not other_state >> self.joker_states.win_at

    def sums(self, state: int, steps: StepBudget) -> Sums:
        """The sums of the readings with a state."""
        found = self.known.get(state)
        if found is None:
            found, before = {}, self.before
            for own, sums in self.row.items():
                if before and state - own in before.states and self._has_one_win(state - own, own):
                    earlier = before.sums(state - own, steps)
                    steps.use_steps(len(earlier) * len(sums))
                    _combine(found, earlier, sums)
            found = self.known[state] = self._without_closed_lanes(found)
            if self.kept_bits is not None:
                self.jokers.kept += len(found)
        return found

    def _without_closed_lanes(self, sums: Sums) -> Sums:
        """The sums without sets that no template will bind."""
        kept_bits, lanes = self.kept_bits, self.jokers.lanes.mask
        if kept_bits is None:
            return sums
        found: Sums = {}
        for total, (first, count) in sums.items():
            kept = total & kept_bits[total & lanes]
            known = found.get(kept)
            found[kept] = (min(first, known[0]), count + known[1]) if known else (first, count)
        return found


def _combine(into: Sums, sums: Sums, row: Sums) -> None:
    known_sum = into.get
    for total, (first, count) in sums.items():
        for more, (own, times) in row.items():
            key, order = total + more, first + own
            known = known_sum(key)
            if known is None:
                into[key] = order, count * times
            else:
                into[key] = order if order < known[0] else known[0], known[1] + count * times


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
    order: int
    """what it adds to the number of a reading"""
    state: int
    """what it uses"""
    units: int
    """the tiles that jokers stand for, as they are counted in the row"""
    places: Kinds
    """the same tiles by their places"""
    filling: Filling


class _RowFiller:
    """The sums of one row of a shape with jokers in it."""

    def __init__(self, jokers: Jokers, shape: PackedShape, row: Row) -> None:
        layout = jokers.layout
        self.row, self.groups, self.decomposer = row, layout.groups, shape.of_row[row.number]
        self.order, self.states = jokers.order, jokers.states
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
        self.sums: Memo[tuple[RowKey, int], SumsByState] = Memo(lambda key: self._sums(*key))
        """the sums with so many jokers"""

    def sums_by_state(self, key: RowKey, numbers: range) -> SumsByState:
        """The sums of the row with each of these numbers of jokers."""
        found: SumsByState = {}
        for number in numbers:
            found |= self.sums[key, number]  # states tell the number
        return found

    def _sums(self, key: RowKey, jokers: int) -> SumsByState:
        packed_row, is_exact, meld_counts, joker_win, winning_class = key
        found: SumsByState = {}
        row = self.row
        counts, context = RowCounts(packed_row & row.counts_mask), Context(packed_row >> row.context_at)
        mark, sums = packed_row >> row.win_mark_at & row.win_mark_mask, row.sums
        for filled in self.filled_rows[FilledRowKey(counts, context, jokers, meld_counts)]:
            total = filled.total + (filled.units << row.start + TILES_AT if is_exact else 0)
            wins: Iterable[tuple[int, int, int]] = ()
            if mark:
                wins = self._natural_wins(filled, winning_place(mark))
            else:
                _keep(found.setdefault(filled.state, {}), total, filled.order)
                wins = self._joker_wins(filled, winning_class) if joker_win else ()
            for place, at, won_state in wins:
                piece, own = filled.filling[at], WinMark(mark) or win_mark(place, joker_win == CLAIMED)
                more = sums[piece, own, context] - sums[piece, NO_MARK, context]
                won = self.order.winning_part(row.number, at, -1 if mark else row.kinds[place])
                _keep(found.setdefault(filled.state + won_state, {}), total + more, filled.order + won)
        return found

    def _filled_rows(self, key: FilledRowKey) -> list[_FilledRow]:
        counts, context, jokers, melded = key
        row, found, parts = self.row, [], self.states.tile_parts
        order_parts, filling_at = self.order.tile_parts, self.order.fillings_at[self.row.number]
        for places, number, filling in self.decomposer.joker_fillings[CountsWithJokers(counts, jokers)]:
            units = sum([1 << place * row.width for place in places])
            if counts + units + melded + self.room & self.guard:
                continue
            if self.may_hold and not has_room(self._room(filling), places, -1, True, True):
                continue
            kinds = [row.kinds[place] for place in places]
            if not parts.keys() >= {*kinds}:
                continue
            total = sum([row.sums[piece, NO_MARK, context] for piece in filling])
            if row.has_counters:
                total += row.words[counts + units + melded]
            order = sum([order_parts[kind] for kind in kinds]) + (number << filling_at)
            state = (total & self.valid) + sum([parts[kind] for kind in kinds])
            found.append(_FilledRow(total, order, state, units, places, filling))
        return found

    def _room(self, filling: Filling) -> Counter[int]:
        """How many of each tile, by its place, stand in groups that may hold jokers."""
        return Counter([place for name, places in filling if name in self.may_hold for place in places])

    def _completed_groups(self, filled: _FilledRow, place: int, by_joker: bool) -> Iterator[int]:
        """The places of the groups that a tile, by its place, may have completed."""
        filling, may_hold = filled.filling, self.may_hold
        room = self._room(filling) if may_hold else Counter[int]()
        for at, piece in enumerate(filling):
            is_new = place in piece[1] and piece not in filling[:at]
            if is_new and (
                not may_hold or has_room(room, filled.places, place, piece[0] in may_hold, by_joker)
            ):
                yield at

    def _natural_wins(self, filled: _FilledRow, place: int) -> Iterator[tuple[int, int, int]]:
        """The tile that won, by its place, each group that it may have completed, and what that uses."""
        for at in self._completed_groups(filled, place, False):
            yield place, at, 0

    def _joker_wins(self, filled: _FilledRow, winning_class: int) -> Iterator[tuple[int, int, int]]:
        """The same for each tile that a joker which won may represent; equal readings come once, and again
        only if the other jokers may not suffice for the first of them.
        """
        seen: dict[tuple[int, int], list[int]] = {}
        for place in dict.fromkeys(filled.places):
            kind = self.row.kinds[place]
            for at in self._completed_groups(filled, place, True) if winning_class >> kind & 1 else ():
                classes = seen.setdefault((at, self.waits[filled.filling[at], place]), [])
                own = self.states.class_of[kind]
                if own not in classes:
                    yield place, at, self.states.win_part(own, tuple(classes))
                    classes.append(own)

    def _wait_number(self, key: tuple[Piece, int]) -> int:
        ((name, places), winning), kinds = key, self.row.kinds
        return self.groups.wait_number(name, tuple([kinds[place] for place in places]), kinds[winning])


def _keep(sums: Sums, total: int, order: int) -> None:
    known = sums.get(total)
    sums[total] = (min(known[0], order), known[1] + 1) if known else (order, 1)
