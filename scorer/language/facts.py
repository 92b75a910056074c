"""Names in an expression: facts, amounts, the ruleset's own facts, options, rank letters."""

from __future__ import annotations

import ast

from scorer.errors import nearest
from scorer.language.nodes import Flaw, Node
from scorer.language.reading import Cursor
from scorer.language.vocabulary import (
    FUNCTIONS,
    NUMBER,
    NUMBER_FACTS,
    TRUTH,
    TRUTH_FACTS,
    Scope,
)

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNKNOWN = ""
"""The sort of a part that is already at fault: nothing more is said about it."""
Sorted = tuple[Node, str]


def read_name(cursor: Cursor, tree: ast.Name) -> Sorted:
    """The node of a name, looked up in the vocabulary and in the ruleset."""
    word, at, names = tree.id, cursor.at(tree), cursor.names
    if word in ("true", "false"):
        return Node("truth", (word == "true",), word, at), TRUTH
    if word in names.letters:
        return Node("letter", (word,), word, at), NUMBER
    for find in (_fact, _amount, _named, _option):
        found = find(cursor, word, at)
        if found:
            return found
    cursor.flaw("L302", tree, f"unknown fact '{word}'", _fact_hint(cursor, word))
    return Node("truth", (False,), word, at), UNKNOWN


def _fact(cursor: Cursor, word: str, at: int) -> Sorted | None:
    scope = TRUTH_FACTS.get(word, NUMBER_FACTS.get(word))
    sort = TRUTH if word in TRUTH_FACTS else NUMBER
    if scope is None and word in cursor.names.facts:
        scope, sort = Scope.HAND, cursor.names.facts[word]
    if scope is None or (cursor.scope < scope and word in cursor.names.options):
        return None
    needs(cursor, scope, word, at)
    return Node("fact", (word,), word, at), sort


def _amount(cursor: Cursor, word: str, at: int) -> Sorted | None:
    if word not in cursor.names.amounts:
        return None
    needs(cursor, Scope.AWARD, word, at)
    return Node("amount", (word,), word, at), NUMBER


def _named(cursor: Cursor, word: str, at: int) -> Sorted | None:
    if word not in cursor.names.named:
        return None
    sort, scope = cursor.names.named[word]
    needs(cursor, scope, word, at)
    return Node("named", (word,), word, at), sort


def _option(cursor: Cursor, word: str, at: int) -> Sorted | None:
    if word not in cursor.names.options:
        return None
    option = cursor.names.options[word]
    sort = f"word of {word}" if option.sort == "word" else option.sort
    return Node("option", (word,), word, at), sort


def needs(cursor: Cursor, scope: Scope, word: str, at: int) -> None:
    """Notes that a word is known from a scope on; a flaw where the expression is worked out earlier."""
    cursor.reached = max(cursor.reached, scope)
    if scope > cursor.scope:
        known = (
            "the options",
            "the hand and the situation",
            "one reading of the hand",
            "the awarded patterns",
        )
        message = f"'{word}' is not known here: only {known[cursor.scope]} can be asked"
        cursor.flaws.append(Flaw("L310", at, message, "", len(word)))


def _fact_hint(cursor: Cursor, word: str) -> str:
    names = cursor.names
    if names.letters and len(word) == 1:
        return "letters of the templates: " + ", ".join(sorted(names.letters))
    if word in NUMBER_WORDS:
        return f"write {NUMBER_WORDS.index(word)}"
    if word in names.classes:
        return f"'{word}' is a tile class: say all_tiles({word}), any_tile({word}) or tiles({word})"
    if word in names.kinds:
        return f"'{word}' is a kind of set: say sets({word}) or any_group({word})"
    if word in FUNCTIONS:
        return f"'{word}' is a function: {word}({', '.join(FUNCTIONS[word].takes)})"
    if names.circumstances.get(word, word) != word:
        return f"the circumstance '{word}' sets the fact '{names.circumstances[word]}'"
    if word in names.later:
        return f"'{word}' is worked out later, from this among others"
    if word in names.awards:
        return f"'{word}' is a pattern: say awarded({word}) where patterns are already known"
    close = nearest(
        word, [*TRUTH_FACTS, *NUMBER_FACTS, *names.facts, *names.named, *names.options, *names.amounts], 1
    )
    return f"did you mean '{close[0]}'?" if close else ""
