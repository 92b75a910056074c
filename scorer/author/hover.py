"""What the word at the cursor in a rule file means, and where it is defined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.author.completion import EXAMPLE_KEYS, name_of_entry
from scorer.author.cursor import WordAtCursor, possible_cursors
from scorer.author.forms import allowed_forms, section_of_form
from scorer.author.rules import base_root, known_rules
from scorer.author.words import expression_words
from scorer.engine.examples import parse_example
from scorer.errors import InputError, NotAWinner
from scorer.language.parser import read_expression
from scorer.language.vocabulary import Scope
from scorer.message import localized_text, message_text
from scorer.phrases import comma_list, translate
from scorer.render.breakdown import headline
from scorer.render.text import SPECIAL
from scorer.ruleset.authoring import one_line_yaml
from scorer.ruleset.builder import localized_texts
from scorer.ruleset.entries import named_entries
from scorer.ruleset.forms import EXTENDS_KEY
from scorer.ruleset.overlay import value_at
from scorer.scoring import score_hand
from scorer.teach.constructs import clause
from scorer.teach.words import MissingWord, Speech
from scorer.tiles import name_in
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.author.rules import WrittenRules
    from scorer.ruleset.items import Item

MOST_OPTIONS = 12
SHOWN_KEYS = ("value", "when", "match", "is", "default", "choices")
"""What tells most about an entry, if it has it."""


@dataclass(frozen=True)
class Hover:
    """What a word means, in Markdown, and where the word stands: its column, from 1, and its length."""

    text: str
    column: int
    length: int


@dataclass(frozen=True)
class Definition:
    """Where a name is defined: the path of the file, and the line and column from 1."""

    file: str
    line: int
    column: int


def meaning_at(
    text: str, line: int, column: int, name: str, path: Path | None = None, language: str = "en"
) -> Hover | None:
    """What the word at a line and column of a rule file means; None where there is nothing to tell."""
    cursors = [*possible_cursors(text, line, column)]
    rules = known_rules(text, name, path, line, language) if cursors else None
    if rules and (found := _hover_of_hand(rules, name, line, column, language)):
        return found
    for cursor in cursors:
        if cursor.path[:1] == (EXTENDS_KEY,) and rules and rules.builder.base_names:
            return Hover("\n\n".join(_base_lines(rules, language)), cursor.column, len(cursor.word))
        told = [part for part in _meanings(cursor, rules, language) if part]
        if cursor.word and told:
            return Hover("\n\n".join(told), cursor.column, len(cursor.word))
    return None


def _base_lines(rules: WrittenRules, language: str) -> Iterator[str]:
    """The ruleset that a file extends: its name, what it is about, its options, and where it is."""
    base = rules.builder.base_root
    name = _markdown_text(rules.builder.base_names[0])
    yield f"**{name}**: {_markdown_text(name_of_entry(base, language))}"
    yield _markdown_text(name_in(localized_texts(base.get("about")), language))
    yield "- " + ", ".join(_code(name) for name in list(base.get("options").fields)[:MOST_OPTIONS])
    yield _markdown_text(Path(base.source.name).name)


def _hover_of_hand(rules: WrittenRules, name: str, line: int, column: int, language: str) -> Hover | None:
    """What the worked hand at a place of a file scores, or why it does not."""
    for item, is_key in _worked_hands(rules.builder.root, name):
        text, place = str(item.key) if is_key else item.text(), item.position(key=is_key)
        if place[0] == line and place[1] <= column <= place[1] + len(text):
            return Hover(
                "\n\n".join(map(_markdown_text, _score_lines(text, rules, language))), place[1], len(text)
            )
    return None


def _score_lines(text: str, rules: WrittenRules, language: str) -> Iterator[str]:
    """What a hand pays, and what counts in it; the reasons if it does not win or cannot be."""
    try:
        score = score_hand(*parse_example(text, rules.ruleset))
    except NotAWinner as error:
        yield " ".join(localized_text(part, language) for part in (error.message, *error.reasons))
    except InputError as error:
        yield from (message_text(fault.message, language) for fault in error.faults)
    else:
        yield "".join(part.text for part in headline(score, language))
        yield comma_list([name_in(award.pattern.names, language) for award in score.best.awards], language)


def _worked_hands(root: Item, name: str) -> Iterator[tuple[Item, bool]]:
    """The hands that are written in the file of this name, and whether each is a key."""
    for item in root.get("hands").fields.values():
        if item.source.name == name:
            yield item, True
    for entry in (entry for section in ("patterns", "bonuses") for entry in root.get(section).mappings):
        if entry.source.name == name:
            yield from ((hand, False) for key in EXAMPLE_KEYS for hand in entry.get(key).entries)


def _meanings(cursor: WordAtCursor, rules: WrittenRules | None, language: str) -> Iterator[str]:
    """What is to be told of a word: a key of a section, a word of an expression, or an entry."""
    keys = [section_of_form(form.removeprefix("list:")) for form, _ in allowed_forms(cursor.path)]
    meaning = next((section[cursor.word].meaning for section in keys if cursor.word in section), "")
    if cursor.is_key and meaning:
        yield f"**{cursor.word}**: {meaning}"
    elif rules and not _is_in_prose(cursor):
        head, _, field = cursor.word.partition(".")
        known = expression_words(rules.builder.names, Scope.AWARD)
        word = next((one for one in known if one.text == head), None) if not cursor.is_key else None
        entry = _entry_named(rules, head)
        if word and word.sort != "option":
            yield f"**{word.text}** ({word.sort}): {word.meaning}"
            yield _markdown_text(_condition_words(word.text, rules, language))
        elif entry:
            yield from _entry_lines(entry, field, rules, language)


def _condition_words(text: str, rules: WrittenRules, language: str) -> str:
    """An expression of the rules as a sentence; empty if it cannot be told in this language."""
    node, _, flaws = read_expression(text, rules.builder.names, Scope.AWARD)
    try:
        return "" if flaws else clause(node, Speech(rules.ruleset, language))
    except MissingWord:
        return ""


def _is_in_prose(cursor: WordAtCursor) -> bool:
    """Whether the cursor is in a text for people, in which no word is a name."""
    forms = {form.removeprefix("list:") for form, _ in allowed_forms(cursor.path)}
    return not cursor.is_key and bool(forms) and forms <= {"text", "names"}


def _entry_named(rules: WrittenRules, name: str) -> Item | None:
    """The entry of the rules that has a name, its own or that of a base."""
    for root in (rules.builder.root, rules.builder.base_root):
        for ident, _, _, entry in named_entries(root.fields):
            if ident == name:
                return entry
    return None


def _entry_lines(entry: Item, field: str, rules: WrittenRules, language: str) -> Iterator[str]:
    """An entry in words: its name, its definition, its condition, what it says, and what the base says in the
    field at the cursor.
    """
    ident = entry.get("id").text() or entry.key
    title = name_of_entry(entry, language)
    yield f"**{_markdown_text(ident)}**" + (f": {_markdown_text(title)}" if title else "")
    yield from (
        _markdown_text(name_in(localized_texts(entry.get(key)), language)) for key in ("definition", "help")
    )
    condition = entry.get("when") or entry.get("is") or entry
    yield _markdown_text(_condition_words(condition.text(), rules, language)) if condition.is_plain else ""
    shown = dict.fromkeys([*SHOWN_KEYS, field.partition(".")[0]])
    lines = [f"- {key}: {_code(one_line_yaml(entry.get(key)))}" for key in shown if key and entry.get(key)]
    yield "\n".join([_code(entry.text())] if entry.is_plain else lines)
    base = base_root(rules)
    below = value_at(base, f"{ident}.{field}") if base and field else None
    yield translate("in the base", language, _code(one_line_yaml(below))) if below else ""
    line, _ = entry.position()
    yield (
        ""
        if rules.builder.is_standard(entry)
        else f"{_markdown_text(Path(entry.source.name).name)}, line {line}"
    )


def _markdown_text(text: str) -> str:
    """Text of a rule file in Markdown: what its author wrote is no picture and no link."""
    return text.translate(SPECIAL)


def _code(text: str) -> str:
    """A part of a rule file as code, between more backticks than it has together."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def place_of_definition(
    text: str, line: int, column: int, name: str, path: Path | None = None
) -> Definition | None:
    """Where the name at a line and column of a rule file is defined: in the file, or in the ruleset that it
    changes. None for words that are defined nowhere.
    """
    cursors = [*possible_cursors(text, line, column)]
    rules = known_rules(text, name, path, line) if cursors else None
    for cursor in cursors if rules else ():
        assert rules
        if cursor.path[:1] == (EXTENDS_KEY,):
            return Definition(rules.builder.base_root.source.name, 1, 1) if rules.builder.base_names else None
        head = cursor.word.partition(".")[0]
        roots = (
            (rules.builder.base_root, rules.builder.root)
            if cursor.is_key or cursor.path[:1] == ("drop",)
            else (rules.builder.root,)
        )
        for root in roots:
            for ident, _, _, entry in named_entries(root.fields):
                if ident == head and not _is_in_prose(cursor) and not rules.builder.is_standard(entry):
                    return _definition_of(entry, name)
    return None


def _definition_of(entry: Item, name: str) -> Definition:
    """Where an entry stands: at its id, or at its key."""
    ident = entry.get("id")
    line, column = ident.position() if ident else entry.position(key=True)
    return Definition(entry.source.name, line, column)
