"""Every recipe of rulesets/RECIPES.md is a rule file without problems whose hands come out as written."""

from __future__ import annotations

import re

import pytest

from scorer.api import check_text
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
