"""Some thousands of hands on their way from tiles to readings, every step on columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.fast.board import Melds, Shape
from scorer.fast.hands import HandColumns
from scorer.fast.scoring import Beyond
from scorer.fast.situations import Situated
from scorer.fast.table import Ints, as_words
from scorer.fast.worth import WINDS
from scorer.fast.worths import Worths

if TYPE_CHECKING:
    from scorer.fast.board import Board


class Chunk:
    """Some thousands of hands on their way through the steps."""

    def __init__(self, scorer: Any, hands: HandColumns) -> None:
        scorer.trim()
        self.scorer, self.hands = scorer, hands
        self.board: Board = scorer.board
        self.size = len(hands)
        self.winning = hands.winning.astype(np.int64)
        self.alone = np.zeros(self.size, dtype=bool)
        """hands that are scored one by one"""
        self._situate()
        self._pack()
        self._meld()

    def _situate(self) -> None:
        """The situation of every hand: a few different ones, each taken apart once."""
        hands = self.hands
        said = hands.circumstances if hands.circumstances is not None else np.zeros(self.size, np.int64)
        code = ((said.astype(np.int64) * 4 + hands.seat) * 4 + hands.round) * 2 + hands.self_draw
        used = np.flatnonzero(np.bincount(code, minlength=1))
        places = np.zeros(int(used.max(initial=0)) + 1, dtype=np.int64)
        places[used] = np.arange(len(used))
        self.code: Ints = places[code]
        self.situations = [self._situation(int(key)) for key in used]
        self.alone |= np.array([made.penalty for made, _ in self.situations])[self.code]

    def _situation(self, code: int) -> tuple[Situated, Any]:
        rest, drawn = divmod(code, 2)
        rest, round_ = divmod(rest, 4)
        said, seat = divmod(rest, 4)
        given = self.hands.said[said]
        key = (bool(drawn), WINDS[seat], WINDS[round_], None, given, 0, 0, ())
        made: tuple[Situated, Any] = self.scorer.engine.situations[key]
        return made

    def of_situation(self, name: str) -> Ints:
        """A number of each hand's situation."""
        table = np.array([getattr(made, name) for made, _ in self.situations], dtype=np.int64)
        return table[self.code]

    def _pack(self) -> None:
        """The counts of every row as a number, and its key with the winning tile and the winds."""
        board, counts = self.board, np.ascontiguousarray(self.hands.counts.T)
        discard, context = self.of_situation("discard"), self.of_situation("context")
        self.own: list[Ints] = []
        self.keys: list[Ints] = []
        for row in board.rows:
            own = np.zeros(self.size, dtype=np.int64)
            marks = np.zeros(len(board.form["tiles"]), dtype=np.int64)
            for place, kind in enumerate(row.kinds):
                own |= counts[kind].astype(np.int64) << place * row.width
                marks[kind] = 1 + 2 * place << row.variant_at
            mark = marks[self.winning]
            key = own + mark + np.where(mark > 0, discard << row.variant_at, 0)
            if row.mask >> row.context_at:
                key += context << row.context_at
            self.own.append(own)
            self.keys.append(key)
        for kind in board.jokers:
            self.alone |= counts[kind] > 0

    def _meld(self) -> None:
        """What the melds add to the words of a reading, to the rows, and whether one was called."""
        size, board = self.size, self.board
        self.base = [np.zeros(size, dtype=np.int64) for _ in range(self.scorer.words)]
        self.whole = self.own
        self.called = np.zeros(size, dtype=bool)
        self.melded = np.zeros(size, dtype=np.int64)
        if self.hands.melds is None or not self.scorer.melds:
            return
        self.whole = [own.copy() for own in self.own]
        context = self.of_situation("context")
        is_called, units = self.scorer.meld_columns()
        for column in self.hands.melds.T.astype(np.int64):
            rows = np.flatnonzero(column >= 0)
            if not len(rows):
                continue
            numbers = column[rows]
            first = is_called[numbers] & ~self.called[rows]
            ids = self.scorer.meld_sums.ids(numbers, context[rows] * 2 + first)
            for place, base in enumerate(self.base):
                base[rows] += self.scorer.meld_sums.get(place, ids)
            for whole, unit in zip(self.whole, units, strict=True):
                whole[rows] += unit[numbers]
            self.called[rows] |= is_called[numbers]
            self.melded[rows] += 1
        if board.groups.row_counters:
            self._whole_rows()

    def _whole_rows(self) -> None:
        """What the melds change in counters of whole rows."""
        for row, table in enumerate(self.scorer.row_words):
            rows = np.flatnonzero(self.whole[row] != self.own[row])
            if len(rows):
                both, own = table.ids(self.whole[row][rows]), table.ids(self.own[row][rows])
                for place, base in enumerate(self.base):
                    base[rows] += table.get(place, both) - table.get(place, own)

    # ---- readings

    def scores(self) -> Worths:
        """The best reading of every hand."""
        found = [self._of_shape(shape) for shape in self.board.shapes]
        hands = np.concatenate([part[0] for part in found])
        words = [np.concatenate([part[1][w] for part in found]) for w in range(self.scorer.words)]
        if len(found) > 1 and any(len(part[0]) for part in found[1:]):
            order = np.argsort(hands, kind="stable")
            hands, words = hands[order], [word[order] for word in words]
        worths: Worths = self.scorer.valuing.worths(self, hands, words)
        self._one_by_one(worths)
        return worths

    def _of_shape(self, shape: Shape) -> tuple[Ints, list[Ints]]:
        """The readings of every hand in one shape: which hand, and the words of the sum."""
        hands = np.flatnonzero(self._possible(shape))
        tables = self.scorer.shapes[shape.place]
        firsts: list[Ints] = []
        counts: list[Ints] = []
        for row, table in enumerate(tables):
            found = table.table.ids(self.keys[row][hands])
            count = table.table.get(1, found)
            if not count.all():
                keep = np.flatnonzero(count)
                hands, found, count = hands[keep], found[keep], count[keep]
                firsts, counts = [f[keep] for f in firsts], [c[keep] for c in counts]
            firsts.append(table.table.get(0, found))
            counts.append(count)
        hands, firsts = self._repeated(hands, firsts, counts)
        base = self.board.bases[shape.place][0]
        words = [self.base[w][hands] for w in range(self.scorer.words)]
        for w, part in enumerate(as_words(base, self.scorer.words, self.scorer.word)):
            if part:
                words[w] += part
            for table, first in zip(tables, firsts, strict=True):
                words[w] += table.sums[w].data[first]
        valid = np.flatnonzero(words[0] & self.board.valid_mask == shape.value)
        if len(valid) < len(hands):
            hands, words = hands[valid], [word[valid] for word in words]
        return hands, words

    def _possible(self, shape: Shape) -> Any:
        """Hands that may be of the shape; one test of bits, as for a single hand."""
        possible = ~self.alone
        opened = np.array([made.open[shape.place] for made, _ in self.situations])
        if not opened.all():
            possible &= opened[self.code]
        _, allowed, closed = self.board.bases[shape.place]
        if closed:
            possible &= ~self.called
        if not allowed:
            possible &= self.melded == 0
        elif self.hands.melds is not None and self.scorer.melds:
            fits = np.array([kind in allowed for kind, _, _ in self.scorer.melds] + [True])
            for column in self.hands.melds.T:
                possible &= fits[column]
        if shape.least_melds:
            possible &= self.melded >= shape.least_melds
        for row, own in zip(self.board.rows, self.own, strict=True):
            never = shape.never >> row.start & row.counts_mask
            if never:
                possible &= own & never == 0
        return possible

    def _repeated(self, hands: Ints, firsts: list[Ints], counts: list[Ints]) -> tuple[Ints, list[Ints]]:
        """Hands once for each reading; where two rows have several readings their order needs more."""
        several = np.zeros(len(hands), dtype=np.int64)
        ways = np.ones(len(hands), dtype=np.int64)
        for count in counts:
            several += count > 1
            ways *= count
        if not several.any():
            return hands, firsts
        single = np.flatnonzero(several < 2)
        self.alone[hands[several > 1]] = True
        hands, ways = hands[single], ways[single]
        repeats = np.repeat(np.arange(len(hands)), ways)
        digit = np.arange(len(repeats)) - np.repeat(np.cumsum(ways) - ways, ways)
        chosen = []
        for first, count in zip(firsts, counts, strict=True):
            several_here = count[single][repeats] > 1
            chosen.append(first[single][repeats] + np.where(several_here, digit, 0))
        return hands[repeats], chosen

    # ---- hands that need more

    def _one_by_one(self, worths: Worths) -> None:
        for hand in np.flatnonzero(self.alone | worths.asks_more):
            self.scorer.valuing.put(worths, int(hand), self._score_alone(int(hand)))

    def _score_alone(self, hand: int) -> Any:
        board, hands = self.board, self.hands
        made, table = self.situations[int(self.code[hand])]
        counts = hands.counts[hand].tolist()
        tiles = sum(count * board.units[kind, False] for kind, count in enumerate(counts) if count)
        if hands.reds is not None and board.red_at:
            tiles += int(hands.reds[hand]) << min(board.red_at.values())
        numbers = [] if hands.melds is None else [int(n) for n in hands.melds[hand] if n >= 0]
        melds: Melds = board.melds[made.context, tuple(self.scorer.melds[n] for n in numbers)]
        shown = tuple(
            (name, tuple((int(kind), False) for kind in column[hand] if kind >= 0))
            for name, column in hands.indicators.items()
        )
        pointed = board.pointers[shown]
        try:
            return self.scorer.engine.score_packed(
                tiles, melds, int(self.winning[hand]), False, made, table, pointed
            )
        except Beyond:
            return None
