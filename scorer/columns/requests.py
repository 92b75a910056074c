"""Whole requests as columns: hands in notation with all that is said of them, dora and counters included.

What is plainly legal and wins is scored together. Every other row is left, and whoever asks scores it by
itself, which finds the faults or the reasons: a hand that is no legal one, a circumstance that depends on
the tiles, jokers, several ways to count.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np

from scorer.columns import Requests, Said
from scorer.columns.columns import CHUNK, NONE, Chunk, ColumnScorer
from scorer.columns.table import HALF, HandColumns, Ints, ScoreColumns, Transfers, unpaired
from scorer.columns.text import LineReader, Lines
from scorer.columns.worth import Worths
from scorer.compiled.engine import Engine
from scorer.compiled.memo import Memo
from scorer.compiled.scoring import Beyond
from scorer.compiled.situations import Situated
from scorer.values import dataclass

MOST_SAID = 1 << 14
MOST_SHOWN = 1 << 14
NOTHING_PAID: Transfers = (0, ())
MOST_INDICATORS = 12
"""tiles of all indicators of a hand"""


@dataclass(frozen=True)
class RequestScores:
    """What requests are worth. `left` marks those that have to be scored one by one, whose row says nothing.

    `counters` is a place in `tables`, what each seat gains by counters and sticks alone, to be added to the
    payments of the hand.
    """

    left: Any
    plain: Any
    """rows whose hand is written as it should be"""
    worth: ScoreColumns
    counters: Ints
    tables: tuple[Transfers, ...]

    @property
    def received(self) -> Any:
        """What each winner receives, counters and sticks included."""
        hand = np.array([paid[0] for paid in self.worth.payments] or [0])
        return hand[self.worth.paid] + np.array([table[0] for table in self.tables])[self.counters]

    def payments(self) -> list[Transfers]:
        """What each winner receives, and what each seat gains or loses, counters and sticks included."""
        hands, tables = self.worth.payments, self.tables
        keys = (self.counters << HALF) + self.worth.paid
        made = {
            key: added(hands[paid], tables[table])
            for key in np.unique(keys[~self.left]).tolist()
            for table, paid in [unpaired(key)]
        }
        return [made.get(key, NOTHING_PAID) for key in keys.tolist()]


def added(one: Transfers, other: Transfers) -> Transfers:
    """Two payments of a hand as one: what the winner receives, then gain and loss of each seat.

    >>> added((2000, (("S", 2000), ("E", -2000))), (300, (("S", 300), ("E", -300))))
    (2300, (('S', 2300), ('E', -2300)))
    """
    if not other[1]:
        return one
    gains = dict(one[1])
    for seat, gain in other[1]:
        gains[seat] = _plain(gains.get(seat, 0) + gain)
    return _plain(one[0] + other[0]), tuple(gains.items())


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
        self.lock = Lock()
        self.indicators = [name for name, *_ in engine.form["indicators"]]
        self.situated: Memo[Said, _Situation | None] = Memo(self._situation, MOST_SAID)
        self.read_shown: Memo[tuple[str, str], _Shown | None] = Memo(self._read_shown, MOST_SHOWN)
        self.limits = [self._limits(row) for row in self.scorer.rows]

    def score(self, asked: Requests) -> RequestScores:
        """The scores of requests, in order.

        Raises Unsupported where a hand is worth more than its column holds.
        """
        with self.lock:
            valuing = self.scorer.begin()
            worths, tables = Worths(len(asked)), _Tables()
            plain = np.zeros(len(asked), dtype=bool)
            left, counters = np.ones(len(asked), dtype=bool), np.zeros(len(asked), dtype=np.int64)
            for start in range(0, len(asked), CHUNK):
                stop = start + CHUNK
                part = _Part(self, asked.part(start, stop), worths.part(start, stop), tables)
                left[start:stop], counters[start:stop] = part.scored()
                plain[start:stop] = part.lines.plain
            return RequestScores(left, plain, valuing.columns(worths), counters, tuple(tables.found))

    def _situation(self, said: Said) -> _Situation | None:
        """A situation as it is written; none where it has to be looked at more closely."""
        try:
            checked = self.engine.reader.said[said]
            plain = self.engine.reader.speech.plain(("", *said, ()))
        except Beyond:
            return None
        if checked.checks or checked.made.claim or checked.made.penalty:
            return None
        counted = None if self.engine.taken.asks_counters else (0, 0)
        alone = (
            (checked.made, checked.table)
            if counted is None
            else (self.engine.taken.taken_apart((*plain, *counted, ())))
        )
        opened = tuple([checked.open[name] for name in self.indicators])
        return _Situation(alone[0], alone[1], checked.table, checked.closed, opened)

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
        copies = self.engine.form["tiles"]
        if sum(red for _, red in tiles) > 1 or any(kinds.count(k) > copies[k]["copies"] for k in kinds):
            return None
        units = [sum([_unit(row, kind) for kind in kinds]) for row in self.scorer.rows]
        return kinds, tuple(units), any(red for _, red in tiles)

    def _limits(self, row: Any) -> tuple[int, int]:
        """Added to counts of a row, the first number sets a bit of the second where a tile is too many."""
        add = guard = 0
        half = 1 << row.width - 1
        for kind in row.kinds:
            add += half - 1 - self.engine.form["tiles"][kind]["copies"] << row.place[kind] * row.width
            guard += half << row.place[kind] * row.width
        return add, guard


_Shown = tuple[tuple[int, ...], tuple[int, ...], bool]
"""tiles, what they are as counts of each row, and whether a red one is among them"""


@dataclass(frozen=True)
class _Situation:
    """A situation taken apart: without counters, and the table with them; whether the hand must be closed;
    which indicators it allows.
    """

    made: Situated
    alone: Any
    table: Any
    closed: bool
    opened: tuple[bool, ...]


class _Tables:
    """What counters and sticks add, each different table once."""

    def __init__(self) -> None:
        self.found: list[Transfers] = [(0, ())]
        self.numbers: dict[Transfers, int] = {self.found[0]: 0}
        self.by_table: dict[tuple[int, int], int] = {}

    def number(self, key: tuple[int, int], added: Transfers) -> int:
        """The number of what a table adds."""
        number = self.numbers.setdefault(added, len(self.found))
        if number == len(self.found):
            self.found.append(added)
        self.by_table[key] = number
        return number


class _Part:
    """Some thousands of requests on their way."""

    def __init__(self, scorer: RequestScorer, asked: Requests, worths: Worths, tables: _Tables) -> None:
        self.scorer, self.asked, self.worths, self.tables = scorer, asked, worths, tables
        self.lines: Lines = scorer.reader.read(asked.hands)
        self.good = self.lines.good
        for name, texts in asked.shown.items():
            if name not in scorer.indicators:
                self.good &= np.array([not text for text in texts], dtype=bool)
        self._situate()
        self.shown = [self._show(place, name) for place, name in enumerate(scorer.indicators)]

    def scored(self) -> tuple[Any, Ints]:
        """Which rows are left, and what counters each adds."""
        left, counters = np.ones(len(self.asked), dtype=bool), np.zeros(len(self.asked), dtype=np.int64)
        rows = np.flatnonzero(self.good)
        if len(rows):
            chunk = Chunk(self.scorer.scorer, self._columns(rows))
            legal = self._legal(chunk, rows)
            worths = Worths(len(rows))
            chunk.scores(worths)
            done = legal & ~chunk.alone & ~worths.asks_more & (worths.columns["award"] >= 0)
            self.worths.put(rows, **worths.columns)
            left[rows[done]] = False
            counters[rows[done]] = self._counters(chunk, worths, np.flatnonzero(done))
        return left, counters

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

    def _show(self, place: int, name: str) -> tuple[Any, Ints, Any]:
        """The tiles of one indicator by row, as counts of each row of tiles, and whether one is red."""
        texts = self.asked.shown.get(name)
        width = len(self.scorer.limits)
        if texts is None:
            return None, np.zeros((1, width), dtype=np.int64), None
        every = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        found = [self.scorer.read_shown[name, text] for text in every]
        code = np.fromiter(map(every.__getitem__, texts), np.int64, len(texts))
        self.good &= np.array([one is not None for one in found], dtype=bool)[code]
        opened = np.array([one.opened[place] for one in self.situations] or [True], dtype=bool)
        given = np.array([bool(text) for text in every], dtype=bool)[code]
        self.good &= opened[self.code] | ~given
        most = max([1, *(len(one[0]) for one in found if one)])
        kinds = np.full((len(found), most), NONE, dtype=np.int16)
        units = np.zeros((len(found), width), dtype=np.int64)
        for number, one in enumerate(found):
            if one is not None:
                kinds[number, : len(one[0])], units[number] = one[0], one[1]
        reds = np.array([bool(one and one[2]) for one in found], dtype=bool)
        return kinds[code], units[code], reds[code]

    def _columns(self, rows: Ints) -> HandColumns:
        lines = self.lines
        shown = {
            name: tiles[rows]
            for name, (tiles, _, _) in zip(self.scorer.indicators, self.shown, strict=True)
            if tiles is not None
        }
        return HandColumns(
            lines.counts[rows], lines.winning[rows], melds=lines.melds[rows], indicators=shown,
            reds=lines.reds[rows], situated=self.code[rows],
            situations=tuple([(one.made, one.alone) for one in self.situations]),
        )  # fmt: skip

    def _legal(self, chunk: Chunk, rows: Ints) -> Any:
        """Rows with no more of a tile than there are, indicators included, and closed where they must be."""
        closed = np.array([one.closed for one in self.situations], dtype=bool)[chunk.code]
        legal = ~(closed & chunk.called)
        shown = [
            (tiles[rows], units[rows], reds[rows]) for tiles, units, reds in self.shown if tiles is not None
        ]
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
        count = np.zeros(len(rows), dtype=np.int64)
        for tiles, _, reds in shown:
            legal &= ~(reds & (self.lines.reds[rows] > 0))
            count += np.count_nonzero(tiles >= 0, axis=1)
        legal &= (count <= MOST_INDICATORS) & (
            np.sum([reds for _, _, reds in shown] or [count * 0], axis=0) < 2
        )
        return legal

    def _counters(self, chunk: Chunk, worths: Worths, done: Ints) -> Ints:
        """By row what the counters on the table add: the number of its table."""
        numbers = np.zeros(max(1, len(self.situations)), dtype=np.int64)
        codes, firsts = np.unique(chunk.code[done], return_index=True)
        for code, first in zip(codes.tolist(), firsts.tolist(), strict=True):
            one = self.situations[code]
            if one.table is not one.alone:
                key = (one.alone.number, one.table.number)
                number = self.tables.by_table.get(key)
                if number is None:
                    price = int(worths.price[done[first]])
                    more = self.scorer.scorer.valuing.counters(price, one.made, one.table)
                    number = self.tables.number(key, more)
                numbers[code] = number
        found: Ints = numbers[chunk.code[done]]
        return found


def _unit(row: Any, kind: int) -> int:
    return 1 << row.place[kind] * row.width if kind in row.place else 0
