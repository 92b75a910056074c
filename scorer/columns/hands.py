"""Many hands as columns of numbers: what the scoring of columns takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.columns.table import Ints
from scorer.values import dataclass, field

# ---- Many hands as columns of numbers: what the scoring of columns takes

Column = NDArray[np.integer]
Circumstances = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class HandColumns:
    """Hands, a row each. Tiles are places in the ruleset's tile set (`Engine.form["tiles"]`).

    `counts` holds the concealed tiles with the winning one, red ones among them, a column for each tile.
    `melds` are numbers of `ColumnScorer.meld_number`, in the order of the calls, -1 where there is none.
    Winds are 0 to 3. `circumstances` are places in `said`. Indicators are tiles by input name, -1 for none.
    `reds` counts the red tiles of the whole hand.
    """

    counts: Column
    winning: Column
    self_draw: Column
    seat: Column
    round: Column
    melds: Column | None = None
    circumstances: Column | None = None
    said: tuple[Circumstances, ...] = ((),)
    indicators: Mapping[str, Column] = field(default_factory=dict)
    reds: Column | None = None

    def __len__(self) -> int:
        return len(self.winning)

    def part(self, start: int, stop: int) -> HandColumns:
        """Some of the rows."""

        def cut(column: Column | None) -> Column | None:
            return None if column is None else column[start:stop]

        return HandColumns(
            self.counts[start:stop],
            self.winning[start:stop],
            self.self_draw[start:stop],
            self.seat[start:stop],
            self.round[start:stop],
            cut(self.melds),
            cut(self.circumstances),
            self.said,
            {name: column[start:stop] for name, column in self.indicators.items()},
            cut(self.reds),
        )


@dataclass(frozen=True)
class ScoreColumns:
    """What the hands are worth, a row each; `wins` is false where all else is 0.

    `award` and `limit` are places in `awards` (lists of pattern, value and count) and `limits`.
    """

    wins: NDArray[np.bool_]
    points: NDArray[np.float64]
    total: Column
    sheet: Column
    tier: Column
    limit: Column
    award: Column
    awards: tuple[tuple[tuple[str, int, int], ...], ...]
    limits: tuple[str, ...]


# ---- Counts of tiles, a column each, into one column of numbers

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
