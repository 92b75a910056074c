"""What many hands are worth, as columns that are filled piece by piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.fast.trees import Unsupported

SORTS: dict[str, Any] = {
    "points": np.float64,
    "total": np.int32,
    "sheet": np.int32,
    "tier": np.int16,
    "limit": np.int16,
    "award": np.int32,
}
"""Narrow, since the columns of a million hands are held at once."""
ABSENT = {"limit": -1, "award": -1}
"""What stands for none; 0 elsewhere."""


def refuse_wide(**values: int) -> None:
    """Raises Unsupported where a number is too large for its column, by the names of SORTS."""
    for name, value in values.items():
        if abs(value) > np.iinfo(SORTS[name]).max:
            raise Unsupported(f"columns of hands with a {name} of {value:,}; score such hands one by one")


class Worths:
    """The best of every hand, by number of what it is worth and of its awards."""

    def __init__(self, size: int) -> None:
        self.columns: dict[str, Any] = {
            name: np.full(size, ABSENT.get(name, 0), dtype=sort) for name, sort in SORTS.items()
        }
        self.asks_more = np.zeros(size, dtype=bool)

    def part(self, start: int, stop: int) -> Worths:
        """Some of the rows; what is put there is put here."""
        made = Worths(0)
        made.columns = {name: column[start:stop] for name, column in self.columns.items()}
        made.asks_more = self.asks_more[start:stop]
        return made

    def put(self, hands: Any, **values: Any) -> None:
        """What hands are worth, by the names of SORTS; those left out are absent."""
        for name, column in self.columns.items():
            column[hands] = values.get(name, ABSENT.get(name, 0))
