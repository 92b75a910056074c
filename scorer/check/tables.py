"""L702: tables with rows that overlap, rows that are missing, or values that fall where they should rise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from scorer.check.asking import parts_of
from scorer.check.sense.ranges import Size
from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.ruleset.build_worth import ROW
from scorer.ruleset.items import Item
from scorer.ruleset.model import ValueTable
from scorer.values import dataclass


@dataclass(frozen=True)
class Row:
    """One row as written: from, to (infinite where it is open), its numbers, where it stands."""

    low: int
    high: Size
    values: tuple[int, ...]
    item: Item


def tables_whole(subject: Subject) -> Iterator[Problem]:
    """Every table of the file."""
    section = subject.section("tables")
    for name, item in (section.fields if section else {}).items():
        table = subject.ruleset.table_by_id.get(name)
        if table is not None and subject.is_own(item) and not subject.is_faulty(item):
            yield from _table(subject, table, item)


def _table(subject: Subject, table: ValueTable, item: Item) -> Iterator[Problem]:
    written = sorted(_rows(item), key=lambda row: row.low)
    if not written:
        yield from subject.problem(item, "L702", f"the table '{table.id}' has no rows", key=True)
        return
    rows = [row for row in written if row.low <= row.high]
    for row in written:
        if row not in rows:
            yield from _say(subject, row, f"from {row.low} to {row.high} there is nothing", "the lower first")
    for before, row in pairwise(rows):
        yield from _neighbours(subject, table, before, row)
    if len(rows) == len(written):
        yield from _end(subject, table, rows[-1])


def _rows(item: Item) -> Iterator[Row]:
    rows = item.get("rows")
    for key, entry in (rows or item).fields.items():
        match = ROW.match(key)
        if match is not None and not (rows is None and key in ("rows", "columns")):
            low = int(match[1])
            high: Size = inf if match[3] else int(match[2] or low)
            yield Row(low, high, tuple(value.whole() for value in entry.entries), entry)


def _say(
    subject: Subject, row: Row, message: str, hint: str = "", severity: str = "error"
) -> Iterator[Problem]:
    yield from subject.problem(row.item, "L702", message, key=True, hint=hint, severity=severity)


def _neighbours(subject: Subject, table: ValueTable, before: Row, row: Row) -> Iterator[Problem]:
    if row.low <= before.high:
        yield from _say(subject, row, f"{row.low} has a row already: '{before.item.key}'")
    elif row.low > before.high + 1:
        first, last = before.high + 1, row.low - 1
        missing = f"{first}" if first == last else f"{first} to {last}"
        message = f"no row for {missing}: the table '{table.id}' gives 0 there"
        yield from _say(subject, row, message)
    else:
        yield from _falling(subject, table, before, row)


def _falling(subject: Subject, table: ValueTable, before: Row, row: Row) -> Iterator[Problem]:
    for place, (old, new) in enumerate(zip(before.values, row.values, strict=False)):
        if new < old:
            column = f" of '{table.columns[place]}'" if place < len(table.columns) else ""
            message = f"{new}{column} is less than the {old} of the row before"
            yield from _say(subject, row, message, severity="warning")


def _end(subject: Subject, table: ValueTable, last: Row) -> Iterator[Problem]:
    """A table that ends although larger numbers are asked."""
    if last.high == inf:
        return
    keys = [
        subject.solver.ranges.of(part.args[2])
        for asked in subject.asked
        if asked.sort not in ("class", "selector", "templates")
        for part in parts_of(asked.node)
        if part.op == "table" and part.args[0] == table.id
    ]
    if any(key.high > last.high for key in keys):
        message = f"the table '{table.id}' ends here and gives 0 for anything larger"
        hint = f"write {last.low}+ where the last row goes on"
        yield from _say(subject, last, message, hint, "warning")
