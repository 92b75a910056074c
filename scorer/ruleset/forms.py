"""The forms that the values of a rule file may have, by the table of its sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from scorer.languages import TEXT_LANGUAGES
from scorer.message import Listed, Message, Text
from scorer.ruleset.items import (
    Item,
)
from scorer.ruleset.section_table import SECTIONS

SELECTOR_SORT = "selector"
RULESET_KEYS = SECTIONS["ruleset"]
EXTENDS_KEY = "extends"
OVERLAY_KEYS = (EXTENDS_KEY, "set", "drop", "add")
"""Keys of a file that changes another ruleset."""
WAYS_OF_WINNING = ("discard", "self_draw")
"""The keys of payments for them; a truth, whether the winner drew the tile, is the place of each."""
WINNERS = tuple(key for key, role in SECTIONS["roles"].items() if role.form.startswith("shares"))
"""The keys of payments that depend on who wins: the dealer first, then everybody else."""
WORD_FORMS = {
    "win": WAYS_OF_WINNING,
    "wind": ("E", "S", "W", "N"),
    "shows": ("next", "same"),
    "several": ("nearest", "first", "each", "nobody"),
    "discards": ("any", "same"),
    "ties": ("seat", "shared"),
    "level": ("beginner", "usual", "expert"),
    "compared": ("losers", "all"),
    "leftover": ("first", "nobody"),
    "stick_takers": ("nearest", "shared"),
    "next_dealer": ("turn", "first_winner"),
    "formal": ("concealed",),
    "drawn": ("self_draw",),
    "language": TEXT_LANGUAGES,
}
"""Forms that are one of a few words."""


def is_misplaced(keys: Iterable[str]) -> bool:
    """Whether what an overlay changes stands in a section instead of at the left margin.

    >>> is_misplaced(["add"]), is_misplaced(["id", "name"])
    (True, False)
    """
    return not set(OVERLAY_KEYS).isdisjoint(keys)


ID_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")
MAPPING_FORMS = ("map", "named")


def resembled_form(item: Item, forms: list[str]) -> str | None:
    """The form that a value resembles; for a list of which only some entries are wrong, that of a list, and
    of two sections the one that has a key of the mapping.
    """
    if item.fields:
        for form in forms:
            if SECTIONS.get(form, {}).keys() & item.fields.keys():
                return form
    for form in forms:
        if resembles(item, form):
            return form
    lists = (form for form in forms if form.startswith("list:") and isinstance(item.value, list))
    return next(lists, None)


@cache
def form_alternatives(form: str) -> list[str]:
    """The alternatives of a form; a map stands last and keeps all that follows.

    >>> form_alternatives("whole|map:expr|fact")
    ['whole', 'map:expr|fact']
    """
    first, bar, rest = form.partition("|")
    if not bar or first.partition(":")[0] in MAPPING_FORMS:
        return [form]
    return [first, *form_alternatives(rest)]


BETWEEN_WORDS = {
    "known": r"(?:(?<!\s)\s+)?[,;、，；]\s*",
    "id": r"\W+(?:(?:and|or)\W+)?",
    "scalar": r"\W+(?:(?:and|or)\W+)?",
    "whole": r"(?:(?<!\s)\s+)?[,;/、，；]\s*|\s+|(?<=\d)-(?=[-+]?\d)",
}
"""What is written between the words of a list by those who leave its brackets away."""


def words_run_together(item: Item, form: str) -> list[str]:
    """The words of a list that is written as one text."""
    is_text = isinstance(item.value, str) and form in BETWEEN_WORDS
    words = re.split(BETWEEN_WORDS[form], item.text().strip()) if is_text else []
    return words if len(words) > 1 and all(re.fullmatch(r"[-+]?\w+", word) for word in words) else []


def is_named_entries(item: Item, form: str) -> bool:
    """Whether entries of a list are written as a mapping from their ids."""
    section = SECTIONS.get(form, {})
    entries = item.fields.values()
    is_of_others = bool(entries) and not set(section) & set(item.fields)
    return "id" in section and is_of_others and not any(isinstance(one.value, list) for one in entries)


def resembles(item: Item, form: str) -> bool:
    head, _, rest = form.partition(":")
    value = item.value
    if head == "list" and isinstance(value, list):
        return all(resembles(entry, rest) for entry in value)
    if head == "list":
        return resembles(item, rest)
    if isinstance(value, dict):
        return head in MAPPING_HEADS or head in ("names", "any")
    return head == "any" or (
        head not in MAPPING_HEADS and PLAIN_FORM_TESTS.get(head, PLAIN_FORM_TESTS["text"])(value)
    )


MAPPING_HEADS = frozenset({*MAPPING_FORMS, *SECTIONS, "tiles", "table", "jokers"})
PLAIN_FORM_TESTS: dict[str, Callable[[object], bool]] = {
    "whole": lambda value: type(value) is int,
    "flag": lambda value: type(value) is bool,
    "formal": lambda value: value in WORD_FORMS["formal"],
    "drawn": lambda value: value in WORD_FORMS["drawn"],
    "id": lambda value: isinstance(value, str) and ID_PATTERN.match(value) is not None,
    "expr": lambda value: type(value) in (str, int, bool),
    "scalar": lambda value: type(value) in (str, int, bool) and value != "",
    "text": lambda value: type(value) in (str, int) and value != "",
    "version": lambda value: type(value) in (str, int, float) and value != "",
}
"""Whether a value that is no mapping is of a form; what is not named here is a text."""


SURE_SIMILARITY = 0.8


def is_misspelt(key: str, name: str) -> bool:
    """Whether a key is surely a name with a slip in it, though what stands there does not fit.

    >>> is_misspelt("valeu", "value"), is_misspelt("alone", "value")
    (True, False)
    """
    from difflib import SequenceMatcher

    if sorted(key.lower()) == sorted(name):
        return True
    return SequenceMatcher(None, key.lower(), name).ratio() > SURE_SIMILARITY


def flow_text(item: Item) -> str:
    """A value in one line: `[15, 5]`."""
    is_list = isinstance(item.value, list)
    return f"[{', '.join(map(Item.text, item.entries))}]" if is_list else item.text("...")


def is_key_of_form(key: str, form: str) -> bool:
    return any(key in SECTIONS.get(one, ()) for one in form_alternatives(form))


def quoted_value(item: Item) -> Text:
    """A value as messages quote it."""
    value = item.value
    if isinstance(value, dict):
        return Message("a mapping")
    if isinstance(value, list):
        return Message("a list")
    if value in (None, ""):
        return Message("no value at all")
    text = " ".join(item.text().split())
    return Message("quoted value", text if len(text) <= 40 else text[:37] + "...")


FORM_WORDS: dict[str, Text] = {
    "text": Message("plain text"),
    "names": Message("text or text by language"),
    "id": Message("an id lowercase letters"),
    "known": Message("an id"),
    "whole": Message("type whole number"),
    "flag": Message("type truth"),
    "expr": Message("an expression"),
    "scalar": Message("a plain value"),
    "version": Message("a version"),
    "list": Message("a list"),
    "map": Message("a mapping"),
    "named": Message("a mapping from names"),
    "word": Message("a word"),
}


def form_text(forms: list[str]) -> Text:
    """What a value of one of these forms is."""
    heads = dict.fromkeys(form.partition(":")[0] for form in forms)
    return Listed(tuple(dict.fromkeys(map(_head_text, heads))), "or")


def _head_text(head: str) -> Text:
    words = Listed(WORD_FORMS.get(head, ()), "comma")
    if len(words.items) > 1:
        return Message("one of", words)
    return words if words.items else FORM_WORDS.get(head, Message("a mapping"))
