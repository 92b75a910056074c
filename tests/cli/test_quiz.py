"""`scorer quiz` driven by a pipe: marks, results, leaving, progress."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorer.cli import quiz
from scorer.scoring import load_ruleset
from scorer.teach.quiz import Wish, quiz_scores
from scorer.tiles import name_in
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.shipped import each_box


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(tmp_path)}


def practise(home: dict[str, str], *args: str, given: str = "", columns: int = 80) -> str:
    result = run("quiz", "--seed", "5", *args, given=given, env=home, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_answers_come_from_a_pipe_one_on_each_line(home: dict[str, str]) -> None:
    args = ("--ask", "han,fu", "--count", "1")
    solution = practise(home, *args, given="\n\n")
    han, fu = (part.partition(".")[0] for part in solution.split("Answer: ")[1:])
    text = practise(home, *args, given=f"{han}\n{fu}\n")
    assert text.count("Right.") == 2
    assert "100%" in text
    assert "To practice" not in text


def test_hints_are_given_step_by_step_and_counted(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "points", "--count", "1", given="h\nHint\nh\nh\n?\n")
    told = [line for line in text.splitlines() if line.startswith(("Yaku: ", "han: ", "fu: "))]
    assert [line.partition(":")[0] for line in told] == ["Yaku", "han", "fu"]
    assert "There is no further hint." in text
    assert re.search("Points +0 +1 +1 +3 +0%", text)


def test_the_summary_lists_what_was_missed_with_the_answers(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "han,fu", "--count", "1", given="77\n?\n")
    assert re.search(r"Hand 1 of 1 +han +77 +[0-9]+\n", text)
    assert "To review:" in text and "seconds" not in text
    assert "To review:" not in practise(home, "--ask", "han", "--count", "1", given="q\n")


def test_the_clock_shows_how_long_each_answer_took(
    home: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([10.0, 12.5, 20.0, 24.5])
    monkeypatch.setattr(quiz, "monotonic", lambda: next(times))
    text = practise(home, "--ask", "han,fu", "--count", "1", "--clock", given="?\n?\n")
    assert "\n2.5 s\n" in text and "\n4.5 s\n" in text
    assert re.search(r"all +0 +2 +2 +3\.5 +0%", text)


def test_the_same_seed_asks_the_same(home: dict[str, str]) -> None:
    args = ("--ask", "patterns", "--count", "2")
    first, again = (practise(home, *args, given="\n\n") for _ in range(2))
    other = run("quiz", "--seed", "6", *args, given="\n\n", env=home).stdout
    assert first == again
    assert first.partition("Hand 1")[2] != other.partition("Hand 1")[2]


def test_a_mistake_is_explained_and_something_is_advised(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "fu", "--count", "1", given="1\n")
    assert "Wrong. Answer:" in text
    assert re.search("^(total|rounded up from [0-9]+) ", text, re.MULTILINE)
    assert "scorer quiz -r riichi --ask fu" in text


def test_a_unit_of_two_words_is_asked_about_by_its_id(home: dict[str, str]) -> None:
    text = practise(home, "-r", "changsha", "--ask", "great", "--count", "1", given="7\n")
    assert "How many great wins in total?" in text
    assert "scorer quiz -r changsha --ask great\n" in text


def test_the_end_of_input_leaves_with_what_was_reached(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "han", "--count", "3", given="\n")
    assert "You quit early. Your results so far:" in text
    assert practise(home, given="").rstrip().endswith("You quit before the first answer.")


@pytest.mark.parametrize("word", ["q", "quit", " Exit "])
def test_a_word_leaves(home: dict[str, str], word: str) -> None:
    assert "You quit before the first answer." in practise(home, given=f"{word}\n")


def test_an_interrupt_leaves_with_a_summary_and_status_zero(
    home: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", KeyboardInterrupt()])

    def answer() -> str:
        found = next(answers)
        if isinstance(found, KeyboardInterrupt):
            raise found
        return found

    monkeypatch.setattr(quiz, "_read_answer", answer)
    text = practise(home, "--ask", "han", "--count", "2")
    assert "You quit early. Your results so far:" in text


@pytest.mark.parametrize("name", each_box())
def test_every_ruleset_can_be_practised_at_sixty_columns(home: dict[str, str], name: str) -> None:
    text = practise(home, "-r", name, "--count", "1", "--level", "3", given="\n" * 9, columns=60)
    assert "To practice:" in text


def test_progress_is_kept_shown_and_forgotten(home: dict[str, str]) -> None:
    practise(home, "--ask", "han", "--count", "1", given="\n")
    practise(home, "--ask", "total", "--count", "1", "-r", "ponjan", given="\n")
    shown = run("quiz", "--progress", env=home).stdout
    assert "Riichi" in shown
    assert "Ponjan" in shown
    assert "--ask han" in shown
    assert "ponjan has been deleted" in run("quiz", "--reset", "-r", "ponjan", env=home).stdout
    assert "Ponjan" not in run("quiz", "--progress", env=home).stdout
    assert "Progress has been deleted." in run("quiz", "--reset", env=home).stdout
    assert "no progress yet" in run("quiz", "--progress", env=home).stdout


def test_progress_is_shown_of_the_ruleset_that_is_asked_for(home: dict[str, str]) -> None:
    practise(home, "-r", "ponjan", "--ask", "points", "--count", "1", given="\n")
    practise(home, "--ask", "han", "--count", "1", given="1\n")
    shown = run("quiz", "--progress", "-r", "ponjan", env=home).stdout
    assert "Ponjan" in shown and "Riichi" not in shown
    assert "run 'scorer quiz -r mcr'" in run("quiz", "--progress", "-r", "mcr", env=home).stdout


def test_points_of_a_sheet_are_no_points_of_payment(home: dict[str, str]) -> None:
    text = practise(home, "-r", "british", "--ask", "hand_points,points", "--count", "1", given="?\n?\n")
    assert "How many hand points?" in text
    rows = [line for line in text.splitlines() if line.split()[-4:-1] == ["0", "1", "1"]]
    assert [line.partition("  ")[0] for line in rows] == ["hand points", "points"]


def test_what_is_skipped_is_counted_apart(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "han,fu", "--count", "1", given="?\n1\n")
    assert [row.split() for row in text.splitlines() if row.startswith(("han ", "fu "))] == [
        ["han", "0", "1", "1", "0%"], ["fu", "0", "1", "0", "0%"],
    ]  # fmt: skip
    assert "skipped" not in practise(home, "--ask", "han", "--count", "1", given="1\n")


@pytest.mark.parametrize(
    ("asked", "told", "left_out"),
    [
        ("points", ("Yaku\n", "Fu\n", "Working out the points\n", "Who pays\n"), ()),
        ("fu,points", ("Yaku\n", "Fu\n", "Who pays\n"), ()),
        ("han", ("Yaku\n",), ("Fu\n", "Who pays\n")),
    ],
)
def test_what_leads_to_a_number_is_told_once(
    home: dict[str, str], asked: str, told: tuple[str, ...], left_out: tuple[str, ...]
) -> None:
    text = practise(home, "--ask", asked, "--count", "1", given="\n\n")
    assert [text.count(title) for title in told] == [1] * len(told)
    assert not [title for title in left_out if title in text]


def test_a_damaged_record_is_told_and_the_practice_goes_on(home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "scorer").mkdir()
    (tmp_path / "scorer" / "progress.json").write_text("{", encoding="utf-8")
    result = run("quiz", "--seed", "5", "--ask", "han", "--count", "1", given="\n", env=home)
    assert result.exit_code == 0
    assert "damaged" in result.stderr
    record = json.loads((tmp_path / "scorer" / "progress.json").read_text(encoding="utf-8"))
    assert record["rulesets"]["riichi"]["topics"] == {"total": [0, 1, 1]}


def test_a_record_of_a_file_that_is_gone_is_shown_by_its_name(home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "scorer").mkdir()
    data = {"version": 1, "rulesets": {"club": {"topics": {"total": [1, 2]}, "patterns": {}}}}
    (tmp_path / "scorer" / "progress.json").write_text(json.dumps(data), encoding="utf-8")
    assert "club" in run("quiz", "--progress", env=home).stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--ask", "xyz"], "no such topic"),
        (["--pattern", "pinfuu"], "did you mean 'pinfu'"),
        (["--pattern", "renhou"], "renhou is switched off"),
        (["--limit", "foo"], "it has: yakuman"),
        (["--level", "9"], "from 1 to 3"),
        (["-r", "ponjan", "--ask", "fu"], "no such topic"),
    ],
)
def test_wishes_that_cannot_be_are_told(home: dict[str, str], args: list[str], message: str) -> None:
    result = run("quiz", *args, env=home, columns=200)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_pattern_may_be_wished_by_its_name(home: dict[str, str]) -> None:
    text = practise(home, "--pattern", "平和", "--ask", "patterns", "--count", "1", given="\n")
    assert "missed: Pinfu" in text


def test_waits_are_asked_before_the_winning_tile_is_shown(home: dict[str, str]) -> None:
    text = practise(home, "--ask", "waits,han", "--count", "1", given="\n\n")
    before, _, after = text.partition("Before the win")
    assert "won on" not in before
    assert "won on" in after


def test_an_answer_that_cannot_be_read_is_asked_for_again_and_an_empty_one_shows_the_solution() -> None:
    text = run(
        "quiz", "--seed", "4", "--count", "1", "--ask", "patterns,total", given="xyz\n?\nfoo\n9\n"
    ).stdout
    assert text.count("This is not a valid answer") == 2
    asked = next(quiz_scores(load_ruleset("riichi"), Wish(("patterns", "total")), 4))
    [solution] = re.findall("^Answer: (.*)[.]$", text, re.MULTILINE)
    assert all(name_in(award.pattern.names).lower() in solution.lower() for award in some(asked.awards))
    assert f"Wrong. Answer: {asked.worth.total}." in text


def test_what_is_no_answer_is_said_within_the_terminal() -> None:
    text = run("quiz", "--count", "1", "--seed", "4", "--ask", "patterns", given="hello", columns=60).stdout
    assert "This is not a valid answer" in text
    assert max(map(len, text.splitlines())) <= 60
