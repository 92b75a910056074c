"""Jokers filled row by row come to what jokers substituted in the whole hand come to, on every field."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from scorer.compiled import compiled
from scorer.hand import Hand, Situation
from scorer.library import load_ruleset
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.tiles import Tile
from scorer.values import replace
from tests.compiled.comparing import differences

MOST_JOKERS = {"ponjan": 3, "ponjan-anoa": 3, "donjara-doraemon": 2, "donjara-one-piece": 1}
BOXES = [(name, count) for name, most in MOST_JOKERS.items() for count in range(most + 1)]
HANDS = {0: 60, 1: 40, 2: 20, 3: 8}


def with_jokers(ruleset: Ruleset, jokers: int, count: int) -> Iterator[tuple[Hand, Situation]]:
    """Hands of the ruleset of which so many tiles, the winning one among them or not, became jokers."""
    chance = Random(count)
    joker = next(Tile(kind.index) for kind in ruleset.tileset.kinds if kind.role == "joker")
    for hand, situation in sample_hands(ruleset, count + jokers, count):
        tiles = [tile for tile in (*hand.concealed, hand.winning_tile) if tile != joker]
        if len(tiles) == len(hand.concealed) + 1:
            for place in chance.sample(range(len(tiles)), jokers):
                tiles[place] = joker
            yield (
                replace(hand, concealed=ruleset.tileset.sorted(tiles[:-1]), winning_tile=tiles[-1]),
                situation,
            )


@pytest.mark.parametrize(("name", "jokers"), BOXES)
def test_so_many_jokers_are_read_alike_in_both_evaluators(name: str, jokers: int) -> None:
    ruleset = load_ruleset(name, {"joker_tiles": MOST_JOKERS[name]})
    found, seen = differences(compiled(ruleset), ruleset, with_jokers(ruleset, jokers, HANDS[jokers]))
    assert not found
    assert seen["won"] > 0
    assert not seen["beyond"]


ROWS = """
name: Jokers and rows
players: 2
unit: points
tileset:
  suits:
    m: {ranks: 1-5, copies: 4}
    p: {ranks: 1-5, copies: 4}
  jokers: 4
"""
