"""A family writes the characters and values of its own box over the shipped ones in a few lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import load_ruleset, score
from scorer.tiles import name_in

OUR_DORAEMON = """\
extends: donjara-doraemon
name: Our Doraemon box
tiles:
  table:
    x1: {code: 1x, colour: colour_x, worth: 1, copies: 9, name: Doraemon}
    z3: {code: 3z, colour: colour_z, worth: 10, copies: 9, name: Dorami}
"""
OUR_ONE_PIECE = """\
extends: donjara-one-piece
name: Our One Piece box
set: {one_color.value: 500, three_brothers.value: 150}
drop: [three_doctors]
"""


def overlay(folder: Path, text: str) -> str:
    path = folder / "ours.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_two_characters_of_a_doraemon_box_are_written_over(tmp_path: Path) -> None:
    ours = overlay(tmp_path, OUR_DORAEMON)
    assert score("111x222x333z", "donjara-doraemon").points == 3 * (10 + 5 + 5)
    assert score("111x222x333z", ours).points == 3 * (1 + 5 + 10)


def test_a_character_is_called_by_the_name_of_the_family(tmp_path: Path) -> None:
    tileset = load_ruleset(overlay(tmp_path, OUR_DORAEMON)).tileset
    assert dict(tileset.by_code["1x"].names)["en"] == "Doraemon"
    assert dict(tileset.by_code["2x"].names)["en"] == "character x2"


def test_values_and_groups_of_a_one_piece_box_are_written_over(tmp_path: Path) -> None:
    ours = overlay(tmp_path, OUR_ONE_PIECE)
    assert score("346789r134r", ours).points == 3 * 500
    assert score("134r678v678y", ours).points == 3 * (150 + 120)
    assert score("226r133y788v", "donjara-one-piece").patterns == ("three_doctors", "three_colors")
    assert score("226r133y788v", ours).patterns == ("three_colors",)


@pytest.mark.parametrize(
    ("ruleset", "tiles"),
    [("ponjan-anoa", 81), ("doubutsu-janpon", 81), ("donjara-doraemon", 81), ("donjara-one-piece", 82)],
)
def test_a_box_has_as_many_tiles_as_the_printed_rules_say(ruleset: str, tiles: int) -> None:
    """Jokers are counted apart: One Piece has 82 tiles with a picture and one joker."""
    kinds = load_ruleset(ruleset).tileset.kinds
    assert sum(kind.copies for kind in kinds if kind.role == "tile") == tiles


def test_one_piece_has_a_single_joker() -> None:
    kinds = load_ruleset("donjara-one-piece").tileset.kinds
    assert sum(kind.copies for kind in kinds if kind.role == "joker") == 1


def test_values_without_a_source_are_marked_unofficial() -> None:
    rules = load_ruleset("donjara-one-piece")
    assert any(name_in(remark).startswith("Unofficial values") for remark in rules.remarks)
    assert all("nofficial" in dict(pattern.definition)["en"] for pattern in rules.patterns)
