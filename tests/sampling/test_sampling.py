"""Sample hands are legal, complete, repeatable, and reach what is rare, under any ruleset."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.engine.evaluate import View
from scorer.engine.request import parse_request
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset, readings_of
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import made

EVERY_WAY = """
name: Every way to fill a shape
unit: points
tileset:
  flowers: {f: 8}
  jokers: 1
tiles:
  honor: 1234567z
  terminal: 19mps
  orphan: terminal | honor
shapes:
  knitted_straight: {fixed: 147A258B369C, sets: 1, pair: 1}
  pairs: {pairs: 7}
  orphans: {one_of_each: orphan, concealed: true}
  scattered: {different: 14, from: 147A 258B 369C honor, concealed: true}
  one_loose: {sets: 4, pair: 0, kinds: [kong], singles: 1, when: self_draw}
patterns:
  - {id: any, name: Any, value: 1, when: flowers >= 0 or jokers >= 0 or last_tile}
"""


@pytest.mark.parametrize("name", each_box())
def test_every_sample_is_written_and_read_back_the_same(name: str) -> None:
    rules = load_ruleset(name)
    samples = list(sample_hands(rules, 20, 15))
    assert len(samples) == 15
    for hand, situation in some(samples):
        assert parse_request(request_for_hand(hand, situation, rules), rules) == (hand, situation)


def test_no_sample_has_tiles_that_were_removed_from_the_box() -> None:
    rules = made("""
name: Loose tiles of a smaller box
unit: points
tileset: {remove: 2345678m}
tiles: {honor: 1234567z}
shapes: {scattered: {different: 14, from: 147A 258B 369C honor, concealed: true}}
patterns: [{id: any, name: Any, value: 1, when: shape(scattered)}]
""")
    removed = {f"{rank}m" for rank in range(2, 9)}
    for hand, _ in some(sample_hands(rules, 20, 1)):
        assert not removed & set(map(rules.tileset.tile_code, hand.tiles))


@pytest.mark.slow
def test_every_way_to_fill_a_shape_is_sampled() -> None:
    rules = made(EVERY_WAY)
    seen: Counter[str] = Counter()
    for hand, situation in some(sample_hands(rules, 3, 300)):
        readings = readings_of(View(rules, hand, situation))
        assert readings, hand
        seen.update({reading.shape for reading in readings})
        seen["flowers"] += bool(hand.flowers)
        seen["jokers"] += any(rules.tileset.tile_role(tile) == "joker" for tile in hand.tiles)
        seen["said"] += bool(situation.circumstances)
    wanted = {*rules.shape_by_id, "flowers", "jokers", "said"}
    assert wanted <= {name for name, count in seen.items() if count}


def test_jokers_of_several_sorts_are_together_as_rare_as_those_of_one() -> None:
    rules = made(
        EVERY_WAY.replace(
            "jokers: 1",
            "jokers: {j: {count: 3}, c: {count: 3, stands: 123456789m}, w: {count: 3, stands: 1234z}}",
        )
    )
    hands = [hand for hand, _ in sample_hands(rules, 3, 60)]
    seen = Counter(
        tile.kind for hand in hands for tile in hand.tiles if rules.tileset.tile_role(tile) == "joker"
    )
    numbers = [sum(rules.tileset.tile_role(tile) == "joker" for tile in hand.tiles) for hand in hands]
    assert len(seen) == 3 and max(numbers) <= 3
    assert numbers.count(0) > len(hands) // 2


def test_the_seed_decides_the_hands() -> None:
    rules = load_ruleset("riichi")
    first, again, other = (list(sample_hands(rules, seed, 20)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_waits_of_all_sizes_are_sampled() -> None:
    rules = load_ruleset("riichi")
    waits = {len(View(rules, *sample).waits) for sample in sample_hands(rules, 11, 200)}
    assert {1, 2, 3, 9, 13} <= waits


def test_a_game_that_cannot_be_won_has_no_samples() -> None:
    rules = made(
        "name: Five alike\nsets: {five: {size: 5, same: tile}}\n"
        "shapes: {fives: {sets: 2, pair: 0, kinds: [five]}}\n"
        "patterns: [{id: any, name: Any, value: 1, when: self_draw}]\n"
    )
    assert list(sample_hands(rules, 1, 5)) == []


def test_what_is_seldom_said_of_a_win_is_sampled() -> None:
    rules = made("extends: riichi\npayment: {liability: {patterns: {tanyao: true}}}\n")
    situations = [situation for _, situation in sample_hands(rules, 2, 250)]
    shown = [dict(situation.indicators) for situation in situations]
    assert any("dora" in one for one in shown) and any("ura" in one for one in shown)
    assert any(situation.liable for situation in situations)
    assert any(situation.discarder for situation in situations)
    assert any(situation.honba for situation in situations) and any(one.sticks for one in situations)


def test_red_tiles_are_sampled() -> None:
    hands = [hand for hand, _ in sample_hands(load_ruleset("riichi"), 2, 40)]
    assert any(tile.red for hand in hands for tile in hand.tiles)
