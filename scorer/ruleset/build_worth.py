"""Builds what a hand is worth and who pays: bonuses, second sheet, tables, limits, payments, penalties."""

from __future__ import annotations

import re

from scorer.errors import did_you_mean
from scorer.language.nodes import Node
from scorer.language.vocabulary import AMOUNTS, NUMBER, Scope
from scorer.ruleset.builder import Building, by_name, first_text, made, whole
from scorer.ruleset.items import SHEET, Item
from scorer.ruleset.model import (
    NO_LIMIT,
    NUMBER_ZERO,
    Amount,
    Bonus,
    Liability,
    Payment,
    Sheet,
    SheetItem,
    TopTier,
    ValueTable,
)

ROW = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+)|(\+))?\Z")
MOST_ROWS = 200

NO_MAXIMUM = "none"


def build_tables(building: Building) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    tables = by_name(building.root.fields_at("tables"), lambda name, entry: _table(building, name, entry))
    building.knows(tables={table.id: table.columns for table in tables})
    return tables


def _table(building: Building, name: str, item: Item) -> ValueTable:
    rows = item.get("rows")
    columns = item.entries_at("columns") if rows else []
    keyed = (rows or item).fields
    found = [_row(building, key, entry, len(columns)) for key, entry in list(keyed.items())[:MOST_ROWS]]
    return ValueTable(name, tuple(c.text() for c in columns), tuple(row for row in found if row))


def _row(
    building: Building, key: str, item: Item, columns: int
) -> tuple[int, int | None, tuple[int, ...]] | None:
    match = ROW.match(key)
    if match is None:
        building.refuse(item, "L205", f"'{key}' is no row of a table", "3, 6-7 or 13+", key=True)
        return None
    values = tuple(entry.whole() for entry in item.entries)
    if len(values) != max(1, columns):
        message = f"{len(values)} numbers in a row of {max(1, columns)}"
        building.refuse(item, "L205", message)
        return None
    low = int(match[1])
    return low, None if match[3] else int(match[2] or low), values


BASE = "base"


def declare_amounts(building: Building, unit: str) -> None:
    """Makes the numbers known that are worked out while a hand is valued."""
    tier_unit = building.root.at("top_tier_only", "unit")
    words = {*AMOUNTS, unit, *building.root.fields_at("amounts")}
    words |= {_sheet_unit(sheet)} if (sheet := building.root.get(SHEET)) else set()
    words |= {tier_unit.text()} if tier_unit else set()
    building.knows(amounts=frozenset(words))


def build_bonuses(building: Building) -> tuple[Bonus, ...]:
    return tuple(_bonus(building, entry) for entry in building.root.entries_at("bonuses") if entry.fields)


def _bonus(building: Building, item: Item) -> Bonus:
    """A bonus that is not played is one whose condition does not hold."""
    enabled = building.condition(item.get("enabled"), Scope.OPTIONS)
    when = building.condition(item.get("when"))
    both = Node("and", (enabled, when)) if enabled and when else enabled or when
    return made(building, Bonus, item, when=both, source=first_text(item.get("source")))


def build_sheet(building: Building) -> Sheet | None:
    """The second sheet of values; without a unit it is called by what it is."""
    item = building.root.get(SHEET)
    if item is None:
        return None
    return made(
        building,
        Sheet,
        item,
        unit=_sheet_unit(item),
        items=_sheet_items(building, item.entries_at("items")),
        fixed=_sheet_items(building, item.entries_at("fixed")),
        round_up_to=max(1, whole(item.get("round_up_to"), 1)),
    )


def _sheet_unit(item: Item) -> str:
    return item.text_at("unit", SHEET)


def _sheet_items(building: Building, entries: list[Item]) -> tuple[SheetItem, ...]:
    """Items without an id are told by their place."""
    return tuple(
        made(building, SheetItem, entry, id=entry.text_at("id", f"fixed_{place}"))
        for place, entry in enumerate(entries, 1)
        if entry.fields
    )


def build_tier(building: Building) -> TopTier | None:
    item = building.root.get("top_tier_only")
    if item is None:
        return None
    if not item.fields:
        return TopTier(item.whole())
    each = item.get("each")
    if each is not None and each.whole(1) < 1:
        building.refuse(each, "L205", "the value of one unit is 1 or more")
    return made(building, TopTier, item, each=max(1, whole(each, 1)))


def build_amounts(building: Building) -> tuple[Amount, ...]:
    """Amounts are worked out in order: each knows those before it, and none the base."""
    fields, known = building.root.fields_at("amounts"), building.names.amounts
    found = []
    for place, (name, entry) in enumerate(fields.items()):
        _knows_without(building, known, {*list(fields)[place:], BASE})
        found.append(_amount(building, name, entry))
    building.knows(amounts=known, later=frozenset())
    return tuple(found)


def _amount(building: Building, name: str, item: Item) -> Amount:
    """An amount, which may be written as its expression alone."""
    node = building.number(item.get("is") or item) or NUMBER_ZERO
    return made(building, Amount, item, id=name, node=node)


def build_base(building: Building) -> Node:
    known = building.names.amounts
    _knows_without(building, known, {BASE})
    node = building.number(building.root.get(BASE)) or NUMBER_ZERO
    building.knows(amounts=known, later=frozenset())
    return node


def _knows_without(building: Building, known: frozenset[str], later: set[str]) -> None:
    building.knows(amounts=known - later, later=frozenset(later))


def build_maximum(building: Building) -> Node | None:
    """The most that a hand counts; with a condition, beyond all bounds where that fails."""
    item = building.root.get("maximum")
    if item is None or item.value == NO_MAXIMUM:
        return None
    node = building.expression(item.get("is") if item.fields else item, Scope.OPTIONS, NUMBER)
    condition = building.condition(item.get("when"), Scope.OPTIONS) if item.fields else None
    return (
        Node("if", (condition, node, Node("number", (NO_LIMIT,), NO_MAXIMUM)), item.text())
        if node and condition
        else node
    )


def build_payment(building: Building) -> Payment:
    item = building.root.get("payment") or Item({}, building.root.source, ())
    return made(
        building,
        Payment,
        item,
        round_up_to=max(1, whole(item.get("round_up_to"), 1)),
        liability=_liability(building, item.get("liability")),
    )


def _liability(building: Building, item: Item | None) -> Liability | None:
    if item is None:
        return None
    named, fed = item.fields_at("patterns"), item.fields_at("fed")
    pairs = [(name, building.condition(entry, Scope.OPTIONS)) for name, entry in named.items()]
    for name, entry in (*named.items(), *fed.items()):
        if name not in building.names.awards:
            message = f"liability for '{name}', which no pattern defines"
            building.refuse(entry, "L402", message, key=True)
    amounts = building.names.amounts
    building.knows(amounts=amounts | {"share"})
    found = made(
        building,
        Liability,
        item,
        patterns=tuple((name, node) for name, node in pairs if node),
        fed=tuple((name, building.requirements(entry, Scope.HAND)) for name, entry in fed.items()),
        covers=_word(building, item.get("covers"), ("pattern", "hand")),
        counters=_word(building, item.get("counters"), ("discarder", "liable")),
    )
    building.knows(amounts=amounts)
    return found


def _word(building: Building, item: Item | None, words: tuple[str, ...]) -> Node:
    """One of the words, or an option that has them."""
    text = item.text() if item else words[0]
    if text in words:
        return Node("word", (text,), text)
    option = building.names.options.get(text)
    if item is not None and (option is None or not set(option.words) <= set(words)):
        message = f"'{text}' is neither {' nor '.join(words)} nor an option with these words"
        hint = did_you_mean(text, (*words, *building.names.options))
        building.refuse(item, "L302", message, hint, word=text)
    return Node("option", (text,), text)
