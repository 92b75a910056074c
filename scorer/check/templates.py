"""L505, L507, L508: templates that fit no sets, letters that no sets have, alternatives that add nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.check.asking import looked_at, parts_of
from scorer.check.patterns import is_tainted
from scorer.check.sense.instances import Instance, TooManyInstances, groups_of, instances
from scorer.check.sense.world import PAIR, TooLarge
from scorer.check.subject import Subject
from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import TooLarge as TooLargeNumber
from scorer.engine.evaluate import value_of
from scorer.engine.view import View
from scorer.errors import Problem
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.ruleset.builder import Asked
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern

MOST_COMPARED = 4_000
Row = tuple[Node, ...]


def sense_of_templates(subject: Subject) -> Iterator[Problem]:
    """Every template of the file, every alternative, every condition on letters."""
    if not subject.has_sound_hands:
        return
    try:
        for asked in looked_at(subject):
            for row in _rows(asked):
                yield from _single(subject, asked, row)
        for pattern, item in subject.patterns:
            match = item.get("match")
            if match is not None and subject.is_own(match) and not subject.is_faulty(match):
                yield from _pattern(subject, pattern, item, match)
    except TooLarge:
        return


def _rows(asked: Asked) -> Iterator[Row]:
    if asked.sort == "templates":
        yield asked.node.args[0]
    elif asked.sort not in ("class", "selector"):
        for part in parts_of(asked.node):
            if part.op == "call" and part.args[0] == "match":
                yield part.args[1:]


# ---- one template after the other


def _single(subject: Subject, asked: Asked, row: Row) -> Iterator[Problem]:
    sound = True
    for template in row:
        message, hint = _no_group(subject, template)
        if message:
            sound = False
            yield from subject.at(asked, template, "L505", message, hint)
    if sound and len(row) > 1:
        message = _not_together(subject, row)
        if message:
            whole = Node("match", (row,), asked.node.text if asked.sort == "templates" else "", row[0].at)
            yield from subject.at(asked, whole, "L505", message)


def _no_group(subject: Subject, template: Node) -> tuple[str, str]:
    """Why no set fits a template; empty where one does."""
    kind, world = template.args[0], subject.solver.world
    names = world.ruleset.unions.get(kind, (kind,))
    pairs = any(shape.pairs for shape in world.ruleset.shapes) or any(
        shape.way == "one_of_each" for shape in world.ruleset.shapes
    )
    if not any(name in world.set_kinds for name in names) and not (kind == PAIR and pairs):
        return f"no shape of this ruleset is made of '{kind}'", "name it under kinds of a shape"
    if next(instances(world, (template,)), None) is not None:
        return "", ""
    return f"no set fits '{template.text}'", _where_they_begin(subject, kind)


def _where_they_begin(subject: Subject, kind: str) -> str:
    world = subject.solver.world
    rank = world.tileset.attributes[1]
    found = {world.tileset.kinds[tiles[0]].attribute.get(rank) for _, tiles in groups_of(world, kind)}
    ranks = sorted(value for value in found if isinstance(value, int))
    return f"the lowest {rank} of '{kind}' is {ranks[0]} to {ranks[-1]}" if ranks else ""


def _not_together(subject: Subject, row: Row) -> str:
    if len(row) > max(shape.size for shape in subject.ruleset.shapes) // 2:
        return "no complete hand has room for all of these"
    try:
        if next(instances(subject.solver.world, row), None) is None:
            return "no sets fit these templates together"
    except TooManyInstances:
        return ""
    if not subject.solver.possible(templates=[row]):
        return "no complete hand has room for all of these"
    return ""


# ---- the alternatives of a pattern


def _pattern(subject: Subject, pattern: Pattern, item: Item, match: Item) -> Iterator[Problem]:
    if is_tainted(pattern, subject):
        return
    places = match.entries if len(match.entries) == len(pattern.alternatives) else [match] * 99
    yield from _joined_rows(subject, pattern, match)
    yield from _where(subject, pattern, item)
    yield from _adding_nothing(subject, pattern.alternatives, places)


def _joined_rows(subject: Subject, pattern: Pattern, match: Item) -> Iterator[Problem]:
    """Alternatives that are written as several texts: each text was looked at by itself only."""
    for row, place in zip(pattern.alternatives, _places(match, pattern), strict=False):
        if tuple(map(id, row)) in subject.written_rows or any(
            _no_group(subject, template)[0] for template in row
        ):
            continue
        message = _not_together(subject, row)
        if message:
            yield from subject.problem(place, "L505", message)


def _places(match: Item, pattern: Pattern) -> Sequence[Item]:
    several = len(match.entries) == len(pattern.alternatives)
    return match.entries if several else [match] * len(pattern.alternatives)


def _where(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    """A condition on letters that all sets meet, or none."""
    where = item.get("where")
    if where is None or pattern.where is None or subject.node_at(where) is None:
        return
    try:
        every = [one for row in pattern.alternatives for one in _some(subject, row)]
        met = [_meets(subject, pattern.where, one) for one in every]
    except (TooManyInstances, TooLargeNumber):
        return
    if every and not any(met):
        yield from subject.problem(
            where, "L507", f"no sets that fit the templates have '{where.text()}'", length=0
        )
    elif every and all(met):
        message = f"all sets that fit the templates have '{where.text()}'"
        yield from subject.problem(where, "L507", message, length=0, severity="warning")


def _some(subject: Subject, row: Row) -> list[Instance]:
    found = []
    for one in instances(subject.solver.world, row):
        found.append(one)
        if len(found) > MOST_COMPARED:
            raise TooManyInstances
    return found


def _meets(subject: Subject, where: Node, one: Instance) -> bool:
    subject.solver.world.bind()
    letters = {name: value for name, value in one.letters if isinstance(value, int)}
    view = View(subject.ruleset, NO_HAND, Situation(True), amounts=letters)
    return bool(value_of(where, view))


def _adding_nothing(subject: Subject, rows: Sequence[Row], places: Sequence[Item]) -> Iterator[Problem]:
    """An alternative all of whose sets an earlier or later one has as well."""
    if len(rows) < 2:
        return
    try:
        found = [{tuple(sorted(one.groups)) for one in _some(subject, row)} for row in rows]
    except TooManyInstances:
        return
    for place, groups in enumerate(found):
        for other, others in enumerate(found):
            repeats = groups == others and other < place
            if other != place and groups and (repeats or groups < others):
                word = "is the same as" if repeats else "is part of"
                message = f"this alternative {word} number {other + 1}"
                yield from subject.problem(places[place], "L508", message, length=0, severity="warning")
                break
