"""The rows of one ruleset: every way to divide their tiles into groups, and what each group adds to a
reading: one for each counter that counts it, at that counter's place.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.language.vocabulary import WAIT_KINDS
from scorer.memo import MOST_NUMBERS, Memo
from scorer.readings import StepBudget, wait_name
from scorer.tiles import kinds_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorer.fast.form import Form, Measure, RowForm
    from scorer.language.nodes import Node
    from scorer.ruleset.model import Ruleset
    from scorer.shapes import SetTables, Shape

    Masks = dict[str, int]
    Test = Callable[["RowGroup"], int]
    """whether a group is selected"""
    Counter = Callable[["RowGroup"], int]
    """how often a group counts"""
    Piece = tuple[str, tuple[int, ...]]
    """kind of set and its tiles by their place in the row"""
    Filling = tuple[Piece, ...]
    Choice = tuple[tuple[int, ...], ...]
    """knitted rows, by their tiles in the set"""
    Joined = tuple[tuple[int, ...], int, Filling]
    """the places that jokers stand for, the number of the filling among those of these tiles, the filling"""
    Entry = tuple[int, int, int]
    """sum, number of the filling, place of the group that the winning tile completed"""
    Starting = tuple[tuple[int, tuple[Piece, ...]], ...]
    """pieces by their lowest tile, as its place in the row"""
    Wanted = tuple[int, int, int]
    """the largest numbers of sets, pairs and singles"""
    Count = Callable[[int], int]
    Way = Callable[[int, StepBudget], tuple[Filling, ...]]
    OneMore = dict[int, int]
    """for each sum of sets, pairs and singles that one tile more can make, the places of such tiles"""

CONCEALED, CALLED, WON, FIRST, MELDED = 1, 2, 4, 8, 16
STATES = {"concealed": CONCEALED, "called": CALLED, "won": WON, "first_called": FIRST}
NO_SETS = ("pair", "single")
ROW_MEASURES = ("holds", "kinds", "copies")
"""Counters that depend on more than one group; rows add them up."""


class RowGroup(NamedTuple):
    """One group as counters look at it: flags say what is to be said of it, `given` are classes in force."""

    kind: str
    tiles: tuple[int, ...]
    mask: int
    flags: int
    given: Masks


class GroupNumbers:
    """The contributions of groups under one compiled ruleset."""

    def __init__(self, form: Form, ruleset: Ruleset) -> None:
        self.tileset, self.tables = ruleset.tileset, ruleset.set_tables
        self.lanes, self.given = form.lanes.sets, form.given
        self.items, self.fields = form.worth.items, form.fields
        self.winds = frozenset(self.tileset.winds)
        self.counters: Memo[str, list[tuple[Counter, int]]] = Memo(self._counters)
        self.counted: Memo[tuple[str, tuple[int, ...], int, int], int] = Memo(
            self._count_without_winning_tile
        )
        """what counters add, by kind, tiles, flags and context"""
        fields = [(measure, position) for measure, position, _ in form.fields]
        self.of_winning = [field for field in fields if field[0][0] in ("wait", "win")]
        self.row_counters = [field for field in fields if field[0][0] in ROW_MEASURES]
        at = {measure[0]: 1 << position for measure, position in fields}
        self.sizes = {"": at["n_sets"], "pair": at["n_pairs"], "single": at["n_singles"]}
        """what groups add to the numbers of sets, pairs and singles"""

    def windless(self, tiles: Iterable[int]) -> bool:
        """Whether these tiles add the same for all seat and round winds."""
        return self.winds.isdisjoint(tiles)

    def group(self, kind: str, tiles: tuple[int, ...], flags: int, context: int) -> RowGroup:
        """A group with the winds of a context in force."""
        return RowGroup(
            kind, tiles, kinds_mask(tiles), flags, given_masks(context, self.given, self.tileset.winds)
        )

    def group_number(self, kind: str, tiles: tuple[int, ...], flags: int, winning: int, context: int) -> int:
        """What a group adds to a reading; `winning` is the tile that completed it, -1 where none did. Rows
        and melds remember it.
        """
        total = self.counted[kind, tiles, flags, context]
        for (name, *of), position in self.of_winning if winning >= 0 else ():
            if name == "wait":
                total += self.wait_number(kind, tiles, winning) << position
            else:
                total += (of[0] >> winning & 1) << position
        return total

    def _count_without_winning_tile(self, key: tuple[str, tuple[int, ...], int, int]) -> int:
        """What a group adds, regardless of the tile that completed it."""
        one, total = self.group(*key), self.lanes.get(key[:2], 0)
        for counter, position in self.counters[key[0]]:
            if count := counter(one):
                total += count << position
        return total

    def wait_number(self, kind: str, tiles: tuple[int, ...], winning: int) -> int:
        """How the winning tile completed a group, by the place of the word; 0 where none fits it."""
        wait = wait_name((kind, tiles), winning, self.tables)
        return WAIT_KINDS.index(wait) + 1 if wait else 0

    def _counters(self, kind: str) -> list[tuple[Counter, int]]:
        """The counters of groups of one kind, each with its place."""
        found = ((self._counter(kind, measure), position) for measure, position, _ in self.fields)
        return [(counter, position) for counter, position in found if counter]

    def _counter(self, kind: str, measure: Measure) -> Counter | None:
        """What counts a measure in such groups; None where it is counted in none: by rows, or by shapes."""
        name, *of = measure
        if name in ("groups", "sets", "melds", "item"):
            tree = self.items[of[0]] if name == "item" else of[0]
            if not tree or not _may_be(tree, kind) or (name == "sets" and kind in NO_SETS):
                return None
            test = selector(tree)
            if name == "melds":
                return lambda one: one.flags & MELDED and bool(test(one))
            return lambda one: bool(test(one))
        if name in ("tiles", "exposed"):
            flags = CALLED if name == "exposed" else ~0
            return lambda one: sum(of[0] >> tile & 1 for tile in one.tiles) if one.flags & flags else 0
        if name == "pips":
            rank = self.tileset.attributes[1]
            return lambda one: sum(
                self._attribute_number(tile, rank) for tile in one.tiles if of[0] >> tile & 1
            )
        if name == "total" and kind not in NO_SETS:
            return lambda one: self._attribute_number(one.tiles[0], of[0])
        return (
            (lambda one: 1)
            if name == {"pair": "n_pairs", "single": "n_singles"}.get(kind, "n_sets")
            else None
        )

    def _attribute_number(self, tile: int, attribute: str) -> int:
        """The number of an attribute; 0 where the tile has none."""
        value = self.tileset.kinds[tile].attribute_values.get(attribute)
        return value if isinstance(value, int) else 0


def given_masks(context: int, names: Iterable[str], winds: Sequence[int]) -> Masks:
    """The classes of these names in a context, which is four times the seat wind plus the round wind."""
    places = {"seat_wind": context // 4, "round_wind": context % 4}
    return {name: 1 << winds[places[name]] if places[name] < len(winds) else 0 for name in names}


def _may_be(tree: Node, kind: str) -> bool:
    """Whether a selector may select sets of a kind, as far as it says so at once."""
    return all(
        kind in part.args for part in (tree.args if tree.op == "and" else (tree,)) if part.op == "kind"
    )


def selector(tree: Node) -> Test:
    op, of = tree.op, tree.args
    if op == "truth":
        return lambda one: of[0]
    if op == "kind":
        names = frozenset(of)
        return lambda one: one.kind in names
    if op == "state":
        bit = STATES[of[0]]
        return lambda one: one.flags & bit
    if op in ("of", "has"):
        if of[0].op != "mask":
            if op == "of":
                return lambda one: not one.mask & ~class_mask(of[0], one.given)
            return lambda one: one.mask & class_mask(of[0], one.given)
        inside, outside = of[0].args[0], ~of[0].args[0]
        return (lambda one: not one.mask & outside) if op == "of" else (lambda one: one.mask & inside)
    tests = map(selector, of)
    if op == "not":
        test = next(tests)
        return lambda one: not test(one)
    return reduce(_both_tests if op == "and" else _either_test, tests)


def _both_tests(first: Test, second: Test) -> Test:
    return lambda one: first(one) and second(one)


def _either_test(first: Test, second: Test) -> Test:
    return lambda one: first(one) or second(one)


def class_mask(tree: Node, given: Masks) -> int:
    """The tiles of a class under the winds in force."""
    if tree.op == "mask":
        return int(tree.args[0])
    if tree.op == "given":
        return given[tree.args[0]]
    masks = [class_mask(part, given) for part in tree.args]
    return ~masks[0] if tree.op == "not" else reduce(and_ if tree.op == "and" else or_, masks)


AMBIGUOUS = -(1 << 1100)
"""The entry in a row's memo if there is not exactly one filling; lower than every sum."""
SLOT, SLOTS = 8, 255
MOST_STEPS = 50_000
"""Groups tried for one row; a hand with a row of more is left to the readable evaluator."""


class Row:
    """One row of one ruleset: how its region of a hand is read."""

    def __init__(self, number: int, form: RowForm, width: int, groups: GroupNumbers) -> None:
        self.number = number
        self.kinds, self.start, counts, variant, context = form
        self.width, self.one = width, (1 << width) - 1
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.variant_at, self.context_at = counts, counts + variant
        self.mask, self.counts_mask = (1 << counts + variant + context) - 1, (1 << counts) - 1
        self.variant_mask = (1 << variant) - 1
        whole = whole_counts(self.kinds, width, groups.row_counters)
        self.words: Memo[int, int] = Memo(lambda own: sum([count(own) << at for count, at in whole]))
        """what the whole row adds to counters that no single group can tell, if it is `counted` there"""
        self.counted = bool(whole)
        self.sums: Memo[tuple[Piece, int, int], int] = Memo(self._sum)
        """what a piece adds: by the piece, the variant of the tile that completed it (0: none) and context"""
        self._groups = groups

    def _sum(self, key: tuple[Piece, int, int]) -> int:
        (kind, places), variant, context = key
        tiles = tuple([self.kinds[place] for place in places])
        if context and self._groups.windless(tiles):
            return self.sums[key[0], variant, 0]
        if not variant:
            return self._groups.group_number(kind, tiles, CONCEALED, -1, context)
        place, discard = divmod(variant - 1, 2)
        flags = WON if discard and len(tiles) >= 3 else WON | CONCEALED
        return self._groups.group_number(kind, tiles, flags, self.kinds[place], context)

    def variant(self, place: int, discard: bool) -> int:
        """What says that the tile at a place of the row has won, and how."""
        return 1 + 2 * place + discard

    def row_counts(self, tiles: int) -> int:
        """The counts of the row, as they are packed in the tiles of a hand."""
        return tiles >> self.start & self.counts_mask

    def tile_counts(self, number: int) -> list[int]:
        """The number of copies of each tile of the row in a packed number."""
        return [number >> place * self.width & self.one for place in range(len(self.kinds))]

    def winning_mark(self, kind: int, discard: bool) -> int:
        """The mark of the winning tile, at its place in a hand."""
        return self.variant(self.place[kind], discard) << self.variant_at + self.start


def families(
    shape: Shape, rows: list[Row], groups: GroupNumbers, tables: SetTables, choice: Choice
) -> list[RowDecomposer]:
    """What takes each row of one shape apart, the same for rows built alike (the suits). `choice` are the
    knitted rows of one choice of suits.
    """
    mask = shape.mask | kinds_mask(kind for tiles in choice for kind in tiles)
    by_sets = shape.way in ("sets", "fixed")
    filling = tuple(name for name in shape.kinds if name not in tables.declared)
    own = (shape.pair_kind,) if shape.pair_kind else ()
    known: dict[tuple[object, ...], RowDecomposer] = {}
    found: list[RowDecomposer] = []
    for row in rows:
        starting = _starting(row, filling, tables.tuples) if by_sets else ()
        pairs = _starting(row, own, tables.tuples) if own else _equal_pairs(row)
        fixed = tuple([
            ("knitted", tuple([row.place[kind] for kind in tiles]))
            for tiles in choice
            if shape.way == "fixed" and tiles[0] in row.place
        ])  # fmt: skip
        of_class = sum(1 << place for place, kind in enumerate(row.kinds) if mask >> kind & 1)
        key = (len(row.kinds), repr(starting), repr(pairs), of_class, fixed)
        if key not in known:
            walk = _FillingSearch(row, dict(starting), dict(pairs), (shape.sets, shape.pairs, shape.singles))
            known[key] = RowDecomposer(row, groups, _filling_function(row, shape, walk, of_class, fixed))
        found.append(known[key])
    return found


def _starting(
    row: Row, names: tuple[str, ...], tuples: Mapping[str, tuple[tuple[int, ...], ...]]
) -> Starting:
    """Sets by their lowest tile, in the order of the kinds, as places in the row."""
    table: dict[int, list[Piece]] = {}
    for name in names:
        for tiles in tuples[name]:
            if tiles[0] in row.place:
                piece = (name, tuple(row.place[kind] for kind in tiles))
                table.setdefault(piece[1][0], []).append(piece)
    return tuple((first, tuple(pieces)) for first, pieces in sorted(table.items()))


def _equal_pairs(row: Row) -> Starting:
    return tuple((place, (("pair", (place, place)),)) for place in range(len(row.kinds)))


class RowDecomposer:
    """Rows of one shape with the same structure."""

    def __init__(self, row: Row, groups: GroupNumbers, way: Way) -> None:
        """`way` takes the counts of such a row apart."""
        self.way, self.added = way, groups.sizes
        self.units = [1 << place * row.width for place in range(len(row.kinds))]
        self.pieces: Memo[int, tuple[Filling, ...]] = Memo(lambda counts: way(counts, StepBudget(MOST_STEPS)))
        """every filling of a row's counts"""
        self.joined: Memo[tuple[int, int], tuple[Joined, ...]] = Memo(self._joined_fillings)
        """the same with this many jokers, for every choice of tiles"""
        self.sizes: Memo[int, set[int]] = Memo(self._group_sizes)
        """the numbers of sets, pairs and singles of the fillings"""
        self.one_more: Memo[int, OneMore] = Memo(self._one_more)
        """the same with one tile more: the places of the tiles that make it"""

    def reader(self, row: Row) -> Callable[[int], tuple[Entry, ...]]:
        """The function that reads such a row: the sum of every filling, once for each group that the
        winning tile may have completed.
        """
        fillings, sums, words, variants = self.pieces, row.sums, row.words, row.variant_mask

        def plainly(key: int) -> list[tuple[int, Filling]]:
            """What every filling adds if no tile of the row is the winning tile."""
            numbers, context = key & row.counts_mask, key >> row.context_at
            word = words[numbers] if row.counted else 0
            return [
                (word + sum([sums[piece, 0, context] for piece in filling]), filling)
                for filling in fillings[numbers]
            ]

        plain: Memo[int, list[tuple[int, Filling]]] = Memo(plainly, MOST_NUMBERS)

        def entries(key: int) -> tuple[Entry, ...]:
            variant = key >> row.variant_at & variants
            every = enumerate(plain[key - (variant << row.variant_at)])
            if not variant:
                return tuple([(total, number, 0) for number, (total, _) in every])
            place, context = variant - 1 >> 1, key >> row.context_at
            return tuple([
                (total - sums[piece, 0, context] + sums[piece, variant, context], number, at)
                for number, (total, filling) in every
                for at, piece in enumerate(filling)
                if place in piece[1] and piece not in filling[:at]
            ])  # fmt: skip

        return entries

    def _joined_fillings(self, key: tuple[int, int]) -> tuple[Joined, ...]:
        (counts, jokers), units, steps = key, self.units, StepBudget(MOST_STEPS)
        return tuple([
            (places, number, filling)
            for places in combinations_with_replacement(range(len(units)), jokers)
            for number, filling in enumerate(self.way(counts + sum([units[at] for at in places]), steps))
        ])  # fmt: skip

    def _one_more(self, counts: int) -> OneMore:
        more: dict[int, int] = {}
        for place, unit in enumerate(self.units):
            for size in self.sizes[counts + unit]:
                more[size] = more.get(size, 0) | 1 << place
        return more

    def _group_sizes(self, counts: int) -> set[int]:
        added = self.added
        return {sum([added.get(kind, added[""]) for kind, _ in filling]) for filling in self.pieces[counts]}


EVEN, NONE = range(0, 256, 2), (0,)
COUNTS: dict[str, tuple[Sequence[int], Sequence[int]]] = {
    "pairs": (EVEN, EVEN),
    "different pairs": ((0, 2), (0, 2)),
    "one_of_each": (NONE, (1, 2)),
    "different": (NONE, (0, 1)),
}
"""How often a tile may stand in a hand of pairs and singles alone: one outside of the class, one of it."""


def _filling_function(row: Row, shape: Shape, walk: _FillingSearch, mask: int, fixed: Filling) -> Way:
    if shape.way == "sets":
        return walk.all_fillings
    if shape.way == "fixed":
        return lambda number, steps: walk.fillings_besides(number, fixed, steps)
    allowed = COUNTS["different pairs" if shape.way == "pairs" and shape.different else shape.way]

    def alone(number: int, _: StepBudget) -> tuple[Filling, ...]:
        counts = [*enumerate(row.tile_counts(number))]
        if any(count not in allowed[mask >> place & 1] for place, count in counts):
            return ()
        singles: Filling = tuple([("single", (place,)) for place, count in counts if count % 2])
        pairs = tuple([("pair", (place, place)) for place, count in counts for _ in range(count // 2)])
        return (singles + pairs,)

    return alone


class _FillingSearch:
    """Takes sets, pairs and singles off the lowest tile left, so that no filling comes twice.

    Counts stay packed: a piece can be taken if no count's spare bit is borrowed from. So does what may
    still be taken: sets, pairs and singles, SLOT bits each.
    """

    def __init__(
        self,
        row: Row,
        starting: Mapping[int, tuple[Piece, ...]],
        pairs: Mapping[int, tuple[Piece, ...]],
        wanted: Wanted,
    ) -> None:
        width = self.width = row.width
        self.wanted = sum(count << SLOT * slot for slot, count in enumerate(wanted))
        self.spare = sum(1 << place * width + width - 1 for place in range(len(row.kinds)))
        self.options = []
        """by the lowest tile: the slot of a piece and one of it, the piece, and its tiles"""
        for place in range(len(row.kinds)):
            slots = starting.get(place, ()), pairs.get(place, ()), (("single", (place,)),)
            self.options.append([
                (SLOTS << SLOT * slot, 1 << SLOT * slot, piece, sum(1 << at * width for at in piece[1]))
                for slot, pieces in enumerate(slots)
                if wanted[slot]
                for piece in pieces
            ])  # fmt: skip

    def all_fillings(self, counts: int, steps: StepBudget) -> tuple[Filling, ...]:
        """Every filling of these counts with at most so many sets, pairs and singles."""
        found: list[Filling] = []
        self._fill_rest(counts, self.wanted, (), -1, 0, steps, found)
        return tuple(found)

    def fillings_besides(self, counts: int, fixed: Filling, steps: StepBudget) -> tuple[Filling, ...]:
        """Every filling that contains some required pieces."""
        need = sum([1 << place * self.width for _, places in fixed for place in places])
        rest = (counts | self.spare) - need
        if rest & self.spare != self.spare:
            return ()
        return tuple([fixed + filling for filling in self.all_fillings(rest ^ self.spare, steps)])

    def _fill_rest(
        self,
        counts: int,
        left: int,
        taken: Filling,
        last: int,
        after: int,
        steps: StepBudget,
        found: list[Filling],
    ) -> None:
        if not counts:
            found.append(taken)
            return
        steps.use_steps(1)
        lowest = ((counts & -counts).bit_length() - 1) // self.width
        spare, first, options = self.spare, after if lowest == last else 0, self.options[lowest]
        for option in range(first, len(options)):
            slot, one, piece, need = options[option]
            rest = (counts | spare) - need
            if left & slot and rest & spare == spare:
                self._fill_rest(rest ^ spare, left - one, (*taken, piece), lowest, option, steps, found)


# ---- what whole rows add


def whole_counts(
    kinds: tuple[int, ...], width: int, counters: list[tuple[Measure, int]]
) -> list[tuple[Count, int]]:
    """What counts the tiles of a whole row, each with the place of its counter; none that is always 0."""
    units = {kind: 1 << place * width for place, kind in enumerate(kinds)}
    ones = sum(units.values())
    spare, full = ones << width - 1, (ones << width - 1) - ones

    def counting(measure: Measure) -> Count | None:
        name, of = measure
        if name == "holds":
            wanted = [(kind, count) for kind, count in of if count]
            if any(kind not in units or count >> width - 1 for kind, count in wanted):
                return None
            need = sum([count * units[kind] for kind, count in wanted])
            return lambda number: int((number | spare) - need & spare == spare)
        if name == "kinds":
            asked = sum([unit for kind, unit in units.items() if of >> kind & 1]) << width - 1
            return (lambda number: (number + full & asked).bit_count()) if asked else None
        alike = of * ones  # a count has no room for very many copies
        return None if of >> width - 1 else lambda number: (~((number ^ alike) + full) & spare).bit_count()

    made = [(counting(measure), at) for measure, at in counters]
    return [(count, at) for count, at in made if count]
