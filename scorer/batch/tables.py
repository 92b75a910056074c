"""Rows of tables: columns are the keys of a JSON line, and an empty cell means that the key is omitted."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from scorer.batch.lines import LONGEST_LINE, NumberedItems
from scorer.errors import Fault, InputError
from scorer.fast.requests import Requests
from scorer.hand import USUAL_INDICATORS
from scorer.message import Listed, Message, Text
from scorer.parameters import COUNT, TEXT
from scorer.rows import (
    KEYS,
    OF_RULES,
    PAIRS,
    PLAIN_IDS,
    REQUEST_DEFAULTS,
    BadLine,
    cell_value,
    is_empty,
    requests_of,
    row_data,
)
from scorer.suggest import nearest_names
from scorer.values import replace

MOST_FAULTS = 20
Row = tuple[object, ...]
"""The cells of a row, in the order of the table's columns."""
Item = bytes | BadLine
"""One item to score: a line of JSON, or the error of a row that could not be read."""
Items = list[Any]
"""Items to score: lines of JSON, or rows and the errors of unreadable rows, depending on
`WorkOrder.columns_given`."""
CSV_REASONS = {"unexpected end of data": "csv end", "',' expected after '\"'": "csv quote"}
"""The messages for the usual reasons that Python's reader of CSV gives."""


def _bad_row(message: Text, position: int | None = None, ident: object = None) -> BadLine:
    return BadLine([Fault("row", position, message)], ident)


def check_columns(columns: list[str], indicators: Iterable[str], source: str) -> None:
    """Refuse columns that no line can have, as one error of the table rather than one for each row.

    Rows that name their own rulesets may have other inputs, which `read_line` checks. Raises InputError.

    >>> check_columns(["id", "hnad"], (), "hands.csv")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: no such column 'hnad'; ...
    """
    known = tuple(dict.fromkeys(("id", *KEYS, *USUAL_INDICATORS, *indicators)))
    any_name = "ruleset" in columns
    unknown = (name for name in columns if not name or (name not in known and not any_name))
    faults = [
        Fault(
            source,
            None,
            Message("no such column in table", name[:80], Listed(known, "comma"))
            if name
            else Message("column without name"),
            suggestions=nearest_names(name[:80], known, 1),
        )
        for name in islice(unknown, MOST_FAULTS)
    ]
    twice = [name for name in known if columns.count(name) > 1]
    faults += [Fault(source, None, Message("column given twice", name)) for name in twice]
    if "hand" not in columns:
        faults.append(Fault(source, None, Message("no column hand")))
    if faults:
        raise InputError(faults[:MOST_FAULTS])


def row_line(cells: Mapping[str, object]) -> Item:
    """A row as a line of JSON.

    >>> row_line({"id": "7", "hand": "123m", "with": "riichi ippatsu", "honba": "1", "dora": ""})
    b'{"id": "7", "hand": "123m", "with": ["riichi", "ippatsu"], "honba": 1}'
    >>> row_line({"hand": "123m", "options": "kiriage_mangan=true"})
    b'{"hand": "123m", "options": {"kiriage_mangan": "true"}}'
    """
    try:
        return json.dumps(row_data(cells), ensure_ascii=False, default=str).encode(
            "utf-8", "backslashreplace"
        )
    except InputError as error:
        return BadLine(list(error.faults), cells.get("id") or None)


class RowReader:
    """Reads rows of a table as requests, column by column. A row that is not plainly valid gets an empty hand
    and is left to `row_line`.

    >>> reader = RowReader(("id", "hand", "with"), ("dora",), "riichi")
    >>> idents, asked = reader.requests([("1", "123m", "riichi"), ("", " 1m", "")])
    >>> idents, asked.hands, asked.row(0).situation.circumstances
    (['1', None], ['123m', '1m'], ('riichi',))
    """

    def __init__(self, columns: Sequence[str], indicators: Sequence[str], ruleset: str) -> None:
        self.columns, self.ruleset = tuple(columns), ruleset
        self.column_names = [*REQUEST_DEFAULTS, *OF_RULES, *dict.fromkeys((*indicators, *USUAL_INDICATORS))]

    def requests(self, rows: Sequence[Row]) -> tuple[list[object], Requests]:
        """The ids and the requests of rows. Raises TypeError for a cell whose type is not plain."""
        cells = dict(zip(self.columns, zip(*rows, strict=True), strict=True))
        idents = [None if is_empty(cell) else cell for cell in cells.get("id", [None] * len(rows))]
        left = {at for at, one in enumerate(idents) if one.__class__ not in PLAIN_IDS}
        columns: dict[str, list[Any]] = {}
        for name in self.column_names:
            if name in cells:
                columns[name] = self._column(name, cells[name], left)
        for at in left:
            columns["hand"][at] = ""
        for name in OF_RULES:
            columns.pop(name, None)
        return idents, requests_of(columns, len(rows))

    def _column(self, name: str, cells: Sequence[object], rows_left: set[int]) -> list[Any]:
        """The values of a column; the positions of cells that are not plain are added to `rows_left`."""
        if KEYS.get(name, TEXT) is TEXT and name not in OF_RULES and set(map(type, cells)) == {str}:
            return [cell.strip() for cell in cells]  # type: ignore[attr-defined]
        absent = REQUEST_DEFAULTS.get(name, "")
        known = {cell: self._plain_cell(name, cell, absent) for cell in set(cells)}
        if NOT_PLAIN in known.values():
            rows_left.update(at for at, cell in enumerate(cells) if known[cell] is NOT_PLAIN)
            known = {cell: absent if value is NOT_PLAIN else value for cell, value in known.items()}
        return [known[cell] for cell in cells]

    def _plain_cell(self, name: str, cell: object, absent: object) -> object:
        """The value of a cell, NOT_PLAIN if it is not plain."""
        if is_empty(cell) or (name == "ruleset" and cell == self.ruleset):
            return absent
        if name in OF_RULES or name in PAIRS:
            return NOT_PLAIN
        value = cell_value(name, cell)
        if name == "with":
            texts = tuple(value) if isinstance(value, list) else (None,)
            return texts if all(isinstance(text, str) for text in texts) else NOT_PLAIN
        return value if type(value) is (int if KEYS.get(name) is COUNT else str) else NOT_PLAIN


NOT_PLAIN = object()


# ---- CSV. Files are untrusted: a bad row is an error at its position

SEPARATORS = (",", ";", "\t")
UNPLAIN = re.compile(rb'["\x00\r]')
"""Characters that need the CSV parser: quotes, and a carriage return that does not end a line."""
BLANK = " \t\r\n\v\f"


class CsvHands:
    """The rows of a CSV table and its `columns`, which the first line names. Blank lines are skipped.

    The separator is a comma, semicolon or tab, whichever the first line uses. A quoted cell may contain line
    breaks; a quote that is never closed spoils only its own line. The first line is read immediately. Raises
    InputError if it names columns that a line cannot have.

    >>> hands = CsvHands(iter([[b"id,hand\\n", b"1,123m\\n"]]), (), "hands.csv")
    >>> hands.columns, list(hands.groups())
    (['id', 'hand'], [NumberedItems(items=[('1', '123m')], line_numbers=range(2, 3))])
    """

    def __init__(self, groups: Iterator[list[bytes]], indicators: Iterable[str], source: str) -> None:
        self.groups_left, self.separator = groups, ","
        self.lines: deque[bytes] = deque()
        self.line_number = 1
        """the number of the first of `lines`"""
        head = self._header_columns()
        if isinstance(head, BadLine):
            raise InputError(replace(fault, source=source) for fault in head.faults)
        self.columns = [name.strip() for name in head]
        if self.columns:
            check_columns(self.columns, indicators, source)

    def _read_more(self) -> bool:
        """Read the next line; returns whether there is one."""
        while not self.lines and (group := next(self.groups_left, None)) is not None:
            self.lines.extend(group)
        return bool(self.lines)

    def _header_columns(self) -> list[str] | BadLine:
        """The cells of the first line that is not blank; none if there is no such line."""
        while self._read_more():
            if self.lines[0].strip():
                signs = [(self.lines[0].count(sign.encode()), sign) for sign in SEPARATORS]
                self.separator = max(signs, key=itemgetter(0))[1]
                return self._cells()
            self._next_line()
        return []

    def _next_line(self) -> bytes:
        self.line_number += 1
        return self.lines.popleft()

    def groups(self) -> Iterator[NumberedItems]:
        """The rows, in groups as the lines are read."""
        while self._read_more():
            raw = b"".join(self.lines).replace(b"\r\n", b"\n")
            if raw.isascii() and not UNPLAIN.search(raw) and max(map(len, self.lines)) < LONGEST_LINE:
                begin, size = self.line_number, len(self.lines)
                self.line_number += size
                self.lines.clear()
                texts, sign = raw.decode("ascii").split("\n"), self.separator
                rows = [text.split(sign) for text in texts if text.strip(BLANK)]
                is_plain = set(map(len, rows)) <= {len(self.columns)}
                numbers: Sequence[int] = range(begin, begin + size)
                if len(rows) < size:
                    numbers = [number for number, text in enumerate(texts, begin) if text.strip(BLANK)]
                yield NumberedItems(
                    list(map(tuple, rows)) if is_plain else list(map(self._row, rows)), numbers
                )
            else:
                yield self._rows_one_by_one()

    def _rows_one_by_one(self) -> NumberedItems:
        rows: list[Row | BadLine] = []
        numbers: list[int] = []
        while self.lines:
            if self.lines[0].strip():
                numbers.append(self.line_number)
                rows.append(self._row(self._cells()))
            else:
                self._next_line()
        return NumberedItems(rows, numbers)

    def _cells(self) -> list[str] | BadLine:
        """The cells of the next row, including further lines that an open quote continues, if they close
        it.
        """
        lines = [self._next_line()]
        quotes, size = lines[0].count(b'"'), len(lines[0])
        while quotes % 2 and size <= LONGEST_LINE and self._read_more():
            lines.append(self._next_line())
            quotes, size = quotes + lines[-1].count(b'"'), size + len(lines[-1])
        row = self._parse_cells(b"".join(lines))
        if isinstance(row, BadLine) and len(lines) > 1:
            self.lines.extendleft(reversed(lines[1:]))
            self.line_number -= len(lines) - 1
            return self._parse_cells(lines[0])
        return row

    def _parse_cells(self, row: bytes) -> list[str] | BadLine:
        if len(row) > LONGEST_LINE:
            return _bad_row(Message("long row", LONGEST_LINE))
        try:
            return next(csv.reader([row.decode("utf-8")], delimiter=self.separator, strict=True), [])
        except UnicodeDecodeError as error:
            return _bad_row(Message("byte not UTF-8", row[error.start]), error.start)
        except csv.Error as error:
            what = str(error).partition(" - ")[0]  # the rest of Python's message is for programmers
            return _bad_row(
                Message("no CSV row", Message(CSV_REASONS[what]) if what in CSV_REASONS else what)
            )

    def _row(self, cells: list[str] | BadLine) -> Row | BadLine:
        if isinstance(cells, BadLine):
            return cells
        if len(cells) != len(self.columns):
            ident = dict(zip(self.columns, cells, strict=False)).get("id") or None
            return _bad_row(Message("cells and columns", len(cells), len(self.columns)), ident=ident)
        return tuple(cells)
