"""The entries of a rule file that an overlay can name: their sections, ids and paths."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scorer.message import Text
from scorer.ruleset.items import (
    SHEET_KEY,
    Item,
    Path,
    id_hint,
    ids_by_title,
)
from scorer.values import cached_property, dataclass

HANDS_SECTION = "hands"
VALUE_SIDES = ("closed", "open")
OTHERWISE_SECTION = "otherwise"
ENTRY_SECTIONS = {
    "patterns": "pattern", OTHERWISE_SECTION: "pattern", "bonuses": "bonus", "limits": "limit",
    "penalties": "penalty", SHEET_KEY: "item",
    "options": "option", "tiles": "class", "sets": "set_kind", "shapes": "shape", "facts": "fact",
    "circumstances": "circumstance", "indicators": "indicator", "tables": "table_of_columns", "draws": "draw",
    "comparisons": "comparison", "events": "event",
}  # fmt: skip
"""The section that describes the entries of each part of a rule file."""
LISTS_BY_ID = ("patterns", "bonuses", "limits", "penalties")
MERGED_SECTIONS = (
    "units", "words", "options", "tileset", "tiles", "sets", "shapes", "facts", "circumstances", "indicators",
    "tables", "payment", "losing_hands", "comparisons", "events", "deals", "draws", "final", "play",
    HANDS_SECTION,
)  # fmt: skip
WHOLE_ENTRIES = ("payment", "tileset", "tables", "losing_hands", "deals", "final", HANDS_SECTION)
"""Sections whose entries replace the base's whole entry, because a table is not merged with a table."""
UNDROPPABLE_SECTIONS = ("units", "words", "options", "payment", "losing_hands", "deals", "final", "play")
DROPPABLE_SECTIONS = (
    *LISTS_BY_ID,
    *(name for name in MERGED_SECTIONS if name not in UNDROPPABLE_SECTIONS),
    SHEET_KEY,
)
"""Options cannot be dropped, because expressions refer to them; they are set instead."""
Entry = tuple[str, str, Path, Item]
"""An entry of a section: its id, the section, the path to it from there, and the item."""


def named_entries(fields: dict[str, Item]) -> Iterator[Entry]:
    """Everything that an overlay can name: its id, its section, the path to it, and the item. Patterns come
    first, because the circumstance of a pattern often has the same name.
    """
    for section in (*LISTS_BY_ID, OTHERWISE_SECTION, SHEET_KEY, *MERGED_SECTIONS):
        item = fields.get(section)
        if item is None:
            continue
        if section in MERGED_SECTIONS:
            yield from ((name, section, (name,), entry) for name, entry in item.fields.items())
        elif section == OTHERWISE_SECTION:
            yield item.get("id").text(), section, (), item
        else:
            parts: list[tuple[Path, Item]] = [((name,), part) for name, part in item.fields.items()]
            for path, part in parts if section == SHEET_KEY else [((), item)]:
                for place, entry in enumerate(part.entries):
                    if entry.fields:
                        yield entry.get("id").text(), section, (*path, place), entry


def added_lists(add: Item) -> dict[str, Item]:
    """What an overlay adds, by section: a plain list, or a single entry, has patterns."""
    is_by_section = add.fields and "id" not in add.fields
    return add.fields if is_by_section else {"patterns": add} if add else {}


def added_entries(overlay: Item) -> list[Item]:
    """The entries that an overlay adds to any list."""
    return [entry for item in added_lists(overlay.get("add")).values() for entry in item.entries]


@dataclass
class EntryIndex:
    """What an overlay can name in some sections, found once for all lines of `set` and all hints."""

    fields: dict[str, Item]

    @cached_property
    def entries_by_id(self) -> dict[str, list[Entry]]:
        """Every entry by its id; several may have the same."""
        found: dict[str, list[Entry]] = {}
        for entry in named_entries(self.fields):
            found.setdefault(entry[0], []).append(entry)
        return found

    @cached_property
    def ids_by_title(self) -> dict[str, str]:
        """The ids of the entries of lists by their names in every language."""
        entries = [one for same in self.entries_by_id.values() for one in same]
        return ids_by_title(item for _, section, _, item in entries if section in LISTS_BY_ID)

    @cached_property
    def names(self) -> frozenset[str]:
        """The ids of all entries, and the sections."""
        return frozenset(self.entries_by_id) | frozenset(self.fields)

    def entries_of(self, name: str) -> list[Entry]:
        """The entries that have an id."""
        return self.entries_by_id.get(name, [])

    def hint(self, word: str, ids: Collection[str]) -> Text:
        """What an id that is none of these may mean."""
        return id_hint(word, ids, self.ids_by_title)
