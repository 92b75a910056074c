"""Two circumstances of one win: never those that exclude one another, and in any order and evaluator the same."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from scorer.engine.results import Score
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import BulkScorer
from tests.campaign.areas.evaluators import one_by_one, reference, told
from tests.campaign.hands import LONG, line_of
from tests.campaign.running import Area
from tests.ruleset.circumstance_pairs import with_every_circumstance
from tests.ruleset.test_circumstance_pairs import pairs

HANDS = 20
SITUATIONS = (
    {"win": "tsumo", "seat": "E"},
    {"win": "tsumo", "seat": "S"},
    {"win": "ron", "seat": "E"},
    {"win": "ron", "seat": "S", "from": "E"},
)


@cache
def _rules(name: str) -> Ruleset:
    return with_every_circumstance(name)


def draw(rng: Random) -> dict[str, Any]:
    """Hands of a ruleset with all its circumstances, each with two of them."""
    name = rng.choice([name for name in shipped_names() if len(_rules(name).circumstances) > 1])
    rules, lines = _rules(name), []
    for sample in sample_hands(rules, rng.getrandbits(32), LONG.get(name, HANDS)):
        two = rng.sample([item.id for item in rules.circumstances], 2)
        line = {**line_of(request_for_hand(*sample, rules)), **rng.choice(SITUATIONS), "with": two}
        lines.append({key: value for key, value in line.items() if key != "pao"})
    return {"ruleset": name, "lines": lines}


def tried(data: dict[str, Any]) -> int:
    """Scores every hand with its circumstances in both orders."""
    if not data["lines"]:
        return 0
    rules, never = _rules(data["ruleset"]), pairs(data["ruleset"], "never")
    answers = [reference(rules, line) for line in data["lines"]]
    for line, answer in zip(data["lines"], answers, strict=True):
        if isinstance(answer, Score):
            assert tuple(sorted(line["with"])) not in never, line
        turned = reference(rules, {**line, "with": line["with"][::-1]})
        assert isinstance(turned, type(answer)), line
        assert not isinstance(turned, Score) or told(turned) == told(answer), line
    scorer = BulkScorer(rules)
    if scorer.engine is not None:
        one_by_one(scorer, data["lines"], answers)
    return 2 * len(answers)


AREA = Area("pairs", "two circumstances of one win, beside what was decided", draw, tried, few=6, seconds=60)
