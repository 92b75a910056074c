"""The compiled engine says what the reference engine says, on every field."""

from __future__ import annotations

from textwrap import dedent

import pytest

from scorer.engine.request import parse_request
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.interface import compile_engine
from scorer.fast.requests import RequestKey
from scorer.hand import Request
from scorer.ruleset.find import shipped_names
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset, score_by_readings
from tests.fast.comparing import differences, memos, outcome, worked_out
from tests.support.loops import some
from tests.support.shipped import each_box, each_of
from tests.support.small import made, usual

QUICK, LONG = 40, 300
SLOW_RULESETS = {"ponjan": 6, "donjara-one-piece": 10}
"""With two jokers the reference engine tries 378 hands for one."""

OPTIONS: list[tuple[str, dict[str, bool | int | str]]] = [
    ("riichi", {"local_yaku": "all", "red_fives": 4, "wareme_factor": 2}),
    ("riichi", {"renhou": "mangan", "kiriage_mangan": True, "open_tanyao": False}),
    ("riichi", {"double_wind_pair_fu": 2, "rinshan_fu": False, "yakuman_stack": False}),
    ("sanma", {"tsumo_loss": False}),
    ("three-player", {"red_fives": True, "tanyao_every_wait": False, "counted_yakuman": True}),
    ("pocket-mahjong", {"minimum_fan": 3, "responsibility": "half", "payment_table": "spicy"}),
    ("pocket-mahjong", {"seven_pairs_four_equal": False, "pair_counts": True, "nine_lamps_concealed": False}),
    ("ponjan-anoa", {"joker_tiles": 1, "dora": True, "chiihou": True, "tenhou": True, "furiten": True}),
]


@pytest.mark.parametrize("name", each_box())
def test_every_shipped_ruleset_scores_alike_in_both_engines(name: str) -> None:
    ruleset = load_ruleset(name)
    samples = sample_hands(ruleset, 20_261_122, SLOW_RULESETS.get(name, QUICK))
    found, seen = differences(compile_engine(ruleset), ruleset, samples)
    assert not found
    assert seen["won"] > 0
    most = 0.3 if name in ("filipino", "visayan") else 0.2  # two copies of a flower, and wild tiles
    assert seen["beyond"] < most * seen.total()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_options_change_both_engines_alike(name: str, options: dict[str, bool | int | str]) -> None:
    ruleset = load_ruleset(name, options)
    found, seen = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 7, QUICK))
    assert not found
    assert seen["won"] > 0


@pytest.mark.parametrize(
    "name", each_of(["riichi", "hong-kong", "mcr", "sanma", "sichuan", "british", "donjara-one-piece"])
)
def test_a_hand_that_may_not_win_is_refused_for_the_same_reasons(name: str) -> None:
    ruleset = load_ruleset(name)
    engine, told = compile_engine(ruleset), []
    for hand, situation in some(sample_hands(ruleset, 3, 2 * QUICK)):
        whole = request_for_hand(hand, situation, ruleset)
        for request in (whole, Request(whole.hand)):
            try:
                found = outcome(engine.score_text, RequestKey.of_request(request))
            except NeedsReadableEvaluator:
                continue
            assert found == outcome(score_by_readings, ruleset, *parse_request(request, ruleset)), request
            told.append("kind" in found)
    assert told.count(True) > 4


@pytest.mark.slow_one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_many_hands_score_alike_in_both_engines(name: str) -> None:
    ruleset = load_ruleset(name)
    count = SLOW_RULESETS.get(name, LONG // 50) * 50
    found, _ = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 3, count))
    assert not found


@pytest.mark.slow
def test_the_second_time_nothing_is_worked_out_again() -> None:
    ruleset = load_ruleset("riichi")
    engine = compile_engine(ruleset)
    samples = [sample for sample in sample_hands(ruleset, 5, 100) if not sample[1].liable]
    for memo in memos():  # what tests before this one left may fill them, so that they forget in between
        memo.shrink()
    for hand, situation in samples:
        outcome(engine.score, hand, situation)
    known = worked_out()
    again = [outcome(engine.score, hand, situation) for hand, situation in samples]
    assert worked_out() == known > 0
    assert any("awards" in one for one in again)


def test_a_pattern_that_counts_jokers_scores_alike_in_both_engines() -> None:
    text = "extends: ponjan\npatterns:\n  - {id: pure, name: Pure, value: 1, when: jokers == 0, definition: No joker.}\n"
    ruleset = made(text)
    found, seen = differences(
        compile_engine(ruleset), ruleset, sample_hands(ruleset, 5, SLOW_RULESETS["ponjan"])
    )
    assert not found
    assert seen["won"] > 0


def test_what_only_patterns_turned_off_ask_tells_no_readings_apart() -> None:
    text = """
    options: {local: {default: false, help: whether the pattern is played}}
    patterns:
    - {id: it, value: 1, when: tiles(terminal) > 6, enabled: local}
    """
    without, played = (
        [counter.measure[0] for counter in compile_engine(usual(dedent(text), local=local)).form.counters]
        for local in (False, True)
    )
    assert "tiles" not in without and "tiles" in played
