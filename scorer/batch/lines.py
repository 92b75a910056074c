"""Turn lines of JSON into requests. Lines are untrusted: any line gives either a request or an error.

Every key except `hand` is optional. Unknown keys, duplicate keys and values of the wrong type are errors.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from scorer.hand import LONGEST_HAND_TEXT, WINS
from scorer.message import Message, Text, clauses, json_reason
from scorer.rows import PLAIN_IDS, BadLine, RequestLine, line_fault, line_of

if TYPE_CHECKING:
    from scorer.render.result import Object
    from scorer.ruleset.model import Value

    IndicatorsOf = Callable[[str, Mapping[str, Value]], tuple[str, ...]]


INVALID = ("notation", "hand", "circumstance")
"""The kinds of errors for invalid lines, as opposed to hands that do not win and rules that cannot be
used.
"""
READ_SIZE = 1 << 17
"""Number of bytes to read at a time."""
LONGEST_LINE = 1 << 16
"""Maximum length of a line in bytes; a hand with all its circumstances has a few hundred."""
HAND_WORDS = re.compile(r"(?<!\s)(?:\s+[a-z_]{3,}(?:=\S+)?)+$")
"""The words after a hand, such as `riichi dora=4s`."""
FIRST_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?[0-9]{1,20})\s*[,}]')


def line_groups(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream, in groups of as many as are available. A line that is too long is cut off.

    A byte order mark at the beginning is skipped.
    """
    rest, mark = b"", BOM_UTF8
    while piece := stream.read1(READ_SIZE):  # type: ignore[attr-defined]
        *lines, rest = (rest + piece).split(b"\n")
        rest = rest[: LONGEST_LINE + 1]
        if lines:
            lines[0], mark = lines[0].removeprefix(mark), b""
            yield [(line + b"\n")[: LONGEST_LINE + 1] for line in lines]
    if rest:
        yield [rest.removeprefix(mark)]


class NumberedItems(NamedTuple):
    """Items of an input, and the number of the line on which each begins."""

    items: list[Any]
    line_numbers: Sequence[int]


class LineNumbers:
    """The line numbers of items that have been read and not yet scored. Those of adjacent lines take no
    memory.

    >>> numbers = LineNumbers(range(1, 4))
    >>> numbers.add([5, 7])
    >>> list(numbers.take(2)), list(numbers.take(2))
    ([1, 2], [3, 5])
    """

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        self.waiting: deque[Sequence[int]] = deque([numbers] if numbers else [])

    def add(self, numbers: Sequence[int]) -> None:
        """Add the numbers of the items that were read next."""
        last = self.waiting[-1] if self.waiting else ()
        if isinstance(last, range) and isinstance(numbers, range) and last.stop == numbers.start:
            self.waiting[-1] = range(last.start, numbers.stop)
        else:
            self.waiting.append(numbers)

    def take(self, size: int) -> Sequence[int]:
        """The numbers of the next `size` items, which are then forgotten."""
        taken: list[Sequence[int]] = []
        while size and self.waiting:
            numbers = self.waiting.popleft()
            if rest := numbers[size:]:
                self.waiting.appendleft(rest)
            taken.append(numbers[:size])
            size -= len(taken[-1])
        return taken[0] if len(taken) == 1 else list(chain.from_iterable(taken))


def raw_lines(stream: BinaryIO) -> Iterator[NumberedItems]:
    """The lines of a stream, except blank ones.

    >>> import io
    >>> list(raw_lines(io.BytesIO(b"one\\n\\ntwo\\n")))
    [NumberedItems(items=[b'one\\n', b'two\\n'], line_numbers=[1, 3])]
    """
    begin = 1
    for lines in line_groups(stream):
        numbers: Sequence[int] = range(begin, begin + len(lines))
        begin += len(lines)
        filled = list(filter(bytes.strip, lines))
        if len(filled) < len(lines):
            numbers = list(compress(numbers, map(bytes.strip, lines)))
        yield NumberedItems(filled, numbers)


def read_line(line: bytes, indicators: IndicatorsOf = lambda ruleset, options: ()) -> RequestLine:
    """Parse one line. `indicators` returns the input names of the ruleset that the line names.

    >>> read_line(b'{"id": 7, "hand": "123m", "with": ["riichi"]}').request.situation.circumstances
    ('riichi',)
    >>> read_line(b'{"id": 7, "hnad": "123m"}')
    Traceback (most recent call last):
        ...
    scorer.rows.BadLine: no such key 'hnad'; ...
    """
    data = _parse_json(line)
    if not isinstance(data, dict):
        raise BadLine([line_fault(Message("line not an object"))])
    return line_of(data, indicators)


def _line_of_hand(text: str) -> str:
    """The line for a hand that is written alone, perhaps with words after it.

    >>> _line_of_hand("123m 45p riichi tsumo dora=4s")
    '{"hand": "123m 45p", "with": ["riichi"], "win": "tsumo", "dora": "4s"}'
    """
    words = HAND_WORDS.search(text)
    line: dict[str, object] = {"hand": text[: words.start()] if words else text}
    said = words[0].split() if words else []
    if plain := [word for word in said if "=" not in word and word not in WINS]:
        line["with"] = plain
    for word in WINS.keys() & {*said}:
        line["win"] = word
    pairs = (word.split("=", 1) for word in said if "=" in word)
    line |= {name: int(value) if value.isdecimal() else value for name, value in pairs}
    return json.dumps(line, ensure_ascii=False)


def _parse_json(line: bytes) -> object:
    """Parse the JSON of a line."""
    if len(line) > LONGEST_LINE:
        raise BadLine([line_fault(Message("line too long", LONGEST_LINE))], _first_id(line))
    twice: list[str] = []
    message: Text
    try:
        data = _decode_json(line.decode("utf-8"), twice)
    except UnicodeDecodeError as error:
        message = Message("byte not UTF-8", line[error.start])
        raise BadLine([line_fault(message, error.start)], _first_id(line)) from error
    except json.JSONDecodeError as error:
        text = line.decode("utf-8").strip()
        is_bare = text[:1] not in "{[" and len(text) <= LONGEST_HAND_TEXT
        hint = Message("write a hand as", _line_of_hand(text)) if is_bare else ""
        message = clauses(Message("not JSON", json_reason(error)), hint)
        raise BadLine([line_fault(message, error.pos)], _first_id(line)) from error
    except (ValueError, RecursionError) as error:
        message = Message("nested too deeply") if isinstance(error, RecursionError) else str(error)
        raise BadLine([line_fault(message)], _first_id(line)) from error
    if twice:
        ident = data.get("id") if isinstance(data, dict) else None
        raise BadLine([line_fault(Message("key given twice", name)) for name in twice], ident)
    return data


def _decode_json(text: str, twice: list[str]) -> object:
    """Parse JSON, refusing numbers that a line may not hold and collecting duplicate keys."""

    def as_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            twice.extend(name for name in found if counts[name] > 1)
        return found

    return json.loads(
        text,
        object_pairs_hook=as_object,
        parse_constant=_refuse_constant,
        parse_float=_parse_float,
        parse_int=_parse_int,
    )


def _first_id(line: bytes) -> object:
    """The id of a line that cannot be parsed, if the id comes first."""
    match = FIRST_ID.match(line)
    if match is None:
        return None
    try:
        return _decode_json(match[1].decode("utf-8"), [])
    except ValueError:
        return None


def _refuse_constant(text: str) -> object:
    raise ValueError(f"{text} is not JSON")


def _parse_float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _parse_int(text: str) -> int:
    if len(text) > 1000:
        raise ValueError("a number is too large")
    return int(text)


# ---- The quick path: many plainly valid lines at a time

SHORT_LINE = 1000
"""A line shorter than this cannot hold a number that is refused as too long."""


def plain_objects(lines: Sequence[bytes]) -> list[Object | None]:
    """Parse many lines together if all of them are plain; the result is None for a line that is not.

    >>> plain_objects([b'{"hand": "1m"}\\n', b'{"id": 7}\\n'])
    [{'hand': '1m'}, {'id': 7}]
    """
    found = (
        _objects_together(b",".join(lines), len(lines))
        if max(map(len, lines), default=0) <= SHORT_LINE
        else None
    )
    return list(found or map(_object_or_none, lines))


def _objects_together(block: bytes, size: int) -> list[Object] | None:
    """Parse this many lines joined by commas; None if any of them is not plain.

    Each line must have a brace at both ends and none inside, so that no line can become part of the object of
    another.
    """
    alike = block[:1] == b"{" and block.count(b"}\n,{") == size - 1 and block.rstrip()[-1:] == b"}"
    if not alike or block.count(b"{") != size or block.count(b"}") != size:
        return None
    try:
        found: list[Object] = json.loads(f"[{block.decode()}]")
    except ValueError:
        return None
    has_plain_ids = {type(one.get("id")) for one in found} <= {*PLAIN_IDS}
    return found if has_plain_ids and block.count(b":") == sum(map(len, found)) else None


def _object_or_none(line: bytes) -> Object | None:
    try:
        data = _parse_json(line)
    except BadLine:
        return None
    return data if isinstance(data, dict) else None
