"""L901 to L904: names, definitions, sources and examples that are missing.

A shipped ruleset must have them all; in another file one warning for each sort is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.subject import Subject, some_of
from scorer.errors import Problem
from scorer.ruleset.items import Item
from scorer.values import dataclass

LANGUAGES = ("en", "ja", "zh")


@dataclass(frozen=True)
class Lack:
    """Something that an entry has not."""

    code: str
    what: str
    entry: Item


def documented(subject: Subject) -> Iterator[Problem]:
    """Everything that is missing, entry by entry or, in a file that is not shipped, all together."""
    lacks = [lack for lack in _lacks(subject) if subject.is_own(lack.entry)]
    if subject.is_shipped:
        for lack in lacks:
            yield _one(lack)
        return
    together: dict[tuple[str, str], list[Item]] = {}
    for lack in lacks:
        together.setdefault((lack.code, lack.what), []).append(lack.entry)
    for (code, what), entries in together.items():
        yield _all(code, what, entries)


def _one(lack: Lack) -> Problem:
    return lack.entry.problem(lack.code, f"{_shown(lack.entry)} {lack.what}", key=_is_keyed(lack.entry))


def _all(code: str, what: str, entries: list[Item]) -> Problem:
    names = [_shown(entry) for entry in entries]
    message = f"{some_of(names)} {_plural(what) if len(names) > 1 else what}"
    return entries[0].problem(code, message, key=_is_keyed(entries[0]), severity="warning")


def _plural(what: str) -> str:
    return what.replace("has ", "have ", 1).replace("is ", "are ", 1)


def _shown(entry: Item) -> str:
    name = entry.get("id")
    if not entry.path:
        return "the ruleset"
    return f"'{name.text() if name else entry.key}'"


def _is_keyed(entry: Item) -> bool:
    return bool(entry.path) and isinstance(entry.path[-1], str)


def _lacks(subject: Subject) -> Iterator[Lack]:
    root = subject.written
    if root.get("name") is None:
        yield Lack("L901", "has no name of its own", root)
    if subject.is_shipped and root.get("source") is None and root.get("extends") is None:
        yield Lack("L903", "has no source", root)
    for entry in _patterns(subject):
        yield from _of_pattern(subject, entry)
    for entry in subject.entries("bonuses"):
        yield from _texts(subject, entry)
    for entry in _named_only(subject):
        yield from _name(subject, entry)


def _patterns(subject: Subject) -> list[Item]:
    return [item for _, item in subject.every_pattern]


def _named_only(subject: Subject) -> Iterator[Item]:
    yield from subject.entries("limits")
    for section in ("circumstances", "indicators"):
        found = subject.section(section)
        yield from (entry for entry in (found.fields.values() if found else ()) if entry.fields)


def _texts(subject: Subject, entry: Item) -> Iterator[Lack]:
    yield from _name(subject, entry)
    if entry.get("definition") is None:
        yield Lack("L902", "has no definition", entry)
    if entry.get("source") is None:
        yield Lack("L903", "has no source", entry)


def _name(subject: Subject, entry: Item) -> Iterator[Lack]:
    name = entry.get("name")
    if name is None:
        yield Lack("L901", "has no name", entry)
    elif subject.is_shipped:
        missing = [language for language in LANGUAGES if language not in name.fields]
        if missing:
            yield Lack("L901", f"has no name in {' and '.join(missing)}", entry)


def _of_pattern(subject: Subject, entry: Item) -> Iterator[Lack]:
    yield from _texts(subject, entry)
    holds, fails = entry.get("holds"), entry.get("fails")
    if holds is None and fails is None:
        yield Lack("L904", "has no examples", entry)
    elif holds is None:
        yield Lack("L904", "has no example under holds", entry)
    elif fails is None and entry.get("when") is None and entry.get("match") is None:
        return
    elif fails is None:
        yield Lack("L904", "has no example under fails", entry)
