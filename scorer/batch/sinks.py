"""Where results go as they are: JSON Lines. Tables are in `scorer.batch.table_sinks`."""

from __future__ import annotations

from time import monotonic
from typing import BinaryIO, Protocol

JSON_BEGIN = b'{"id": '
"""How every result of JSON Lines begins."""


class Sink(Protocol):
    """Takes results as lines of JSON."""

    written: int
    """how many results are where they should be"""

    def write(self, result: bytes) -> None:
        """Takes one result; whoever reads along has it soon, but for Parquet."""

    def close(self) -> None:
        """Writes what was kept back."""


class Together:
    """Writes lines, those of `patience` seconds together: a call of the system for each takes as long as
    a good part of scoring it. Without patience every line is written when it comes.
    """

    def __init__(self, target: BinaryIO, patience: float) -> None:
        self.target, self.patience = target, patience
        self.lines: list[bytes] = []
        self.due = 0.0
        self.written = 0

    def put(self, line: bytes) -> None:
        """Takes one line, and writes all that wait if it is time."""
        self.lines.append(line)
        if monotonic() >= self.due:
            self.flush()

    def flush(self) -> None:
        """Writes what waits. What a full disk has refused is not written a second time."""
        lines, self.lines = self.lines, []
        self.target.write(b"".join(lines))
        self.target.flush()
        self.written += len(lines)
        self.due = monotonic() + self.patience


class LineSink(Together):
    """JSON Lines."""

    write = Together.put
    close = Together.flush
