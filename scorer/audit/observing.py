"""Sample hands under one ruleset: which patterns hold and count in their readings, what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorer.engine.evaluate import TooLarge, bindings_of, holds
from scorer.engine.resolve import Resolution, resolutions
from scorer.engine.results import Valued
from scorer.engine.score import readings_of, valued_ways
from scorer.engine.view import View
from scorer.hand import Hand, Situation
from scorer.readings import Reading, Steps, TooManyReadings
from scorer.ruleset.model import Pattern, Ruleset
from scorer.values import dataclass, field

Sample = tuple[Hand, Situation]
Ids = frozenset[str]
Claim = tuple[str, str]
"""Two patterns, the first of which says something of the second."""
MOST_READINGS = 200
"""A hand with jokers that can be read in more ways is passed over."""
MOST_STEPS = 20_000
"""Groups tried for a hand that is one of very many; a hand alone may take more."""
MOST_PASSED_OVER = 30
"""Hands beyond that, after which the audit of such rules ends."""
ENOUGH = 20
"""Readings that speak against a claim, after which no more are looked for."""


@dataclass
class Seen:
    """What was seen alike: in how many readings, in which different hands, and in which first."""

    first: Sample
    readings: int = 0
    hands: set[tuple[int, ...]] = field(default_factory=set)


class Observations:
    """Everything that findings are drawn from.

    `alike` is by the patterns that hold in a reading and those of them that count; `broken` has the
    implications that readings contradict; `holding` and `counted` are numbers of hands; `totals` are by
    units of the top tier and total.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.hands = self.wins = self.passed_over = 0
        self.too_large: list[Sample] = []
        self.alike: dict[tuple[Ids, Ids], Seen] = {}
        self.broken: dict[Claim, Seen] = {}
        self.swallowed: Counter[tuple[str, str, str]] = Counter()
        self.holding: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self.totals: Counter[tuple[int, int]] = Counter()
        self.points: Counter[int | float] = Counter()
        self.ties: list[tuple[Sample, Valued, Valued]] = []

    @property
    def is_hopeless(self) -> bool:
        """Whether so many hands are passed over that more would tell nothing."""
        return self.passed_over > max(MOST_PASSED_OVER, self.hands // 2)

    def take(self, sample: Sample) -> None:
        """Looks at one more hand."""
        self.hands += 1
        view = View(self.ruleset, *sample)
        try:
            readings = _readings(view)
            found = [(one, valued_ways(one)) for one in map(view.reading_as, readings)]
        except TooLarge:
            self.too_large.append(sample)
        else:
            self.passed_over += not readings
            self.holding.update(frozenset().union(*(self._read(*pair) for pair in found)))
            self._value(sample, [way for _, ways in found for way in ways])

    def _read(self, view: View, ways: list[Valued]) -> Ids:
        """Notes one reading; the patterns that hold in it, whether or not it may win."""
        counting: list[Valued] | list[Resolution] = ways or resolutions(view)
        awards = frozenset(award.pattern.id for way in counting for award in way.awards)
        lost = {(item.pattern.id, item.by, item.how) for way in counting for item in way.swallowed}
        held = awards | {name for name, _, _ in lost}
        self.swallowed.update(lost)
        _note(self.alike, (held, awards), view)
        for claim in self._contradicted(held, view):
            _note(self.broken, claim, view)
        return held

    def _contradicted(self, held: Ids, view: View) -> Iterator[Claim]:
        """Implications of patterns that hold here, of patterns that are not true here."""
        patterns = self.ruleset.pattern_by_id
        for name in held:
            for other in patterns[name].implies:
                known = self.broken.get((name, other))
                if other in held or other not in patterns or (known and known.readings >= ENOUGH):
                    continue
                if holds(patterns[other].enabled, view) and not is_true(patterns[other], view):
                    yield name, other

    def _value(self, sample: Sample, ways: list[Valued]) -> None:
        """Notes what the hand is worth, and whether two readings of it are worth the same."""
        if not ways:
            return
        self.wins += 1
        ways.sort(key=lambda way: way.rank, reverse=True)
        best = ways[0]
        self.counted.update({award.pattern.id for award in best.awards})
        self.totals[best.tier, best.total] += 1
        self.points[best.payments.points] += 1
        other = next((w for w in ways[1:] if w.rank == best.rank and _lines(w) != _lines(best)), None)
        if other is not None:
            self.ties.append((sample, best, other))


def _readings(view: View) -> list[Reading]:
    """The readings of a hand; none where there are so many that few such hands would take all the time."""
    try:
        found = readings_of(view, Steps(MOST_STEPS))
    except TooManyReadings:
        return []
    return found if len(found) <= MOST_READINGS else []


def _note(table: dict[Claim, Seen] | dict[tuple[Ids, Ids], Seen], key: object, view: View) -> None:
    seen = table.setdefault(key, Seen((view.hand, view.situation)))  # type: ignore[arg-type]
    seen.readings += 1
    seen.hands.add(faces(view.hand, view.ruleset))


def faces(hand: Hand, ruleset: Ruleset) -> tuple[int, ...]:
    """What two hands must differ in to be two hands: not only in suits, or in how they were won."""
    return tuple(sorted(ruleset.tileset.kinds[tile.kind].digit for tile in hand.tiles))


def is_true(pattern: Pattern, view: View) -> bool:
    """Whether a pattern's conditions hold in a reading, whatever its value there."""
    return holds(pattern.when, view) and (not pattern.alternatives or bool(bindings_of(pattern, view)))


def _lines(way: Valued) -> list[tuple[str, int]]:
    return sorted((award.pattern.id, award.total) for award in way.awards)
