"""Of several readings of a hand the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.fast.stretches import begins
from scorer.fast.table import Ints, Table

RANKED = 4
"""The first values of a price, the most important first; the highest is the best."""


class Ranking:
    """The order of the prices of one table."""

    def __init__(self, prices: Table) -> None:
        self.prices = prices
        self._above: Ints = np.zeros(0, dtype=np.int64)

    def above(self) -> Ints:
        """By price: how many different ones are better."""
        if len(self._above) != len(self.prices):
            ranked = [column.data[: len(self.prices)] for column in self.prices.values[RANKED - 1 :: -1]]
            order = np.lexsort(ranked)[::-1]
            self._above = np.zeros(len(order), dtype=np.int64)
            self._above[order] = np.cumsum(np.any([begins(column[order]) for column in ranked], axis=0)) - 1
        return self._above

    def best(self, hands: Ints, price: Ints) -> Any:
        """The reading of every hand of the highest rank, the first of equals.

        Hands of several readings are sorted by one number each: hand, rank, place.
        """
        several = np.flatnonzero((np.bincount(hands, minlength=1) > 1)[hands])
        if not len(several):
            return slice(None)
        places = len(hands).bit_length()
        ranks = places + len(self.prices).bit_length()
        rows = np.sort((hands[several] << ranks) + (self.above()[price[several]] << places) + several)
        keep = np.ones(len(hands), dtype=bool)
        keep[rows[~begins(rows >> ranks)] & (1 << places) - 1] = False
        return np.flatnonzero(keep)
