"""L601 to L605: relations between patterns that come too late, run in a circle, or can never act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scorer.check.patterns import conditions_of, is_tainted, side_of
from scorer.check.possible.bounds import Range
from scorer.check.subject import Subject, meant
from scorer.errors import Problem, nearest
from scorer.language.nodes import Node
from scorer.ruleset.build_patterns import RELATIONS, TAKING
from scorer.ruleset.builder import related_word
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern
from scorer.values import dataclass

MOST_COMPARED = 3


@dataclass(frozen=True)
class Relation:
    """One word under a relation: `pattern` says `how` about `other`, at `item` (or its key)."""

    pattern: Pattern
    how: str
    other: Pattern
    item: Item
    key: bool = False


def relations_act(subject: Subject) -> Iterator[Problem]:
    """Every relation of the file."""
    yield from _circles(subject)
    for pattern, item in subject.patterns:
        yield from _links(subject, pattern, item)
        for how in RELATIONS:
            section = item.get(how)
            if section is not None and subject.is_own(section) and not subject.is_faulty(section):
                yield from _section(subject, pattern, how, section)
    yield from _lonely_links(subject)


def _named(section: Item) -> Iterator[tuple[str, Item, bool]]:
    if section.fields:
        yield from ((name, item, True) for name, item in section.fields.items())
    else:
        yield from ((related_word(item.text())[0], item, False) for item in section.entries)


def _section(subject: Subject, pattern: Pattern, how: str, section: Item) -> Iterator[Problem]:
    known, seen = subject.ruleset.pattern_by_id, set[str]()
    for name, item, key in _named(section):
        other = known.get(name)
        if other is None:
            yield from _no_pattern(subject, how, name, item, key)
        elif name in seen:
            yield from _say(subject, item, key, "L604", f"'{name}' stands here twice", "drop one", "warning")
        else:
            yield from _relation(subject, Relation(pattern, how, other, item, key))
        seen.add(name)


def _say(
    subject: Subject, item: Item, key: bool, code: str, message: str, hint: str = "", severity: str = "error"
) -> Iterator[Problem]:
    length = len(item.key) if key else len(item.text()) or 1
    yield from subject.problem(item, code, message, length=length, key=key, hint=hint, severity=severity)


def _no_pattern(subject: Subject, how: str, name: str, item: Item, key: bool) -> Iterator[Problem]:
    """A word that is known, but not as a pattern: a group, a bonus, or something dropped."""
    groups = {group: p.id for p in subject.ruleset.pattern_by_id.values() for group in p.groups}
    if name in groups and how != "less":
        return
    if name in groups:
        members = [p.id for p in subject.ruleset.patterns if name in p.groups]
        what, hint = "a group; less names single patterns", "its patterns: " + ", ".join(members)
    elif any(bonus.id == name for bonus in subject.ruleset.bonuses):
        what, hint = "a bonus, and bonuses are never swallowed", ""
    elif name in subject.building.dropped:
        what, hint = "dropped by this overlay", "drop this word too"
    else:
        return
    yield from _say(subject, item, key, "L402", f"{how} '{name}', which is {what}", hint)


def _relation(subject: Subject, relation: Relation) -> Iterator[Problem]:
    pattern, other, how = relation.pattern, relation.other, relation.how
    if other.id == pattern.id:
        yield from _at(subject, relation, "L602", f"'{pattern.id}' {how} itself")
        return
    yield from _on_instances(subject, relation)
    yield from _said_twice(subject, relation)
    if is_tainted(pattern, subject) or is_tainted(other, subject):
        return
    late = list(_too_late(subject, relation))
    yield from late
    if not subject.has_sound_hands:
        return
    if not late and not _leads_on(subject, relation) and not _ever_together(subject, pattern, other):
        message = f"never acts: '{pattern.id}' and '{other.id}' can never hold together"
        yield from _at(subject, relation, "L603", message, "drop it", "warning")


def _at(
    subject: Subject, relation: Relation, code: str, message: str, hint: str = "", severity: str = "error"
) -> Iterator[Problem]:
    yield from _say(subject, relation.item, relation.key, code, message, hint, severity)


# ---- order


def _too_late(subject: Subject, relation: Relation) -> Iterator[Problem]:
    """Patterns are counted from the most valuable down; what is worth more has been counted by then."""
    pattern, other = relation.pattern, relation.other
    if relation.how not in TAKING:
        return
    sides = [pair for pair in _sides(subject, pattern, other) if pair is not None]
    if not sides:
        return
    if not all(own.high < its.low for own, its in sides):
        return
    back = pattern.id in (*other.implies, *other.excludes, *other.absorbs)
    severity = "warning" if back else "error"
    own, its = sides[0]
    why = f"'{other.id}' is worth more ({_shown(its)}, not {_shown(own)}) and has been counted by then"
    hint = f"say it at '{other.id}', or change the values"
    yield from _at(subject, relation, "L601", f"comes too late: {why}", hint, severity)


def _shown(found: Range) -> str:
    return str(found.low) if found.low == found.high else f"{found.low} to {found.high}"


def _sides(subject: Subject, pattern: Pattern, other: Pattern) -> Iterator[tuple[Range, Range] | None]:
    """The values of both, closed and open; None where one of them has none."""
    for own, its in ((pattern.closed, other.closed), (pattern.open, other.open)):
        values = _worth(subject, own), _worth(subject, its)
        yield (values[0], values[1]) if values[0] and values[1] else None


def _worth(subject: Subject, node: Node | None) -> Range | None:
    """What a pattern is worth where it is awarded: more than nothing."""
    if node is None:
        return None
    found = subject.solver.ranges.of(node) & Range(1)
    return None if found.is_empty else found


# ---- circles, links


def _circles(subject: Subject) -> Iterator[Problem]:
    """Implications that lead back to where they began."""
    known = subject.ruleset.pattern_by_id
    reported: set[frozenset[str]] = set()
    for pattern, item in subject.patterns:
        path = _way_back(pattern.id, known)
        section = item.get("implies")
        if path is None or frozenset(path) in reported or section is None or not subject.is_own(section):
            continue
        reported.add(frozenset(path))
        place = next((entry for entry in section.entries if entry.text() == path[1]), section)
        steps = "; ".join(f"'{one}' implies '{two}'" for one, two in pairwise(path))
        yield from _say(
            subject, place, False, "L602", f"a circle: {steps}", "one of them must not imply the other"
        )


def _way_back(start: str, known: dict[str, Pattern]) -> list[str] | None:
    """A shortest path of implications from a pattern to itself, of at least two steps."""
    before = {name: start for name in known[start].implies if name != start and name in known}
    waiting = list(before)
    for name in waiting:
        for following in known[name].implies:
            if following == start:
                return _path(start, name, before)
            if following in known and following not in before:
                before[following] = name
                waiting.append(following)
    return None


def _path(start: str, last: str, before: dict[str, str]) -> list[str]:
    """From the start to the last and back again."""
    steps = [start]
    while last != start:
        steps.append(last)
        last = before[last]
    return [start, *reversed(steps)]


def _links(subject: Subject, pattern: Pattern, item: Item) -> Iterator[Problem]:
    link = item.get("link")
    if link is not None and not pattern.alternatives and not subject.is_faulty(item):
        message = f"'{pattern.id}' is linked but has no match, so it is never counted"
        hint = "account-once looks at the sets that templates bind; write the condition as match"
        yield from _say(subject, link, False, "L605", message, hint)


def _lonely_links(subject: Subject) -> Iterator[Problem]:
    """A link of one pattern is most often misspelt."""
    linked = [(p, item.get("link")) for p, item in subject.patterns if p.link]
    names = [pattern.link for pattern, _ in linked]
    for pattern, item in linked:
        if names.count(pattern.link) == 1 and item is not None and subject.is_own(item):
            close = nearest(pattern.link, {name for name in names if name != pattern.link}, 1)
            hint = meant(close)
            message = f"no other pattern has the link '{pattern.link}'"
            yield from _say(subject, item, False, "L605", message, hint, "warning")


def _on_instances(subject: Subject, relation: Relation) -> Iterator[Problem]:
    """Absorbing and taking away look at the sets that templates bind."""
    other = relation.other
    if relation.how == "absorbs" and not other.alternatives:
        message = f"'{other.id}' has no match: absorbs takes sets away, and there are none to look at"
        yield from _at(subject, relation, "L605", message, "say excludes", "warning")
    if relation.how == "less" and relation.item.whole(1) < 1:
        message = f"takes {relation.item.whole()} of '{other.id}' away"
        yield from _at(subject, relation, "L605", message, "say how many: 1 or more")


def _said_twice(subject: Subject, relation: Relation) -> Iterator[Problem]:
    if relation.how == "excludes" and relation.other.id in relation.pattern.implies:
        message = f"'{relation.other.id}' stands under implies as well"
        yield from _at(subject, relation, "L604", message, "one of the two is enough", "warning")


def _leads_on(subject: Subject, relation: Relation) -> bool:
    """Whether an implication acts through what the other one implies, although that never holds itself."""
    direct = {relation.other.id, *relation.pattern.implies}
    return relation.how == "implies" and bool(subject.ruleset.implied[relation.other.id] - direct)


def _ever_together(subject: Subject, pattern: Pattern, other: Pattern) -> bool:
    """Whether some hand has both."""
    if pattern is subject.ruleset.otherwise or other is subject.ruleset.otherwise:
        return True
    wanted = [*conditions_of(pattern), *side_of(pattern, subject)]
    wanted += [*conditions_of(other), *side_of(other, subject)]
    firsts, seconds = pattern.alternatives or ((),), other.alternatives or ((),)
    return (
        any(
            subject.solver.possible(*wanted, templates=[row for row in (first, second) if row])
            for first in firsts[:MOST_COMPARED]
            for second in seconds[:MOST_COMPARED]
        )
        or max(len(firsts), len(seconds)) > MOST_COMPARED
    )
