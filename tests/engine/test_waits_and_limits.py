"""Formal waits, a maximum that options decide, and a table whose column an option names."""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import View, value_of
from scorer.engine.examples import read_example, understood
from tests.support.small import STANDARD, holds, rules, score, usual

HELD_WHOLLY = "2345m(234m)(234m)(234m) +5m ron"
"""2m and 5m would complete it, but every 2m is in the hand."""
ONE_WAIT = "patterns:\n- {id: it, value: 1, when: waits == 1}\n"
CAPPED = """
options:
  limit: {default: 0, choices: [0, 3], help: the most that a hand counts}
maximum: {is: limit, when: limit > 0}
patterns:
- {id: it, value: 8, when: concealed_hand}
"""
PRICED = """
options:
  scale: {default: mild, choices: [mild, hot], help: how prices grow}
tables:
  price:
    columns: [mild, hot]
    rows: {0: [1, 1], 1+: [10, 100]}
base: price(total, scale)
patterns:
- {id: it, value: 1, when: concealed_hand}
"""


def test_a_tile_that_is_held_wholly_is_no_wait() -> None:
    assert holds(rules(STANDARD + ONE_WAIT), "it", HELD_WHOLLY)


def test_a_tile_that_is_held_wholly_is_a_formal_wait() -> None:
    assert not holds(rules(STANDARD + ONE_WAIT + "formal_waits: true\n"), "it", HELD_WHOLLY)


@pytest.mark.parametrize(("limit", "total"), [(0, 8), (3, 3)])
def test_a_maximum_with_a_condition_caps_only_where_it_holds(limit: int, total: int) -> None:
    assert score(usual(CAPPED, limit=limit), "123456789m234p5s +5s ron").best.total == total


@pytest.mark.parametrize(("scale", "base"), [("mild", 10), ("hot", 100)])
def test_an_option_names_the_column_of_a_table(scale: str, base: int) -> None:
    assert score(usual(PRICED, scale=scale), "123456789m234p5s +5s ron").best.base == base


def test_a_question_about_every_wait_within_others_takes_no_longer() -> None:
    asked = "sets(pung) >= 0"
    for _ in range(14):
        asked = f"on_every_wait({asked} or dealer)"
    ruleset = rules(STANDARD + f"patterns:\n- {{id: it, value: 1, when: '{asked}'}}\n")
    view = View(ruleset, *understood(read_example("2345678999m111p +1m tsumo", ruleset), ruleset)[1:])
    assert len(view.waits) > 2
    assert value_of(ruleset.patterns[0].when, view)
    assert len(view.asked_of_waits) == 14
