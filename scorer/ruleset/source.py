"""Reads one rule file into plain data, with the place of every value. The only module that knows YAML.

The file is untrusted: it may be huge, a device, or no text at all. It is read event by event, never composed
into objects: no tag can call anything, and depth, size and aliases meet their limits while reading. Nothing
here knows what a ruleset is.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from scorer.errors import Problem, nearest
from scorer.ruleset.cache import digest
from scorer.ruleset.places import FORBIDDEN, Key, Node, Page, first_character, span
from scorer.ruleset.syntax import SyntaxFault, explain
from scorer.ruleset.tree import Stop, Tree

#: libyaml where PyYAML was built with it: twenty times as fast.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: libyaml compares each with all before: a file of nothing else takes it many seconds.
_TAG_DIRECTIVE = re.compile(r"^%TAG", re.MULTILINE)

Outcome = tuple["Source | None", list[Problem]]


@dataclass(frozen=True)
class Source:
    """A rule file as plain data (dict, list, str, int, float, bool, None) that remembers its places.

    A path leads from the top to a value by keys and list positions. Text of the file repeated by an alias is
    one object in `data` and has one place, that of the anchor.

    >>> source, problems = read_source("patterns:\\n- {id: 'a b', value: 1}\\n", "club.yaml")
    >>> source.data
    {'patterns': [{'id': 'a b', 'value': 1}]}
    >>> source.place(("patterns", 0, "id"), 2), source.place(("patterns", 0, "id"), key=True)
    ((2, 11), (2, 4))
    """

    name: str
    text: str
    data: object
    page: Page = field(repr=False, compare=False)
    _root: Node = field(repr=False, compare=False)
    digest: str = ""
    """of the very bytes that were read"""

    def place(self, path: tuple[Key, ...], offset: int = 0, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at the path, or of its key.

        `offset` is a character of the value's content, whatever its style: exact for every character but
        white space that the style folds. Where the path leads nowhere, the nearest place above it: the key
        of the value in which something is missing, or that value's beginning if it has no key.
        """
        return self.page.place(self.span(path, offset, 0, key)[0])

    def span(self, path: tuple[Key, ...], offset: int, length: int, key: bool) -> tuple[int, int]:
        """First character and end in the text of a part of a value or its key, of all of it without a length;
        of a collection the first character.
        """
        key_node, node, found = self._find(path)
        if key_node is not None and (key or not found):
            if found and (offset or length):
                return self._part(key_node, offset, length)
            return first_character(self.text, key_node), key_node.end
        return self._part(node, offset, length) if found and not key else self._part(node, 0, 1)

    def _part(self, node: Node, offset: int, length: int) -> tuple[int, int]:
        start, end = span(self.text, node, offset)
        last = offset + length - 1 if length else len(node.content) - 1
        return start, span(self.text, node, last)[1] if last > offset else end

    def _find(self, path: tuple[Key, ...]) -> tuple[Node | None, Node, bool]:
        """The deepest key and value on the path, and whether they are its end."""
        key: Node | None = None
        node = self._root
        for step in path:
            child = node.child(step)
            if child is None:
                return key, node, False
            key, node = child
        return key, node, True


def read_file(path: Path) -> Outcome:
    """Reads a rule file as `read_source` does. L101 says why a file cannot be read."""
    data = load(path)
    return (None, [data]) if isinstance(data, Problem) else read_bytes(data, shown_name(path))


def read_bytes(data: bytes, name: str) -> Outcome:
    """Reads UTF-8 bytes, of standard input for instance, as `read_source` does."""
    text = decode(data, name)
    if isinstance(text, Problem):
        return None, [text]
    source, problems = read_source(text, name)
    return (replace(source, digest=digest(data)) if source else None), problems


def read_source(text: str, name: str) -> Outcome:
    """Reads the text of a rule file; `name` is what problems call it. Raises nothing, whatever the text.

    The problems stand in the order of the file. Where only single values are at fault (a key twice, a
    tag, a word of YAML 1.1) the source comes with them, so that it can be checked further; None means that
    the text could not be read to its end. A source beside problems of severity `error` must not be used.

    >>> source, problems = read_source("a: 1\\na: no\\n", "club.yaml")
    >>> for problem in problems: print(problem)
    club.yaml:2:1: L103 the key 'a' was there before, at line 1, column 1
    club.yaml:2:4: L104 'no' without quotes is text here, but true or false to older readers
    """
    if len(text) > MOST_BYTES:
        return None, [Problem("L106", name, 1, 1, "longer than 1,048,576 characters")]
    page = Page(name, text.removeprefix("\ufeff"))
    problems = forbidden_characters(page) or _forbidden_directives(page)
    if problems:
        return None, problems
    tree = Tree(page)
    fault = _fill(tree)
    if tree.root is None and not fault and not any(problem.severity == "error" for problem in tree.problems):
        fault = page.problem(
            "L108", 0, "there is nothing in this file", hint="a ruleset begins with its name"
        )
    problems = sorted([*tree.problems, *([fault] if fault else [])], key=lambda problem: problem.place)
    if tree.root is None or fault:
        return None, problems
    return Source(name, page.text, tree.root.data, page, tree.root), problems


def _forbidden_directives(page: Page) -> list[Problem]:
    found = _TAG_DIRECTIVE.search(page.text)
    message = "tags are not allowed in a rule file"
    return [page.problem("L107", found.start(), message, length=4, hint="drop the line")] if found else []


def _fill(tree: Tree) -> Problem | None:
    """Feeds the events of the text to the tree. What ended the reading, unless the tree noted it itself."""
    events = yaml.parse(tree.page.text, Loader=_LOADER)
    try:
        for event in events:
            take = _TAKE.get(type(event))
            if take is not None:
                take(tree, event)
    except Stop:
        return None
    except yaml.YAMLError as error:
        return explain(tree.page, _fault(error, tree))
    except ValueError as error:  # the reader in Python lets the one of chr() and int() out
        return tree.page.problem("L102", tree.reached, f"this is not valid YAML: {error}")
    return None


def _fault(error: yaml.YAMLError, tree: Tree) -> SyntaxFault:
    problem = getattr(error, "problem", None) or str(error)
    at = getattr(error, "problem_mark", None)
    began = getattr(error, "context_mark", None) or at
    index = at.index if at else tree.reached
    context = getattr(error, "context", None) or ""
    return SyntaxFault(problem, index, context, began.index if began else index, tree.open_bracket)


def _collection(kind: str) -> Callable[[Tree, Any], None]:
    def take(tree: Tree, event: Any) -> None:
        first, last = event.start_mark.index, event.end_mark.index
        tree.begin(kind, first, last, event.tag, event.anchor, bool(event.flow_style))

    return take


def _scalar(tree: Tree, event: Any) -> None:
    first, last = event.start_mark.index, event.end_mark.index
    tree.scalar(first, last, event.style or "", event.value, event.tag, event.anchor)


#: What each event does to the tree; the other events mean nothing here.
_TAKE: dict[type, Callable[[Tree, Any], None]] = {
    yaml.DocumentStartEvent: lambda tree, event: tree.begin_document(event.start_mark.index),
    yaml.DocumentEndEvent: lambda tree, event: tree.end_document(),
    yaml.MappingStartEvent: _collection("map"),
    yaml.SequenceStartEvent: _collection("seq"),
    yaml.MappingEndEvent: lambda tree, event: tree.finish(event.end_mark.index),
    yaml.SequenceEndEvent: lambda tree, event: tree.finish(event.end_mark.index),
    yaml.ScalarEvent: _scalar,
    yaml.AliasEvent: lambda tree, event: tree.alias(
        event.start_mark.index, event.end_mark.index, event.anchor
    ),
}


MOST_BYTES = 1 << 20
_MOST_PLACES = 10
_MOST_NEIGHBOURS = 200
_TOO_LARGE = "larger than 1 MiB: this is no rule file"
#: UTF-32 first: its little-endian mark begins with that of UTF-16.
_OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def shown_name(path: Path) -> str:
    """The path as problems show it: as given, without bytes that no terminal can print."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(path).replace("\n", " ").replace("\r", " "))


def load(path: Path) -> bytes | Problem:
    """All bytes of a regular file of at most 1 MiB, or the problem (L101, L106) that says why not."""
    name = shown_name(path)
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:
        return Problem("L101", name, 1, 1, _reason(error), hint=_neighbour(path, error))
    return data if len(data) <= MOST_BYTES else Problem("L106", name, 1, 1, _TOO_LARGE)


def _bytes(path: Path) -> bytes:
    """Opens only what is a regular file before and after opening, never waiting for a pipe's other end."""
    _refuse_special(os.stat(path).st_mode)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        _refuse_special(status.st_mode)
        return file.read(MOST_BYTES + 1) or b""


def _refuse_special(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if not stat.S_ISREG(mode):
        raise ValueError("this is a device or a pipe, not a file")


def _reason(error: Exception) -> str:
    known = (
        (FileNotFoundError, "there is no such file"),
        (IsADirectoryError, "this is a directory, not a file"),
        (PermissionError, "there is no permission to read this file"),
    )
    words = next((words for kind, words in known if isinstance(error, kind)), "")
    return words or getattr(error, "strerror", None) or str(error) or "cannot be read"


def _neighbour(path: Path, error: Exception) -> str:
    """For a file that is missing, the rule file beside it whose name is nearest."""
    if not isinstance(error, FileNotFoundError):
        return ""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for _, entry in zip(range(_MOST_NEIGHBOURS), entries, strict=False)]
    except (OSError, ValueError):
        return ""
    near = nearest(path.name, [name for name in names if name.endswith((".yaml", ".yml"))], 1)
    return f"did you mean {shown_name(path.with_name(near[0]))!r}?" if near else ""


def decode(data: bytes, name: str) -> str | Problem:
    """The text of UTF-8 bytes. Other bytes stay in it, as lone surrogates."""
    if len(data) > MOST_BYTES:
        return Problem("L106", name, 1, 1, _TOO_LARGE)
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            return Problem("L105", name, 1, 1, f"this file is {encoding}", hint="save it as UTF-8")
    return data.decode("utf-8", "surrogateescape")


def forbidden_characters(page: Page) -> list[Problem]:
    """Problems (L105) for what no rule file contains: control characters, bytes that are not UTF-8.

    >>> print(forbidden_characters(Page("a.yaml", "a: \\0"))[0])
    a.yaml:1:4: L105 the character U+0000 is not allowed
    """
    places = (found for _, found in zip(range(_MOST_PLACES), FORBIDDEN.finditer(page.text), strict=False))
    return [_forbidden(page, found.start(), found[0]) for found in places]


def _forbidden(page: Page, index: int, run: str) -> Problem:
    code = ord(run[0])
    if 0xDC80 <= code <= 0xDCFF:
        message, hint = f"the byte 0x{code - 0xDC00:02X} is not UTF-8", "save the file as UTF-8"
    else:
        message, hint = (
            f"the character U+{code:04X} is not allowed",
            "remove it" if code else "is this a text file in UTF-8?",
        )
    return page.problem("L105", index, message, length=len(run), hint=hint)
