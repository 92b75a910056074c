"""Starter files are sound, change nothing until they are changed, and every line in them can be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer.check.run import check_ruleset, check_text
from scorer.errors import RulesetError
from scorer.ruleset.find import shipped_folder, shipped_names
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Ruleset
from scorer.ruleset.starter import starter
from tests.support.shipped import each_box
from tests.support.small import read_text

OWN = ("id", "names", "about", "file", "extends", "source", "notes")


def rules_of(text: str) -> dict[str, object]:
    """Everything of a ruleset but what it is called."""
    ruleset, problems = read_text(text, "club.yaml")
    assert ruleset is not None, problems
    return {name: getattr(ruleset, name) for name in Ruleset.__match_args__ if name not in OWN}


def in_use(text: str) -> str:
    """The file with every line of `set`, `drop` and `add` in use."""
    head, mark, rest = text.partition("\nset:\n")
    body, legend, words = rest.partition("\n# What a pattern can say")
    lines = re.sub(r"^( *)# (?=[a-z_0-9]+(\.value)?: |drop: |add:$| )", r"\1", body, flags=re.MULTILINE)
    return head + mark + lines + legend + words


@pytest.mark.parametrize("name", each_box())
def test_a_starter_over_any_ruleset_is_sound(name: str) -> None:
    assert not check_text(starter("club.yaml", name), "club.yaml")


@pytest.mark.parametrize("name", each_box())
def test_a_starter_changes_nothing(name: str) -> None:
    assert rules_of(starter("club.yaml", name)) == rules_of(f"extends: {name}\n")


@pytest.mark.parametrize("name", each_box())
def test_every_value_of_a_starter_is_the_one_in_force(name: str) -> None:
    text = in_use(starter("club.yaml", name))
    without_drop = re.sub(r"^drop: .*\n", "", text, flags=re.MULTILINE)
    assert text != without_drop
    assert "\nadd:\n  - " in without_drop
    used = set(re.findall(r"^  (\w+)\.value: ", without_drop, flags=re.MULTILINE))
    assert used == {pattern.id for pattern in load_ruleset(name).patterns}
    assert rules_of(without_drop) == rules_of(f"extends: {name}\n")


@pytest.mark.parametrize("name", each_box())
def test_the_pattern_that_a_starter_drops_can_be_dropped(name: str) -> None:
    drop = re.findall(r"^# (drop: .*)$", starter("club.yaml", name), flags=re.MULTILINE)
    assert not check_text(f"extends: {name}\nname: Ours\n{drop[0]}\n", "club.yaml")


def test_a_game_from_nothing_is_sound_and_has_no_line_of_the_shipped_copy() -> None:
    text = starter("harbour.yaml")
    assert not check_text(text, "harbour.yaml")
    assert "$schema=../" not in text
    assert "-r harbour.yaml" in text


def test_starters_are_no_rulesets_to_score_with() -> None:
    inside = {path.stem for path in (shipped_folder() / "starter").iterdir()}
    assert inside
    assert inside.isdisjoint(shipped_names())


def test_a_starter_over_a_file_names_the_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: riichi\nset: {kiriage_mangan: true}\n", encoding="utf-8")
    target = tmp_path / "league.yaml"
    target.write_text(starter(str(target), "club.yaml"), encoding="utf-8")
    assert not check_ruleset(target)
    assert load_ruleset(str(target)).option_values["kiriage_mangan"] is True


def test_a_starter_over_a_faulty_file_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: riichi\nset: {tanyoa.value: 2}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="tanyoa"):
        starter(str(tmp_path / "league.yaml"), "club.yaml")


def test_an_unknown_ruleset_is_answered_with_the_nearest() -> None:
    with pytest.raises(RulesetError) as caught:
        starter("club.yaml", "richi")
    assert "riichi" in caught.value.problems[0].hint
