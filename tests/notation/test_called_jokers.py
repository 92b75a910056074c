"""A joker in a called set is written where the tile would lie that it represents, and is counted as both."""

from __future__ import annotations

import random

import pytest

import scorer
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.examples import parse_example
from scorer.hand import Meld
from scorer.melds import sets_with_jokers
from scorer.notation import format_hand, format_meld, read_hand
from scorer.ruleset.model import Ruleset
from scorer.scoring import readings_of
from scorer.tiles import Tile
from tests.support.loops import some
from tests.support.small import faults_of, holds, lines, problems_of, usual

BOX = "tileset: {{jokers: {{count: 4{said}}}}}\npatterns:\n- {{id: it, value: 1}}\n"
ASKED = (
    "- {id: lent, value: 2, count: sets(joker)}\n"
    "- {id: every, value: 10, count: jokers}\n"
    "- {id: dragons, value: 100, count: sets(triplet & dragon)}\n"
)
SORTED = "tileset: {jokers: {j: {count: 2}, w: {count: 2, stands: wind}}}\npatterns: [{id: it, value: 1}]\n"
REST = "123456m78p99s+9p"


def rules_saying(said: str = "") -> Ruleset:
    return configure_ruleset(usual(BOX.format(said=said) + ASKED), {})


@pytest.mark.parametrize(
    ("text", "written", "counted"),
    [
        ("(88m0j)", "(88m0j)", "(888m)"),
        ("(0j88m)", "(88m0j)", "(888m)"),
        ("(8m0j0j)", "(8m00j)", "(888m)"),
        ("(0j2m0j)", "(2m00j)", "(222m)"),
        ("(78m0j)", "(78m0j)", "(789m)"),
        ("(0j78m)", "(0j78m)", "(678m)"),
        ("(7m0j9m)", "(7m0j9m)", "(789m)"),
        ("(79m0j)", "(7m0j9m)", "(789m)"),
        ("(89m0j)", "(0j89m)", "(789m)"),
        ("(888m0j)", "(888m0j)", "(8888m)"),
        ("[88m00j]", "[88m00j]", "[8888m]"),
        ("(5z0j5z)", "(55z0j)", "(555z)"),
    ],
)
def test_a_joker_in_a_called_set_is_written_in_one_way(text: str, written: str, counted: str) -> None:
    ruleset = rules_saying()
    hand, faults = read_hand(f"{text}123456m99s+9s", ruleset.tileset, ruleset.set_tables)
    assert hand is not None, faults
    (meld,) = hand.melds
    assert format_meld(meld, ruleset.tileset) == written
    assert format_meld(Meld(meld.kind, meld.tiles, meld.is_concealed), ruleset.tileset) == counted
    again, _ = read_hand(format_hand(hand, ruleset.tileset), ruleset.tileset, ruleset.set_tables)
    assert again == hand


@pytest.mark.parametrize("said", [BOX.format(said=""), SORTED])
def test_any_set_with_jokers_is_read_as_it_was_written(said: str) -> None:
    ruleset, rng = configure_ruleset(usual(said), {}), random.Random(11)
    tileset, tables = ruleset.tileset, ruleset.set_tables
    jokers = [kind.index for kind in tileset.kinds if kind.role == "joker"]
    tried = 0
    for _ in range(300):
        name = rng.choice(("chow", "pung", "kong"))
        pieces = [Tile(kind) for kind in rng.choice(tables.tuples[name])]
        for at in rng.sample(range(len(pieces)), rng.choice((1, 1, 2))):
            joker = rng.choice(jokers)
            if tables.joker_tiles.get(joker, -1) >> pieces[at].kind & 1:
                pieces[at] = Tile(joker)
        for meld in some(sets_with_jokers(tuple(pieces), tables)):
            tried += bool(meld.jokers)
            again, faults = read_hand(f"{format_meld(meld, tileset)}12m+3m", tileset, tables)
            assert again is not None, faults
            assert again.melds == (meld,)
    assert tried > 150


def test_the_set_counts_as_what_the_joker_represents_and_the_joker_is_counted() -> None:
    ruleset = rules_saying()
    assert lines(ruleset, "(55z0j)" + REST) == {"it": 1, "lent": 2, "every": 10, "dragons": 100}
    assert lines(ruleset, "(55z0j)123456m7p0j99s+9p") == {"it": 1, "lent": 4, "every": 20, "dragons": 100}
    assert lines(ruleset, "(555z)" + REST) == {"it": 1, "dragons": 100}
    view = View(*parse_example("(55z0j)123456m7p0j99s+9p", ruleset))
    codes = [ruleset.tileset.kinds[kind].code for kind in readings_of(view)[0].jokers]
    assert codes == ["8p", "5z"]


@pytest.mark.parametrize(
    ("said", "text", "message"),
    [
        (", calls: 0", "(55z0j)", "no joker can be in a called set in small: (55z0j)"),
        (", calls: 1", "(5z0j0j)", "two jokers in a called set, of which small allows one: (5z00j)"),
        (", calls: 2", "(5z0j0j0j)", "three jokers in a called set, of which small allows two: (5z000j)"),
        (", calls: 3", "(555z0j)", "no joker can be in a kong in small: (555z0j)"),
        (", fours: false", "[555z0j]", "no joker can be in a kong in small: [555z0j]"),
        (", calls: 1, fours: true", "(555z0j)", ""),
        (", calls: 1", "(55z0j)", ""),
        ("", "(5z0j0j0j)", ""),
        ("", "(0j0j0j)", "(000j) is not a set; a called set is chow, pung or kong"),
        (", groups: [chow]", "(55z0j)", "(55z0j) is not a set; a called set is chow, pung or kong"),
        (", groups: [pung]", "(9m0j0j)", ""),
        ("", "(5z0j9m)", "(9m5z0j) is not a set; a called set is chow, pung or kong"),
    ],
)
def test_rules_say_how_many_jokers_a_called_set_may_have(said: str, text: str, message: str) -> None:
    found = [str(fault.message) for fault in faults_of(rules_saying(said), text + REST)]
    assert found == ([message] if message else [])


def test_a_joker_in_a_called_set_is_no_fifth_copy_unless_the_rules_allow_it() -> None:
    hand = "(55z0j)123456m99p55z+9p"
    (fault,) = faults_of(rules_saying(), hand)
    assert str(fault.message) == "five copies of 5z; there are only four (jokers in called sets are counted)"
    assert holds(rules_saying(", fifth: true"), "it", hand)


def test_tiles_that_a_joker_could_be_are_named_where_they_are_several() -> None:
    said = "sets: {trio: {size: 3, same: suit, differ: rank, name: trio}}\n"
    ruleset = configure_ruleset(usual(said + "tileset: {jokers: 2}\npatterns: [{id: it, value: 1}]\n"), {})
    _, faults = read_hand("(59m0j)12m+3m", ruleset.tileset, ruleset.set_tables)
    assert str(faults[0].message).startswith("(59m0j) can be (159m), (259m)")
    assert str(faults[0].message).endswith("; write the tile that the joker represents")
    assert faults[0].suggestions[0] == "(159m)"


def test_a_set_with_a_joker_of_a_sort_has_only_its_tiles() -> None:
    ruleset = usual(SORTED)
    assert holds(ruleset, "it", "(11z0w)" + REST)
    assert holds(ruleset, "it", "(1z0w0j)" + REST)
    assert [str(fault.message)[:17] for fault in faults_of(ruleset, "(55z0w)" + REST)] == [
        "(55z0w) is not a "
    ]


def test_every_way_to_score_takes_a_joker_in_a_called_set() -> None:
    request = {"hand": "(22m0j)5555m888m222s+2s", "win": "ron"}
    one = scorer.score(request["hand"], "harbor-card", win="ron")
    many = scorer.score_many([request, "222m5555m888m222s+2s"], "harbor-card")
    assert (many[0].points, many[0].patterns) == (one.points, one.patterns) == (one.points, ("flood",))
    assert many[1].points == 2 * one.points


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("calls: 4", "4 jokers in a called set: expected 0 to 3"),
        ("calls: 0, fours: true", "no joker can be in a called set, so none can be in one of four tiles"),
        ("calls: some", "expected a whole number"),
    ],
)
def test_a_rule_on_called_jokers_that_cannot_be_is_a_fault(said: str, problem: str) -> None:
    (found,) = problems_of(f"tileset: {{jokers: {{count: 2, {said}}}}}\n")
    assert problem in found


def test_a_tile_can_be_added_to_a_called_set_with_a_joker() -> None:
    ruleset = rules_saying()
    hand, faults = read_hand("(0j5z5z+5z)" + REST, ruleset.tileset, ruleset.set_tables)
    assert hand is not None, faults
    assert format_hand(hand, ruleset.tileset) == "123456m78p99s(55z0j+5z)+9p"
    assert (hand.melds[0].kind, hand.melds[0].is_added, len(hand.melds[0].jokers)) == ("kong", True, 1)
