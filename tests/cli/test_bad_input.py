"""Whatever is typed wrongly is said in its place, with a way out, and ends with status 2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.runs import HAND, lines, run
from tests.support.tables import table

CASES = table("bad-input")


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["args"])[:70])
def test_a_wrong_input_is_drawn_with_its_fault(case: dict[str, Any]) -> None:
    result = run(*case["args"], columns=100)
    assert result.exit_code == 2
    assert result.stdout == ""
    if "drawn" in case:
        assert result.stderr == case["drawn"]
    else:
        assert case["says"] in result.stderr


def test_there_are_many_ways_to_be_wrong() -> None:
    assert len(CASES) >= 60


@pytest.mark.one_in(4)
@pytest.mark.parametrize("columns", [30, 60, 100])
@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["args"])[:70])
def test_faults_are_no_wider_than_the_terminal(case: dict[str, Any], columns: int) -> None:
    shown = run(*case["args"], columns=columns).stderr
    assert max(map(len, shown.split("\n"))) <= columns


def test_a_place_far_to_the_right_is_still_pointed_at() -> None:
    drawn = lines(run("score", "1m," * 4 + "2p " * 30 + "?" + " 3s" * 20, columns=60).stderr)
    place = next(place for place, text in enumerate(drawn) if text.startswith("…") and "?" in text)
    assert drawn[place][drawn[place + 1].index("^")] == "?"
    assert "24 2p" not in drawn[place + 1]


def test_faults_far_apart_are_drawn_in_excerpts_of_their_own() -> None:
    drawn = lines(run("score", "?" + "1m " * 40 + "?", columns=40).stderr)
    assert sum("…" in text for text in drawn) == 2
    assert sum("'?' is not" in text for text in drawn) == 2


@pytest.mark.one_in(3)
@pytest.mark.parametrize("rules", ["extends: riichi\nname: Club\n", "name: Club\n"], ids=["sound", "faulty"])
@pytest.mark.parametrize(
    "args",
    [
        "check",
        "rulesets show",
        "rulesets diff riichi",
        "patterns -r",
        "score 123m -r",
        "score 123m -r riichi -r",
    ],
)
def test_the_name_of_a_file_reaches_no_terminal_as_a_command(args: str, rules: str, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31mb\u202ec.yaml"
    path.write_text(rules, encoding="utf-8")
    answer = run(*args.split(), str(path))
    assert answer.stdout + answer.stderr
    assert not {"\x1b", "\u202e"} & set(answer.stdout + answer.stderr)


def test_what_is_typed_reaches_no_terminal_as_a_command() -> None:
    shown = run("score", "12m\x1b]0;title\x07", "--seat", "\x1b[2J", "-r", "\x1b[31m").stderr
    assert "\x1b" not in shown
    assert "\x07" not in shown


@pytest.mark.parametrize("number", ["0", "100001", "9" * 5000])
def test_a_number_of_sample_hands_out_of_bounds_is_refused(number: str) -> None:
    result = run("check", "--audit", number, "riichi")
    assert result.exit_code == 2
    assert "--audit takes 1 to 100,000 hands" in result.stderr


def test_errors_of_every_input_are_told_at_once() -> None:
    shown = run("score", "123q", "--seat", "X", "-w", "nothing", "--dora", "0").stderr
    for told in ("no suit 'q'", "'X' is not a wind", "--with nothing", "no suit letter after '0'"):
        assert told in shown


def test_a_rule_file_with_problems_is_shown_with_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("extends: riichi\nset:\n  kiriage: true\n", "utf-8")
    result = run("score", HAND, "-r", str(file), columns=200)
    assert result.exit_code == 2
    assert "club.yaml:3:3: L" in result.stderr
    assert "   3 |   kiriage: true\n     |   ^~~~~~~ did you mean" in result.stderr


@pytest.mark.parametrize("hand", ["3 ", "q67p ", "  q67p", "q" * 100 + " "])
@pytest.mark.parametrize("columns", [1, 20, 80])
def test_blanks_around_a_hand_move_no_caret(hand: str, columns: int) -> None:
    shown = run("score", hand, columns=columns)
    assert shown.exit_code == 2
    assert shown.stderr == run("score", hand.strip(), columns=columns).stderr


def test_a_wrong_ruleset_of_the_environment_is_named_as_such() -> None:
    said = run("score", "234m345p67p456s55s+8p", env={"SCORER_RULESET": "richi"}).stderr
    assert said.startswith("SCORER_RULESET: there is no ruleset 'richi'")
    assert "did you mean 'riichi'?" in " ".join(said.split())


def test_a_file_in_a_folder_that_was_removed_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run("score", HAND, "-r", "club.yaml").stderr == "club.yaml: there is no such file\n"
