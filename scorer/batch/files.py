"""The files of a run: their endings determine how hands are read and results are written.

An interrupted run is resumed after the last complete line of its results, provided that everything the
results depend on is unchanged.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from io import BytesIO
from itertools import chain, islice
from stat import S_ISREG
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from scorer.batch.lines import INVALID, LineNumbers, NumberedItems, line_groups, raw_lines
from scorer.batch.results import csv_bytes, csv_text
from scorer.batch.resume import Checkpoint, InputDigest, SideFile
from scorer.batch.tables import CsvHands
from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Message, clauses
from scorer.package import installation
from scorer.ruleset.source import read_error_reason

if TYPE_CHECKING:
    from scorer.batch.scoring import ResultBlock
    from scorer.batch.tables import Items

STANDARD = "-"
CSV, PARQUET = "csv", "parquet"
PATIENCE = 0.05
"""Seconds that results may be held back to be written together; someone who follows the output does not
notice such a delay.
"""
JSON_BEGIN = b'{"id": '
"""The first bytes of every result in JSON Lines."""
PIECE = 1 << 16
PIECE_OF_HANDS = 1000
LOOKED_AT = 100
"""Number of hands that are scored again, as a check, before a run is resumed."""


def file_ending(path: str | None) -> str:
    """The ending of a file name in lower case, which determines the file format.

    >>> file_ending("hands.CSV")
    'csv'
    """
    return os.path.splitext(path or "")[1].lower()[1:]


def _open_file(path: str, mode: Literal["rb", "wb", "r+b"]) -> BinaryIO:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        raise ScorerError(Message("cannot be opened", path, read_error_reason(error))) from error


def _parquet_module() -> ModuleType:
    """The module that reads and writes Parquet. Raises ScorerError if pyarrow is not installed."""
    try:
        from scorer.batch import arrow
    except ImportError as error:
        raise ScorerError(f"Parquet needs pyarrow: {installation('batch')}") from error
    return arrow


# ---- what is read


class HandSource:
    """The hands of a run, and how much of the input (`length`, None if unknown) has been read.

    Results may be held back for `patience` seconds, which is zero when hands are typed at a terminal.
    `columns` are the columns of a table whose rows are the hands.
    """

    def __init__(
        self,
        groups: Iterable[NumberedItems],
        position: Callable[[], int] = lambda: 0,
        length: int | None = None,
        patience: float = PATIENCE,
        columns: Sequence[str] | None = None,
    ) -> None:
        self.position, self.length, self.patience, self.columns = position, length, patience, columns
        self.hands_read, self.line_numbers = 0, LineNumbers()
        self.digest = InputDigest()
        self.side: SideFile | None = None
        """counts the input that has been read"""
        self.items = chain.from_iterable(self._count_groups(groups))

    def _count_groups(self, groups: Iterable[NumberedItems]) -> Iterator[Items]:
        for group, numbers in groups:
            self.hands_read += len(group)
            self.line_numbers.add(numbers)
            if self.side is not None:
                self.digest.add_items(group)
                self.side.waiting_lines.append(self.digest.checkpoint)
            yield group

    def skip(self, count: int, checkpoint: Checkpoint, side: SideFile) -> NumberedItems:
        """Skip `count` hands that have already been scored, and return the last of them. Raises InputError if
        the hands up to the checkpoint differ from those that `checkpoint` was made of.
        """
        last, last_numbers = deque[object](maxlen=LOOKED_AT), deque[int](maxlen=LOOKED_AT)
        ahead: Items = []
        digest = InputDigest()
        while digest.hands < checkpoint.hands and (piece := list(islice(self.items, PIECE_OF_HANDS))):
            piece, rest = piece[: checkpoint.hands - digest.hands], piece[checkpoint.hands - digest.hands :]
            scored = max(0, count - digest.hands)
            last.extend(piece[:scored])
            last_numbers.extend(self.line_numbers.take(len(piece[:scored])))
            ahead += [*piece[scored:], *rest]
            digest.add_items(piece)
        if digest.checkpoint != checkpoint:
            fewer = Message("fewer hands now", self.hands_read, checkpoint.hands)
            changed = Message("other hands now", checkpoint.hands)
            message = fewer if digest.hands < checkpoint.hands else changed
            raise side.difference_error(Message("input has changed", message))
        self.items = chain(ahead, self.items)
        return NumberedItems(list(last), list(last_numbers))


def open_hands(path: str, indicators: Sequence[str], stack: ExitStack) -> HandSource:
    """The hands of a file or of standard input. Raises InputError for a table that cannot be used."""
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_open_file(path, "rb"))
    if file_ending(path) == PARQUET:
        table = _parquet_module().ParquetHands(path, indicators)
        stack.callback(table.close)
        return HandSource(table.groups(), lambda: table.rows_taken, table.rows, columns=table.columns)
    try:
        found = os.fstat(source.fileno())
        length, patience = found.st_size, PATIENCE if S_ISREG(found.st_mode) else 0.0
    except OSError:  # in tests, standard input is not a file
        length, patience = 0, 0.0
    columns: Sequence[str] | None = None
    groups: Iterator[NumberedItems] = raw_lines(source)
    if file_ending(path) == CSV:
        table = CsvHands(line_groups(source), indicators, path)
        columns, groups = table.columns, table.groups()
    if path == STANDARD or not length:  # a pipe or device may never end
        return HandSource(groups, patience=patience, columns=columns)
    return HandSource(groups, source.tell, length, patience, columns)


# ---- what is written


class Sink:
    """Writes results unchanged and counts them. After a failed write, for example to a full disk, nothing is
    written again.
    """

    def __init__(self, target: BinaryIO) -> None:
        self.target, self.results_written = target, 0

    def write(self, block: ResultBlock) -> None:
        """Add results. They are flushed soon, except to Parquet."""
        start = self._file_size()
        try:
            self.target.write(block.data)
            self.target.flush()
        except OSError:
            there = block.data[: self._file_size() - start]
            self.results_written += whole_lines(BytesIO(there), has_quotes=True)[0]
            raise
        self.results_written += block.size

    def _file_size(self) -> int:
        """The bytes that have reached the file; 0 if they are not known, as of a pipe."""
        try:
            status = os.fstat(self.target.fileno())
        except ValueError:  # a stream in memory
            return 0
        return status.st_size if S_ISREG(status.st_mode) else 0

    def close(self) -> None:
        """Write what was held back, which only Parquet does."""


class WholeResults(NamedTuple):
    """The number of complete results in a file, their size in bytes, and whether the file begins like
    results.
    """

    hands: int = 0
    size: int = 0
    is_of_a_run: bool = True


def whole_results(path: str, columns: Sequence[str]) -> WholeResults:
    """The complete results of a run to be resumed; none if the file does not exist."""
    if not os.path.exists(path):
        return WholeResults()
    is_table = file_ending(path) == CSV
    head = csv_bytes(csv_text(columns)) if is_table else JSON_BEGIN
    with _open_file(path, "rb") as file:
        begin = file.read(len(head))
        file.seek(0)
        lines, size = whole_lines(file, is_table)
    return WholeResults(max(0, lines - is_table), size, begin == head[: len(begin)])


def open_results(
    path: str | None, columns: Sequence[str], old_results: WholeResults, stack: ExitStack
) -> Sink:
    """Open the output. Results are appended after the `old_results`; an incomplete last line is
    removed.
    """
    if path is None:
        return Sink(sys.stdout.buffer)
    if file_ending(path) == PARQUET:
        parquet = _parquet_module()
        _open_file(path, "wb").close()
        sink: Sink = parquet.ParquetSink(path, columns)
        return sink
    target = _open_file(path, "r+b" if old_results.hands else "wb")
    stack.callback(_close_quietly, target)
    if old_results.hands:
        target.seek(old_results.size)
        target.truncate()
    elif file_ending(path) == CSV:
        target.write(csv_bytes(csv_text(columns)))
        target.flush()
    return Sink(target)


def open_side_file(output_path: str | None, stack: ExitStack) -> SideFile | None:
    """The side file of the results; None for output that cannot be resumed: Parquet, and anything that is not
    a regular file.
    """
    is_special = output_path is None or (os.path.exists(output_path) and not os.path.isfile(output_path))
    if is_special or output_path is None or file_ending(output_path) == PARQUET:
        return None
    side = SideFile(output_path)
    stack.callback(side.close)
    return side


def _close_quietly(target: BinaryIO) -> None:
    """Close a file. All lines have been flushed, so if the disk was full, closing fails again."""
    with suppress(OSError):
        target.close()


def refuse_own_input(path: str, output_path: str | None) -> None:
    """Raise ScorerError if the results would be written to the input file.

    Opening the file given with --out empties it, so the hands would be lost. If standard output were appended
    to the input, each result would be read as another hand, and the run would never end.
    """
    try:
        read = os.fstat(sys.stdin.buffer.fileno()) if path == STANDARD else os.stat(path)
        written = os.fstat(sys.stdout.buffer.fileno()) if output_path is None else os.stat(output_path)
    except (OSError, ValueError):
        return
    if S_ISREG(read.st_mode) and os.path.samestat(read, written):
        name = "standard output" if output_path is None else f"--out {output_path!r}"
        raise ScorerError(f"{name} is the input file; write the results to another file")


def whole_lines(stream: BinaryIO, has_quotes: bool = False) -> tuple[int, int]:
    """The number of complete lines in a file, and their size in bytes. With `has_quotes`, a line break
    between quotes does not end a line.

    >>> import io
    >>> whole_lines(io.BytesIO(b'{"id": 1}\\n{"id": 2'))
    (1, 10)
    """
    lines = size = end = quotes = 0
    while piece := stream.readline(PIECE):
        size += len(piece)
        quotes += piece.count(b'"') if has_quotes else 0
        if piece.endswith(b"\n") and quotes % 2 == 0:
            lines, end = lines + 1, size
    return lines, end


def refuse_foreign_results(path: str, size: int, blocks: Sequence[ResultBlock]) -> None:
    """Check that the first `size` bytes of a file end with these results, which are those of its last hands,
    in case the file was changed or replaced. Raises InputError.
    """
    most = sum(max(len(block.data), len((block.without_hint or block).data)) for block in blocks)
    with open(path, "rb") as file:
        file.seek(max(0, size - most))
        found = file.read(min(size, most))
    for block in reversed(blocks):
        fitting = [one for one in (block, block.without_hint) if one and found.endswith(one.data)]
        if not fitting:
            message = clauses(Message("results do not match input"), Message("nothing is scored"))
            raise InputError([Fault(path, None, message)])
        found = found[: -len(fitting[0].data)]


def count_invalid(path: str, size: int, limit: int) -> int:
    """The number of results of invalid hands in the first `size` bytes of a file, counting up to `limit`."""
    with open(path, "rb") as file:
        lines = iter(lambda: file.readline() if file.tell() < size else b"", b"")
        if file_ending(path) == CSV:
            rows = csv.DictReader(line.decode("utf-8", "replace") for line in lines)
            kinds = (row["error"] for row in rows)
        else:
            unscored = (json.loads(line) for line in lines if b'"ok": false' in line)
            kinds = (result["error"]["kind"] for result in unscored if not result["ok"])
        return len(list(islice((kind for kind in kinds if kind in INVALID), limit)))
