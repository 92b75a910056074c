"""A hand with jokers that has very many readings: the best of them is found without valuing each."""

from __future__ import annotations

import pytest

from scorer import parse_hand
from scorer.engine.best_choice import MOST_RANKED, BestChoice
from scorer.engine.score import HandView, find_ways_to_read, score_readings
from scorer.hand import Hand, Situation
from scorer.readings import StepBudget
from scorer.ruleset.model import Ruleset
from scorer.shapes import Kinds, TooManyReadings
from tests.support.small import made

GAME = """
tileset: {jokers: 8}
shapes: {it: {sets: 4, pair: 1}}
patterns: [{id: it, value: 1}, {id: runs, value: 5, when: sets(chow) == 4}]
"""
DRAWN = Situation(True)
FEW, MANY = "123m456m789m0j0j0j5p+5p", "123m456m78m0j0j0j0j5p+5p"
PLAIN = "123m456m789m15p1z2z5p+5p"


class Choosing:
    """Chooses these tiles for the jokers, and remembers whether it was asked."""

    def __init__(self, kinds: Kinds, readings: int) -> None:
        self.choice, self.asked = BestChoice(kinds, readings), 0

    def __call__(self, ruleset: Ruleset, hand: Hand, situation: Situation) -> BestChoice | None:
        self.asked += 1
        return self.choice if self.choice.kinds else None


def kinds_of(ruleset: Ruleset, *codes: str) -> Kinds:
    return tuple(sorted(ruleset.tileset.by_code[code].index for code in codes))


@pytest.mark.parametrize(
    ("text", "codes", "number", "asked", "found"),
    [
        (PLAIN, "9m 1p 2p 3p", 1000, 0, 0),
        (FEW, "1p 2p 3p", 1000, 0, 105),
        (MANY, "9m 1p 2p 3p", 1000, 1, 1),
        (MANY, "9m 1p 2p 3p", MOST_RANKED + 1, 1, 1),
        (MANY, "9m 1p 2p 3p", MOST_RANKED, 1, 311),
        (MANY, "", 1000, 1, 311),
    ],
)
def test_only_the_readings_of_the_best_choice_are_read_where_there_are_too_many(
    text: str, codes: str, number: int, asked: int, found: int
) -> None:
    ruleset = made(GAME)
    choose = Choosing(kinds_of(ruleset, *codes.split()), number)
    view = HandView(ruleset, parse_hand(text, ruleset), DRAWN)
    ways = find_ways_to_read(view, choose_jokers=choose)
    assert (choose.asked, len(ways.readings)) == (asked, found)
    assert ways.number == (number if found == 1 else found)


def test_without_a_choice_every_reading_is_read_and_a_limit_of_steps_is_kept() -> None:
    ruleset = made(GAME)
    view = HandView(ruleset, parse_hand(MANY, ruleset), DRAWN)
    assert len(find_ways_to_read(view).readings) == 311
    choose = Choosing(kinds_of(ruleset, "9m", "1p", "2p", "3p"), 1000)
    with pytest.raises(TooManyReadings):
        find_ways_to_read(view, StepBudget(10), choose)
    assert not choose.asked


def test_of_readings_that_were_not_all_valued_the_best_is_listed_with_their_number() -> None:
    ruleset = made(GAME)
    hand = parse_hand(MANY, ruleset)
    every = score_readings(ruleset, hand, DRAWN)
    best = score_readings(ruleset, hand, DRAWN, Choosing(every.best.reading.jokers, 1000))
    assert (every.complete, len(every.readings), every.has_unlisted_readings) == (311, 311, False)
    assert (best.complete, len(best.readings), best.has_unlisted_readings) == (1000, 1, True)
    assert best.points == every.points
