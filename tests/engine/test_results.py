"""What a score says of itself."""

from __future__ import annotations

import pickle

import pytest

from scorer import score
from scorer.scoring import load_ruleset

TWICE = "223344m223344p5s+5s"
"""Two pairs of equal runs, or seven pairs."""


def test_a_score_shows_its_game_points_and_patterns() -> None:
    found = score("234m345p67p456s55s+8p", seat="W", round="S", circumstances=["riichi"])
    assert repr(found) == "<Score riichi: 3900 points, riichi, pinfu, tanyao>"


def test_points_leave_out_the_counters_that_the_total_has() -> None:
    found = score("234m345p67p456s55s+8p", discarder="E", honba=2, sticks=1)
    assert (found.points, found.total) == (2000, 2000 + 600 + 1000)
    assert [(one.seat, one.hand, one.counters, one.paid) for one in found.payments.losers] == [
        ("E", 2000, 600, 2600),
        ("W", 0, 0, 0),
        ("N", 0, 0, 0),
    ]
    assert dict(found.payments.transfers) == {"E": -2600, "S": 3600, "W": 0, "N": 0}


def test_a_score_knows_its_other_readings() -> None:
    found = score(TWICE)
    assert "ryanpeikou" in found.patterns
    assert found.other_readings == found.complete - 1 == len(found.readings) - 1 > 0
    assert not found.has_unlisted_readings


def test_a_pickled_score_is_the_same_score_with_its_readings() -> None:
    found = score(TWICE)
    again = pickle.loads(pickle.dumps(found))
    assert (again, again.readings, again.best) == (found, found.readings, found.best)
    assert again.ruleset.id == "riichi"


@pytest.mark.parametrize(
    ("game", "hand", "pattern", "worth", "shown"),
    [
        ("riichi", "(555z)(666z)(777z)99p23m+1m", "daisangen", (1, "yakuman"), (1, "yakuman")),
        ("riichi", "22m33m44p55p66s77s8s+8s", "chiitoitsu", (2, "han"), (2, "han")),
        ("mcr", "22m33m44p55p66s77s8s+8s", "seven_pairs", (24, "fan"), (24, "fan")),
        ("sichuan", "[1111m](2222m)55p789p23p+4p", "kong", (2, "fan"), (2, "fan")),
        ("british", "(555z)(666z)111p222p3s+3s", "dragon", (2, "doubles"), (2, "doubles")),
        ("vietnamese", "123m456m789m111m5m1k+5m", "full_flush", (6, "phan"), (1, "mun")),
    ],
)
def test_an_award_is_worth_all_of_what_it_counts_in_units_of_its_tier(
    game: str, hand: str, pattern: str, worth: tuple[int, str], shown: tuple[int, str]
) -> None:
    rules = load_ruleset(game)
    (award,) = (one for one in score(hand, game).awards if one.id == pattern)
    assert (award.worth(rules), award.shown_worth(rules)) == (worth, shown)
