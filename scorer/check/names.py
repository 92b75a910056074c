"""Names, and what is said of those who bear them: what nothing asks for, what is missing.

L901 to L904  names, definitions, sources and examples that are missing; a shipped ruleset must have them all,
              in another file one warning for each sort is enough
L907, L908    names that nothing asks for, choices of an option that make no difference
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.check.subject import NO_CONDITIONS, WARNING, Subject, meant, parts_of, some_of
from scorer.errors import Problem, nearest
from scorer.language.nodes import COMPARE, Node
from scorer.ruleset.build_worth import RELATIONS
from scorer.ruleset.items import Item
from scorer.ruleset.model import Option, Value
from scorer.tiles import LANGUAGES

# ---- L907: names that nothing asks for

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PROSE = ("name", "definition", "source", "notes", "about", "help", "holds", "fails", "why", "family")
NAMES_ONLY = ("id", "group", "drop", "extends", "unit", "link", *RELATIONS)
SECTIONS = {
    "tiles": "class", "facts": "fact", "options": "option", "tables": "table", "indicators": "indicator",
    "sets": "kind of set", "amounts": "number",
}  # fmt: skip
"""Sections whose entries are there to be asked for, and what an entry is."""


def names_used(subject: Subject) -> Iterator[Problem]:
    """Every name of the file that nothing asks for; in a file with broken expressions nothing is said."""
    if any(p.is_error and p.code[:2] in ("L3", "L2", "L4") for p in subject.loaded.problems):
        return
    used, options = set(_words(subject.root, ())), _asked_options(subject)
    for section, what in SECTIONS.items():
        for name, item in subject.own(section):
            if name != "table" and name not in (options if section == "options" else used):
                yield item.problem("L907", f"nothing asks for the {what} '{name}'", "", WARNING, key=True)
    yield from _circumstances(subject)
    yield from _choices(subject, options)


def _asked_options(subject: Subject) -> set[str]:
    nodes = (part for asked in subject.building.asked for part in asked.node.walk())
    return {part.args[0] for part in nodes if part.op == "option"} | _liability_words(subject)


def _liability_words(subject: Subject) -> set[str]:
    liability = subject.root.at("payment", "liability")
    return set(_words(liability, ())) if liability else set()


def _words(item: Item, path: tuple[str, ...]) -> Iterator[str]:
    """Every word of every expression; the name of an entry is no use of it."""
    if path and path[-1] in (*PROSE, *NAMES_ONLY):
        return
    if isinstance(item.value, dict):
        for key, entry in item.value.items():
            if _asks_by_key(path, key):
                yield from WORD.findall(key)
            yield from _words(entry, (*path, key))
    elif isinstance(item.value, list):
        for entry in item.value:
            yield from _words(entry, path)
    else:
        yield from WORD.findall(item.text())


def _asks_by_key(path: tuple[str, ...], key: str) -> bool:
    """Whether the keys of a mapping are expressions, or names of something defined elsewhere."""
    return bool(path) and (
        path[-1] in ("requires", "to_win")
        or path[-2:] == ("liability", "patterns")
        or path[-3:-1] == ("liability", "fed")
    )


def _circumstances(subject: Subject) -> Iterator[Problem]:
    """Circumstances whose fact no rule asks: they can be said of a hand and change nothing."""
    asked = {
        part.args[0]
        for asked in subject.building.asked
        if asked.item.path[:1] != ("circumstances",)
        for part in asked.node.walk()
        if part.op == "fact"
    }
    own = subject.own("circumstances")
    declared = {(item.get("fact") or item).text() or name for name, item in own}
    for name, item in own:
        fact, what = item.get("fact"), item.text_at("fact", name)
        if what in asked or item.get("requires") is not None or item.get("tiles") is not None:
            continue  # asked for, or it excludes others
        close = nearest(what, asked - declared, 1)
        message = f"no rule asks for '{what}': saying it of a hand changes nothing"
        place, key = (fact, False) if fact is not None and close else (item, True)
        yield place.problem("L907", message, meant(close), WARNING, key=key, length=len(what))


# ---- L908: choices that make no difference


def _choices(subject: Subject, asked: set[str]) -> Iterator[Problem]:
    """Two choices of an option that no rule tells apart."""
    for option in subject.ruleset.options:
        places = subject.root.at("options", option.id, "choices")
        if not subject.is_own(places) or option.id not in asked:
            continue
        seen: dict[object, Value] = {}
        for choice, place in zip(option.choices, places.entries, strict=False):
            same = seen.setdefault(_told(subject, option, choice), choice)
            if same != choice:
                yield place.problem("L908", f"no rule tells '{choice}' from '{same}'", "", WARNING)


def _told(subject: Subject, option: Option, choice: Value) -> object:
    """What every comparison with the option gives for a choice; other uses tell all choices apart."""
    results: list[object] = []
    for asked in subject.building.asked:
        if asked.sort not in NO_CONDITIONS:
            results += [choice] if _is(asked.node, option) else []
            for part in parts_of(asked.node):
                results += _results(part, option, choice)
    return (*results, *([choice] if option.id in _liability_words(subject) else []))


def _results(part: Node, option: Option, choice: Value) -> list[object]:
    if not any(_is(below, option) for below in part.parts):
        return [choice] if _is(part, option) and not part.text else []
    if part.op == "compare" and len(part.args) == 3:
        left, op, right = part.args
        constant = right if _is(left, option) else left
        if constant.op in ("number", "word", "truth"):
            other = constant.args[0]
            pair = (choice, other) if _is(left, option) else (other, choice)
            return [COMPARE[op](*pair)] if type(choice) is type(other) else [choice]
    return [choice]


def _is(node: Node, option: Option) -> bool:
    return node.op == "option" and node.args[0] == option.id


# ---- L901 to L904: what is missing

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
        if entry.get("id") is None:
            continue
        yield from _texts(subject, entry)
        yield from _examples(entry)
    for entry in subject.root.mappings_at("bonuses"):
        yield from _texts(subject, entry)
    for entry in subject.root.mappings_at("limits"):
        yield from _name(subject, entry)
    for section in ("circumstances", "indicators"):
        for entry in subject.root.fields_at(section).values():
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
