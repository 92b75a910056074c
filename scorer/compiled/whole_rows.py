"""Counters that no single group can tell: how many kinds a row has, which copies, whether it holds tiles.

Every count of a row has a spare bit above it, so that one sum compares all of them at once.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Count = Callable[[int], int]

MEASURES = ("holds", "kinds", "copies")


class WholeRow:
    """What the tiles of one row add to a reading beyond its groups."""

    def __init__(self, kinds: tuple[int, ...], width: int, counters: list[tuple[Any, int]]) -> None:
        self.kinds, self.width = kinds, width
        self.units = [1 << place * width for place in range(len(kinds))]
        self.ones = sum(self.units)
        self.spare = self.ones << width - 1
        made = ((self._count(*measure), at) for measure, at in counters)
        self.counts = [(count, at) for count, at in made if count is not None]

    def word(self, number: int) -> int:
        """What a row with these counts adds."""
        total = 0
        for count, at in self.counts:
            total += count(number) << at
        return total

    def _count(self, name: str, of: Any) -> Count | None:
        """The function that counts a measure, None where it is always 0."""
        if name == "holds":
            return self._holds(of)
        return self._kinds(of) if name == "kinds" else self._copies(of)

    def _holds(self, wanted: tuple[tuple[int, int], ...]) -> Count | None:
        places = dict(zip(self.kinds, self.units, strict=True))
        if any(kind not in places for kind, count in wanted if count):
            return None
        spare, need = self.spare, sum(count * places[kind] for kind, count in wanted if count)
        return lambda number: int((number | spare) - need & spare == spare)

    def _kinds(self, mask: int) -> Count | None:
        units = [unit for kind, unit in zip(self.kinds, self.units, strict=True) if mask >> kind & 1]
        full, asked = self.spare - self.ones, sum(units) << self.width - 1
        return (lambda number: (number + full & asked).bit_count()) if units else None

    def _copies(self, times: int) -> Count:
        full, spare, alike = self.spare - self.ones, self.spare, times * self.ones
        return lambda number: (~((number ^ alike) + full) & spare).bit_count()
