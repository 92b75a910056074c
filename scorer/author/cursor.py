"""Where the cursor stands in a rule file: the keys that lead there, and the word that it is in.

The text behind the cursor is not read, because it is often unfinished. Whether a word will become a key or a
value is not always known while it is typed, so both are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorer.ruleset.find import MOST_FILE_BYTES
from scorer.ruleset.source import place_of_scalar
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.ruleset.items import Path

MARK = "\N{CARET INSERTION POINT}here\N{CARET INSERTION POINT}"
"""Stands for the word at the cursor while the text before it is read; no rule file contains it."""
WORD_BEFORE = re.compile(r"(?<![\w.])[\w.]*\Z")
WORD_BEHIND = re.compile(r"[\w.]*")
ENDINGS = ("", '"', "'")
"""What may be missing behind the word: nothing, or the quote that ends a text."""


@dataclass(frozen=True)
class WordAtCursor:
    """A word of a rule file: the path of keys to it, whether it is a key, what stands before it in the same
    value, and the word up to the cursor and as a whole. The path to a key is that to its mapping.
    """

    path: Path
    is_key: bool
    text_before: str
    beginning: str
    word: str
    column: int
    """where the word begins, from 1"""


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends.

    >>> lines_of("a\\r\\nb\\rc")
    ['a', 'b', 'c']
    """
    return re.split(r"\r\n|\r|\n", text)


def possible_cursors(text: str, line: int, column: int) -> Iterator[WordAtCursor]:
    """The cursor at a line and column, from 1: as the word of a key, and as that of a value, where the text
    before it allows that.

    >>> [(one.path, one.is_key) for one in possible_cursors("set:\\n  tan", 2, 6)]
    [(('set',), True), (('set',), False)]
    """
    lines = lines_of(text)
    if not 1 <= line <= len(lines) or column < 1 or len(text) > MOST_FILE_BYTES or MARK in text:
        return
    before, behind = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    found = WORD_BEFORE.search(before)
    typed = found[0] if found else ""
    rest = WORD_BEHIND.match(behind)
    word = typed + (rest[0] if rest else "")
    above = "\n".join([*lines[: line - 1], before[: len(before) - len(typed)] + MARK])
    start = len(before) - len(typed) + 1
    key = place_of_scalar(f"{above}: 0", MARK)
    if key and key[1] and key[2] == MARK:
        yield WordAtCursor(key[0], True, "", typed, word, start)
    for ending in ENDINGS:
        value = place_of_scalar(above + ending, MARK)
        if value and not value[1]:
            yield WordAtCursor(value[0], False, value[2].partition(MARK)[0], typed, word, start)
            return
