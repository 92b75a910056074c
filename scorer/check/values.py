"""L510, L513: values that add nothing, or that are worth more with an open hand than with a closed one."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.sense.ranges import Range
from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern


def worth_something(subject: Subject) -> Iterator[Problem]:
    """Every own pattern, bonus and line of the sheet that is worth nothing."""
    for pattern, item in subject.every_pattern:
        if not subject.is_faulty(item):
            yield from _pattern(subject, pattern, item)
    for entry in subject.entries("bonuses"):
        yield from _positive(subject, entry, "value", "this bonus adds nothing")
        yield from _positive(subject, entry, "count", "this bonus never counts")
    for part in ("items", "fixed"):
        for entry in subject.entries("fu", part):
            if part == "items":
                yield from _positive(subject, entry, "fu", "this item adds nothing")


def _pattern(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    value = item.get("value")
    if value is None and subject.is_own(item):
        yield from _no_value(subject, pattern, item)
    elif value is not None and subject.is_own(value):
        yield from _value(subject, pattern, value)
    yield from _positive(subject, item, "count", f"'{pattern.id}' never counts")
    repeat = item.get("repeat")
    if pattern.repeat and not pattern.alternatives and repeat is not None:
        message = f"'{pattern.id}' repeats for each way its templates fit, and has no match: it never counts"
        yield from subject.problem(repeat, "L510", message, key=True)


def _no_value(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    message = f"'{pattern.id}' has no value, so it never counts"
    place = item.fields.get("id", item)
    yield from subject.problem(place, "L510", message, length=len(pattern.id), hint="add value: 1")


def _value(subject: Subject, pattern: Pattern, value: Item) -> Iterator[Problem]:
    sides = [(value.get(side) or value) for side in ("closed", "open")] if value.fields else [value]
    ranges = [_range(subject, side) for side in sides]
    if not value.fields.keys() and ranges[0] is None:
        return
    known = [found for found in ranges if found is not None]
    if known and all(found.high <= 0 for found in known) and not pattern.zero:
        below = "a negative value" if any(found.high < 0 for found in known) else "a value of 0"
        message = f"'{pattern.id}' never counts: {below} is not awarded"
        hint = "say zero: true where a pattern is to be shown that is worth nothing"
        yield from subject.problem(value, "L510", message, length=len(value.text()) or 1, hint=hint)
    elif value.fields.keys() >= {"closed", "open"}:
        yield from _more_open(subject, pattern, value)


def _more_open(subject: Subject, pattern: Pattern, value: Item) -> Iterator[Problem]:
    closed, opened = _range(subject, value.fields["closed"]), _range(subject, value.fields["open"])
    if closed and opened and closed.high < opened.low and closed.high > 0:
        message = f"'{pattern.id}' is worth more in an open hand than in a closed one"
        yield from subject.problem(
            value.fields["open"], "L513", message, length=0, hint="exchange the two?", severity="warning"
        )


def _positive(subject: Subject, entry: Item, key: str, message: str) -> Iterator[Problem]:
    """A number that can never be above zero."""
    item = entry.get(key)
    found = _range(subject, item) if item is not None else None
    if item is not None and found is not None and found.high <= 0:
        yield from subject.problem(item, "L510", message, length=0)


def _range(subject: Subject, item: Item) -> Range | None:
    node: Node | None = subject.node_at(item)
    return subject.solver.ranges.of(node) if node is not None else None
