"""The effect of the differences between two rulesets on sample hands: the number of hands, the amounts and
examples. Each ruleset supplies half of the hands, so that patterns of only one of them occur as well.
"""

from __future__ import annotations

from collections import Counter

from scorer.audit.differences import Difference
from scorer.audit.report import ProgressCallback
from scorer.engine.results import Score
from scorer.errors import InputError
from scorer.hand import Request
from scorer.ruleset.model import Ruleset
from scorer.sampling import Sample, request_for_hand, sample_hands
from scorer.scoring import hand_outcome
from scorer.teach.compare import ComparedRuleset, adapt_request, counted_items, outcome_under
from scorer.values import dataclass

EXAMPLES = 3
OTHER_SEED = 1_000_003
"""What is added to the seed for the second half of the hands, which would repeat the first otherwise."""


@dataclass(frozen=True)
class Pair:
    """A hand under both rulesets: the payments (None if it does not win), and the differences as (sort, id),
    in which the sort is pattern, bonus, sheet, limit or payment.
    """

    request: Request
    old_payment: int | float | None
    new_payment: int | float | None
    differences: tuple[tuple[str, str], ...]

    @property
    def changes(self) -> bool:
        return self.old_payment != self.new_payment or bool(self.differences)

    @property
    def step(self) -> int | float | None:
        """The difference of the payments; None unless the hand wins under both."""
        return (
            None
            if self.old_payment is None or self.new_payment is None
            else self.new_payment - self.old_payment
        )


@dataclass(frozen=True)
class Effect:
    """All sample hands under both rulesets. `foreign` counts hands that cannot be played under one of
    them.
    """

    old_ruleset: Ruleset
    new_ruleset: Ruleset
    pairs: tuple[Pair, ...]
    foreign: int

    @property
    def changed_pairs(self) -> tuple[Pair, ...]:
        """The hands with any difference."""
        return tuple(pair for pair in self.pairs if pair.changes)

    @property
    def steps(self) -> tuple[int | float, ...]:
        """The differences of the payments for hands that win under both and are paid differently."""
        return tuple(pair.step for pair in self.pairs if pair.step)

    @property
    def lost_wins(self) -> int:
        """The number of hands that win only under the first ruleset."""
        return sum(pair.new_payment is None and pair.old_payment is not None for pair in self.pairs)

    @property
    def gained_wins(self) -> int:
        """The number of hands that win only under the second ruleset."""
        return sum(pair.old_payment is None and pair.new_payment is not None for pair in self.pairs)

    @property
    def difference_counts(self) -> tuple[tuple[tuple[str, str], int], ...]:
        """The differences and the number of hands with each, most frequent first."""
        found = Counter(name for pair in self.pairs for name in pair.differences)
        return tuple(found.most_common())

    @property
    def examples(self) -> tuple[Pair, ...]:
        """Up to three hands, one for each of the most frequent differences, chosen for a different payment
        with few other differences.
        """
        found = list[Pair]()
        simplest = sorted(
            self.changed_pairs,
            key=lambda pair: (not pair.step, len(pair.differences), len(pair.request.circumstances)),
        )
        for name, _ in self.difference_counts:
            if not any(name in pair.differences for pair in found):
                found.append(next(pair for pair in simplest if name in pair.differences))
        for pair in simplest:
            if all(pair.request != one.request for one in found):
                found.append(pair)
        return tuple(found[:EXAMPLES])


def effect(
    old_ruleset: Ruleset,
    new_ruleset: Ruleset,
    hands: int,
    seed: int = 1,
    tick: ProgressCallback = lambda: None,
) -> Effect:
    """The effect on sample hands of the differences between two configured rulesets. The same seed gives the
    same hands.

    >>> from scorer.scoring import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> found = effect(plain, rounded, 40)
    >>> len(found.pairs), all(step > 0 for step in found.steps)
    (40, True)
    """
    found: list[Pair | None] = []
    halves = (old_ruleset, seed, hands - hands // 2), (new_ruleset, seed + OTHER_SEED, hands // 2)
    for ruleset, seed_of_half, count in halves:
        for hand, situation in sample_hands(ruleset, seed_of_half, count):
            found.append(_compared_hand((hand, situation), ruleset, (old_ruleset, new_ruleset)))
            tick()
    return Effect(old_ruleset, new_ruleset, tuple(pair for pair in found if pair), found.count(None))


def _compared_hand(sample: Sample, origin: Ruleset, both: tuple[Ruleset, Ruleset]) -> Pair | None:
    """A hand made up from the rules of one of two rulesets, under both and without anything that only one of
    them has; None if it cannot be played under both.
    """
    request = request_for_hand(*sample, origin)
    outcomes = [
        hand_outcome(ruleset, *sample)
        if ruleset is origin
        else outcome_under(adapt_request(request, ruleset, both)[0], ruleset)
        for ruleset in both
    ]
    if any(isinstance(outcome.error, InputError) for outcome in outcomes):
        return None
    first, second = (outcome.score for outcome in outcomes)
    names = _score_differences(first, second) if first and second else ()
    paid, paid_then = (score.points if score else None for score in (first, second))
    return Pair(request, paid, paid_then, names)


def _score_differences(old_score: Score, new_score: Score) -> tuple[tuple[str, str], ...]:
    """The differences between two scores, including who pays if the sums are equal."""
    left, right = counted_items(old_score), counted_items(new_score)
    names = [name for name in dict.fromkeys([*left, *right]) if left.get(name) != right.get(name)]
    paid, paid_then = (score.payments.transfers for score in (old_score, new_score))
    is_shared = old_score.points == new_score.points and paid != paid_then
    return (*names, ("payment", "who pays")) if is_shared else tuple(names)


@dataclass(frozen=True)
class DifferenceReport:
    """What two rulesets define differently; with sample hands, also how many of them change, and examples of
    these under both.
    """

    rulesets: tuple[Ruleset, Ruleset]
    labels: tuple[str, str]
    differences: tuple[Difference, ...]
    effect: Effect | None = None
    examples: tuple[list[ComparedRuleset], ...] = ()
