"""What the names of a rule file mean together: taken twice, hidden, unknown; rows, relations that cannot be.

All of it is seen without a hand and without working out any number, so that no command takes such a file.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf

from scorer.errors import Problem, did_you_mean
from scorer.language.vocabulary import AMOUNTS, FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.build_tiles import codes_of
from scorer.ruleset.builder import RELATIONS, Building, row_bounds, words_of
from scorer.ruleset.items import SHEET, Item, twice
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import TileSet
from scorer.values import dataclass

NAMED = ("options", "sets", "shapes", "facts", "circumstances", "indicators", "tables", "amounts")
LISTS = (("bonuses",), ("limits",), ("penalties",), (SHEET, "items"), (SHEET, "fixed"), ("payment", "extras"))
DEFAULT = "default"
WORDS = ("true", "false", *keyword.kwlist)
Problems = Iterator[Problem]


def sound_problems(
    ruleset: Ruleset, building: Building, written: Item, is_of_base: Callable[[Problem], bool]
) -> Problems:
    """Every such fault of the file itself, those that its base has by itself, and those of all units."""
    root = building.root
    found = [*_names(building), *_relations(ruleset, building), *_overlay(building, written)]
    for item in _own(building, "options").values():
        found += _option(item)
    if not building.problems:
        found += _tiles(ruleset.tileset, root.get("tileset"))
    for name, item in _own(building, "tables").items():
        found += _rows(name, item)
    yield from (one for one in found if one.file == written.source.name or is_of_base(one))
    yield from _units(ruleset, root)


def _own(building: Building, *path: str) -> dict[str, Item]:
    """The entries of a mapping, those of the defaults left out."""
    fields = building.root.get(*path).fields
    return {name: entry for name, entry in fields.items() if not building.is_standard(entry)}


# ---- L205, L404, L405: names that cannot be reached


def _names(building: Building) -> Problems:
    """Every name that the file gives to something."""
    root = building.root
    for section in NAMED:
        for name, item in _own(building, section).items():
            if name in WORDS:
                message = f"'{name}' is a word of the language and cannot be asked for"
                yield item.problem("L205", message, "choose another name", key=True)
    known = list(root.get("sets").fields)
    for entry in root.get("calls").entries:
        if entry.text() not in known:
            hint = did_you_mean(entry.text(), known, "known: " + ", ".join(known))
            yield entry.problem("L301", f"there is no kind of set '{entry.text()}'", hint)
    yield from _twice(root)
    for tile in _own(building, "tiles", "table").values():
        if its := tile.get("tile"):
            message = "'tile' is the name of each tile, which is what expressions get"
            yield its.problem("L405", message, "call the attribute otherwise", key=True)
    for section, taken in _meanings(building).items():
        for key, item in _own(building, *section.split(".")).items():
            name = item.get("fact").text(key) if section == "circumstances" else key
            if name in taken and not _is_harmless(building, section, name):
                message = f"'{name}' is {taken[name]} already"
                if section not in ("circumstances", "indicators", "sets"):
                    message += ", which is what expressions get"
                yield item.problem("L405", message, "choose another name", key=True)


def _twice(root: Item) -> Problems:
    """Ids that stand twice in one list, and a bonus, or what stands for no pattern, that bears the id of a
    pattern: hands name both by it.
    """
    for path in LISTS:
        for ident in twice(entry.get("id") for entry in root.get(*path).mappings):
            yield ident.problem("L404", f"a second '{ident.text()}' in this list")
    patterns = {entry.get("id").text() for entry in root.get("patterns").mappings}
    for entry in (*root.get("bonuses").mappings, *root.get("otherwise").entries):
        name = entry.get("id")
        if name and name.text() in patterns:
            yield name.problem("L404", f"'{name.text()}' is a pattern already", "give it an id of its own")


def _meanings(building: Building) -> dict[str, dict[str, str]]:
    """For each section the names that mean something else wherever they are asked for."""
    names = building.names
    engine = dict.fromkeys((*TRUTH_FACTS, *NUMBER_FACTS), "a fact of every game")
    declared = dict.fromkeys(names.facts, "the fact of a circumstance")
    states = dict.fromkeys(STATES, "a state of sets")
    given = dict.fromkeys(GIVEN_CLASSES, "a class that the situation gives")
    amounts = [name for name in names.amounts if name not in _own(building, "amounts")]
    numbers = dict.fromkeys(amounts, "a number worked out for the hand")
    of_tiles = [name for name in names.classes if name not in building.root.get("tiles").fields]
    below = {
        name: f"in the {section} of the base"
        for section in ("facts", "options", "amounts", "indicators")
        for name, item in _own(building, section).items()
        if item.source is not building.root.source
    }
    return {
        "facts": numbers | declared | engine,
        "options": numbers | declared | engine,
        "circumstances": below | numbers | engine,
        "indicators": dict.fromkeys(names.circumstances, "a circumstance") | engine,
        "tiles": states | dict.fromkeys(names.kinds, "a kind of set") | given,
        "tiles.table": states | given,
        "tables": dict.fromkeys(FUNCTIONS, "a function"),
        "sets": states | dict.fromkeys(of_tiles, "the name of tiles") | given,
        "amounts": declared | engine | dict.fromkeys(AMOUNTS, "a number worked out for every hand"),
    }


def _is_harmless(building: Building, section: str, name: str) -> bool:
    """A class is reached where only classes are asked for, an option where only options are, for all that may
    hide it elsewhere.
    """
    ops = {part.op for asked in building.asked for part in asked.node.walk() if part.args[:1] == (name,)}
    if section in ("options", "circumstances"):
        return "option" in ops
    return section == "tiles" and name not in GIVEN_CLASSES and not ops & {"kind", "state"}


# ---- L206: options


def _option(item: Item) -> Problems:
    choices, low, high = item.get("choices"), item.get("from"), item.get("to")
    if low and high and low.whole() > high.whole():
        yield low.problem("L206", f"from {low.whole()} to {high.whole()} there is nothing")
    if not choices:
        return
    if low or high:
        message = f"{item.key} has choices and a range"
        yield choices.problem("L206", message, "say one of the two", key=True)
    sorts = {type(entry.value) for entry in choices.entries}
    if bool in sorts:
        hint = "leave choices out: an option whose default is true or false has these two"
        yield choices.problem("L206", f"choices of {item.key} are true and false", hint, key=True)
    elif len(sorts) > 1:
        yield choices.problem("L206", f"choices of {item.key} are partly words, partly numbers", key=True)
    for entry in twice(choices.entries):
        yield entry.problem("L206", f"'{entry.text()}' is a choice already")


# ---- L205, L301: tiles


def _tiles(tileset: TileSet, box: Item) -> Problems:
    """Of what there are copies (default, a letter, or tiles), and which tiles are taken out."""
    copies = box.get("copies").fields
    for key, entry in copies.items():
        codes = codes_of(key)
        roles = {kind.role for kind in tileset.kinds if kind.code in codes or kind.letter == key}
        if key != DEFAULT and not (roles and {*codes} <= {*tileset.by_code}):
            hint = f"{DEFAULT}, a letter ({', '.join(tileset.by_letter)}), or tiles in notation"
            yield entry.problem("L301", f"there is no tile '{key}' in this set", hint, key=True)
        elif key != DEFAULT and roles != {"tile"}:
            message = f"'{key}' has no copies: there is one of each flower, and jokers are counted apart"
            yield entry.problem("L205", message, "see flowers and jokers", key=True)
    for entry in copies.values() or box.get("copies").entries:
        if isinstance(entry.value, int) and entry.value < 1:
            yield entry.problem("L205", "a tile has at least one copy", "see remove")
    for entry in box.get("remove").entries:
        codes = codes_of(entry.text())
        unknown = [code for code in codes or [entry.text()] if code not in tileset.by_code]
        if unknown:
            hint = "" if codes else "digits, then letters: 19mps"
            yield entry.problem("L301", f"there is no tile '{unknown[0]}' in this set", hint)


# ---- L402, L405: units


def _units(ruleset: Ruleset, root: Item) -> Problems:
    """The unit of a pattern is the ruleset's, or that of its top tier."""
    tier = ruleset.top_tier
    known = [ruleset.unit, *([tier.unit] if tier and tier.unit else [])]
    sheet, place = ruleset.sheet, root.get(SHEET, "unit")
    if sheet and place and sheet.unit in (*known, *AMOUNTS, "points"):
        message = f"'{sheet.unit}' is the word for another number"
        yield place.problem("L405", message, "let the sheet have a unit of its own")
    for item in (*root.get("patterns").mappings, *root.get("otherwise").mappings):
        unit = item.get("unit")
        if unit and unit.text() not in known:
            hint = did_you_mean(unit.text(), known, "known: " + ", ".join(known))
            name = (item.get("id") or item).text("unnamed")
            message = f"'{name}' is counted in '{unit.text()}', which is no unit of this ruleset"
            yield unit.problem("L402", message, hint)


# ---- L702: rows of tables


@dataclass(frozen=True)
class Row:
    """One row as written: from, to (infinite where it is open), its numbers, where it stands."""

    low: int
    high: int | float
    values: tuple[int, ...]
    item: Item


def rows_of(table: Item) -> list[Row]:
    """The rows of a table as they are written, the lowest first."""
    rows = []
    for key, entry in (table.get("rows") or table).fields.items():
        if bounds := row_bounds(key):
            low, high = bounds
            values = tuple(value.whole() for value in entry.entries)
            rows.append(Row(low, inf if high is None else high, values, entry))
    return sorted(rows, key=lambda row: row.low)


def _rows(name: str, table: Item) -> Problems:
    """Rows that are empty, that overlap, and numbers between two of them that have none."""
    written = rows_of(table)
    rows = [row for row in written if row.low <= row.high]
    if (table.get("rows") or table).value == {}:
        yield table.problem("L702", f"the table '{name}' has no rows", key=True)
    for row in written:
        if row not in rows:
            message = f"from {row.low} to {row.high} there is nothing"
            yield row.item.problem("L702", message, "the lower first", key=True)
    for before, row in pairwise(rows):
        if row.low <= before.high:
            message = f"{row.low} has a row already: '{before.item.key}'"
            yield row.item.problem("L702", message, key=True)
        elif row.low > before.high + 1:
            first, last = before.high + 1, row.low - 1
            missing = f"{first}" if first == last else f"{first} to {last}"
            message = f"no row for {missing}: the table '{name}' gives 0 there"
            yield row.item.problem("L702", message, key=True)


# ---- L402: what an overlay takes away


def _overlay(building: Building, written: Item) -> Problems:
    """Facts that an overlay drops and its base still asks: they would be false."""
    if not written.get("extends"):
        return
    facts = building.below.get("facts").fields
    for name, item in {item.text(): item for item in written.get("drop").entries}.items():
        asked = next((a for a in building.asked if any(p.args == (name,) for p in a.node.walk())), None)
        if asked is not None and name in facts:
            message = f"drops the fact '{name}', for which line {asked.item.place()[0]} of the base asks"
            yield item.problem("L402", message)


# ---- L602, L605: relations that cannot be


def _relations(ruleset: Ruleset, building: Building) -> Problems:
    yield from _circles(ruleset, building)
    entries = building.root.get("patterns").mappings
    for pattern, item in zip(ruleset.patterns, entries, strict=True):
        named = [(how, *word) for how in RELATIONS for word in words_of(item.get(how))]
        for how, name, word in named:
            message, hint = _no_pattern(ruleset, building, how, name)
            if name == pattern.id:
                yield word.problem("L602", f"'{name}' {how} itself", key=how == "less")
            elif message:
                yield word.problem("L402", f"{how} '{name}', which is {message}", hint, key=how == "less")
        yield from _on_instances(pattern, item)


def _no_pattern(ruleset: Ruleset, building: Building, how: str, name: str) -> tuple[str, str]:
    """What a word that is known is instead of a pattern, and a hint; empty for one that may stand there."""
    members = [pattern.id for pattern in ruleset.patterns if name in pattern.groups]
    if name in ruleset.pattern_by_id or (members and how != "less"):
        return "", ""
    if members:
        return "a group; less names single patterns", "its patterns: " + ", ".join(members)
    return ("dropped by this overlay", "drop this word too") if name in building.dropped else ("", "")


def _on_instances(pattern: Pattern, item: Item) -> Problems:
    """Absorbing, taking away and account-once look at the sets that templates bind."""
    link = item.get("link")
    hint = "{} looks at the sets that templates bind; write the condition as match"
    for word in () if pattern.alternatives else item.get("absorbs").entries:
        message = f"'{pattern.id}' has no match, so it takes every set away"
        yield word.problem("L605", message, hint.format("absorbs") + ", or say excludes")
    for name, count in item.get("less").fields.items():
        if count.whole(1) < 1:
            message = f"takes {count.whole()} of '{name}' away"
            yield count.problem("L605", message, "say how many: 1 or more", key=True)
    if link and not pattern.alternatives:
        message = f"'{pattern.id}' is linked but has no match, so it is never counted"
        yield link.problem("L605", message, hint.format("account-once"))


def _circles(ruleset: Ruleset, building: Building) -> Problems:
    """Implications that lead back to where they began."""
    known = ruleset.pattern_by_id
    reported: set[frozenset[str]] = set()
    for pattern, item in zip(ruleset.patterns, building.root.get("patterns").mappings, strict=True):
        path, section = _way_back(pattern.id, known), item.get("implies")
        if path is None or frozenset(path) in reported or not section:
            continue
        reported.add(frozenset(path))
        place = next((entry for entry in section.entries if entry.text() == path[1]), section)
        steps = "; ".join(f"'{one}' implies '{two}'" for one, two in pairwise(path))
        yield place.problem("L602", f"a circle: {steps}", "one of them must not imply the other")


def _way_back(start: str, known: dict[str, Pattern]) -> list[str] | None:
    """A shortest path of implications from a pattern to itself, of at least two steps."""
    paths = {name: [start, name] for name in known[start].implies if name != start and name in known}
    waiting = list(paths)
    for name in waiting:
        for following in known[name].implies:
            if following == start:
                return [*paths[name], start]
            if following in known and following not in paths:
                paths[following] = [*paths[name], following]
                waiting.append(following)
    return None
