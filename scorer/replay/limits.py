"""The limits of a recorded game. A log may come from anywhere, so its size, depth and steps are bounded."""

from __future__ import annotations

import json
import re
import zlib

from scorer.errors import Fault, InputError
from scorer.replay.game import Trouble

MOST_BYTES = 16 << 20
"""The size of a log, unpacked."""
MOST_DEALS = 64
MOST_EVENTS = 400
"""Events of one deal: a wall of 136 tiles gives at most 300."""
MOST_STEPS = 200_000
"""Steps to find the order of draws and discards that a format does not write."""
DEEPEST = 64
PIECE = 4096
GZIP = b"\x1f\x8b"
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def refuse(message: str, at: int | None = None) -> InputError:
    """The error for a file from which nothing can be read."""
    return InputError([Fault("log", at, message)])


def unpack_log(data: bytes) -> tuple[bytes, list[Trouble]]:
    """The bytes of a log, unpacked if they are compressed. Raises InputError beyond the limit.

    >>> unpack_log(b"<mjloggm/>")
    (b'<mjloggm/>', [])
    """
    if len(data) > MOST_BYTES:
        raise refuse(f"the file is larger than {MOST_BYTES >> 20} MiB; a recorded game is far smaller")
    if not data.startswith(GZIP):
        return data, []
    reader, pieces, size = zlib.decompressobj(16 + zlib.MAX_WBITS), list[bytes](), 0
    for start in range(0, len(data), PIECE):
        try:
            pieces.append(reader.decompress(data[start : start + PIECE], MOST_BYTES + 1 - size))
        except zlib.error as error:
            if not size:
                raise refuse(f"the compressed file cannot be unpacked: {error}") from error
            break
        size += len(pieces[-1])
        if size > MOST_BYTES:
            raise refuse(
                f"the file unpacks to more than {MOST_BYTES >> 20} MiB; a recorded game is far smaller"
            )
    cut = Trouble("the compressed file is cut off or damaged; only the part that could be unpacked is read")
    return b"".join(pieces), [] if reader.eof else [cut]


def decode_text(data: bytes) -> str:
    """A log as text. Bytes that are not UTF-8 are replaced; they occur only in names and titles."""
    return data.decode("utf-8-sig", errors="replace")


def parse_json(text: str) -> object:
    """The JSON value of a text, in which lines may be comments that begin with `//`.

    Raises ValueError if it is not JSON or nested too deeply.
    """
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return json.loads(COMMENT.sub("", text))
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
