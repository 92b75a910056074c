"""A file in which nothing was found is not checked again until something changes that the check has read."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.check import run
from scorer.check.run import check_ruleset

BASE = "extends: riichi\nname: Base\nset: {open_tanyao: false}\n"
CLUB = "extends: base.yaml\nname: Club\nset: {red_fives: 4}\n"
NONE = "extends: riichi\nname: Base\nset: {open_tanyaoo: false}\n"


@pytest.fixture
def club(tmp_path: Path, cache: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE)
    file = tmp_path / "club.yaml"
    file.write_text(CLUB)
    assert check_ruleset(file) == ()
    return file


def test_a_file_without_problems_is_checked_once(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "load_for_check", None)
    assert check_ruleset(club) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("club.yaml", CLUB.replace("red_fives", "red_fivess")),
        ("base.yaml", NONE),
        ("club.ja.yaml", "name: クラブ\npatterns: {nothing: 無}\n"),
    ],
)
def test_what_changes_in_a_file_or_what_it_needs_is_checked(club: Path, name: str, text: str) -> None:
    (club.parent / name).write_text(text)
    assert check_ruleset(club)
    assert check_ruleset(club)


@pytest.mark.slow
def test_a_copy_of_a_file_elsewhere_is_checked(club: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    copy = club.rename(tmp_path / "elsewhere" / "club.yaml")
    assert [problem.code for problem in check_ruleset(copy)]
