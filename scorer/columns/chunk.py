"""Some thousands of hands on their way from tiles to readings, every step on columns."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.columns.hands import HandColumns, packed
from scorer.columns.table import Ints, as_words, begins, sums
from scorer.columns.worth import Worths
from scorer.compiled.scoring import Beyond
from scorer.compiled.situations import Situated
from scorer.compiled.tiles import Melds, Shape
from scorer.hand import alike
from scorer.request import WINDS

if TYPE_CHECKING:
    from scorer.compiled.tiles import Board


FEW = 0.5
"""Share of the hands of a shape below which the others are dropped before the next row is looked up."""


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
        made: tuple[Situated, Any] = self.scorer.engine.situations[alike(key)]
        return made

    def each(self, number: Callable[[Situated], int]) -> Ints:
        """A number of every situation, by its code."""
        return np.array([number(made) for made, _ in self.situations], dtype=np.int64)

    def of_situation(self, name: str) -> Ints:
        """A number of each hand's situation."""
        found: Ints = self.each(attrgetter(name))[self.code]
        return found

    def _pack(self) -> None:
        """The counts of every row as a number, and its key with the winning tile and the winds."""
        board, counts = self.board, self.hands.counts.T
        kinds, context = len(board.form["tiles"]), self.of_situation("context")
        won = self.of_situation("discard") * kinds + self.winning
        self.own: list[Ints] = []
        self.keys: list[Ints] = []
        for row in board.rows:
            own = packed([counts[kind] for kind in row.kinds], row.width)
            marks = np.zeros(2 * kinds, dtype=np.int64)
            for kind in row.kinds:
                marks[[kind, kinds + kind]] = [board.won[kind, by] >> row.start for by in (0, 1)]
            key = own + marks[won]
            if row.mask >> row.context_at:
                key += context << row.context_at
            self.own.append(own)
            self.keys.append(key)
        for kind in board.jokers:
            self.alone |= counts[kind] > 0

    def _meld(self) -> None:
        """What the melds add to the words of a reading, to the rows, and whether one was called."""
        size, scorer = self.size, self.scorer
        self.base = [np.zeros(size, dtype=np.int64) for _ in range(scorer.words)]
        self.whole = np.stack([*self.own, np.zeros(size, dtype=np.int64)])
        """the rows with the tiles of melds, and one without tiles behind them"""
        self.called = np.zeros(size, dtype=bool)
        self.melded = np.zeros(size, dtype=np.int64)
        if self.hands.melds is None:
            return
        hands, places = np.nonzero(self.hands.melds >= 0)
        if not len(hands):
            return
        self.melded = np.bincount(hands, minlength=size)
        numbers = self.hands.melds[hands, places].astype(np.int64)
        is_called, units = scorer.meld_columns()
        called = np.flatnonzero(is_called[numbers])
        self.called[hands[called]] = True
        first = np.zeros(len(hands), dtype=np.int64)
        first[called[begins(hands[called])]] = 1
        ids = scorer.meld_sums.ids(numbers, self.of_situation("context")[hands] * 2 + first)
        starts = np.flatnonzero(begins(hands))
        melded = hands[starts]
        for base, added in zip(self.base, scorer.meld_sums.values, strict=True):
            if added.used:
                base[melded] = sums(added.data[ids], starts)
        for whole, unit in zip(self.whole, units, strict=False):
            whole[melded] += sums(unit[numbers], starts)
        if self.board.groups.row_counters:
            self._whole_rows()

    def _whole_rows(self) -> None:
        """What the melds change in counters of whole rows."""
        for own, whole, changes in zip(self.own, self.whole, self.scorer.row_changes, strict=False):
            rows = np.flatnonzero(whole != own)
            if len(rows):
                ids = changes.ids(whole[rows], own[rows])
                for base, change in zip(self.base, changes.values, strict=True):
                    if change.used:
                        base[rows] += change.data[ids]

    # ---- readings

    def scores(self, worths: Worths) -> None:
        """Fills in the best reading of every hand."""
        found = [self._of_shape(shape) for shape in self.board.shapes]
        hands = np.concatenate([part[0] for part in found])
        words = [np.concatenate([part[1][w] for part in found]) for w in range(self.scorer.words)]
        del found
        self.scorer.valuing.fill(worths, self, hands, words)
        self._one_by_one(worths)

    def _of_shape(self, shape: Shape) -> tuple[Ints, list[Ints]]:
        """The readings of every hand in one shape: which hand, and the words of the sum."""
        scorer, tables = self.scorer, self.scorer.shapes[shape.place]
        hands, firsts = self._rows_read(np.flatnonzero(self._possible(shape)), tables)
        base = as_words(self.board.bases[shape.place][0], scorer.words, scorer.word)
        words = [self.base[w][hands] for w in range(scorer.words)]
        for w, part in enumerate(base):
            if part:
                words[w] += part
            for table, first in zip(tables, firsts, strict=True):
                if table.sums[w].used:
                    words[w] += table.sums[w].data[first]
        valid = np.flatnonzero(words[0] & self.board.valid_mask == shape.value)
        if len(valid) < len(hands):
            hands, words = hands[valid], [word[valid] for word in words]
        return hands, words

    def _rows_read(self, hands: Ints, tables: list[Any]) -> tuple[Ints, list[Ints]]:
        """Which hands can be read in every row, and where the sums of each row stand."""
        firsts: list[Ints] = []
        several: list[Ints] = []
        ways = np.ones(len(hands), dtype=np.int64)
        for table, keys in zip(tables, self.keys, strict=True):
            ids = table.table.ids(keys[hands])
            firsts.append(table.table.get(0, ids))
            several.append(table.table.get(1, ids))
            ways *= several[-1]
            some = np.count_nonzero(ways)
            if some < len(hands) * FEW or (some < len(hands) and table is tables[-1]):
                keep = np.flatnonzero(ways)
                hands, ways = hands[keep], ways[keep]
                firsts, several = [f[keep] for f in firsts], [c[keep] for c in several]
        return self._repeated(hands, firsts, several)

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
            bits = [self.board.kind_bit[kind] for kind, _, _ in self.scorer.melds]
            fits = np.array([bit & allowed > 0 for bit in bits] + [True])
            for column in () if fits.all() else self.hands.melds.T:
                possible &= fits[column]
        if shape.least_melds:
            possible &= self.melded >= shape.least_melds
        for row, own in zip(self.board.rows, self.own, strict=True):
            never = shape.never >> row.start & row.counts_mask
            if never:
                possible &= own & never == 0
        return possible

    def _repeated(self, hands: Ints, firsts: list[Ints], counts: list[Ints]) -> tuple[Ints, list[Ints]]:
        """Hands of several readings again at the end; where two rows have several their order needs more."""
        several = np.sum([count > 1 for count in counts], axis=0)
        self.alone[hands[several > 1]] = True
        more = np.flatnonzero(several == 1)
        if not len(more):
            return hands, firsts
        others = np.prod([count[more] for count in counts], axis=0) - 1
        repeats = np.repeat(more, others)
        digit = np.arange(len(repeats)) - np.repeat(np.cumsum(others) - others, others) + 1
        chosen = []
        for first, count in zip(firsts, counts, strict=True):
            chosen.append(np.append(first, first[repeats] + digit * (count[repeats] > 1)))
        return np.append(hands, hands[repeats]), chosen

    # ---- hands that need more

    def _one_by_one(self, worths: Worths) -> None:
        for hand in np.flatnonzero(self.alone | worths.asks_more):
            self.scorer.valuing.put_alone(worths, int(hand), self._score_alone(int(hand)))

    def _score_alone(self, hand: int) -> Any:
        board, hands = self.board, self.hands
        made, table = self.situations[int(self.code[hand])]
        counts = hands.counts[hand].tolist()
        tiles = sum(count * board.units[kind, False] for kind, count in enumerate(counts) if count)
        if hands.reds is not None and board.red_at:
            tiles += int(hands.reds[hand]) << min(board.red_at.values())
        numbers = [] if hands.melds is None else [int(n) for n in hands.melds[hand] if n >= 0]
        melds: Melds = board.melded(made.context, tuple([self.scorer.melds[n] for n in numbers]))
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
