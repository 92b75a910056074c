"""Columns, single hands and the reference engine on very many hands of every shipped ruleset.

Each of some thousand sampled hands is won in the situations of others. `SCORER_AGREE=50` has 200,000 hands of
each ruleset compared, which takes a minute or two for each; without it there are a thousand.
"""

from __future__ import annotations

import os
from itertools import islice

import pytest

from scorer.columns.columns import ColumnScorer
from scorer.columns.table import ScoreColumns
from scorer.compiled import compiled
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.engine.results import Score
from scorer.engine.score import score_readings
from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.library import load_ruleset
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from tests.columns.test_columns import ONE_BY_ONE, plain
from tests.compiled.comparing import fields

Samples = list[tuple[Hand, Situation]]
SITUATIONS = int(os.environ.get("SCORER_AGREE", "2"))
HANDS, EACH = 4000 if SITUATIONS > 3 else 600, 20
"""situations for each hand, hands, and of how many the reference engine scores one"""
FEW = {"ponjan": 100}
"""With two jokers 378 hands are tried for one."""
STEP = 61


def crossed(ruleset: Ruleset, shift: int, samples: Samples) -> Samples:
    """Every hand in the situation of another one that may hold the same circumstances."""
    others = [situation for _, situation in samples]
    return [(hand, others[(place + shift * STEP) % len(others)]) for place, (hand, _) in enumerate(samples)]


def columns_differ(found: ScoreColumns, place: int, score: Score | None) -> bool:
    """Whether a row says anything else than the score of its hand."""
    if score is None or not found.wins[place]:
        return bool(found.wins[place]) != (score is not None)
    limit = found.limits[found.limit[place]] if found.limit[place] >= 0 else None
    awards = tuple((award.id, award.value, award.count) for award in score.awards)
    return (
        (found.points[place], found.total[place], found.tier[place], limit)
        != (score.points, score.worth.total, score.worth.tier, score.worth.limit and score.worth.limit.id)
        or found.sheet[place] != (score.sheet.total if score.sheet else 0)
        or found.awards[found.award[place]] != awards
    )


def reference_differs(ruleset: Ruleset, hand: Hand, situation: Situation, score: Score | None) -> bool:
    """Whether the reference engine says anything else."""
    try:
        want = fields(score_readings(ruleset, hand, situation))
    except NotAWinner:
        return score is not None
    return score is None or fields(score) != want


def single(engine: Engine, hand: Hand, situation: Situation) -> Score | str | None:
    try:
        return engine.score(hand, situation)
    except Beyond as error:
        return str(error)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped_names() if name not in ONE_BY_ONE])
def test_columns_single_hands_and_the_reference_agree(name: str) -> None:
    ruleset = load_ruleset(name)
    engine = compiled(ruleset)
    scorer = ColumnScorer(compiled(ruleset))
    base = [plain(*sample) for sample in islice(sample_hands(ruleset, 99, HANDS), FEW.get(name, HANDS))]
    checked = won = asked = 0
    for shift in range(SITUATIONS):
        samples = crossed(ruleset, shift, base)
        found = scorer.score(scorer.columns(samples))
        for place, (hand, situation) in enumerate(samples):
            score = single(engine, hand, situation)
            if isinstance(score, str):
                continue
            assert not columns_differ(found, place, score), (hand, situation)
            checked, won = checked + 1, won + (score is not None)
            if (place + shift) % EACH == 0:
                assert not reference_differs(ruleset, hand, situation, score), (hand, situation)
                asked += 1
    print(f"{name}: {checked:,} hands agree, {won:,} win; {asked:,} asked of the reference engine")
    assert won
