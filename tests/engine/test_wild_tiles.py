"""Tiles that an indicator makes wild are jokers as well as themselves."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.examples import parse_example
from scorer.engine.wild import joker_for_any_tile
from scorer.fast.interface import compile_engine
from scorer.hand import Hand, Situation
from scorer.readings import find_readings
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import readings_of
from scorer.shapes import Reading
from scorer.tiles import Tile
from scorer.waiting import find_waits
from tests.fast.comparing import differences
from tests.support.small import faults_of, lines, rules

BOX = """
tileset:
  suits: {m: {name: m, ranks: 1-6}, p: {name: p, ranks: 1-6}}
  copies: 4
  order: [123456m, 123456p]
  flowers: {f: 2}
shapes: {three: {sets: 3, pair: 1}, pairs: {pairs: 5, different: true}}
indicators: {turned: {shows: same, at_most: 1, wild: WILD}}
patterns:
- {id: it, value: 1}
- {id: jokers, value: 10, count: jokers}
- {id: lent, value: 100, count: groups(joker)}
"""


def box(wild: str, jokers: int = 0) -> Ruleset:
    text = BOX.replace("WILD", wild).replace("flowers:", f"jokers: {jokers}\n  flowers:")
    return configure_ruleset(rules(text), {})


def shown(readings: list[Reading]) -> list[tuple[object, ...]]:
    return sorted(
        (one.shape, tuple((g.kind, g.kinds, g.is_won, g.jokers) for g in one.groups), one.wait, one.jokers)
        for one in readings
    )


def readings_by_choice(free: Ruleset, hand: Hand, wild: int) -> list[Reading]:
    """The readings with each choice of wild tiles as jokers in a box that has these, none as a wild tile."""
    tiles, joker = [*hand.concealed_tiles, hand.winning_tile], joker_for_any_tile(free)
    places = [at for at, tile in enumerate(tiles) if tile.kind == wild]
    found: list[Reading] = []
    for count in range(len(places) + 1):
        for chosen in combinations(places, count):
            played = [joker if at in chosen else tile for at, tile in enumerate(tiles)]
            one = Hand(free.tileset.sort_tiles(played[:-1]), (), played[-1])
            found += [
                reading
                for reading in find_readings(one, True, free.shapes, free.set_tables)
                if wild not in reading.jokers and reading not in found
            ]
    return found


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", range(4))
def test_each_wild_tile_is_itself_or_any_tile(seed: int) -> None:
    ruleset, free, rng = box("true"), box("false", 4), random.Random(seed)
    plain = [Tile(kind) for kind in ruleset.tileset.playing_kinds for _ in range(4)]
    wild, complete = rng.choice(ruleset.tileset.playing_kinds), 0
    for _ in range(40):
        others = [tile for tile in plain if tile.kind != wild]
        tiles = [*rng.sample(others, 9), Tile(wild), Tile(wild)]
        rng.shuffle(tiles)
        hand = Hand(ruleset.tileset.sort_tiles(tiles[:-1]), (), tiles[-1])
        situation = Situation(True, indicators=(("turned", (Tile(wild),)),))
        found = readings_of(View(ruleset, hand, situation))
        assert {*shown(found)} == {*shown(readings_by_choice(free, hand, wild))}
        assert [len(one.jokers) for one in found] == sorted([len(one.jokers) for one in found])
        complete += bool(found)
    assert complete > 3


def test_wild_tiles_count_as_jokers_only_where_they_represent_others() -> None:
    ruleset = box("true")
    assert lines(ruleset, "123m456m12p55m+6p turned=6p") == {"it": 1, "jokers": 10, "lent": 100}
    assert lines(ruleset, "123m456m45p55m+6p turned=6p")["it"] == 1
    read, situation = parse_example("123m456m45p55m+6p turned=6p", ruleset)[1:]
    first = readings_of(View(ruleset, read, situation))[0]
    assert (first.jokers, sum(group.jokers for group in first.groups)) == ((), 0)
    assert lines(ruleset, "123m456m45p55m+6p") == {"it": 1}


def test_a_joker_that_represents_a_wild_tile_of_which_the_hand_has_none_is_a_joker() -> None:
    ruleset = box("true", 2)
    rules, hand, situation = parse_example("123m456m45p0j5m+5m turned=6p", ruleset)
    found = readings_of(View(rules, hand, situation))
    codes = [[rules.tileset.kinds[kind].code for kind in one.jokers] for one in found]
    assert {*map(tuple, codes)} == {("3p",), ("6p",)}
    assert all(sum(group.jokers for group in one.groups) == 1 for one in found)


@pytest.mark.parametrize("text", ["123m45m12p55m6p", "123m123p446p5p", "1133m5566p2m6p"])
def test_a_hand_with_wild_tiles_waits_for_every_tile_that_completes_it(text: str) -> None:
    ruleset = box("true")
    tileset, situation = ruleset.tileset, Situation(True, indicators=(("turned", (Tile(11),)),))
    hand = parse_example(text + "+1m", ruleset)[1].waiting_hand
    view = View(ruleset, hand.with_winning_tile(Tile(0)), situation)
    tried = {
        kind
        for kind in tileset.playing_kinds
        if readings_of(View(ruleset, hand.with_winning_tile(Tile(kind)), situation))
    }
    assert tried
    held = {tile.kind for tile in hand.tiles if hand.tiles.count(tile) == 4}
    assert {*view.waits} == tried - held
    found = {item.tile.kind: item.copies_left for item in find_waits(ruleset, hand, situation).winning_tiles}
    assert {*found} == tried - held
    assert found[11] == 4 - 1 - hand.tiles.count(Tile(11))


def test_what_is_turned_up_is_one_tile_of_a_set() -> None:
    ruleset = box("true")
    said = "1f is in no set and makes no tile wild; turn up another tile"
    assert [str(fault.message) for fault in faults_of(ruleset, "123m456m12p55m+6p turned=1f")] == [said]
    assert faults_of(ruleset, "123m456m6666p5m+5m turned=6p") != []
    assert faults_of(ruleset, "123m456m12p55m+6p turned=12p") != []


def test_hands_with_wild_tiles_and_without_score_alike_in_both_evaluators() -> None:
    text = BOX.replace("WILD", "true").replace("- {id: lent, value: 100, count: groups(joker)}\n", "")
    ruleset = configure_ruleset(rules(text), {})
    found, seen = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 3, 60))
    assert not found
    assert seen["won"] > 5
