"""Places in a rule file: from characters to lines and columns, from a scalar's content to its raw text.

Everything is counted in characters of the text from 0; only `Page` turns them into lines and columns from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import islice

from scorer.errors import Problem
from scorer.values import cached_property

Key = str | int
SHOWN_LINE = 200
SPACE = " \t\r\n"

#: What YAML forbids, and the line ends that only some readers know (NEL, LS, PS): without them every
#: reader and every editor counts the same lines. And the marks that turn the direction of all that follows:
#: with them a name prints as another one.
FORBIDDEN = re.compile(
    "[^\t\n\r -~\u00a0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]+"
)
FORBIDDEN_ESCAPES = re.compile(f"{FORBIDDEN.pattern}|\r")
"""What an escape may not stand for: a return that ends no line takes a terminal back to its beginning."""
_LINE_END = re.compile(r"\r\n|\r|\n")
#: A node's own mark stands before its anchor and tag, and comments may follow these.
_PROPERTIES = re.compile(r"(?:[&!][^ \t\r\n]*|#[^\r\n]*|[ \t\r\n]+)*")
_BLOCK_HEADER = re.compile(r"[^\r\n]*")
_PLAIN = re.compile(r"[^ \t\r\n]")
_SINGLE = re.compile(r"''|[^ \t\r\n]")
_DOUBLE = re.compile(
    r"\\(?:(?P<space>[ tnr\t\r\n]|(?:x|u00|U000000)(?:20|09|0[aAdD]))|x..|u.{4}|U.{8}|.)|[^ \t\r\n]",
    re.DOTALL,
)
_CHARACTER = {"'": _SINGLE, '"': _DOUBLE}


@dataclass(slots=True, eq=False)
class Node:
    """A value as it stands in the text, with the plain data that it means.

    `style` is the first character of a quoted or block scalar, `[` for any collection in brackets,
    else empty. `size` and `height` count nodes and levels with aliases written out.
    """

    start: int
    end: int
    style: str
    data: object
    content: str = ""
    items: list[Node] | dict[Key, tuple[Node, Node]] | None = None
    size: int = 1
    height: int = 0
    is_open: bool = False

    def child(self, step: Key) -> tuple[Node | None, Node] | None:
        """The key (None in a list) and the value one step down; None where there is none."""
        if isinstance(self.items, dict):
            return self.items.get(step)
        if isinstance(self.items, list) and isinstance(step, int) and 0 <= step < len(self.items):
            return None, self.items[step]
        return None


@dataclass(frozen=True)
class Page:
    """The text of a file, by line and column.

    >>> Page("club.yaml", "a: 1\\nb: 2").place(8)
    (2, 4)
    """

    name: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins. A line ends with LF, CR LF or CR."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def place(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of a character; the end of the text for anything beyond."""
        index = min(max(index, 0), len(self.text))
        line = bisect_right(self.line_starts, index)
        return line, index - self.line_starts[line - 1] + 1

    def indent(self, index: int) -> str:
        """What stands before this character in its line."""
        return self.text[self.line_starts[self.place(index)[0] - 1] : index]

    def line(self, index: int) -> str:
        """The line of this character, cut at 200, fit for a terminal: no control characters."""
        start = self.line_starts[self.place(index)[0] - 1]
        shown = self.text[start : min(line_end(self.text, start), start + SHOWN_LINE)]
        return FORBIDDEN.sub(lambda bad: "\N{REPLACEMENT CHARACTER}" * len(bad[0]), shown)

    def problem(
        self, code: str, index: int, message: str, *, length: int = 1, hint: str = "", severity: str = "error"
    ) -> Problem:
        """A problem at this character; `length` is cut at the end of the line."""
        line, column = self.place(index)
        length = max(1, min(length, line_end(self.text, index) - index))
        shown = self.line(index)
        return Problem(code, self.name, line, column, message, length, hint, severity, shown)


def line_end(text: str, index: int) -> int:
    """Where the line of this character stops, before its line end."""
    found = _LINE_END.search(text, index)
    return found.start() if found else len(text)


def first_character(text: str, node: Node) -> int:
    """Where a node itself begins, after its anchor and tag.

    Only a node that has such properties is searched: an empty value has nothing of its own.
    """
    if text[node.start : node.start + 1] not in ("&", "!"):
        return node.start
    found = _PROPERTIES.match(text, node.start, node.end)
    return found.end() if found else node.start


def span(text: str, node: Node, offset: int) -> tuple[int, int]:
    """Where character `offset` of a scalar's content stands in the text: first character and end.

    Folding, indentation and escapes change white space only, so the n-th other character of the content is
    the n-th in the raw text. White space is placed by the character before it. For a collection and
    for empty content: the first character of the node.

    >>> text = "when: 'it''s so'"
    >>> span(text, Node(6, 16, "'", "it's so", "it's so"), 3)
    (11, 12)
    """
    start = first_character(text, node)
    content = node.content
    if not content.strip(SPACE) or node.items is not None:
        return start, start + 1
    offset = min(max(offset, 0), len(content))
    before = content[:offset].rstrip(SPACE)
    if offset < len(content) and content[offset] not in SPACE:
        return _raw(text, node, start, content[:offset])
    if before:
        left = _raw(text, node, start, before[:-1])[1] + offset - len(before)
        left = min(left, line_end(text, left))
        return left, left + 1
    return _leading(text, node, start, offset)


def _leading(text: str, node: Node, start: int, offset: int) -> tuple[int, int]:
    """White space before the first other character is placed by that one."""
    first = len(node.content) - len(node.content.lstrip(SPACE))
    right = max(start, _raw(text, node, start, "")[0] - (first - offset))
    return right, right + 1


def _raw(text: str, node: Node, start: int, before: str) -> tuple[int, int]:
    """The raw place of the first character, other than white space, that follows `before` in the content."""
    ordinal = sum(character not in SPACE for character in before)
    if node.style in ("|", ">"):
        header = _BLOCK_HEADER.match(text, start)
        start = header.end() if header else start
    elif node.style in ("'", '"'):
        start += 1
    found = _CHARACTER.get(node.style, _PLAIN).finditer(text, start, node.end)
    solid = (match for match in found if match.lastgroup is None)
    match = next(islice(solid, ordinal, None), None)
    return match.span() if match else (start, start + 1)
