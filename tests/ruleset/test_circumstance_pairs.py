"""Every two circumstances of every shipped ruleset are decided, and scorer keeps to what was decided."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
import yaml

from scorer.ruleset.find import shipped_names
from tests.ruleset.circumstance_pairs import (
    TABLE,
    Pair,
    accepted_pairs,
    completed_table,
    with_every_circumstance,
)
from tests.support.shipped import each_box


@cache
def decided() -> dict[str, dict[str, dict[str, list[str]]]]:
    """For each ruleset the circumstances with those that go and never go with them; read once, when first asked."""
    read: dict[str, dict[str, dict[str, list[str]]]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return read


def pairs(name: str, key: str) -> set[Pair]:
    """The pairs of a ruleset that the table lists under `with` or `never`, each in the order of names."""
    lists = ((first, lists[key]) for first, lists in decided().get(name, {}).items())
    return {tuple(sorted((first, other))) for first, others in lists for other in others}  # type: ignore[misc]


def test_every_ruleset_is_in_the_table() -> None:
    assert set(decided()) == set(shipped_names())


@pytest.mark.parametrize("name", each_box())
def test_every_pair_of_circumstances_is_decided_once(name: str) -> None:
    there = [item.id for item in with_every_circumstance(name).circumstances]
    possible, never = pairs(name, "with"), pairs(name, "never")
    assert possible | never == {tuple(sorted(pair)) for pair in combinations(there, 2)}
    assert not possible & never


@pytest.mark.parametrize("name", each_box())
def test_pairs_are_accepted_and_refused_as_decided(name: str) -> None:
    _, accepted = accepted_pairs(name)
    assert {tuple(sorted(pair)) for pair in accepted} == pairs(name, "with")


def test_the_command_adds_the_pairs_of_a_new_circumstance_and_changes_nothing_else() -> None:
    ruleset = "doubutsu-janpon"
    text = TABLE.read_text(encoding="utf-8")
    row = "  riichi: {with: [furiten, chiihou], never: [tenhou]}\n"
    before, own, after = text.partition(f"{ruleset}:\n{row}")
    assert own
    completed, added = completed_table(f"{before}{ruleset}:\n{after}", [ruleset])
    assert completed == text
    assert added == [f"{ruleset}: riichi {word}" for word in ("with furiten", "never tenhou", "with chiihou")]


def test_the_command_removes_a_circumstance_that_is_no_more() -> None:
    completed, _ = completed_table(
        "doubutsu-janpon:\n  sunny: {with: [riichi], never: []}\n", ["doubutsu-janpon"]
    )
    assert "sunny" not in completed
