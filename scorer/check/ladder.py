"""L707: better hands that are paid less, and winning hands that are paid nothing: worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from scorer.check.asking import parts_of
from scorer.check.subject import Subject
from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import TooLarge, holds, number, value_of
from scorer.engine.view import View
from scorer.errors import Problem
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.ruleset.items import Item
from scorer.values import dataclass

MOST_TOTAL = 60
SHEET_SIZES = 10
KNOWN_FACTS = ("players", "self_draw", "discard", "dealer")
PLAIN = ("number", "truth", "option", "word", "amount", "compare", "arithmetic", "negative", "if", "table")
JOINS = ("and", "or", "not", "named")


@dataclass(frozen=True)
class Step:
    """What a hand of so much is paid by a discarder, and the limit that it reached."""

    total: int
    sheet: int
    paid: Fraction
    limit: str = ""


def ladder_rises(subject: Subject) -> Iterator[Problem]:
    """Works out hands of every total, a sheet of each size beside it."""
    if not _can_be_worked_out(subject):
        return
    rules = subject.ruleset
    sizes = [rules.sheet.round_up_to * n for n in range(1, SHEET_SIZES + 2)] if rules.sheet else [0]
    for size in sizes:
        found = list(_falls(subject, list(_steps(subject, size))))
        if found:
            yield from found
            return


def _steps(subject: Subject, size: int) -> Iterator[Step]:
    """Hands of every total, as far as the arithmetic goes."""
    try:
        for total in range(1, _most(subject) + 1):
            yield _step(subject, total, size)
    except (TooLarge, OverflowError):
        return


def _nodes(subject: Subject) -> Iterator[Node]:
    rules = subject.ruleset
    yield rules.base
    yield from (amount.node for amount in rules.amounts)
    for limit in rules.limits:
        yield from (node for node in (limit.when, limit.base) if node is not None)
    yield from (node for _, node in rules.payment.discard.other)


def _can_be_worked_out(subject: Subject) -> bool:
    """Only where payments follow from numbers and options, not from the hand itself."""
    sections = ("base", "amounts", "limits", "payment", "tables", "fu", "unit")
    items = [subject.section(name) for name in sections]
    if any(item is not None and subject.is_faulty(item) for item in items) or not subject.ruleset.patterns:
        return False
    if not any(item is not None and subject.is_own(item) for item in items):
        return False
    parts = [part for node in _nodes(subject) for part in parts_of(node)]
    return all(_is_plain(part) for part in parts)


def _is_plain(part: Node) -> bool:
    if part.op == "fact":
        return part.args[0] in KNOWN_FACTS
    if part.op == "call":
        return part.args[0] in ("min", "max")
    return part.op in PLAIN or part.op in JOINS


def _most(subject: Subject) -> int:
    most = subject.ruleset.maximum
    high = subject.solver.ranges.of(most).high if most is not None else MOST_TOTAL
    return int(min(high, MOST_TOTAL))


def _step(subject: Subject, total: int, size: int) -> Step:
    """The arithmetic of `engine.value`, for a hand of which only the numbers are known."""
    rules = subject.ruleset
    known = {"total": total, rules.unit: total, "patterns": total, "best_closed_value": total}
    if rules.sheet:
        known[rules.sheet.unit] = size
    view = View(rules, NO_HAND, Situation(False), amounts=known)
    for amount in rules.amounts:
        view = view.knowing({amount.id: number(amount.node, view)})
    view = view.knowing({"base": number(rules.base, view)})
    limit = next((limit for limit in rules.limits if holds(limit.when, view)), None)
    if limit is not None and limit.base is not None:
        view = view.knowing({"base": number(limit.base, view)})
    paid = sum((Fraction(value_of(node, view)) for _, node in rules.payment.discard.other), Fraction(0))
    return Step(total, size, paid, limit.id if limit else "")


def _falls(subject: Subject, steps: Sequence[Step]) -> Iterator[Problem]:
    """The first hand that is paid less than a lesser one; a table that ends is told by itself."""
    if not steps:
        return
    first = next((step for step in steps if step.paid > 0), None)
    if first is None:
        yield from _say(subject, steps[0], "no hand is paid anything", "error")
        return
    least = number(subject.ruleset.minimum, View(subject.ruleset, NO_HAND, Situation(False)))
    if first.total > max(1, least):
        shown = _shown(subject, steps[max(0, least - 1)])
        yield from _say(subject, first, f"a hand of {shown} is paid nothing", "warning")
    for before, after in pairwise(steps):
        if 0 < after.paid < before.paid:
            message = (
                f"a hand of {_shown(subject, after)} is paid {float(after.paid):g}, "
                f"one of {_shown(subject, before)} {float(before.paid):g}"
            )
            yield from _say(subject, after, message, "warning")
            return


def _shown(subject: Subject, step: Step) -> str:
    sheet = subject.ruleset.sheet
    beside = f" and {step.sheet} {sheet.unit}" if sheet else ""
    return f"{step.total} {subject.ruleset.unit}{beside}"


def _say(subject: Subject, step: Step, message: str, severity: str) -> Iterator[Problem]:
    place = _place(subject, step.limit)
    if place is not None:
        yield from subject.problem(place, "L707", message, length=0, severity=severity)


def _place(subject: Subject, limit: str) -> Item | None:
    """The limit that the better hand reached, else the base, else the payment."""
    for item in subject.entries("limits"):
        name = item.get("id")
        if limit and name is not None and name.text() == limit and subject.is_own(item):
            return item.get("when") or item
    sections = (subject.section(name) for name in ("base", "limits", "amounts", "tables", "payment"))
    return next((item for item in sections if item is not None and subject.is_own(item)), None)
