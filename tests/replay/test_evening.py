"""Recorded games give evenings with the same scores as the referee."""

from __future__ import annotations

import json

from scorer import evening_of_log, referee
from scorer.replay.read import read_log
from tests.cli.runs import run

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
