"""A slip of the pen in a shipped rule file is told by a check of that file alone."""

from __future__ import annotations

import os

import pytest

from scorer.ruleset.find import shipped_names
from tests.mutation.mutants import Mutation, sampled
from tests.mutation.run import Judge, excuses, outcome_of

RULES = """
extends: riichi
name: Club
set: {kiriage_mangan: true}
limits:
  - {id: mangan, when: han >= 5 and fu == 30, base: 2000}
payment:
  self_draw:
    other: {dealer: 2 * base, each: base}
add:
  - id: flush
    name: Flush
    value: {closed: 2, open: 1}
    when: all_sets(pung & ~concealed) and wait(edge)
    excludes: [chinitsu, honitsu]
  - id: honors
    name: Honors
    value: 1
    when: all_tiles(wind)
"""

CHANGES = {
    "choice": set(),
    "truth": {"set.kiriage_mangan: true -> false"},
    "number": {
        "limits.mangan.base: 2000 -> 2001",
        "limits.mangan.base: 2000 -> 0",
        "limits.mangan.when@7: 5 -> 4",
        "payment.self_draw.other.dealer: 2 -> 4",
        "add.flush.value.open: 1 -> 2",
    },
    "operator": {
        "limits.mangan.when@4: >= -> >",
        "limits.mangan.when@9: and -> or",
        "limits.mangan.when@16: == -> !=",
        "payment.self_draw.other.dealer@2: * -> +",
        "add.flush.when@14: & -> |",
        "add.flush.when@16: ~ ->",
    },
    "part": {
        "limits.mangan.when: han >= 5 and ->",
        "limits.mangan.when@8: and fu == 30 ->",
        "add.flush.when@9: pung & ->",
        "add.flush.when@13: & ~concealed ->",
        "add.flush.when@27: and wait(edge) ->",
    },
    "state": {"add.flush.when@17: concealed -> called"},
    "kind": {"add.flush.when@9: pung -> kong"},
    "function": {"add.flush.when: all_sets -> all_groups"},
    "class": {"add.honors.when@10: wind -> dragon", "add.honors.when@10: wind -> seat_wind"},
    "wait": {"add.flush.when@37: edge -> closed"},
    "role": {
        "payment.self_draw.other: other -> dealer",
        "payment.self_draw.other.dealer: dealer -> other",
        "payment.self_draw.other.each: each -> discarder",
    },
    "relation": {
        "add.flush.excludes: excludes: [chinitsu, honitsu] ->",
        "add.flush.excludes.0: chinitsu, ->",
        "add.flush.excludes.1: , honitsu ->",
    },
    "deleted": {"add.flush.value.closed: closed: 2, ->", "payment.self_draw.other.each: , each: base ->"},
}

SAMPLE = int(os.environ.get("SCORER_MUTANTS", "16"))
"""Mutants of each file that the slow test tries; `python -m tests.mutation` tries all of them."""
TOLD = 0.9
"""The least part of a file's mutants that its check tells today; the aim is 0.95."""


@pytest.mark.parametrize("operator", CHANGES)
def test_an_operator_changes_one_thing(operator: str) -> None:
    made = {mutant.key: mutant for mutant in Mutation(RULES, "club.yaml").mutants()}
    assert {key for key in CHANGES[operator] if key not in made or made[key].operator != operator} == set()


def test_a_mutant_differs_from_its_file_in_one_place() -> None:
    mutants = list(Mutation(RULES, "club.yaml").mutants())
    assert len({mutant.text for mutant in mutants}) == len(mutants) > 40
    assert all(mutant.text != RULES for mutant in mutants)


def test_what_people_read_is_no_rule() -> None:
    assert not [one.key for one in Mutation(RULES, "club.yaml").mutants() if ".name" in one.place]


def test_a_sample_is_spread_over_the_file() -> None:
    mutants = list(Mutation(RULES, "club.yaml").mutants())
    places = [mutants.index(one) for one in sampled(mutants, 10)]
    assert len(places) == 10
    assert places[0] < len(mutants) // 5
    assert places[-1] > 4 * len(mutants) // 5


def test_a_change_that_a_worked_hand_notices_is_told() -> None:
    text = "extends: riichi\nname: Club\nset: {mangan.base: 2100}\nhands:\n"
    text += "  22m 345m 345p 34s 678s +5s ron riichi dora=1m: {limit: mangan, points: 8400}\n"
    judge = Judge("club.yaml")
    told = {one.key: judge.is_told(one) for one in Mutation(text, "club.yaml").mutants()}
    assert told["set.mangan.base: 2100 -> 2101"]
    assert told["set.mangan.base: 2100 -> 4200"]


def test_an_excuse_is_for_a_shipped_ruleset() -> None:
    assert set(excuses()) <= {"every", *shipped_names()}


@pytest.mark.slow_one_in(24)
@pytest.mark.parametrize("name", shipped_names())
def test_a_change_of_one_thing_is_told(name: str) -> None:
    outcome = outcome_of(name, sample=SAMPLE)
    survives = "\n".join(map(str, outcome.survivors))
    assert outcome.told >= TOLD or len(outcome.survivors) <= 1, survives  # a short overlay has few mutants
