"""Builds what can be said of a hand and what it is made of: options, circumstances, indicators, kinds of set,
named facts, shapes.
"""

from __future__ import annotations

import re

from scorer.language.nodes import Node
from scorer.language.parser import read_expression, sort_of
from scorer.language.vocabulary import NUMBER, TRUTH, OptionSort, Scope
from scorer.ruleset.build_tiles import kinds_of
from scorer.ruleset.builder import (
    MOST_IN_ONE,
    Building,
    by_name,
    fixed_class,
    known,
    made,
    spelled,
    texts,
    unread,
)
from scorer.ruleset.items import Item
from scorer.ruleset.model import (
    Circumstance,
    Fact,
    Indicator,
    Option,
    TileClass,
    Value,
    value_fault,
)
from scorer.shapes import SetKind, Shape
from scorer.tiles import TileSet
from scorer.values import replace

# ---- options, circumstances, indicators


def build_options(building: Building) -> tuple[Option, ...]:
    """The options, which are known to every expression from here on."""
    options = by_name(building.root.fields_at("options"), lambda name, item: _option(building, name, item))
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.knows(options=sorts)
    return options


def _option(building: Building, name: str, item: Item) -> Option:
    default_item = item.get("default")
    default: Value = _plain(default_item) if default_item else False
    words = tuple(map(_plain, item.entries_at("choices")))
    is_flag = isinstance(default, bool) and not words
    sort = TRUTH if is_flag else "word" if isinstance(default, str) else NUMBER
    text = (item.get("help") or item).text()
    option = made(building, Option, item, id=name, default=default, sort=sort, choices=words, help=text)
    message = value_fault(option, default)
    if sort == "word" and not words:
        message = (
            f"'{default}' is a word, and there are no choices; write true or false, a number, or choices"
        )
    if message and default_item:
        building.refuse(default_item, "L206", message)
    return option


def _plain(item: Item) -> Value:
    value = item.value
    return value if isinstance(value, bool | int | str) else item.text()


def declare_facts(building: Building) -> None:
    """Makes the facts that circumstances set known to expressions, before any is read."""
    facts: dict[str, str] = {}
    circumstances: dict[str, str] = {}
    for name, entry in building.root.fields_at("circumstances").items():
        word = entry.text_at("fact", name)
        facts[word] = NUMBER if entry.get("number") else TRUTH
        circumstances[name] = word
    for name in building.dropped:
        facts.setdefault(name, TRUTH)
    building.knows(
        facts=facts,
        circumstances=circumstances,
        indicators=frozenset(building.root.fields_at("indicators")),
    )


def build_circumstances(building: Building, tileset: TileSet) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact."""
    fields = building.root.fields_at("circumstances")
    own = {e.text_at("fact", name) for name, e in fields.items() if not building.is_standard(e)}
    kept = {n: e for n, e in fields.items() if not building.is_standard(e) or e.text_at("fact", n) not in own}
    return tuple(_circumstance(building, name, entry, tileset) for name, entry in kept.items())


def _circumstance(building: Building, name: str, item: Item, tileset: TileSet) -> Circumstance:
    tiles, number = item.get("tiles"), item.get("number")
    if number and type(number.value) is int and number.value < 1:
        message = f"'{name}' is {number.value} at the most, and so never said"
        building.refuse(number, "L205", message, "the largest number that may be said")
    return made(
        building,
        Circumstance,
        item,
        id=name,
        fact=item.text_at("fact", name),
        most=item.whole_at("number", 1),
        counted=item.get("number") is not None,
        tiles=tuple(kinds_of(building, tiles, tileset)) if tiles else (),
    )


def build_indicators(building: Building, tileset: TileSet) -> tuple[Indicator, ...]:
    """The inputs of indicator tiles."""
    return by_name(
        building.root.fields_at("indicators"), lambda name, item: _indicator(building, name, item, tileset)
    )


def _indicator(building: Building, name: str, item: Item, tileset: TileSet) -> Indicator:
    if not tileset.order and item.text_at("shows", "next") == "next":
        message = f"no tile follows another in this set, so '{name}' points at nothing"
        hint = "give the tiles an order under 'tileset', or say shows: same"
        building.refuse(item, "L206", message, hint, key=True)
    under, above = item.get("under"), ""
    if under and under.text() not in building.dropped:
        others = sorted(building.root.fields_at("indicators").keys() - {name})
        is_there = known(building, under, under.text(), others, "another indicator")
        above = under.text() if is_there else ""
    return made(building, Indicator, item, id=name, under=above)


# ---- kinds of set, facts, shapes

MOST_TILES = 6


def build_kinds(
    building: Building, classes: tuple[TileClass, ...]
) -> tuple[tuple[SetKind, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Kinds of set, and words for several of them (`triplet: [pung, kong]`)."""
    fields = building.root.fields_at("sets")
    masks = {item.id: item.mask for item in classes}
    kinds = tuple(_kind(building, name, entry, masks) for name, entry in fields.items() if entry.fields)
    ids = [kind.id for kind in kinds]
    unions = tuple([
        (name, tuple([e.text() for e in entry.entries if known(building, e, e.text(), ids, "a kind of set")]))
        for name, entry in fields.items()
        if not entry.fields
    ])  # fmt: skip
    building.knows(kinds=frozenset(fields))
    for kind in kinds:
        _check_kind(building, fields[kind.id], kind)
    return kinds, unions


def _kind(building: Building, name: str, item: Item, masks: dict[str, int]) -> SetKind:
    of = item.get("of")
    return made(
        building,
        SetKind,
        item,
        id=name,
        size=min(item.whole_at("size", 3), MOST_TILES),
        step=max(1, item.whole_at("step", 1)),
        mask=fixed_class(building, of, of.text(), masks) if of else None,
    )


def _check_kind(building: Building, item: Item, kind: SetKind) -> None:
    attributes, size = building.names.attributes, item.get("size")
    if size and not 1 <= size.whole() <= MOST_TILES:
        message = f"a set of {size.whole()} tiles; 1 to {MOST_TILES} are possible"
        building.refuse(size, "L205", message)
    step = item.get("step")
    if step and type(step.value) is int and step.value < 1:
        building.refuse(step, "L205", f"a step of {step.value}: one tile follows another by 1 or more")
    for key in ("same", "differ", "run"):
        for entry in item.entries_at(key):
            if not building.is_standard(entry):
                known(building, entry, entry.text(), attributes, "an attribute of the tiles")


def build_facts(building: Building) -> tuple[Fact, ...]:
    """Named expressions; those that others need are read first, a circle is a fault."""
    written = building.root.fields_at("facts")
    waiting = dict(written)
    found: dict[str, Fact] = {}
    while waiting:
        ready = [name for name, entry in waiting.items() if not _asks(entry, waiting, name)]
        if not ready:
            _circle(building, waiting)
            ready = list(waiting)
            guessed = dict.fromkeys(ready, (TRUTH, Scope.HAND))
            building.knows(named={**building.names.named, **guessed})
        for name in ready:
            found[name] = _fact(building, name, waiting.pop(name))
    return tuple(found[name] for name in written)


def _asks(entry: Item, waiting: dict[str, Item], own: str) -> bool:
    """Whether an expression mentions a fact that is still to be read."""
    words = set(re.findall(r"[a-z_][a-z0-9_]*", _expression_item(entry).text()))
    return bool(words & set(waiting))


def _expression_item(entry: Item) -> Item:
    return entry.get("is") or entry


def _circle(building: Building, waiting: dict[str, Item]) -> None:
    names = ", ".join(waiting)
    entry = next(iter(waiting.values()))
    building.refuse(_expression_item(entry), "L403", f"these facts are made of each other: {names}")


def _fact(building: Building, name: str, entry: Item) -> Fact:
    item = _expression_item(entry)
    if not item.is_plain:
        return Fact(name, unread(item.text(), TRUTH), TRUTH)
    gives = sort_of(item.text(), building.names, Scope.AWARD) or TRUTH
    node, reached, flaws = read_expression(item.text(), building.names, Scope.AWARD, gives)
    size = building.size_of(node)
    if size > MOST_IN_ONE:
        message = f"made of {size:,} parts with all the facts in it; at most {MOST_IN_ONE:,}"
        building.refuse(item, "L309", message)
        node, size = Node("truth", (False,), item.text()), 1
    building.sizes[name] = size
    building.ask(item, node, gives, flaws)
    node = unread(item.text(), gives) if flaws else node
    building.knows(named={**building.names.named, name: (gives, reached)})
    return Fact(name, node, gives, texts(entry.get("name")))


MOST_IN_HAND = 24
USUAL_SIZE = 3
PAIR_SIZE = 2
KNITTED = re.compile(r"(?:[0-9]+[A-Za-z])+\Z")
USUAL_KINDS = "usual"
COUNTS = ("sets", "pair", "pairs", "singles")
WAYS = ("one_of_each", "from", "flowers")
"""Keys that say what all of a hand is made of; without them it is made of sets and pairs."""
Unions = tuple[tuple[str, tuple[str, ...]], ...]


def build_shapes(
    building: Building, classes: tuple[TileClass, ...], kinds: tuple[SetKind, ...], unions: Unions
) -> tuple[tuple[Shape, ...], tuple[tuple[str, Node], ...]]:
    """Shapes, and the conditions under which some of them are open."""
    written = building.root.fields_at("shapes")
    building.knows(shapes=frozenset(written))
    reader = _Shapes(building, classes, kinds, unions)
    conditions = (
        (name, node)
        for name, entry in written.items()
        if (node := building.condition(entry.get("when"), Scope.HAND)) is not None
    )
    return by_name(written, reader.shape), tuple(conditions)


class _Shapes:
    """Reads one shape after another, with the classes and the kinds of set that they may name."""

    def __init__(
        self,
        building: Building,
        classes: tuple[TileClass, ...],
        kinds: tuple[SetKind, ...],
        unions: Unions,
    ) -> None:
        self.building = building
        self.masks = {item.id: item.mask for item in classes}
        self.kinds = {kind.id: kind for kind in kinds}
        self.unions = dict(unions)

    def shape(self, name: str, item: Item) -> Shape:
        """Reads one shape; its size is looked at where nothing else is wrong with it."""
        before = len(self.building.problems)
        shape = self._shape(name, item)
        counts = [item.fields[key] for key in COUNTS if key in item.fields]
        is_read = all(type(c.value) is int or (c.key == "pair" and c.is_plain) for c in counts)
        if len(self.building.problems) == before and is_read and isinstance(item.value, dict):
            self._check_size(item, shape)
        return shape

    def _refuse_others(self, item: Item) -> None:
        """What does not go with the key that says what a shape is made of."""
        way = next((key for key in WAYS if item.get(key)), "pairs")
        others: tuple[str, ...] = (*COUNTS, "kinds", "fixed")
        why, hint = ": such a hand has nothing else", "write a shape of its own for it, or sets with kinds"
        if way == "pairs":
            others = ("pair", "different") if self._is_of_sets(item) else ("pair",)
            why, hint = (
                "",
                "'pairs' says how many; only pairs without sets can be all different",
            )
        for key in others if way in item.fields else ():
            if key in item.fields:
                message = f"'{key}' does not go with '{way}'{why}"
                self.building.refuse(item.fields[key], "L205", message, hint, key=True)

    def _shape(self, name: str, item: Item) -> Shape:
        self._refuse_others(item)
        label = texts(item.get("name")) or spelled(name)
        if item.get("flowers"):
            shape = Shape(name, "flowers", 1, concealed=True, flowers=item.whole_at("flowers"))
        elif item.get("pairs") and not self._is_of_sets(item):
            pairs, different = item.whole_at("pairs"), item.flag_at("different")
            shape = Shape(name, "pairs", 2 * pairs, pairs=pairs, different=different, concealed=True)
        elif item.get("one_of_each"):
            mask = self._class(item.fields["one_of_each"], item.fields["one_of_each"].text())
            shape = Shape(name, "one_of_each", mask.bit_count() + 1, mask=mask, concealed=True)
        elif item.get("from"):
            mask, rows = self._from(item.fields["from"])
            size = item.whole_at("different")
            shape = Shape(name, "different", size, mask=mask, knitted=rows, concealed=True)
        else:
            shape = self._of_sets(name, item)
        return replace(shape, names=label)

    def _is_of_sets(self, item: Item) -> bool:
        """Whether more than pairs is asked for."""
        return any(key in item.fields for key in ("sets", "singles", "kinds", "fixed"))

    def _pairs(self, item: Item) -> tuple[int, str]:
        """How many pairs there are beside sets, and the kind of set that they are, if any."""
        pair = item.get("pairs") or item.get("pair")
        if pair is None or type(pair.value) is int:
            return pair.whole() if pair else 0, ""
        kind = pair.text()
        if not known(self.building, pair, kind, sorted(self.kinds), "a kind of set"):
            return 1, ""
        if self.kinds[kind].size != PAIR_SIZE:
            message = f"a set of {self.kinds[kind].size} tiles is no pair"
            self.building.refuse(pair, "L205", message, "a kind of size: 2")
        return 1, kind

    def _of_sets(self, name: str, item: Item) -> Shape:
        sets, singles = item.whole_at("sets"), item.whole_at("singles")
        pairs, pair_kind = self._pairs(item)
        rows, kinds = self._rows(item.get("fixed")), self._kinds(item)
        set_size = self._set_size(item, kinds)
        if pair_kind and sets and set_size == PAIR_SIZE:
            message = "sets of two tiles are pairs themselves"
            hint = "count them all under sets, with this kind among the kinds"
            self.building.refuse(item.fields["pair"], "L205", message, hint)
        size = set_size * sets + 2 * pairs + singles + sum(letter.isdigit() for letter in rows)
        return Shape(
            name,
            "fixed" if rows else "sets",
            size,
            sets,
            pairs,
            singles,
            kinds,
            concealed=item.flag_at("concealed"),
            knitted=rows,
            set_size=set_size,
            pair_kind=pair_kind,
        )

    def _rows(self, item: Item | None) -> str:
        text = item.text().replace(" ", "") if item else ""
        if item and not KNITTED.match(text):
            message = f"'{text}' are no knitted rows"
            self.building.refuse(item, "L205", message, "like 147A258B369C")
            return ""
        return self._of_known_suits(item, text) if item else ""

    def _of_known_suits(self, item: Item, rows: str) -> str:
        """Rows as they are, with a fault where a small letter is no suit."""
        unknown = next((s for s in rows if s.islower() and s not in self.building.names.suit_letters), "")
        if unknown:
            message = f"there is no suit '{unknown}'"
            self.building.refuse(item, "L301", message, "capitals are any suits: 147A258B369C", word=unknown)
        return rows

    def _kinds(self, item: Item) -> tuple[str, ...]:
        """The kinds that a shape names, else the usual ones."""
        named = item.get("kinds")
        if named is None:
            return tuple(kind for kind in self.unions.get(USUAL_KINDS, ()) if kind in self.kinds)
        if not named.entries:
            self.building.refuse(named, "L205", "no kind of set", "leave it out, and it is the usual ones")
        words = sorted({*self.kinds, *self.unions})
        found = [
            entry.text()
            for entry in named.entries
            if known(self.building, entry, entry.text(), words, "a kind of set")
        ]
        return tuple(dict.fromkeys(kind for word in found for kind in self.unions.get(word, (word,))))

    def _set_size(self, item: Item, kinds: tuple[str, ...]) -> int:
        """The tiles of one set. A declared set (a kong) counts as many, however many it has."""
        sizes = {self.kinds[kind].size for kind in kinds if not self.kinds[kind].declared}
        if len(sizes) > 1:
            message = "a shape of sets of different sizes: the number of its tiles is not fixed"
            hint = "let the larger kinds be declared: true, they then count as the others"
            self.building.refuse(item.get("kinds") or item, "L205", message, hint)
        return max(sizes, default=USUAL_SIZE)

    def _check_size(self, item: Item, shape: Shape) -> None:
        if not 1 <= shape.size <= MOST_IN_HAND:
            message = f"a shape of {shape.size} tiles; 1 to {MOST_IN_HAND} are possible"
            hint = "say sets, pair, pairs, one_of_each, fixed, from or flowers"
            if item.get("different"):
                hint = "say of which tiles, from: the name of a class"
            self.building.refuse(item, "L205", message, hint)

    def _class(self, item: Item, name: str) -> int:
        return fixed_class(self.building, item, name, self.masks)

    def _from(self, item: Item) -> tuple[int, str]:
        """`147A 258B 369C honor`: the classes as one mask, the knitted rows as one text."""
        mask, rows = 0, ""
        for word in item.text().split():
            if KNITTED.match(word):
                rows += self._of_known_suits(item, word)
            else:
                mask |= self._class(item, word)
        return mask, rows
