"""Columns: the steps of one hand on whole columns of hands, with the same memos filled by the same functions.

A table stands for each memo. Hands that ask for more than look-ups (jokers, very many readings) are left,
and whoever asks scores them one by one.

A column holds numbers of 62 bits. A ruleset that does not fit is refused with `Unsupported`, and its hands
are scored one by one:

- a row of too many tiles: where sets join the suits (`differ: suit`), all their tiles are one row;
- too many templates (`match`) that share no set;
- shapes of so many sets that their number leaves its word.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from scorer.columns.table import Growing, Hands, Ints, Table, Truths, as_words, begins, packed, repeated, sums
from scorer.columns.worth import Valuing, Worths
from scorer.compiled.engine import Engine
from scorer.compiled.form import WORD
from scorer.compiled.situations import Situated
from scorer.compiled.tiles import FLAG_BITS, Shape
from scorer.compiled.trees import Unsupported
from scorer.readings import MOST_READINGS
from scorer.shapes import TooManyReadings

if TYPE_CHECKING:
    from scorer.compiled.rows import Row
    from scorer.compiled.tiles import Board, Lain, Melds, Tiles


CHUNK = 25_000
WIDEST = 62
NONE = -1
PLACES = 5
"""Bits of a place in a row: it has less than 31 groups."""
MOST_WAYS = 64
"""Readings of a hand in one shape; a hand of more is scored by itself."""
MELD_BITS = 10
"""of the number of a meld, where all melds of a hand stand in one number"""


class RowTable:
    """The readings of one row in one shape: where they begin in the store, and how many there are.

    `lies` are the key of each reading, and its filling and the group that won above and below PLACES bits.
    """

    def __init__(self, shape: Shape, row: Row, words: int) -> None:
        self.read = shape.filler.reader(row)
        self.sums = [Growing() for _ in range(words)]
        self.lies = Growing(), Growing()
        self.fresh: list[tuple[int, int, int]] = []
        """readings that are in no store yet: sum and how they lie"""
        self.table = Table(1, 2, self._fill)

    def _fill(self, key: tuple[int, ...]) -> tuple[int, int]:
        try:
            entries = self.read(key[0])
        except TooManyReadings:  # the hand is left, and told so by itself
            entries = ()
        first = self.sums[0].size + len(self.fresh)
        self.fresh += [(total, key[0], number << PLACES | place) for total, number, place in entries]
        return first, len(entries)

    def ids(self, keys: Ints) -> Ints:
        """The number of each key."""
        found = self.table.ids(keys)
        fresh, self.fresh = self.fresh, []
        if fresh:
            totals, *lies = zip(*fresh, strict=True)
            mask = (1 << WORD) - 1
            for place, store in enumerate(self.sums):
                store.extend([total >> WORD * place & mask for total in totals])
            for store, numbers in zip(self.lies, lies, strict=True):
                store.extend(numbers)
        return found

    def trimmed(self) -> None:
        """Begins anew where there are too many."""
        if len(self.table) > self.table.most:
            self.table.clear()
            for store in (*self.sums, *self.lies):
                store.clear()


class ColumnScorer:
    """Scores columns of hands with one engine.

    Raises Unsupported where the ruleset's rows or templates do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.board, form = engine, engine.board, engine.form
        ends = [at + width for _, at, width in form.fields]
        ends += [at + width for at, width, _ in form.lanes.places]
        self.words = max(ends) // WORD + 1
        self._refuse()
        self.rows = self.board.rows
        self.shapes = [[RowTable(shape, row, self.words) for row in self.rows] for shape in self.board.shapes]
        self.row_changes = [Table(2, self.words, self._row_change(row)) for row in self.rows]
        self.melds: list[Lain] = []
        self.meld_numbers: dict[Lain, int] = {}
        self._meld_columns: tuple[Truths, list[Ints]] = np.zeros(0, dtype=bool), []
        self.meld_sums = Table(2, self.words, self._meld_sum, 1 << 14)
        self.valuing = Valuing(engine, self.words, self.melds_of)

    def _refuse(self) -> None:
        for row in self.board.rows:
            if row.mask.bit_length() > WIDEST:
                raise Unsupported(
                    f"columns of a row of {len(row.kinds)} tiles that may share a set "
                    f"({row.mask.bit_length()} bits, {WIDEST} at the most); score such hands one by one"
                )
        bits = self.engine.form.conditions.unit_bits
        if bits > WIDEST:
            raise Unsupported(
                f"columns of templates in {len(self.engine.form.lanes.parts)} parts "
                f"({bits} bits, {WIDEST} at the most); score such hands one by one"
            )
        if self.board.valid_mask.bit_length() > WORD:
            raise Unsupported("columns of hands with so many sets; score such hands one by one")

    # ---- what is numbered

    def meld_number(self, kind: str, tiles: Tiles, concealed: bool) -> int:
        """The number that stands for a meld in columns."""
        key = (kind, tiles, concealed)
        if key not in self.meld_numbers:
            self.meld_numbers[key] = len(self.melds)
            self.melds.append(key)
        return self.meld_numbers[key]

    def meld_columns(self) -> tuple[Truths, list[Ints]]:
        """Which melds are called, and what each adds to each row, by number."""
        if len(self._meld_columns[0]) != len(self.melds):
            called = np.array([not concealed for _, _, concealed in self.melds])
            units = [[sum(unit_in(row, t) for t, _ in meld[1]) for meld in self.melds] for row in self.rows]
            self._meld_columns = called, [np.array(column, dtype=np.int64) for column in units]
        return self._meld_columns

    def _row_change(self, row: Row) -> Callable[[tuple[int, ...]], list[int]]:
        """What a row adds with the tiles of melds, less what it adds without them."""

        nothing = [0] * self.words

        def change(key: tuple[int, ...]) -> list[int]:
            whole, own = row.words[key[0]], row.words[key[1]]
            if whole == own:
                return nothing
            words = zip(as_words(whole, self.words), as_words(own, self.words), strict=True)
            return [both - without for both, without in words]

        return change

    def _meld_sum(self, key: tuple[int, ...]) -> list[int]:
        """What a meld adds, by its number and (context, whether it is the first that was called)."""
        context, first = divmod(key[1], 2)
        called = self.board.called[self.melds[key[0]]]
        known = called.flags[first] + (context << FLAG_BITS & called.context_mask)
        return as_words(called.added[known], self.words)

    def melds_of(self, key: int, context: int) -> Melds:
        """The melds of a hand, by the number that stands for all of them."""
        melds = []
        while key:
            melds.append(self.melds[(key & (1 << MELD_BITS) - 1) - 1])
            key >>= MELD_BITS
        return self.board.melded(context, tuple(melds))

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


def unit_in(row: Row, kind: int) -> int:
    """What a tile adds to the counts of a row, 0 where it is in no set of it."""
    return 1 << row.place[kind] * row.width if kind in row.place else 0


# ---- Some thousands of hands on their way from tiles to readings, every step on columns

FEW = 0.5
"""Share of the hands of a shape below which the others are dropped before the next row is looked up."""


class Chunk:
    """Some thousands of hands on their way through the steps."""

    def __init__(self, scorer: ColumnScorer, hands: Hands) -> None:
        scorer.trim()
        self.scorer, self.hands = scorer, hands
        self.board: Board = scorer.board
        self.size = len(hands)
        self.winning = hands.winning.astype(np.int64)
        self.alone = np.zeros(self.size, dtype=bool)
        """hands that are scored one by one"""
        self.code: Ints = hands.situated.astype(np.int64)
        self.situations = hands.situations
        self.complete: Ints = np.zeros(self.size, dtype=np.int64)
        """in how many ways hands can be read"""
        self.lying: tuple[Ints, Ints, list[Ints]]
        """hands that may win, the shapes of their best readings, and where these stand in each row"""
        self._pack()
        self._meld()
        self._show()

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
        kinds, context = len(board.tileset.kinds), self.of_situation("context")
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
        self.meld_key = np.zeros(size, dtype=np.int64)
        """all melds of a hand as one number"""
        hands, places = np.nonzero(self.hands.melds >= 0)
        if not len(hands):
            return
        self.melded = np.bincount(hands, minlength=size)
        numbers = self.hands.melds[hands, places].astype(np.int64)
        self.alone[hands[numbers >= (1 << MELD_BITS) - 1]] = True
        is_called, units = scorer.meld_columns()
        called = np.flatnonzero(is_called[numbers])
        self.called[hands[called]] = True
        first = np.zeros(len(hands), dtype=np.int64)
        first[called[begins(hands[called])]] = 1
        ids = scorer.meld_sums.ids(numbers, self.of_situation("context")[hands] * 2 + first)
        starts = np.flatnonzero(begins(hands))
        melded = hands[starts]
        self.meld_key[melded] = sums(numbers + 1 << MELD_BITS * places, starts)
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

    def _show(self) -> None:
        """What the tiles show beside sets: red tiles, flowers, and what indicators point at."""
        board = self.board
        self.shown = np.zeros(self.size, dtype=np.int64)
        if board.red_at:
            self.shown += self.hands.reds.astype(np.int64) << min(board.red_at.values()) - board.top
        for kind in board.flower_bit:
            self.shown += self.hands.counts[:, kind].astype(np.int64) * (
                board.units[kind, False] >> board.top
            )
        for name, column in self.hands.indicators.items():
            self.scorer.valuing.pointing.add(self, name, column, self.shown)

    # ---- readings

    def scores(self, worths: Worths) -> None:
        """Fills in the best reading of every hand that needs no more than look-ups."""
        found = [self._of_shape(shape) for shape in self.board.shapes]
        hands = np.concatenate([part[0] for part in found])
        words, firsts = ([np.concatenate(one) for one in zip(*parts, strict=True)]
                         for parts in ([part[1] for part in found], [part[2] for part in found]))  # fmt: skip
        shapes = np.repeat(np.arange(len(found)), [len(part[0]) for part in found])
        del found
        self.complete = np.bincount(hands, minlength=self.size)
        few = np.flatnonzero(self.complete[hands] <= MOST_READINGS)
        if len(few) < len(hands):
            hands, shapes = hands[few], shapes[few]
            words, firsts = ([one[few] for one in every] for every in (words, firsts))
        won, best = self.scorer.valuing.fill(worths, self, hands, words)
        self.lying = won, shapes[best], [first[best] for first in firsts]

    def _of_shape(self, shape: Shape) -> tuple[Ints, list[Ints], list[Ints]]:
        """The readings of every hand in one shape: which hand, the words of the sum, where rows stand."""
        scorer, tables = self.scorer, self.scorer.shapes[shape.number]
        hands, firsts = self._rows_read(np.flatnonzero(self._possible(shape)), tables)
        base = as_words(self.board.bases[shape.place][0], scorer.words)
        words = [self.base[w][hands] for w in range(scorer.words)]
        for w, part in enumerate(base):
            if part:
                words[w] += part
            for table, first in zip(tables, firsts, strict=True):
                if table.sums[w].used:
                    words[w] += table.sums[w].data[first]
        valid = np.flatnonzero(words[0] & self.board.valid_mask == shape.value)
        if len(valid) < len(hands):
            hands, words, firsts = (
                hands[valid], [word[valid] for word in words], [first[valid] for first in firsts]
            )  # fmt: skip
        return hands, words, firsts

    def _rows_read(self, hands: Ints, tables: list[RowTable]) -> tuple[Ints, list[Ints]]:
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
        self.alone[hands[ways > MOST_WAYS]] = True
        return self._repeated(hands, tables, firsts, several, np.minimum(ways, MOST_WAYS))

    def _possible(self, shape: Shape) -> Truths:
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
        elif self.scorer.melds:
            bits = [self.board.kind_bit[kind] for kind, _, _ in self.scorer.melds]
            fits = np.array([bit & allowed > 0 for bit in bits] + [True])
            for column in () if fits.all() else self.hands.melds.T:
                possible &= fits[column]
        if shape.least_melds:
            possible &= self.melded >= shape.least_melds
        for row, own in zip(self.board.rows, self.own, strict=True):
            never, need, spare = (
                tiles >> row.start & row.counts_mask for tiles in (shape.never, shape.need, shape.spare)
            )
            if never:
                possible &= own & never == 0
            if need:
                possible &= (own | spare) - need & spare == spare
        for never in shape.earlier:  # an earlier choice of suits takes the hand
            possible &= self._has(never)
        return possible

    def _has(self, tiles: int) -> Truths:
        """Which hands have any of these bits."""
        rows = zip(self.board.rows, self.own, strict=True)
        found: Truths = np.any(
            [own & (tiles >> row.start & row.counts_mask) != 0 for row, own in rows], axis=0
        )
        return found

    def _repeated(
        self, hands: Ints, tables: list[RowTable], firsts: list[Ints], counts: list[Ints], ways: Ints
    ) -> tuple[Ints, list[Ints]]:
        """Hands of several readings once for each, at the end and in the order of the readable evaluator."""
        more = np.flatnonzero(ways > 1)
        if not len(more):
            return hands, firsts
        once = np.flatnonzero(ways == 1)
        places, digit = repeated(ways[more])
        chosen: list[Ints] = []
        for first, count in zip(firsts[::-1], counts[::-1], strict=True):
            own = count[more][places]
            chosen.insert(0, first[more][places] + digit % own)
            digit //= own
        several = np.sum([count[more] > 1 for count in counts], axis=0)
        if (several > 1).any():
            order = self._in_order(places, tables, chosen)
            places, chosen = places[order], [at[order] for at in chosen]
        firsts = [np.append(first[once], at) for first, at in zip(firsts, chosen, strict=True)]
        return np.append(hands[once], hands[more[places]]), firsts

    @staticmethod
    def _in_order(places: Ints, tables: list[RowTable], chosen: list[Ints]) -> Ints:
        """Readings by hand, then by the fillings of their rows, then by the group that won."""
        how = [table.lies[1].data[at] for table, at in zip(tables, chosen, strict=True)]
        won = np.sum([one & (1 << PLACES) - 1 for one in how], axis=0)
        order: Ints = np.lexsort([won, *[one >> PLACES for one in how[::-1]], places])
        return order
