"""Hands that have not won count what `tests/data/losing-hands.yaml` says, where the rules let every player count."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.engine.losing import LosingHand, groupings, losing_hand
from scorer.hand import Situation
from scorer.notation import read_waiting
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from tests.support.places import DATA
from tests.support.small import usual

CASES = yaml.safe_load((DATA / "losing-hands.yaml").read_text(encoding="utf-8"))


def counted(ruleset: Ruleset, text: str, seat: str = "S") -> LosingHand:
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    return losing_hand(ruleset, hand, Situation(False, seat))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']} {case['hand']}")
def test_a_losing_hand_counts_what_the_rules_let_it_count(case: dict[str, Any]) -> None:
    found = counted(load_ruleset(case["game"]), case["hand"], case["seat"])
    near = found.near_pattern.id if found.near_pattern else None
    assert (found.count, near) == (case["count"], case.get("near"))
    assert found.view.amounts["base"] == case["count"]
    if near is None:
        lines = found.sheet.lines if found.sheet else ()
        awarded = [award.pattern for award in found.awards]
        assert [line.id for line in lines] == case.get("items", [])
        assert [one.id for one in awarded if one is not found.view.ruleset.otherwise] == case.get(
            "patterns", []
        )
        assert [line.id for line in found.bonuses] == case.get("bonuses", [])


def test_equal_tiles_are_grouped_as_a_set_and_the_rest_or_as_pairs() -> None:
    ruleset = load_ruleset("british")
    hand, _ = read_waiting("5555z22m", ruleset.tileset, ruleset.set_tables)
    assert hand is not None
    found = {
        tuple((group.kind, len(group.tiles)) for group in one.groups) for one in groupings(ruleset, hand)
    }
    assert found == {
        (("pair", 2), ("pung", 3), ("single", 1)),
        (("pair", 2), ("pair", 2), ("pair", 2)),
    }


GAME = """
losing_hands:
  bonuses: winds
  items: threes
  near:
  - {of: drawn, count: 20}
  - {of: fed, count: 10}
payment: {self_draw: {each: base}, discard: {discarder: base}}
base: fu + points
sheet: {unit: fu, items: [{id: threes, value: 3, each: triplet}, {id: pairs, value: 50, each: pair}]}
patterns:
- {id: drawn, value: 1, when: self_draw and all_tiles(man)}
- {id: fed, value: 1, when: discard and all_sets(triplet)}
otherwise: {id: plain, value: 0, zero: true}
bonuses:
- {id: winds, value: 1, count: tiles(wind)}
- {id: dragons, value: 100, count: tiles(dragon)}
"""


@pytest.mark.parametrize(
    ("hand", "count", "near"),
    [
        ("11m22p1z234567s5z6z", 1, None),
        ("111m22p1z234567s5z", 4, None),
        ("123m456m789m1234m", 20, "drawn"),
        ("111m222p333s444p1s", 12, None),
        ("111m222p333s44p55z", 10, "fed"),
    ],
)
def test_only_what_the_rules_name_counts_in_a_losing_hand(hand: str, count: int, near: str | None) -> None:
    found = counted(usual(GAME), hand)
    assert (found.count, found.near_pattern.id if found.near_pattern else None) == (count, near)
