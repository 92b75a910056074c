"""Builds what a hand is worth and who pays: bonuses, second sheet, tables, limits, payments, penalties."""

from __future__ import annotations

import re

from scorer.language.nodes import Node
from scorer.language.vocabulary import AMOUNTS, NUMBER, Scope
from scorer.ruleset.builder import (
    NUMBER_ZERO,
    TRUE,
    Building,
    by_name,
    first_text,
    flag,
    texts,
    whole,
)
from scorer.ruleset.items import Item
from scorer.ruleset.model import (
    Amount,
    Bonus,
    Extra,
    Liability,
    Limit,
    Payment,
    Penalty,
    Shares,
    ShareSheet,
    Sheet,
    SheetItem,
    TopTier,
    ValueTable,
)

ROW = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+)|(\+))?\Z")
MOST_ROWS = 200


def build_tables(building: Building) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    item = building.root.get("tables")
    tables = by_name(item, lambda name, entry: _table(building, name, entry))
    building.knows(tables={table.id: table.columns for table in tables})
    return tables


def _table(building: Building, name: str, item: Item) -> ValueTable:
    rows = item.get("rows")
    columns = item.fields["columns"].entries if rows and "columns" in item.fields else []
    keyed = (rows or item).fields if rows else item.fields
    found = [_row(building, key, entry, len(columns)) for key, entry in list(keyed.items())[:MOST_ROWS]]
    return ValueTable(name, tuple(c.text() for c in columns), tuple(row for row in found if row))


def _row(
    building: Building, key: str, item: Item, columns: int
) -> tuple[int, int | None, tuple[int, ...]] | None:
    match = ROW.match(key)
    if match is None:
        building.problems.append(
            item.problem("L205", f"'{key}' is no row of a table", key=True, hint="3, 6-7 or 13+")
        )
        return None
    values = tuple(entry.whole() for entry in item.entries)
    if len(values) != max(1, columns):
        message = f"{len(values)} numbers in a row of {max(1, columns)}"
        building.problems.append(item.problem("L205", message))
        return None
    low = int(match[1])
    return low, None if match[3] else int(match[2] or low), values


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


def build_payment(building: Building) -> Payment:
    item = building.root.get("payment")
    fields = item.fields if item else {}
    counters = fields["counters"].fields if "counters" in fields else {}
    extras = fields["extras"].entries if "extras" in fields else []
    return Payment(
        _roles(building, fields.get("discard")),
        _roles(building, fields.get("self_draw")),
        max(1, whole(fields.get("round_up_to"), 1)),
        tuple(_extra(building, entry) for entry in extras if entry.fields),
        (_roles(building, counters.get("discard")), _roles(building, counters.get("self_draw"))),
        building.number(fields.get("sticks")),
        _liability(building, fields.get("liability")),
    )


def _roles(building: Building, item: Item | None) -> ShareSheet:
    """Shares by the winner's role; written without roles they hold for both."""
    if item is None:
        return ShareSheet()
    dealer, other = item.get("dealer"), item.get("other")
    if other is not None or (dealer is not None and dealer.fields):
        return ShareSheet(_shares(building, dealer), _shares(building, other))
    shares = _shares(building, item)
    return ShareSheet(shares, shares)


def _shares(building: Building, item: Item | None) -> Shares:
    found = ((name, building.number(entry)) for name, entry in (item.fields if item else {}).items())
    return tuple((name, node) for name, node in found if node is not None)


def _extra(building: Building, item: Item) -> Extra:
    when = building.condition(item.get("when"), Scope.AWARD) or TRUE
    return Extra(
        id_of(item),
        names_of(item),
        when,
        _roles(building, item.get("discard")),
        _roles(building, item.get("self_draw")),
    )


def _liability(building: Building, item: Item | None) -> Liability | None:
    if item is None:
        return None
    patterns = item.get("patterns")
    pairs = (
        (name, building.condition(e, Scope.OPTIONS))
        for name, e in (patterns.fields if patterns else {}).items()
    )
    for name, entry in (patterns.fields if patterns else {}).items():
        if name not in building.names.awards:
            building.problems.append(
                entry.problem("L402", f"liability for '{name}', which no pattern defines", key=True)
            )
    amounts = building.names.amounts
    building.knows(amounts=amounts | {"share"})
    shares = _shares(building, item.get("self_draw")), _shares(building, item.get("discard"))
    building.knows(amounts=amounts)
    return Liability(
        tuple((name, node) for name, node in pairs if node),
        _word(building, item.get("covers"), ("pattern", "hand")),
        _word(building, item.get("counters"), ("discarder", "liable")),
        *shares,
    )


def _word(building: Building, item: Item | None, words: tuple[str, ...]) -> Node:
    """One of the words, or an option that has them."""
    text = item.text() if item else words[0]
    if text in words:
        return Node("word", (text,), text)
    option = building.names.options.get(text)
    if item is not None and (option is None or not set(option.words) <= set(words)):
        message = f"'{text}' is neither {' nor '.join(words)} nor an option with these words"
        building.problems.append(item.problem("L302", message, length=len(text)))
    return Node("option", (text,), text)


def build_penalties(building: Building) -> tuple[Penalty, ...]:
    item = building.root.get("penalties")
    return tuple(
        Penalty(
            id_of(e),
            names_of(e),
            building.condition(e.get("when"), Scope.HAND) or TRUE,
            _shares(building, e.get("pay")),
            texts(e.get("why")),
        )
        for e in (item.entries if item else [])
        if e.fields
    )
