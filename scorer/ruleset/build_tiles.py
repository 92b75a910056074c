"""Builds what a hand is made of: the tile set and what it looks like, classes of tiles, kinds of set, shapes.

A class that asks the situation (`value: dragon | seat_wind`) has no tiles of its own: wherever an
expression names it, its tree stands in place of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase

from scorer.hand import WINDS
from scorer.language.nodes import Node
from scorer.language.parser import read_class
from scorer.language.vocabulary import Scope
from scorer.message import Listed, Message, Text
from scorer.ruleset.builder import (
    MOST_PARTS_IN_ONE,
    RulesetBuilder,
    build_section,
    fixed_class_mask,
    localized_texts,
    name_from_id,
    require_known_words,
    text_list,
    word_or_truth,
)
from scorer.ruleset.drawings import inks, picture_names
from scorer.ruleset.items import Item
from scorer.ruleset.model import MOST_IN_A_CALL, JokerSort, TileClass
from scorer.ruleset.section_table import SECTIONS
from scorer.ruleset.sections import has_sorts_of_jokers
from scorer.shapes import (
    LETTER_ROW,
    MOST_CHOICES,
    OTHER_ROWS,
    PARTNER,
    PLAIN_ROWS,
    SetKind,
    Shape,
    choice_count,
    row_parts,
)
from scorer.suggest import did_you_mean
from scorer.tiles import Names, Suit, TileKind, TileSet, kinds_mask
from scorer.usual import notation_of_letters
from scorer.values import replace

JOKER, DEFAULT_COPIES, ANY_TILE = "j", "default", "any"
NOTATION = re.compile(r"\s*(?:[0-9]+[a-z]+\s*)+\Z")
LONG_CODE = re.compile(r"[a-z][a-z0-9_]{1,15}\Z")
"""A word of a table for a tile, which is written as if it were its name."""
PLAIN_CODE = re.compile(rf"[1-9](?!{JOKER})[a-z]\Z")
DIGITS_AND_LETTERS = re.compile(r"(?<![0-9])([0-9]+)([a-z]+)")
MOST_KINDS = 120
MOST_OF_LETTER = 9
JOKER_NAMES: Names = (("en", "joker"), ("ja", "ジョーカー"), ("zh", "百搭"))
LETTERS = "abcdefghiklmnopqrstuvwxyz"
"""of suits that say none: all but that of jokers"""
SUIT_LETTER = re.compile(rf"(?!{JOKER})[a-z]\Z")
Attributes = tuple[tuple[str, str | int], ...]
Face = tuple[str, str, Names, Attributes, int, str]
"""Notation, id, names, attributes, copies and role of one kind, still without its index."""


def build_tileset(building: RulesetBuilder) -> TileSet:
    """The tile set, with the cycles of its indicators and its winds."""
    box, table = building.root.get("tileset"), building.root.get("tiles", "table")
    attributes = [entry.text() for entry in box.get("attributes").entries]
    pair = (attributes[0], attributes[1]) if len(attributes) == 2 else ("suit", "rank")
    plain = _table_faces(building, table, box) if table else _suited_faces(building, box, pair)
    faces: list[Face] = [*plain, *_flower_faces(building, box)]
    faces += _joker_faces(building, box, {face[0][-1] for face in faces})
    if len(faces) > MOST_KINDS:
        building.add_error(building.root, "L106", Message("more than different tiles", MOST_KINDS))
    bare = [TileKind(index, *face) for index, face in enumerate(faces[:MOST_KINDS])]
    kinds = tuple(_with_pictures_and_words(building, bare, box, table))
    suits = tuple(_build_suits(kinds, box, table))
    fifth = any(item.get("fifth").is_true() for item in sorts_of_jokers(box).values())
    building.tileset = TileSet(kinds, suits, attributes=pair, fifth=fifth, in_box=box.get("in_box").integer())
    cycles = [
        tile_kinds(building, cycle) for cycle in box.get("order").entries if _is_in_box(building, cycle)
    ]
    order = tuple(tuple(kind for kind in cycle if kinds[kind].copies) for cycle in cycles)
    winds, flowers = _wind_kinds(building, box.get("winds")), _flowers_of_seats(building, box)
    partners = tuple(_partners_of_suits(building, box.get("partners")))
    building.tileset = replace(
        building.tileset,
        order=order,
        winds=winds,
        seat_flowers=flowers,
        partners=partners,
        name_help=localized_texts(box.get("name_help")),
    )
    _declare_attributes(building)
    if not building.problems:
        _check_copies(building, box)
    return building.tileset


def sorts_of_jokers(box: Item) -> dict[str, Item]:
    """What the file says of each sort of joker, by its letter."""
    jokers = box.get("jokers")
    if "jokers" not in box.fields:
        return {}
    return jokers.fields if has_sorts_of_jokers(jokers) else {JOKER: jokers}


def _joker_faces(building: RulesetBuilder, box: Item, letters: set[str]) -> Iterator[Face]:
    for letter, item in sorts_of_jokers(box).items():
        if letter in letters or not re.fullmatch("[a-z]", letter):
            message = Message("cannot be the letter of a joker", letter)
            building.add_error(
                item, "L205", message, Message("use a small letter that no tiles have"), key=True
            )
        else:
            yield f"0{letter}", "joker", localized_texts(item.get("name")) or JOKER_NAMES, (), 0, "joker"
    if any(one.get("wild").is_true() for one in building.root.get("indicators").fields.values()):
        yield from _wild_faces(box, letters)


def _wild_faces(box: Item, letters: set[str]) -> Iterator[Face]:
    """The joker that wild tiles are: one that represents any tile, none of which is in the box if the file
    lists no such joker.
    """
    sorts = sorts_of_jokers(box)
    if not any(item.get("stands").text(ANY_TILE) == ANY_TILE for item in sorts.values()):
        free = next(letter for letter in (JOKER, *ascii_lowercase) if letter not in {*letters, *sorts})
        yield f"0{free}", "joker", JOKER_NAMES, (), 0, "joker"


def build_joker_tiles(building: RulesetBuilder) -> tuple[tuple[int, int], ...]:
    """The class of tiles that each sort of joker may represent, if it is not all of them."""
    found = []
    for letter, item in sorts_of_jokers(building.root.get("tileset")).items():
        stands, kind = item.get("stands"), building.tileset.by_code.get(f"0{letter}")
        if kind is None or not stands or stands.text() == ANY_TILE:
            continue
        if codes_in_notation(stands.text()):
            mask = kinds_mask(tile_kinds(building, stands))
        else:
            mask = fixed_class_mask(building, stands, stands.text())
        found.append((kind.index, mask))
    return tuple(found)


def build_joker_sorts(building: RulesetBuilder) -> tuple[JokerSort, ...]:
    """What may be done with the jokers of each sort."""
    found = []
    for letter, item in sorts_of_jokers(building.root.get("tileset")).items():
        if kind := building.tileset.by_code.get(f"0{letter}"):
            said, calls = item.fields, _calls_with_jokers(building, item)
            won = word_or_truth(item.get("won")) if "won" in said else True
            fours = item.get("fours").is_true() if "fours" in said else calls is None
            found.append(JokerSort(kind.index, won, MOST_IN_A_CALL if calls is None else calls, fours))
    return tuple(found)


def _calls_with_jokers(building: RulesetBuilder, item: Item) -> int | None:
    """How many jokers may lie in a called set; None if the file does not say."""
    if "calls" not in item.fields:
        return None
    entry = item.get("calls")
    calls = entry.integer()
    if not 0 <= calls <= MOST_IN_A_CALL:
        message = Message("jokers in a called set", calls, MOST_IN_A_CALL)
        building.add_error(entry, "L205", message, Message("omit calls if any number may be in it"))
    if not calls and item.get("fours").is_true():
        message = Message("no joker can be in a called set")
        building.add_error(item.get("fours"), "L205", message, Message("remove fours or write calls 1"))
    return calls


def build_joker_groups(building: RulesetBuilder) -> tuple[str, ...]:
    """The kinds of group that jokers may stand in; none if they may stand in all of them."""
    said: dict[tuple[str, ...], Item] = {}
    for item in sorts_of_jokers(building.root.get("tileset")).values():
        groups = item.get("groups")
        known = sorted({*building.kinds, *building.kind_unions, *EQUAL_GROUPS})
        words = (
            require_known_words(building, groups, known, Message("a kind of set pair or single"))
            if groups
            else ()
        )
        found = (kind for word in words for kind in building.kind_unions.get(word, (word,)))
        said.setdefault(tuple(dict.fromkeys(found)), groups or item)
    if len(said) > 1:
        message = Message("one sort of joker stands in other groups than another")
        building.add_error([*said.values()][1], "L205", message, Message("give all sorts the same groups"))
    return next(iter(said), ())


def _suited_faces(building: RulesetBuilder, box: Item, attributes: tuple[str, str]) -> Iterator[Face]:
    for letter, suit in box.get("suits").fields.items():
        if _is_flower_suit(box, letter, suit) or not _is_letter(building, suit, letter):
            continue
        names = dict(enumerate(map(localized_texts, suit.get("tiles").entries), 1))
        ranks = _rank_count(building, suit)
        if not names and not suit.get("ranks"):
            building.add_error(
                suit,
                "L204",
                Message("the suit has no tiles", letter),
                Message("add ranks or tiles"),
                key=True,
            )
        if ranks and names and ranks != len(names):
            message = Message("ranks but names for tiles", ranks, len(names))
            place = suit.get("ranks") or suit
            building.problems.append(place.problem("L207", message, severity="warning"))
        for digit in range(1, (ranks or len(names)) + 1):
            code = f"{digit}{letter}"
            has: Attributes = ((attributes[0], letter), (attributes[1], digit)) if ranks else ()
            yield code, code, names.get(digit, ()), has, _copies_of_tile(box, code), "tile"


def _is_letter(building: RulesetBuilder, item: Item, letter: str) -> bool:
    if SUIT_LETTER.match(letter):
        return True
    is_large = SUIT_LETTER.match(letter.lower())
    hint = Message("write", letter.lower()) if is_large else Message("use one lowercase letter")
    building.add_error(item, "L205", Message("is not a notation letter", letter), hint, key=True, word=letter)
    return False


def _rank_count(building: RulesetBuilder, suit: Item) -> int:
    item = suit.get("ranks")
    match = re.fullmatch(r"(?:1\s*-\s*)?([1-9])", item.text())
    if item and match is None and not isinstance(item.value, list):
        hint = Message("write 1-9 or the number of ranks 9 a")
        building.add_error(item, "L205", Message("is not a range of ranks", item.text()), hint)
    return int(match[1]) if match else 0


def _copies_of_tile(box: Item, code: str) -> int:
    item = box.get("copies")
    if any(code in codes_in_notation(entry.text()) for entry in box.get("remove").entries):
        return 0
    exact = next((entry for key, entry in item.fields.items() if code in codes_in_notation(key)), None)
    found = exact or item.get(code[-1]) or item.get(DEFAULT_COPIES) if item.fields else item
    return found.integer(4)


def codes_in_notation(text: str) -> list[str]:
    """The codes of a class written in notation: `19mps` is 1m 9m 1p 9p 1s 9s; none where there is other text.

    >>> codes_in_notation("19mp 5z")
    ['1m', '9m', '1p', '9p', '5z']
    >>> codes_in_notation("1-4m")
    []
    """
    if not NOTATION.match(text):
        return []
    return [
        digit + letter
        for digits, letters in DIGITS_AND_LETTERS.findall(text)
        for letter in letters
        for digit in digits
    ]


def _table_faces(building: RulesetBuilder, table: Item, box: Item) -> Iterator[Face]:
    codes = _CodesOfTable(building, table)
    for name, tile in table.fields.items():
        attribute_items = [(key, item) for key, item in tile.fields.items() if key not in SECTIONS["tile"]]
        attributes = tuple(
            (key, item.value if type(item.value) is int else item.text()) for key, item in attribute_items
        )
        code = codes.code_of(tile, str(attributes[0][1]) if attributes else "t")
        copies = max(0, tile.get("copies").integer()) if tile.get("copies") else _copies_of_tile(box, code)
        yield code, name, localized_texts(tile.get("name")) or name_from_id(name), attributes, copies, "tile"


class _CodesOfTable:
    """The notation of each tile of a table: as it is written, or chosen here.

    A written code may be a word, which is read like a name of the tile. One such as `k1` is a word if
    another, `k10`, has more than two signs.
    """

    def __init__(self, building: RulesetBuilder, table: Item) -> None:
        self.building = building
        written = [tile.get("code").text() for tile in table.fields.values()]
        words = {code for code in written if LONG_CODE.match(code)}
        has_long = any(len(word) > 2 for word in words)
        self.words = words if has_long else {word for word in words if word.isalpha()}
        self.reserved = {code for code in written if PLAIN_CODE.match(code)}
        self.used: set[str] = set()
        self.names: dict[str, str] = {}
        self.letters: dict[str, str] = {}

    def code_of(self, tile: Item, value: str) -> str:
        """The code of a tile; one that is chosen has the letter of its first attribute, if it can."""
        written = tile.get("code")
        code = written.text()
        is_word = code in self.words and code not in self.used
        if is_word or not written:
            self.used.add(code)
            self.names[code] = tile.key
            code = ""
        elif not PLAIN_CODE.match(code) or code in self.used:
            self._refuse_code(written, code)
            code = ""
        code = code or self._free_code(value)
        self.used.add(code)
        self.names[code] = tile.key
        return code

    def _refuse_code(self, written: Item, code: str) -> None:
        is_reversed = PLAIN_CODE.match(code[::-1]) and code[::-1] not in self.used
        hint = Message("write", code[::-1]) if is_reversed else Message("a digit 1-9 and a letter")
        known = self.names.get(code)
        message = (
            Message("is already the code of", code, known)
            if known
            else Message("is not valid notation", code)
        )
        self.building.add_error(written, "L205", message, hint)

    def _free_code(self, value: str) -> str:
        if value not in self.letters:
            known = [letter for letter in value.lower() + LETTERS if SUIT_LETTER.match(letter)]
            self.letters[value] = next(
                (letter for letter in known if letter not in self.letters.values()), "t"
            )
        codes = (f"{digit}{letter}" for letter in self.letters[value] + LETTERS for digit in range(1, 10))
        return next((code for code in codes if code not in self.used | self.reserved), "9z")


def _is_flower_suit(box: Item, letter: str, suit: Item) -> bool:
    """A suit whose letter stands under `flowers`, or that says whose its tiles are, lies beside the hand."""
    return bool(suit.get("seats")) or (letter in box.get("flowers").fields and not suit.get("ranks"))


def _flower_faces(building: RulesetBuilder, box: Item) -> Iterator[Face]:
    for letter, count in box.get("flowers").fields.items():
        if not _is_letter(building, count, letter):
            continue
        if box.get("suits", letter, "ranks"):
            message = Message("is a suit with ranks", letter)
            building.add_error(count, "L205", message, Message("use a separate letter for flowers"), key=True)
            continue
        if not 0 <= count.integer() <= MOST_OF_LETTER:
            hint = Message("0 to since a tile is one digit and", MOST_OF_LETTER)
            building.add_error(count, "L205", Message("flowers of one letter", count.text()), hint)
        names = dict(enumerate(map(localized_texts, box.get("suits", letter, "tiles").entries), 1))
        for digit in range(1, min(MOST_OF_LETTER, count.integer()) + 1):
            code = f"{digit}{letter}"
            yield code, code, names.get(digit, ()), (), _copies_of_flower(box, code), "flower"


def _copies_of_flower(box: Item, code: str) -> int:
    """As many as `copies` says of the tile or its letter; the default number is for other tiles."""
    copies = box.get("copies")
    exact = next((entry for key, entry in copies.fields.items() if code in codes_in_notation(key)), None)
    found = exact or copies.get(code[-1])
    return found.integer(1) if found else 1


def _check_copies(building: RulesetBuilder, box: Item) -> None:
    """Of what there are copies (default, a letter, or tiles), and which tiles are taken out."""
    tileset, copies = building.tileset, box.get("copies")
    for key, entry in copies.fields.items():
        codes = codes_in_notation(key)
        roles = {kind.role for kind in tileset.kinds if kind.code in codes or kind.letter == key}
        if key != DEFAULT_COPIES and not (roles and {*codes} <= {*tileset.by_code}):
            hint = Message("a letter or tiles in notation", DEFAULT_COPIES, ", ".join(tileset.by_letter))
            building.add_error(entry, "L301", Message("there is no tile in this set 2", key), hint, key=True)
        elif key != DEFAULT_COPIES and "joker" in roles:
            message = Message("has no copies", key)
            building.add_error(entry, "L205", message, Message("see jokers"), key=True)
    for entry in copies.fields.values() or copies.entries:
        if isinstance(entry.value, int) and entry.value < 1:
            building.add_error(entry, "L205", Message("a tile has at least one copy"), Message("see remove"))
    for entry in box.get("remove").entries:
        codes = codes_in_notation(entry.text())
        unknown = [code for code in codes or [entry.text()] if code not in tileset.by_code]
        if unknown:
            letters = ", ".join(f"{suit.letter} (1-{suit.size})" for suit in tileset.suits)
            hint = Message("its letters X", letters) if codes else Message("digits then letters 19mps")
            building.add_error(entry, "L301", Message("there is no tile in this set 2", unknown[0]), hint)


def _build_suits(kinds: tuple[TileKind, ...], box: Item, table: Item) -> Iterator[Suit]:
    for letter in dict.fromkeys(kind.letter for kind in kinds):
        members = [kind for kind in kinds if kind.letter == letter]
        suit = box.get("suits", letter)
        names = localized_texts(suit.get("name") if suit and not table else box.get("letters", letter))
        if not names and table and members[0].attributes:
            names = (("en", str(members[0].attributes[0][1])),)
        also = text_list(suit.get("also")) if suit and not table else ()
        yield Suit(letter, names or members[0].names, max(k.digit for k in members), members[0].role, also)


def _partners_of_suits(building: RulesetBuilder, partners: Item) -> Iterator[tuple[str, int]]:
    for letter, item in partners.fields.items():
        kinds = tile_kinds(building, item)
        if letter not in building.tileset.by_letter:
            building.add_error(
                item, "L301", Message("there is no suit", letter), Message("like m 7z"), key=True, word=letter
            )
        elif len(kinds) != 1:
            building.add_error(item, "L205", Message("is not one tile", item.text()), Message("one tile 7z"))
        else:
            yield letter, kinds[0]


def _wind_kinds(building: RulesetBuilder, winds: Item) -> tuple[int, ...]:
    if not winds or not _is_in_box(building, winds):
        return ()
    if len(codes_in_notation(winds.text())) not in (0, len(WINDS)):
        building.add_error(
            winds, "L205", Message("are not winds", winds.text(), len(WINDS)), Message("East first 1234z")
        )
    return tuple(tile_kinds(building, winds))


def _flowers_of_seats(building: RulesetBuilder, box: Item) -> tuple[int, ...]:
    """The flowers that belong to each seat, East first, as classes; each seat has some, each with a name."""
    found, by_code = [0] * len(WINDS), building.tileset.by_code
    for letter, suit in box.get("suits").fields.items():
        seats, named = suit.get("seats"), len(suit.get("tiles").entries)
        if isinstance(seats.value, list) and len(seats.value) != len(WINDS):
            message = Message("flowers for of the seats", len(seats.value), len(WINDS))
            building.add_error(seats, "L205", message, Message("write 15 26 37 48 East's first"))
        for place, entry in enumerate(seats.entries):
            digits = entry.text()
            wrong = next((digit for digit in digits if not digit.isdecimal() or int(digit) > named > 0), "")
            if wrong:
                hint = Message("digits of the tiles above", named)
                building.add_error(entry, "L205", Message("there is no flower", wrong), hint, word=wrong)
            codes = {f"{digit}{letter}" for digit in digits} if place < len(WINDS) else set()
            for code in codes & by_code.keys():
                found[place] |= 1 << by_code[code].index
    return tuple(found)


def _declare_attributes(building: RulesetBuilder) -> None:
    """Makes known what the tiles have of each attribute; `tile` is one that every tile has."""
    tileset = building.tileset
    suited = {name for kind in tileset.kinds for name, _ in kind.attributes}
    attributes = tuple(dict.fromkeys((*tileset.attributes, *sorted(suited), "tile")))
    tiles = [
        (kind, {**kind.attribute_values, "tile": kind.id}) for kind in tileset.kinds if kind.role == "tile"
    ]
    values = {name: frozenset(has[name] for _, has in tiles if name in has) for name in attributes}
    letters = frozenset(suit.letter for suit in tileset.suits)
    names = dict(tileset.codes_by_name)
    building.declare(attributes=attributes, suit_letters=letters, values=values, tile_names=names)


def _is_in_box(building: RulesetBuilder, item: Item) -> bool:
    """Whether tiles that the defaults name are in this box; what a ruleset names itself must be."""
    codes, by_code = codes_in_notation(item.text()), building.tileset.by_code
    return not building.is_standard(item) or all(code in by_code for code in codes)


def tile_kinds(building: RulesetBuilder, item: Item) -> list[int]:
    """The kinds that a notation in a rule file names; unknown tiles are noted."""
    by_code = building.tileset.by_code
    codes = codes_in_notation(item.text()) or building.tileset.codes_of_names(item.text())
    unknown = next((code for code in codes if code not in by_code), "")
    if not codes:
        message = Message("is not tile notation", item.text())
        meant = notation_of_letters(item.text(), building.names.suit_letters)
        hint = Message("write", meant) if meant else Message("digits then letters 19mps")
        building.add_error(item, "L205", message, hint)
    elif unknown:
        _refuse_unknown_tile(building, item, unknown)
    return [by_code[code].index for code in codes if code in by_code]


def _refuse_unknown_tile(building: RulesetBuilder, item: Item, code: str, *, key: bool = False) -> None:
    """A tile that the set does not have. That none could be made of a suit is told where that stands."""
    box, letter, tileset = building.root.get("tileset"), code[-1:], building.tileset
    suits, suit = box.get("suits"), box.get("suits", letter)
    own = (key for key, entry in suits.fields.items() if not building.is_standard(entry))
    is_made = letter in tileset.by_letter or {*own} <= {*tileset.by_letter}
    if is_made or _is_flower_suit(box, letter, suit):
        alone = (
            Message("suits has only those that it lists") if suits and not building.is_standard(suits) else ""
        )
        letters = (
            Message("letter and numbers", suit.letter, suit.size) for suit in tileset.suits if suit.size
        )
        hint = Message("its letters XY", Listed(tuple(letters), "comma"), alone)
        if code[0] == "0" and letter in tileset.by_letter:
            hint = Message("0 is a red tile", hint)
        message = Message("there is no tile in this set", code)
        building.add_error(item, "L301", message, hint, key=key, word="" if key else letter)


def build_option_counts(building: RulesetBuilder) -> tuple[tuple[str, Node], ...]:
    """How many copies are red, and how many jokers there are, by notation: expressions over options."""
    box, known = building.root.get("tileset"), building.tileset.by_code
    sorts = sorts_of_jokers(box).items()
    jokers = {code: item.get("count") or item for letter, item in sorts if (code := f"0{letter}") in known}
    entries = {**box.get("red").fields, **jokers}
    found = []
    for code, item in entries.items():
        node = building.number_expression(item, Scope.OPTIONS)
        if item and code not in building.tileset.by_code:
            _refuse_unknown_tile(building, item, code, key=True)
        elif node is not None:
            found.append((code, node))
    return tuple(found)


def build_optional_kinds(building: RulesetBuilder) -> tuple[tuple[tuple[int, ...], Node], ...]:
    """The kinds that are in the set only under a condition on options; an error for tiles that are not."""
    tileset, found = building.tileset, []
    for key, item in building.root.get("tileset", "optional").fields.items():
        codes = codes_in_notation(key)
        kinds = tuple(
            kind.index
            for kind in tileset.kinds
            if kind.role != "joker" and (kind.letter == key or kind.code in codes)
        )
        condition = building.expression(item, Scope.OPTIONS)
        if not kinds or not {*codes} <= {*tileset.by_code}:
            hint = Message("a letter or notation", ", ".join(tileset.by_letter))
            building.add_error(item, "L301", Message("there is no tile in this set 2", key), hint, key=True)
        elif condition is not None:
            found.append((kinds, condition))
    return tuple(found)


# ---- classes of tiles


def build_classes(building: RulesetBuilder) -> tuple[TileClass, ...]:
    """Every class with fixed tiles: attribute values and tile names, then those of the file.

    In a box without suits each tile is a class, and each word that is an attribute of some.
    """
    tiles = [kind for kind in building.tileset.kinds if kind.role == "tile"]
    given: dict[str, int] = {}
    for kind in tiles if any(kind.id != kind.code for kind in tiles) else ():
        values = [value for _, value in kind.attributes if isinstance(value, str) and value.isidentifier()]
        for name in (*values, kind.id):
            given[name] = given.get(name, 0) | 1 << kind.index
    class_items = {
        name: entry for name, entry in building.root.get("tiles").fields.items() if name != "table"
    }
    building.declare(classes=frozenset({*given, *class_items}))
    building.masks |= {name: mask for name, mask in given.items() if name not in class_items}
    classes = _ClassResolver(building, class_items)
    for name in class_items:
        classes.resolve(name)
    building.declare(class_trees=classes.trees)
    found = [(name, building.masks[name]) for name in {**given, **class_items} if name in building.masks]
    names = dict(_names_of_given_classes(building, given))
    names |= {name: localized_texts(entry.get("name")) for name, entry in class_items.items()}
    return tuple(TileClass(name, mask, names.get(name, name_from_id(name))) for name, mask in found)


def _names_of_given_classes(
    building: RulesetBuilder, masks: Mapping[str, int]
) -> Iterator[tuple[str, Names]]:
    """The names of classes that tiles declare: those of the tile, or of the suit if it has the same tiles."""
    kinds = [kind for kind in building.tileset.kinds if kind.role == "tile"]
    by_mask = {
        sum(1 << kind.index for kind in kinds if kind.letter == suit.letter): suit.names
        for suit in building.tileset.suits
    }
    by_mask |= {1 << kind.index: kind.names for kind in kinds}
    yield from ((name, by_mask[mask]) for name, mask in masks.items() if mask in by_mask)


class _ClassResolver:
    """Works out masks and trees, classes that others need first; a circle of classes is a fault."""

    def __init__(self, building: RulesetBuilder, class_items: dict[str, Item]) -> None:
        self.building, self.class_items, self.masks = building, class_items, building.masks
        self.trees: dict[str, Node] = {}
        self.sizes: dict[str, int] = {}
        kinds = building.tileset.kinds
        self.all_tiles = kinds_mask(kind.index for kind in kinds if kind.role == "tile")
        self.tiles_and_flowers = self.all_tiles | kinds_mask(
            kind.index for kind in kinds if kind.role == "flower"
        )

    def resolve(self, name: str, path: tuple[str, ...] = ()) -> None:
        """Fills in the mask of a class, or its tree where it asks the situation."""
        if name in self.masks or name in self.trees:
            return
        entry, mask = self.class_items[name].get("is") or self.class_items[name], 0
        if name in path:
            self.building.add_error(entry, "L403", Message("the class is defined in terms of itself", name))
        elif NOTATION.match(entry.text()) or self._is_list_of_names(entry):
            mask = kinds_mask(tile_kinds(self.building, entry)) & self.tiles_and_flowers
        elif entry.is_plain and (tree := self._class_tree(name, entry, (*path, name))) is not None:
            if any(leaf.op == "given" for leaf in tree.walk()):
                self.trees[name] = tree
                return
            mask = self._tree_mask(tree)
        self.masks.setdefault(name, mask)

    def _is_list_of_names(self, entry: Item) -> bool:
        """Whether a class lists its tiles by name: `red ship, blue ship`. A single word is a class."""
        text = entry.text() if entry.is_plain else ""
        return not text.strip().isidentifier() and bool(self.building.tileset.codes_of_names(text))

    def _class_tree(self, name: str, entry: Item, path: tuple[str, ...]) -> Node | None:
        """What a class is made of, with the classes in it resolved; None for one that cannot be."""
        node, flaws = read_class(entry.text(), self.building.names)
        self.building.note_expression(entry, node, "class", flaws)
        if flaws:
            return None
        leaves = list(node.walk())
        for leaf in leaves:
            if leaf.op == "class" and leaf.args[0] in self.class_items:
                self.resolve(leaf.args[0], path)
        size = sum(self.sizes.get(str(leaf.args[0]), 1) if leaf.op == "class" else 1 for leaf in leaves)
        if size > MOST_PARTS_IN_ONE:
            message = Message("has parts once its classes are expanded", size, MOST_PARTS_IN_ONE)
            self.building.add_error(entry, "L309", message)
            return None
        tree = self._expanded_tree(node)
        if any(leaf.op == "given" for leaf in tree.walk()):
            self.sizes[name] = size
        return tree

    def _expanded_tree(self, node: Node) -> Node:
        """The tree with the trees of classes in place of their names."""
        if node.op == "class":
            return self.trees.get(node.args[0], node)
        if node.op == "given":
            return node
        return replace(node, args=tuple(self._expanded_tree(part) for part in node.args))

    def _tree_mask(self, node: Node) -> int:
        if node.op == "class":
            tile = self.building.tileset.by_code.get(node.args[0])
            return 1 << tile.index if tile else self.masks[node.args[0]]
        masks = [self._tree_mask(part) for part in node.args]
        if node.op == "not":
            return self.all_tiles & ~masks[0]
        return masks[0] | masks[1] if node.op == "or" else masks[0] & masks[1]


def _with_pictures_and_words(
    building: RulesetBuilder, kinds: list[TileKind], box: Item, table: Item
) -> Iterator[TileKind]:
    """The kinds, each with its picture (none: it is drawn by its name), its ink and the other words for it.

    The ink is the color that its picture or its attributes speak of, else one for each letter of the set.
    """
    suits = box.get("suits").fields
    joker_items = {f"0{letter}": item.get("draw") for letter, item in sorts_of_jokers(box).items()}
    picture_items = (
        {name: tile.get("draw") for name, tile in table.fields.items()} if table else _pictures_by_tile(suits)
    )
    words = (
        {name: _words_of_entry(tile) for name, tile in table.fields.items()}
        if table
        else _words_by_tile(suits)
    )
    words |= {f"0{letter}": text_list(item.get("also")) for letter, item in sorts_of_jokers(box).items()}
    letters, colours = list(dict.fromkeys(kind.letter for kind in kinds)), list(inks())
    known_pictures = picture_names()
    for kind in kinds:
        item = joker_items.get(kind.code) if kind.role == "joker" else picture_items.get(kind.id)
        usual = kind.id if kind.role == "tile" else kind.role
        *ink_words, name = (item.text() if item else usual).split() or [""]
        found = next((word for word in (f"{name}_{kind.digit}", name) if word in known_pictures), "")
        if item and not found:
            _refuse_unknown_drawing(building, item, name, "picture", known_pictures)
        for word in ink_words:
            if word not in colours:
                _refuse_unknown_drawing(building, item or building.root, word, "ink", colours)
        known_inks = [
            word for word in (*ink_words, *(str(value) for _, value in kind.attributes)) if word in colours
        ]
        ink = known_inks[0] if known_inks else colours[letters.index(kind.letter) % len(colours)]
        yield replace(kind, picture=found, ink=ink, also=words.get(kind.id) or words.get(kind.code, ()))


def _words_of_entry(tile: Item) -> tuple[str, ...]:
    """Other words for a tile of a table: its code, if that is a word, and those under `also`."""
    code = tile.get("code").text()
    return (*([code] if LONG_CODE.match(code) else []), *text_list(tile.get("also")))


def _pictures_by_tile(suits: dict[str, Item]) -> dict[str, Item]:
    """One picture for each digit; a single one is numbered (circles_5) or serves the whole suit."""
    found: dict[str, Item] = {}
    for letter, suit in suits.items():
        draw = suit.get("draw")
        every = draw.entries if isinstance(draw.value, list) else draw.entries * 9
        found |= {f"{digit}{letter}": entry for digit, entry in enumerate(every, 1)}
    return found


def _words_by_tile(suits: dict[str, Item]) -> dict[str, tuple[str, ...]]:
    """Other words for tiles, by notation; one list for each digit of a suit."""
    return {
        f"{digit}{letter}": text_list(entry)
        for letter, suit in suits.items()
        for digit, entry in enumerate(suit.get("words").entries, 1)
    }


def _refuse_unknown_drawing(
    building: RulesetBuilder, item: Item, word: str, noun: Text, known_names: Iterable[str]
) -> None:
    names = sorted(known_names)
    hint = did_you_mean(word, names, Message("rulesets/art has X", ", ".join(names)))
    building.add_error(item, "L301", Message("there is no 2", noun, word), hint, word=word)


# ---- kinds of set

MOST_TILES_IN_SET = 6


def build_kinds(building: RulesetBuilder) -> tuple[SetKind, ...]:
    for name, item in building.root.get("sets").fields.items():
        if item.fields:
            building.kinds[name] = _build_set_kind(building, name, item)
    used = _kinds_in_shapes(building.root)
    return tuple(sorted(building.kinds.values(), key=lambda kind: kind.id not in used))


def _kinds_in_shapes(root: Item) -> set[str]:
    """The kinds that shapes name. They come first, so that a set in brackets is of such a kind even if it
    would also be of a standard kind that the game does not use.
    """
    sets, found = root.get("sets"), set[str]()
    for shape in root.get("shapes").fields.values():
        for entry in shape.get("kinds").entries:
            words = sets.get(entry.text())
            found |= {entry.text()} if words.fields or not words else {one.text() for one in words.entries}
        if not shape.get("kinds"):
            found |= {entry.text() for entry in sets.get(USUAL_KINDS).entries}
    return found


def _build_set_kind(building: RulesetBuilder, name: str, item: Item) -> SetKind:
    class_item, size, step = item.get("of"), item.get("size"), item.get("step")
    mask = fixed_class_mask(building, class_item, class_item.text()) if class_item else None
    if size and not 1 <= size.integer() <= MOST_TILES_IN_SET:
        message = Message("a set of tiles", size.integer(), MOST_TILES_IN_SET)
        building.add_error(size, "L205", message)
    if step and type(step.value) is int and step.value < 1:
        building.add_error(step, "L205", Message("a step of", step.value))
    for attribute_item in map(item.get, ("same", "differ", "run")):
        if not building.is_standard(attribute_item):
            require_known_words(
                building, attribute_item, building.names.attributes, Message("an attribute of the tiles")
            )
    tiles, rise = min(size.integer(3), MOST_TILES_IN_SET), max(1, step.integer(1))
    return build_section(building, SetKind, item, id=name, size=tiles, step=rise, mask=mask)


def build_unions(building: RulesetBuilder) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Words for several kinds of set (`triplet: [pung, kong]`)."""
    kinds = list(building.kinds)
    for name, item in building.root.get("sets").fields.items():
        if not item.fields:
            building.kind_unions[name] = tuple(
                require_known_words(building, item, kinds, Message("a kind of set 2"))
            )
    return tuple(building.kind_unions.items())


# ---- shapes

MOST_IN_HAND = 24
USUAL_SIZE = 3
PAIR_SIZE = 2
USUAL_KINDS = "usual"
EQUAL_GROUPS = ("pair", "single")
"""Groups of equal tiles that are no sets."""
COUNT_KEYS = ("sets", "pair", "pairs", "singles")
SETS_KEYS = ("sets", "singles", "kinds", "fixed")
"""Keys of a shape that has more than pairs."""
WHOLE_HAND_KEYS = ("one_of_each", "from", "flowers")
"""Keys that say what all of a hand is made of; without them it is made of sets and pairs."""


def build_shapes(building: RulesetBuilder) -> tuple[Shape, ...]:
    """The shapes; the size of one is looked at where nothing else is wrong with it."""
    found = []
    for name, item in building.root.get("shapes").fields.items():
        before = len(building.problems)
        _refuse_conflicting_keys(building, item)
        shape = replace(
            _build_shape(building, name, item), names=localized_texts(item.get("name")) or name_from_id(name)
        )
        counts = [item.fields[key] for key in COUNT_KEYS if key in item.fields]
        is_read = all(type(c.value) is int or (c.key == "pair" and c.is_plain) for c in counts)
        is_sound = len(building.problems) == before and is_read and isinstance(item.value, dict)
        if is_sound and not 1 <= shape.size <= MOST_IN_HAND:
            message = Message("a shape of tiles", shape.size, MOST_IN_HAND)
            hint = Message("add sets pair pairs one_of_each fixed from or flowers")
            if shape.size > MOST_IN_HAND:
                hint = Message("use fewer sets or pairs")
            elif item.get("different"):
                hint = Message("add from the name of a class")
            building.add_error(item, "L205", message, hint)
        found.append(shape)
    return tuple(found)


def build_shape_conditions(building: RulesetBuilder) -> tuple[tuple[str, Node], ...]:
    """The conditions under which some shapes are open."""
    entries = building.root.get("shapes").fields.items()
    nodes = [(name, building.expression(item.get("when"), Scope.HAND)) for name, item in entries]
    return tuple((name, node) for name, node in nodes if node is not None)


def _refuse_conflicting_keys(building: RulesetBuilder, item: Item) -> None:
    """What does not go with the key that says what a shape is made of."""
    keys = [key for key in WHOLE_HAND_KEYS if key != "from" or not item.get("singles")]
    way = next((key for key in keys if item.get(key)), "pairs")
    others: tuple[str, ...] = (*COUNT_KEYS, "kinds", "fixed")
    combined, hint = "cannot be combined, nothing else", Message("write a separate shape for it")
    if way == "pairs":
        others = ("pair",) if item.fields.keys().isdisjoint(SETS_KEYS) else ("pair", "different")
        combined, hint = "cannot be combined with a key", Message("pairs is the number of pairs")
    for key in others if way in item.fields else ():
        if key in item.fields:
            message = Message(combined, key, way)
            building.add_error(item.fields[key], "L205", message, hint, key=True)


def _build_shape(building: RulesetBuilder, name: str, item: Item) -> Shape:
    if flowers := item.get("flowers"):
        return Shape(name, "flowers", 1, concealed=True, flowers=flowers.integer())
    if item.get("pairs") and item.fields.keys().isdisjoint(SETS_KEYS):
        pairs, different = item.get("pairs").integer(), item.get("different").is_true()
        return Shape(name, "pairs", 2 * pairs, pairs=pairs, different=different, concealed=True)
    if class_item := item.get("one_of_each"):
        mask = fixed_class_mask(building, class_item, class_item.text())
        return Shape(name, "one_of_each", mask.bit_count() + 1, mask=mask, concealed=True)
    if item.get("from") and not item.get("singles"):
        mask, rows = _tiles_of_shape(building, item.get("from"))
        size = item.get("different").integer()
        return Shape(name, "different", size, mask=mask, knitted=rows, concealed=True)
    return _shape_of_sets(building, name, item)


def _tiles_of_shape(building: RulesetBuilder, item: Item) -> tuple[int, str]:
    """Classes and knitted rows, as in `147A 258B 369C honor`."""
    mask, rows = 0, ""
    for word in item.text().split():
        is_row = PLAIN_ROWS.match(word)
        rows += _rows_with_known_suits(building, item, word) if is_row else ""
        mask |= 0 if is_row else fixed_class_mask(building, item, word)
    return mask, rows


def _shape_of_sets(building: RulesetBuilder, name: str, item: Item) -> Shape:
    sets, singles = item.get("sets").integer(), item.get("singles").integer()
    mask, loose_rows = _tiles_of_shape(building, item.get("from"))
    if loose_rows:
        message, hint = (
            Message("singles cannot come from knitted rows"),
            Message("name a class of the section tiles"),
        )
        building.add_error(item.fields["from"], "L205", message, hint)
    pairs, pair_kind = _pairs_of_shape(building, item)
    rows, in_rows = _rows_of_shape(building, item)
    kinds = _kinds_of_shape(building, item)
    set_size = _set_size(building, item, kinds) if sets or not rows else USUAL_SIZE
    if pair_kind and sets and set_size == PAIR_SIZE:
        message = Message("sets of two tiles are pairs")
        hint = Message("count them all under sets")
        building.add_error(item.fields["pair"], "L205", message, hint)
    return Shape(
        name,
        "fixed" if rows else "sets",
        set_size * sets + 2 * pairs + singles + in_rows,
        sets,
        pairs,
        singles,
        kinds,
        concealed=item.get("concealed").is_true(),
        mask=mask,
        knitted=rows,
        set_size=set_size,
        pair_kind=pair_kind,
    )


def _pairs_of_shape(building: RulesetBuilder, item: Item) -> tuple[int, str]:
    """How many pairs there are beside sets, and the kind of set that they are, if any."""
    pair = item.get("pairs") or item.get("pair")
    if not pair or type(pair.value) is int:
        return pair.integer(), ""
    kind = next(
        iter(require_known_words(building, pair, sorted(building.kinds), Message("a kind of set 2"))), ""
    )
    if kind and (size := building.kinds[kind].size) != PAIR_SIZE:
        building.add_error(
            pair, "L205", Message("a set of tiles is not a pair", size), Message("a kind of size")
        )
    return 1, kind


def _rows_of_shape(building: RulesetBuilder, item: Item) -> tuple[str, int]:
    """The rows of a shape as text, and how many tiles they have; faults where they cannot be read, or where
    one choice of rows has more tiles than another.
    """
    fixed = item.get("fixed")
    lines = [" ".join(entry.text().split()) for entry in fixed.entries]
    sizes = []
    for entry, line in zip(fixed.entries, lines, strict=True):
        unread = next((w for w in line.split() if not (PLAIN_ROWS.match(w) or LETTER_ROW.match(w))), "")
        if unread or not line:
            hint = Message("like 147A258B369C or with letters for numbers nnA n+1n+1n+1B")
            building.add_error(entry, "L205", Message("is not a row of tiles", unread), hint, word=unread)
            return "", 0
        _rows_with_known_suits(building, entry, line)
        if not building.tileset.partners and any(PARTNER in part.numbers for part in row_parts(line)):
            message, hint = Message("no suit has a partner"), Message("write partners m 7z under tileset")
            building.add_error(entry, "L205", message, hint)
        if (count := choice_count(line, building.tileset)) > MOST_CHOICES:
            message = Message("these rows have choices of suits and numbers", count, MOST_CHOICES)
            building.add_error(entry, "L205", message, Message("use fewer letters"))
            return "", 0
        sizes.append(sum(len(part.numbers) for part in row_parts(line)))
        if sizes[-1] != sizes[0]:
            message = Message("tiles but the first rows have", sizes[-1], sizes[0])
            building.add_error(entry, "L205", message, Message("write rows of one size"))
    return OTHER_ROWS.join(lines), sizes[0] if sizes else 0


def _rows_with_known_suits(building: RulesetBuilder, item: Item, rows: str) -> str:
    """Rows as they are, with a fault where a small letter is no suit."""
    suits = [part.suit for part in row_parts(rows)]
    unknown = next((s for s in suits if s.islower() and s not in building.names.suit_letters), "")
    if unknown:
        message = Message("there is no suit", unknown)
        building.add_error(item, "L301", message, Message("capitals are any suits"), word=unknown)
    return rows


def _kinds_of_shape(building: RulesetBuilder, item: Item) -> tuple[str, ...]:
    """The kinds that a shape names, else the usual ones."""
    kinds_item, kinds, unions = item.get("kinds"), building.kinds, building.kind_unions
    if not kinds_item:
        return tuple(kind for kind in unions.get(USUAL_KINDS, ()) if kind in kinds)
    if not kinds_item.entries:
        building.add_error(
            kinds_item, "L205", Message("no kind of set"), Message("omit it to allow the usual kinds")
        )
    found = require_known_words(building, kinds_item, sorted({*kinds, *unions}), Message("a kind of set 2"))
    return tuple(dict.fromkeys(kind for word in found for kind in unions.get(word, (word,))))


def _set_size(building: RulesetBuilder, item: Item, kinds: tuple[str, ...]) -> int:
    """The tiles of one set. A declared set (a kong) counts as many, however many it has."""
    sizes = {building.kinds[kind].size for kind in kinds if not building.kinds[kind].declared}
    if len(sizes) > 1:
        message = Message("the sets of this shape differ in size")
        hint = Message("write declared true in the larger kinds so that")
        building.add_error(item.get("kinds") or item, "L205", message, hint)
    return max(sizes, default=USUAL_SIZE)
