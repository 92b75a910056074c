"""Builds what a hand is worth and who pays: bonuses, the second sheet, tables, limits, payments."""

from __future__ import annotations

from scorer.language.nodes import Node
from scorer.language.vocabulary import AMOUNTS, NUMBER, Scope
from scorer.ruleset.building import (
    NUMBER_ZERO,
    TRUE,
    Building,
    first_text,
    flag,
    texts,
    whole,
)
from scorer.ruleset.items import Item
from scorer.ruleset.model import (
    Amount,
    Bonus,
    Limit,
    Sheet,
    SheetItem,
    TopTier,
)

SHEET = "fu"
BASE = "base"


def declare_amounts(building: Building, unit: str) -> None:
    """Makes the numbers known that are worked out while a hand is valued."""
    tier, amounts = building.root.get("top_tier_only"), building.root.get("amounts")
    tier_unit = tier.get("unit") if tier and tier.fields else None
    words = {*AMOUNTS, unit, *(amounts.fields if amounts else ())}
    words |= {SHEET} if building.root.get(SHEET) else set()
    words |= {tier_unit.text()} if tier_unit else set()
    building.knows(amounts=frozenset(words))


def build_bonuses(building: Building) -> tuple[Bonus, ...]:
    item = building.root.get("bonuses")
    return tuple(_bonus(building, entry) for entry in (item.entries if item else []) if entry.fields)


def _bonus(building: Building, item: Item) -> Bonus:
    enabled, when = (
        building.condition(item.get("enabled"), Scope.OPTIONS),
        building.condition(item.get("when")),
    )
    both = Node("and", (enabled, when)) if enabled and when else enabled or when
    value = building.number(item.get("value"), Scope.READING)
    return Bonus(
        id_of(item),
        names_of(item),
        value or Node("number", (1,), "1"),
        building.number(item.get("count"), Scope.READING),
        both,
        texts(item.get("definition")),
        first_text(item.get("source")),
    )


def id_of(item: Item) -> str:
    found = item.get("id")
    return found.text() if found else "unnamed"


def names_of(item: Item) -> tuple[tuple[str, str], ...]:
    return texts(item.get("name")) or (("en", id_of(item).replace("_", " ")),)


def build_sheet(building: Building) -> Sheet | None:
    """The second sheet of values."""
    item = building.root.get(SHEET)
    if item is None:
        return None
    parts = {
        name: tuple(_sheet_item(building, e, p) for p, e in enumerate(item.fields[name].entries) if e.fields)
        for name in ("items", "fixed")
        if name in item.fields
    }
    return Sheet(
        SHEET, parts.get("items", ()), parts.get("fixed", ()), max(1, whole(item.get("round_up_to"), 1))
    )


def _sheet_item(building: Building, item: Item, place: int) -> SheetItem:
    value = building.number(item.get(SHEET), Scope.OPTIONS) or NUMBER_ZERO
    name = id_of(item) if item.get("id") else f"fixed_{place + 1}"
    label = texts(item.get("name")) or (("en", name.replace("_", " ")),)
    return SheetItem(
        name, value, label, building.condition(item.get("when")), building.selector(item.get("each"))
    )


def build_tier(building: Building) -> TopTier | None:
    item = building.root.get("top_tier_only")
    if item is None:
        return None
    if not item.fields:
        return TopTier(item.whole())
    unit = item.get("unit")
    return TopTier(
        whole(item.get("from")),
        unit.text() if unit else "",
        max(1, whole(item.get("each"), 1)),
        building.condition(item.get("add"), Scope.OPTIONS),
        building.number(item.get("cap"), Scope.OPTIONS),
    )


def build_amounts(building: Building) -> tuple[Amount, ...]:
    """Amounts are worked out in order: each knows those before it, and none the base."""
    item, known = building.root.get("amounts"), building.names.amounts
    fields = item.fields if item else {}
    found = []
    for place, (name, entry) in enumerate(fields.items()):
        _knows_without(building, known, {*list(fields)[place:], BASE})
        found.append(_amount(building, name, entry))
    building.knows(amounts=known, later=frozenset())
    return tuple(found)


def build_base(building: Building) -> Node:
    known = building.names.amounts
    _knows_without(building, known, {BASE})
    node = building.number(building.root.get(BASE)) or NUMBER_ZERO
    building.knows(amounts=known, later=frozenset())
    return node


def _knows_without(building: Building, known: frozenset[str], later: set[str]) -> None:
    building.knows(amounts=known - later, later=frozenset(later))


def _amount(building: Building, name: str, item: Item) -> Amount:
    node = building.number(item.get("is") or item) or NUMBER_ZERO
    label = texts(item.get("name")) or (("en", name.replace("_", " ")),)
    return Amount(name, node, label, building.condition(item.get("when"), Scope.AWARD))


def build_limits(building: Building) -> tuple[Limit, ...]:
    item = building.root.get("limits")
    return tuple(
        Limit(
            id_of(e),
            names_of(e),
            building.condition(e.get("when"), Scope.AWARD) or TRUE,
            building.number(e.get("base")),
        )
        for e in (item.entries if item else [])
        if e.fields
    )


def minimum_and_maximum(building: Building) -> tuple[Node | None, Node | None]:
    """What the patterns must reach, and the most that a hand counts."""
    root = building.root
    return building.number(root.get("minimum"), Scope.HAND), building.expression(
        root.get("maximum"), Scope.OPTIONS, NUMBER
    )


def highest_only(building: Building) -> bool:
    return flag(building.root.get("highest_only"))
