"""The files of a run, by their endings: hands are read from one, results written to the other.

An interrupted run goes on behind the last whole line of its results.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import chain, islice
from stat import S_ISREG
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Literal

from scorer.batch.lines import line_groups, raw_lines
from scorer.batch.results import csv_text
from scorer.batch.tables import CsvHands
from scorer.errors import Fault, InputError, ScorerError

if TYPE_CHECKING:
    from scorer.batch.scoring import Block
    from scorer.batch.tables import Items

STANDARD = "-"
CSV, PARQUET = "csv", "parquet"
PATIENCE = 0.05
"""Seconds that results of a file may wait for one another; whoever reads along sees no delay in that."""
JSON_BEGIN = b'{"id": '
"""How every result of JSON Lines begins."""
PIECE = 1 << 16
LOOKED_AT = 100
"""Hands that are scored again before a run goes on."""


def ending(path: str | None) -> str:
    """The ending of a file in small letters, by which its kind is known.

    >>> ending("hands.CSV")
    'csv'
    """
    return os.path.splitext(path or "")[1].lower()[1:]


def _opened(path: str, mode: Literal["rb", "wb", "r+b"]) -> BinaryIO:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ScorerError(f"{path!r} cannot be opened: {reason}") from error


def _parquet() -> ModuleType:
    """What reads and writes Parquet. Raises ScorerError where pyarrow is not installed."""
    try:
        from scorer.batch import arrow
    except ImportError as error:
        raise ScorerError("Parquet needs pyarrow: pip install 'mahjong-scorer[batch]'") from error
    return arrow


# ---- what is read


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

    def skip(self, count: int, source: str) -> Items:
        """Passes over hands that are scored already, and gives the last of them. Raises InputError where
        there are fewer.
        """
        last = deque(islice(self.items, max(0, count - LOOKED_AT), count), LOOKED_AT)
        if len(last) < min(count, LOOKED_AT):
            message = (
                f"there are {count:,} results already, but only {self.read:,} hands: "
                "these belong to other hands"
            )
            raise InputError([Fault(source, None, message)])
        return list(last)


def opened_hands(path: str, indicators: Sequence[str], stack: ExitStack) -> Hands:
    """The hands of a file or of standard input. Raises InputError for a table of no use."""
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_opened(path, "rb"))
    if ending(path) == PARQUET:
        table = _parquet().ParquetHands(path, indicators)
        stack.callback(table.close)
        return Hands(table.groups(), lambda: table.taken, table.rows, columns=table.columns)
    try:
        found = os.fstat(source.fileno())
        length, patience = found.st_size, PATIENCE if S_ISREG(found.st_mode) else 0.0
    except OSError:  # standard input of a test is no file
        length, patience = 0, 0.0
    columns: Sequence[str] | None = None
    groups: Iterator[Items] = raw_lines(source)
    if ending(path) == CSV:
        table = CsvHands(line_groups(source), indicators, path)
        columns, groups = table.columns, table.groups()
    if path == STANDARD or not length:  # what is no file may never end
        return Hands(groups, patience=patience, columns=columns)
    return Hands(groups, source.tell, length, patience, columns)


# ---- what is written


class Sink:
    """Writes results as they are, and what a full disk has refused no second time: how many are `written`."""

    def __init__(self, target: BinaryIO) -> None:
        self.target, self.written = target, 0

    def write(self, block: Block) -> None:
        """Takes results; whoever reads along has them soon, but for Parquet."""
        self.target.write(block.data)
        self.target.flush()
        self.written += block.size

    def close(self) -> None:
        """Writes what was kept back: nothing, but for Parquet."""


def opened_results(
    path: str | None, columns: Sequence[str], resume: bool, stack: ExitStack
) -> tuple[Sink, int]:
    """Where results go, and how many are there already."""
    if path is None:
        return Sink(sys.stdout.buffer), 0
    if ending(path) == PARQUET:
        parquet = _parquet()
        _opened(path, "wb").close()
        return parquet.ParquetSink(path, columns), 0
    again = resume and os.path.exists(path)
    target = _opened(path, "r+b" if again else "wb")
    stack.callback(_close, target)
    head, done = JSON_BEGIN, 0
    if ending(path) == CSV:
        head = csv_text(columns).encode()
    if again:
        done = go_on(target, head, path)
    if ending(path) == CSV and not target.tell():
        target.write(head)
        target.flush()
    return Sink(target), done


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


def whole_lines(stream: BinaryIO, quoted: bool = False) -> tuple[int, int]:
    """The whole lines of a file, read piece by piece, and the bytes that they take. `quoted`: line breaks
    between quotes end no line.

    >>> import io
    >>> whole_lines(io.BytesIO(b'{"id": 1}\\n{"id": 2'))
    (1, 10)
    """
    lines = size = end = quotes = 0
    while piece := stream.readline(PIECE):
        size += len(piece)
        quotes += piece.count(b'"') if quoted else 0
        if piece.endswith(b"\n") and quotes % 2 == 0:
            lines, end = lines + 1, size
    return lines, end


def go_on(stream: BinaryIO, head: bytes, source: str) -> int:
    """Cuts off what is no whole line and stands at the end; gives how many results are there.

    `head` is how such a file begins: the line of columns of CSV, or the first characters of every result.
    Raises InputError, with the file as it was, where it begins otherwise.
    """
    is_table = head.endswith(b"\n")
    begin = stream.read(len(head))
    if begin != head[: len(begin)]:
        raise InputError([Fault(source, None, "these are no results of such a run; nothing is changed")])
    stream.seek(0)
    lines, size = whole_lines(stream, is_table)
    stream.seek(size)
    stream.truncate()
    return max(0, lines - is_table)


def refuse_others(path: str, wanted: bytes) -> None:
    """Makes sure that a file ends with these results, those of its last hands. Raises InputError."""
    with open(path, "rb") as file:
        file.seek(-min(len(wanted), file.seek(0, os.SEEK_END)), os.SEEK_END)
        if file.read() == wanted:
            return
    message = (
        "the last results are not what these hands give now: they belong to other hands, another ruleset, "
        "other options or another version of scorer; nothing is scored"
    )
    raise InputError([Fault(path, None, message)])
