"""Builds what a hand is made of: the tile set and what it looks like, classes of tiles, kinds of set, shapes.

A class that asks the situation (`value: dragon | seat_wind`) has no tiles of its own: wherever an
expression names it, its tree stands in place of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scorer.errors import did_you_mean
from scorer.hand import WINDS
from scorer.language.nodes import Node
from scorer.language.parser import read_class
from scorer.language.vocabulary import Scope
from scorer.ruleset.art import inks, picture_names
from scorer.ruleset.builder import MOST_IN_ONE, Building, fixed_class, known_words, made, spelled, texts
from scorer.ruleset.items import Item
from scorer.ruleset.model import TileClass
from scorer.ruleset.sections import SECTIONS
from scorer.shapes import SetKind, Shape
from scorer.tiles import Names, Suit, TileKind, TileSet, mask_of
from scorer.values import replace

NOTATION = re.compile(r"\s*(?:[0-9]+[a-z]+\s*)+\Z")
PIECE = re.compile(r"([0-9]+)([a-z]+)")
MOST_KINDS = 120
MOST_OF_LETTER = 9
JOKER, DEFAULT = "j", "default"
LETTERS = "abcdefghiklmnopqrstuvwxyz"
"""of suits that say none: all but that of jokers"""
SUIT_LETTER = re.compile(rf"(?!{JOKER})[a-z]\Z")
Attributes = tuple[tuple[str, str | int], ...]
Face = tuple[str, str, Names, Attributes, int, str]
"""Notation, id, names, attributes, copies and role of one kind, still without its index."""


def build_tileset(building: Building) -> TileSet:
    """The tile set, with the cycles of its indicators and its winds."""
    box, table = building.root.get("tileset"), building.root.get("tiles", "table")
    attributes = [entry.text() for entry in box.get("attributes").entries]
    pair = (attributes[0], attributes[1]) if len(attributes) == 2 else ("suit", "rank")
    plain = _table_faces(building, table, box) if table else _suited_faces(building, box, pair)
    faces: list[Face] = [*plain, *_flower_faces(building, box)]
    if "jokers" in box.fields:
        faces.append(
            (f"0{JOKER}", "joker", (("en", "joker"), ("ja", "ジョーカー"), ("zh", "百搭")), (), 0, "joker")
        )
    if len(faces) > MOST_KINDS:
        building.refuse(building.root, "L106", f"more than {MOST_KINDS} different tiles")
    bare = [TileKind(index, *face) for index, face in enumerate(faces[:MOST_KINDS])]
    kinds = tuple(_with_pictures(building, bare, box.get("suits").fields, table))
    suits, fifth = tuple(_suits(kinds, box, table)), box.get("jokers", "fifth").flag()
    building.tileset = TileSet(kinds, suits, attributes=pair, fifth=fifth, in_box=box.get("in_box").whole())
    cycles = [kinds_of(building, cycle) for cycle in box.get("order").entries if _is_here(building, cycle)]
    order = tuple(tuple(kind for kind in cycle if kinds[kind].copies) for cycle in cycles)
    winds, flowers = _winds(building, box.get("winds")), _flowers_of_seats(building, box)
    building.tileset = replace(building.tileset, order=order, winds=winds, seat_flowers=flowers)
    _declare_attributes(building)
    if not building.problems:
        _check_copies(building, box)
    return building.tileset


def _suited_faces(building: Building, box: Item, attributes: tuple[str, str]) -> Iterator[Face]:
    for letter, suit in box.get("suits").fields.items():
        if _is_of_flowers(box, letter, suit) or not _is_letter(building, suit, letter):
            continue
        names = dict(enumerate(map(texts, suit.get("tiles").entries), 1))
        ranks = _ranks(building, suit)
        if not names and not suit.get("ranks"):
            building.refuse(suit, "L204", f"the suit '{letter}' has no tiles", "add ranks or tiles", key=True)
        if ranks and names and ranks != len(names):
            message = f"{ranks} ranks, but names for {len(names)} tiles"
            place = suit.get("ranks") or suit
            building.problems.append(place.problem("L207", message, severity="warning"))
        for digit in range(1, (ranks or len(names)) + 1):
            code = f"{digit}{letter}"
            has: Attributes = ((attributes[0], letter), (attributes[1], digit)) if ranks else ()
            yield code, code, names.get(digit, ()), has, _copies(box, code), "tile"


def _is_letter(building: Building, item: Item, letter: str) -> bool:
    if SUIT_LETTER.match(letter):
        return True
    is_large = SUIT_LETTER.match(letter.lower())
    hint = f"write {letter.lower()}" if is_large else "use one lowercase letter; j is reserved for jokers"
    building.refuse(item, "L205", f"'{letter}' is not a notation letter", hint, key=True, word=letter)
    return False


def _ranks(building: Building, suit: Item) -> int:
    item = suit.get("ranks")
    match = re.fullmatch(r"(?:1\s*-\s*)?([1-9])", item.text())
    if item and match is None and not isinstance(item.value, list):
        hint = "write 1-9, or the number of ranks: 9; a tile is one digit and a letter"
        building.refuse(item, "L205", f"'{item.text()}' is not a range of ranks", hint)
    return int(match[1]) if match else 0


def _copies(box: Item, code: str) -> int:
    item = box.get("copies")
    if any(code in codes_of(entry.text()) for entry in box.get("remove").entries):
        return 0
    exact = next((entry for key, entry in item.fields.items() if code in codes_of(key)), None)
    found = exact or item.get(code[-1]) or item.get(DEFAULT) if item.fields else item
    return found.whole(4)


def codes_of(text: str) -> list[str]:
    """The codes of a class written in notation: `19mps` is 1m 9m 1p 9p 1s 9s; none where there is other text.

    >>> codes_of("19mp 5z")
    ['1m', '9m', '1p', '9p', '5z']
    >>> codes_of("1-4m")
    []
    """
    if not NOTATION.match(text):
        return []
    return [
        digit + letter for digits, letters in PIECE.findall(text) for letter in letters for digit in digits
    ]


def _table_faces(building: Building, table: Item, box: Item) -> Iterator[Face]:
    taken: set[str] = set()
    letters: dict[str, str] = {}
    for name, tile in table.fields.items():
        own = [(key, item) for key, item in tile.fields.items() if key not in SECTIONS["tile"]]
        has = tuple((key, item.value if type(item.value) is int else item.text()) for key, item in own)
        code = _code(building, tile, str(has[0][1]) if has else "t", taken, letters)
        taken.add(code)
        copies = max(0, tile.get("copies").whole()) if tile.get("copies") else _copies(box, code)
        yield code, name, texts(tile.get("name")) or spelled(name), has, copies, "tile"


def _code(building: Building, tile: Item, value: str, taken: set[str], letters: dict[str, str]) -> str:
    """The notation of a tile of a table: as written, else the next of its first attribute's letter."""
    if written := tile.get("code"):
        code = written.text()
        if re.fullmatch(r"[1-9][a-z]", code) and code not in taken and code[1] != JOKER:
            return code
        what = "is already another tile" if code in taken else "is not valid notation"
        is_reversed = re.fullmatch(r"[a-z][1-9]", code) and code[::-1] not in taken
        hint = f"write {code[::-1]}" if is_reversed else "a digit 1-9 and a letter: 1k"
        building.refuse(written, "L205", f"'{code}' {what}", hint)
    if value not in letters:
        known = [letter for letter in value.lower() + LETTERS if SUIT_LETTER.match(letter)]
        letters[value] = next((letter for letter in known if letter not in letters.values()), "t")
    codes = (f"{digit}{letter}" for letter in letters[value] + LETTERS for digit in range(1, 10))
    return next((code for code in codes if code not in taken), "9z")


def _is_of_flowers(box: Item, letter: str, suit: Item) -> bool:
    """A suit whose letter stands under `flowers`, or that says whose its tiles are, lies beside the hand."""
    return bool(suit.get("seats")) or (letter in box.get("flowers").fields and not suit.get("ranks"))


def _flower_faces(building: Building, box: Item) -> Iterator[Face]:
    for letter, count in box.get("flowers").fields.items():
        if not _is_letter(building, count, letter):
            continue
        if box.get("suits", letter, "ranks"):
            message = f"'{letter}' is a suit with ranks, so its tiles are in the hand"
            building.refuse(count, "L205", message, "use a separate letter for flowers", key=True)
            continue
        if not 0 <= count.whole() <= MOST_OF_LETTER:
            hint = f"0 to {MOST_OF_LETTER}, since a tile is one digit and a letter; more need another letter"
            building.refuse(count, "L205", f"{count.text()} flowers of one letter", hint)
        names = dict(enumerate(map(texts, box.get("suits", letter, "tiles").entries), 1))
        for digit in range(1, min(MOST_OF_LETTER, count.whole()) + 1):
            yield f"{digit}{letter}", f"{digit}{letter}", names.get(digit, ()), (), 1, "flower"


def _check_copies(building: Building, box: Item) -> None:
    """Of what there are copies (default, a letter, or tiles), and which tiles are taken out."""
    tileset, copies = building.tileset, box.get("copies")
    for key, entry in copies.fields.items():
        codes = codes_of(key)
        roles = {kind.role for kind in tileset.kinds if kind.code in codes or kind.letter == key}
        if key != DEFAULT and not (roles and {*codes} <= {*tileset.by_code}):
            hint = f"{DEFAULT}, a letter ({', '.join(tileset.by_letter)}), or tiles in notation"
            building.refuse(entry, "L301", f"there is no tile '{key}' in this set", hint, key=True)
        elif key != DEFAULT and roles != {"tile"}:
            message = f"'{key}' has no copies: there is one of each flower, and jokers are counted apart"
            building.refuse(entry, "L205", message, "see flowers and jokers", key=True)
    for entry in copies.fields.values() or copies.entries:
        if isinstance(entry.value, int) and entry.value < 1:
            building.refuse(entry, "L205", "a tile has at least one copy", "see remove")
    for entry in box.get("remove").entries:
        codes = codes_of(entry.text())
        unknown = [code for code in codes or [entry.text()] if code not in tileset.by_code]
        if unknown:
            hint = "" if codes else "digits, then letters: 19mps"
            building.refuse(entry, "L301", f"there is no tile '{unknown[0]}' in this set", hint)


def _suits(kinds: tuple[TileKind, ...], box: Item, table: Item) -> Iterator[Suit]:
    for letter in dict.fromkeys(kind.letter for kind in kinds):
        members = [kind for kind in kinds if kind.letter == letter]
        suit = box.get("suits", letter)
        names = texts(suit.get("name") if suit and not table else box.get("letters", letter))
        if not names and table and members[0].attributes:
            names = (("en", str(members[0].attributes[0][1])),)
        yield Suit(letter, names or members[0].names, max(k.digit for k in members), members[0].role)


def _winds(building: Building, winds: Item) -> tuple[int, ...]:
    if not winds or not _is_here(building, winds):
        return ()
    if len(codes_of(winds.text())) not in (0, len(WINDS)):
        building.refuse(winds, "L205", f"{winds.text()} are not {len(WINDS)} winds", "East first: 1234z")
    return tuple(kinds_of(building, winds))


def _flowers_of_seats(building: Building, box: Item) -> tuple[int, ...]:
    """The flowers that belong to each seat, East first, as classes; each seat has some, each with a name."""
    found, by_code = [0] * len(WINDS), building.tileset.by_code
    for letter, suit in box.get("suits").fields.items():
        seats, named = suit.get("seats"), len(suit.get("tiles").entries)
        if isinstance(seats.value, list) and len(seats.value) != len(WINDS):
            message = f"flowers for {len(seats.value)} of the {len(WINDS)} seats"
            building.refuse(seats, "L205", message, "write [15, 26, 37, 48], East's first")
        for place, entry in enumerate(seats.entries):
            digits = entry.text()
            wrong = next((digit for digit in digits if not digit.isdecimal() or int(digit) > named > 0), "")
            if wrong:
                hint = f"digits of the {named} tiles above"
                building.refuse(entry, "L205", f"there is no flower {wrong}", hint, word=wrong)
            codes = {f"{digit}{letter}" for digit in digits} if place < len(WINDS) else set()
            for code in codes & by_code.keys():
                found[place] |= 1 << by_code[code].index
    return tuple(found)


def _declare_attributes(building: Building) -> None:
    """Makes known what the tiles have of each attribute; `tile` is one that every tile has."""
    tileset = building.tileset
    suited = {name for kind in tileset.kinds for name, _ in kind.attributes}
    attributes = tuple(dict.fromkeys((*tileset.attributes, *sorted(suited), "tile")))
    tiles = [(kind, {**kind.attribute, "tile": kind.id}) for kind in tileset.kinds if kind.role == "tile"]
    values = {name: frozenset(has[name] for _, has in tiles if name in has) for name in attributes}
    letters = frozenset(suit.letter for suit in tileset.suits)
    building.knows(attributes=attributes, suit_letters=letters, values=values)


def _is_here(building: Building, item: Item) -> bool:
    """Whether tiles that the defaults name are in this box; what a ruleset names itself must be."""
    codes, by_code = codes_of(item.text()), building.tileset.by_code
    return not building.is_standard(item) or all(code in by_code for code in codes)


def kinds_of(building: Building, item: Item) -> list[int]:
    """The kinds that a notation in a rule file names; unknown tiles are noted."""
    codes, by_code = codes_of(item.text()), building.tileset.by_code
    unknown = next((code for code in codes if code not in by_code), "")
    if not codes:
        message = f"'{item.text()}' is not tile notation"
        building.refuse(item, "L205", message, "digits, then letters: 19mps")
    elif unknown:
        _refuse_unknown(building, item, unknown)
    return [by_code[code].index for code in codes if code in by_code]


def _refuse_unknown(building: Building, item: Item, code: str, *, key: bool = False) -> None:
    """A tile that the set does not have. That none could be made of a suit is told where that stands."""
    box, letter, tileset = building.root.get("tileset"), code[-1:], building.tileset
    suits, suit = box.get("suits"), box.get("suits", letter)
    own = (key for key, entry in suits.fields.items() if not building.is_standard(entry))
    is_made = letter in tileset.by_letter or {*own} <= {*tileset.by_letter}
    if is_made or _is_of_flowers(box, letter, suit):
        alone = "; suits has those alone that it names" if suits and not building.is_standard(suits) else ""
        hint = "its letters: " + ", ".join(f"{s.letter} (1-{s.size})" for s in tileset.suits) + alone
        if code[0] == "0" and letter in tileset.by_letter:
            hint = f"0 is a red tile, in hands alone; {hint}"
        message = f"there is no tile {code} in this set"
        building.refuse(item, "L301", message, hint, key=key, word="" if key else letter)


def build_counts(building: Building) -> tuple[tuple[str, Node], ...]:
    """How many copies are red, and how many jokers there are, by notation: expressions over options."""
    box = building.root.get("tileset")
    entries = {**box.get("red").fields, f"0{JOKER}": box.get("jokers", "count") or box.get("jokers")}
    found = []
    for code, item in entries.items():
        node = building.number(item, Scope.OPTIONS)
        if item and code not in building.tileset.by_code:
            _refuse_unknown(building, item, code, key=True)
        elif node is not None:
            found.append((code, node))
    return tuple(found)


# ---- classes of tiles


def build_classes(building: Building) -> tuple[TileClass, ...]:
    """Every class with fixed tiles: attribute values and tile names, then those of the file.

    In a box without suits each tile is a class, and each word that is an attribute of some.
    """
    tiles = [kind for kind in building.tileset.kinds if kind.role == "tile"]
    given: dict[str, int] = {}
    for kind in tiles if any(kind.id != kind.code for kind in tiles) else ():
        values = [value for _, value in kind.attributes if isinstance(value, str) and value.isidentifier()]
        for name in (*values, kind.id):
            given[name] = given.get(name, 0) | 1 << kind.index
    written = {name: entry for name, entry in building.root.get("tiles").fields.items() if name != "table"}
    building.knows(classes=frozenset({*given, *written}))
    building.masks |= {name: mask for name, mask in given.items() if name not in written}
    classes = _Classes(building, written)
    for name in written:
        classes.resolve(name)
    building.knows(class_trees=classes.trees)
    found = [(name, building.masks[name]) for name in {**given, **written} if name in building.masks]
    names = {name: texts(entry.get("name")) for name, entry in written.items()}
    return tuple(TileClass(name, mask, names.get(name, spelled(name))) for name, mask in found)


class _Classes:
    """Works out masks and trees, classes that others need first; a circle of classes is a fault."""

    def __init__(self, building: Building, written: dict[str, Item]) -> None:
        self.building, self.written, self.masks = building, written, building.masks
        self.trees: dict[str, Node] = {}
        self.sizes: dict[str, int] = {}
        kinds = building.tileset.kinds
        self.every = mask_of(kind.index for kind in kinds if kind.role == "tile")
        self.named = self.every | mask_of(kind.index for kind in kinds if kind.role == "flower")

    def resolve(self, name: str, path: tuple[str, ...] = ()) -> None:
        """Fills in the mask of a class, or its tree where it asks the situation."""
        if name in self.masks or name in self.trees:
            return
        entry, mask = self.written[name].get("is") or self.written[name], 0
        if name in path:
            self.building.refuse(entry, "L403", f"the class '{name}' is defined in terms of itself")
        elif NOTATION.match(entry.text()):
            mask = mask_of(kinds_of(self.building, entry)) & self.named
        elif entry.is_plain and (tree := self._tree(name, entry, (*path, name))) is not None:
            if any(leaf.op == "given" for leaf in tree.walk()):
                self.trees[name] = tree
                return
            mask = self._mask(tree)
        self.masks.setdefault(name, mask)

    def _tree(self, name: str, entry: Item, path: tuple[str, ...]) -> Node | None:
        """What a class is made of, with the classes in it resolved; None for one that cannot be."""
        node, flaws = read_class(entry.text(), self.building.names)
        self.building.ask(entry, node, "class", flaws)
        if flaws:
            return None
        leaves = list(node.walk())
        for leaf in leaves:
            if leaf.op == "class":
                self.resolve(leaf.args[0], path)
        size = sum(self.sizes.get(str(leaf.args[0]), 1) if leaf.op == "class" else 1 for leaf in leaves)
        if size > MOST_IN_ONE:
            message = f"has {size:,} parts once its classes are expanded; at most {MOST_IN_ONE:,}"
            self.building.refuse(entry, "L309", message)
            return None
        tree = self._inlined(node)
        if any(leaf.op == "given" for leaf in tree.walk()):
            self.sizes[name] = size
        return tree

    def _inlined(self, node: Node) -> Node:
        """The tree with the trees of classes in place of their names."""
        if node.op == "class":
            return self.trees.get(node.args[0], node)
        if node.op == "given":
            return node
        return replace(node, args=tuple(self._inlined(part) for part in node.args))

    def _mask(self, node: Node) -> int:
        if node.op == "class":
            return self.masks[node.args[0]]
        masks = [self._mask(part) for part in node.args]
        if node.op == "not":
            return self.every & ~masks[0]
        return masks[0] | masks[1] if node.op == "or" else masks[0] & masks[1]


def _with_pictures(
    building: Building, kinds: list[TileKind], suits: dict[str, Item], table: Item
) -> Iterator[TileKind]:
    """The kinds, each with its picture (none: it is drawn by its name) and its ink.

    The ink is the color that its picture or its attributes speak of, else one for each letter of the set.
    """
    written = {name: tile.get("draw") for name, tile in table.fields.items()} if table else _in_suits(suits)
    letters, colours = list(dict.fromkeys(kind.letter for kind in kinds)), list(inks())
    known = picture_names()
    for kind in kinds:
        item, usual = written.get(kind.id), kind.id if kind.role == "tile" else kind.role
        *said, name = (item.text() if item else usual).split() or [""]
        found = next((word for word in (f"{name}_{kind.digit}", name) if word in known), "")
        if item and not found:
            _unknown(building, item, name, "picture", known)
        for word in said:
            if word not in colours:
                _unknown(building, item or building.root, word, "ink", colours)
        named = [word for word in (*said, *(str(value) for _, value in kind.attributes)) if word in colours]
        ink = named[0] if named else colours[letters.index(kind.letter) % len(colours)]
        yield replace(kind, picture=found, ink=ink)


def _in_suits(suits: dict[str, Item]) -> dict[str, Item]:
    """One picture for each digit; a single one is numbered (circles_5) or serves the whole suit."""
    found: dict[str, Item] = {}
    for letter, suit in suits.items():
        draw = suit.get("draw")
        every = draw.entries if isinstance(draw.value, list) else draw.entries * 9
        found |= {f"{digit}{letter}": entry for digit, entry in enumerate(every, 1)}
    return found


def _unknown(building: Building, item: Item, word: str, what: str, known: Iterable[str]) -> None:
    names = sorted(known)
    hint = did_you_mean(word, names, f"rulesets/art has {', '.join(names)}")
    building.refuse(item, "L301", f"there is no {what} '{word}'", hint, word=word)


# ---- kinds of set

MOST_TILES = 6


def build_kinds(building: Building) -> tuple[SetKind, ...]:
    for name, item in building.root.get("sets").fields.items():
        if item.fields:
            building.kinds[name] = _kind(building, name, item)
    return tuple(building.kinds.values())


def _kind(building: Building, name: str, item: Item) -> SetKind:
    of, size, step = item.get("of"), item.get("size"), item.get("step")
    mask = fixed_class(building, of, of.text()) if of else None
    if size and not 1 <= size.whole() <= MOST_TILES:
        message = f"a set of {size.whole()} tiles; 1 to {MOST_TILES} are possible"
        building.refuse(size, "L205", message)
    if step and type(step.value) is int and step.value < 1:
        building.refuse(step, "L205", f"a step of {step.value}: one tile follows another by 1 or more")
    for named in map(item.get, ("same", "differ", "run")):
        if not building.is_standard(named):
            known_words(building, named, building.names.attributes, "an attribute of the tiles")
    tiles, rise = min(size.whole(3), MOST_TILES), max(1, step.whole(1))
    return made(building, SetKind, item, id=name, size=tiles, step=rise, mask=mask)


def build_unions(building: Building) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Words for several kinds of set (`triplet: [pung, kong]`)."""
    kinds = list(building.kinds)
    for name, item in building.root.get("sets").fields.items():
        if not item.fields:
            building.unions[name] = tuple(known_words(building, item, kinds, "a kind of set"))
    return tuple(building.unions.items())


# ---- shapes

MOST_IN_HAND = 24
USUAL_SIZE = 3
PAIR_SIZE = 2
KNITTED = re.compile(r"(?:[0-9]+[A-Za-z])+\Z")
USUAL_KINDS = "usual"
COUNTS = ("sets", "pair", "pairs", "singles")
OF_SETS = ("sets", "singles", "kinds", "fixed")
"""Keys of a shape that has more than pairs."""
WAYS = ("one_of_each", "from", "flowers")
"""Keys that say what all of a hand is made of; without them it is made of sets and pairs."""


def build_shapes(building: Building) -> tuple[Shape, ...]:
    """The shapes; the size of one is looked at where nothing else is wrong with it."""
    found = []
    for name, item in building.root.get("shapes").fields.items():
        before = len(building.problems)
        _refuse_others(building, item)
        shape = replace(_shape(building, name, item), names=texts(item.get("name")) or spelled(name))
        counts = [item.fields[key] for key in COUNTS if key in item.fields]
        is_read = all(type(c.value) is int or (c.key == "pair" and c.is_plain) for c in counts)
        is_sound = len(building.problems) == before and is_read and isinstance(item.value, dict)
        if is_sound and not 1 <= shape.size <= MOST_IN_HAND:
            message = f"a shape of {shape.size} tiles; 1 to {MOST_IN_HAND} are possible"
            hint = "say sets, pair, pairs, one_of_each, fixed, from or flowers"
            if item.get("different"):
                hint = "say of which tiles, from: the name of a class"
            building.refuse(item, "L205", message, hint)
        found.append(shape)
    return tuple(found)


def build_shape_conditions(building: Building) -> tuple[tuple[str, Node], ...]:
    """The conditions under which some shapes are open."""
    entries = building.root.get("shapes").fields.items()
    nodes = [(name, building.expression(item.get("when"), Scope.HAND)) for name, item in entries]
    return tuple((name, node) for name, node in nodes if node is not None)


def _refuse_others(building: Building, item: Item) -> None:
    """What does not go with the key that says what a shape is made of."""
    way = next((key for key in WAYS if item.get(key)), "pairs")
    others: tuple[str, ...] = (*COUNTS, "kinds", "fixed")
    why, hint = ": such a hand has nothing else", "write a shape of its own for it, or sets with kinds"
    if way == "pairs":
        others = ("pair",) if item.fields.keys().isdisjoint(OF_SETS) else ("pair", "different")
        why, hint = "", "'pairs' says how many; only pairs without sets can be all different"
    for key in others if way in item.fields else ():
        if key in item.fields:
            message = f"'{key}' does not go with '{way}'{why}"
            building.refuse(item.fields[key], "L205", message, hint, key=True)


def _shape(building: Building, name: str, item: Item) -> Shape:
    if flowers := item.get("flowers"):
        return Shape(name, "flowers", 1, concealed=True, flowers=flowers.whole())
    if item.get("pairs") and item.fields.keys().isdisjoint(OF_SETS):
        pairs, different = item.get("pairs").whole(), item.get("different").flag()
        return Shape(name, "pairs", 2 * pairs, pairs=pairs, different=different, concealed=True)
    if each := item.get("one_of_each"):
        mask = fixed_class(building, each, each.text())
        return Shape(name, "one_of_each", mask.bit_count() + 1, mask=mask, concealed=True)
    if written := item.get("from"):
        mask, rows = 0, ""
        for word in written.text().split():  # `147A 258B 369C honor`: knitted rows, and classes
            is_row = KNITTED.match(word)
            rows += _of_known_suits(building, written, word) if is_row else ""
            mask |= 0 if is_row else fixed_class(building, written, word)
        size = item.get("different").whole()
        return Shape(name, "different", size, mask=mask, knitted=rows, concealed=True)
    return _shape_of_sets(building, name, item)


def _shape_of_sets(building: Building, name: str, item: Item) -> Shape:
    sets, singles = item.get("sets").whole(), item.get("singles").whole()
    pairs, pair_kind = _pairs(building, item)
    fixed = item.get("fixed").text().replace(" ", "")
    if is_wrong := "fixed" in item.fields and not KNITTED.match(fixed):
        building.refuse(item.fields["fixed"], "L205", f"'{fixed}' are no knitted rows", "like 147A258B369C")
    rows = "" if is_wrong else _of_known_suits(building, item.get("fixed"), fixed)
    kinds = _kinds_of_shape(building, item)
    set_size = _set_size(building, item, kinds)
    if pair_kind and sets and set_size == PAIR_SIZE:
        message = "sets of two tiles are pairs themselves"
        hint = "count them all under sets, with this kind among the kinds"
        building.refuse(item.fields["pair"], "L205", message, hint)
    return Shape(
        name,
        "fixed" if rows else "sets",
        set_size * sets + 2 * pairs + singles + sum(letter.isdigit() for letter in rows),
        sets,
        pairs,
        singles,
        kinds,
        concealed=item.get("concealed").flag(),
        knitted=rows,
        set_size=set_size,
        pair_kind=pair_kind,
    )


def _pairs(building: Building, item: Item) -> tuple[int, str]:
    """How many pairs there are beside sets, and the kind of set that they are, if any."""
    pair = item.get("pairs") or item.get("pair")
    if not pair or type(pair.value) is int:
        return pair.whole(), ""
    kind = next(iter(known_words(building, pair, sorted(building.kinds), "a kind of set")), "")
    if kind and (size := building.kinds[kind].size) != PAIR_SIZE:
        building.refuse(pair, "L205", f"a set of {size} tiles is not a pair", "a kind of size: 2")
    return 1, kind


def _of_known_suits(building: Building, item: Item, rows: str) -> str:
    """Rows as they are, with a fault where a small letter is no suit."""
    unknown = next((s for s in rows if s.islower() and s not in building.names.suit_letters), "")
    if unknown:
        message = f"there is no suit '{unknown}'"
        building.refuse(item, "L301", message, "capitals are any suits: 147A258B369C", word=unknown)
    return rows


def _kinds_of_shape(building: Building, item: Item) -> tuple[str, ...]:
    """The kinds that a shape names, else the usual ones."""
    named, kinds, unions = item.get("kinds"), building.kinds, building.unions
    if not named:
        return tuple(kind for kind in unions.get(USUAL_KINDS, ()) if kind in kinds)
    if not named.entries:
        building.refuse(named, "L205", "no kind of set", "omit it to allow the usual kinds")
    found = known_words(building, named, sorted({*kinds, *unions}), "a kind of set")
    return tuple(dict.fromkeys(kind for word in found for kind in unions.get(word, (word,))))


def _set_size(building: Building, item: Item, kinds: tuple[str, ...]) -> int:
    """The tiles of one set. A declared set (a kong) counts as many, however many it has."""
    sizes = {building.kinds[kind].size for kind in kinds if not building.kinds[kind].declared}
    if len(sizes) > 1:
        message = "the sets of this shape differ in size, so the number of tiles is not fixed"
        hint = "give the larger kinds declared: true; they then count like the others"
        building.refuse(item.get("kinds") or item, "L205", message, hint)
    return max(sizes, default=USUAL_SIZE)
