"""The files of a bulk run: hands by file ending in, results by file ending out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from scorer.batch.lines import raw_lines
from scorer.batch.tables import JSON_BEGIN, LineSink, Sink
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.batch.tables import Item

STANDARD = "-"
CSV, PARQUET = ".csv", ".parquet"
PATIENCE = 0.05
"""Seconds that results of a file may wait for one another; whoever reads along sees no delay in that."""
Names = Callable[[], Sequence[str]]
"""Names that are worked out for tables only: a ruleset must be opened for them."""


@dataclass(frozen=True)
class Hands:
    """What is read: the items, and how far reading has come on the way to `length` (None: not known).

    Results may wait for one another for `patience` seconds: not where hands come as somebody types them.
    """

    items: Iterator[Item]
    position: Callable[[], int]
    length: int | None = None
    patience: float = PATIENCE


def ending(path: str | None) -> str:
    """The ending of a file in small letters, by which its kind is known."""
    return os.path.splitext(path or "")[1].lower()


def opened_hands(path: str, indicators: Names, stack: ExitStack) -> Hands:
    """The hands of a file or of standard input. Raises InputError for a table of no use."""
    if ending(path) == PARQUET:
        from scorer.batch.parquet import ParquetHands

        stack.enter_context(_opened(path, "rb"))
        table = ParquetHands(path, indicators())
        stack.callback(table.close)
        return Hands(table.items(), lambda: table.taken, table.rows)
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_opened(path, "rb"))
    length, patience = _measured(source)
    items = _rows(source, indicators(), path) if ending(path) == CSV else raw_lines(source)
    if path == STANDARD or not length:
        return Hands(items, lambda: 0, None, patience)
    return Hands(items, source.tell, length, patience)


def _rows(source: BinaryIO, indicators: Sequence[str], path: str) -> Iterator[Item]:
    from scorer.batch.tables import csv_items

    return csv_items(source, indicators, path)


def _measured(source: BinaryIO) -> tuple[int, float]:
    """How long a file is, and how long its results may wait; what is no file may never end."""
    try:
        found = os.fstat(source.fileno())
    except OSError:  # standard input of a test is no file
        return 0, 0.0
    return found.st_size, PATIENCE if S_ISREG(found.st_mode) else 0.0


def opened_results(
    path: str | None, columns: Names, resume: bool, patience: float, stack: ExitStack
) -> tuple[Sink, int]:
    """Where results go, and how many are there already."""
    if path is None:
        return LineSink(sys.stdout.buffer, patience), 0
    if ending(path) == PARQUET:
        from scorer.batch.parquet import ParquetSink

        _opened(path, "wb").close()
        return ParquetSink(path, columns()), 0
    again = resume and os.path.exists(path)
    target = _opened(path, "r+b" if again else "wb")
    stack.callback(_close, target)
    if ending(path) == CSV:
        return _rows_sink(target, columns(), path if again else "", patience)
    return LineSink(target, patience), _done(target, JSON_BEGIN, path) if again else 0


def _rows_sink(target: BinaryIO, columns: Sequence[str], again: str, patience: float) -> tuple[Sink, int]:
    from scorer.batch.tables import CsvSink, csv_row

    done = _done(target, csv_row(columns), again) if again else 0
    headed = bool(again) and target.tell() > 0
    return CsvSink(target, patience, columns, headed), done


def _done(target: BinaryIO, head: bytes, path: str) -> int:
    from scorer.batch.resume import go_on

    return go_on(target, head, path)


def _opened(path: str, mode: str) -> Any:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"{path!r} cannot be opened: {reason}") from error


def _close(target: BinaryIO) -> None:
    """Every line is written out before; what a full disk has refused is refused again here."""
    with suppress(OSError):
        target.close()


def refuse_own_input(path: str, out: str | None) -> None:
    """Opening a file for the results empties it; the hands must not be lost by that."""
    try:
        read = os.fstat(sys.stdin.buffer.fileno()) if path == STANDARD else os.stat(path)
        same = out is not None and os.path.samestat(read, os.stat(out))
    except (OSError, ValueError):
        return
    if same and os.path.isfile(out or ""):
        raise click.UsageError(f"--out {out!r} is the file that is read")
