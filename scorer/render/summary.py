"""The summary of a batch run, as a document and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scorer.languages import is_english
from scorer.phrases import translate
from scorer.render.document import Block, Document, paragraph, table
from scorer.render.result import Object

MOST_PATTERNS = 10
KINDS_OF_ERROR = {
    "notation": "error kind notation",
    "hand": "error kind hand",
    "circumstance": "error kind circumstance",
    "ruleset": "error kind ruleset",
    "not_winning": "error kind not_winning",
    "no_pattern": "error kind no_pattern",
    "penalty": "error kind penalty",
}
"""The phrase for each kind of error that a hand may have."""


class Summary:
    """Counts results one after another. `units` are the keys whose numbers are averaged, and `titles` what
    they, the patterns and the kinds of errors are called in the language of the reader.

    >>> summary = Summary(["points"])
    >>> summary.count_result({"ok": True, "points": 1000, "patterns": [{"id": "a", "name": "A"}]})
    >>> summary.count_result({"ok": True, "points": 2000, "patterns": []})
    >>> summary.mean_values
    {'points': 1500.0}
    """

    def __init__(self, units: Sequence[str], titles: Mapping[str, str] | None = None) -> None:
        self.titles = titles or {}
        self.hands = self.scored = 0
        self.errors: Counter[str] = Counter()
        self.patterns: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.sums: dict[str, float] = dict.fromkeys(units, 0)
        self.counts: Counter[str] = Counter()

    def count_result(self, result: Object) -> None:
        """Counts one result: a scored hand or an error."""
        self.hands += 1
        if not result["ok"]:
            self.errors[result["error"]["kind"]] += 1
            return
        self.scored += 1
        for pattern in result["patterns"]:
            self.patterns[pattern["id"]] += 1
            self.names[pattern["id"]] = pattern["name"]
        for unit in self.sums:
            value: float | None = result.get(unit)
            if value is not None:
                self.sums[unit] += value
                self.counts[unit] += 1

    @property
    def mean_values(self) -> dict[str, float]:
        """The mean of each unit over the hands that have a value in it."""
        return {unit: total / self.counts[unit] for unit, total in self.sums.items() if self.counts[unit]}


def summary_document(summary: Summary, language: str = "en") -> Document:
    """Hands, errors by kind, the mean values, and the most common patterns with their share of the hands
    that are scored.
    """
    many = "one hand scored" if summary.hands == 1 else "hands scored"
    head = translate(many, language, f"{summary.hands:,}", f"{summary.scored:,}")
    blocks: list[Block] = [paragraph(head)]
    if summary.errors:
        errors = (
            (summary.titles.get(kind) or translate(KINDS_OF_ERROR.get(kind, kind), language), f"{count:,}")
            for kind, count in summary.errors.most_common()
        )
        blocks.append(table(errors, "lr", translate("not scored", language)))
    if summary.mean_values:
        means = (
            (
                unit if unit == "points" and is_english(language) else summary.titles.get(unit, unit),
                f"{mean:,.2f}",
            )
            for unit, mean in summary.mean_values.items()
        )
        blocks.append(table(means, "lr", translate("mean value", language)))
    if summary.patterns:
        common = (
            (
                summary.names[name],
                name if is_english(language) else "",
                f"{count:,}",
                f"{100 * count / summary.scored:.1f}%",
            )
            for name, count in summary.patterns.most_common(MOST_PATTERNS)
        )
        title = summary.titles.get("patterns") or translate("most common patterns", language)
        blocks.append(table(common, "lkrr", title))
    return tuple(blocks)


def summary_data(summary: Summary) -> Object:
    """The summary as plain data, with every pattern, the most common first.

    >>> summary_data(Summary(["points"]))
    {'hands': 0, 'scored': 0, 'errors': {}, 'means': {}, 'patterns': {}}
    """
    return {
        "hands": summary.hands,
        "scored": summary.scored,
        "errors": dict(summary.errors.most_common()),
        "means": summary.mean_values,
        "patterns": dict(summary.patterns.most_common()),
    }
