"""`scorer table`: readable at 60 columns for every ruleset, and the same as data."""

from __future__ import annotations

import json

import pytest

from scorer.render.text import display_width
from tests.cli.runs import run
from tests.support.shipped import each_box


@pytest.mark.parametrize("name", each_box())
def test_every_ruleset_has_a_table_that_fits_sixty_columns(name: str) -> None:
    result = run("table", "-r", name, columns=60)
    assert result.exit_code == 0
    assert max(map(display_width, result.stdout.split("\n"))) <= 60
    assert ("discard" in result.stdout) == (name != "hongzhong"), "only there no hand wins on a discard"


def test_the_rows_of_riichi_read_as_in_a_book() -> None:
    lines = run("table", columns=100).stdout.split("\n")
    assert " 30  1,000  2,000  3,900  7,700" in lines
    assert any(line.split() == ["30", "300/500", "500/1,000", "1,000/2,000", "2,000/3,900"] for line in lines)


def test_rows_of_one_limit_name_their_patterns() -> None:
    text = run("table", "-r", "zung-jung", columns=100).stdout
    assert "320  Small four winds, All honors" in text
    assert "Limit hand " not in text


def test_options_and_languages_are_heeded() -> None:
    assert "8,000" in run("table", "-o", "kiriage_mangan=true").stdout.split(" 30 ")[1].split("\n")[0]
    assert "満貫" in run("table", "--lang", "ja").stdout


def test_the_table_as_json() -> None:
    found = json.loads(run("table", "-f", "json").stdout)
    cell = next(
        cell
        for grid in found["grids"]
        if grid["dealer"] and not grid["self_draw"]
        for cell in grid["cells"]
        if (cell["sheet"], cell["total"]) == (40, 3)
    )
    assert cell["shares"] == {"discarder": 7700}
    assert found["rows"][0]["limit"] == "mangan"
    assert found["stick"] == 1000


def test_a_value_that_an_option_does_not_have_is_told() -> None:
    result = run("table", "-o", "kiriage=true")
    assert result.exit_code == 2
    assert "kiriage_mangan" in result.stderr
