"""What a hand still needs: how far it is from each shape, which tiles help, and what each win would pay."""

from scorer.waits.distance import Distance, distances
from scorer.waits.waiting import (
    Discard,
    Discards,
    Helping,
    Outcome,
    Waits,
    WinningTile,
    active_shapes,
    discards,
    waits,
)

__all__ = [
    "Discard", "Discards", "Distance", "Helping", "Outcome", "Waits", "WinningTile", "active_shapes",
    "discards", "distances", "waits",
]  # fmt: skip
