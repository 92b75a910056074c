"""Draws, false wins, the next deal and final results come out as `tests/data/settling.yaml` says."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.engine.configure import configure_ruleset
from scorer.errors import InputError
from scorer.message import message_text
from scorer.ruleset.load import load_text
from scorer.scoring import load_ruleset
from scorer.table.rules import DealRules
from scorer.table.settle import (
    DealEnd,
    draw_payments,
    draw_result,
    equal_parts,
    false_win_cost,
    final_result,
    final_results,
    final_terms,
    game_result,
    next_deal,
    planned_rounds,
    player_order,
)
from tests.support.places import DATA
from tests.support.small import usual

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
    counters = [case["honba"]] if "honba" in case else []
    cost = false_win_cost(rules_of(case), case["player"], case["dealer"], *counters)
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
        *([case["rounds"]] if "rounds" in case else []),
        **({"may_end": False} if "ends_not" in case else {}),
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
    given = {
        name: case[key] for key, name in (("sticks", "sticks"), ("first", "first_dealer")) if key in case
    }
    found = final_result(rules.ruleset, rules, scores, **given)
    assert (found is None) == case.get("none", False)
    if found:
        assert game_result(rules, scores, **given) == found
        assert list(found.scores) == case.get("full", scores)
        assert list(found.places) == case["places"]
        assert list(found.results) == case.get("results", list(found.results))


@pytest.mark.parametrize("case", CASES["without a log"], ids=str)
def test_the_answer_about_a_draw_counts_seats_from_the_dealer(case: Case) -> None:
    answer = draw_result(case.get("ruleset", "riichi"), **case["asked"])
    assert (list(answer.payments), answer.rule.id if answer.rule else None) == (
        case["pays"],
        case.get("rule"),
    )
    following = answer.next_deal
    found = [following.dealer, following.round, following.turn, following.honba] if following else None
    assert found == case.get("next")
    if following:
        assert following.sticks == case["asked"].get("sticks", 0)
        assert [score - 25000 for score in following.scores] == case["pays"]


def test_a_rule_may_ask_how_many_players_are_ready() -> None:
    ruleset = load_text("extends: riichi\nset: {deals.honba: 10 * ready}\n", "club.yaml").ruleset
    assert ruleset is not None
    rules = DealRules(configure_ruleset(ruleset, None))
    end = DealEnd((), False, (True, False, None, False), (25000,) * 4, 0, 1, 0, 0, 0)
    found = next_deal(rules, end)
    assert found is not None and found.honba == 10


def test_a_game_has_the_rounds_of_its_rules_unless_others_are_asked_for() -> None:
    rounds = [planned_rounds(DealRules(load_ruleset(name))) for name in ("riichi", "sichuan", "three-player")]
    assert rounds == [2, 0, 0]
    asked = [
        planned_rounds(DealRules(load_ruleset(name)), 1) for name in ("riichi", "sichuan", "three-player")
    ]
    assert asked == [1, 0, 0]
    unsaid = DealRules(configure_ruleset(usual("patterns: [{id: it, value: 1}]\n"), None))
    assert [planned_rounds(unsaid), planned_rounds(unsaid, 2)] == [0, 0]


@pytest.mark.parametrize(
    ("final", "results"),
    [
        ("{returns: 30}", [70, 10, -20, -30]),
        ("{returns: 30, unit: 1}", [70, 10, -20, -30]),
        ("{returns: 30, unit: 10}", [7, 1, -2, -3]),
        ("{returns: 30, first_takes: 20}", [90, 10, -20, -30]),
        ("{unit: 10, first_takes: 20, places: [5, 1, 0, 0]}", [17, 5, 1, 0]),
    ],
)
def test_each_point_counts_as_one_in_the_result_unless_the_rules_name_a_unit(
    final: str, results: list[float]
) -> None:
    rules = DealRules(configure_ruleset(usual(f"patterns: [{{id: it, value: 1}}]\nfinal: {final}\n"), None))
    found = final_result(rules.ruleset, rules, [100, 40, 10, 0])
    assert found is not None and list(found.results) == results
    terms = final_terms(rules, [100, 40, 10, 0])
    assert terms.unit == (10 if "unit: 10" in final else 1)


@pytest.mark.parametrize(
    ("pays", "player", "gains"),
    [
        ("{dealer: 10, each: 0}", 1, [10, -10, 0, 0]),
        ("{dealer: 10, each: 0}", 0, None),
        ("{each: 5}", 2, [5, 5, -15, 5]),
        ("{each: 0}", 2, None),
    ],
)
def test_a_false_win_may_be_paid_to_one_player_alone(pays: str, player: int, gains: list[int] | None) -> None:
    ruleset = usual(f"patterns: [{{id: it, value: 1}}]\ndeals: {{rounds: 1, false_win: {pays}}}\n")
    cost = false_win_cost(DealRules(configure_ruleset(ruleset, None)), player, 0)
    assert (cost and list(cost.payments)) == gains


@pytest.mark.parametrize(
    ("game", "scores", "says"),
    [
        ("riichi", [25000] * 3, "needs 4 scores, one for each player, not 3"),
        ("riichi", [25000] * 5, "not 5"),
        ("riichi", [25000, 25000, 25000, 25000.0], "25000.0"),
        ("riichi", [25000, 25000, 25000, True], "True"),
        ("riichi", [25000, 25000, 25000, 25100], "100"),
        ("british", [2000] * 4, "British Mah-Jong has no rules for final scores"),
    ],
)
def test_final_scores_are_whole_numbers_of_every_player(game: str, scores: list[Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        final_results(scores, game)
    (fault,) = caught.value.faults
    assert fault.source == "scores"
    assert says in message_text(fault.message)


def test_what_decided_the_results_is_told_with_its_options() -> None:
    found = final_terms(DealRules(load_ruleset("riichi", {"uma_first": 15})), [41000, 29000, 18000, 12000])
    assert found.places[0] == 15
    assert {"uma_first", "return_points", "tied_places"} <= {*found.options}
    by_floating = final_terms(DealRules(load_ruleset("jpml-a")), [42000, 30000, 28000, 20000])
    assert by_floating.places == (8, 4, -4, -8)
    assert "floating_uma" in by_floating.options
    assert not any(option.startswith("uma_") for option in by_floating.options)


@pytest.mark.parametrize(
    ("game", "seats", "is_seat"),
    [
        ("riichi", ["N"], True),
        ("riichi", ["ES"], False),
        ("riichi", ["X"], False),
        ("riichi", [""], False),
        ("sanma", ["N"], False),
        ("sanma", ["西"], True),
    ],
)
def test_only_a_seat_of_the_game_can_be_ready(game: str, seats: list[str], is_seat: bool) -> None:
    if is_seat:
        assert draw_result(game, ready_seats=seats).payments
        return
    with pytest.raises(InputError):
        draw_result(game, ready_seats=seats)


def test_of_equal_players_the_first_dealer_is_first() -> None:
    assert player_order([5, 9, 9, 5]) == [1, 2, 0, 3]
    assert player_order([5, 9, 9, 5], 2) == [2, 1, 3, 0]


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


@pytest.mark.parametrize("kind", ["nagashi_mangan", "流し満貫", "流局满贯", "Nagashi Mangan", "流局滿貫"])
def test_a_draw_is_found_by_its_id_or_name_in_any_language(kind: str) -> None:
    answer = draw_result("riichi", kind=kind, paid_seats=["S"])
    assert answer.rule is not None
    assert answer.rule.id == "nagashi_mangan"
