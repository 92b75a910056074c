"""Every tile of every shipped ruleset can be drawn, and told from the others."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorer.languages import LANGUAGES
from scorer.phrases import translate
from scorer.render.art import pictures
from scorer.render.page import (
    BACK,
    definitions,
    face_symbol,
    hand_drawings,
    hand_page,
    svg,
    upright_tile,
    with_tiles,
)
from scorer.render.rulesets import cards_document
from scorer.ruleset.drawings import inks, picture_names
from scorer.ruleset.find import shipped_folder, shipped_names
from scorer.scoring import load_ruleset, parse_hand
from scorer.teach.patterns import pattern_card
from scorer.tiles import TileSet
from tests.support.small import check_text, read_text

SVG = "{http://www.w3.org/2000/svg}"
NAMED_ONLY = """
name: Our box
extends: ponjan
tiles:
  table:
    our_mascot: {code: 1x, colour: red, copies: 9, name: Big red cat}
    dog: {code: 2x, colour: sky, copies: 9, name: {en: Dog, ja: いぬ}}
    lion: {code: 3x, colour: blue, copies: 9}
    owl: {code: 4x, colour: blue, copies: 9, draw: green swan}
"""


def drawn(tileset: TileSet, language: str = "en") -> ElementTree.Element:
    marks = "".join(upright_tile(code, 0) for code in [*tileset.tile_by_code, BACK])
    space = 'xmlns="http://www.w3.org/2000/svg"'
    return ElementTree.fromstring(f"<svg {space}>{definitions(marks, tileset, language)}{marks}</svg>")


@pytest.mark.parametrize("name", shipped_names())
def test_every_tile_of_a_ruleset_is_drawn_with_nothing_missing(name: str) -> None:
    tree = drawn(load_ruleset(name).tileset)
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    asked = {use.get("href", "").removeprefix("#") for use in tree.iter(f"{SVG}use")}
    assert asked <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_no_two_tiles_of_a_ruleset_look_alike(name: str) -> None:
    tileset = load_ruleset(name).tileset
    faces = [re.sub(r'id="[^"]*"', "", face_symbol(tileset, code)) for code in tileset.tile_by_code]
    assert len(set(faces)) == len(faces)


def is_tinted(name: str) -> bool:
    """Whether a picture shows the ink of its tile: all colours of some pictures are their own."""
    known = pictures()
    parts = [known[name], *(known[part] for part in known[name].uses if part in known)]
    own = [re.sub(r'<[^>]*class="ink-[^>]*>', "", part.markup) for part in parts]
    return any("currentColor" in markup for markup in own)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_an_ink_that_tells_two_tiles_apart_is_seen(name: str) -> None:
    """Tiles with different names and the same picture differ in their ink, and the picture shows it. Copies of one
    tile that have names of their own are numbered.
    """
    names: dict[tuple[str, str], set[str]] = {}
    for kind in load_ruleset(name).tileset.kinds:
        shown = kind.ink if kind.picture and is_tinted(kind.picture) else ""
        name_of_copies = re.sub(r"\W*\d+$", "", dict(kind.names).get("en", kind.id))
        names.setdefault((kind.picture or kind.id, shown), set()).add(name_of_copies)
    assert [alike for alike in names.values() if len(alike) > 1] == []


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_every_tile_of_a_shipped_ruleset_has_a_picture(name: str) -> None:
    assert [kind.code for kind in load_ruleset(name).tileset.kinds if not kind.picture] == []


@pytest.mark.parametrize("path", sorted((shipped_folder() / "art").glob("*.svg")), ids=lambda p: p.name)
def test_drawings_name_only_inks_that_exist(path: Path) -> None:
    used = {word for element in ElementTree.parse(path).iter() for word in element.get("class", "").split()}
    assert used <= {f"ink-{name}" for name in inks()}


def test_a_red_five_is_drawn_all_in_red() -> None:
    tileset = load_ruleset("riichi").tileset
    for code in ("0m", "0p", "0s"):
        name = re.findall(r'href="#([a-z_0-9]+)"', face_symbol(tileset, code))[0]
        assert set(re.findall(r"ink-([a-z]+)", pictures()[name].markup)) == {"red"}
        assert "tile-index-red" in face_symbol(tileset, code)


def test_a_tile_without_a_picture_shows_its_name_in_its_colour() -> None:
    ruleset, problems = read_text(NAMED_ONLY, "box.yaml")
    assert ruleset is not None, problems
    cat, dog = (face_symbol(ruleset.tileset, code) for code in ("1x", "2x"))
    assert re.findall(r">(\w+)</text>", cat) == ["Big", "red", "cat", "1"]
    assert "ink-red" in cat
    assert ">いぬ<" in face_symbol(ruleset.tileset, "2x", "ja")
    assert re.search(r"ink-[a-z]+", dog)


def test_a_tile_named_like_a_picture_needs_no_draw() -> None:
    ruleset, problems = read_text(NAMED_ONLY, "box.yaml")
    assert ruleset is not None, problems
    lion, owl = ruleset.tileset.by_code["3x"], ruleset.tileset.by_code["4x"]
    assert (lion.picture, lion.ink) == ("lion", "blue")
    assert (owl.picture, owl.ink) == ("swan", "green")


def test_an_unknown_picture_is_a_problem_with_its_place_and_a_suggestion() -> None:
    _, problems = read_text(NAMED_ONLY.replace("green swan", "greem swam"), "box.yaml")
    found = {(p.line, str(p.message), str(p.hint)) for p in problems}
    assert found == {
        (9, "there is no ink 'greem'", "did you mean 'green'?"),
        (9, "there is no picture 'swam'", "did you mean 'swan'?"),
    }


def test_called_sets_lie_sideways_and_a_concealed_kong_shows_two_backs() -> None:
    tileset = load_ruleset("riichi").tileset
    concealed, won, chow, kong = hand_drawings(parse_hand("1122m(345p)[2222s]55z+5z"), tileset)
    assert "rotate" not in concealed.markup + won.markup
    assert "tile-mark" in won.markup
    assert chow.markup.count("rotate(-90)") == 1
    assert re.findall(r"#tile-(\w+)", kong.markup) == [BACK, "2s", "2s", BACK]


def test_a_picture_of_a_hand_needs_nothing_from_anywhere_else() -> None:
    for name, text in (("riichi", "1122m(345p)[2222s]5z+5z"), ("ponjan", "111222m33p0j")):
        ruleset = load_ruleset(name)
        hand = parse_hand(text, ruleset)
        picture = svg(hand_drawings(hand, ruleset.tileset), ruleset.tileset, "a hand")
        tree = ElementTree.fromstring(picture)
        ids = {element.get("id") for element in tree.iter()}
        assert {use.get("href", "")[1:] for use in tree.iter(f"{SVG}use")} <= ids
        assert re.findall(r"(?:https?:)?//[^\"' ]+", picture) == ["http://www.w3.org/2000/svg"]


def test_picture_names_found_quickly_are_those_that_are_drawn() -> None:
    assert picture_names() == {name for name in pictures() if not name.endswith("_part")}


def test_the_examples_of_a_pattern_are_drawn_set_by_set() -> None:
    ruleset = load_ruleset("riichi")
    card = cards_document([pattern_card(ruleset.pattern_by_id["pinfu"], ruleset)])
    page = hand_page(None, ruleset, card)
    assert page.count("tile-mark") >= len(ruleset.pattern_by_id["pinfu"].holds)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["riichi", "mcr", "ponjan", "donjara-one-piece"])
def test_notation_is_drawn_in_every_language_whatever_stands_beside_it(name: str, language: str) -> None:
    tileset = load_ruleset(name).tileset
    first, second = tileset.kinds[0].code, tileset.kinds[1].code
    for key in ("found only pair", "was called", "won on", "is not", "completed", "discard from"):
        told = translate(key, language, first, second)
        shown = with_tiles(told, tileset)
        assert shown.count(f"#tile-{first}") == told.count(first), told
        assert shown.count(f"#tile-{second}") == told.count(second), told


@pytest.mark.parametrize("text", ["x11z", "11zx", "1.11z", "up to 100s", "A11z"])
def test_what_is_part_of_a_longer_word_is_no_notation(text: str) -> None:
    assert "#tile" not in with_tiles(text, load_ruleset("riichi").tileset)


def test_a_joker_is_drawn_as_its_sort_says() -> None:
    kinds = {kind.code: kind for kind in load_ruleset("vietnamese").tileset.kinds}
    assert (kinds["0c"].picture, kinds["0c"].ink) == ("jester", "blue")
    assert (kinds["2r"].picture, kinds["2r"].ink) == ("jester", "blue")
    overlay = "extends: riichi\nset: {tileset.jokers: {j: {count: 1, draw: blue dragonfly}}}\n"
    assert "there is no picture 'dragonfly'" in "".join(map(str, check_text(overlay)))
