"""Lines of JSON that are plainly well said, straight to what the compiled engine reads.

Whatever is not as it should be, or rare (options, liability), is left to `scorer.batch.lines`, which finds
every fault.
"""

from __future__ import annotations

import json
from operator import itemgetter
from typing import Any

from scorer.batch.lines import LONGEST_LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorer.compiled.text import Spoken

ENDS = ("\n", "", "\r\n")
SAID = ("hand", "win", "round", "seat", "from", "with", "honba", "sticks")
USUAL: dict[str, Any] = {
    **dict.fromkeys(("id", "ruleset", *SAID), ""), "with": [], "honba": 0, "sticks": 0
}  # fmt: skip
SHORT = 1000
"""Bytes of a line that has no room for a number that JSON Lines refuse as too long."""
PLAIN_IDS = (int, str, type(None))


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
        data, end = _scan(text, 0) if len(raw) <= SHORT else _careful.raw_decode(text)
        if data.__class__ is dict and not _is_flat(text, data):
            data, end = _careful.raw_decode(text)
    except (ValueError, RecursionError, StopIteration) as error:
        raise NotPlain from error
    if data.__class__ is not dict or text[end:] not in ENDS:
        raise NotPlain
    return data


def _is_flat(text: str, data: dict[str, Any]) -> bool:
    """Whether there are only as many colons as keys, so that none is given twice and nothing lies within;
    and the id, the only value whose kind nobody asks later, is none that has to be looked at.
    """
    return text.count(":") == len(data) and data.get("id").__class__ in PLAIN_IDS


class PlainKeys:
    """The keys that a plain line of one ruleset may have: all but options and liability.

    >>> PlainKeys(("dora",)).request({"hand": "123m", "with": ["riichi"]})
    ('123m', '', '', '', '', ('riichi',), 0, 0, (), ())
    """

    def __init__(self, indicators: tuple[str, ...]) -> None:
        self.indicators = indicators
        self.usual: dict[str, Any] = {**USUAL, **dict.fromkeys(indicators, "")}
        """what a line says by leaving them out"""
        self.values = itemgetter(*SAID, *indicators)

    def request(self, data: dict[str, Any]) -> Spoken:
        """What a line says, as the compiled engine reads it. Raises NotPlain."""
        every = self.usual | data
        if len(every) > len(self.usual):
            raise NotPlain
        hand, win, round_, seat, discarder, said, honba, sticks, *tiles = self.values(every)
        if said.__class__ is not list or honba.__class__ is not int or sticks.__class__ is not int:
            raise NotPlain
        try:
            "".join((hand, win, round_, seat, discarder, *said, *tiles))
        except TypeError as error:  # one of them is no text
            raise NotPlain from error
        shown = tuple([pair for pair in zip(self.indicators, tiles) if pair[1]])  # noqa: B905
        return hand, win, round_, seat, discarder, tuple(said), honba, sticks, (), shown


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found


def _refused(text: str) -> Any:
    raise ValueError(text)


def _whole(text: str) -> int:
    return int(text) if len(text) < 20 else _refused(text)


_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_careful = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refused, parse_float=_refused, parse_int=_whole
)
