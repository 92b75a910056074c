"""Builds kinds of set and named facts."""

from __future__ import annotations

import re

from scorer.language.expressions import read_expression, sort_of
from scorer.language.nodes import Node
from scorer.language.vocabulary import TRUTH, Scope
from scorer.readings import SetKind
from scorer.ruleset.build_classes import fixed_class
from scorer.ruleset.building import MOST_IN_ONE, Building, flag, known, texts, whole
from scorer.ruleset.items import Item
from scorer.ruleset.model import Fact, TileClass

MOST_TILES = 6


def build_kinds(
    building: Building, classes: tuple[TileClass, ...]
) -> tuple[tuple[SetKind, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Kinds of set, and words for several of them (`triplet: [pung, kong]`)."""
    item = building.root.get("sets")
    fields = item.fields if item else {}
    masks = {item.id: item.mask for item in classes}
    kinds = tuple(_kind(building, name, entry, masks) for name, entry in fields.items() if entry.fields)
    unions = tuple(
        (name, tuple(e.text() for e in entry.entries)) for name, entry in fields.items() if not entry.fields
    )
    for name, members in unions:
        for member, entry in zip(members, fields[name].entries, strict=True):
            known(building, entry, member, [kind.id for kind in kinds], "a kind of set")
    building.knows(kinds=frozenset(fields))
    for kind in kinds:
        _check_kind(building, fields[kind.id], kind)
    return kinds, unions


def _kind(building: Building, name: str, item: Item, masks: dict[str, int]) -> SetKind:
    words = {
        key: tuple(e.text() for e in item.fields[key].entries)
        for key in ("same", "differ")
        if key in item.fields
    }
    run, of = item.get("run"), item.get("of")
    return SetKind(
        name,
        min(whole(item.get("size"), 3), MOST_TILES),
        words.get("same", ()),
        words.get("differ", ()),
        run.text() if run else "",
        max(1, whole(item.get("step"), 1)),
        flag(item.get("declared")),
        texts(item.get("name")) or (("en", name.replace("_", " ")),),
        fixed_class(building, of, of.text(), masks) if of else None,
    )


def _check_kind(building: Building, item: Item, kind: SetKind) -> None:
    attributes, size = building.names.attributes, item.get("size")
    if size and not 1 <= whole(size) <= MOST_TILES:
        message = f"a set of {whole(size)} tiles; 1 to {MOST_TILES} are possible"
        building.problems.append(size.problem("L205", message, length=0))
    for key in ("same", "differ", "run"):
        for entry in item.fields[key].entries if key in item.fields else []:
            known(
                building,
                entry,
                entry.text(),
                attributes,
                "an attribute of the tiles",
                building.is_standard(entry),
            )


def build_facts(building: Building) -> tuple[Fact, ...]:
    """Named expressions; those that others need are read first, a circle is a fault."""
    item = building.root.get("facts")
    waiting = dict(item.fields if item else {})
    found: dict[str, Fact] = {}
    while waiting:
        ready = [name for name, entry in waiting.items() if not _asks(entry, waiting, name)]
        if not ready:
            _circle(building, waiting)
            ready = list(waiting)
            guessed = dict.fromkeys(ready, (TRUTH, Scope.HAND))
            building.knows(named={**building.names.named, **guessed})
        for name in ready:
            found[name] = _fact(building, name, waiting.pop(name))
    return tuple(found[name] for name in (item.fields if item else {}))


def _asks(entry: Item, waiting: dict[str, Item], own: str) -> bool:
    """Whether an expression mentions a fact that is still to be read."""
    words = set(re.findall(r"[a-z_][a-z0-9_]*", _expression_item(entry).text()))
    return bool(words & set(waiting))


def _expression_item(entry: Item) -> Item:
    return entry.get("is") or entry


def _circle(building: Building, waiting: dict[str, Item]) -> None:
    names = ", ".join(waiting)
    entry = next(iter(waiting.values()))
    building.problems.append(
        _expression_item(entry).problem("L403", f"these facts are made of each other: {names}")
    )


def _fact(building: Building, name: str, entry: Item) -> Fact:
    item = _expression_item(entry)
    gives = sort_of(item.text(), building.names, Scope.AWARD) or TRUTH
    node, reached, flaws = read_expression(item.text(), building.names, Scope.AWARD, gives)
    building.note(item, flaws)
    size = building.size_of(node)
    if size > MOST_IN_ONE:
        message = f"made of {size:,} parts with all the facts in it; at most {MOST_IN_ONE:,}"
        building.problems.append(item.problem("L309", message, length=len(item.text())))
        node, size = Node("truth", (False,), item.text()), 1
    building.sizes[name] = size
    building.ask(item, node, gives, flaws)
    building.knows(named={**building.names.named, name: (gives, reached)})
    return Fact(name, node, gives, texts(entry.get("name")))
