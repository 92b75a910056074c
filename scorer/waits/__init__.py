"""What a hand still needs: how far it is from each shape, which tiles help, and what each win would pay."""

from scorer.waits.distance import Distance, distances
from scorer.waits.waiting import Helping, Outcome, Waits, WinningTile, active_shapes, waits

__all__ = [
    "Distance", "Helping", "Outcome", "Waits", "WinningTile", "active_shapes", "distances", "waits",
]  # fmt: skip
