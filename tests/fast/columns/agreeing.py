"""Rows that were scored together beside the same hands one by one, every field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from scorer.engine.configure import configure_ruleset
from scorer.engine.results import Score
from scorer.errors import NotAWinner, ScorerError
from scorer.fast.requests import RequestKey, Requests, ScoredColumns, SituationText
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_for_hand as sampled
from scorer.sampling import sample_hands
from scorer.scoring import BulkScorer, hand_and_situation, score_by_readings
from tests.fast.comparing import fields

if TYPE_CHECKING:
    from scorer.fast.requests import RequestKey

FEW = {"ponjan": 60}
"""With two jokers 378 hands are tried for one."""
TOLD = ("awards", "bonuses", "worth", "payments")
RUNS = [f"chow({rank}, {suit})" for suit in "mps" for rank in range(1, 8)]
EVERY_RUN = "name: Runs\nshapes: {standard: {sets: 4, pair: 1}}\npatterns:\n" + "".join(
    f"  - {{id: p{place}x{count}, name: Runs, value: 1, match: '{', '.join([run] * count)}'}}\n"
    for place, run in enumerate(RUNS)
    for count in (2, 3, 4)
)
"""A rule file whose templates fit in no column."""


def spoken_hands(ruleset: Ruleset, seed: int, count: int) -> list[RequestKey]:
    """Generated hands as they are written."""
    samples = islice(sample_hands(ruleset, seed, count), min(count, FEW.get(ruleset.id, count)))
    return [RequestKey.of_request(sampled(*sample, ruleset)) for sample in samples]


def with_other_winning_tiles(asked: Sequence[RequestKey]) -> list[RequestKey]:
    """The hands, each with the winning tile of the one before, with which few are complete."""
    before = [request.hand.rpartition("+")[2] for request in (asked[-1], *asked)]
    return [
        request._replace(hand=f"{request.hand.rpartition('+')[0]}+{tile}")
        for request, tile in zip(asked, before, strict=False)
    ]


def request_key(
    hand: str,
    *situation: Any,
    pao: Sequence[tuple[str, str]] = (),
    indicators: Sequence[tuple[str, str]] = (),
) -> RequestKey:
    """A request, its situation given in the order of the fields."""
    return RequestKey(hand, SituationText(*situation, tuple(pao)), tuple(indicators))


def requests_of(asked: Sequence[RequestKey], indicators: Sequence[str]) -> Requests:
    """Requests as columns, with the indicators of the ruleset and whatever others were given."""
    shown = [dict(request.indicators) for request in asked]
    names = dict.fromkeys([*indicators, *(name for texts in shown for name in texts)])
    columns = {name: [texts.get(name, "") for texts in shown] for name in names}
    return Requests.of_rows(
        [request.hand for request in asked], [request.situation for request in asked], columns
    )


def scorer_of(ruleset: Ruleset) -> BulkScorer:
    """A scorer of its own, which has seen no hand."""
    return BulkScorer(configure_ruleset(ruleset, {}))


def rows_of(scored: ScoredColumns) -> list[dict[str, Any] | None]:
    """What is said of every row, None where nothing is known."""

    def at(name: str, row: int) -> Any:
        shared = getattr(scored, name)
        return shared.values[shared.places[row]]

    found: list[dict[str, Any] | None] = []
    for row, place in enumerate(scored.awards.places):
        worth, paid, sheet = at("worths", row), at("payments", row), at("sheets", row)
        found.append(
            {
                "awards": [(one.id, one.value, one.count) for one in at("awards", row)],
                "bonuses": [(line.id, line.value, line.count) for line in at("bonuses", row) or ()],
                "sheet": sheet,
                "worth": (worth.total, worth.tier, worth.base, worth.limit and worth.limit.id, worth.amounts),
                "payments": (paid.points, dict(paid.transfers), paid.total),
            }
            if place
            else None
        )
    return found


def row_of(score: Score) -> dict[str, Any]:
    """The same of one score."""
    told = fields(score)
    points, transfers, total, _ = told["payments"]
    return {
        "awards": [award[:3] for award in told["awards"]],
        "bonuses": told["bonuses"],
        "sheet": told["sheet"],
        "worth": told["worth"],
        "payments": (points, dict(transfers), total),
    }


def readable(ruleset: Ruleset, said: RequestKey) -> Score | None:
    """The score of the readable evaluator, None where the hand does not win."""
    try:
        return score_by_readings(ruleset, *hand_and_situation(ruleset, said))
    except NotAWinner:
        return None


def compare(ruleset: Ruleset, every: Iterable[RequestKey], each: int) -> tuple[int, int, int]:
    """Asserts that columns say what single hands say, and of every so many what the readable evaluator says;
    gives how many hands there were, how many columns have scored, and how many the readable evaluator.
    """
    scorer, said = scorer_of(ruleset), list(every)
    made = scorer.score_together(requests_of(said, scorer.indicators))
    assert made is not None, scorer.why_alone
    asked = 0
    for place, row in enumerate(rows_of(made.columns)):
        if row is not None:
            score = scorer.score_one(said[place])
            assert isinstance(score, Score), (said[place], score)
            assert row == row_of(score), said[place]
            if place % each == 0:
                want = readable(ruleset, said[place])
                assert want is not None and row == row_of(want), said[place]
                asked += 1
    for place, error in made.errors.items():
        assert str(scorer.score_one(said[place])) == str(error), said[place]
        if place % each == 0:
            assert readable(ruleset, said[place]) is None, said[place]
    left = [scorer.score_one(said[place]) for place in made.fallback_rows]
    assert all(isinstance(score, (Score, ScorerError)) for score in left)
    return len(said), len(said) - len(left), asked
