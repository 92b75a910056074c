"""Columns of a terminal: how wide text is, and where it breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category, east_asian_width

from scorer.render.document import Line, Part, line, text_of

NO_COLUMN = ("Mn", "Me", "Cf")
"""Categories of characters that are drawn over the one before, or not at all."""
NEVER_FIRST = "、。，：；）」”・"
"""Signs that begin no line."""


def width(text: str) -> int:
    """How many columns a text takes; Chinese and Japanese characters take two.

    >>> width("pinfu"), width("平和")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if east_asian_width(character) in "WF":
        return 2
    return 0 if category(character) in NO_COLUMN else 1


def wrapped(shown: Line, columns: int, indent: int = 0) -> list[Line]:
    """The line in pieces of at most so many columns, broken at spaces; later ones are indented.

    >>> [text_of(part) for part in wrapped(line("won on 8p, self-draw"), 12, 2)]
    ['won on 8p,', '  self-draw']
    """
    if width(text_of(shown)) <= columns:
        return [shown]
    rows: list[list[Part]] = [[]]
    used = 0
    for space, word in _words(shown, max(1, columns - indent)):
        needed = sum(width(part.text) for part in word)
        if used and used + len(space) + needed > columns:
            rows.append([Part(" " * indent)])
            used, space = indent, ""
        rows[-1] += [Part(space), *word]
        used += len(space) + needed
    return [line(*row) for row in rows]


def _words(shown: Line, most: int) -> Iterator[tuple[str, list[Part]]]:
    """Each word with the space before it; words wider than a line come in pieces."""
    space, word = "", list[Part]()
    for part in shown:
        for piece in re.findall(r" +|[^ ]+", part.text):
            if piece.isspace():
                if word:
                    yield from _pieces(space, word, most)
                space, word = piece, []
            else:
                word.append(Part(piece, part.mark))
    if word:
        yield from _pieces(space, word, most)


def _pieces(space: str, word: list[Part], most: int) -> Iterator[tuple[str, list[Part]]]:
    if sum(width(part.text) for part in word) <= most:
        yield space, word
        return
    piece, used = list[Part](), 0
    for part in word:
        for character in part.text:
            if used + width(character) > most:
                last = [piece.pop()] if character in NEVER_FIRST and len(piece) > 1 else []
                yield space, piece
                space, piece, used = "", last, sum(width(one.text) for one in last)
            piece.append(Part(character, part.mark))
            used += width(character)
    yield space, piece
