"""Progress is kept in the user's data folder; a damaged file is set aside, never lost or fatal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.scoring import load_ruleset
from scorer.teach.progress import (
    DAMAGED_FILE,
    RECORD_FILE,
    AnswerMark,
    Progress,
    QuizResult,
    Tally,
    data_folder,
    load_progress,
    practice_tips,
    reset_progress,
    save_progress,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "scorer"


def some(topic: str = "total", right: bool = True) -> QuizResult:
    return QuizResult().with_marks([AnswerMark(topic, right, "3", patterns=(("pinfu", right),))])


def test_progress_is_read_as_it_was_written() -> None:
    progress = Progress().with_result("riichi", some()).with_result("ponjan", some("points", False))
    assert save_progress(progress) == ""
    assert load_progress() == progress


def test_practices_add_up() -> None:
    save_progress(load_progress().with_result("riichi", some()))
    save_progress(load_progress().with_result("riichi", some(right=False)))
    assert dict(load_progress().result_for("riichi").topics)["total"].question_count == 2
    assert dict(load_progress().result_for("riichi").patterns)["pinfu"].correct_count == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "rulesets": {}}',
        '{"version": 1, "rulesets": {"riichi": {"topics": {"total": [5, 3]}, "patterns": {}}}}',
        '{"version": 1, "rulesets": {"riichi": {"topics": {"total": ["1", 3]}, "patterns": {}}}}',
        '{"version": 1, "rulesets": {"riichi": {"topics": {"total": [true, 3]}, "patterns": {}}}}',
        '{"version": 1, "rulesets": {"riichi": []}}',
        "[" * 100_000,
        " " * (2 << 20),
    ],
)
def test_a_damaged_file_is_set_aside_and_a_new_record_begins(home: Path, text: str) -> None:
    home.mkdir()
    (home / RECORD_FILE).write_text(text, encoding="utf-8")
    progress = load_progress()
    assert progress.records == ()
    assert DAMAGED_FILE in progress.note
    assert (home / DAMAGED_FILE).read_text(encoding="utf-8") == text
    assert save_progress(progress.with_result("riichi", some())) == ""
    assert load_progress().note == ""


def test_bytes_that_are_no_text_are_set_aside(home: Path) -> None:
    home.mkdir()
    (home / RECORD_FILE).write_bytes(b"\xff\xfe\x00")
    assert load_progress().note


def test_a_folder_that_cannot_be_written_costs_the_record_only(home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be", encoding="utf-8")
    assert "not saved" in save_progress(Progress().with_result("riichi", some()))


def test_progress_can_be_forgotten_for_one_ruleset_or_all() -> None:
    assert "no progress" in reset_progress()
    save_progress(Progress().with_result("riichi", some()).with_result("ponjan", some()))
    assert "ponjan" in reset_progress("ponjan")
    assert [name for name, _ in load_progress().records] == ["riichi"]
    reset_progress()
    assert load_progress().records == ()


def test_the_file_is_small_and_plain(home: Path) -> None:
    save_progress(Progress().with_result("riichi", some()))
    data = json.loads((home / RECORD_FILE).read_text(encoding="utf-8"))
    assert data == {
        "version": 1,
        "rulesets": {"riichi": {"topics": {"total": [1, 1]}, "patterns": {"pinfu": [1, 1]}}},
    }
    assert [path.name for path in home.iterdir()] == [RECORD_FILE]


def marks() -> Iterator[AnswerMark]:
    yield AnswerMark("total", True, "3")
    yield AnswerMark("sheet", False, "30")
    yield AnswerMark("patterns", False, "", patterns=(("pinfu", False), ("tanyao", True)))


def test_a_result_counts_by_topic_and_pattern_and_says_what_to_practise() -> None:
    result = QuizResult().with_marks(marks())
    assert result.total == Tally(1, 3)
    assert result.by_topic() == [("patterns", Tally(0, 1)), ("total", Tally(1, 1)), ("sheet", Tally(0, 1))]
    told = list(practice_tips(result, load_ruleset("riichi")))
    assert any("--ask fu" in text for text in told)
    assert any("scorer patterns -r riichi pinfu" in text for text in told)
    assert not any("han" in text.split(":")[0] for text in told)


def test_results_add_up() -> None:
    one = QuizResult().with_marks(marks())
    assert dict(one.plus(one).topics)["sheet"] == Tally(0, 2)
    assert dict(one.plus(one).patterns)["tanyao"] == Tally(2, 2)


def told(*topics: tuple[str, Tally], patterns: tuple[tuple[str, Tally], ...] = ()) -> list[str]:
    """What is advised, without the commands."""
    found = practice_tips(QuizResult(topics, patterns), load_ruleset("riichi"))
    return [text.partition(";")[0].partition(": scorer")[0] for text in found]


def test_what_is_known_four_times_of_five_needs_no_practice() -> None:
    assert told(("patterns", Tally(4, 5)), ("total", Tally(79, 100))) == ["han: 79 of 100"]


def test_the_three_weakest_topics_and_patterns_are_advised_weakest_first() -> None:
    topics = [(name, Tally(right, 9)) for right, name in enumerate(("points", "patterns", "total", "waits"))]
    patterns = [
        (name, Tally(right, 9)) for right, name in enumerate(("pinfu", "tanyao", "riichi", "ippatsu"))
    ]
    assert told(*topics, patterns=tuple(patterns)) == [
        "points: 0 of 9", "patterns: 1 of 9", "han: 2 of 9", "Pinfu", "All simples", "Riichi",
    ]  # fmt: skip


def test_the_platforms_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / ".local/share/scorer"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == tmp_path / "Library/Application Support/scorer"
