"""Lines of JSON that are plainly well said, straight to what the compiled engine reads.

Whatever is not as it should be, or rare (options, liability), is left to `scorer.batch.lines`, which finds
every fault.
"""

from __future__ import annotations

import json
from typing import Any

from scorer.batch.lines import KEYS, LONGEST_LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorer.fast.reader import Spoken

TEXTS = ("hand", "win", "round", "seat", "from")
ENDS = ("\n", "", "\r\n")
NONE: list[str] = []


class NotPlain(Exception):
    """A line that has to be looked at more closely."""


def plain_object(raw: bytes) -> dict[str, Any]:
    """The object of a line. Raises NotPlain.

    >>> plain_object(b'{"id": 7, "hand": "123m"}\\n')
    {'id': 7, 'hand': '123m'}
    """
    if len(raw) > LONGEST_LINE:
        raise NotPlain
    try:
        text = raw.decode("utf-8")
        data, end = _decoder.raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise NotPlain from error
    if data.__class__ is not dict or text[end:] not in ENDS:
        raise NotPlain
    return data


def plain_request(data: dict[str, Any], known: frozenset[str], indicators: tuple[str, ...]) -> Spoken:
    """What a line says, as the compiled engine reads it. Raises NotPlain."""
    if not data.keys() <= known:
        raise NotPlain
    get = data.get
    said, honba, sticks = get("with", NONE), get("honba", 0), get("sticks", 0)
    counted = honba.__class__ is int and sticks.__class__ is int
    if said.__class__ is not list or not counted:
        raise NotPlain
    texts = [get(name, "") for name in TEXTS]
    shown = tuple([(name, data[name]) for name in indicators if name in data])
    for text in (*texts, *said, *[tiles for _, tiles in shown]):
        if text.__class__ is not str:
            raise NotPlain
    return *texts, tuple(said), honba, sticks, (), shown


def known_keys(indicators: tuple[str, ...]) -> frozenset[str]:
    """The keys of a line without options and liability."""
    return frozenset({"id", *KEYS, *indicators} - {"options", "pao"})


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found


def _refused(text: str) -> Any:
    raise ValueError(text)


def _whole(text: str) -> int:
    return int(text) if len(text) < 20 else _refused(text)


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refused, parse_float=_refused, parse_int=_whole
)
