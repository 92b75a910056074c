"""What was probably meant by a path under `set` that leads to nothing, and by a value that an option cannot
have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from scorer.language.vocabulary import TRUTH_WORDS, number_word, truth_word
from scorer.message import Listed, Message, Text
from scorer.ruleset.advice.keys import hint_for_word, left_margin_hint, path_of_key, slip_hint
from scorer.ruleset.builder import localized_texts, option_meaning
from scorer.ruleset.entries import (
    DROPPABLE_SECTIONS,
    ENTRY_SECTIONS,
    LISTS_BY_ID,
    MERGED_SECTIONS,
    VALUE_SIDES,
    EntryIndex,
)
from scorer.ruleset.forms import EXTENDS_KEY, RULESET_KEYS, flow_text, is_misspelt, quoted_value
from scorer.ruleset.items import (
    SHEET_KEY,
    SHORT_SHEET,
    Item,
    id_hint,
    number_from_digits,
)
from scorer.ruleset.section_table import SECTIONS
from scorer.suggest import nearest_names
from scorer.values import replace


def names_listing(item: Item) -> Text:
    """Where the names of the base are listed."""
    return Message("its names scorer rulesets show", item.source.root.get(EXTENDS_KEY).text())


def unsettable_field(
    sections: list[str], head: str, field_path: str, item: Item, options: Mapping[str, Item]
) -> Fault | None:
    """Why a field cannot be set although these sections have the id, and a hint; None if it can be set."""
    declared = {key for one in sections for key in SECTIONS.get(ENTRY_SECTIONS.get(one, ""), ())}
    if sections and field_path in options and field_path not in declared:
        return Message("is an option of the ruleset", field_path, head), set_line_hint(field_path, item)
    if field_path in VALUE_SIDES and any(section in LISTS_BY_ID for section in sections):
        return Message("is part of the value", field_path), set_line_hint(f"{head}.value.{field_path}", item)
    if field_path == "id":
        return (
            Message("an id cannot be changed"),
            Message("drop the entry and add one with the new id"),
        )
    return None


def not_a_sheet_item(index: EntryIndex, head: str, item: Item) -> Fault:
    """The error and hint for a fu value on an entry that is not a fu item, naming the fu items that have the
    same condition or that ask whether the entry is awarded.
    """
    asked = {entry.get("when").text() for *_, entry in index.entries_of(head)} - {""}
    entries = [one for same in index.entries_by_id.values() for one in same]
    sheet = [(name, entry) for name, section, _, entry in entries if section == SHEET_KEY and name]
    of_it = re.compile(rf"\bawarded\(\s*{re.escape(head)}\s*\)")
    same = [name for name, one in sheet if (when := one.get("when").text()) in asked or of_it.search(when)]
    known = Message("its items X", Listed(tuple(name for name, _ in sheet), "comma"))
    hint = (
        set_line_hint(f"{same[0]}.{SHORT_SHEET}", item)
        if same
        else known
        if sheet
        else Message("the ruleset has no secondary score")
    )
    return Message("is not an item of the secondary score and has", head, SHORT_SHEET), hint


class WrongPath(NamedTuple):
    """A path under `set` that leads to nothing that can be set."""

    entries: EntryIndex
    head: str
    field_path: str
    item: Item

    @property
    def options(self) -> Mapping[str, Item]:
        """The options of the base."""
        return _options_of(self.entries.fields)


Fault = tuple[Text, Text]
"""A message and a hint."""


def wrong_path(index: EntryIndex, head: str, field_path: str, item: Item) -> Fault:
    """The error and hint for a path that leads to nothing that can be set."""
    wrong = WrongPath(index, head, field_path, item)
    known = next(filter(None, (row(wrong) for row in PATH_FAULTS)), None)
    missing = (item.key,) if item.key == head else (item.key, head)
    key = "sets but the base has no such name" if item.key == head else "sets but the base has no"
    return known or (Message(key, *missing), _similar_hint(wrong))


def _path_from_a_section(wrong: WrongPath) -> Fault | None:
    index, item = wrong.entries, wrong.item
    if not wrong.field_path or wrong.head not in (*LISTS_BY_ID, "options"):
        return None
    name = wrong.field_path.partition(".")[0]
    is_whole = name == wrong.field_path and name in index.names and name not in wrong.options
    hint = entry_hint(index, name, item) if is_whole else set_line_hint(wrong.field_path, item)
    return Message("begins with a section instead of an id", wrong.head, wrong.field_path), hint


def _list_as_a_whole(wrong: WrongPath) -> Fault | None:
    if wrong.head not in LISTS_BY_ID:
        return None
    return Message("sets as a whole", wrong.head), Message("set a field of one entry by its id")


def _key_of_the_file(wrong: WrongPath) -> Fault | None:
    if wrong.head in wrong.entries.names or wrong.head not in RULESET_KEYS:
        return None
    line = "" if wrong.item.fields or wrong.field_path else f"{wrong.head}: {flow_text(wrong.item)}"
    hint = Message("write it at the left margin, not under set", line)
    return Message("sets a key of the file itself", wrong.head), hint


def _key_of_a_section(wrong: WrongPath) -> Fault | None:
    fields = wrong.entries.fields
    for section in ("tileset", "payment"):
        if not wrong.field_path and section in fields and wrong.head in fields[section].fields:
            hint = set_line_hint(f"{section}.{wrong.head}", wrong.item)
            return Message("sets a key of", wrong.head, section), hint
    return None


def _entry_as_a_whole(wrong: WrongPath) -> Fault | None:
    index, head, item = wrong.entries, wrong.head, wrong.item
    if head not in index.names or wrong.field_path:
        return None
    is_dropped = truth_word(item.text()) == "false" and index.entries_of(head)[:1][0][1] in LISTS_BY_ID
    option = "" if is_dropped else _meant_option(index.fields, head, item)
    hint = Message("did you mean the word", option) if option else entry_hint(index, head, item)
    return Message("sets as a whole", head), hint


def _path_without_space(wrong: WrongPath) -> Fault | None:
    if (slip := NO_SPACE.match(wrong.item.key)) is None:
        return None
    return Message("sets but the base has no such name", wrong.item.key), Message(
        "put a space after", slip[1], slip[2]
    )


PATH_FAULTS: tuple[Callable[[WrongPath], Fault | None], ...] = (
    _path_from_a_section,
    _list_as_a_whole,
    _key_of_the_file,
    _key_of_a_section,
    _entry_as_a_whole,
    _path_without_space,
)
"""What is wrong with a path: the first that knows it counts."""


def _similar_hint(wrong: WrongPath) -> Text:
    """What was meant by a path that begins with a name that is none."""
    index, head, item, options = wrong.entries, wrong.head, wrong.item, wrong.options
    if wrong.field_path:
        names = _names_with(index, wrong.field_path)
        longer = [name for name in names if head in name.split("_")]
        longer_hint = Message("did you mean the word", longer[0]) if len(longer) == 1 else ""
        hint = _hint_for_last_key(options, item) or longer_hint or index.hint(head, names)
        return hint or names_listing(item)
    hint = hint_for_word(item) if item.is_plain else ""
    hint = hint or index.hint(head, index.names | RULESET_KEYS.keys())
    close = proposed_name(hint)
    if close and truth_word(item.text()) and not is_misspelt(head, close):
        hint = id_hint(head, options) or hint  # who writes true or false means an option
        close = proposed_name(hint)
    if close and close not in options and _is_not_set(index.fields, close):
        hint = wrong_path(index, close, "", item)[1]
    elif close in options and (fault := wrong_sort(options[close], item)):
        hint = _option_hint(close, hint, fault[1])
    return hint or names_listing(item)


def _names_with(index: EntryIndex, field_path: str) -> Collection[str]:
    """The names of a base that have such a field; all names if none has it."""
    key = field_path.partition(".")[0]
    fitting = [
        name
        for name, entries in index.entries_by_id.items()
        if any(key in SECTIONS.get(ENTRY_SECTIONS.get(section, ""), {}) for _, section, *_ in entries)
    ]
    return fitting or index.names


def _option_hint(option: str, name_hint: Text, value_hint: Text) -> Text:
    """The hint for a misspelt option whose value is wrong as well."""
    if isinstance(value_hint, Message) and value_hint.key in ("write", "write without quotes"):
        return Message("write entry", f"{option}: {value_hint.arguments[0]}")
    return Listed((name_hint, value_hint), "sentences") if value_hint else name_hint


def proposed_name(hint: Text) -> str:
    """The name that a hint proposes; empty if it proposes none."""
    is_name = isinstance(hint, Message) and hint.key in ("did you mean the word", "did you mean the id")
    return str(hint.arguments[0]) if is_name and isinstance(hint, Message) else ""


NO_SPACE = re.compile(r"([\w.]+)(?::|：\s*|\s*=\s*)(\S+)$")


def _hint_for_last_key(options: Mapping[str, Item], item: Item) -> Text:
    """What to write for a path under a name that is none, if its last key is known: `table.start: 25000`."""
    key = item.key.rpartition(".")[2]
    if key in options:
        return set_line_hint(key, item)
    place = path_of_key(replace(item, path=(*item.path[:-1], key)))
    return left_margin_hint(place[0], f"{{{place[1]}: {flow_text(item)}}}") if place else ""


def _is_not_set(fields: dict[str, Item], head: str) -> bool:
    """Whether a name, of a section or an entry, cannot be set as a whole."""
    return head not in fields or head in LISTS_BY_ID or head in MERGED_SECTIONS


def _options_of(fields: Mapping[str, Item]) -> Mapping[str, Item]:
    return fields["options"].fields if "options" in fields else {}


def _meant_option(fields: dict[str, Item], head: str, item: Item) -> str:
    """The option whose name begins with this word, if it accepts the value."""
    options = _options_of(fields)
    near = [name for name in options if name.startswith(head)] if item.is_plain else []
    return next((name for name in near if not wrong_sort(options[name], item)), "")


def entry_hint(index: EntryIndex, head: str, item: Item) -> Text:
    """What to write instead of setting an entry as a whole: drop it, or set its most important field."""
    section, entry = next(((part, one) for _, part, _, one in index.entries_of(head)), (head, item))
    if truth_word(item.text()) == "false" and item.is_plain and section in DROPPABLE_SECTIONS:
        return Message("write it at the left margin", f"drop: [{head}]")
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
        return Message("payments are calculated from .base", head, below)
    path = ".".join(keys)
    return (
        set_line_hint(path, item)
        if is_entry or isinstance(item.value, list)
        else Message("write the value of", path)
    )


def set_line_hint(path: str, item: Item) -> Text:
    """The hint to write another path under `set`."""
    if item.is_plain or isinstance(item.value, list):
        return Message("write under set", f"{path}: {flow_text(item)}")
    return Message("write the value of", path)


NUMBERS = re.compile(r"\d+(?:[,.'_ ]\d{3})*")
THOUSANDS = re.compile(r"\d\s*[k千]", re.IGNORECASE)
TURNED_OFF = "off"
QUOTED_CHOICES = ("on", "off", "yes", "no")
"""Choices that YAML reads as true or false unless they are quoted."""
SORT_WORDS: dict[type, Message] = {bool: Message("type truth"), int: Message("type whole number")}


def wrong_sort(option: Item, item: Item) -> Fault | None:
    """The error and hint for a value whose type differs from that of the option's default."""
    before = option.fields.get("default")
    sorts = [
        SORT_WORDS.get(type(one.value), "one of its choices") for one in (before, item) if one is not None
    ]
    if len(set(sorts)) < 2:
        return None
    hint = slip_hint(item, ["choice"], **option_hint_words(option, item))
    if not hint and sorts[0] == SORT_WORDS[bool]:
        hint = Message("write true or false")
    names, help_texts = localized_texts(option.get("name")), localized_texts(option.get("help"))
    message = Message("must be not", option.key, sorts[0], quoted_value(item))
    return message, hint or option_meaning(option.key, names, help_texts)


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
    if not truth and len(text.split()) <= 2:  # 0, 0 han
        truth = {0: "false", 1: "true"}.get(-1 if meant is None else meant, "")
    has_range = type(default.value) is int and not words
    return {
        "truth": truth if is_truth else "",
        "same": text if text in words else "",
        "chosen": str(chosen)
        if has_range and chosen
        else next((one for one in (str(chosen), turned_on, turned_off) if one in words), ""),
        "choices": ", ".join(words),
        "digits": "" if meant is None else str(meant),
    }


def set_hint(base: EntryIndex, name: str, item: Item) -> Text:
    """What to write under `set` for an id of the base that an overlay has at its left margin."""
    if all(section not in ENTRY_SECTIONS for _, section, *_ in base.entries_of(name)):
        return ""
    hint = entry_hint(base, name, item)
    if not isinstance(hint, Message) or hint.key not in ("write under set", "write the value of"):
        return hint
    path = str(hint.arguments[0]).partition(":")[0]
    line = f"set: {{{path}: {flow_text(item)}}}" if item.is_plain else ""
    return Message("is in the base", line, name, path)
