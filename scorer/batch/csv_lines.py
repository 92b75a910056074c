"""CSV in and out. A file is untrusted: a bad row is an error in its place, a bad head one error for all."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from scorer.batch.cells import Item, Refused, check_columns, refused, row_line
from scorer.batch.lines import LONGEST_LINE, next_line
from scorer.errors import InputError
from scorer.values import replace

SEPARATORS = (",", ";", "\t")


def csv_items(stream: BinaryIO, indicators: Iterable[str], source: str) -> Iterator[Item]:
    """The rows of a table, whose first line names the columns, as lines of JSON. Blank lines are left out.

    Cells are separated by commas, or as the first line is: semicolons or tabs. The first line is read at
    once. Raises InputError where it does not name columns that a line can have.

    >>> list(csv_items(io.BytesIO(b"id,hand\\n1,123m\\n"), (), "hands.csv"))
    [b'{"id": "1", "hand": "123m"}']
    """
    rows = Rows(stream)
    head = next(rows, [])
    if isinstance(head, Refused):
        raise InputError(replace(fault, source=source) for fault in head.faults)
    columns = [name.strip() for name in head]
    if columns:
        check_columns(columns, indicators, source)
    return (_item(row, columns) for row in rows)


def _item(row: list[str] | Refused, columns: list[str]) -> Item:
    if isinstance(row, Refused):
        return row
    if len(row) != len(columns):
        ident = dict(zip(columns, row, strict=False)).get("id") or None
        return refused(f"{len(row)} cells, but {len(columns)} columns", ident=ident)
    return row_line(dict(zip(columns, row, strict=True)))


class Rows:
    """Rows of cells. A quoted cell may hold line breaks; a quote that is never closed spoils its own line
    only.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.again: deque[bytes] = deque()
        self.separator = ""

    def __iter__(self) -> Iterator[list[str] | Refused]:
        return self

    def __next__(self) -> list[str] | Refused:
        while line := self._line():
            head = not self.separator
            line = line.removeprefix(BOM_UTF8) if head else line
            if not line.strip():
                continue
            self.separator = _separator(line) if head else self.separator
            return self._row(line)
        raise StopIteration

    def _line(self) -> bytes:
        return self.again.popleft() if self.again else next_line(self.stream)

    def _row(self, first: bytes) -> list[str] | Refused:
        lines = self._closed(first)
        row = self._cells(b"".join(lines))
        if isinstance(row, Refused) and len(lines) > 1:
            self.again.extendleft(reversed(lines[1:]))
            return self._cells(first)
        return row

    def _closed(self, first: bytes) -> list[bytes]:
        """The line and those that belong to it by an open quote, within the bounds of a line."""
        lines, quotes, size = [first], first.count(b'"'), len(first)
        while quotes % 2 and size <= LONGEST_LINE and (line := self._line()):
            lines.append(line)
            quotes += line.count(b'"')
            size += len(line)
        return lines

    def _cells(self, raw: bytes) -> list[str] | Refused:
        if len(raw) > LONGEST_LINE:
            return refused(f"the row is longer than {LONGEST_LINE:,} bytes")
        try:
            return next(csv.reader([raw.decode("utf-8")], delimiter=self.separator, strict=True), [])
        except UnicodeDecodeError as error:
            return refused(f"the byte 0x{raw[error.start]:02X} is not UTF-8", error.start)
        except csv.Error as error:
            return refused(f"this is no row of CSV: {error}")


def _separator(head: bytes) -> str:
    return max(SEPARATORS, key=lambda text: head.count(text.encode()))


def csv_row(cells: Sequence[Any]) -> bytes:
    """One row with its line break: nothing is an empty cell, truth is `true` or `false`.

    >>> csv_row(["a,b", True, None, 8000])
    b'"a,b",true,,8000\\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([_cell(cell) for cell in cells])
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(cell: Any) -> Any:
    return str(cell).lower() if isinstance(cell, bool) else cell
