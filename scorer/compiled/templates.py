"""Templates as ground instances: every bag of particular sets that a list of templates can bind.

A set has a *lane*, a small counter in the reading; sets that no template tells apart share one. An
instance is the sum of its lanes' lowest bits, so at run time a sub-bag of a reading is an instance if
its sum is in the table, and nothing is ever bound again.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.compiled.groups import class_mask, given_masks
from scorer.compiled.layout import CONTEXTS, Layout, fixed_sets
from scorer.compiled.lower import Lowering, Unit
from scorer.compiled.trees import Tree, Unsupported
from scorer.engine.match import Letters, bind_terms
from scorer.ruleset.model import Ruleset
from scorer.values import dataclass, field

MOST_INSTANCES = 20_000
MOST_TRIED = 100_000
"""bindings of one ruleset; a second or so"""
LaneKey = tuple[frozenset[tuple[str, ...]], tuple[int, ...]]
Bag = tuple[LaneKey, ...]


@dataclass
class Lane:
    """Sets that templates cannot tell apart: the words that name their kind, and their tiles."""

    words: frozenset[tuple[str, ...]]
    tiles: tuple[int, ...]
    most: int
    kind: str
    position: int = -1
    part: int = -1


@dataclass
class Ground:
    """Every instance of every unit, and the lanes they are made of."""

    lanes: dict[LaneKey, Lane] = field(default_factory=dict)
    bags: list[set[Bag]] = field(default_factory=list)
    """for each unit, its instances as sorted lanes"""
    placed: dict[str, dict[Bag, int]] = field(default_factory=dict)
    """by pattern its instances, with a bit for each context in which they are such"""
    tried: int = 0
    """bindings tried, most of which are no instance"""

    @property
    def used(self) -> list[Lane]:
        names = {key for bags in (*self.bags, *self.placed.values()) for bag in bags for key in bag}
        return [lane for key, lane in self.lanes.items() if key in names]


def ground_units(lowering: Lowering) -> Ground:
    """Works out the instances of every unit of templates, and those of patterns that are told apart."""
    units = [*lowering.units, *lowering.placed.values()]
    words = {kinds for (plain, _) in units for parts in plain for kinds, _, _ in parts}
    ground = Ground()
    for key, most, kind in _lane_keys(lowering.ruleset, words):
        ground.lanes.setdefault(key, Lane(*key, most, kind))
    ground.bags = [_bags(unit, ground, lowering, 0) for unit in lowering.units]
    for name, unit in lowering.placed.items():
        found: dict[Bag, int] = {}
        for context in range(CONTEXTS) if _asks_context(unit) else (None,):
            for bag in _bags(unit, ground, lowering, context or 0):
                found[bag] = found.get(bag, 0) | (1 << context if context is not None else -1)
        ground.placed[name] = found
    return ground


def _asks_context(unit: Unit) -> bool:
    return any(mask is not None and mask[0] != "mask" for parts in unit[0] for _, _, mask in parts)


def _bags(unit: Unit, ground: Ground, lowering: Lowering, context: int) -> set[Bag]:
    """The bags of sets that a unit binds with the winds of a context in force."""
    plain, where = unit
    given = given_masks(context, lowering.given, lowering.ruleset.tileset.winds)
    bags: set[Bag] = set()
    for templates in plain:
        parts = tuple((k, terms, mask and class_mask(mask, given)) for k, terms, mask in templates)
        for bag, letters in _bindings(parts, ground, lowering.ruleset, (), {}):
            if lowering.accepts(where, letters):
                bags.add(tuple(sorted(bag, key=_order)))
        if len(bags) > MOST_INSTANCES:
            raise Unsupported(f"templates with more than {MOST_INSTANCES:,} instances")
    return bags


def _order(key: LaneKey) -> tuple[list[tuple[str, ...]], tuple[int, ...]]:
    return sorted(key[0]), key[1]


def lane_key(kind: str, tiles: tuple[int, ...], words: set[tuple[str, ...]]) -> LaneKey:
    """The lane of a set; a kong stands with its pung where every template takes both."""
    return frozenset(word for word in words if kind in word), tuple(sorted(set(tiles)))


def _lane_keys(ruleset: Ruleset, words: set[tuple[str, ...]]) -> Iterator[tuple[LaneKey, int, str]]:
    sets = max(shape.sets + fixed_sets(shape, ruleset) + shape.pairs for shape in ruleset.shapes)
    kinds = ruleset.tileset.kinds
    jokers = sum(kind.copies for kind in kinds if kind.role == "joker")
    for name, tuples in ruleset.set_tables.tuples.items():
        if any(name in word for word in words):
            for tiles in tuples:
                most = min((kinds[k].copies + jokers) // tiles.count(k) for k in tiles)
                yield lane_key(name, tiles, words), max(1, min(most, sets)), name


def _bindings(
    templates: tuple[Tree, ...],
    ground: Ground,
    ruleset: Ruleset,
    taken: tuple[LaneKey, ...],
    letters: Letters,
) -> Iterator[tuple[tuple[LaneKey, ...], Letters]]:
    if not templates:
        yield taken, letters
        return
    kinds, terms, mask = templates[0]
    for key, lane in ground.lanes.items():
        if kinds not in lane.words or taken.count(key) >= lane.most:
            continue
        ground.tried += 1
        if ground.tried > MOST_TRIED:
            raise Unsupported(f"templates with more than {MOST_TRIED:,} ways to bind them")
        bound: Letters | None = letters
        if mask is None:
            bound = bind_terms(terms, lane.kind, lane.tiles, ruleset, letters)
        elif not all(mask >> kind & 1 for kind in lane.tiles):
            bound = None
        if bound is not None:
            yield from _bindings(templates[1:], ground, ruleset, (*taken, key), bound)


def place_lanes(layout: Layout, ground: Ground) -> list[tuple[int, int]]:
    """Gives every lane its counter, lanes of one part together; where each part begins and ends."""
    _find_parts(ground)
    used = ground.used
    roots = list(dict.fromkeys(lane.part for lane in used))
    ranges: list[tuple[int, int]] = []
    for root in roots:
        lanes = [lane for lane in used if lane.part == root]
        for lane in lanes:
            lane.position = layout.take(lane.most.bit_length())
        ranges.append((lanes[0].position, layout.end))
    for lane in used:
        lane.part = roots.index(lane.part)
    return ranges


def _find_parts(ground: Ground) -> None:
    """Lanes that some template joins are in one part; parts are remembered apart."""
    keys = list(ground.lanes)
    home = {key: key for key in keys}

    def root(key: LaneKey) -> LaneKey:
        while home[key] != key:
            key = home[key]
        return key

    for bags in (*ground.bags, *ground.placed.values()):
        members = list(dict.fromkeys(key for bag in bags for key in bag))
        for key in members[1:]:
            home[root(key)] = root(members[0])
    for key, lane in ground.lanes.items():
        lane.part = keys.index(root(key))


def instance_tables(
    ground: Ground, units: list[tuple[int, int]], parts: int
) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each part: the sum of an instance, the truths it makes, and what it adds to counters."""
    tables: list[dict[int, tuple[int, int]]] = [{} for _ in range(parts)]
    for (shift, width), bags in zip(units, ground.bags, strict=True):
        for bag in bags:
            lanes = [ground.lanes[key] for key in bag]
            total = sum(1 << lane.position for lane in lanes)
            truths, counts = tables[lanes[0].part].get(total, (0, 0))
            one = 1 << shift
            found = (truths | one, counts) if width == 1 else (truths, counts + one)
            tables[lanes[0].part][total] = found
    return tuple(tuple((total, *what) for total, what in table.items()) for table in tables)


def placed_tables(ground: Ground) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """For each pattern that is told apart: the sums of its instances, and the contexts of each."""
    found = []
    for name, bags in ground.placed.items():
        sums = [sum(1 << ground.lanes[key].position for key in bag) for bag in bags]
        found.append((name, tuple(zip(sums, bags.values(), strict=True))))
    return tuple(found)


def lane_orders(ground: Ground, ruleset: Ruleset) -> tuple[tuple[tuple[int, ...], int], ...]:
    """What the sets of each lane are ordered by."""
    sizes = {kind.id: kind.size for kind in ruleset.kinds} | {"pair": 2, "single": 1}
    return tuple([(lane.tiles, min(sizes[lane.kind], 3)) for lane in ground.used])
