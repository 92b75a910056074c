"""The tiles, sets and shapes of one ruleset, opened: how hands and melds are packed and rows summed."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.groups import ADDED, CALLED, CONCEALED, FIRST, MELDED, GroupNumbers
from scorer.fast.packing import Context, PackedTiles, ReadingSum
from scorer.fast.rows import AMBIGUOUS, GroupCounts, Row, row_decomposers
from scorer.hand import Hand, Meld
from scorer.memo import MOST_NUMBERS, Memo
from scorer.ruleset.model import expressions_in
from scorer.tiles import Tile, kinds_mask, mask_kinds
from scorer.values import cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scorer.fast.compiled_form import CompiledForm
    from scorer.fast.packing import SetsOfMelds
    from scorer.fast.rows import Choice, RowDecomposer, RowEntry
    from scorer.ruleset.model import Ruleset
    from scorer.shapes import Shape as Rule

    Tiles = tuple[Tile, ...]
    Pointed = tuple["PointedTile", ...]
    """the tiles that indicators point at"""
    MeldsKey = tuple[Context, tuple["CalledSet", ...]]
    """the winds in force, and the sets"""
    Indicated = tuple[str, Tiles]
    """an input of indicators by name, and its tiles"""


class TileLimits(NamedTuple):
    """Adding `offset` to counts sets a bit of `guard` where there are too many of a tile."""

    offset: int
    guard: int


class PointedTile(NamedTuple):
    """A tile that an indicator points at: where it stands in a hand, and what one of it adds to extras."""

    position: int
    unit: int


class PlacedBase(NamedTuple):
    """The sum that readings in a shape start with, and the place of the shape in the ruleset."""

    place: int
    total: ReadingSum


class FittingShapes(NamedTuple):
    """The shapes that take some melds."""

    bases: tuple[PlacedBase, ...]
    shapes: OpenShapes


class CountedGroup(NamedTuple):
    """A group in notation, and a bit for each item of the sheet that counts it."""

    text: str
    items: int


class CountedRow(NamedTuple):
    """A row whose counters take it as a whole: where it starts, the mask of its counts, and what whole rows
    add by their counts.
    """

    start: int
    mask: int
    sums: Memo[int, int]


class MeldKey(NamedTuple):
    """A set fixed before the win."""

    kind: str
    tiles: Tiles
    is_concealed: bool
    is_added: bool = False
    jokers: tuple[tuple[int, int], ...] = ()


class ShapeBase(NamedTuple):
    """What a shape asks of melds, and the sum that a reading in it starts with."""

    total: ReadingSum
    kinds: int
    """the kinds of set that it has, a bit for each"""
    is_concealed: bool


class RowEntries(NamedTuple):
    """Where a row stands in a hand, and every way to read it in a shape."""

    start: int
    mask: int
    entries: Memo[int, tuple[RowEntry, ...]]


class PackedShape:
    """A way to be complete, with one choice of suits and numbers where it has rows of tiles: its rows' memos,
    and cheap tests that most hands fail. `number` counts every choice, `place` is that of the shape in the
    ruleset.
    """

    def __init__(
        self,
        number: int,
        place: int,
        rule: Rule,
        layout: HandLayout,
        choice: Choice,
        melded_rows: Choice = (),
    ) -> None:
        """`choice` are the rows of one choice of suits and numbers; `melded_rows` others that melds fill."""
        self.number, self.place, self.rule, self.choice, self.layout = number, place, rule, choice, layout
        self.value = sum(
            count << at
            for count, at in zip(_group_counts(rule, choice + melded_rows), layout.counters, strict=True)
        )
        self.forbidden_bits, self.spare = self._impossible_bits(layout), layout.spare
        fixed = [kind for _, row in choice for kind in row] if rule.way == "fixed" else ()
        self.required_tiles = sum([1 << layout.shift[kind] for kind in fixed])
        """the tiles that every hand has; `spare`, the bits above all counts, tell whether it has them"""
        self.is_exact = rule.way == "fixed" and not (rule.sets or rule.pairs or rule.singles)
        """whether a hand has no other tiles"""
        self.earlier_forbidden_bits: tuple[int, ...] = ()
        """what hands never have that an earlier choice of suits takes"""
        only_melds = rule.way == "sets" and set(rule.kinds) <= set(layout.ruleset.set_tables.declared_kinds)
        self.least_melds = rule.sets if only_melds else 0

    @cached_property
    def of_row(self) -> list[RowDecomposer]:
        """What takes each row apart."""
        layout = self.layout
        return row_decomposers(self.rule, layout.rows, layout.groups, layout.ruleset.set_tables, self.choice)

    @cached_property
    def places(self) -> list[RowEntries]:
        """Where each row stands, and every way to read it."""
        rows = zip(self.of_row, self.layout.rows, strict=True)
        return [RowEntries(row.start, row.mask, Memo(own.reader(row), MOST_NUMBERS)) for own, row in rows]

    @cached_property
    def single_sums(self) -> list[Memo[int, int]]:
        """The only way to read each row, or AMBIGUOUS."""
        return [Memo(self._single(entries), MOST_NUMBERS) for _, _, entries in self.places]

    def _impossible_bits(self, layout: HandLayout) -> int:
        """Bits of a hand that none of the shape has: an odd count, a tile that is not of the class."""
        way, never = self.rule.way, 0
        allowed = self.rule.mask | kinds_mask(kind for _, row in self.choice for kind in row)
        for kind, at in layout.shift.items():
            if way == "pairs":
                never |= 1 << at
            elif way in ("one_of_each", "different") and not allowed >> kind & 1:
                never |= layout.tile_mask << at
            elif way == "different":
                never |= layout.tile_mask - 1 << at
        return never

    def may_be(self, tiles: PackedTiles) -> bool:
        """Whether tiles outside of melds pass the cheap tests."""
        if (
            tiles & self.forbidden_bits
            or (tiles | self.spare) - self.required_tiles & self.spare != self.spare
        ):
            return False
        return not self.earlier_forbidden_bits or all(tiles & never for never in self.earlier_forbidden_bits)

    def may_hold(self, tiles: PackedTiles, jokers: int) -> bool:
        """Whether tiles outside of melds pass them with so many jokers."""
        spare = self.spare
        if self.is_exact:
            return (self.required_tiles | spare) - tiles & spare == spare
        return (~((tiles | spare) - self.required_tiles) & spare).bit_count() <= jokers

    def may_become(self, waiting_tiles: PackedTiles) -> bool:
        """Whether tiles outside of melds may pass them with one tile more."""
        lacking = ~((waiting_tiles | self.spare) - self.required_tiles) & self.spare
        return (waiting_tiles & self.forbidden_bits).bit_count() < 2 and lacking.bit_count() < 2

    @staticmethod
    def _single(every: Memo[int, tuple[RowEntry, ...]]) -> Callable[[int], int]:
        """The function that gives the only way to read a row, or AMBIGUOUS."""

        def single(key: int) -> int:
            entries = every[key]
            return entries[0][0] if len(entries) == 1 else AMBIGUOUS

        return single


class HandLayout:
    """Everything between tiles and the sum of a reading."""

    def __init__(self, form: CompiledForm, ruleset: Ruleset) -> None:
        self.form, self.ruleset, self.tileset = form, ruleset, ruleset.tileset
        self.groups = GroupNumbers(form, ruleset)
        self.rows = [Row(place, row, form.width, self.groups) for place, row in enumerate(form.rows)]
        self._open_tiles()
        self._open_shapes()
        indicators, above = ruleset.indicators, self.end - self.top
        self.indicator_at = {item.id: 1 << above + 6 * place for place, item in enumerate(indicators)}
        """where the tiles that indicators point at are counted, above all that the tiles show"""
        self.wild_indicators = {item.id for item in indicators if item.is_wild}
        self.by_next = {item.id: item.shows == "next" for item in indicators}
        self.called_sets: Memo[MeldKey, CalledSet] = Memo(lambda meld: CalledSet(meld, self))
        self.melds: Memo[MeldsKey, PackedMelds] = Memo(lambda key: self.sum_melds(*key), MOST_NUMBERS)
        self.counted_rows: Memo[int, tuple[CountedRow, ...]] = Memo(self._counted_rows)
        self.fits: Memo[SetsOfMelds, FittingShapes] = Memo(self._shapes_for_melds)
        self.without_rows: Memo[tuple[int, Choice], PackedShape] = Memo(self._shape_without_rows)
        """the shapes of which melds fill some rows"""
        self.pointers: Memo[tuple[Indicated, ...], Pointed] = Memo(self._indicated_places)

    @cached_property
    def asks_fifth_copies(self) -> bool:
        """Whether some rule asks what a hand waits for that may have more of a tile than there are."""
        asked = (node.args[:1] for node in expressions_in(self.ruleset))
        waits = (("waits",), ("on_every_wait",))
        return self.tileset.fifth and any(name in waits for name in asked)

    def _open_tiles(self) -> None:
        """What each tile adds to a hand; red tiles, jokers and flowers are counted above the rows."""
        form, top = self.form, self.form.top
        self.top, self.tile_mask = top, (1 << form.width) - 1
        self.units: dict[Tile, int] = {}
        self.red_at: dict[int, int] = {}
        self.flower_bit: dict[int, int] = {}
        """which flower it is, above the rows, as in the extras of a hand"""
        self.joker_at, self.flower_at, at = top, top + 4, top + 9
        self.row_of = row_of = {kind: row for row in self.rows for kind in row.kinds}
        self.shift = {k: row.start + row.place[k] * form.width for k, row in row_of.items()}
        for kind, tile in enumerate(self.tileset.kinds):
            if kind in self.shift:
                unit = self.units[Tile(kind)] = 1 << self.shift[kind]
                if self.tileset.red_copies(kind):
                    self.red_at[kind] = at
                    self.units[Tile(kind, True)] = unit + (1 << at)
                    at += 4
            elif tile.role == "joker":
                self.units[Tile(kind)] = 1 << self.joker_at
            elif tile.role == "flower":
                self.flower_bit[kind] = 1 << at - top
                self.units[Tile(kind)] = (1 << self.flower_at) + (1 << at)
                at += 1
        self.jokers = tuple(k for k, tile in enumerate(self.tileset.kinds) if tile.role == "joker")
        self.joker_sorts_at: dict[int, int] = {}
        """where each sort of joker is counted, beside the number of all jokers, if there are several"""
        for joker in self.jokers if len(self.jokers) > 1 else ():
            self.joker_sorts_at[joker] = at
            self.units[Tile(joker)] += 1 << at
            at += 4
        self.end = at
        self.reds_of = [sum(15 << self.red_at[k] for k in row.kinds if k in self.red_at) for row in self.rows]
        """by row the bits that count its red tiles"""
        self.winning_marks = {
            (kind, d): row.mark_in_hand(kind, bool(d)) for kind, row in row_of.items() for d in (0, 1)
        }
        self.limits = self._limits()

    def _limits(self) -> TileLimits:
        half, tileset = self.tile_mask + 1 >> 1, self.tileset
        add, guard = 7 - min(7, tileset.jokers) << self.joker_at, 8 << self.joker_at
        for kind, at in self.shift.items():
            add |= half - 1 - tileset.kinds[kind].copies << at
            guard |= half << at
        for joker, at in self.joker_sorts_at.items():
            add |= 7 - min(7, tileset.kinds[joker].copies) << at
            guard |= 8 << at
        for kind, at in self.red_at.items():
            add |= 7 - tileset.red_copies(kind) << at
            guard |= 8 << at
        return TileLimits(add, guard)

    def _open_shapes(self) -> None:
        """Shapes, and what is taken off a sum before conditions are asked."""
        form, shapes = self.form, self.ruleset.shapes
        widths = {measure[0]: (position, width) for measure, position, width in form.counters}
        self.valid_mask = (1 << widths["n_singles"][0] + widths["n_singles"][1] + 1) - 1
        shape_at = widths.get("shape", (0, 0))[0]
        self.spare = sum([1 << at + form.width - 1 for at in self.shift.values()])
        self.counters = [widths[name][0] for name in ("n_sets", "n_pairs", "n_singles")]
        self.shapes: list[PackedShape] = []
        """every shape with each choice of suits"""
        for place, rule in enumerate(shapes):
            earlier: tuple[int, ...] = ()
            for choice in self.ruleset.set_tables.row_choices(rule.knitted) if rule.way != "flowers" else ():
                self.shapes.append(opened := PackedShape(len(self.shapes), place, rule, self, choice))
                if rule.way == "different":
                    opened.earlier_forbidden_bits = earlier
                    earlier += (opened.forbidden_bits,)
        self.exact_by_row: dict[tuple[str, tuple[int, ...]], set[int]] = {}
        """by a row of tiles, the numbers of the exact shapes that have it"""
        for exact in [shape for shape in self.shapes if shape.is_exact]:
            for group in exact.choice:
                self.exact_by_row.setdefault(group, set()).add(exact.number)
        may_be_called = {*self.ruleset.callable_kinds}
        self.has_called_rows = any(
            shape.rule.way == "fixed" and not shape.rule.concealed and name in may_be_called
            for shape in self.shapes
            for name, _ in shape.choice
        )
        """whether melds may fill rows of a shape"""
        self.kind_bit = {kind.id: 1 << place for place, kind in enumerate(self.ruleset.kinds)}
        self.bases = [
            ShapeBase(
                ReadingSum((place + 1 << shape_at) if shape_at else 0),
                self._kinds_of_melds(shape),
                shape.concealed,
            )
            for place, shape in enumerate(shapes)
        ]
        self.main_shape = self.shapes[0]
        self.counts_mask = (1 << self.top) - 1
        self.set_size = self.ruleset.meld_size
        self.sizes = {*self.ruleset.hand_sizes}

    def packed_melds(self, context: Context, melds: tuple[MeldKey, ...]) -> PackedMelds:
        """The sets fixed before the win."""
        return self.melds[context, tuple([self.called_sets[meld] for meld in melds])]

    def sum_melds(self, winds: Context, called: tuple[CalledSet, ...]) -> PackedMelds:
        """Sets fixed before the win, summed; the sum is AMBIGUOUS for a shape that has no such set."""
        context = winds << FLAG_BITS
        total = whole = kinds = rows = 0
        concealed = True
        for one in called:
            total += one.sums[one.flags[concealed] + (context & one.context_mask)]
            whole += one.tiles
            kinds |= one.kind
            rows |= one.row_bit
            concealed = concealed and one.is_concealed
        fitting, shapes = self.fits[kinds, concealed, len(called)]
        bases = [AMBIGUOUS] * len(self.bases)
        for place, base in fitting:
            bases[place] = base + total
        if called and self.has_called_rows:
            shapes = OpenShapes(tuple(self._shapes_beside_melds(called, shapes.all_of_them)), self.main_shape)
        return PackedMelds(
            called, tuple(bases), PackedTiles(whole), concealed, shapes, self.counted_rows[rows]
        )

    def _counted_rows(self, rows: int) -> tuple[CountedRow, ...]:
        """Those of some rows, a bit for each, of which counters take the whole."""
        among = [row for row in self.rows if rows >> row.number & 1 and row.has_counters]
        return tuple([CountedRow(row.start, row.counts_mask, row.words) for row in among])

    def _kinds_of_melds(self, shape: Rule) -> int:
        """The kinds of set that a shape may have as melds, a bit for each; which rows melds may fill is asked
        of each choice.
        """
        if shape.way == "fixed" and self.has_called_rows:
            return sum(self.kind_bit.values())
        return sum(self.kind_bit[kind] for kind in shape.kinds) if shape.way in ("sets", "fixed") else 0

    def _shapes_beside_melds(
        self, called_sets: tuple[CalledSet, ...], shapes: Iterable[PackedShape]
    ) -> Iterator[PackedShape]:
        """What the shapes leave beside these melds; each fills a row of the same tiles, else a set."""
        groups = [(one.meld.kind, tuple(sorted([kind for kind, _ in one.meld.tiles]))) for one in called_sets]
        with_all = set.intersection(*[self.exact_by_row.get(group, set()) for group in groups])
        for shape in shapes:
            if shape.is_exact and shape.number not in with_all:
                continue
            left, sets = list(shape.choice), shape.rule.sets
            for group in groups if shape.rule.way == "fixed" else ():
                if group in left:
                    left.remove(group)
                else:
                    sets -= 1 if group[0] in shape.rule.kinds else sets + 1
            if sets >= 0:
                yield self.without_rows[shape.number, tuple(left)]

    def _shape_without_rows(self, key: tuple[int, Choice]) -> PackedShape:
        """A shape with some of its rows, where melds fill the others."""
        number, left = key
        shape = self.shapes[number]
        if len(left) == len(shape.choice):
            return shape
        return PackedShape(number, shape.place, shape.rule, self, left, _rows_besides(shape.choice, left))

    def _shapes_for_melds(self, key: SetsOfMelds) -> FittingShapes:
        """The shapes that take melds of these kinds, and what a reading in them starts with."""
        kinds, concealed, count = key
        fitting = tuple([
            PlacedBase(place, base)
            for place, (base, allowed, closed) in enumerate(self.bases)
            if not count or (not kinds & ~allowed and (concealed or not closed))
        ])  # fmt: skip
        places = {place for place, _ in fitting}
        open_shapes = [s for s in self.shapes if s.place in places and s.least_melds <= count]
        return FittingShapes(fitting, OpenShapes(tuple(open_shapes), self.main_shape))

    def jokers_of(self, tiles: PackedTiles) -> list[int]:
        """The jokers among packed tiles."""
        sorts = self.joker_sorts_at or dict.fromkeys(self.jokers, self.joker_at)
        return [joker for joker, at in sorts.items() for _ in range(tiles >> at & 15)]

    def has_too_many(self, tiles: Tiles) -> bool:
        """Whether there are more of a tile than the set has."""
        kinds = [kind for kind, _ in tiles]
        return any(kinds.count(kind) > self.tileset.kinds[kind].copies for kind in set(kinds))

    def unpacked_tiles(self, tiles: PackedTiles) -> list[Tile]:
        """Packed tiles in the order of the rows; jokers and flowers behind them."""
        found = []
        for row in self.rows:
            for kind in row.kinds if row.row_counts(tiles) else ():
                reds = tiles >> self.red_at[kind] & 15 if kind in self.red_at else 0
                found += [Tile(kind, n < reds) for n in range(tiles >> self.shift[kind] & self.tile_mask)]
        found += [Tile(joker) for joker in self.jokers_of(tiles)]
        return found + [Tile(kind) for kind, bit in self.flower_bit.items() if tiles >> self.top & bit]

    def unpacked_hand(self, held_tiles: PackedTiles, melds: PackedMelds, winning_kind: int) -> Hand:
        """A hand as it was packed, melds among the tiles held, in the order of the tile set."""
        tiles = self.unpacked_tiles(PackedTiles(held_tiles - melds.tiles - self.units[Tile(winning_kind)]))
        flowers = tuple([tile for tile in tiles if tile.kind in self.flower_bit])
        called = [Meld(*meld) for meld in melds.melds]
        return Hand(tuple(tiles[: len(tiles) - len(flowers)]), tuple(called), Tile(winning_kind), flowers)

    def _indicated_places(self, indicators: Sequence[Indicated]) -> Pointed:
        """For each indicator, where the tile stands that it points at, and what one such tile adds."""
        found = []
        for name, tiles in indicators:
            for kind, _ in tiles if name in self.by_next else ():
                pointed = self.tileset.next_kind.get(kind) if self.by_next[name] else kind
                if pointed in self.shift:
                    found.append(PointedTile(self.shift[pointed], self.indicator_at[name]))
        return tuple(found)


def _group_counts(shape: Rule, choice: Choice) -> GroupCounts:
    """How many sets, pairs and singles a hand of the shape has, melds among them."""
    if shape.way == "one_of_each":
        return GroupCounts(0, 1, shape.size - 2)
    if shape.way == "different":
        return GroupCounts(0, 0, shape.size)
    names = [name for name, _ in choice] if shape.way == "fixed" else []
    pairs, singles = names.count("pair"), names.count("single")
    sets = shape.kind_group_count + len(names) - pairs - singles
    return GroupCounts(sets, (0 if shape.pair_kind else shape.pairs) + pairs, shape.singles + singles)


def _rows_besides(choice: Choice, excluded_rows: Choice) -> Choice:
    """The rows of a choice without some of them."""
    left = list(choice)
    for row in excluded_rows:
        left.remove(row)
    return tuple(left)


ANY_TILE = -1, 0
"""Stands for a tile where every shape is meant."""


class OpenShapes:
    """The shapes that a hand with some melds may have, found by its tiles."""

    __slots__ = (
        "all_of_them",
        "asking_exact_shapes",
        "exact_shapes",
        "has_main",
        "inexact_shapes",
        "layout",
        "other_shapes",
    )

    def __init__(self, shapes: tuple[PackedShape, ...], main_shape: PackedShape) -> None:
        self.all_of_them, self.has_main, self.layout = shapes, main_shape in shapes, main_shape.layout
        self.asking_exact_shapes: dict[tuple[int, int], int] = {}
        """by a tile and a number, a bit for each exact shape with so many of it, by its place among all"""
        self.inexact_shapes = [shape for shape in shapes if not shape.is_exact]
        self.exact_shapes: dict[int, list[PackedShape]] = {}
        """by all of their tiles, the shapes that no other tiles fill"""
        for shape in shapes:
            if shape.is_exact:
                self.exact_shapes.setdefault(shape.required_tiles, []).append(shape)
        self.other_shapes = tuple(
            [
                (shape.forbidden_bits, shape.required_tiles)
                for shape in self.inexact_shapes
                if shape is not main_shape
            ]
        )
        """for all others than the main shape, the bits that a hand of it never has, and those it needs"""

    def shapes_of(self, tiles: int) -> list[PackedShape]:
        """The shapes that a hand of these tiles outside of melds, without jokers, may have, in order."""
        exact = self.exact_shapes.get(tiles)
        if exact is None:
            return self.inexact_shapes
        return (
            sorted(self.inexact_shapes + exact, key=lambda shape: shape.number)
            if self.inexact_shapes
            else exact
        )

    def shapes_with_jokers(self, tiles: PackedTiles, jokers: int) -> list[PackedShape]:
        """The shapes that a hand of these tiles outside of melds and so many jokers may have, in order."""
        found = [shape for shape in self.inexact_shapes if shape.may_hold(tiles, jokers)]
        if not self.exact_shapes:
            return found
        if not self.asking_exact_shapes:
            self._open_exact_shapes()
        fitting, layout, asking = -1, self.layout, self.asking_exact_shapes
        for kind, at in layout.shift.items():
            if count := tiles >> at & layout.tile_mask:
                fitting &= asking.get((kind, count), 0)
        exact = [self.all_of_them[place] for place in mask_kinds(fitting & asking[ANY_TILE])]
        return sorted(found + exact, key=lambda shape: shape.number) if found else exact

    def _open_exact_shapes(self) -> None:
        asking = self.asking_exact_shapes
        for place, shape in enumerate(self.all_of_them):
            if shape.is_exact:
                counts = Counter([kind for _, row in shape.choice for kind in row])
                for key in [ANY_TILE, *[(kind, n + 1) for kind, most in counts.items() for n in range(most)]]:
                    asking[key] = asking.get(key, 0) | 1 << place

    def numbered_shape(self, number: int) -> PackedShape:
        return self.all_of_them[bisect_left(self.all_of_them, number, key=attrgetter("number"))]


# ---- the sets fixed before the win

FLAG_BITS = 6
FLAGS = (1 << FLAG_BITS) - 1


def meld_flags(meld: MeldKey, is_first: bool) -> int:
    """What is to be said of a meld; `is_first`: none was called before it."""
    flags = MELDED | ADDED if meld.is_added else MELDED
    return flags | (CONCEALED if meld.is_concealed else CALLED | FIRST if is_first else CALLED)


class CalledSet:
    """One set fixed before the win; what it adds is worked out once for each context."""

    __slots__ = ("context_mask", "flags", "is_concealed", "kind", "meld", "row_bit", "size", "sums", "tiles")

    def __init__(self, meld: MeldKey, layout: HandLayout) -> None:
        (name, own, self.is_concealed, _, jokers), groups = meld, layout.groups
        plain = tuple([tile.kind for tile in own])
        self.meld, self.kind = meld, layout.kind_bit[name]
        self.row_bit = 1 << layout.row_of[plain[0]].number
        self.tiles = sum([layout.units[tile] for tile in (*own, *[Tile(joker) for _, joker in jokers])])
        """what jokers represent, and these beside it"""
        self.size = layout.set_size if name in layout.ruleset.set_tables.declared_kinds else len(own)
        """how many tiles of a complete hand it takes the place of"""
        self.flags = meld_flags(meld, False), meld_flags(meld, True)
        """what is to be said of it where one was called before it, and where none was"""
        self.context_mask = 0 if groups.windless(plain) else -1
        self.sums: Memo[int, int] = Memo(
            lambda key: groups.group_number(name, plain, key & FLAGS, -1, Context(key >> FLAG_BITS))
        )
        """by flags, and by context above them"""


class PackedMelds:
    """The sets fixed before the win, summed."""

    __slots__ = (
        "bases",
        "called_sets",
        "count",
        "is_concealed",
        "main_base",
        "rows",
        "shapes",
        "size",
        "tiles",
    )

    def __init__(
        self,
        called_sets: tuple[CalledSet, ...],
        bases: tuple[int, ...],
        tiles: PackedTiles,
        is_concealed: bool,
        shapes: OpenShapes,
        rows: tuple[CountedRow, ...],
    ) -> None:
        """`shapes` are those that a hand with these melds may have."""
        self.called_sets, self.bases, self.tiles, self.is_concealed = called_sets, bases, tiles, is_concealed
        self.count, self.shapes, self.rows = len(called_sets), shapes, rows
        self.size = sum([one.size for one in called_sets])
        self.main_base = bases[0] if shapes.has_main else AMBIGUOUS
        """what a reading of the main shape starts with"""

    @property
    def melds(self) -> tuple[MeldKey, ...]:
        return tuple([one.meld for one in self.called_sets])

    def change(self, tiles: PackedTiles) -> int:
        """What the melds change in counters of whole rows."""
        change = 0
        every = tiles + self.tiles
        for start, mask, sums in self.rows:
            change += sums[every >> start & mask] - sums[tiles >> start & mask]
        return change
