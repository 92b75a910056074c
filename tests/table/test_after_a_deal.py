"""What follows a deal, and what the scores at the end of a game are worth."""

from __future__ import annotations

import pytest

from scorer.scoring import load_ruleset
from scorer.table.rules import DealRules
from scorer.table.settle import DealEnd, final_result, next_deal

EVEN = (25000, 25000, 25000, 25000)
NOBODY = (False, False, False, False)
LAST = {"round": 1, "turn": 3, "dealer": 3}
"""The last deal of a game of two rounds that player 0 began."""
LAST_BEGUN_BY_2 = {"round": 1, "turn": 3, "dealer": 1}


def deal_end(**given: object) -> DealEnd:
    usual = {
        "winners": (),
        "is_aborted": False,
        "ready_states": NOBODY,
        "scores": EVEN,
        "sticks": 0,
        "honba": 0,
    }
    return DealEnd(**({"dealer": 0, "round": 0, "turn": 0} | usual | given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "dealer", "round_", "turn", "honba"),
    [
        ({"winners": (0,), "honba": 1}, 0, 0, 0, 2),
        ({"winners": (2,), "honba": 1}, 1, 0, 1, 0),
        ({"ready_states": (True, False, False, True)}, 0, 0, 0, 1),
        ({"ready_states": (False, True, True, True)}, 1, 0, 1, 1),
        ({"is_aborted": True}, 0, 0, 0, 1),
        ({"winners": (1,), "dealer": 3, "turn": 3}, 0, 1, 0, 0),
    ],
)
def test_a_dealer_who_wins_or_is_ready_stays_and_else_the_deal_passes_on(
    given: dict[str, object], dealer: int, round_: int, turn: int, honba: int
) -> None:
    found = next_deal(DealRules(load_ruleset("riichi")), deal_end(**given))
    assert found is not None
    assert (found.dealer, found.round, found.turn, found.honba) == (dealer, round_, turn, honba)
    assert not found.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({**LAST, "winners": (1,), "scores": (30000, 30000, 20000, 20000)}, "rounds"),
        (
            {**LAST, "winners": (1,), "scores": (29000, 29000, 21000, 21000)},
            "",
        ),  # nobody has the 30,000 points
        ({**LAST, "winners": (3,), "scores": (20000, 20000, 20000, 40000)}, "leading dealer"),
        ({**LAST, "winners": (3,), "scores": (20000, 20000, 40000, 20000)}, ""),
        # of equal players the first dealer is before the others
        ({**LAST_BEGUN_BY_2, "winners": (1,), "scores": (15000, 35000, 35000, 15000)}, ""),
        ({**LAST_BEGUN_BY_2, "winners": (1,), "scores": (15000, 35100, 35000, 14900)}, "leading dealer"),
        ({"winners": (1,), "scores": (-100, 50100, 25000, 25000)}, "bust"),
        ({"winners": (1,), "scores": (0, 50000, 25000, 25000)}, ""),
        ({"winners": (1,), "round": 1, "turn": 2, "dealer": 2, "scores": (40000, 20000, 20000, 20000)}, ""),
    ],
)
def test_a_game_ends_with_its_rounds_a_leading_dealer_or_a_player_below_0(
    given: dict[str, object], reason: str
) -> None:
    found = next_deal(DealRules(load_ruleset("riichi")), deal_end(**given))
    assert found is not None
    assert found.reason == reason


@pytest.mark.parametrize(
    ("given", "dealer"),
    [
        ({"winners": (2,), "first_winners": (2,), "first_discarder": 3}, 2),
        ({"winners": (1, 2), "first_winners": (1, 2), "first_discarder": 3}, 3),
        ({}, 0),
    ],
)
def test_in_sichuan_the_first_winner_deals_next_or_who_fed_several(
    given: dict[str, object], dealer: int
) -> None:
    found = next_deal(DealRules(load_ruleset("sichuan")), deal_end(**given, scores=(0, 0, 0, 0)))
    assert found is not None
    assert found.dealer == dealer


@pytest.mark.parametrize(
    ("name", "scores", "sticks", "first", "places", "results"),
    [
        # EMA: from 30,000, uma 15 and 5; equal players share
        ("ema", (45000, 30000, 25000, 20000), 0, 0, (1, 2, 3, 4), (30, 5, -10, -25)),
        ("ema", (40000, 30000, 30000, 20000), 0, 0, (1, 2, 2, 4), (25, 0, 0, -25)),
        # Tenhou: from 30,000, uma 20 and 10, and the first takes the 20 that all have paid; of equal players the
        # first dealer is before the others
        ("tenhou", (40000, 30000, 20000, 10000), 0, 0, (1, 2, 3, 4), (50, 10, -20, -40)),
        ("tenhou", (30000, 30000, 20000, 20000), 0, 1, (2, 1, 3, 4), (10, 40, -20, -30)),
        ("tenhou", (30000, 29000, 20000, 20000), 1, 0, (1, 2, 3, 4), (41, 9, -20, -30)),
    ],
)
def test_scores_and_places_make_the_result(
    name: str,
    scores: tuple[int, ...],
    sticks: int,
    first: int,
    places: tuple[int, ...],
    results: tuple[float, ...],
) -> None:
    ruleset = load_ruleset(name)
    found = final_result(ruleset, DealRules(ruleset), scores, sticks, first)
    assert found is not None
    assert (found.places, found.results) == (places, results)
