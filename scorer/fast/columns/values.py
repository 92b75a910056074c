"""Value the readings of many hands: conditions, ways to count, bonuses, payments, and the best reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorer.engine.score import Refused
from scorer.fast.columns.chunk import joined_parts
from scorer.fast.columns.program import ColumnProgram
from scorer.fast.columns.table import (
    HALF_BITS,
    Column,
    ColumnMemo,
    Ints,
    Rows,
    RunsMemo,
    Truths,
    pack_pair,
    repeat_rows,
    run_starts,
    unpack_pair,
)
from scorer.fast.compiled_form import WORD
from scorer.fast.engine import Engine
from scorer.fast.hand_values import PackedReading
from scorer.fast.packing import (
    NO_SUM,
    NO_WINDS,
    AwardOutputs,
    Context,
    Extras,
    PackedTiles,
    ReadingSum,
    SheetKey,
)
from scorer.fast.requests import DictionaryColumn, Interner
from scorer.shapes import TooManyReadings
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.engine.results import Award, BonusLine, Payments, SheetLine, SheetTotal, Worth
    from scorer.fast.columns.chunk import Chunk, HandTables
    from scorer.fast.hand_values import PaymentInput, WayToCount
    from scorer.fast.situations import TableState

RANK_COLUMNS = 4
"""The leading components of a price, most important first; the highest price is best."""


MOST_VALUE_BYTES = 3 << 20
"""Limit for the estimated size in bytes of the lists of awards, bonuses, fu, worths and owed shares
together.
"""
MOST_PAID = 1 << 11
"""Most payments and seat tables to keep. Each takes about a KiB."""
PARTS = 12
"""Points are compared in twelfths, so that halves, thirds and quarters of a share are told apart."""
NEEDS_FALLBACK = -1
"""The late numbers of a hand that is scored one by one."""


class ConditionColumns(NamedTuple):
    """For each reading the number of the conditions that hold, and what the conditions of the fu give."""

    condition_numbers: Ints
    sheet_outputs: Ints


class WayColumns(NamedTuple):
    """Ways to count readings: for each the place of its reading, and its own in the table of them."""

    readings: Ints
    ways: Ints


class BonusColumns(NamedTuple):
    """For each way to count what the bonuses add, and the number of their lines."""

    totals: Ints
    lines: Ints


class LanesInContext(NamedTuple):
    """The lanes of a reading and the winds in force."""

    lanes: ReadingSum
    context: Context


class SectionWord(NamedTuple):
    """A word that has bits of a section: its number, the mask of these bits, and its place in the section."""

    word: int
    mask: int
    shift: int


class ValueColumns:
    """The tables that lead from readings to values, for one engine."""

    def __init__(self, engine: Engine, tables: HandTables) -> None:
        self.tables = tables
        self.engine, self.form, self.layout = engine, engine.form, engine.layout
        self.values, self.conditions = engine.values, engine.conditions
        self.situations = tables.situations
        self.way_of: dict[int, WayToCount] = {}
        form = engine.form.conditions
        self.program = ColumnProgram(form.program, (form.award_bits, form.sheet_bits, 1))
        self.part_words = [self._section_words(low, high) for low, high in self.form.lanes.parts]
        self.sheet_words = self._section_words(*self.form.sheet_range) if self.form.worth.has_sheet else []
        lanes = self.values.lanes_mask if self.values.instances else 0
        self.lane_words = (
            self._section_words((lanes & -lanes).bit_length() - 1, lanes.bit_length()) if lanes else []
        )
        self.clear_tables()
        self._clear_values()

    def _clear_values(self) -> None:
        """Nothing that rows name by its number."""
        self.awards: Interner[tuple[Award, ...]] = Interner()
        self.lines: Interner[tuple[BonusLine, ...]] = Interner()
        self.sheet_totals: Interner[SheetTotal] = Interner()
        self.sheet_lines: dict[tuple[str, int, int], SheetLine] = {}
        """lines by their fields, to be shared by the totals of which they are part"""
        self.worths: Interner[Worth] = Interner()
        self.payment_inputs: Interner[PaymentInput] = Interner()
        self.table_states: Interner[TableState] = Interner()
        self.known_payments: dict[int, Payments | None] = {}
        """by the numbers of the seats and of what is owed, with counters and sticks"""

    def clear_tables(self) -> None:
        self.conditions_met: Interner[AwardOutputs] = Interner()
        self.placed_lanes: Interner[LanesInContext] = Interner()
        self.parts = [
            ColumnMemo(len(span), 1, self._bound_units(n)) for n, span in enumerate(self.part_words)
        ]
        self.condition_memo = ColumnMemo(self.program.words_of_outputs[0], 1, self._condition_number)
        late = 1 + len(self.engine.waits.sorts)
        self.late_memo = ColumnMemo(len(self.tables.parts) + 3, late, self._late_numbers)
        further = 2 if self.values.worth_form.sheet_asks_hand else 0
        self.sheets = ColumnMemo(max(1, len(self.sheet_words)) + 1 + further, 3, self._sheet_values)
        self.placement_memo = ColumnMemo(len(self.lane_words) + 1, 1, self._placement_number)
        self.penalty_memo = ColumnMemo(3, 1, self._penalty_value)
        self.way_memo = RunsMemo(3, 6, self._counting_entries)
        """the ways to count: key, whether bonuses are added, awards, number of awards, the key of the fu,
        and whether it must pay more
        """
        self.bonuses = ColumnMemo(2, 2, self._bonus_values)
        self.prices = ColumnMemo(3, 6, self._price_values)
        self.way_of.clear()

    def trim_values(self) -> None:
        """Limit the lists of awards and payments, whose numbers are valid for one request."""
        if len(self.known_payments) + len(self.table_states.values) > MOST_PAID:
            self.table_states, self.known_payments = Interner(), {}
        every = (self.awards, self.lines, self.sheet_totals, self.worths, self.payment_inputs)
        if sum(one.size for one in every) > MOST_VALUE_BYTES:
            self._clear_values()
            self.clear_tables()

    def is_full(self) -> bool:
        tables = (
            *self.parts,
            self.condition_memo,
            self.late_memo,
            self.sheets,
            self.placement_memo,
            self.penalty_memo,
            self.way_memo,
            self.bonuses,
            self.prices,
        )
        return any(len(table) > table.limit for table in tables)

    def _section_words(self, start_bit: int, end_bit: int) -> list[SectionWord]:
        """The words that a section occupies."""
        spans = []
        for word in range(start_bit // WORD, (end_bit - 1) // WORD + 1):
            start, stop = max(start_bit, word * WORD), min(end_bit, (word + 1) * WORD)
            mask = (1 << stop - word * WORD) - (1 << start - word * WORD)
            spans.append(SectionWord(word, mask, word * WORD - start_bit))
        return spans

    # ---- filling the tables, one key at a time

    @staticmethod
    def _joined_section(key: tuple[int, ...], spans: list[SectionWord]) -> int:
        total = 0
        for part, (_, _, shift) in zip(key, spans, strict=False):
            total += part << shift if shift >= 0 else part >> -shift
        return total

    def _bound_units(self, part: int) -> Callable[[tuple[int, ...]], tuple[int]]:
        memo, at = self.conditions.parts[part].memo, self.conditions.bindings_at
        spans = self.part_words[part]
        return lambda key: (memo[self._joined_section(key, spans)] >> at,)

    def _condition_number(self, words: tuple[int, ...]) -> tuple[int]:
        """The number of the conditions that hold, by the words of the outputs that awards depend on."""
        awards = AwardOutputs(sum(word << WORD * place for place, word in enumerate(words)))
        return (self.conditions_met.number(awards, awards),)

    def _late_numbers(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """The late numbers of a hand; NEEDS_FALLBACK if it has too many readings."""
        *parts, melds, winning, number = key
        situation = self.situations[number].without_counters.packed_situation
        tiles = PackedTiles(joined_parts(parts, self.tables.parts))
        try:
            return self.engine.waits.late_numbers(
                tiles, self.tables.melds_of(melds, situation.context), winning, situation
            )
        except TooManyReadings:
            return (NEEDS_FALLBACK,) * self.late_memo.value_count

    def _sheet_values(self, key: tuple[int, ...]) -> tuple[int, int, int]:
        """The total fu, their number, and their sum before rounding."""
        width = len(self.sheet_words)
        section = SheetKey(
            self._joined_section(key[:width], self.sheet_words)
            + (key[max(1, width)] << self.conditions.sheet_end)
        )
        if self.values.worth_form.sheet_asks_hand:
            seat = self.situations[key[-1]].without_counters.packed_situation.source.seat
            sheet: SheetTotal | None = self.conditions.sheets_shown[section, Extras(key[-2]), seat]
        else:
            sheet = self.conditions.sheets[section]
        if sheet is None:
            return 0, 0, 0
        keys = tuple([(line.id, line.value, line.count) for line in sheet.lines])
        lines = tuple(map(self.sheet_lines.setdefault, keys, sheet.lines))
        number = self.sheet_totals.number((sheet.total, keys), replace(sheet, lines=lines))
        return sheet.total, number, sheet.sum

    def _placement_number(self, key: tuple[int, ...]) -> tuple[int]:
        """The number of the distinct sets, by the lanes of a reading and its context."""
        *words, context = key
        low = self.lane_words[0].word * WORD - self.lane_words[0].shift
        lanes = ReadingSum(self._joined_section(tuple(words), self.lane_words) << low)
        winds = Context(context)
        key = (self.values.placed_in(lanes, winds).number, winds)
        return (self.placed_lanes.number(key, LanesInContext(lanes, winds)),)

    def _penalty_value(self, key: tuple[int, ...]) -> tuple[int]:
        """Whether a win with this reading costs points instead of earning them."""
        held, situated, shown = key
        number, concealed = divmod(situated, 2)
        awards, situation = (
            self.conditions_met[held],
            self.situations[number].without_counters.packed_situation,
        )
        return (int(self.values.has_penalty(awards, bool(concealed), situation, Extras(shown))),)

    def _counting_entries(self, key: tuple[int, ...]) -> list[tuple[int, ...]]:
        (place, situated), shown, placed = unpack_pair(key[0]), Extras(key[1]), key[2]
        number, concealed = divmod(situated, 2)
        awards, situation = (
            self.conditions_met[place],
            self.situations[number].without_counters.packed_situation,
        )
        lanes, context = self.placed_lanes[placed] if placed else LanesInContext(NO_SUM, NO_WINDS)
        extra_key = shown, self.values.placed_in(lanes, context).number if placed else 0
        reading = PackedReading(awards, bool(concealed), situation, extra_key, lanes, shown)
        return [self._way(way) for way in self.values.ways_to_count(reading)]

    def _way(self, way: WayToCount) -> tuple[int, ...]:
        self.way_of[way.worth_key] = way
        plain = tuple((award.id, award.value, award.count) for award in way.awards)
        award, must = self.awards.number(plain, way.shown_awards), int(way.must_pay_more)
        return way.worth_key, int(way.takes_bonus), award, way.size, way.sheet_key, must

    def _bonus_values(self, key: tuple[int, ...]) -> tuple[int, int]:
        """What the bonuses add, and the number of their lines."""
        extras, (worth_key, number) = Extras(key[0]), unpack_pair(key[1])
        way, situation = self.way_of[worth_key], self.situations[number].without_counters.packed_situation
        bonus, lines = self.values.bonus_value(extras, way, situation)
        return bonus, self.lines.number(tuple([(one.id, one.value, one.count) for one in lines]), lines)

    def _price_values(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """The rank of a reading and the numbers of its worth and of what is owed (0 if it may not win), by
        way to count and payer, bonus and fu.
        """
        (worth_key, payer), bonus, sheet = unpack_pair(key[0]), key[1], key[2]
        way, (situation, table) = self.way_of[worth_key], self.situations[payer].without_counters
        price = self.values.price(way, bonus, sheet, situation, table)
        if isinstance(price, Refused):
            return -1, 0, 0, 0, 0, 0
        points, *ranks = price.rank
        worth, owed = price.worth, price.payment_input
        assert owed is not None  # hands with a liable player are not scored in columns
        limit = worth.limit.id if worth.limit else None
        known = (worth.total, worth.tier, worth.base, limit, worth.amounts)
        return (
            int(points * PARTS),
            *ranks,
            self.worths.number(known, worth),
            self.payment_inputs.number(owed.key, owed),
        )

    def payments(self, payment_inputs: Column, table_numbers: Column) -> DictionaryColumn[Payments]:
        """The payments of hands, by the numbers of what is owed and of the seats."""
        asked = pack_pair(table_numbers.astype(np.int64), payment_inputs.astype(np.int64))
        keys, places = np.unique(np.append(0, asked), return_inverse=True)
        found = [self._payments_of(key) for key in keys.tolist()]
        return DictionaryColumn.of_bytes(found, places[1:].astype(np.intc).tobytes())

    def _payments_of(self, key: int) -> Payments | None:
        if key and key not in self.known_payments:
            table, owed = unpack_pair(key)
            self.known_payments[key] = self.values.payments(
                self.payment_inputs[owed], self.table_states[table]
            )
        return self.known_payments[key] if key else None

    # ---- columns

    def fill_best(self, chunk: Chunk, hands: Ints, words: list[Ints]) -> Ints:
        """Fill in the best reading of each hand, given the hand of each reading and the words of its sum;
        returns the places of the best readings.
        """
        held, bits = self._condition_columns(chunk, hands, words)
        use = np.flatnonzero(~chunk.fallback_rows[hands])
        hands, words, held, bits = hands[use], [word[use] for word in words], held[use], bits[use]
        reading, way = self._way_columns(chunk, hands, words, held)
        hands = hands[reading]
        key, takes_bonus, award, size, on_sheet, must = (column.data[way] for column in self.way_memo.entries)
        ids = self._sheet_ids(chunk, hands, [word[reading] for word in words], bits[reading] + on_sheet)
        bonus, lines = self._bonus_columns(chunk, hands, key, takes_bonus)
        payers = chunk.situation_fact("payer")[hands]
        price = self.prices.ids(pack_pair(key, payers), bonus, self.sheets.values_of(0, ids))
        worse: Rows = (
            self._ways_without_gain(reading, must > 0, self.prices.values_of(0, price))
            if must.any()
            else slice(0)
        )
        sums = self.sheets.values_of(2, ids)
        ranked = pack_pair(price, sums - sums.min(initial=0))
        chosen = best_readings(self.prices, hands, ranked, size, worse)
        chosen = chosen[self.prices.values_of(RANK_COLUMNS, price[chosen]) > 0]
        hands, price = hands[chosen], price[chosen]
        found = {
            "award": award[chosen], "bonuses": lines[chosen], "sheet": self.sheets.values_of(1, ids[chosen]),
            "worth": self.prices.values_of(RANK_COLUMNS, price), "owed": self.prices.values_of(RANK_COLUMNS +
            1, price), "seated": self._table_numbers(chunk.situation_numbers[hands]),
        }  # fmt: skip
        good = ~chunk.fallback_rows[hands]
        for name, column in found.items():
            chunk.value_columns[name][hands[good]] = column[good]
        places: Ints = use[reading[chosen]]
        return places[good]

    def _condition_columns(self, chunk: Chunk, hands: Ints, words: list[Ints]) -> ConditionColumns:
        """What the conditions give in each reading."""
        conditions, mask = self.conditions, (1 << WORD) - 1
        asked = []
        for word in range(conditions.words):
            fill = conditions.truth_addend >> WORD * word & mask
            keep = conditions.asked_mask >> WORD * word & mask
            asked.append((words[word] + fill) & keep)
        facts = chunk.situation_fact("facts")[hands]
        bound = np.zeros(len(facts), dtype=np.int64)
        for table, spans in zip(self.parts, self.part_words, strict=True):
            bags = [words[word] & part for word, part, _ in spans]
            bound += table.values_of(0, table.ids(*bags))
        inputs = [*asked, bound, facts]
        awards, (sheet,), (needs_late,) = self.program.output_words(inputs)
        late = np.flatnonzero(needs_late)
        if len(late):
            numbers = self._late_columns(chunk, hands[late])
            chunk.fallback_rows[hands[late[numbers[0] == NEEDS_FALLBACK]]] = True
            late_awards, (sheet[late],), _ = self.program.output_words(
                [*(column[late] for column in inputs), *numbers]
            )
            for column, found in zip(awards, late_awards, strict=True):
                column[late] = found
        return ConditionColumns(self.condition_memo.values_of(0, self.condition_memo.ids(*awards)), sheet)

    def _late_columns(self, chunk: Chunk, hands: Ints) -> list[Ints]:
        """The late numbers of hands, a column for each."""
        own = [part[hands] for part in chunk.parts_without_melds]
        key = chunk.meld_key[hands], chunk.winning_kinds[hands], chunk.situation_fact("late")[hands]
        ids = self.late_memo.ids(*own, *key)
        return [self.late_memo.values_of(place, ids) for place in range(self.late_memo.value_count)]

    def _sheet_ids(self, chunk: Chunk, hands: Ints, words: list[Ints], bits: Ints) -> Ints:
        """The numbers of the fu of each reading, by what they count, their conditions, and what the tiles
        show.
        """
        key = [words[word] & mask for word, mask, _ in self.sheet_words] or [np.zeros_like(bits)]
        key.append(bits)
        if self.values.worth_form.sheet_asks_hand:
            key += [chunk.shown_tiles[hands], chunk.situation_fact("seat")[hands]]
        return self.sheets.ids(*key)

    def _way_columns(
        self, chunk: Chunk, hands: Ints, words: list[Ints], condition_numbers: Ints
    ) -> WayColumns:
        """The ways to count every reading, in order."""
        closed = (~chunk.has_called_melds[hands]).astype(np.int64)
        keys = chunk.situation_fact("award in context" if self.lane_words else "award")[hands] * 2 + closed
        nothing = np.zeros(len(hands), dtype=np.int64)
        form = self.values.worth_form
        shown = chunk.shown_tiles[hands] if form.asks_hand or form.asks_penalty else nothing
        if form.asks_penalty:
            ids = self.penalty_memo.ids(condition_numbers, chunk.situation_numbers[hands] * 2 + closed, shown)
            chunk.fallback_rows[hands[self.penalty_memo.values_of(0, ids) > 0]] = True
        placed = nothing
        if self.lane_words:
            lanes = [words[word] & mask for word, mask, _ in self.lane_words]
            placed = self.placement_memo.values_of(
                0, self.placement_memo.ids(*lanes, chunk.situation_fact("context")[hands])
            )
        ids = self.way_memo.ids(
            pack_pair(condition_numbers, keys), shown if form.asks_hand else nothing, placed
        )
        first, ways = self.way_memo.values_of(0, ids), self.way_memo.values_of(1, ids)
        ways[chunk.fallback_rows[hands]] = 0
        reading, digit = repeat_rows(ways)
        return WayColumns(reading, first[reading] + digit)

    @staticmethod
    def _ways_without_gain(reading: Ints, must: Truths, points: Ints) -> Ints:
        """The ways to count that pay no more than the first way of their reading, although they must."""
        places = np.arange(len(reading))
        first = np.maximum.accumulate(np.where(must, -1, places))
        behind = (first >= 0) & (reading[first] == reading)
        least = np.where(behind, points[first], -PARTS)
        found: Ints = np.flatnonzero(must & (points <= least))
        return found

    def _bonus_columns(self, chunk: Chunk, hands: Ints, way: Ints, takes_bonus: Ints) -> BonusColumns:
        """What the bonuses add; dora are counted in the rows of the whole hand."""
        bonus, lines = np.zeros((2, len(hands)), dtype=np.int64)
        if not self.form.worth.has_bonuses:
            return BonusColumns(bonus, lines)
        open_ = np.flatnonzero(takes_bonus)
        rows = hands[open_]
        keys = chunk.situation_fact("bonus")[rows]
        ids = self.bonuses.ids(chunk.shown_tiles[rows], pack_pair(way[open_], keys))
        bonus[open_], lines[open_] = self.bonuses.values_of(0, ids), self.bonuses.values_of(1, ids)
        return BonusColumns(bonus, lines)

    def _table_numbers(self, codes: Ints) -> Ints:
        """The numbers of the seats in situations, with counters and sticks."""
        different, places = np.unique(codes, return_inverse=True)
        tables = [self.situations[number].table for number in different.tolist()]
        numbers: Ints = np.array(
            [self.table_states.number(one.number, one) for one in tables], dtype=np.int64
        )
        return numbers[places]


def best_readings(
    prices: ColumnMemo, hands: Ints, price: Ints, patterns: Ints, excluded_rows: Rows = slice(0)
) -> Ints:
    """The reading with the highest price for every hand.

    Among equals it is the one with the most fu before rounding, then with the most patterns, then the first.
    `price` packs a price and that sum.

    Hands with several readings are sorted by one number each: hand, rank, patterns left out, place. Readings
    in `excluded_rows` do not count.
    """
    keep = np.ones(len(hands), dtype=bool)
    keep[excluded_rows] = False
    several = np.flatnonzero(
        (np.bincount(hands[keep], minlength=int(hands.max(initial=0)) + 1) > 1)[hands] & keep
    )
    if len(several):
        different, at = np.unique(price[several], return_inverse=True)
        sums, priced = different & (1 << HALF_BITS) - 1, different >> HALF_BITS
        ranked = [sums, *(column.data[priced] for column in prices.values[RANK_COLUMNS - 1 :: -1])]
        order = np.lexsort(ranked)[::-1]
        above = np.zeros(len(order), dtype=np.int64)
        above[order] = np.cumsum(np.any([run_starts(column[order]) for column in ranked], axis=0)) - 1
        places, most = len(hands).bit_length(), int(patterns.max())
        above = above[at] * (most + 1) + most - patterns[several]
        ranks = places + int(above.max()).bit_length()
        rows = np.sort((hands[several] << ranks) + (above << places) + several)
        keep[rows[~run_starts(rows >> ranks)] & (1 << places) - 1] = False
    return np.flatnonzero(keep)
