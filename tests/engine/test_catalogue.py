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
    recorded_summaries,
    shipped_index,
    shipped_overviews,
)
from scorer.languages import MAIN_LANGUAGES
from scorer.ruleset.cache import Files
from scorer.ruleset.find import plain_bytes, shipped_names, shipped_place
from scorer.scoring import load_ruleset
from scorer.values import replace


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
    listed = next(one for one in shipped_overviews() if one.id == name)
    texts = {"names": listed.names, "unit_names": listed.unit_names, "about": listed.about}
    assert replace(found, **texts) == listed


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
        ("riichi", "123m456p789s111z5x+5x", False),
        ("ponjan", "123m456p78s1z", False),
        ("three-player", "234p345p67p456s55s+8p", True),
        ("three-player", "234p345p67p456s5s+8p", True),
        ("three-player", "234p345p67p456s+8p", False),
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
    listed = shipped_overviews()
    assert [one.id for one in listed] == [*shipped_names()]
    riichi = next(one for one in listed if one.id == "riichi")
    for language, title in (("en", "Riichi (four players)"), ("ja", "リーチ麻雀（四人打ち）")):
        assert dict(riichi.names)[language] == title


@pytest.mark.parametrize("language", MAIN_LANGUAGES)
@pytest.mark.parametrize("name", ["ponjan", "changsha", "british"])
def test_a_summary_has_the_texts_of_each_language_from_its_own_files(name: str, language: str) -> None:
    listed, told = recorded_summaries()[name][0], overview(load_ruleset(name, language=language))
    assert dict(listed.about).get(language) == dict(told.about).get(language)
    assert dict(listed.unit_names).get(language) == dict(told.unit_names).get(language)


def test_a_summary_depends_on_the_files_of_its_texts() -> None:
    assert recorded_summaries().keys() == {*shipped_names()}
    assert "ponjan.ja.yaml" in [Path(path).name for path, content in files_of("ponjan") if content]


def files_of(name: str) -> Files:
    return recorded_summaries()[name][1]


def test_a_new_file_of_texts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = shipped_place("hongzhong.ja.yaml")
    assert (place, "") in files_of("hongzhong")
    monkeypatch.setattr(
        catalogue, "plain_bytes", lambda path: b"names: {}" if path == place else plain_bytes(path)
    )
    assert "hongzhong" not in recorded_summaries()


def test_a_changed_file_is_summed_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def changed_bytes(path: str) -> bytes:
        return plain_bytes(path) + (b"\nunit: x" if "zung-jung.yaml" in path else b"")

    whole, files = shipped_index()
    monkeypatch.setattr(catalogue, "plain_bytes", changed_bytes)
    assert "zung-jung" not in recorded_summaries()
    assert "riichi" in recorded_summaries()
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
    shipped_overviews.cache_clear()
    yield
    shipped_overviews.cache_clear()


@pytest.mark.usefixtures("fresh_lists")
def test_a_kept_list_is_used_as_long_as_it_has_every_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = shipped_index()[0]
    made: list[str] = []

    def index() -> tuple[object, object]:
        made.append("index")
        return whole, ()

    monkeypatch.setattr(catalogue, "shipped_index", index)
    monkeypatch.setattr(catalogue, "remember", lambda *_: None)
    for kept, is_made in ((whole, False), (whole[1:], True), ((*whole[1:], "riichi"), True), (None, True)):
        shipped_overviews.cache_clear()
        made.clear()
        monkeypatch.setattr(catalogue, "recall", lambda *_, kept=kept: kept)
        assert shipped_overviews() == whole
        assert made == ["index"] * is_made


@pytest.mark.parametrize(("unknown", "few", "is_told"), [(2, 1, True), (2, 2, False), (0, 0, False)])
def test_many_rulesets_without_a_summary_are_announced_before_they_are_read(
    unknown: int, few: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, told = recorded_summaries(), list[str]()
    for name in shipped_names()[:unknown]:
        del known[name]
    monkeypatch.setattr(catalogue, "recorded_summaries", lambda: dict(known))
    monkeypatch.setattr(catalogue, "FEW", few)
    monkeypatch.setattr(catalogue, "BEFORE_INDEX", [lambda: told.append("reading")])
    assert [one.id for one in shipped_index()[0]] == [*shipped_names()]
    assert bool(told) == is_told
