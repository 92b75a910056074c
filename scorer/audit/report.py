"""The audit of a ruleset: sample hands scored under it, what is wrong, and what the values come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from scorer.audit.findings import FEWEST, Finding, Observations, Sample, different_hands, findings, played
from scorer.errors import Problem
from scorer.ruleset.items import Item
from scorer.ruleset.load import Loaded
from scorer.ruleset.model import Pattern, Ruleset
from scorer.sampling import request_of, sample_hands
from scorer.values import cached_property, dataclass

HANDS = 2_000
"""Sample hands of an audit, unless it is said."""
MOST_BARS = 20
"""Values shown one by one; more are put together."""
ROUND = (1, 2, 5)
"""Ranges of values end at these, times powers of ten."""
Points = int | float


@dataclass(frozen=True)
class PatternCount:
    """A pattern, in how many hands it holds and counts, and how many of those it holds in are different."""

    pattern: Pattern
    holds: int
    counts: int
    different: int


@dataclass(frozen=True)
class Audit:
    """What came of the sample hands of a seed."""

    seen: Observations
    seed: int

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the rules."""
        return findings(self.seen)

    @cached_property
    def patterns(self) -> tuple[PatternCount, ...]:
        """Every pattern that the options allow, by how often it counts."""
        seen = self.seen
        otherwise = (seen.ruleset.otherwise,) if seen.ruleset.otherwise else ()
        every = [(item, different_hands(item.id, seen)) for item in (*played(seen.ruleset), *otherwise)]
        counts = (PatternCount(i, seen.holding[i.id], seen.counted[i.id], len(hands)) for i, hands in every)
        return tuple(sorted(counts, key=lambda item: (-item.counts, -item.holds)))

    @property
    def tiers(self) -> tuple[tuple[int, int], ...]:
        """Hands of the top tier by its units."""
        tiers = Counter(tier for tier, _ in self.seen.totals.elements() if tier)
        return tuple(sorted(tiers.items()))

    @property
    def totals(self) -> tuple[tuple[int, int, int], ...]:
        """Hands by total, one value or a range of them: (from, to, hands)."""
        totals = sorted((total, count) for (tier, total), count in self.seen.totals.items() if not tier)
        if len(totals) <= MOST_BARS:
            return tuple((total, total, count) for total, count in totals)
        ranges = Counter[tuple[int, int]]()
        for total, count in totals:
            ranges[_range_of(total)] += count
        return tuple((low, high, count) for (low, high), count in ranges.items())

    @property
    def points(self) -> tuple[Points, ...]:
        """What is paid for a hand: least, a quarter, half, three quarters, most."""
        every = sorted(self.seen.points.elements())
        return tuple(every[(len(every) - 1) * part // 4] for part in range(5)) if every else ()

    @property
    def rare(self) -> tuple[Pattern, ...]:
        """Patterns that few different sample hands have: of them nothing is said."""
        return tuple(item.pattern for item in self.patterns if item.different < FEWEST)

    @property
    def nets(self) -> tuple[Pattern, ...]:
        """Patterns that hold in every hand and count in none: rows for what no other row takes."""
        every = self.seen.hands - self.seen.passed_over
        return tuple(item.pattern for item in self.patterns if item.holds == every and not item.counts)

    @property
    def idle(self) -> tuple[Pattern, ...]:
        """Patterns that the options in force leave out."""
        there = {item.pattern.id for item in self.patterns}
        return tuple(pattern for pattern in self.seen.ruleset.patterns if pattern.id not in there)


def audit(
    ruleset: Ruleset, hands: int = HANDS, seed: int = 1, tick: Callable[[], object] = lambda: None
) -> Audit:
    """Scores sample hands under a ruleset as configured; the same seed gives the same audit.

    >>> from scorer.library import load_ruleset
    >>> found = audit(load_ruleset("ponjan-anoa"), 100)
    >>> found.seen.hands, found.findings
    (100, ())
    """
    seen = Observations(ruleset)
    for sample in sample_hands(ruleset, seed, hands):
        seen.take(sample)
        tick()
        if seen.is_hopeless:
            break
    return Audit(seen, seed)


def _range_of(total: int) -> tuple[int, int]:
    """The range that a large total is put into.

    >>> [_range_of(total) for total in (0, 3, 7, 10, 49, 50)]
    [(0, 0), (2, 4), (5, 9), (10, 19), (20, 49), (50, 99)]
    """
    if total < 1:
        return total, total
    power = 10 ** (len(str(total)) - 1)
    low = max(step * power for step in ROUND if step * power <= total)
    high = min(step * power for step in (*ROUND, 10) if step * power > total)
    return low, high - 1


# ---- what it tells of the rule file


def problems_of_audit(found: Audit, loaded: Loaded) -> Iterator[Problem]:
    """The findings as problems of the rule file, at a pattern, a claim or a section."""
    for one in found.findings:
        shown = f"for example {example_text(one.example, found.seen.ruleset)}" if one.example else ""
        hint = "; ".join(filter(None, (one.hint, shown)))
        if loaded.building is not None:
            yield _place(one, loaded.building.root).problem(one.code, one.message, hint)


def _place(finding: Finding, root: Item) -> Item:
    if not finding.patterns:
        return next((item for name in finding.sections if (item := root.get(name))), root)
    entry = next(one for one in root.entries_at("patterns") if one.text_at("id") == finding.patterns[0])
    said = (item for item in entry.entries_at("implies") if item.text() in finding.patterns)
    return next(said, None) or entry.get("id") or entry


def example_text(sample: Sample, ruleset: Ruleset) -> str:
    """A hand as it is written under `holds` and `fails`."""
    request = request_of(*sample, ruleset)
    words = [request.hand.replace(" ", ""), "tsumo" if request.win == "self_draw" else "ron"]
    words += [f"seat={request.seat}"] if request.seat != ruleset.default_seat else []
    words += [f"round={request.round}"] if request.round != ruleset.default_round else []
    words += request.with_
    words += [f"{name}={tiles}" for name, tiles in request.indicators.items() if tiles]
    return " ".join(words)
