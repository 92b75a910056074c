"""Builds the model of a ruleset out of a rule file merged with all that it extends.

The order matters: what is declared early is known to every expression that is read later.
"""

from __future__ import annotations

from typing import NamedTuple

from scorer.language.nodes import Node
from scorer.language.vocabulary import NUMBER, TRUTH, OptionSort
from scorer.readings.shapes import SetKind, Shape
from scorer.ruleset.build_sets import build_facts, build_kinds, build_shapes
from scorer.ruleset.build_tiles import build_classes, build_tileset, kinds_of
from scorer.ruleset.build_worth import (
    build_amounts,
    build_base,
    build_bonuses,
    build_maximum,
    build_patterns,
    build_payment,
    build_sheet,
    build_tables,
    build_tier,
    declare_amounts,
    declare_awards,
)
from scorer.ruleset.builder import Building, by_name, first_text, made, whole
from scorer.ruleset.items import Item
from scorer.ruleset.model import (
    NUMBER_ZERO,
    Circumstance,
    Fact,
    Indicator,
    Option,
    Pattern,
    Payment,
    Ruleset,
    TileClass,
    Unit,
    Value,
    ValueTable,
    value_fault,
)
from scorer.ruleset.source import Source
from scorer.tiles import TileSet
from scorer.values import dataclass, replace

FOUR = Node("number", (4,), "4")


@dataclass(frozen=True)
class Merged:
    """A rule file with everything that it extends, as one item."""

    root: Item
    chain: tuple[str, ...]
    dropped: frozenset[str]
    path: str
    standard: Source
    """the file of defaults, which lies below all others"""
    files: tuple[tuple[str, str], ...] = ()
    """every file with the digest of its bytes"""


class Box(NamedTuple):
    """What a hand is made of, before any pattern is read."""

    options: tuple[Option, ...]
    tileset: TileSet
    counted: tuple[tuple[str, Node], ...]
    classes: tuple[TileClass, ...]
    kinds: tuple[SetKind, ...]
    unions: tuple[tuple[str, tuple[str, ...]], ...]
    tables: tuple[ValueTable, ...]


def build(file: Merged, ident: str) -> tuple[Ruleset, Building]:
    """The model, and everything that was found wrong on the way."""
    building = Building(file.root, dropped=file.dropped, standard=file.standard)
    box = _box(building)
    unit = file.root.text_at("unit", "points")
    declare_amounts(building, unit)
    declare_awards(building)
    shapes, conditions = build_shapes(building, box.classes, box.kinds, box.unions)
    facts = build_facts(building)
    patterns, otherwise = build_patterns(building, unit)
    ruleset = _ruleset(building, file, ident, box, shapes, facts, patterns)
    ruleset = replace(ruleset, shape_conditions=conditions, otherwise=otherwise)
    ruleset = _with_worth(_with_winning(_with_situation(ruleset, building), building), building)
    return _with_circumstances(ruleset, building), building


def _box(building: Building) -> Box:
    options = build_options(building)
    declare_facts(building)
    tileset, counted = build_tileset(building)
    suited = {a for kind in tileset.kinds for a, _ in kind.attributes}
    attributes = tuple(dict.fromkeys((*tileset.attributes, *sorted(suited), "tile")))
    letters = frozenset(suit.letter for suit in tileset.suits)
    values = {name: _values(tileset, name) for name in attributes}
    building.knows(attributes=attributes, suit_letters=letters, values=values)
    classes = build_classes(building, tileset)
    kinds, unions = build_kinds(building, classes)
    return Box(options, tileset, counted, classes, kinds, unions, build_tables(building))


def _values(tileset: TileSet, attribute: str) -> frozenset[str | int]:
    """What the tiles have of an attribute; `tile` is one that every tile has."""
    tiles = [kind for kind in tileset.kinds if kind.role == "tile"]
    if attribute == "tile":
        return frozenset(kind.id for kind in tiles)
    return frozenset(kind.attribute[attribute] for kind in tiles if attribute in kind.attribute)


def _ruleset(
    building: Building,
    file: Merged,
    ident: str,
    box: Box,
    shapes: tuple[Shape, ...],
    facts: tuple[Fact, ...],
    patterns: tuple[Pattern, ...],
) -> Ruleset:
    """The ruleset up to its patterns; nobody pays yet."""
    root = building.root
    ruleset = Ruleset(
        id=ident,
        names=(("en", ident),),
        about="",
        family="",
        unit="points",
        tileset=box.tileset,
        players=FOUR,
        patterns=patterns,
        shapes=shapes,
        kinds=box.kinds,
        kind_unions=box.unions,
        classes=box.classes,
        base=NUMBER_ZERO,
        payment=Payment(),
        file=file.path,
        files=file.files,
        source=first_text(root.get("source")),
        extends=file.chain,
        options=box.options,
        facts=facts,
        tables=box.tables,
        option_counts=box.counted,
        units=by_name(root.fields_at("units"), lambda name, item: made(building, Unit, item, id=name)),
    )
    plain = ("name", "about", "family", "unit", "notes", "remarks", "native", "players", "calls")
    return building.adding(ruleset, *plain)


def _with_situation(ruleset: Ruleset, building: Building) -> Ruleset:
    seats = building.root.get("seats") or Item({}, building.root.source, ())
    return replace(
        ruleset,
        indicators=build_indicators(building, ruleset.tileset),
        default_self_draw=building.root.text_at("default_win") == "self_draw",
        default_seat=seats.text_at("seat", "S"),
        default_round=seats.text_at("round", "E"),
    )


def _with_winning(ruleset: Ruleset, building: Building) -> Ruleset:
    """Adds which patterns stay and what a hand needs to win."""
    ruleset = replace(ruleset, top_tier=build_tier(building), maximum=build_maximum(building))
    return building.adding(ruleset, "highest_only", "formal_waits", "minimum", "to_win", "penalties")


def _with_worth(ruleset: Ruleset, building: Building) -> Ruleset:
    """Adds what the patterns are worth together, and who pays."""
    ruleset = replace(
        ruleset,
        bonuses=build_bonuses(building),
        sheet=build_sheet(building),
        amounts=build_amounts(building),
        base=build_base(building),
    )
    return replace(building.adding(ruleset, "limits"), payment=build_payment(building))


def _with_circumstances(ruleset: Ruleset, building: Building) -> Ruleset:
    """Adds the circumstances: own ones, and standard ones whose fact some expression asks."""
    used = set(building.used_facts)
    circumstances = build_circumstances(building, ruleset.tileset)
    fields = building.root.fields_at("circumstances")
    kept = tuple(c for c in circumstances if c.fact in used or not building.is_standard(fields[c.id]))
    return replace(ruleset, circumstances=kept)


# ---- options, circumstances, indicators


def build_options(building: Building) -> tuple[Option, ...]:
    """The options, which are known to every expression from here on."""
    options = by_name(building.root.fields_at("options"), lambda name, item: _option(building, name, item))
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.knows(options=sorts)
    return options


def _option(building: Building, name: str, item: Item) -> Option:
    default_item = item.get("default")
    default: Value = _plain(default_item) if default_item else False
    words = tuple(map(_plain, item.entries_at("choices")))
    is_flag = isinstance(default, bool) and not words
    sort = TRUTH if is_flag else "word" if isinstance(default, str) else NUMBER
    text = (item.get("help") or item).text()
    option = made(building, Option, item, id=name, default=default, sort=sort, choices=words, help=text)
    message = value_fault(option, default)
    if sort == "word" and not words:
        message = (
            f"'{default}' is a word, and there are no choices; write true or false, a number, or choices"
        )
    if message and default_item:
        building.refuse(default_item, "L206", message)
    return option


def _plain(item: Item) -> Value:
    value = item.value
    return value if isinstance(value, bool | int | str) else item.text()


def declare_facts(building: Building) -> None:
    """Makes the facts that circumstances set known to expressions, before any is read."""
    facts: dict[str, str] = {}
    circumstances: dict[str, str] = {}
    for name, entry in building.root.fields_at("circumstances").items():
        word = _fact_of(name, entry)
        facts[word] = NUMBER if entry.get("number") else TRUTH
        circumstances[name] = word
    for name in building.dropped:
        facts.setdefault(name, TRUTH)
    building.knows(
        facts=facts,
        circumstances=circumstances,
        indicators=frozenset(building.root.fields_at("indicators")),
    )


def build_circumstances(building: Building, tileset: TileSet) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact."""
    fields = building.root.fields_at("circumstances")
    own = {_fact_of(name, e) for name, e in fields.items() if not building.is_standard(e)}
    kept = {n: e for n, e in fields.items() if not building.is_standard(e) or _fact_of(n, e) not in own}
    return tuple(_circumstance(building, name, entry, tileset) for name, entry in kept.items())


def _fact_of(name: str, item: Item) -> str:
    return item.text_at("fact", name)


def _circumstance(building: Building, name: str, item: Item, tileset: TileSet) -> Circumstance:
    number, tiles = item.get("number"), item.get("tiles")
    return made(
        building,
        Circumstance,
        item,
        id=name,
        fact=_fact_of(name, item),
        most=whole(number, 1) if number else 1,
        counted=number is not None,
        tiles=tuple(kinds_of(building, tiles, tileset)) if tiles else (),
    )


def build_indicators(building: Building, tileset: TileSet) -> tuple[Indicator, ...]:
    """The inputs of indicator tiles."""
    return by_name(
        building.root.fields_at("indicators"), lambda name, item: _indicator(building, name, item, tileset)
    )


def _indicator(building: Building, name: str, item: Item, tileset: TileSet) -> Indicator:
    if not tileset.order and item.text_at("shows", "next") == "next":
        message = f"no tile follows another in this set, so '{name}' points at nothing"
        hint = "give the tiles an order under 'tileset', or say shows: same"
        building.refuse(item, "L206", message, hint, key=True)
    return made(building, Indicator, item, id=name)
