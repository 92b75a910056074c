"""L205, L404, L405: names that expressions cannot use, ids that are taken, names that hide one another."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.items import Item

NAMED = ("options", "sets", "shapes", "facts", "circumstances", "indicators", "tables", "amounts")
LISTS = (("bonuses",), ("limits",), ("penalties",), ("fu", "items"), ("fu", "fixed"), ("payment", "extras"))


def names_sound(subject: Subject) -> Iterator[Problem]:
    """Every name that the file gives to something."""
    for section in NAMED:
        found = subject.section(section)
        for name, item in (found.fields if found else {}).items():
            if subject.is_own(item):
                yield from _name(subject, name, item)
    yield from _taken(subject)
    yield from _hidden(subject)


def _name(subject: Subject, name: str, item: Item) -> Iterator[Problem]:
    if keyword.iskeyword(name) or name in ("true", "false"):
        message = f"'{name}' is a word of the language and cannot be asked for"
        yield from subject.problem(item, "L205", message, key=True, hint="choose another name")


def _taken(subject: Subject) -> Iterator[Problem]:
    """Ids that stand twice in one list."""
    for path in LISTS:
        seen: set[str] = set()
        for entry in subject.entries(*path):
            name = entry.get("id")
            if name is not None and name.text() in seen:
                message = f"a second '{name.text()}' in this list"
                yield from subject.problem(name, "L404", message, length=0)
            seen.add(name.text() if name else "")


def _hidden(subject: Subject) -> Iterator[Problem]:
    """A name that means something else wherever it is asked for."""
    engine = dict.fromkeys((*TRUTH_FACTS, *NUMBER_FACTS), "a fact of every game")
    declared = dict.fromkeys(subject.building.names.facts, "the fact of a circumstance")
    kinds = dict.fromkeys(subject.building.names.kinds, "a kind of set")
    states = dict.fromkeys(STATES, "a state of sets")
    given = dict.fromkeys(GIVEN_CLASSES, "a class that the situation gives")
    amounts = dict.fromkeys(subject.building.names.amounts, "a number worked out for the hand")
    own_amounts = subject.section("amounts")
    for name in own_amounts.fields if own_amounts else ():
        amounts.pop(name, None)
    yield from _clashes(subject, "facts", {**amounts, **declared, **engine})
    yield from _clashes(subject, "options", {**declared, **engine})
    yield from _clashes(subject, "tiles", {**states, **kinds, **given})
    yield from _clashes(subject, "tables", dict.fromkeys(FUNCTIONS, "a function"))
    yield from _clashes(subject, "sets", states)
    yield from _clashes(subject, "amounts", {**engine, "total": "the total", "base": "the base"})


def _clashes(subject: Subject, section: str, taken: dict[str, str]) -> Iterator[Problem]:
    found = subject.section(section)
    for name, item in (found.fields if found else {}).items():
        if name in taken and subject.is_own(item) and not _is_harmless(subject, section, name):
            message = f"'{name}' is {taken[name]} already, which is what expressions get"
            yield from subject.problem(item, "L405", message, key=True, hint="choose another name")


def _is_harmless(subject: Subject, section: str, name: str) -> bool:
    """A class is reached where only classes are asked for, an option where only options are."""
    parts = [part for asked in subject.building.asked for part in asked.node.walk()]
    if section == "options":
        return any(part.op == "option" and part.args[0] == name for part in parts)
    if section != "tiles" or name in GIVEN_CLASSES:
        return False
    return not any(part.op in ("kind", "state") and part.args[0] == name for part in parts)
