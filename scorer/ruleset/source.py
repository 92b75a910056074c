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
from scorer.ruleset.tree import FORBIDDEN, MOST_LEVELS, Key, Node, Page, Stop, Tree, first_character, span

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
    if tree.root is None and not fault and not any(problem.is_error for problem in tree.problems):
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


# ---- why a text is no YAML, in plain words
#
# Both readers of PyYAML (libyaml's and the one in Python) word the same fault differently, so `_RULES` looks
# for what their messages have in common.


@dataclass(frozen=True)
class SyntaxFault:
    """What the YAML reader said: the fault and what it was reading, each with its character.

    `opened` is the innermost bracket still open at the fault, or None.
    """

    problem: str
    at: int
    context: str
    began: int
    opened: int | None = None


@dataclass(frozen=True)
class _Rule:
    """`{char}` is the character at the fault, `{began}` the line and column where its context began."""

    message: str
    hint: str
    code: str = "L102"
    at_context: bool = False


_TAB = _Rule("a tab is used for indentation", "YAML indents with spaces: replace every tab")
_LOOSE_TAB = _Rule("a tab stands where YAML wants a space", "replace it by a space")
_NEVER_CLOSED = _Rule("this {char} is never closed", "add the matching bracket")
_AFTER_VALUE = _Rule(
    "something follows the end of a value",
    "quote the whole text, and write '' for an apostrophe inside '...'",
)
_UNALIGNED = _Rule(
    "the indentation of this line fits no line above",
    "keys of one mapping begin in the same column, and so do the '-' of one list",
)

_CONFLICT = _Rule("a conflict of two versions was never settled", "keep one of them, and drop the marks")
_OPEN_QUOTE = _Rule("this quote is not closed in its line", "add the closing quote, or take it away")
_NO_COLON = _Rule("this line is neither 'key: value' nor '- item'", "a ':' is missing behind the key")
_EQUALS = _Rule("this line is neither 'key: value' nor '- item'", "write ':' for '='")
_QUOTED_LINE = _Rule("this line is one text, no 'key: value'", "put quotes around the value alone")
_NO_SPACE = _Rule("this line is neither 'key: value' nor '- item'", "put a space behind its first ':' or '-'")
_WIDE_COLON = _Rule("this line is neither 'key: value' nor '- item'", "write a plain ':' for {char}")
_SEMICOLON = _Rule("a second ': ' in one value", "inside braces a ',' divides entries, no ';'")
_NO_KEY = _Rule("a key is missing before this ':'", "write 'key: value'")
_SECOND_COLON = _Rule(
    "a second ': ' in one value", "put the whole text in quotes, or begin another entry on a line of its own"
)
_BULLET = _Rule("'*' has a meaning of its own in YAML", "an entry of a list begins with '- '")
_NOTHING_TO_CLOSE = _Rule("this {char} closes nothing", "take it away")
_NO_MAPPING = _Rule(
    "no key can stand here, so this ':' has no meaning",
    "look at the line above: a space missing after its ':', a value that ends there, or its indentation",
)

#: The first that is found in "context; problem" counts.
_RULES = {
    # libyaml since PyYAML 6.0.4: what is read ahead of the first event has a depth of its own
    "nesting depth": _Rule(f"nested deeper than {MOST_LEVELS} levels", "flatten this part", "L106"),
    "quoted scalar; .*(?:end of stream|document)": _Rule(
        "this quote is never closed",
        "add the closing quote; inside '...' an apostrophe is written ''",
        at_context=True,
    ),
    "could not find expected ':'": _Rule(
        "this line is neither 'key: value' nor '- item'",
        "a ':' and a '-' need a space after them",
        at_context=True,
    ),
    "(?:entries) are not allowed": _Rule(
        "a list cannot begin here", "begin it on a line of its own, below its key"
    ),
    "expected ',' or": _Rule(
        "a ',' or a closing bracket is missing before this", "the bracket opened at {began}"
    ),
    "node content": _Rule(
        "{char} cannot begin a value", "a value is missing before it, or the text needs quotes"
    ),
    "cannot start any token": _Rule("{char} cannot begin a value", "put the text in quotes"),
    "an (?:alias|anchor); |mapping keys are not allowed": _Rule(
        "{char} at the beginning of a text has a meaning of its own in YAML",
        "put the text in quotes",
        at_context=True,
    ),
    "unknown escape": _Rule(
        "YAML knows no such escape", "inside \"...\" write \\\\ for a backslash, or use '...'"
    ),
    "hexadecimal|hexdecimal|Unicode character escape": _Rule(
        "this escape names no character",
        "after \\x stand two digits 0-9 a-f, after \\u four, after \\U eight",
    ),
    "tag handle|a tag; |tag URI": _Rule(
        "tags are not allowed in a rule file", "drop it, or quote the text", "L107", True
    ),
    "block scalar; ": _Rule("only - + or a digit may follow '|' or '>'", "begin the text on the next line"),
    "document start": _Rule(
        "this does not belong to what stands above", "let every top-level key begin in column 1"
    ),
    "directive|incompatible YAML": _Rule(
        "lines with '%' at their beginning are not allowed", "drop the line"
    ),
}


def explain(page: Page, fault: SyntaxFault) -> Problem:
    """The problem that a syntax fault is, placed where it can be mended.

    >>> explain(Page("a.yaml", "a: 'x"), SyntaxFault("found unexpected end of stream", 5,
    ...     "while scanning a quoted scalar", 3)).message
    'this quote is never closed'
    """
    slip = _slip(page, fault)
    if slip is not None:
        return _problem(page, slip[0], slip[1], fault)
    said = f"{fault.context}; {fault.problem}"
    if fault.opened is not None and fault.at >= len(page.text.rstrip()) and "quoted" not in said:
        return _problem(page, _NEVER_CLOSED, fault.opened, fault)
    rule = _tab(page, fault) or _by_line(page, fault) or _by_words(said)
    if rule is None:
        return page.problem("L102", fault.at, f"this is not valid YAML: {fault.problem}")
    if rule is _TAB:
        return _problem(page, rule, page.text.index("\t", fault.at - len(page.indent(fault.at))), fault)
    return _problem(page, rule, fault.began if rule.at_context else _escape(page, fault.at), fault)


_KEYED = re.compile(r"[ ]*-?[ ]*[\w.]+:(?=\s|$)")


def _slip(page: Page, fault: SyntaxFault) -> tuple[_Rule, int] | None:
    """What the lines up to a fault show better than the reader's message, and where."""
    mark = re.search(r"^(?:<{7} |={7}$|>{7} )", page.text, re.MULTILINE)
    if mark is not None:
        return _CONFLICT, mark.start()
    start = page.text.rfind("\n", 0, fault.at) + 1
    line = page.text[start:].split("\n", 1)[0]
    if (
        fault.opened is not None
        and fault.opened < start
        and _KEYED.match(line)
        and "expected ','" in fault.problem
    ):
        return _NEVER_CLOSED, fault.opened
    above = page.text[:start]
    quotes = re.finditer(r"""(?m)^[^#\n'"]*[:,\[{-][ ]+(['"])(?:(?!\1)[^\n])*$""", above)
    quote = next((found for found in quotes if _ends_early(page.text[found.end() :], found[1])), None)
    if quote is not None and not re.search("quoted|escape", fault.context):
        return _OPEN_QUOTE, quote.start(1)
    return _colon(page, fault, above)


def _ends_early(rest: str, quote: str) -> bool:
    """Whether a quote that is open at the end of its line is closed by one that opens another text."""
    before = rest[: rest.find(quote)]
    return bool(_KEYED.search(before))


def _colon(page: Page, fault: SyntaxFault, above: str) -> tuple[_Rule, int] | None:
    """A colon that is missing, is no plain one, or has no space behind it."""
    start = fault.began if "could not find expected ':'" in fault.problem else len(above)
    start = page.text.rfind("\n", 0, start) + 1
    line = page.text[start:].split("\n", 1)[0]
    if "could not find expected ':'" in fault.problem and (wide := re.match(r"[^:]*[：﹕︰]", line)):
        return _WIDE_COLON, start + wide.end() - 1
    if "could not find expected ':'" in fault.problem or re.match(r"\s*-\w+:", line):
        found = re.match(r"\s*(?:[\w.]+:(?=\S)|-(?=\w))", line)
        return (_NO_SPACE, start + len(line) - len(line.lstrip())) if found else None
    if ";" in line and page.text[fault.at : fault.at + 1] == ":" and fault.opened is not None:
        return _SEMICOLON, fault.at
    lines = above.rstrip("\n").split("\n")
    last, at = lines[-1].split(" #")[0], len(above.rstrip("\n")) - len(lines[-1])
    is_beside = "mapping values" in fault.problem and _indented(last) == _indented(line) and ":" not in last
    if is_beside and last and (_indented(last) == 0 or "=" in last):
        return _EQUALS if "=" in last else _NO_COLON, at + _indented(last)
    if "document start" in fault.problem and re.fullmatch(r"(['\"]).*\1\s*", last):
        return _QUOTED_LINE, at
    if "document start" in fault.problem and last.strip() and not re.search(r":|^\s*-|^\s*#", last):
        return _NO_COLON, at
    return None


def _indented(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tab(page: Page, fault: SyntaxFault) -> _Rule | None:
    """Tabs are at fault where one is marked, and in the indentation of a line outside brackets."""
    before, is_tab = page.indent(fault.at), page.text[fault.at : fault.at + 1] == "\t"
    if is_tab:
        return _LOOSE_TAB if before.strip() else _TAB
    indentation = before[: len(before) - len(before.lstrip())]
    return _TAB if "\t" in indentation and fault.opened is None and "quoted" not in fault.context else None


def _by_line(page: Page, fault: SyntaxFault) -> _Rule | None:
    """Where the same message has several causes, the line tells which."""
    before, is_colon = page.indent(fault.at), page.text[fault.at : fault.at + 1] == ":"
    if is_colon and re.search(r":\s[^,{}[\]]+$", before):
        return _SECOND_COLON
    if is_colon and "mapping values are not allowed" not in fault.problem:
        return None if "expected ','" in fault.problem else _NO_KEY
    if is_colon:
        return _NO_MAPPING
    if re.match(r"\s*\* ", page.line(fault.at)):
        return _BULLET
    if page.text[fault.at : fault.at + 1] in ("}", "]") and before.endswith(("}", "]")):
        return _NOTHING_TO_CLOSE
    if re.search(r"expected (?:key|'-')|expected <block end>", fault.problem):
        return _AFTER_VALUE if before.strip(" -") else _UNALIGNED
    return None


def _by_words(said: str) -> _Rule | None:
    return next((rule for pattern, rule in _RULES.items() if re.search(pattern, said)), None)


def _escape(page: Page, index: int) -> int:
    """The readers mark the backslash of a bad escape, or the character after it."""
    return index - 1 if page.text[index - 1 : index] == "\\" else index


def _problem(page: Page, rule: _Rule, index: int, fault: SyntaxFault) -> Problem:
    line, column = page.place(fault.began)
    words = {"char": repr(page.text[index : index + 1]), "began": f"line {line}, column {column}"}
    hint = rule.hint.replace("{began}", words["began"]).replace("{char}", words["char"])
    return page.problem(rule.code, index, rule.message.format(**words), hint=hint)
