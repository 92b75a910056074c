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
        names = [name for name, *_ in self.form["indicators"]]
        self.pointed = {name: self._pointed(name) for name in names}

    def _pointed(self, name: str) -> tuple[Ints, Ints]:
        """By indicator: the row of the tile it points at, and where that tile stands there."""
        row_of, shift = np.zeros((2, len(self.form["tiles"])), dtype=np.int64)
        row_of[:] = len(self.board.rows)
        for kind in range(len(row_of)):
            for at, _ in self.board.pointers[((name, ((kind, False),)),)]:
                row = next(r for r in self.board.rows if r.start <= at < r.start + r.mask.bit_length())
                row_of[kind], shift[kind] = row.number, at - row.start
        return row_of, shift

    def add(self, chunk: Any, name: str, column: Any, code: Ints) -> None:
        """Counts the tiles that one input of indicators points at."""
        (row_of, shift), mask, one = self.pointed[name], self.board.tile_mask, self.board.indicator_at[name]
        whole = chunk.whole.ravel()
        aside = np.array([self._aside(made.aside) for made, _ in chunk.situations], dtype=np.int64)
        for indicator in column.T:
            hands = np.flatnonzero(indicator >= 0)
            if len(hands):
                kind = indicator[hands].astype(np.int64)
                row, at = row_of[kind], shift[kind]
                count = whole[row * chunk.size + hands] >> at & mask
                if aside.any():
                    count += aside[chunk.code[hands], row] >> at & mask
                code[hands] += count * one

    def _aside(self, tiles: int) -> list[int]:
        return [*(tiles >> row.start & row.counts_mask for row in self.board.rows), 0]
