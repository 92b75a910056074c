"""Practice on recorded games: from files and folders, on the terminal, on paper and for the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.questions.practice import game_practice, game_sheets
from scorer.replay.read import read_log
from scorer.replay.referee import Report, referee
from scorer.web.answers import answer_text
from scorer.writing import as_html
from tests.cli.runs import run
from tests.replay.made_up import as_mjai
from tests.replay.test_league import LAST, log
from tests.replay.test_referee import AFTER, DOUBLE, OTHERS
from tests.support.loops import some

PASSED = replace(
    AFTER,
    hands=("123m456p789s1122z", *OTHERS[:2], "19m19p19s1234z258m"),
    moves="A+9p A-9p B+1z B-1z C+4z C-4z D+5z",
)
"""A passes a tile that wins, and is ready when D ends the deal with nine terminals."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games, of which one is in a folder below, a file that is no log, and a log with an error."""
    (tmp_path / "a.jsonl").write_bytes(log(LAST, names=["Ann", "Bob", "Cem", "Dan"]))  # type: ignore[arg-type]
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.jsonl").write_bytes(log(DOUBLE, names="xyzw"))
    (tmp_path / "c.jsonl").write_bytes(b"\x00\x01")
    (tmp_path / "d.jsonl").write_bytes(log(LAST) + b'{"type": "dahai", "actor": 9}\n')
    return tmp_path


def practise(folder: Path, *args: str, given: str = "") -> tuple[str, str, int]:
    home = {"XDG_DATA_HOME": str(folder.parent / "home")}
    found = run("quiz", "--from", str(folder), "--seed", "1", *args, given=given, env=home)
    return found.stdout, found.stderr, found.exit_code


def reports() -> list[Report]:
    return [referee(read_log(as_mjai([deal]))) for deal in (LAST, DOUBLE, PASSED)]


def test_a_folder_of_logs_is_asked_about_and_a_file_that_is_no_log_is_reported(folder: Path) -> None:
    text, errors, status = practise(folder, "--ask", "points", given="?\n" * 9)
    assert status == 0
    assert "a.jsonl S4" in text and "b.jsonl E1" in text
    assert "c.jsonl" in errors and "Traceback" not in errors
    assert "d.jsonl:2errorsinthelog" in "".join(errors.split())


def test_a_folder_without_any_log_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("no log")
    (tmp_path / "y.txt").write_text("")
    text, errors, status = practise(tmp_path)
    assert (text, status) == ("", 2)
    assert "none of the logs can be read" in errors and "x.txt" in errors


def test_only_the_hands_of_a_player_are_asked_about_by_letter_or_name(folder: Path) -> None:
    by_name, _, _ = practise(folder, "--seat", "ann", "--ask", "points", given="?\n" * 9)
    assert "a.jsonl S4" in by_name and "b.jsonl" not in by_name
    _, errors, status = practise(folder, "--seat", "Nobody")
    assert status == 2 and "'Nobody' is not a player" in errors


def test_topics_choose_wins_ready_hands_and_passed_wins() -> None:
    every = game_practice(reports(), hands=9)
    assert {hand.topics for hand in every.hands} == {("patterns", "total", "sheet", "points"), ("waits",)}
    waits = game_practice(reports(), topics=["waits"], hands=9)
    assert {hand.topics for hand in waits.hands} == {("waits",)} and not waits.passed
    passed = game_practice(reports(), topics=["passed"], hands=9)
    assert not passed.hands and len(passed.passed) == len(every.passed) == 1


def test_as_many_questions_are_drawn_as_are_wanted_in_the_order_of_play() -> None:
    wins = [one.origin for one in game_practice(reports(), hands=9, topics=["points"]).hands]
    assert wins == sorted(wins, key=lambda name: name.split()[0]) and len(wins) > 1
    drawn = {game_practice(reports(), hands=1, topics=["points"], seed=n).hands[0].origin for n in range(9)}
    assert len(drawn) > 1 and drawn <= {*wins}


def test_games_are_asked_about_on_paper_with_the_solutions_at_the_end() -> None:
    sheets = game_sheets(game_practice(reports(), hands=9))
    page = as_html(sheets)
    exercises, _, solutions = page.partition('id="solutions"')
    assert exercises.count('class="exercise"') == sum(len(one.hands) + len(one.extra) for one in sheets)
    assert "18,000" in solutions and "18,000" not in exercises
    assert "a legal win" in solutions and "a legal win" not in exercises


def test_sheets_of_several_rulesets_are_one_page_with_the_tiles_of_all() -> None:
    found = [referee(read_log(as_mjai([LAST])), name) for name in ("tenhou", "m-league")]
    page = as_html(game_sheets(game_practice(found)))
    assert page.count("<h2>") == 3 and page.count("<!doctype") == 1  # one for each, and the solutions
    assert page.count('<symbol id="tile-1z"') == 1


def test_questions_about_a_game_are_marked_over_http() -> None:
    body = {"log": as_mjai([DOUBLE, PASSED]).decode(), "most": 9}
    status, questions = json.loads(answer_text("game_questions", json.dumps(body)))
    assert status == 200
    assert {one["topic"] for one in questions} >= {"points", "waits", "passed"}
    for place, question in some(list(enumerate(questions))):
        _, mark = json.loads(answer_text("grade_game", json.dumps({**body, "place": place, "answer": "?"})))
        assert mark["topic"] == question["topic"] and mark["answer"] and mark["skipped"]
        told = {**body, "place": place, "answer": mark["answer"], "form": "page"}
        _, again = json.loads(answer_text("grade_game", json.dumps(told)))
        assert again["data"]["right"] and again["html"]


def test_a_game_without_questions_is_refused() -> None:
    body = {
        "log": as_mjai([replace(DOUBLE, winner="", source="", paid=(0, 0, 0, 0))]).decode(),
        "player": "D",
    }
    status, data = json.loads(answer_text("game_questions", json.dumps({**body, "topics": ["points"]})))
    assert status != 200 and "no wins" in data["error"]["message"]
