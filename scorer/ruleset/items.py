"""Values of rule files that know where they stand, so that merged files still give exact places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.errors import Problem, nearest
from scorer.ruleset.source import Source
from scorer.values import dataclass, replace

Path = tuple[str | int, ...]
Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Item:
    """One value of a rule file: plain, a list of items or a mapping to items, with its place."""

    value: dict[str, Item] | list[Item] | Scalar
    source: Source
    path: Path

    def problem(
        self,
        code: str,
        message: str,
        hint: str = "",
        severity: str = "error",
        *,
        key: bool = False,
        offset: int = 0,
        length: int = 0,
    ) -> Problem:
        """A problem at this value or at its key, of which all is marked unless a part is asked for.

        >>> from scorer.ruleset.source import read_source
        >>> source, _ = read_source("unit: han\\nname: Club\\n", "club.yaml")
        >>> print(item_of(source).fields["name"].problem("L301", "no such name"))
        club.yaml:2:7: L301 no such name
        """
        start, end = self.source.span(self.path, offset, length, key)
        return self.source.page.problem(
            code, start, message, length=end - start, hint=hint, severity=severity
        )

    @property
    def key(self) -> str:
        """The name under which the value stands."""
        return str(self.path[-1]) if self.path else ""

    @property
    def fields(self) -> dict[str, Item]:
        """The entries of a mapping; none for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def entries(self) -> list[Item]:
        """The items of a list; a single value is a list of one."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.value is None else [self]

    def get(self, name: str) -> Item | None:
        """An entry of a mapping that has a value."""
        found = self.fields.get(name)
        return None if found is None or found.value is None else found

    def at(self, *path: str) -> Item | None:
        """The value at a path of keys from here."""
        item: Item | None = self
        for key in path:
            item = item.get(key) if item else None
        return item

    def part(self, name: str) -> Item:
        """The value under a key, a mapping without entries where there is none."""
        return self.get(name) or Item({}, self.source, self.path)

    def fields_at(self, *path: str) -> dict[str, Item]:
        """The entries of the mapping at a path of keys; none where there is no mapping."""
        item = self.at(*path)
        return item.fields if item else {}

    def entries_at(self, *path: str) -> list[Item]:
        """The items of the list at a path of keys; none where there is nothing."""
        item = self.at(*path)
        return item.entries if item else []

    def mappings_at(self, *path: str) -> list[Item]:
        """Those items of the list at a path of keys that are mappings with something in them."""
        return [item for item in self.entries_at(*path) if item.fields]

    def text_at(self, name: str, default: str = "") -> str:
        """The plain value under a key as text."""
        item = self.get(name)
        return item.text() if item else default

    def whole_at(self, name: str, default: int = 0) -> int:
        """The whole number under a key."""
        item = self.get(name)
        return item.whole(default) if item else default

    def flag_at(self, name: str) -> bool:
        """Whether the value under a key is true."""
        item = self.get(name)
        return item is not None and item.flag()

    @property
    def is_plain(self) -> bool:
        """Whether one value stands there: no mapping, no list, and not nothing."""
        return self.value is not None and not isinstance(self.value, dict | list)

    def text(self, default: str = "") -> str:
        """A plain value as text."""
        if not self.is_plain:
            return default
        return str(self.value).lower() if isinstance(self.value, bool) else str(self.value)

    def whole(self, default: int = 0) -> int:
        """A whole number."""
        return self.value if isinstance(self.value, int) and not isinstance(self.value, bool) else default

    def flag(self) -> bool:
        """Whether the value is true."""
        return self.value is True

    def walk(self) -> Iterator[Item]:
        """This item and all below it."""
        yield self
        below = [*self.fields.values(), *(self.value if isinstance(self.value, list) else ())]
        for item in below:
            yield from item.walk()


def item_of(source: Source) -> Item:
    """The whole file as one item, short forms spelled out."""
    return _spelled_out(_item(source.data, source, ()))


SHORT = "fu"
"""The format's short name for a second sheet in this unit, for the value of its items, and for what it comes
to: `fu: {items: [{id: base, fu: 20}]}`.
"""
SHEET, VALUE, UNIT = "sheet", "value", "unit"


def _spelled_out(root: Item) -> Item:
    """The file with every short name of the second sheet in its long form."""
    fields = {(SHEET if name == SHORT else name): item for name, item in root.fields.items()}
    if len(fields) != len(root.fields) or not {SHORT, SHEET, "set", "hands"} & set(root.fields):
        return root
    short = root.fields.get(SHORT)
    if SHEET in fields:
        lists = {name: _with_values(part) for name, part in fields[SHEET].fields.items()}
        unit = {UNIT: Item(SHORT, short.source, short.path)} if short and short.fields else {}
        fields[SHEET] = replace(fields[SHEET], value=unit | lists) if lists else fields[SHEET]
    if "set" in fields:
        renamed = {_spelled_path(path): item for path, item in fields["set"].fields.items()}
        fields["set"] = replace(fields["set"], value=renamed) if renamed else fields["set"]
    if "hands" in fields:
        hands = {name: _renamed(hand, SHEET) for name, hand in fields["hands"].fields.items()}
        fields["hands"] = replace(fields["hands"], value=hands) if hands else fields["hands"]
    return replace(root, value=fields)


def _with_values(part: Item) -> Item:
    """A list of the sheet with the values of its items under their long name."""
    if isinstance(part.value, list):
        return replace(part, value=[_renamed(entry, VALUE) for entry in part.value])
    return _renamed(part, VALUE)


def _renamed(entry: Item, name: str) -> Item:
    fields = entry.fields
    if SHORT not in fields or name in fields:
        return entry
    return replace(entry, value={(name if key == SHORT else key): item for key, item in fields.items()})


def _spelled_path(path: str) -> str:
    """A path under `set`: `fu.round_up_to` is in the sheet, `base.fu` the value of an item."""
    head, *rest = path.split(".")
    if head == SHORT:
        return ".".join([SHEET, *rest])
    return ".".join([head, *(VALUE if word == SHORT else word for word in rest)])


def _item(data: object, source: Source, path: Path) -> Item:
    if isinstance(data, dict):
        entries = {str(key): _item(value, source, (*path, key)) for key, value in data.items()}
        return Item(entries, source, path)
    if isinstance(data, list):
        return Item([_item(value, source, (*path, place)) for place, value in enumerate(data)], source, path)
    return Item(data, source, path)  # type: ignore[arg-type]


def meant_by(word: str, known: Iterable[str], entries: Iterable[Item] = ()) -> str:
    """The hint for an id that is none: the nearest of those known, or of the entries the one of that name."""
    ids = {name.casefold(): name for name in known}
    titles = {title: ident for entry in entries for title, ident in _titles(entry)}
    close = nearest(word.casefold(), [*ids, *titles], 1)
    if not close:
        return ""
    if close[0] in ids:
        return f"did you mean '{ids[close[0]]}'?"
    return f"did you mean '{titles[close[0]]}'? That is the id; '{word}' reads like its name"


def _titles(entry: Item) -> Iterator[tuple[str, str]]:
    """The names of an entry, each with its id."""
    names, ident = entry.get("name"), entry.get("id")
    for name in names.fields.values() or [names] if names and ident else ():
        yield name.text().casefold(), ident.text() if ident else ""
