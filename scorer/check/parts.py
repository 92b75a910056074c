"""L204, L402, L503: what every game has, units that are known, circumstances that can be."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.subject import Subject
from scorer.errors import Problem, nearest
from scorer.language.nodes import Node


def parts_sound(subject: Subject) -> Iterator[Problem]:
    """Sections that are missing, units, circumstances, second sheets."""
    yield from _needed(subject)
    yield from _units(subject)
    yield from _circumstances(subject)
    rounding = subject.section("fu", "round_up_to")
    if rounding is not None and rounding.whole(1) < 1:
        yield from subject.problem(rounding, "L706", "the sum is rounded up to 1 or more", length=0)


def _needed(subject: Subject) -> Iterator[Problem]:
    section = subject.section("patterns")
    empty = section is None or not section.entries
    if empty and subject.section("otherwise") is None:
        place = section if section is not None and subject.is_own(section) else subject.written
        message = "no pattern is declared: no hand is worth anything"
        yield place.problem("L204", message, key=place is section, hint="patterns: [{id: ..., value: 1}]")


def _units(subject: Subject) -> Iterator[Problem]:
    """The unit of a pattern is the ruleset's, or that of its top tier."""
    tier = subject.ruleset.top_tier
    known = [subject.ruleset.unit, *([tier.unit] if tier and tier.unit else [])]
    for pattern, item in subject.every_pattern:
        unit = item.get("unit")
        if unit is not None and unit.text() not in known:
            close = nearest(unit.text(), known, 1)
            hint = f"did you mean '{close[0]}'?" if close else "known: " + ", ".join(known)
            message = f"'{pattern.id}' is counted in '{unit.text()}', which is no unit of this ruleset"
            yield from subject.problem(unit, "L402", message, length=0, hint=hint)


def _circumstances(subject: Subject) -> Iterator[Problem]:
    """A circumstance whose own requirements contradict one another can never be said of a hand."""
    section = subject.section("circumstances")
    items = section.fields if section else {}
    for circumstance in subject.ruleset.circumstances:
        item = items.get(circumstance.id)
        requires = item.get("requires") if item else None
        if item is None or requires is None or subject.is_faulty(item) or not subject.is_own(requires):
            continue
        nodes: list[Node] = [requirement.node for requirement in circumstance.requires]
        if any(subject.is_tainted(node) or subject.solver.never(node) for node in nodes):
            continue
        if not subject.solver.possible(*((node, True) for node in nodes)):
            message = f"'{circumstance.id}' can never be: what it requires contradicts itself"
            yield from subject.problem(requires, "L503", message, key=True)
