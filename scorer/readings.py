"""All readings of a hand: each filling of each shape, with each group that the winning tile may complete.

Shapes are filled from tables of tile tuples only, so a set of three winds or of one colour needs no special
code. The order is part of the specification, since equal values go to the first: shapes as in the file,
sets before pairs, low tiles first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeVar

from scorer.hand import Hand, Meld, WaitingHand
from scorer.shapes import (
    ALL_TILES,
    Filling,
    Group,
    Kinds,
    Reading,
    SetKind,
    SetTables,
    Shape,
    TooManyReadings,
)
from scorer.tiles import Tile, TileSet, kinds_mask, mask_kinds
from scorer.values import replace

MOST_READINGS = 4_096
"""The most readings of one hand."""
MOST_STEPS = 400_000
"""The most groups tried for one hand. A hand with an acceptable number of readings rarely needs that many."""
FormalWaits = bool | str
"""`formal_waits` of a rule file: false, true or "concealed"."""
Tiles = TypeVar("Tiles", int, Counter[int])
"""A number of tiles of each kind, as a counter or packed into a number."""
Needs = tuple[tuple[int, int], ...]
_Option = tuple[int, tuple[str, Kinds], Needs]
"""the slot that a group takes (set, pair or single), the group, and how many of each kind it is made of"""


class StepBudget:
    """Limits the search for one hand, over all shapes and joker substitutions."""

    def __init__(self, limit: int = MOST_STEPS) -> None:
        self.used, self.limit = 0, limit

    def use_steps(self, count: int) -> None:
        """Counts steps; raises TooManyReadings beyond the limit."""
        self.used += count
        if self.used > self.limit:
            raise TooManyReadings


def find_readings(
    hand: Hand,
    self_draw: bool,
    shapes: tuple[Shape, ...],
    tables: SetTables,
    steps: StepBudget | None = None,
    limit: int = MOST_READINGS,
) -> list[Reading]:
    """All readings of a hand in the order of the specification; none if it is not complete.

    `steps` and `limit` set lower limits of steps and readings than usual. Raises TooManyReadings beyond the
    limits. A hand is often asked about in several situations, so what was found last is kept.
    """
    if steps is None and limit == MOST_READINGS:
        key, known = (hand, self_draw, shapes), tables.known_readings
        found = known.get(key)
        if found is None:
            found = known.keep(key, (*_readings_of(*key, tables, StepBudget(), limit),))
        return [*found]
    return _readings_of(hand, self_draw, shapes, tables, steps or StepBudget(), limit)


def _readings_of(
    hand: Hand,
    self_draw: bool,
    shapes: tuple[Shape, ...],
    tables: SetTables,
    steps: StepBudget,
    limit: int,
) -> list[Reading]:
    choices = (
        [()]
        if not unmelded_joker_count(hand, tables.tileset)
        else _joker_choices(hand, shapes, tables, steps, limit)
    )
    return readings_with_jokers(hand, choices, self_draw, shapes, tables, steps, limit)


def readings_with_jokers(
    hand: Hand,
    choices: Iterable[Kinds],
    self_draw: bool,
    shapes: tuple[Shape, ...],
    tables: SetTables,
    steps: StepBudget,
    limit: int = MOST_READINGS,
) -> list[Reading]:
    """The readings of a hand whose jokers stand for one of these choices of tiles."""
    found: dict[Reading, None] = {}
    by_joker = tables.tileset.tile_role(hand.winning_tile) == "joker"
    for kinds in choices:
        for played in _substituted_hands(hand, kinds, tables):
            for shape in shapes:
                for filling in _shape_fillings(played, shape, tables, steps):
                    for reading in _readings_by_winning_group(
                        played, shape, filling, self_draw, tables, kinds, by_joker
                    ):
                        found.setdefault(reading)
                    if len(found) > limit:
                        raise TooManyReadings
    return list(found)


def is_complete_hand(
    hand: Hand, shapes: tuple[Shape, ...], tables: SetTables, steps: StepBudget | None = None
) -> bool:
    """Whether the hand fills some shape. Raises TooManyReadings beyond all bounds."""
    steps = steps or StepBudget()
    if unmelded_joker_count(hand, tables.tileset) and tables.joker_groups:
        return any(
            readings_with_jokers(hand, [kinds], True, (shape,), tables, steps)
            for shape in shapes
            for kinds in _joker_tiles(hand, shape, tables, steps)
        )
    if unmelded_joker_count(hand, tables.tileset):
        return any(next(_joker_tiles(hand, shape, tables, steps), None) is not None for shape in shapes)
    return any(next(_shape_fillings(hand, shape, tables, steps), None) is not None for shape in shapes)


def tiles_against_waits(formal: FormalWaits, concealed_tiles: Tiles, meld_tiles: Tiles) -> Tiles:
    """The tiles that count when a wait is dropped because the player holds every copy of its kind: all of
    them, those outside of the melds, or none.

    >>> tiles_against_waits("concealed", Counter({1: 3}), Counter({2: 4}))
    Counter({1: 3})
    """
    if formal == "concealed":
        return concealed_tiles
    return type(concealed_tiles)() if formal else concealed_tiles + meld_tiles


def completing_kinds(
    hand: WaitingHand, shapes: tuple[Shape, ...], tables: SetTables, formal: FormalWaits = False
) -> Kinds:
    """The kinds of tile that would complete the hand.

    A kind of which the hand already holds every copy cannot come. Whether it is a wait depends on `formal`.
    """
    concealed = Counter(tile.kind for tile in hand.concealed_tiles)
    has_fifth = tables.tileset.fifth  # else nobody has more of a tile than there are, jokers included
    melded = Counter(tile.kind for meld in hand.melds for tile in (meld.pieces if has_fifth else meld.tiles))
    held = tiles_against_waits(formal, concealed, melded)
    tileset, steps = tables.tileset, StepBudget()
    near = {shape: _candidate_kinds(hand, shape, tables) for shape in shapes}
    return tuple(
        kind
        for kind in tileset.playing_kinds
        if held[kind] < tileset.kinds[kind].copies
        and (open_shapes := tuple(shape for shape in shapes if kind in near[shape]))
        and is_complete_hand(hand.with_winning_tile(Tile(kind)), open_shapes, tables, steps)
    )


def _candidate_kinds(hand: WaitingHand, shape: Shape, tables: SetTables) -> frozenset[int]:
    """A superset of the kinds that may complete a shape, to avoid most fillings. For a shape of sets,
    these are kinds that the hand has, and kinds that complete a set of which it has the other tiles.
    """
    held, all_kinds = (
        Counter(tile.kind for tile in hand.concealed_tiles),
        frozenset(tables.tileset.playing_kinds),
    )
    if any(tables.tileset.tile_role(tile) == "joker" for tile in hand.concealed_tiles):
        return all_kinds
    if shape.way == "sets" and not shape.singles:
        groups = (group for kind in shape.set_kinds for group in tables.tuples[kind])
        lacking = ([kind for kind in group if kind not in held] for group in groups)
        return frozenset(held).union(*(missing for missing in lacking if len(missing) == 1))
    if shape.way == "fixed":
        found = set[int]()
        for _, needs, sets in open_rows(shape, tables, hand.melds):
            short = [kind for kind, count in needs for _ in range(count - held[kind])]
            if len(short) == 1:
                found.add(short[0])
            elif not short and (sets or shape.pairs or shape.singles):
                return all_kinds
        return frozenset(found)
    if shape.way == "pairs":
        odd = frozenset(kind for kind, count in held.items() if count % 2)
        return odd if len(odd) == 1 else frozenset()
    if shape.way == "one_of_each":
        return frozenset() if kinds_mask(held) & ~shape.mask else frozenset(mask_kinds(shape.mask))
    return all_kinds


# ---- the ways to fill a shape with the concealed tiles


def _shape_fillings(hand: Hand, shape: Shape, tables: SetTables, steps: StepBudget) -> Iterator[Filling]:
    """All fillings of one shape with the concealed tiles, given the melds. For a hand of flowers only, the
    last flower.
    """
    melds, won = hand.melds, hand.winning_tile.kind
    if shape.way == "flowers":
        alone = not hand.concealed_tiles and not melds and tables.tileset.kinds[won].role == "flower"
        if alone and len(hand.flowers) + 1 == shape.flowers:
            yield (("single", (won,)),)
    elif _has_the_size(hand, shape, tables):
        counts = Counter([tile.kind for tile in (*hand.concealed_tiles, hand.winning_tile)])
        if shape.way in ("sets", "fixed"):
            yield from _set_fillings(counts, shape, tables, melds, steps)
        elif not melds:
            yield from CONCEALED_WAYS[shape.way](counts, shape, tables)


def _has_the_size(hand: Hand, shape: Shape, tables: SetTables) -> bool:
    """Whether a hand has as many tiles as the shape, and only melds that it allows."""
    return (
        (hand.is_concealed or not shape.concealed)
        and (shape.way == "fixed" or all(meld.kind in shape.kinds for meld in hand.melds))
        and len(hand.concealed_tiles) + 1 + melded_size(hand.melds, shape, tables) == shape.size
    )


def melded_size(melds: tuple[Meld, ...], shape: Shape, tables: SetTables) -> int:
    """How many tiles of a shape the melds of a hand take the place of: a declared set (a kong) as many as any
    other set.
    """
    declared = tables.declared_kinds
    return sum([shape.set_size if meld.kind in declared else len(meld.tiles) for meld in melds])


class OpenRows(NamedTuple):
    """The rows of a shape that no meld fills, under one choice of suits and numbers, and how many of each
    tile they need; the number of sets that the melds leave.
    """

    rows: Filling
    needs: Needs
    sets: int


def open_rows(shape: Shape, tables: SetTables, melds: tuple[Meld, ...]) -> tuple[OpenRows, ...]:
    """For each choice of the rows of a shape, those that no meld fills; one choice without rows for a shape
    that has none. A meld fills a row of the same tiles before anything else.
    """
    return _rows_beside(
        shape,
        tables,
        tuple([(meld.kind, tuple(sorted([tile.kind for tile in meld.tiles]))) for meld in melds]),
    )


@lru_cache(maxsize=1 << 8)
def _rows_beside(shape: Shape, tables: SetTables, melds: Filling) -> tuple[OpenRows, ...]:
    found = []
    for rows in tables.row_choices(shape.knitted):
        left, sets = list(rows), shape.sets
        for group in melds:
            if group in left:
                left.remove(group)
            else:
                sets -= 1 if group[0] in shape.kinds else sets + 1
        if sets >= 0:
            needs = _kind_counts(tuple([kind for _, row in left for kind in row]))
            found.append(OpenRows(tuple(left), needs, sets))
    return tuple(found)


def _set_fillings(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: tuple[Meld, ...], steps: StepBudget
) -> Iterator[Filling]:
    """The rows of the shape, if it has any, then sets, pairs and singles. The same groups come once, even if
    several choices of rows can be among them.
    """
    choices, seen = open_rows(shape, tables, melds), set[Filling]()
    for rows, needs, sets in choices:
        if all(counts[kind] >= count for kind, count in needs):
            left = _remove_kinds(counts, needs) or {}
            walk = _SetFiller(left, shape, tables, steps)
            for filling in walk.remaining_fillings(left, (sets, shape.pairs, shape.singles), rows, -1, 0):
                same = tuple(sorted(filling)) if len(choices) > 1 else ()
                if not same or same not in seen:
                    seen.add(same)
                    yield filling


class _SetFiller:
    """Fills sets, pairs and singles, always with the lowest remaining tile, so that no filling occurs
    twice.
    """

    def __init__(self, counts: dict[int, int], shape: Shape, tables: SetTables, steps: StepBudget) -> None:
        self.held_counts, self.steps = counts.keys(), steps
        self.sets = tables.groups_by_lowest_kind(shape.kinds)
        self.pairs = tables.groups_by_lowest_kind((shape.pair_kind,)) if shape.pair_kind else None
        """by their lowest tile, where they are not two equal tiles"""
        self.singles = frozenset(tables.single_kinds(shape)) if shape.singles else frozenset()
        self._options_by_lowest: dict[int, list[_Option]] = {}

    def remaining_fillings(
        self,
        counts: dict[int, int],
        slot_counts: tuple[int, int, int],
        groups: Filling,
        last_lowest: int,
        first_option: int,
    ) -> Iterator[Filling]:
        if not counts:
            if not any(slot_counts):
                yield groups
            return
        lowest = min(counts)
        options = self._options_for(lowest)
        self.steps.use_steps(len(options))
        for place in range(first_option if lowest == last_lowest else 0, len(options)):
            slot, group, needs = options[place]
            rest = _remove_kinds(counts, needs) if slot_counts[slot] > 0 else None
            if rest is not None:
                fewer = tuple([count - (index == slot) for index, count in enumerate(slot_counts)])
                yield from self.remaining_fillings(rest, fewer, (*groups, group), lowest, place)  # type: ignore[arg-type]

    def _options_for(self, lowest: int) -> list[_Option]:
        """All groups that contain the lowest tile."""
        if lowest not in self._options_by_lowest:
            equal: list[tuple[str, Kinds]] = [("pair", (lowest, lowest))]
            pairs = equal if self.pairs is None else self.pairs.get(lowest, ())
            singles = (("single", (lowest,)),) if lowest in self.singles else ()
            by_slot = self.sets.get(lowest, ()), pairs, singles
            self._options_by_lowest[lowest] = [
                (slot, group, _kind_counts(group[1]))
                for slot, groups in enumerate(by_slot)
                for group in groups
                if self.held_counts >= set(group[1])
            ]
        return self._options_by_lowest[lowest]


@lru_cache(maxsize=1 << 14)
def _kind_counts(kinds: Kinds) -> Needs:
    return tuple(Counter(kinds).items())


def _remove_kinds(counts: dict[int, int], needs: Needs) -> dict[int, int] | None:
    """The tiles that remain without those of a group; None if some are missing."""
    rest = dict(counts)
    for kind, count in needs:
        more = rest.get(kind, 0) - count
        if more > 0:
            rest[kind] = more
        elif more == 0:
            del rest[kind]
        else:
            return None
    return rest


def _pair_fillings(counts: Counter[int], shape: Shape, tables: SetTables) -> Iterator[Filling]:
    if not any(count % 2 or (shape.different and count > 2) for count in counts.values()):
        yield tuple(("pair", (kind, kind)) for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _one_each_fillings(counts: Counter[int], shape: Shape, tables: SetTables) -> Iterator[Filling]:
    if set(counts) == set(mask_kinds(shape.mask)):
        singles = tuple(("single", (kind,)) for kind in sorted(counts) if counts[kind] == 1)
        yield singles + tuple(("pair", (kind, kind)) for kind in counts if counts[kind] == 2)


def _different_fillings(counts: Counter[int], shape: Shape, tables: SetTables) -> Iterator[Filling]:
    if len(counts) < shape.size:
        return
    for rows in tables.knitted_choices(shape.knitted):
        if not kinds_mask(counts) & ~(shape.mask | kinds_mask(kind for row in rows for kind in row)):
            yield tuple(("single", (kind,)) for kind in sorted(counts))
            return


CONCEALED_WAYS = {
    "pairs": _pair_fillings,
    "one_of_each": _one_each_fillings,
    "different": _different_fillings,
}
"""The ways to fill a shape that allow no meld."""


# ---- jokers


def unmelded_joker_count(hand: Hand, tileset: TileSet) -> int:
    """The number of jokers outside of melds."""
    return sum(tileset.tile_role(tile) == "joker" for tile in (*hand.concealed_tiles, hand.winning_tile))


def _joker_choices(
    hand: Hand, shapes: tuple[Shape, ...], tables: SetTables, steps: StepBudget, limit: int
) -> list[Kinds]:
    """Each choice of tiles for the jokers that completes one of the shapes, in order."""
    choices = set[Kinds]()
    for shape in shapes:
        for kinds in _joker_tiles(hand, shape, tables, steps):
            choices.add(kinds)
            if len(choices) > limit:  # each is a reading of its own
                raise TooManyReadings
    return sorted(choices)


def _joker_classes(tiles: Iterable[Tile], tables: SetTables) -> Kinds:
    """What each joker among these tiles may represent, as classes in order."""
    jokers = (tile.kind for tile in tiles if tables.tileset.tile_role(tile) == "joker")
    return tuple(sorted(tables.joker_tiles.get(kind, ALL_TILES) for kind in jokers))


def can_represent(classes: Kinds, kinds: Kinds) -> bool:
    """Whether different jokers, which may represent tiles of these classes, can represent these kinds.

    >>> can_represent((0b0011, 0b0110), (0, 1)), can_represent((0b0011, 0b0110), (0, 0))
    (True, False)
    >>> can_represent((0b0011, 0b0110), (0, 1, 2))
    False
    """
    return _have_jokers_each(tuple(sorted([_jokers_of_kind(classes, kind) for kind in kinds])))


@lru_cache(maxsize=1 << 12)
def _jokers_of_kind(classes: Kinds, kind: int) -> int:
    """The places of the jokers that may represent a kind, as bits."""
    return sum([1 << place for place, tiles in enumerate(classes) if tiles >> kind & 1])


@lru_cache(maxsize=1 << 14)
def _have_jokers_each(tiles: tuple[int, ...]) -> bool:
    """Whether each tile can have a joker of its own; a tile is given as the jokers that may represent it."""
    tile_of: dict[int, int] = {}
    """by joker the tile that it represents"""

    def find_joker(tile: int, tried_jokers: set[int]) -> bool:
        """Finds a joker for a tile; a joker that represents another tile may pass that on."""
        for joker in mask_kinds(tiles[tile]):
            if joker not in tried_jokers:
                tried_jokers.add(joker)
                if joker not in tile_of or find_joker(tile_of[joker], tried_jokers):
                    tile_of[joker] = tile
                    return True
        return False

    return all(find_joker(tile, set()) for tile in range(len(tiles)))


def _substituted_hands(hand: Hand, kinds: Kinds, tables: SetTables) -> Iterator[Hand]:
    """The hand with these tiles in the place of its jokers; where a joker has won, once for each different
    tile that it can be.
    """
    tileset, others = tables.tileset, _joker_classes(hand.concealed_tiles, tables)
    own = tables.joker_tiles.get(hand.winning_tile.kind, ALL_TILES)
    plain = [tile for tile in hand.concealed_tiles if tileset.tile_role(tile) != "joker"]
    won_by_joker = tileset.tile_role(hand.winning_tile) == "joker"
    if not (kinds or won_by_joker or len(plain) < len(hand.concealed_tiles)):
        yield hand
        return
    for winning in dict.fromkeys(kinds) if won_by_joker else [None]:
        rest, last = list(kinds), hand.winning_tile
        if winning is not None:
            rest.remove(winning)
            last = Tile(winning)
            if not own >> winning & 1 or not can_represent(others, tuple(rest)):
                continue
        yield replace(hand, concealed_tiles=(*plain, *map(Tile, rest)), winning_tile=last)


def _joker_tiles(hand: Hand, shape: Shape, tables: SetTables, steps: StepBudget) -> Iterator[Kinds]:
    """The tiles that the jokers of a hand can represent so that it fills the shape, some of them more than
    once. They are found from what the other tiles lack, since most combinations complete nothing.
    """
    if shape.way == "flowers" or not _has_the_size(hand, shape, tables):
        return
    tileset = tables.tileset
    tiles = (*hand.concealed_tiles, hand.winning_tile)
    held = Counter(tile.kind for tile in tiles if tileset.tile_role(tile) != "joker")
    classes = _joker_classes(tiles, tables)
    jokers = len(classes)
    in_hand = held + Counter(tile.kind for meld in hand.melds for tile in meld.tiles)
    room = {
        kind: jokers if tileset.fifth else tileset.kinds[kind].copies - in_hand[kind]
        for kind in tileset.playing_kinds
    }
    if shape.way in ("sets", "fixed"):
        filler = _JokerFiller(shape, tables, room, classes, steps)
        yield from filler.joker_tiles(held, jokers, open_rows(shape, tables, hand.melds))
    elif not hand.melds:
        found = JOKER_WAYS[shape.way](held, jokers, shape, tables)
        for kinds in found:
            steps.use_steps(1)
            is_allowed = all(kinds.count(kind) <= room[kind] for kind in set(kinds))
            if is_allowed and can_represent(classes, tuple(sorted(kinds))):
                yield tuple(sorted(kinds))


class _JokerFiller:
    """Finds what jokers can represent in a shape of sets. Each group is made of the remaining tiles as far as
    they suffice, and of jokers: a joker in the place of a tile that the hand has would only free that tile
    for a place where the joker can be as well.
    """

    def __init__(
        self, shape: Shape, tables: SetTables, room: dict[int, int], classes: Kinds, steps: StepBudget
    ) -> None:
        self.classes, self.room, self.steps = classes, room, steps
        self.other_slots = shape.pairs, shape.singles
        sets = tables.groups_by_lowest_kind(shape.kinds).values()
        self.groups: tuple[list[Needs], list[Needs], list[Needs]] = (
            [_kind_counts(kinds) for groups in sets for _, kinds in groups],
            [_kind_counts(kinds) for kinds in tables.pair_tuples(shape)],
            [((kind, 1),) for kind in tables.single_kinds(shape)] if shape.singles else [],
        )
        """what sets, pairs and singles are made of"""
        self.groups_by_kind: dict[int, list[tuple[int, Needs]]] = {}
        for slot, groups in enumerate(self.groups):
            for needs in dict.fromkeys(groups):
                for kind, _ in needs:
                    self.groups_by_kind.setdefault(kind, []).append((slot, needs))
        self.seen_keys = set[tuple[object, ...]]()

    def joker_tiles(self, counts: Counter[int], jokers: int, choices: Iterable[OpenRows]) -> Iterator[Kinds]:
        """`choices` are the rows that the hand must have, and the number of sets beside them."""
        for _, needs, sets in choices:
            if sum([max(0, count - counts[kind]) for kind, count in needs]) > jokers:
                continue
            row_tiles = Counter(dict(needs))
            lacking = tuple(sorted((row_tiles - counts).elements()))
            if self._is_allowed(lacking):
                yield from self._with_tiles(
                    counts - row_tiles, jokers - len(lacking), (sets, *self.other_slots), lacking
                )

    def _is_allowed(self, kinds: Kinds) -> bool:
        is_there = all(kinds.count(kind) <= self.room.get(kind, 0) for kind in set(kinds))
        return is_there and can_represent(self.classes, kinds)

    def _with_tiles(
        self, counts: dict[int, int], jokers: int, slot_counts: tuple[int, ...], used: Kinds
    ) -> Iterator[Kinds]:
        """Fills groups with the lowest remaining tile until only jokers are left."""
        state = tuple(sorted(counts.items())), slot_counts, used
        if state in self.seen_keys:
            return
        self.seen_keys.add(state)
        self.steps.use_steps(1)
        if not counts:
            yield from self._with_jokers(jokers, slot_counts, used, 0)
            return
        for slot, needs in self.groups_by_kind.get(min(counts), ()):
            lacking = sum([max(0, count - counts.get(kind, 0)) for kind, count in needs])
            if slot_counts[slot] and lacking <= jokers:
                rest, added = dict(counts), list(used)
                for kind, count in needs:
                    left = rest.pop(kind, 0) - count
                    if left > 0:
                        rest[kind] = left
                    added += [kind] * -left
                kinds = tuple(sorted(added))
                if not lacking or self._is_allowed(kinds):
                    fewer = tuple(number - (place == slot) for place, number in enumerate(slot_counts))
                    yield from self._with_tiles(rest, jokers - lacking, fewer, kinds)

    def _with_jokers(
        self, jokers: int, slot_counts: tuple[int, ...], used: Kinds, first_group: int
    ) -> Iterator[Kinds]:
        """Fills the groups that are still missing with jokers alone."""
        slot = next((place for place, number in enumerate(slot_counts) if number), None)
        if slot is None:
            if not jokers:
                yield used
            return
        fewer = tuple(number - (place == slot) for place, number in enumerate(slot_counts))
        groups = self.groups[slot]
        for place in range(first_group, len(groups)):
            self.steps.use_steps(1)
            kinds = tuple(sorted([*used, *(kind for kind, count in groups[place] for _ in range(count))]))
            if len(kinds) - len(used) <= jokers and self._is_allowed(kinds):
                left = jokers - len(kinds) + len(used)
                yield from self._with_jokers(left, fewer, kinds, place if fewer[slot] else 0)


def _pair_jokers(counts: Counter[int], jokers: int, shape: Shape, tables: SetTables) -> Iterator[Kinds]:
    odd = tuple(kind for kind, count in counts.items() if count % 2)
    pairs, rest = divmod(jokers - len(odd), 2)
    if pairs < 0 or rest or (shape.different and any(count > 2 for count in counts.values())):
        return
    playing = tables.tileset.playing_kinds
    if shape.different:
        choices: Iterator[Kinds] = combinations([kind for kind in playing if kind not in counts], pairs)
    else:
        choices = combinations_with_replacement(playing, pairs)
    for kinds in choices:
        yield (*odd, *kinds, *kinds)


def _one_each_jokers(counts: Counter[int], jokers: int, shape: Shape, tables: SetTables) -> Iterator[Kinds]:
    wanted = tuple(mask_kinds(shape.mask))
    lacking = tuple(kind for kind in wanted if kind not in counts)
    if set(counts) <= set(wanted):
        for kinds in combinations_with_replacement(wanted, max(0, jokers - len(lacking))):
            if len(lacking) <= jokers:
                yield (*lacking, *kinds)


def _different_jokers(counts: Counter[int], jokers: int, shape: Shape, tables: SetTables) -> Iterator[Kinds]:
    if any(count > 1 for count in counts.values()):
        return
    for rows in tables.knitted_choices(shape.knitted):
        allowed = {*mask_kinds(shape.mask), *(kind for row in rows for kind in row)}
        if set(counts) <= allowed:
            yield from combinations(sorted(allowed - set(counts)), jokers)


JOKER_WAYS = {"pairs": _pair_jokers, "one_of_each": _one_each_jokers, "different": _different_jokers}
"""What jokers can represent in the shapes of `CONCEALED_WAYS`."""


# ---- the group that the winning tile completed: each choice is a separate reading


def _readings_by_winning_group(
    hand: Hand,
    shape: Shape,
    filling: Filling,
    self_draw: bool,
    tables: SetTables,
    jokers: Kinds,
    by_joker: bool,
) -> Iterator[Reading]:
    """`by_joker`: the winning tile is one of the jokers."""
    winning, may_hold = hand.winning_tile.kind, tables.joker_groups
    room: Mapping[int, int] = {}
    if jokers and may_hold:
        room = Counter([kind for name, kinds in filling if name in may_hold for kind in kinds])
    for place, group in enumerate(filling):
        if winning in group[1] and group not in filling[:place]:
            if jokers and may_hold and not has_room(room, jokers, winning, group[0] in may_hold, by_joker):
                continue
            groups = _concealed_groups(filling, place, hand, self_draw, jokers, may_hold)
            wait = wait_name(group, winning, tables)
            melded = [kind for meld in hand.melds for kind in meld.represented_kinds]
            represented = tuple(sorted([*jokers, *melded])) if melded else jokers
            yield Reading(shape.id, (*groups, *meld_groups(hand)), wait, represented, winning)


def has_room(
    room: Mapping[int, int], jokers: Iterable[int], winning: int, wins_among_jokers: bool, by_joker: bool
) -> bool:
    """Whether jokers find room where they may stand. `room` is the number of each tile in such groups, and
    `wins_among_jokers` whether the winning tile completed one; there it takes the place of a joker.
    """
    if by_joker:
        return wins_among_jokers and all(count <= room[kind] for kind, count in Counter(jokers).items())
    return all(
        count <= room[kind] - (wins_among_jokers and kind == winning)
        for kind, count in Counter(jokers).items()
    )


def _concealed_groups(
    filling: Filling,
    winning_place: int,
    hand: Hand,
    self_draw: bool,
    jokers: Kinds,
    may_hold: frozenset[str],
) -> Iterator[Group]:
    """The concealed groups with their tiles: red copies go to the first of them, jokers to the last that may
    hold one.
    """
    pools: dict[int, list[Tile]] = {}
    for tile in sorted(hand.concealed_tiles, key=lambda tile: not tile.red):
        pools.setdefault(tile.kind, []).append(tile)
    pools.setdefault(hand.winning_tile.kind, []).insert(0, hand.winning_tile)
    tiles_of: dict[int, tuple[Tile, ...]] = {}
    for place in (winning_place, *range(len(filling))):
        if place not in tiles_of:
            tiles_of[place] = tuple([pools[kind].pop(0) for kind in filling[place][1]])
    left, used = Counter(jokers) if jokers else {}, [0] * len(filling)
    holders = [place for place, (name, _) in enumerate(filling) if not may_hold or name in may_hold]
    for place in reversed(holders if jokers else ()):
        for tile_kind in filling[place][1]:
            if left[tile_kind] > 0:
                left[tile_kind] -= 1
                used[place] += 1
    for place, (kind, kinds) in enumerate(filling):
        claimed = place == winning_place and not self_draw and len(kinds) >= 3
        yield Group(kind, tiles_of[place], not claimed, is_won=place == winning_place, jokers=used[place])


def meld_groups(hand: Hand) -> Iterator[Group]:
    """The melds of a hand as groups of a reading."""
    first = next((meld for meld in hand.melds if not meld.is_concealed), None)
    for meld in hand.melds:
        called = not meld.is_concealed
        yield Group(
            meld.kind,
            meld.tiles,
            not called,
            called,
            is_first_called=meld is first,
            jokers=len(meld.jokers),
            is_melded=True,
            is_added=meld.is_added,
        )


def wait_name(group: tuple[str, Kinds], winning_kind: int, tables: SetTables) -> str:
    """How the winning tile completed its set: two_sided, edge, closed, dual or single.

    Empty for a row whose tiles lie apart (1-4-7): no player's word for a wait fits it.
    """
    name, kinds = group
    kind = tables.kinds.get(name)
    if kind is None or len(kinds) < 3:
        return "single"
    if kind.run:
        is_run = kind.step == 1 and kinds in tables.tuple_sets[name]  # a row of a fixed shape need be none
        return _run_wait(kind, kinds, winning_kind, tables) if is_run else ""
    return "dual" if len(set(kinds)) == 1 else "closed"


def _run_wait(kind: SetKind, kinds: Kinds, winning_kind: int, tables: SetTables) -> str:
    """The wait of a run: two-sided if its other tiles also make a run with a tile at their other end."""

    def sort_run(kinds: Kinds) -> Kinds:
        """The tiles of a run as they rise, which across suits is not their order in the set."""
        tiles = tables.tileset.kinds
        return tuple(sorted(kinds, key=lambda index: int(tiles[index].attribute_values[kind.run])))

    run = sort_run(kinds)
    if winning_kind not in (run[0], run[-1]):
        return "closed"
    at_start = winning_kind == run[0]
    others = run[1:] if at_start else run[:-1]
    known = map(sort_run, tables.tuple_sets[kind.id])
    two_sided = any((other[:-1] if at_start else other[1:]) == others for other in known)
    return "two_sided" if two_sided else "edge"
