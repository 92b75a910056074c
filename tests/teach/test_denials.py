"""A circumstance that was not entered is denied in one clause."""

from __future__ import annotations

import re

import pytest

from scorer.languages import main_language
from scorer.scoring import load_ruleset, score
from scorer.teach.constructs import negated_clause
from scorer.teach.why import analyze_pattern, reason_sentence, view_of
from scorer.teach.words import Speech


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "'Riichi' was not declared"), ("ja", "「立直」を宣言していない"), ("zh", "未宣告“立直”")],
)
def test_a_circumstance_that_was_not_entered_is_denied_once(language: str, told: str) -> None:
    rules = load_ruleset("riichi", language=language)
    view = view_of(score("234m345p67p456s55s+8p", rules))
    assert reason_sentence(analyze_pattern(rules.pattern_by_id["riichi"], view, language)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the win is not 'Rinshan kaihou (after a kong)'"),
        ("ja", "「嶺上開花」の指定がない"),
        ("zh", "不是“岭上开花”"),
    ],
)
def test_a_way_to_win_is_denied_as_such(language: str, told: str) -> None:
    rules = load_ruleset("riichi", language=language)
    view = view_of(score("234m345p67p456s55s+8p", rules))
    spoken = rules.display_language(language)
    assert reason_sentence(analyze_pattern(rules.pattern_by_id["rinshan"], view, spoken)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "neither 'Riichi' nor 'Double riichi' was declared"),
        ("ja", "「立直」も「ダブル立直」も宣言していない"),
        ("zh", "未宣告“立直”或“两立直”"),
    ],
)
def test_of_several_circumstances_none_is_denied_in_one_clause(language: str, told: str) -> None:
    rules = load_ruleset("riichi", language=language)
    condition = rules.circumstance_by_id["ippatsu"].requires[0].node
    assert negated_clause(condition, Speech(rules, language)) == told


FAULTS_OF_CLAUSES = {
    "ja": re.compile(r"(?:ない|ある|いる)または|[a-z]{4,} [a-z]{2,}|(?<=[ぁ-ん])、か(?!つ)"),
    "zh": re.compile(r"[^，“（]或(?:没有|不是|不全是|有|不含)|[a-z]{4,} [a-z]{2,}"),
}
"""Joints between denied clauses that no player would say."""


@pytest.mark.parametrize("name", ["riichi", "mcr", "hong-kong", "taiwanese", "sichuan"])
@pytest.mark.parametrize("language", ["ja", "zh", "zh-HK", "zh-TW"])
def test_denied_conditions_are_joined_as_clauses(name: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    speech = Speech(rules, rules.display_language(language))
    denied = [negated_clause(one.condition, speech) for one in rules.pattern_by_id.values() if one.condition]
    fault = FAULTS_OF_CLAUSES[main_language(language)]
    assert len(denied) > 5
    assert [text for text in denied if fault.search(text)] == []


def test_either_stands_before_two_clauses_only() -> None:
    speech = Speech(load_ruleset("riichi"), "en")
    assert speech.alternative_clauses(["a", "b"]) == "either a or b"
    assert speech.alternative_clauses(["a", "b", "c"]) == "a, b or c"
