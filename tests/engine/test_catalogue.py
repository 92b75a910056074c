"""What a list of rulesets says of each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.engine import catalogue
from scorer.engine.catalogue import (
    named_rulesets,
    overview,
    overview_sort,
    recorded_summaries,
    shipped_index,
    shipped_overviews,
)
from scorer.ruleset.cache import file_digest
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset


@pytest.mark.parametrize(
    ("name", "letters", "loose"), [("riichi", "mpsz", ""), ("mcr", "mpszf", "f"), ("ponjan", "mpsj", "j")]
)
def test_an_overview_tells_apart_the_letters_of_tiles_that_belong_to_no_set(
    name: str, letters: str, loose: str
) -> None:
    found = overview(load_ruleset(name))
    assert (found.letters, found.outline) == (letters, loose)


@pytest.mark.parametrize(
    ("name", "players", "tiles", "unit"),
    [
        ("riichi", 4, 136, "han"),
        ("sanma", 3, 108, "han"),
        ("mcr", 4, 144, "fan"),
        ("ponjan", 4, 83, "points"),
        ("hongzhong", 4, 112, "fan"),
        ("vietnamese", 4, 168, "phan"),
    ],
)
def test_an_overview_counts_players_and_the_tiles_in_the_box(
    name: str, players: int, tiles: int, unit: str
) -> None:
    found = overview(load_ruleset(name))
    assert (found.players, found.tiles, found.unit) == (players, tiles, unit)
    assert next(one for one in shipped_overviews() if one.id == name) == found


@pytest.mark.parametrize(
    ("name", "hand", "may_be_complete"),
    [
        ("riichi", "234m345p67p456s55s+8p", True),
        ("riichi", "1234567m1234567p", True),
        ("riichi", "222m333p777s", False),
        ("riichi", "1111222333444m55p", False),
        ("riichi", "(1111m)22233344m55p+5p", True),
        ("riichi", "(1111m)222333444m55p+5p", False),
        ("riichi", "(1111m)[2222m](3333m)(4444p)5p+5p", True),
        ("riichi", "(1111m)[2222m](3333m)(4444p)(5555p)", False),
        ("riichi", "1f2f234m345p67p456s55s+8p", False),
        ("riichi", "123m+1x", False),
        ("riichi", "EEE", True),
        ("mcr", "1f2f234m345p67p456s55s+8p", True),
        ("mcr", "234m345p67p456s55s1f", True),
        ("mcr", "1f234m345p67p456s55s", True),
        ("mcr", "1f234m345p67p456s5s", False),
        ("ponjan", "123m456p789s", True),
        ("taiwanese", "123m456p789s123s456s55z", True),
        ("taiwanese", "123m456p789s123s55z", False),
    ],
)
def test_a_hand_belongs_to_games_whose_hands_have_as_many_of_their_tiles(
    name: str, hand: str, may_be_complete: bool
) -> None:
    assert overview(load_ruleset(name)).may_complete(hand) == may_be_complete


def test_every_shipped_ruleset_is_listed_in_each_language_under_its_name() -> None:
    for language, title in (("en", "Riichi (four players)"), ("ja", "リーチ麻雀（四人打ち）")):
        listed = shipped_overviews(language)
        assert [one.id for one in listed] == [*shipped_names()]
        riichi = next(one for one in listed if one.id == "riichi")
        assert dict(riichi.names)[language] == title


def test_recorded_summaries_are_in_the_language_that_a_ruleset_has_texts_in() -> None:
    english, japanese = recorded_summaries("en"), recorded_summaries("ja")
    assert english.keys() == japanese.keys() == {*shipped_names()}
    files = {name: [Path(path).name for path, _ in summary[1]] for name, summary in japanese.items()}
    assert "ponjan.ja.yaml" in files["ponjan"]
    assert "ponjan.ja.yaml" not in [Path(path).name for path, _ in english["ponjan"][1]]
    assert japanese["hongzhong"][0] == english["hongzhong"][0]


def test_a_changed_file_is_summed_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def digest(path: str) -> str:
        return "" if "zung-jung.yaml" in path else file_digest(path)

    whole, files = shipped_index()
    monkeypatch.setattr(catalogue, "file_digest", digest)
    assert "zung-jung" not in recorded_summaries("en")
    assert "riichi" in recorded_summaries("en")
    summed, used = shipped_index()
    assert summed == whole
    assert {path for path, _ in used} == {path for path, _ in files}


def test_own_rule_files_are_found_by_name_unless_another_hides_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    files = {
        first / "league.yaml": "extends: riichi\nname: League\n",
        first / "riichi.yaml": "extends: riichi\nname: Ours\n",
        first / "broken.yaml": "extends: riichi\nset: {foo: 1}\n",
        second / "league.yaml": "extends: riichi\nname: Another league\n",
    }
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("SCORER_RULES", f"{first}{os.pathsep}{second}")
    named = named_rulesets()
    own = {os.path.relpath(one.path, tmp_path): one for one in named if one.path}
    assert [one.id for one in named if not one.path] == [*shipped_names()]
    assert {
        name: (one.hidden_by, one.overview is None, one.problem is None) for name, one in own.items()
    } == {
        "first/broken.yaml": ("", True, False),
        "first/league.yaml": ("", False, True),
        "first/riichi.yaml": ("riichi", True, True),
        "second/league.yaml": (str(first / "league.yaml"), True, True),
    }


@pytest.fixture
def fresh_lists() -> Iterator[None]:
    """Lists that an earlier test made are made again, and those of this test are forgotten."""
    catalogue._overviews_in.cache_clear()
    yield
    catalogue._overviews_in.cache_clear()


@pytest.mark.usefixtures("fresh_lists")
def test_a_kept_list_is_used_as_long_as_it_has_every_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = shipped_index()[0]
    made: list[str] = []

    def index(language: str) -> tuple[object, object]:
        made.append(language)
        return whole, ()

    monkeypatch.setattr(catalogue, "shipped_index", index)
    monkeypatch.setattr(catalogue, "remember", lambda *_: None)
    for kept, is_made in ((whole, False), (whole[1:], True), ((*whole[1:], "riichi"), True), (None, True)):
        catalogue._overviews_in.cache_clear()
        made.clear()
        monkeypatch.setattr(catalogue, "recall", lambda *_, kept=kept: kept)
        assert shipped_overviews("en") == whole
        assert made == ["en"] * is_made


def test_lists_in_different_languages_are_kept_apart() -> None:
    assert len({overview_sort(language) for language in ("en", "ja", "zh")}) == 3
    assert overview_sort("ja").endswith("-ja")


@pytest.mark.parametrize(("unknown", "few", "is_told"), [(2, 1, True), (2, 2, False), (0, 0, False)])
def test_many_rulesets_without_a_summary_are_announced_before_they_are_read(
    unknown: int, few: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, told = recorded_summaries("en"), list[str]()
    for name in shipped_names()[:unknown]:
        del known[name]
    monkeypatch.setattr(catalogue, "recorded_summaries", lambda language: dict(known))
    monkeypatch.setattr(catalogue, "FEW", few)
    monkeypatch.setattr(catalogue, "BEFORE_INDEX", [lambda: told.append("reading")])
    assert [one.id for one in shipped_index()[0]] == [*shipped_names()]
    assert bool(told) == is_told
