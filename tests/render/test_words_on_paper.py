"""What is printed has no words of the program: lessons, handouts for children, cards, sheets and notice boards."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from scorer import read_evening
from scorer.engine.evaluate import rules_view, whole_number
from scorer.questions.practice import quiz_hands
from scorer.render.evening_sheet import empty_sheet_page, evening_page
from scorer.render.lesson import childrens_page, lesson_page
from scorer.ruleset.model import Option, Value
from scorer.scoring import load_ruleset
from scorer.teach.answers import Card, PatternEntry
from scorer.teach.lesson import make_childrens_lesson, make_lesson
from scorer.teach.payment_table import PaymentTable
from scorer.teach.quiz import LEVELS, QuizSheet
from scorer.writing import as_html
from tests.support.loops import some
from tests.support.shipped import each_box_in

FOR_CHILDREN = ("ponjan", "ponjan-anoa", "donjara-doraemon")

WORDS_OF_THE_PROGRAM = re.compile(
    r"(?<![\w/-])-{1,2}[a-z][a-z-]*\b|\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:seat|round|from)=\w+"
    r"|(?i:\boptions?\b|\bcircumstances?\b)|オプション|选项|選項|`|\.yaml|\b\d[a-rt-z]\b"
)
"""Options, ids, command syntax and notation of tiles, which a player at a table cannot use (`1s` are ones)."""


SOURCE = re.compile("Source: |(?:出典|出处|出處)(?:（.*?）)?：")
LANGUAGES = ("en", "ja", "zh", "zh-TW")


def lines_for_the_program(page: str) -> list[str]:
    """The lines of a page that have words of the program. Sources are named as they call themselves."""
    whole = re.sub(r"<wbr>|<(style|svg|title).*?</\1>", "", page, flags=re.DOTALL)  # an id may be broken
    text = unescape(re.sub(r"<[^>]+>", "\n", whole))
    assert len(text) > 100
    return [line for line in text.split("\n") if WORDS_OF_THE_PROGRAM.search(line) and not SOURCE.match(line)]


@pytest.mark.parametrize(("name", "language"), each_box_in(LANGUAGES))
def test_no_handout_has_words_of_the_program(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    assert not lines_for_the_program(lesson_page(make_lesson(rules, 1, 0, language, has_all_patterns=True)))


@pytest.mark.parametrize("name", FOR_CHILDREN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_handout_for_children_has_words_of_the_program(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    assert not lines_for_the_program(childrens_page(make_childrens_lesson(rules, count=2, language=language)))


@pytest.mark.parametrize(("name", "language"), each_box_in(LANGUAGES))
def test_no_sheet_of_an_evening_has_words_of_the_program(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    players = ", ".join(("Ann", "Ben", "Cho", "Dia")[: whole_number(rules.players, rules_view(rules))])
    read = read_evening(f"evening: Friday\nevents:\n- {{game: {name}, players: [{players}]}}\n".encode())
    assert not lines_for_the_program(evening_page(read, language))
    assert not lines_for_the_program(empty_sheet_page(rules, language))


@pytest.mark.parametrize(("name", "language"), each_box_in(LANGUAGES))
def test_no_card_of_a_pattern_has_words_of_the_program(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    cards = tuple(Card(PatternEntry(rules, one)) for one in rules.pattern_by_id.values())
    assert not lines_for_the_program(as_html(cards, language))


def other_value(option: Option) -> Value:
    """A value of an option that is not its usual one."""
    if isinstance(option.default, bool):
        return not option.default
    choices = option.choices or (option.minimum or 0, option.maximum or 0)
    return next(choice for choice in reversed(choices) if choice != option.default)


@pytest.mark.parametrize(("name", "language"), each_box_in(LANGUAGES))
def test_no_notice_board_has_words_of_the_program(name: str, language: str, tmp_path: Path) -> None:
    rules = load_ruleset(name, language=language)
    assert not lines_for_the_program(as_html(rules, language))
    changed = {option.id: other_value(option) for option in rules.offered_options}
    file = tmp_path / "ours.yaml"
    file.write_text(json.dumps({"extends": name, "name": "Ours", **({"set": changed} if changed else {})}))
    assert not lines_for_the_program(as_html(load_ruleset(str(file), language=language), language))


@pytest.mark.parametrize(("name", "language"), each_box_in(LANGUAGES))
def test_no_sheet_of_a_quiz_and_no_table_has_words_of_the_program(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    for level in some(LEVELS):
        drawn = tuple(quiz_hands(rules, seed=1, hands=4, level=level))
        assert not lines_for_the_program(as_html(QuizSheet(rules, drawn), language)), level
    assert not lines_for_the_program(as_html(PaymentTable(rules), language))


@pytest.mark.parametrize("language", ["zh-HK", "zh-TW", "zh"])
def test_a_sheet_for_children_names_its_tiles_in_their_language(language: str) -> None:
    sheet = childrens_page(make_childrens_lesson(load_ruleset("ponjan"), 1, 2, language))
    labels = re.findall(r'aria-label="([^"]*)"', sheet)
    for label in some(labels):
        assert not re.search(r"[A-Za-z0-9]", unescape(label))
