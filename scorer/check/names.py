"""Names: those that expressions cannot use, that are taken, that hide one another, that nothing asks for.

L205, L404, L405  words of the language, ids that stand twice, names that hide one another
L907, L908        names that nothing asks for, choices of an option that make no difference
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from scorer.check.subject import NO_CONDITIONS, Subject, meant, parts_of
from scorer.errors import Problem, nearest
from scorer.language.nodes import Node
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.build_patterns import RELATIONS
from scorer.ruleset.items import Item
from scorer.ruleset.model import Option, Value

# ---- L205, L404, L405: names that cannot be reached

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


# ---- L907: names that nothing asks for

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PROSE = ("name", "definition", "source", "notes", "about", "help", "holds", "fails", "why", "family")
NAMES_ONLY = ("id", "group", "drop", "extends", "unit", "link", *RELATIONS)
SECTIONS = {
    "tiles": "class",
    "facts": "fact",
    "options": "option",
    "tables": "table",
    "indicators": "indicator",
    "sets": "kind of set",
}
"""Sections whose entries are there to be asked for, and what an entry is."""
COMPARED = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def names_used(subject: Subject) -> Iterator[Problem]:
    """Every name of the file that nothing asks for; in a file with broken expressions nothing is said."""
    if any(p.severity == "error" and p.code[:2] in ("L3", "L2", "L4") for p in subject.loaded.problems):
        return
    used = set(_words(subject.root, ()))
    for section, what in SECTIONS.items():
        found = subject.section(section)
        for name, item in (found.fields if found else {}).items():
            if name != "table" and subject.is_own(item) and not _is_used(subject, section, name, used):
                yield item.problem(
                    "L907", f"nothing asks for the {what} '{name}'", key=True, severity="warning"
                )
    yield from _circumstances(subject)
    yield from _choices(subject)


def _is_used(subject: Subject, section: str, name: str, used: set[str]) -> bool:
    if section == "options":
        return name in _asked_options(subject)
    return name in used


def _asked_options(subject: Subject) -> frozenset[str]:
    liability = subject.section("payment", "liability")
    return subject.asked_options | (set(_words(liability, ())) if liability else set())


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
    return bool(path) and (path[-1] in ("requires", "to_win") or path[-2:] == ("liability", "patterns"))


def _circumstances(subject: Subject) -> Iterator[Problem]:
    """Circumstances whose fact no rule asks: they can be said of a hand and change nothing."""
    found = subject.section("circumstances")
    asked = {
        part.args[0]
        for asked in subject.building.asked
        if asked.item.path[:1] != ("circumstances",)
        for part in asked.node.walk()
        if part.op == "fact"
    }
    own = {name: item for name, item in (found.fields if found else {}).items() if subject.is_own(item)}
    declared = [(item.get("fact") or item).text() or name for name, item in own.items()]
    for name, item in own.items():
        fact = item.get("fact")
        what = fact.text() if fact else name
        excludes_others = item.get("requires") is not None or item.get("tiles") is not None
        if what not in asked and not excludes_others:
            close = nearest(what, asked - set(declared), 1)
            hint = meant(close)
            message = f"no rule asks for '{what}': saying it of a hand changes nothing"
            place, key = (fact, False) if fact is not None and close else (item, True)
            yield place.problem("L907", message, key=key, length=len(what), hint=hint, severity="warning")


# ---- L908: choices that make no difference


def _choices(subject: Subject) -> Iterator[Problem]:
    """Two choices of an option that no rule tells apart."""
    for option in subject.ruleset.options:
        item = subject.section("options", option.id)
        places = item.get("choices") if item else None
        if places is None or not subject.is_own(places) or option.id not in _asked_options(subject):
            continue
        seen: dict[object, Value] = {}
        for choice, place in zip(option.choices, places.entries, strict=False):
            same = seen.setdefault(_told(subject, option, choice), choice)
            if same != choice:
                message = f"no rule tells '{choice}' from '{same}'"
                yield place.problem("L908", message, length=0, severity="warning")


def _told(subject: Subject, option: Option, choice: Value) -> object:
    """What every comparison with the option gives for a choice; other uses tell all choices apart."""
    results: list[object] = []
    for asked in subject.building.asked:
        if asked.sort not in NO_CONDITIONS:
            results += [choice] if _is(asked.node, option) else []
            for part in parts_of(asked.node):
                results += _results(part, option, choice)
    liability = subject.section("payment", "liability")
    if liability and option.id in _words(liability, ()):
        results.append(choice)
    return tuple(results)


def _results(part: Node, option: Option, choice: Value) -> list[object]:
    if not any(_is(below, option) for below in part.parts):
        return [choice] if _is(part, option) and not part.text else []
    if part.op == "compare" and len(part.args) == 3:
        left, op, right = part.args
        constant = right if _is(left, option) else left
        if constant.op in ("number", "word", "truth"):
            other = constant.args[0]
            pair = (choice, other) if _is(left, option) else (other, choice)
            return [COMPARED[op](*pair)] if type(choice) is type(other) else [choice]
    return [choice]


def _is(node: Node, option: Option) -> bool:
    return node.op == "option" and node.args[0] == option.id
