"""L204, L205, L402, L503: what every game has, units that are known, circumstances that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorer.check.subject import Subject
from scorer.errors import Problem, nearest
from scorer.language.nodes import Node
from scorer.request import WINDS


def parts_sound(subject: Subject) -> Iterator[Problem]:
    """Sections that are missing, units, circumstances, second sheets."""
    yield from _needed(subject)
    yield from _players(subject)
    yield from _sizes(subject)
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


def _players(subject: Subject) -> Iterator[Problem]:
    """Every player has a wind for a seat."""
    item = subject.section("players")
    node = subject.node_at(item)
    if item is None or node is None:
        return
    found = subject.solver.ranges.of(node)
    if found.low < 1 or found.high > len(WINDS):
        wrong = found.low if found.low < 1 else found.high
        message = f"{wrong} players; 1 to {len(WINDS)} can play, since each has a wind"
        yield from subject.problem(item, "L205", message, length=0)


def _sizes(subject: Subject) -> Iterator[Problem]:
    """A shape that has another number of tiles than the others is most often counted wrongly."""
    section = subject.section("shapes")
    sizes = Counter(shape.size for shape in subject.ruleset.shapes)
    if section is None or subject.is_faulty(section) or len(sizes) < 2:
        return
    usual = sizes.most_common(1)[0][0]
    for shape in subject.ruleset.shapes:
        item = section.get(shape.id)
        if item is None or not subject.is_own(item) or shape.singles or item.get("when") is not None:
            continue
        if shape.size != usual and sizes[shape.size] <= sizes[usual]:
            message = f"'{shape.id}' has {shape.size} tiles, the other shapes {usual}"
            hint = "count sets, pair, pairs and singles again"
            yield from subject.problem(item, "L205", message, key=True, hint=hint, severity="warning")


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
