"""Where an interrupted run goes on: after the last whole line of its results."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from os import SEEK_END
from typing import BinaryIO, TypeVar

from scorer.errors import Fault, InputError
from scorer.values import dataclass

Given = TypeVar("Given")
PIECE = 1 << 16
LOOKED_AT = 100
"""Hands that are scored again before a run goes on."""


@dataclass(frozen=True)
class Done:
    """What is there already: whole lines, and the bytes that they take."""

    lines: int
    size: int


def whole_lines(stream: BinaryIO, quoted: bool = False) -> Done:
    """The whole lines of a file, read piece by piece. `quoted`: line breaks between quotes end no line.

    >>> import io
    >>> whole_lines(io.BytesIO(b'{"id": 1}\\n{"id": 2'))
    Done(lines=1, size=10)
    """
    lines = size = end = quotes = 0
    while piece := stream.readline(PIECE):
        size += len(piece)
        quotes += piece.count(b'"') if quoted else 0
        if piece.endswith(b"\n") and quotes % 2 == 0:
            lines, end = lines + 1, size
    return Done(lines, end)


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
    done = whole_lines(stream, is_table)
    stream.seek(done.size)
    stream.truncate()
    return max(0, done.lines - is_table)


def skipped(items: Iterator[Given], count: int, source: str) -> list[Given]:
    """Passes over what is scored already, and gives the last of it. Raises InputError where there is less."""
    last: deque[Given] = deque(maxlen=LOOKED_AT)
    passed = 0
    for item in islice(items, count):
        last.append(item)
        passed += 1
    if passed < count:
        message = (
            f"there are {count:,} results already, but only {passed:,} hands: these belong to other hands"
        )
        raise InputError([Fault(source, None, message)])
    return list(last)


def refuse_others(path: str, wanted: bytes) -> None:
    """Makes sure that a file ends with these results, those of its last hands. Raises InputError."""
    with open(path, "rb") as file:
        file.seek(-min(len(wanted), file.seek(0, SEEK_END)), SEEK_END)
        if file.read() == wanted:
            return
    message = (
        "the last results are not what these hands give now: they belong to other hands, another ruleset, "
        "other options or another version of scorer; nothing is scored"
    )
    raise InputError([Fault(path, None, message)])
