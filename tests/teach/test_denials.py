"""A circumstance that was not entered is denied in one clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from scorer.engine.examples import parse_example
from scorer.engine.score import HandView
from scorer.languages import main_language
from scorer.scoring import load_ruleset, readings_of, score
from scorer.teach.constructs import clause, negated_clause
from scorer.teach.why import analyze_pattern, failed_clause, nearest_analysis, reason_sentence, view_of
from scorer.teach.words import Speech
from tests.support.loops import some
from tests.support.small import asking
from tests.support.tables import table
from tests.teach.test_constructs import finding, named


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "'Riichi' was not declared"), ("ja", "「立直」の指定がない"), ("zh", "未宣告“立直”")],
)
def test_a_circumstance_that_was_not_entered_is_denied_once(language: str, told: str) -> None:
    rules = load_ruleset("riichi", language=language)
    view = view_of(score("234m345p67p456s55s+8p", rules))
    assert reason_sentence(analyze_pattern(rules.pattern_by_id["riichi"], view, language)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "'Rinshan kaihou (after a kong)' was not stated"),
        ("ja", "「嶺上開花」の指定がない"),
        ("zh", "未注明“岭上开花”"),
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
        ("ja", "「立直」の指定も「ダブル立直」の指定もない"),
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


LATIN = re.compile(r"(?<![0-9A-Za-z])[A-Za-z_]{2,}")
"""A word or an id; letters after digits are tiles."""
SLIPS = re.compile(
    r"[{}]|（）|(?<![0-9])\(\)|がが|のの|をを|はは|的的"
    r"|(?P<said>[^、。；：（）]{2,})：(?P=said)"
    r"|(?P<subject>[^、。；：（）]{2,})[はが是](?P=subject)[はがをも是]"
    r"|(?P<found>[^、。；：（）]{4,})、(?P=found)(?=$|[、；）])"
    r"|[0-9](?:組|种|種類|通り)がない"
)
"""An open slot, brackets around nothing, a doubled particle, what is said or found twice, and a number of sets that are
"none".
"""


def slips(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if LATIN.search(text) or SLIPS.search(text)]


@pytest.mark.parametrize("language", ["ja", "zh", "zh-HK", "zh-TW"])
def test_no_denial_of_a_construct_has_ids_or_says_a_thing_twice(language: str) -> None:
    for row in some(table("sentences")):
        rules = named(asking(row["when"], row.get("rules", "")))
        speech = Speech(rules, language)
        node = rules.pattern_by_id["it"].condition
        assert node is not None
        said = [clause(node, speech), negated_clause(node, speech)]
        hands = [row[key] for key in ("holds", "fails") if key in row]
        found = (finding(row, hand, language, named) for hand in hands)
        said += [failed_clause(one, speech) for one in found if not one.is_met]
        assert slips(said) == [], row["when"]


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("riichi", "123m456m(789s)22z66z+6z"),
        ("riichi", "(222m)(333p)4455s123m+4s"),
        ("mcr", "123m(456p)(789s)22z66z+6z"),
        ("hong-kong", "123m456m789m11p(555z)"),
    ],
)
@pytest.mark.parametrize("language", ["ja", "zh", "zh-HK", "zh-TW"])
def test_no_denial_of_a_pattern_has_ids_or_says_a_thing_twice(name: str, hand: str, language: str) -> None:
    rules = load_ruleset(name, language=language)
    view = HandView(*parse_example(hand, rules))
    views = [view.with_reading(reading) for reading in readings_of(view)]
    spoken = rules.display_language(language)
    found = [nearest_analysis(one, views, spoken) for one in rules.pattern_by_id.values()]
    denied = [reason_sentence(one) for one in found if not one.true]
    assert len(denied) > 30
    assert slips(denied) == []


def test_slips_of_denials_are_found() -> None:
    assert [*map(bool, map(SLIPS.search, ("槍槓：槍槓はロン和了です", "字牌がない")))] == [True, False]
    bad = [
        "{}がない",
        "順子3組がない",
        "鳴いている：鳴いている",
        "四面子として数える、四面子として数える、実際は2種",
    ]
    assert slips(bad) == bad
    assert slips(["open_tanyaoがある", "19m5zがそろっていない"]) == ["open_tanyaoがある"]


def test_a_fact_without_a_name_is_stated_as_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("extends: riichi\nfacts: {value_pair: any_group(pair & terminal)}\n", encoding="utf-8")
    view = view_of(score("123m456p234s78s99s+6s", load_ruleset(str(path)), circumstances=["riichi"]))
    pinfu = view.ruleset.pattern_by_id["pinfu"]
    assert reason_sentence(analyze_pattern(pinfu, view, "en")) == "there is a pair of terminals (99s)"
