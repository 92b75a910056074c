"""Names: those that expressions cannot use, that are taken, that hide one another, that nothing asks for.

L205, L404, L405  words of the language, ids that stand twice, names that hide one another
L907, L908        names that nothing asks for, choices of an option that make no difference
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.check.subject import NO_CONDITIONS, WARNING, Subject, meant, parts_of
from scorer.errors import Problem, nearest
from scorer.language.nodes import COMPARE, Node
from scorer.ruleset.build_patterns import RELATIONS
from scorer.ruleset.items import Item
from scorer.ruleset.model import Option, Value

# ---- L907: names that nothing asks for

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PROSE = ("name", "definition", "source", "notes", "about", "help", "holds", "fails", "why", "family")
NAMES_ONLY = ("id", "group", "drop", "extends", "unit", "link", *RELATIONS)
SECTIONS = {
    "tiles": "class", "facts": "fact", "options": "option", "tables": "table", "indicators": "indicator",
    "sets": "kind of set",
}  # fmt: skip
"""Sections whose entries are there to be asked for, and what an entry is."""


def names_used(subject: Subject) -> Iterator[Problem]:
    """Every name of the file that nothing asks for; in a file with broken expressions nothing is said."""
    if any(p.severity == "error" and p.code[:2] in ("L3", "L2", "L4") for p in subject.loaded.problems):
        return
    used, options = set(_words(subject.root, ())), _asked_options(subject)
    for section, what in SECTIONS.items():
        for name, item in subject.own(section):
            if name != "table" and name not in (options if section == "options" else used):
                yield item.problem("L907", f"nothing asks for the {what} '{name}'", "", WARNING, key=True)
    yield from _circumstances(subject)
    yield from _choices(subject, options)


def _asked_options(subject: Subject) -> set[str]:
    """The options that expressions ask for."""
    nodes = (part for asked in subject.building.asked for part in asked.node.walk())
    return {part.args[0] for part in nodes if part.op == "option"} | _liability_words(subject)


def _liability_words(subject: Subject) -> set[str]:
    liability = subject.section("payment", "liability")
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
        places = subject.section("options", option.id, "choices")
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
