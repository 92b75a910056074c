"""Which hands overtake a rival: the difference afterwards is that of the payments, and no cheaper hand does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer.errors import InputError
from scorer.scoring import load_ruleset
from scorer.teach.overtake import Deficit, Overtaking, WinningWay, overtaking_hands, read_deficit
from tests.cli.runs import run
from tests.support.loops import some


def hands_of(name: str, points: int, **how: Any) -> dict[WinningWay, tuple[list[str], list[str]]]:
    """The hands that overtake and those that reach the rival, as texts, by the way to win."""
    rules = load_ruleset(name, how.pop("options", None))
    found = overtaking_hands(rules, Deficit(points, how.pop("rival", "")), **how)

    def texts(hands: Any) -> list[str]:
        return [
            ", ".join(pattern.id for pattern in hand.patterns) or hand.count.count_words(rules)
            for hand in hands
        ]

    return {row.way: (texts(row.hands), texts(row.ties)) for row in found.rows}


HIT, OTHER = WinningWay(False, False, True), WinningWay(False, False, False)
DRAWN = WinningWay(False, True, None)


def test_a_direct_hit_counts_twice_and_another_discard_once() -> None:
    found = hands_of("riichi", 7800, seat="S", self_draw=False)
    assert found[HIT] == (
        ["2 han 70 fu", "3 han 40 fu", "4 han 25 fu"],
        ["2 han 60 fu", "3 han 30 fu"],
    )
    assert found[OTHER] == (["3 han 70 fu", "4 han 40 fu", "5 han"], [])


def test_a_self_draw_counts_by_what_the_rival_pays() -> None:
    found = hands_of("riichi", 7800, seat="S", self_draw=True)
    assert list(found) == [
        WinningWay(False, True, None, rival_deals=True),
        WinningWay(False, True, None, rival_deals=False),
    ]
    assert [ties for _, ties in found.values()] == [["2 han 80 fu", "3 han 40 fu", "4 han 20 fu"], []]


def test_a_rival_whose_seat_is_known_needs_no_cases() -> None:
    assert hands_of("riichi", 7800, seat="S", self_draw=True, rival="W") == {
        WinningWay(False, True, None): (["2 han 100 fu", "3 han 50 fu", "4 han 25 fu", "5 han"], [])
    }


def test_counters_and_sticks_help() -> None:
    plain = hands_of("riichi", 7800, seat="S", self_draw=False)
    more = hands_of("riichi", 7800, seat="S", self_draw=False, honba=1, sticks=1)
    assert plain[OTHER][0][-1] == "5 han"
    assert more[OTHER][0] == ["2 han 110 fu", "3 han 60 fu", "4 han 30 fu", "5 han"]


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("mcr", 40, {HIT: (["8 fan"], []), OTHER: (["9 fan"], ["8 fan"]), DRAWN: (["8 fan"], [])}),
        ("hong-kong", 30, {HIT: (["4 faan"], []), OTHER: (["6 faan"], []), DRAWN: (["4 faan"], [])}),
        ("ponjan", 50, {HIT: (["double_one_color, triple_one_color"], [])}),
    ],
)
def test_every_game_is_paid_by_its_own_rules(name: str, points: int, expected: dict[Any, Any]) -> None:
    found = hands_of(name, points)
    for way, hands in some(expected.items()):
        if name == "ponjan":
            assert found[way][0][0].startswith("double_one_color")
        else:
            assert found[way] == hands


def test_house_rules_are_heeded() -> None:
    found = hands_of("riichi", 7800, seat="S", self_draw=False, options={"kiriage_mangan": True})
    assert "4 han 30 fu" in found[OTHER][0]


def test_who_discards_matters_where_the_dealer_pays_more() -> None:
    found = hands_of("taiwanese", 20, seat="S", self_draw=False)
    assert WinningWay(False, False, False, discarder_deals=True) in found
    assert WinningWay(False, False, True, rival_deals=True) in found


def payment_leads(found: Overtaking) -> list[tuple[float, float]]:
    """The lead of each hand, and that of its payments for a rival who discards."""
    leads = []
    for row in found.rows:
        for hand in row.hands if row.way.by_rival else ():
            gains = dict(hand.payments.transfers)
            rival = min(gains, key=lambda seat: gains[seat])
            leads.append((hand.lead, gains["S"] - gains[rival] - found.deficit.points))
    return leads


def test_the_lead_is_that_of_the_payments() -> None:
    found = overtaking_hands(load_ruleset("riichi"), Deficit(5000), seat="S", self_draw=False, honba=2)
    assert all(lead == paid for lead, paid in some(payment_leads(found)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("7,800", Deficit(7800)), ("w = 7800", Deficit(7800, "W")), ("South=100", Deficit(100, "S"))],
)
def test_a_difference_is_read_as_it_is_written(text: str, expected: Deficit) -> None:
    assert read_deficit(text, load_ruleset("riichi")) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a number of points"),
        ("x", "expected a number of points"),
        ("0", "expected a number of points"),
        ("-100", "expected a number of points"),
        ("99999999999999999999", "expected a number of points"),
        ("X=100", "'X' is not a seat; choose one of E, S, W, N"),
        ("=100", "'' is not a seat"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_deficit(text, load_ruleset("riichi"))
    assert str(caught.value.faults[0].message).startswith(message)


def test_a_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(InputError, match="choose one of E, S, W"):
        read_deficit("N=100", load_ruleset("sanma"))


def test_the_rival_is_not_the_winner() -> None:
    with pytest.raises(InputError, match="winner's seat"):
        overtaking_hands(load_ruleset("riichi"), Deficit(100, "S"), seat="S")
    result = run("score", "234m345p67p456s55s+8p", "--behind", "S=3,000")
    assert result.exit_code == 2
    assert "winner's seat" in result.stderr


# ---- the commands


def test_points_lists_hands_in_a_table_and_as_data() -> None:
    text = run("points", "--behind", "7,800", "--ron", columns=100).stdout
    assert "On the rival's discard       2 han 70 fu, 3 han 40 fu, 4 han 25 fu" in text
    assert "to tie                       2 han 60 fu, 3 han 30 fu" in text
    assert "nearer to the first dealer" in text
    data = json.loads(run("points", "--behind", "E=7,800", "--ron", "-f", "json").stdout)
    assert (data["behind"], data["rival"], data["equal_scores"]) == (7800, "E", "seat")
    assert data["ways"][0]["hands"][0] == {
        "han": 2, "fu": 70, "yakuman": None, "limit": None, "patterns": [], "points": 4500, "total": 4500,
        "lead": 1200,
    }  # fmt: skip


def test_equal_scores_are_explained_by_the_rules_of_the_game() -> None:
    assert "share the place" in run("points", "--behind", "7,800", "--ron", "-r", "m-league").stdout


def test_score_shows_whether_a_hand_overtakes() -> None:
    text = run("score", "234m345p67p456s55s+8p", "--ron", "--behind", "3,000").stdout
    assert "On the rival's discard       1,000 ahead" in text
    assert "On another player's discard  1,000 short" in text
    text = run("score", "234m345p67p456s55s+8p", "-q", "--ron", "--behind", "4,000", "--lang", "ja").stdout
    assert "同点" in text
    assert "起家" in text


def test_a_discarder_who_is_known_is_the_rival_or_not() -> None:
    command = ("score", "234m345p67p456s55s+8p", "--from", "W", "-f", "json")
    data = json.loads(run(*command, "--behind", "W=3,000").stdout)
    assert [(way["by_rival"], way["lead"]) for way in data["behind"]["ways"]] == [(True, 1000)]


@pytest.mark.parametrize(
    "words",
    [
        ("points", "3", "40", "--behind", "100"),
        ("points",),
        ("score", "234m345p67p456s55s+8p", "--behind", "100", "-r", "riichi", "-r", "tenhou"),
        ("score", "234m345p67p456s55s+8p", "--behind", "100", "--explain"),
    ],
    ids=" ".join,
)
def test_options_that_would_have_no_effect_are_refused(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "--behind" in result.stderr
