"""The rows of one ruleset: every way to divide their tiles into groups."""

from __future__ import annotations

from functools import reduce
from itertools import groupby
from operator import itemgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.groups import CONCEALED, WON, GroupNumbers
from scorer.fast.packing import (
    NO_MARK,
    NO_WINDS,
    Context,
    RowCounts,
    WinMark,
    is_claim,
    win_mark,
    winning_place,
)
from scorer.memo import MOST_NUMBERS, Memo
from scorer.readings import StepBudget
from scorer.tiles import kinds_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scorer.fast.compiled_form import Measure, RowForm
    from scorer.shapes import SetTables, Shape

    Piece = tuple[str, tuple[int, ...]]
    """a group in a row: its kind, and its tiles by their places in the row"""
    Filling = tuple[Piece, ...]
    """the pieces that a row is divided into"""
    Choice = tuple[tuple[str, tuple[int, ...]], ...]
    """the rows of a shape as groups, by their tiles in the set"""
    RowEntry = tuple[int, int, int]
    """one way to read a row: its sum, the number of the filling, and the place of the group in it that the
    winning tile completed
    """
    PiecesByPlace = tuple[tuple[int, tuple[Piece, ...]], ...]
    """pieces by their lowest tile, as its place in the row"""
    CountOfRow = Callable[[int], int]
    """what a counter finds in the counts of a whole row"""
    FillRow = Callable[[int, StepBudget], tuple[Filling, ...]]
    """every filling of the counts of a row"""
    Places = tuple[int, ...]
    """the places in a row that jokers stand for, in rising order"""
    FillWithJokers = Callable[[int, int, StepBudget], Iterable[tuple[Places, Filling]]]
    """every filling of the counts of a row and a number of jokers, with what the jokers stand for; fillings
    in which these stand for the same tiles are in the order of `FillRow`
    """
    SummedFilling = tuple[int, Filling]
    """what a filling adds if no tile of the row is the winning tile, and the filling"""
    PieceOption = tuple[int, int, Piece, int, bool]
    """a piece that may be taken: the slot of its sort in what is left to take, one in that slot, the piece,
    its tiles as counts, and whether these are all different; the innermost loop takes plain tuples apart in
    half the time
    """
    PieceKey = tuple[Piece, WinMark, Context]
    """a piece, the mark of the tile that completed it, and the winds in force"""
    CounterOfRow = tuple[CountOfRow, int]
    """what counts the tiles of a whole row, and the place of its counter"""
    OneMore = dict[int, int]
    """for each sum of sets, pairs and singles that one tile more can make, the places of such tiles"""


class CountsWithJokers(NamedTuple):
    """The tiles of a row, and how many jokers stand in it."""

    counts: RowCounts
    jokers: int


class JokerFilling(NamedTuple):
    """A filling of a row with jokers: the places that these stand for, its number among the fillings of such
    tiles, and the filling.
    """

    places: tuple[int, ...]
    number: int
    filling: Filling


class GroupCounts(NamedTuple):
    """Numbers of sets, pairs and singles."""

    sets: int
    pairs: int
    singles: int


AMBIGUOUS = -(1 << 1100)
"""The entry in a row's memo if there is not exactly one filling; lower than every sum."""
SLOT, SLOTS = 8, 255
MOST_STEPS = 50_000
"""Groups tried for one row; a hand with a row of more is left to the readable evaluator."""


class Row:
    """One row of one ruleset: how its region of a hand is read."""

    def __init__(self, number: int, form: RowForm, width: int, groups: GroupNumbers) -> None:
        self.number = number
        self.kinds, self.start, counts, mark_bits, context = form
        self.width, self.tile_mask = width, (1 << width) - 1
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.win_mark_at, self.context_at = counts, counts + mark_bits
        self.mask, self.counts_mask = (1 << counts + mark_bits + context) - 1, (1 << counts) - 1
        self.win_mark_mask = (1 << mark_bits) - 1
        whole = whole_counts(self.kinds, width, groups.row_counters)
        self.words: Memo[int, int] = Memo(lambda own: sum([count(own) << at for count, at in whole]))
        """what the whole row adds to counters that no single group can tell, where it `has_counters`"""
        self.has_counters = bool(whole)
        self.sums: Memo[PieceKey, int] = Memo(self._sum)
        """what a piece adds"""
        self._groups = groups

    def _sum(self, key: PieceKey) -> int:
        (kind, places), mark, context = key
        tiles = tuple([self.kinds[place] for place in places])
        if context and self._groups.windless(tiles):
            return self.sums[key[0], mark, NO_WINDS]
        if not mark:
            return self._groups.group_number(kind, tiles, CONCEALED, -1, context)
        flags = WON if is_claim(mark) and len(tiles) >= 3 else WON | CONCEALED
        return self._groups.group_number(kind, tiles, flags, self.kinds[winning_place(mark)], context)

    def row_counts(self, tiles: int) -> RowCounts:
        """The counts of the row, as they are packed in the tiles of a hand."""
        return RowCounts(tiles >> self.start & self.counts_mask)

    def tile_counts(self, number: int) -> list[int]:
        """The number of copies of each tile of the row in a packed number."""
        return [number >> place * self.width & self.tile_mask for place in range(len(self.kinds))]

    def mark_in_hand(self, kind: int, is_claimed: bool) -> int:
        """The mark of the winning tile, where it stands in a hand."""
        return win_mark(self.place[kind], is_claimed) << self.win_mark_at + self.start


def row_decomposers(
    shape: Shape, rows: list[Row], groups: GroupNumbers, tables: SetTables, choice: Choice
) -> list[RowDecomposer]:
    """What takes each row of one shape apart, the same for rows built alike (the suits). `choice` are the
    rows of one choice of suits and numbers.
    """
    mask = shape.mask | kinds_mask(kind for _, tiles in choice for kind in tiles)
    by_sets = shape.way in ("sets", "fixed")
    filling = tuple(name for name in shape.kinds if name not in tables.declared_kinds)
    own = (shape.pair_kind,) if shape.pair_kind else ()
    known: dict[tuple[object, ...], RowDecomposer] = {}
    found: list[RowDecomposer] = []
    for row in rows:
        sets = _pieces_by_place(row, filling, tables.tuples) if by_sets and shape.sets else ()
        pairs = _pieces_by_place(row, own, tables.tuples) if own else _equal_pairs(row)
        fixed = tuple([
            (name, tuple([row.place[kind] for kind in tiles]))
            for name, tiles in choice
            if shape.way == "fixed" and tiles[0] in row.place
        ])  # fmt: skip
        of_class = sum(1 << place for place, kind in enumerate(row.kinds) if mask >> kind & 1)
        key = (len(row.kinds), repr(sets), repr(pairs), of_class, fixed)
        if key not in known:
            wanted = GroupCounts(shape.sets, shape.pairs, shape.singles)
            walk = _FillingSearch(row, dict(sets), dict(pairs), wanted, of_class if shape.mask else -1)
            known[key] = RowDecomposer(row, groups, *_filling_functions(row, shape, walk, of_class, fixed))
        found.append(known[key])
    return found


def _pieces_by_place(
    row: Row, names: tuple[str, ...], tuples: Mapping[str, tuple[tuple[int, ...], ...]]
) -> PiecesByPlace:
    """Sets by their lowest tile, in the order of the kinds, as places in the row."""
    table: dict[int, list[Piece]] = {}
    for name in names:
        for tiles in tuples[name]:
            if tiles[0] in row.place:
                places = tuple([row.place[kind] for kind in tiles])
                table.setdefault(places[0], []).append((name, places))
    return tuple((first, tuple(pieces)) for first, pieces in sorted(table.items()))


def _equal_pairs(row: Row) -> PiecesByPlace:
    return tuple((place, (("pair", (place, place)),)) for place in range(len(row.kinds)))


class RowDecomposer:
    """Takes apart the rows of one shape that have the same structure."""

    def __init__(
        self, row: Row, groups: GroupNumbers, fill_row: FillRow, fill_with_jokers: FillWithJokers
    ) -> None:
        """The two functions take the counts of such a row apart, without jokers and with them."""
        self.fill_with_jokers, self.group_units = fill_with_jokers, groups.sizes
        self.units = [1 << place * row.width for place in range(len(row.kinds))]
        self.pieces: Memo[int, tuple[Filling, ...]] = Memo(
            lambda counts: fill_row(counts, StepBudget(MOST_STEPS))
        )
        """every filling of a row's counts"""
        self.joker_fillings: Memo[CountsWithJokers, tuple[JokerFilling, ...]] = Memo(self._joker_fillings)
        """every filling, for every choice of tiles for the jokers"""
        self.sizes: Memo[int, set[int]] = Memo(self._group_sizes)
        """the numbers of sets, pairs and singles of the fillings"""
        self.one_more: Memo[int, OneMore] = Memo(self._one_more)
        """the numbers of sets, pairs and singles with one tile more"""

    def reader(self, row: Row) -> Callable[[int], tuple[RowEntry, ...]]:
        """The function that reads such a row: the sum of every filling, once for each group that the
        winning tile may have completed.
        """
        fillings, sums, words, marks = self.pieces, row.sums, row.words, row.win_mark_mask

        def sums_without_win(key: int) -> tuple[SummedFilling, ...]:
            numbers, context = key & row.counts_mask, Context(key >> row.context_at)
            word = words[numbers] if row.has_counters else 0
            return tuple([
                (word + sum([sums[piece, NO_MARK, context] for piece in filling]), filling)
                for filling in fillings[numbers]
            ])  # fmt: skip

        without_win: Memo[int, tuple[SummedFilling, ...]] = Memo(sums_without_win, MOST_NUMBERS)

        def entries(key: int) -> tuple[RowEntry, ...]:
            mark = WinMark(key >> row.win_mark_at & marks)
            every = enumerate(without_win[key - (mark << row.win_mark_at)])
            if not mark:
                return tuple([(total, number, 0) for number, (total, _) in every])
            place, context = winning_place(mark), Context(key >> row.context_at)
            return tuple([
                (total - sums[piece, NO_MARK, context] + sums[piece, mark, context], number, at)
                for number, (total, filling) in every
                for at, piece in enumerate(filling)
                if place in piece[1] and piece not in filling[:at]
            ])  # fmt: skip

        return entries

    def _joker_fillings(self, key: CountsWithJokers) -> tuple[JokerFilling, ...]:
        counts, jokers = key
        found = sorted(
            self.fill_with_jokers(counts, jokers, StepBudget(MOST_STEPS)), key=lambda item: item[0]
        )
        return tuple([
            JokerFilling(places, number, filling)
            for places, alike in groupby(found, key=lambda item: item[0])
            for number, (_, filling) in enumerate(alike)
        ])  # fmt: skip

    def _one_more(self, counts: int) -> OneMore:
        more: dict[int, int] = {}
        for place, unit in enumerate(self.units):
            for size in self.sizes[counts + unit]:
                more[size] = more.get(size, 0) | 1 << place
        return more

    def _group_sizes(self, counts: int) -> set[int]:
        added = self.group_units
        return {sum([added.get(kind, added[""]) for kind, _ in filling]) for filling in self.pieces[counts]}


EVEN, NONE = range(0, 256, 2), (0,)
COUNTS: dict[str, tuple[Sequence[int], Sequence[int]]] = {
    "pairs": (EVEN, EVEN),
    "different pairs": ((0, 2), (0, 2)),
    "one_of_each": (NONE, (1, 2)),
    "different": (NONE, (0, 1)),
}
"""How often a tile may stand in a hand of pairs and singles alone: one outside of the class, one of it."""


def _filling_functions(
    row: Row, shape: Shape, walk: _FillingSearch, mask: int, required_pieces: Filling
) -> tuple[FillRow, FillWithJokers]:
    """What takes the rows of a shape apart, without jokers and with them."""
    if shape.way == "sets":
        return walk.all_fillings, walk.fillings_with_jokers
    if shape.way == "fixed":
        return (
            lambda number, steps: walk.fillings_besides(number, required_pieces, steps),
            lambda number, jokers, steps: walk.fillings_with_jokers(number, jokers, steps, required_pieces),
        )
    allowed = COUNTS["different pairs" if shape.way == "pairs" and shape.different else shape.way]

    def only_filling(number: int, _: StepBudget) -> tuple[Filling, ...]:
        counts = [*enumerate(row.tile_counts(number))]
        if any(count not in allowed[mask >> place & 1] for place, count in counts):
            return ()
        return (_filling_of_pairs(counts),)

    def fillings_with_jokers(number: int, jokers: int, steps: StepBudget) -> Iterator[tuple[Places, Filling]]:
        counts = row.tile_counts(number)

        def share_out(place: int, remaining_jokers: int, places: Places) -> Iterator[Places]:
            """Gives each tile from a place on as many jokers as make an allowed number of it."""
            steps.use_steps(1)
            if place == len(counts):
                if not remaining_jokers:
                    yield places
                return
            for added in range(remaining_jokers + 1):
                if counts[place] + added in allowed[mask >> place & 1]:
                    yield from share_out(place + 1, remaining_jokers - added, places + (place,) * added)

        for places in share_out(0, jokers, ()):
            yield places, _filling_of_pairs([(at, n + places.count(at)) for at, n in enumerate(counts)])

    return only_filling, fillings_with_jokers


def _filling_of_pairs(counts: Iterable[tuple[int, int]]) -> Filling:
    """The filling of a row of pairs and singles alone, from the number of each of its tiles."""
    counts = [*counts]
    singles: Filling = tuple([("single", (place,)) for place, count in counts if count % 2])
    return singles + tuple([("pair", (place, place)) for place, count in counts for _ in range(count // 2)])


class _FillingSearch:
    """Takes sets, pairs and singles off the lowest tile left, so that no filling comes twice.

    Counts stay packed: a piece can be taken if no count's spare bit is borrowed from. So does what may
    still be taken: sets, pairs and singles, SLOT bits each. `single_places` are those that can be singles.
    """

    def __init__(
        self,
        row: Row,
        sets: Mapping[int, tuple[Piece, ...]],
        pairs: Mapping[int, tuple[Piece, ...]],
        group_counts: GroupCounts,
        single_places: int,
    ) -> None:
        width = self.width = row.width
        self.group_counts = sum(count << SLOT * slot for slot, count in enumerate(group_counts))
        self.spare = sum(1 << place * width + width - 1 for place in range(len(row.kinds)))
        self.places_by_bits: Memo[int, Places] = Memo(
            lambda bits: tuple([at for at in range(len(row.kinds)) if bits >> (at + 1) * width - 1 & 1])
        )
        """the places of tiles by their spare bits"""
        self.options: list[list[PieceOption]] = []
        """by the lowest tile the pieces that may be taken"""
        for place in range(len(row.kinds)):
            singles: tuple[Piece, ...] = (("single", (place,)),) if single_places >> place & 1 else ()
            slots = sets.get(place, ()), pairs.get(place, ()), singles
            self.options.append([
                (
                    SLOTS << SLOT * slot,
                    1 << SLOT * slot,
                    piece,
                    sum([1 << at * width for at in piece[1]]),
                    len(set(piece[1])) == len(piece[1]),
                )
                for slot, pieces in enumerate(slots)
                if group_counts[slot]
                for piece in pieces
            ])  # fmt: skip
        self.sizes = self._possible_sizes(group_counts)
        """a bit for each number of tiles that some groups have together"""

    def _possible_sizes(self, group_counts: GroupCounts) -> int:
        sizes = 1
        for slot, count in enumerate(group_counts):
            own = {
                len(piece[1])
                for options in self.options
                for mask, _, piece, _, _ in options
                if mask == SLOTS << SLOT * slot
            }
            for _ in range(count):
                sizes |= reduce(or_, [sizes << size for size in own], 0)
        return sizes

    def all_fillings(self, counts: int, steps: StepBudget) -> tuple[Filling, ...]:
        """Every filling of these counts with at most so many sets, pairs and singles."""
        found: list[Filling] = []
        self._fill_rest(counts, self.group_counts, (), -1, 0, steps, found)
        return tuple(found)

    def fillings_besides(
        self, counts: int, required_pieces: Filling, steps: StepBudget
    ) -> tuple[Filling, ...]:
        """Every filling that contains some required pieces."""
        need = sum([1 << place * self.width for _, places in required_pieces for place in places])
        rest = (counts | self.spare) - need
        if rest & self.spare != self.spare:
            return ()
        return tuple([required_pieces + filling for filling in self.all_fillings(rest ^ self.spare, steps)])

    def _fill_rest(
        self,
        counts: int,
        remaining_groups: int,
        pieces: Filling,
        last_place: int,
        last_option: int,
        steps: StepBudget,
        fillings: list[Filling],
    ) -> None:
        if not counts:
            fillings.append(pieces)
            return
        steps.use_steps(1)
        lowest = ((counts & -counts).bit_length() - 1) // self.width
        spare, first, options = self.spare, last_option if lowest == last_place else 0, self.options[lowest]
        for option in range(first, len(options)):
            slot, unit, piece, need, _ = options[option]
            rest = (counts | spare) - need
            if remaining_groups & slot and rest & spare == spare:
                self._fill_rest(
                    rest ^ spare, remaining_groups - unit, (*pieces, piece), lowest, option, steps, fillings
                )

    def fillings_with_jokers(
        self, counts: int, jokers: int, steps: StepBudget, required_pieces: Filling = ()
    ) -> list[tuple[Places, Filling]]:
        """Every filling of these counts and so many jokers, beside the required pieces, with the places that
        the jokers stand for. A piece takes tiles as far as there are any, and jokers for the others.
        """
        found: list[tuple[Places, Filling]] = []
        taken = _take_with_jokers([*map(itemgetter(1), required_pieces)], counts, self.width, jokers)
        if taken is not None and self._may_be_filled(taken[0], jokers - len(taken[1])):
            rest, places = taken
            self._fill_with_jokers(
                rest, self.group_counts, required_pieces, 0, 0, jokers, places, steps, found
            )
        return found

    def _may_be_filled(self, counts: int, jokers: int) -> bool:
        """Whether some groups have as many tiles as these counts and jokers together."""
        full = (1 << self.width) - 1
        number = jokers + sum([counts >> at & full for at in range(0, counts.bit_length(), self.width)])
        return bool(self.sizes >> number & 1)

    def _fill_with_jokers(
        self,
        counts: int,
        remaining_groups: int,
        pieces: Filling,
        place: int,
        first_option: int,
        jokers: int,
        places: Places,
        steps: StepBudget,
        fillings: list[tuple[Places, Filling]],
    ) -> None:
        """Takes pieces from a place on, in the order of their lowest tiles; `jokers` is the number of all
        jokers, of which some stand for `places` already.
        """
        if not counts and len(places) == jokers:
            fillings.append((tuple(sorted(places)), pieces))
            return
        steps.use_steps(1)
        held = ((counts & -counts).bit_length() - 1) // self.width if counts else len(self.options) - 1
        spare, to_place = self.spare, jokers - len(places)
        for at in range(place if to_place else max(place, held), held + 1):
            options = self.options[at]
            for option in range(first_option if at == place else 0, len(options)):
                slot, unit, piece, need, is_different = options[option]
                # a tile of the piece that is short costs a joker at least, which is seen faster than which
                short = ~((counts | spare) - need) & spare
                if remaining_groups & slot and short.bit_count() <= to_place:
                    rest = (
                        (counts - need + (short >> self.width - 1), self.places_by_bits[short])
                        if is_different
                        else _take_with_jokers([piece[1]], counts, self.width, to_place)
                    )
                    if rest is not None:
                        self._fill_with_jokers(
                            rest[0],
                            remaining_groups - unit,
                            (*pieces, piece),
                            at,
                            option,
                            jokers,
                            places + rest[1],
                            steps,
                            fillings,
                        )


def _take_with_jokers(
    pieces: Iterable[Places], counts: int, width: int, jokers: int
) -> tuple[int, Places] | None:
    """The counts without the tiles of some pieces, and the tiles that they lack; None if these are more than
    the jokers.
    """
    lacking: list[int] = []
    full = (1 << width) - 1
    for place in (place for piece in pieces for place in piece):
        if counts >> place * width & full:
            counts -= 1 << place * width
        elif len(lacking) == jokers:
            return None
        else:
            lacking.append(place)
    return counts, tuple(lacking)


# ---- what whole rows add


def whole_counts(
    kinds: tuple[int, ...], width: int, counters: list[tuple[Measure, int]]
) -> list[CounterOfRow]:
    """The counters of a whole row; none that is always 0."""
    units = {kind: 1 << place * width for place, kind in enumerate(kinds)}
    ones = sum(units.values())
    spare, full = ones << width - 1, (ones << width - 1) - ones

    def counting(measure: Measure) -> CountOfRow | None:
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
