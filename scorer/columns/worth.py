"""What many hands are worth, as columns that are filled piece by piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.columns.table import Ints, ScoreColumns, Table, Transfers, begins, pair, unpaired
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import NO_MORE
from scorer.compiled.trees import Unsupported
from scorer.ruleset.model import Limit

SORTS: dict[str, Any] = {
    "points": np.float64,
    "total": np.int32,
    "sheet": np.int32,
    "tier": np.int16,
    "limit": np.int16,
    "award": np.int32,
    "paid": np.int32,
    "bonuses": np.int32,
}
"""Narrow, since the columns of a million hands are held at once."""
ABSENT = {"limit": -1, "award": -1}
"""What stands for none; 0 elsewhere."""


def refuse_wide(**values: int) -> None:
    """Raises Unsupported where a number is too large for its column, by the names of SORTS."""
    for name, value in values.items():
        if abs(value) > np.iinfo(SORTS[name]).max:
            raise Unsupported(f"columns of hands with a {name} of {value:,}; score such hands one by one")


class Worths:
    """The best of every hand, by number of what it is worth and of its awards."""

    def __init__(self, size: int) -> None:
        self.columns: dict[str, Any] = {
            name: np.full(size, ABSENT.get(name, 0), dtype=sort) for name, sort in SORTS.items()
        }
        self.asks_more = np.zeros(size, dtype=bool)
        self.price: Ints = np.zeros(size, dtype=np.int64)
        """the number of the price, as long as the tables are not trimmed"""

    def part(self, start: int, stop: int) -> Worths:
        """Some of the rows; what is put there is put here."""
        made = Worths(0)
        made.columns = {name: column[start:stop] for name, column in self.columns.items()}
        made.asks_more, made.price = self.asks_more[start:stop], self.price[start:stop]
        return made

    def put(self, hands: Any, **values: Any) -> None:
        """What hands are worth, by the names of SORTS; those left out are absent."""
        for name, column in self.columns.items():
            column[hands] = values.get(name, ABSENT.get(name, 0))


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

    def best(self, hands: Ints, price: Ints, patterns: Ints) -> Any:
        """The reading of every hand of the highest rank; of equals the one of most patterns, then the first.

        Hands of several readings are sorted by one number each: hand, rank, patterns left out, place.
        """
        several = np.flatnonzero((np.bincount(hands, minlength=1) > 1)[hands])
        if not len(several):
            return slice(None)
        places = len(hands).bit_length()
        most = int(patterns.max())
        above = self.above()[price[several]] * (most + 1) + most - patterns[several]
        ranks = places + int(above.max()).bit_length()
        rows = np.sort((hands[several] << ranks) + (above << places) + several)
        keep = np.ones(len(hands), dtype=bool)
        keep[rows[~begins(rows >> ranks)] & (1 << places) - 1] = False
        return np.flatnonzero(keep)


# ---- Indicators in columns: how many tiles of every hand they point at


class Pointing:
    """Counts the tiles that indicators point at, for one engine."""

    def __init__(self, engine: Engine) -> None:
        self.form, self.board = engine.form, engine.board
        names = [name for name, *_ in self.form["indicators"]]
        self.pointed = {name: self._pointed(name) for name in names}

    def _pointed(self, name: str) -> tuple[Ints, Ints]:
        """By indicator: the row of the tile it points at, and where that tile stands there."""
        row_of, shift = np.zeros((2, len(self.form["tiles"])), dtype=np.int64)
        row_of[:] = len(self.board.rows)
        for kind in range(len(row_of)):
            for at, _ in self.board.pointers[((name, ((kind, False),)),)]:
                row = next(r for r in self.board.rows if r.start <= at < r.start + r.mask.bit_length())
                row_of[kind], shift[kind] = row.number, at - row.start
        return row_of, shift

    def add(self, chunk: Any, name: str, column: Any, code: Ints) -> None:
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
MOST_PAID = 1 << 17
HALVES = 2
"""Points are kept in halves, the smallest share that is paid."""


class Valuing:
    """The tables behind a reading, for one engine."""

    def __init__(self, engine: Engine, words: int) -> None:
        self.engine, self.form, self.board = engine, engine.form, engine.board
        self.values, self.conditions = engine.values, engine.conditions
        self.words, self.word = words, engine.form["word"]
        self.found: list[tuple[int, int]] = []
        """what holds, and the key of what waits for a late number"""
        self.found_numbers: dict[tuple[int, int], int] = {}
        self.made: dict[str, dict[int, Any]] = {"award_key": {}, "bonus_key": {}}
        self.way_of: dict[int, Any] = {}
        self.payers: dict[int, Any] = {}
        self.pointing = Pointing(engine)
        self.late_made: list[Any] = []
        self.late_numbers: dict[Any, int] = {}
        self.awards: dict[Any, int] = {}
        self.paid: dict[Transfers, int] = {}
        self.lines: dict[Any, int] = {(): 0}
        self.limits = tuple(name for name, *_ in self.form["limits"])
        self.part_words = [self._span(low, high) for low, high in self.form["parts"]]
        self.sheet_words = self._span(*self.form["sheet_range"]) if self.form["sheet"] else []
        self._open()

    def _open(self) -> None:
        """Empty tables."""
        self.parts = [Table(len(span), 1, self._bound(n)) for n, span in enumerate(self.part_words)]
        self.holding = Table(self.conditions.words + 2, 2, self._hold)
        self.late = Table(len(self.board.rows) + 3, 2, self._hold_late)
        self.sheets = Table(max(1, len(self.sheet_words)) + 1, 1, self._sheet)
        self.counted = Table(1, 5, self._count)
        self.bonuses = Table(2, 2, self._bonus)
        self.prices = Table(3, 7, self._price)
        self.ranking = Ranking(self.prices)
        self.found.clear()
        self.found_numbers.clear()
        self.way_of.clear()

    def begin(self) -> None:
        """Bounds the lists of awards, whose numbers hold for one question."""
        if len(self.awards) > MOST_SITUATIONS or len(self.paid) > MOST_PAID:
            self.awards.clear()
            self.paid.clear()
            self.lines = {(): 0}
            self._open()

    def trim(self) -> None:
        """Begins anew where a table has grown too large."""
        tables = (*self.parts, self.holding, self.late, self.sheets, self.counted, self.bonuses, self.prices)
        if any(len(table) > table.most for table in tables):
            self._open()

    def _span(self, low: int, high: int) -> list[tuple[int, int, int]]:
        """The words that a section lies in: word, mask of the section in it, position in the section."""
        spans = []
        for word in range(low // self.word, (high - 1) // self.word + 1):
            start, stop = max(low, word * self.word), min(high, (word + 1) * self.word)
            mask = (1 << stop - word * self.word) - (1 << start - word * self.word)
            spans.append((word, mask, word * self.word - low))
        return spans

    # ---- filling the tables, one key at a time

    @staticmethod
    def _section(key: tuple[int, ...], spans: list[tuple[int, int, int]]) -> int:
        total = 0
        for part, (_, _, shift) in zip(key, spans, strict=False):
            total += part << shift if shift >= 0 else part >> -shift
        return total

    def _bound(self, part: int) -> Any:
        memo, at = self.conditions.parts[part][2], self.conditions.units_at
        spans = self.part_words[part]
        return lambda key: (memo[self._section(key, spans)] >> at,)

    def _hold(self, key: tuple[int, ...]) -> tuple[int, int]:
        """Where what holds stands, below zero where a late number is needed; the sheet's conditions."""
        *words, bound, facts = key
        packed = sum(part << self.word * place for place, part in enumerate(words))
        packed += (bound << self.conditions.units_at) + (facts << self.conditions.facts_at)
        found, bits = self.conditions.holding[packed]
        if found < 0:
            return ~self._found_number((found, packed)), bits
        return self._found_number((found, 0)), bits

    def _found_number(self, found: tuple[int, int]) -> int:
        """One number for all readings in which the same holds."""
        number = self.found_numbers.setdefault(found, len(self.found))
        if number == len(self.found):
            self.found.append(found)
        return number

    def _hold_late(self, key: tuple[int, ...]) -> tuple[int, int]:
        """The same once the late numbers of a hand without melds are worked out."""
        *rows, winning, number, place = key
        made = self.late_made[number]
        tiles = sum(own << row.start for own, row in zip(rows, self.board.rows, strict=True))
        late = self.engine.waits.late(tiles, made.no_melds, winning, made)
        found, bits = self.conditions.holding_late[self.found[place][1], late]
        return self._found_number((found, 0)), bits

    def _sheet(self, key: tuple[int, ...]) -> tuple[int]:
        *words, bits = key
        section = self._section(tuple(words), self.sheet_words)
        sheet = self.conditions.sheets[section + (bits << self.conditions.sheet_end)]
        return (sheet.total if sheet else 0,)

    def _count(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """How many ways there are to count; of the only one its key, bareness and awards, and how many."""
        place, situated = unpaired(key[0])
        found, (award_key, concealed) = self.found[place][0], divmod(situated, 2)
        made = self.made["award_key"][award_key]
        ways = self.values.ways.get((found, bool(concealed), award_key, NO_MORE))
        ways = self.values.count(found, bool(concealed), made) if ways is None else ways
        if len(ways) != 1:
            return len(ways), 0, 0, -1, 0
        self.way_of[ways[0].worth_key] = ways[0]
        only = ways[0]
        return 1, only.worth_key, int(only.bare), self._award_number(only.awards), only.size

    def _award_number(self, awards: Any) -> int:
        plain = tuple((award.id, award.value, award.count) for award in awards)
        return self.awards.setdefault(plain, len(self.awards))

    def _bonus(self, key: tuple[int, ...]) -> tuple[int, int]:
        """What the bonuses add, and the number of their lines."""
        code, (worth_key, bonus_key) = key[0], unpaired(key[1])
        way, made = self.way_of[worth_key], self.made["bonus_key"][bonus_key]
        entry = self.values.bonuses.get((code, bonus_key, worth_key)) or self.values.bonus(code, way, made)
        lines = tuple([(line.id, line.value, line.count) for line in entry[1]])
        return entry[0], self.lines.setdefault(lines, len(self.lines))

    def _price(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """What a reading is ranked by, its total, limit and payments, by way to count and payer, bonus and
        sheet.
        """
        (worth_key, payer), bonus, sheet = unpaired(key[0]), key[1], key[2]
        (points, *rank), worth, paid = self._priced(worth_key, bonus, sheet, *self.payers[payer])
        refuse_wide(total=worth.total, sheet=sheet, tier=worth.tier)
        number = self._paid_number(paid)
        return int(points * HALVES), *rank, worth.total, self._limit(worth.limit), number

    def _priced(self, worth_key: int, bonus: int, sheet: int, made: Any, table: Any) -> Any:
        asked = (worth_key, bonus, sheet, table.number)
        return self.values.prices.get(asked) or self.values.price(asked, self.way_of[worth_key], made, table)

    def _paid_number(self, paid: Any) -> int:
        return self.paid.setdefault((paid.total, paid.transfers), len(self.paid))

    def counters(self, price: int, made: Any, table: Any) -> Transfers:
        """What the counters on a table add to the payments of a hand that was priced without them."""
        key, bonus, sheet = (int(keys.data[price]) for keys in self.prices.keys)
        worth_key, payer = unpaired(key)
        without = self._priced(worth_key, bonus, sheet, *self.payers[payer])[2]
        paid, before = self._priced(worth_key, bonus, sheet, made, table)[2], dict(without.transfers)
        gains = [(seat, gain - before.get(seat, 0)) for seat, gain in paid.transfers]
        return paid.total - without.total, tuple([gain for gain in gains if gain[1]])

    def _limit(self, limit: Limit | None) -> int:
        return self.limits.index(limit.id) if limit else -1

    # ---- columns

    def fill(self, worths: Worths, chunk: Any, hands: Ints, words: list[Ints]) -> None:
        """Fills in the best of each hand, of readings by hand and the words of their sums."""
        self._know(chunk)
        code = chunk.code[hands]
        ids = self._held(words, chunk.each(lambda made: made.program >> self.conditions.facts_at)[code])
        held, bits = self.holding.get(0, ids), self.holding.get(1, ids)
        self._work_out(chunk, hands, np.flatnonzero(held < 0), held, bits, worths)
        sheet = self._sheets(words, bits)
        keys = chunk.each(lambda made: made.award_key)[code] * 2 + ~chunk.called[hands]
        counted = self.counted.ids(pair(held, keys))
        ways = self.counted.get(0, counted)
        worths.asks_more[hands[ways > 1]] = True
        use = np.flatnonzero((ways == 1) & ~worths.asks_more[hands])
        if len(use) < len(hands):
            hands, code, counted, sheet = hands[use], code[use], counted[use], sheet[use]
        way = self.counted.get(1, counted)
        bonus, lines = self._bonuses(chunk, hands, way, self.counted.get(2, counted))
        payers = np.array([table.number for _, table in chunk.situations], dtype=np.int64)
        price = self.prices.ids(pair(way, payers[code]), bonus, sheet)
        best = self.ranking.best(hands, price, self.counted.get(4, counted))
        hands, price, counted, lines = hands[best], price[best], counted[best], lines[best]
        names = ("points", "tier", "uncapped", "sheet", "total", "limit", "paid")
        values = {name: self.prices.get(place, price) for place, name in enumerate(names) if name in SORTS}
        worths.price[hands] = price
        worths.put(hands, award=self.counted.get(3, counted), bonuses=lines, **values)

    def _know(self, chunk: Any) -> None:
        """Remembers one situation for each key, to fill tables with."""
        if len(self.payers) > MOST_SITUATIONS:
            self.payers.clear()
            for known in self.made.values():
                known.clear()
        for made, table in chunk.situations:
            for name, known in self.made.items():
                known.setdefault(getattr(made, name), made)
            self.payers[table.number] = made, table

    def _held(self, words: list[Ints], facts: Ints) -> Ints:
        conditions, mask = self.conditions, (1 << self.word) - 1
        asked = []
        for word in range(conditions.words):
            fill = conditions.fill >> self.word * word & mask
            keep = conditions.keep >> self.word * word & mask
            asked.append((words[word] + fill) & keep)
        bound = np.zeros(len(facts), dtype=np.int64)
        for table, spans in zip(self.parts, self.part_words, strict=True):
            bags = [words[word] & part for word, part, _ in spans]
            bound += table.get(0, table.ids(*bags))
        return self.holding.ids(*asked, bound, facts)

    def _work_out(self, chunk: Any, hands: Ints, late: Ints, held: Ints, bits: Ints, made: Worths) -> None:
        """Late numbers, hand by hand; hands with melds are left to be scored alone."""
        plain = late[chunk.melded[hands[late]] == 0]
        held[late] = ~held[late]
        made.asks_more[hands[late]] = True
        made.asks_more[hands[plain]] = False
        if len(plain):
            own = [row[hands[plain]] for row in chunk.own]
            numbers = np.array([self._late_number(m) for m, _ in chunk.situations], dtype=np.int64)
            situations = numbers[chunk.code[hands[plain]]]
            ids = self.late.ids(*own, chunk.winning[hands[plain]], situations, held[plain])
            held[plain], bits[plain] = self.late.get(0, ids), self.late.get(1, ids)

    def _late_number(self, made: Any) -> int:
        """A number for what late numbers ask of a situation."""
        key = (made.program, made.discard, made.context)
        if key not in self.late_numbers:
            self.late_numbers[key] = len(self.late_made)
            self.late_made.append(made)
        return self.late_numbers[key]

    def _sheets(self, words: list[Ints], bits: Ints) -> Ints:
        if not self.sheet_words:
            return np.zeros(len(bits), dtype=np.int64)
        sections = [words[word] & mask for word, mask, _ in self.sheet_words]
        return self.sheets.get(0, self.sheets.ids(*sections, bits))

    def _bonuses(self, chunk: Any, hands: Ints, way: Ints, bare: Ints) -> Any:
        """What the bonuses add, and their lines; dora are counted in the rows of the whole hand."""
        board = self.board
        bonus, lines = np.zeros((2, len(hands)), dtype=np.int64)
        if not self.form["bonuses"]:
            return bonus, lines
        code = np.zeros(chunk.size, dtype=np.int64)
        if chunk.hands.reds is not None and board.red_at:
            code += chunk.hands.reds.astype(np.int64) << min(board.red_at.values()) - board.top
        for name, column in chunk.hands.indicators.items():
            self.pointing.add(chunk, name, column, code)
        open_ = np.flatnonzero(bare == 0)
        rows = hands[open_]
        keys = chunk.of_situation("bonus_key")[rows]
        ids = self.bonuses.ids(code[rows], pair(way[open_], keys))
        bonus[open_], lines[open_] = self.bonuses.get(0, ids), self.bonuses.get(1, ids)
        return bonus, lines

    def put_alone(self, worths: Worths, hand: int, score: Any) -> None:
        """The score of a hand that was scored alone."""
        if score is None:
            worths.put(hand)
            return
        worth, sheet = score.worth, score.sheet
        counted = {"total": worth.total, "tier": worth.tier, "sheet": sheet.total if sheet else 0}
        refuse_wide(**counted)
        limit, award = self._limit(worth.limit), self._award_number(score.awards)
        paid = self._paid_number(score.payments)
        shown = tuple([(line.id, line.value, line.count) for line in score.bonuses])
        counted["bonuses"] = self.lines.setdefault(shown, len(self.lines))
        worths.put(hand, points=int(score.points * HALVES), limit=limit, award=award, paid=paid, **counted)

    def columns(self, worths: Worths) -> ScoreColumns:
        """The columns that are handed out."""
        made = worths.columns
        made["points"] /= HALVES
        wins = made["award"] >= 0
        awards, paid, lines = tuple(self.awards), tuple(self.paid), tuple(self.lines)
        return ScoreColumns(wins=wins, awards=awards, limits=self.limits, payments=paid, lines=lines, **made)
