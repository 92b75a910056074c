"""Hands that have not won count what `tests/data/losing-hands.yaml` says, where the rules let every player count."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.engine.losing import LosingHand, losing_hand
from scorer.hand import Situation
from scorer.notation import read_waiting
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from tests.support.places import DATA

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
