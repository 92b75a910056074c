"""Lines of JSON to requests. A line is untrusted: whatever it holds gives a request or a fault.

Every key but `hand` is optional; unknown keys, keys given twice and values of a wrong type are faults.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

from scorer.columns import Requests
from scorer.errors import Fault, InputError, nearest
from scorer.foreign import value_text
from scorer.hand import FIELDS, TEXT, TILES, USUAL_INDICATORS, Sort
from scorer.values import dataclass, field

if TYPE_CHECKING:
    from scorer.render.result import Object
    from scorer.ruleset.model import Value

    IndicatorsOf = Callable[[str, Mapping[str, Value]], tuple[str, ...]]
    from scorer.compiled.situations import Spoken


INVALID = ("notation", "hand", "circumstance")
"""Kinds of errors of lines that are invalid, unlike hands that do not win and rules that cannot be used."""
LONGEST_NAME = 1000
PIECE = 1 << 17
"""Bytes that are read at once."""
LONGEST_LINE = 1 << 16
"""Bytes; a hand with everything that can be said of it has a few hundred."""
FIRST_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?[0-9]{1,20})\s*[,}]')


@dataclass(frozen=True)
class Line:
    """One line as read: its `id` (None where there is none), the ruleset and options it names."""

    ident: object
    said: Spoken
    ruleset: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)


class BadLine(InputError):
    """A line that is no request, with its `id` where that could be read."""

    def __init__(self, faults: list[Fault], ident: object = None) -> None:
        super().__init__(faults)
        self.ident = ident


def line_groups(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream, as many at once as there are; of a line that is too long only the beginning.

    The mark that some editors write before the first line is left out.
    """
    rest, mark = b"", BOM_UTF8
    while piece := stream.read1(PIECE):  # type: ignore[attr-defined]
        *lines, rest = (rest + piece).split(b"\n")
        rest = rest[: LONGEST_LINE + 1]
        if lines:
            lines[0], mark = lines[0].removeprefix(mark), b""
            yield [(line + b"\n")[: LONGEST_LINE + 1] for line in lines]
    if rest:
        yield [rest.removeprefix(mark)]


def raw_lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream without blank ones."""
    return (list(filter(bytes.strip, lines)) for lines in line_groups(stream))


def read_line(raw: bytes, indicators: IndicatorsOf = lambda ruleset, options: ()) -> Line:
    """The request of one line. `indicators` gives the input names of the ruleset that the line asks for.

    Raises BadLine.

    >>> read_line(b'{"id": 7, "hand": "123m", "with": ["riichi"]}').said
    ('123m', '', '', '', '', ('riichi',), 0, 0, (), ())
    >>> read_line(b'{"id": 7, "hnad": "123m"}')
    Traceback (most recent call last):
        ...
    scorer.batch.lines.BadLine: no such key 'hnad'; ...
    """
    data = _parsed(raw)
    if not isinstance(data, dict):
        raise BadLine([_fault('a line is an object: {"hand": "..."}')])
    return line_of(data, indicators)


def line_of(data: Object, indicators: IndicatorsOf) -> Line:
    """The request of the object of a line. Raises BadLine.

    >>> line_of({"hand": "123m", "win": "tsumo", "dora": "1m"}, lambda ruleset, options: ()).said
    ('123m', 'tsumo', '', '', '', (), 0, 0, (), (('dora', '1m'),))
    """
    ident, ruleset, options = data.get("id"), data.get("ruleset", ""), data.get("options", {})
    fits = isinstance(ruleset, str) and len(ruleset) <= LONGEST_NAME and _is_options(options)
    said = _said(data, indicators(ruleset, options) if fits else (), ident)
    return Line(ident, said, ruleset, options)


def _said(data: Object, indicators: Sequence[str], ident: object) -> Spoken:
    names = tuple(dict.fromkeys((*USUAL_INDICATORS, *indicators)))
    if faults := list(_faults(data, names)):
        raise BadLine(faults, ident)
    said = SAYS_NOTHING | {key: data[key] for key in SAYS_NOTHING.keys() & data.keys()}
    said |= {"with": tuple(said["with"]), "pao": tuple(dict(said["pao"]).items())}
    return (*said.values(), tuple([(name, data[name]) for name in names if name in data]))


def _fault(message: str, at: int | None = None, key: str = "line", known: tuple[str, ...] = ()) -> Fault:
    return Fault(key, at, message, "notation", suggestions=known)


def _parsed(raw: bytes) -> object:
    """The JSON value of a line."""
    if len(raw) > LONGEST_LINE:
        raise BadLine([_fault(f"the line is longer than {LONGEST_LINE:,} bytes")], _first_id(raw))
    twice: list[str] = []
    try:
        data = _decoded(raw.decode("utf-8"), twice)
    except UnicodeDecodeError as error:
        message = f"the byte 0x{raw[error.start]:02X} is not UTF-8"
        raise BadLine([_fault(message, error.start)], _first_id(raw)) from error
    except json.JSONDecodeError as error:
        raise BadLine([_fault(f"this is not JSON: {error.msg}", error.pos)], _first_id(raw)) from error
    except (ValueError, RecursionError) as error:
        message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadLine([_fault(message)], _first_id(raw)) from error
    if twice:
        ident = data.get("id") if isinstance(data, dict) else None
        raise BadLine([_fault(f"the key '{name}' is given twice") for name in twice], ident)
    return data


def _decoded(text: str, twice: list[str]) -> object:
    """JSON with the numbers that a line may hold; keys given twice are collected."""

    def as_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice.extend(name for name in found if names.count(name) > 1)
        return found

    return json.loads(
        text,
        object_pairs_hook=as_object,
        parse_constant=_no_constant,
        parse_float=_finite,
        parse_int=_whole,
    )


def _first_id(raw: bytes) -> object:
    """The id of a line that cannot be read, where it stands first."""
    match = FIRST_ID.match(raw)
    if match is None:
        return None
    try:
        return _decoded(match[1].decode("utf-8"), [])
    except ValueError:
        return None


def _no_constant(text: str) -> object:
    raise ValueError(f"{text} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > 1000:
        raise ValueError("a number is too large")
    return int(text)


def _faults(data: Mapping[Any, object], indicators: Sequence[str]) -> Iterator[Fault]:
    known = {"id", *KEYS, *indicators}
    for key, value in data.items():
        if not isinstance(key, str):  # in Python a key may be anything
            yield _fault(f"a key is a text, not {value_text(key)}")
        elif key not in known:
            has, start = ", ".join(["id", *KEYS, *indicators]), key[:80]
            yield _fault(f"no such key '{start}'; a line has: {has}", None, start, nearest(start, known, 1))
        elif key != "id":
            wanted, fits = KEYS.get(key, TEXT)
            if not fits(value):
                yield _fault(f"'{key}' is {wanted}", None, key)
    name = data.get("ruleset")
    if isinstance(name, str) and len(name) > LONGEST_NAME:
        yield _fault("the name of the ruleset is too long", None, "ruleset")
    if "hand" not in data:
        yield _fault("'hand' is missing")


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, (str, int, bool)) for item in value.values())


KEYS: dict[str, Sort] = {
    **{source.removeprefix("--"): sort for source, sort in FIELDS.values() if sort is not TILES},
    "ruleset": TEXT,
    "options": ("an object of options with a text, a number, true or false each", _is_options),
}
OF_RULES = ("ruleset", "options")
"""Keys that say by which rules a line is scored."""


# ---- What is plainly well said, many lines at once

SHORT = 1000
"""Bytes of a line that has no room for a number that JSON Lines refuse as too long."""
PLAIN_IDS = (int, str, type(None))
SAYS_NOTHING: dict[str, Any] = {
    "hand": "", "win": "", "round": "", "seat": "", "from": "", "with": (), "honba": 0, "sticks": 0, "pao": ()
}  # fmt: skip
"""The keys of a line that stand in a request, in its order, and what they say where they are left out."""


def plain_objects(lines: Sequence[bytes]) -> list[Object | None]:
    """The objects of lines, read at once where all are plain; None for one that is not.

    >>> plain_objects([b'{"hand": "1m"}\\n', b'{"id": 7}\\n'])
    [{'hand': '1m'}, {'id': 7}]
    """
    found = _at_once(b",".join(lines), len(lines)) if max(map(len, lines), default=0) <= SHORT else None
    return list(found or map(_object_or_none, lines))


def _at_once(raw: bytes, size: int) -> list[Object] | None:
    """The objects of so many lines with commas between, None where any of them is not plain.

    A brace at both ends of each line and none within: no line can be part of the object of another.
    """
    alike = raw[:1] == b"{" and raw.count(b"}\n,{") == size - 1 and raw.rstrip()[-1:] == b"}"
    if not alike or raw.count(b"{") != size or raw.count(b"}") != size:
        return None
    try:
        found: list[Object] = json.loads(f"[{raw.decode()}]")
    except ValueError:
        return None
    plain = raw.count(b":") == sum(map(len, found)) and {type(one.get("id")) for one in found} <= {*PLAIN_IDS}
    return found if plain else None


def _object_or_none(raw: bytes) -> Object | None:
    try:
        data = _parsed(raw)
    except BadLine:
        return None
    return data if isinstance(data, dict) else None


def plain_requests(given: Sequence[Any], indicators: Sequence[str]) -> Requests:
    """Mappings key by key. One that is not plainly right has no hand: it has to be looked at more closely.

    >>> plain_requests([{"hand": "1m", "with": ["riichi"]}, {"hand": 7}, "2m"], ()).hands
    ['1m', '', '']
    """
    rows = [one if type(one) is dict else {} for one in given]
    shown = dict.fromkeys((*USUAL_INDICATORS, *indicators), "")
    sorts: dict[str, Any] = {**SAYS_NOTHING, "with": [], **shown}
    del sorts["pao"]
    left: set[int] = set()
    if not set().union(*rows) <= sorts.keys():
        left.update(row for row, one in enumerate(rows) if not one.keys() <= sorts.keys())
    columns = {name: [one.get(name, absent) for one in rows] for name, absent in sorts.items()}
    for name, column in columns.items():
        if set(map(type, column)) - {type(sorts[name])}:
            left.update(row for row, value in enumerate(column) if type(value) is not type(sorts[name]))
    if not left and set(map(type, chain.from_iterable(columns["with"]))) - {str}:
        left.update(row for row, texts in enumerate(columns["with"]) if set(map(type, texts)) - {str})
    if left:
        return plain_requests([None if row in left else one for row, one in enumerate(rows)], indicators)
    return requests_of({**columns, "with": list(map(tuple, columns["with"]))}, len(rows))


def requests_of(columns: Mapping[str, list[Any]], size: int) -> Requests:
    """Requests of what is said by key, each key a column.

    >>> requests_of({"hand": ["1m", "2m"], "dora": ["3m", ""]}, 2).row(0)
    ('1m', '', '', '', '', (), 0, 0, (), (('dora', '3m'),))
    """
    hands, *said = (columns.get(name, [absent] * size) for name, absent in SAYS_NOTHING.items())
    shown = {name: column for name, column in columns.items() if name not in SAYS_NOTHING}
    return Requests(hands, list(zip(*said, strict=True)), shown)
