"""Merge a ruleset with the one that it extends.

Scalars and lists replace those of the base, mappings are merged key by key, and patterns are changed with
`set`, `drop` and `add`.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.errors import Problem
from scorer.language.vocabulary import TRUTH_WORDS
from scorer.languages import NAME_LANGUAGES
from scorer.message import Message
from scorer.ruleset.advice.keys import left_margin_hint
from scorer.ruleset.advice.paths import (
    _options_of,
    names_listing,
    not_a_sheet_item,
    unsettable_field,
    wrong_path,
    wrong_sort,
)
from scorer.ruleset.entries import (
    DROPPABLE_SECTIONS,
    ENTRY_SECTIONS,
    LISTS_BY_ID,
    MERGED_SECTIONS,
    OTHERWISE_SECTION,
    VALUE_SIDES,
    WHOLE_ENTRIES,
    EntryIndex,
    added_lists,
    named_entries,
)
from scorer.ruleset.forms import OVERLAY_KEYS, RULESET_KEYS
from scorer.ruleset.items import (
    SHEET_KEY,
    SHORT_SHEET,
    Item,
    Path,
    repeated_items,
)
from scorer.ruleset.metadata import CREDITS
from scorer.ruleset.section_table import SECTIONS
from scorer.suggest import normalized_name, players_words
from scorer.values import replace

SUITS_PATH = ("tileset", "suits")
ADDED_LISTS = ("notes", "usage")
"""Lists of texts whose entries in an overlay follow those of its base."""
FORMULA, FORMULA_IN_WORDS = "is", "says"
"""The key of a formula, and that of what the rules say of it, which does not hold for another formula."""


def merge_overlay(base: Item, overlay: Item) -> tuple[Item, list[Problem]]:
    """The base with the overlay's changes, and the errors in the overlay's references."""
    problems: list[Problem] = []
    fields = {name: item for name, item in base.fields.items() if name not in CREDITS}
    for name, item in overlay.fields.items():
        below = base.get(name)
        if name in ADDED_LISTS and below:
            fields[name] = replace(item, value=[*below.entries, *item.entries])
        elif name in MERGED_SECTIONS and below and isinstance(item.value, dict):
            fields[name] = _merge_mappings(below, item, name not in WHOLE_ENTRIES)
        elif name not in OVERLAY_KEYS:
            fields[name] = item
    drop = {item.text(): item for item in overlay.get("drop").entries}
    fields = dict(_fields_without_dropped(fields, drop, base.fields, problems))
    if add := overlay.get("add"):
        _add_entries(fields, add, problems)
    lines, index = overlay.get("set").fields, EntryIndex(fields)
    for key, item in sorted(lines.items(), key=lambda line: line[0].endswith(f".{FORMULA_IN_WORDS}")):
        head = key.partition(".")[0]
        whole = next((one for one in lines if key.startswith(f"{one}.")), "")
        if head in drop or whole:
            message = (
                Message("sets X and drops Y", key, head)
                if head in drop
                else Message("sets X and Y", key, whole)
            )
            problems.append(item.problem("L402", message, Message("remove one of them"), key=True))
        else:
            problems += _set_value(index, key, item)
            if head in fields:  # a section may have other entries now
                index = EntryIndex(fields)
    if not overlay.get("extends"):
        hint = Message("there is no base to change")
        problems = [replace(problem, hint=hint) for problem in problems]
    return replace(overlay, value=fields), problems


def _merge_mappings(base: Item, overlay: Item, entries_merge: bool) -> Item:
    """Merge mappings key by key, one level deeper for entries such as an option or a circumstance."""
    fields = dict(base.fields)
    for key, item in overlay.fields.items():
        below = base.get(key)
        both = entries_merge and isinstance(below.value, dict) and isinstance(item.value, dict)
        fields[key] = _merge_mappings(below, item, False) if both else item
        if (*overlay.path, key) == SUITS_PATH and item.fields:  # flowers can be combined with any hand
            flowers = {name: suit for name, suit in below.fields.items() if suit.get("seats")}
            fields[key] = replace(item, value=flowers | item.fields)
    return replace(overlay, value=fields)


def _fields_without_dropped(
    fields: dict[str, Item], names: dict[str, Item], base_fields: dict[str, Item], problems: list[Problem]
) -> Iterator[tuple[str, Item]]:
    known = _droppable_ids(base_fields) | _droppable_ids(fields) if names else set()
    options = fields.get("options")
    for name, item in names.items():
        if name in known or not name:  # an entry of another form is reported as such
            continue
        message = Message("drops which the base does not define", name)
        hint = EntryIndex(fields).hint(name, known) or names_listing(item)
        words = (name, *players_words().get(normalized_name(name), ()))
        option = next((one for one in words if options and one in options.fields), "")
        if option == name:
            message = Message("drops the option", name)
            hint = Message("set it to a fixed value instead")
        if option and options and options.get(option, "default").text() in TRUTH_WORDS.values():
            hint = left_margin_hint("set", f"{{{option}: false}}")
        problems.append(item.problem("L402", message, hint))
    for section, item in fields.items():
        if (
            section != OTHERWISE_SECTION or item.get("id").text() not in names
        ):  # an entry is replaced as a whole
            yield section, _without_entries(item, names) if section in DROPPABLE_SECTIONS else item


def _droppable_ids(fields: dict[str, Item]) -> set[str]:
    """The ids of everything that an overlay can drop, including entries of lists that it replaces."""
    return {
        name
        for name, section, *_ in named_entries(fields)
        if section in (*DROPPABLE_SECTIONS, OTHERWISE_SECTION)
    }


def _without_entries(item: Item, names: dict[str, Item]) -> Item:
    """The section without the entries of these names; itself if it has none of them."""
    if isinstance(item.value, list):
        kept = [entry for entry in item.value if (entry.get("id") or entry).text() not in names]
        return replace(item, value=kept) if len(kept) < len(item.value) else item
    if isinstance(item.value, dict):
        fields = {
            key: _without_entries(entry, names) if isinstance(entry.value, list) else entry
            for key, entry in item.value.items()
            if key not in names
        }
        is_same = all(fields.get(key) is entry for key, entry in item.value.items())
        return item if is_same else replace(item, value=fields)
    return item


def _add_entries(fields: dict[str, Item], add: Item, problems: list[Problem]) -> None:
    """Add new entries to the lists of the base; one whose id exists replaces the existing one."""
    for section, item in added_lists(add).items():
        again = [ident for ident in repeated_items(entry.get("id") for entry in item.entries) if ident.text()]
        problems += [
            ident.problem(
                "L404", Message("a second entry X", ident.text()), Message("give it a different id")
            )
            for ident in again
        ]
        below = fields.get(section)
        if section == SHEET_KEY and below:
            lines = below.get("items")
            merged = replace(lines or item, value=_with_added(section, lines, item))
            fields[section] = replace(below, value={**below.fields, "items": merged})
        elif section == SHEET_KEY:
            problems.append(item.problem("L402", Message("the ruleset has no secondary score"), key=True))
        else:
            fields[section] = replace(below or item, value=_with_added(section, below, item))


def _with_added(section: str, below: Item | None, item: Item) -> list[Item]:
    """The entries of a list with those added: limits before the others, since the first that applies is
    used.
    """
    known = {entry.get("id").text(): entry for entry in (below.entries if below else [])}
    added = {entry.get("id").text(): entry for entry in item.entries}
    if section == "limits":
        return list(
            ({name: one for name, one in added.items() if name not in known} | known | added).values()
        )
    return list((known | added).values())


def _set_value(index: EntryIndex, key: str, item: Item) -> Iterator[Problem]:
    """Apply one line of `set`: an option, id.field, or a path from the top. Yields its errors."""
    fields, (head, _, rest) = index.fields, key.partition(".")
    options = _options_of(fields)
    path: Path = tuple(rest.split(".")) if rest else ()
    is_option = not rest and head in options
    found = [] if is_option else [(section, place) for _, section, place, _ in index.entries_of(head)]
    sections = [section for section, _ in found]
    section, places = head, [path]
    if is_option:
        if meant := options[head].get("same_as").fields.get(item.text().lower()):
            item = replace(item, value=meant.value)
        if fault := wrong_sort(options[head], item):
            yield item.problem("L206", *fault)
            return
        section, places = "options", [(head, "default")]
    elif (
        head not in fields
        or head in LISTS_BY_ID
        or (not rest and head in MERGED_SECTIONS)
        or (head == "options" and rest in options)
        or (found and rest and not fields[head].fields)  # an item may share the name of a number
    ):
        fault = unsettable_field(sections, head, rest, item, options)
        if fault is None and str(item.path[-1]) == f"{head}.{SHORT_SHEET}" and set(LISTS_BY_ID) & {*sections}:
            fault = not_a_sheet_item(index, head, item)
        if fault or not (rest and found):
            message, hint = fault or wrong_path(index, head, rest, item)
            length = len(key if fault else head)
            yield item.problem("L402", message, hint, key=True, length=length)
            return
        sections_with_key = [
            name for name in sections if path[0] in SECTIONS.get(ENTRY_SECTIONS.get(name, ""), {})
        ]
        section = (sections_with_key or sections)[0]
        places = [(*place, *path) for name, place in found if name == section]
    for place in places:
        fields[section] = _with_value_at(fields[section], place, item)


def _with_value_at(item: Item, path: Path, value: Item) -> Item:
    """The item with the value at a path replaced."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(key, int):
        entries = list(item.entries)
        entries[key] = _with_value_at(entries[key], rest, value)
        return replace(item, value=entries)
    fields, whole = dict(item.fields), item if item.fields else value
    if item.is_plain:  # a one-line value may be shorthand for a mapping
        fields = dict.fromkeys(
            VALUE_SIDES if key in VALUE_SIDES else ["en" if key in NAME_LANGUAGES else "is"], item
        )
    fields[key] = _with_value_at(fields.get(key, replace(value, value={})), rest, value)
    if key == FORMULA and not rest:
        fields.pop(FORMULA_IN_WORDS, None)
    return replace(whole, value=fields)


# ---- looking into a base


def droppable(base: Item) -> list[str]:
    """The ids of everything that an overlay of this base can drop."""
    return sorted(_droppable_ids(base.fields))


def settable(base: Item) -> dict[str, str]:
    """Everything except options that an overlay of this base can set: each path with the form of its value.
    For an entry that is in two sections, the field is that of the first section that has it, as in `set`.
    """
    found: dict[str, str] = {}
    for name, section, *_ in named_entries(base.fields):
        keys = SECTIONS.get(ENTRY_SECTIONS.get(section, ""), {})
        fields = {
            f"{name}.{key}": entry.form for key, entry in keys.items() if key not in ("id", *VALUE_SIDES)
        }
        found = fields | found
    for name, item in base.fields.items():
        form = RULESET_KEYS[name].form if name in RULESET_KEYS else ""
        if form in SECTIONS:
            found |= {f"{name}.{key}": entry.form for key, entry in SECTIONS[form].items()}
        elif form and name not in (*LISTS_BY_ID, *MERGED_SECTIONS, *OVERLAY_KEYS) and item.value is not None:
            found.setdefault(name, form)
    return found


def heads(base: Item) -> list[str]:
    """The first parts that a path under `set` can have: ids of the base, and its sections."""
    return sorted(
        {*(name for name, *_ in named_entries(base.fields)), *base.fields} - {*LISTS_BY_ID, *OVERLAY_KEYS}
    )


def value_at(base: Item, key: str) -> Item:
    """The value in the base at a path from the top, or at id.field."""
    head, *rest = key.split(".")
    return (base.get(head) or entry_of(base, head)).get(*rest)


def entry_of(base: Item, name: str) -> Item:
    """The entry with that id, in whichever list of the base it is; an empty item if there is none."""
    found = ((section, entry) for one, section, _, entry in named_entries(base.fields) if one == name)
    return next(
        (entry for section, entry in found if section not in MERGED_SECTIONS), replace(base, value=None)
    )
