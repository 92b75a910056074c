"""The second sheet of a ruleset as a table, each line with a set that earns it."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import number
from scorer.engine.results import Score
from scorer.readings import Group
from scorer.ruleset.model import Ruleset, SheetItem
from scorer.tiles import name_in
from scorer.values import dataclass


@dataclass(frozen=True)
class SheetRow:
    """An item: what it is called, what it adds, and a set of an example that earned it."""

    name: str
    value: int
    example: Group | None = None


@dataclass(frozen=True)
class SheetTable:
    """The items that are added up, those that replace them all, and to what the sum is rounded up."""

    unit: str
    rows: tuple[SheetRow, ...]
    fixed: tuple[SheetRow, ...]
    round_up_to: int


def sheet_table(ruleset: Ruleset, scores: Iterable[Score], language: str) -> SheetTable | None:
    """The second sheet, where there is one; `scores` are hands to take example sets from."""
    sheet = ruleset.sheet
    if sheet is None:
        return None
    view, shown = rules_view(ruleset), _examples(scores)

    def row(item: SheetItem) -> SheetRow:
        return SheetRow(
            name_in(item.names, language) or item.id, number(item.value, view), shown.get(item.id)
        )

    return SheetTable(
        sheet.unit, tuple(map(row, sheet.items)), tuple(map(row, sheet.fixed)), sheet.round_up_to
    )


def _examples(scores: Iterable[Score]) -> dict[str, Group]:
    found: dict[str, Group] = {}
    for score in scores:
        for line in score.best.sheet.lines if score.best.sheet else ():
            for place in line.places[:1]:
                found.setdefault(line.id, score.best.reading.groups[place])
    return found
