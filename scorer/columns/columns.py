"""Columns: the steps of one hand on whole columns of hands, with the same memos filled by the same functions.

A table stands for each memo. Hands that ask for more than look-ups (jokers, late numbers, several ways to
count, several rows of several readings) are scored one by one.

A column holds numbers of 62 bits. What does not fit is refused with `Unsupported`, and such hands are
scored one by one by `Engine`:

- a row of too many tiles: where sets join the suits (`differ: suit`), all their tiles are one row;
- too many templates (`match`) that share no set;
- shapes of so many sets that their number leaves its word.

- knitted and `fixed` shapes, which are read with each choice of suits.

Beyond these, columns refuse games whose awards hang on more than what
holds in a reading: on flowers, or on which sets are bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.columns.table import (
    Growing,
    HandColumns,
    Ints,
    ScoreColumns,
    Table,
    as_words,
    begins,
    packed,
    sums,
)
from scorer.columns.worth import Valuing, Worths
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.situations import Situated
from scorer.compiled.tiles import FLAG_BITS, Melds, Shape
from scorer.compiled.trees import Unsupported
from scorer.request import WINDS

if TYPE_CHECKING:
    from scorer.compiled.tiles import Board
    from scorer.hand import Hand, Situation


CHUNK = 25_000
WIDEST = 62
NONE = -1


class RowTable:
    """The readings of one row in one shape: where they begin in the store, and how many there are."""

    def __init__(self, shape: Shape, row: Any, words: int, word: int) -> None:
        self.read, self.words, self.word = shape.filler.reader(row), words, word
        self.sums = [Growing() for _ in range(words)]
        self.fresh: list[int] = []
        """sums that are in no store yet"""
        self.table = Table(1, 2, self._fill)

    def _fill(self, key: tuple[int, ...]) -> tuple[int, int]:
        entries = self.read(key[0])
        first = self.sums[0].size + len(self.fresh)
        self.fresh += [entry[0] for entry in entries]
        return first, len(entries)

    def ids(self, keys: Ints) -> Ints:
        """The number of each key."""
        found = self.table.ids(keys)
        fresh, self.fresh = self.fresh, []
        mask = (1 << self.word) - 1
        for place, store in enumerate(self.sums if fresh else ()):
            store.extend([total >> self.word * place & mask for total in fresh])
        return found

    def trimmed(self) -> None:
        """Begins anew where there are too many."""
        if len(self.table) > self.table.most:
            self.table.clear()
            self.sums = [Growing() for _ in range(self.words)]


class ColumnScorer:
    """Scores columns of hands with one engine.

    Raises Unsupported where the ruleset's rows or templates do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.board, form = engine, engine.board, engine.form
        self.word = form["word"]
        ends = [at + width for _, at, width in form["fields"]]
        ends += [at + width for at, width, _ in form["lane_list"]]
        self.words = max(ends) // self.word + 1
        self._refuse()
        self.rows = self.board.rows
        self.shapes = [
            [RowTable(shape, row, self.words, self.word) for row in self.rows] for shape in self.board.shapes
        ]
        self.row_changes = [Table(2, self.words, self._row_change(row)) for row in self.rows]
        self.melds: list[tuple[str, tuple[Any, ...], bool]] = []
        self.meld_numbers: dict[Any, int] = {}
        self._meld_columns: tuple[Any, list[Ints]] = np.zeros(0, dtype=bool), []
        self.meld_sums = Table(2, self.words, self._meld_sum, 1 << 14)
        self.valuing = Valuing(engine, self.words)

    def _refuse(self) -> None:
        values = self.engine.values
        if values.asks_more or values.asks_penalty or values.wins_late or values.sheet_asks_hand:
            raise Unsupported("columns of hands whose worth hangs on more than what holds")
        for row in self.board.rows:
            if row.mask.bit_length() > WIDEST:
                raise Unsupported(
                    f"columns of a row of {len(row.kinds)} tiles that may share a set "
                    f"({row.mask.bit_length()} bits, {WIDEST} at the most); score such hands one by one"
                )
        if self.engine.form["unit_bits"] > WIDEST:
            raise Unsupported(
                f"columns of templates in {len(self.engine.form['ground'])} parts "
                f"({self.engine.form['unit_bits']} bits, {WIDEST} at the most); score such hands one by one"
            )
        for shape in self.board.shapes:
            if shape.need or shape.earlier:
                raise Unsupported(f"columns of the shape '{shape.id}'; score such hands one by one")
        if self.board.valid_mask.bit_length() > self.word:
            raise Unsupported("columns of hands with so many sets; score such hands one by one")

    # ---- what is numbered

    def meld_number(self, kind: str, tiles: tuple[tuple[int, bool], ...], concealed: bool) -> int:
        """The number that stands for a meld in columns."""
        key = (kind, tiles, concealed)
        if key not in self.meld_numbers:
            self.meld_numbers[key] = len(self.melds)
            self.melds.append(key)
        return self.meld_numbers[key]

    def meld_columns(self) -> tuple[Any, list[Ints]]:
        """Which melds are called, and what each adds to each row, by number."""
        if len(self._meld_columns[0]) != len(self.melds):
            called = np.array([not concealed for _, _, concealed in self.melds])
            units = [[sum(_unit(row, t) for t, _ in meld[1]) for meld in self.melds] for row in self.rows]
            self._meld_columns = called, [np.array(column, dtype=np.int64) for column in units]
        return self._meld_columns

    def _row_change(self, row: Any) -> Any:
        """What a row adds with the tiles of melds, less what it adds without them."""

        def change(key: tuple[int, ...]) -> list[int]:
            whole, own = (as_words(row.words[counts], self.words, self.word) for counts in key)
            return [both - without for both, without in zip(whole, own, strict=True)]

        return change

    def _meld_sum(self, key: tuple[int, ...]) -> list[int]:
        """What a meld adds, by its number and (context, whether it is the first that was called)."""
        context, first = divmod(key[1], 2)
        called = self.board.called[self.melds[key[0]]]
        return as_words(called.added[called.flags[first] + (context << FLAG_BITS)], self.words, self.word)

    def columns(self, samples: Iterable[tuple[Hand, Situation]]) -> HandColumns:
        """Hands and situations as columns; flowers, counters and who discarded are not kept."""
        hands = list(samples)
        counts = np.zeros((len(hands), len(self.engine.form["tiles"])), dtype=np.uint8, order="F")
        melds = np.full((len(hands), max([1, *(len(h.melds) for h, _ in hands)])), NONE, dtype=np.int16)
        names = [name for name, *_ in self.engine.form["indicators"]]
        shown = {name: np.full((len(hands), 5), NONE, dtype=np.int16) for name in names}
        said: dict[Any, int] = {(): 0}
        for place, (hand, situation) in enumerate(hands):
            for tile in (*hand.concealed, hand.winning_tile):
                counts[place, tile.kind] += 1
            for at, meld in enumerate(hand.melds):
                melds[place, at] = self.meld_number(meld.kind, _without_reds(meld.tiles), meld.concealed)
            for name, tiles in situation.indicators:
                shown[name][place, : len(tiles)] = [tile.kind for tile in tiles]
            said.setdefault(situation.circumstances, len(said))
        situations = [situation for _, situation in hands]
        return HandColumns(
            counts,
            np.array([hand.winning_tile.kind for hand, _ in hands], dtype=np.int16),
            np.array([situation.self_draw for situation in situations], dtype=np.int8),
            np.array([WINDS.index(situation.seat) for situation in situations], dtype=np.int8),
            np.array([WINDS.index(situation.round) for situation in situations], dtype=np.int8),
            melds,
            np.array([said[situation.circumstances] for situation in situations], dtype=np.int32),
            tuple(said),
            shown,
            np.array([sum(tile.red for tile in hand.tiles) for hand, _ in hands], dtype=np.uint8),
        )

    # ---- columns

    def score(self, hands: HandColumns) -> ScoreColumns:
        """The scores of legal hands, in order.

        Raises Unsupported where a hand is worth more than its column holds.
        """
        self.begin()
        worths = Worths(len(hands))
        for start in range(0, len(hands), CHUNK):
            stop = start + CHUNK
            chunk, part = Chunk(self, hands.part(start, stop)), worths.part(start, stop)
            chunk.scores(part)
            chunk.scores_alone(part)
        return self.valuing.columns(worths)

    def begin(self) -> Valuing:
        """Begins a question: what numbers stand for holds until the next one."""
        self.valuing.begin()
        _keep_freed_memory()
        return self.valuing

    def trim(self) -> None:
        """Bounds what is remembered; between chunks nothing refers to it."""
        for rows in self.shapes:
            for row in rows:
                row.trimmed()
        for table in (*self.row_changes, self.meld_sums):
            table.trimmed()
        self.valuing.trim()


def _keep_freed_memory() -> None:
    """Gives back one large piece of memory, untouched.

    The C library of Linux then keeps smaller ones that are given back. Without this every step's columns
    come from the system anew, page by page, which is a twentieth of all the time.
    """
    np.empty(16 << 20, dtype=np.uint8)


def _without_reds(tiles: Iterable[tuple[int, bool]]) -> tuple[tuple[int, bool], ...]:
    """The tiles as plain ones; columns count red tiles apart."""
    return tuple((kind, False) for kind, _ in tiles)


def _unit(row: Any, kind: int) -> int:
    return 1 << row.place[kind] * row.width if kind in row.place else 0


# ---- Some thousands of hands on their way from tiles to readings, every step on columns

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
        self.code: Ints
        self.situations: list[tuple[Situated, Any]]
        self._situate()
        self._pack()
        self._meld()

    def _situate(self) -> None:
        """The situation of every hand: a few different ones, each taken apart once."""
        hands = self.hands
        if hands.situated is not None:
            self.code, self.situations = hands.situated.astype(np.int64), list(hands.situations)
            return
        assert hands.seat is not None
        assert hands.round is not None
        assert hands.self_draw is not None
        said = hands.circumstances if hands.circumstances is not None else np.zeros(self.size, np.int64)
        code = ((said.astype(np.int64) * 4 + hands.seat) * 4 + hands.round) * 2 + hands.self_draw
        used = np.flatnonzero(np.bincount(code, minlength=1))
        places = np.zeros(int(used.max(initial=0)) + 1, dtype=np.int64)
        places[used] = np.arange(len(used))
        self.code = places[code]
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
        """Fills in the best reading of every hand that needs no more than look-ups."""
        found = [self._of_shape(shape) for shape in self.board.shapes]
        hands = np.concatenate([part[0] for part in found])
        words = [np.concatenate([part[1][w] for part in found]) for w in range(self.scorer.words)]
        del found
        self.scorer.valuing.fill(worths, self, hands, words)

    def _of_shape(self, shape: Shape) -> tuple[Ints, list[Ints]]:
        """The readings of every hand in one shape: which hand, and the words of the sum."""
        scorer, tables = self.scorer, self.scorer.shapes[shape.number]
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
            ids = table.ids(keys[hands])
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

    def scores_alone(self, worths: Worths) -> None:
        """Fills in the hands that need more, one by one."""
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
