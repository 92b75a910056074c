"""The parts of possible hands of a ruleset: tiles and their copies, groups in every state, options, and the
groups to which templates can be bound.

Answers are safe in one direction: anything called impossible is impossible, and anything that cannot be
decided within a budget is called possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import count, product
from math import prod
from operator import and_, or_

from scorer.engine.match import Letters, bind_terms
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import NUMBER_FACTS, TRUTH_FACTS
from scorer.readings import wait_name
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.shapes import Kinds, SetTables, TooManyReadings, can_be_added
from scorer.tiles import Tile, kinds_mask, mask_kinds
from scorer.values import cached_property, dataclass

MOST_WORK = 130_000
"""The budget in steps of about 20 microseconds; the largest shipped ruleset needs two thirds of it."""
MOST_OF_ONE = 30_000
"""The budget for one question, which is left undecided if it takes more."""
MOST_GROUPS = 1_500
PAIR, SINGLE = "pair", "single"
UNSAID = 20
"""Additional copies if a ruleset does not say how many there are."""
CLAIMED_SIZE = 3
"""A smaller group that a discard completed counts as concealed."""
MaskBounds = tuple[int, int]
"""Bit masks of elements that certainly belong and of those that possibly do."""
Winds = tuple[int, int]
"""The kinds of the seat and round winds, as bit masks; 0 if a game has none."""


@dataclass(frozen=True)
class GroupState:
    """A group in one of its states: the fields of `Group`, and the wait if it was completed last."""

    kind: str
    tiles: Kinds
    concealed: bool = True
    called: bool = False
    won: bool = False
    first_called: bool = False
    added: bool = False
    melded: bool = False
    wait: str = ""

    @property
    def is_set(self) -> bool:
        return self.kind not in (PAIR, SINGLE)

    @property
    def is_claimable(self) -> bool:
        """Whether the group was completed last, and can be claimed by a discard."""
        return self.won and len(self.tiles) >= CLAIMED_SIZE


def copies_without(copies: Sequence[int], tiles: Kinds) -> list[int] | None:
    """The copies left after taking some tiles, or None if there are too few."""
    rest = list(copies)
    for kind in tiles:
        rest[kind] -= 1
        if rest[kind] < 0:
            return None
    return rest


class Undecided(Exception):
    """Raised if a ruleset has too many different groups, or a question takes too long."""


class World:
    """The tiles and groups of a ruleset, for all values of its options."""

    def __init__(self, ruleset: Ruleset, copies_are_said: bool = True) -> None:
        self.ruleset, self.copies_are_said = ruleset, copies_are_said
        self.tileset = ruleset.tileset
        self.every = kinds_mask(self.tileset.playing_kinds)
        self.flowers = kinds_mask(kind.index for kind in self.tileset.kinds if kind.role == "flower")
        self.work, self.until = 0, MOST_WORK
        self._selected: dict[object, MaskBounds] = {}
        self._touching: dict[tuple[int, str], int] = {}
        self._tiles: dict[int, tuple[Kinds, ...]] = {}
        self._where: dict[str, int] = {}

    @property
    def is_spent(self) -> bool:
        """Whether the budget is spent."""
        return self.work > MOST_WORK

    def spend(self, work: int = 1) -> None:
        """Count steps against the budget, so that every file is checked in bounded time. Raises Undecided."""
        self.work += work
        if self.work > self.until:
            raise Undecided("this ruleset takes too long to analyse")

    # -- facts and options ----------------------------------------------------------------------------------

    @cached_property
    def possible_facts(self) -> frozenset[str]:
        """The facts that the engine or a circumstance can make true."""
        return frozenset((*TRUTH_FACTS, *NUMBER_FACTS, *(one.fact for one in self.ruleset.circumstances)))

    def upper_bound(self, node: Node) -> int:
        """An upper bound of a count that depends on options only."""
        if node.op == "number":
            return int(node.args[0])
        if node.op == "option":
            option = self.option_by_id(node.args[0])
            return max(
                option.maximum or 0, *(n for n in self.option_values(option.id) if isinstance(n, int)), 0
            )
        sides = [self.upper_bound(part) for part in node.parts]
        if node.op == "if":
            return max(sides[1:])
        return prod(sides) if node.args[:1] == ("*",) else sum(sides)

    def option_by_id(self, name: str) -> Option:
        """An option by its id."""
        return self.ruleset.option_by_id[name]

    def option_values(self, name: str) -> tuple[Value, ...]:
        """The possible values of an option, if there are few."""
        option = self.option_by_id(name)
        if option.choices:
            return option.choices
        if option.sort == "truth":
            return (False, True)
        low, high = option.minimum or 0, option.maximum
        return tuple(range(low, high + 1)) if high is not None and high - low < 50 else (option.default,)

    # -- tiles and groups ---------------------------------------------------------------------------------

    @cached_property
    def most_jokers(self) -> int:
        """The largest number of jokers in a hand, tiles that an indicator makes wild among them."""
        by_code, counts = self.tileset.by_code, self.ruleset.option_counts
        listed = sum(self.upper_bound(node) for code, node in counts if by_code[code].role == "joker")
        wild = any(indicator.is_wild for indicator in self.ruleset.indicators)
        return listed + (
            max(self.tileset.kinds[kind].copies for kind in self.tileset.playing_kinds) if wild else 0
        )

    @cached_property
    def red_copies(self) -> dict[int, int]:
        """The largest number of red copies of each kind that has some."""
        by_code, counts = self.tileset.by_code, self.ruleset.option_counts
        found = {by_code[code]: self.upper_bound(node) for code, node in counts}
        return {kind.index: min(most, kind.copies) for kind, most in found.items() if kind.role != "joker"}

    @cached_property
    def copies_by_kind(self) -> tuple[int, ...]:
        """How often each kind can occur in a hand; jokers may stand for additional copies."""
        extra = (self.most_jokers if self.tileset.fifth else 0) + (0 if self.copies_are_said else UNSAID)
        return tuple(kind.copies + extra if kind.copies else 0 for kind in self.tileset.kinds)

    @property
    def tables(self) -> SetTables:
        """The tiles of all sets of each kind. Raises Undecided."""
        if isinstance(self._tables, str):
            raise Undecided(self._tables)
        return self._tables

    @cached_property
    def _tables(self) -> SetTables | str:
        try:
            return self.ruleset.set_tables
        except TooManyReadings as error:
            return str(error)

    @cached_property
    def set_kinds(self) -> tuple[str, ...]:
        """All kinds of set that a shape contains."""
        kinds = {kind for shape in self.ruleset.shapes for kind in shape.set_kinds if shape.kind_group_count}
        rows = [name for name, _ in self._rows if name not in (PAIR, SINGLE)]
        return tuple(dict.fromkeys([*(kind.id for kind in self.ruleset.kinds if kind.id in kinds), *rows]))

    def groups_of_kind(self, kind: str) -> list[tuple[str, Kinds]]:
        """All groups of a kind, or of the kinds that a word stands for. Raises Undecided."""
        if kind in (PAIR, SINGLE):
            times = 2 if kind == PAIR else 1
            there = (index for index in self.tileset.playing_kinds if self.copies_by_kind[index] >= times)
            return [(kind, (index,) * times) for index in there]
        names = self.ruleset.unions.get(kind, (kind,))
        rows = [row for row in self._rows if row[0] in names]
        found = [(name, tiles) for name in names for tiles in self.tables.tuples.get(name, ())]
        return list(dict.fromkeys((*found, *rows)))

    @cached_property
    def _rows(self) -> tuple[tuple[str, Kinds], ...]:
        """The rows of fixed shapes, which may differ from the sets of their kind."""
        texts = (shape.knitted for shape in self.ruleset.shapes if shape.way == "fixed")
        choices = (choice for text in texts for choice in self.tables.row_choices(text))
        return tuple(dict.fromkeys(row for choice in choices for row in choice))

    @cached_property
    def elements(self) -> tuple[GroupState, ...]:
        """All groups in all their states. Raises Undecided."""
        if sum(len(self.groups_of_kind(kind)) for kind in self.set_kinds) > MOST_GROUPS:
            raise Undecided("too many different sets")
        groups = (group for kind in (*self.set_kinds, PAIR, SINGLE) for group in self.groups_of_kind(kind))
        there = (group for group in groups if copies_without(self.copies_by_kind, group[1]))
        return tuple(element for kind, tiles in there for element in self._states(kind, tiles))

    def _states(self, kind: str, tiles: Kinds) -> Iterator[GroupState]:
        declared = kind in self.tables.kinds and self.tables.kinds[kind].declared
        yield GroupState(kind, tiles, melded=declared)
        if kind in (PAIR, SINGLE):
            yield GroupState(kind, tiles, won=True, wait="single")
            return
        if self.ruleset.may_call(kind):
            for first, added in product((False, True), (False, True)):
                if not added or can_be_added(kind, tuple(map(Tile, tiles)), self.tables):
                    yield GroupState(kind, tiles, False, True, first_called=first, added=added, melded=True)
        waits = {wait_name((kind, tiles), winning, self.tables) for winning in tiles} if not declared else ()
        for wait in sorted(waits):
            yield GroupState(kind, tiles, True, won=True, wait=wait)
            if len(tiles) >= CLAIMED_SIZE:
                yield GroupState(kind, tiles, False, won=True, wait=wait)

    @cached_property
    def of_kind(self) -> dict[str, int]:
        """A bit mask of the elements of each kind."""
        kinds = dict.fromkeys(element.kind for element in self.elements)
        return {kind: self.bits(element.kind == kind for element in self.elements) for kind in kinds}

    @cached_property
    def states_of(self) -> dict[tuple[str, Kinds], int]:
        """A bit mask of the elements of each group, one for each state."""
        found: dict[tuple[str, Kinds], int] = {}
        for place, element in enumerate(self.elements):
            group = (element.kind, element.tiles)
            found[group] = found.get(group, 0) | 1 << place
        return found

    # -- classes and selectors ----------------------------------------------------------------------------

    def class_mask(self, node: Node, winds: Winds | None = None) -> MaskBounds:
        """Bit masks of the tiles that belong to a class in all situations, and in some."""
        surely, perhaps = CLASSES[node.op](self, node, winds)
        return surely & self.every, perhaps & self.every

    def flowers_in(self, node: Node) -> int:
        """A bit mask of the flowers that possibly belong to a class."""
        return CLASSES[node.op](self, node, None)[1] & self.flowers

    def flower_count(self, node: Node) -> int:
        """The largest number of flowers of a class, every copy counted."""
        kinds = self.ruleset.tileset.kinds
        return sum(kinds[index].copies for index in mask_kinds(self.flowers_in(node)))

    def joker_count(self, node: Node) -> int:
        """The largest number of jokers that represent only tiles of a class."""
        perhaps, counts = CLASSES[node.op](self, node, None)[1], dict(self.ruleset.option_counts)
        tiles_of, kinds = self.ruleset.represented_tiles, self.tileset.kinds
        found = [kinds[kind].code for kind, tiles in tiles_of.items() if not tiles & ~perhaps]
        return sum(self.upper_bound(counts[code]) for code in found if code in counts)

    def widest(self, node: Node) -> int:
        """The largest number of kinds in a class in any situation."""
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
        """Bit masks of the tiles with each value of an attribute (each kind of tile, for `tile`)."""
        masks: dict[object, int] = {}
        for index in self.tileset.playing_kinds:
            kind = self.tileset.kinds[index]
            value = kind.id if attribute == "tile" else kind.attribute_values.get(attribute)
            if value is not None:
                masks[value] = masks.get(value, 0) | 1 << index
        return tuple(masks.values())

    def elements_in_state(self, state: str) -> int:
        """A bit mask of the elements in a state, such as `won` or `is_set`."""
        if state not in self._where:
            self._where[state] = self.bits(getattr(element, state) for element in self.elements)
        return self._where[state]

    def bits(self, accept: Iterable[bool]) -> int:
        """A bit mask of the accepted elements."""
        return int("".join(["01"[bool(one)] for one in accept])[::-1] or "0", 2)

    def ones(self, bits: int) -> dict[int, int]:
        """The weight 1 for each element of a mask."""
        bits &= self.all_bits
        return {1: bits} if bits else {}

    @cached_property
    def with_tiles(self) -> dict[Kinds, int]:
        """A bit mask of the elements of the same tiles."""
        found: dict[Kinds, int] = {}
        for place, element in enumerate(self.elements):
            found[element.tiles] = found.get(element.tiles, 0) | 1 << place
        return found

    def weights_by_tiles(self, worth: dict[int, int], element_mask: int = -1) -> dict[int, int]:
        """A bit mask of the elements, among those of a mask, of each weight: what their tiles are worth."""
        found: dict[int, int] = {}
        for tiles, bits in self.with_tiles.items():
            weight = sum([worth[kind] for kind in tiles if kind in worth])
            if weight and bits & element_mask:
                found[weight] = found.get(weight, 0) | bits & element_mask
        return found

    def tiles_of(self, bits: int) -> tuple[Kinds, ...]:
        """The different tiles of the elements of a mask."""
        if bits not in self._tiles:
            self._tiles[bits] = tuple(dict.fromkeys(self.elements[place].tiles for place in mask_kinds(bits)))
        return self._tiles[bits]

    def selected_elements(self, node: Node, winds: Winds | None = None) -> MaskBounds:
        """Bit masks of the elements that certainly satisfy a selector, and of those that possibly do."""
        key = (comparable_tree(node), winds)
        if key not in self._selected:
            self._selected[key] = SELECTORS[node.op](self, node, winds)
        return self._selected[key]

    def touching(self, mask: int, relation: str) -> int:
        """A bit mask of the elements of which all tiles (`of`) or some tiles (`has`) are in the mask."""
        key = (mask, relation)
        if key not in self._touching:
            masks = [kinds_mask(element.tiles) for element in self.elements]
            found = [not own & ~mask if relation == "of" else bool(own & mask) for own in masks]
            self._touching[key] = self.bits(found)
        return self._touching[key]


# ---- nodes of classes and selectors


def contrary(masks: MaskBounds, every: int = -1) -> MaskBounds:
    """The complement of a pair of masks."""
    surely, perhaps = masks
    return every & ~perhaps, every & ~surely


def _combined_masks(op: str, parts: list[MaskBounds], every: int) -> MaskBounds:
    """The masks of an `and`, `or` or `not`."""
    if op == "not":
        return contrary(parts[0], every)
    surely, perhaps = (reduce(and_ if op == "and" else or_, masks) for masks in zip(*parts, strict=True))
    return surely, perhaps


def certain_mask(bits: int) -> MaskBounds:
    """A pair of masks for elements that belong in every situation."""
    return bits, bits


def _classes(world: World, node: Node, winds: Winds | None) -> MaskBounds:
    parts = [CLASSES[part.op](world, part, winds) for part in node.parts]
    return _combined_masks(node.op, parts, world.every | world.flowers)


CLASSES: dict[str, Callable[[World, Node, Winds | None], MaskBounds]] = {
    "class": lambda world, node, winds: certain_mask(world.ruleset.class_masks[node.args[0]]),
    "given": lambda world, node, winds: BOUNDS_BY_GIVEN_CLASS[node.args[0]](world, winds),
    **dict.fromkeys(("and", "or", "not"), _classes),
}


def _wind(world: World, winds: Winds | None, place: int) -> MaskBounds:
    """The masks of a wind tile: one of all winds if the winds are unknown."""
    return certain_mask(winds[place]) if winds else (0, kinds_mask(world.tileset.winds))


BOUNDS_BY_GIVEN_CLASS: dict[str, Callable[[World, Winds | None], MaskBounds]] = {
    "seat_wind": lambda world, winds: _wind(world, winds, 0),
    "round_wind": lambda world, winds: _wind(world, winds, 1),
    "win_tile": lambda world, winds: (0, world.every),
    "seat_flower": lambda world, winds: (0, reduce(or_, world.tileset.seat_flowers, 0)),
}


def _kind_mask(world: World, node: Node, winds: Winds | None) -> MaskBounds:
    kinds = world.ruleset.unions.get(node.args[0], (node.args[0],))
    return certain_mask(sum(bits for kind, bits in world.of_kind.items() if kind in kinds))


def _tiles_mask(world: World, node: Node, winds: Winds | None) -> MaskBounds:
    surely, perhaps = world.class_mask(node.args[0], winds)
    return world.touching(surely, node.op), world.touching(perhaps, node.op)


def _selectors(world: World, node: Node, winds: Winds | None) -> MaskBounds:
    return _combined_masks(
        node.op, [world.selected_elements(part, winds) for part in node.parts], world.all_bits
    )


SELECTORS: dict[str, Callable[[World, Node, Winds | None], MaskBounds]] = {
    "kind": _kind_mask,
    "state": lambda world, node, winds: STATES[node.args[0]](world, node.args[0]),
    "of": _tiles_mask,
    "has": _tiles_mask,
    **dict.fromkeys(("and", "or", "not"), _selectors),
    "truth": lambda world, node, winds: certain_mask(world.all_bits if node.args[0] else 0),
}
STATES: dict[str, Callable[[World, str], MaskBounds]] = {
    **dict.fromkeys(
        ("concealed", "called", "won", "first_called", "added"),
        lambda world, state: certain_mask(world.elements_in_state(state)),
    ),
    "joker": lambda world, state: (0, world.all_bits if world.most_jokers else 0),
    "any": lambda world, state: certain_mask(world.all_bits),
}


# ---- every way to bind templates

MOST_ASSIGNMENT_STEPS = 20_000
Templates = tuple[Node, ...]
Groups = tuple[tuple[str, Kinds], ...]


def instances(
    world: World, templates: Templates, tile_mask: int = -1, winds: Winds | None = None
) -> Iterator[tuple[Groups, Letters]]:
    """All ways to bind the templates with the available copies, and the values of the letters. Raises
    Undecided.
    """
    steps = count(1)
    candidates = {
        kind: [
            group
            for group in world.groups_of_kind(kind)
            if tile_mask == -1 or not kinds_mask(group[1]) & ~tile_mask
        ]
        for kind, *_ in (template.args for template in templates)
    }

    def bind(template: Node, kind: str, tiles: Kinds, letters: Letters) -> Letters | None:
        _, terms, of, _ = template.args
        if of is None:
            return bind_terms(terms, kind, tiles, world.ruleset, letters)
        return letters if not kinds_mask(tiles) & ~world.class_mask(of, winds)[1] else None

    def bindings_from(
        groups: Groups, letters: Letters, copies_left: Sequence[int]
    ) -> Iterator[tuple[Groups, Letters]]:
        if len(groups) == len(templates):
            yield groups, letters
            return
        template = templates[len(groups)]
        for kind, tiles in candidates[template.args[0]]:
            world.spend()
            if next(steps) > MOST_ASSIGNMENT_STEPS:
                raise Undecided("these templates fit in too many ways")
            now = bind(template, kind, tiles, letters)
            rest = copies_without(copies_left, tiles) if now is not None else None
            if now is None or rest is None:
                continue
            if len(groups) + 1 == len(templates):
                yield (*groups, (kind, tiles)), now
            else:
                yield from bindings_from((*groups, (kind, tiles)), now, rest)

    yield from bindings_from((), {}, world.copies_by_kind)
