"""A bundle is one file with the rules of a file and of everything that it extends."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from scorer.audit.differences import differences
from scorer.check.bundle import bundle_text
from scorer.errors import RulesetError
from scorer.questions.authoring import check_text
from scorer.questions.rules import ruleset_from_text
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.cli.runs import run
from tests.support.shipped import base_of, text_of
from tests.test_recipes import RECIPES

OVERLAYS = [name for name in shipped_names() if base_of(name)]


def test_there_are_overlays_to_bundle() -> None:
    assert len(OVERLAYS) > 15


@pytest.mark.one_in(40)
@pytest.mark.parametrize("name", OVERLAYS)
def test_a_bundle_has_the_rules_of_its_files(name: str) -> None:
    bundled = ruleset_from_text(bundle_text(name))
    assert not bundled.extends
    assert differences(load_ruleset(name), bundled) == ()


@pytest.mark.one_in(60)
@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_bundled_recipe_has_its_rules(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(RECIPES[name], encoding="utf-8")
    assert differences(load_ruleset(str(file)), ruleset_from_text(bundle_text(str(file)))) == ()


def test_a_bundle_has_the_ids_of_its_files_and_the_hands_of_the_first_alone() -> None:
    text = bundle_text("PONJAN-ANOA")
    assert text.startswith("# ponjan-anoa and ponjan in one file\n")
    assert yaml.safe_load(text)["hands"] == yaml.safe_load(text_of("ponjan-anoa"))["hands"] != {}


@pytest.mark.slow
def test_an_example_that_no_longer_holds_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("extends: riichi\nname: Club\nset: {open_tanyao: false}\n", encoding="utf-8")
    assert check_text(bundle_text(str(file)), "club.yaml") == ()


def test_a_file_with_errors_is_not_bundled(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("extends: riichi\nname: Club\nset: {opn_tanyao: false}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="opn_tanyao"):
        bundle_text(str(file))
    result = run("rulesets", "bundle", str(file))
    assert result.exit_code == 2
    assert "did you mean 'open_tanyao'" in result.stderr
