"""What hands of a ruleset can be made of: tiles and their copies, groups in every state, options, and the
groups to which templates can be bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import count
from math import prod
from operator import and_, or_

from scorer.engine.match import Letters, bind_terms
from scorer.language.nodes import Node, plain
from scorer.readings import wait_of
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.shapes import Kinds, SetTables, TooManyReadings
from scorer.tiles import mask_of
from scorer.values import cached_property, dataclass

MOST_WORK = 90_000
"""Steps of about 20 microseconds each; the largest shipped ruleset needs half of them."""
MOST_GROUPS = 1_500
PAIR, SINGLE = "pair", "single"
UNSAID = 20
"""Copies more, where a ruleset does not say how many there are."""
CLAIMED_SIZE = 3
"""A smaller group that a discard completed counts as concealed."""


@dataclass(frozen=True)
class Element:
    """A group in one of its states: what `Group` says of it, and the wait if it was completed last."""

    kind: str
    tiles: Kinds
    concealed: bool = True
    called: bool = False
    won: bool = False
    first_called: bool = False
    melded: bool = False
    wait: str = ""

    @cached_property
    def mask(self) -> int:
        return mask_of(self.tiles)

    @property
    def is_set(self) -> bool:
        return self.kind not in (PAIR, SINGLE)

    @property
    def is_claimable(self) -> bool:
        """Whether it was completed last, and counts as another player's set if a discard did that."""
        return self.won and len(self.tiles) >= CLAIMED_SIZE


@dataclass(frozen=True)
class Winds:
    """The kinds of the seat's and the round's wind, as bits; 0 where a game has none."""

    seat: int = 0
    round: int = 0


Picked = tuple[int, int]
"""What surely belongs and what perhaps does, as bits."""


def without(left: list[int], tiles: Kinds) -> list[int] | None:
    """The copies that are left once some tiles are taken, or None where there are not so many."""
    rest = list(left)
    for kind in tiles:
        rest[kind] -= 1
        if rest[kind] < 0:
            return None
    return rest


class TooLarge(Exception):
    """A ruleset with more different groups, or harder questions, than are worth looking at."""


class World:
    """The tiles and groups of a ruleset under any of its options."""

    def __init__(self, ruleset: Ruleset, copies_are_said: bool = True) -> None:
        self.ruleset, self.copies_are_said = ruleset, copies_are_said
        self.tileset = ruleset.tileset
        self.every = mask_of(self.tileset.playing)
        self.flowers = mask_of(kind.index for kind in self.tileset.kinds if kind.role == "flower")
        self.work = 0
        self.standing: dict[object, list[tuple[int, Element]]] = {}
        self._selected: dict[object, Picked] = {}
        self._touching: dict[tuple[int, str], int] = {}
        self._where: dict[str, int] = {}

    @property
    def is_spent(self) -> bool:
        """Whether nothing further is thought about."""
        return self.work > MOST_WORK

    def spend(self, work: int = 1) -> None:
        """Counts steps of thinking, so that every file is done in bounded time on any machine."""
        self.work += work
        if self.is_spent:
            raise TooLarge("this ruleset takes too long to think about")

    @property
    def tables(self) -> SetTables:
        """The tuples of every kind of set. Raises TooLarge."""
        if isinstance(self._tables, str):
            raise TooLarge(self._tables)
        return self._tables

    @cached_property
    def _tables(self) -> SetTables | str:
        try:
            return self.ruleset.set_tables
        except TooManyReadings as error:
            return str(error)

    @cached_property
    def jokers(self) -> int:
        """The most jokers that a hand can hold."""
        by_code, counts = self.tileset.by_code, self.ruleset.option_counts
        return max((self.most(node) for code, node in counts if by_code[code].role == "joker"), default=0)

    def most(self, node: Node) -> int:
        """An upper bound of a count that depends on options only."""
        if node.op == "number":
            return int(node.args[0])
        if node.op == "option":
            option = self.option(node.args[0])
            return max(option.high or 0, *(n for n in self.choices(option.id) if isinstance(n, int)), 0)
        sides = [self.most(part) for part in node.parts]
        if node.op == "if":
            return max(sides[1:])
        return prod(sides) if node.args[:1] == ("*",) else sum(sides)

    def option(self, name: str) -> Option:
        """An option by its id."""
        return next(option for option in self.ruleset.options if option.id == name)

    def choices(self, name: str) -> tuple[Value, ...]:
        """The values that an option can take, where they are few."""
        option = self.option(name)
        if option.choices:
            return option.choices
        if option.sort == "truth":
            return (False, True)
        low, high = option.low or 0, option.high
        return tuple(range(low, high + 1)) if high is not None and high - low < 50 else (option.default,)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How often a kind can be in a hand; jokers stand for more copies than there are."""
        extra = self.jokers + (0 if self.copies_are_said else UNSAID)
        return tuple(kind.copies + extra if kind.copies else 0 for kind in self.tileset.kinds)

    @cached_property
    def set_kinds(self) -> tuple[str, ...]:
        """Every kind of set that some shape is made of."""
        kinds = {kind for shape in self.ruleset.shapes for kind in shape.set_kinds if shape.in_kinds}
        kinds |= {"knitted" for shape in self.ruleset.shapes if shape.way == "fixed"}
        return tuple(kind.id for kind in self.ruleset.kinds if kind.id in kinds)

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """Every group in every state. Raises TooLarge."""
        if sum(len(self.tables.tuples[kind]) for kind in self.set_kinds) > MOST_GROUPS:
            raise TooLarge("too many different sets")
        return tuple(self._every_element())

    @cached_property
    def places(self) -> dict[tuple[str, Kinds], list[int]]:
        """Where the states of each group stand among the elements."""
        found: dict[tuple[str, Kinds], list[int]] = {}
        for place, element in enumerate(self.elements):
            found.setdefault((element.kind, element.tiles), []).append(place)
        return found

    def _every_element(self) -> Iterator[Element]:
        for kind in self.set_kinds:
            for tiles in self.tables.tuples[kind]:
                if self._is_there(tiles):
                    yield from self._states(kind, tiles)
        for index in self.tileset.playing:
            for kind, tiles in ((PAIR, (index, index)), (SINGLE, (index,))):
                if self._is_there(tiles):
                    yield Element(kind, tiles)
                    yield Element(kind, tiles, won=True, wait="single")

    def _is_there(self, tiles: Kinds) -> bool:
        return all(tiles.count(index) <= self.copies[index] for index in tiles)

    def _states(self, kind: str, tiles: Kinds) -> Iterator[Element]:
        declared = self.tables.kinds[kind].declared
        yield Element(kind, tiles, melded=declared)
        if self.ruleset.may_call(kind):
            yield Element(kind, tiles, False, True, melded=True)
            yield Element(kind, tiles, False, True, first_called=True, melded=True)
        if declared:
            return
        for wait in sorted({wait_of((kind, tiles), winning, self.tables) for winning in tiles}):
            yield Element(kind, tiles, True, won=True, wait=wait)
            if len(tiles) >= CLAIMED_SIZE:
                yield Element(kind, tiles, False, won=True, wait=wait)

    # -- classes and selectors ------------------------------------------------------------------------

    def class_mask(self, node: Node, winds: Winds | None = None) -> Picked:
        """The tiles that surely belong to a class and those that perhaps do, over all situations."""
        surely, perhaps = CLASSES[node.op](self, node, winds)
        return surely & self.every, perhaps & self.every

    def flowers_in(self, node: Node) -> int:
        """The flowers that perhaps belong to a class."""
        return CLASSES[node.op](self, node, None)[1] & self.flowers

    def widest(self, node: Node) -> int:
        """The most kinds that a class can have in any one situation."""
        if node.op == "given":
            return 1
        if node.op == "and":
            return min(self.widest(part) for part in node.parts)
        most = self.class_mask(node)[1].bit_count()
        return min(most, sum(self.widest(part) for part in node.parts)) if node.op == "or" else most

    @cached_property
    def all_bits(self) -> int:
        return (1 << len(self.elements)) - 1

    def tiles_by_value(self, attribute: str) -> tuple[int, ...]:
        """The tiles of each value of an attribute (each kind of tile, for `tile`)."""
        masks: dict[object, int] = {}
        for index in self.tileset.playing:
            kind = self.tileset.kinds[index]
            value = kind.id if attribute == "tile" else kind.attribute.get(attribute)
            if value is not None:
                masks[value] = masks.get(value, 0) | 1 << index
        return tuple(masks.values())

    @property
    def sets(self) -> int:
        """The elements that are sets, not pairs or single tiles."""
        return self.where("is_set")

    def where(self, state: str) -> int:
        """The elements in a state, as bits."""
        if state not in self._where:
            self._where[state] = self.bits(getattr(element, state) for element in self.elements)
        return self._where[state]

    def ones(self, bits: int) -> tuple[int, ...]:
        """1 for each element of a mask, 0 for the others."""
        return tuple([bits >> place & 1 for place in range(len(self.elements))])

    def bits(self, accept: Iterable[bool]) -> int:
        """Elements as a mask."""
        return sum(1 << place for place, wanted in enumerate(accept) if wanted)

    def selected(self, node: Node, winds: Winds | None = None) -> Picked:
        """The elements that surely satisfy a selector and those that perhaps do, as bits."""
        key = (plain(node), winds)
        if key not in self._selected:
            self._selected[key] = SELECTORS[node.op](self, node, winds)
        return self._selected[key]

    def touching(self, mask: int, how: str) -> int:
        """Elements of which every tile (`of`) or some tile (`has`) lies in the mask."""
        key = (mask, how)
        if key not in self._touching:
            masks = [element.mask for element in self.elements]
            found = [not own & ~mask for own in masks] if how == "of" else [bool(own & mask) for own in masks]
            self._touching[key] = self.bits(found)
        return self._touching[key]


# ---- each kind of node of a class and of a selector


def _combined(op: str, parts: list[Picked], every: int) -> Picked:
    """What `and`, `or` and `not` pick of all that there is."""
    if op == "not":
        ((surely, perhaps),) = parts
        return every & ~perhaps, every & ~surely
    surely, perhaps = (reduce(and_ if op == "and" else or_, masks) for masks in zip(*parts, strict=True))
    return surely, perhaps


def _known(bits: int) -> Picked:
    return bits, bits


def _classes(world: World, node: Node, winds: Winds | None) -> Picked:
    parts = [CLASSES[part.op](world, part, winds) for part in node.parts]
    return _combined(node.op, parts, world.every | world.flowers)


CLASSES: dict[str, Callable[[World, Node, Winds | None], Picked]] = {
    "class": lambda world, node, winds: _known(world.ruleset.class_masks[node.args[0]]),
    "given": lambda world, node, winds: GIVEN[node.args[0]](world, winds),
    **dict.fromkeys(("and", "or", "not"), _classes),
}


def _any_wind(world: World) -> Picked:
    """One of all winds, where it is not said which."""
    return 0, mask_of(world.tileset.winds)


GIVEN: dict[str, Callable[[World, Winds | None], Picked]] = {
    "seat_wind": lambda world, winds: _known(winds.seat) if winds else _any_wind(world),
    "round_wind": lambda world, winds: _known(winds.round) if winds else _any_wind(world),
    "win_tile": lambda world, winds: (0, world.every),
    "seat_flower": lambda world, winds: (0, world.flowers),
}


def _kind(world: World, node: Node, winds: Winds | None) -> Picked:
    kinds = world.ruleset.unions.get(node.args[0], (node.args[0],))
    return _known(world.bits(element.kind in kinds for element in world.elements))


def _tiles(world: World, node: Node, winds: Winds | None) -> Picked:
    surely, perhaps = world.class_mask(node.args[0], winds)
    return world.touching(surely, node.op), world.touching(perhaps, node.op)


def _selectors(world: World, node: Node, winds: Winds | None) -> Picked:
    return _combined(node.op, [world.selected(part, winds) for part in node.parts], world.all_bits)


SELECTORS: dict[str, Callable[[World, Node, Winds | None], Picked]] = {
    "kind": _kind,
    "state": lambda world, node, winds: STATES[node.args[0]](world),
    "of": _tiles,
    "has": _tiles,
    **dict.fromkeys(("and", "or", "not"), _selectors),
    "truth": lambda world, node, winds: _known(world.all_bits if node.args[0] else 0),
}
STATES: dict[str, Callable[[World], Picked]] = {
    "concealed": lambda world: _known(world.where("concealed")),
    "called": lambda world: _known(world.where("called")),
    "won": lambda world: _known(world.where("won")),
    "first_called": lambda world: _known(world.where("first_called")),
    "joker": lambda world: (0, world.all_bits if world.jokers else 0),
    "any": lambda world: _known(world.all_bits),
}


# ---- every way to bind templates

MOST_STEPS = 20_000
Groups = tuple[tuple[str, Kinds], ...]


@dataclass(frozen=True)
class Instance:
    """The groups that templates are bound to, and what the letters stand for."""

    groups: Groups
    letters: tuple[tuple[str, int | str], ...]


def bound_groups(
    world: World, templates: tuple[Node, ...], tiles: int, winds: Winds | None
) -> Iterator[Groups]:
    """The different collections of groups that the templates can be bound to."""
    seen: set[Groups] = set()
    for instance in instances(world, templates, tiles, winds):
        groups = tuple(sorted(instance.groups))
        if groups not in seen:
            yield groups
        seen.add(groups)


def groups_of(world: World, kind: str) -> list[tuple[str, Kinds]]:
    """Every group of a kind, or of the kinds that a word stands for."""
    if kind == PAIR:
        return [(PAIR, (index, index)) for index in world.tileset.playing if world.copies[index] > 1]
    names = world.ruleset.unions.get(kind, (kind,))
    return [(name, tiles) for name in names for tiles in world.tables.tuples.get(name, ())]


def instances(
    world: World, templates: tuple[Node, ...], among: int = -1, winds: Winds | None = None
) -> Iterator[Instance]:
    """Every way to bind the templates with the copies that there are. Raises TooLarge."""
    steps, every = count(1), {kind: groups_of(world, kind) for kind, _, _ in (one.args for one in templates)}
    candidates = {
        kind: [one for one in found if not mask_of(one[1]) & ~among] for kind, found in every.items()
    }

    def bind(template: Node, kind: str, tiles: Kinds, letters: Letters) -> Letters | None:
        _, terms, of = template.args
        if of is None:
            return bind_terms(terms, kind, tiles, world.ruleset, letters)
        return letters if not mask_of(tiles) & ~world.class_mask(of, winds)[1] else None

    def bound(taken: Groups, letters: Letters, left: list[int]) -> Iterator[Instance]:
        if len(taken) == len(templates):
            yield Instance(taken, tuple((name, value) for name, (_, value) in letters.items()))
            return
        template = templates[len(taken)]
        for kind, tiles in candidates[template.args[0]]:
            world.spend()
            if next(steps) > MOST_STEPS:
                raise TooLarge("these templates fit in too many ways")
            now = bind(template, kind, tiles, letters)
            rest = without(left, tiles) if now is not None else None
            if now is not None and rest is not None:
                yield from bound((*taken, (kind, tiles)), now, rest)

    yield from bound((), {}, list(world.copies))
