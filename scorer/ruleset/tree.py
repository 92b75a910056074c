"""Builds plain data, each value with its place in the text, from the events of a YAML reader.

Everything is counted in characters of the text from 0; only `Page` turns them into lines and columns from 1.

Unquoted words are the scalars of YAML 1.2, read strictly: only `true`, `false`, `null`, `~` and numbers are
more than text. Dates, `0777`, `1_000`, `1:30` and `yes` are text, whatever YAML 1.1 made of them.
"""

from __future__ import annotations

import math
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


# ---- from events to data

MOST_LEVELS = 40
MOST_NODES = 30_000
MOST_ALIASES = 20
MOST_CHARACTERS = 10_000
MOST_PROBLEMS = 100

_TAG = "tag:yaml.org,2002:"
_CORE = frozenset(_TAG + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))
_KEY_WORDS = {"bool": "a truth value", "null": "an empty value", "float": "a fraction"}
_KEY_HINT = "a key is a plain word or a whole number; put anything else in quotes"


class Stop(Exception):
    """The rest of the file is not read: the problem that says why has been noted."""


class Tree:
    """What has been read so far. `root` is None until the document is complete."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[Problem] = []
        self.root: Node | None = None
        #: The last character read so far, where a fault has no better place.
        self.reached = 0
        self._top: Node | None = None
        self._documents = 0
        self._noted = {"error": 0, "warning": 0}
        self._nodes = 0
        self._aliases = 0
        self._anchors: dict[str, Node] = {}
        self._open: list[Node] = []
        #: For each open mapping the key that waits for its value: its node, and None if it was refused.
        self._keys: list[tuple[Node, Key | None] | None] = []

    @property
    def open_bracket(self) -> int | None:
        """The innermost bracket that is still open."""
        inner = self._open[-1] if self._open else None
        return first_character(self.page.text, inner) if inner and inner.style == "[" else None

    # -- events ------------------------------------------------------------------------------------

    def begin_document(self, index: int) -> None:
        """A second document ends the reading; the first is kept."""
        self._documents += 1
        if self._documents > 1:
            hint = "one ruleset a file: move the rest into a file of its own"
            self._stop("L108", index, "a second document begins here", hint=hint)

    def end_document(self) -> None:
        """All of the document has been read, unless there was nothing in it."""
        if self._top is not None and self._top.data is not None:
            self.root = self._top

    def begin(
        self, kind_: str, start: int, end: int, tag: str | None, anchor: str | None, flow: bool
    ) -> None:
        """A collection opens: kind `map` or `seq`."""
        if len(self._open) >= MOST_LEVELS:
            self._stop("L106", start, f"nested deeper than {MOST_LEVELS} levels", hint="flatten this part")
        is_map = kind_ == "map"
        node = Node(start, end, "[" if flow else "", {} if is_map else [], items={} if is_map else [])
        node.is_open, node.height = True, 1
        self._count(1, start)
        node.size = self._nodes
        self._tag(tag, node)
        self._anchor(anchor, node)
        if self._awaits_key():
            self._note("L109", start, "a list or a mapping cannot be a key", hint=_KEY_HINT)
        self._open.append(node)
        self._keys.append(None)

    def finish(self, end: int) -> None:
        """The innermost collection closes."""
        node = self._open.pop()
        self._keys.pop()
        node.end, node.is_open = end, False
        node.size = self._nodes - node.size + 1
        self._add(node)

    def scalar(
        self, start: int, end: int, style: str, content: str, tag: str | None, anchor: str | None
    ) -> None:
        """A word, a number, a text."""
        node = Node(start, end, style, content, content)
        self._count(1, start)
        if len(content) > MOST_CHARACTERS:
            message = f"a text of more than {MOST_CHARACTERS:,} characters"
            self._note("L106", start, message, hint="shorten it")
            node.data = node.content = content[:MOST_CHARACTERS]
        elif style == '"' and (found := FORBIDDEN_ESCAPES.search(content)):
            self._escaped(node, found.start())
        elif tag is not None or style == "":
            self._value(node, tag)
        self._anchor(anchor, node)
        self._add(node)

    def alias(self, start: int, end: int, name: str) -> None:
        """The value of an anchor stands here once more."""
        self._aliases += 1
        if self._aliases > MOST_ALIASES:
            hint = "write the values out, or use 'extends'"
            self._stop("L106", start, f"more than {MOST_ALIASES} uses of anchors", hint=hint)
        target = self._anchors.get(name)
        if self._awaits_key():
            self._note("L109", start, f"the alias {shown('*' + name)} cannot be a key", hint=_KEY_HINT)
            target = Node(start, end, "[", None, items=[])
        if target is None or target.is_open:
            target = self._bad_alias(start, end, name, target)
        if len(self._open) + target.height > MOST_LEVELS:
            message = f"with {shown('*' + name)} written out, nested deeper than {MOST_LEVELS} levels"
            self._stop("L106", start, message, hint="flatten this part")
        self._count(target.size, start)
        self._add(target)

    # -- parts -------------------------------------------------------------------------------------

    def _bad_alias(self, start: int, end: int, name: str, target: Node | None) -> Node:
        if target is None:
            message = f"there is no anchor {shown('&' + name)} above"
            hint = "write the anchor before the value it stands for, or quote the text"
            self._note("L102", start, message, length=end - start, hint=hint)
        else:
            message = f"{shown('*' + name)} stands inside the value that it repeats"
            self._note("L106", start, message, length=end - start, hint="write the value out")
        return Node(start, end, "", None)

    def _escaped(self, node: Node, offset: int) -> None:
        first, last = span(self.page.text, node, offset)
        message = f"the escape stands for the control character U+{ord(node.content[offset]):04X}"
        self._note("L105", first, message, length=last - first, hint="remove it")
        node.data = FORBIDDEN_ESCAPES.sub("\N{REPLACEMENT CHARACTER}", node.content)

    def _value(self, node: Node, tag: str | None) -> None:
        """Reads an unquoted or tagged scalar; sets its data."""
        if tag == _TAG + "str" or not self._tag(tag, node):
            return
        try:
            node.data = plain_value(node.content)
        except OverflowError as error:
            hint = "put it in quotes if it is text"
            self._note("L106", node.start, str(error), length=node.end - node.start, hint=hint)
            node.data = 0
        if tag == _TAG + "float" and type(node.data) is int:
            node.data = float(node.data)
        if tag is not None and tag != _TAG + kind(node.data):
            message = f"{shown(node.content)} is not what its tag says"
            self._note("L107", node.start, message, hint="drop the tag")
        if node.style == "":
            self._swallowed(node)
        if node.content in OLD_BOOLEANS and node.style == "":
            self._old_boolean(node)

    def _swallowed(self, node: Node) -> None:
        """An entry that stands deeper than the list above it is a line of the text before it."""
        found = SWALLOWED.search(self.page.text, node.start, node.end)
        if found:
            message = "this '-' begins no entry: the line belongs to the text above"
            hint = "let it stand in the column of the '-' above, or put the text in quotes"
            self._note("L102", found.start(1), message, hint=hint, severity="warning")

    def _old_boolean(self, node: Node) -> None:
        hint = "write true or false, or quote it"
        message = f"{shown(node.content)} without quotes is text here, but true or false to older readers"
        self._note("L104", node.start, message, length=len(node.content), hint=hint, severity="warning")

    def _tag(self, tag: str | None, node: Node) -> bool:
        """Whether the tag is none or one of the core; notes a problem if not."""
        wanted = "map" if isinstance(node.items, dict) else "seq"
        if tag is None or (tag in _CORE if node.items is None else tag == _TAG + wanted):
            return True
        name = "!!" + tag[len(_TAG) :] if tag.startswith(_TAG) else tag
        hint = "drop it: a rule file has texts, numbers, true and false, lists and mappings"
        self._note("L107", node.start, f"the tag {shown(name)} is not allowed here", hint=hint)
        return False

    def _anchor(self, name: str | None, node: Node) -> None:
        if name is None:
            return
        if name in self._anchors:
            line, column = self.page.place(self._anchors[name].start)
            message = f"the anchor {shown('&' + name)} was there before, at line {line}, column {column}"
            hint = "give it another name"
            self._note("L103", node.start, message, length=len(name) + 1, hint=hint)
        self._anchors[name] = node

    def _count(self, nodes: int, index: int) -> None:
        self.reached = index
        self._nodes += nodes
        if self._nodes > MOST_NODES:
            hint = "split the file; anchors count as often as they are used"
            self._stop("L106", index, f"more than {MOST_NODES:,} values in one file", hint=hint)

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].data, dict) and self._keys[-1] is None

    def _add(self, node: Node) -> None:
        """Puts a finished node where it belongs: the top, a list, or a mapping as key or value."""
        if not self._open:
            self._top = node
            return
        parent = self._open[-1]
        parent.height = max(parent.height, node.height + 1)
        if isinstance(parent.items, list) and isinstance(parent.data, list):
            parent.items.append(node)
            parent.data.append(node.data)
        elif (waiting := self._keys[-1]) is None:
            self._keys[-1] = (node, self._key(node))
        else:
            self._keys[-1] = None
            self._pair(parent, *waiting, node)

    def _key(self, node: Node) -> Key | None:
        """The key that a node is, or None where there is none to keep."""
        if node.items is not None:
            return None
        length = node.end - node.start
        if node.content == "<<" and node.style == "":
            self._note("L109", node.start, "'<<' does not merge here", length=2, hint="use 'extends'")
            return None
        if isinstance(node.data, str) or type(node.data) is int:
            return node.data
        message = f"the key {shown(node.content)} is {_KEY_WORDS[kind(node.data)]}, not a word"
        if not node.content:
            message = "a key is missing before this ':'"
        self._note("L109", node.start, message, length=length, hint=_KEY_HINT)
        return node.content or None

    def _pair(self, parent: Node, key_node: Node, key: Key | None, node: Node) -> None:
        """Enters a key and its value, the first of two equal keys only."""
        if key is None or not isinstance(parent.items, dict) or not isinstance(parent.data, dict):
            return
        if key in parent.items:
            line, column = self.page.place(parent.items[key][0].start)
            message = f"the key {shown(str(key))} was there before, at line {line}, column {column}"
            hint = "remove one of them, or give it another name"
            self._note("L103", key_node.start, message, length=key_node.end - key_node.start, hint=hint)
            return
        parent.items[key] = (key_node, node)
        parent.data[key] = node.data

    def _note(
        self, code: str, index: int, message: str, *, length: int = 1, hint: str = "", severity: str = "error"
    ) -> None:
        """Adds a problem. After 100 errors nobody reads on, and a hostile file could hold many more."""
        self._noted[severity] += 1
        if self._noted[severity] <= MOST_PROBLEMS:
            found = self.page.problem(code, index, message, length=length, hint=hint, severity=severity)
            self.problems.append(found)
        if self._noted["error"] >= MOST_PROBLEMS:
            raise Stop

    def _stop(self, code: str, index: int, message: str, *, hint: str = "") -> None:
        self._note(code, index, message, hint=hint)
        raise Stop


SWALLOWED = re.compile(r"\n *(- )")
#: Words that were booleans in YAML 1.1 and are text today: https://yaml.org/type/bool.html
OLD_BOOLEANS = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper())
)
MOST_DIGITS = 20

Scalar = str | int | float | bool | None

_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = re.compile(r"0(?:x[0-9a-fA-F]+|o[0-7]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_MAY_BE_NUMBER = frozenset("+-.0123456789")


def plain_value(text: str) -> Scalar:
    """The value of an unquoted scalar. OverflowError, with the reason, for a number beyond all use.

    >>> [plain_value(text) for text in ("12", "-0x1", "0x1F", "1.5", "true", "~", "no", "0777", "6-7")]
    [12, '-0x1', 31, 1.5, True, None, 'no', '0777', '6-7']
    """
    if text[:1] not in _MAY_BE_NUMBER:
        return _WORDS.get(text, text)
    if _WHOLE.match(text) or _BASED.match(text):
        return _whole(text)
    if _NO_NUMBER.match(text):
        raise OverflowError("infinity and 'not a number' are no values of a rule")
    return _float(text) if _FLOAT.match(text) else text


def _whole(text: str) -> int:
    if len(text.lstrip("+-")) > MOST_DIGITS:
        raise OverflowError(f"a number of more than {MOST_DIGITS} digits")
    return int(text, 0)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise OverflowError("a number too large to count with")
    return value


def kind(value: object) -> str:
    """The name of a value's tag in YAML 1.2, for instance `int`.

    >>> kind(True), kind("x"), kind(None)
    ('bool', 'str', 'null')
    """
    names = {dict: "map", list: "seq", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def shown(text: str, most: int = 40) -> str:
    """Text of the file, quoted and shortened for a message.

    >>> shown("a" * 50, 5)
    "'aaaa…'"
    """
    return repr(text if len(text) <= most else text[: most - 1] + "…")
