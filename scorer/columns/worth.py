"""What many hands are worth, as columns that are filled piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scorer.columns import Numbered
from scorer.columns.table import Column, Growing, Ints, Rows, Table, Truths, begins, pair, repeated, unpaired
from scorer.compiled.engine import Engine
from scorer.compiled.form import WORD
from scorer.shapes import TooManyReadings

if TYPE_CHECKING:
    from typing import Protocol

    from scorer.compiled.situations import Seated, Situated
    from scorer.compiled.tiles import Melds
    from scorer.compiled.values import Price, Way
    from scorer.engine.results import Award, BonusLine, Payments, SheetTotal, Worth

    class Chunk(Protocol):
        """Hands on their way, as what comes behind their tiles asks of them."""

        size: int
        situations: tuple[tuple[Situated, Seated], ...]
        code: Ints
        winning: Ints
        shown: Ints
        called: Truths
        meld_key: Ints
        own: list[Ints]
        whole: Ints

        def each(self, number: Callable[[Situated], int]) -> Ints: ...
        def of_situation(self, name: str) -> Ints: ...


class Worths:
    """What the best reading of every hand is worth: numbers of what `Valuing` has of it, 0 for nothing."""

    NAMES = ("award", "bonuses", "sheet", "worth", "paid")

    def __init__(self, size: int) -> None:
        self.columns = {name: np.zeros(size, dtype=np.int32) for name in self.NAMES}
        """narrow, since the columns of a million hands are held at once"""
        self.asks_more = np.zeros(size, dtype=bool)
        self.price: Ints = np.zeros(size, dtype=np.int64)
        """the number of the price, as long as the tables are not trimmed"""

    def put(self, hands: Rows, columns: Mapping[str, NDArray[np.integer]]) -> None:
        """What hands are worth."""
        for name, column in self.columns.items():
            column[hands] = columns[name]


# ---- Of several readings of a hand the best

RANKED = 4
"""The first values of a price, the most important first; the highest is the best."""


class Ranking:
    """The order of the prices of one table."""

    def __init__(self, prices: Table) -> None:
        self.prices = prices
        self._above: Ints = np.zeros(0, dtype=np.int64)

    def above(self) -> Ints:
        """By price: how many different ones are better."""
        if len(self._above) != len(self.prices):
            ranked = [column.data[: len(self.prices)] for column in self.prices.values[RANKED - 1 :: -1]]
            order = np.lexsort(ranked)[::-1]
            self._above = np.zeros(len(order), dtype=np.int64)
            self._above[order] = np.cumsum(np.any([begins(column[order]) for column in ranked], axis=0)) - 1
        return self._above

    def best(self, hands: Ints, price: Ints, patterns: Ints, without: Rows = slice(0)) -> Ints:
        """The reading of every hand of the highest rank; of equals the one of most patterns, then the first.

        Hands of several readings are sorted by one number each: hand, rank, patterns left out, place.
        `without` are readings that do not count.
        """
        keep = np.ones(len(hands), dtype=bool)
        keep[without] = False
        several = np.flatnonzero(
            (np.bincount(hands[keep], minlength=int(hands.max(initial=0)) + 1) > 1)[hands] & keep
        )
        if len(several):
            places, most = len(hands).bit_length(), int(patterns.max())
            above = self.above()[price[several]] * (most + 1) + most - patterns[several]
            ranks = places + int(above.max()).bit_length()
            rows = np.sort((hands[several] << ranks) + (above << places) + several)
            keep[rows[~begins(rows >> ranks)] & (1 << places) - 1] = False
        return np.flatnonzero(keep)


# ---- Indicators in columns: how many tiles of every hand they point at


class Pointing:
    """Counts the tiles that indicators point at, for one engine."""

    def __init__(self, engine: Engine) -> None:
        self.form, self.board = engine.form, engine.board
        names = [item.id for item in engine.ruleset.indicators]
        self.pointed = {name: self._pointed(name) for name in names}

    def _pointed(self, name: str) -> tuple[Ints, Ints]:
        """By indicator: the row of the tile it points at, and where that tile stands there."""
        row_of, shift = np.zeros((2, len(self.board.tileset.kinds)), dtype=np.int64)
        row_of[:] = len(self.board.rows)
        for kind in range(len(row_of)):
            for at, _ in self.board.pointers[((name, ((kind, False),)),)]:
                row = next(r for r in self.board.rows if r.start <= at < r.start + r.mask.bit_length())
                row_of[kind], shift[kind] = row.number, at - row.start
        return row_of, shift

    def add(self, chunk: Chunk, name: str, column: Column, code: Ints) -> None:
        """Counts the tiles that one input of indicators points at."""
        (row_of, shift), mask, one = self.pointed[name], self.board.tile_mask, self.board.indicator_at[name]
        whole = chunk.whole.ravel()
        aside = np.zeros((1, 1), dtype=np.int64)
        if any(made.aside for made, _ in chunk.situations):
            aside = np.array([self._aside(made.aside) for made, _ in chunk.situations], dtype=np.int64)
        for indicator in column.T:
            hands = np.flatnonzero(indicator >= 0)
            if len(hands):
                kind = indicator[hands].astype(np.int64)
                row, at = row_of[kind], shift[kind]
                count = whole[row * chunk.size + hands] >> at & mask
                if aside.any():
                    count += aside[chunk.code[hands], row] >> at & mask
                code[hands] += count * one

    def _aside(self, tiles: int) -> list[int]:
        return [*(tiles >> row.start & row.counts_mask for row in self.board.rows), 0]


# ---- Columns from readings to worth: what holds, ways to count, bonuses, payments, the

MOST_SITUATIONS = 16_384
MOST_NAMED = 1 << 17
HALVES = 2
"""Points are compared in halves, the smallest share that is paid."""
NONE = ASKS_MORE = -1
"""Stands for what holds in a hand that is scored one by one."""


class Valuing:
    """The tables behind a reading, for one engine."""

    def __init__(self, engine: Engine, words: int, melds_of: Callable[[int, int], Melds]) -> None:
        self.melds_of = melds_of
        """the melds of a hand, by the number that stands for all of them and the context"""
        self.engine, self.form, self.board = engine, engine.form, engine.board
        self.values, self.conditions = engine.values, engine.conditions
        self.words = words
        self.made: dict[str, dict[int, Situated]] = {"award_key": {}, "bonus_key": {}}
        self.in_context: dict[tuple[int, int], Situated] = {}
        """situations by the keys of their awards and their winds"""
        self.way_of: dict[int, Way] = {}
        self.payers: dict[int, tuple[Situated, Seated]] = {}
        self.pointing = Pointing(engine)
        self.part_words = [self._span(low, high) for low, high in self.form.lanes.parts]
        self.sheet_words = self._span(*self.form.sheet_range) if self.form.worth.has_sheet else []
        lanes = self.values.lanes_mask if self.values.instances else 0
        self.lane_words = self._span((lanes & -lanes).bit_length() - 1, lanes.bit_length()) if lanes else []
        self._open()
        self._name()

    def _name(self) -> None:
        """Nothing that rows name by its number."""
        self.awards: Numbered[tuple[Award, ...]] = Numbered()
        self.lines: Numbered[tuple[BonusLine, ...]] = Numbered()
        self.sheet_totals: Numbered[SheetTotal] = Numbered()
        self.worths: Numbered[Worth] = Numbered()
        self.paid: Numbered[Payments] = Numbered()

    def _open(self) -> None:
        """Empty tables."""
        self.found: Numbered[tuple[int, int]] = Numbered()
        """what holds, and the key of what waits for a late number"""
        self.late_made: Numbered[Situated] = Numbered()
        self.placed_made: Numbered[tuple[int, int]] = Numbered()
        self.parts = [Table(len(span), 1, self._bound(n)) for n, span in enumerate(self.part_words)]
        self.holding = Table(self.conditions.words + 2, 2, self._hold)
        self.late = Table(len(self.board.rows) + 4, 2, self._hold_late)
        asked = 2 if self.values.asked.sheet_asks_hand else 0
        self.sheets = Table(max(1, len(self.sheet_words)) + 1 + asked, 2, self._sheet)
        self.placed = Table(len(self.lane_words) + 1, 1, self._place)
        self.penalised = Table(3, 1, self._penalise)
        self.ways = [Growing() for _ in range(5)]
        """the ways to count: key, bareness, awards, how many these are, whether it must pay more"""
        self.fresh: list[tuple[int, ...]] = []
        self.counted = Table(3, 2, self._count)
        self.bonuses = Table(2, 2, self._bonus)
        self.prices = Table(3, 6, self._price)
        self.ranking = Ranking(self.prices)
        self.way_of.clear()

    def begin(self) -> None:
        """Bounds the lists of awards and payments, whose numbers hold for one question."""
        every = (self.awards, self.lines, self.sheet_totals, self.worths, self.paid)
        if sum([len(one.made) for one in every]) > MOST_NAMED:
            self._name()
            self._open()

    def trim(self) -> None:
        """Begins anew where a table has grown too large."""
        tables = (*self.parts, self.holding, self.late, self.sheets, self.placed, self.penalised,
                  self.counted, self.bonuses, self.prices)  # fmt: skip
        if any(len(table) > table.most for table in tables):
            self._open()

    def _span(self, low: int, high: int) -> list[tuple[int, int, int]]:
        """The words that a section lies in: word, mask of the section in it, position in the section."""
        spans = []
        for word in range(low // WORD, (high - 1) // WORD + 1):
            start, stop = max(low, word * WORD), min(high, (word + 1) * WORD)
            mask = (1 << stop - word * WORD) - (1 << start - word * WORD)
            spans.append((word, mask, word * WORD - low))
        return spans

    # ---- filling the tables, one key at a time

    @staticmethod
    def _section(key: tuple[int, ...], spans: list[tuple[int, int, int]]) -> int:
        total = 0
        for part, (_, _, shift) in zip(key, spans, strict=False):
            total += part << shift if shift >= 0 else part >> -shift
        return total

    def _bound(self, part: int) -> Callable[[tuple[int, ...]], tuple[int]]:
        memo, at = self.conditions.parts[part][2], self.conditions.units_at
        spans = self.part_words[part]
        return lambda key: (memo[self._section(key, spans)] >> at,)

    def _hold(self, key: tuple[int, ...]) -> tuple[int, int]:
        """Where what holds stands, below zero where a late number is needed; the sheet's conditions."""
        *words, bound, facts = key
        packed = sum(part << WORD * place for place, part in enumerate(words))
        packed += (bound << self.conditions.units_at) + (facts << self.conditions.facts_at)
        found, bits = self.conditions.holding[packed]
        if found < 0:
            return -self.found.number((found, packed), (found, packed)), bits
        return self.found.number(found, (found, 0)), bits

    def _hold_late(self, key: tuple[int, ...]) -> tuple[int, int]:
        """The same once the late numbers of a hand are worked out."""
        *rows, melds, winning, number, place = key
        made, asked = self.late_made.made[number], self.found.made[place]
        assert made is not None
        assert asked is not None
        tiles = sum(own << row.start for own, row in zip(rows, self.board.rows, strict=True))
        try:
            late = self.engine.waits.late(tiles, self.melds_of(melds, made.context), winning, made)
        except TooManyReadings:
            return ASKS_MORE, 0
        found, bits = self.conditions.holding_late[asked[1], late]
        return self.found.number(found, (found, 0)), bits

    def _sheet(self, key: tuple[int, ...]) -> tuple[int, int]:
        """What the second sheet comes to, and its number."""
        width = len(self.sheet_words)
        section = self._section(key[:width], self.sheet_words)
        section += key[max(1, width)] << self.conditions.sheet_end
        if self.values.asked.sheet_asks_hand:
            made = self.late_made.made[key[-1]]
            assert made is not None
            sheet: SheetTotal | None = self.conditions.sheet_of(section, key[-2], made)
        else:
            sheet = self.conditions.sheets[section]
        if sheet is None:
            return 0, 0
        lines = tuple([(line.id, line.value, line.count) for line in sheet.lines])
        return sheet.total, self.sheet_totals.number((sheet.total, lines), sheet)

    def _place(self, key: tuple[int, ...]) -> tuple[int]:
        """The number of sets told apart, by the lanes of a reading and its context."""
        *words, context = key
        low = self.lane_words[0][0] * WORD - self.lane_words[0][2]
        lanes = self._section(tuple(words), self.lane_words) << low
        key = (self.values.placed_in(lanes, context)[0], context)
        return (self.placed_made.number(key, (lanes, context)),)

    def _penalise(self, key: tuple[int, ...]) -> tuple[int]:
        """Whether a win that is read like this costs instead of earning."""
        held, situated, shown = key
        number, concealed = divmod(situated, 2)
        found, made = self.found.made[held], self.late_made.made[number]
        assert found is not None
        assert made is not None
        return (int(self.values.penalised(found[0], bool(concealed), made, shown)),)

    def _count(self, key: tuple[int, ...]) -> tuple[int, int]:
        """Where the ways to count begin, and how many there are."""
        (place, situated), shown, placed = unpaired(key[0]), key[1], key[2]
        award_key, concealed = divmod(situated, 2)
        lanes, known = self.placed_made.made[placed], self.found.made[place]
        made = self.made["award_key"][award_key] if lanes is None else self.in_context[award_key, lanes[1]]
        assert known is not None
        more = (shown, self.values.placed_in(*lanes)[0] if lanes else 0)
        ways = self.values.ways.get((known[0], bool(concealed), award_key, more))
        if ways is None:
            total = lanes[0] if lanes else 0
            ways = self.values.count(known[0], bool(concealed), made, more, total, shown)
        first = self.ways[0].size + len(self.fresh)
        self.fresh += [self._way(way) for way in ways]
        return first, len(ways)

    def _way(self, way: Way) -> tuple[int, ...]:
        self.way_of[way.worth_key] = way
        plain = tuple((award.id, award.value, award.count) for award in way.awards)
        award, must = self.awards.number(plain, way.shown), int(way.must_pay_more)
        return way.worth_key, int(way.bare), award, way.size, must

    def _bonus(self, key: tuple[int, ...]) -> tuple[int, int]:
        """What the bonuses add, and the number of their lines."""
        code, (worth_key, bonus_key) = key[0], unpaired(key[1])
        way, made = self.way_of[worth_key], self.made["bonus_key"][bonus_key]
        entry = self.values.bonuses.get((code, bonus_key, worth_key)) or self.values.bonus(code, way, made)
        lines = tuple([(line.id, line.value, line.count) for line in entry[1]])
        return entry[0], self.lines.number(lines, entry[1])

    def _price(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """What a reading is ranked by, the numbers of its worth and payments (0 where it may not win), by way
        to count and payer, bonus and sheet.
        """
        (worth_key, payer), bonus, sheet = unpaired(key[0]), key[1], key[2]
        (points, *rank), worth, paid = self._priced(worth_key, bonus, sheet, *self.payers[payer])
        if worth is None or paid is None:
            return int(points * HALVES), *rank, 0, 0
        limit = worth.limit.id if worth.limit else None
        known = (worth.total, worth.tier, worth.base, limit, worth.amounts)
        return int(points * HALVES), *rank, self.worths.number(known, worth), self._paid_number(paid)

    def _paid_number(self, paid: Payments) -> int:
        return self.paid.number((paid.points, paid.total, paid.transfers, paid.others), paid)

    def _priced(self, worth_key: int, bonus: int, sheet: int, made: Situated, table: Seated) -> Price:
        asked = (worth_key, bonus, sheet, table.number)
        return self.values.prices.get(asked) or self.values.price(asked, self.way_of[worth_key], made, table)

    def counters(self, price: int, made: Situated, table: Seated) -> tuple[Payments, Payments]:
        """What is paid for a hand without the counters on a table, as its price knows it, and with them."""
        key, bonus, sheet = (int(keys.data[price]) for keys in self.prices.keys)
        worth_key, payer = unpaired(key)
        without = self._priced(worth_key, bonus, sheet, *self.payers[payer])[2]
        with_ = self._priced(worth_key, bonus, sheet, made, table)[2]
        assert without is not None
        assert with_ is not None
        return without, with_

    # ---- columns

    def fill(self, worths: Worths, chunk: Chunk, hands: Ints, words: list[Ints]) -> tuple[Ints, Ints]:
        """Fills in the best of each hand, of readings by hand and the words of their sums; gives the hands
        that may win and the places of their best readings.
        """
        self._know(chunk)
        held, bits = self._held(chunk, hands, words)
        worths.asks_more[hands[held == ASKS_MORE]] = True
        use = np.flatnonzero(~worths.asks_more[hands])
        hands, words, held, bits = hands[use], [word[use] for word in words], held[use], bits[use]
        ids = self._sheets(chunk, hands, words, bits)
        reading, way = self._counted(chunk, hands, words, held, worths)
        hands, ids = hands[reading], ids[reading]
        key, bare, award, size, must = (column.data[way] for column in self.ways)
        bonus, lines = self._bonuses(chunk, hands, key, bare)
        payers = np.array([table.number for _, table in chunk.situations], dtype=np.int64)
        price = self.prices.ids(pair(key, payers[chunk.code[hands]]), bonus, self.sheets.get(0, ids))
        worse: Rows = self._not_more(reading, must > 0, self.prices.get(0, price)) if must.any() else slice(0)
        best = self.ranking.best(hands, price, size, worse)
        best = best[self.prices.get(RANKED, price[best]) > 0]
        hands, price = hands[best], price[best]
        worths.price[hands] = price
        worths.put(hands, {
            "award": award[best], "bonuses": lines[best], "sheet": self.sheets.get(1, ids[best]),
            "worth": self.prices.get(RANKED, price), "paid": self.prices.get(RANKED + 1, price),
        })  # fmt: skip
        return hands, use[reading[best]]

    def _know(self, chunk: Chunk) -> None:
        """Remembers one situation for each key, to fill tables with."""
        if len(self.payers) > MOST_SITUATIONS:
            self.payers.clear()
            for known in self.made.values():
                known.clear()
            self.in_context.clear()
        for made, table in chunk.situations:
            self.in_context.setdefault((made.award_key, made.context), made)
            for name, known in self.made.items():
                known.setdefault(getattr(made, name), made)
            self.payers[table.number] = made, table

    def _held(self, chunk: Chunk, hands: Ints, words: list[Ints]) -> tuple[Ints, Ints]:
        """The number of what holds in each reading, and the conditions of the sheet."""
        conditions, mask = self.conditions, (1 << WORD) - 1
        asked = []
        for word in range(conditions.words):
            fill = conditions.fill >> WORD * word & mask
            keep = conditions.keep >> WORD * word & mask
            asked.append((words[word] + fill) & keep)
        facts = chunk.each(lambda made: made.program >> conditions.facts_at)[chunk.code[hands]]
        bound = np.zeros(len(facts), dtype=np.int64)
        for table, spans in zip(self.parts, self.part_words, strict=True):
            bags = [words[word] & part for word, part, _ in spans]
            bound += table.get(0, table.ids(*bags))
        ids = self.holding.ids(*asked, bound, facts)
        held, bits = self.holding.get(0, ids), self.holding.get(1, ids)
        late = np.flatnonzero(held < 0)
        if len(late):
            held[late], bits[late] = self._late(chunk, hands[late], -held[late])
        return held, bits

    def _late(self, chunk: Chunk, hands: Ints, held: Ints) -> tuple[Ints, Ints]:
        """The same for readings that wait for late numbers: of what the hand waits for."""
        own = [row[hands] for row in chunk.own]
        situations = self._numbered(chunk, lambda made: (made.program, made.discard, made.context))
        key = (chunk.meld_key[hands], chunk.winning[hands], situations[chunk.code[hands]], held)
        ids = self.late.ids(*own, *key)
        return self.late.get(0, ids), self.late.get(1, ids)

    def _numbered(self, chunk: Chunk, key: Callable[[Situated], Hashable]) -> Ints:
        """A number for what is asked of each situation."""
        numbers = [self.late_made.number(key(made), made) for made, _ in chunk.situations]
        return np.array(numbers, dtype=np.int64)

    def _sheets(self, chunk: Chunk, hands: Ints, words: list[Ints], bits: Ints) -> Ints:
        """The numbers of the second sheets: by what they count and, where they ask it, what tiles show."""
        key = [words[word] & mask for word, mask, _ in self.sheet_words] or [np.zeros_like(bits)]
        key.append(bits)
        if self.values.asked.sheet_asks_hand:
            seats = self._numbered(chunk, lambda made: ("seat", made.situation.seat))
            key += [chunk.shown[hands], seats[chunk.code[hands]]]
        return self.sheets.ids(*key)

    def _counted(
        self, chunk: Chunk, hands: Ints, words: list[Ints], held: Ints, worths: Worths
    ) -> tuple[Ints, Ints]:
        """The ways to count every reading, one behind another: which reading, and which way."""
        closed, code = (~chunk.called[hands]).astype(np.int64), chunk.code[hands]
        keys = chunk.each(lambda made: made.award_key)[code] * 2 + closed
        nothing = np.zeros(len(hands), dtype=np.int64)
        asked = self.values.asked
        shown = chunk.shown[hands] if asked.asks_hand or asked.asks_penalty else nothing
        if asked.asks_penalty:
            situations = self._numbered(chunk, lambda made: made)
            ids = self.penalised.ids(held, situations[code] * 2 + closed, shown)
            worths.asks_more[hands[self.penalised.get(0, ids) > 0]] = True
        placed = nothing
        if self.lane_words:
            lanes = [words[word] & mask for word, mask, _ in self.lane_words]
            placed = self.placed.get(0, self.placed.ids(*lanes, chunk.of_situation("context")[hands]))
        ids = self.counted.ids(pair(held, keys), shown if asked.asks_hand else nothing, placed)
        if self.fresh:
            for store, numbers in zip(self.ways, zip(*self.fresh, strict=True), strict=True):
                store.extend(numbers)
            self.fresh = []
        first, ways = self.counted.get(0, ids), self.counted.get(1, ids)
        ways[worths.asks_more[hands]] = 0
        reading, digit = repeated(ways)
        return reading, first[reading] + digit

    @staticmethod
    def _not_more(reading: Ints, must: Truths, points: Ints) -> Ints:
        """Ways to count that pay no more than the first way of their reading, though they must."""
        places = np.arange(len(reading))
        first = np.maximum.accumulate(np.where(must, NONE, places))
        behind = (first >= 0) & (reading[first] == reading)
        least = np.where(behind, points[first], -HALVES)
        found: Ints = np.flatnonzero(must & (points <= least))
        return found

    def _bonuses(self, chunk: Chunk, hands: Ints, way: Ints, bare: Ints) -> tuple[Ints, Ints]:
        """What the bonuses add, and their lines; dora are counted in the rows of the whole hand."""
        bonus, lines = np.zeros((2, len(hands)), dtype=np.int64)
        if not self.form.worth.has_bonuses:
            return bonus, lines
        open_ = np.flatnonzero(bare == 0)
        rows = hands[open_]
        keys = chunk.of_situation("bonus_key")[rows]
        ids = self.bonuses.ids(chunk.shown[rows], pair(way[open_], keys))
        bonus[open_], lines[open_] = self.bonuses.get(0, ids), self.bonuses.get(1, ids)
        return bonus, lines
