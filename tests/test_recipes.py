"""Every recipe of rulesets/RECIPES.md is a rule file without problems whose hands come out as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer.questions.authoring import check_text
from tests.cli.runs import run
from tests.support.places import ROOT

PAGE = (ROOT / "rulesets" / "RECIPES.md").read_text(encoding="utf-8")
RECIPES = {match[2]: match[1] for match in re.finditer(r"```yaml\n(# (\S+)\n.*?)```", PAGE, re.DOTALL)}


def test_the_page_has_forty_recipes_or_more() -> None:
    assert len(RECIPES) >= 40
    assert PAGE.count("\n### ") == PAGE.count("```yaml") == len(RECIPES)


@pytest.mark.one_in(16)
@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_has_no_problem(name: str) -> None:
    assert check_text(RECIPES[name], name) == ()


OF_DEALS = {
    "uma-10-30.yaml": ("final 45000 30000 20000 5000", "+65"),
    "false-win.yaml": ("draw --false-win S", "-15,000"),
    "dealer-wins.yaml": ("draw --ready E", "The next player deals"),
    "no-abortive-draws.yaml": ("draw --kind nine_terminals", "no such kind of draw"),
    "play-on.yaml": ("final 45000 35000 -5000 25000", "-5,000"),
}
"""Recipes that no hand shows, each with a command and what it prints."""


def test_every_recipe_shows_what_it_does() -> None:
    assert {
        name for name, text in RECIPES.items() if not re.search(r"^hands:|^ +holds:", text, re.MULTILINE)
    } == {*OF_DEALS}


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DEALS)
def test_a_recipe_for_deals_does_what_it_says(name: str, tmp_path: Path) -> None:
    command, told = OF_DEALS[name]
    (tmp_path / name).write_text(RECIPES[name], encoding="utf-8")
    result = run(*command.split(), "-r", str(tmp_path / name))
    assert told in result.output
