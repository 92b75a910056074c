"""Some thousands of requests on the way from texts to readings, with every step applied to columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorer.fast.columns.reader import HandColumns
from scorer.fast.columns.table import (
    PLACES,
    Column,
    ColumnMemo,
    Ints,
    RunsMemo,
    Truths,
    as_words,
    pack_counts,
    repeat_rows,
    run_starts,
    run_sums,
)
from scorer.fast.compiled_form import WORD
from scorer.fast.engine import Engine
from scorer.fast.fallback import NeedsReadableEvaluator, Unsupported
from scorer.fast.hand_layout import FLAG_BITS, PackedShape
from scorer.fast.packing import Context, PackedTiles
from scorer.fast.requests import DictionaryColumn, Entry, Interner, Requests
from scorer.fast.situation_reader import MOST_SHOWN, IndicatedTiles
from scorer.memo import Memo
from scorer.readings import MOST_READINGS
from scorer.shapes import TooManyReadings
from scorer.tiles import Tile

if TYPE_CHECKING:
    from scorer.fast.hand_layout import HandLayout, MeldKey, PackedMelds
    from scorer.fast.requests import SituationFields
    from scorer.fast.rows import Row
    from scorer.fast.situation_reader import CheckedSituation
    from scorer.hand import Situation

MOST_BITS = 62
"""Bits of a column in use."""
MOST_SITUATIONS = 1 << 12
"""Most situations numbered at a time. Each takes about a KiB."""
VALUE_COLUMNS = ("award", "bonuses", "sheet", "worth", "owed", "seated")
"""The numbers under which `ValueColumns` keeps the parts of the best reading of a hand; 0 means none."""
MOST_WAYS = 64
"""Most readings of a hand in one shape; a hand with more is scored on its own."""
MELD_BITS = 10
"""Bits of the number of a meld when all melds of a hand are packed into one number."""
NO_PLACE = -1
FILTERED_SHARE = 0.5
"""When fewer than this share of the hands of a shape remain, the others are dropped before the next row is
looked up.
"""


def distinct_cells(column: DictionaryColumn[Entry]) -> tuple[list[Entry | None], Ints]:
    """The distinct cells of some rows, and for each row the place of its own among them."""
    places = np.asarray(column.places)
    is_used = np.bincount(places, minlength=1) > 0
    numbers = np.cumsum(is_used) - 1
    return [column.values[place] for place in np.flatnonzero(is_used).tolist()], numbers[places]


class PartOfRow(NamedTuple):
    """Tiles of a row whose counts fit in one column. The last part of a row also has the mark of the winning
    tile and the winds.
    """

    number: int
    """its place among the parts of all rows"""
    kinds: tuple[int, ...]
    start: int
    """where it stands in a hand"""
    mask: int
    """its bits"""
    counts_mask: int
    """the bits of its counts"""

    def part_counts(self, tiles: int) -> int:
        """The counts of the part, as they are packed in the tiles of a hand."""
        return tiles >> self.start & self.counts_mask


def row_parts(rows: Sequence[Row]) -> list[list[PartOfRow]]:
    """The parts of each row: a single one unless it has more bits than a column."""
    found: list[list[PartOfRow]] = []
    number = 0
    for row in rows:
        bits, width, tiles = row.mask.bit_length(), row.width, len(row.kinds)
        size = tiles if bits <= MOST_BITS else (MOST_BITS - bits + tiles * width) // width
        parts: list[PartOfRow] = []
        for place in range(0, tiles, size):
            kinds, at = row.kinds[place : place + size], place * width
            counts_mask = (1 << len(kinds) * width) - 1
            mask = row.mask >> at if place + size >= tiles else counts_mask
            parts.append(PartOfRow(number, kinds, row.start + at, mask, counts_mask))
            number += 1
        found.append(parts)
    return found


def joined_parts(key: Sequence[int], parts: Sequence[PartOfRow]) -> int:
    """The numbers of some parts as one, the first part lowest."""
    return sum(own << part.start - parts[0].start for own, part in zip(key, parts, strict=True))


class SituationColumns:
    """The situations of requests by number, and the facts about each as columns; 0 is a situation that must
    be examined individually. When several situations share a value, its column has the number of the first.
    """

    def __init__(self, engine: Engine, parts: Sequence[PartOfRow]) -> None:
        self.engine, self.parts = engine, parts
        self.indicators = [item.id for item in engine.ruleset.indicators]
        self.clear()

    def clear(self) -> None:
        self.number_by_situation: Memo[SituationFields, int] = Memo(self._number)
        self.checked_situations: list[CheckedSituation | None] = [None]
        self.first_number: dict[Hashable, int] = {}
        self.columns: dict[str, Ints] = {}
        self.new_facts: list[dict[str, int]] = []
        self.facts: dict[Situation, dict[str, int]] = {}
        """the facts about a situation, apart from counters and sticks"""

    def __getitem__(self, number: int) -> CheckedSituation:
        found = self.checked_situations[number]
        assert found is not None
        return found

    def is_full(self) -> bool:
        """Whether so many situations are held that numbering should start again."""
        return len(self.checked_situations) > MOST_SITUATIONS

    def situation_numbers(self, situations: DictionaryColumn[SituationFields]) -> Ints:
        different, rows = distinct_cells(situations)
        numbers = [0 if one is None else self.number_by_situation[one] for one in different]
        if self.new_facts:
            names = list(self.new_facts[0])
            facts = np.array([list(one.values()) for one in self.new_facts], dtype=np.int64)
            for name, column in zip(names, facts.T, strict=True):  # counts are small
                before = self.columns.get(name, np.zeros(1, dtype=np.int64))
                self.columns[name] = np.concatenate([before, column])
            self.new_facts = []
        found: Ints = np.array(numbers, dtype=np.int64)[rows]
        return found

    def _number(self, fields: SituationFields) -> int:
        try:
            checked = self.engine.reader.checked_situations[fields]
        except NeedsReadableEvaluator:
            return 0
        if checked.packed_situation.liable_patterns or checked.packed_situation.has_penalty:
            return 0
        self.checked_situations.append(checked)
        number, situation = len(self.checked_situations) - 1, checked.situation
        if situation not in self.facts:
            self.facts[situation] = dict(self._situation_facts(checked, number))
        self.new_facts.append(self.facts[situation])
        return number

    def _situation_facts(self, checked_situation: CheckedSituation, number: int) -> Iterator[tuple[str, int]]:
        situation, table = checked_situation.without_counters
        yield "context", situation.context
        yield "discard", situation.discard
        yield "facts", situation.fact_bits >> self.engine.conditions.facts_at
        yield "closed", int(checked_situation.needs_closed_hand)
        yield "from_dealer", int(checked_situation.situation.may_be_from_dealer)
        yield "checks", number if checked_situation.hand_checks else 0
        yield "asks extras", int(checked_situation.asks_extras)
        for place, is_open in enumerate(situation.open_shapes):
            yield f"shape {place}", int(is_open)
        for name in self.indicators:
            yield f"shown {name}", int(checked_situation.allows_indicators[name])
        for part in self.parts:
            yield f"aside {part.number}", part.part_counts(situation.tiles_aside)
        alike: dict[str, Hashable] = {
            "award": situation.award_key, "award in context": (situation.award_key, situation.context),
            "bonus": situation.bonus_key, "late": (situation.fact_bits, situation.discard, situation.context),
            "seat": situation.source.seat, "payer": table.number,
        }  # fmt: skip
        for name, key in alike.items():
            yield name, self.first_number.setdefault((name, key), number)


class IndicatorColumns(NamedTuple):
    """One input of indicators for each hand."""

    unit: int
    """what a tile that an indicator points at adds to what the tiles show"""
    places: Column
    """the places pointed at, a column for each indicator; NO_PLACE where there are fewer"""
    parts: list[Ints]
    """the indicators as counts of each part of a row"""
    number: Ints
    reds: Ints
    """how many of them are red"""


class ShapeReadings(NamedTuple):
    """Readings in one shape: for each the hand, the words of its sum, and by row the place of its sum."""

    hands: Ints
    words: list[Ints]
    firsts: list[Ints]


class RowReadings(NamedTuple):
    """Hands, repeated for each way to read their rows, and for each row the places of the sums."""

    hands: Ints
    firsts: list[Ints]


class Readings(NamedTuple):
    """Readings of hands: for each the hand, the words of the sum, the shape, and the places of the row
    sums.
    """

    hands: Ints
    words: list[Ints]
    shapes: Ints
    firsts: list[Ints]

    def select(self, places: Ints) -> Readings:
        words, firsts = ([column[places] for column in columns] for columns in (self.words, self.firsts))
        return Readings(self.hands[places], words, self.shapes[places], firsts)


class HandTables:
    """The tables that lead from texts to readings, for one engine.

    Raises Unsupported if the ruleset's templates or numbers of sets do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.layout, form = engine, engine.layout, engine.form
        ends = [at + width for _, at, width in form.counters]
        ends += [at + width for at, width, _ in form.lanes.places]
        self.words = max(ends) // WORD + 1
        if why := next(self._reasons_against_columns(), None):
            raise Unsupported(f"columns of {why}; score such hands one by one")
        self.rows = self.layout.rows
        self.parts_of_rows = row_parts(self.rows)
        self.parts = [*chain(*self.parts_of_rows)]
        self.shapes = [
            [
                RunsMemo(len(parts), 2 + len(parts), self._readings(shape, row), self.words)
                for row, parts in zip(self.rows, self.parts_of_rows, strict=True)
            ]
            for shape in self.layout.shapes
        ]
        """by shape and row, the readings of counts: the words of the sum, and the arrangement: the parts of
        its key, and its filling and winning group, packed with PLACES bits for the latter
        """
        self.has_overfull_rows = False
        """whether a row has been found that has too many readings, and so none in its table"""
        self.row_changes = [
            ColumnMemo(2 * len(parts), self.words, self._row_change(row))
            for row, parts in zip(self.rows, self.parts_of_rows, strict=True)
        ]
        self.melds: Interner[MeldKey] = Interner()
        self.meld_units = ColumnMemo(1, 1 + len(self.parts), self._meld_units, 1 << 14)
        self.meld_sums = ColumnMemo(2, self.words, self._meld_sum, 1 << 14)
        self.situations = SituationColumns(engine, self.parts)
        self.indicators = self.situations.indicators
        bits = [part.mask.bit_length() for part in self.parts]
        self.part_at = np.repeat(np.arange(len(self.parts)), bits)
        self.shift_at = (
            np.arange(self.layout.top) - np.array([part.start for part in self.parts])[self.part_at]
        )
        """by place in a hand, its part of a row and its place in that part"""
        self.limits = list(zip(*map(self.counts_by_part, self.layout.limits), strict=True))
        self.legality_memo = ColumnMemo(len(self.parts) + 4, 1, self._is_allowed, 1 << 14)

    def _reasons_against_columns(self) -> Iterator[str]:
        bits = self.engine.form.conditions.binding_bits
        if bits > MOST_BITS:
            parts = len(self.engine.form.lanes.parts)
            yield f"templates in {parts} parts ({bits} bits, at most {MOST_BITS})"
        if self.layout.valid_mask.bit_length() > WORD:
            yield "hands with this many sets"

    def counts_by_part(self, tiles: int) -> list[int]:
        return [part.part_counts(tiles) for part in self.parts]

    def trim_tables(self) -> None:
        """Limit the memory used. Called between chunks, when nothing refers to the tables."""
        for table in chain(
            *self.shapes, self.row_changes, [self.meld_sums, self.meld_units, self.legality_memo]
        ):
            table.clear_if_full()

    def clear_situations(self) -> None:
        """Start numbering situations again."""
        self.situations.clear()
        self.legality_memo.clear()

    # ---- filling the tables, one key at a time

    def _readings(self, shape: PackedShape, row: Row) -> Callable[[tuple[int, ...]], list[tuple[int, ...]]]:
        read, parts = shape.of_row[row.number].reader(row), self.parts_of_rows[row.number]

        def readings(key: tuple[int, ...]) -> list[tuple[int, ...]]:
            try:
                entries = read(joined_parts(key, parts))
            except TooManyReadings:  # the hand is left to be scored alone, which reports the reason
                self.has_overfull_rows = True
                return []
            return [(total, *key, number << PLACES | place) for total, number, place in entries]

        return readings

    def _row_change(self, row: Row) -> Callable[[tuple[int, ...]], list[int]]:
        """What a row adds with the tiles of melds, minus what it adds without them."""
        nothing, parts = [0] * self.words, self.parts_of_rows[row.number]

        def change(key: tuple[int, ...]) -> list[int]:
            keys = key[: len(parts)], key[len(parts) :]
            whole, own = [row.words[joined_parts(one, parts)] for one in keys]
            if whole == own:
                return nothing
            words = zip(as_words(whole, self.words), as_words(own, self.words), strict=True)
            return [both - without for both, without in words]

        return change

    def _meld_units(self, key: tuple[int, ...]) -> list[int]:
        """Whether a meld is called, and what it adds to the counts of each row."""
        called = self.layout.called_sets[self.melds[key[0]]]
        return [int(not called.is_concealed), *self.counts_by_part(called.tiles)]

    def _meld_sum(self, key: tuple[int, ...]) -> list[int]:
        """What a meld adds, by its number and (context, whether it was the first to be called)."""
        context, first = divmod(key[1], 2)
        called = self.layout.called_sets[self.melds[key[0]]]
        known = called.flags[first] + (context << FLAG_BITS & called.context_mask)
        return as_words(called.sums[known], self.words)

    def melds_of(self, key: int, context: Context) -> PackedMelds:
        """The melds of a hand, unpacked from their combined number."""
        melds = []
        while key:
            melds.append(self.melds[key & (1 << MELD_BITS) - 1])
            key >>= MELD_BITS
        return self.layout.packed_melds(context, tuple(melds))

    def _is_allowed(self, key: tuple[int, ...]) -> tuple[int]:
        *parts, melds, winning, shown, number = key
        checked = self.situations[number]
        if checked.asks_extras and self.layout.red_at:  # `shown` tells how many tiles are red, not which
            return (0,)
        held = PackedTiles(joined_parts(parts, self.parts) + (shown << self.layout.top))
        called = self.melds_of(melds, checked.packed_situation.context)
        return (int(self.engine.reader.situation_reader.is_allowed(checked, held, called, winning)),)

    def indicator_tiles(self, name: str, text: str) -> IndicatedTiles | None:
        """The tiles of one indicator input; None if they are not plainly valid."""
        try:
            return self.engine.reader.situation_reader.indicators[name, text] if text else IndicatedTiles()
        except NeedsReadableEvaluator:
            return None


class Chunk:
    """Some thousands of requests being scored."""

    def __init__(self, tables: HandTables, requests: Requests, lines: HandColumns) -> None:
        self.tables, self.requests, self.lines, self.size = tables, requests, lines, len(requests)
        self.layout: HandLayout = tables.layout
        self.winning_kinds: Ints = self.lines.winning_kinds.astype(np.int64)
        self.fallback_rows: Truths = ~self.lines.is_valid
        """requests that must be scored one by one"""
        self.value_columns: dict[str, Column] = {
            name: np.zeros(self.size, dtype=np.int32) for name in VALUE_COLUMNS
        }
        """small integers, because the columns of a million hands are in memory at once"""
        self.reading_counts: Ints = np.zeros(self.size, dtype=np.int64)
        """the number of ways to read each hand"""
        self.situation_numbers = tables.situations.situation_numbers(requests.situations)
        """the number of each hand's situation"""
        self.fallback_rows |= self.situation_numbers == 0
        self.indicators = [
            self._indicator_columns(name, requests.indicator_texts[name])
            for name in tables.indicators
            if name in requests.indicator_texts
        ]
        for name in requests.indicator_texts.keys() - {*tables.indicators}:
            self.fallback_rows |= np.asarray(requests.indicator_texts[name].places) > 0

    def situation_fact(self, name: str) -> Ints:
        """A fact of each hand's situation."""
        found: Ints = self.tables.situations.columns[name][self.situation_numbers]
        return found

    # ---- circumstances of the hands

    def _indicator_columns(self, name: str, texts: DictionaryColumn[str]) -> IndicatorColumns:
        tables = self.tables
        every, code = distinct_cells(texts)
        found = [tables.indicator_tiles(name, text or "") for text in every]
        given = np.array([text is not None for text in every], dtype=bool)
        self.fallback_rows |= np.array([one is None for one in found], dtype=bool)[code]
        if not self.fallback_rows.all():
            self.fallback_rows |= given[code] & (self.situation_fact(f"shown {name}") == 0)
        shown = [one or IndicatedTiles() for one in found]
        places = np.full((len(shown), max([1, *(one.number for one in shown)])), NO_PLACE, dtype=np.int16)
        for at, one in enumerate(shown):
            places[at, : len(one.pointed_tiles)] = [place for place, _ in one.pointed_tiles]
        reds = [sum([one.units >> at & 15 for at in self.layout.red_at.values()]) for one in shown]
        counts = [
            (one.number, red, *tables.counts_by_part(one.units)) for one, red in zip(shown, reds, strict=True)
        ]
        number, red, *units = (
            np.array(counts, dtype=np.int64).reshape(len(shown), 2 + len(tables.parts)).T[:, code]
        )
        return IndicatorColumns(self.layout.indicator_at[name], places[code], units, number, red)

    # ---- tiles and melds

    def _pack_counts(self) -> None:
        """Pack the counts of each row into a number, and make its key, which includes the winning tile and
        the winds.
        """
        layout, counts = self.layout, self.lines.counts.T
        kinds, context = len(layout.tileset.kinds), self.situation_fact("context")
        won = self.situation_fact("discard") * kinds + self.winning_kinds
        self.parts_without_melds: list[Ints] = []
        self.keys: list[list[Ints]] = []
        """for each row, the parts of its key"""
        for row, parts in zip(layout.rows, self.tables.parts_of_rows, strict=True):
            own = [pack_counts([counts[kind] for kind in part.kinds], row.width) for part in parts]
            start = parts[-1].start
            marks = np.zeros(2 * kinds, dtype=np.int64)
            for kind in row.kinds:
                marks[[kind, kinds + kind]] = [layout.winning_marks[kind, by] >> start for by in (0, 1)]
            last = own[-1] + marks[won]
            if row.mask >> row.context_at:
                last += context << row.start + row.context_at - start
            self.parts_without_melds += own
            self.keys.append([*own[:-1], last])
        for kind in layout.jokers:
            self.fallback_rows |= counts[kind] > 0

    def _meld(self) -> None:
        """Add what the melds contribute to the words of a reading and to the rows, and whether one was
        called.
        """
        size, tables = self.size, self.tables
        self.base = [np.zeros(size, dtype=np.int64) for _ in range(tables.words)]
        self.parts_with_melds = np.stack(self.parts_without_melds)
        """the parts of rows with the tiles of melds included"""
        self.has_called_melds = np.zeros(size, dtype=bool)
        self.meld_key = np.zeros(size, dtype=np.int64)
        """all melds of a hand as one number"""
        hands, places = np.nonzero(self.lines.melds)
        self.meld_counts: Ints = np.bincount(hands, minlength=size)
        if not len(hands):
            return
        numbers = self.lines.melds[hands, places].astype(np.int64)
        self.fallback_rows[hands[numbers >> MELD_BITS > 0]] = True
        units = tables.meld_units
        known = units.ids(numbers)
        called = np.flatnonzero(units.values_of(0, known))
        self.has_called_melds[hands[called]] = True
        first = np.zeros(len(hands), dtype=np.int64)
        first[called[run_starts(hands[called])]] = 1
        ids = tables.meld_sums.ids(numbers, self.situation_fact("context")[hands] * 2 + first)
        starts = np.flatnonzero(run_starts(hands))
        melded = hands[starts]
        self.meld_key[melded] = run_sums(numbers << MELD_BITS * places, starts)
        for base, added in zip(self.base, tables.meld_sums.values, strict=True):
            if added.has_nonzero:
                base[melded] = run_sums(added.data[ids], starts)
        for whole, unit in zip(self.parts_with_melds, units.values[1:], strict=True):
            whole[melded] += run_sums(unit.data[known], starts)
        if self.layout.groups.row_counters:
            self._change_rows()

    def _change_rows(self) -> None:
        """Add what the melds change in counters of whole rows."""
        for parts, changes in zip(self.tables.parts_of_rows, self.tables.row_changes, strict=True):
            whole = [self.parts_with_melds[part.number] for part in parts]
            own = [self.parts_without_melds[part.number] for part in parts]
            changed = np.any([both != without for both, without in zip(whole, own, strict=True)], axis=0)
            rows = np.flatnonzero(changed & ~self.fallback_rows)
            if len(rows):
                ids = changes.ids(*(part[rows] for part in (*whole, *own)))
                for base, change in zip(self.base, changes.values, strict=True):
                    if change.has_nonzero:
                        base[rows] += change.data[ids]

    def _show(self) -> None:
        """Count the tiles that score apart from sets: red tiles, flowers, and those that indicators point
        at.
        """
        layout = self.layout
        aside = [self.situation_fact(f"aside {part.number}") for part in self.tables.parts]
        self.player_parts: Ints = self.parts_with_melds + np.stack(aside)
        """the parts of rows with all the player's tiles, including those set aside"""
        self.shown_tiles: Ints = np.zeros(self.size, dtype=np.int64)
        if layout.red_at:
            self.shown_tiles += self.lines.reds.astype(np.int64) << min(layout.red_at.values()) - layout.top
        for kind in layout.flower_bit:
            self.shown_tiles += self.lines.counts[:, kind].astype(np.int64) * (
                layout.units[Tile(kind)] >> layout.top
            )
        parts, part_at, shift_at = self.player_parts.ravel(), self.tables.part_at, self.tables.shift_at
        for indicator in self.indicators:
            for column in indicator.places.T:
                hands = np.flatnonzero(column >= 0)
                place = column[hands].astype(np.int64)
                count = parts[part_at[place] * self.size + hands] >> shift_at[place] & layout.tile_mask
                self.shown_tiles[hands] += count * indicator.unit

    def _judge(self) -> None:
        """Leave out hands that are not legal: open hands that must be closed, hands with more copies of a
        tile than exist (indicators included), and hands whose circumstances they do not allow.
        """
        self.fallback_rows |= self.has_called_melds & (self.situation_fact("closed") > 0)
        for place, (add, guard) in enumerate(self.tables.limits):
            seen = self.player_parts[place]
            self.fallback_rows |= (seen + add) & guard != 0
            for indicator in self.indicators:
                seen = seen + indicator.parts[place]
                self.fallback_rows |= (seen + add) & guard != 0
        count, red = np.zeros((2, self.size), dtype=np.int64)
        for indicator in self.indicators:
            count += indicator.number
            red += indicator.reds
        self.fallback_rows |= (count > MOST_SHOWN) | (red > 1) | ((red > 0) & (self.lines.reds > 0))
        checks = self.situation_fact("checks")
        checked = np.flatnonzero((checks > 0) & ~self.fallback_rows)
        if len(checked):
            parts = [part[checked] for part in self.parts_with_melds]
            shown = self.shown_tiles[checked] * self.situation_fact("asks extras")[checked]
            allowed, key = self.tables.legality_memo, (self.meld_key[checked], self.winning_kinds[checked])
            ids = allowed.ids(*parts, *key, shown, checks[checked])
            self.fallback_rows[checked[allowed.values_of(0, ids) == 0]] = True

    # ---- readings

    def readings(self) -> Readings:
        """All readings of the hands that are plainly legal and need only table look-ups."""
        self._pack_counts()
        self._meld()
        self._show()
        self._judge()
        found = [self._shape_readings(shape) for shape in self.layout.shapes]
        hands = np.concatenate([part.hands for part in found])
        words, firsts = (
            [np.concatenate(one) for one in zip(*parts, strict=True)]
            for parts in ([part.words for part in found], [part.firsts for part in found])
        )
        shapes = np.repeat(np.arange(len(found)), [len(part.hands) for part in found])
        del found
        self.reading_counts = np.bincount(hands, minlength=self.size)
        few = np.flatnonzero(self.reading_counts[hands] <= MOST_READINGS)
        readings = Readings(hands, words, shapes, firsts)
        return readings if len(few) == len(hands) else readings.select(few)

    def incomplete_rows(self) -> Truths:
        """The plainly legal hands without a reading, after all readings have been looked for."""
        found: Truths = ~self.fallback_rows & (self.reading_counts == 0)
        return found & (not self.tables.has_overfull_rows)

    def _shape_readings(self, shape: PackedShape) -> ShapeReadings:
        """The readings of every hand in one shape."""
        size, tables = self.tables.words, self.tables.shapes[shape.number]
        hands, firsts = self._row_readings(np.flatnonzero(self._possible(shape)), tables)
        base = as_words(self.layout.bases[shape.place][0], size)
        words = [base[hands] for base in self.base]
        for w, part in enumerate(base):
            if part:
                words[w] += part
            for table, first in zip(tables, firsts, strict=True):
                if table.entries[w].has_nonzero:
                    words[w] += table.entries[w].data[first]
        valid = np.flatnonzero(words[0] & self.layout.valid_mask == shape.value)
        if len(valid) < len(hands):
            hands, words, firsts = (
                hands[valid], [word[valid] for word in words], [first[valid] for first in firsts]
            )  # fmt: skip
        return ShapeReadings(hands, words, firsts)

    def _row_readings(self, hands: Ints, tables: list[RunsMemo]) -> RowReadings:
        """The hands that can be read in every row."""
        firsts: list[Ints] = []
        several: list[Ints] = []
        ways = np.ones(len(hands), dtype=np.int64)
        for table, keys in zip(tables, self.keys, strict=True):
            ids = table.ids(*(key[hands] for key in keys))
            firsts.append(table.values_of(0, ids))
            several.append(table.values_of(1, ids))
            ways *= several[-1]
            some = np.count_nonzero(ways)
            if some < len(hands) * FILTERED_SHARE or (some < len(hands) and table is tables[-1]):
                keep = np.flatnonzero(ways)
                hands, ways = hands[keep], ways[keep]
                firsts, several = [f[keep] for f in firsts], [c[keep] for c in several]
        self.fallback_rows[hands[ways > MOST_WAYS]] = True
        return self._repeat_by_reading(hands, tables, firsts, several, np.minimum(ways, MOST_WAYS))

    def _possible(self, shape: PackedShape) -> Truths:
        """The hands that may have the shape, found with one bit test as for a single hand."""
        possible = ~self.fallback_rows & (self.situation_fact(f"shape {shape.place}") > 0)
        _, allowed, closed = self.layout.bases[shape.place]
        if closed:
            possible &= ~self.has_called_melds
        if not allowed:
            possible &= self.meld_counts == 0
        elif self.meld_counts.any():
            bits = [self.layout.kind_bit[meld.kind] if meld else allowed for meld in self.tables.melds.values]
            fits = np.array([bit & allowed > 0 for bit in bits])
            for column in () if fits.all() else self.lines.melds.T:
                possible &= fits[column]
        if shape.least_melds:
            possible &= self.meld_counts >= shape.least_melds
        by_part = self.tables.counts_by_part
        asked = zip(
            self.parts_without_melds,
            *map(by_part, (shape.forbidden_bits, shape.required_tiles, shape.spare)),
            strict=True,
        )
        for own, never, need, spare in asked:
            if never:
                possible &= own & never == 0
            if need:
                possible &= (own | spare) - need & spare == spare
        for never in shape.earlier_forbidden_bits:  # the hand is taken by an earlier choice of suits
            has = [
                own & tiles != 0 for own, tiles in zip(self.parts_without_melds, by_part(never), strict=True)
            ]
            possible &= np.any(has, axis=0)
        return possible

    def _repeat_by_reading(
        self, hands: Ints, tables: list[RunsMemo], firsts: list[Ints], counts: list[Ints], ways: Ints
    ) -> RowReadings:
        """Repeat hands with several readings, once for each, at the end and in the order of the readable
        evaluator.
        """
        more = np.flatnonzero(ways > 1)
        if not len(more):
            return RowReadings(hands, firsts)
        once = np.flatnonzero(ways == 1)
        places, digit = repeat_rows(ways[more])
        chosen: list[Ints] = []
        for first, count in zip(firsts[::-1], counts[::-1], strict=True):
            own = count[more][places]
            chosen.insert(0, first[more][places] + digit % own)
            digit //= own
        if (np.sum([count[more] > 1 for count in counts], axis=0) > 1).any():
            order = self._in_order(places, tables, chosen)
            places, chosen = places[order], [at[order] for at in chosen]
        firsts = [np.append(first[once], at) for first, at in zip(firsts, chosen, strict=True)]
        return RowReadings(np.append(hands[once], hands[more[places]]), firsts)

    @staticmethod
    def _in_order(places: Ints, tables: list[RunsMemo], entry_places: list[Ints]) -> Ints:
        """The order of readings: by hand, then by the fillings of their rows, then by the winning group."""
        how = [table.entries[-1].data[at] for table, at in zip(tables, entry_places, strict=True)]
        won = np.sum([one & (1 << PLACES) - 1 for one in how], axis=0)
        order: Ints = np.lexsort([won, *[one >> PLACES for one in how[::-1]], places])
        return order
