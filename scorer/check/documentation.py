"""L901 to L904: names, definitions, sources and examples that are missing.

A shipped ruleset must have them all; in another file one warning for each sort is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.check.subject import WARNING, Subject, some_of
from scorer.errors import Problem
from scorer.ruleset.items import Item
from scorer.tiles import LANGUAGES

Lack = tuple[str, str, Item]
"""The code, what an entry has not, and the entry."""


def documented(subject: Subject) -> Iterator[Problem]:
    """Everything that is missing, entry by entry or, in a file that is not shipped, all together."""
    yield from _texts_whole(subject)
    yield from _names_apart(subject)
    together: dict[tuple[str, str], list[Item]] = {}
    for code, what, entry in _lacks(subject):
        if subject.is_own(entry):
            together.setdefault((code, what), []).append(entry)
    for (code, what), entries in together.items():
        if subject.is_shipped:
            yield from (_problem(code, what, [entry], "error") for entry in entries)
        else:
            yield _problem(code, what, entries, WARNING)


TEXTS = ("name", "about", "definition", "help", "notes", "source", *LANGUAGES)
CUT = re.compile(r"\s(#\w[^\n]*)")
LATIN, CHINESE = re.compile(r"[A-Za-z]{2}"), re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def _texts_whole(subject: Subject) -> Iterator[Problem]:
    """Texts that end at a `#` which was meant to be read, names in another language than said."""
    lines = subject.written.source.text.split("\n")
    for item in subject.written.walk():
        key = next((str(step) for step in reversed(item.path) if isinstance(step, str)), "")
        if not isinstance(item.value, str) or key not in TEXTS or "hands" in item.path[:1]:
            continue
        line, column = item.source.place(item.path)
        rest = lines[line - 1][column - 1 :]
        cut = CUT.match(rest[len(item.value) :]) if rest.startswith(item.value) else None
        if cut is not None:
            message = f"this text ends before '{cut[1].strip()}': a '#' after a space begins a remark"
            yield item.problem("L203", message, "put the whole text in quotes", WARNING)
        if key == "en" and CHINESE.search(item.value) and not LATIN.search(item.value):
            message = f"'{item.value}' is no English name"
            yield item.problem("L203", message, "are two languages exchanged?", WARNING)
        if key in ("ja", "zh") and LATIN.search(item.value) and not CHINESE.search(item.value):
            hint = "write it as it is printed there, or leave the language off"
            yield item.problem("L203", f"'{item.value}' is in Latin letters", hint, WARNING)


def _names_apart(subject: Subject) -> Iterator[Problem]:
    """Two patterns that are shown under one name."""
    seen: dict[str, str] = {}
    for pattern, entry in subject.patterns:
        name = entry.get("name")
        shown = (name.get("en") or name) if name else None
        before = seen.setdefault(shown.text().casefold(), pattern.id) if shown else pattern.id
        if before != pattern.id and shown is not None and subject.is_own(shown):
            message = f"'{shown.text()}' is the name of '{before}' already"
            yield shown.problem("L405", message, "let readers tell the two apart", WARNING)


def _problem(code: str, what: str, entries: list[Item], severity: str) -> Problem:
    """What some entries lack, at the first of them."""
    if len(entries) > 1:
        what = what.replace("has ", "have ", 1)
    place, names = entries[0], [_shown(entry) for entry in entries]
    is_keyed = bool(place.path) and isinstance(place.path[-1], str)
    return place.problem(code, f"{some_of(names)} {what}", "", severity, key=is_keyed)


def _shown(entry: Item) -> str:
    return f"'{entry.text_at('id', entry.key)}'" if entry.path else "the ruleset"


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
        asked = [language for language in LANGUAGES if subject.ruleset.spoken(language) == language]
        missing = [language for language in asked if language not in name.fields]
        if missing:
            yield "L901", f"has no name in {' and '.join(missing)}", entry


def _examples(entry: Item) -> Iterator[Lack]:
    holds, fails = entry.get("holds"), entry.get("fails")
    if holds is None:
        yield "L904", "has no examples" if fails is None else "has no example under holds", entry
    elif fails is None and (entry.get("when") or entry.get("match")):
        yield "L904", "has no example under fails", entry
