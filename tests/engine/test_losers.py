"""Payments list every player who did not win, those who pay nothing too."""

from __future__ import annotations

import pytest

from scorer import score
from scorer.engine.results import Payments

DRAGONS = "234p(555z)(666z)(777z)9p+9p"


def rows(payments: Payments) -> list[tuple[str, int, float, float]]:
    return [(one.seat, one.players, one.hand, one.counters) for one in payments.losers]


@pytest.mark.parametrize(
    ("said", "losers"),
    [
        ({"win": "tsumo", "honba": 1}, [("E", 1, 16000, 100), ("W", 1, 8000, 100), ("N", 1, 8000, 100)]),
        ({"discarder": "N"}, [("N", 1, 32000, 0), ("E", 1, 0, 0), ("W", 1, 0, 0)]),
        ({}, [("discarder", 1, 32000, 0), ("others", 2, 0, 0)]),
        (
            {"pao": {"daisangen": "W"}, "discarder": "N"},
            [("W", 1, 16000, 0), ("N", 1, 16000, 0), ("E", 1, 0, 0)],
        ),
        (
            {"pao": {"daisangen": "W"}},
            [("W", 1, 16000, 0), ("discarder", 1, 16000, 0), ("others", 1, 0, 0)],
        ),
    ],
    ids=str,
)
def test_every_player_but_the_winner_is_a_loser(
    said: dict[str, object], losers: list[tuple[str, int, float, float]]
) -> None:
    found = score(DRAGONS, "riichi", **said)  # type: ignore[arg-type]
    assert rows(found.payments) == losers


@pytest.mark.parametrize("game", ["riichi", "sanma", "british", "taiwanese", "mcr"])
@pytest.mark.parametrize("win", ["ron", "tsumo"])
@pytest.mark.parametrize("seat", ["E", "S"])
def test_losers_are_one_less_than_the_players_and_pay_what_the_winner_gets(
    game: str, win: str, seat: str
) -> None:
    hand = "111222333p(777z)1z+1z" if game != "taiwanese" else "111222333p(666z)(777z)1z+1z"
    found = score(hand, game, win=win, seat=seat)
    assert sum(one.players for one in found.payments.losers) == (2 if game == "sanma" else 3)
    assert sum(one.players * one.paid for one in found.payments.losers) == found.payments.total
