"""Builds kinds of set, shapes and named facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scorer.errors import nearest
from scorer.language.expressions import read_expression, sort_of
from scorer.language.nodes import Node
from scorer.language.vocabulary import TRUTH, Scope
from scorer.readings import SetKind, Shape
from scorer.ruleset.building import Building, by_name, flag, texts, whole
from scorer.ruleset.items import Item
from scorer.ruleset.model import Fact, TileClass
from scorer.tiles import TileSet

MOST_TILES = 24
KNITTED = re.compile(r"(?:[0-9]+[A-Za-z])+\Z")
USUAL_KINDS = "usual"


def build_kinds(building: Building) -> tuple[tuple[SetKind, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Kinds of set, and words for several of them (`triplet: [pung, kong]`)."""
    item = building.root.get("sets")
    fields = item.fields if item else {}
    kinds = tuple(_kind(name, entry) for name, entry in fields.items() if entry.fields)
    unions = tuple(
        (name, tuple(e.text() for e in entry.entries)) for name, entry in fields.items() if not entry.fields
    )
    for name, members in unions:
        for member, entry in zip(members, fields[name].entries, strict=True):
            _known(building, entry, member, [kind.id for kind in kinds], "a kind of set")
    building.knows(kinds=frozenset(fields))
    for kind in kinds:
        _check_kind(building, fields[kind.id], kind)
    return kinds, unions


def _kind(name: str, item: Item) -> SetKind:
    words = {
        key: tuple(e.text() for e in item.fields[key].entries)
        for key in ("same", "differ")
        if key in item.fields
    }
    run = item.get("run")
    return SetKind(
        name,
        max(1, min(whole(item.get("size"), 3), 6)),
        words.get("same", ()),
        words.get("differ", ()),
        run.text() if run else "",
        max(1, whole(item.get("step"), 1)),
        flag(item.get("declared")),
        texts(item.get("name")) or (("en", name.replace("_", " ")),),
    )


def _check_kind(building: Building, item: Item, kind: SetKind) -> None:
    attributes = building.names.attributes
    for key in ("same", "differ", "run"):
        for entry in item.fields[key].entries if key in item.fields else []:
            _known(
                building,
                entry,
                entry.text(),
                attributes,
                "an attribute of the tiles",
                building.is_standard(entry),
            )


def _known(
    building: Building,
    item: Item,
    word: str,
    known: list[str] | tuple[str, ...],
    what: str,
    quiet: bool = False,
) -> bool:
    if word in known or quiet:
        return True
    close = nearest(word, known, 1)
    hint = f"did you mean '{close[0]}'?" if close else "known: " + ", ".join(known)
    building.problems.append(item.problem("L301", f"'{word}' is not {what}", hint=hint, length=len(word)))
    return False


def build_shapes(
    building: Building, tileset: TileSet, classes: tuple[TileClass, ...], kinds: tuple[SetKind, ...]
) -> tuple[tuple[Shape, ...], tuple[tuple[str, Node], ...]]:
    """Shapes, and the conditions under which some of them are open."""
    masks = {item.id: item.mask for item in classes}
    item = building.root.get("shapes")
    building.knows(shapes=frozenset(item.fields if item else {}))
    usual = tuple(kind.id for kind in kinds if kind.id in _usual(building))
    shapes = by_name(item, lambda name, entry: _shape(building, name, entry, masks, usual))
    conditions = (
        (name, node)
        for name, entry in (item.fields if item else {}).items()
        if (node := building.condition(entry.get("when"), Scope.HAND)) is not None
    )
    return shapes, tuple(conditions)


def _usual(building: Building) -> tuple[str, ...]:
    """The kinds that a shape is made of unless it names them: the union of that name."""
    return dict(_unions(building)).get(USUAL_KINDS, ())


def _shape(building: Building, name: str, item: Item, masks: dict[str, int], usual: tuple[str, ...]) -> Shape:
    label = texts(item.get("name")) or (("en", name.replace("_", " ")),)
    if item.get("pairs"):
        pairs, different = whole(item.get("pairs")), flag(item.get("different"))
        shape = Shape(name, "pairs", 2 * pairs, pairs=pairs, different=different)
    elif item.get("one_of_each"):
        mask = _class(building, item.fields["one_of_each"], masks)
        shape = Shape(name, "one_of_each", mask.bit_count() + 1, mask=mask)
    elif item.get("from"):
        mask, rows = _from(building, item.fields["from"], masks)
        shape = Shape(name, "different", whole(item.get("different")), mask=mask, knitted=rows)
    else:
        return _sized(building, item, _of_sets(building, name, item, usual, label))
    return _sized(building, item, replace(shape, concealed=True, names=label))


def _of_sets(
    building: Building,
    name: str,
    item: Item,
    usual: tuple[str, ...],
    label: tuple[tuple[str, str], ...],
) -> Shape:
    sets, pairs, singles = whole(item.get("sets")), whole(item.get("pair")), whole(item.get("singles"))
    fixed, kinds = item.get("fixed"), item.get("kinds")
    knitted = fixed.text().replace(" ", "") if fixed else ""
    if fixed and not KNITTED.match(knitted):
        building.problems.append(
            fixed.problem("L205", f"'{knitted}' are no knitted rows", hint="like 147A258B369C")
        )
        knitted = ""
    if kinds:
        usual = tuple(
            kind
            for entry in kinds.entries
            if _known(building, entry, entry.text(), sorted(building.names.kinds), "a kind of set")
            for kind in dict(_unions(building)).get(entry.text(), (entry.text(),))
        )
    size = 3 * sets + 2 * pairs + singles + sum(letter.isdigit() for letter in knitted)
    way = "fixed" if knitted else "sets"
    concealed = flag(item.get("concealed"))
    return Shape(name, way, size, sets, pairs, singles, usual, False, concealed, 0, knitted, label)


def _unions(building: Building) -> Iterator[tuple[str, tuple[str, ...]]]:
    item = building.root.get("sets")
    for name, entry in (item.fields if item else {}).items():
        if not entry.fields:
            yield name, tuple(e.text() for e in entry.entries)


def _sized(building: Building, item: Item, shape: Shape) -> Shape:
    if not 1 <= shape.size <= MOST_TILES:
        message = f"a shape of {shape.size} tiles; 1 to {MOST_TILES} are possible"
        building.problems.append(
            item.problem("L205", message, hint="say sets, pair, pairs, one_of_each, fixed or from")
        )
    return shape


def _class(building: Building, item: Item, masks: dict[str, int]) -> int:
    name = item.text()
    return masks[name] if _known(building, item, name, sorted(masks), "a tile class") else 0


def _from(building: Building, item: Item, masks: dict[str, int]) -> tuple[int, str]:
    """`147A 258B 369C honor`: the classes as one mask, the knitted rows as one text."""
    mask, knitted = 0, ""
    for word in item.text().split():
        if KNITTED.match(word):
            knitted += word
        elif _known(building, item, word, sorted(masks), "a tile class"):
            mask |= masks[word]
    return mask, knitted


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
    building.ask(item, node, gives, flaws)
    building.knows(named={**building.names.named, name: (gives, reached)})
    return Fact(name, node, gives, texts(entry.get("name")))
