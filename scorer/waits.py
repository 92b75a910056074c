"""Finds what a hand needs: its distance from each shape, the tiles that help, and what each win would pay.

>>> from scorer.library import load_ruleset
>>> from scorer.notation import read_waiting
>>> rules = load_ruleset("riichi")
>>> hand, _ = read_waiting("123m456p789s1122z", rules.tileset, rules.set_tables)
>>> nearest = distances(hand, rules.shapes, rules.set_tables)[0]
>>> nearest.short, [rules.tileset.kinds[kind].code for kind in nearest.helping_kinds]
(1, ['1z', '2z'])

A complete hand uses some of the held tiles: each of its sets contains a *part* of them (two tiles of a run,
one tile, perhaps none) and lacks the rest. The search picks parts that share no tile and together use as many
tiles as possible. It visits all best choices, because different tiles may help each of them. Shapes of pairs,
of one tile of each kind and of different tiles need no search: each kind is used in one of a few ways, so a
single pass over the kinds is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, combinations, product

from scorer.engine.evaluate import View, holds, set_aside_tiles
from scorer.engine.request import circumstance_faults
from scorer.errors import Fault, InputError
from scorer.hand import Hand, Situation, WaitingHand
from scorer.library import Outcome, hand_outcome
from scorer.readings import FormalWaits, completing_kinds, tiles_against_waits
from scorer.ruleset.model import Ruleset
from scorer.shapes import Kinds, SetTables, Shape, TooManyReadings
from scorer.tiles import Tile, mask_kinds
from scorer.values import cached_property, dataclass, replace

# ---- how far a hand is from the shapes

Needs = tuple[Kinds, ...]
"""The ways to complete one part of a hand, each as the kinds that are missing."""
Slot = tuple[int, tuple[Kinds, ...]]
"""A number of sets (or pairs, or single tiles), and the tiles that each of them may consist of."""
Lack = tuple[int, set[int]]
"""The fewest missing tiles, and the kinds of tile that would reduce their number."""


@dataclass(frozen=True)
class Distance:
    """A hand lacks at least `short` tiles for a shape; a tile of a `helping` kind reduces this by one."""

    shape: Shape
    short: int
    helping_kinds: Kinds


def distances(
    hand: WaitingHand,
    shapes: Iterable[Shape],
    tables: SetTables,
    jokers: int = 0,
    formal: FormalWaits = False,
) -> tuple[Distance, ...]:
    """The distance to every shape that the hand can still reach, nearest first.

    A hand with distance 1 is waiting; its helping kinds are its winning tiles, among them tiles of which it
    holds every copy if waits are `formal`. Only tiles that the player holds are taken as gone; the set has
    that many `jokers`, of which more may come. A hand of fewer tiles, of which some are not drawn or not
    written yet, is measured against every larger shape. Raises TooManyReadings beyond all bounds.
    """
    stock = _TileStock(hand, tables, jokers, formal)
    found, shapes = [], tuple(shapes)
    lacking_one = [shape for shape in shapes if _size_for(hand, shape) == shape.size - 1]
    for shape in lacking_one or [shape for shape in shapes if _size_for(hand, shape) < shape.size]:
        if waits := completing_kinds(hand, (shape,), tables, formal) if formal and lacking_one else ():
            found.append(Distance(shape, 1, waits))
            continue
        lacks = [lack for lack in _lacks_of_shape(hand, stock, shape, tables) if lack is not None]
        if lacks:
            missing = min(missing for missing, _ in lacks)
            helping = sorted(set().union(*(kinds for fewest, kinds in lacks if fewest == missing)))
            found.append(Distance(shape, missing - stock.jokers, tuple(helping)))
    return tuple(sorted(found, key=lambda item: item.short))


class _TileStock:
    """The tiles of a hand: `held` are the concealed tiles by kind, `free` the copies that the player does not
    hold, and `jokers` the number of held jokers. `spare_jokers` is the number of jokers, held or still to be
    drawn, that may stand for more copies of a tile than the set has. `formal` are the kinds that are waited
    for even when every copy is held.
    """

    def __init__(self, hand: WaitingHand, tables: SetTables, jokers: int, formal: FormalWaits) -> None:
        tileset, own = tables.tileset, Counter(tile.kind for tile in hand.tiles)
        self.held = Counter(tile.kind for tile in hand.concealed if tileset.tile_role(tile) != "joker")
        self.jokers = len(hand.concealed) - self.held.total()
        self.spare_jokers = max(self.jokers, jokers) if tileset.fifth else 0
        self.free = Counter(
            {kind: max(0, tileset.kinds[kind].copies - own[kind]) for kind in tileset.playing_kinds}
        )
        counted = tiles_against_waits(formal, self.held + self.free, own - self.held)
        wholly_held = (kind for kind in tileset.playing_kinds if counted[kind] < tileset.kinds[kind].copies)
        self.formal = frozenset(wholly_held if not self.jokers else ())

    def can_complete(self, parts: Sequence[Needs], lacking: Kinds = ()) -> bool:
        """Whether all parts can be completed at once, with spare jokers for copies that the set lacks; the
        last tile may be one that is waited for formally.
        """
        beyond = Counter(lacking) - self.free
        if beyond.total() - (not self.formal.isdisjoint(beyond)) > self.spare_jokers:
            return False
        return not parts or any(self.can_complete(parts[1:], lacking + need) for need in parts[0])


def _size_for(hand: WaitingHand, shape: Shape) -> int:
    """How many tiles a hand has where each meld counts as a set of the shape, a kong among them."""
    return len(hand.concealed) + shape.set_size * len(hand.melds)


def _lacks_of_shape(
    hand: WaitingHand, stock: _TileStock, shape: Shape, tables: SetTables
) -> Iterator[Lack | None]:
    """What a hand lacks for a shape, for each choice of its rows of tiles (one choice if it has no rows).
    Nothing is yielded if the hand has melds that the shape does not allow.
    """
    allowed = all(meld.kind in shape.kinds and (meld.concealed or not shape.concealed) for meld in hand.melds)
    if shape.flowers or not allowed:
        return
    playing = tables.tileset.playing_kinds
    for rows in tables.knitted_choices(shape.knitted):
        in_rows = tuple(kind for row in rows for kind in row)
        if shape.way == "pairs":
            copies = (
                max(kind.copies for kind in tables.tileset.kinds if kind.role == "tile") + stock.spare_jokers
            )
            most = 1 if shape.different else min(shape.pairs, copies // 2)
            pairs = tuple((count, 2 * count) for count in range(most + 1))
            yield _lack_by_kind(stock, playing, pairs, shape.pairs)
        elif shape.way == "one_of_each":
            yield _lack_by_kind(stock, tuple(mask_kinds(shape.mask)), ((0, 1), (1, 2)), 1)
        elif shape.way == "different":
            wanted = {*in_rows, *mask_kinds(shape.mask)}
            among = tuple(kind for kind in playing if kind in wanted)
            yield _lack_by_kind(stock, among, ((0, 0), (1, 1)), shape.size)
        else:
            yield _lack_of_sets(stock, in_rows, shape, tables, len(hand.melds))


# ---- shapes that need a number of copies of each kind

Ways = tuple[tuple[int, int], ...]
"""The ways to use a kind, each as (places filled, copies needed)."""


def _lack_by_kind(stock: _TileStock, kinds: Kinds, ways: Ways, places: int) -> Lack | None:
    """What is missing to fill the places; None if they cannot be filled. A kind helps if one of the best
    choices lacks it.

    Each kind splits the others into those before and those after it. The fewest missing tiles of both
    sides are computed once, so that deciding whether a kind helps only joins three tables.
    """
    uses = [[_KindUse(stock, kind, way) for way in ways] for kind in kinds]
    before = list(accumulate(uses, partial(_fewest_missing_with, stock, places), initial=NOTHING_MISSING))
    missing = min((fewest for (filled, _), fewest in before[-1].items() if filled == places), default=None)
    if missing is None:
        return None
    after = list(
        accumulate(reversed(uses), partial(_fewest_missing_with, stock, places), initial=NOTHING_MISSING)
    )
    helping = set()
    for place, kind in enumerate(kinds):
        lacking = [use for use in uses[place] if use.missing] if stock.free[kind] else []
        if lacking:
            with_kind = _fewest_missing_with(stock, places, before[place], lacking)
            rest = after[len(kinds) - place - 1]
            totals = (
                fewest + more
                for (filled, beyond), fewest in with_kind.items()
                for (others, further), more in rest.items()
                if filled + others == places and beyond + further <= stock.spare_jokers
            )
            if min(totals, default=None) == missing:
                helping.add(kind)
    return missing, helping


Fewest = dict[tuple[int, int], int]
"""The fewest tiles missing, by the places filled and the copies that no draw can bring."""
NOTHING_MISSING: Fewest = {(0, 0): 0}


class _KindUse:
    """One way to use a kind: the places that it fills, the tiles that it lacks, and how many of these no draw
    can bring.
    """

    def __init__(self, stock: _TileStock, kind: int, way: tuple[int, int]) -> None:
        self.places, copies = way
        self.missing = max(0, copies - stock.held[kind])
        self.beyond = max(0, self.missing - stock.free[kind])


def _fewest_missing_with(stock: _TileStock, places: int, before: Fewest, uses: Sequence[_KindUse]) -> Fewest:
    """The table after one more kind is used in one of these ways."""
    best: Fewest = {}
    for ((filled, beyond), missing), use in product(before.items(), uses):
        state, total = (filled + use.places, beyond + use.beyond), missing + use.missing
        if state[0] <= places and state[1] <= stock.spare_jokers and total < best.get(state, total + 1):
            best[state] = total
    return best


# ---- sets, pairs and single tiles

MOST_SEARCH_STEPS = 100_000
"""Far more steps than any hand of a shipped game takes (about ten thousand)."""


Part = tuple[Kinds, Needs]
"""Held tiles that are used together, and the tiles that each set containing them lacks."""


def _lack_of_sets(
    stock: _TileStock, fixed: Kinds, shape: Shape, tables: SetTables, melds: int
) -> Lack | None:
    """What is missing for `fixed` tiles and for a shape's sets, pairs and single tiles together, or None if
    the shape cannot be reached.
    """
    starting = tables.groups_by_lowest_kind(shape.kinds)
    sets = tuple(kinds for found in starting.values() for _, kinds in found if len(kinds) == shape.set_size)
    singles = tuple((kind,) for kind in tables.tileset.playing_kinds)
    every = (shape.sets - melds, sets), (shape.pairs, tables.pair_tuples(shape)), (shape.singles, singles)
    slots = [(count, groups) for count, groups in every if count > 0]
    if not all(groups for _, groups in slots):
        return None
    search = _PartSearch(stock, fixed, slots)
    size = len(fixed) + sum(count * len(groups[0]) for count, groups in slots)
    return (size - search.best, search.helping) if search.best >= 0 else None


class _PartSearch:
    """Searches for the best use of the held tiles: `best` is the most tiles that can be used, `helping` the
    kinds that the best choices lack.
    """

    def __init__(self, stock: _TileStock, fixed: Kinds, slots: Sequence[Slot]) -> None:
        wanted = Counter(fixed)
        used = wanted & stock.held
        self.stock, self.left = stock, stock.held - used
        self.slots = [(count, _held_parts(groups, self.left)) for count, groups in slots]
        self.chosen: list[Needs] = [(tuple((wanted - used).elements()),)]
        self.best, self.steps = -1, 0
        self.helping: set[int] = set()
        self._fill_slot(-1, 0, 0, used.total())

    def _fill_slot(self, slot: int, room: int, start: int, kept: int) -> None:
        """Fills `room` more places of a slot with parts from `start` on, then the following slots."""
        self.steps += 1
        if self.steps > MOST_SEARCH_STEPS:
            raise TooManyReadings("the hand can be completed in too many ways")
        while not room:
            slot, start = slot + 1, 0
            if slot == len(self.slots):
                self._record_choice(kept)
                return
            room = self.slots[slot][0]
        later = sum(count * len(parts[0][0]) for count, parts in self.slots[slot + 1 :])
        for place, (used, needs) in enumerate(self.slots[slot][1][start:], start):
            if kept + min(room * len(used) + later, self.left.total()) < self.best:
                return
            if all(self.left[kind] >= used.count(kind) for kind in used):
                self.left.subtract(used)
                self.chosen.append(needs)
                self._fill_slot(slot, room - 1, place, kept + len(used))
                self.left.update(used)
                self.chosen.pop()

    def _record_choice(self, kept: int) -> None:
        if kept < self.best or (kept > self.best and not self.stock.can_complete(self.chosen)):
            return
        if kept > self.best:
            self.best, self.helping = kept, set()
        for place, needs in enumerate(self.chosen):
            others = [*self.chosen[:place], *self.chosen[place + 1 :]]
            for need in needs:
                new = {kind for kind in need if self.stock.free[kind]} - self.helping
                if new and self.stock.can_complete([(need,), *others]):
                    self.helping |= new


def _held_parts(groups: Iterable[Kinds], held: Counter[int]) -> list[Part]:
    """Every combination of held tiles that is part of a group, larger ones first."""
    found: dict[Kinds, dict[Kinds, None]] = {}
    for group in groups:
        there = list((Counter(group) & held).elements())
        for size in range(len(there) + 1):
            for used in set(combinations(there, size)):
                lacking = tuple((Counter(group) - Counter(used)).elements())
                found.setdefault(tuple(sorted(used)), {})[lacking] = None
    return [(used, tuple(found[used])) for used in sorted(found, key=lambda used: (-len(used), used))]


# ---- waits


@dataclass(frozen=True)
class WinningTile:
    """A tile that completes the hand, the number of unseen copies, and the outcome of both ways of winning.
    The outcome is an InputError if circumstances contradict the way of winning.
    """

    tile: Tile
    copies_left: int
    discard: Outcome
    self_draw: Outcome


@dataclass(frozen=True)
class HelpingTile:
    """A tile that brings the hand nearer to complete, and the number of unseen copies."""

    tile: Tile
    copies_left: int


@dataclass(frozen=True)
class HandWaits:
    """What a hand without its winning tile waits for, or which tiles help it.

    `distances` are the shapes that it can reach, nearest first. `winning_tiles` is empty for a hand more than
    one tile short, `helping` for a hand that waits. `discarded` are the winning tiles among the player's own
    discards, and `circumstances` are those that follow from them under the rules.
    """

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    distances: tuple[Distance, ...]
    winning_tiles: tuple[WinningTile, ...] = ()
    helping_tiles: tuple[HelpingTile, ...] = ()
    discarded: Kinds = ()
    circumstances: tuple[str, ...] = ()

    @cached_property
    def short(self) -> int | None:
        """The number of missing tiles, or None if no shape can be reached."""
        return self.distances[0].short if self.distances else None

    @cached_property
    def nearest(self) -> tuple[Distance, ...]:
        return tuple(item for item in self.distances if item.short == self.short)

    @property
    def copies_left(self) -> int:
        """The number of unseen copies of the tiles that win or help."""
        return sum(item.copies_left for item in (self.winning_tiles or self.helping_tiles))


def find_waits(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> HandWaits:
    """What a hand waits for, or which tiles help it.

    `find_discards` are the player's own, `visible` other tiles seen on the table; neither can be drawn any
    more. Raises InputError if the situation allows no win at all, or if the search takes too many steps.

    >>> from scorer.library import load_ruleset
    >>> from scorer.notation import read_waiting
    >>> rules = load_ruleset("riichi")
    >>> hand, _ = read_waiting("234m345p67p456s55s", rules.tileset, rules.set_tables)
    >>> found = find_waits(rules, hand, Situation(False))
    >>> [
    ...     (rules.tileset.tile_code(item.tile), item.copies_left, item.discard.score.points)
    ...     for item in found.winning_tiles
    ... ]
    [('2p', 4, 2000), ('0p', 1, 3900), ('5p', 2, 2000), ('8p', 4, 2000)]
    """
    try:
        shapes = active_shapes(ruleset, hand, situation)
        tables, formal = ruleset.set_tables, ruleset.formal_waits
        found = distances(hand, shapes, tables, ruleset.tileset.jokers, formal)
    except TooManyReadings as error:
        raise InputError([Fault("hand", None, str(error), "hand")]) from error
    result = HandWaits(ruleset, hand, situation, found)
    kinds = sorted({kind for item in result.nearest for kind in item.helping_kinds})
    left = _copies_left(ruleset, hand, situation, (*discards, *visible))
    jokers = [kind.index for kind in ruleset.tileset.kinds if kind.role == "joker"]
    wanted = [*kinds, *(joker for joker in jokers if result.short and _total_copies(left[joker]))]
    if result.short != 1:
        return replace(
            result, helping_tiles=tuple(HelpingTile(Tile(kind), _total_copies(left[kind])) for kind in wanted)
        )
    gone = {tile.kind for tile in discards}
    discarded = tuple(kind for kind in kinds if kind in gone)
    faces = [face for kind in wanted for face in left[kind]]
    winning = tuple(_winning_tile(result, tile, count, discarded) for tile, count in faces)
    errors = [outcome.error for item in winning for outcome in (item.discard, item.self_draw)]
    faults = [fault for error in errors if isinstance(error, InputError) for fault in error.faults]
    if faults and all(isinstance(error, InputError) for error in errors):  # the user's fault, not the hand's
        raise InputError(dict.fromkeys(faults))
    brought = tuple(item.id for item in ruleset.circumstances if item.own_discard and discarded)
    return replace(result, winning_tiles=winning, discarded=discarded, circumstances=brought)


def active_shapes(ruleset: Ruleset, hand: WaitingHand, situation: Situation) -> Iterator[Shape]:
    """The shapes that the rules allow for the hand in at least one way of winning."""
    conditions = dict(ruleset.shape_conditions)
    views = []
    if hand.concealed:
        held = replace(hand, concealed=hand.concealed[:-1]).with_winning_tile(hand.concealed[-1])
        ways = (replace(situation, self_draw=drawn) for drawn in (True, False))
        views = [View(ruleset, held, way) for way in ways]
    for shape in ruleset.shapes:
        if not views or any(holds(conditions.get(shape.id), view) for view in views):
            yield shape


Left = list[tuple[Tile, int]]
"""The faces of a kind (red and plain), with the number of unseen copies of each."""


def _copies_left(
    ruleset: Ruleset, hand: WaitingHand, situation: Situation, table: tuple[Tile, ...]
) -> dict[int, Left]:
    """The unseen copies of each kind, red ones first; only the plain face if there are none."""
    tileset, left = ruleset.tileset, {}
    shown = (tile for _, tiles in situation.indicators for tile in tiles)
    seen = Counter((*hand.tiles, *table, *shown, *set_aside_tiles(situation, ruleset)))
    for kind in tileset.kinds:
        plain, red = Tile(kind.index), Tile(kind.index, True)
        every = max(0, kind.copies - seen[plain] - seen[red])
        reds = min(every, max(0, tileset.red_copies(kind.index) - seen[red]))
        faces = [(red, reds), (plain, every - reds)]
        left[kind.index] = [face for face in faces if face[1]] or [(plain, 0)]
    return left


def _total_copies(faces: Left) -> int:
    return sum(count for _, count in faces)


def _winning_tile(result: HandWaits, tile: Tile, copies_left: int, discarded: Kinds) -> WinningTile:
    """The outcomes of winning with a tile, including circumstances caused by the player's own discards."""
    situation = result.situation
    brought = [
        (item.id, 1)
        for item in result.ruleset.circumstances
        if not situation.circumstance_numbers.get(item.id)
        and ((item.own_discard == "any" and discarded) or (item.own_discard and tile.kind in discarded))
    ]
    situation = replace(situation, circumstances=(*situation.circumstances, *brought))
    ways = replace(situation, self_draw=False), replace(situation, self_draw=True, discarder=None)
    discard, self_draw = (
        _checked_outcome(result.ruleset, result.hand.with_winning_tile(tile), way) for way in ways
    )
    return WinningTile(tile, copies_left, discard, self_draw)


def _checked_outcome(ruleset: Ruleset, hand: Hand, situation: Situation) -> Outcome:
    faults = list(circumstance_faults(hand, situation, ruleset))
    return Outcome(error=InputError(faults)) if faults else hand_outcome(ruleset, hand, situation)


# ---- discards


@dataclass(frozen=True)
class Discard:
    """A tile that may be discarded, and what the remaining hand waits for."""

    tile: Tile
    waits: HandWaits


@dataclass(frozen=True)
class Discards:
    """The discards from a hand with one tile too many that leave it nearest to complete, best first."""

    ruleset: Ruleset
    hand: WaitingHand
    situation: Situation
    choices: tuple[Discard, ...]

    @property
    def short(self) -> int | None:
        """The number of missing tiles after the best discard, or None if no shape can be reached."""
        return self.choices[0].waits.short if self.choices else None

    @property
    def is_complete(self) -> bool:
        """Whether the hand is already complete: without one of its tiles, it waits for that tile."""
        return any(
            choice.tile.kind == found.tile.kind
            for choice in self.choices
            for found in choice.waits.winning_tiles
        )


def find_discards(
    ruleset: Ruleset,
    hand: WaitingHand,
    situation: Situation,
    earlier_discards: tuple[Tile, ...] = (),
    visible: tuple[Tile, ...] = (),
) -> Discards:
    """The discards that leave the hand ready, or as near as possible; `earlier_discards` are earlier
    discards.
    """
    found = []
    for tile in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(tile)
        left = replace(hand, concealed=tuple(rest))
        found.append(Discard(tile, find_waits(ruleset, left, situation, (*earlier_discards, tile), visible)))
    near = min((one.waits.short for one in found if one.waits.short is not None), default=None)
    best = [one for one in found if near is not None and one.waits.short == near]
    best.sort(key=lambda one: -one.waits.copies_left)
    return Discards(ruleset, hand, situation, tuple(best))
