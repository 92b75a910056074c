"""Whole requests as columns: hands in notation with all that is said of them, dora and counters included.

What is plainly legal and wins is scored together. Every other row is left, and whoever asks scores it by
itself, which finds the faults or the reasons: a hand that is no legal one, a circumstance that depends on
the tiles, jokers, several ways to count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scorer.columns import Kept, Numbered, Requests, Said, Scored, Shared
from scorer.columns.columns import CHUNK, NONE, Chunk, ColumnScorer, unit_in
from scorer.columns.spelled import Read, Spelled
from scorer.columns.table import Column, Hands, Ints, Table, Truths, pair, unpaired
from scorer.columns.text import LineReader, Lines
from scorer.columns.worth import Worths
from scorer.compiled.engine import Engine
from scorer.compiled.legality import limits
from scorer.compiled.memo import Memo
from scorer.compiled.rows import Beyond
from scorer.compiled.situations import Seated, Situated
from scorer.engine.results import Payments
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.columns.worth import Valuing
    from scorer.compiled.legality import Checked

MOST_SAID = 1 << 14
MOST_SHOWN = 1 << 14
MOST_PAID = 1 << 16
MOST_INDICATORS = 12
"""tiles of all indicators of a hand"""


@dataclass(frozen=True)
class RequestScores:
    """What requests are worth. `left` are those that have to be scored one by one, whose row says nothing.

    `read` are the best readings by row, where they were asked for and the hand is written as it should be;
    `complete` are the ways to read each hand.
    """

    left: list[int]
    scored: Scored
    plain: list[bool]
    read: Mapping[int, Read]
    complete: list[int]


class Counters:
    """What counters and sticks add to the payments of hands: each different table once, 0 for nothing."""

    def __init__(self, hands: Numbered[Payments]) -> None:
        """`hands` are payments without counters."""
        self.hands = hands
        self.added: Numbered[tuple[Payments, Payments]] = Numbered()
        self.by_table: dict[tuple[int, int], int] = {}
        self.made: dict[int, Payments | None] = {}

    def paid(self, hands: Ints, tables: Ints) -> Shared[Payments]:
        """The payments of hands with what counters add, by the numbers of both."""
        keys, places = np.unique(np.append(0, pair(tables, hands)), return_inverse=True)
        return Shared([self._both(key) for key in keys.tolist()], places[1:].tolist())

    def _both(self, key: int) -> Payments | None:
        if key not in self.made:
            table, hand = unpaired(key)
            one, more = self.hands.made[hand], self.added.made[table]
            self.made[key] = added(one, *more) if one and more else one
        return self.made[key]


def added(paid: Payments, without: Payments, with_: Payments) -> Payments:
    """What is paid for a hand, and what counters have added to another one."""
    before, after, gains = dict(without.transfers), dict(with_.transfers), dict(paid.transfers)
    for seat, gain in after.items():
        if gain != before.get(seat, 0):
            gains[seat] = _plain(gains.get(seat, 0) + gain - before.get(seat, 0))
    total = _plain(paid.total + with_.total - without.total)
    return Payments(paid.points, (), tuple(gains.items()), total, others=max(paid.others, with_.others))


def _plain(amount: int | float) -> int | float:
    """A whole number as such."""
    return int(amount) if amount == int(amount) else amount


class RequestScorer:
    """Scores requests for one engine. Threads may share it: they take turns.

    Raises Unsupported where the ruleset fits in no columns.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.scorer = engine, ColumnScorer(engine)
        self.reader = LineReader(self.scorer)
        self.counters = Counters(self.scorer.valuing.paid)
        self.lock = Lock()
        self.indicators = [item.id for item in engine.ruleset.indicators]
        self.situated: Memo[Said, _Situation | None] = Memo(self._situation, MOST_SAID)
        self.read_shown: Memo[tuple[str, str], _Shown | None] = Memo(self._read_shown, MOST_SHOWN)
        add, guard = limits(engine.board)
        self.limits = [
            (add >> row.start & row.counts_mask, guard >> row.start & row.counts_mask)
            for row in self.scorer.rows
        ]
        """by row of tiles; see `limits`"""
        self.checks: Numbered[Checked] = Numbered()
        self.allowed = Table(len(self.scorer.rows) + 3, 1, self._allow, 1 << 14)

    @cached_property
    def spelled(self) -> Spelled:
        """What spells readings out."""
        return Spelled(self.scorer)

    def score(self, asked: Requests, read: bool = False) -> RequestScores:
        """The scores of requests, in order; with their readings if those are to be `read`.

        Raises OverflowError where a number is larger than a column holds.
        """
        with self.lock:
            valuing = self.scorer.begin()
            self.allowed.trimmed()
            if self.counters.hands is not valuing.paid or len(self.counters.made) > MOST_PAID:
                self.counters = Counters(valuing.paid)
            worths = Worths(len(asked))
            tables, complete = np.zeros((2, len(asked)), dtype=np.int64)
            plain, readings = np.zeros(len(asked), dtype=bool), dict[int, Read]()
            for start in range(0, len(asked), CHUNK):
                part = _Part(self, asked.part(start, start + CHUNK), self.counters)
                part.score(read)
                rows = slice(start, start + CHUNK)
                worths.put(rows, part.worths.columns)
                tables[rows], complete[rows], plain[rows] = part.tables, part.complete, part.lines.plain
                readings |= {start + row: one for row, one in part.read.items()}
            scored = _scored(valuing, worths, self.counters, tables)
        left = np.flatnonzero(worths.columns["award"] == 0).tolist()
        return RequestScores(left, scored, plain.tolist(), readings, complete.tolist())

    def written(self, asked: Requests, made: RequestScores) -> list[str | None]:
        """The hands that are scored as they should be written, None for others."""
        every = zip(asked.hands, made.plain, made.scored.awards.places, strict=True)
        return [
            None if not scored else hand if plain else self.spelled.written(hand)
            for hand, plain, scored in every
        ]

    def _situation(self, said: Said) -> _Situation | None:
        """A situation as it is written; none where it has to be looked at more closely."""
        try:
            checked = self.engine.reader.said[said]
        except Beyond:
            return None
        if checked.made.claim or checked.made.penalty:
            return None
        opened = tuple([checked.open[name] for name in self.indicators])
        number = self.checks.number(checked, checked) if checked.checks else 0
        return _Situation(*checked.alone, checked.table, checked.closed, opened, number)

    def _allow(self, key: tuple[int, ...]) -> tuple[int]:
        """Whether a hand allows what is said of it."""
        *rows, melds, winning, number = key
        checked = self.checks.made[number]
        assert checked is not None
        if checked.beside:
            return (0,)
        held = sum(own << row.start for own, row in zip(rows, self.scorer.rows, strict=True))
        called = self.scorer.melds_of(melds, checked.made.context)
        return (int(self.engine.reader.speech.allowed(checked, held, called, winning)),)

    def _read_shown(self, shown: tuple[str, str]) -> _Shown | None:
        """The tiles of one input of indicators; none where they are not plainly right."""
        if not shown[1]:
            return (), (0,) * len(self.limits), False
        speech = self.engine.reader.speech
        try:
            speech.indicators[shown]
            tiles = speech.read_tiles(shown[1])
        except Beyond:
            return None
        kinds = tuple([kind for kind, _ in tiles])
        copies = self.engine.board.tileset.kinds
        if sum(red for _, red in tiles) > 1 or any(kinds.count(k) > copies[k].copies for k in kinds):
            return None
        units = [sum([unit_in(row, kind) for kind in kinds]) for row in self.scorer.rows]
        return kinds, tuple(units), any(red for _, red in tiles)


def _scored(valuing: Valuing, worths: Worths, counters: Counters, tables: Ints) -> Scored:
    """What was found, with the values that numbers stand for."""
    columns = worths.columns
    paid = counters.paid(columns["paid"].astype(np.int64), tables)
    return Scored(
        _shared(valuing.awards, columns["award"]),
        _shared(valuing.lines, columns["bonuses"]),
        _shared(valuing.sheet_totals, columns["sheet"]),
        _shared(valuing.worths, columns["worth"]),
        paid,
    )


def _shared(values: Numbered[Kept], numbers: NDArray[np.integer]) -> Shared[Kept]:
    """A column of values by their numbers, of those alone that any row has."""
    counts = np.bincount(numbers, minlength=1)
    counts[0] = 1
    used = np.flatnonzero(counts)
    places = np.zeros(len(counts), dtype=np.int64)
    places[used] = np.arange(len(used))
    return Shared([values.made[number] for number in used.tolist()], places[numbers].tolist())


_Shown = tuple[tuple[int, ...], tuple[int, ...], bool]
"""tiles, what they are as counts of each row, and whether a red one is among them"""


@dataclass(frozen=True)
class _Situation:
    """A situation taken apart: without counters, and the table with them; whether the hand must be closed;
    which indicators it allows; the number of its conditions on the hand, 0 for none.
    """

    made: Situated
    alone: Seated
    table: Seated
    closed: bool
    opened: tuple[bool, ...]
    checks: int


class _Part:
    """Some thousands of requests on their way."""

    def __init__(self, scorer: RequestScorer, asked: Requests, counters: Counters) -> None:
        self.scorer, self.asked, self.counters = scorer, asked, counters
        self.worths = Worths(len(asked))
        self.tables: Ints = np.zeros(len(asked), dtype=np.int64)
        """what counters add, by row"""
        self.complete: Ints = np.zeros(len(asked), dtype=np.int64)
        self.read: dict[int, Read] = {}
        self.lines: Lines = scorer.reader.read(asked.hands)
        self.good = self.lines.good
        for name, texts in asked.shown.items():
            if name not in scorer.indicators:
                self.good &= np.array([not text for text in texts], dtype=bool)
        self._situate()
        self.shown = {
            name: self._show(place, name, asked.shown[name])
            for place, name in enumerate(scorer.indicators)
            if name in asked.shown
        }

    def score(self, read: bool) -> None:
        """Fills in the rows that are plainly legal and win by look-ups alone."""
        rows = np.flatnonzero(self.good)
        if not len(rows):
            return
        chunk = Chunk(self.scorer.scorer, self._hands(rows))
        worths = Worths(len(rows))
        legal = self._legal(chunk, rows)
        chunk.scores(worths)
        done = np.flatnonzero(legal & ~chunk.alone & ~worths.asks_more & (worths.columns["award"] > 0))
        self.worths.put(rows[done], {name: column[done] for name, column in worths.columns.items()})
        self.tables[rows[done]] = self._counters(chunk, worths, done)
        self.complete[rows] = chunk.complete
        if read:
            hands = [self.asked.hands[row] for row in rows.tolist()]
            self.read = self.scorer.spelled.read(chunk, self.lines, rows, hands)

    def _situate(self) -> None:
        """The different situations, and which of them each row has."""
        every = dict.fromkeys(self.asked.said)
        found = [self.scorer.situated[said] for said in every]
        places = {said: place for place, said in enumerate(every)}
        code = np.fromiter(map(places.__getitem__, self.asked.said), np.int64, len(self.asked))
        self.good &= np.array([one is not None for one in found], dtype=bool)[code]
        kept = [place for place, one in enumerate(found) if one is not None]
        numbers = np.zeros(max(1, len(found)), dtype=np.int64)
        numbers[kept] = np.arange(len(kept))
        self.code: Ints = numbers[code]
        self.situations = [one for one in found if one is not None]

    def _show(self, place: int, name: str, texts: Sequence[str]) -> tuple[Column, Ints, Truths]:
        """The tiles of one indicator by row, as counts of each row of tiles, and whether one is red."""
        every = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        found = [self.scorer.read_shown[name, text] for text in every]
        code = np.fromiter(map(every.__getitem__, texts), np.int64, len(texts))
        self.good &= np.array([one is not None for one in found], dtype=bool)[code]
        opened = np.array([one.opened[place] for one in self.situations] or [True], dtype=bool)
        given = np.array([bool(text) for text in every], dtype=bool)[code]
        self.good &= opened[self.code] | ~given
        most = max([1, *(len(one[0]) for one in found if one)])
        kinds = np.full((len(found), most), NONE, dtype=np.int16)
        units = np.zeros((len(found), len(self.scorer.limits)), dtype=np.int64)
        for number, one in enumerate(found):
            if one is not None:
                kinds[number, : len(one[0])], units[number] = one[0], one[1]
        reds = np.array([bool(one and one[2]) for one in found], dtype=bool)
        return kinds[code], units[code], reds[code]

    def _hands(self, rows: Ints) -> Hands:
        lines = self.lines
        shown = {name: tiles[rows] for name, (tiles, _, _) in self.shown.items()}
        situations = tuple([(one.made, one.alone) for one in self.situations])
        return Hands(
            lines.counts[rows], lines.winning[rows], lines.melds[rows], lines.reds[rows],
            self.code[rows], situations, shown,
        )  # fmt: skip

    def _legal(self, chunk: Chunk, rows: Ints) -> Truths:
        """Rows with no more of a tile than there are, indicators included, and closed where they must be."""
        closed = np.array([one.closed for one in self.situations], dtype=bool)[chunk.code]
        legal = ~(closed & chunk.called)
        checks = np.array([one.checks for one in self.situations], dtype=np.int64)[chunk.code]
        checked = np.flatnonzero(checks)
        if len(checked):
            held = [row[checked] for row in chunk.whole[:-1]]
            key = (chunk.meld_key[checked], chunk.winning[checked], checks[checked])
            legal[checked] &= self.scorer.allowed.get(0, self.scorer.allowed.ids(*held, *key)) > 0
        shown = [(tiles[rows], units[rows], reds[rows]) for tiles, units, reds in self.shown.values()]
        for place, (add, guard) in enumerate(self.scorer.limits):
            row = self.scorer.scorer.rows[place]
            held = chunk.whole[place]
            if any(one.made.aside for one in self.situations):
                aside = [one.made.aside >> row.start & row.counts_mask for one in self.situations]
                held = held + np.array(aside, dtype=np.int64)[chunk.code]
            legal &= (held + add) & guard == 0
            for _, units, _ in shown:
                held = held + units[:, place]
                legal &= (held + add) & guard == 0
        count, red = np.zeros((2, len(rows)), dtype=np.int64)
        for tiles, _, reds in shown:
            legal &= ~(reds & (self.lines.reds[rows] > 0))
            count += np.count_nonzero(tiles >= 0, axis=1)
            red += reds
        return legal & (count <= MOST_INDICATORS) & (red < 2)

    def _counters(self, chunk: Chunk, worths: Worths, done: Ints) -> Ints:
        """By row what the counters on the table add: the number of its table."""
        numbers = np.zeros(max(1, len(self.situations)), dtype=np.int64)
        codes, firsts = np.unique(chunk.code[done], return_index=True)
        for code, first in zip(codes.tolist(), firsts.tolist(), strict=True):
            one = self.situations[code]
            if one.table is not one.alone:
                key = (one.alone.number, one.table.number)
                if key not in self.counters.by_table:
                    price = int(worths.price[done[first]])
                    more = self.scorer.scorer.valuing.counters(price, one.made, one.table)
                    self.counters.by_table[key] = self.counters.added.number(key, more)
                numbers[code] = self.counters.by_table[key]
        found: Ints = numbers[chunk.code[done]]
        return found
