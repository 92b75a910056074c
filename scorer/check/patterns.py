"""L503, L511, L512: a pattern as a whole: what its condition, its templates and its value say together."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.sense.literals import plain
from scorer.check.subject import Entry, Subject
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern

Conditions = list[tuple[Node, bool]]
CLOSED = Node("fact", ("concealed_hand",), "concealed_hand")


def whole_patterns(subject: Subject) -> Iterator[Problem]:
    """Every own pattern, looked at as a whole."""
    if not subject.has_sound_hands:
        return
    for pattern, item in subject.patterns:
        if subject.is_own(item) and not subject.is_faulty(item) and not is_tainted(pattern, subject):
            yield from _without_condition(subject, pattern, item)
            yield from _contradiction(subject, pattern, item)
    yield from _same_conditions(subject)


def is_tainted(pattern: Pattern, subject: Subject) -> bool:
    """Whether a pattern asks for something that is itself faulty."""
    if pattern.id in subject.unread:
        return True
    nodes = [node for node in (pattern.when, pattern.enabled, pattern.where, pattern.count) if node]
    nodes += [template for row in pattern.alternatives for template in row]
    return any(subject.is_tainted(node) for node in nodes)


def conditions_of(pattern: Pattern) -> Conditions:
    """What must hold for a pattern beside its templates."""
    return [(node, True) for node in (pattern.enabled, pattern.when) if node is not None]


def side_of(pattern: Pattern, subject: Subject) -> Conditions:
    """The state of the hand in which the pattern has a value; none where it has one in both."""
    closed, opened = (_is_worth(node, pattern, subject) for node in (pattern.closed, pattern.open))
    return [(CLOSED, closed)] if closed != opened else []


def _is_worth(node: Node | None, pattern: Pattern, subject: Subject) -> bool:
    return node is not None and (pattern.zero or subject.solver.ranges.of(node).high > 0)


def can_hold(pattern: Pattern, subject: Subject, extra: Conditions) -> bool:
    """Whether some hand has the pattern, beside further conditions."""
    wanted = [*conditions_of(pattern), *extra]
    if not pattern.alternatives:
        return subject.solver.possible(*wanted)
    return any(subject.solver.possible(*wanted, templates=[row]) for row in pattern.alternatives)


def _without_condition(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    asks = pattern.when or pattern.alternatives or pattern.count or item.get("when") or item.get("match")
    if not asks:
        message = f"'{pattern.id}' has no condition: every hand has it"
        hint = "say when or match; when: true where every hand is meant to have it"
        yield from subject.problem(
            item.fields.get("id", item),
            "L511",
            message,
            length=len(pattern.id),
            hint=hint,
            severity="warning",
        )


def _contradiction(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    """Parts that can hold, each by itself, but not together."""
    if _has_witness(subject, pattern) or can_hold(pattern, subject, side_of(pattern, subject)):
        return
    solver, side = subject.solver, side_of(pattern, subject)
    if not solver.possible(*conditions_of(pattern)):
        if pattern.enabled is not None and pattern.when is not None and solver.possible((pattern.when, True)):
            yield from _say(subject, item, "when", f"'{pattern.id}' is never played when this holds")
        return
    rows = [row for row in pattern.alternatives if solver.possible(templates=[row])]
    if pattern.alternatives and not rows:
        return
    if can_hold(pattern, subject, []):
        kind = "closed" if side and side[0][1] else "open"
        message = f"'{pattern.id}' never holds in a hand that is {kind}, and has no value in another"
        yield from _say(subject, item, "value", message)
        return
    yield from _say(
        subject, item, "when", f"'{pattern.id}' never holds: this and its templates exclude each other"
    )


def _has_witness(subject: Subject, pattern: Pattern) -> bool:
    return pattern.id in subject.holding


def _say(subject: Subject, item: Item, key: str, message: str) -> Iterator[Problem]:
    place = item.get(key) or item.fields.get("id", item)
    yield from subject.problem(place, "L503", message, length=0)


def _same_conditions(subject: Subject) -> Iterator[Problem]:
    """A pattern that holds exactly where an earlier one does: most often copied and not changed."""
    seen: dict[object, Entry] = {}
    for pattern, item in subject.patterns:
        if pattern.when is None and not pattern.alternatives:
            continue
        if subject.is_faulty(item) or is_tainted(pattern, subject):
            continue
        first = seen.setdefault(_key(pattern), (pattern, item))[0]
        if first is not pattern and subject.is_own(item) and not _told_apart(first, pattern, subject):
            message = f"'{pattern.id}' holds exactly when '{first.id}' does"
            place = item.get("when") or item.get("match") or item
            hint = "two patterns that hold together are counted twice; say excludes if that is meant"
            yield from subject.problem(place, "L512", message, length=0, hint=hint, severity="warning")


def _key(pattern: Pattern) -> object:
    rows = tuple(tuple(plain(template) for template in row) for row in pattern.alternatives)
    parts = (pattern.when, pattern.where, pattern.enabled, pattern.count)
    return rows, pattern.repeat, tuple(plain(node) if node else None for node in parts)


def _told_apart(first: Pattern, second: Pattern, subject: Subject) -> bool:
    """Whether one swallows the other, or they count in different states of the hand."""
    for one, other in ((first, second), (second, first)):
        if other.id in (*one.implies, *one.excludes, *one.absorbs, *(name for name, _ in one.less)):
            return True
    sides = [side_of(pattern, subject) for pattern in (first, second)]
    return bool(sides[0] and sides[1] and sides[0] != sides[1])
