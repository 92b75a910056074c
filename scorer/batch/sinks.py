"""Where results go: as they are, as rows of CSV, as rows of Parquet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import BinaryIO, Protocol

from scorer.batch.csv_lines import csv_row
from scorer.batch.flat import flat
from scorer.batch.parquet import ParquetResults

JSON_BEGIN = b'{"id": '
"""How every result of JSON Lines begins."""


class Sink(Protocol):
    """Takes results as lines of JSON."""

    def write(self, result: bytes) -> None:
        """Writes one result; whoever reads along has it at once, but for Parquet."""

    def close(self) -> None:
        """Writes what was kept back."""


class LineSink:
    """JSON Lines."""

    def __init__(self, target: BinaryIO) -> None:
        self.target = target

    def write(self, result: bytes) -> None:
        self.target.write(result)
        self.target.flush()

    def close(self) -> None:
        """Nothing is kept back."""


class CsvSink:
    """CSV; `headed` where the line of columns is there already."""

    def __init__(self, target: BinaryIO, columns: Sequence[str], headed: bool = False) -> None:
        self.target, self.columns = target, columns
        if not headed:
            self._put(csv_row(columns))

    def write(self, result: bytes) -> None:
        self._put(csv_row(flat(json.loads(result), self.columns)))

    def _put(self, row: bytes) -> None:
        self.target.write(row)
        self.target.flush()

    def close(self) -> None:
        """Nothing is kept back."""


class ParquetSink:
    """Parquet, whole once it is closed."""

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.columns = columns
        self.rows = ParquetResults(path, columns)

    def write(self, result: bytes) -> None:
        self.rows.write(flat(json.loads(result), self.columns))

    def close(self) -> None:
        self.rows.close()
