"""Flowers are tiles: classes hold them, conditions count them, seats own them; and a hand of flowers and nothing else
wins where a shape says so, and nowhere else.
"""

from __future__ import annotations

import json

import pytest

from scorer import load_ruleset, parse_hand, score
from scorer.errors import InputError, NotAWinner
from scorer.ruleset.model import Ruleset
from tests.cli.runs import run
from tests.support.small import STANDARD, holds, lines, rules

SEVEN = """
name: Seven
tileset: {flowers: {f: 8}}
shapes: {standard: {sets: 4, pair: 1}, seven: {flowers: 7}}
patterns:
- {id: seven, value: 5, when: shape(seven)}
- {id: counted, value: 1, count: flowers}
- {id: seasons, value: 10, count: flowers(season)}
- {id: runs, value: 100, when: sets(chow) == 4}
tiles: {season: 5678f}
"""


def test_the_last_flower_written_has_won_and_counts_with_the_others() -> None:
    assert lines(rules(SEVEN), "1234567f tsumo") == {"seven": 5, "counted": 7, "seasons": 30}
    assert lines(rules(SEVEN), "123567f +8f tsumo") == {"seven": 5, "counted": 7, "seasons": 40}


def test_flowers_beside_a_complete_hand_are_no_hand_of_their_own() -> None:
    found = lines(rules(SEVEN), "123m456m789m123p5p1234567f +5p tsumo")
    assert found == {"runs": 100, "counted": 7, "seasons": 30}


@pytest.mark.parametrize("hand", ["12345f", "123f", "1f"])
def test_another_number_of_flowers_is_told_what_it_lacks(hand: str) -> None:
    with pytest.raises(
        InputError, match="flowers alone are not a hand of Hong Kong Old Style unless they are 7 or 8"
    ):
        score(hand, load_ruleset("hong-kong"), win="tsumo")


def test_a_game_without_such_a_hand_says_so() -> None:
    with pytest.raises(InputError, match=r"flowers alone are not a hand of Chinese Official \(MCR\)$"):
        score("12345678f", "mcr")


def test_a_flower_wins_only_where_nothing_else_lies_there() -> None:
    with pytest.raises(InputError, match="a flower is set aside and cannot be the winning tile"):
        parse_hand("123m456m789m123p55p+1f", "hong-kong")


def test_the_option_opens_the_shape() -> None:
    with pytest.raises(NotAWinner, match="not a complete hand"):
        score("1234567f", "hong-kong", win="tsumo")
    found = score("1234567f", "hong-kong", win="tsumo", options={"flower_hands": True})
    assert found.patterns == ("flower_hand",) and found.points == 12


def test_batch_scores_it_among_other_hands() -> None:
    given = [{"hand": text, "win": "tsumo"} for text in ("12345678f", "123m456m789m123m5m+5m", "1234567f")]
    text = "\n".join(map(json.dumps, given * 40)) + "\n"
    found = [
        json.loads(line)
        for line in run("batch", "-r", "hong-kong", "-o", "flower_hands=true", given=text).stdout.splitlines()
    ]
    ids = [[pattern["id"] for pattern in line["patterns"]] for line in found]
    assert ids[::3] == [["great_flower_hand"]] * 40 and ids[2::3] == [["flower_hand"]] * 40
    assert "full_flush" in ids[1]


# ---- asked by conditions

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
