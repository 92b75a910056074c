"""Counts of tiles, a column each, into one column of numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorer.fast.hands import Column
from scorer.fast.table import Ints

SORTS = (np.uint8, np.uint16, np.uint32, np.uint64)


def packed(counts: Sequence[Column], width: int) -> Ints:
    """Counts side by side, so many bits each, the first lowest.

    Neighbours are joined, then those pairs, and so on: most steps are on bytes, of which a processor
    takes many at once.

    >>> packed([np.array([1]), np.array([2]), np.array([3])], 4).tolist() == [0x321]
    True
    """
    columns = list(counts)
    while len(columns) > 1:
        sort = next((sort for sort in SORTS if np.iinfo(sort).bits >= 2 * width), np.uint64)
        wide = [column.astype(sort, copy=False) for column in columns]
        columns = [low | high << sort(width) for low, high in zip(wide[::2], wide[1::2], strict=False)]
        columns += wide[len(columns) * 2 :]
        width *= 2
    return columns[0].astype(np.int64)
