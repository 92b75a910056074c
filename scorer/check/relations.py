"""L601 to L605: relations between patterns that come too late, run in a circle, or can never act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from scorer.check.patterns import conditions_of, is_tainted, side_of
from scorer.check.possible.bounds import Range
from scorer.check.subject import WARNING, Subject, meant
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

    def problem(
        self, subject: Subject, code: str, message: str, hint: str = "", severity: str = "error"
    ) -> Iterator[Problem]:
        """A problem at the word."""
        yield from subject.problem(self.item, code, message, hint, severity, key=self.key)


def relations_act(subject: Subject) -> Iterator[Problem]:
    """Every relation of the file."""
    yield from _circles(subject)
    for pattern, item in subject.patterns:
        for how in RELATIONS:
            section = item.get(how)
            if subject.is_own(section) and not subject.is_faulty(section):
                yield from _section(subject, pattern, how, section)
    yield from _links(subject)


def _section(subject: Subject, pattern: Pattern, how: str, section: Item) -> Iterator[Problem]:
    known, seen = subject.ruleset.pattern_by_id, set[str]()
    key = bool(section.fields)
    words = section.fields.items() if key else [(related_word(i.text())[0], i) for i in section.entries]
    for name, item in words:
        other = known.get(name)
        if other is None:
            what, hint = _no_pattern(subject, how, name)
            if what:
                yield from subject.problem(item, "L402", f"{how} '{name}', which is {what}", hint, key=key)
        elif name in seen:
            message = f"'{name}' stands here twice"
            yield from subject.problem(item, "L604", message, "drop one", WARNING, key=key)
        else:
            yield from _relation(subject, Relation(pattern, how, other, item, key))
        seen.add(name)


def _no_pattern(subject: Subject, how: str, name: str) -> tuple[str, str]:
    """What a word is that is known, but not as a pattern: a group, a bonus, or something dropped."""
    members = [p.id for p in subject.ruleset.patterns if name in p.groups]
    if members or (subject.ruleset.otherwise and name in subject.ruleset.otherwise.groups):
        hint = "its patterns: " + ", ".join(members)
        return ("a group; less names single patterns", hint) if how == "less" else ("", "")
    if any(bonus.id == name for bonus in subject.ruleset.bonuses):
        return "a bonus, and bonuses are never swallowed", ""
    return ("dropped by this overlay", "drop this word too") if name in subject.building.dropped else ("", "")


def _relation(subject: Subject, relation: Relation) -> Iterator[Problem]:
    pattern, other, how = relation.pattern, relation.other, relation.how
    if other.id == pattern.id:
        yield from relation.problem(subject, "L602", f"'{pattern.id}' {how} itself")
        return
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
    if relation.how == "absorbs" and not relation.pattern.alternatives:
        message = f"'{relation.pattern.id}' has no match, so it takes every set away"
        hint = "absorbs looks at the sets that templates bind; write the condition as match, or say excludes"
        yield from relation.problem(subject, "L605", message, hint)
    if relation.how == "absorbs" and not other.alternatives:
        message = f"'{other.id}' has no match: absorbs takes sets away, and there are none to look at"
        yield from relation.problem(subject, "L605", message, "say excludes", WARNING)
    if relation.how == "less" and relation.item.whole(1) < 1:
        message = f"takes {relation.item.whole()} of '{other.id}' away"
        yield from relation.problem(subject, "L605", message, "say how many: 1 or more")


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


def _circles(subject: Subject) -> Iterator[Problem]:
    """Implications that lead back to where they began."""
    known = subject.ruleset.pattern_by_id
    reported: set[frozenset[str]] = set()
    for pattern, item in subject.patterns:
        path = _way_back(pattern.id, known)
        section = item.get("implies")
        if path is None or frozenset(path) in reported or not subject.is_own(section):
            continue
        reported.add(frozenset(path))
        place = next((entry for entry in section.entries if entry.text() == path[1]), section)
        steps = "; ".join(f"'{one}' implies '{two}'" for one, two in pairwise(path))
        yield from subject.problem(
            place, "L602", f"a circle: {steps}", "one of them must not imply the other"
        )


def _way_back(start: str, known: dict[str, Pattern]) -> list[str] | None:
    """A shortest path of implications from a pattern to itself, of at least two steps."""
    paths = {name: [start, name] for name in known[start].implies if name != start and name in known}
    waiting = list(paths)
    for name in waiting:
        for following in known[name].implies:
            if following == start:
                return [*paths[name], start]
            if following in known and following not in paths:
                paths[following] = [*paths[name], following]
                waiting.append(following)
    return None


def _links(subject: Subject) -> Iterator[Problem]:
    """A link without sets to look at, and one of a single pattern, which is most often misspelt."""
    linked = [(pattern, item) for pattern, item in subject.patterns if pattern.link]
    names = [pattern.link for pattern, _ in linked]
    for pattern, item in linked:
        link = item.get("link") or item
        if not pattern.alternatives and not subject.is_faulty(item):
            message = f"'{pattern.id}' is linked but has no match, so it is never counted"
            hint = "account-once looks at the sets that templates bind; write the condition as match"
            yield from subject.problem(link, "L605", message, hint)
        if subject.is_own(link) and names.count(pattern.link) == 1:
            hint = meant(nearest(pattern.link, {name for name in names if name != pattern.link}, 1))
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
    if max(len(firsts), len(seconds)) > MOST_COMPARED:
        return True
    wanted = [part for one in (pattern, other) for part in (*conditions_of(one), *side_of(one, subject))]
    return any(
        subject.solver.possible(*wanted, templates=[row for row in rows if row])
        for rows in product(firsts, seconds)
    )
