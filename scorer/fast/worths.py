"""What the hands of a chunk are worth, as columns that are filled bit by bit."""

from __future__ import annotations

import numpy as np


class Worths:
    """The best of every hand of a chunk, by number of what it is worth and of its awards."""

    def __init__(self, size: int) -> None:
        self.points = np.zeros(size, dtype=np.int64)
        self.total = np.zeros(size, dtype=np.int64)
        self.sheet = np.zeros(size, dtype=np.int64)
        self.tier = np.zeros(size, dtype=np.int64)
        self.limit = np.full(size, -1, dtype=np.int64)
        self.award = np.full(size, -1, dtype=np.int64)
        self.asks_more = np.zeros(size, dtype=bool)

    NAMES = ("points", "total", "sheet", "tier", "limit", "award")

    @classmethod
    def none(cls, size: int) -> Worths:
        """Nothing that wins."""
        return cls(size)

    @classmethod
    def joined(cls, parts: list[Worths]) -> Worths:
        """Chunks one after another."""
        made = cls(0)
        for name in cls.NAMES:
            setattr(made, name, np.concatenate([getattr(part, name) for part in parts]))
        return made
