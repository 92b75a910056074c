"""What the difference of two rulesets does to hands: how many change, by how much, and for example which.

Half of the hands are samples of each ruleset, so that what only one of them has comes up as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from scorer.engine.results import Score
from scorer.errors import InputError
from scorer.hand import Request
from scorer.ruleset.model import Ruleset
from scorer.sampling import request_of, sample_hands
from scorer.teach.compare import adapted, outcome_of
from scorer.values import dataclass

Points = int | float
Tick = Callable[[], object]
"""Called for every hand that is done, to show how far the work is."""
EXAMPLES = 3


@dataclass(frozen=True)
class Pair:
    """One hand under both rulesets: what is paid for it, nothing where it does not win, and what is
    counted differently: (sort, id), the sort being pattern, bonus, sheet, limit or payment.
    """

    request: Request
    before: Points | None
    after: Points | None
    counted: tuple[tuple[str, str], ...]

    @property
    def changes(self) -> bool:
        return self.before != self.after or bool(self.counted)

    @property
    def step(self) -> Points | None:
        """How much more is paid; None unless the hand wins under both."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Effect:
    """Every sample hand under both rulesets. `foreign` hands cannot be played under one of them."""

    before: Ruleset
    after: Ruleset
    pairs: tuple[Pair, ...]
    foreign: int

    @property
    def changed(self) -> tuple[Pair, ...]:
        """The hands that come out differently in any way."""
        return tuple(pair for pair in self.pairs if pair.changes)

    @property
    def steps(self) -> tuple[Points, ...]:
        """How much more each hand is paid that wins under both and is paid differently."""
        return tuple(pair.step for pair in self.pairs if pair.step)

    @property
    def lost(self) -> int:
        """How many hands win under the first ruleset only."""
        return sum(pair.after is None and pair.before is not None for pair in self.pairs)

    @property
    def gained(self) -> int:
        """How many hands win under the second ruleset only."""
        return sum(pair.before is None and pair.after is not None for pair in self.pairs)

    @property
    def counted(self) -> tuple[tuple[tuple[str, str], int], ...]:
        """What is counted differently, and in how many hands, most first."""
        found = Counter(name for pair in self.pairs for name in pair.counted)
        return tuple(found.most_common())

    @property
    def examples(self) -> tuple[Pair, ...]:
        """Up to three hands: one for each of the most frequent differences."""
        found: list[Pair] = []
        for name, _ in self.counted:
            if len(found) < EXAMPLES and not any(name in pair.counted for pair in found):
                found.append(min((p for p in self.pairs if name in p.counted), key=_simplicity))
        rest = (pair for pair in sorted(self.changed, key=_simplicity) if pair not in found)
        return (*found, *(pair for _, pair in zip(range(EXAMPLES - len(found)), rest, strict=False)))


def _simplicity(pair: Pair) -> tuple[bool, int, int]:
    """The hand that shows most with least: it is paid differently, and little else differs."""
    return (not pair.step, len(pair.counted), len(pair.request.with_))


def effect(before: Ruleset, after: Ruleset, hands: int, seed: int = 1, tick: Tick = lambda: None) -> Effect:
    """Scores sample hands under two rulesets as configured; the same seed gives the same hands.

    >>> from scorer.library import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> found = effect(plain, rounded, 40)
    >>> len(found.pairs), all(step > 0 for step in found.steps)
    (40, True)
    """
    found: list[Pair | None] = []
    for ruleset, count in ((before, hands - hands // 2), (after, hands // 2)):
        for hand, situation in sample_hands(ruleset, seed, count):
            found.append(_pair(request_of(hand, situation, ruleset), before, after))
            tick()
    return Effect(before, after, tuple(pair for pair in found if pair), found.count(None))


def _pair(request: Request, before: Ruleset, after: Ruleset) -> Pair | None:
    """The hand under both rulesets, what only one of them has left out; None where that cannot be."""
    both = (before, after)
    first, second = (outcome_of(adapted(request, ruleset, both)[0], ruleset) for ruleset in both)
    if isinstance(first, InputError) or isinstance(second, InputError):
        return None
    names = _differing(first, second) if isinstance(first, Score) and isinstance(second, Score) else ()
    paid, paid_then = (one.points if isinstance(one, Score) else None for one in (first, second))
    return Pair(request, paid, paid_then, names)


def _differing(first: Score, second: Score) -> tuple[tuple[str, str], ...]:
    """What is counted differently; who pays where the sum is the same."""
    left, right = _counted(first), _counted(second)
    names = [name for name in dict.fromkeys([*left, *right]) if left.get(name) != right.get(name)]
    paid = [score.best.payments.transfers for score in (first, second)]
    if first.points == second.points and paid[0] != paid[1]:
        names.append(("payment", "who pays"))
    return tuple(names)


def _counted(score: Score) -> dict[tuple[str, str], object]:
    """Everything that counts in a hand, by sort and id."""
    best = score.best
    counted: dict[tuple[str, str], object] = {
        **{("pattern", award.pattern.id): award.total for award in best.awards},
        **{("bonus", line.id): line.total for line in best.bonuses},
    }
    if best.sheet and not best.worth.tier:
        counted["sheet", best.sheet.unit] = best.sheet.total
    if best.worth.limit:
        counted["limit", best.worth.limit.id] = best.worth.base
    return counted
