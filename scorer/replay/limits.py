"""The limits of a recorded game. A log may come from anywhere, so its size, depth and steps are bounded."""

from __future__ import annotations

import json
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from scorer.errors import Fault, InputError
from scorer.message import Message, Text
from scorer.replay.game import Trouble

MOST_BYTES = 16 << 20
"""The size of a log, unpacked."""
MOST_DEALS, MOST_DEALS_OF_FILE = 64, 4096
"""Deals of one game, and of all games in a file."""
MOST_EVENTS = 400
"""Events of one deal: a wall of 136 tiles gives at most 300."""
MOST_TROUBLES = 100
"""Errors of one deal, and of a game outside of its deals. A damaged file may have one every few bytes."""
MOST_STEPS = 200_000
"""Steps to find the order of draws and discards that a format does not write."""
MOST_PARTS = 100_000
"""Parts that are looked for in a damaged file."""
MOST_DAMAGED = 500
"""Parts that cannot be read before no more are looked for: each costs up to the whole length of the file."""
MOST_TOKENS = 1_000_000
"""Names, texts and brackets that are looked at in a damaged file."""
MOST_OUTER = 4
"""How deep the fields of a whole game lie at most: converters wrap the game in up to three objects."""
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)(?:"\s*(:\s*)?)?|[\[{\]}]')
"""A text, or a bracket. A text may lack its end: else the rest would be searched again from every quote."""
PIECE = 4096
GZIP = b"\x1f\x8b"
TEXT_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*')
"""A text of JSON, which may hold two slashes, or a comment. Each character is read once."""
LINK = re.compile(r"\s*https?://[^\s#]{1,200}#json=")
END_OF_LINK = re.compile(r"&\w{1,8}=\d{0,4}\s{0,9}$")
"""The beginning of a link to Tenhou's viewer that has the log in it, and the deal at which it opens."""
SPACE = re.compile(r"\s*")


CUT = Trouble(Message("compressed file damaged"))


def note_trouble(troubles: list[Trouble], trouble: Trouble) -> None:
    """Adds an error to those of a deal or a game, up to the limit, after which one line says that there are
    more.

    >>> found = []
    >>> for place in range(1000):
    ...     note_trouble(found, Trouble(Message("file empty"), 0, place))
    >>> len(found), str(found[-1].message)
    (101, 'more than 100 errors; the others are not listed')
    """
    if len(troubles) < MOST_TROUBLES:
        troubles.append(trouble)
    elif len(troubles) == MOST_TROUBLES:
        troubles.append(Trouble(Message("too many troubles", MOST_TROUBLES), trouble.event, trouble.place))


def refuse(message: Text, position: int | None = None) -> InputError:
    """The error for a file from which nothing can be read."""
    return InputError([Fault("log", position, message)])


def unpack_log(data: bytes) -> tuple[bytes, list[Trouble]]:
    """The bytes of a log, unpacked if they are compressed. Raises InputError beyond the limit.

    >>> unpack_log(b"<mjloggm/>")
    (b'<mjloggm/>', [])
    """
    if len(data) > MOST_BYTES:
        raise refuse(Message("file too large", MOST_BYTES >> 20))
    if not data.startswith(GZIP):
        return data, []
    reader, pieces, size = zlib.decompressobj(16 + zlib.MAX_WBITS), list[bytes](), 0
    for start in range(0, len(data), PIECE):
        piece = data[start : start + PIECE]
        while piece := piece.lstrip(b"\0") if reader.eof else piece:
            if reader.eof:  # a compressed file may have several parts
                reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
            try:
                pieces.append(reader.decompress(piece, MOST_BYTES + 1 - size))
            except zlib.error as error:
                if not size:
                    raise refuse(Message("cannot be unpacked", error)) from error
                return b"".join(pieces), [CUT]
            size += len(pieces[-1])
            if size > MOST_BYTES:
                raise refuse(Message("file unpacks too large", MOST_BYTES >> 20))
            if not reader.eof:
                break
            piece = reader.unused_data
    return b"".join(pieces), [] if reader.eof else [CUT]


def decode_text(data: bytes) -> str:
    """A log as text: UTF-8, or UTF-16 if it says so. Other bytes are replaced; they occur only in names and
    titles. Of a link with a log in it, the log is read.

    >>> decode_text(b"https://tenhou.net/6/#json=%7B%22log%22%3A%5B%5D%7D&ts=3")
    '{"log":[]}'
    """
    encoding = "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    text = data.decode(encoding, errors="replace")
    link = LINK.match(text)
    return END_OF_LINK.sub("", unquote(text[link.end() :])) if link else text


class DamagedPart(NamedTuple):
    """A part of a damaged JSON text that cannot be read: the reason, and the groups of the pattern by which
    it was found.
    """

    reason: str
    groups: tuple[str, ...]


def json_parts(text: str, begin: re.Pattern[str]) -> list[object]:
    """The values of a damaged JSON text that begin where a pattern matches, each with its own end.

    >>> json_parts('{"log":[[1,2],[3,x],[5', re.compile(r"\\[(\\d)"))
    [[1, 2], DamagedPart(reason='Expecting value at character 17', groups=('3',)), \
DamagedPart(reason="Expecting ',' delimiter at character 22", groups=('5',))]
    """
    decoder, found, end, damaged = json.JSONDecoder(), list[object](), 0, 0
    for match in begin.finditer(text):
        if match.start() < end:
            continue
        if len(found) > MOST_PARTS or damaged > MOST_DAMAGED:
            break
        try:
            value, end = decoder.raw_decode(text, match.start())
            found.append(value)
        except json.JSONDecodeError as error:
            damaged += 1
            found.append(DamagedPart(f"{error.msg} at character {error.pos}", match.groups()))
        except (ValueError, RecursionError):
            damaged += 1
            found.append(DamagedPart("its values are too deep or too large", match.groups()))
    return found


def json_fields(text: str, *names: str) -> dict[str, object]:
    """The values of outer fields of a damaged JSON text, of those that can be read. Fields in a deal, which
    lie deeper, are left out.

    >>> json_fields('{"log": [[{"deal": {"dealer": 1}}]], "dealer" : 2, "names":["A"', "dealer", "names")
    {'dealer': 2}
    """
    decoder, found, depth, damaged = json.JSONDecoder(), dict[str, object](), 0, 0
    for match in islice(TOKEN.finditer(text), MOST_TOKENS):
        if match[0] in "[{":
            depth += 1
        elif match[0] in "]}":
            depth -= 1
        elif match[2] and match[1] in names and match[1] not in found and depth <= MOST_OUTER:
            try:
                found[match[1]], _ = decoder.raw_decode(text, match.end())
            except (ValueError, RecursionError):
                damaged += 1
                if damaged > MOST_DAMAGED:
                    break
    return found


def parse_json(text: str) -> object:
    """The JSON value of a text, in which the rest of a line may be a comment after `//`.

    Raises ValueError if it is not JSON or nested too deeply.
    """
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return json.loads(without_comments(text))
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def without_comments(text: str) -> str:
    """A text of JSON in which comments are replaced by spaces, so that every place stays the same.

    >>> without_comments('{"a": "//", // two slashes')
    '{"a": "//",               '
    """
    if "//" not in text:
        return text
    return TEXT_OR_COMMENT.sub(
        lambda match: " " * len(match[0]) if match[0].startswith("/") else match[0], text
    )


def parse_values(text: str) -> list[object]:
    """The JSON values of a text, one after another; there may be comments as in `parse_json`.

    Raises ValueError if one of them is not JSON or nested too deeply.

    >>> parse_values('{"log": []}\\n{"log": []} // the second game')
    [{'log': []}, {'log': []}]
    """
    decoder, found = json.JSONDecoder(), list[object]()
    plain = without_comments(text)
    at = space_end(plain, 0)
    try:
        while at < len(plain):
            value, end = decoder.raw_decode(plain, at)
            found.append(value)
            at = space_end(plain, end)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    return found


def space_end(text: str, start: int) -> int:
    """Where the spaces that begin at a place end."""
    match = SPACE.match(text, start)
    return match.end() if match else start
