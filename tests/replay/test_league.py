"""Standings of many games: places, results, names, and parts of games in several files."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.errors import InputError
from scorer.questions.games import league
from scorer.replay.folder import referee_files
from scorer.replay.league import plain_name, read_aliases
from tests.cli.runs import run
from tests.replay.made_up import MadeUpDeal, as_mjai
from tests.replay.test_referee import DOUBLE, OTHERS
from tests.support.loops import some

LAST = MadeUpDeal(
    ("123m456p789s1122z", *OTHERS), "D+5z D-5z A+1z", (32000, -8000, -8000, -16000), "A", round="S", turn=4
)
"""The last deal of a game: A wins on the first draw."""


def log(*deals: MadeUpDeal, names: str = "wxyz") -> bytes:
    return as_mjai(deals).replace(b'["w", "x", "y", "z"]', json.dumps([*names]).encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games of the same players in another order and with another name, one game that differs, and one
    without an end.
    """
    (tmp_path / "1.jsonl").write_bytes(log(LAST))
    (tmp_path / "2.jsonl").write_bytes(log(LAST, names="xWzy"))
    wrong = replace(LAST, paid=(24000, -6000, -6000, -12000))
    (tmp_path / "3.jsonl").write_bytes(log(wrong, names="abcd"))
    (tmp_path / "4.jsonl").write_bytes(log(DOUBLE, names="efgh"))
    return tmp_path


def paths(folder: Path) -> list[str]:
    return sorted(map(str, folder.glob("*.jsonl")))


def test_results_and_places_add_up_by_player(folder: Path) -> None:
    found = league(referee_files(paths(folder)[:2]), aliases={"W": "w"})
    (standings,) = found.standings
    rows = {
        one.name: (one.total, [one.times_at(place) for place in (1, 2, 3, 4)]) for one in standings.players
    }
    assert rows == {
        "w": (64.0, [1, 1, 0, 0]), "x": (64.0, [1, 1, 0, 0]), "y": (-64.0, [0, 0, 1, 1]), "z": (-64.0, [0, 0, 1, 1]),
    }  # fmt: skip
    first = standings.players[0]
    assert (first.average, first.average_place, first.best, first.rate("wins")) == (32.0, 1.5, 57000, 50.0)
    without = league(referee_files(paths(folder)[:2])).standings[0]
    assert {one.name for one in without.players} == {"w", "W", "x", "y", "z"}


def test_games_that_differ_come_first_with_deal_and_reason(folder: Path) -> None:
    def shown(option: str) -> str:  # without spaces: the path of the folder may need several lines
        return "".join(run("replay", str(folder), option).output.split())

    output = shown("--standings")
    assert output.index("3.jsonlS4,win1") < output.index("placeplayer")
    assert "4.jsonl" in output[output.index("withoutanend") :]
    output = shown("--check")
    assert output.index("3.jsonlS4,win1") < output.index("ruleset")


def test_files_with_parts_of_a_game_are_one_game(tmp_path: Path) -> None:
    later = replace(LAST, scores=(43000, 19000, 19000, 19000))
    (tmp_path / "a.jsonl").write_bytes(log(DOUBLE))
    (tmp_path / "b.jsonl").write_bytes(log(later))
    (tmp_path / "c.jsonl").write_bytes(log(replace(later, scores=(40000, 22000, 19000, 19000))))
    found = [*referee_files(paths(tmp_path), join=True)]
    assert [game.line["deals"] for game in found] == [2, 1]
    alone = [*referee_files(paths(tmp_path))]
    assert [game.line["deals"] for game in alone] == [1, 1, 1]


def test_only_the_last_part_of_a_game_has_an_end(tmp_path: Path) -> None:
    later = replace(LAST, scores=(43000, 19000, 19000, 19000))
    first, last = (log(deal).rpartition(b'{"type": "end_game"}') for deal in (DOUBLE, later))
    assert first[1] and last[1]
    (tmp_path / "a.jsonl").write_bytes(first[0])
    for end, faults in some([(last[1], 0), (b"", 1)]):
        (tmp_path / "b.jsonl").write_bytes(last[0] + end)
        (found,) = referee_files(paths(tmp_path), join=True)
        assert (found.line["deals"], found.line["faults"]) == (2, faults)


def test_standings_have_every_format(folder: Path) -> None:
    text = run("replay", str(folder), "--standings", "-f", "csv").output
    rows = list(csv.DictReader(io.StringIO(text)))
    lines = [
        json.loads(line)
        for line in run("replay", str(folder), "--standings", "-f", "json").output.splitlines()
    ]
    assert [row["player"] for row in rows] == [line["player"] for line in lines]
    assert rows[0]["total"] == "67.0"
    assert "<table" in run("replay", str(folder), "--standings", "-f", "html").output
    assert run("replay", str(folder), "--standings", "--lang", "ja").exit_code == 1


def test_names_of_players_are_shown_in_folders_if_they_are_asked_for(folder: Path) -> None:
    assert "x, W, z, y" in run("replay", str(folder), "--names", "-f", "plain").output
    assert '"names"' not in run("replay", str(folder), "-f", "json").output
    line = json.loads(run("replay", str(folder), "--names", "-f", "json").output.splitlines()[0])
    assert line["names"] == ["w", "x", "y", "z"]


def test_aliases_name_each_player_once(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "names.yaml"
    file.write_text("Ann: [w, W]\nBen: x\n")
    assert read_aliases(str(file)) == {"w": "Ann", "W": "Ann", "x": "Ben"}
    assert "Ann" in run("replay", str(folder), "--standings", "--aliases", str(file)).output
    for text in ("Ann: [w]\nBen: [w]\n", "- w\n", "{}\n"):
        file.write_text(text)
        with pytest.raises(InputError):
            read_aliases(str(file))
    assert run("replay", str(folder), "--aliases", str(file)).exit_code == 2


@pytest.mark.parametrize("name", ["=cmd()", "+1", "@x", "-2", "a\x1b[2Jb", "a\u202eb"])
def test_a_name_cannot_command_a_terminal_or_a_spreadsheet(name: str) -> None:
    shown = plain_name(name)
    assert shown.isprintable()
    assert shown[0] not in "=+-@"
