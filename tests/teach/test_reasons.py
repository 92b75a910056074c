"""Reasons are said once, explain what they stand for, and near misses are near."""

from __future__ import annotations

import pytest

from scorer.engine.examples import parse_example
from scorer.engine.score import HandView
from scorer.labels import Section
from scorer.scoring import load_ruleset, readings_of, score
from scorer.teach.progress import topic_title
from scorer.teach.quiz import questions
from scorer.teach.why import explain_score, nearest_analysis, reason_sentence
from tests.cli.test_points import run


def reason(name: str, pattern: str, text: str, language: str = "en") -> str:
    """Why a hand has or lacks a pattern, in the words of the ruleset for a language."""
    rules, hand, situation = parse_example(text, load_ruleset(name, language=language))
    view = HandView(rules, hand, situation)
    views = [view.with_reading(reading) for reading in readings_of(view)]
    spoken = rules.display_language(language)
    return reason_sentence(nearest_analysis(rules.pattern_by_id[pattern], views, spoken))


def near(name: str, hand: str, limit: int = 9, **how: object) -> list[str]:
    """The names of the near misses of a hand."""
    sections: tuple[Section, ...] = explain_score(score(hand, name, **how), near_miss_limit=limit)
    return [line.label for one in sections if one.id == "near" for line in one.lines if line.label]


@pytest.mark.parametrize(
    ("pattern", "hand", "said"),
    [
        ("three_colors_one_thing", "111m111p111s", "いろが みんな ちがって、えが おなじ くみ 3つ（111m、111p、111s）"),
        ("one_color_three_things", "111222333m", "いろが おなじで、えが みんな ちがう くみ 3つ（111m、222m、333m）"),
        ("double_one_color", "111m111m11m+1m", "おなじ くみ 2つと、ちがう くみが そろって いない"),
        ("double", "111222m111s", "おなじ くみ 2つと、ちがう くみが そろって いない"),
        ("two_two", "111m111p222s", "くみ 3つ（2くみは おなじ いろ、2くみは おなじ え）が そろって いない"),
    ],
)  # fmt: skip
def test_what_sets_share_is_said_in_one_sentence(pattern: str, hand: str, said: str) -> None:
    """Of sets that are not all alike or all different, two always fit, so that these are no reason."""
    assert reason("ponjan", pattern, hand, "ja") == said


def test_dora_is_asked_about_only_where_it_is_played() -> None:
    for dora, said in (
        (False, "やくの てんは なんてんですか？"),
        (True, "ドラも いれて、ぜんぶで なんてんですか？"),
    ):
        rules = load_ruleset("ponjan", language="ja").with_options(dora=dora)
        found = score("111222m111s", rules)
        (question,) = questions(found, ("total",), rules.display_language("ja"))
        assert question.asks == said
        assert topic_title("total", rules, rules.display_language("ja")) == "やくの てん"


@pytest.mark.parametrize(
    ("name", "hand", "missing"),
    [
        ("mcr", "47m369p28s123456z+7z", "Single wait"),
        ("mcr", "11225577m77p779s+9s", "Edge wait"),
        ("zung-jung", "66699p22233355z+9p", "Three concealed triplets"),
        ("zung-jung", "19m19p19s1234567z+9m", "Mixed greater terminals"),
        ("zung-jung", "1p(789p)(111s)(789m)(789p)+1p", "Concealed hand"),
        ("riichi", "1112233445666m+6m", "Half flush"),
    ],
)
def test_a_pattern_that_the_hand_is_past_or_far_from_is_no_near_miss(
    name: str, hand: str, missing: str
) -> None:
    rules = load_ruleset(name)
    assert missing in [dict(pattern.names)["en"] for pattern in rules.patterns]
    assert missing not in near(name, hand, win="tsumo")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "all tiles are terminal tiles; it counts only if the rule 'mix old guy with terminal' is on"),
        ("zh-HK", "全部是1、9或字牌；採用「混么九另計全帶么」才計"),
    ],
)
def test_a_rule_that_would_make_a_pattern_count_is_named_as_such(language: str, said: str) -> None:
    text = "(111m)(999p)111z777z99s mix_old_guy_with_terminal=false"
    assert reason("pocket-mahjong", "with_terminal", text, language) == said


@pytest.mark.parametrize(
    ("name", "pattern", "hand", "said", "repeated"),
    [
        ("mcr", "concealed_kong", "234567m234p11678s", "it needs one kong, but the hand has none", "concealed"),
        ("riichi", "houtei", "234m345p67p456s55s+8p tsumo", "the winning tile was self-drawn", "was not stated"),
        ("riichi", "pinfu", "1122m3344p5566s7z+7z", "the hand is not four sets and a pair: it is read as", "wait"),
        ("hong-kong", "seven_pairs", "123m456p789s11122z", "the rule 'seven pairs' is on, but it is off here; ",
         "worth nothing"),
    ],
)  # fmt: skip
def test_a_reason_is_given_once(name: str, pattern: str, hand: str, said: str, repeated: str) -> None:
    told = reason(name, pattern, hand)
    assert said in told
    assert repeated not in told


def test_of_several_circumstances_the_one_of_the_hand_is_named() -> None:
    text = "(1111m)456p78s22z234m+9s tsumo after_kong"
    assert " or " not in reason("pocket-mahjong", "chi_mo_after_gong", text)


def test_a_fault_that_has_the_words_of_the_input_in_it_does_not_begin_with_them() -> None:
    told = run("points", "1 han 20 fu").stderr
    assert told.startswith("no hand has 1 han 20 fu; nearest: 2 han 20 fu")


def test_in_japanese_the_kinds_of_which_all_tiles_are_cannot_be_read_as_a_choice() -> None:
    holds, fails = "223344s666s88s77z+7z local_yaku=all", "223344s666s88s66z+6z local_yaku=all"
    assert reason("riichi", "kouitten", holds, "ja") == "緑の索子と中だけ、中がある（777z）"
    assert reason("riichi", "kouitten", fails, "ja").startswith("緑の索子と中以外の牌がある（666z）")


def test_a_reading_is_worth_its_count_where_the_game_counts_points() -> None:
    found = score("66699p22233355z+9p", "zung-jung", win="tsumo")
    (reading,) = next(one.lines for one in explain_score(found) if one.id == "readings")
    assert reading.value == "210 points"
