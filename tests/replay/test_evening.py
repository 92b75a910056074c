"""Recorded games give evenings with the same scores as the referee."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from scorer import evening_of_log, referee
from scorer.replay.read import read_log
from tests.cli.runs import run
from tests.replay.made_up import PLAYERS, MadeUpDeal, as_mjai, as_mjlog
from tests.support.loops import some

UNKNOWN = ", ".join(['"?"'] * 13)
SAMPLE_LOG = f"""
{{"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1s", \
"scores": [25000, 25000, 25000, 25000], "tehais": [["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", \
"S", "S"], [{UNKNOWN}], [{UNKNOWN}], [{UNKNOWN}]]}}
{{"type": "tsumo", "actor": 0, "pai": "S"}}
{{"type": "hora", "actor": 0, "target": 0, "deltas": [48000, -16000, -16000, -16000]}}
{{"type": "end_kyoku"}}
""".encode()
"""A game of one deal, whose first tile wins."""


def test_a_log_and_a_written_table_share_a_ranking() -> None:
    evening = evening_of_log(read_log(SAMPLE_LOG))
    assert evening.games[0].state.scores == referee(read_log(SAMPLE_LOG)).deals[-1].scores_after
    assert [one.player for one in evening.ranking] == ["A", "B", "C", "D"]
    assert evening.games[0].deals[0].deal.gains == (48000, -16000, -16000, -16000)


def test_the_command_shows_a_recorded_game_as_an_evening(tmp_path: object) -> None:
    from pathlib import Path

    log = Path(str(tmp_path)) / "game.json"
    log.write_bytes(SAMPLE_LOG.strip())
    data = json.loads(run("evening", str(log), "-f", "json").stdout)
    assert data["ranking"][0]["player"] == "A"


READY, IDLE = "123m456p789s555z1z", ("13579m13579p246s", "2468m2468p13579s", "1133557799m224p")
"""A hand that waits for 1z, and three that wait for nothing."""
ROUNDS = "ESWN"


def made_up_deal(dealer: int, winner: int) -> MadeUpDeal:
    """The dealer wins with the first tile, or discards it, and the player on the right wins."""
    hands = [READY if at == winner else IDLE[at - (at > winner)] for at in range(len(PLAYERS))]
    moves = f"{PLAYERS[dealer]}+1z" + (f" {PLAYERS[dealer]}-1z" if winner != dealer else "")
    return MadeUpDeal(
        hands, moves, (0, 0, 0, 0), PLAYERS[winner], PLAYERS[dealer], indicator="8p", turn=dealer + 1
    )


def made_up_game(stays: int, deals: int, write: Callable[[Sequence[MadeUpDeal]], bytes]) -> bytes:
    """A game in which the first dealer wins some deals, then each dealer is won from, as the referee pays."""
    played: list[MadeUpDeal] = []
    scores = [25000] * len(PLAYERS)
    for number in range(deals):
        place = max(0, number - stays)
        dealer = place % len(PLAYERS)
        winner = dealer if number < stays else (dealer + 1) % len(PLAYERS)
        honba = number if number <= stays else 0
        deal = replace(
            made_up_deal(dealer, winner),
            scores=tuple(scores),
            honba=honba,
            round=ROUNDS[place // len(PLAYERS)],
        )
        paid = referee(read_log(write([*played, deal]))).deals[-1].wins[0].payments or ()
        played.append(replace(deal, paid=paid))
        scores = [score + gain for score, gain in zip(scores, paid, strict=True)]
    return write(played)


@pytest.mark.parametrize(
    ("stays", "deals", "write"),
    [(0, 9, as_mjai), (1, 6, as_mjai), (0, 9, as_mjlog), (0, 9, partial(as_mjlog, flags=1))],
    ids=[
        "a whole game with an extra round",
        "the dealer stays",
        "elements",
        "a length that the log has wrong",
    ],
)
def test_the_scores_of_an_evening_are_those_of_the_referee_after_every_deal(
    stays: int, deals: int, write: Callable[[Sequence[MadeUpDeal]], bytes]
) -> None:
    game = read_log(made_up_game(stays, deals, write))
    evening, report = evening_of_log(game), referee(game)
    assert not [fault for step in evening.steps for fault in step.faults]
    for played, refereed in some([*zip(evening.games[0].deals, report.deals, strict=True)]):
        assert played.deal.scores == refereed.scores_after
        assert "scores" not in {one.topic for one in refereed.mismatches}
