"""Builds what a hand is worth and who pays: patterns and their relations, bonuses, the second sheet, tables,
limits, payments, penalties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.errors import did_you_mean
from scorer.language.nodes import Node
from scorer.language.parser import read_templates, read_where
from scorer.language.vocabulary import AMOUNTS, NUMBER, TRUTH, Scope
from scorer.ruleset.builder import (
    NO_ID,
    Building,
    by_name,
    first_text,
    lines,
    made,
    related_word,
    unread,
)
from scorer.ruleset.items import SHEET, Item, meant_by
from scorer.ruleset.model import (
    NO_LIMIT,
    NUMBER_ZERO,
    Amount,
    Bonus,
    Liability,
    Pattern,
    Payment,
    Sheet,
    SheetItem,
    TopTier,
    ValueTable,
)
from scorer.values import replace

NO_SET = ("", (), None)
"""What stands in a template with flaws, which is never bound: a kind that no set is of."""
TAKING = ("implies", "excludes", "absorbs", "less")
RELATIONS = (*TAKING, "instead", "beside")
LISTED = tuple(name for name in RELATIONS if name != "less")
"""Relations that are lists; `less` gives each pattern a number."""
SERIES = "series:"
Groups = dict[str, tuple[str, ...]]


def build_patterns(building: Building, unit: str) -> tuple[tuple[Pattern, ...], Pattern | None]:
    """The patterns in the order of the file, and the one of a hand without any."""
    entries, last = building.root.entries_at("patterns"), building.root.get("otherwise")
    groups, written = _groups(entries), [entry for entry in entries if entry.fields]
    patterns = tuple(_related(building, _pattern(building, e, unit), e, groups) for e in written)
    _check_twice(building, entries)
    for entry in entries:
        _check_relations(building, entry, entries)
    return patterns, _pattern(building, last, unit) if last and last.fields else None


def declare_awards(building: Building) -> None:
    """Makes ids and groups of patterns known, so that expressions may ask awarded(...)."""
    entries = [*building.root.entries_at("patterns"), *building.root.entries_at("otherwise")]
    awards = {word for entry in entries for word in (_id(entry), *lines(entry.get("group")))}
    building.knows(awards=frozenset(awards | building.dropped))


def _groups(entries: list[Item]) -> Groups:
    """The patterns of each group and of each series, in the order of the file; an id goes before a group."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        for word in (*lines(entry.get("group")), *(SERIES + name for name in lines(entry.get("series")))):
            found.setdefault(word, []).append(_id(entry))
    patterns = {_id(entry) for entry in entries}
    return {word: tuple(ids) for word, ids in found.items() if word not in patterns}


def _related(building: Building, pattern: Pattern, item: Item, groups: Groups) -> Pattern:
    """The pattern with every group that its relations name spelled out.

    Of a series only the dearest counts, and that one is counted first: it takes away the others.
    """

    def members(word: str) -> tuple[str, ...]:
        others = (name for name in groups.get(word, (word,)) if name != pattern.id or word not in groups)
        return tuple(name for name in others if name not in building.dropped)

    related = {how: tuple(name for word in getattr(pattern, how) for name in members(word)) for how in LISTED}
    for name in lines(item.get("series")):
        related["excludes"] += members(SERIES + name)
    conditional = tuple(
        (how, name, node) for how, word, node in _conditions(building, item) for name in members(word)
    )
    spelled = {how: tuple(dict.fromkeys(names)) for how, names in related.items()}
    return replace(pattern, conditional=conditional, **spelled)  # type: ignore[arg-type]


def _conditions(building: Building, item: Item) -> Iterator[tuple[str, str, Node]]:
    """The relations that stand only where options say so: relation, word, condition."""
    for how in LISTED:
        section = item.get(how)
        for entry in section.entries if section and not section.fields else ():
            word, condition = related_word(entry.text())
            if condition:
                yield how, word, building.within(entry, condition, Scope.OPTIONS)


def _id(entry: Item) -> str:
    return entry.text_at("id", NO_ID)


def _pattern(building: Building, item: Item, unit: str) -> Pattern:
    closed, opened = _values(building, item.get("value"))
    alternatives, where = _templates(building, item)
    own = {"closed": closed, "open": opened, "alternatives": alternatives, "where": where}
    source = first_text(item.get("source"))
    return made(building, Pattern, item, unit=item.text_at("unit", unit), source=source, **own)


def _values(building: Building, item: Item | None) -> tuple[Node | None, Node | None]:
    """The value closed and open; one value serves both, a missing side is not allowed."""
    if item is None:
        return None, None
    if not item.fields:
        node = building.number(item, Scope.READING)
        return node, node
    closed, opened = item.get("closed"), item.get("open")
    return building.number(closed, Scope.READING), building.number(opened, Scope.READING)


def _templates(building: Building, item: Item) -> tuple[tuple[tuple[Node, ...], ...], Node | None]:
    match, where = item.get("match"), item.get("where")
    alternatives = tuple(_alternatives(building, match)) if match else ()
    if where is None:
        return alternatives, None
    if not alternatives:
        building.refuse(where, "L308", "'where' speaks of letters, but there is no 'match'", key=True)
        return alternatives, None
    node = Node("truth", (True,))
    for templates in alternatives:
        node, flaws = read_where(where.text(), building.names, templates)
        building.ask(where, node, TRUTH, flaws)
        if flaws:
            return alternatives, unread(where.text())
    return alternatives, node


def _alternatives(building: Building, match: Item) -> list[tuple[Node, ...]]:
    """A list in which every text is one template is one alternative; otherwise each text is one."""
    if not isinstance(match.value, list):
        return [_read(building, match)]
    rows = [
        tuple(node for part in entry.entries for node in _read(building, part)) for entry in match.entries
    ]
    texts_only = not any(isinstance(entry.value, list) for entry in match.entries)
    single = [len(row) == 1 for row in rows]
    if texts_only and all(single):
        return [tuple(row[0] for row in rows)]
    if texts_only and any(single) and all(rows):
        place = match.entries[single.index(True)]
        hint = "write each alternative as one line, or as a list of its own"
        building.refuse(place, "L308", "one template beside alternatives of several", hint)
    return rows


def _read(building: Building, item: Item) -> tuple[Node, ...]:
    templates, flaws = read_templates(item.text(), building.names)
    if flaws and _is_torn(item):
        hint = "inside [ ] a comma ends a text: put each template in quotes, or write a list with dashes"
        flaws = [replace(flaws[0], hint=hint)]
    building.ask(item, Node("match", (templates,), item.text()), "templates", flaws)
    return templates if not flaws else tuple(replace(node, args=NO_SET) for node in templates)


def _is_torn(item: Item) -> bool:
    """Whether a list in brackets was written without quotes, so that its commas tore the templates."""
    text = item.text()
    return isinstance(item.path[-1], int) and text.count("(") != text.count(")")


def _check_twice(building: Building, entries: list[Item]) -> None:
    seen: dict[str, Item] = {}
    for entry in entries:
        name = _id(entry)
        if name in seen and name != NO_ID:
            place = entry.fields["id"]
            building.refuse(place, "L404", f"a second pattern '{name}'", word=name)
        seen.setdefault(name, entry)


def _check_relations(building: Building, entry: Item, entries: list[Item]) -> None:
    """Every related id must be a pattern; a misspelt one would never act."""
    known = building.names.awards
    for relation, item in ((relation, entry.get(relation)) for relation in RELATIONS):
        words = list(words_of(item)) if item else []
        building.count(item or entry, len(words), key=True)
        for name, place in words:
            if name and name not in known:
                hint = meant_by(name, known, entries)
                message = f"pattern '{_id(entry)}' {relation} '{name}', which this ruleset does not define"
                key = bool(item and item.fields)
                building.refuse(place, "L402", message, hint, key=key, word=name)


def words_of(section: Item) -> list[tuple[str, Item]]:
    """What a relation names, each with its place: keys of a mapping, or words of a list."""
    if section.fields:
        return list(section.fields.items())
    return [(related_word(entry.text())[0], entry) for entry in section.entries]


# ---- bonuses, sheets, amounts, payments

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
    written = list(keyed.items())[:MOST_ROWS] if columns or rows is None else []
    found = [_row(building, key, entry, len(columns)) for key, entry in written]
    return ValueTable(name, tuple(c.text() for c in columns), tuple(row for row in found if row))


def row_bounds(key: str) -> tuple[int, int | None] | None:
    """The first and the last key of a row of a table, no last one where it is open; None for what is no row.

    >>> row_bounds("3"), row_bounds("6-7"), row_bounds("13+"), row_bounds("many")
    ((3, 3), (6, 7), (13, None), None)
    """
    match = ROW.match(key)
    if match is None:
        return None
    low = int(match[1])
    return low, None if match[3] else int(match[2] or low)


def _row(
    building: Building, key: str, item: Item, columns: int
) -> tuple[int, int | None, tuple[int, ...]] | None:
    bounds = row_bounds(key)
    if bounds is None:
        building.refuse(item, "L205", f"'{key}' is no row of a table", "3, 6-7 or 13+", key=True)
        return None
    values = tuple(entry.whole() for entry in item.entries)
    if len(values) != max(1, columns):
        message = f"{len(values)} numbers in a row of {max(1, columns)}"
        building.refuse(item, "L205", message)
        return None
    return (*bounds, values)


BASE = "base"


def declare_amounts(building: Building, unit: str) -> None:
    """Makes the numbers known that are worked out while a hand is valued."""
    tier_unit = building.root.at("top_tier_only", "unit")
    words = {*AMOUNTS, unit, *building.root.fields_at("amounts")}
    words |= {_sheet_unit(sheet)} if (sheet := building.root.get(SHEET)) else set()
    words |= {tier_unit.text()} if tier_unit else set()
    building.knows(amounts=frozenset(words))


def build_bonuses(building: Building) -> tuple[Bonus, ...]:
    return tuple(_bonus(building, entry) for entry in building.root.mappings_at("bonuses"))


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
        round_up_to=max(1, item.whole_at("round_up_to", 1)),
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
    each = item.whole_at("each", 1)
    if each < 1:
        building.refuse(item.fields["each"], "L205", "the value of one unit is 1 or more")
    return made(building, TopTier, item, each=max(1, each))


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
    item = building.root.part("payment")
    return made(
        building,
        Payment,
        item,
        round_up_to=max(1, item.whole_at("round_up_to", 1)),
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
