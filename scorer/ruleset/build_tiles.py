"""Builds the tile set and the classes of tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.language.nodes import Node
from scorer.language.vocabulary import NUMBER, Scope
from scorer.ruleset.build_pictures import with_pictures
from scorer.ruleset.building import Building, texts, whole
from scorer.ruleset.items import Item
from scorer.tiles import Names, Suit, TileKind, TileSet

NOTATION = re.compile(r"\s*(?:[0-9]+[a-z]+\s*)+\Z")
PIECE = re.compile(r"([0-9]+)([a-z]+)")
MOST_KINDS = 120
JOKER = "j"
Attributes = tuple[tuple[str, str | int], ...]
Face = tuple[str, str, Names, Attributes, int, str]
"""Notation, id, names, attributes, copies and role of one kind, still without its index."""


def build_tileset(building: Building) -> tuple[TileSet, tuple[tuple[str, Node], ...]]:
    """The tile set, and the numbers in it that depend on options: red copies and jokers by notation."""
    item = building.root.get("tileset")
    fields = item.fields if item else {}
    table = (building.root.get("tiles") or building.root).get("table")
    attributes = (
        tuple(entry.text() for entry in fields["attributes"].entries) if "attributes" in fields else ()
    )
    pair = (attributes[0], attributes[1]) if len(attributes) == 2 else ("suit", "rank")
    plain = _table_faces(building, table, fields) if table else _suited_faces(building, fields, pair)
    faces: list[Face] = [*plain, *_special_faces(fields)]
    kinds = tuple(TileKind(index, *face) for index, face in enumerate(faces[:MOST_KINDS]))
    if len(faces) > MOST_KINDS:
        building.problems.append(building.root.problem("L106", f"more than {MOST_KINDS} different tiles"))
    kinds = with_pictures(building, kinds, fields.get("suits"), table)
    suits = tuple(_suits(kinds, fields, table))
    tileset = TileSet(kinds, suits, attributes=pair)
    return _finished(building, tileset, fields), tuple(_counted(building, tileset, fields))


def _suited_faces(building: Building, fields: dict[str, Item], attributes: tuple[str, str]) -> Iterator[Face]:
    for letter, suit in (fields["suits"].fields if "suits" in fields else {}).items():
        if len(letter) != 1 or not letter.isalpha() or not letter.islower() or letter == JOKER:
            building.problems.append(
                suit.problem(
                    "L205",
                    f"'{letter}' is no notation letter",
                    key=True,
                    length=len(letter),
                    hint="one small letter; j is for jokers",
                )
            )
            continue
        names = [texts(entry) for entry in (suit.get("tiles") or _NOTHING(suit)).entries]
        ranks = _ranks(building, suit)
        for digit in range(1, (ranks or len(names)) + 1):
            code = f"{digit}{letter}"
            has: Attributes = ((attributes[0], letter), (attributes[1], digit)) if ranks else ()
            name = names[digit - 1] if digit <= len(names) else ()
            yield code, code, name, has, _copies(fields, code), "tile"


def _NOTHING(item: Item) -> Item:  # noqa: N802
    return Item([], item.source, item.path)


def _ranks(building: Building, suit: Item) -> int:
    item = suit.get("ranks")
    if item is None:
        return 0
    match = re.fullmatch(r"(?:1\s*-\s*)?([1-9])", item.text())
    if match is None:
        building.problems.append(
            item.problem("L205", f"'{item.text()}' are no ranks", hint="write 1-9, or how many: 9")
        )
        return 0
    return int(match[1])


def _copies(fields: dict[str, Item], code: str) -> int:
    item = fields.get("copies")
    removed = {
        c
        for entry in (fields["remove"].entries if "remove" in fields else [])
        for c in codes_of(entry.text())
    }
    if code in removed or item is None:
        return 0 if code in removed else 4
    if not item.fields:
        return item.whole(4)
    exact = next((entry for key, entry in item.fields.items() if code in codes_of(key)), None)
    return whole(exact or item.fields.get(code[-1]) or item.fields.get("default"), 4)


def codes_of(text: str) -> list[str]:
    """The codes of a class written in notation: `19mps` is 1m 9m 1p 9p 1s 9s.

    >>> codes_of("19mp 5z")
    ['1m', '9m', '1p', '9p', '5z']
    """
    return [
        digit + letter for digits, letters in PIECE.findall(text) for letter in letters for digit in digits
    ]


def _table_faces(building: Building, table: Item, fields: dict[str, Item]) -> Iterator[Face]:
    taken: set[str] = set()
    letters: dict[str, str] = {}
    for name, tile in table.fields.items():
        has: Attributes = tuple(
            (k, _plain(v)) for k, v in tile.fields.items() if k not in ("code", "copies", "name", "draw")
        )
        code = _code(building, tile, has, taken, letters)
        taken.add(code)
        copies = tile.get("copies")
        label = texts(tile.get("name")) or (("en", name.replace("_", " ")),)
        yield code, name, label, has, whole(copies) if copies else _copies(fields, code), "tile"


def _plain(item: Item) -> str | int:
    return item.value if isinstance(item.value, int) and not isinstance(item.value, bool) else item.text()


def _code(building: Building, tile: Item, has: Attributes, taken: set[str], letters: dict[str, str]) -> str:
    """The notation of a tile of a table: as written, else the next of its first attribute's letter."""
    written = tile.get("code")
    if written is not None:
        code = written.text()
        if re.fullmatch(r"[1-9][a-z]", code) and code not in taken and code[1] != JOKER:
            return code
        what = "stands for another tile already" if code in taken else "is no notation"
        building.problems.append(
            written.problem("L205", f"'{code}' {what}", hint="a digit 1-9 and a letter: 1k")
        )
    value = str(has[0][1]) if has else "t"
    letter = letters.setdefault(value, _free_letter(value, letters))
    free = (
        f"{d}{x}"
        for x in letter + "abcdefghiklmnopqrstuvwxyz"
        for d in range(1, 10)
        if f"{d}{x}" not in taken
    )
    return next(free, "9z")


def _free_letter(value: str, letters: dict[str, str]) -> str:
    candidates = [
        c for c in value.lower() + "abcdefghiklmnopqrstuvwxyz" if c.isalpha() and c.isascii() and c != JOKER
    ]
    return next((c for c in candidates if c not in letters.values()), "t")


def _special_faces(fields: dict[str, Item]) -> Iterator[Face]:
    for letter, count in (fields["flowers"].fields if "flowers" in fields else {}).items():
        for digit in range(1, min(9, count.whole()) + 1):
            yield f"{digit}{letter}", f"{digit}{letter}", (), (), 1, "flower"
    if "jokers" in fields:
        yield f"0{JOKER}", "joker", (("en", "joker"), ("ja", "ジョーカー"), ("zh", "百搭")), (), 0, "joker"


def _suits(kinds: tuple[TileKind, ...], fields: dict[str, Item], table: Item | None) -> Iterator[Suit]:
    suits, letters = fields.get("suits"), fields.get("letters")
    for letter in dict.fromkeys(kind.letter for kind in kinds):
        members = [kind for kind in kinds if kind.letter == letter]
        named = suits.get(letter) if suits and not table else None
        names = texts(named.get("name")) if named else texts(letters.get(letter)) if letters else ()
        if not names and table and members[0].attributes:
            names = (("en", str(members[0].attributes[0][1])),)
        yield Suit(letter, names or members[0].names, max(k.digit for k in members), members[0].role)


def _finished(building: Building, tileset: TileSet, fields: dict[str, Item]) -> TileSet:
    """The tile set with the cycles of its indicators and its winds."""
    cycles = fields["order"].entries if "order" in fields else []
    order = [kinds_of(building, cycle, tileset) for cycle in cycles if _is_here(building, cycle, tileset)]
    winds = fields.get("winds")
    if winds and not _is_here(building, winds, tileset):
        winds = None
    return TileSet(
        tileset.kinds,
        tileset.suits,
        (),
        tuple(tuple(kind for kind in cycle if tileset.kinds[kind].copies) for cycle in order),
        tileset.attributes,
        tuple(kinds_of(building, winds, tileset)) if winds else (),
    )


def _is_here(building: Building, item: Item, tileset: TileSet) -> bool:
    """Whether tiles that the defaults name are in this box; what a ruleset names itself must be."""
    return not building.is_standard(item) or all(c in tileset.by_code for c in codes_of(item.text()))


def kinds_of(building: Building, item: Item, tileset: TileSet) -> list[int]:
    """The kinds that a notation in a rule file names; unknown tiles are noted."""
    text = item.text()
    if not NOTATION.match(text):
        building.problems.append(
            item.problem("L205", f"'{text}' is no notation of tiles", hint="digits, then letters: 19mps")
        )
        return []
    unknown = [code for code in codes_of(text) if code not in tileset.by_code]
    if unknown:
        what = f"there is no tile {unknown[0]} in this set"
        building.problems.append(
            item.problem("L301", what, offset=max(0, text.find(unknown[0][1])), hint=_letters(tileset))
        )
    return [tileset.by_code[code].index for code in codes_of(text) if code in tileset.by_code]


def _letters(tileset: TileSet) -> str:
    return "its letters: " + ", ".join(f"{s.letter} (1-{s.size})" for s in tileset.suits)


def _counted(building: Building, tileset: TileSet, fields: dict[str, Item]) -> Iterator[tuple[str, Node]]:
    """How many copies are red, and how many jokers there are: expressions over options."""
    for code, item in (fields["red"].fields if "red" in fields else {}).items():
        node = building.expression(item, Scope.OPTIONS, NUMBER)
        if code not in tileset.by_code:
            building.problems.append(item.problem("L301", f"there is no tile {code} in this set", key=True))
        elif node is not None:
            yield code, node
    if "jokers" in fields:
        node = building.expression(fields["jokers"], Scope.OPTIONS, NUMBER)
        if node is not None:
            yield f"0{JOKER}", node
