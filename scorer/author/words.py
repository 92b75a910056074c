"""The words that an expression of a rule file may use, each with its sort and its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.examples import COUNTER_WORDS
from scorer.hand import WINDS, WINS
from scorer.language.parser import known_facts
from scorer.language.vocabulary import (
    FUNCTIONS,
    GIVEN_CLASSES,
    SET_STATES,
    TABLE_FACTS,
    TABLE_FUNCTIONS,
    TABLE_NUMBERS,
    TABLE_TRUTHS,
    WAIT_KINDS,
    Function,
    Scope,
)
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.language.vocabulary import KnownNames
    from scorer.ruleset.model import Ruleset

CALL = re.compile(r"\b(\w+)\s*\(|\)")
CONDITION_SORTS = ("condition", "number", "value")
"""Sorts of arguments that are expressions themselves."""


class Word(NamedTuple):
    """A word that an expression may use, what it is, and what it means."""

    text: str
    sort: str
    meaning: str = ""


def open_function(text: str) -> str:
    """The function in whose arguments a text ends; empty if in none.

    >>> open_function("self_draw and all_tiles(simple) and sets(pung & "), open_function("dealer and ")
    ('sets', '')
    """
    functions: list[str] = []
    for found in CALL.finditer(text):
        if found[1]:
            functions.append(found[1])
        elif functions:
            functions.pop()
    return functions[-1] if functions else ""


def expression_words(names: KnownNames, scope: Scope, text_before: str = "") -> tuple[Word, ...]:
    """The words that fit where a text of an expression ends, which is evaluated at this stage."""
    functions = TABLE_FUNCTIONS if scope == Scope.TABLE else FUNCTIONS
    function = functions.get(open_function(text_before))
    sorts = {sort for sort in function.takes if sort != "..."} if function else {"condition"}
    found = dict.fromkeys(
        word for sort in sorted(sorts) for word in _words_of_sort(sort, names, scope, functions)
    )
    return tuple(found)


def class_words(names: KnownNames) -> tuple[Word, ...]:
    """The classes of tiles that a class may be made of."""
    return tuple(_words_of_sort("class", names, Scope.HAND, FUNCTIONS))


def selector_words(names: KnownNames) -> tuple[Word, ...]:
    """The words that select sets."""
    return tuple(_words_of_sort("selector", names, Scope.READING, FUNCTIONS))


def template_words(names: KnownNames, text_before: str = "") -> tuple[Word, ...]:
    """The words that fit where the templates of a `match` end: kinds of set, what they may say in brackets,
    and behind `&` what else may be said of the set.
    """
    if open_function(text_before):
        variables = [Word("n", "rank"), *(Word(letter, "suit") for letter in "AB")]
        suits = [Word(letter, "suit") for letter in sorted(names.suit_letters)]
        attributes = [Word(f"{name}=", "attribute") for name in names.attributes]
        return (*class_words(names), *variables, *suits, *attributes)
    if text_before.rstrip()[-1:] in ("&", "|", "~"):
        return selector_words(names)
    return tuple(Word(word, "kind of set") for word in sorted(names.kinds))


def worked_hand_words(ruleset: Ruleset) -> tuple[Word, ...]:
    """The words that may follow the tiles of a worked hand."""
    known = [Word(word, "way to win") for word in WINS]
    known += [Word(f"{word}=", "seat") for word in ("seat", "round", "from")]
    known += [Word(f"{word}=", "counter") for word in COUNTER_WORDS]
    for circumstance in ruleset.circumstances:
        value = "=" if circumstance.is_number else ""
        known.append(Word(circumstance.id + value, "circumstance", name_in(circumstance.names)))
    known += [Word(f"{one.id}=", "indicator", name_in(one.names)) for one in ruleset.indicators]
    known += [Word("pao=", "liability")] if ruleset.payment.liability else []
    known += [Word(f"{one.id}=", "option", name_in(one.help)) for one in ruleset.options]
    return tuple(known)


def result_words(key: str, ruleset: Ruleset) -> tuple[Word, ...]:
    """The words that the result of a worked hand may have under a key."""
    if key == "limit":
        return tuple(Word(one.id, "limit", name_in(one.names)) for one in ruleset.limits)
    if key not in ("counts", "with", "without"):
        return ()
    patterns = [Word(one.id, "pattern", name_in(one.names)) for one in ruleset.pattern_by_id.values()]
    return (*patterns, *(Word(one.id, "bonus", name_in(one.names)) for one in ruleset.bonuses))


def _words_of_sort(
    sort: str, names: KnownNames, scope: Scope, functions: dict[str, Function]
) -> Iterator[Word]:
    """The words that an argument of this sort may begin with."""
    classes = dict.fromkeys([*sorted(names.classes), *sorted(names.class_trees), *GIVEN_CLASSES])
    if sort in CONDITION_SORTS:
        yield from _condition_words(names, scope, functions)
    elif sort == "class":
        yield from (Word(word, "class of tiles") for word in classes)
    elif sort == "selector":
        yield from (Word(word, "kind of set") for word in sorted(names.kinds))
        yield from (Word(word, "state of a set") for word in SET_STATES)
        yield from (Word(word, "class of tiles") for word in classes)
    elif sort == "attribute":
        yield from (Word(word, "attribute") for word in names.attributes)
    elif sort == "shape":
        yield from (Word(word, "shape") for word in sorted(names.shapes))
    elif sort == "wait":
        yield from (Word(word, "kind of wait") for word in WAIT_KINDS)
    elif sort == "wind":
        yield from (Word(word, "wind") for word in WINDS)
    elif sort == "award":
        yield from (Word(word, "pattern") for word in sorted(names.awards))
    elif sort == "indicator":
        yield from (Word(word, "indicator") for word in sorted(names.indicators))


def _condition_words(names: KnownNames, scope: Scope, functions: dict[str, Function]) -> Iterator[Word]:
    for name, function in functions.items():
        if function.scope <= scope:
            yield Word(name, "function", function_meaning(name, function))
    if scope == Scope.TABLE:
        for name in TABLE_FACTS:
            yield Word(name, "fact", (TABLE_TRUTHS | TABLE_NUMBERS).get(name, ""))
        yield from (Word(name, "option") for name in names.options)
        return
    for name, sort, since in known_facts(names):
        if since <= scope and name.isidentifier():
            is_option = name in names.options and name not in names.defined_facts
            yield Word(name, "option" if is_option else "fact", sort)


def function_meaning(name: str, function: Function) -> str:
    """How a function is written and what it means.

    >>> function_meaning("all_tiles", FUNCTIONS["all_tiles"])
    'all_tiles(class): every tile of the hand belongs to the class'
    """
    arguments = ", ".join(function.takes).replace(", ...", "...")
    return f"{name}({arguments}): {function.meaning}"
