"""Packed hands and groups back to canonical notation."""

from __future__ import annotations

from itertools import groupby

from scorer.compiled.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.board import Board
    from scorer.compiled.rows import Row

    Form = dict[str, Any]
    Tiles = tuple[tuple[int, bool], ...]

FEW = 5
"""Tiles of a row that are written at once: as few look alike in most rows."""


class Writing:
    """Writes the tiles of one ruleset; what was written once is remembered."""

    def __init__(self, form: Form, board: Board) -> None:
        self.form, self.board = form, board
        self.code = {(kind, False): tile["text"] for kind, tile in enumerate(form["tiles"])}
        self.code |= {(kind, True): "0" + form["tiles"][kind]["text"][-1] for kind in board.red_at}
        self.parts = [[self._part(*run) for run in self._runs(row)] for row in board.rows]
        self.sets: Memo[Tiles, str] = Memo(self._set)

    def text(self, tiles: Any) -> str:
        """Tiles in the order given, digits joined before one letter."""
        text, before = "", ""
        for tile in tiles:
            code = self.code[tile]
            text = text[:-1] + code if code[-1] == before else text + code
            before = code[-1]
        return text

    def _set(self, tiles: Tiles) -> str:
        return self.text(sorted(tiles, key=lambda tile: (tile[0], not tile[1])))

    def _runs(self, row: Row) -> list[tuple[str, list[int]]]:
        """The kinds of a row by their letters, few at a time."""
        found = [(letter, list(kinds)) for letter, kinds in groupby(row.kinds, self._letter)]
        return [(letter, kinds[at : at + FEW]) for letter, kinds in found for at in range(0, len(kinds), FEW)]

    def order(self) -> tuple[str, ...]:
        """The letters of rows in the order in which they are written; none where one is written twice."""
        every = [letter for row in self.board.rows for letter, _ in groupby(row.kinds, self._letter)]
        return tuple(every) if len(set(every)) == len(every) else ()

    def _letter(self, kind: int) -> str:
        return str(self.code[kind, False][-1])

    def _part(self, letter: str, kinds: list[int]) -> tuple[str, int, Memo[int, str]]:
        """A letter, where the tiles of these kinds stand in a hand, and a memo of what they look like."""
        board, mask = self.board, 0
        for kind in kinds:
            mask |= board.tile_mask << board.shift[kind]
            if kind in board.red_at:
                mask |= 15 << board.red_at[kind]
        return letter, mask, Memo(lambda tiles: self._some(kinds, tiles) + letter, 1024)

    def _some(self, kinds: list[int], tiles: int) -> str:
        """The digits of tiles of one letter, red ones first among their kind."""
        board, digits = self.board, ""
        for kind in kinds:
            count = tiles >> board.shift[kind] & board.tile_mask
            reds = tiles >> board.red_at[kind] & 15 if kind in board.red_at else 0
            digits += "0" * reds + self.code[kind, False][:-1] * (count - reds)
        return digits

    def row(self, row: Row, tiles: int) -> str:
        """The tiles of one row of a hand."""
        text = before = ""
        for letter, mask, memo in self.parts[row.number]:
            own = tiles & mask
            if own:
                text = text[:-1] + memo[own] if letter == before else text + memo[own]
                before = letter
        return text

    def concealed(self, tiles: int) -> str:
        """Tiles outside of melds, jokers last."""
        text = "".join([self.row(row, tiles) for row in self.board.rows])
        jokers = tiles >> self.board.joker_at & 15
        return text + (self.text([(self.board.jokers[0], False)] * jokers) if jokers else "")
