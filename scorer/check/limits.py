"""L701, L703: limits and fixed lines that come too late, bounds that nothing can meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.ruleset.items import Item

Case = tuple[str, Node | None, Item]
"""An entry of a list of which the first that holds is taken: its id, its condition, where it stands."""


def limits_in_order(subject: Subject) -> Iterator[Problem]:
    """Every list of cases, and the bounds of a hand's worth."""
    rules = subject.ruleset
    limits = zip(rules.limits, subject.entries("limits"), strict=True)
    yield from _cases(
        subject, [(limit.id, subject.node_at(item.get("when")), item) for limit, item in limits]
    )
    fixed = zip(rules.sheet.fixed if rules.sheet else (), subject.entries("fu", "fixed"), strict=True)
    yield from _cases(subject, [(line.id, subject.node_at(item.get("when")), item) for line, item in fixed])
    yield from _bounds(subject)
    yield from _tier(subject)


def _cases(subject: Subject, cases: Sequence[Case]) -> Iterator[Problem]:
    for place, (name, node, item) in enumerate(cases):
        earlier = [case for case in cases[:place] if case[1] is not None]
        always = next((case for case in cases[:place] if case[2].get("when") is None), None)
        if not subject.is_own(item) or (node is None and item.get("when") is not None):
            continue
        if always is not None:
            yield from _late(subject, name, item, f"'{always[0]}' has no condition and takes every hand")
        elif node is not None and not subject.solver.never(node):
            yield from _after(subject, name, node, item, earlier)


def _after(subject: Subject, name: str, node: Node, item: Item, earlier: list[Case]) -> Iterator[Problem]:
    possible = subject.solver.possible
    denied = [(other, False) for _, other, _ in earlier if other is not None]
    if not denied or possible((node, True), *denied):
        return
    first = next((n for n, other, _ in earlier if other and not possible((node, True), (other, False))), "")
    taken = f"'{first}' above it takes every such hand" if first else "those above it take every such hand"
    yield from _late(subject, name, item, taken, f"move '{name}' above '{first}'" if first else "")


def _late(subject: Subject, name: str, item: Item, why: str, hint: str = "") -> Iterator[Problem]:
    place = item.get("when") or item
    message = f"'{name}' is never reached: {why}"
    yield from subject.problem(place, "L701", message, length=0 if place is not item else 1, hint=hint)


def _bounds(subject: Subject) -> Iterator[Problem]:
    """The least that wins, the most that counts, and what patterns can come to."""
    least, most = subject.section("minimum"), subject.section("maximum")
    low, high = subject.node_at(least), subject.node_at(most)
    ranges = subject.solver.ranges
    if most is not None and high is not None and ranges.of(high).high < 1:
        yield from subject.problem(most, "L703", "no hand counts more than this", length=0)
        return
    if least is None or low is None:
        return
    if ranges.of(low).high < 0:
        yield from subject.problem(
            least, "L703", "every hand has more than this", length=0, hint="minimum: 0"
        )
        return
    needed = ranges.of(low).low
    if high is not None and needed > ranges.of(high).high:
        message = f"a hand needs {needed} to win, and counts {ranges.of(high).high} at most"
        yield from subject.problem(least, "L703", message, length=0)
    elif needed > _most_of_all(subject):
        message = f"all patterns together are worth {_most_of_all(subject)}: no hand reaches {needed}"
        yield from subject.problem(least, "L703", message, length=0)


def _most_of_all(subject: Subject) -> float:
    """What a hand with every pattern would count."""
    total: float = 0
    for pattern in subject.ruleset.patterns:
        if pattern.count is not None or pattern.repeat or pattern.link:
            return inf
        total += _most_of(subject, pattern.closed, pattern.open)
    otherwise = subject.ruleset.otherwise
    return max(total, _most_of(subject, otherwise.closed, otherwise.open) if otherwise else 0)


def _most_of(subject: Subject, *nodes: Node | None) -> float:
    found = [float(subject.solver.ranges.of(node).high) for node in nodes if node is not None]
    return max([0.0, *found])


def _tier(subject: Subject) -> Iterator[Problem]:
    """The top tier begins where some pattern is, and its unit is not larger than its beginning."""
    tier, item = subject.ruleset.top_tier, subject.section("top_tier_only")
    if tier is None or item is None or subject.is_faulty(item):
        return
    place = item.get("from") or item
    most = max([_most_of(subject, p.closed, p.open) for p in subject.ruleset.patterns], default=0.0)
    if tier.start < 1:
        yield from subject.problem(place, "L703", "every pattern is of this tier", length=0)
    elif most < tier.start and subject.ruleset.patterns:
        message = f"no pattern is worth {tier.start}; the dearest is worth {most:g}"
        yield from subject.problem(place, "L703", message, length=0)
    elif tier.unit and tier.each > tier.start:
        each = item.get("each") or item
        message = f"a pattern of {tier.start} counts as 0 {tier.unit}: each one takes {tier.each}"
        yield from subject.problem(each, "L703", message, length=0)
