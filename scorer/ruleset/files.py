"""The bytes and characters of a rule file, read with care: it may be huge, a device, or no text at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from scorer.errors import Problem, nearest
from scorer.ruleset.places import FORBIDDEN, Page

MOST_BYTES = 1 << 20
_MOST_PLACES = 10
_MOST_NEIGHBOURS = 200
_TOO_LARGE = "larger than 1 MiB: this is no rule file"
#: UTF-32 first: its little-endian mark begins with that of UTF-16.
_OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def shown_name(path: Path) -> str:
    """The path as problems show it: as given, without bytes that no terminal can print."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(path).replace("\n", " ").replace("\r", " "))


def load(path: Path) -> bytes | Problem:
    """All bytes of a regular file of at most 1 MiB, or the problem (L101, L106) that says why not."""
    name = shown_name(path)
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:
        return Problem("L101", name, 1, 1, _reason(error), hint=_neighbour(path, error))
    return data if len(data) <= MOST_BYTES else Problem("L106", name, 1, 1, _TOO_LARGE)


def _bytes(path: Path) -> bytes:
    """Opens only what is a regular file before and after opening, never waiting for a pipe's other end."""
    _refuse_special(os.stat(path).st_mode)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        _refuse_special(status.st_mode)
        return file.read(MOST_BYTES + 1) or b""


def _refuse_special(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if not stat.S_ISREG(mode):
        raise ValueError("this is a device or a pipe, not a file")


def _reason(error: Exception) -> str:
    known = (
        (FileNotFoundError, "there is no such file"),
        (IsADirectoryError, "this is a directory, not a file"),
        (PermissionError, "there is no permission to read this file"),
    )
    words = next((words for kind, words in known if isinstance(error, kind)), "")
    return words or getattr(error, "strerror", None) or str(error) or "cannot be read"


def _neighbour(path: Path, error: Exception) -> str:
    """For a file that is missing, the rule file beside it whose name is nearest."""
    if not isinstance(error, FileNotFoundError):
        return ""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for _, entry in zip(range(_MOST_NEIGHBOURS), entries, strict=False)]
    except (OSError, ValueError):
        return ""
    near = nearest(path.name, [name for name in names if name.endswith((".yaml", ".yml"))], 1)
    return f"did you mean {shown_name(path.with_name(near[0]))!r}?" if near else ""


def decode(data: bytes, name: str) -> str | Problem:
    """The text of UTF-8 bytes. Other bytes stay in it, as lone surrogates."""
    if len(data) > MOST_BYTES:
        return Problem("L106", name, 1, 1, _TOO_LARGE)
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            return Problem("L105", name, 1, 1, f"this file is {encoding}", hint="save it as UTF-8")
    return data.decode("utf-8", "surrogateescape")


def forbidden_characters(page: Page) -> list[Problem]:
    """Problems (L105) for what no rule file contains: control characters, bytes that are not UTF-8.

    >>> print(forbidden_characters(Page("a.yaml", "a: \\0"))[0])
    a.yaml:1:4: L105 the character U+0000 is not allowed
    """
    places = (found for _, found in zip(range(_MOST_PLACES), FORBIDDEN.finditer(page.text), strict=False))
    return [_forbidden(page, found.start(), found[0]) for found in places]


def _forbidden(page: Page, index: int, run: str) -> Problem:
    code = ord(run[0])
    if 0xDC80 <= code <= 0xDCFF:
        message, hint = f"the byte 0x{code - 0xDC00:02X} is not UTF-8", "save the file as UTF-8"
    else:
        message, hint = (
            f"the character U+{code:04X} is not allowed",
            "remove it" if code else "is this a text file in UTF-8?",
        )
    return page.problem("L105", index, message, length=len(run), hint=hint)
