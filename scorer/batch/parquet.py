"""Parquet in and out, a few thousand rows at a time. The only module of bulk runs that knows pyarrow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scorer.batch.tables import ENCODING, FIRST, LAST, MOST_FAULTS, Row, check_columns
from scorer.errors import Fault, InputError, ScorerError

if TYPE_CHECKING:
    from scorer.batch.scoring import Block

ROWS = 4096
FLOATS = ("points", "total")
"""Columns that may hold half points."""


def arrow() -> Any:
    """pyarrow with its Parquet part. Raises ScorerError where it is not installed.

    Its own store of memory takes and keeps some tens of MiB; that of the system does not.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # read while it is imported
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ScorerError("Parquet needs pyarrow: pip install 'scorer[batch]'") from error
    return pyarrow


class ParquetHands:
    """The rows of a Parquet file; its columns are those of CSV, or typed like JSON.

    Raises ScorerError where pyarrow is missing, InputError where the file or its columns are of no use.
    """

    def __init__(self, path: str, indicators: Callable[[], Iterable[str]]) -> None:
        self.path, self.taken = path, 0
        self.faults = (arrow().ArrowException, OSError, UnicodeDecodeError)
        try:
            self.file = arrow().parquet.ParquetFile(path)
        except self.faults as error:
            raise self._unreadable(error) from error
        self.rows: int = self.file.metadata.num_rows
        self.columns: list[str] = list(self.file.schema_arrow.names)
        check_columns(self.columns, indicators(), path)
        self._check_types()

    def _check_types(self) -> None:
        """Raises InputError for columns of what no line of JSON can hold: dates, bytes, decimals."""
        wanted = "texts, numbers or truths are needed"
        faults = [
            Fault(self.path, None, f"the column '{field.name}' is {field.type}: {wanted}")
            for field in self.file.schema_arrow
            if not _as_in_json(field.type)
        ]
        if faults:
            raise InputError(faults[:MOST_FAULTS])

    def groups(self) -> Iterator[list[Row]]:
        """The rows, as many at once as are held. Raises InputError where the file turns out to be damaged."""
        try:
            for batch in self.file.iter_batches(ROWS, use_threads=False):
                self.taken += batch.num_rows
                yield list(zip(*map(_cells, batch.columns), strict=True))
        except self.faults as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> InputError:
        reason = str(error).partition("\n")[0][:200]
        return InputError([Fault(self.path, None, f"this cannot be read as Parquet: {reason}")])

    def close(self) -> None:
        self.file.close()


def _as_in_json(sort: Any) -> bool:
    """Whether values of a type of Arrow are such as JSON has."""
    types = arrow().types
    if types.is_dictionary(sort):
        return _as_in_json(sort.value_type)
    if types.is_nested(sort):
        return all(_as_in_json(sort.field(place).type) for place in range(sort.num_fields))
    return any(
        fits(sort)
        for fits in (types.is_string, types.is_large_string, types.is_integer, types.is_floating,
                     types.is_boolean, types.is_null)
    )  # fmt: skip


def _cells(column: Any) -> Iterable[Any]:
    """The values of a column: equal texts as one, lists of texts as tuples."""
    if arrow().types.is_string(column.type):
        coded = column.dictionary_encode()
        every = [*coded.dictionary.to_pylist(), None]
        places = coded.indices.fill_null(len(every) - 1).to_pylist()
        return [every[place] for place in places]
    values: list[Any] = column.to_pylist()
    is_list = arrow().types.is_list(column.type) and arrow().types.is_string(column.type.value_type)
    return [None if cell is None else tuple(cell) for cell in values] if is_list else values


class ParquetSink:
    """Writes rows of cells (`flat`); the file is whole once it is closed."""

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.arrow, self.written = arrow(), 0
        self.schema = self.arrow.schema([(name, self._type(name)) for name in columns])
        self.writer = self.arrow.parquet.ParquetWriter(path, self.schema)
        self.waiting: list[Sequence[Any]] = []

    def _type(self, name: str) -> Any:
        if name == "ok":
            return self.arrow.bool_()
        if name in FLOATS:
            return self.arrow.float64()
        return self.arrow.string() if name in (*FIRST, *LAST) else self.arrow.int64()

    def write(self, block: Block) -> None:
        """Takes results."""
        self.waiting += block.data
        self.written += block.size
        while len(self.waiting) >= ROWS:
            self._flush()

    def _flush(self) -> None:
        rows, self.waiting = self.waiting[:ROWS], self.waiting[ROWS:]
        columns = [_texts(column) for column in zip(*rows, strict=True)]
        if rows:
            self.writer.write_batch(self.arrow.record_batch(columns, schema=self.schema))

    def close(self) -> None:
        """Writes what is left and the end of the file."""
        self._flush()
        self.writer.close()


def _texts(column: Sequence[Any]) -> Sequence[Any]:
    """The cells of a column; half a character, which no UTF-8 has, stands as its escape."""
    if all(cell.__class__ is not str or cell.isascii() for cell in set(column)):
        return column
    return [cell.encode(*ENCODING).decode() if cell.__class__ is str else cell for cell in column]
