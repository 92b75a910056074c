"""What waits lists wins, and every tile that wins is listed: with every shipped ruleset, with and without jokers."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from scorer.engine.evaluate import View
from scorer.hand import Situation, WaitingHand
from scorer.notation import format_waiting, read_waiting
from scorer.readings import is_complete_hand
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import hand_outcome, load_ruleset, readings_of
from scorer.tiles import Tile
from scorer.waiting import active_shapes, find_waits
from tests.support.loops import some
from tests.support.shipped import each_game
from tests.support.small import made

DEALT = 12
"""sample hands, among which some have tiles that can be jokers"""
MOST_SCORED = 3
"""tiles that win, of which the scores are compared"""


@cache
def with_jokers(name: str, box: str) -> Ruleset:
    """A shipped ruleset with the jokers that the text of a tileset says."""
    return made(f"extends: {name}\ntileset: {{jokers: {box}}}\n") if box else load_ruleset(name)


def waiting_hands(ruleset: Ruleset, jokers: int, seed: int = 12) -> list[WaitingHand]:
    """Complete hands without their winning tile, of which so many other tiles became jokers."""
    chance, wild = Random(jokers), [k.index for k in ruleset.tileset.kinds if k.role == "joker"]
    found = []
    for hand, _ in sample_hands(ruleset, seed + jokers, DEALT):
        tiles = list(hand.waiting_hand.concealed_tiles)
        if len(tiles) >= jokers and not any(tile.kind in wild for tile in tiles):
            for place in chance.sample(range(len(tiles)), jokers):
                tiles[place] = Tile(wild[0])
            found.append(WaitingHand(ruleset.tileset.sort_tiles(tiles), hand.melds))
    return found


def wins(ruleset: Ruleset, hand: WaitingHand, tile: Tile) -> bool:
    """Whether the hand is complete with the tile, as a score reads it."""
    shapes = active_shapes(ruleset, hand, Situation(False))
    return is_complete_hand(hand.with_winning_tile(tile), tuple(shapes), ruleset.set_tables)


def agrees(ruleset: Ruleset, hand: WaitingHand) -> None:
    """Asserts that the hand waits for exactly the tiles that win, with the score that each brings."""
    tileset, held = ruleset.tileset, Counter(hand.tiles)
    found = find_waits(ruleset, hand, Situation(False))
    listed = {item.tile.kind: item for item in found.winning_tiles}
    text = format_waiting(hand, tileset)
    for kind in tileset.kinds:
        tile = Tile(kind.index)
        own = held[tile] + held[Tile(kind.index, True)]
        if kind.role != "flower" and own < kind.copies:
            assert (kind.index in listed) == wins(ruleset, hand, tile), f"{text} +{kind.code}"
    for item in found.winning_tiles[-MOST_SCORED:]:
        for outcome, drawn in ((item.discard, False), (item.self_draw, True)):
            score = hand_outcome(ruleset, hand.with_winning_tile(item.tile), Situation(self_draw=drawn)).score
            assert (outcome.score and outcome.score.points) == (score and score.points), text


@pytest.mark.parametrize("name", each_game())
def test_the_tiles_that_are_listed_are_those_that_win(name: str) -> None:
    ruleset = load_ruleset(name)
    for hand in some(waiting_hands(ruleset, 0)[:1]):
        agrees(ruleset, hand)


QUICK = ("riichi", "ponjan-anoa")
"""Games of which a hand with a joker is scored with every tile in a moment."""


@pytest.mark.parametrize("box", ["2", "{count: 2, fifth: true}"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(p.values[0], marks=[] if p.values[0] in QUICK else [pytest.mark.slow])
        for p in each_game()
    ],
)
def test_with_a_joker_too_the_tiles_that_are_listed_are_those_that_win(name: str, box: str) -> None:
    ruleset = with_jokers(name, box)
    for hand in some(waiting_hands(ruleset, 1)[:1]):
        agrees(ruleset, hand)


HELD = {
    # every copy of 1m is held: only a joker could make the pair, where it may be a fifth copy
    "1111m234p567p789s": (set(), {"0j"}),
    "1111m234p567p789s0j": ({"1m"}, None),
    "(1111m)234p567p789s1s": ({"1s", "0j"}, {"1s", "0j"}),
    "(1111m)(222m)(333m)456m0j": (None, None),
}


@pytest.mark.parametrize("fifth", [False, True])
@pytest.mark.parametrize("text", HELD)
def test_a_joker_is_a_fifth_copy_only_where_the_rules_say_so(text: str, fifth: bool) -> None:
    ruleset = with_jokers("hong-kong", "{count: 2, fifth: true}" if fifth else "2")
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    expected = HELD[text][fifth]
    if expected is not None and text != "1111m234p567p789s0j":
        found = find_waits(ruleset, hand, Situation(False))
        assert {ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles} == expected
    agrees(ruleset, hand)


SORTED = {
    "234567m234456p5s": {"5s", "0l"},
    "234567p234456s1m": {"1m", "0j"},
    "234567m234p46p55s": {"5p"},
    "234567m234p46p5s0l": {"5p"},
    "234567m234p46p5s0j": set(),
}
"""Hands, and what they wait for where one sort of joker represents 1m or 9m and another 5s."""


@pytest.mark.parametrize("text", SORTED)
def test_a_joker_of_a_sort_is_waited_for_and_stands_only_where_it_may(text: str) -> None:
    ruleset = with_jokers("hong-kong", "{j: {count: 2, stands: 19m}, l: {count: 2, stands: 5s}}")
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    found = find_waits(ruleset, hand, Situation(False))
    assert {ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles} == SORTED[text]
    assert (found.missing_tiles == 1) == bool(SORTED[text])
    agrees(ruleset, hand)


def test_no_reading_has_a_tile_more_often_than_the_box_unless_a_fifth_copy_is_allowed() -> None:
    most = {}
    for box in ("2", "{count: 2, fifth: true}"):
        ruleset = with_jokers("hong-kong", box)
        hand, _ = read_waiting("(1111m)(222m)(333m)456m0j", ruleset.tileset, ruleset.set_tables)
        joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
        readings = readings_of(View(ruleset, hand.with_winning_tile(joker), Situation(False)))
        counts = [Counter(tile.kind for tile in reading.tiles) for reading in readings]
        most[box] = max(max(count.values()) for count in counts)
    assert list(most.values()) == [4, 6]
