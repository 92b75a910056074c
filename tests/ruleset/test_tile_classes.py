"""Classes of tiles: notation, other classes, attributes, the situation."""

from __future__ import annotations

import pytest

from scorer.tiles import Tile, mask_kinds
from tests.support.small import CLASSES, STANDARD, holds, number, problems_of, rules


@pytest.mark.parametrize(
    ("written", "tiles"),
    [
        ("19mps", "19m19p19s"),
        ("23468s 6z", "23468s6z"),
        ("1m 1m", "1m"),
        ("terminal | wind", "19m19p19s1234z"),
        ("simple & green", "23468s"),
        ("~(honor | simple)", "19m19p19s"),
        ("simple & ~man", "2345678p2345678s"),
        ("later", "5z"),
    ],
)
def test_a_class_holds_what_its_notation_or_expression_says(written: str, tiles: str) -> None:
    ruleset = rules(CLASSES + f"  asked: {written}\n  later: 5z\n" + STANDARD)
    mask = ruleset.class_masks["asked"]
    assert ruleset.tileset.format_tiles(map(Tile, mask_kinds(mask))) == tiles


def test_a_class_may_have_a_name_for_people() -> None:
    ruleset = rules(STANDARD + "tiles:\n  noble: {is: 567z, name: {en: noble tiles, ja: 貴牌}}\n")
    assert ruleset.classes[0].names == (("en", "noble tiles"), ("ja", "貴牌"))


@pytest.mark.parametrize(
    ("seat", "round_", "count"), [("E", "E", 3), ("S", "E", 3), ("E", "W", 3), ("W", "N", 0)]
)
def test_winds_of_seat_and_round_come_from_the_situation(seat: str, round_: str, count: int) -> None:
    hand = f"123m456p789s22m11z+1z seat={seat} round={round_}"
    assert number("tiles(seat_wind | round_wind)", hand) == count


def test_the_winning_tile_is_a_class() -> None:
    assert number("tiles(win_tile)", "123m456p789s22m11z+1z") == 3


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("123m456p789s22m55z+5z seat=S", True),
        ("123m456p789s22m22z+2z seat=S", True),
        ("123m456p789s22m22z+2z seat=W", False),
        ("123m456p789s22m33z+3z seat=W", True),
    ],
)
def test_a_class_made_with_a_class_of_the_situation_follows_it(hand: str, found: bool) -> None:
    ruleset = rules(
        CLASSES
        + "  value: dragon | seat_wind\n  valued: {is: value & ~man, name: value tiles}\n"
        + STANDARD
        + "patterns:\n- {id: set, value: 1, when: sets(triplet & valued) == 1}\n"
        + "- {id: template, value: 1, match: triplet(value)}\n"
        + "- {id: tiles, value: 1, when: tiles(value) == 3}\n"
    )
    for pattern in ("set", "template", "tiles"):
        assert holds(ruleset, pattern, hand) is found


def test_a_shape_refuses_a_class_that_depends_on_the_situation() -> None:
    text = "tiles:\n  mine: seat_wind\nshapes:\n  winds: {one_of_each: mine}\n"
    message = "the class 'mine' depends on the situation; sets and shapes are made of fixed tiles"
    assert f"4:24: {message}" in problems_of(text)[0]


def test_attribute_values_and_tile_ids_are_classes_where_tiles_have_a_table() -> None:
    ruleset = rules(
        """
        tiles:
          table:
            lion: {habitat: land, size: 3}
            whale: {habitat: sea, size: 9}
            eel: {habitat: sea, size: 1}
          swimmer: sea & ~eel
        shapes: {three: {sets: 3, pair: 0, kinds: [pung]}}
        patterns:
        - {id: one, value: 1, when: tiles(swimmer) == 3 and tiles(lion) == 3 and tiles(sea) == 6}
        """
    )
    assert holds(ruleset, "one", "111l111s22s+2s")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("tiles:\n  a: b\n  b: a\n", "2:6: the class 'a' is defined in terms of itself"),
        ("tiles:\n  a: 19q\n", "2:8: there is no tile 1q in this set"),
        ("tiles:\n  a: dragon\n", "2:6: 'dragon' is not a tile class"),
        ("tiles:\n  a: 19m | dragon\n", "2:7: cannot read this expression"),
        ("tiles:\n  a: pung\n", "2:6: 'pung'"),
    ],
)
def test_a_class_that_cannot_be_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)


def test_tiles_in_an_expression_are_told_to_take_a_name() -> None:
    assert problems_of("tiles:\n  a: 19m | dragon\n")[0].endswith(
        "| give the tiles 19m a name under 'tiles', and write the name here"
    )
