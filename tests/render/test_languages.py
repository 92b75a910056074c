"""Under another language a line is whole: all of it in that language, or all of it English."""

from __future__ import annotations

import re

import pytest

from scorer import load_ruleset
from scorer.render.document import Table
from scorer.render.document import text_of as text_of_line
from scorer.render.views.payments import payments_document
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import LABELS
from scorer.teach.payment_table import payment_table
from scorer.tiles import LANGUAGES
from tests.cli.runs import run
from tests.support.shipped import each_box, text_of
from tests.support.told import documents, texts

CHARACTERS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
TRADITIONAL = "個兩協單場寶將對嶺帶張後戰搶撈數斷會槓氣滿漢灣無燈獨環發紅純組綠編織羅聽臺舊莊萬蓮蘭補複計財貫連邊釣鉤長門開雙雞頂順頭風魚龍么"
"""Characters of traditional writing that names of this family hold; Chinese names are in simplified writing."""
HAND = "(111m)222p333s444z5z+5z"
WORD = re.compile(r"(?<![\w-])[A-Za-z][a-z]{2,}(?![\w=])")


def mixed(ruleset: Ruleset, language: str, hands: int, patterns: int) -> list[str]:
    """Lines in which English words stand beside Chinese or Japanese ones."""
    lines = {text for document in documents(ruleset, language, hands, patterns) for text in texts(document)}
    assert len(lines) > 20
    data = _names(ruleset)
    return [text for text in sorted(lines) if CHARACTERS.search(text) and WORD.search(_without(text, data))]


def _names(ruleset: Ruleset) -> list[str]:
    """What the rule file says itself: names in all languages, ids and sources, the longest first."""
    items = (*ruleset.patterns, *ruleset.circumstances, *ruleset.bonuses)
    names = [name for item in items for _, name in item.names] + [name for _, name in ruleset.names]
    said = [pattern.source for pattern in ruleset.pattern_by_id.values()] + [*ruleset.source]
    return sorted({*names, *said, *ruleset.pattern_by_id, ruleset.id} - {""}, key=len, reverse=True)


def _without(text: str, data: list[str]) -> str:
    for name in data:
        text = text.replace(name, "|")
    return text


@pytest.mark.parametrize("language", ["zh", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_no_line_mixes_english_into_another_language(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    found = mixed(ruleset, ruleset.spoken(language), hands=1, patterns=6)
    assert found == []


@pytest.mark.parametrize("language", ["zh", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_a_formula_stands_beside_words_of_its_language(name: str, language: str) -> None:
    formulas = payments_document(payment_table(load_ruleset(name)), language)[1]
    assert isinstance(formulas, Table)
    rows = [" ".join(map(text_of_line, row)) for row in formulas.rows]
    assert rows
    assert not [row for row in rows if CHARACTERS.search(row) and WORD.search(row)]


@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_game_has_all_its_names_in_a_language_or_is_told_in_english(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    named = (*ruleset.patterns, *ruleset.circumstances, *ruleset.bonuses, *ruleset.limits, *ruleset.shapes)
    without = [item.id for item in named if language not in dict(item.names)]
    assert without == [] or ruleset.spoken(language) == "en"


@pytest.mark.parametrize("command", [("patterns",), ("table",), ("score", HAND), ("waits", HAND[:-3])])
def test_a_game_without_japanese_names_is_told_in_english_alone(command: tuple[str, ...]) -> None:
    told = run(*command, "-r", "british", "--lang", "ja").stdout
    assert "East" in told or "double" in told
    assert told == run(*command, "-r", "british").stdout


@pytest.mark.parametrize("name", shipped_names())
def test_chinese_names_are_written_in_one_script(name: str) -> None:
    found = re.findall(r"zh: *([^,}\n]+)", text_of(name))
    assert found
    assert not [text for text in found if set(text) & set(TRADITIONAL)]


@pytest.mark.parametrize("key", LABELS)
def test_a_label_takes_the_same_words_in_every_language(key: str) -> None:
    taken = {LANGUAGES[place]: set(_slots(text)) for place, text in enumerate(LABELS[key])}
    assert set(taken["ja"]) == set(taken["zh"]) <= set(taken["en"])


def _slots(text: str) -> list[str]:
    """The words that a label takes, by number."""
    return [slot or str(place) for place, slot in enumerate(re.findall(r"\{(\d*)\}", text))]


def test_chinese_and_japanese_labels_hold_no_english() -> None:
    assert not [text for texts_of in LABELS.values() for text in texts_of[1:] if re.search("[A-Za-z]", text)]
