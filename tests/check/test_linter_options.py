"""`scorer check` has the options of other linters: files left out, a report elsewhere, counts, unsaved files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.runs import run

SLIP = "extends: riichi\nname: Club\nset: {tanyoa.value: 2}\n"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a faulty file, a faulty draft and a faulty file below, all of which extend the first."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old" / "deep").mkdir(parents=True)
    for name in ("club.yaml", "club-draft.yaml", "old/deep/club.yaml"):
        (tmp_path / name).write_text(SLIP, encoding="utf-8")
    return tmp_path


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        ((), {"club.yaml", "club-draft.yaml", "old/deep/club.yaml"}),
        (("*-draft.yaml",), {"club.yaml", "old/deep/club.yaml"}),
        (("old",), {"club.yaml", "club-draft.yaml"}),
        (("old/", "*-draft.yaml"), {"club.yaml"}),
        (("old/deep/*.yaml",), {"club.yaml", "club-draft.yaml"}),
        (("deep",), {"club.yaml", "club-draft.yaml"}),
    ],
)
def test_files_in_folders_are_left_out(rules: Path, patterns: tuple[str, ...], left: set[str]) -> None:
    words = [word for pattern in patterns for word in ("--exclude", pattern)]
    found = json.loads(run("check", "-f", "json", *words).stdout)
    assert {Path(file).as_posix() for file in found["files"]} == left


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "text", "start", "left"),
    [
        ("pyproject.toml", '[tool.scorer]\nexclude = ["*-draft.yaml", "old/deep/*"]\n', ".", {"club.yaml"}),
        (".scorer.yaml", "exclude: [old/deep]\n", ".", {"club.yaml", "club-draft.yaml"}),
        (".scorer.yaml", "paths: old\n", ".", {"old/deep/club.yaml"}),
        (".scorer.yaml", "exclude: old/deep\npaths: [old, club.yaml]\n", "old", {"../club.yaml"}),
        ("pyproject.toml", "[tool]\nscorer = {paths = ['club.yaml']}\n", "old/deep", {"../../club.yaml"}),
        (".scorer.yaml", "ignore: L4\nstrict: true\n", "old", {"deep/club.yaml"}),
    ],
)
def test_a_project_says_which_files_are_checked(
    rules: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, start: str, left: set[str]
) -> None:
    (rules / name).write_text(text, encoding="utf-8")
    (rules / ".git").mkdir()
    monkeypatch.chdir(rules / start)
    found = json.loads(run("check", "-f", "json").stdout)
    assert {Path(file).as_posix() for file in found["files"]} == left


def test_a_project_ignores_codes_and_takes_warnings_for_problems(rules: Path) -> None:
    settings, club = rules / ".scorer.yaml", rules / "club.yaml"
    club.write_text("extends: ponjan\nname: Club\nabout: ab\nset: {furiten: false}\n", encoding="utf-8")
    outcomes = []
    for text in ("", "strict: true\n", "strict: true\nignore: L9\n", "strict: true\nselect: [L4, L5]\n"):
        settings.write_text(text, encoding="utf-8")
        outcomes.append(run("check", "club.yaml").exit_code)
    assert outcomes == [0, 1, 0, 0]


def test_a_check_is_repeated_when_a_file_changes(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def edit(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            raise KeyboardInterrupt
        (rules / "old" / "deep" / f"new-{len(waits)}.yaml").write_text(SLIP, encoding="utf-8")

    monkeypatch.setattr("scorer.cli.check.sleep", edit)
    result = run("check", "old", "--watch")
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if " problem" in line] == [
        "1 problem in 1 file",
        "2 problems in 2 files",
        "3 problems in 3 files",
    ]
    assert run("check", "--watch", "--fix").exit_code == 2


def test_a_file_that_is_named_is_checked_although_it_is_left_out(rules: Path) -> None:
    assert run("check", "club.yaml", "--exclude", "*.yaml").exit_code == 1


def test_the_report_is_written_to_a_file(rules: Path) -> None:
    result = run("check", "club.yaml", "--output-file", "report.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "1 problem in 1 file\n" in (rules / "report.txt").read_text(encoding="utf-8")
    assert run("check", "club.yaml", "--output-file", "no/such/folder.txt").exit_code == 1


@pytest.mark.slow
def test_codes_are_counted(rules: Path) -> None:
    assert run("check", "--statistics").stdout.startswith("3  L402  ")
    (row,) = json.loads(run("check", "--statistics", "-f", "json").stdout)
    assert (row["code"], row["count"]) == ("L402", 3)
    assert run("check", "riichi", "--select", "L402", "--statistics").stdout == "riichi: no problems\n"
    assert run("check", "--statistics", "-f", "sarif").exit_code == 2


def test_standard_input_stands_for_a_file(rules: Path) -> None:
    (rules / "club.yaml").write_text("extends: riichi\nname: Club\n", encoding="utf-8")
    evening = "extends: club.yaml\nname: Evening\nset: {tanyoa.value: 2}\n"
    result = run("check", "--stdin-filename", "evening.yaml", given=evening)
    assert result.stdout.startswith("evening.yaml:3:7: L402")
    assert run("check", "club.yaml", "--stdin-filename", "evening.yaml").exit_code == 2
