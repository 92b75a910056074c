"""L601 to L605: relations between patterns that come too late, run in a circle, or can never act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from scorer.check.patterns import conditions_of, is_tainted, side_of
from scorer.check.possible.bounds import Range
from scorer.check.subject import WARNING, Subject
from scorer.errors import Problem, did_you_mean
from scorer.language.nodes import Node
from scorer.ruleset.build_patterns import RELATIONS, TAKING, words_of
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
    if max(len(firsts), len(seconds)) > MOST_COMPARED:
        return True
    wanted = [part for one in (pattern, other) for part in (*conditions_of(one), *side_of(one, subject))]
    return any(
        subject.solver.possible(*wanted, templates=[row for row in rows if row])
        for rows in product(firsts, seconds)
    )
