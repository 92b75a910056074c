"""Whoever scores many hands gets the compiled evaluator, and the same score as from the readable one."""

from __future__ import annotations

import re
import warnings

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.errors import NotAWinner
from scorer.fast.interface import WORTH_COMPILING, engine_of
from scorer.hand import Hand, Situation
from scorer.notation import read_waiting
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, parse_hand, score, score_by_readings, score_hand
from scorer.waiting import find_waits
from tests.fast.comparing import fields
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.small import usual

FEW = 12


def warmed(name: str) -> Ruleset:
    """A ruleset of its own, asked for its engine until it has one."""
    ruleset = configure_ruleset(load_ruleset(name), {})
    for _ in range(WORTH_COMPILING + 1):
        engine_of(ruleset)
    assert engine_of(ruleset) is not None
    return ruleset


@pytest.mark.parametrize("name", each_box())
def test_a_ruleset_scores_alike_before_and_after_it_is_compiled(name: str) -> None:
    ruleset, wins = warmed(name), 0
    for hand, situation in some(sample_hands(ruleset, 4, FEW)):
        try:
            want = score_by_readings(ruleset, hand, situation)
        except NotAWinner as error:
            with pytest.raises(NotAWinner, match=re.escape(error.message)):
                score_hand(ruleset, hand, situation)
            continue
        found, wins = score_hand(ruleset, hand, situation), wins + 1
        assert fields(found) == fields(want)
        assert found.readings == want.readings
    assert wins


def test_a_score_of_the_compiled_evaluator_tells_all_that_few_ask() -> None:
    hand = parse_hand("234m567m345p67s99s+8s")
    found = score_hand(warmed("riichi"), hand, Situation(self_draw=True))
    assert (found.hand, found.best.reading.wait, found.best.worth.limit) == (hand, "two_sided", None)
    assert found.best.payments.shares[0].with_numbers


def test_a_liable_player_pays_in_the_compiled_evaluator_too() -> None:
    ruleset = warmed("riichi")
    hand: Hand = parse_hand("22m33p(555z)(666z)(777z)+3p")
    situation = Situation(True, liable=(("daisangen", "W"),))
    found = score_hand(ruleset, hand, situation)
    assert dict(found.payments.transfers) == {"E": 0, "S": 32000, "W": -32000, "N": 0}
    assert fields(found) == fields(score_by_readings(ruleset, hand, situation))


def test_text_scores_alike_once_the_engine_is_there() -> None:
    ruleset = load_ruleset("riichi")
    texts = ["234m345p67p456s55s+8p"] * (WORTH_COMPILING + 3)
    found = [score(text, ruleset, win="tsumo", circumstances=["riichi"], dora="4s") for text in texts]
    assert {(one.points, one.patterns) for one in found} == {(found[0].points, found[0].patterns)}
    assert found[0].best.reading == found[-1].best.reading


def unsupported(pattern: str) -> Ruleset:
    """Rules with one pattern, which only the readable evaluator supports. No other test names it so: equal
    rules are one object, which warns once.
    """
    match = "match: 'chow(n, A), chow(k, B)', where: n < k or dealer"
    return usual(f"patterns:\n- {{id: {pattern}, value: 1, {match}}}\n")


def test_a_caller_who_scores_many_hands_is_warned_once_where_they_call_that_it_is_slow() -> None:
    ruleset = unsupported("given")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(WORTH_COMPILING + 3):
            score("123m456m789p123s1z+1z", ruleset)
    assert [(one.filename, "scored one by one" in str(one.message)) for one in told] == [(__file__, True)]


def test_a_search_that_scores_hands_of_its_own_warns_of_nothing() -> None:
    ruleset = unsupported("sought")
    hand, _ = read_waiting("1112345678999m", ruleset.tileset, ruleset.set_tables)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = [
            find_waits(ruleset, hand, Situation(False)) for _ in range(WORTH_COMPILING // 9)
        ]  # both ways to win, nine tiles
    assert len(found[-1].winning_tiles) == 9
