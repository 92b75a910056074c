"""Indicators in columns: how many tiles of every hand they point at."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.fast.engine import Engine
from scorer.fast.table import Ints


class Pointing:
    """Counts the tiles that indicators point at, for one engine."""

    def __init__(self, engine: Engine) -> None:
        self.form, self.board = engine.form, engine.board

    def add(self, chunk: Any, rows: Any, name: str, column: Any, code: Ints) -> None:
        """Counts the tiles that one input of indicators points at."""
        kinds = len(self.form["tiles"])
        row_of, shift, aside = (np.zeros(kinds + 1, dtype=np.int64) for _ in range(3))
        for kind in range(kinds):
            pointers = self.board.pointers[((name, ((kind, False),)),)]
            for at, _ in pointers:
                row = next(r for r in self.board.rows if r.start <= at < r.start + r.mask.bit_length())
                row_of[kind], shift[kind], aside[kind] = row.number, at - row.start, 1
        set_aside = np.array([self._aside(made.aside) for made, _ in chunk.situations], dtype=np.int64)
        for indicator in column.T:
            hands = np.flatnonzero(indicator >= 0)
            if len(hands):
                kind = indicator[hands].astype(np.int64)
                count = rows[row_of[kind], hands] >> shift[kind] & self.board.tile_mask
                if set_aside.any():
                    count += set_aside[chunk.code[hands], row_of[kind]] >> shift[kind] & self.board.tile_mask
                code[hands] += count * aside[kind] * self.board.indicator_at[name]

    def _aside(self, tiles: int) -> list[int]:
        return [tiles >> row.start & row.counts_mask for row in self.board.rows]
