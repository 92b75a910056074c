"""`scorer replay`: what it prints and how it ends."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.languages import MAIN_LANGUAGES
from tests.cli.runs import run
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import DOUBLE, QUIET


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(as_mjai([DOUBLE, QUIET]))
    return str(file)


@pytest.fixture
def liar(tmp_path: Path) -> str:
    file = tmp_path / "liar.jsonl"
    file.write_bytes(as_mjai([replace(DOUBLE, paid=(18000, -6000, -6000, -6000))]))
    return str(file)


def test_the_status_tells_whether_log_and_rules_agree(game: str, liar: str, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.xml"
    nothing.write_text("")
    assert [run("replay", file).exit_code for file in (game, liar, str(nothing), "missing.xml")] == [
        0,
        1,
        2,
        2,
    ]


def test_the_table_has_a_row_for_each_deal_and_the_scores(game: str) -> None:
    shown = run("replay", game).stdout
    assert "E1    A wins by self-draw, haneman" in shown
    assert "Kyuushu kyuuhai (nine terminals" in shown
    assert "43,000" in shown
    assert "1 win and 1 draw agree with the log." in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_difference_is_told_with_both_numbers(liar: str) -> None:
    shown = run("replay", liar, "--check").stdout
    assert "E1, win 1: the log pays A +18,000, but the rules pay A +19,000" in shown
    assert "(the difference is 1 riichi stick)" in " ".join(shown.split())


def test_a_win_is_shown_like_any_other_hand(game: str) -> None:
    assert "Double riichi" in run("replay", game, "--win", "1").stdout
    assert "ダブル" in run("replay", game, "--win", "1", "--explain", "--lang", "ja").stdout
    assert run("replay", game, "--win", "2").exit_code == 2


def test_hands_are_lines_for_batch(game: str) -> None:
    line = run("replay", game, "--hands").stdout
    scored = json.loads(run("batch", given=line).stdout)
    data = json.loads(run("replay", game, "-f", "json").stdout)
    (win,) = data["deals"][0]["wins"]
    assert scored["points"] == win["score"]["points"] == 18000
    assert win["payments"] == {"A": 19000, "B": -6000, "C": -6000, "D": -6000}
    assert data["ok"] is True
    assert data["deals"][1]["draw"]["kind"] == "nine_terminals"


def test_several_rulesets_stand_side_by_side(game: str) -> None:
    shown = run("replay", game, "-r", "tenhou", "-r", "m-league").stdout
    assert "tenhou" in shown
    assert "m-league" in shown


def test_a_folder_gives_a_line_for_each_game(game: str, liar: str) -> None:
    result = run("replay", str(Path(game).parent))
    assert result.exit_code == 1
    assert [name in result.stdout for name in ("game.jsonl", "liar.jsonl")] == [True, True]


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_every_part_can_be_shown_in_every_language(game: str, language: str, columns: int) -> None:
    result = run("replay", game, "--passed", "--ready", "--lang", language, columns=columns)
    assert result.exit_code == 0


def test_a_page_holds_the_report(game: str) -> None:
    assert "<table" in run("replay", game, "-f", "html").stdout


@pytest.mark.parametrize("wrong", [("--deal", "W9"), ("--seat", "E"), ("--win", "9")])
def test_what_the_game_does_not_have_is_refused(game: str, wrong: tuple[str, str]) -> None:
    assert run("replay", game, *wrong).exit_code == 2


def test_a_quiz_asks_about_the_hands_of_a_game(game: str) -> None:
    shown = run("quiz", "--from", game, "--ask", "total", given="?\n?\n?\n?\n").stdout
    assert "Hand 1 of 1" in shown
    assert run("quiz", "--from", game, "--seat", "E").exit_code == 2


@pytest.mark.parametrize("option", [("--pattern", "pinfu"), ("--limit", "mangan")])
def test_a_quiz_on_a_game_takes_nothing_that_is_for_drawn_hands(game: str, option: tuple[str, str]) -> None:
    result = run("quiz", "--from", game, *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{option[0]} cannot be combined with --from" in result.stderr


def test_a_quiz_on_drawn_hands_asks_no_player_of_a_game() -> None:
    result = run("quiz", "--seat", "A")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--seat needs --from PATH" in result.stderr


def test_a_passed_win_is_a_lesson(tmp_path: Path) -> None:
    """A waits for 1z and 2z and lets B's 2z go: without riichi the hand has no yaku on it."""
    deal = replace(
        DOUBLE,
        hands=("123m456p789s1133z", *DOUBLE.hands[1:]),
        moves="A+7z A-7z B+3z B-3z C+4z C-4z D+5z D-5z A+1z",
        paid=(0, 0, 0, 0),
    )
    file = tmp_path / "passed.jsonl"
    file.write_bytes(as_mjai([deal]))
    shown = " ".join(run("replay", str(file), "--passed").stdout.split())
    assert "E1: A waited with 123m456p789s1133z and passed 3z from B: a hand needs 1 han to win" in shown
    asked = run("quiz", "--from", str(file), "--ask", "total,passed", given="?\nno\n").stdout
    assert "May A win on it?" in " ".join(asked.split())
    assert "Right" in asked


def test_a_deal_is_shown_turn_by_turn_with_the_numbers_that_messages_use(game: str) -> None:
    shown = run("replay", game, "--deal", "E1").stdout
    rows = [line.split(maxsplit=2) for line in shown.splitlines()]
    turns = [re.split(r"  +", line.strip()) for line in shown.splitlines()]
    assert ["1", "A", "draws 7z, declares a ready hand, discards it", "123m456p789s1122z"] in turns
    assert ["5", "B", "draws 3z, discards it", "147m258p369s3456z"] in turns
    assert ["A", "123m456p789s11122z"] in rows
    assert "E1.1" not in shown
    assert ["After", "43,000", "19,000  19,000  19,000"] in rows
    assert "End" in run("replay", game).stdout
    (deal,) = json.loads(run("replay", game, "--deal", "E1", "-f", "json").stdout)["deals"]
    assert deal["events"][4] == {
        "event": 5, "kind": "draw", "tile": "3z", "player": "B", "hand": "147m258p369s33456z", "wall_left": 68,
        "to_act": "B",
    }  # fmt: skip


def test_the_wins_and_draws_that_agree_are_counted_in_words(liar: str) -> None:
    shown = {language: run("replay", liar, "--lang", language).stdout for language in MAIN_LANGUAGES}
    assert "0 of 1 win" in shown["en"] and "和了1回中0回が牌譜と一致。" in shown["ja"]
    assert "与牌谱一致的：1次和牌中的0次" in shown["zh"]
