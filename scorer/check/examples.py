"""L801 to L804: example hands are run; one that is wrong is told what failed."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from scorer.check.patterns import is_tainted
from scorer.check.subject import Subject, meant
from scorer.engine.evaluate import TooLarge
from scorer.engine.examples import Shown, holds_in, read_example, understood
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import Fault, InputError, Problem
from scorer.readings import Reading, TooManyReadings
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern
from scorer.teach.why import best_why

SECTIONS = ("holds", "fails")
MOST_EXAMPLES = 800
SLOW_SECONDS = 0.05
FEW_SECONDS = 1.0
"""A file of slow examples (a hostile one) is given up sooner than a long file of quick ones."""


def examples_run(subject: Subject) -> Iterator[Problem]:
    """Every example of the file's own patterns, bonuses and items of the second sheet."""
    if not subject.has_sound_hands:
        return
    waiting: list[tuple[Shown, Item, str]] = [
        (pattern, entry, section)
        for pattern, item in subject.every_pattern
        if _can_be_run(subject, pattern, item)
        for section in SECTIONS
        for entry in _entries(subject, item, section)
    ]
    added: list[tuple[Shown, Item]] = [*subject.bonuses, *subject.sheet_items]
    waiting += [
        (thing, entry, section)
        for thing, item in added
        if not subject.is_faulty(item)
        for section in SECTIONS
        for entry in _entries(subject, item, section)
    ]
    yield from _repeated(waiting)
    began = process_time()
    for count, (shown, entry, section) in enumerate(waiting):
        spent = process_time() - began
        if count >= MOST_EXAMPLES or (spent > FEW_SECONDS and spent / count > SLOW_SECONDS):
            message = f"the examples take too long: {len(waiting) - count} were not run"
            yield entry.problem("L804", message, length=0, severity="warning")
            return
        yield from _run(subject, shown, entry, section == "holds")


def _can_be_run(subject: Subject, pattern: Pattern, item: Item) -> bool:
    """Whether it is known when a pattern holds; the one for hands without any hangs on all the others."""
    others = subject.patterns if pattern is subject.ruleset.otherwise else ()
    return not any(
        subject.is_faulty(part) or is_tainted(one, subject) for one, part in ((pattern, item), *others)
    )


def _entries(subject: Subject, item: Item, section: str) -> list[Item]:
    found = item.get(section)
    return [entry for entry in (found.entries if found else []) if subject.is_own(entry)]


def _run(subject: Subject, shown: Shown, entry: Item, should_hold: bool) -> Iterator[Problem]:
    text = entry.text()
    try:
        rules, hand, situation = understood(read_example(text, subject.ruleset), subject.ruleset)
        view = View(rules, hand, situation)
        readings = readings_of(view)
        pattern = rules.pattern_by_id.get(shown.id)
        there = pattern if pattern and isinstance(shown, Pattern) else shown
        holds = holds_in(there, view, readings)
        views = [view.reading_as(reading) for reading in readings]
        subject.witnesses.extend(views[:1] if rules.chosen == subject.ruleset.chosen else ())
        subject.holding |= {shown.id} if holds else set()
        if holds != should_hold:
            yield _wrong(subject, there, entry, views, readings, holds)
    except InputError as error:
        for fault in error.faults:
            yield unreadable(entry, fault)
    except (TooManyReadings, TooLarge) as error:
        yield entry.problem("L801", str(error), length=0)
    except RecursionError:
        return  # facts that are made of each other: said where they stand


def unreadable(entry: Item, fault: Fault, key: bool = False) -> Problem:
    """The fault of a hand that stands in a rule file, as a value or as a key."""
    hint, text = meant(fault.suggestions), entry.key if key else entry.text()
    if fault.at is None:
        return entry.problem("L801", fault.message, length=0, key=key, hint=hint)
    offset = min(fault.at, max(0, len(text) - 1))
    return entry.problem("L801", fault.message, offset=offset, length=fault.length, key=key, hint=hint)


def _wrong(
    subject: Subject, shown: Shown, entry: Item, views: list[View], readings: list[Reading], held: bool
) -> Problem:
    if not readings:
        message = f"'{shown.id}' does not hold: these tiles are no complete hand"
        return entry.problem("L802", message, length=0)
    if not isinstance(shown, Pattern):
        is_added = "is added here, though it stands under fails" if held else "is not added here"
        return entry.problem("L803" if held else "L802", f"'{shown.id}' {is_added}", length=0)
    return _wrong_pattern(shown, entry, views)


def _wrong_pattern(pattern: Pattern, entry: Item, views: list[View]) -> Problem:
    why = best_why(pattern, views)
    if why.true:
        held = "; ".join(_says(finding.asks, finding.found) for finding in why.findings)
        message = f"'{pattern.id}' holds here, though it stands under fails"
        return entry.problem("L803", message, length=0, hint=held)
    failed = "; ".join(_says(finding.asks, finding.found) for finding in why.failed)
    return entry.problem("L802", f"'{pattern.id}' does not hold here: {failed}", length=0)


def _says(asks: str, found: str) -> str:
    return f"{asks} ({found})" if found else asks


def _repeated(waiting: list[tuple[Shown, Item, str]]) -> Iterator[Problem]:
    """One hand under both words, or twice under one."""
    seen: dict[tuple[str, str], str] = {}
    for shown, entry, section in waiting:
        key = (shown.id, " ".join(entry.text().split()))
        before = seen.setdefault(key, section)
        if before != section:
            yield entry.problem("L804", "the same example stands under holds and under fails", length=0)
        elif seen.get((shown.id, f"{key[1]} {section}")):
            yield entry.problem("L804", "this example stands here twice", length=0, severity="warning")
        seen[(shown.id, f"{key[1]} {section}")] = section
