"""Patterns as wholes: what their conditions, their templates, their values and their relations say together.

L503, L511, L512  conditions that exclude one another, that are missing (of bonuses, too), that another has
L505, L507, L508  templates that fit no sets, letters that no sets have, alternatives that add nothing
L510, L513        values that add nothing, or that are worth more in an open hand
L601 to L605      relations that come too late, run in a circle, or can never act
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from scorer.check.possible.bounds import Range
from scorer.check.possible.world import PAIR, Instance, TooLarge, TooManyInstances, groups_of, instances
from scorer.check.subject import WARNING, Entry, Subject, looked_at, parts_of
from scorer.engine.evaluate import NO_HAND, View, value_of
from scorer.engine.evaluate import TooLarge as TooLargeNumber
from scorer.engine.resolve import takes_away
from scorer.errors import Problem, did_you_mean
from scorer.hand import Situation
from scorer.language.nodes import Node, plain
from scorer.ruleset.build_worth import RELATIONS, TAKING, words_of
from scorer.ruleset.builder import Asked
from scorer.ruleset.items import SHEET, Item
from scorer.ruleset.model import Pattern
from scorer.ruleset.overlay import SIDES
from scorer.values import dataclass

Conditions = list[tuple[Node, bool]]
CLOSED = Node("fact", ("concealed_hand",), "concealed_hand")


def whole_patterns(subject: Subject) -> Iterator[Problem]:
    """Every own pattern, looked at as a whole."""
    if not subject.has_sound_hands:
        return
    for pattern, item in subject.patterns:
        if subject.is_judged(item) and not subject.is_faulty(item) and not is_tainted(pattern, subject):
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
        yield from subject.problem(item.fields.get("id", item), "L511", message, hint, WARNING)


def _contradiction(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    """Parts that can hold, each by itself, but not together."""
    side, solver = side_of(pattern, subject), subject.solver
    if pattern.id in subject.holding or can_hold(pattern, subject, side):
        return
    key, why = "when", f"'{pattern.id}' never holds: this and its templates exclude each other"
    if not solver.possible(*conditions_of(pattern)):
        if pattern.enabled is None or pattern.when is None or solver.never(pattern.when):
            return
        why = f"'{pattern.id}' is never played when this holds"
    elif pattern.alternatives and not any(solver.possible(templates=[row]) for row in pattern.alternatives):
        return
    elif can_hold(pattern, subject, []):
        kind = "closed" if side and side[0][1] else "open"
        key = "value"
        why = f"'{pattern.id}' never holds in a hand that is {kind}, and has no value in another"
    yield from subject.problem(item.get(key) or item.fields.get("id", item), "L503", why)


def _same_conditions(subject: Subject) -> Iterator[Problem]:
    """A pattern that holds exactly where an earlier one does: most often copied and not changed."""
    seen: dict[object, Entry] = {}
    for pattern, item in subject.patterns:
        if pattern.when is None and not pattern.alternatives:
            continue
        if subject.is_faulty(item) or is_tainted(pattern, subject):
            continue
        first = seen.setdefault(_key(pattern), (pattern, item))[0]
        if first is not pattern and subject.is_judged(item) and not _told_apart(first, pattern, subject):
            message = f"'{pattern.id}' holds exactly when '{first.id}' does"
            place = item.get("when") or item.get("match") or item
            hint = "two patterns that hold together are counted twice; say excludes if that is meant"
            yield from subject.problem(place, "L512", message, hint, WARNING)


def _key(pattern: Pattern) -> object:
    rows = tuple(tuple(plain(template) for template in row) for row in pattern.alternatives)
    parts = (pattern.when, pattern.where, pattern.enabled, pattern.count)
    return rows, pattern.repeat, tuple(plain(node) if node else None for node in parts)


def _told_apart(first: Pattern, second: Pattern, subject: Subject) -> bool:
    """Whether one swallows the other, or they count in different states of the hand."""
    for one, other in ((first, second), (second, first)):
        if takes_away(one, other, subject.ruleset.implied) or other.id in one.instead:
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
            if subject.is_judged(match) and not subject.is_faulty(match) and not is_tainted(pattern, subject):
                yield from _alternatives(subject, pattern, match)
                yield from _where(subject, pattern, item.get("where"))
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
    faults = [(template, *found) for template in row if (found := _no_group(subject, template))]
    for template, message, hint in faults:
        yield from subject.at(asked, template, "L505", message, hint)
    message = _not_together(subject, row) if len(row) > 1 and not faults else ""
    if message:
        whole = Node("match", (row,), asked.node.text if asked.sort == "templates" else "", row[0].at)
        yield from subject.at(asked, whole, "L505", message)


def _no_group(subject: Subject, template: Node) -> tuple[str, str] | None:
    """Why no set fits a template, and where they begin; None where one does."""
    kind, world = template.args[0], subject.solver.world
    names = world.ruleset.unions.get(kind, (kind,))
    has_pairs = any(shape.pairs or shape.way == "one_of_each" for shape in world.ruleset.shapes)
    if not {*names} & {*world.set_kinds} and not (kind == PAIR and has_pairs):
        return f"no shape of this ruleset is made of '{kind}'", "name it under kinds of a shape"
    if next(instances(world, (template,)), None) is not None:
        return None
    rank = world.tileset.attributes[1]
    found = {world.tileset.kinds[tiles[0]].attribute.get(rank) for _, tiles in groups_of(world, kind)}
    ranks = sorted(value for value in found if isinstance(value, int))
    hint = f"the lowest {rank} of '{kind}' is {ranks[0]} to {ranks[-1]}" if ranks else ""
    return f"no set fits '{template.text}'", hint


def _not_together(subject: Subject, row: Row) -> str:
    """Why templates do not fit together; empty where they do."""
    shapes, sets = subject.ruleset.shapes, [template for template in row if template.args[0] != PAIR]
    is_long = len(row) > max(one.size for one in shapes) // 2 or len(sets) > max(one.sets for one in shapes)
    try:
        if not is_long and next(instances(subject.solver.world, row), None) is None:
            return "no sets fit these templates together"
    except TooManyInstances:
        return ""
    has_room = not is_long and subject.solver.possible(templates=[row])
    return "" if has_room else "no complete hand has room for all of these"


# ---- the alternatives of a pattern


def _alternatives(subject: Subject, pattern: Pattern, match: Item) -> Iterator[Problem]:
    rows = pattern.alternatives
    places = match.entries if len(match.entries) == len(rows) else [match] * len(rows)
    for row, place in zip(rows, places, strict=True):  # several texts: each was looked at by itself only
        if tuple(map(id, row)) not in subject.written_rows and not any(_no_group(subject, t) for t in row):
            message = _not_together(subject, row)
            yield from subject.problem(place, "L505", message) if message else ()
    yield from _adding_nothing(subject, rows, places)


def _where(subject: Subject, pattern: Pattern, where: Item | None) -> Iterator[Problem]:
    """A condition on letters that all sets meet, or none."""
    if where is None or pattern.where is None or subject.node_at(where) is None:
        return
    try:
        every = [one for row in pattern.alternatives for one in _some(subject, row)]
        met = [_meets(subject, pattern.where, one) for one in every]
    except (TooManyInstances, TooLargeNumber):
        return
    if every and not any(met):
        message = f"no sets that fit the templates have '{where.text()}'"
        yield from subject.problem(where, "L507", message)
    elif every and all(met):
        message = f"all sets that fit the templates have '{where.text()}'"
        yield from subject.problem(where, "L507", message, "", WARNING)


def _some(subject: Subject, row: Row) -> list[Instance]:
    found = list(islice(instances(subject.solver.world, row), MOST_COMPARED + 1))
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
        wider = [other for other, others in enumerate(found) if groups < others]
        wider += [other for other in range(place) if groups == found[other]]
        if wider and groups:
            word = "is the same as" if groups == found[min(wider)] else "is part of"
            message = f"this alternative {word} number {min(wider) + 1}"
            yield from subject.problem(places[place], "L508", message, "", WARNING)


# ---- L510, L513: values


def worth_something(subject: Subject) -> Iterator[Problem]:
    """Every own pattern, bonus and line of the sheet that is worth nothing."""
    for pattern, item in subject.every_pattern:
        if not subject.is_faulty(item):
            yield from _worth_of(subject, pattern, item)
    for entry in subject.root.mappings_at("bonuses"):
        yield from _positive(subject, entry.get("value"), "this bonus adds nothing")
        yield from _positive(subject, entry.get("count"), "this bonus never counts")
        if not {"when", "count"} & entry.fields.keys():
            message, hint = "this bonus is added to every hand", "say when, or count what it is for"
            yield from subject.problem(entry.fields.get("id", entry), "L511", message, hint, WARNING)
    for entry in subject.root.mappings_at(SHEET, "items"):
        yield from _positive(subject, entry.get("value"), "this item adds nothing")
    for entry in subject.root.mappings_at(SHEET, "fixed"):
        found, value = subject.range_at(entry.get("value")), entry.get("value")
        if value and found is not None and found.high < 0:
            yield from subject.problem(value, "L510", "this is less than nothing")


def _worth_of(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    value = item.get("value")
    if value is None:
        message = f"'{pattern.id}' has no value, so it never counts"
        place = item.fields.get("id", item)
        yield from subject.problem(place, "L510", message, "add value: 1") if subject.is_judged(item) else ()
    elif subject.is_judged(value):
        yield from _value(subject, pattern, value)
    yield from _positive(subject, item.get("count"), f"'{pattern.id}' never counts")
    repeat = item.get("repeat")
    if pattern.repeat and not pattern.alternatives and repeat is not None:
        message = f"'{pattern.id}' repeats for each way its templates fit, and has no match: it never counts"
        yield from subject.problem(repeat, "L510", message, key=True)


def _value(subject: Subject, pattern: Pattern, value: Item) -> Iterator[Problem]:
    sides = [(value.get(side) or value) for side in SIDES] if value.fields else [value]
    known = [found for side in sides if (found := subject.range_at(side))]
    if known and all(found.high <= 0 for found in known) and not pattern.zero:
        below = "a negative value" if any(found.high < 0 for found in known) else "a value of 0"
        message = f"'{pattern.id}' never counts: {below} is not awarded"
        hint = "say zero: true where a pattern is to be shown that is worth nothing"
        yield from subject.problem(value, "L510", message, hint)
    elif len(known) == 2 and 0 < known[0].high < known[1].high:
        message = f"'{pattern.id}' is worth more in an open hand than in a closed one"
        yield from subject.problem(value.fields["open"], "L513", message, "exchange the two?", WARNING)
    elif len(known) == 2 and (idle := next((s for s in sides if _is_below_nothing(subject, s)), None)):
        message = f"'{pattern.id}' is worth less than nothing on this side"
        yield from subject.problem(idle, "L510", message, "leave the side out", WARNING)
    elif len(known) == 2 and all(found.high > 0 for found in known):
        yield from _idle_side(subject, pattern, value)


def _is_below_nothing(subject: Subject, item: Item) -> bool:
    found = subject.range_at(item)
    return found is not None and found.high < 0


def _idle_side(subject: Subject, pattern: Pattern, value: Item) -> Iterator[Problem]:
    """A value for a state of the hand in which the pattern never holds."""
    if not subject.has_sound_hands or is_tainted(pattern, subject):
        return
    sides = [can_hold(pattern, subject, [(CLOSED, side == SIDES[0])]) for side in SIDES]
    for side, holds, other in zip(SIDES, sides, SIDES[::-1], strict=True):
        if not holds and any(sides) and subject.is_own(value.fields[side]):
            message = f"'{pattern.id}' never holds in a hand that is {side}, so this value is never counted"
            yield from subject.problem(value.fields[side], "L510", message, f"say {other} only", WARNING)


def _positive(subject: Subject, item: Item | None, message: str) -> Iterator[Problem]:
    """A number that can never be above zero."""
    found = subject.range_at(item)
    if item is not None and found is not None and found.high <= 0:
        yield from subject.problem(item, "L510", message)


# ---- L601 to L605: relations

MOST_ROWS = 3


@dataclass(frozen=True)
class Relation:
    """One word under a relation: `pattern` says `how` about `other`, at `item` (or its key)."""

    pattern: Pattern
    how: str
    other: Pattern
    item: Item
    key: bool = False

    def problem(
        self, subject: Subject, code: str, message: str, hint: str = "", severity: str = "error"
    ) -> Iterator[Problem]:
        """A problem at the word."""
        yield from subject.problem(self.item, code, message, hint, severity, key=self.key)


def relations_act(subject: Subject) -> Iterator[Problem]:
    """Every relation of the file."""
    for pattern, item in subject.patterns:
        for how in RELATIONS:
            section = item.get(how)
            if subject.is_own(section) and not subject.is_faulty(section):
                yield from _section(subject, pattern, how, section)
    yield from _links(subject)


def _section(subject: Subject, pattern: Pattern, how: str, section: Item) -> Iterator[Problem]:
    seen, key = set[str](), bool(section.fields)
    for name, item in words_of(section):
        other = subject.ruleset.pattern_by_id.get(name)
        if name in seen and other:
            message = f"'{name}' stands here twice"
            yield from subject.problem(item, "L604", message, "drop one", WARNING, key=key)
        elif other is not None and other == subject.ruleset.otherwise:
            message = f"never acts: '{name}' counts only where nothing else does"
            yield from subject.problem(item, "L603", message, "drop it", WARNING, key=key)
        elif other and other.id != pattern.id:
            yield from _relation(subject, Relation(pattern, how, other, item, key))
        seen.add(name)


def _relation(subject: Subject, relation: Relation) -> Iterator[Problem]:
    pattern, other, how = relation.pattern, relation.other, relation.how
    yield from _on_instances(subject, relation)
    if how == "excludes" and other.id in pattern.implies:
        message = f"'{other.id}' stands under implies as well"
        yield from relation.problem(subject, "L604", message, "one of the two is enough", WARNING)
    if how == "beside" and other.id in (*pattern.excludes, *subject.ruleset.implied[pattern.id]):
        message = f"'{other.id}' is not counted beside '{pattern.id}', which implies or excludes it"
        yield from relation.problem(subject, "L604", message, "drop one of the two", WARNING)
    if is_tainted(pattern, subject) or is_tainted(other, subject):
        return
    late = list(_too_late(subject, relation))
    yield from late
    if late or not subject.has_sound_hands or _leads_on(subject, relation):
        return
    if not _ever_together(subject, pattern, other):
        message = f"never acts: '{pattern.id}' and '{other.id}' can never hold together"
        yield from relation.problem(subject, "L603", message, "drop it", WARNING)


def _on_instances(subject: Subject, relation: Relation) -> Iterator[Problem]:
    """Absorbing and taking away look at the sets that templates bind."""
    other = relation.other
    if relation.how == "absorbs" and not other.alternatives:
        message = f"'{other.id}' has no match: absorbs takes sets away, and there are none to look at"
        yield from relation.problem(subject, "L605", message, "say excludes", WARNING)


# ---- order


def _too_late(subject: Subject, relation: Relation) -> Iterator[Problem]:
    """Patterns are counted from the most valuable down; what is worth more has been counted by then."""
    pattern, other = relation.pattern, relation.other
    if relation.how not in TAKING:
        return
    values = ((pattern.closed, other.closed), (pattern.open, other.open))
    ranges = [(_worth(subject, own), _worth(subject, its)) for own, its in values]
    sides = [(own, its) for own, its in ranges if own and its]
    if not sides or not all(own.high < its.low for own, its in sides):
        return
    own, its = sides[0]
    why = f"'{other.id}' is worth more ({_shown(its)}, not {_shown(own)}) and has been counted by then"
    hint = f"say it at '{other.id}', or change the values"
    back = pattern.id in (*other.implies, *other.excludes, *other.absorbs)
    yield from relation.problem(subject, "L601", f"comes too late: {why}", hint, WARNING if back else "error")


def _shown(found: Range) -> str:
    return str(found.low) if found.low == found.high else f"{found.low} to {found.high}"


def _worth(subject: Subject, node: Node | None) -> Range | None:
    """What a pattern is worth where it is awarded: more than nothing."""
    if node is None:
        return None
    found = subject.solver.ranges.of(node) & Range(1)
    return None if found.is_empty else found


# ---- circles, links


def _links(subject: Subject) -> Iterator[Problem]:
    """A link without sets to look at, and one of a single pattern, which is most often misspelt."""
    linked = [(pattern, item) for pattern, item in subject.patterns if pattern.link]
    names = [pattern.link for pattern, _ in linked]
    for pattern, item in linked:
        link = item.get("link") or item
        if subject.is_own(link) and names.count(pattern.link) == 1:
            hint = did_you_mean(pattern.link, {name for name in names if name != pattern.link})
            message = f"no other pattern has the link '{pattern.link}'"
            yield from subject.problem(link, "L605", message, hint, WARNING)


def _leads_on(subject: Subject, relation: Relation) -> bool:
    """Whether an implication acts through what the other one implies, although that never holds itself."""
    direct = {relation.other.id, *relation.pattern.implies}
    return relation.how == "implies" and bool(subject.ruleset.implied[relation.other.id] - direct)


def _ever_together(subject: Subject, pattern: Pattern, other: Pattern) -> bool:
    """Whether some hand has both."""
    if pattern is subject.ruleset.otherwise or other is subject.ruleset.otherwise:
        return True
    firsts, seconds = pattern.alternatives or ((),), other.alternatives or ((),)
    if max(len(firsts), len(seconds)) > MOST_ROWS:
        return True
    wanted = [part for one in (pattern, other) for part in (*conditions_of(one), *side_of(one, subject))]
    return any(
        subject.solver.possible(*wanted, templates=[row for row in rows if row])
        for rows in product(firsts, seconds)
    )
