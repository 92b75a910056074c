"""What several winners of one tile get."""

from __future__ import annotations

import pytest

from scorer.questions.rules import ruleset_from_text
from scorer.teach.winners import claim_portions
from tests.support.loops import some


@pytest.mark.parametrize("rule", ["nobody", "nearest", "each"])
def test_a_single_winner_is_paid_whatever_the_rules_say_of_several(rule: str) -> None:
    rules = ruleset_from_text(f"extends: riichi\nname: {{en: Club}}\npayment: {{several: {rule}}}")
    for payer in some(("", "S")):
        (portion,) = claim_portions(rules, payer, ["W"], 2, [False])
        assert (portion.is_paid, portion.takes_counters, portion.sticks) == (True, True, 2)


@pytest.mark.parametrize(
    ("rule", "paid"), [("nobody", []), ("nearest", ["W"]), ("each", ["W", "E"]), ("first", ["W", "E"])]
)
def test_the_winners_who_are_paid_are_the_nearest_to_the_payer(rule: str, paid: list[str]) -> None:
    rules = ruleset_from_text(f"extends: riichi\nname: {{en: Club}}\npayment: {{several: {rule}}}")
    seats = ["E", "W"]
    portions = claim_portions(rules, "S", seats, 1, [True, False])
    assert [seats[one.place] for one in portions if one.is_paid] == paid
    assert sum(one.sticks for one in portions) == bool(paid)
