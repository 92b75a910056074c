"""The files of a bulk run: hands by file ending in, results by file ending out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import Any, BinaryIO

import click

from scorer.batch.cells import Item
from scorer.batch.csv_lines import csv_items, csv_row
from scorer.batch.lines import raw_lines
from scorer.batch.parquet import ParquetHands
from scorer.batch.resume import go_on
from scorer.batch.sinks import JSON_BEGIN, CsvSink, LineSink, ParquetSink, Sink
from scorer.values import dataclass

STANDARD = "-"
CSV, PARQUET = ".csv", ".parquet"


@dataclass(frozen=True)
class Hands:
    """What is read: the items, and how far reading has come on the way to `length` (None: not known)."""

    items: Iterator[Item]
    position: Callable[[], int]
    length: int | None = None


def ending(path: str | None) -> str:
    """The ending of a file in small letters, by which its kind is known."""
    return os.path.splitext(path or "")[1].lower()


def opened_hands(path: str, indicators: Sequence[str], stack: ExitStack) -> Hands:
    """The hands of a file or of standard input. Raises InputError for a table of no use."""
    if ending(path) == PARQUET:
        stack.enter_context(_opened(path, "rb"))
        table = ParquetHands(path, indicators)
        stack.callback(table.close)
        return Hands(table.items(), lambda: table.taken, table.rows)
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_opened(path, "rb"))
    items = csv_items(source, indicators, path) if ending(path) == CSV else raw_lines(source)
    length = None if path == STANDARD else os.fstat(source.fileno()).st_size
    return Hands(items, source.tell if length else lambda: 0, length or None)


def opened_results(
    path: str | None, columns: Sequence[str], resume: bool, stack: ExitStack
) -> tuple[Sink, int]:
    """Where results go, and how many are there already."""
    if path is None:
        return LineSink(sys.stdout.buffer), 0
    if ending(path) == PARQUET:
        _opened(path, "wb").close()
        return ParquetSink(path, columns), 0
    is_table = ending(path) == CSV
    again = resume and os.path.exists(path)
    target = _opened(path, "r+b" if again else "wb")
    stack.callback(_close, target)
    done = go_on(target, csv_row(columns) if is_table else JSON_BEGIN, path) if again else 0
    headed = again and target.tell() > 0
    return CsvSink(target, columns, headed) if is_table else LineSink(target), done


def _opened(path: str, mode: str) -> Any:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"{path!r} cannot be opened: {reason}") from error


def _close(target: BinaryIO) -> None:
    """Every line is written out when it comes; what a full disk has refused is refused again here."""
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
