"""Where results go as rows: CSV and Parquet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import BinaryIO

from scorer.batch.csv_lines import csv_row
from scorer.batch.flat import flat
from scorer.batch.parquet import ParquetResults
from scorer.batch.sinks import Together


class CsvSink(Together):
    """CSV; `headed` where the line of columns is there already."""

    def __init__(
        self, target: BinaryIO, patience: float, columns: Sequence[str], headed: bool = False
    ) -> None:
        super().__init__(target, patience)
        self.columns = columns
        if not headed:
            self.target.write(csv_row(columns))
            self.target.flush()

    def write(self, result: bytes) -> None:
        self.put(csv_row(flat(json.loads(result), self.columns)))

    close = Together.flush


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
