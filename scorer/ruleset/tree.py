"""Builds plain data and its places from the events of a YAML reader, one after the other.

Unquoted words are the scalars of YAML 1.2, read strictly: only `true`, `false`, `null`, `~` and numbers are
more than text. Dates, `0777`, `1_000`, `1:30` and `yes` are text, whatever YAML 1.1 made of them.
"""

from __future__ import annotations

import math
import re

from scorer.errors import Problem
from scorer.ruleset.places import FORBIDDEN_ESCAPES, Key, Node, Page, first_character, span

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
        if node.content in OLD_BOOLEANS and node.style == "":
            self._old_boolean(node)

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
