"""What was probably meant by a key that is none, and by a value of the wrong form."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NamedTuple

from scorer.errors import Problem
from scorer.language.vocabulary import NUMBER_WORDS, truth_word
from scorer.message import Listed, Message, Text
from scorer.ruleset.find import shipped_names
from scorer.ruleset.forms import (
    EXTENDS_KEY,
    ID_PATTERN,
    MAPPING_FORMS,
    OVERLAY_KEYS,
    RULESET_KEYS,
    WORD_FORMS,
    flow_text,
    form_alternatives,
    is_key_of_form,
    is_misspelt,
    resembled_form,
    words_run_together,
)
from scorer.ruleset.items import (
    Item,
    filled_message,
    fitting_rows,
    number_from_digits,
    yaml_type,
)
from scorer.ruleset.section_table import SECTIONS, Section
from scorer.suggest import nearest_names, normalized_name, players_words


def slip_hint(item: Item, forms: list[str], **words: str) -> Text:
    """What was probably meant by a value of the wrong form: the first of the slips that it fits."""
    from scorer.ruleset.advice.slips import SLIPS  # few files have one

    marked = (
        f"={form}{'{}' if form.partition(':')[0] in (*MAPPING_FORMS, *SECTIONS) else ''}" for form in forms
    )
    subjects = " ".join(marked), " / ".join(map(str, item.path)), _value_description(item)
    words = hint_words(item, forms) | words
    for slip, found in fitting_rows(SLIPS, *subjects):
        said = words | {name: one[name] for name, one in found.items()}
        if hint := filled_message(slip.hint, said):
            return hint
    return ""


def _value_description(item: Item) -> str:
    """The sort of a value and what it says, as slips look at it."""
    if isinstance(item.value, dict):
        said = [f"{key}: {entry.text('nothing')}" for key, entry in item.value.items()]
        text = f"mapping {said[0]}" if len(said) == 1 else f"mapping of {len(said)}"
    elif isinstance(item.value, list):
        text = f"list {', '.join(map(Item.text, item.value))}"
    else:
        text = "nothing" if item.value is None else f"{yaml_type(item.value)} {item.text()}"
    return " ".join(text.split())


def hint_words(item: Item, forms: list[str]) -> dict[str, str]:
    """What a hint may write of a value; nothing where it has no such word."""
    text, entries = item.text().strip(), list(map(Item.text, item.entries))
    plain, lower = normalized_name(text), text.lower()
    section = list(SECTIONS.get(forms[0], {}))
    is_whole_section = len(entries) == len(section) and all(one.is_plain for one in item.entries)
    is_marked = all(one.value in (True, None) for one in item.fields.values())
    number = NUMBER_WORDS.index(lower) if lower in NUMBER_WORDS else number_from_digits(text)
    if re.fullmatch(r"\d(\.\d+)?e\+?\d", lower) and float(lower).is_integer():
        number = int(float(lower))
    return {
        "key": item.key,
        "value": item.text("..."),
        "plain": plain if ID_PATTERN.match(plain) else "",
        "listed": ", ".join(words_run_together(item, forms[0].removeprefix("list:"))),
        "required": " and ".join(entries),
        "keyed": ", ".join(map(": ".join, zip(section, entries, strict=True))) if is_whole_section else "",
        "marked": ", ".join(item.fields) if is_marked else "",
        "counted": ", ".join(f"{one}: 1" for one in entries),
        "joined": (" " if any(one[:1].isdigit() for one in entries) else " | ").join(entries),
        "whole": "" if number is None else str(number),
    }


ENTRY_KEYS = {
    field
    for name in ("pattern", "bonus", "limit", "item", "option", "circumstance")
    for field in SECTIONS[name]
}


def meant_key(entry: Item, key: str, section: Section, present_keys: Container[str] = ()) -> str:
    """The key that was probably meant, of those that fit the value if one is near, else of all; one that is
    there already only if this is a misspelling of it.
    """
    if EXTENDS_KEY in section and entry.text() in shipped_names():
        return EXTENDS_KEY
    key = NUMBER_WORDS[int(key)] if re.fullmatch("[0-9]", key) else key
    fitting = [
        name for name, known in section.items() if resembled_form(entry, form_alternatives(known.form))
    ]
    fitting = [name for name in fitting if name not in present_keys or is_misspelt(key, name)]
    others = [name for name in section if name not in present_keys or is_misspelt(key, name)]
    close = nearest_names(key.lower(), fitting, 1) or nearest_names(key.lower(), others, 1)
    found = next((one for one in close if one in fitting or is_misspelt(key, one)), "")
    has_values = bool(entry.fields) and all(one.is_plain for one in entry.fields.values())
    return "set" if found == "sets" and "set" in section and has_values else found


class UnknownKey(NamedTuple):
    """A key that its section does not know: what was found, and what is known of what was meant."""

    entry: Item
    key: str
    section: Section
    intended_key: str
    previous_key: Item
    """the last key before it that the section knows"""

    @property
    def is_at_the_top(self) -> bool:
        """Whether it is at the left margin of the file."""
        return len(self.entry.path) == 1

    @property
    def is_in_a_list(self) -> bool:
        """Whether it is in an entry of a list of entries with ids."""
        return "id" in self.section and isinstance(self.entry.path[-2:][0], int)

    @property
    def is_of_no_rule(self) -> bool:
        """Whether an overlay has it, and nothing else is known of it."""
        return self.is_at_the_top and self.entry.is_plain and EXTENDS_KEY in self.entry.source.root.fields

    def problem(self, hint: Text = "") -> Problem:
        """The problem, with this hint or that of the first row of KEY_HINTS that fits."""
        known = Message("known here", Listed(tuple(self.section), "comma"))
        hint = hint or next((found for row in KEY_HINTS if (found := row(self))), known)
        return self.entry.problem("L201", Message("unknown key", self.key), hint, key=True)


def _of_another_colon(found: UnknownKey) -> Text:
    slip = re.match(r"(\w+)\s*[：﹕︰](.*)", found.key)
    return Message("put a plain colon and a space", slip[1]) if slip else ""


def _of_a_key_without_colon(found: UnknownKey) -> Text:
    head, _, rest = found.key.partition(" ")
    if found.entry.value is None and rest and head in found.section:
        return Message("write entry", f"{head}: {rest}")
    is_id = found.entry.value is None and found.is_in_a_list and ID_PATTERN.match(found.key)
    return Message("write entry", f"id: {found.key}") if is_id else ""


def _of_sections_below_it(found: UnknownKey) -> Text:
    is_above = found.is_at_the_top and found.entry.fields.keys() <= RULESET_KEYS.keys()
    is_wrapper = is_above and _is_wrapper(found.entry, found.intended_key)
    return Message("remove the key above", found.key) if is_wrapper else ""


def _of_tiles(found: UnknownKey) -> Text:
    is_of_players = found.intended_key in players_words().get(normalized_name(found.key), ())
    is_known = is_misspelt(found.key, found.intended_key) or is_of_players
    is_of_box = found.section is SECTIONS["tileset"] and not is_known
    if not (is_of_box and re.fullmatch(r"[1-9]+[a-z]+( [1-9]+[a-z]+)*", found.entry.text())):
        return ""
    return Message("classes of tiles belong under", f"tiles: {{{found.key}: {found.entry.text()}}}")


def _of_a_key_of_the_entry_above(found: UnknownKey) -> Text:
    above = found.previous_key
    is_below = above.fields and above.key in found.section
    if not (is_below and is_key_of_form(found.key, found.section[above.key].form)):
        return ""
    return Message("belongs under, indent it", found.key, above.key)


def _of_a_key_of_another_section(found: UnknownKey) -> Text:
    entry, key = found.entry, found.key
    is_another = not is_misspelt(key, found.intended_key)
    if is_another and (above := _key_above(entry, key, found.section)):
        return Message("belongs under", key, above, flow_text(entry))
    is_known = any(known.startswith(key) for known in found.section)
    if found.is_at_the_top or key not in OVERLAY_KEYS or is_known:
        return ""
    above = next(name for name in reversed(entry.path[:-1]) if isinstance(name, str))
    line = "" if entry.fields else f"{key}: {flow_text(entry)}"
    return Message("is a key of the file itself", line, key, above)


def _of_a_number_of_jokers(found: UnknownKey) -> Text:
    is_number = found.section is SECTIONS["joker"] and found.entry.text().isdecimal()
    return Message("write jokers without a letter", found.entry.text()) if is_number else ""


def _of_an_id(found: UnknownKey) -> Text:
    is_id = found.entry.fields and found.is_in_a_list
    return Message("write id and its other keys below", found.key) if is_id else ""


def _of_a_slip(found: UnknownKey) -> Text:
    return Message("did you mean the word", found.intended_key) if found.intended_key else ""


def _of_an_entry_of_the_base(found: UnknownKey) -> Text:
    fields = found.entry.fields
    field = next(iter(fields)) if fields and found.is_at_the_top else ""
    if field not in ENTRY_KEYS:
        return ""
    is_only = len(fields) == 1 and not fields[field].fields
    line = f"set: {{{found.key}.{field}: {flow_text(fields[field])}}}" if is_only else ""
    return Message("changes to a base belong under set", line, found.key, field)


def _of_a_word(found: UnknownKey) -> Text:
    return hint_for_word(found.entry) if found.entry.is_plain else ""


def _of_a_word_of_players(found: UnknownKey) -> Text:
    place = path_of_key(found.entry) if found.is_at_the_top else None
    return place_hint(found.entry, *place) if place else ""


def _of_remarks(found: UnknownKey) -> Text:
    return Message("no such key, remarks under notes") if found.is_of_no_rule else ""


KEY_HINTS: tuple[Callable[[UnknownKey], Text], ...] = (
    _of_another_colon,
    _of_a_key_without_colon,
    _of_sections_below_it,
    _of_tiles,
    _of_a_key_of_the_entry_above,
    _of_a_key_of_another_section,
    _of_a_number_of_jokers,
    _of_an_id,
    _of_a_slip,
    _of_an_entry_of_the_base,
    _of_a_word,
    _of_a_word_of_players,
    _of_remarks,
)
"""What was meant by a key that is none: the first that knows it counts."""


def _key_above(entry: Item, key: str, section: Section) -> str:
    """The only key of a section under which a key with a plain value can be; empty at the left margin."""
    above = [name for name, known in section.items() if is_key_of_form(key, known.form)]
    return above[0] if len(above) == 1 and len(entry.path) > 1 and entry.is_plain else ""


def path_of_key(entry: Item) -> tuple[str, str] | None:
    """The section to which a key belongs that is written elsewhere, and the name of the key there: uma are
    the `places` under `final`. None if its value does not fit.
    """
    words = (entry.key, *players_words().get(normalized_name(entry.key), ()))
    for name in PLAIN_SECTIONS:
        for word in words:
            known = SECTIONS[RULESET_KEYS[name].form].get(word)
            if known and resembled_form(entry, form_alternatives(known.form)) is not None:
                return name, word
    return None


def place_hint(entry: Item, section: str, key: str) -> Text:
    """Where a key belongs. A number under a player's word may count in another unit, so the hint has the
    meaning too.
    """
    is_sure = key == entry.key or isinstance(entry.value, list)
    meaning = "" if is_sure else SECTIONS[RULESET_KEYS[section].form][key].meaning
    return left_margin_hint(section, f"{{{key}: {flow_text(entry)}}}", meaning)


def left_margin_hint(key: str, value: str, meaning: str = "") -> Text:
    """The hint to write a line at the left margin, with what it means.

    >>> print(left_margin_hint("drop", "[pinfu]"))
    write drop: [pinfu] at the left margin
    """
    line = f"{key}: {value}"
    if meaning:
        return Message("write at the left margin, with its meaning", line, meaning)
    return Message("write at the left margin", line)


def hint_for_word(entry: Item) -> Text:
    """What to write for a path that belongs under `set`, or for a key that players have for one of the words
    of a key: `head_bump: true`.
    """
    if "." in entry.key and len(entry.path) == 1 and EXTENDS_KEY in entry.source.root.fields:
        return left_margin_hint("set", f"{{{entry.key}: {flow_text(entry)}}}")
    spoken = normalized_name(entry.key)
    if truth_word(entry.text()) != "true":
        spoken = f"no_{spoken}"
    for section in PLAIN_SECTIONS:
        for key, known in SECTIONS[RULESET_KEYS[section].form].items():
            words = [word for form in form_alternatives(known.form) for word in WORD_FORMS.get(form, ())]
            meant = [one for one in players_words().get(spoken, ()) if one in words]
            if meant:
                return left_margin_hint(section, f"{{{key}: {meant[0]}}}")
    return ""


PLAIN_SECTIONS = ("final", "deals", "payment", "tileset")
"""Sections whose keys players expect at the left margin or under options."""


def _is_wrapper(entry: Item, intended_key: str) -> bool:
    """Whether sections stand below a key that is no section, nor a misspelt one."""
    return bool(entry.fields) and not (intended_key and is_misspelt(entry.key, intended_key))
