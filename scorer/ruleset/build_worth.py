"""Builds what a hand is worth and who pays: patterns and their relations, bonuses, the second sheet, tables,
limits, payments, penalties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.errors import did_you_mean
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import read_expression, read_templates, read_where
from scorer.language.vocabulary import AMOUNTS, Scope
from scorer.ruleset.builder import NO_ID, Building, first_text, lines, made, related_word, unread
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
Alternatives = tuple[tuple[Node, ...], ...]


def build_patterns(building: Building, unit: str) -> tuple[tuple[Pattern, ...], Pattern | None]:
    """The patterns in the order of the file, and the one of a hand without any."""
    entries, last = building.root.entries_at("patterns"), building.root.get("otherwise")
    groups, seen = _groups(entries), set[str]()
    patterns = tuple(
        _related(building, _pattern(building, entry, unit), entry, groups)
        for entry in entries
        if entry.fields
    )
    for entry in entries:
        name = _id(entry)
        if name in seen and name != NO_ID:
            building.refuse(entry.fields["id"], "L404", f"a second pattern '{name}'", word=name)
        seen.add(name)
    for entry in entries:
        _check_relations(building, entry, entries)
    return patterns, _pattern(building, last, unit) if last and last.fields else None


def declare_awards(building: Building) -> None:
    """Makes ids and groups of patterns known, so that expressions may ask awarded(...)."""
    entries = [*building.root.entries_at("patterns"), *building.root.entries_at("otherwise")]
    awards = {word for entry in entries for word in (_id(entry), *lines(entry.get("group")))}
    building.knows(awards=frozenset(awards | building.dropped))


def _id(entry: Item) -> str:
    return entry.text_at("id", NO_ID)


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

    def members(word: str) -> list[str]:
        others = [name for name in groups.get(word, (word,)) if name != pattern.id or word not in groups]
        return [name for name in others if name not in building.dropped]

    related = {how: [name for word in getattr(pattern, how) for name in members(word)] for how in LISTED}
    for name in lines(item.get("series")):
        related["excludes"] += members(SERIES + name)
    conditional = [
        (how, name, node) for how, word, node in _conditions(building, item) for name in members(word)
    ]
    spelled = {how: tuple(dict.fromkeys(names)) for how, names in related.items()}
    return replace(pattern, conditional=tuple(conditional), **spelled)  # type: ignore[arg-type]


def _conditions(building: Building, item: Item) -> Iterator[tuple[str, str, Node]]:
    """The relations that stand only where options say so: relation, word, condition."""
    for how in LISTED:
        section = item.get(how)
        for entry in section.entries if section and not section.fields else ():
            word, text = related_word(entry.text())
            if text:
                node, _, flaws = read_expression(text, building.names, Scope.OPTIONS, TRUTH)
                at = entry.text().rfind(text)
                building.ask(entry, node, TRUTH, [replace(flaw, at=flaw.at + at) for flaw in flaws])
                yield how, word, node


def _pattern(building: Building, item: Item, unit: str) -> Pattern:
    """A pattern. One value serves a closed and an open hand; a missing side is not allowed."""
    value = item.get("value")
    sides = [value.get("closed"), value.get("open")] if value and value.fields else [value]
    nodes = [building.number(side, Scope.READING) for side in sides]
    match, where = item.get("match"), item.get("where")
    alternatives = tuple(_alternatives(building, match)) if match else ()
    own = {
        "closed": nodes[0],
        "open": nodes[-1],
        "unit": item.text_at("unit", unit),
        "source": first_text(item.get("source")),
        "alternatives": alternatives,
        "where": _where(building, where, alternatives) if where else None,
    }
    return made(building, Pattern, item, **own)


def _where(building: Building, where: Item, alternatives: Alternatives) -> Node | None:
    """The condition on the letters of the templates, which each alternative must have."""
    if not alternatives:
        building.refuse(where, "L308", "'where' speaks of letters, but there is no 'match'", key=True)
        return None
    node = Node("truth", (True,))
    for templates in alternatives:
        node, flaws = read_where(where.text(), building.names, templates)
        building.ask(where, node, TRUTH, flaws)
        if flaws:
            return unread(where.text())
    return node


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
    text = item.text()
    templates, flaws = read_templates(text, building.names)
    if flaws and isinstance(item.path[-1], int) and text.count("(") != text.count(")"):
        hint = "inside [ ] a comma ends a text: put each template in quotes, or write a list with dashes"
        flaws = [replace(flaws[0], hint=hint)]
    building.ask(item, Node("match", (templates,), text), "templates", flaws)
    return templates if not flaws else tuple(replace(node, args=NO_SET) for node in templates)


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
NO_MAXIMUM = "none"
BASE = "base"
Row = tuple[int, int | None, tuple[int, ...]]


def build_tables(building: Building) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    tables = []
    for name, item in building.root.fields_at("tables").items():
        rows = item.get("rows")
        columns = lines(item.get("columns")) if rows else ()
        written = (rows or item).fields.items() if columns or rows is None else ()
        found = [_row(building, key, entry, max(1, len(columns))) for key, entry in written]
        tables.append(ValueTable(name, columns, tuple(row for row in found if row)))
    building.knows(tables={table.id: table.columns for table in tables})
    return tuple(tables)


def row_bounds(key: str) -> tuple[int, int | None] | None:
    """The first and the last key of a row of a table, no last one where it is open; None for what is no row.

    >>> row_bounds("3"), row_bounds("6-7"), row_bounds("13+"), row_bounds("many")
    ((3, 3), (6, 7), (13, None), None)
    """
    match = ROW.match(key)
    if match is None:
        return None
    return int(match[1]), None if match[3] else int(match[2] or match[1])


def _row(building: Building, key: str, item: Item, columns: int) -> Row | None:
    bounds, values = row_bounds(key), tuple(entry.whole() for entry in item.entries)
    if bounds is None:
        building.refuse(item, "L205", f"'{key}' is no row of a table", "3, 6-7 or 13+", key=True)
    elif len(values) != columns:
        building.refuse(item, "L205", f"{len(values)} numbers in a row of {columns}")
    else:
        return *bounds, values
    return None


def declare_amounts(building: Building, unit: str) -> None:
    """Makes the numbers known that are worked out while a hand is valued."""
    tier_unit, sheet = building.root.at("top_tier_only", "unit"), building.root.get(SHEET)
    words = {*AMOUNTS, unit, *building.root.fields_at("amounts")}
    words |= {sheet.text_at("unit", SHEET)} if sheet else set()
    words |= {tier_unit.text()} if tier_unit else set()
    building.knows(amounts=frozenset(words))


def build_bonuses(building: Building) -> tuple[Bonus, ...]:
    """The bonuses; one that is not played is one whose condition does not hold."""
    found = []
    for item in building.root.mappings_at("bonuses"):
        enabled = building.expression(item.get("enabled"), Scope.OPTIONS)
        when = building.expression(item.get("when"), Scope.READING)
        both = Node("and", (enabled, when)) if enabled and when else enabled or when
        found.append(made(building, Bonus, item, when=both, source=first_text(item.get("source"))))
    return tuple(found)


def build_sheet(building: Building) -> Sheet | None:
    """The second sheet of values; without a unit it is called by what it is."""
    item = building.root.get(SHEET)
    if item is None:
        return None
    parts = {
        name: tuple(
            made(building, SheetItem, entry, id=entry.text_at("id", f"fixed_{place}"))
            for place, entry in enumerate(item.entries_at(name), 1)
            if entry.fields
        )
        for name in ("items", "fixed")
    }
    round_up_to = max(1, item.whole_at("round_up_to", 1))
    return made(building, Sheet, item, unit=item.text_at("unit", SHEET), round_up_to=round_up_to, **parts)


def build_tier(building: Building) -> TopTier | None:
    item = building.root.get("top_tier_only")
    if item is None or not item.fields:
        return TopTier(item.whole()) if item else None
    each = item.whole_at("each", 1)
    if each < 1:
        building.refuse(item.fields["each"], "L205", "the value of one unit is 1 or more")
    return made(building, TopTier, item, each=max(1, each))


def build_amounts(building: Building) -> tuple[tuple[Amount, ...], Node]:
    """The amounts, worked out in order, and the base: each knows those before it, and no other the base."""
    root, known = building.root, building.names.amounts
    fields = root.fields_at("amounts")
    found = []
    for place, (name, item) in enumerate(fields.items()):
        later = {*list(fields)[place:], BASE}
        building.knows(amounts=known - later, later=frozenset(later))
        node = building.number(item.get("is") or item) or NUMBER_ZERO
        found.append(made(building, Amount, item, id=name, node=node))
    building.knows(amounts=known - {BASE}, later=frozenset({BASE}))
    base = building.number(root.get(BASE)) or NUMBER_ZERO
    building.knows(amounts=known, later=frozenset())
    return tuple(found), base


def build_maximum(building: Building) -> Node | None:
    """The most that a hand counts; with a condition, beyond all bounds where that fails."""
    item = building.root.get("maximum")
    if item is None or item.value == NO_MAXIMUM:
        return None
    node = building.expression(item.get("is") if item.fields else item, Scope.OPTIONS, NUMBER)
    condition = building.expression(item.get("when"), Scope.OPTIONS)
    if node is None or condition is None:
        return node
    return Node("if", (condition, node, Node("number", (NO_LIMIT,), NO_MAXIMUM)), item.text())


def build_payment(building: Building) -> Payment:
    item = building.root.part("payment")
    written = item.get("liability")
    round_up_to = max(1, item.whole_at("round_up_to", 1))
    liability = _liability(building, written) if written else None
    return made(building, Payment, item, round_up_to=round_up_to, liability=liability)


def _liability(building: Building, item: Item) -> Liability:
    named, fed = item.fields_at("patterns"), item.fields_at("fed")
    pairs = [(name, building.expression(entry, Scope.OPTIONS)) for name, entry in named.items()]
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
