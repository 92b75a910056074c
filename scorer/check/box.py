"""The parts of every game: its box, its options, its kinds of set, shapes, units and circumstances.

L204, L205  missing parts, impossible numbers
L206, L207  options, tiles in no cycle, missing attributes and copies
L301, L404  tiles that are not in the box
L405        tiles with the same name
L402, L503  unknown units, impossible circumstances
L506        kinds of set that the tiles cannot form, and shapes that no hand can fill because of that
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from scorer.check.subject import NAME_IT, RulesUnderCheck, meant_hint, some_of
from scorer.errors import Problem
from scorer.fast.interface import left_out
from scorer.hand import WINDS
from scorer.language.nodes import Node
from scorer.message import Listed, Message, message_parts
from scorer.readings import MOST_READINGS
from scorer.ruleset.build_tiles import codes_in_notation, sorts_of_jokers
from scorer.ruleset.builder import DEFAULT_UNIT
from scorer.ruleset.items import SHEET_KEY, Item, repeated_items
from scorer.shapes import row_parts
from scorer.suggest import did_you_mean, nearest_names

MOST_COPIES = 100
"""No box has more copies of a tile or more indicators; a larger number is a slip."""
MOST_CHOICES = 1_000_000
"""Choices of tiles for jokers up to which a hand rarely has too many readings (five jokers, 34 tiles)."""
TILE_KEYS = ("code", "copies", "name", "draw")


def tile_set_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the tiles and the tile set of the file."""
    box, table = subject.root.get("tileset"), subject.root.get("tiles", "table")
    if box and not subject.is_faulty(box):
        yield from _in_bounds(subject, "tileset.copies.*", "copies", minimum=1)
        yield from _check_total(subject, box.get("total"))
        yield from _check_tile_table(subject, box, table)
        yield from _check_red_copies(subject)
        yield from _check_cycles(subject, box)
        for item in sorts_of_jokers(box).values():
            path = ".".join([*map(str, item.path), *(["count"] if item.fields else [])])
            yield from _in_bounds(subject, path, "jokers", minimum=0)
            yield from _readable_jokers(subject, subject.root.get(*path.split(".")))
        yield from _check_one_box(subject, box)
    yield from _in_bounds(subject, "indicators.*.at_most", "indicators", minimum=1)
    yield from _in_bounds(subject, "tiles.table.*.copies", "copies", minimum=1)
    for suit in subject.root.get("tileset", "suits").fields.values():
        yield from _equal_names(subject, suit.get("tiles").entries)
    yield from _check_attributes(subject, [tile for tile in subject.items_at("tiles.table.*") if tile.fields])
    if not subject.copies_are_said:
        message = Message("the number of copies of each tile is missing")
        yield from subject.warn(table, "L207", message, Message("tileset copies 9"), key=True)


def _in_bounds(subject: RulesUnderCheck, path: str, things: str, minimum: int) -> Iterator[Problem]:
    """Numbers, or expressions over options, that are too large for any box or too small for every game."""
    for item in subject.items_at(path):
        found = subject.range_at(item)
        low, high = (found.low, found.high) if found else (item.integer(minimum), item.integer(minimum))
        if high > MOST_COPIES:
            yield from subject.problem(
                item, "L205", Message("more than no box has that many", MOST_COPIES, things)
            )
        elif low < 0 or high < minimum:
            message = Message("expected or more", low if low < 0 else high, things, minimum)
            yield from subject.problem(item, "L205", message)


def _readable_jokers(subject: RulesUnderCheck, item: Item) -> Iterator[Problem]:
    """A number of jokers with which a hand may have too many readings for rules that are not compiled."""
    if left_out(subject.ruleset) is None:
        return
    found, kinds = subject.range_at(item), len(subject.ruleset.tileset.playing_kinds)
    if found is None or found.low > MOST_COPIES:
        return
    many = min(found.low, max((shape.size for shape in subject.ruleset.shapes), default=0))
    large = (n for n in range(1, int(many) + 1) if comb(kinds + n - 1, n) > MOST_CHOICES)
    first = next(large, None)
    if first is not None:
        why = Message("it can have more than readings", MOST_READINGS)
        yield from subject.warn(item, "L205", Message("a hand of jokers or more may be refused", first, why))


# ---- tiles


def _check_total(subject: RulesUnderCheck, item: Item) -> Iterator[Problem]:
    """A `total` that differs from the number of tiles, which reveals a wrong number of copies."""
    there = sum(kind.copies for kind in subject.ruleset.tileset.kinds if kind.role != "joker")
    if not item or item.integer() == there:
        return
    total = item.integer()
    message = Message("there are tiles in all", there, total)
    hint = Message("write or change suits copies remove or flowers", there)
    if not subject.is_own(item):  # the overlay changed the tile set, so the base's total is out of date
        hint = Message("also write tileset.total", there)
        item = next(filter(subject.is_own, subject.root.get("tileset").fields.values()), item)
    elif short := _flowers_too_few(subject, total - there):
        item, hint = short, Message("write", str(short.integer() + total - there))
    yield from subject.warn(item, "L205", message, hint, key=bool(item.fields))


def _flowers_too_few(subject: RulesUnderCheck, missing: int) -> Item | None:
    """The flowers of a letter of which the rules name one of the tiles that are missing to the total."""
    unknown = {
        str(part.arguments[0])
        for problem in subject.loaded.problems
        for part in message_parts(problem.message)
        if part.key == "there is no tile in this set"
    }
    for letter, item in subject.own_entries("tileset", "flowers"):
        count = item.integer()
        if {f"{number}{letter}" for number in range(count + 1, count + missing + 1)} & unknown:
            return item
    return None


def _check_one_box(subject: RulesUnderCheck, box: Item) -> Iterator[Problem]:
    """An `in_box` that is larger than the number of tiles that the file lists, or that of other tiles."""
    item, total = box.get("in_box"), box.get("total")
    there = sum(kind.copies for kind in subject.ruleset.tileset.kinds if kind.role != "joker")
    if item and subject.is_own(total) and not subject.is_own(item) and item.integer() != there:
        hint = Message("also write tileset.in_box", there)
        message = Message("the base has tiles in one box", item.integer(), there)
        yield from subject.warn(total, "L205", message, hint)
    elif item and not 0 < item.integer() <= there:
        hint = Message("write 1 to", there)
        yield from subject.warn(
            item, "L205", Message("one box cannot have of tiles", item.integer(), there), hint
        )


def _check_tile_table(subject: RulesUnderCheck, box: Item, table: Item) -> Iterator[Problem]:
    """Names of letters that do not match the tiles of the table, and boxes with both suits and a table."""
    letters, suits = box.get("letters"), box.get("suits")
    if letters and not table:
        message = Message("letters applies to a table of tiles")
        hint = Message("write suits name", next(iter(letters.fields), "m"))
        yield from subject.problem(letters, "L205", message, hint, key=True)
    if suits and table and suits.source is table.source:
        message = Message("the tiles of this box are in a table")
        yield from subject.problem(suits, "L205", message, Message("remove the suits"), key=True)
    for letter, name in letters.fields.items() if table else ():
        if letter not in (known := subject.ruleset.tileset.by_letter):
            meant = did_you_mean(letter, known, Message("its letters X", Listed(tuple(known), "comma")))
            yield from subject.problem(
                name, "L301", Message("no tile has the letter", letter), meant, key=True
            )
    for tile in table.fields.values() if letters.fields else ():
        if (code := tile.get("code")) and code.text()[-1:] not in letters.fields:
            message = Message("the letter of has no name under letters", code.text())
            hint = Message("its letters X", Listed(tuple(letters.fields), "comma"))
            yield from subject.warn(code, "L205", message, hint)


def _check_red_copies(subject: RulesUnderCheck) -> Iterator[Problem]:
    for code, entry in subject.root.get("tileset", "red").fields.items():
        kind, found = subject.ruleset.tileset.by_code.get(code), subject.range_at(entry)
        if kind is not None and found is not None and (found.high > kind.copies or found.low < 0):
            most = found.high if found.high > kind.copies else found.low
            yield from subject.problem(
                entry, "L205", Message("of copies of are red", most, kind.copies, code)
            )


def _check_cycles(subject: RulesUnderCheck, box: Item) -> Iterator[Problem]:
    """Cycles that name a tile twice, and tiles in no cycle although indicators show the next tile."""
    seen: set[str] = set()
    for entry in box.get("order").entries:
        codes = codes_in_notation(entry.text())
        twice = [code for code, count in Counter(codes).items() if count > 1 or code in seen]
        if twice:
            message = Message("is in the cycles twice", twice[0])
            yield from subject.problem(entry, "L205", message)
        seen |= set(codes)
    tileset, item = subject.ruleset.tileset, box.get("order")
    lost = [tileset.kinds[kind].code for kind in tileset.playing_kinds if kind not in tileset.next_kind]
    if item and lost and any(one.shows == "next" for one in subject.ruleset.indicators):
        message = Message("are not in any cycle", some_of(lost))
        yield from subject.warn(item, "L207", message, key=True)


def _check_attributes(subject: RulesUnderCheck, tiles: list[Item]) -> Iterator[Problem]:
    """Attributes that other tiles lack, which are probably misspelt, and missing attributes."""
    counts = Counter(key for tile in tiles for key in tile.fields if key not in TILE_KEYS)
    common = {key for key, count in counts.items() if 2 * count > len(tiles)}
    for tile in tiles:
        others = [other for other in tiles if other is not tile] if len(tiles) > 2 else []
        said = [key for key in ("code", "copies") if others and all(key in other.fields for other in others)]
        missing = [key for key in (*sorted(common), *said) if key not in tile.fields]
        for key in [key for key in tile.fields if key not in TILE_KEYS and key not in common]:
            close = nearest_names(key, missing, 1)
            if close:
                message = Message("is an attribute of only a few tiles", key, close[0])
                yield from subject.problem(tile.fields[key], "L201", message, meant_hint(close), key=True)
                missing.remove(close[0])
        if missing:
            message = Message("has no which the other tiles have", tile.key, missing[0])
            yield from subject.warn(tile, "L207", message, key=True)
    for key in sorted(common):
        yield from _odd_values(subject, [tile.fields[key] for tile in tiles if key in tile.fields])
    yield from _equal_names(subject, [name for tile in tiles if (name := tile.get("name"))])


def _odd_values(subject: RulesUnderCheck, entries: list[Item]) -> Iterator[Problem]:
    """Words among numbers, numbers among words, and a word that only one tile has although the others share
    theirs.
    """
    counts = Counter(entry.text() for entry in entries)
    words = [entry for entry in entries if not isinstance(entry.value, int)]
    numbers = [entry for entry in entries if isinstance(entry.value, int)]
    for entry in min(words, numbers, key=len) if len(words) != len(numbers) else ():
        is_word = entry in words
        what = Message("not a number") if is_word else Message("a number the others have words")
        yield from subject.warn(entry, "L205", Message("X is Y here", entry.text(), what))
    shared = sorted({entry.text() for entry in words if counts[entry.text()] > 1})
    alone = [entry for entry in words if counts[entry.text()] == 1] if len(words) > len(numbers) else []
    if len(alone) == 2 and shared and nearest_names(alone[0].text(), [alone[1].text()], 1):
        # one word and its misspelling: the tile is usually named for the word
        right = next((one for one in alone if one.text() in str(one.path[-2])), alone[0])
        shared, alone = [right.text()], [entry for entry in alone if entry is not right]
    for entry in alone:
        near = nearest_names(entry.text(), shared, 1)
        if near or (len(alone) == 1 and len(shared) > 1):
            message = Message("is the of only one tile", entry.text(), entry.key)
            yield from subject.warn(entry, "L205", message, meant_hint(near))


def _equal_names(subject: RulesUnderCheck, names: list[Item]) -> Iterator[Problem]:
    """Names that two tiles have."""
    seen = set[str]()
    for name in names:
        word = (name.get("en") or name).text().casefold()
        if word and word in seen:
            message = Message("is already the name of another tile", word)
            yield from subject.warn(name, "L405", message, Message("give them different names"))
        seen.add(word)


# ---- L506: hands can be made


def shape_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Kinds of set that the tiles cannot form, and shapes that no hand can fill."""
    if not subject.has_sound_box:
        return
    tuples = subject.solver.world.tables.tuples
    empty = {kind for kind, found in tuples.items() if not found}
    own = {name: item for name, item in subject.own_entries("sets") if name in empty}
    flowers = sum(kind.copies for kind in subject.ruleset.tileset.kinds if kind.role == "flower")
    for name, item in own.items():
        message = Message("the tiles make no", name)
        yield from subject.problem(item, "L506", message, key=True)
    for shape in subject.ruleset.shapes:
        place, message = subject.root.get("shapes", shape.id), Message("no hand can be", shape.id)
        # a shape of flowers, or of different tiles, needs this many of them
        there = (
            flowers
            if shape.flowers
            else shape.mask.bit_count() + sum(len(part.numbers) for part in row_parts(shape.knitted))
        )
        asked = shape.flowers or (shape.size if shape.way == "different" else 0)
        if not place or own.keys() & {*shape.kinds} or subject.names_tainted(place):
            continue
        if asked > there:
            yield from subject.problem(
                place, "L506", Message("there are such tiles", message, there), key=True
            )
        elif shape.sets and set(shape.kinds) <= empty:
            why = Message("no set of its kinds can be formed from the", Listed(tuple(shape.kinds), "comma"))
            yield from subject.problem(place, "L506", Message("X because Y", message, why), key=True)
        elif subject.solver.is_impossible(Node("call", ("shape", shape.id))):
            why = Message("the box does not have enough tiles")
            yield from subject.problem(place, "L506", Message("X because Y", message, why), key=True)


# ---- L204, L205, L402, L503: what every game has

NO_ATTRIBUTE = frozenset(("tiles have no attribute", "is not an attribute of the tiles"))
"""Messages about an attribute that the tiles do not have, which is their first argument."""


def section_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Missing sections, and problems of players, units, shapes, calls and circumstances."""
    section = subject.root.get("patterns")
    if not section.entries and not subject.root.get("otherwise"):
        place = section if subject.is_own(section) else subject.file_root
        message = Message("there are no patterns")
        yield from subject.problem(place, "L204", message, Message("patterns id value 1"), key=True)
    yield from _declared_attributes(subject)
    yield from _check_players(subject)
    yield from _unused_units(subject)
    yield from _odd_shape_sizes(subject)
    yield from _useless_calls(subject)
    yield from _repeated_names(subject)
    yield from _impossible_circumstances(subject)


def _repeated_names(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Names that a list of kinds of set has twice."""
    lists = [subject.root.get("calls"), *subject.items_at("shapes.*.kinds")]
    for item in (entry for one in lists if subject.is_own(one) for entry in repeated_items(one.entries)):
        yield from subject.warn(
            item, "L205", Message("a second in this list", item.text()), Message("drop one")
        )


def _declared_attributes(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Attributes that are not two, or whose names the rules do not use; a misspelt name is reported at its
    declaration.
    """
    item = subject.root.get("tileset", "attributes")
    entries = item.entries if subject.is_own(item) else []
    if entries and len(entries) != 2:
        message = Message("tiles have two attributes", len(entries))
        yield from subject.problem(item, "L205", message, Message("write entry", "attributes: [suit, rank]"))
        return
    messages = (part for problem in subject.loaded.problems for part in message_parts(problem.message))
    asked = {str(message.arguments[0]) for message in messages if message.key in NO_ATTRIBUTE}
    for entry in entries:
        if close := nearest_names(entry.text(), asked, 1):
            message = Message("is defined but the rules use", entry.text(), close[0])
            yield from subject.problem(entry, "L205", message, Message("write", close[0]))


def _check_players(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Numbers of players for which there are too few winds, or no default seat."""
    item, seat = subject.root.get("players"), subject.ruleset.default_seat
    found = subject.range_at(item)
    if found is None:
        return
    if found.low < 1 or found.high > len(WINDS):
        wrong = found.low if found.low < 1 else found.high
        message = Message("players 1 to are possible because each player has", wrong, len(WINDS))
        options = Message("for a choice")
        hint = options if "-" in item.text() else Message("write a number from 1 to", len(WINDS))
        yield from subject.problem(item, "L205", message, hint)
    elif seat in WINDS[int(found.high) :]:
        message = Message("with players there is no seat", found.high, seat)
        yield from subject.problem(item, "L205", message, Message("add players or seats seat E"))


def _unused_units(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Names of units in which nothing is counted."""
    rules, worded = subject.ruleset, subject.root.get("units").fields
    if not (own := subject.own_entries("units")):
        return
    known = [part.unit for part in (rules, rules.sheet, rules.top_tier) if part and part.unit]
    known += [DEFAULT_UNIT, *sorted(rules.table_counters)]  # what is paid is counted in points
    known += [rules.larger_unit.id] if rules.larger_unit else []
    attributes = {name for kind in rules.tileset.kinds for name in kind.attribute_values}
    places = [subject.root.get(*path) for path in (("unit",), ("top_tier_only", "unit"), (SHEET_KEY, "unit"))]
    bare = {place.text(): place for place in places if place and place.text() not in worded}
    for name, item in own:
        if name in attributes or name in known or subject.is_faulty(item):
            continue
        if bare and any(problem.points_at(name) for problem in subject.loaded.problems):
            word = (nearest_names(name, bare, 1) or [*bare])[0]
            message = Message("is used here", word, name)
            yield from subject.warn(bare[word], "L402", message, Message("write", name))
        else:
            hint = did_you_mean(name, known, Message("known", Listed(tuple(known), "comma")))
            message = Message("nothing is counted in", name)
            yield from subject.warn(item, "L402", message, hint, key=True)


def _odd_shape_sizes(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Shapes with a different number of tiles than most others, which are probably counted wrongly."""
    section = subject.root.get("shapes")
    shapes = sorted(subject.ruleset.shapes, key=lambda shape: subject.is_judged(section.get(shape.id)))
    sizes = Counter(shape.size for shape in shapes)  # of equally frequent sizes, the base's comes first
    if len(sizes) < 2 or subject.is_faulty(section) or subject.names_tainted(section):
        return
    usual = sizes.most_common(1)[0][0]
    other = next(shape.id for shape in subject.ruleset.shapes if shape.size == usual)
    for shape in subject.ruleset.shapes:
        item = section.get(shape.id)
        if shape.singles or shape.flowers or item.get("when") or shape.size == usual:
            continue
        if any(map(subject.is_own, (item, *item.fields.values()))):
            message = Message("X has Y tiles Z V", shape.id, shape.size, other, usual)
            yield from subject.warn(item, "L205", message, Message("check the numbers of sets"), key=True)


def _useless_calls(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Kinds of set under `calls` that no shape contains."""
    calls, unions = subject.root.get("calls"), subject.ruleset.unions
    if not subject.is_own(calls) or not subject.has_sound_box:
        return
    shapes, tables = subject.ruleset.shapes, subject.ruleset.set_tables
    made = {kind for shape in shapes for kind in shape.kinds}
    made |= {name for shape in shapes for rows in tables.row_choices(shape.knitted) for name, _ in rows}
    for entry in calls.entries:
        name = entry.text()
        if name in subject.ruleset.kind_by_id and not made & {name, *unions.get(name, ())}:
            message = Message("no shape of this ruleset uses", name)
            yield from subject.warn(entry, "L506", message, NAME_IT)


def _impossible_circumstances(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Circumstances that can never occur because their requirements contradict one another."""
    for circumstance in subject.ruleset.circumstances:
        item = subject.root.get("circumstances", (circumstance.whole or circumstance).id)
        requires = item.get("requires")
        if subject.is_faulty(item) or not subject.is_judged(requires):
            continue
        nodes = [requirement.node for requirement in circumstance.requires]
        if any(subject.is_tainted(node) or subject.solver.is_impossible(node) for node in nodes):
            continue
        same = [one for one in subject.ruleset.circumstances if one.fact == circumstance.fact]
        if len(same) == 1 and any(node.op == "fact" and node.args[0] == circumstance.fact for node in nodes):
            message = Message("requires itself so this condition has no effect", circumstance.id)
            yield from subject.warn(requires, "L504", message, Message("drop it"), key=True)
        if not subject.solver.possible(*((node, True) for node in nodes)):
            message = Message("is impossible its requirements contradict each other", circumstance.id)
            yield from subject.problem(requires, "L503", message, key=True)
