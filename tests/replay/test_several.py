"""Several games in one file, in any format and in any combination; parts of one game."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from scorer import InputError
from scorer.message import Message
from scorer.replay.folder import referee_files
from scorer.replay.read import read_games, read_log
from scorer.replay.referee import referee, referee_many
from tests.cli.runs import run
from tests.replay.made_up import as_mjai, as_mjlog
from tests.replay.test_readers import EDITOR_DEAL
from tests.replay.test_referee import AFTER, DOUBLE, QUIET
from tests.support.loops import some

GAME = (DOUBLE, QUIET)
ROWS = [[[number, *EDITOR_DEAL[0][1:]], *EDITOR_DEAL[1:]] for number in range(3)]
EDITOR = {"title": ["", ""], "log": ROWS}


def three_players(log: bytes) -> bytes:
    """A log of mjai in which the last player is missing."""
    lines = []
    for line in map(json.loads, log.splitlines()):
        for key in ("scores", "tehais", "deltas", "names"):
            if key in line:
                line[key] = line[key][:3]
        if line.get("actor", 0) < 3:
            lines.append(json.dumps(line).encode())
    return b"\n".join(lines)


LOGS = {
    "mjai": as_mjai(GAME),
    "mjai of three": three_players(as_mjai(GAME)),
    "mjlog": as_mjlog(GAME),
    "mjlog of three": as_mjlog(GAME, 0x19),
    "editor": json.dumps(EDITOR).encode(),
    "lines of the editor": b"\n".join(json.dumps({"log": [row]}).encode() for row in ROWS),
    "Botzone": b"Match a\nWind 0\nPlayer 0 Deal W1 W2\nHuang\n",
}


@pytest.mark.parametrize("pair", some(permutations(LOGS, 2)), ids=" then ".join)
def test_two_logs_in_one_file_are_read_or_refused(pair: tuple[str, str]) -> None:
    for between in (b"", b"\n"):
        try:
            games = read_games(between.join(LOGS[name] for name in pair))
        except InputError:
            continue
        reports = referee_many(games)
        formats = {game.format for game in games}
        assert len(formats) > 1 or len(games) > 1 or any(not report.agrees for report in reports)


@pytest.mark.parametrize("kind", ["mjai", "mjlog"])
def test_a_file_with_two_games_has_two_reports(kind: str) -> None:
    games = read_games(LOGS[kind] + b"\n" + LOGS[f"{kind} of three"])
    assert [(game.players, len(game.deals)) for game in games] == [(4, 2), (3, 2)]
    with pytest.raises(InputError, match="2 games"):
        read_log(LOGS[kind] + b"\n" + LOGS[kind])


def test_a_head_that_is_repeated_does_not_divide_a_game() -> None:
    log = LOGS["mjlog"]
    head = log[log.index(b"<GO") : log.index(b"<INIT")]
    second = log.rindex(b"<INIT")
    (game,) = read_games(log[:second] + head + log[second:])
    assert [deal.name for deal in game.deals] == [deal.name for deal in read_log(log).deals]


def test_a_head_without_deals_is_told() -> None:
    log = LOGS["mjlog"].replace(b"</mjloggm>", b'<GO type="25" lobby="0"/></mjloggm>')
    (game,) = read_games(log)
    assert "no deal" in str(game.troubles[0].message)


def test_one_deal_a_line_is_one_game() -> None:
    (game,) = read_games(LOGS["lines of the editor"])
    assert [deal.name for deal in game.deals] == ["E1", "E2", "E3"]


def test_comments_are_no_damage() -> None:
    plain = json.dumps(EDITOR, indent=1)
    commented = "\n".join(f"{line} // {line}" for line in plain.splitlines())
    assert read_log(commented.encode()) == read_log(plain.encode())


def test_each_game_of_a_file_has_a_line_and_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes(LOGS["mjai"] + b"\n" + LOGS["mjai"])
    out = str(tmp_path / "lines.jsonl")
    lines = [found.line for found in referee_files([str(path)], output_path=out)]
    assert [(line["game"], line["games"], line["deals"]) for line in lines] == [(1, 2, 2), (2, 2, 2)]
    again = [found.line for found in referee_files([str(path)], output_path=out, resume=True)]
    assert again == lines
    Path(out).write_text(Path(out).read_text().partition("\n")[0] + "\n")  # stopped after the first game
    assert [f.line for f in referee_files([str(path)], output_path=out, resume=True)] == lines
    assert "(2)" in run("replay", str(path)).output
    assert "E1" in run("replay", str(path), "--game", "2").output
    assert "--game" in run("replay", str(path), "--game", "3").output


def test_no_more_deals_than_a_game_can_have() -> None:
    with pytest.raises(InputError, match="more than 64 deals"):
        read_games(as_mjai([AFTER] * 65))


def test_final_scores_are_compared_if_the_game_ends_with_the_last_deal_of_the_log() -> None:
    game = replace(read_log(as_mjlog([QUIET])), scores=(40000, 30000, 20000, 10000))
    report = referee(game)
    assert report.final_mismatch is None
    assert Message("final scores not compared") in report.notes
    (deal,) = game.deals
    assert deal.draw
    bust = replace(deal, scores=(70000, 31000, -500, -500), draw=replace(deal.draw, scores=None))
    ended = referee(replace(game, deals=(bust,)))
    assert ended.final_mismatch
    assert Message("final scores not compared") not in ended.notes
