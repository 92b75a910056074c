"""What two rulesets do to the same hands, the same for a seed."""

from __future__ import annotations

import pytest

from scorer.audit.effects import effect
from scorer.library import load_ruleset
from tests.support.small import made


def test_the_same_rules_change_no_hand() -> None:
    found = effect(load_ruleset("riichi"), made("extends: riichi\nname: Ours\n"), 30)
    assert len(found.pairs) == 30
    assert not found.changed
    assert not found.examples


def test_the_seed_decides_the_hands() -> None:
    rulesets = load_ruleset("tenhou"), load_ruleset("ema")
    first, again = (effect(*rulesets, 15, seed=3).pairs for _ in range(2))
    other = effect(*rulesets, 15, seed=4).pairs
    assert first == again
    assert first != other


@pytest.mark.slow
def test_a_dearer_pattern_pays_more_where_it_counts_and_nowhere_else() -> None:
    found = effect(load_ruleset("ponjan"), made("extends: ponjan\nset: {two_two.value: 13}"), 100)
    assert found.changed
    assert all(pair.counted[0] == ("pattern", "two_two") for pair in found.changed)
    assert {abs(step) for step in found.steps} <= {10 * n for n in range(1, 7)}
    assert all(step > 0 for step in found.steps)


def test_hands_that_no_longer_win_are_counted() -> None:
    found = effect(load_ruleset("riichi"), made("extends: riichi\nminimum: 4\n"), 80)
    assert found.lost > 0
    assert found.gained == 0
    assert not found.steps
    assert len(found.changed) == found.lost


def test_hands_of_another_box_are_foreign() -> None:
    found = effect(load_ruleset("ponjan"), load_ruleset("ponjan-anoa"), 20)
    assert (len(found.pairs), found.foreign) == (0, 20)


@pytest.mark.slow
def test_three_examples_show_different_things() -> None:
    found = effect(load_ruleset("tenhou"), load_ruleset("ema"), 100)
    assert len(found.examples) == 3
    assert len({pair.counted for pair in found.examples}) == 3
    assert all(pair.changes for pair in found.examples)


def test_every_hand_is_announced() -> None:
    done: list[int] = []
    effect(load_ruleset("ponjan"), load_ruleset("ponjan"), 25, tick=lambda: done.append(1))
    assert len(done) == 25
