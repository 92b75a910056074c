"""Columns from readings to worth: what holds, ways to count, bonuses, payments, the best of each hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.fast.engine import Engine
from scorer.fast.hands import ScoreColumns
from scorer.fast.pointing import Pointing
from scorer.fast.table import Ints, Table
from scorer.fast.worth import payments_of
from scorer.fast.worths import Worths

MOST_SITUATIONS = 16_384
HALVES = 2
"""Points are kept in halves, the smallest share that is paid."""


class Valuing:
    """The tables behind a reading, for one engine."""

    def __init__(self, engine: Engine, words: int) -> None:
        self.engine, self.form, self.board = engine, engine.form, engine.board
        self.values, self.conditions = engine.values, engine.conditions
        self.words, self.word = words, engine.form["word"]
        self.found: list[tuple[int, int]] = []
        self.worth_list: list[Any] = []
        self.made: dict[str, dict[int, Any]] = {"award_key": {}, "bonus_key": {}, "worth_key": {}}
        self.way_of: dict[int, Any] = {}
        self.tables: dict[int, Any] = {}
        self.pointing = Pointing(engine)
        self.late_made: list[Any] = []
        self.late_numbers: dict[Any, int] = {}
        self.awards: dict[Any, int] = {}
        self.limits = tuple(name for name, *_ in self.form["limits"])
        self.part_words = [self._span(low, high) for low, high in self.form["parts"]]
        self.sheet_words = self._span(*self.form["sheet_range"]) if self.form["sheet"] else []
        self._open()

    def _open(self) -> None:
        """Empty tables."""
        self.parts = [Table(len(span), 1, self._bound(n)) for n, span in enumerate(self.part_words)]
        self.holding = Table(self.conditions.words + 2, 3, self._hold)
        self.late = Table(len(self.board.rows) + 3, 2, self._hold_late)
        self.sheets = Table(max(1, len(self.sheet_words)) + 1, 1, self._sheet)
        self.counted = Table(2, 4, self._count)
        self.bonuses = Table(3, 1, self._bonus)
        self.worth = Table(4, 4, self._worth)
        self.paid = Table(2, 1, self._paid)
        self.found.clear()
        self.worth_list.clear()
        self.way_of.clear()

    def begin(self) -> None:
        """Bounds the lists of awards, whose numbers hold for one question."""
        if len(self.awards) > MOST_SITUATIONS:
            self.awards.clear()
            self._open()

    def trim(self) -> None:
        """Begins anew where a table has grown too large."""
        tables = (
            *self.parts,
            self.holding,
            self.late,
            self.sheets,
            self.counted,
            self.bonuses,
            self.worth,
            self.paid,
        )
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

    def _hold(self, key: tuple[int, ...]) -> tuple[int, int, int]:
        """Whether a late number is needed, what holds of the sheet's conditions, and where all stands."""
        *words, bound, facts = key
        packed = sum(part << self.word * place for place, part in enumerate(words))
        packed += (bound << self.conditions.units_at) + (facts << self.conditions.facts_at)
        found, bits = self.conditions.holding[packed]
        self.found.append((found, packed))
        return int(found < 0), bits, len(self.found) - 1

    def _hold_late(self, key: tuple[int, ...]) -> tuple[int, int]:
        """The same once the late numbers of a hand without melds are worked out."""
        *rows, winning, number, place = key
        made = self.late_made[number]
        tiles = sum(own << row.start for own, row in zip(rows, self.board.rows, strict=True))
        late = self.engine.waits.late(tiles, made.no_melds, winning, made)
        found, bits = self.conditions.holding_late[self.found[place][1], late]
        self.found.append((found, 0))
        return len(self.found) - 1, bits

    def _sheet(self, key: tuple[int, ...]) -> tuple[int]:
        *words, bits = key
        section = self._section(tuple(words), self.sheet_words)
        sheet = self.conditions.sheets[section + (bits << self.conditions.sheet_end)]
        return (sheet.total if sheet else 0,)

    def _count(self, key: tuple[int, ...]) -> tuple[int, int, int, int]:
        """How many ways there are to count, and the key, the bareness and the awards of the only one."""
        found, (award_key, concealed) = self.found[key[0]][0], divmod(key[1], 2)
        made = self.made["award_key"][award_key]
        ways = self.values.ways.get((found, bool(concealed), award_key))
        ways = self.values.count(found, bool(concealed), made) if ways is None else ways
        if len(ways) != 1:
            return len(ways), 0, 0, -1
        self.way_of[ways[0].worth_key] = ways[0]
        return 1, ways[0].worth_key, int(ways[0].bare), self._award_number(ways[0].awards)

    def _award_number(self, awards: Any) -> int:
        plain = tuple((award.id, award.value, award.count) for award in awards)
        return self.awards.setdefault(plain, len(self.awards))

    def _bonus(self, key: tuple[int, ...]) -> tuple[int]:
        code, bonus_key, worth_key = key
        way, made = self.way_of[worth_key], self.made["bonus_key"][bonus_key]
        entry = self.values.bonuses.get(key) or self.values.bonus(code, way, made)
        return (entry[0],)

    def _worth(self, key: tuple[int, ...]) -> tuple[int, int, int, int]:
        way, made = self.way_of[key[0]], self.made["worth_key"][key[3]]
        worth = self.values.worths.get(key) or self.values.worth(key, way, made)
        self.worth_list.append(worth)
        limit = self.limits.index(worth.limit) if worth.limit is not None else -1
        return worth.total, worth.tier, limit, worth.base

    def _paid(self, key: tuple[int, ...]) -> tuple[int]:
        paid = payments_of(self.worth_list[key[0]], self.tables[key[1]])
        return (int(paid.points * HALVES),)

    # ---- columns

    def worths(self, chunk: Any, hands: Ints, words: list[Ints]) -> Worths:
        """What the readings are worth; the best of each hand."""
        self._know(chunk)
        made = Worths(chunk.size)
        ids = self._held(words, self._facts(chunk)[hands])
        held, bits = self.holding.get(2, ids), self.holding.get(1, ids)
        self._work_out(chunk, hands, np.flatnonzero(self.holding.get(0, ids)), held, bits, made)
        sheet = self._sheets(words, bits)
        keys = chunk.of_situation("award_key") * 2 + ~chunk.called
        counted = self.counted.ids(held, keys[hands])
        ways = self.counted.get(0, counted)
        made.asks_more[hands[ways > 1]] = True
        use = np.flatnonzero((ways == 1) & ~made.asks_more[hands])
        if len(use) < len(hands):
            hands, counted, sheet = hands[use], counted[use], sheet[use]
        way, award = self.counted.get(1, counted), self.counted.get(3, counted)
        bonus = self._bonuses(chunk, hands, way, self.counted.get(2, counted))
        worth = self.worth.ids(way, bonus, sheet, chunk.of_situation("worth_key")[hands])
        points = self.paid.get(0, self.paid.ids(worth, self._payers(chunk)[hands]))
        self._keep_best(made, hands, worth, points, sheet, award)
        return made

    def _know(self, chunk: Any) -> None:
        """Remembers one situation for each key, to fill tables with."""
        if len(self.tables) > MOST_SITUATIONS:
            self.tables.clear()
            for known in self.made.values():
                known.clear()
        for made, table in chunk.situations:
            for name, known in self.made.items():
                known.setdefault(getattr(made, name), made)
            self.tables[table.number] = table

    def _facts(self, chunk: Any) -> Ints:
        facts = [made.program >> self.conditions.facts_at for made, _ in chunk.situations]
        found: Ints = np.array(facts, dtype=np.int64)[chunk.code]
        return found

    def _payers(self, chunk: Any) -> Ints:
        numbers = np.array([table.number for _, table in chunk.situations], dtype=np.int64)
        found: Ints = numbers[chunk.code]
        return found

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

    def _bonuses(self, chunk: Any, hands: Ints, way: Ints, bare: Ints) -> Ints:
        """What the bonuses add; dora are counted in the rows of the whole hand."""
        board, bonus = self.board, np.zeros(len(hands), dtype=np.int64)
        if not self.form["bonuses"]:
            return bonus
        code = np.zeros(chunk.size, dtype=np.int64)
        if chunk.hands.reds is not None and board.red_at:
            code += chunk.hands.reds.astype(np.int64) << min(board.red_at.values()) - board.top
        rows = np.stack([*chunk.whole])
        for name, column in chunk.hands.indicators.items():
            self.pointing.add(chunk, rows, name, column, code)
        open_ = np.flatnonzero(bare == 0)
        ids = self.bonuses.ids(code[hands][open_], chunk.of_situation("bonus_key")[hands][open_], way[open_])
        bonus[open_] = self.bonuses.get(0, ids)
        return bonus

    def _keep_best(
        self, made: Worths, hands: Ints, worth: Ints, points: Ints, sheet: Ints, award: Ints
    ) -> None:
        """Of several readings of a hand the one of the highest rank, the first of equals."""
        total, tier = self.worth.get(0, worth), self.worth.get(1, worth)
        if len(hands) > 1 and (hands[1:] == hands[:-1]).any():
            rank = ((points * 64 + tier) * 4096 + total) * 512 + sheet
            starts = np.flatnonzero(np.concatenate([[True], hands[1:] != hands[:-1]]))
            best = np.maximum.reduceat(rank, starts)
            lengths = np.diff(np.append(starts, len(hands)))
            reached = np.flatnonzero(rank == np.repeat(best, lengths))
            first = reached[np.concatenate([[True], hands[reached][1:] != hands[reached][:-1]])]
            hands, worth, points = hands[first], worth[first], points[first]
            total, tier, sheet, award = total[first], tier[first], sheet[first], award[first]
        made.points[hands], made.total[hands], made.tier[hands] = points, total, tier
        made.sheet[hands], made.award[hands] = sheet, award
        made.limit[hands] = self.worth.get(2, worth)

    def put(self, made: Worths, hand: int, score: Any) -> None:
        """The score of a hand that was scored alone."""
        for name in Worths.NAMES:
            getattr(made, name)[hand] = -1 if name in ("limit", "award") else 0
        if score is not None:
            made.points[hand] = int(score.points * HALVES)
            made.total[hand], made.tier[hand] = score.total, score.tier
            made.sheet[hand] = score.sheet.total if score.sheet else 0
            made.limit[hand] = self.limits.index(score.limit) if score.limit is not None else -1
            made.award[hand] = self._award_number(score.awards)

    def columns(self, worths: Worths) -> ScoreColumns:
        """The columns that are handed out."""
        return ScoreColumns(
            worths.award >= 0,
            worths.points / HALVES,
            worths.total,
            worths.sheet,
            worths.tier,
            worths.limit,
            worths.award,
            tuple(self.awards),
            self.limits,
        )
