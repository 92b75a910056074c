"""What a bulk run comes to: how many hands, which errors, which patterns, the mean value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


class Summary:
    """Counts results one after another. `units` are the keys whose numbers are averaged.

    >>> summary = Summary(["points"])
    >>> summary.add({"ok": True, "points": 1000, "patterns": [{"id": "a", "name": "A"}]})
    >>> summary.add({"ok": True, "points": 2000, "patterns": []})
    >>> summary.means
    {'points': 1500.0}
    """

    def __init__(self, units: Sequence[str]) -> None:
        self.hands = self.scored = 0
        self.errors: Counter[str] = Counter()
        self.patterns: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.sums: dict[str, float] = dict.fromkeys(units, 0)
        self.counts: Counter[str] = Counter()

    def add(self, result: Mapping[str, Any]) -> None:
        """Counts one result, a hand that is scored or an error."""
        self.hands += 1
        if not result["ok"]:
            self.errors[result["error"]["kind"]] += 1
            return
        self.scored += 1
        for pattern in result["patterns"]:
            self.patterns[pattern["id"]] += 1
            self.names[pattern["id"]] = pattern["name"]
        for unit in self.sums:
            self._add_value(unit, result.get(unit))

    def _add_value(self, unit: str, value: float | None) -> None:
        if value is not None:
            self.sums[unit] += value
            self.counts[unit] += 1

    @property
    def means(self) -> dict[str, float]:
        """The mean of each unit, over the hands that are counted in it."""
        return {unit: total / self.counts[unit] for unit, total in self.sums.items() if self.counts[unit]}
