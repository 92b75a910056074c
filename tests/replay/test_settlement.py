"""Drawn deals, false wins and final results without a log. Figures: the rule texts named in the rule files."""

from __future__ import annotations

import json

import pytest

from scorer import InputError, load_ruleset
from scorer.engine.evaluate import holds, rules_view
from scorer.table.rules import DealRules
from scorer.table.settle import draw_result, final_results
from tests.cli.runs import run
from tests.support.shipped import each_game

DRAWS = {
    ("riichi", "ES", "", ""): (1500, 1500, -1500, -1500),
    ("riichi", "E", "", ""): (3000, -1000, -1000, -1000),
    ("riichi", "ESW", "", ""): (1000, 1000, 1000, -3000),
    ("riichi", "", "", ""): (0, 0, 0, 0),
    ("riichi", "ESWN", "", ""): (0, 0, 0, 0),
    ("tenhou-sanma", "E", "", ""): (2000, -1000, -1000),
    ("tenhou-sanma", "ES", "", ""): (1000, 1000, -2000),
    ("tenhou", "", "W", ""): (-4000, -2000, 8000, -2000),
    ("tenhou", "", "E", ""): (12000, -4000, -4000, -4000),
    ("tenhou-sanma", "", "S", ""): (-4000, 6000, -2000),
    ("riichi", "", "", "S"): (4000, -8000, 2000, 2000),
    ("m-league", "", "", "S"): (0, 0, 0, 0),
    ("mu", "E", "", ""): (0, 0, 0, 0),
    ("saikouisen-classic", "ES", "", ""): (0, 0, 0, 0),
    ("kansai-sanma", "", "S", ""): (-20000, 32000, -12000),
}
"""(ruleset, ready seats, seats of nagashi mangan, false winner) -> what each seat gains."""


@pytest.mark.parametrize("asked", DRAWS, ids=" ".join)
def test_a_drawn_deal_pays(asked: tuple[str, str, str, str]) -> None:
    name, ready, by, false_win = asked
    found = draw_result(load_ruleset(name), ready_seats=ready, paid_seats=by, false_win=false_win)
    assert found.payments == DRAWS[asked]
    assert sum(found.payments) == 0


@pytest.mark.parametrize(
    ("name", "ready", "stays", "honba"),
    [("riichi", "E", True, 2), ("riichi", "S", False, 2), ("riichi", "", False, 2)],
)
def test_the_next_deal_follows(name: str, ready: str, stays: bool, honba: int) -> None:
    following = draw_result(load_ruleset(name), ready_seats=ready, honba=1, sticks=2).next_deal
    assert following is not None
    assert (following.stays, following.honba, following.sticks) == (stays, honba, 2)


FOUR_DRAWS = {"nine_terminals", "four_winds", "four_riichi", "four_kongs"}
ABORTIVE = {
    "tenhou": {*FOUR_DRAWS, "three_wins"}, "riichi-city": {*FOUR_DRAWS, "three_wins"}, "mahjong-soul": FOUR_DRAWS,
    "jpml-a": {"nine_terminals"}, "jpml-b": {"nine_terminals"}, "jpml-wrc": set[str](), "m-league": set[str](),
    "ema": set[str](), "wrc": set[str](), "saikouisen": set[str](), "npm": set[str](), "mu": set[str](),
    "rmu-a": set[str](), "rcr": set[str](),
}  # fmt: skip


@pytest.mark.parametrize("name", ABORTIVE)
def test_a_league_has_the_abortive_draws_that_are_known_of_it(name: str) -> None:
    rules = load_ruleset(name)
    draws = [
        one
        for one in rules.draws
        if one.option_condition is None or holds(one.option_condition, rules_view(rules))
    ]
    assert {draw.id for draw in draws if draw.aborts} == ABORTIVE[name]


FIXED_UMA = {"floating_uma": False}
FINALS = {
    ("tenhou", (41000, 29000, 18000, 12000)): (51.0, 9.0, -22.0, -38.0),
    ("mahjong-soul", (41000, 29000, 18000, 12000)): (31.0, 9.0, -12.0, -28.0),
    ("jpml-a", (38000, 31000, 29000, 22000)): (16.0, 5.0, -5.0, -16.0),
    ("tenhou", (25000, 25000, 25000, 25000)): (35.0, 5.0, -15.0, -25.0),
    ("m-league", (25000, 25000, 25000, 25000)): (0.0, 0.0, 0.0, 0.0),
    ("wrc", (40000, 40000, 20000, 20000)): (20.0, 20.0, -20.0, -20.0),
    ("jpml-wrc", (40000, 35000, 25000, 20000)): (25.0, 10.0, -10.0, -25.0),
    ("jpml-wrc-r", (40000, 35000, 25000, 20000)): (40.0, 15.0, -15.0, -40.0),
    ("riichi-city", (41000, 29000, 18000, 12000)): (61.0, 9.0, -22.0, -48.0),
    ("rmu-a", (40000, 35000, 25000, 20000)): (25.0, 10.0, -10.0, -25.0),
    ("rmu-m", (40000, 30000, 20000, 10000)): (60.0, 10.0, -20.0, -50.0),
    ("mu", (40000, 35000, 25000, 20000)): (22.0, 9.0, -9.0, -22.0),
    ("npm", (40000, 30000, 20000, 10000)): (60.0, 10.0, -20.0, -50.0),
    ("saikouisen-classic", (40000, 35000, 25000, 20000)): (22.0, 9.0, -9.0, -22.0),
    ("rcr", (40000, 40000, 20000, 20000)): (20.0, 20.0, -20.0, -20.0),
    ("riichi-city-sanma", (45000, 35000, 25000)): (40.0, -5.0, -35.0),
    ("kansai-sanma", (45000, 35000, 25000)): (20.0, -5.0, -15.0),
    ("tenhou-sanma", (45000, 35000, 25000)): (40.0, -5.0, -35.0),
    ("three-player", (88000, -15000, 62000)): (53000, -65000, 12000),
}
"""(ruleset, final scores, first dealer first) -> results in thousands."""


@pytest.mark.parametrize("asked", FINALS, ids=str)
def test_final_scores_become_results(asked: tuple[str, tuple[int, ...]]) -> None:
    name, scores = asked
    assert final_results(scores, load_ruleset(name)).result.results == FINALS[asked]


def test_the_uma_by_floating_players_can_be_chosen_or_not() -> None:
    scores = (41000, 29000, 28000, 22000)
    floating, fixed = (
        final_results(scores, "jpml-a"),
        final_results(scores, load_ruleset("jpml-b", FIXED_UMA)),
    )
    assert (floating.terms.places, fixed.terms.places) == ((12, -1, -3, -8), (20, 10, -10, -20))
    assert "floating_uma" in floating.terms.options and "uma_first" not in floating.terms.options
    assert {"floating_uma", "uma_first", "uma_second"} <= {*fixed.terms.options}


def test_sticks_that_are_left_go_to_the_first_or_to_nobody() -> None:
    scores = (40000, 30000, 20000, 8000)
    assert final_results(scores, "tenhou", sticks=2).result.scores == (42000, 30000, 20000, 8000)
    of_wrc = (60000, 30000, 20000, 8000)
    assert final_results(of_wrc, "wrc", sticks=2).result.scores == of_wrc


WRONG_SUMS = {
    "41000 29000 18000 11000": "if 1 stick was left on the table, add --sticks 1",
    "410 290 180 120": "write points instead of hundreds",
    "30000 30000 30000 30000": "if every player began with 30,000, add -o start_points=30000",
    "30000 30000 30000 30100 -r ema-2016": "one of the scores is 100 points too high",
    "35000 33000 32000 -r sanma": "5,000 points are missing in one of the scores",
}
"""The scores of a command, and what may be wrong with their sum."""


@pytest.mark.parametrize("asked", WRONG_SUMS)
def test_final_scores_that_cannot_be_right_are_refused_with_what_it_may_be(asked: str) -> None:
    result = run("final", *asked.split())
    assert result.exit_code == 2
    assert WRONG_SUMS[asked] in " ".join(result.stderr.split())


def test_a_false_win_costs_what_the_rules_say() -> None:
    assert draw_result("mcr", false_win="S").payments == (0, -40, 0, 0)
    assert draw_result("taiwanese", false_win="S").payments == (14, -40, 13, 13)
    assert draw_result("m-league", false_win="S").deduction == 20


@pytest.mark.parametrize("name", ["hong-kong", "sichuan", "british", "zung-jung", "singapore"])
def test_what_a_false_win_costs_is_refused_where_the_rules_are_silent(name: str) -> None:
    with pytest.raises(InputError, match="does not say what a false win costs"):
        draw_result(name, false_win="S")


@pytest.mark.parametrize(("name", "stays"), [("changsha", True), ("guangdong", True), ("mcr", False)])
def test_the_dealer_deals_again_after_a_draw_if_the_winner_deals_next(name: str, stays: bool) -> None:
    assert draw_result(name).dealer_stays is stays


def test_the_commands_answer_and_refuse() -> None:
    data = json.loads(run("draw", "--ready", "E,S", "--honba", "1", "-f", "json").stdout)
    assert data["payments"] == {"E": 1500, "S": 1500, "W": -1500, "N": -1500}
    assert data["next"] == {"dealer_stays": True, "honba": 2, "sticks": 0}
    data = json.loads(run("final", "32400", "25,100", "24300", "18200", "-f", "json").stdout)
    assert data["results"] == {"A": 42.4, "B": 5.1, "C": -15.7, "D": -31.8}
    assert run("final", "45000", "-5000", "30000", "30000").exit_code == 0
    for wrong in (
        ("draw", "--ready", "Q"),
        ("draw", "--kind", "waltz"),
        ("final", "1", "2"),
        ("final", "x", *"123"),
        ("final", "--5", *"123"),
    ):
        assert run(*wrong).exit_code == 2


@pytest.mark.parametrize("name", [*each_game(), "sanma", "m-league", "wrc", "jpml-a"])
def test_a_result_follows_from_the_terms_that_are_shown(name: str) -> None:
    rules = load_ruleset(name)
    if rules.final is None:
        pytest.skip("the ruleset does not say what final scores are worth")
    start, players = DealRules(rules).start, DealRules(rules).players
    gains = (16000, 4000, -8000, -12000) if players == 4 else (16000, -4000, -12000)
    found = final_results([start + gain for gain in gains], rules)
    earned = [*found.terms.places]
    earned[0] += found.terms.first_takes / found.terms.unit
    counted = [
        (score - found.terms.returns) / found.terms.unit if rules.final.counts_score else 0
        for score in found.scores
    ]
    assert list(found.result.results) == [one + bonus for one, bonus in zip(counted, earned, strict=True)]


def test_the_options_of_a_result_change_it() -> None:
    terms = final_results([41000, 29000, 18000, 12000]).terms
    assert terms.options == (
        "return_points", "uma_first", "uma_second", "first_takes_oka", "start_points", "tied_places",
    )  # fmt: skip
    args = ("41000", "29000", "18000", "12000", "-o", "uma_first=30", "-o", "first_takes_oka=false")
    shown = run("final", *args).stdout
    assert "+30 +10 -10 -30" in shown and "-o uma_first=30" in shown and "-o first_takes_oka=false" in shown
