"""Builds what can be said of a hand and what it is made of: options, circumstances, indicators, kinds of set,
named facts, shapes.
"""

from __future__ import annotations

import re

from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import read_expression, sort_of
from scorer.language.vocabulary import OptionSort, Scope
from scorer.ruleset.build_tiles import kinds_of
from scorer.ruleset.builder import MOST_IN_ONE, Building, fixed_class, known, made, spelled, texts, unread
from scorer.ruleset.items import Item
from scorer.ruleset.model import Circumstance, Fact, Indicator, Option, TileClass, value_fault
from scorer.shapes import SetKind, Shape
from scorer.tiles import Names, TileSet
from scorer.values import replace

# ---- options, circumstances, indicators


def build_options(building: Building) -> tuple[Option, ...]:
    """The options, which are known to every expression from here on."""
    fields = building.root.fields_at("options")
    options = tuple(_option(building, name, item) for name, item in fields.items())
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.knows(options=sorts)
    return options


def _option(building: Building, name: str, item: Item) -> Option:
    said = item.get("default")
    plain = [
        entry.value if isinstance(entry.value, bool | int | str) else entry.text()
        for entry in ([said] if said else []) + item.entries_at("choices")
    ]
    default, choices = plain[0] if said else False, tuple(plain[1:] if said else plain)
    sort = "word" if isinstance(default, str) else NUMBER
    sort = TRUTH if isinstance(default, bool) and not choices else sort
    text = (item.get("help") or item).text()
    option = made(building, Option, item, id=name, default=default, sort=sort, choices=choices, help=text)
    message = value_fault(option, default)
    if sort == "word" and not choices:
        message = (
            f"'{default}' is a word, and there are no choices; write true or false, a number, or choices"
        )
    if message and said:
        building.refuse(said, "L206", message)
    return option


def declare_facts(building: Building) -> None:
    """Makes the facts that circumstances set known to expressions, before any is read."""
    entries = building.root.fields_at("circumstances")
    circumstances = {name: entry.text_at("fact", name) for name, entry in entries.items()}
    facts = {circumstances[name]: NUMBER if entry.get("number") else TRUTH for name, entry in entries.items()}
    building.knows(
        facts=facts | {name: TRUTH for name in building.dropped if name not in facts},
        circumstances=circumstances,
        indicators=frozenset(building.root.fields_at("indicators")),
    )


def build_circumstances(building: Building, tileset: TileSet) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact, and something asks it."""
    entries, facts = building.root.fields_at("circumstances"), building.names.circumstances
    own = {facts[name] for name, entry in entries.items() if not building.is_standard(entry)}
    used = set(building.used_facts)
    return tuple(
        circumstance
        for name, entry in entries.items()
        if not building.is_standard(entry) or facts[name] not in own
        for circumstance in [_circumstance(building, name, entry, tileset)]
        if not building.is_standard(entry) or facts[name] in used
    )


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
        fact=building.names.circumstances[name],
        most=item.whole_at("number", 1),
        counted=number is not None,
        tiles=tuple(kinds_of(building, tiles, tileset)) if tiles else (),
    )


def build_indicators(building: Building, tileset: TileSet) -> tuple[Indicator, ...]:
    """The inputs of indicator tiles."""
    found, entries = [], building.root.fields_at("indicators")
    for name, item in entries.items():
        if not tileset.order and item.text_at("shows", "next") == "next":
            message = f"no tile follows another in this set, so '{name}' points at nothing"
            hint = "give the tiles an order under 'tileset', or say shows: same"
            building.refuse(item, "L206", message, hint, key=True)
        under, above = item.get("under"), ""
        if under and under.text() not in building.dropped:
            others = sorted(entries.keys() - {name})
            is_there = known(building, under, under.text(), others, "another indicator")
            above = under.text() if is_there else ""
        found.append(made(building, Indicator, item, id=name, under=above))
    return tuple(found)


# ---- kinds of set, facts, shapes

MOST_TILES = 6
Unions = tuple[tuple[str, tuple[str, ...]], ...]


def build_kinds(building: Building, classes: tuple[TileClass, ...]) -> tuple[tuple[SetKind, ...], Unions]:
    """Kinds of set, and words for several of them (`triplet: [pung, kong]`)."""
    entries = building.root.fields_at("sets")
    masks = {item.id: item.mask for item in classes}
    kinds = tuple(_kind(building, name, item, masks) for name, item in entries.items() if item.fields)
    ids = [kind.id for kind in kinds]
    words = {name: [(one, one.text()) for one in item.entries] for name, item in entries.items()}
    unions = [
        (name, tuple(word for one, word in words[name] if known(building, one, word, ids, "a kind of set")))
        for name, item in entries.items()
        if not item.fields
    ]
    building.knows(kinds=frozenset(entries))
    for kind in kinds:
        _check_kind(building, entries[kind.id])
    return kinds, tuple(unions)


def _kind(building: Building, name: str, item: Item, masks: dict[str, int]) -> SetKind:
    of = item.get("of")
    mask = fixed_class(building, of, of.text(), masks) if of else None
    size, step = min(item.whole_at("size", 3), MOST_TILES), max(1, item.whole_at("step", 1))
    return made(building, SetKind, item, id=name, size=size, step=step, mask=mask)


def _check_kind(building: Building, item: Item) -> None:
    size, step = item.get("size"), item.get("step")
    if size and not 1 <= size.whole() <= MOST_TILES:
        message = f"a set of {size.whole()} tiles; 1 to {MOST_TILES} are possible"
        building.refuse(size, "L205", message)
    if step and type(step.value) is int and step.value < 1:
        building.refuse(step, "L205", f"a step of {step.value}: one tile follows another by 1 or more")
    for entry in [entry for key in ("same", "differ", "run") for entry in item.entries_at(key)]:
        if not building.is_standard(entry):
            known(building, entry, entry.text(), building.names.attributes, "an attribute of the tiles")


def build_facts(building: Building) -> tuple[Fact, ...]:
    """Named expressions; those that others need are read first, a circle is a fault."""
    written = building.root.fields_at("facts")
    waiting = {name: entry.get("is") or entry for name, entry in written.items()}
    found: dict[str, Fact] = {}
    while waiting:
        words = {name: set(re.findall(r"[a-z_][a-z0-9_]*", item.text())) for name, item in waiting.items()}
        ready = [name for name in waiting if words[name].isdisjoint(waiting)]
        if not ready:
            message = f"these facts are made of each other: {', '.join(waiting)}"
            building.refuse(next(iter(waiting.values())), "L403", message)
            ready = list(waiting)
            guessed = dict.fromkeys(ready, (TRUTH, Scope.HAND))
            building.knows(named={**building.names.named, **guessed})
        for name in ready:
            found[name] = _fact(building, name, waiting.pop(name), texts(written[name].get("name")))
    return tuple(found[name] for name in written)


def _fact(building: Building, name: str, item: Item, names: Names) -> Fact:
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
    return Fact(name, node, gives, names)


MOST_IN_HAND = 24
USUAL_SIZE = 3
PAIR_SIZE = 2
KNITTED = re.compile(r"(?:[0-9]+[A-Za-z])+\Z")
USUAL_KINDS = "usual"
COUNTS = ("sets", "pair", "pairs", "singles")
WAYS = ("one_of_each", "from", "flowers")
"""Keys that say what all of a hand is made of; without them it is made of sets and pairs."""


def build_shapes(
    building: Building, classes: tuple[TileClass, ...], kinds: tuple[SetKind, ...], unions: Unions
) -> tuple[tuple[Shape, ...], tuple[tuple[str, Node], ...]]:
    """Shapes, and the conditions under which some of them are open."""
    written = building.root.fields_at("shapes")
    building.knows(shapes=frozenset(written))
    masks = {item.id: item.mask for item in classes}
    shapes = [_Shape(building, name, item, masks, kinds, unions).built() for name, item in written.items()]
    nodes = [(name, building.expression(item.get("when"), Scope.HAND)) for name, item in written.items()]
    return tuple(shapes), tuple((name, node) for name, node in nodes if node is not None)


class _Shape:
    """Reads one shape, with the classes and the kinds of set that it may name."""

    def __init__(
        self,
        building: Building,
        name: str,
        item: Item,
        masks: dict[str, int],
        kinds: tuple[SetKind, ...],
        unions: Unions,
    ) -> None:
        self.building, self.name, self.item, self.masks = building, name, item, masks
        self.kinds = {kind.id: kind for kind in kinds}
        self.unions = dict(unions)
        self.is_of_sets = any(key in item.fields for key in ("sets", "singles", "kinds", "fixed"))
        """whether more than pairs is asked for"""

    def built(self) -> Shape:
        """The shape; its size is looked at where nothing else is wrong with it."""
        item, before = self.item, len(self.building.problems)
        self._refuse_others()
        shape = replace(self._shape(), names=texts(item.get("name")) or spelled(self.name))
        counts = [item.fields[key] for key in COUNTS if key in item.fields]
        is_read = all(type(c.value) is int or (c.key == "pair" and c.is_plain) for c in counts)
        is_sound = len(self.building.problems) == before and is_read and isinstance(item.value, dict)
        if is_sound and not 1 <= shape.size <= MOST_IN_HAND:
            message = f"a shape of {shape.size} tiles; 1 to {MOST_IN_HAND} are possible"
            hint = "say sets, pair, pairs, one_of_each, fixed, from or flowers"
            if item.get("different"):
                hint = "say of which tiles, from: the name of a class"
            self.building.refuse(item, "L205", message, hint)
        return shape

    def _refuse_others(self) -> None:
        """What does not go with the key that says what a shape is made of."""
        fields = self.item.fields
        way = next((key for key in WAYS if self.item.get(key)), "pairs")
        others: tuple[str, ...] = (*COUNTS, "kinds", "fixed")
        why, hint = ": such a hand has nothing else", "write a shape of its own for it, or sets with kinds"
        if way == "pairs":
            others = ("pair", "different") if self.is_of_sets else ("pair",)
            why, hint = "", "'pairs' says how many; only pairs without sets can be all different"
        for key in others:
            if way in fields and key in fields:
                message = f"'{key}' does not go with '{way}'{why}"
                self.building.refuse(fields[key], "L205", message, hint, key=True)

    def _shape(self) -> Shape:
        item, name = self.item, self.name
        if item.get("flowers"):
            return Shape(name, "flowers", 1, concealed=True, flowers=item.whole_at("flowers"))
        if item.get("pairs") and not self.is_of_sets:
            pairs, different = item.whole_at("pairs"), item.flag_at("different")
            return Shape(name, "pairs", 2 * pairs, pairs=pairs, different=different, concealed=True)
        if each := item.get("one_of_each"):
            mask = fixed_class(self.building, each, each.text(), self.masks)
            return Shape(name, "one_of_each", mask.bit_count() + 1, mask=mask, concealed=True)
        if written := item.get("from"):
            mask, rows = 0, ""
            for word in written.text().split():  # `147A 258B 369C honor`: knitted rows, and classes
                is_row = KNITTED.match(word)
                rows += self._of_known_suits(written, word) if is_row else ""
                mask |= 0 if is_row else fixed_class(self.building, written, word, self.masks)
            size = item.whole_at("different")
            return Shape(name, "different", size, mask=mask, knitted=rows, concealed=True)
        return self._of_sets()

    def _of_sets(self) -> Shape:
        item = self.item
        sets, singles = item.whole_at("sets"), item.whole_at("singles")
        pairs, pair_kind = self._pairs()
        rows, kinds = self._rows(), self._kinds()
        set_size = self._set_size(kinds)
        if pair_kind and sets and set_size == PAIR_SIZE:
            message = "sets of two tiles are pairs themselves"
            hint = "count them all under sets, with this kind among the kinds"
            self.building.refuse(item.fields["pair"], "L205", message, hint)
        return Shape(
            self.name,
            "fixed" if rows else "sets",
            set_size * sets + 2 * pairs + singles + sum(letter.isdigit() for letter in rows),
            sets,
            pairs,
            singles,
            kinds,
            concealed=item.flag_at("concealed"),
            knitted=rows,
            set_size=set_size,
            pair_kind=pair_kind,
        )

    def _pairs(self) -> tuple[int, str]:
        """How many pairs there are beside sets, and the kind of set that they are, if any."""
        pair = self.item.get("pairs") or self.item.get("pair")
        if pair is None or type(pair.value) is int:
            return pair.whole() if pair else 0, ""
        kind = pair.text()
        if not known(self.building, pair, kind, sorted(self.kinds), "a kind of set"):
            return 1, ""
        if self.kinds[kind].size != PAIR_SIZE:
            message = f"a set of {self.kinds[kind].size} tiles is no pair"
            self.building.refuse(pair, "L205", message, "a kind of size: 2")
        return 1, kind

    def _rows(self) -> str:
        """The knitted rows that a shape has beside its sets."""
        item = self.item.get("fixed")
        text = item.text().replace(" ", "") if item else ""
        if item and not KNITTED.match(text):
            self.building.refuse(item, "L205", f"'{text}' are no knitted rows", "like 147A258B369C")
            return ""
        return self._of_known_suits(item, text) if item else ""

    def _of_known_suits(self, item: Item, rows: str) -> str:
        """Rows as they are, with a fault where a small letter is no suit."""
        unknown = next((s for s in rows if s.islower() and s not in self.building.names.suit_letters), "")
        if unknown:
            message = f"there is no suit '{unknown}'"
            self.building.refuse(item, "L301", message, "capitals are any suits: 147A258B369C", word=unknown)
        return rows

    def _kinds(self) -> tuple[str, ...]:
        """The kinds that a shape names, else the usual ones."""
        named = self.item.get("kinds")
        if named is None:
            return tuple(kind for kind in self.unions.get(USUAL_KINDS, ()) if kind in self.kinds)
        if not named.entries:
            self.building.refuse(named, "L205", "no kind of set", "leave it out, and it is the usual ones")
        words = sorted({*self.kinds, *self.unions})
        entries = [(entry, entry.text()) for entry in named.entries]
        found = [word for entry, word in entries if known(self.building, entry, word, words, "a kind of set")]
        return tuple(dict.fromkeys(kind for word in found for kind in self.unions.get(word, (word,))))

    def _set_size(self, kinds: tuple[str, ...]) -> int:
        """The tiles of one set. A declared set (a kong) counts as many, however many it has."""
        sizes = {self.kinds[kind].size for kind in kinds if not self.kinds[kind].declared}
        if len(sizes) > 1:
            message = "a shape of sets of different sizes: the number of its tiles is not fixed"
            hint = "let the larger kinds be declared: true, they then count as the others"
            self.building.refuse(self.item.get("kinds") or self.item, "L205", message, hint)
        return max(sizes, default=USUAL_SIZE)
