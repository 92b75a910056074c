"""Sentences that once said the opposite of what they meant, or what the game does not have."""

from __future__ import annotations

import pytest

from scorer import load_ruleset, score
from scorer.languages import text_in
from scorer.phrases import translate
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Unit
from tests.cli.runs import run
from tests.support.loops import some

LANGUAGES = ("en", "ja", "zh", "zh-Hant")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", shipped_names())
def test_a_game_without_counters_says_nothing_of_them_after_a_draw(name: str) -> None:
    rules = load_ruleset(name)
    if rules.deals is None or any(draw.transfers for draw in rules.draws):
        return
    has_counters = bool(rules.counter_circumstance or "honba" in rules.table_counters)
    for language in some(LANGUAGES):
        counter = rules.amount_text(0, "honba", language).lstrip("0 ")
        last = run("draw", "-r", name, "--lang", language).stdout.rstrip().rsplit("\n", 1)[-1]
        assert (counter in last) is (has_counters and counter in last), last
        assert has_counters or "0" not in last, last


def test_who_wins_from_whom_is_not_turned_round_in_chinese() -> None:
    assert translate("wins from", "zh", "C", "A", "1番") == "C和牌，A点炮，1番"


def test_a_condition_that_was_not_given_is_not_said_to_be_given() -> None:
    shown = run("explain", "234m678p345p22z678s", "--why", "riichi", "--lang", "zh").stdout
    assert "已注明" not in shown


def test_a_count_of_zero_has_its_own_word_in_changsha() -> None:
    found = score("345m678p345s678s2p+2p", "changsha", win="tsumo")
    assert [found.ruleset.amount_text(0, language=one) for one in LANGUAGES[::2]] == ["small win", "小胡"]
    assert Unit("fan", none=(("zh", "无番"),)).none
    assert found.ruleset.amount_text(1, language="zh") == "1个大胡"


def test_the_queen_stays_a_queen_in_traditional_chinese() -> None:
    for text, traditional in (("王、后和百搭牌", "王、后和百搭牌"), ("杠后的牌", "槓後的牌")):
        assert text_in({"zh": text}, "zh-Hant") == traditional


def test_no_row_of_conditions_denies_a_denial() -> None:
    shown = run("explain", "234m678p345p22z678s", "--why", "pinfu").stdout
    assert "not met  there is no pair of value tiles" in shown
    assert "\nno " not in shown
