"""A rule file names its author, version, license and address, and is refused by a scorer that is too old for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer import __version__, check_ruleset, load_ruleset
from scorer.check.bundle import bundle_text
from scorer.cli.main import main
from tests.support.small import check_text

HEAD = "extends: riichi\nname: Club\nset: {red_fives: 0}\n"
CREDITS = "author: [Ann, Ben]\nversion: 1.10\nlicense: CC BY 4.0\nurl: https://club.example/rules\n"


def shown(file: Path, *words: str) -> str:
    return CliRunner().invoke(main, ["rulesets", "show", str(file), *words]).output


def test_the_credits_of_a_file_are_shown_as_they_are_written(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(HEAD + CREDITS, "utf-8")
    assert check_ruleset(file) == ()
    page = shown(file)
    assert (
        "Author: Ann; Ben\nVersion: 1.10\nLicense: CC BY 4.0\nPublished at https://club.example/rules\n"
        in page
    )
    assert '"version": "1.10"' in shown(file, "-f", "json")


@pytest.mark.slow
def test_an_overlay_has_not_the_credits_of_its_base_and_a_bundle_keeps_both(tmp_path: Path) -> None:
    (tmp_path / "league.yaml").write_text(HEAD + CREDITS + "requires: scorer >= 0.1\n", "utf-8")
    club = tmp_path / "club.yaml"
    club.write_text(
        "extends: league.yaml\nname: Club\nauthor: Carl\nrequires: scorer < 99\nset: {ippatsu: false}\n",
        "utf-8",
    )
    rules = load_ruleset(str(club))
    assert (rules.author, rules.version, rules.license, rules.url) == ("Carl", "", "", "")
    text = bundle_text(str(club))
    assert (
        "# league.yaml: author Ann, Ben; version 1.10; license CC BY 4.0; url https://club.example/rules\n"
        in text
    )
    assert "author: Carl\n" in text
    assert "requires: scorer < 99, >= 0.1\n" in text
    assert check_text(text) == ()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("requires: 0.2", "write scorer >= 0.2"),
        ("requires: scorer 0.2", "write scorer >= 0.2"),
        ("requires: scorer >= 0.1 and < 2", "write scorer >= 0.1"),
        ("requires: latest", f"write scorer >= {__version__}"),
        ("url: www.club.example/rules", "write https://www.club.example/rules"),
        ("url: ask Ann", "write the whole address: https://..."),
    ],
)
def test_a_key_that_says_nothing_clear_is_an_error_with_the_way_out(line: str, hint: str) -> None:
    (problem,) = check_text(f"{HEAD}{line}\n")
    assert (problem.code, problem.line, str(problem.hint)) == ("L205", 4, hint)


def test_a_file_for_another_version_is_refused_with_that_reason_alone(tmp_path: Path) -> None:
    newer = f"{HEAD}requires: scorer >= 99\nrule_of_tomorrow: 3\n"
    (problem,) = check_text(newer)
    assert (problem.code, problem.line) == ("L110", 4)
    assert f"this is scorer {__version__}" in str(problem.message)
    (tmp_path / "league.yaml").write_text(newer, "utf-8")
    club = tmp_path / "club.yaml"
    club.write_text("extends: league.yaml\nname: Club\nset: {ippatsu: false}\n", "utf-8")
    assert [one.code for one in check_ruleset(club)] == ["L401", "L110"]
