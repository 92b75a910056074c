"""A lesson tells how a game is played in the words of its rule file, and one for children stays simple."""

from __future__ import annotations

import re
from html import unescape
from itertools import islice

import pytest

from scorer.questions.authoring import check_text
from scorer.render.lesson import childrens_page, lesson_page, payment_sum
from scorer.render.rulesets import ruleset_page
from scorer.render.text import plain_text
from scorer.scoring import load_ruleset, score
from scorer.teach.assumptions import assumption_words
from scorer.teach.lesson import make_childrens_lesson, make_lesson
from scorer.teach.quiz import Wish, patterns_of_level, quiz_scores
from scorer.tiles import name_in
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.shipped import each_box

KANJI = re.compile("[\u4e00-\u9fff]")
FOR_CHILDREN = ("ponjan", "ponjan-anoa", "donjara-doraemon")


@pytest.mark.one_in(7)
@pytest.mark.parametrize("name", ["riichi", "sanma", "mcr", "hong-kong", "sichuan", "taiwanese", "ponjan"])
def test_a_lesson_begins_with_how_to_deal_and_how_a_turn_goes(name: str) -> None:
    handout = make_lesson(load_ruleset(name), count=0)
    assert [part.title for part in handout.basics[:2]] == ["How to deal", "How a turn goes"]


def test_a_game_without_words_on_play_begins_with_its_tiles() -> None:
    assert make_lesson(load_ruleset("zung-jung"), count=0).basics[0].title == "The tiles"


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("singapore", "en", {"A hand needs at least 1 tai to win."}),
        ("singapore", "ja", {"和了には1台以上が必要です。"}),
        (
            "guangdong",
            "en",
            {"A hand needs at least 2 fan to win.", "A hand needs at least 4 points to win."},
        ),
        ("guangdong", "zh", {"至少2番才能和牌。", "至少4分才能和牌。"}),
    ],
)
def test_a_lesson_says_the_least_that_wins(name: str, language: str, said: set[str]) -> None:
    handout = make_lesson(load_ruleset(name), count=0, language=language)
    assert said <= {line.text for part in handout.basics for line in part.lines}


def test_a_lesson_on_a_card_shows_the_sets_of_its_lines() -> None:
    handout = make_lesson(load_ruleset("harbor-card"), count=0)
    sets = next(part for part in handout.basics if part.title == "Sets")
    shown = [(line.label, line.text) for line in sets.lines]
    called = "can be called"
    assert shown == [("pair", ""), ("triplet", called), ("kong", called), ("quint", called)]


def test_a_lesson_tells_the_play_in_its_language() -> None:
    handout = make_lesson(load_ruleset("riichi"), count=0, language="ja")
    assert "ドラ表示牌" in handout.basics[0].lines[0].text


@pytest.mark.parametrize("name", FOR_CHILDREN)
def test_a_lesson_for_children_is_in_kana(name: str) -> None:
    handout = make_childrens_lesson(load_ruleset(name), count=1)
    texts = [line.text for part in handout.parts for line in part.lines]
    texts += [sentence for _, sentence in handout.entries]
    assert [text for text in some(texts) if KANJI.search(text)] == []
    sentences = [one for text in texts for one in text.split("。") if one]
    assert [one for one in some(sentences) if len(one.replace(" ", "")) > 30] == []
    assert all(sentence for _, sentence in some(handout.entries)) or name == "ponjan-anoa"


def test_a_page_for_children_adds_up_what_everybody_pays() -> None:
    assert payment_sum(score("111222333m", "ponjan"), "ja") == "30 + 30 + 30 = 90てん"
    assert payment_sum(score("111222333m", "ponjan", win="ron", circumstances=["riichi"]), "ja") == "30てん"
    page = childrens_page(make_childrens_lesson(load_ruleset("ponjan"), count=2))
    assert page.count('<div class="exercise">') == 2
    assert "こたえ" in page


def test_a_game_without_words_for_children_is_refused() -> None:
    result = run("lesson", "--children")
    assert result.exit_code == 2
    assert "riichi has no text for children" in result.stderr


def test_hands_to_practise_have_no_calls_where_nobody_calls() -> None:
    scores = list(islice(quiz_scores(load_ruleset("ponjan"), Wish(("points",), 3), 1), 12))
    assert not any(one.hand.melds for one in some(scores))


def test_a_sentence_about_no_pattern_is_an_error() -> None:
    rules = "extends: ponjan\nname: Ours\nplay:\n  children:\n    patterns: {tripple: {ja: あ}}\n"
    (problem,) = [one for one in check_text(rules, "x.yaml") if one.is_error]
    assert (problem.code, problem.line, str(problem.hint)) == ("L402", 5, "did you mean 'triple'?")


@pytest.mark.parametrize("name", each_box())
def test_the_notes_on_usage_are_shown_with_the_ruleset(name: str) -> None:
    rules = load_ruleset(name)
    shown = plain_text(ruleset_page(rules))
    assert not [text for text in rules.usage if name_in(text) not in shown]


def test_a_solution_says_why_an_item_counts_the_first_time_it_does() -> None:
    handout = unescape(lesson_page(make_lesson(load_ruleset("riichi"), seed=1, count=30)))
    reason = "nothing was called; a closed self-draw earns a han instead"
    solutions = handout[handout.rindex('id="solutions"') :]
    assert solutions.count("closed hand won on a discard") >= 1
    assert solutions.count(reason) == 1


@pytest.mark.parametrize("name", FOR_CHILDREN)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_lesson_for_children_is_in_the_language_of_its_reader(name: str, language: str) -> None:
    handout = make_childrens_lesson(load_ruleset(name), count=0, language=language)
    assert handout.language == language
    assert all(sentence for _, sentence in handout.entries)


def test_a_lesson_of_a_game_without_calls_does_not_speak_of_them() -> None:
    handout = make_lesson(load_ruleset("ponjan"), count=0)
    sets = next(part for part in handout.basics if part.title == "Sets")
    assert not [line for line in sets.lines if "called" in line.text]


@pytest.mark.parametrize(
    ("name", "hands"),
    [("ponjan", ("111m222p333s", "111r222k333b")), ("ponjan-anoa", ("111m222p333s", "111r222k333b"))],
)
def test_colors_of_ponjan_have_the_letters_of_both_boxes(name: str, hands: tuple[str, str]) -> None:
    assert len({score(hand, name).points for hand in hands}) == 1


@pytest.mark.parametrize(
    ("name", "is_listed_above"), [("hong-kong", True), ("hong-kong-13", False), ("singapore", False)]
)
def test_no_hand_is_worth_more_than_the_limit_only_if_no_listed_hand_is(
    name: str, is_listed_above: bool
) -> None:
    page = lesson_page(make_lesson(load_ruleset(name), count=0))
    assert ("No hand is worth more than" in page) is not is_listed_above
    assert ("A hand that is worth more than" in page) is is_listed_above


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("riichi", {"pinfu", "tanyao", "honitsu"}),
        ("mcr", {"mixed_straight"}),
        ("hong-kong", {"chicken_hand"}),
    ],
)
def test_a_handout_for_beginners_teaches_what_the_rules_name_for_them(name: str, first: set[str]) -> None:
    rules = load_ruleset(name)
    handout, whole = make_lesson(rules, count=6), make_lesson(rules, count=0, has_all_patterns=True)
    taught = {entry.pattern.id for entry in handout.entries}
    assert (
        first
        <= taught
        == {pattern.id for pattern in patterns_of_level(rules, 1)}
        & {entry.pattern.id for entry in whole.entries}
    )
    assert {pattern.id for pattern in handout.untaught} == {
        entry.pattern.id for entry in whole.entries
    } - taught
    assert not [one.number for one in some(handout.exercises) if not taught.issuperset(one.score.patterns)]


def test_a_game_that_names_no_patterns_for_beginners_teaches_all() -> None:
    assert make_lesson(load_ruleset("ponjan"), count=0).untaught == ()


@pytest.mark.parametrize("name", each_box())
@pytest.mark.parametrize("has_all_patterns", [False, True])
def test_no_heading_of_a_handout_repeats(name: str, has_all_patterns: bool) -> None:
    page = lesson_page(make_lesson(load_ruleset(name), count=0, has_all_patterns=has_all_patterns))
    headings = re.findall(r'<h[1-3][^>]*>(.*?)</h|<p class="group">(.*?)</p>', page)
    assert len(some(headings)) == len(set(headings))


@pytest.mark.parametrize("name", each_box())
def test_no_house_rule_that_is_off_is_listed(name: str) -> None:
    lines = lesson_page(make_lesson(load_ruleset(name), count=0, has_all_patterns=True)).split("<tr>")
    assert not [line for line in lines if re.search("<td>(no|0|not played|none|never)</td></tr>", line)]
    assert make_lesson(load_ruleset("riichi"), count=0).house_rules.lines == ()


def test_a_handout_names_only_what_a_winner_declares() -> None:
    riichi = make_lesson(load_ruleset("riichi"), count=0, has_all_patterns=True)
    declared = next(part for part in riichi.basics if part.title == "Declare when it happens").lines[0].text
    assert declared.startswith("Riichi, Double riichi, Ippatsu")
    assert "Furiten" not in declared
    assert "Dora" not in declared


def test_items_of_the_secondary_score_that_the_options_switch_off_are_left_out() -> None:
    assert "same for every hand" not in lesson_page(make_lesson(load_ruleset("riichi"), count=0))
    fixed = load_ruleset("riichi", {"fixed_fu": 30})
    assert "same for every hand" in lesson_page(make_lesson(fixed, count=0))


def test_shapes_of_one_name_are_shown_once_also_if_an_option_switches_one_of_them_off() -> None:
    for off in (True, False):
        rules = load_ruleset("pocket-mahjong", {"seven_pairs_four_equal": off}, language="zh")
        handout = make_lesson(rules, count=0, language="zh")
        names = [line.label for part in handout.basics for line in part.lines]
        assert names.count("七对") == 1


def test_a_circumstance_that_is_switched_off_is_no_assumption() -> None:
    assert assumption_words(load_ruleset("ponjan")) == []
    assert assumption_words(load_ruleset("ponjan", {"tenhou": True})) == ["no 'Tenhou'"]
