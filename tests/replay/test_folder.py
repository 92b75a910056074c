"""Many recorded games: a line for each, on several processes, and runs that go on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorer.errors import ScorerError
from scorer.replay import folder as folder_module
from scorer.replay.folder import referee_files
from scorer.replay.game import Game
from scorer.replay.referee import Report
from tests.cli.runs import run
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import DOUBLE, QUIET


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three logs that agree, one that does not, and one that cannot be read."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for number in range(3):
        (logs / f"game{number}.jsonl").write_bytes(as_mjai([DOUBLE, QUIET]))
    (logs / "liar.jsonl").write_bytes(as_mjai([replace(DOUBLE, paid=(18000, -6000, -6000, -6000))]))
    (logs / "note.txt").write_text("nothing to see")
    return logs


def names(folder: Path) -> list[str]:
    return sorted(map(str, folder.iterdir()))


def test_a_table_of_games_names_the_rules_as_the_reader_does(folder: Path) -> None:
    shown = run("replay", str(folder / "game0.jsonl"), str(folder / "game1.jsonl"), "--lang", "zh").stdout
    assert "天凤（四人）" in shown, shown
    assert "tenhou" not in shown, shown


@pytest.mark.slow
def test_several_processes_give_the_same_lines_in_the_same_order(folder: Path) -> None:
    one, two = ([*referee_files(names(folder), jobs=jobs)] for jobs in (1, 2))
    assert [game.line for game in one] == [game.line for game in two]
    assert [game.wins for game in one] == [game.wins for game in two]
    assert [bool(game.line["ok"]) for game in one] == [True, True, True, False, False]


def test_a_run_goes_on_after_its_last_whole_line(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    whole = run("replay", str(folder), "--out", str(out))
    assert whole.exit_code == 1
    lines = out.read_bytes()
    out.write_bytes(lines[:-10])
    again = run("replay", str(folder), "--out", str(out), "--resume")
    assert again.stdout == whole.stdout
    assert out.read_bytes() == lines


def test_a_log_that_changed_is_read_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run("replay", str(folder), "--out", str(out))
    (folder / "liar.jsonl").write_bytes(as_mjai([DOUBLE]))
    run("replay", str(folder), "--out", str(out), "--resume")
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == 5
    assert {Path(line["file"]).name: line["ok"] for line in lines}["liar.jsonl"] is True


@pytest.mark.parametrize("changed", [("-r", "m-league"), ("-o", "kiriage_mangan=true")])
def test_a_run_goes_on_under_the_same_rules_only(
    folder: Path, tmp_path: Path, changed: tuple[str, str]
) -> None:
    out = str(tmp_path / "games.jsonl")
    run("replay", str(folder), "--out", out)
    result = run("replay", str(folder), "--out", out, "--resume", *changed)
    assert result.exit_code == 2
    assert "repeat the run with unchanged settings" in result.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--deal", "E1"),
        ("--win", "1"),
        ("--passed",),
        ("--game", "1"),
        ("--resume",),
        ("--hands", "--resume"),
    ],
)
def test_an_option_without_effect_on_several_games_is_refused(folder: Path, options: tuple[str, ...]) -> None:
    result = run("replay", str(folder), *options)
    assert result.exit_code == 2
    assert options[0] in result.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--jobs", "2"),
        ("--explain",),
        ("--why", "pinfu"),
        ("--seat", "A"),
        ("--passed", "-r", "tenhou", "-r", "m-league"),
        ("--deal", "E1", "--win", "1"),
        ("--check", "--win", "1"),
        ("--hands", "--win", "1"),
    ],
)
def test_an_option_without_effect_on_one_game_is_refused(folder: Path, options: tuple[str, ...]) -> None:
    result = run("replay", names(folder)[0], *options)
    assert result.exit_code == 2
    assert options[0] in result.stderr


def test_a_pattern_of_a_recorded_win_is_explained(folder: Path) -> None:
    shown = run("replay", names(folder)[0], "--win", "1", "--why", "tanyao").stdout
    assert "Tanyao (all simples): not awarded" in shown


@pytest.mark.parametrize("named", ["the log", "its folder"])
def test_a_log_is_never_overwritten(folder: Path, named: str) -> None:
    log = folder / "game0.jsonl"
    before = log.read_bytes()
    result = run("replay", str(log if named == "the log" else folder), "--out", str(log))
    assert result.exit_code == 2
    assert "is the input file" in result.stderr
    assert log.read_bytes() == before


def test_the_lines_of_a_run_are_no_logs_of_the_next(folder: Path) -> None:
    out = folder / "games.jsonl"
    first, second = (run("replay", str(folder), "--out", str(out), "-f", "json").stdout for _ in range(2))
    assert first == second
    assert len(first.splitlines()) == 5


def test_lines_stand_in_the_order_of_the_files_of_this_run_alone(folder: Path, tmp_path: Path) -> None:
    out, files = str(tmp_path / "games.jsonl"), names(folder)
    list(referee_files(files[2:4], output_path=out))
    again = [*referee_files([files[3], files[0], files[3]], output_path=out, resume=True)]
    assert [game.line["file"] for game in again] == [files[3], files[0], files[3]]


@pytest.mark.parametrize("record", ["", "[1]", "{"])
def test_a_run_without_a_sound_record_is_not_continued(folder: Path, tmp_path: Path, record: str) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("{}\n")
    (tmp_path / "games.jsonl.resume").write_text(record)
    result = run("replay", str(folder), "--out", str(out), "--resume")
    assert result.exit_code == 2
    assert "omit --resume" in result.stderr
    assert out.read_text() == "{}\n"


def test_a_device_is_written_to_and_stays_one(folder: Path) -> None:
    result = run("replay", str(folder), "--out", "/dev/null")
    assert result.exit_code == 1
    assert not Path("/dev/null").is_file()
    assert not Path("/dev/null.resume").exists()


def test_a_folder_without_files_and_standard_input_among_files_are_refused(
    folder: Path, tmp_path: Path
) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for files in (str(nothing),), (names(folder)[0], "-"):
        assert run("replay", *files).exit_code == 2


def test_a_game_of_more_players_than_the_rules_have_is_refused_alone(folder: Path) -> None:
    refused = "the log has 4 players, but tenhou-sanma is played by 3"
    assert all(
        refused in str(found.line["error"]) for found in referee_files(names(folder)[:2], "tenhou-sanma")
    )
    result = run("replay", names(folder)[0], "-r", "tenhou-sanma")
    assert result.exit_code == 2
    assert refused in result.stderr
    with pytest.raises(ScorerError, match="tenhou-samna"):
        list(referee_files(names(folder), "tenhou-samna"))


def test_a_mistake_of_the_referee_costs_the_line_of_one_file_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = folder_module.referee_many

    def fail_for_liar(games: Sequence[Game], *rules: Any) -> list[Report]:
        if any("liar" in game.file for game in games):
            raise IndexError("tuple index out of range")
        return follow(games, *rules)

    monkeypatch.setattr(folder_module, "referee_many", fail_for_liar)
    lines = [game.line for game in referee_files(names(folder))]
    assert [line["ok"] for line in lines] == [True, True, True, False, False]
    assert "IndexError" in str(lines[3]["error"])


def test_a_mistake_of_a_reader_costs_the_line_of_one_file_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = folder_module.read_games

    def fail_for_note(log: bytes) -> Sequence[Game]:
        if log.startswith(b"nothing"):
            raise RecursionError("too deep")
        return read(log)

    monkeypatch.setattr(folder_module, "read_games", fail_for_note)
    lines = [game.line for game in referee_files(names(folder))]
    assert [line["ok"] for line in lines] == [True, True, True, False, False]
