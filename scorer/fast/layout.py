"""The position of everything: the counts of a hand in rows, the counters of a reading in words.

A hand is one integer: a region for each row of tiles (a notation letter, or several where a set may span
them), `width` bits a tile, then `variant` (which tile of the row won, and how) and `context` (the winds in
force, only in rows that have winds).

    | context variant counts | context variant counts | ...                  reds jokers flowers
      row n                    row n-1

A reading is one integer too, the sum of its groups, in words of 60 bits so that a column of numbers can hold
each:

    | lanes: which sets templates can bind | sheet: an item each | counters and truths | sets pairs singles |

A truth is a counter of which only matters whether it is zero: adding the first number of `fill_and_keep` sets
the bit above the counter if it is not zero, and the second keeps only that bit. Readings that do not differ
in anything the rules ask then have the same key.

No other module knows positions.

Templates become ground instances: every bag of particular sets that a list of templates can bind. A set has a
*lane*, a small counter in the reading; sets that no template tells apart share one. An instance is the sum of
its lanes' lowest bits, so at run time a sub-bag of a reading is an instance if its sum is in the table, and
nothing is ever bound again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.match import Letters, bind_terms
from scorer.engine.partial import ZERO
from scorer.fast.fallback import Unsupported
from scorer.fast.form import WORD, LaneForm
from scorer.fast.lower import Lowering, Unit, leaves, operator_of
from scorer.fast.rows import class_mask, given_masks
from scorer.ruleset.model import Ruleset
from scorer.shapes import Shape

if TYPE_CHECKING:
    from scorer.fast.form import Kinds, Measure, Place, RowForm
    from scorer.language.nodes import Argument, Node

    Field = tuple[Measure, int, int, bool]
    """measure, position, width, whether it is a boolean"""

CONTEXTS = 16
MOST_WORDS = 16
COUNT_WIDTH = 6
"""Bits that count how often templates are bound."""

# ---- hands


def row_forms(ruleset: Ruleset, contexts: bool) -> tuple[tuple[RowForm, ...], int, int]:
    """Rows of tiles that may share a set, the bits of the count of a tile, and where the rows end."""
    tileset, rows, top = ruleset.tileset, list[tuple["Kinds", int, int, int, int]](), 0
    size = max(shape.size for shape in ruleset.shapes)
    most = max(tileset.kinds[kind].copies for kind in tileset.playing_kinds) + ruleset.tileset.jokers
    width = min(most, max(size, 4)).bit_length() + 1
    for kinds in _tile_rows(ruleset):
        counts, variant = len(kinds) * width, (2 * len(kinds) + 1).bit_length()
        context = 4 if contexts and set(kinds) & set(tileset.winds) else 0
        rows.append((kinds, top, counts, variant, context))
        top += counts + variant + context
    return tuple(rows), width, top


def _tile_rows(ruleset: Ruleset) -> list[Kinds]:
    """Tiles by letter; letters that a set joins are one row."""
    kinds, used = ruleset.tileset.kinds, {name for shape in ruleset.shapes for name in shape.set_kinds}
    by_letter = [
        tuple(group)
        for _, group in groupby(ruleset.tileset.playing_kinds, key=lambda kind: kinds[kind].letter)
    ]
    home = {kind: place for place, row in enumerate(by_letter) for kind in row}
    for name in used:
        for tiles in ruleset.set_tables.tuples[name]:
            places = {home[kind] for kind in tiles}
            for kind, place in home.items():
                home[kind] = min(places) if place in places else place
    rows = {place: tuple(k for k in home if home[k] == place) for place in sorted(set(home.values()))}
    return [tuple(sorted(row)) for row in rows.values()]


def _fixed_sets(shape: Shape, ruleset: Ruleset) -> int:
    """The number of sets that all hands of a shape have."""
    return len(ruleset.set_tables.knitted_choices(shape.knitted)[0]) if shape.way == "fixed" else 0


# ---- readings


class Layout:
    """The positions of what conditions use: counters, facts of the situation, and counts of templates."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering, self.ruleset = lowering, lowering.ruleset
        self.fields: list[Field] = []
        self.counters: dict[int, Field] = {}
        """the fields that conditions ask, by the number of the counter"""
        self.facts: dict[str, Place] = {}
        self.units: list[Place] = []
        self.end = self.words = 0
        """where the next counter stands; so many words are asked by conditions"""

    def place_leaves(self, asked: list[Node]) -> Place:
        """Places what these trees ask; gives the bits where the sheet's section begins and ends.

        A counter that only options turned off or folded away asked for would tell readings apart for nothing.
        """
        truths, numbers, facts = (
            sorted({leaf.args[0] for tree in asked for leaf in leaves(tree) if operator_of(leaf) == sort})
            for sort in ("truth_of", "counter", "fact")
        )
        widths, sheet = self._widths(), self.ruleset.sheet
        for name in ("n_sets", "n_pairs", "n_singles"):
            width = widths["sets"] if name == "n_sets" else widths["groups"]
            self.fields.append(((name,), self.reserve_bits(width + 1), width, False))
        for measure, place in self.lowering.fields.items():
            if place in truths or place in numbers:
                width, truth = widths[measure[0]], place not in numbers
                self.counters[place] = (measure, self.reserve_bits(width + truth), width, truth)
        self.fields += self.counters.values()
        start = self._next_word()
        self.words = start // WORD
        for item in range(len(sheet.items) if sheet else 0):
            self.fields.append((("item", item), self.reserve_bits(widths["item"]), widths["item"], False))
        stop = self.end
        self._next_word()
        self._place_said(asked, facts)
        return start, stop

    def _place_said(self, asked: list[Node], facts: list[str]) -> None:
        """Places facts of the situation and counts of templates; a count takes one bit if it is only
        compared with zero.
        """
        most = {"honba": 1000, "sticks": 1000}
        for one in self.ruleset.circumstances:
            most[one.fact] = most.get(one.fact, 0) + one.most if one.counted else 1
        at = _side_by_side(most.get(name, 1).bit_length() for name in facts)
        self.facts = dict(zip(facts, at, strict=True))
        counted = {leaf.args[0] for tree in asked for leaf in _numbers_of(tree) if leaf.op == "bound"}
        self.units = _side_by_side(
            COUNT_WIDTH if n in counted else 1 for n in range(len(self.lowering.units))
        )

    def reserve_bits(self, width: int) -> int:
        """The next free position for this many bits, never across the end of a word."""
        if self.end % WORD + width > WORD:
            self._next_word()
        self.end += width
        if self.end > WORD * MOST_WORDS:
            raise Unsupported(f"more than {MOST_WORDS} words of counters")
        return self.end - width

    def _next_word(self) -> int:
        self.end = -(-self.end // WORD) * WORD
        return self.end

    def _widths(self) -> dict[str, int]:
        """The width of the counter of a measure, so that no sum overflows into its neighbour."""
        ruleset, shapes = self.ruleset, self.ruleset.shapes
        groups = max(
            shape.sets + _fixed_sets(shape, ruleset) + shape.pairs + shape.singles for shape in shapes
        )
        groups = max([groups, *(shape.size for shape in shapes if shape.way in ("one_of_each", "different"))])
        sets = max(1, max(shape.kind_group_count + _fixed_sets(shape, ruleset) for shape in shapes))
        tiles = max(shape.size for shape in shapes) + sets
        ranks = [r for k in ruleset.tileset.kinds for _, r in k.attributes if isinstance(r, int)] or [1]
        if min(ranks) < 0:
            raise Unsupported("an attribute below zero")
        return {
            **dict.fromkeys(("groups", "item"), groups.bit_length()),
            **dict.fromkeys(("sets", "melds"), sets.bit_length()),
            **dict.fromkeys(("tiles", "exposed", "kinds", "copies"), tiles.bit_length()),
            "pips": (max(ranks) * tiles).bit_length(), "total": (max(ranks) * sets).bit_length(),
            "holds": 1, "win": 1, "wait": 3, "shape": len(shapes).bit_length(),
        }  # fmt: skip

    # ---- what conditions ask: a key of the words of a reading, what templates bind, and facts

    @property
    def unit_bits(self) -> int:
        """The total width of the counts of templates."""
        return sum(width for _, width in self.units)

    @property
    def inputs(self) -> int:
        """The parts of the key, followed by the late numbers."""
        return self.words + 2 + len(self.lowering.lazies)

    def place_of(self, leaf: Node) -> tuple[int, int, int]:
        """The part of the key that has a leaf, with its position and width there."""
        name = leaf.args[0]
        if leaf.op == "bound":
            return self.words, *self.units[name]
        if leaf.op == "fact":
            return self.words + 1, *self.facts[name]
        _, position, width, truth = self.counters[name]
        word, shift = divmod(position, WORD)
        return (word, shift + width, 1) if leaf.op == "truth_of" and truth else (word, shift, width)

    def asked_bits(self, tree: Node) -> int:
        """The bits of the key that a tree depends on, without late numbers."""
        asked, facts_at = 0, self.words * WORD + self.unit_bits
        for leaf in leaves(tree):
            if leaf.op != "late":
                part, shift, width = self.place_of(leaf)
                asked |= (1 << width) - 1 << shift + (part * WORD if part <= self.words else facts_at)
        return asked

    def fill_and_keep(self) -> tuple[int, int]:
        """The two numbers that reduce a reading to what its conditions use."""
        fill = keep = 0
        for _, position, width, truth in self.counters.values():
            ones = (1 << width) - 1
            fill |= ones << position if truth else 0
            keep |= 1 << position + width if truth else ones << position
        return fill, keep


def _side_by_side(widths: Iterable[int]) -> list[Place]:
    places, end = [], 0
    for width in widths:
        places.append((end, width))
        end += width
    return places


def _numbers_of(tree: Node) -> list[Node]:
    """Leaves that are used as numbers, not only compared with zero."""
    below = tree.parts
    if tree.op == "compare" and below[0].op == "bound" and tree.args[1:] == (">", ZERO):
        return []
    return [tree] if not below else [leaf for part in below for leaf in _numbers_of(part)]


# ---- templates

MOST_INSTANCES = 20_000
MOST_TRIED = 100_000
"""bindings of one ruleset; a second or so"""
Bag = tuple[int, ...]
"""lanes by their numbers, in order"""


class Lane(NamedTuple):
    """Sets that templates cannot tell apart: the words that name their kind, and their tiles."""

    words: frozenset[tuple[str, ...]]
    tiles: tuple[int, ...]
    kind: str
    most: int


class TemplateInstances:
    """Every instance of templates, and the lanes that they are made of."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering, self.ruleset, self.tried = lowering, lowering.ruleset, 0
        every = [*lowering.units, *lowering.placed.values()]
        self.words = {kinds for plain, _ in every for templates in plain for kinds, _, _ in templates}
        self.lanes: list[Lane] = []
        self.number: dict[tuple[frozenset[tuple[str, ...]], tuple[int, ...]], int] = {}
        """of the lane of words and tiles"""
        self._open_lanes()
        self.bags = [self._bags(unit, 0) for unit in lowering.units]
        self.placed: dict[str, dict[Bag, int]] = {}
        """by pattern its instances, with a bit for each context in which they are such"""
        for name, unit in lowering.placed.items():
            found = self.placed[name] = {}
            asks = any(mask is not None and mask.op != "mask" for parts in unit[0] for _, _, mask in parts)
            for context in range(CONTEXTS) if asks else (0,):
                for bag in self._bags(unit, context):
                    found[bag] = found.get(bag, 0) | (1 << context if asks else -1)

    def _open_lanes(self) -> None:
        ruleset, kinds, jokers = self.ruleset, self.ruleset.tileset.kinds, self.ruleset.tileset.jokers
        sets = max(shape.sets + _fixed_sets(shape, ruleset) + shape.pairs for shape in ruleset.shapes)
        for name, tuples in ruleset.set_tables.tuples.items():
            for tiles in tuples:
                key = self._set_key(name, tiles)
                if key[0] and key not in self.number:
                    most = min((kinds[kind].copies + jokers) // tiles.count(kind) for kind in tiles)
                    self.number[key] = len(self.lanes)
                    self.lanes.append(Lane(*key, name, max(1, min(most, sets))))

    def _set_key(
        self, kind: str, tiles: tuple[int, ...]
    ) -> tuple[frozenset[tuple[str, ...]], tuple[int, ...]]:
        """What tells a set apart; a kong stands with its pung where every template takes both."""
        return frozenset(word for word in self.words if kind in word), tuple(sorted(set(tiles)))

    def _bags(self, unit: Unit, context: int) -> set[Bag]:
        """The bags of sets that a unit binds with the winds of a context in force."""
        plain, where = unit
        given = given_masks(context, self.lowering.given, self.ruleset.tileset.winds)
        bags: set[Bag] = set()
        for templates in plain:
            parts = tuple(
                (kinds, terms, None if of is None else class_mask(of, given))
                for kinds, terms, of in templates
            )
            for bag, letters in self._template_bindings(parts, (), {}):
                if self.lowering.accepts(where, letters):
                    bags.add(tuple(sorted(bag)))
            if len(bags) > MOST_INSTANCES:
                raise Unsupported(f"templates with more than {MOST_INSTANCES:,} instances")
        return bags

    def _template_bindings(
        self,
        templates: tuple[tuple[tuple[str, ...], Argument, int | None], ...],
        taken: Bag,
        letters: Letters,
    ) -> Iterator[tuple[Bag, Letters]]:
        if not templates:
            yield taken, letters
            return
        kinds, terms, mask = templates[0]
        for number, lane in enumerate(self.lanes):
            if kinds not in lane.words or taken.count(number) >= lane.most:
                continue
            self.tried += 1
            if self.tried > MOST_TRIED:
                raise Unsupported(f"templates with more than {MOST_TRIED:,} ways to bind them")
            bound: Letters | None = letters
            if mask is None:
                bound = bind_terms(terms, lane.kind, lane.tiles, self.ruleset, letters)
            elif not all(mask >> kind & 1 for kind in lane.tiles):
                bound = None
            if bound is not None:
                yield from self._template_bindings(templates[1:], (*taken, number), bound)

    def _lane_parts(self) -> list[list[int]]:
        """Lanes that some template joins are in one part, which is remembered apart from others."""
        parts: list[set[int]] = []
        for bags in (*self.bags, *self.placed.values()):
            if joined := {lane for bag in bags for lane in bag}:
                joined = joined.union(*[part for part in parts if not part.isdisjoint(joined)])
                parts = [*[part for part in parts if part.isdisjoint(joined)], joined]
        return sorted(map(sorted, parts))

    def lane_form(self, layout: Layout) -> LaneForm:
        """Gives every lane its counter, lanes of one part together; instances are sums of lanes."""
        parts, at = self._lane_parts(), dict[int, int]()
        ranges: list[Place] = []
        for lanes in parts:
            at |= {lane: layout.reserve_bits(self.lanes[lane].most.bit_length()) for lane in lanes}
            ranges.append((at[lanes[0]], layout.end))
        part_of = {lane: number for number, lanes in enumerate(parts) for lane in lanes}
        every = [(number, self.lanes[number]) for number in sorted(at)]
        sizes = {kind.id: kind.size for kind in self.ruleset.kinds} | {"pair": 2, "single": 1}
        return LaneForm(
            sets={
                (name, tiles): 1 << at[number]
                for name, tuples in self.ruleset.set_tables.tuples.items()
                for tiles in tuples
                if (number := self.number.get(self._set_key(name, tiles), -1)) in at
            },
            places=tuple([(at[n], lane.most.bit_length(), part_of[n]) for n, lane in every]),
            orders=tuple([(lane.tiles, min(sizes[lane.kind], 3)) for _, lane in every]),
            parts=tuple(ranges),
            instances=self._instance_tables(at, part_of, layout.units, len(parts)),
            placed=tuple([
                (name, tuple([(sum([1 << at[lane] for lane in bag]), of) for bag, of in bags.items()]))
                for name, bags in self.placed.items()
            ]),
        )  # fmt: skip

    def _instance_tables(
        self, at: dict[int, int], part_of: dict[int, int], units: list[Place], parts: int
    ) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each part: the sum of an instance, the truths it makes, and what it adds to counters."""
        tables: list[dict[int, tuple[int, int]]] = [{} for _ in range(parts)]
        for (shift, width), bags in zip(units, self.bags, strict=True):
            for bag in bags:
                table, total = tables[part_of[bag[0]]], sum([1 << at[lane] for lane in bag])
                truths, counts = table.get(total, (0, 0))
                one = 1 << shift
                table[total] = (truths | one, counts) if width == 1 else (truths, counts + one)
        return tuple([tuple([(total, *what) for total, what in table.items()]) for table in tables])
