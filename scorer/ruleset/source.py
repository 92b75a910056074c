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
from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from scorer.errors import Problem
from scorer.message import Message, Text
from scorer.ruleset.find import MOST_FILE_BYTES, SUFFIXES, digest_of, plain_bytes
from scorer.ruleset.items import (
    FORBIDDEN,
    MOST_DIGITS,
    Item,
    Key,
    Path,
    RuleText,
    Scalar,
    Span,
    filled_message,
    fitting_rows,
    number_from_digits,
    yaml_type,
)
from scorer.suggest import nearest_names
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from scorer.ruleset.advice.syntax import Sign

#: libyaml where PyYAML was built with it: twenty times as fast.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: libyaml compares each with all before: a file of nothing else takes it many seconds.
TAG_DIRECTIVE = re.compile(r"^%TAG", re.MULTILINE)
MOST_PLACES = 10
MOST_NEIGHBOURS = 200
TOO_LARGE = Message("larger than 1 MiB")
#: UTF-32 first: its little-endian mark begins with that of UTF-16.
OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

TextAndProblems = tuple[RuleText | None, list[Problem]]


def read_file(path: FilePath) -> TextAndProblems:
    """Reads a rule file as `read_source` does. L101 says why a file cannot be read."""
    name = shown_name(path)
    try:
        data = plain_bytes(path)
    except (OSError, ValueError) as error:
        return None, [
            Problem("L101", name, 1, 1, read_error_reason(error), hint=_nearby_file_hint(path, error))
        ]
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> TextAndProblems:
    """Reads UTF-8 bytes, of standard input for instance, as `read_source` does."""
    if len(data) > MOST_FILE_BYTES:
        return None, [Problem("L106", name, 1, 1, TOO_LARGE)]
    encoding = next((encoding for mark, encoding in OTHER_MARKS if data.startswith(mark)), "")
    if encoding:
        message = Message("file in encoding", encoding)
        return None, [Problem("L105", name, 1, 1, message, hint=Message("save as UTF-8"))]
    source, problems = read_source(data.decode("utf-8", "surrogateescape"), name)
    if source is not None:
        source.digest = digest_of(data)
    return source, problems


def read_source(text: str, name: str) -> TextAndProblems:
    """Reads the text of a rule file; `name` is what problems call it. Raises nothing, whatever the text.

    The problems stand in the order of the file. Where only single values are at fault (a key twice, a
    tag, a word of YAML 1.1) the source comes with them, so that it can be checked further; None means that
    the text could not be read to its end. A source beside problems of severity `error` must not be used.

    >>> source, problems = read_source("a: 1\\na: no\\n", "club.yaml")
    >>> for problem in problems: print(problem)
    club.yaml:2:1: L103 duplicate key 'a': already defined at line 1, column 1
    club.yaml:2:4: L104 'no' without quotes is text here, but older YAML parsers read it as true or false
    >>> source.data
    {'a': 1}
    """
    if len(text) > MOST_FILE_BYTES:
        return None, [Problem("L106", name, 1, 1, Message("longer than 1 MiB"))]
    source = RuleText(name, text.removeprefix("\ufeff"))
    if problems := _forbidden_text_problems(source):
        return None, problems
    reader = _YamlReader(source)
    root, problems = reader.read_document(), reader.problems
    if root is None and not any(problem.is_error for problem in problems):
        message, hint = Message("this file is empty"), Message("begin with name")
        problems.append(source.problem("L108", 0, message, hint=hint))
    problems.sort(key=lambda problem: problem.place)
    if root is None:
        return None, problems
    source.root = root
    return source, problems


class _OpenCollection:
    """A mapping or list that is not at its end: the key, or the place in the list, of what stands next. In a
    mapping the key is None until it was read.
    """

    def __init__(self, is_mapping: bool) -> None:
        self.key: Key | None = None if is_mapping else 0

    def pass_node(self, text: str) -> None:
        """Goes on behind a key, a value or an entry."""
        if isinstance(self.key, int):
            self.key += 1
        else:
            self.key = text if self.key is None else None


def place_of_scalar(text: str, word: str) -> tuple[Path, bool, str] | None:
    """The path to the first scalar that contains the word, whether it is a key, and what the scalar says.
    None if no scalar does. The text may be wrong or unfinished behind it. The path to a key is that to its
    mapping.

    >>> place_of_scalar("set: {tanyao: 2, wo", "wo")
    (('set',), True, 'wo')
    """
    open_collections: list[_OpenCollection] = []
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                open_collections.append(_OpenCollection(isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, (*END_EVENTS, yaml.ScalarEvent, yaml.AliasEvent)):
                content = event.value if isinstance(event, yaml.ScalarEvent) else ""
                if word in content:
                    path = tuple(one.key for one in open_collections if one.key is not None)
                    is_key = bool(open_collections) and open_collections[-1].key is None
                    return path, is_key, content
                if isinstance(event, END_EVENTS):
                    open_collections.pop()
                if open_collections:
                    open_collections[-1].pass_node(content)
    except yaml.YAMLError:
        return None
    return None


# ---- from a file to text


def shown_name(path: FilePath) -> str:
    """The path as problems show it: as given, without bytes that no terminal can print."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(path).replace("\n", " ").replace("\r", " "))


def read_error_reason(error: Exception) -> Text:
    """Why a file cannot be read."""
    known = (
        (FileNotFoundError, Message("there is no such file")),
        (IsADirectoryError, Message("this is a directory")),
        (PermissionError, Message("there is no permission to read this file")),
    )
    words = next((words for kind, words in known if isinstance(error, kind)), "")
    return words or getattr(error, "strerror", None) or str(error) or Message("cannot be read")


def _nearby_file_hint(path: FilePath, error: Exception) -> Text:
    """For a file that is missing, the rule file beside it whose name without the ending is nearest."""
    if not isinstance(error, FileNotFoundError):
        return ""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for _, entry in zip(range(MOST_NEIGHBOURS), entries, strict=False)]
    except (OSError, ValueError):
        return ""
    by_stem = {name.rpartition(".")[0]: name for name in names if name.endswith(SUFFIXES)}
    near = nearest_names(path.stem, by_stem, 1)
    return Message("did you mean the file", shown_name(path.with_name(by_stem[near[0]]))) if near else ""


def _forbidden_text_problems(source: RuleText) -> list[Problem]:
    """What no rule file contains: control characters, bytes that are not UTF-8, directives of tags."""
    problems = []
    for _, run in zip(range(MOST_PLACES), FORBIDDEN.finditer(source.text), strict=False):
        code = ord(run[0][0])
        message = Message("the character U is not allowed", code)
        hint = Message("remove it") if code else Message("is this a text file in UTF-8")
        if 0xDC80 <= code <= 0xDCFF:
            message, hint = (
                Message("the byte 0x is not UTF-8", code - 56320),
                Message("save the file as UTF-8"),
            )
        problems.append(source.problem("L105", run.start(), message, length=len(run[0]), hint=hint))
    directive = TAG_DIRECTIVE.search(source.text)
    if directive and not problems:
        message, hint = Message("tags are not allowed in a rule file"), Message("remove the line")
        problems = [source.problem("L107", directive.start(), message, length=4, hint=hint)]
    return problems


# ---- from text to items

MOST_VALUES = 30_000
MOST_LEVELS = 40
MOST_ALIASES = 20
MOST_CHARACTERS = 10_000
MOST_PROBLEMS = 100

TAG_PREFIX = "tag:yaml.org,2002:"
TEXT_TAG = TAG_PREFIX + "str"
CORE_TAGS = frozenset(TAG_PREFIX + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))
KEY_SORT_WORDS = {
    "bool": Message("a boolean"),
    "null": Message("an empty value"),
    "float": Message("a fraction"),
}
KEY_HINT = Message("a key is a plain word or a whole number")
END_EVENTS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
NO_KEY = Message("a key is missing before this")
QUOTE_HINT = Message("put the text in quotes")
DIGITS_WITH_COMMAS = re.compile(r"[0-9]{1,3}(?:, ?[0-9]{3})+|[0-9](?:, ?[0-9])+[a-z]+")
"""A number, and tiles, with commas between their digits."""
TAG_HINT = Message("remove it or put the text in quotes")
SWALLOWED_ENTRY = re.compile(r"\n *(- )")
"""An entry that stands deeper than the list above it is a line of the text before it."""
FORBIDDEN_ESCAPES = re.compile(f"{FORBIDDEN.pattern}|\r")
"""What an escape may not stand for: a return that ends no line takes a terminal back to its beginning."""
#: Words that were booleans in YAML 1.1 and are text today: https://yaml.org/type/bool.html
OLD_BOOLEANS = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper())
)


def _hint_for_second(key: str, before: Item, item: Item) -> Message:
    """What was probably meant by the second of two equal keys."""
    if before.data == item.data:
        return Message("remove this line")
    if key == "id" and isinstance(item.path[-2:][0], int):
        return Message("an entry of a list begins with")
    are_mappings = isinstance(before.value, dict) and isinstance(item.value, dict)
    if are_mappings and (len(item.path) == 1 or before.fields.keys().isdisjoint(item.fields)):
        return Message("move what is below it under the first", key)
    return Message("remove one of them or give it another name")


class _StopReading(Exception):
    """The rest of the file is not read: the problem that says why has been noted."""


class _YamlReader:
    """Reads the events of a text, one value after another; what is at fault is noted, the rest read on."""

    def __init__(self, source: RuleText) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self._events: Iterator[Any] = yaml.parse(source.text, Loader=_LOADER)
        self._problem_counts = {"error": 0, "warning": 0}
        #: The last character read so far, where a fault has no better place.
        self._last_index = 0
        self._values = self._aliases = 0
        self._used_anchors: set[str] = set()
        #: Where a ',' inside brackets cut a text (or first one in a list), and the whole text.
        self._cut_texts: dict[int | None, tuple[int, str]] = {}
        #: The bracket of each collection that is still open, None of one without.
        self._open_brackets: list[int | None] = []
        #: Where each anchor was and the value it stands for, None while that is open.
        self._anchors: dict[str, tuple[int, Item | None]] = {}

    def read_document(self) -> Item | None:
        """The one document of the text; None where there is nothing in it, or its reading came to no end."""
        root = None
        try:
            for event in self._events:
                start, begins = event.start_mark.index, type(event) is yaml.DocumentStartEvent
                if begins and root is not None:
                    hint = Message("keep one ruleset per file")
                    self._stop_reading("L108", start, Message("a second document begins here"), hint)
                root = self._read_value(next(self._events), ()) if begins else root
            self._add_slip_problems()
        except _StopReading:
            pass
        except yaml.YAMLError as error:
            self.problems.append(syntax_problem(self.source, self._syntax_fault(error)))
            return None
        except ValueError as error:  # the reader in Python lets the one of chr() and int() out
            message = Message("this is not valid YAML", error)
            self.problems.append(self.source.problem("L102", self._last_index, message))
            return None
        return None if root is None or root.value is None else root

    def _syntax_fault(self, error: yaml.YAMLError) -> SyntaxFault:
        at = getattr(error, "problem_mark", None)
        began = getattr(error, "context_mark", None) or at
        index = at.index if at else self._last_index
        problem = getattr(error, "problem", None) or str(error)
        context = getattr(error, "context", None) or ""
        opened = self._open_brackets[-1] if self._open_brackets else None
        return SyntaxFault(problem, index, context, began.index if began else index, opened)

    def _read_value(self, event: Any, path: Path, key: Span | None = None) -> Item:
        if type(event) is yaml.AliasEvent:
            return self._read_alias(event, path, key)
        if type(event) is yaml.ScalarEvent:
            return self._read_scalar(event, path, key)
        start, wanted = event.start_mark.index, "map" if type(event) is yaml.MappingStartEvent else "seq"
        if len(self._open_brackets) >= MOST_LEVELS:
            self._stop_reading(
                "L106", start, Message("nested deeper than levels", MOST_LEVELS), Message("flatten this part")
            )
        self._count_values(1, start)
        self._is_known(event.tag, start, [TAG_PREFIX + wanted])
        self._open_anchor(event.anchor, start)
        bracket = (
            Span(start, event.end_mark.index).value_start(self.source.text) if event.flow_style else None
        )
        self._open_brackets.append(bracket)
        value, end = self._read_fields(path) if wanted == "map" else self._read_entries(path)
        self._open_brackets.pop()
        item = Item(value, self.source, path, Span(start, end), key)
        if self._anchors.get(event.anchor) == (start, None):
            self._anchors[event.anchor] = start, item
        return item

    def _read_entries(self, path: Path) -> tuple[list[Item], int]:
        """The items of a list, and where it ends."""
        found: list[Item] = []
        while type(event := next(self._events)) not in END_EVENTS:
            item, before = self._read_value(event, (*path, len(found))), found[-1].text() if found else ""
            is_open = before.count("(") > before.count(")")
            if is_open and (joined := self._rejoin_cut_text(found[-1], item.span)):
                found[-1] = joined
            else:
                found.append(item)
        return found, event.end_mark.index

    def _read_fields(self, path: Path) -> tuple[dict[str, Item], int]:
        """The entries of a mapping, of two equal keys the first, and where it ends."""
        found: dict[str, Item] = {}
        while type(event := next(self._events)) not in END_EVENTS:
            key, mark = self._read_key(event)
            item = self._read_value(next(self._events), (*path, "" if key is None else key), mark)
            last = next(reversed(found.items()), None) if self._open_brackets[-1] is not None else None
            if last and (joined := self._rejoin_cut_text(last[1], mark, item.span)):
                found[last[0]] = joined
                continue
            before = found.get(str(key))
            if key is not None and before is None:
                found[str(key)] = item
            elif before is not None and before.key_span is not None:
                there = Message("line and column", *self.source.line_and_column(before.key_span.start))
                message = Message("duplicate key already defined at", quoted_text(str(key)), there)
                hint = _hint_for_second(str(key), before, item)
                self._add_problem("L103", mark.start, message, hint, mark.end - mark.start)
        return found, event.end_mark.index

    def _rejoin_cut_text(self, item: Item, next_span: Span, value: Span | None = None) -> Item | None:
        """A text in brackets with what was behind its ',', if that is no entry with a ':' of its own."""
        start, text = item.span.start, self.source.text[item.span.start : next_span.end]
        has_value = value is not None and ":" in self.source.text[next_span.end : value.end]
        is_text = item.span.content and not item.span.style and "\n" not in text and text[0] not in "&*!"
        if has_value or not is_text:
            return None
        first, _ = self._cut_texts.setdefault(
            self._open_brackets[-1] if value is None else start, (start, text)
        )
        if first == start:
            self._cut_texts[self._open_brackets[-1] if value is None else start] = start, text
        words = [] if "(" in text or text[:1].isdigit() else re.finditer(r"[^, ][^,]*", text)
        parts = [Span(start + word.start(), start + word.end(), "", word[0]) for word in words]
        items = [Item(one.content, self.source, (*item.path, n), one) for n, one in enumerate(parts)]
        whole = re.sub("[, ]", "", text) if DIGITS_WITH_COMMAS.fullmatch(text) else text
        number = number_from_digits(whole)
        meant: Scalar = whole if number is None else number
        return replace(item, value=items or meant, span=Span(start, next_span.end, "", text))

    def _add_slip_problems(self) -> None:
        """What was cut at a ',' inside brackets, of a list once; texts whose first word is an anchor."""
        for name, (start, item) in self._anchors.items():
            if name in self._used_anchors or item is None or not item.text() or item.span.style:
                continue
            message = Message("the anchor is never used", quoted_text("&" + name))
            hint = Message("text cannot begin with")
            self._add_problem("L907", start, message, hint, len(name) + 1, severity="warning")
        for start, text in self._cut_texts.values():
            hint = Message("write for a list", text)
            if "(" in text:
                hint = Message("put it in quotes", text)
            elif DIGITS_WITH_COMMAS.fullmatch(text):
                hint = Message("write", re.sub("[, ]", "", text))
            self._add_problem("L102", start, Message("a ends the text inside brackets"), hint, len(text))

    def _read_key(self, event: Any) -> tuple[Key | None, Span]:
        """A key and where it stands; None where there is none to keep."""
        start, end = event.start_mark.index, event.end_mark.index
        if type(event) is not yaml.ScalarEvent:
            is_alias = type(event) is yaml.AliasEvent
            what = (
                Message("the alias X", quoted_text("*" + event.anchor))
                if is_alias
                else Message("a list or a mapping")
            )
            self._add_problem("L109", start, Message("cannot be a key", what), KEY_HINT)
            if is_alias:
                self._used_anchors.add(event.anchor)
            else:
                self._read_value(event, ())
            return None, Span(start, end)
        item = self._read_scalar(event, ())
        content, mark = item.span.content, item.span
        if content[:1].isspace() and mark.style == "":
            self._stop_reading(
                "L102",
                start,
                Message("the indentation must be plain spaces"),
                Message("replace it with spaces"),
            )
        if content == "<<" and mark.style == "":
            self._add_problem(
                "L109", start, Message("does not merge keys here"), Message("write the keys out"), 2
            )
            return None, mark
        if isinstance(item.value, str) or type(item.value) is int:
            return item.value, mark
        message = Message("the key is", quoted_text(content), KEY_SORT_WORDS[yaml_type(item.value)])
        self._add_problem("L109", start, message if content else NO_KEY, KEY_HINT, end - start)
        return content or None, mark

    def _read_scalar(self, event: Any, path: Path, key: Span | None = None) -> Item:
        start, style, content = event.start_mark.index, event.style or "", event.value[:MOST_CHARACTERS]
        mark, value = Span(start, event.end_mark.index, style, content), content
        self._count_values(1, start)
        if len(event.value) > MOST_CHARACTERS:
            self._add_problem(
                "L106",
                start,
                Message("a text of more than characters", MOST_CHARACTERS),
                Message("shorten it"),
            )
        elif style == '"' and (found := FORBIDDEN_ESCAPES.search(content)):
            first, last = mark.part_span(self.source.text, found.start())
            message = Message("this escape is the control character U", ord(found[0][0]))
            self._add_problem("L105", first, message, Message("remove it"), last - first)
            value = FORBIDDEN_ESCAPES.sub("\N{REPLACEMENT CHARACTER}", content)
        elif (event.tag is not None or style == "") and event.tag != TEXT_TAG:
            value = self._plain_scalar_value(mark, event.tag)
        item = Item(value, self.source, path, mark, key)
        if event.anchor is not None:
            self._open_anchor(event.anchor, start)
            self._anchors[event.anchor] = start, item
        return item

    def _plain_scalar_value(self, mark: Span, tag: str | None) -> Scalar:
        """The value of a scalar that has no quotes, or a tag."""
        content, length = mark.content, mark.end - mark.start
        if tag is not None and not self._is_known(
            tag, mark.start, CORE_TAGS, TAG_HINT if content else QUOTE_HINT
        ):
            return content or tag
        try:
            value = plain_value(content)
        except OverflowError as error:
            self._add_problem(
                "L106", mark.start, str(error), Message("put it in quotes if it is text"), length
            )
            value = 0
        if tag == TAG_PREFIX + "float" and type(value) is int:
            value = float(value)
        if tag is not None and tag != TAG_PREFIX + yaml_type(value):
            self._add_problem(
                "L107",
                mark.start,
                Message("is not what its tag says", quoted_text(content)),
                Message("remove the tag"),
            )
        has_lines = mark.style == "" and self.source.text.find("\n", mark.start, mark.end) >= 0
        if has_lines and (found := SWALLOWED_ENTRY.search(self.source.text, mark.start, mark.end)):
            message = Message("this does not start an entry")
            hint = Message("align it with the above")
            self._add_problem("L102", found.start(1), message, hint, severity="warning")
        if content in OLD_BOOLEANS and mark.style == "":
            message = Message("without quotes is text here", quoted_text(content))
            hint = Message("write true or false or quote it")
            self._add_problem("L104", mark.start, message, hint, len(content), severity="warning")
        return value

    def _read_alias(self, event: Any, path: Path, key: Span | None) -> Item:
        """The value of an anchor, which stands here once more."""
        mark, name = Span(event.start_mark.index, event.end_mark.index), event.anchor
        self._aliases += 1
        if self._aliases > MOST_ALIASES:
            hint = Message("write the values out")
            self._stop_reading("L106", mark.start, Message("more than uses of anchors", MOST_ALIASES), hint)
        item = self._anchors.get(name, (0, None))[1]
        self._used_anchors.add(name)
        if item is None and name in self._anchors:
            message = Message("is inside the value that it repeats", quoted_text("*" + name))
            self._add_problem(
                "L106", mark.start, message, Message("write the value out"), mark.end - mark.start
            )
        elif item is None:
            message = Message("there is no anchor above", quoted_text("&" + name))
            hint = Message("define the anchor before using it")
            self._add_problem("L102", mark.start, message, hint, mark.end - mark.start)
        item = item or Item(None, self.source, (), mark)
        parts = list(item.walk())
        deepest = max(len(part.path) + isinstance(part.value, dict | list) for part in parts)
        if len(self._open_brackets) + deepest - len(item.path) > MOST_LEVELS:
            message = Message("with written out", quoted_text("*" + name), MOST_LEVELS)
            self._stop_reading("L106", mark.start, message, Message("flatten this part"))
        self._count_values(1 + sum(1 + (part.key_span is not None) for part in parts[1:]), mark.start)
        return _item_at_alias(item, path, key, mark)

    def _is_known(self, tag: str | None, start: int, tags: Collection[str], hint: Text = TAG_HINT) -> bool:
        """Whether a tag is none or one of these; notes a problem if not."""
        if tag is None or tag in tags:
            return True
        name = "!!" + tag[len(TAG_PREFIX) :] if tag.startswith(TAG_PREFIX) else tag
        self._add_problem("L107", start, Message("the tag is not allowed here", quoted_text(name)), hint)
        return False

    def _open_anchor(self, name: str | None, start: int) -> None:
        """Notes an anchor of a value that is still open."""
        if name is None:
            return
        if name in self._anchors:
            there = "line {}, column {}".format(*self.source.line_and_column(self._anchors[name][0]))
            message = Message("duplicate anchor already defined at", quoted_text("&" + name), there)
            self._add_problem("L103", start, message, Message("give it another name"), len(name) + 1)
        self._anchors[name] = start, None

    def _count_values(self, values: int, index: int) -> None:
        self._last_index = index
        self._values += values
        if self._values > MOST_VALUES:
            hint = Message("split the file the values of an anchor count")
            self._stop_reading("L106", index, Message("more than values in one file", MOST_VALUES), hint)

    def _add_problem(
        self,
        code: str,
        index: int,
        message: Text,
        hint: Text,
        length: int = 1,
        *,
        severity: str = "error",
    ) -> None:
        """Adds a problem. After 100 errors nobody reads on, and a hostile file could hold many more."""
        self._problem_counts[severity] += 1
        if self._problem_counts[severity] <= MOST_PROBLEMS:
            found = self.source.problem(code, index, message, length=length, hint=hint, severity=severity)
            self.problems.append(found)
        if self._problem_counts["error"] >= MOST_PROBLEMS:
            raise _StopReading

    def _stop_reading(self, code: str, index: int, message: Text, hint: Text) -> NoReturn:
        self._add_problem(code, index, message, hint)
        raise _StopReading


def _item_at_alias(item: Item, path: Path, key: Span | None, mark: Span) -> Item:
    """The same at another path, where an alias stands; the keys inside it stand there as well."""
    value = item.value
    if isinstance(value, dict):
        value = {name: _item_at_alias(one, (*path, one.path[-1]), mark, mark) for name, one in value.items()}
    elif isinstance(value, list):
        value = [_item_at_alias(one, (*path, place), None, mark) for place, one in enumerate(value)]
    return replace(item, value=value, path=path, span=mark, key_span=key)


# ---- plain scalars

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
            raise OverflowError(Message("a number of more than digits", MOST_DIGITS))
        return int(text, 0)
    if _NO_NUMBER.match(text):
        raise OverflowError(Message("a rule cannot use infinity or not a number"))
    if not _FLOAT.match(text):
        return text
    value = float(text)
    if not math.isfinite(value):
        raise OverflowError(Message("a number that is too large"))
    return value


def quoted_text(text: str, longest: int = 40) -> Message:
    """Text of the file, quoted and shortened for a message; what cannot be printed is written as in Python.

    >>> print(quoted_text("a" * 50, 5))
    'aaaa…'
    """
    return Message("quoted value", repr(text if len(text) <= longest else text[: longest - 1] + "…")[1:-1])


# ---- why a text is no YAML

KEY_LINE = r"^[ ]*(?:-[ ]*)?[\w.]+:(?=\s|$)"
OPEN_QUOTE = re.compile(r"""^[^#\n'"]*[:,\[{-][ ]+(['"])(?:(?!\1)[^\n])*$""", re.MULTILINE)
CONFLICT_MARKER = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
REMARK_IN_BRACKETS = re.compile(r"[^\n]*?\s#[^\n]*[]}]")
MOST_SEEN = 500
"""Characters of a line on either side of a fault: patterns take too long over a line of a megabyte."""


@dataclass(frozen=True)
class SyntaxFault:
    """What the YAML reader said: the fault and what it was reading, each with its character.

    `open_bracket` is the innermost bracket still open at the fault, or None.
    """

    problem: str
    index: int
    context: str
    context_start: int
    open_bracket: int | None = None


def syntax_problem(source: RuleText, fault: SyntaxFault) -> Problem:
    """The problem that a syntax fault is, in the words of the first slip that fits.

    >>> syntax_problem(RuleText("a.yaml", "a: 'x"), SyntaxFault("found unexpected end of stream", 5,
    ...     "while scanning a quoted scalar", 3)).message.key
    'this quote is never closed'
    """
    from scorer.ruleset.advice.syntax import SYNTAX_SLIPS  # few files have one

    seen, (lines, origin) = _signs_around(source, fault), _lines_around(source, fault)
    said = "; ".join([fault.context, fault.problem, *seen])
    slip, found = next(fitting_rows(SYNTAX_SLIPS, said, lines))
    is_behind = source.text[fault.index - 1 : fault.index] == "\\"  # one reader marks it, one what follows
    places: dict[str, int] = {"found": fault.index - is_behind, "began": fault.context_start}
    places.update((sign, at) for sign, at in seen.items())
    places.update({name: origin[one.start(name)] for name, one in found.items()})
    index = places[slip.place]
    words = {"char": repr(source.text[index : index + 1])[1:-1], "problem": fault.problem}
    words["column"] = _meant_column(source, source.line_start(index))
    line, column = map(str, source.line_and_column(fault.context_start))
    words |= {"began_line": line, "began_column": column}
    words |= {name: one[name] for name, one in found.items()}
    message, hint = (filled_message(text, words) for text in (slip.message, slip.hint))
    return source.problem(slip.code, index, message, hint=hint)


def _lines_around(source: RuleText, fault: SyntaxFault) -> tuple[str, list[int]]:
    """The line above a fault, or that in which a key without its colon began, and the line of the fault with
    a mark before its character; and the place in the text of each character.
    """
    text, at, start = source.text, fault.index, source.line_start(fault.index)
    is_missing = "could not find expected ':'" in fault.problem
    above = source.line_start(fault.context_start if is_missing else len(text[:start].rstrip("\r\n")))
    before = text[above : source.line_end(above)][:MOST_SEEN] if above < start or is_missing else ""
    before = before if is_missing else before.split(" #")[0]
    start, end = max(start, at - MOST_SEEN), min(source.line_end(at), at + MOST_SEEN)
    origin = [*range(above, above + len(before) + 1), *range(start, at), at, *range(at, end), end]
    return f"{before}\n{text[start:at]}‸{text[at:end]}", origin


def _signs_around(source: RuleText, fault: SyntaxFault) -> dict[Sign, int]:
    """What else is seen around a fault, and where it is."""
    text, start = source.text, source.line_start(fault.index)
    found: dict[Sign, int] = {}
    if (mark := CONFLICT_MARKER.search(text)) is not None:
        found["a conflict"] = mark.start()
    if (at := fault.open_bracket) is not None:
        found["in brackets"] = at
        found |= {"from above": at} if at < start else {}
        found |= {"at the end": at} if fault.index >= len(text.rstrip()) else {}
        found |= {"with a remark": at} if REMARK_IN_BRACKETS.match(text, at, at + MOST_SEEN) else {}
    if (at := _outdented_line(text, start)) is not None:
        found["an outdented line"] = at
    for quote in OPEN_QUOTE.finditer(text[:start]):
        end = text.find(quote[1], quote.end())
        opens_another = re.search(KEY_LINE, text[quote.end() : end], re.MULTILINE)
        is_near = "\n" not in text[end : fault.index]  # what stands behind the next quote makes no sense
        if opens_another and is_near and not re.search("quoted|escape", fault.context):
            return {**found, "an open quote": quote.start(1)}
    return found


INDENTED = re.compile(r"( *)((?:- +)?)(?=[^\s#])")
MOST_ABOVE = 200
"""Lines above a fault in which its indentation is looked for."""


def _meant_column(source: RuleText, start: int) -> str:
    """The column, counted from 1, of the key or the '-' above that is nearest to that of a line."""
    before, line = source.text[:start].split("\n")[-MOST_ABOVE:-1], source.text[start : start + MOST_SEEN]
    own = INDENTED.match(line)
    if own is None:
        return ""
    columns = [
        len(found[1]) + (0 if own[2] else len(found[2]))
        for found in map(INDENTED.match, reversed(before))
        if found and (found[2] or not own[2])
    ]
    others = [column for column in columns if column != len(own[1])]
    return str(min(others, key=lambda column: abs(column - len(own[1]))) + 1) if others else ""


BARE_KEY = re.compile(r"( *)[\w.]+:[ \t]*(?:#.*)?$")


def _outdented_line(text: str, start: int) -> int | None:
    """Where the first line above a line begins if these, and not this one, have the wrong indentation: a bare
    key above them begins in their column, or the entries of its list that follow are indented like this line.
    """
    lines = ["", "", *text[:start].split("\n")[-MOST_ABOVE:-1]]
    deep, flat = (len(line) - len(line.lstrip(" ")) for line in (text[start : start + MOST_SEEN], lines[-1]))
    if _is_of_section_above(lines, deep):
        return start - len(lines[-1]) - 1
    while len(lines) > 2 and not BARE_KEY.match(lines[-2]) and _is_key_at(lines[-2], flat):
        start -= len(lines.pop()) + 1
    before, above = lines[-2:]
    key = BARE_KEY.match(before)
    follows = f"\n{' ' * (deep - 2)}- "
    is_key = key is not None and len(key[1]) == flat and not above.lstrip().startswith("- ")
    is_entry = above.lstrip().startswith("- ") and follows in text[start : start + MOST_SEEN]
    return start - len(above) - 1 + flat if flat + 2 <= deep and (is_key or is_entry) else None


def _is_of_section_above(lines: list[str], depth: int) -> bool:
    """Whether the last line, at the left margin between lines of one depth, has a key that is no section."""
    from scorer.ruleset.forms import RULESET_KEYS  # few files have such a fault

    key = re.match(r"([\w.]+):\s", lines[-1])
    columns = (len(line) - len(line.lstrip(" ")) for line in reversed(lines[:-1]) if line.strip())
    nearest = next((column for column in columns if column <= depth), 0)
    return key is not None and key[1] not in RULESET_KEYS and 0 < depth == nearest


def _is_key_at(line: str, column: int) -> bool:
    """Whether a line begins with a key in a column, counted from 0."""
    return re.match(rf" {{{column}}}[\w.]+:", line) is not None


LINE_WIDTH = 110


def yaml_text(data: object) -> str:
    """Plain data as the text of a rule file.

    >>> yaml_text({"extends": "riichi", "set": {"renhou": "off", "red_fives": 0}})
    "extends: riichi\\nset: {renhou: 'off', red_fives: 0}\\n"
    """
    return yaml.safe_dump(
        data, allow_unicode=True, sort_keys=False, width=LINE_WIDTH, default_flow_style=None
    )
