"""The counts behind a payment are found in one place, in every game."""

from __future__ import annotations

import pytest

from scorer.hand import Situation
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from scorer.table.claims import Claim, valued_claim
from scorer.table.rules import DealRules
from scorer.teach.paid_counts import count_behind, paid_counts, situation_cases
from scorer.teach.points import table_of
from tests.support.loops import some


@pytest.mark.one_in(8)
@pytest.mark.parametrize("is_drawn", [False, True])
@pytest.mark.parametrize("game", shipped_names())
def test_the_count_behind_a_payment_is_paid_this_sum(game: str, is_drawn: bool) -> None:
    table = table_of(load_ruleset(game))
    situation = Situation(is_drawn, "S", discarder=None if is_drawn else "E")
    paid = [*paid_counts(table, situation_cases(table, situation))]
    if not paid:
        assert not situation_cases(table, situation)
        return
    for one in some(paid[::7]):
        found = count_behind(paid, [one.points])
        assert found is not None
        assert found.points == one.points
        assert one.count.tier or found.count.total <= one.count.total or found.count.sheet != one.count.sheet


@pytest.mark.parametrize(
    ("game", "seat", "discarder", "text", "gain"),
    [
        ("riichi", "S", "E", "7700 points", 7700),
        ("riichi", "S", "", "1300/2600", 5200),
        ("riichi", "S", "E", "64000 points", 64000),
        ("kansai-sanma", "E", "", "12000 points", 12000),
        ("kansai-sanma", "S", "E", "4000 points", 4000),
        ("filipino", "S", "", "4025 each", 12075),
    ],
)
def test_a_win_may_be_entered_by_what_it_pays(
    game: str, seat: str, discarder: str, text: str, gain: int
) -> None:
    rules = DealRules(load_ruleset(game))
    assert dict(valued_claim(rules, Claim(seat, discarder, "E", 0, False), text).gains)[seat] == gain


def test_a_payment_of_four_han_without_fu_is_found_where_all_hands_have_the_same_fu() -> None:
    table = table_of(load_ruleset("kansai-sanma"))
    paid = paid_counts(table, situation_cases(table, Situation(False, "S", discarder="E")))
    counts = [one.count for one in some(paid)]
    assert {count.sheet for count in counts} == {None}
