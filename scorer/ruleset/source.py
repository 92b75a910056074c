"""Reads one rule file into items, each with its place. The only module that knows YAML.

The file is untrusted: it may be huge, a device, or no text at all. It is read event by event: no tag can call
anything, and depth, size and aliases meet their limits while reading. Nothing here knows what a ruleset is.

Unquoted words are the scalars of YAML 1.2, read strictly: only `true`, `false`, `null`, `~` and numbers are
more than text. Dates, `0777`, `1_000`, `1:30` and `yes` are text, whatever YAML 1.1 made of them.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path as FilePath
from typing import Any, NoReturn

import yaml

from scorer.errors import Problem, nearest
from scorer.ruleset.find import MOST_BYTES, SUFFIXES, digest, plain_bytes
from scorer.ruleset.items import FORBIDDEN, Item, Key, Mark, Path, Scalar, Source, filled, fitting, kind
from scorer.values import dataclass, replace

#: libyaml where PyYAML was built with it: twenty times as fast.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: libyaml compares each with all before: a file of nothing else takes it many seconds.
TAG_DIRECTIVE = re.compile(r"^%TAG", re.MULTILINE)
MOST_PLACES = 10
MOST_NEIGHBOURS = 200
TOO_LARGE = "larger than 1 MiB: this is not a rule file"
#: UTF-32 first: its little-endian mark begins with that of UTF-16.
OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

Outcome = tuple[Source | None, list[Problem]]


def read_file(path: FilePath) -> Outcome:
    """Reads a rule file as `read_source` does. L101 says why a file cannot be read."""
    name = _shown_name(path)
    try:
        data = plain_bytes(path)
    except (OSError, ValueError) as error:
        return None, [Problem("L101", name, 1, 1, _reason(error), hint=_neighbour(path, error))]
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> Outcome:
    """Reads UTF-8 bytes, of standard input for instance, as `read_source` does."""
    if len(data) > MOST_BYTES:
        return None, [Problem("L106", name, 1, 1, TOO_LARGE)]
    encoding = next((encoding for mark, encoding in OTHER_MARKS if data.startswith(mark)), "")
    if encoding:
        return None, [Problem("L105", name, 1, 1, f"this file is {encoding}", hint="save it as UTF-8")]
    source, problems = read_source(data.decode("utf-8", "surrogateescape"), name)
    if source is not None:
        source.digest = digest(data)
    return source, problems


def read_source(text: str, name: str) -> Outcome:
    """Reads the text of a rule file; `name` is what problems call it. Raises nothing, whatever the text.

    The problems stand in the order of the file. Where only single values are at fault (a key twice, a
    tag, a word of YAML 1.1) the source comes with them, so that it can be checked further; None means that
    the text could not be read to its end. A source beside problems of severity `error` must not be used.

    >>> source, problems = read_source("a: 1\\na: no\\n", "club.yaml")
    >>> for problem in problems: print(problem)
    club.yaml:2:1: L103 duplicate key 'a': already defined at line 1, column 1
    club.yaml:2:4: L104 'no' without quotes is text here, but true or false to older readers
    >>> source.data
    {'a': 1}
    """
    if len(text) > MOST_BYTES:
        return None, [Problem("L106", name, 1, 1, "longer than 1,048,576 characters")]
    source = Source(name, text.removeprefix("\ufeff"))
    if problems := _forbidden(source):
        return None, problems
    reader = _Reader(source)
    root, problems = reader.document(), reader.problems
    if root is None and not any(problem.is_error for problem in problems):
        message, hint = "this file is empty", "begin with name: ..."
        problems.append(source.problem("L108", 0, message, hint=hint))
    problems.sort(key=lambda problem: problem.place)
    if root is None:
        return None, problems
    source.root = root
    return source, problems


# ---- from a file to text


def _shown_name(path: FilePath) -> str:
    """The path as problems show it: as given, without bytes that no terminal can print."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(path).replace("\n", " ").replace("\r", " "))


def _reason(error: Exception) -> str:
    known = (
        (FileNotFoundError, "there is no such file"),
        (IsADirectoryError, "this is a directory, not a file"),
        (PermissionError, "there is no permission to read this file"),
    )
    words = next((words for kind, words in known if isinstance(error, kind)), "")
    return words or getattr(error, "strerror", None) or str(error) or "cannot be read"


def _neighbour(path: FilePath, error: Exception) -> str:
    """For a file that is missing, the rule file beside it whose name is nearest."""
    if not isinstance(error, FileNotFoundError):
        return ""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for _, entry in zip(range(MOST_NEIGHBOURS), entries, strict=False)]
    except (OSError, ValueError):
        return ""
    near = nearest(path.name, [name for name in names if name.endswith(SUFFIXES)], 1)
    return f"did you mean {_shown_name(path.with_name(near[0]))!r}?" if near else ""


def _forbidden(source: Source) -> list[Problem]:
    """What no rule file contains: control characters, bytes that are not UTF-8, directives of tags."""
    problems = []
    for _, run in zip(range(MOST_PLACES), FORBIDDEN.finditer(source.text), strict=False):
        code = ord(run[0][0])
        message = f"the character U+{code:04X} is not allowed"
        hint = "remove it" if code else "is this a text file in UTF-8?"
        if 0xDC80 <= code <= 0xDCFF:
            message, hint = f"the byte 0x{code - 0xDC00:02X} is not UTF-8", "save the file as UTF-8"
        problems.append(source.problem("L105", run.start(), message, length=len(run[0]), hint=hint))
    directive = TAG_DIRECTIVE.search(source.text)
    if directive and not problems:
        message, hint = "tags are not allowed in a rule file", "drop the line"
        problems = [source.problem("L107", directive.start(), message, length=4, hint=hint)]
    return problems


# ---- from text to items

MOST_VALUES = 30_000
MOST_LEVELS = 40
MOST_ALIASES = 20
MOST_CHARACTERS = 10_000
MOST_PROBLEMS = 100

TAG = "tag:yaml.org,2002:"
CORE = frozenset(TAG + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))
KEY_WORDS = {"bool": "a truth value", "null": "an empty value", "float": "a fraction"}
KEY_HINT = "a key is a plain word or a whole number; put anything else in quotes"
ENDS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
NO_KEY = "a key is missing before this ':'"
QUOTED = "put the text in quotes"
DIGITS = re.compile(r"[0-9]{1,3}(?:, ?[0-9]{3})+|[0-9](?:, ?[0-9])+[a-z]+")
"""A number, and tiles, with commas between their digits."""
TAG_HINT = "drop it, or put the text in quotes"
SWALLOWED = re.compile(r"\n *(- )")
"""An entry that stands deeper than the list above it is a line of the text before it."""
FORBIDDEN_ESCAPES = re.compile(f"{FORBIDDEN.pattern}|\r")
"""What an escape may not stand for: a return that ends no line takes a terminal back to its beginning."""
#: Words that were booleans in YAML 1.1 and are text today: https://yaml.org/type/bool.html
OLD_BOOLEANS = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper())
)


class _Stop(Exception):
    """The rest of the file is not read: the problem that says why has been noted."""


class _Reader:
    """Reads the events of a text, one value after another; what is at fault is noted, the rest read on."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self._events: Iterator[Any] = yaml.parse(source.text, Loader=_LOADER)
        self._noted = {"error": 0, "warning": 0}
        #: The last character read so far, where a fault has no better place.
        self._reached = 0
        self._values = self._aliases = 0
        self._used: set[str] = set()
        #: Where a ',' inside brackets cut a text (or first one in a list), and the whole text.
        self._cut: dict[int | None, tuple[int, str]] = {}
        #: The bracket of each collection that is still open, None of one without.
        self._open: list[int | None] = []
        #: Where each anchor was and the value it stands for, None while that is open.
        self._anchors: dict[str, tuple[int, Item | None]] = {}

    def document(self) -> Item | None:
        """The one document of the text; None where there is nothing in it, or its reading came to no end."""
        root = None
        try:
            for event in self._events:
                start, begins = event.start_mark.index, type(event) is yaml.DocumentStartEvent
                if begins and root is not None:
                    hint = "keep one ruleset per file: move the rest to another file"
                    self._stop("L108", start, "a second document begins here", hint)
                root = self._value(next(self._events), ()) if begins else root
            self._tell_slips()
        except _Stop:
            pass
        except yaml.YAMLError as error:
            self.problems.append(explain(self.source, self._fault(error)))
            return None
        except ValueError as error:  # the reader in Python lets the one of chr() and int() out
            message = f"this is not valid YAML: {error}"
            self.problems.append(self.source.problem("L102", self._reached, message))
            return None
        return None if root is None or root.value is None else root

    def _fault(self, error: yaml.YAMLError) -> SyntaxFault:
        at = getattr(error, "problem_mark", None)
        began = getattr(error, "context_mark", None) or at
        index = at.index if at else self._reached
        problem = getattr(error, "problem", None) or str(error)
        context = getattr(error, "context", None) or ""
        opened = self._open[-1] if self._open else None
        return SyntaxFault(problem, index, context, began.index if began else index, opened)

    def _value(self, event: Any, path: Path, key: Mark | None = None) -> Item:
        if type(event) is yaml.AliasEvent:
            return self._repeated(event, path, key)
        if type(event) is yaml.ScalarEvent:
            return self._scalar(event, path, key)
        start, wanted = event.start_mark.index, "map" if type(event) is yaml.MappingStartEvent else "seq"
        if len(self._open) >= MOST_LEVELS:
            self._stop("L106", start, f"nested deeper than {MOST_LEVELS} levels", "flatten this part")
        self._count(1, start)
        self._is_known(event.tag, start, [TAG + wanted])
        self._anchored(event.anchor, start)
        bracket = Mark(start, event.end_mark.index).first(self.source.text) if event.flow_style else None
        self._open.append(bracket)
        value, end = self._fields(path) if wanted == "map" else self._entries(path)
        self._open.pop()
        item = Item(value, self.source, path, Mark(start, end), key)
        if self._anchors.get(event.anchor) == (start, None):
            self._anchors[event.anchor] = start, item
        return item

    def _entries(self, path: Path) -> tuple[list[Item], int]:
        """The items of a list, and where it ends."""
        found: list[Item] = []
        while type(event := next(self._events)) not in ENDS:
            item, before = self._value(event, (*path, len(found))), found[-1].text() if found else ""
            is_open = before.count("(") > before.count(")")
            if is_open and (joined := self._joined(found[-1], item.mark)):
                found[-1] = joined
            else:
                found.append(item)
        return found, event.end_mark.index

    def _fields(self, path: Path) -> tuple[dict[str, Item], int]:
        """The entries of a mapping, of two equal keys the first, and where it ends."""
        found: dict[str, Item] = {}
        while type(event := next(self._events)) not in ENDS:
            key, mark = self._key(event)
            item = self._value(next(self._events), (*path, "" if key is None else key), mark)
            last = next(reversed(found.items()), None) if self._open[-1] is not None else None
            if last and (joined := self._joined(last[1], mark, item.mark)):
                found[last[0]] = joined
                continue
            before = found.get(str(key))
            if key is not None and before is None:
                found[str(key)] = item
            elif before is not None and before.key_mark is not None:
                there = "line {}, column {}".format(*self.source.at(before.key_mark.start))
                message = f"duplicate key {shown(str(key))}: already defined at {there}"
                hint = "remove one of them, or give it another name"
                self._note("L103", mark.start, message, hint, mark.end - mark.start)
        return found, event.end_mark.index

    def _joined(self, before: Item, after: Mark, value: Mark | None = None) -> Item | None:
        """A text in brackets with what was behind its ',', if that is no entry with a ':' of its own."""
        start, text = before.mark.start, self.source.text[before.mark.start : after.end]
        has_value = value is not None and ":" in self.source.text[after.end : value.end]
        is_text = before.mark.content and not before.mark.style and "\n" not in text and text[0] not in "&*!"
        if has_value or not is_text:
            return None
        first, _ = self._cut.setdefault(self._open[-1] if value is None else start, (start, text))
        if first == start:
            self._cut[self._open[-1] if value is None else start] = start, text
        words = [] if "(" in text or text[:1].isdigit() else re.finditer(r"[^, ][^,]*", text)
        parts = [Mark(start + word.start(), start + word.end(), "", word[0]) for word in words]
        items = [Item(one.content, self.source, (*before.path, n), one) for n, one in enumerate(parts)]
        whole = re.sub("[, ]", "", text) if DIGITS.fullmatch(text) else text
        meant: Scalar = int(whole) if whole.isdecimal() else whole
        return replace(before, value=items or meant, mark=Mark(start, after.end, "", text))

    def _tell_slips(self) -> None:
        """What was cut at a ',' inside brackets, of a list once; texts whose first word is an anchor."""
        for name, (start, item) in self._anchors.items():
            if name in self._used or item is None or not item.text() or item.mark.style:
                continue
            message = f"the anchor {shown('&' + name)} is never used"
            hint = "text cannot begin with '&': put it in quotes, or drop the anchor"
            self._note("L907", start, message, hint, len(name) + 1, severity="warning")
        for start, text in self._cut.values():
            hint = f"write [{text}] for a list, '{text}' for text; combine classes with |"
            if "(" in text:
                hint = f"put it in quotes: '{text}'"
            elif DIGITS.fullmatch(text):
                hint = f"write {re.sub('[, ]', '', text)}"
            self._note("L102", start, "a ',' ends the text inside brackets", hint, len(text))

    def _key(self, event: Any) -> tuple[Key | None, Mark]:
        """A key and where it stands; None where there is none to keep."""
        start, end = event.start_mark.index, event.end_mark.index
        if type(event) is not yaml.ScalarEvent:
            is_alias = type(event) is yaml.AliasEvent
            what = f"the alias {shown('*' + event.anchor)}" if is_alias else "a list or a mapping"
            self._note("L109", start, f"{what} cannot be a key", KEY_HINT)
            if is_alias:
                self._used.add(event.anchor)
            else:
                self._value(event, ())
            return None, Mark(start, end)
        item = self._scalar(event, ())
        content, mark = item.mark.content, item.mark
        if content[:1].isspace() and mark.style == "":
            self._stop("L102", start, "the indentation must be plain spaces", "replace it with spaces")
        if content == "<<" and mark.style == "":
            self._note("L109", start, "'<<' does not merge here", "write the keys out, or use 'extends'", 2)
            return None, mark
        if isinstance(item.value, str) or type(item.value) is int:
            return item.value, mark
        message = f"the key {shown(content)} is {KEY_WORDS[kind(item.value)]}, not a word"
        self._note("L109", start, message if content else NO_KEY, KEY_HINT, end - start)
        return content or None, mark

    def _scalar(self, event: Any, path: Path, key: Mark | None = None) -> Item:
        start, style, content = event.start_mark.index, event.style or "", event.value[:MOST_CHARACTERS]
        mark, value = Mark(start, event.end_mark.index, style, content), content
        self._count(1, start)
        if len(event.value) > MOST_CHARACTERS:
            self._note("L106", start, f"a text of more than {MOST_CHARACTERS:,} characters", "shorten it")
        elif style == '"' and (found := FORBIDDEN_ESCAPES.search(content)):
            first, last = mark.span(self.source.text, found.start())
            message = f"this escape is the control character U+{ord(found[0][0]):04X}"
            self._note("L105", first, message, "remove it", last - first)
            value = FORBIDDEN_ESCAPES.sub("\N{REPLACEMENT CHARACTER}", content)
        elif (event.tag is not None or style == "") and event.tag != TAG + "str":
            value = self._plain(mark, event.tag)
        self._anchored(event.anchor, start)
        item = Item(value, self.source, path, mark, key)
        if event.anchor is not None:
            self._anchors[event.anchor] = start, item
        return item

    def _plain(self, mark: Mark, tag: str | None) -> Scalar:
        """The value of a scalar that has no quotes, or a tag."""
        content, length = mark.content, mark.end - mark.start
        if not self._is_known(tag, mark.start, CORE, TAG_HINT if content else QUOTED):
            return content or tag
        try:
            value = plain_value(content)
        except OverflowError as error:
            self._note("L106", mark.start, str(error), "put it in quotes if it is text", length)
            value = 0
        if tag == TAG + "float" and type(value) is int:
            value = float(value)
        if tag is not None and tag != TAG + kind(value):
            self._note("L107", mark.start, f"{shown(content)} is not what its tag says", "drop the tag")
        if mark.style == "" and (found := SWALLOWED.search(self.source.text, mark.start, mark.end)):
            message = "this '-' does not start an entry: the line continues the text above"
            hint = "align it with the '-' above, or put the text in quotes"
            self._note("L102", found.start(1), message, hint, severity="warning")
        if content in OLD_BOOLEANS and mark.style == "":
            message = f"{shown(content)} without quotes is text here, but true or false to older readers"
            hint = "write true or false, or quote it"
            self._note("L104", mark.start, message, hint, len(content), severity="warning")
        return value

    def _repeated(self, event: Any, path: Path, key: Mark | None) -> Item:
        """The value of an anchor, which stands here once more."""
        mark, name = Mark(event.start_mark.index, event.end_mark.index), event.anchor
        self._aliases += 1
        if self._aliases > MOST_ALIASES:
            hint = "write the values out, or use 'extends'"
            self._stop("L106", mark.start, f"more than {MOST_ALIASES} uses of anchors", hint)
        item = self._anchors.get(name, (0, None))[1]
        self._used.add(name)
        if item is None and name in self._anchors:
            message = f"{shown('*' + name)} is inside the value that it repeats"
            self._note("L106", mark.start, message, "write the value out", mark.end - mark.start)
        elif item is None:
            message = f"there is no anchor {shown('&' + name)} above"
            hint = "define the anchor before using it, or quote the text"
            self._note("L102", mark.start, message, hint, mark.end - mark.start)
        item = item or Item(None, self.source, (), mark)
        parts = list(item.walk())
        deepest = max(len(part.path) + isinstance(part.value, dict | list) for part in parts)
        if len(self._open) + deepest - len(item.path) > MOST_LEVELS:
            message = f"with {shown('*' + name)} written out, nested deeper than {MOST_LEVELS} levels"
            self._stop("L106", mark.start, message, "flatten this part")
        self._count(1 + sum(1 + (part.key_mark is not None) for part in parts[1:]), mark.start)
        return _moved(item, path, key, mark)

    def _is_known(self, tag: str | None, start: int, tags: Collection[str], hint: str = TAG_HINT) -> bool:
        """Whether a tag is none or one of these; notes a problem if not."""
        if tag is None or tag in tags:
            return True
        name = "!!" + tag[len(TAG) :] if tag.startswith(TAG) else tag
        self._note("L107", start, f"the tag {shown(name)} is not allowed here", hint)
        return False

    def _anchored(self, name: str | None, start: int) -> None:
        """Notes an anchor of a value that is still open."""
        if name is None:
            return
        if name in self._anchors:
            there = "line {}, column {}".format(*self.source.at(self._anchors[name][0]))
            message = f"duplicate anchor {shown('&' + name)}: already defined at {there}"
            self._note("L103", start, message, "give it another name", len(name) + 1)
        self._anchors[name] = start, None

    def _count(self, values: int, index: int) -> None:
        self._reached = index
        self._values += values
        if self._values > MOST_VALUES:
            hint = "split the file; the values of an anchor count each time it is used"
            self._stop("L106", index, f"more than {MOST_VALUES:,} values in one file", hint)

    def _note(
        self, code: str, index: int, message: str, hint: str, length: int = 1, *, severity: str = "error"
    ) -> None:
        """Adds a problem. After 100 errors nobody reads on, and a hostile file could hold many more."""
        self._noted[severity] += 1
        if self._noted[severity] <= MOST_PROBLEMS:
            found = self.source.problem(code, index, message, length=length, hint=hint, severity=severity)
            self.problems.append(found)
        if self._noted["error"] >= MOST_PROBLEMS:
            raise _Stop

    def _stop(self, code: str, index: int, message: str, hint: str) -> NoReturn:
        self._note(code, index, message, hint)
        raise _Stop


def _moved(item: Item, path: Path, key: Mark | None, mark: Mark) -> Item:
    """The same at another path, where an alias stands; the keys inside it stand there as well."""
    value = item.value
    if isinstance(value, dict):
        value = {name: _moved(one, (*path, one.path[-1]), mark, mark) for name, one in value.items()}
    elif isinstance(value, list):
        value = [_moved(one, (*path, place), None, mark) for place, one in enumerate(value)]
    return replace(item, value=value, path=path, mark=mark, key_mark=key)


# ---- plain scalars

MOST_DIGITS = 20

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
        if len(text.lstrip("+-")) > MOST_DIGITS:
            raise OverflowError(f"a number of more than {MOST_DIGITS} digits")
        return int(text, 0)
    if _NO_NUMBER.match(text):
        raise OverflowError("a rule cannot use infinity or 'not a number'")
    if not _FLOAT.match(text):
        return text
    value = float(text)
    if not math.isfinite(value):
        raise OverflowError("a number that is too large")
    return value


def shown(text: str, most: int = 40) -> str:
    """Text of the file, quoted and shortened for a message.

    >>> shown("a" * 50, 5)
    "'aaaa…'"
    """
    return repr(text if len(text) <= most else text[: most - 1] + "…")


# ---- why a text is no YAML

KEYED = r"^[ ]*-?[ ]*[\w.]+:(?=\s|$)"
QUOTE = re.compile(r"""^[^#\n'"]*[:,\[{-][ ]+(['"])(?:(?!\1)[^\n])*$""", re.MULTILINE)
CONFLICT = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
REMARK = re.compile(r"[^\n]*?\s#[^\n]*[]}]")
MOST_SEEN = 500
"""Characters of a line on either side of a fault: patterns take too long over a line of a megabyte."""


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


def explain(source: Source, fault: SyntaxFault) -> Problem:
    """The problem that a syntax fault is, placed where it can be mended, as syntax.txt tells it.

    >>> explain(Source("a.yaml", "a: 'x"), SyntaxFault("found unexpected end of stream", 5,
    ...     "while scanning a quoted scalar", 3)).message
    'this quote is never closed'
    """
    seen, (lines, origin) = _seen(source, fault), _lines(source, fault)
    said = "; ".join([fault.context, fault.problem, *seen])
    (message, hint, place, code), found = next(fitting("syntax.txt", said, lines))
    is_behind = source.text[fault.at - 1 : fault.at] == "\\"  # one reader marks it, one what follows
    places = {"found": fault.at - is_behind, "began": fault.began, **seen}
    index = {**places, **{name: origin[one.start(name)] for name, one in found.items()}}[place]
    words = {"char": repr(source.text[index : index + 1]), "problem": fault.problem}
    words["began"] = "line {}, column {}".format(*source.at(fault.began))
    return source.problem(code, index, filled(message, words), hint=filled(hint, words))


def _lines(source: Source, fault: SyntaxFault) -> tuple[str, list[int]]:
    """The line above a fault, or that in which a key without its colon began, and the line of the fault with
    a mark before its character; and the place in the text of each character.
    """
    text, at, start = source.text, fault.at, source.line_start(fault.at)
    is_missing = "could not find expected ':'" in fault.problem
    above = source.line_start(fault.began if is_missing else len(text[:start].rstrip("\r\n")))
    before = text[above : source.line_end(above)][:MOST_SEEN] if above < start or is_missing else ""
    before = before if is_missing else before.split(" #")[0]
    start, end = max(start, at - MOST_SEEN), min(source.line_end(at), at + MOST_SEEN)
    origin = [*range(above, above + len(before) + 1), *range(start, at), at, *range(at, end), end]
    return f"{before}\n{text[start:at]}‸{text[at:end]}", origin


def _seen(source: Source, fault: SyntaxFault) -> dict[str, int]:
    """What else is seen around a fault, in the words of syntax.txt, and where it is."""
    text, start, found = source.text, source.line_start(fault.at), dict[str, int]()
    if (mark := CONFLICT.search(text)) is not None:
        found["a conflict"] = mark.start()
    if (at := fault.opened) is not None:
        found["in brackets"] = at
        found |= {"from above": at} if at < start else {}
        found |= {"at the end": at} if fault.at >= len(text.rstrip()) else {}
        found |= {"with a remark": at} if REMARK.match(text, at, at + MOST_SEEN) else {}
    for quote in QUOTE.finditer(text[:start]):
        end = text.find(quote[1], quote.end())
        opens_another = re.search(KEYED, text[quote.end() : end], re.MULTILINE)
        is_near = "\n" not in text[end : fault.at]  # what stands behind the next quote makes no sense
        if opens_another and is_near and not re.search("quoted|escape", fault.context):
            return {**found, "an open quote": quote.start(1)}
    return found
