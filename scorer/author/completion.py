"""What may stand at the cursor in a rule file: keys, values, and the words of expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scorer.author.cursor import WordAtCursor, possible_cursors
from scorer.author.forms import AllowedForm, allowed_forms, allowed_forms_of_key, section_of_form
from scorer.author.rules import base_root, known_rules
from scorer.author.words import (
    class_words,
    expression_words,
    result_words,
    selector_words,
    template_words,
    worked_hand_words,
)
from scorer.language.vocabulary import Scope
from scorer.languages import NAME_LANGUAGES
from scorer.ruleset.authoring import yaml_scalar
from scorer.ruleset.builder import localized_texts
from scorer.ruleset.entries import ENTRY_SECTIONS, named_entries
from scorer.ruleset.find import shipped_names
from scorer.ruleset.forms import EXTENDS_KEY, MAPPING_FORMS, WORD_FORMS
from scorer.ruleset.overlay import droppable, entry_of, settable, value_at
from scorer.tiles import name_in
from scorer.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from scorer.author.rules import WrittenRules
    from scorer.ruleset.items import Item

TRUTHS = ("true", "false")
SET_PATH, HANDS_PATH, DROP_KEY = ("set",), ("hands",), "drop"
EXAMPLE_KEYS, MATCH_KEY = ("holds", "fails"), "match"
LIKELY_FIELDS = ("value", "base", "when", "is", "pays")
"""The fields of an entry that are changed most. The others are offered behind its dot."""


@dataclass(frozen=True)
class Completion:
    """A word that fits at the cursor: what it is, and what it means. It stands instead of `length` characters
    from `column`, counted from 1.
    """

    text: str
    sort: str
    meaning: str
    column: int
    length: int


def completions_at(
    text: str, line: int, column: int, name: str, path: Path | None = None, language: str = "en"
) -> tuple[Completion, ...]:
    """Everything that fits at a line and column of a rule file, from 1, and begins with the word at the
    cursor.
    """
    found: dict[str, Completion] = {}
    cursors = [*possible_cursors(text, line, column)]
    rules = known_rules(text, name, path, line, language) if cursors else None
    for cursor in cursors:
        offer = _keys if cursor.is_key else _values
        for word, sort, meaning in offer(cursor, rules, language):
            if word.startswith(cursor.beginning):
                entry = Completion(word, sort, meaning, cursor.column, len(cursor.beginning))
                found.setdefault(word, entry)
    return tuple(found.values())


Offer = tuple[str, str, str]
"""A word, what it is, and what it means."""


def _keys(cursor: WordAtCursor, rules: WrittenRules | None, language: str) -> Iterator[Offer]:
    """The keys that a mapping may have."""
    base = base_root(rules)
    if cursor.path == SET_PATH:
        yield from _settable_names(base, cursor.beginning, language) if base else ()
        return
    if cursor.path == HANDS_PATH and rules:
        yield from worked_hand_words(rules.ruleset)
    for form, _ in allowed_forms(cursor.path):
        head = form.partition(":")[2] if form.startswith("list:") else form
        for key, declared in section_of_form(head).items():
            yield key, "key", declared.meaning
        if head == "names":
            yield from ((word, "language", "") for word in NAME_LANGUAGES)
        if head.partition(":")[0] in MAPPING_FORMS and base:
            entries = base.get(*map(str, cursor.path)).fields
            yield from (
                (key, "entry of the base", name_of_entry(item, language)) for key, item in entries.items()
            )


def _settable_names(base: Item, beginning: str, language: str) -> Iterator[Offer]:
    """The options of the base, each with its value, and the paths of everything else that can be set, as far
    as they begin with what was typed.
    """
    options = base.get("options").fields
    for key, option in options.items():
        value = yaml_scalar(option.get("default").data)
        told = name_in(localized_texts(option.get("help")), language)
        yield key, "option", f"{value}: {told}" if told else value
    entries = {name: entry for name, _, _, entry in named_entries(base.fields)}
    for path in _likely_paths(settable(base)) if "." not in beginning else settable(base):
        head, _, rest = path.partition(".")
        if head in options or not path.startswith(beginning):
            continue
        item = value_at(base, path) if head in base.fields else entries[head].get(*rest.split("."))
        now = f"now {yaml_scalar(item.data)}" if item.is_plain else ""
        title = name_of_entry(entries[head], language) if head in entries else ""
        yield path, "field", ", ".join(filter(None, (title, now)))


def _likely_paths(paths: Iterable[str]) -> Iterator[str]:
    """One path of each entry: to the field that is changed most."""
    fields: dict[str, list[str]] = {}
    for path in paths:
        head, _, field = path.partition(".")
        fields.setdefault(head, []).append(field)
    for head, known in fields.items():
        field = next((one for one in LIKELY_FIELDS if one in known), known[0])
        yield f"{head}.{field}" if field else head


def name_of_entry(entry: Item, language: str = "en") -> str:
    """The name of an entry, if it has one."""
    return name_in(localized_texts(entry.get("name")), language)


def _values(cursor: WordAtCursor, rules: WrittenRules | None, language: str) -> Iterator[Offer]:
    """The words that a value may be, or may go on with."""
    base = base_root(rules)
    if cursor.path[:1] == (EXTENDS_KEY,):
        yield from ((word, "ruleset", "") for word in shipped_names())
    elif cursor.path[:1] == (DROP_KEY,) and base:
        yield from ((word, "id", name_of_entry(entry_of(base, word), language)) for word in droppable(base))
    elif cursor.path[:1] == SET_PATH and len(cursor.path) == 2 and base:
        yield from _values_to_set(str(cursor.path[1]), cursor, base, rules)
    elif rules and (cursor.path == HANDS_PATH or set(cursor.path) & {*EXAMPLE_KEYS}):
        yield from worked_hand_words(rules.ruleset)
    elif rules and cursor.path[:1] == HANDS_PATH and len(cursor.path) >= 3:
        yield from result_words(str(cursor.path[2]), rules.ruleset)
    elif rules and MATCH_KEY in cursor.path:
        yield from template_words(rules.builder.names, cursor.text_before)
    else:
        for allowed in allowed_forms(cursor.path):
            yield from _words_of_form(allowed, cursor, rules)


def _values_to_set(
    name: str, cursor: WordAtCursor, base: Item, rules: WrittenRules | None
) -> Iterator[Offer]:
    """The values that an option, or a field of an entry, may be set to."""
    option = base.get("options", name)
    if option:
        is_truth = isinstance(option.get("default").data, bool)
        choices = [yaml_scalar(one.data) for one in option.get("choices").entries]
        yield from ((word, "value", "") for word in (TRUTHS if is_truth else choices))
        return
    head, _, field = name.partition(".")
    sections = [part for ident, part, *_ in named_entries(base.fields) if ident == head]
    for section in dict.fromkeys(ENTRY_SECTIONS[part] for part in sections if part in ENTRY_SECTIONS):
        for allowed in allowed_forms_of_key(section, field):
            yield from _words_of_form(allowed, cursor, rules)


def _words_of_form(
    allowed_form: AllowedForm, cursor: WordAtCursor, rules: WrittenRules | None
) -> Iterator[Offer]:
    form = allowed_form.form.removeprefix("list:")
    if form == "flag" and not cursor.text_before:
        yield from ((word, "value", "") for word in TRUTHS)
    elif form in WORD_FORMS and not cursor.text_before:
        yield from ((word, "value", "") for word in WORD_FORMS[form])
    elif form == "known" and rules:
        yield from ((word, "pattern", "") for word in sorted(rules.builder.names.awards))
    elif form == "expr" and rules:
        yield from _expression_offers(allowed_form, cursor, rules)


def _expression_offers(
    allowed_form: AllowedForm, cursor: WordAtCursor, rules: WrittenRules
) -> Iterable[Offer]:
    use = allowed_form.key.expression if allowed_form.key else None
    if cursor.path[:1] == ("tiles",):
        return class_words(rules.builder.names)
    if use and use.gives == "selector":
        return selector_words(rules.builder.names)
    scope = use.scope if use else Scope.AWARD
    return expression_words(rules.builder.names, scope, cursor.text_before)
