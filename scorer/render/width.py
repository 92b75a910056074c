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
NEVER_LAST = "（「“"
"""Signs that end no line."""


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
    """A word as it is, or in pieces of at most so many columns."""
    if sum(width(part.text) for part in word) <= most:
        yield space, word
        return
    piece, used = list[Part](), 0
    for part in word:
        for text in _unbroken(part.text, most):
            if used + width(text) > most and piece:
                end = _end(piece, text)
                yield space, piece[:end]
                space, piece, used = "", piece[end:], sum(width(one.text) for one in piece[end:])
            piece.append(Part(text, part.mark))
            used += width(text)
    yield space, piece


def _end(piece: list[Part], after: str) -> int:
    """How much of a piece stays in its line, if this text comes after it."""
    end = len(piece)
    while end > 1 and (after in NEVER_FIRST or piece[end - 1].text in NEVER_LAST):
        end -= 1
        after = piece[end].text
    return end


def _unbroken(text: str, most: int) -> Iterator[str]:
    """The characters of a text, but tiles and numbers among Chinese or Japanese ones whole."""
    for found in re.findall(r"[!-~]+|[^!-~]", text):
        yield from [found] if len(found) <= most else found
