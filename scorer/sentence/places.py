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
    if fault.position is None:
        return replace(fault, text=text)
    first = line.rfind(" ", 0, fault.position) + 1
    word = line[first:].partition(" ")[0]
    meant = _meant_words(word, fault.position - first, fault.length)
    told = [one for words in meant for one in places if words and words <= {*one.words}][-1:]
    if not told:
        return replace(fault, text=text, position=None)
    start, end = told[0].start, told[0].end
    if text[start:end] == word:  # a setting, of which a part may be wrong
        return replace(fault, text=text, position=start + fault.position - first)
    return replace(fault, text=text, position=start, length=end - start)


def _meant_words(word: str, start: int, length: int) -> Sequence[set[str]]:
    """What a word of a line says that is at fault from a sign on, the more exact last: a setting or its name,
    or the codes of tiles, such as 1m and 3m of `(13m)`.
    """
    suit = SUIT.search(word, start)
    if word[:1].isalpha() or not suit:
        return {word.partition("=")[0]}, {word}
    return ({f"{digit}{suit[0]}" for digit in word[start : start + length] if digit.isdigit()},)
