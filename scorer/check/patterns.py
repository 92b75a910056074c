"""Patterns as wholes: what their conditions, their templates and their values say together.

L503, L511, L512  conditions that exclude one another, that are missing, that another pattern has
L505, L507, L508  templates that fit no sets, letters that no sets have, alternatives that add nothing
L510, L513        values that add nothing, or that are worth more in an open hand
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.check.possible.bounds import Range
from scorer.check.possible.instances import Instance, TooManyInstances, groups_of, instances
from scorer.check.possible.literals import plain
from scorer.check.possible.world import PAIR, TooLarge
from scorer.check.subject import Entry, Subject, looked_at, parts_of
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
        taken = (*one.implies, *one.excludes, *one.absorbs, *one.instead, *(name for name, _ in one.less))
        if other.id in taken:
            return True
    sides = [side_of(pattern, subject) for pattern in (first, second)]
    return bool(sides[0] and sides[1] and sides[0] != sides[1])


# ---- L505, L507, L508: templates

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
                yield from _alternatives(subject, pattern, item, match)
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


def _alternatives(subject: Subject, pattern: Pattern, item: Item, match: Item) -> Iterator[Problem]:
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


# ---- L510, L513: values


def worth_something(subject: Subject) -> Iterator[Problem]:
    """Every own pattern, bonus and line of the sheet that is worth nothing."""
    for pattern, item in subject.every_pattern:
        if not subject.is_faulty(item):
            yield from _worth_of(subject, pattern, item)
    for entry in subject.entries("bonuses"):
        yield from _positive(subject, entry, "value", "this bonus adds nothing")
        yield from _positive(subject, entry, "count", "this bonus never counts")
    for part in ("items", "fixed"):
        for entry in subject.entries("fu", part):
            if part == "items":
                yield from _positive(subject, entry, "fu", "this item adds nothing")


def _worth_of(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
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
