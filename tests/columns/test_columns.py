"""Columns give what hands give one by one."""

from __future__ import annotations

import pytest

from scorer.columns.columns import ColumnScorer
from scorer.compiled import compiled
from scorer.compiled.trees import Unsupported
from scorer.engine.configure import configured
from scorer.hand import Hand, Situation
from scorer.library import load_ruleset
from scorer.ruleset.load import read_text
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.values import replace
from tests.support.shipped import each_box

np = pytest.importorskip("numpy")
FEW = {"ponjan": 20}
ONE_BY_ONE = ("british", "classical", "mcr", "mcr-green", "taiwanese")
"""Games whose awards hang on more than what holds in a reading: on flowers, or on which sets are bound."""


def plain(hand: Hand, situation: Situation) -> tuple[Hand, Situation]:
    """The sample as columns know it: without flowers, counters, discarder and liability."""
    return replace(hand, flowers=()), replace(situation, discarder=None, honba=0, sticks=0, liable=())


def samples(ruleset: Ruleset, seed: int, count: int) -> list[tuple[Hand, Situation]]:
    return [plain(*sample) for sample in sample_hands(ruleset, seed, count)]


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_games_that_fit_in_no_columns_are_refused(name: str) -> None:
    with pytest.raises(Unsupported, match="hang on more than what holds"):
        ColumnScorer(compiled(load_ruleset(name)))


@pytest.mark.parametrize("name", [box for box in each_box() if box.values[0] not in ONE_BY_ONE])
def test_columns_say_what_single_hands_say(name: str) -> None:
    ruleset = load_ruleset(name)
    engine = compiled(ruleset)
    scorer = ColumnScorer(engine)
    hands = samples(ruleset, 31, FEW.get(name, 40))
    found = scorer.score(scorer.columns(hands))
    assert sum(found.wins) > 0
    for place, (hand, situation) in enumerate(hands):
        score = engine.score(hand, situation)
        assert bool(found.wins[place]) == (score is not None), (hand, situation)
        if score is None:
            continue
        awards = tuple((award.id, award.value, award.count) for award in score.awards)
        limit = found.limits[found.limit[place]] if found.limit[place] >= 0 else None
        assert (found.points[place], found.total[place], found.tier[place], limit) == (
            score.points, score.worth.total, score.worth.tier, score.worth.limit and score.worth.limit.id,
        ), (hand, situation)  # fmt: skip
        assert found.sheet[place] == (score.sheet.total if score.sheet else 0)
        assert found.awards[found.award[place]] == awards, (hand, situation)


def test_nothing_is_worked_out_twice() -> None:
    ruleset = load_ruleset("riichi")
    scorer = ColumnScorer(compiled(ruleset))
    columns = scorer.columns(samples(ruleset, 4, 150))
    first, misses = scorer.score(columns), scorer.valuing.holding.misses
    again = scorer.score(columns)
    assert scorer.valuing.holding.misses == misses
    assert (first.points == again.points).all()


def test_no_hands_give_no_rows() -> None:
    scorer = ColumnScorer(compiled(load_ruleset("riichi")))
    assert len(scorer.score(scorer.columns([])).points) == 0


JOINED = """
name: Three suits
sets:
  trio: {size: 3, same: rank, differ: suit}
shapes:
  standard: {sets: 4, pair: 1, kinds: [chow, pung, kong, trio]}
patterns:
  - {id: any, name: Any, value: 1, definition: Every hand has it.}
"""


def test_rows_that_fit_in_no_column_are_refused_by_name() -> None:
    ruleset, problems = read_text(JOINED, "joined.yaml")
    assert ruleset is not None, problems
    engine = compiled(configured(ruleset, {}))
    with pytest.raises(Unsupported, match="a row of 27 tiles"):
        ColumnScorer(engine)


WIDE = """
name: Wide
shapes:
  standard: {sets: 4, pair: 1}
patterns:
  - {id: any, name: Any, value: 1_000_000_000, count: 3, definition: Every hand has it thrice.}
"""


def test_a_value_wider_than_its_column_is_refused_by_name() -> None:
    ruleset, problems = read_text(WIDE, "wide.yaml")
    assert ruleset is not None, problems
    scorer = ColumnScorer(compiled(configured(ruleset, {})))
    hands = scorer.columns(samples(ruleset, 4, 2))
    with pytest.raises(Unsupported, match="a total of 3,000,000,000"):
        scorer.score(hands)
