"""Packed hands and groups back to canonical notation."""

from __future__ import annotations

from scorer.fast.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.fast.board import Board
    from scorer.fast.rows import Row

    Form = dict[str, Any]
    Tiles = tuple[tuple[int, bool], ...]


class Writing:
    """Writes the tiles of one ruleset; what was written once is remembered."""

    def __init__(self, form: Form, board: Board) -> None:
        self.form, self.board = form, board
        self.code = {(kind, False): tile["text"] for kind, tile in enumerate(form["tiles"])}
        self.code |= {(kind, True): "0" + form["tiles"][kind]["text"][-1] for kind in board.red_at}
        self.reds = [[kind for kind in row.kinds if kind in board.red_at] for row in board.rows]
        self.reds_at = [
            {kind: row.counts_bits + 4 * place for place, kind in enumerate(reds)}
            for row, reds in zip(board.rows, self.reds, strict=True)
        ]
        self.rows: Memo[tuple[int, int], str] = Memo(self._row, 2048)
        self.sets: Memo[Tiles, str] = Memo(self._set, 4096)

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

    def _row(self, key: tuple[int, int]) -> str:
        """The concealed tiles of one row, red ones first among their kind."""
        number, packed = key
        row, text, before = self.board.rows[number], "", ""
        width, one, counts = row.width, row.one, packed & row.counts_mask
        reds_at = self.reds_at[number] if packed > counts else {}
        for kind in row.kinds:
            count = counts & one
            counts >>= width
            if count:
                code = self.code[kind, False]
                reds = packed >> reds_at[kind] & 15 if kind in reds_at else 0
                digits = "0" * reds + code[:-1] * (count - reds)
                text = text[:-1] + digits + code[-1] if code[-1] == before else text + digits + code[-1]
                before = code[-1]
        return text

    def _with_reds(self, row: Row, tiles: int) -> int:
        """The counts of a row, and above them how many of its tiles are red."""
        packed: int = tiles >> row.start & row.counts_mask
        for place, kind in enumerate(self.reds[row.number]):
            packed |= (tiles >> self.board.red_at[kind] & 15) << row.counts_bits + 4 * place
        return packed

    def row(self, row: Row, tiles: int) -> str:
        """The tiles of one row of a hand."""
        return self.rows[row.number, self._with_reds(row, tiles)]

    def concealed(self, tiles: int) -> str:
        """Tiles outside of melds, jokers last."""
        text = "".join([self.row(row, tiles) for row in self.board.rows])
        jokers = tiles >> self.board.joker_at & 15
        return text + (self.text([(self.board.jokers[0], False)] * jokers) if jokers else "")
