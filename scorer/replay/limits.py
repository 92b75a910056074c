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
from scorer.message import Message, Text, json_reason
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
MOST_NUMBER = 2**53
"""Whole numbers that are exact if they are written with a point."""
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
TEXT_OR_COMMENT = re.compile(r'"(?:[^"\\\r\n]|\\.)*"?|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?')
TEXT_OR_COMMA = re.compile(r'"(?:[^"\\\r\n]|\\.)*"?|,(?=\s*[\]}])')
"""A text of JSON, which may hold slashes and commas, or a comment, or a comma after the last value of a list.
Each character is read once.
"""
NOT_ENDS = re.compile(r"[^\r\n]")
LINK = re.compile(r"\s*https?://[^\s#]{1,200}#json=")
END_OF_LINK = re.compile(r"&\w{1,8}=\d{0,4}\s{0,9}$")
"""The beginning of a link to Tenhou's viewer that has the log in it, and the deal at which it opens."""
SPACE = re.compile(r"\s*")


CUT = Trouble(Message("compressed file damaged"))


class NestedTooDeeply(ValueError):
    """JSON that is nested more deeply than Python reads."""

    def __init__(self) -> None:
        super().__init__("the JSON is nested too deeply")


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
    if data.startswith(ZIP):
        raise refuse(Message("file of several files"))
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

    reason: Text
    groups: tuple[str, ...]


def json_parts(text: str, begin: re.Pattern[str]) -> list[object]:
    """The values of a damaged JSON text that begin where a pattern matches, each with its own end.

    >>> json_parts('{"log":[[1,2],[3,x],[5', re.compile(r"\\[(\\d)"))
    [[1, 2], DamagedPart(reason=Message('json place', Message('json value'), 18), groups=('3',)), \
DamagedPart(reason=Message('json place', Message('json comma'), 23), groups=('5',))]
    """
    found, end, damaged = list[object](), 0, 0
    for match in begin.finditer(text):
        if match.start() < end:
            continue
        if len(found) > MOST_PARTS or damaged > MOST_DAMAGED:
            break
        try:
            value, end = DECODER.raw_decode(text, match.start())
            found.append(value)
        except json.JSONDecodeError as error:
            damaged += 1
            found.append(DamagedPart(json_reason(error), match.groups()))
        except (ValueError, RecursionError):
            damaged += 1
            found.append(DamagedPart(Message("nested too deeply"), match.groups()))
    return found


def json_fields(text: str, *names: str) -> dict[str, object]:
    """The values of outer fields of a damaged JSON text, of those that can be read. Fields in a deal, which
    lie deeper, are left out.

    >>> json_fields('{"log": [[{"deal": {"dealer": 1}}]], "dealer" : 2, "names":["A"', "dealer", "names")
    {'dealer': 2}
    """
    found, depth, damaged = dict[str, object](), 0, 0
    for match in islice(TOKEN.finditer(text), MOST_TOKENS):
        if match[0] in "[{":
            depth += 1
        elif match[0] in "]}":
            depth -= 1
        elif match[2] and match[1] in names and match[1] not in found and depth <= MOST_OUTER:
            try:
                found[match[1]], _ = DECODER.raw_decode(text, match.end())
            except (ValueError, RecursionError):
                damaged += 1
                if damaged > MOST_DAMAGED:
                    break
    return found


def whole_or_fraction(text: str) -> int | float:
    """A number of JSON with a point or an exponent, which some programs write for a whole one.

    >>> whole_or_fraction("25000.0"), whole_or_fraction("-0.5")
    (25000, -0.5)
    """
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < MOST_NUMBER else value


DECODER = json.JSONDecoder(parse_float=whole_or_fraction)


def parse_json(text: str) -> object:
    """The JSON value of a text, in which there may be comments as in `plain_json`.

    Raises ValueError if it is not JSON or nested too deeply.
    """
    try:
        try:
            return DECODER.decode(text)
        except json.JSONDecodeError:
            return DECODER.decode(plain_json(text))
    except RecursionError:
        raise NestedTooDeeply from None


def without_comments(text: str) -> str:
    """A text of JSON in which comments are replaced by spaces, so that every place stays the same.

    >>> without_comments('{"a": "//", /* one */ "b": 2} // two slashes')
    '{"a": "//",           "b": 2}               '
    """
    if "//" not in text and "/*" not in text:
        return text
    return TEXT_OR_COMMENT.sub(
        lambda match: NOT_ENDS.sub(" ", match[0]) if match[0].startswith("/") else match[0], text
    )


def plain_json(text: str) -> str:
    """A text of JSON in which comments, and commas before a closing bracket, are replaced by spaces.

    >>> plain_json('[1, 2, // the last one is 3\\n3,]')
    '[1, 2,                     \\n3 ]'
    """
    return TEXT_OR_COMMA.sub(lambda match: " " if match[0] == "," else match[0], without_comments(text))


def parse_values(text: str) -> list[object]:
    """The JSON values of a text, one after another, with or without commas between them. There may be
    comments as in `plain_json`.

    Raises ValueError if one of them is not JSON or nested too deeply.

    >>> parse_values('{"log": []}\\n{"log": []}, // the second game')
    [{'log': []}, {'log': []}]
    """
    try:
        return _values(without_comments(text))
    except ValueError:
        return _values(plain_json(text))


def _values(text: str) -> list[object]:
    found = list[object]()
    at = space_end(text, 0)
    try:
        while at < len(text):
            value, end = DECODER.raw_decode(text, at)
            found.append(value)
            at = space_end(text, end)
            if text[at : at + 1] == ",":
                at = space_end(text, at + 1)
    except RecursionError:
        raise NestedTooDeeply from None
    return found


def space_end(text: str, start: int) -> int:
    """Where the spaces that begin at a place end."""
    match = SPACE.match(text, start)
    return match.end() if match else start
