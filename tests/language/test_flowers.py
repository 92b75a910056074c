"""Flowers are tiles: classes hold them, conditions count them, and seats own them."""

from __future__ import annotations

import pytest

from scorer.ruleset.model import Ruleset
from tests.support.small import STANDARD, holds, rules

FLOWERS = """
tileset:
  flowers: {f: 8}
tiles:
  terminal: 19mps
  flower: 1234f
  season: 5678f
"""
HAND = "123m456m789p234s5s"


def asking(condition: str) -> Ruleset:
    return rules(f"{FLOWERS}{STANDARD}patterns:\n- {{id: it, value: 1, when: '{condition}'}}\n")


@pytest.mark.parametrize(
    ("condition", "flowers", "true"),
    [
        ("flowers == 2", "15f", True),
        ("flowers(flower) == 2", "15f", False),
        ("flowers(season) == 1", "15f", True),
        ("flowers(seat_flower) == 2", "26f seat=S", True),
        ("flowers(seat_flower) == 2", "26f seat=W", False),
        ("flowers(flower & ~seat_flower) == 1", "12f seat=E", True),
        ("flowers(terminal | season) == 1", "5f", True),
    ],
)
def test_flowers_are_counted_by_class_and_seat(condition: str, flowers: str, true: bool) -> None:
    tiles, _, rest = flowers.partition(" ")
    assert holds(asking(condition), "it", f"{HAND}{tiles} +5s ron {rest}") is true


def test_a_class_of_flowers_has_no_part_in_the_tiles_of_a_hand() -> None:
    assert holds(asking("tiles(~terminal) == 12"), "it", f"{HAND}1234f +5s ron")
