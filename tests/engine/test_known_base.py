"""A deal of which only the base of the hand is known is paid as if the hand were known."""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import View
from scorer.engine.request import NO_HAND
from scorer.engine.score import HandView
from scorer.engine.value import hand_payments, share_between, whole_hand_liability
from scorer.hand import Situation
from scorer.language.formulas import formula_text
from scorer.ruleset.model import Value
from scorer.scoring import load_ruleset

YAKUMAN = 8000


def view_of(game: str, situation: Situation, **amounts: int) -> View:
    return HandView(load_ruleset(game), NO_HAND, situation).with_amounts(amounts)


@pytest.mark.parametrize(
    ("win", "liable", "options", "gains"),
    [
        (Situation(True, "S", honba=2), "W", {}, {"E": 0, "S": 32600, "W": -32600, "N": 0}),
        (Situation(True, "E", honba=2), "W", {}, {"E": 48600, "S": 0, "W": -48600, "N": 0}),
        (Situation(True, "S", honba=2), "WE", {}, {"E": -16000, "S": 32600, "W": -16600, "N": 0}),
        (Situation(False, "S", discarder="N", honba=2), "W", {}, {"E": 0, "S": 32600, "W": -16000, "N": -16600}),
        (Situation(False, "S", discarder="N", honba=2), "W", {"pao_counters": "liable"},
         {"E": 0, "S": 32600, "W": -16600, "N": -16000}),
        (Situation(False, "S", discarder="W", honba=2), "W", {}, {"E": 0, "S": 32600, "W": -32600, "N": 0}),
        (Situation(False, "S", discarder="N", honba=2), "WE", {},
         {"E": -8000, "S": 32600, "W": -8000, "N": -16600}),
        (Situation(False, "S", honba=2), "W", {}, {"S": 32600, "W": -16000, "discarder": -16600}),
        (Situation(True, "S", sticks=1), "", {}, {"E": -16000, "S": 33000, "W": -8000, "N": -8000}),
    ],
)  # fmt: skip
def test_players_who_are_liable_for_the_whole_hand_pay_it(
    win: Situation, liable: str, options: dict[str, Value], gains: dict[str, int]
) -> None:
    ruleset = load_ruleset("riichi", options)
    view = HandView(ruleset, NO_HAND, win).with_amounts({"base": YAKUMAN})
    paid = whole_hand_liability(view, liable) if liable else hand_payments(view, ())
    assert dict(paid.transfers) == gains
    assert paid.points == (48000 if win.seat == "E" else 32000)
    assert sum(one.players * one.paid for one in paid.losers) == paid.total - paid.sticks


@pytest.mark.parametrize(
    ("game", "receiver", "payer", "amount"),
    [
        ("british", "E", "S", (12, "2 x 6")),
        ("british", "S", "E", (12, "2 x 6")),
        ("british", "S", "W", (6, "6")),
        ("classical", "W", "N", (6, "6")),
    ],
)
def test_two_losers_settle_their_difference_twice_if_one_of_them_deals(
    game: str, receiver: str, payer: str, amount: tuple[int, str]
) -> None:
    view = view_of(game, Situation(False, receiver), difference=6)
    points, formula = share_between(view, view.ruleset.comparisons[0].pays, payer)
    assert (points, formula_text(formula)) == amount


@pytest.mark.parametrize(
    ("feeder", "payer", "amount"), [("W", "W", 8000), ("W", "E", 0), ("E", "E", 8000), ("", "E", 0)]
)
def test_who_fed_a_win_pays_as_the_discarder(feeder: str, payer: str, amount: int) -> None:
    view = view_of("riichi", Situation(False, "S"), base=2000)
    assert share_between(view, view.ruleset.payment.discard, payer, feeder)[0] == amount
