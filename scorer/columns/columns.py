"""Columns: the steps of one hand on whole columns of hands, with the same memos filled by the same functions.

A table stands for each memo. Hands that ask for more than look-ups (jokers, late numbers, several ways to
count, several rows of several readings) are scored one by one.

A column holds numbers of 62 bits. What does not fit is refused with `Unsupported`, and such hands are
scored one by one by `Engine`:

- a row of too many tiles: where sets join the suits (`differ: suit`), all their tiles are one row;
- too many templates (`match`) that share no set;
- shapes of so many sets that their number leaves its word.

Beyond these, columns refuse what the compiled form refuses: knitted and `fixed` shapes, `absorbs` and
`link`, `on_every_wait` with jokers, conditions of penalties that ask a reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.columns.chunk import Chunk
from scorer.columns.hands import HandColumns, ScoreColumns
from scorer.columns.table import Growing, Ints, Table, as_words
from scorer.columns.worth import Valuing, Worths
from scorer.compiled.engine import Engine
from scorer.compiled.tiles import FLAG_BITS, Shape
from scorer.compiled.trees import Unsupported
from scorer.request import WINDS

if TYPE_CHECKING:
    from scorer.hand import Hand, Situation


CHUNK = 25_000
WIDEST = 62
NONE = -1


class RowTable:
    """The readings of one row in one shape: where they begin in the store, and how many there are."""

    def __init__(self, shape: Shape, row: Any, words: int, word: int) -> None:
        self.read, self.words, self.word = shape.filler.reader(row), words, word
        self.sums = [Growing() for _ in range(words)]
        self.table = Table(1, 2, self._fill)

    def _fill(self, key: tuple[int, ...]) -> tuple[int, int]:
        entries = self.read(key[0])
        first = self.sums[0].size
        for entry in entries:
            for store, part in zip(self.sums, as_words(entry[0], self.words, self.word), strict=True):
                store.append(part)
        return first, len(entries)

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
        """Hands and situations as columns; counters and who discarded are not kept."""
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
        self.valuing.begin()
        _keep_freed_memory()
        worths = Worths(len(hands))
        for start in range(0, len(hands), CHUNK):
            stop = start + CHUNK
            Chunk(self, hands.part(start, stop)).scores(worths.part(start, stop))
        return self.valuing.columns(worths)

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
