"""Hands in notation, many at once: characters as a column, every step on all of them.

Read are plain lines, `406p78s11z(777z)[2222s]+9s`, with the winning tile behind `+`; a line that is written
in another way, or is no legal hand, is left to the readers of single hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.fast.columns import ColumnScorer
from scorer.fast.table import Ints, Table

DIGIT, LETTER, OPEN, CLOSE, PLUS, END, OTHER = range(7)
PER_WORD = 20
"""Tiles of a meld whose counts stand in one number, three bits each."""
Bytes = NDArray[np.uint8]


class Lines:
    """What was read: counts with the winning tile, that tile, melds, red tiles; `good` marks the rows."""

    def __init__(self, rows: int, kinds: int) -> None:
        self.counts: Bytes = np.zeros((rows, kinds), dtype=np.uint8)
        self.winning = np.zeros(rows, dtype=np.int16)
        self.melds = np.full((rows, 1), -1, dtype=np.int16)
        self.reds = np.zeros(rows, dtype=np.uint8)
        self.good = np.ones(rows, dtype=bool)


class LineReader:
    """Reads lines for one scorer of columns."""

    def __init__(self, scorer: ColumnScorer) -> None:
        self.scorer, self.reader, form = scorer, scorer.engine.reader, scorer.engine.form
        self.kinds = len(form["tiles"])
        self.copies = np.array([tile["copies"] for tile in form["tiles"]], dtype=np.uint8)
        self.red_copies = np.array([tile["red"] for tile in form["tiles"]], dtype=np.uint8)
        letters = self.reader.letters
        self.classes = np.full(256, OTHER, dtype=np.uint8)
        for signs, sort in (
            (b"0123456789", DIGIT),
            (b"([", OPEN),
            (b")]", CLOSE),
            (b"+", PLUS),
            (b"\n", END),
        ):
            self.classes[list(signs)] = sort
        self.letter = np.zeros(256, dtype=np.int64)
        self.kind = np.full((len(letters), 10), -1, dtype=np.int64)
        for place, letter in enumerate(letters):
            self.classes[ord(letter)] = LETTER
            self.letter[ord(letter)] = place
        for text, (kind, _) in self.reader.tile_of.items():
            if form["tiles"][kind]["role"] != "flower":
                self.kind[letters.index(text[-1]), int(text[:-1])] = kind
        self.melds = Table(-(-self.kinds // PER_WORD) + 1, 1, self._meld, 1 << 14)

    def _meld(self, key: tuple[int, ...]) -> tuple[int]:
        """The number of a meld by its tiles, and whether it stands in square brackets; -1 for no set."""
        *words, square = key
        tiles: list[tuple[int, bool]] = []
        for place in range(self.kinds):
            count = words[place // PER_WORD] >> place % PER_WORD * 3 & 7
            tiles += [(place, False)] * count
        name = self.reader.kind_of.get((len(tiles), tuple(kind for kind, _ in tiles)))
        allowed = self.reader.declared if square else self.reader.form["calls"]
        if name is None or name not in allowed:
            return (-1,)
        return (self.scorer.meld_number(name, tuple(tiles), bool(square)),)

    def read(self, texts: Sequence[str]) -> Lines:
        """The hands of these lines."""
        data = np.frombuffer(("\n".join(texts) + "\n").encode("ascii", "replace"), dtype=np.uint8)
        return self.read_bytes(data, len(texts)) if texts else Lines(0, self.kinds)

    def read_bytes(self, data: Bytes, rows: int) -> Lines:
        """The hands of so many lines, each ended by a line feed."""
        return _Reading(self, data, rows).lines()


class _Reading:
    """One block of lines on its way."""

    def __init__(self, reader: LineReader, data: Bytes, rows: int) -> None:
        self.reader, self.data, self.rows = reader, data, rows
        self.sort = reader.classes[data]
        self.ends = np.flatnonzero(self.sort == END)
        self.made = Lines(rows, reader.kinds)
        self.line = np.repeat(np.arange(rows, dtype=np.int64), np.diff(self.ends, prepend=-1))
        after = np.append(self.sort[1:], END)
        self._refuse(self.sort == OTHER)
        digits = self.sort == DIGIT
        self._refuse(digits & (after > LETTER))
        before = np.append(np.uint8(END), self.sort[:-1])
        self._refuse((self.sort == LETTER) & (before != DIGIT))
        self._brackets()
        self.digits = np.flatnonzero(digits)
        self._kinds()

    def _refuse(self, characters: Any) -> None:
        self.made.good[self.line[np.flatnonzero(characters)]] = False

    def _brackets(self) -> None:
        """How deep each character stands in its line; brackets must close one another there."""
        opens, closes = (self.sort == OPEN), (self.sort == CLOSE)
        depth = np.cumsum(opens.astype(np.int8) - closes.astype(np.int8), dtype=np.int32)
        before = np.append(np.int32(0), depth[self.ends[:-1]])
        self.depth = depth - before[self.line]
        self.made.good &= self.depth[self.ends] == 0
        self._refuse((self.depth > 1) | (self.depth < 0))
        self.group = np.cumsum(opens, dtype=np.int32) - 1
        at, until = np.flatnonzero(opens), np.flatnonzero(closes)
        self.square, self.group_line = self.data[at] == ord("["), self.line[at]
        sound, ended = at[self.made.good[self.group_line]], until[self.made.good[self.line[until]]]
        wrong = (self.data[sound] == ord("[")) != (self.data[ended] == ord("]"))
        self.made.good[self.line[sound[wrong]]] = False

    def _kinds(self) -> None:
        """The tile of every digit: its letter is the next one."""
        reader = self.reader
        letters = np.flatnonzero(self.sort == LETTER)
        number = np.cumsum(self.sort == LETTER, dtype=np.int32)[self.digits]
        letter = (
            reader.letter[self.data[letters[np.minimum(number, len(letters) - 1)]]] if len(letters) else 0
        )
        digit = self.data[self.digits].astype(np.int64) - ord("0")
        self.kind = reader.kind[letter, digit] if len(letters) else np.full(len(digit), -1)
        unknown = self.kind < 0
        self.made.good[self.line[self.digits[unknown]]] = False
        self.kind = np.where(unknown, 0, self.kind)
        self.red = (digit == 0) & (reader.red_copies[self.kind] > 0)

    def lines(self) -> Lines:
        """Everything put together, and what is no legal hand left out."""
        made, lines = self.made, self.line[self.digits]
        loose = self.depth[self.digits] == 0
        cells = lines[loose] * self.reader.kinds + self.kind[loose]
        counted = np.bincount(cells, minlength=self.rows * self.reader.kinds)
        made.good &= counted.reshape(self.rows, -1).max(axis=1, initial=0) < 100
        made.counts = counted.astype(np.uint8).reshape(self.rows, -1)
        self._winning()
        self._melds(np.flatnonzero(~loose))
        red = np.flatnonzero(self.red)
        made.reds = np.bincount(lines[red], minlength=self.rows).astype(np.uint8)
        self._check(red)
        return made

    def _winning(self) -> None:
        """One `+` in a line, then one tile, then nothing."""
        plus = np.flatnonzero(self.sort == PLUS)
        lines = self.line[plus]
        self.made.good &= np.bincount(lines, minlength=self.rows) == 1
        last = len(self.sort) - 1
        shaped = (self.sort[np.minimum(plus + 1, last)] == DIGIT) & (
            self.sort[np.minimum(plus + 3, last)] == END
        )
        self.made.good[lines[~shaped]] = False
        plus, lines = plus[shaped], lines[shaped]
        self.made.winning[lines] = self.kind[np.searchsorted(self.digits, plus + 1)]

    def _melds(self, inside: Ints) -> None:
        """The melds of every line, in order."""
        groups = len(self.group_line)
        if not groups:
            return
        group, kind = self.group[self.digits[inside]], self.kind[inside]
        keys = []
        for word in range(self.reader.melds.width - 1):
            here = np.where(kind // PER_WORD == word, np.int64(1) << kind % PER_WORD * 3, 0)
            keys.append(np.bincount(group, weights=here, minlength=groups).astype(np.int64))
        sizes = np.bincount(group, minlength=groups)
        numbers = self.reader.melds.get(0, self.reader.melds.ids(*keys, self.square.astype(np.int64)))
        wrong = (numbers < 0) | (sizes > 4)
        self.made.good[self.group_line[wrong]] = False
        starts = np.searchsorted(self.group_line, self.group_line)
        order = np.arange(groups) - starts
        self.made.good[self.group_line[order > 5]] = False
        order = np.minimum(order, 5)
        self.made.melds = np.full((self.rows, int(order.max()) + 1), -1, dtype=np.int16)
        self.made.melds[self.group_line, order] = np.where(wrong, -1, numbers)

    def _check(self, red: Ints) -> None:
        """The number of tiles, copies of each, red copies."""
        made, reader, board = self.made, self.reader, self.reader.scorer.board
        whole = made.counts.copy()
        melds = reader.scorer.melds
        tiles = np.zeros((len(melds) + 1, reader.kinds), dtype=np.uint8)
        for place, (_, meld, _) in enumerate(melds):
            for kind, _ in meld:
                tiles[place, kind] += 1
        called = np.zeros(self.rows, dtype=np.int64)
        for column in made.melds.T:
            whole += tiles[column]
            called += column >= 0
        made.good &= (whole <= reader.copies).all(axis=1)
        sizes = made.counts.sum(axis=1, dtype=np.int64) + board.set_size * called
        made.good &= np.isin(sizes, list(board.sizes))
        cells = self.line[self.digits[red]] * reader.kinds + self.kind[red]
        names, counts = np.unique(cells, return_counts=True)
        many = counts > reader.red_copies[names % reader.kinds]
        made.good[names[many] // reader.kinds] = False
