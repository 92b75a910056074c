"""The files of a run, by their endings: hands are read from one, results written to the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import chain
from stat import S_ISREG
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Literal, Protocol

from scorer.batch.lines import line_groups, raw_lines
from scorer.batch.resume import go_on
from scorer.errors import ScorerError

if TYPE_CHECKING:
    from scorer.batch.scoring import Block
    from scorer.batch.tables import Items

STANDARD = "-"
CSV, PARQUET = "csv", "parquet"
PATIENCE = 0.05
"""Seconds that results of a file may wait for one another; whoever reads along sees no delay in that."""
JSON_BEGIN = b'{"id": '
"""How every result of JSON Lines begins."""
Names = Callable[[], Sequence[str]]
"""Names that are worked out for tables only: a ruleset must be opened for them."""


class Hands:
    """What is read: the items, and how far reading has come on the way to `length` (None: not known).

    Results may wait for one another for `patience` seconds: not where hands come as somebody types them.
    `columns` are those of a table, whose rows are the items.
    """

    def __init__(
        self,
        groups: Iterable[Items],
        position: Callable[[], int] = lambda: 0,
        length: int | None = None,
        patience: float = PATIENCE,
        columns: Sequence[str] | None = None,
    ) -> None:
        self.position, self.length, self.patience, self.columns = position, length, patience, columns
        self.read = 0
        self.items = chain.from_iterable(self._counted(groups))

    def _counted(self, groups: Iterable[Items]) -> Iterator[Items]:
        for group in groups:
            self.read += len(group)
            yield group


def ending(path: str | None) -> str:
    """The ending of a file in small letters, by which its kind is known.

    >>> ending("hands.CSV")
    'csv'
    """
    return os.path.splitext(path or "")[1].lower()[1:]


def opened_hands(path: str, indicators: Names, stack: ExitStack) -> Hands:
    """The hands of a file or of standard input. Raises InputError for a table of no use."""
    if ending(path) == PARQUET:
        stack.enter_context(_opened(path, "rb"))
        table = _parquet().ParquetHands(path, indicators)
        stack.callback(table.close)
        return Hands(table.groups(), lambda: table.taken, table.rows, columns=table.columns)
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_opened(path, "rb"))
    length, patience = _measured(source)
    columns: Sequence[str] | None = None
    groups: Iterator[Items] = raw_lines(source)
    if ending(path) == CSV:
        from scorer.batch.tables import csv_rows

        columns, groups = csv_rows(line_groups(source), indicators, path)
    if path == STANDARD or not length:
        return Hands(groups, patience=patience, columns=columns)
    return Hands(groups, source.tell, length, patience, columns)


def _measured(source: BinaryIO) -> tuple[int, float]:
    """How long a file is, and how long its results may wait; what is no file may never end."""
    try:
        found = os.fstat(source.fileno())
    except OSError:  # standard input of a test is no file
        return 0, 0.0
    return found.st_size, PATIENCE if S_ISREG(found.st_mode) else 0.0


class Sink(Protocol):
    """Takes results."""

    written: int
    """how many results are where they should be"""

    def write(self, block: Block) -> None:
        """Takes results; whoever reads along has them soon, but for Parquet."""

    def close(self) -> None:
        """Writes what was kept back."""


class ByteSink:
    """Writes results as they are, and what a full disk has refused no second time."""

    def __init__(self, target: BinaryIO) -> None:
        self.target, self.written = target, 0

    def write(self, block: Block) -> None:
        """Writes results."""
        self.target.write(block.data)
        self.target.flush()
        self.written += block.size

    def close(self) -> None:
        """Nothing is kept back."""


def opened_results(path: str | None, columns: Names, resume: bool, stack: ExitStack) -> tuple[Sink, int]:
    """Where results go, and how many are there already."""
    if path is None:
        return ByteSink(sys.stdout.buffer), 0
    if ending(path) == PARQUET:
        parquet = _parquet()
        _opened(path, "wb").close()
        return parquet.ParquetSink(path, columns()), 0
    again = resume and os.path.exists(path)
    target = _opened(path, "r+b" if again else "wb")
    stack.callback(_close, target)
    head, done = JSON_BEGIN, 0
    if ending(path) == CSV:
        from scorer.batch.tables import csv_text

        head = csv_text(columns()).encode()
    if again:
        done = go_on(target, head, path)
    if ending(path) == CSV and not (again and target.tell()):
        target.write(head)
        target.flush()
    return ByteSink(target), done


def _parquet() -> ModuleType:
    """What reads and writes Parquet. Raises ScorerError where pyarrow is not installed."""
    try:
        from scorer.batch import arrow
    except ImportError as error:
        raise ScorerError("Parquet needs pyarrow: pip install 'scorer[batch]'") from error
    return arrow


def _opened(path: str, mode: Literal["rb", "wb", "r+b"]) -> BinaryIO:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ScorerError(f"{path!r} cannot be opened: {reason}") from error


def _close(target: BinaryIO) -> None:
    """Every line is written out before; what a full disk has refused is refused again here."""
    with suppress(OSError):
        target.close()


def refuse_own_input(path: str, out: str | None) -> None:
    """Opening a file for the results empties it; the hands must not be lost by that. Raises ScorerError."""
    try:
        read = os.fstat(sys.stdin.buffer.fileno()) if path == STANDARD else os.stat(path)
        same = out is not None and os.path.samestat(read, os.stat(out))
    except (OSError, ValueError):
        return
    if same and os.path.isfile(out or ""):
        raise ScorerError(f"--out {out!r} is the file that is read")
