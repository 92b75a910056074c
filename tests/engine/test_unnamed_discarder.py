"""Nobody is said to have discarded: the result is for another player than the dealer, who may pay more."""

from __future__ import annotations

import json

import pytest

from scorer import load_ruleset, score
from scorer.engine.request import parse_request
from scorer.hand import Request
from scorer.scoring import score_hand, score_if_dealer_discarded
from tests.cli.runs import run
from tests.support.small import score as score_example
from tests.support.small import usual

HAND = "123456789m123s(777z)1p+1p"
BRITISH = "111m222333p4455s+4s"


def test_an_unnamed_discarder_is_another_player_than_the_dealer() -> None:
    unnamed, other, dealer = (score(HAND, "taiwanese", win="ron", discarder=seat) for seat in ("", "W", "E"))
    assert (unnamed.points, other.points, dealer.points) == (7, 7, 8)
    found = score_if_dealer_discarded(unnamed)
    assert found is not None and found.payments == dealer.payments


@pytest.mark.parametrize(
    "said", [{"discarder": "W"}, {"discarder": "E"}, {"win": "tsumo"}, {"seat": "E"}], ids=str
)
def test_nothing_is_left_open_where_it_is_known_who_pays(said: dict[str, str]) -> None:
    assert score_if_dealer_discarded(score(HAND, "taiwanese", **said)) is None  # type: ignore[arg-type]


def test_a_dealer_who_pays_a_share_of_his_own_pays_it_whoever_discarded() -> None:
    unnamed, dealer = score(BRITISH, "british"), score(BRITISH, "british", discarder="E")
    assert unnamed.points == dealer.points
    assert dict(unnamed.payments.transfers)["E"] == dict(dealer.payments.transfers)["E"]
    assert score_if_dealer_discarded(unnamed) is None


SHARES = """
circumstances: {blessed: {}}
options: {seats_of: {default: 4, from: 2, to: 4, help: how many play}}
players: seats_of
patterns: [{id: it, value: 10}]
base: total + 0 * honba
payment:
  discard: {discarder: base, MORE}
  self_draw: {each: base}
  counters: {discard: {COUNTERS}, self_draw: {dealer: 9 * honba}}
  extras: [{id: gift, name: Gift, when: blessed, discard: {GIFT}, self_draw: {dealer: 90}}]
"""


@pytest.mark.parametrize(
    ("more", "counters", "gift", "said", "told"),
    [
        ("each: 0", "each: 0", "each: 0", "seat=S", [("discarder", 1, 10, 0), ("others", 2, 0, 0)]),
        ("each: 0", "each: 2 * honba", "each: 5", "seat=S", [("discarder", 1, 15, 2), ("others", 2, 5, 2)]),
        ("dealer: 4", "each: 0", "each: 0", "seat=S", [("discarder", 1, 10, 0), ("E", 1, 4, 0), ("others", 1, 0, 0)]),
        ("each: 0", "dealer: 3 * honba", "each: 0", "seat=S",
         [("discarder", 1, 10, 0), ("E", 1, 0, 3), ("others", 1, 0, 0)]),
        ("each: 0", "each: 0", "dealer: 5", "seat=S",
         [("discarder", 1, 10, 0), ("E", 1, 5, 0), ("others", 1, 0, 0)]),
        ("dealer: 4", "dealer: 3 * honba", "dealer: 5", "seat=S seats_of=3", [("discarder", 1, 10, 0), ("E", 1, 9, 3)]),
        ("dealer: 4", "dealer: 3 * honba", "dealer: 5", "seat=E", [("discarder", 1, 10, 0), ("others", 2, 0, 0)]),
        ("dealer: 4", "dealer: 3 * honba", "dealer: 5", "seat=S from=N",
         [("E", 1, 9, 3), ("N", 1, 10, 0), ("W", 1, 0, 0)]),
    ],
)  # fmt: skip
def test_the_dealer_is_told_apart_only_where_they_pay_what_no_other_pays(
    more: str, counters: str, gift: str, said: str, told: list[tuple[str, int, int, int]]
) -> None:
    """The shares of a self-draw do not matter."""
    rules = usual(SHARES.replace("MORE", more).replace("COUNTERS", counters).replace("GIFT", gift))
    losers = score_example(rules, f"{BRITISH} ron blessed honba=1 {said}").best.payments.losers
    assert [(one.seat, one.players, one.hand, one.counters) for one in losers] == told


@pytest.mark.parametrize(("seat", "able"), [("", True), ("E", True), ("W", False)])
def test_a_circumstance_of_the_dealers_discard_is_taken_where_nobody_is_named(seat: str, able: bool) -> None:
    given = ["123m456p789s234s55p", "-r", "pocket-mahjong", "--ron", "-w", "earth_wu"]
    found = run("score", *given, *(["--from", seat] if seat else []))
    assert (found.exit_code == 0) is able, found.output


def test_the_breakdown_and_json_say_what_the_dealer_would_pay() -> None:
    shown = run("score", HAND, "-r", "taiwanese").output
    assert "Note: 8 if the dealer discarded, 7 if another player did; use --from to say who." in shown
    result = json.loads(run("score", HAND, "-r", "taiwanese", "-f", "json").output)
    assert result["if_dealer_discarded"] == {
        "points": 8, "payments": {"E": -8, "S": 8, "W": 0, "N": 0}, "total": 8
    }  # fmt: skip


def test_json_lines_say_the_same_however_many_there_are() -> None:
    lines = f'{{"hand": "{HAND}"}}\n' * 120
    found = run("batch", "-r", "taiwanese", given=lines).output.splitlines()
    assert len(found) == 120 and len(set(found)) == 1
    assert json.loads(found[0])["if_dealer_discarded"]["points"] == 8


def test_both_evaluators_agree() -> None:
    rules = load_ruleset("taiwanese")
    hand, situation = parse_request(Request(HAND, "ron"), rules)
    for _ in range(120):
        assert score_hand(rules, hand, situation).points == 7


def test_json_says_how_many_the_others_are_and_what_each_loses() -> None:
    shared = run(
        "score",
        "12345678m123s55z+9m",
        "-r",
        "hong-kong",
        "-o",
        "shares=old",
        "-o",
        "minimum_faan=0",
        "-f",
        "json",
    )
    result = json.loads(shared.output)
    assert result["others"] == {"players": 2, "each": result["payments"]["others"] / 2}


@pytest.mark.parametrize("lines", [1, 120])
def test_lines_of_a_batch_say_how_many_the_others_are(lines: int) -> None:
    found = run("batch", "-r", "classical", given='{"hand": "12345678m123s55z+9m"}\n' * lines).output
    told = [json.loads(line)["others"] for line in found.splitlines()]
    assert told == [{"players": 1, "each": -64}] * lines


def test_a_single_other_is_called_the_other_player() -> None:
    assert "From the other player " in run("score", BRITISH, "-r", "british").output
