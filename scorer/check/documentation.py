"""L901 to L904: names, definitions, sources and examples that are missing.

A shipped ruleset must have them all; in another file one warning for each sort is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.subject import WARNING, Subject, some_of
from scorer.errors import Problem
from scorer.ruleset.items import Item

LANGUAGES = ("en", "ja", "zh")
Lack = tuple[str, str, Item]
"""The code, what an entry has not, and the entry."""


def documented(subject: Subject) -> Iterator[Problem]:
    """Everything that is missing, entry by entry or, in a file that is not shipped, all together."""
    together: dict[tuple[str, str], list[Item]] = {}
    for code, what, entry in _lacks(subject):
        if subject.is_own(entry):
            together.setdefault((code, what), []).append(entry)
    for (code, what), entries in together.items():
        if subject.is_shipped:
            yield from (_problem(code, what, [entry], "error") for entry in entries)
        else:
            yield _problem(code, what, entries, WARNING)


def _problem(code: str, what: str, entries: list[Item], severity: str) -> Problem:
    """What some entries lack, at the first of them."""
    if len(entries) > 1:
        what = what.replace("has ", "have ", 1)
    place, names = entries[0], [_shown(entry) for entry in entries]
    is_keyed = bool(place.path) and isinstance(place.path[-1], str)
    return place.problem(code, f"{some_of(names)} {what}", "", severity, key=is_keyed)


def _shown(entry: Item) -> str:
    name = entry.get("id")
    return f"'{name.text() if name else entry.key}'" if entry.path else "the ruleset"


def _lacks(subject: Subject) -> Iterator[Lack]:
    root = subject.written
    if root.get("name") is None:
        yield "L901", "has no name of its own", root
    if subject.is_shipped and root.get("source") is None and root.get("extends") is None:
        yield "L903", "has no source", root
    for _, entry in subject.every_pattern:
        yield from _texts(subject, entry)
        yield from _examples(entry)
    for entry in subject.entries("bonuses"):
        yield from _texts(subject, entry)
    for entry in subject.entries("limits"):
        yield from _name(subject, entry)
    for section in ("circumstances", "indicators"):
        for entry in subject.fields(section).values():
            yield from _name(subject, entry) if entry.fields else ()


def _texts(subject: Subject, entry: Item) -> Iterator[Lack]:
    yield from _name(subject, entry)
    if entry.get("definition") is None:
        yield "L902", "has no definition", entry
    if entry.get("source") is None:
        yield "L903", "has no source", entry


def _name(subject: Subject, entry: Item) -> Iterator[Lack]:
    name = entry.get("name")
    if name is None:
        yield "L901", "has no name", entry
    elif subject.is_shipped:
        missing = [language for language in LANGUAGES if language not in name.fields]
        if missing:
            yield "L901", f"has no name in {' and '.join(missing)}", entry


def _examples(entry: Item) -> Iterator[Lack]:
    holds, fails = entry.get("holds"), entry.get("fails")
    if holds is None:
        yield "L904", "has no examples" if fails is None else "has no example under holds", entry
    elif fails is None and (entry.get("when") or entry.get("match")):
        yield "L904", "has no example under fails", entry
