"""Merge a ruleset with the one that it extends.

Scalars and lists replace those of the base, mappings are merged key by key, and patterns are changed with
`set`, `drop` and `add`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from scorer.errors import LineHint, Problem
from scorer.language.vocabulary import TRUTH_WORDS, number_word, truth_word
from scorer.languages import ENGLISH, NAME_LANGUAGES
from scorer.ruleset.items import (
    SHEET_KEY,
    SHORT_SHEET,
    Item,
    Path,
    id_hint,
    ids_by_title,
    number_from_digits,
    repeated_items,
)
from scorer.ruleset.metadata import CREDITS
from scorer.ruleset.section_table import SECTIONS
from scorer.ruleset.sections import (
    EXTENDS_KEY,
    OVERLAY_KEYS,
    RULESET_KEYS,
    flow_text,
    hint_for_word,
    is_misspelt,
    left_margin_hint,
    path_of_key,
    quoted_value,
    slip_hint,
)
from scorer.suggest import nearest_names, normalized_name, players_words
from scorer.values import cached_property, dataclass, replace

HANDS_SECTION = "hands"
SUITS_PATH = ("tileset", "suits")
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
ADDED_LISTS = ("notes", "usage")
"""Lists of texts whose entries in an overlay follow those of its base."""
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
        _add_patterns(fields, add, problems)
    lines, index = overlay.get("set").fields, EntryIndex(fields)
    for key, item in lines.items():
        head = key.partition(".")[0]
        whole = next((one for one in lines if key.startswith(f"{one}.")), "")
        if head in drop or whole:
            message = f"sets '{key}' and " + (f"drops '{head}'" if head in drop else f"'{whole}' as well")
            problems.append(item.problem("L402", message, "remove one of them", key=True))
        else:
            problems += _set_value(index, key, item)
            if head in fields:  # a section may have other entries now
                index = EntryIndex(fields)
    if not overlay.get("extends"):
        hint = "there is no base to change; add extends: NAME"
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
        message = f"drops '{name}', which the base does not define"
        hint = EntryIndex(fields).hint(name, known) or _listing(item)
        words = (name, *players_words().get(normalized_name(name), ()))
        option = next((one for one in words if options and one in options.fields), "")
        if option == name:
            message = f"drops the option '{name}', which is used in expressions"
            hint = "set it to a fixed value instead, under 'set'"
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

    def hint(self, word: str, ids: Collection[str]) -> str:
        """What an id that is none of these may mean."""
        return id_hint(word, ids, self.ids_by_title)


def _listing(item: Item) -> str:
    """Where the names of the base are listed."""
    return f"its names: scorer rulesets show {item.source.root.get(EXTENDS_KEY).text()}"


def _add_patterns(fields: dict[str, Item], add: Item, problems: list[Problem]) -> None:
    """Append new patterns; one whose id exists replaces the existing one."""
    patterns = fields.get("patterns")
    entries = [*(patterns.entries if patterns else []), *add.entries]
    table = {entry.get("id").text(): entry for entry in entries}
    again = [ident for ident in repeated_items(entry.get("id") for entry in add.entries) if ident.text()]
    problems += [
        ident.problem("L404", f"a second pattern '{ident.text()}'", "give it a different id")
        for ident in again
    ]
    fields["patterns"] = replace(patterns or add, value=list(table.values()))


def _set_value(index: EntryIndex, key: str, item: Item) -> Iterator[Problem]:
    """Apply one line of `set`: an option, id.field, or a path from the top. Yields its errors."""
    fields, (head, _, rest) = index.fields, key.partition(".")
    options = fields["options"].fields if "options" in fields else {}
    path: Path = tuple(rest.split(".")) if rest else ()
    is_option = not rest and head in options
    found = [] if is_option else [(section, place) for _, section, place, _ in index.entries_of(head)]
    sections = [section for section, _ in found]
    section, places = head, [path]
    if is_option:
        if meant := options[head].get("same_as").fields.get(item.text().lower()):
            item = replace(item, value=meant.value)
        if fault := _wrong_sort(options[head], item):
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
        fault = _unsettable_field(sections, head, rest, item, options)
        if fault is None and str(item.path[-1]) == f"{head}.{SHORT_SHEET}" and set(LISTS_BY_ID) & {*sections}:
            fault = _not_a_sheet_item(index, head, item)
        if fault or not (rest and found):
            message, hint = fault or _wrong_path(index, head, rest, item)
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


def _unsettable_field(
    sections: list[str], head: str, field_path: str, item: Item, options: Mapping[str, Item]
) -> tuple[str, str] | None:
    """Why a field cannot be set although these sections have the id, and a hint; None if it can be set."""
    declared = {key for one in sections for key in SECTIONS.get(ENTRY_SECTIONS.get(one, ""), ())}
    if sections and field_path in options and field_path not in declared:
        return f"'{field_path}' is an option of the ruleset, not part of '{head}'", _set_line_hint(
            field_path, item
        )
    if field_path in VALUE_SIDES and any(section in LISTS_BY_ID for section in sections):
        return f"'{field_path}' is part of the value", _set_line_hint(f"{head}.value.{field_path}", item)
    if field_path == "id":
        return (
            "an id cannot be changed, because other rules refer to it",
            "drop the entry and add one with the new id",
        )
    return None


def _not_a_sheet_item(index: EntryIndex, head: str, item: Item) -> tuple[str, str]:
    """The error and hint for a fu value on an entry that is not a fu item, naming the fu items that have the
    same condition or that ask whether the entry is awarded.
    """
    asked = {entry.get("when").text() for *_, entry in index.entries_of(head)} - {""}
    entries = [one for same in index.entries_by_id.values() for one in same]
    sheet = [(name, entry) for name, section, _, entry in entries if section == SHEET_KEY and name]
    of_it = re.compile(rf"\bawarded\(\s*{re.escape(head)}\s*\)")
    same = [name for name, one in sheet if (when := one.get("when").text()) in asked or of_it.search(when)]
    known = f"its items: {', '.join(name for name, _ in sheet)}"
    hint = (
        _set_line_hint(f"{same[0]}.{SHORT_SHEET}", item)
        if same
        else known
        if sheet
        else "the ruleset has no secondary score"
    )
    return f"'{head}' is not an item of the secondary score and has no '{SHORT_SHEET}'", hint


def _wrong_path(index: EntryIndex, head: str, field_path: str, item: Item) -> tuple[str, str]:
    """The error and hint for a path that leads to nothing that can be set."""
    fields, known = index.fields, index.names
    options = fields["options"].fields if "options" in fields else {}
    if field_path and head in (*LISTS_BY_ID, "options"):
        name = field_path.partition(".")[0]
        is_whole = name == field_path and name in known and name not in options
        hint = _entry_hint(index, name, item) if is_whole else _set_line_hint(field_path, item)
        return f"'{head}.{field_path}' begins with a section instead of an id", hint
    if head in LISTS_BY_ID:
        return (
            f"sets '{head}' as a whole",
            "set a field of one entry by its id, or list ids to remove under drop",
        )
    if head not in known and head in RULESET_KEYS:
        line = "" if item.fields or field_path else f"{head}: {flow_text(item)}"
        hint = LineHint("write it at the left margin, not under set", line)
        return f"sets '{head}', a key of the file itself", hint
    for section in ("tileset", "payment"):
        if not field_path and section in fields and head in fields[section].fields:
            return f"sets '{head}', a key of {section}", _set_line_hint(f"{section}.{head}", item)
    if head in known and not field_path:
        is_dropped = truth_word(item.text()) == "false" and index.entries_of(head)[:1][0][1] in LISTS_BY_ID
        option = "" if is_dropped else _meant_option(fields, head, item)
        hint = f"did you mean '{option}'?" if option else _entry_hint(index, head, item)
        return f"sets '{head}' as a whole", hint
    if slip := NO_SPACE.match(item.key):
        return f"sets '{item.key}', but the base has no such name", NO_SPACE_HINT.format(*slip.groups())
    hint = hint_for_word(item) if not field_path and item.is_plain else ""
    if field_path:
        hint = _hint_for_last_key(options, item)
    hint = hint or index.hint(head, known | RULESET_KEYS.keys() if not field_path else known)
    close = re.fullmatch(r"did you mean '(.+?)'\?(?: That is the id.*)?", hint)
    if close and not field_path and truth_word(item.text()) and not is_misspelt(head, close[1]):
        hint = id_hint(head, options) or hint  # who writes true or false means an option
        close = re.fullmatch(r"did you mean '(.+?)'\?(?: That is the id.*)?", hint)
    if close and not field_path and close[1] not in options and _is_not_set(fields, close[1]):
        hint = _wrong_path(index, close[1], "", item)[1]
    elif close and not field_path and close[1] in options and (fault := _wrong_sort(options[close[1]], item)):
        value = re.match("write (.+)", fault[1])
        hint = f"write {close[1]}: {value[1]}" if value else f"{hint} {fault[1]}".strip()
    return f"sets '{item.key}', but the base has no '{head}'", hint or _listing(item)


NO_SPACE = re.compile(r"([\w.]+)(?::|：\s*|\s*=\s*)(\S+)$")
NO_SPACE_HINT = "put a space after ':': {}: {}"


def _hint_for_last_key(options: Mapping[str, Item], item: Item) -> str:
    """What to write for a path under a name that is none, if its last key is known: `table.start: 25000`."""
    key = item.key.rpartition(".")[2]
    if key in options:
        return _set_line_hint(key, item)
    place = path_of_key(replace(item, path=(*item.path[:-1], key)))
    return left_margin_hint(place[0], f"{{{place[1]}: {flow_text(item)}}}") if place else ""


def _is_not_set(fields: dict[str, Item], head: str) -> bool:
    """Whether a name, of a section or an entry, cannot be set as a whole."""
    return head not in fields or head in LISTS_BY_ID or head in MERGED_SECTIONS


def _meant_option(fields: dict[str, Item], head: str, item: Item) -> str:
    """The option whose name begins with this word, if it accepts the value."""
    options = fields["options"].fields if "options" in fields else {}
    near = [name for name in options if name.startswith(head)] if item.is_plain else []
    return next((name for name in near if not _wrong_sort(options[name], item)), "")


def _entry_hint(index: EntryIndex, head: str, item: Item) -> str:
    """What to write instead of setting an entry as a whole: drop it, or set its most important field."""
    section, entry = next(((part, one) for _, part, _, one in index.entries_of(head)), (head, item))
    if truth_word(item.text()) == "false" and item.is_plain and section in DROPPABLE_SECTIONS:
        return LineHint(f"write it at the left margin: drop: [{head}]", f"drop: [{head}]")
    declared = SECTIONS.get(ENTRY_SECTIONS.get(section, ""), {})
    keys = [section, head] if section in MERGED_SECTIONS and section != head else [head]
    if not item.fields:
        keys += [key for key in ("value", "base", "is", *entry.fields) if key in declared][:1]
    while item.fields:
        key, item = next(iter(item.fields.items()))
        keys.append(key)
    is_entry = head not in index.fields and item.is_plain
    below = entry.get("base").integer()
    if keys[1:] == ["base"] and section == "limits" and item.integer() > below > 0:
        return f"payments are calculated from {head}.base, which is {below} here: write {head}.base: ..."
    path = ".".join(keys)
    return _set_line_hint(path, item) if is_entry or isinstance(item.value, list) else f"write {path}: ..."


def _set_line_hint(path: str, item: Item) -> str:
    """The hint to write another path under `set`."""
    line = f"{path}: {flow_text(item)}"
    has_value = item.is_plain or isinstance(item.value, list)
    return LineHint(f"write {line}", f"set: {{{line}}}" if has_value else "")


NUMBERS = re.compile(r"\d+(?:[,.'_ ]\d{3})*")
THOUSANDS = re.compile(r"\d\s*[k千]", re.IGNORECASE)
TURNED_OFF = "off"
QUOTED_CHOICES = ("on", "off", "yes", "no")
"""Choices that YAML reads as true or false unless they are quoted."""
SORT_WORDS: dict[type, str] = {bool: "true or false", int: "a whole number"}


def _wrong_sort(option: Item, item: Item) -> tuple[str, str] | None:
    """The error and hint for a value whose type differs from that of the option's default."""
    before = option.fields.get("default")
    sorts = [
        SORT_WORDS.get(type(one.value), "one of its choices") for one in (before, item) if one is not None
    ]
    if len(set(sorts)) < 2:
        return None
    hint = slip_hint(item, ["choice"], **option_hint_words(option, item))
    help_text = (option.get("help", ENGLISH) or option.get("help")).text()
    return f"{option.key} must be {sorts[0]}, not {quoted_value(item)}", hint or (
        f"{option.key}: {help_text}" if help_text else ""
    )


def option_hint_words(option: Item, item: Item) -> dict[str, str]:
    """Values that a hint may suggest in place of one that an option cannot have."""
    text, written = item.text(), NUMBERS.findall(item.text())
    number = re.sub(r"[,.'_ ]", "", written[0]) if len(written) == 1 else ""
    meant = number_word(text) if not number else number_from_digits(number)
    if meant is not None and THOUSANDS.search(text):
        meant *= 1000
    chosen = next(
        (one for one in (number_from_digits(text), meant, number_word(text)) if one is not None), None
    )
    default = option.get("default")
    if chosen is None and truth_word(text):
        # a default of 0 is what false means, so it is not what true means
        chosen = (default.integer() or None) if truth_word(text) == "true" else 0
    words = [
        f'"{one}"' if one in QUOTED_CHOICES else one for one in map(Item.text, option.get("choices").entries)
    ]
    is_turned_on = truth_word(text) == "true" and default.text() == TURNED_OFF
    turned_on = next((one.text() for one in option.get("choices").entries[1:] if is_turned_on), "")
    turned_off = f'"{TURNED_OFF}"' if truth_word(text) == "false" else ""
    is_truth = default.text() in TRUTH_WORDS.values()
    truth = truth_word(text) or next(iter(nearest_names(text.casefold(), ("true", "false"), 1)), "")
    return {
        "truth": (truth or {0: "false", 1: "true"}.get(-1 if meant is None else meant, ""))
        if is_truth
        else "",
        "truths": "true or false" if is_truth else "",
        "same": text if text in words else "",
        "chosen": next((one for one in (str(chosen), turned_on, turned_off) if one in words), ""),
        "choices": ", ".join(words),
        "digits": "" if meant is None else str(meant),
    }


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
    return replace(whole, value=fields)


# ---- looking into a base


def set_hint(base: EntryIndex, name: str, item: Item) -> str:
    """What to write under `set` for an id of the base that an overlay has at its left margin."""
    if all(section not in ENTRY_SECTIONS for _, section, *_ in base.entries_of(name)):
        return ""
    hint = _entry_hint(base, name, item)
    found = re.match(r"write ([\w.]+): ", hint)
    if not found:
        return hint
    line = f"set: {{{found[1]}: {flow_text(item)}}}" if item.is_plain else ""
    return LineHint(f"'{name}' is in the base: write set: {{{found[1]}: ...}}", line)


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
