"""Shapes: what a complete hand is made of, and every way to read a hand in them."""

from __future__ import annotations

import pytest

from scorer import parse_hand
from scorer.hand import Hand
from scorer.notation import read_tiles
from scorer.readings import StepBudget, TooManyReadings, find_readings
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from tests.support.small import CLASSES, STANDARD, complete, faults_of, holds, problems_of, rules, score
from tests.support.tables import table

ANY = "patterns:\n- {id: any, value: 1, when: shape(asked)}\n"


def shaped(shape: str) -> Ruleset:
    """A ruleset with one shape, `asked`."""
    return rules(f"{CLASSES}shapes:\n  asked: {{{shape}}}\n{ANY}")


@pytest.mark.parametrize(("shape", "yes", "no"), [row.values() for row in table("shapes")])
def test_a_shape_is_filled_by_these_hands_and_not_by_those(shape: str, yes: list[str], no: list[str]) -> None:
    ruleset = shaped(shape)
    assert [hand for hand in yes if not complete(ruleset, hand)] == []
    assert [hand for hand in no if complete(ruleset, hand)] == []


def test_a_hand_with_another_number_of_tiles_than_the_shape_is_told_so() -> None:
    faults = faults_of(shaped("sets: 4, pair: 1"), "123m456p789s5z+5z")
    assert [str(fault.message) for fault in faults] == ["11 tiles; a complete hand in small has 14"]


def readings(ruleset: Ruleset, hand: str) -> list[str]:
    """Each reading as its groups, the one that the winning tile completed marked with `+`."""
    found = []
    for valued in score(ruleset, hand).readings:
        groups = valued.reading.groups
        text = " ".join(ruleset.tileset.format_tiles(g.tiles) + "+" * g.is_won for g in groups)
        found.append(f"{valued.reading.shape}: {text} ({valued.reading.wait})")
    return found


def test_every_filling_of_every_shape_is_a_reading() -> None:
    ruleset = rules(CLASSES + STANDARD + "  pairs: {pairs: 7}\n")
    assert readings(ruleset, "222333444m55p56s+4s") == [
        "standard: 234m 234m 234m 55p 456s+ (two_sided)",
        "standard: 222m 333m 444m 55p 456s+ (two_sided)",
    ]
    assert readings(ruleset, "1122m3344p5566z7s+7s") == ["pairs: 11m 22m 33p 44p 77s+ 55z 66z (single)"]


def test_each_set_that_the_winning_tile_may_have_completed_is_a_reading_of_its_own() -> None:
    ruleset = rules(CLASSES + STANDARD)
    assert readings(ruleset, "2344m456p789s111z+4m") == [
        "standard: 234m+ 44m 456p 789s 111z (two_sided)",
        "standard: 234m 44m+ 456p 789s 111z (single)",
    ]
    assert readings(ruleset, "123m23m456p789s11z+1m") == [
        "standard: 123m+ 123m 456p 789s 11z (two_sided)",
    ], "two equal sets are one reading"


def test_equal_readings_keep_the_order_of_shapes_then_sets_before_pairs_then_low_tiles() -> None:
    shapes = "shapes:\n  pairs: {pairs: 7}\n  standard: {sets: 4, pair: 1}\n"
    assert readings(rules(shapes), "1122334455667m+7m") == [
        "pairs: 11m 22m 33m 44m 55m 66m 77m+ (single)",
        "standard: 123m 123m 456m 456m 77m+ (single)",
        "standard: 123m 123m 44m 567m+ 567m (two_sided)",
        "standard: 11m 234m 234m 567m+ 567m (two_sided)",
    ]


def test_called_sets_stand_behind_the_others_in_the_order_of_the_calls() -> None:
    ruleset = rules(CLASSES + STANDARD)
    assert readings(ruleset, "(789s)(123m)[2222z]456p5z+5z") == [
        "standard: 456p 55z+ 789s 123m 2222z (single)",
    ]


@pytest.mark.parametrize(
    ("win", "open_sets"), [("ron", ["555z"]), ("tsumo", []), ("ron (pair)", []), ("ron (called)", ["666m"])]
)
def test_only_the_set_that_a_discard_completed_and_called_sets_are_not_concealed(
    win: str, open_sets: list[str]
) -> None:
    ruleset = rules(CLASSES + STANDARD)
    hands = {"(pair)": "111m222p333s555z4z+4z", "(called)": "111m222p333s(666m)4z+4z"}
    how, _, which = win.partition(" ")
    groups = score(ruleset, f"{hands.get(which, '111m222p333s44z55z+5z')} {how}").best.reading.groups
    assert [
        ruleset.tileset.format_tiles(group.tiles) for group in groups if not group.is_concealed
    ] == open_sets


def test_a_hand_of_flowers_has_them_all_and_nothing_else() -> None:
    ruleset = load_ruleset("singapore")
    assert complete(ruleset, "1234567f+8f robbed_eighth")
    assert complete(ruleset, "12345678f tsumo")
    assert [str(fault.message) for fault in faults_of(ruleset, "123456f+7f")] == [
        "no winning tile: flowers alone are not a hand of Singapore mahjong unless they are 8"
    ]


@pytest.mark.parametrize(
    ("tiles", "flowers", "won", "shapes"),
    [
        ("", 7, "8f", ["eight"]),
        ("", 6, "8f", []),
        ("", 8, "8f", []),
        ("", 7, "5m", []),
        ("123m456m789m111p5s", 7, "5s", ["standard"]),
        ("123m456m789m111p5s", 7, "8f", []),
        ("5s", 7, "5s", []),
    ],
)
def test_flowers_beside_other_tiles_are_no_hand_of_flowers(
    tiles: str, flowers: int, won: str, shapes: list[str]
) -> None:
    rules = load_ruleset("singapore")
    of_code = rules.tileset.tile_by_code
    held, _ = read_tiles(tiles, rules.tileset, "hand")
    hand = Hand(held, (), of_code[won], tuple(of_code[f"{number}f"] for number in range(1, flowers + 1)))
    found = find_readings(hand, True, rules.shapes, rules.set_tables)
    assert [one.shape for one in found] == shapes


def test_a_hand_that_is_read_again_in_fewer_steps_than_it_takes_is_refused() -> None:
    rules = load_ruleset("riichi")
    hand = parse_hand("11122233344455m", rules)
    found = find_readings(hand, True, rules.shapes, rules.set_tables)
    steps = StepBudget()
    assert find_readings(hand, True, rules.shapes, rules.set_tables, steps) == found != []
    assert find_readings(hand, True, rules.shapes, rules.set_tables, StepBudget(steps.used)) == found
    with pytest.raises(TooManyReadings):
        find_readings(hand, True, rules.shapes, rules.set_tables, StepBudget(steps.used - 1))


def test_a_shape_may_be_open_to_some_situations_only() -> None:
    ruleset = rules("shapes:\n  asked: {sets: 4, pair: 1, when: self_draw}\n" + ANY)
    assert complete(ruleset, "123m456p789s111z5z+5z tsumo")
    assert not complete(ruleset, "123m456p789s111z5z+5z ron")


def test_a_pattern_asks_in_which_shape_the_hand_is_read() -> None:
    shapes = "shapes:\n  standard: {sets: 4, pair: 1}\n  pairs: {pairs: 7}\n"
    patterns = "- {id: sets, value: 1, when: shape(standard)}\n- {id: pairs, value: 2, when: shape(pairs)}\n"
    ruleset = rules(shapes + "patterns:\n" + patterns)
    assert score(ruleset, "1122334455667m+7m").patterns == ("pairs",)
    assert holds(ruleset, "sets", "1122334455667m+7m")
    assert not holds(ruleset, "pairs", "123m456p789s111z5z+5z")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("shapes:\n  odd: {concealed: true}\n", "2:8: a shape of 0 tiles; expected 1 to 24"),
        ("shapes:\n  odd: {sets: 8, pair: 1}\n", "2:8: a shape of 26 tiles; expected 1 to 24"),
        (
            "shapes:\n  odd: {sets: 4, kinds: [chow, pong]}\n",
            "2:32: 'pong' is not a kind of set | did you mean",
        ),
        ("shapes:\n  odd: {one_of_each: orphans}\n", "2:22: 'orphans' is not a tile class"),
        ("shapes:\n  odd: {fixed: 147}\n", "2:16: '147' is not a row of tiles | like 147A258B369C"),
        ("shapes:\n  odd: {fixed: DDDA nnnA}\n", "2:16: no suit has a partner"),
        ("shapes:\n  odd: {fixed: [11A, 111A]}\n", "2:22: 3 tiles, but the first rows have 2"),
        ("shapes:\n  odd: {different: 3, from: 147A honour}\n", "2:34: 'honour' is not a tile class"),
        ("shapes:\n  odd: {sets: four}\n", "2:15: expected a whole number, found 'four'"),
        ("shapes:\n  odd: {set: 4}\n", "2:9: unknown key 'set' | did you mean 'sets'?"),
        ("shapes:\n  odd: {sets: 4, when: sets(pung)}\n", "2:24: 'sets' is not available here"),
    ],
)
def test_a_shape_that_cannot_be_is_a_problem_at_its_place(text: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)
