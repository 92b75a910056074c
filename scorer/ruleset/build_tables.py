"""Builds tables that value expressions ask like functions."""

from __future__ import annotations

import re

from scorer.ruleset.building import Building, by_name
from scorer.ruleset.items import Item
from scorer.ruleset.model import ValueTable

ROW = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+)|(\+))?\Z")
MOST_ROWS = 200


def build_tables(building: Building) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    item = building.root.get("tables")
    tables = by_name(item, lambda name, entry: _table(building, name, entry))
    building.knows(tables={table.id: table.columns for table in tables})
    return tables


def _table(building: Building, name: str, item: Item) -> ValueTable:
    rows = item.get("rows")
    columns = item.fields["columns"].entries if rows and "columns" in item.fields else []
    keyed = (rows or item).fields if rows else item.fields
    found = [_row(building, key, entry, len(columns)) for key, entry in list(keyed.items())[:MOST_ROWS]]
    return ValueTable(name, tuple(c.text() for c in columns), tuple(row for row in found if row))


def _row(
    building: Building, key: str, item: Item, columns: int
) -> tuple[int, int | None, tuple[int, ...]] | None:
    match = ROW.match(key)
    if match is None:
        building.problems.append(
            item.problem("L205", f"'{key}' is no row of a table", key=True, hint="3, 6-7 or 13+")
        )
        return None
    values = tuple(entry.whole() for entry in item.entries)
    if len(values) != max(1, columns):
        message = f"{len(values)} numbers in a row of {max(1, columns)}"
        building.problems.append(item.problem("L205", message))
        return None
    low = int(match[1])
    return low, None if match[3] else int(match[2] or low), values
