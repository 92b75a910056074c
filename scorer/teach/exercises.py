"""Exercises: hands that win, drawn by seed, chosen so that together they show many patterns."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.results import Score
from scorer.engine.score import score_hand
from scorer.errors import InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.teach.quiz.hands import of_a_win
from scorer.values import dataclass

POOL = 15
"""How many hands are drawn for each exercise."""
BIAS = 0.4
"""Most exercises are hands as they come up at a table; some show what is rare."""
DEAR = 5
"""At most one exercise in so many is a pattern that stands alone."""


@dataclass(frozen=True)
class Exercise:
    """A hand to score, with its solution."""

    number: int
    score: Score


def exercises(ruleset: Ruleset, seed: int, count: int) -> tuple[Exercise, ...]:
    """`count` exercises, the easier ones first; fewer where the rules let hardly any hand win.

    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> [task.score.hand for task in exercises(rules, 3, 2)] == [
    ...     task.score.hand for task in exercises(rules, 3, 2)]
    True
    """
    pool = list(_winners(ruleset, seed, POOL * count))
    dear = [score for score in pool if _is_dear(score)]
    usual = [score for score in pool if not _is_dear(score)]
    chosen = [*_varied(usual, count - min(count // DEAR, len(dear)))]
    chosen += _varied(dear, count - len(chosen))
    return tuple(Exercise(number, score) for number, score in enumerate(sorted(chosen, key=_difficulty), 1))


def _winners(ruleset: Ruleset, seed: int, count: int) -> Iterator[Score]:
    samples = sample_hands(ruleset, seed, count, bias=BIAS)
    scores = (_scored(ruleset, hand, situation) for hand, situation in samples)
    return (score for score in scores if score is not None)


def _scored(ruleset: Ruleset, hand: Hand, situation: Situation) -> Score | None:
    try:
        return score_hand(ruleset, hand, of_a_win(situation, ruleset))
    except (NotAWinner, InputError):
        return None


def _is_dear(score: Score) -> bool:
    tier = score.ruleset.top_tier
    return tier is not None and any(award.value >= tier.start for award in score.best.awards)


def _varied(pool: list[Score], count: int) -> Iterator[Score]:
    """One after another, the hand that shows most that is new."""
    left, seen = list(pool), dict[str, int]()
    while left and count > 0:
        best = min(left, key=lambda score: _staleness(score, seen))
        left.remove(best)
        count -= 1
        for name in best.patterns:
            seen[name] = seen.get(name, 0) + 1
        yield best


def _staleness(score: Score, seen: dict[str, int]) -> float:
    """How often the patterns of a hand were shown already, on average; hands of several go first."""
    times = [seen.get(name, 0) for name in score.patterns]
    return sum(times) / max(1, len(times)) - min(len(times), 4) / 10


def _difficulty(score: Score) -> tuple[bool, int, int]:
    sheet = score.best.sheet
    return _is_dear(score), len(score.best.awards) + len(score.best.bonuses), len(sheet.lines) if sheet else 0
