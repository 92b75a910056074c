"""Draws, false wins, the next deal and final results come out as `tests/data/settling.yaml` says."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.scoring import load_ruleset
from scorer.table.rules import DealRules
from scorer.table.settle import DealEnd, draw_payments, equal_parts, false_win_cost, final_result, next_deal
from tests.support.places import DATA

Case = dict[str, Any]
CASES: dict[str, list[Case]] = yaml.safe_load((DATA / "settling.yaml").read_text("utf-8"))


def rules_of(case: Case) -> DealRules:
    return DealRules(load_ruleset(case.get("ruleset", "riichi"), case.get("options")))


def ready_states(case: Case, players: int) -> tuple[bool | None, ...]:
    unknown, ready = case.get("unknown", ()), case.get("ready", ())
    return tuple(None if player in unknown else player in ready for player in range(players))


@pytest.mark.parametrize("case", CASES["draws"], ids=str)
def test_a_drawn_deal_pays_whoever_deals(case: Case) -> None:
    rules = rules_of(case)
    (draw,) = (one for one in rules.draws if one.id == case["kind"])
    states = ready_states(case, rules.players)
    gains = draw_payments(draw, rules, case.get("dealer", 0), case.get("paid", ()), states)
    assert list(gains) == case["pays"]
    assert sum(gains) == 0


@pytest.mark.parametrize("case", CASES["false wins"], ids=str)
def test_a_false_win_costs_what_the_rules_say_wherever_the_dealer_sits(case: Case) -> None:
    cost = false_win_cost(rules_of(case), case["player"], case["dealer"], case.get("honba", 0))
    assert (cost is None) == ("pays" not in case)
    if cost:
        assert list(cost.payments) == case["pays"]
        assert (cost.lost, cost.deduction) == (case.get("lost", 0), case.get("deduction", 0))
        assert cost.replays is case.get("replays", False)


@pytest.mark.parametrize("case", CASES["next deals"], ids=str)
def test_a_deal_is_followed_by_the_one_of_the_rules(case: Case) -> None:
    rules, end = rules_of(case), case["end"]
    found = next_deal(
        rules,
        DealEnd(
            tuple(end.get("winners", ())), False, ready_states(end, rules.players),
            tuple(end.get("scores", [25000] * rules.players)), 0, end.get("honba", 0), end.get("dealer", 0),
            end.get("round", 0), end.get("turn", 0), tuple(end.get("first", ())), end.get("from"),
        ),
        case.get("rounds", 0),
        may_end="ends_not" not in case,
    )  # fmt: skip
    assert found is not None
    if "next" in case:
        assert [found.dealer, found.round, found.turn, found.honba] == case["next"]
        assert (found.reason, found.ends) == (case.get("ends", ""), "ends" in case)
        assert found.stays == (case["next"][2] == end.get("turn", 0) and found.round == end.get("round", 0))
    assert found.dealer == case.get("next_dealer", found.dealer)


@pytest.mark.parametrize("case", CASES["finals"], ids=str)
def test_final_scores_are_worth_what_the_rules_say(case: Case) -> None:
    rules, scores = rules_of(case), case["scores"]
    found = final_result(rules.ruleset, rules, scores, case.get("sticks", 0), case.get("first", 0))
    assert (found is None) == case.get("none", False)
    if found:
        assert list(found.scores) == case.get("full", scores)
        assert list(found.places) == case["places"]
        assert list(found.results) == case.get("results", list(found.results))


@pytest.mark.parametrize(
    ("points", "players", "unit", "parts"),
    [
        (7, 3, 1, [3, 2, 2]),
        (7, 3, 0, [3, 2, 2]),
        (1000, 3, 100, [400, 300, 300]),
        (1050, 2, 100, [550, 500]),
        (0, 2, 100, [0, 0]),
        (5000, 1, 100, [5000]),
    ],
)
def test_equal_parts_lose_no_point(points: int, players: int, unit: int, parts: list[int]) -> None:
    assert equal_parts(points, players, unit) == parts
    assert sum(parts) == points
