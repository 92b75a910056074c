"""Where a sentence says each word of the line that it means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorer.errors import Fault
from scorer.values import dataclass, replace

SUIT = re.compile("[a-z]")


@dataclass(frozen=True)
class SaidPlace:
    """Where a sentence says words of a line such as `riichi`, `seat` or `open_tanyao=false`, or the codes of
    tiles.
    """

    words: tuple[str, ...]
    start: int
    end: int


def fault_as_typed(fault: Fault, line: str, text: str, places: Sequence[SaidPlace]) -> Fault:
    """A fault of a line that a sentence means, at its place in the sentence: nobody has seen the line."""
    if fault.text != line:
        return fault
    meant = _words_at(line, fault)
    told = [one for words in meant for one in places if words and words <= {*one.words}][-1:]
    if not told:
        return replace(fault, text=text, position=None)
    return replace(fault, text=text, position=told[0].start, length=told[0].end - told[0].start)


def _words_at(line: str, fault: Fault) -> Sequence[set[str]]:
    """What a line says where it is at fault, the more exact last: a setting or its name, or the codes of
    tiles, such as 1m and 3m of `(13m)`.
    """
    if fault.position is None:
        return ()
    part = line[fault.position : fault.position + fault.length]
    suit = SUIT.search(line, fault.position)
    if part[:1].isalpha() or not suit:
        return {part.partition("=")[0]}, {part}
    return ({f"{digit}{suit[0]}" for digit in part if digit.isdigit()},)
