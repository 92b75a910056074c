"""Values of rule files that know where they stand in their text, also in files that are merged.

Places are counted in characters of the text from 0; `Source.at` turns them into lines and columns from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Protocol, TypeVar

from scorer.errors import Problem
from scorer.message import Message, Text, TextRange
from scorer.ruleset.advice.edits import FaultyPlace, proposed_edit
from scorer.suggest import nearest_names
from scorer.values import cached_property, dataclass, replace

Key = str | int
Path = tuple[Key, ...]
Scalar = str | int | float | bool | None
LONGEST_SHOWN_LINE, CONTEXT, FARTHEST_SHOWN = 200, 40, 5_000
"""Characters of a line that are shown, and behind a fault; the farthest that a fault with its line may be."""
WHITE_SPACE = " \t\r\n"

#: What YAML forbids, and the line ends that only some readers know (NEL, LS, PS): without them every
#: reader and every editor counts the same lines. And the marks that turn the direction of all that follows:
#: with them a name prints as another one.
FORBIDDEN = re.compile(
    "[^\t\n\r -~\u00a0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]+"
)
_LINE_END = re.compile(r"\r\n|\r|\n")
#: A node's own mark stands before its anchor and tag, and comments may follow these.
_PROPERTIES = re.compile(r"(?:[&!][^ \t\r\n]*|#[^\r\n]*|[ \t\r\n]+)*")
_DOUBLE_QUOTED_CHARACTER = re.compile(
    r"\\(?:(?P<space>[ tnr\t\r\n]|(?:x|u00|U000000)(?:20|09|0[aAdD]))|x..|u.{4}|U.{8}|.)|[^ \t\r\n]",
    re.DOTALL,
)
_PLAIN_CHARACTER = re.compile(r"[^ \t\r\n]")
_CHARACTER_BY_STYLE = {"'": re.compile(r"''|[^ \t\r\n]"), '"': _DOUBLE_QUOTED_CHARACTER}


def _line_end(text: str, index: int) -> int:
    found = _LINE_END.search(text, index)
    return found.start() if found else len(text)


class RuleText:
    """The text of a rule file, by line and column, and what was read of it.

    >>> RuleText("club.yaml", "a: 1\\nb: 2").line_and_column(8)
    (2, 4)
    """

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        #: of the very bytes that were read
        self.digest = ""
        self.root = Item(None, self, ())

    @property
    def data(self) -> object:
        return self.root.data

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins. A line ends with LF, CR LF or CR."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def line_and_column(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of a character; the end of the text for anything beyond."""
        index = min(max(index, 0), len(self.text))
        line = bisect_right(self.line_starts, index)
        return line, index - self.line_starts[line - 1] + 1

    def line_start(self, index: int) -> int:
        """Where the line of this character begins."""
        return self.line_starts[self.line_and_column(index)[0] - 1]

    def line_end(self, index: int) -> int:
        """Where the line of this character stops, before its line end."""
        return _line_end(self.text, index)

    def shown_line(self, index: int) -> str:
        """The line of this character, fit for a terminal: no control characters. A long line is cut behind
        the part that is shown; empty if that is too far from its beginning.
        """
        start = self.line_start(index)
        shown_length = max(LONGEST_SHOWN_LINE, index - start + CONTEXT)
        if shown_length > FARTHEST_SHOWN:
            return ""
        shown = self.text[start : min(self.line_end(start), start + shown_length)]
        return FORBIDDEN.sub(lambda bad: "\N{REPLACEMENT CHARACTER}" * len(bad[0]), shown)

    def problem(
        self,
        code: str,
        index: int,
        message: Text,
        *,
        length: int = 1,
        hint: Text = "",
        severity: str = "error",
    ) -> Problem:
        """A problem at this character; `length` is cut at the end of the line."""
        line, column = self.line_and_column(index)
        length = max(1, min(length, self.line_end(index) - index))
        whole_line = self.text[self.line_start(index) : self.line_end(index)]
        place = FaultyPlace(self.text, whole_line, TextRange(line, column, length), message)
        edit = proposed_edit(place, hint) if hint else None
        return Problem(
            code,
            self.name,
            line,
            column,
            message,
            length,
            hint,
            severity,
            self.shown_line(index),
            edit,
        )


@dataclass(frozen=True)
class Span:
    """Where a value or a key stands in its text.

    `style` is the first character of a quoted or block scalar, else empty; `content` is what a scalar says.
    """

    start: int = 0
    end: int = 0
    style: str = ""
    content: str = ""

    def value_start(self, text: str) -> int:
        """Where it begins itself, after its anchor and tag.

        Only what has such properties is searched: an empty value has nothing of its own.
        """
        if text[self.start : self.start + 1] not in ("&", "!"):
            return self.start
        found = _PROPERTIES.match(text, self.start, self.end)
        return found.end() if found else self.start

    def part_span(self, text: str, offset: int, length: int = 1) -> tuple[int, int]:
        """First character and end of a part of the content; without a length of all from there on. Of a
        collection and of empty content: the first character.

        Folding, indentation and escapes change white space only, so the n-th other character of the content
        is the n-th in the raw text. White space stands behind the character before it.

        >>> Span(6, 16, "'", "it's so").part_span("when: 'it''s so'", 3)
        (11, 12)
        """
        start, content = self.value_start(text), self.content
        if not content.strip(WHITE_SPACE):
            return start, start + 1
        lead, beyond = len(content) - len(content.lstrip(WHITE_SPACE)), len(content)
        offset = min(max(offset, 0), beyond)
        last = min(max(offset, offset + length - 1 if length else beyond - 1), beyond)
        raw = _line_end(text, start) if self.style in ("|", ">") else start + len(self.style)
        matches = _CHARACTER_BY_STYLE.get(self.style, _PLAIN_CHARACTER).finditer(text, raw, self.end)
        solid = (match.span() for match in matches if match.lastgroup is None)
        found = [next(solid, (raw, raw + 1))]
        for sign in f"{content} "[lead + 1 : last + 1]:
            end = min(found[-1][1], len(text))
            found.append((end, end + 1) if sign in WHITE_SPACE else next(solid, (raw, raw + 1)))
        above = [max(start, found[0][0] - lead + place) for place in range(lead)]
        found = [*((place, place + 1) for place in above), *found]
        return found[offset][0], found[last][1]


@dataclass(frozen=True)
class Item:
    """One value of a rule file: plain, a list of items or a mapping to items, with its place.

    `path` leads to it from the top by keys and places in lists; `key_span` is where its key stands. What an
    alias repeats stands at the alias with all its parts.
    """

    value: dict[str, Item] | list[Item] | Scalar
    source: RuleText
    path: Path
    span: Span = Span()
    key_span: Span | None = None

    def position(self, offset: int = 0, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of a character of the value, or of its key."""
        return self.source.line_and_column(self._part_span(offset, 0 if key else 1, key)[0])

    def _part_span(self, offset: int, length: int, key: bool) -> tuple[int, int]:
        text, mark = self.source.text, self.key_span
        if not key or mark is None:
            return self.span.part_span(text, *((0, 1) if key else (offset, length)))
        return (
            mark.part_span(text, offset, length) if offset or length else (mark.value_start(text), mark.end)
        )

    def written_key(self) -> str:
        """Its key as it is in the file, without quotes: `fu` in it is read as another word."""
        start, end = self._part_span(0, 0, True)
        return self.source.text[start:end].strip("'\"")

    def rest_of_line(self) -> str:
        """What stands from its beginning to the end of the line."""
        start, _ = self._part_span(0, 1, False)
        return self.source.text[start : self.source.line_end(start)]

    @property
    def data(self) -> object:
        if isinstance(self.value, dict):
            return {key: item.data for key, item in self.value.items()}
        return [item.data for item in self.value] if isinstance(self.value, list) else self.value

    def problem(
        self,
        code: str,
        message: Text,
        hint: Text = "",
        severity: str = "error",
        *,
        key: bool = False,
        offset: int = 0,
        length: int = 0,
    ) -> Problem:
        """A problem at this value or at its key, of which all is marked unless a part is asked for.

        >>> from scorer.ruleset.source import read_source
        >>> source, _ = read_source("unit: han\\nname: Club\\n", "club.yaml")
        >>> print(source.root.fields["name"].problem("L301", "no such name"))
        club.yaml:2:7: L301 no such name
        """
        start, end = self._part_span(offset, length, key)
        return self.source.problem(code, start, message, length=end - start, hint=hint, severity=severity)

    @property
    def key(self) -> str:
        return str(self.path[-1]) if self.path else ""

    @property
    def fields(self) -> dict[str, Item]:
        return self.value if isinstance(self.value, dict) else {}

    @property
    def entries(self) -> list[Item]:
        """The items of a list; a single value is a list of one."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.value is None else [self]

    @property
    def mappings(self) -> list[Item]:
        """Those entries that are mappings with something in them."""
        return [item for item in self.entries if item.fields]

    def __bool__(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    @cached_property
    def _empty(self) -> Item:
        return replace(self, value=None)

    def get(self, *path: str) -> Item:
        """The value at a path of keys. Where there is none an empty one, which stands where the last one does
        that there is, has no fields and no entries, and counts as false.
        """
        item = self
        for key in path:
            found = item.fields.get(key)
            item = found if found else item._empty
        return item

    @property
    def is_plain(self) -> bool:
        """Whether one value stands there: no mapping, no list, and not nothing."""
        return self.value is not None and not isinstance(self.value, (dict, list))

    def text(self, default: str = "") -> str:
        """What a plain value says; a fraction as it is written, since `30.000` may mean thirty thousand."""
        value = self.value
        if type(value) is str:  # nearly every one
            return value
        if not self.is_plain:
            return default
        if isinstance(value, float):
            return self.span.content or str(value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def integer(self, default: int = 0) -> int:
        return self.value if isinstance(self.value, int) and not isinstance(self.value, bool) else default

    def is_true(self) -> bool:
        return self.value is True

    def walk(self) -> Iterator[Item]:
        waiting = [self]
        while waiting:
            item = waiting.pop()
            yield item
            if isinstance(item.value, dict):
                waiting += reversed(item.value.values())
            elif isinstance(item.value, list):
                waiting += reversed(item.value)


MOST_DIGITS = 20
"""No number of a rule file has more; Python refuses to read one of several thousand."""


def number_from_digits(text: str) -> int | None:
    """The number that a text of digits is; None for any other text, and for too many digits.

    >>> number_from_digits("08"), number_from_digits("-1"), number_from_digits("9" * 5000)
    (8, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def yaml_type(value: object) -> str:
    """The name of a value's tag in YAML 1.2, for instance `int`.

    >>> yaml_type(True), yaml_type("x"), yaml_type(None)
    ('bool', 'str', 'null')
    """
    names = {dict: "map", list: "seq", type(None): "null"}
    return names.get(type(value), type(value).__name__)


class PatternRow(Protocol):
    """A row of a table that fits where its patterns are found."""

    @property
    def search_patterns(self) -> tuple[str, ...]: ...


Row = TypeVar("Row", bound=PatternRow)


def fitting_rows(rows: Iterable[Row], *texts: str) -> Iterator[tuple[Row, dict[str, re.Match[str]]]]:
    """The rows whose patterns are found, each in its text, with the match of each named group."""
    for row in rows:
        found = [re.search(pattern, text) for pattern, text in zip(row.search_patterns, texts, strict=True)]
        if all(found):
            yield row, {name: match for match in found if match for name in match.groupdict()}


def filled_message(message: Text, words: Mapping[str, str]) -> Text:
    """A message of a table with the words in < > of its arguments filled in; empty if one has no word.

    >>> filled_message(Message("write", "<key>: 1"), {"key": "value"})
    Message('write', 'value: 1')
    """
    if not isinstance(message, Message):
        return message
    filled = [_filled_text(part, words) if isinstance(part, str) else part for part in message.arguments]
    return Message(message.key, *filled) if all(filled) else ""


def _filled_text(text: str, words: Mapping[str, str]) -> str:
    parts = re.split(r"<(\w+)>", text)
    parts[1::2] = [words.get(name, "") for name in parts[1::2]]
    return "".join(parts) if all(parts[1::2]) else ""


def repeated_items(items: Iterable[Item]) -> Iterator[Item]:
    """Those whose text was there before."""
    seen: set[str] = set()
    for item in filter(None, items):
        if item.text() in seen:
            yield item
        seen.add(item.text())


def names_its_id(name: Item, ident: str) -> bool:
    """Whether the English words of a name are those of an id, in the order of either."""
    words = re.findall(r"[a-z0-9]+", name.text().casefold())
    return sorted(words) == sorted(ident.split("_"))


SHORT_SHEET = "fu"
"""The key that rule files use for a secondary score in this unit, for the value of its items and for its
total: `fu: {items: [{id: base, fu: 20}]}`.
"""
SHEET_KEY, VALUE_KEY, UNIT_KEY = "sheet", "value", "unit"


def root_item(source: RuleText) -> Item:
    """The whole file as one item, with the short names of the secondary score and the combinations of a
    table of tiles written out.
    """
    root, short = source.root, source.root.fields.get(SHORT_SHEET)
    if not root.fields or (short and SHEET_KEY in root.fields):
        return root
    unit = {UNIT_KEY: replace(short, value=SHORT_SHEET)} if short and short.fields else {}
    long: dict[str, Callable[[dict[str, Item]], dict[str, Item]]] = {
        SHEET_KEY: lambda parts: (
            unit | {name: _with_long_key(part, VALUE_KEY) for name, part in parts.items()}
        ),
        "add": lambda parts: {
            SHEET_KEY if name in (SHORT_SHEET, SHEET_KEY) else name: (
                _with_long_key(part, VALUE_KEY) if name in (SHORT_SHEET, SHEET_KEY) else part
            )
            for name, part in parts.items()
        },
        "set": lambda lines: {_long_path(path): _long_value(path, item) for path, item in lines.items()},
        "hands": lambda hands: {name: _with_long_key(hand, SHEET_KEY) for name, hand in hands.items()},
        "tiles": lambda classes: {name: _with_combinations(name, entry) for name, entry in classes.items()},
    }
    fields = {
        name: replace(item, value=long[name](item.fields)) if name in long and item.fields else item
        for name, item in _with_long_key(root, SHEET_KEY).fields.items()
    }
    return replace(root, value=fields)


def _with_long_key(item: Item, name: str) -> Item:
    """The same with this name for the short one; of a list each of its entries."""
    if isinstance(item.value, list):
        return replace(item, value=[_with_long_key(entry, name) for entry in item.value])
    fields = item.fields
    if SHORT_SHEET not in fields or name in fields:
        return item
    return replace(
        item, value={(name if key == SHORT_SHEET else key): entry for key, entry in fields.items()}
    )


EACH_KEY = "each"
"""The key of an entry that is a tile for each combination of the values of some attributes."""
MOST_COMBINATIONS = 300


def _with_combinations(name: str, entry: Item) -> Item:
    """The table of tiles with a tile for each combination of an entry that lists values of attributes."""
    if name != "table" or not entry.fields:
        return entry
    tiles: dict[str, Item] = {}
    for key, tile in entry.fields.items():
        tiles |= dict(_combined_tiles(tile)) if tile.get(EACH_KEY) else {key: tile}
    return replace(entry, value=tiles)


def combination_lists(tile: Item) -> list[tuple[str, list[Item]]] | None:
    """The attributes whose values are combined, each with its values; None if one has no list, or if there
    are too many combinations.
    """
    lists = [(word.text(), tile.get(word.text()).entries) for word in tile.get(EACH_KEY).entries]
    is_sound = all(values and all(value.is_plain for value in values) for _, values in lists)
    return lists if is_sound and prod(len(values) for _, values in lists) <= MOST_COMBINATIONS else None


def _combined_tiles(tile: Item) -> Iterator[tuple[str, Item]]:
    """The tiles of an entry with lists by their ids; as it is if its lists are not sound."""
    lists = combination_lists(tile)
    if lists is None:
        yield tile.key, tile
        return
    for values in product(*(entries for _, entries in lists)):
        chosen = {name: value for (name, _), value in zip(lists, values, strict=True)}
        words = {name: value.text() for name, value in chosen.items()}
        ident = "_".join(re.sub(r"\W+", "_", word.strip().lower()) for word in words.values())
        fields = {key: part for key, part in tile.fields.items() if key != EACH_KEY and key not in chosen}
        made = {**chosen, **{key: _with_words(part, words) for key, part in fields.items()}}
        path = (*tile.path[:-1], ident)
        yield ident, replace(tile, value=made, path=path)


def _with_words(item: Item, words: Mapping[str, str]) -> Item:
    """A text with the values of the attributes in the place of their names in braces."""
    if isinstance(item.value, dict):
        return replace(item, value={key: _with_words(part, words) for key, part in item.value.items()})
    if isinstance(item.value, list):
        return replace(item, value=[_with_words(part, words) for part in item.value])
    if not isinstance(item.value, str):
        return item
    return replace(item, value=re.sub(r"\{(\w+)\}", lambda slot: words.get(slot[1], slot[0]), item.value))


def _long_path(path: str) -> str:
    """A path under `set`: `fu.round_up_to` is in the sheet, `base.fu` the value of an item."""
    head, *rest = path.split(".")
    if head == SHORT_SHEET:
        return ".".join([SHEET_KEY, *rest])
    return ".".join([head, *(VALUE_KEY if word == SHORT_SHEET else word for word in rest)])


def _long_value(path: str, item: Item) -> Item:
    """What a path under `set` leads to: the items of the sheet have their values' short name there too."""
    is_of_sheet = path.partition(".")[0] in (SHORT_SHEET, SHEET_KEY)
    return _with_long_key(item, VALUE_KEY) if is_of_sheet and isinstance(item.value, list) else item


def ids_by_title(entries: Iterable[Item]) -> dict[str, str]:
    """The ids of entries by their names in every language, in small letters."""
    return {
        title.text().casefold(): ident.text()
        for entry in entries
        if (names := entry.get("name")) and (ident := entry.get("id"))
        for title in names.fields.values() or [names]
    }


NO_TITLES: Mapping[str, str] = {}


def id_hint(word: str, known_ids: Collection[str], ids_by_title: Mapping[str, str] = NO_TITLES) -> Text:
    """The hint for an id that is none: the nearest of those known, or the one that has such a name."""
    if re.search(r"\w[，、；]\w", word):
        return Message("write a plain between them")
    if " when " in word:
        return Message("write", word.replace(" when ", " if "))
    if word.startswith("-"):
        return Message("an entry of a list begins with")
    if len(words := re.split(r"[\s,]+", word)) > 1 and {*words} <= {*known_ids}:
        return Message("write", f"[{', '.join(words)}]")
    ids, spoken = {name.casefold(): name for name in known_ids}, word.casefold()
    if spoken in ids and word not in known_ids:
        return Message("did you mean the word", ids[spoken])
    if spoken in ids_by_title:  # a name in full is no slip for another id
        return Message("did you mean the id", ids_by_title[spoken], word)
    close = nearest_names(word.casefold(), [*ids, *ids_by_title], 1)
    if not close:
        return ""
    if close[0] in ids:
        return Message("did you mean the word", ids[close[0]])
    return Message("did you mean the id", ids_by_title[close[0]], word)
