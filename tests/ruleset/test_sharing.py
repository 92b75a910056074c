"""Rule files that extend others in folders below, and rule files of one's own that are found by name."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scorer.engine.catalogue import named_rulesets
from scorer.errors import RulesetError
from scorer.questions.authoring import check_file
from scorer.render.rulesets import named_ruleset_list
from scorer.ruleset.find import own_names
from scorer.scoring import load_ruleset
from scorer.writing import as_text
from tests.cli.runs import run
from tests.support.loops import some

LEAGUE = "extends: riichi\nname: League\nset: {kiriage_mangan: true}\n"
FOUR_THIRTY = "223344m567p67s22p+5s"


@pytest.fixture
def own_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of rule files of one's own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.setenv("SCORER_RULES", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(path: Path) -> list[str]:
    return [f"{one.code} {one.message}; {one.hint}" for one in check_file(str(path)).problems if one.is_error]


def test_a_file_may_extend_one_in_a_folder_below(tmp_path: Path) -> None:
    written(tmp_path / "base" / "league.yaml", "extends: ../shared/first.yaml\nname: League\n")
    written(tmp_path / "shared" / "first.yaml", LEAGUE)
    club = written(tmp_path / "club.yaml", "extends: base/league.yaml\nname: Club\n")
    assert load_ruleset(str(club)).option_values["kiriage_mangan"] is True
    assert problems_of(club) == []


def test_a_file_may_have_the_name_of_its_base_in_another_folder(tmp_path: Path) -> None:
    written(tmp_path / "base" / "club.yaml", LEAGUE)
    club = written(tmp_path / "club.yaml", "extends: base/club.yaml\nname: Club\n")
    assert load_ruleset(str(club)).option_values["kiriage_mangan"] is True


@pytest.mark.parametrize(
    "base", ["../league.yaml", "below/../../league.yaml", "{absolute}", "link/league.yaml"]
)
def test_a_file_above_the_folder_is_not_read(base: str, tmp_path: Path) -> None:
    league = written(tmp_path / "league.yaml", LEAGUE)
    (tmp_path / "rules").mkdir()
    os.symlink(tmp_path, tmp_path / "rules" / "link")
    club = written(tmp_path / "rules" / "club.yaml", f"extends: {base.format(absolute=league)}\nname: Club\n")
    assert any(text.startswith("L401") for text in problems_of(club))
    with pytest.raises(RulesetError):
        load_ruleset(str(club))


def test_a_file_above_is_read_from_a_folder_of_ones_own(own_rules: Path) -> None:
    written(own_rules / "league.yaml", LEAGUE)
    club = written(own_rules.parent / "rules" / "club.yaml", "extends: ../mine/league.yaml\nname: Club\n")
    assert problems_of(club) == []


def test_files_that_extend_each_other_in_a_circle_are_told(tmp_path: Path) -> None:
    written(tmp_path / "below" / "b.yaml", "extends: ../a.yaml\nname: B\n")
    first = written(tmp_path / "a.yaml", "extends: below/b.yaml\nname: A\n")
    assert any("extends itself" in text for text in problems_of(first))


def test_rules_of_ones_own_are_named_like_shipped_ones(own_rules: Path) -> None:
    written(own_rules / "league.yaml", LEAGUE)
    club = written(own_rules.parent / "club.yaml", "extends: league\nname: Club\n")
    assert load_ruleset("league").option_values["kiriage_mangan"] is True
    assert load_ruleset(str(club)).option_values["kiriage_mangan"] is True
    assert own_names() == ("league",)
    assert "8,000" in run("score", FOUR_THIRTY, "-w", "riichi", "-r", "league").stdout
    assert "League" in run("rulesets", "list").stdout


def test_the_data_folder_has_rules_of_ones_own_too(own_rules: Path) -> None:
    written(own_rules.parent / "data" / "scorer" / "rules" / "evening.yml", LEAGUE)
    assert load_ruleset("evening").option_values["kiriage_mangan"] is True


def test_a_shipped_ruleset_cannot_be_replaced(own_rules: Path) -> None:
    written(own_rules / "riichi.yaml", LEAGUE)
    assert load_ruleset("riichi").option_values["kiriage_mangan"] is False
    assert own_names() == ()


def test_no_other_file_is_found_by_a_name(own_rules: Path) -> None:
    written(own_rules.parent / "secret.yaml", LEAGUE)
    for name in ("../secret", "..", ".", "", "defaults"):
        with pytest.raises(RulesetError):
            load_ruleset(name)


@pytest.fixture
def pack(own_rules: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of rule files of an installed package, which is empty."""
    site = own_rules.parent / "site"
    written(site / "club_rules" / "__init__.py", "raise SystemExit('the code of a package is not run')\n")
    written(
        site / "club_rules-1.0.dist-info" / "METADATA",
        "Metadata-Version: 2.1\nName: club-rules\nVersion: 1.0\n",
    )
    written(
        site / "club_rules-1.0.dist-info" / "entry_points.txt",
        "[mahjong_scorer.rulesets]\nclub = club_rules.rules\n",
    )
    monkeypatch.syspath_prepend(str(site))
    return site / "club_rules" / "rules"


def test_an_installed_package_brings_rules(pack: Path) -> None:
    written(pack / "harbour-club.yaml", LEAGUE)
    assert load_ruleset("harbour-club").option_values["kiriage_mangan"] is True
    assert "harbour-club" in own_names()


LATER = "extends: riichi\nname: Later\nrequires: scorer >= 99\nsection_of_later: {a: 1}\n"


def test_a_file_for_a_later_version_is_named_with_that_reason_wherever_it_is(
    own_rules: Path, pack: Path
) -> None:
    written(own_rules / "later.yaml", LATER)
    written(own_rules / "a-club.yaml", "extends: later.yaml\nname: Club\n")
    written(pack / "packed.yaml", LATER)
    listed = {one.id: one for one in named_rulesets() if one.path}
    for name in some(["later", "packed", "a-club"]):
        found = [one for one in (listed[name].problem, listed[name].base_problem) if one]
        assert [one.line for one in found if "requires scorer >= 99" in str(one.message)] == [3]
        assert len(found) == (2 if name == "a-club" else 1)
        assert any("L110" in text for text in problems_of(Path(listed[name].path)))
        with pytest.raises(RulesetError, match="requires scorer >= 99"):
            load_ruleset(name)


def test_a_list_says_in_every_language_why_a_file_of_a_package_is_not_used(
    own_rules: Path, pack: Path
) -> None:
    written(own_rules / "later.yaml", LATER)
    written(own_rules / "club.yaml", "extends: later.yaml\nname: Club\n")
    written(pack / "later.yaml", LEAGUE)
    written(pack / "tenhou.yaml", LEAGUE)
    notes = {text: as_text(named_ruleset_list(named_rulesets(), text), columns=400) for text in ("en", "ja")}
    shown = {language: re.sub(" +", " ", text) for language, text in notes.items()}
    assert "not used: line 3: L110 this file requires scorer >= 99" in shown["en"]
    assert "because it has errors; later.yaml:3: L110 this file requires" in shown["en"]
    assert f"not used: hidden by {own_rules / 'later.yaml'}" in shown["en"]
    assert "not used: hidden by tenhou" in shown["en"]
    assert "L110 このファイルにはscorer >= 99が必要です" in shown["ja"]


@pytest.mark.parametrize("mark", [".git", ".scorer.yaml"])
def test_a_file_above_is_read_within_the_project(mark: str, tmp_path: Path) -> None:
    written(tmp_path / "club.yaml", "extends: riichi\nname: Club\n")
    league = written(tmp_path / "leagues" / "b.yaml", "extends: ../club.yaml\nname: B\n")
    with pytest.raises(RulesetError, match="above the folder"):
        load_ruleset(str(league))
    (tmp_path / mark).touch(mode=0o600)
    assert load_ruleset(str(league)).extends[0].endswith("club.yaml")


def test_a_link_to_a_file_outside_is_not_read(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside" / "secret.yaml", "extends: riichi\nname: Secret\n")
    club = written(tmp_path / "club" / "club.yaml", "extends: linked.yaml\nname: Club\n")
    (tmp_path / "club" / "linked.yaml").symlink_to(outside)
    with pytest.raises(RulesetError, match="a link to a file outside"):
        load_ruleset(str(club))
