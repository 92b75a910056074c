"""Where everything stands: the counts of a hand in rows, the counters of a reading in words.

A hand is one integer: a region for each row of tiles (a notation letter, or several where a set may
span them), `width` bits a tile, then `variant` (which tile of the row won, and how) and `context` (the
winds in force, only in rows that have winds).

    | context variant counts | context variant counts | ...                  reds jokers flowers
      row n                    row n-1

A reading is one integer too, the sum of its groups, in words of 60 bits so that a column of numbers
can hold each:

    | lanes: which sets templates can bind | sheet: an item each | counters and truths | sets pairs singles |

A truth is a counter that is only asked whether it is zero: adding `FILL` sets the bit above it where it
is not, and `KEEP` keeps that bit alone, so that readings which differ in nothing asked are one key.

No other module knows positions.


Templates become ground instances: every bag of particular sets that a list of templates can bind. A set
has a *lane*, a small counter in the reading; sets that no template tells apart share one. An instance is the
sum of its lanes' lowest bits, so at run time a sub-bag of a reading is an instance if its sum is in the
table, and nothing is ever bound again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scorer.compiled.form import WORD, LaneForm, Tree, Unsupported
from scorer.compiled.lower import Lowering, Unit
from scorer.compiled.rows import class_mask, given_masks
from scorer.engine.match import Letters, bind_terms
from scorer.ruleset.model import Ruleset
from scorer.shapes import Shape
from scorer.values import dataclass, field

CONTEXTS = 16
MOST_WORDS = 16


@dataclass
class Row:
    """The tiles of one region, lowest first, and where the region stands."""

    kinds: tuple[int, ...]
    start: int = 0
    counts: int = 0
    variant: int = 0
    context: int = 0

    @property
    def length(self) -> int:
        return self.counts + self.variant + self.context


@dataclass
class Layout:
    """Positions of tiles and counters of one ruleset."""

    rows: list[Row]
    width: int
    most: int
    top: int = 0
    fields: list[tuple[Tree, int, int, bool]] = field(default_factory=list)
    """measure, position, width, whether it is a truth"""
    counters: dict[int, tuple[Tree, int, int, bool]] = field(default_factory=dict)
    """the fields that conditions ask, by the number of the counter"""
    end: int = 0
    words: int = 0
    """words that conditions read"""

    def take(self, width: int) -> int:
        """The next free position for so many bits, never across the end of a word."""
        if self.end % WORD + width > WORD:
            self.next_word()
        self.end += width
        if self.end > WORD * MOST_WORDS:
            raise Unsupported(f"more than {MOST_WORDS} words of counters")
        return self.end - width

    def next_word(self) -> None:
        self.end = -(-self.end // WORD) * WORD


def row_layout(ruleset: Ruleset, contexts: bool) -> Layout:
    """Rows of tiles that may share a set."""
    tileset = ruleset.tileset
    jokers = sum(kind.copies for kind in tileset.kinds if kind.role == "joker")
    size = max(shape.size for shape in ruleset.shapes)
    most = min(max(tileset.kinds[kind].copies for kind in tileset.playing) + jokers, max(size, 4))
    layout = Layout([Row(kinds) for kinds in _rows(ruleset)], most.bit_length() + 1, most)
    for row in layout.rows:
        row.start = layout.top
        row.counts = len(row.kinds) * layout.width
        row.variant = (2 * len(row.kinds) + 1).bit_length()
        row.context = 4 if contexts and set(row.kinds) & set(tileset.winds) else 0
        layout.top += row.length
    return layout


def _rows(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """Tiles by letter; letters that a set joins are one row."""
    kinds, used = ruleset.tileset.kinds, {name for shape in ruleset.shapes for name in shape.set_kinds}
    by_letter = [
        tuple(group) for _, group in groupby(ruleset.tileset.playing, key=lambda kind: kinds[kind].letter)
    ]
    home = {kind: place for place, row in enumerate(by_letter) for kind in row}
    for name in used:
        for tiles in ruleset.set_tables.tuples[name]:
            places = {home[kind] for kind in tiles}
            for kind, place in home.items():
                home[kind] = min(places) if place in places else place
    rows = {place: tuple(k for k in home if home[k] == place) for place in sorted(set(home.values()))}
    return [tuple(sorted(row)) for row in rows.values()]


def counter_widths(lowering: Lowering) -> dict[str, int]:
    """How wide the counter of a measure must be, so that no sum runs into its neighbour."""
    ruleset = lowering.ruleset
    shapes = ruleset.shapes
    groups = max(shape.sets + fixed_sets(shape, ruleset) + shape.pairs + shape.singles for shape in shapes)
    groups = max([groups, *(shape.size for shape in shapes if shape.way in ("one_of_each", "different"))])
    sets = max(1, max(shape.in_kinds + fixed_sets(shape, ruleset) for shape in shapes))
    tiles = max(shape.size for shape in shapes) + sets
    ranks = [r for k in ruleset.tileset.kinds for _, r in k.attributes if isinstance(r, int)] or [1]
    if min(ranks) < 0:
        raise Unsupported("an attribute below zero")
    return {
        "groups": groups.bit_length(), "sets": sets.bit_length(), "melds": sets.bit_length(),
        "tiles": tiles.bit_length(), "exposed": tiles.bit_length(), "kinds": tiles.bit_length(),
        "copies": tiles.bit_length(), "pips": (max(ranks) * tiles).bit_length(),
        "total": (max(ranks) * sets).bit_length(), "holds": 1, "win": 1, "wait": 3,
        "shape": len(shapes).bit_length(), "item": groups.bit_length(),
    }  # fmt: skip


def fixed_sets(shape: Shape, ruleset: Ruleset) -> int:
    """How many sets every hand of a shape has in common."""
    return len(ruleset.set_tables.knitted(shape.knitted)[0]) if shape.way == "fixed" else 0


def place_counters(
    layout: Layout, lowering: Lowering, truths: set[int], numbers: set[int], items: int
) -> tuple[int, int]:
    """Places the counters that conditions ask; the bits where the sheet's section begins and ends.

    A counter that only options turned off or folded away asked for would tell readings apart for nothing.
    """
    widths = counter_widths(lowering)
    for name in ("n_sets", "n_pairs", "n_singles"):
        width = widths["sets"] if name == "n_sets" else widths["groups"]
        layout.fields.append(((name,), layout.take(width + 1), width, False))
    for measure, place in lowering.fields.items():
        if place not in truths | numbers:
            continue
        if measure[0] not in widths:
            raise Unsupported(f"the measure '{measure[0]}'")
        width, truth = widths[measure[0]], place not in numbers
        layout.counters[place] = (measure, layout.take(width + truth), width, truth)
    layout.fields += layout.counters.values()
    layout.next_word()
    start = layout.end
    layout.words = start // WORD
    for item in range(items):
        layout.fields.append((("item", item), layout.take(widths["item"]), widths["item"], False))
    stop = layout.end
    layout.next_word()
    return start, stop


def fill_and_keep(layout: Layout) -> tuple[int, int]:
    """The two numbers that reduce a reading to what the conditions ask of it."""
    fill = keep = 0
    for measure, position, width, truth in layout.fields:
        if measure[0] in ("n_sets", "n_pairs", "n_singles", "item"):
            continue
        ones = (1 << width) - 1
        fill |= ones << position if truth else 0
        keep |= 1 << position + width if truth else ones << position
    return fill, keep


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

    def total(self, bag: Bag) -> int:
        """The sum that an instance is known by."""
        return sum(1 << self.lanes[key].position for key in bag)

    @property
    def used(self) -> list[Lane]:
        """The lanes of instances, in order."""
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


def lane_form(
    ground: Ground, lowering: Lowering, units: list[tuple[int, int]], part_ranges: list[tuple[int, int]]
) -> LaneForm:
    """The lane of each set that has one, and the instances of templates as sums of lanes."""
    ruleset = lowering.ruleset
    every = [*lowering.units, *lowering.placed.values()]
    words = {kinds for (plain, _) in every for templates in plain for kinds, _, _ in templates}
    sizes = {kind.id: kind.size for kind in ruleset.kinds} | {"pair": 2, "single": 1}
    return LaneForm(
        sets={
            (name, tiles): 1 << lane.position
            for name, tuples in ruleset.set_tables.tuples.items()
            for tiles in tuples
            if (lane := ground.lanes.get(lane_key(name, tiles, words))) and lane.position >= 0
        },
        places=tuple([(lane.position, lane.most.bit_length(), lane.part) for lane in ground.used]),
        orders=tuple([(lane.tiles, min(sizes[lane.kind], 3)) for lane in ground.used]),
        parts=tuple(part_ranges),
        instances=_instances(ground, units, len(part_ranges)),
        placed=tuple([
            (name, tuple([(ground.total(bag), contexts) for bag, contexts in bags.items()]))
            for name, bags in ground.placed.items()
        ]),
    )  # fmt: skip


def _instances(
    ground: Ground, units: list[tuple[int, int]], parts: int
) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each part: the sum of an instance, the truths it makes, and what it adds to counters."""
    tables: list[dict[int, tuple[int, int]]] = [{} for _ in range(parts)]
    for (shift, width), bags in zip(units, ground.bags, strict=True):
        for bag in bags:
            table, total, one = tables[ground.lanes[bag[0]].part], ground.total(bag), 1 << shift
            truths, counts = table.get(total, (0, 0))
            table[total] = (truths | one, counts) if width == 1 else (truths, counts + one)
    return tuple(tuple((total, *what) for total, what in table.items()) for table in tables)
