"""Builds patterns: values, conditions, templates, relations."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.language.nodes import Node
from scorer.language.parser import read_templates, read_where
from scorer.language.vocabulary import TRUTH, Scope
from scorer.ruleset.builder import NO_ID, Building, first_text, lines, made, related_word, unread
from scorer.ruleset.items import Item, meant_by
from scorer.ruleset.model import Pattern
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
        building.note(where, flaws)
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
    building.note(item, flaws)
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
