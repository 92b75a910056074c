"""L801 to L804: example hands are run; one that is wrong is told what failed."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

from scorer.check.patterns import is_tainted
from scorer.check.subject import WARNING, Subject, meant
from scorer.engine.evaluate import TooLarge
from scorer.engine.examples import Shown, holds_in, read_example, understood
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import Fault, InputError, Problem
from scorer.readings import TooManyReadings
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern
from scorer.teach.why import best_why
from scorer.values import replace

SECTIONS = ("holds", "fails")
Example = tuple[Shown, Item, str]
"""What it is of, its text, and under which word it stands."""
NO_HAND = ": these tiles are no complete hand"
MANY = 3
MOST_SECONDS = 5.0
"""of processor time for all examples, and for all worked hands: shipped files take a fifth of it"""


def examples_run(subject: Subject) -> Iterator[Problem]:
    """Every example of the file's own patterns, bonuses and items of the second sheet."""
    if not subject.has_sound_hands:
        return
    every: list[tuple[Shown, Item]] = [*subject.every_pattern, *subject.bonuses, *subject.sheet_items]
    waiting: list[Example] = [
        (shown, entry, section)
        for shown, item in every
        if _can_be_run(subject, shown, item)
        for section in SECTIONS
        if (found := item.get(section))
        for entry in found.entries
        if subject.is_own(entry) or subject.is_judged(item)
    ]
    yield from _repeated(waiting)
    incomplete: list[Problem] = []
    began = thread_time()
    for count, (shown, entry, section) in enumerate(waiting):
        if thread_time() - began > MOST_SECONDS:
            message = f"the examples take too long: {len(waiting) - count} were not run"
            yield entry.problem("L804", message, "", WARNING)
            return
        for problem in _run(subject, shown, entry, section == "holds"):
            told = problem if subject.is_own(entry) else replace(problem, severity=WARNING)
            if problem.message.endswith(NO_HAND):
                incomplete.append(told)
            else:
                yield told
    yield from _incomplete(subject, incomplete)


def _incomplete(subject: Subject, found: list[Problem]) -> Iterator[Problem]:
    """Examples that are no complete hand: many of them are the fault of one shape, which no other has."""
    known = {view.reading.shape for view in subject.witnesses if view.reading}
    shapes = (item for name, item in subject.own("shapes") if name not in known and not item.get("when"))
    shape = next(shapes, None) if len(found) > MANY else None
    if shape is None:
        yield from found
    else:
        message = f"no example has this shape, and {len(found)} are no complete hand"
        yield shape.problem("L802", message, "do its sets and pairs make a hand?", key=True)


def _can_be_run(subject: Subject, shown: Shown, item: Item) -> bool:
    """Whether it is known when something holds; the pattern of hands without any hangs on all the others."""
    others = subject.patterns if shown is subject.ruleset.otherwise else ()
    return not any(
        subject.is_faulty(part) or (isinstance(one, Pattern) and is_tainted(one, subject))
        for one, part in ((shown, item), *others)
    )


def _run(subject: Subject, shown: Shown, entry: Item, should_hold: bool) -> Iterator[Problem]:
    text, before = entry.text(), subject.rules_of(entry)
    try:
        rules, hand, situation = understood(read_example(text, before), before)
        view = View(rules, hand, situation)
        readings = readings_of(view)
        pattern = rules.pattern_by_id.get(shown.id)
        there = pattern if pattern and isinstance(shown, Pattern) else shown
        holds = holds_in(there, view, readings)
        views = [view.reading_as(reading) for reading in readings]
        subject.witnesses.extend(views[:1] if rules.chosen == before.chosen else ())
        subject.holding |= {shown.id} if holds else set()
        if holds != should_hold and (views or subject.is_own(entry)):  # a base's tiles may be no hand here
            yield _wrong(there, entry, views, holds, there is rules.otherwise)
    except InputError as error:
        yield from (unreadable(entry, fault) for fault in error.faults)
    except (TooManyReadings, TooLarge) as error:
        yield entry.problem("L801", str(error))
    except RecursionError:
        return  # facts that are made of each other: said where they stand


def unreadable(entry: Item, fault: Fault, key: bool = False) -> Problem:
    """The fault of a hand that stands in a rule file, as a value or as a key."""
    hint, text = meant(fault.suggestions), entry.key if key else entry.text()
    if fault.at is None:
        return entry.problem("L801", fault.message, hint, key=key)
    offset = min(fault.at, max(0, len(text) - 1))
    return entry.problem("L801", fault.message, hint, key=key, offset=offset, length=fault.length)


def _wrong(shown: Shown, entry: Item, views: list[View], held: bool, is_last: bool) -> Problem:
    """What an example shows although it should not, or does not show, and why."""
    said: list[str] = []
    if is_last and views and not held:
        return entry.problem("L802", f"'{shown.id}' does not hold here: another pattern holds")
    if isinstance(shown, Pattern) and views and not is_last:
        why = best_why(shown, views)
        held = why.true
        findings = why.findings if held else why.failed
        said = [f"{one.asks} ({one.found})" if one.found else one.asks for one in findings]
    if held:
        verb = "holds" if isinstance(shown, Pattern) else "is added"
        message = f"'{shown.id}' {verb} here, though it stands under fails"
        return entry.problem("L803", message, "; ".join(said))
    if views and not isinstance(shown, Pattern):
        return entry.problem("L802", f"'{shown.id}' is not added here")
    reason = f" here: {'; '.join(said)}" if views else NO_HAND
    return entry.problem("L802", f"'{shown.id}' does not hold{reason}")


def _repeated(waiting: list[Example]) -> Iterator[Problem]:
    """One hand under both words, or twice under one."""
    seen: dict[tuple[str, str], str] = {}
    for shown, entry, section in waiting:
        key = (shown.id, " ".join(entry.text().split()))
        before = seen.setdefault(key, section)
        if before != section:
            yield entry.problem("L804", "the same example stands under holds and under fails")
        elif seen.get((shown.id, f"{key[1]} {section}")):
            yield entry.problem("L804", "this example stands here twice", "", WARNING)
        seen[(shown.id, f"{key[1]} {section}")] = section
