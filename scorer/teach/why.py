"""Why a pattern is awarded, and why not: the conditions that held, the one that failed, and how near.

Everything comes from the checked expressions, so a club's own pattern is explained as well as a
famous one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.results import Swallowed
from scorer.engine.view import View
from scorer.ruleset.model import Pattern
from scorer.teach.findings import Finding, pattern_findings
from scorer.teach.nouns import award_words
from scorer.teach.words import listed
from scorer.tiles import name_in
from scorer.values import dataclass

NEAR, NEAR_ALONE, FAR = 2.0, 3.0, 7.0
"""A pattern that is further than this is no near miss; in a hand in which nothing counts, further than the
second number, and where nothing is as near, than the third.
"""
HOW = {
    "implied": "it follows from {by} and is not counted beside it",
    "excluded": "it is not counted beside {by}",
    "absorbed": "its sets are counted in {by} already",
    "less": "{by} counts it already",
    "once": "its sets are joined by other patterns already, and each set is joined once",
    "tier": "{by} stands alone; lesser patterns are not added",
    "highest": "only the most valuable pattern counts, and that is {by}",
    "alone": "{by} combines with nothing",
}


@dataclass(frozen=True)
class Why:
    """One pattern in one reading: all its conditions, and how far it is (0 is awarded)."""

    pattern: Pattern
    findings: tuple[Finding, ...]
    far: float

    @property
    def failed(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.true)

    @property
    def held(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.true)

    @property
    def true(self) -> bool:
        return not self.failed


def why(pattern: Pattern, view: View) -> Why:
    """The pattern's conditions in one reading, each with what was found."""
    findings = pattern_findings(pattern, view)
    return Why(pattern, findings, sum(finding.far for finding in findings))


def best_why(pattern: Pattern, views: Iterable[View]) -> Why:
    """The reading in which the pattern comes nearest."""
    return min((why(pattern, view) for view in views), key=_rank)


def near_misses(views: list[View], counted: Iterable[str] = (), most: int = 3) -> list[Why]:
    """The patterns that come nearest in any reading, best first; those that count are left out.

    A hand in which nothing counts is told the nearest ones even where they are further away.
    """
    skip = set(counted)
    rules = views[0].ruleset
    every = (best_why(p, views) for p in rules.patterns if p.id not in skip)
    missed = sorted((item for item in every if not item.true), key=_rank)
    near = [item for item in missed if item.far <= (NEAR if skip else NEAR_ALONE)]
    return (near or [item for item in missed if item.far <= FAR and not skip])[:most]


def _rank(item: Why) -> tuple[bool, float, int]:
    return not item.true, item.far, len(item.failed)


def sentence(item: Why) -> str:
    """Why a pattern is not awarded, in one sentence; for one that holds, what makes it true."""
    if item.true:
        said = listed(_without_repeating(dict.fromkeys(_held(finding) for finding in item.findings)))
        return said or "nothing more is needed"
    return "; ".join(dict.fromkeys(_failed(finding) for finding in item.failed))


def rest(item: Why) -> str:
    """What holds of a pattern that is not awarded; nothing where all of it fails."""
    held = dict.fromkeys(finding.asks for finding in item.held)
    return f"the rest holds: {listed(_without_repeating(held))}" if held else ""


def _without_repeating(says: Iterable[str]) -> Iterator[str]:
    """'the hand has simples, no honors' for two clauses that begin alike."""
    before = False
    for text in says:
        yield text.removeprefix(HAS) if before else text
        before = text.startswith(HAS)


HAS = "the hand has "


def _held(finding: Finding) -> str:
    if not finding.found:
        return finding.asks
    shown = finding.found
    alone = shown.startswith("(") and shown.find(")") == len(shown) - 1  # one called set has its brackets
    return f"{finding.asks} {shown}" if alone else f"{finding.asks} ({shown})"


def _failed(finding: Finding) -> str:
    return f"{finding.asks}: {finding.found}" if finding.found else f"{finding.asks}: not so here"


def swallowed_sentence(item: Swallowed, view: View) -> str:
    """Why a pattern whose conditions hold is not counted."""
    by = award_words(item.by, view.ruleset) if item.by else "another pattern"
    return HOW[item.how].format(by=by)


def name_of(pattern: Pattern, language: str = "en") -> str:
    return name_in(pattern.names, language) or pattern.id
