"""Every hand of three sets falls in exactly one row of the printed tables.

The expected numbers were counted apart from the rules, by choosing three kinds with repetition: 165
hands of nine kinds; 217 of ten kinds, as nine equal tiles cannot be had of the three birds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest

from scorer import Score, load_ruleset, score
from scorer.tiles import TileKind
from tests.support.loops import some

ANOA = {
    "triple": 9,
    "double_one_thing": 18,
    "double_one_color": 18,
    "double": 36,
    "three_colors_one_thing": 3,
    "one_color_three_things": 3,
    "three_colors_three_things": 6,
    "three_colors": 18,
    "three_things": 18,
    "two_two": 36,
}
JANPON = {
    "any": 93,
    "land3": 3,
    "land3_lep": 1,
    "sea3": 1,
    "birds2": 21,
    "double_land_nonbird": 24,
    "double_sea_nonbird": 18,
    "birds3": 1,
    "double_land_bird": 12,
    "double_sea_bird": 9,
    "double_bird": 27,
    "triple_land": 4,
    "triple_sea": 3,
}
DORAEMON = {
    "triple": 9,
    "double_same_color": 18,
    "double": 54,
    "same_color": 3,
    "three_colors": 27,
    "basic": 54,
}
COUNTS = {"ponjan-anoa": ANOA, "doubutsu-janpon": JANPON, "donjara-doraemon": DORAEMON}
BASE_ROWS = {"ponjan-anoa": set(), "doubutsu-janpon": {"any"}, "donjara-doraemon": {"basic"}}
"""Rows for what no other row takes: they hold beside another and give way to it."""


def hands_of_three_sets(ruleset: str) -> Iterator[str]:
    """Every choice of three sets that the copies of the box allow."""
    tileset = load_ruleset(ruleset).tileset
    for chosen in combinations_with_replacement([tileset.kinds[k] for k in tileset.playing_kinds], 3):
        if all(3 * chosen.count(kind) <= kind.copies for kind in chosen):
            yield "".join(map(_set_of, chosen))


def _set_of(kind: TileKind) -> str:
    return 3 * str(kind.digit) + kind.letter


@cache
def scores(ruleset: str) -> tuple[Score, ...]:
    return tuple(score(hand, ruleset) for hand in hands_of_three_sets(ruleset))


@pytest.mark.parametrize("ruleset", COUNTS)
def test_each_row_takes_as_many_hands_as_were_counted(ruleset: str) -> None:
    rows = Counter(pattern for result in scores(ruleset) for pattern in result.patterns)
    assert rows == COUNTS[ruleset]


@pytest.mark.parametrize("ruleset", COUNTS)
def test_no_hand_is_counted_in_two_rows(ruleset: str) -> None:
    assert all(len(result.patterns) == 1 for result in scores(ruleset))


@pytest.mark.parametrize("ruleset", COUNTS)
def test_only_the_base_row_holds_beside_the_row_that_counts(ruleset: str) -> None:
    beside = {lost.pattern.id for result in scores(ruleset) for lost in result.best.suppressions}
    assert beside == BASE_ROWS[ruleset]


@pytest.mark.parametrize("ruleset", COUNTS)
def test_a_dealer_gets_twice_what_another_gets(ruleset: str) -> None:
    assert len(scores(ruleset)) == sum(COUNTS[ruleset].values())
    for hand, other in some(zip(hands_of_three_sets(ruleset), scores(ruleset), strict=True)):
        assert score(hand, ruleset, seat="E").points == 2 * other.points > 0


def test_the_common_rows_take_every_hand_of_a_box_of_nine_kinds() -> None:
    """The letters m, p and s with the digits 1 to 3 are the nine kinds of the Anoa box."""
    letters = str.maketrans("krb", "mps")
    for hand, anoa in some(zip(hands_of_three_sets("ponjan-anoa"), scores("ponjan-anoa"), strict=True)):
        assert score(hand.translate(letters), "ponjan").patterns == anoa.patterns
