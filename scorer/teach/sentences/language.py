"""A ruleset whose names are those of one language, so that all that is said of it says them.

Sentences stay English; patterns, tiles, classes, kinds of set, shapes and circumstances in them do not.
"""

from __future__ import annotations

from typing import Any

from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.tiles import Names, name_in
from scorer.values import replace

PLAIN = "en"


def spoken(ruleset: Ruleset, language: str) -> Ruleset:
    """The same rules with every name in a language, or in English where it has none.

    >>> from scorer.library import load_ruleset
    >>> rules = spoken(load_ruleset("riichi"), "ja")
    >>> rules.pattern_by_id["tanyao"].names, name_in(rules.shapes[0].names)
    ((('ja', '断么九'),), '四面子一雀頭')
    """
    if language == PLAIN:
        return ruleset
    told: Ruleset = _told(replace(ruleset, declared=None), language)
    told = replace(told, declared=ruleset.declared)
    told.__dict__["set_tables"] = ruleset.set_tables  # names make no other sets
    return told


def _told(value: Any, language: str) -> Any:
    """A value with the names in it replaced; expressions hold none."""
    if isinstance(value, tuple):
        return tuple(_told(part, language) for part in value) if type(value) is tuple else value
    if isinstance(value, Node) or not hasattr(value, "__fields__"):
        return value
    kinds = getattr(type(value), "__annotations__", {})
    changed = {}
    for name in value.__fields__:
        part = getattr(value, name)
        new = _in(part, language) if kinds.get(name) == "Names" else _told(part, language)
        if new is not part:
            changed[name] = new
    return replace(value, **changed) if changed else value


def _in(names: Names, language: str) -> Names:
    return ((language, name_in(names, language)),) if names else names
