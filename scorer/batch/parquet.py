"""Parquet in and out, a few thousand rows at a time. The only module of bulk runs that knows pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorer.batch.tables import FIRST, LAST, Item, check_columns, flat, row_line
from scorer.errors import Fault, InputError, ScorerError

ROWS = 4096
FLOATS = ("points", "total")
"""Columns that may hold half points."""


def arrow() -> Any:
    """pyarrow with its Parquet part. Raises ScorerError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ScorerError("Parquet needs pyarrow: pip install 'scorer[batch]'") from error
    return pyarrow


class ParquetHands:
    """The rows of a Parquet file as lines of JSON; its columns are those of CSV, or typed like JSON.

    Raises ScorerError where pyarrow is missing, InputError where the file or its columns are of no use.
    """

    def __init__(self, path: str, indicators: Iterable[str]) -> None:
        self.path, self.taken = path, 0
        self.faults = (arrow().ArrowException, OSError)
        try:
            self.file = arrow().parquet.ParquetFile(path)
        except self.faults as error:
            raise self._unreadable(error) from error
        self.rows: int = self.file.metadata.num_rows
        check_columns(list(self.file.schema_arrow.names), indicators, path)

    def items(self) -> Iterator[Item]:
        """Every row as an item. Raises InputError where the file turns out to be damaged."""
        try:
            for batch in self.file.iter_batches(ROWS):
                for row in batch.to_pylist():
                    self.taken += 1
                    yield row_line(row)
        except self.faults as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> InputError:
        reason = str(error).partition("\n")[0][:200]
        return InputError([Fault(self.path, None, f"this cannot be read as Parquet: {reason}")])

    def close(self) -> None:
        self.file.close()


class ParquetResults:
    """Writes rows of cells (`flat`); the file is whole once it is closed."""

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.arrow, self.columns = arrow(), columns
        self.schema = self.arrow.schema([(name, self._type(name)) for name in columns])
        self.writer = self.arrow.parquet.ParquetWriter(path, self.schema)
        self.waiting: list[list[Any]] = []

    def _type(self, name: str) -> Any:
        if name == "ok":
            return self.arrow.bool_()
        if name in FLOATS:
            return self.arrow.float64()
        return self.arrow.string() if name in (*FIRST, *LAST) else self.arrow.int64()

    def write(self, cells: Sequence[Any]) -> None:
        """Takes one row."""
        self.waiting.append([_text(cell) if isinstance(cell, str) else cell for cell in cells])
        if len(self.waiting) >= ROWS:
            self._flush()

    def _flush(self) -> None:
        rows, self.waiting = self.waiting, []
        columns = [list(column) for column in zip(*rows, strict=True)]
        if rows:
            self.writer.write_batch(self.arrow.record_batch(columns, schema=self.schema))

    def close(self) -> None:
        """Writes what is left and the end of the file."""
        self._flush()
        self.writer.close()


def _text(cell: str) -> str:
    """Half a character, which no UTF-8 has, as its escape."""
    return cell.encode("utf-8", "backslashreplace").decode("utf-8")


class ParquetSink:
    """Parquet, whole once it is closed."""

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.columns, self.written = columns, 0
        self.rows = ParquetResults(path, columns)

    def write(self, result: bytes) -> None:
        self.rows.write(flat(json.loads(result), self.columns))
        self.written += 1

    def close(self) -> None:
        self.rows.close()
