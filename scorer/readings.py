"""Every way to read a hand: each filling of each shape, and each set that the winning tile completed.

Kinds of set and shapes are data. A kind becomes a table of tile tuples; filling a shape walks tables
only, so a set of three winds or of one colour needs no code of its own.

The order is part of the specification, since equal values go to the first: shapes as in the file,
sets before pairs, low tiles first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from scorer.hand import Hand
from scorer.tiles import Names, Tile, TileSet, members

MOST_TUPLES = 20_000
MOST_STEPS = 200_000
Kinds = tuple[int, ...]
Filling = tuple[tuple[str, Kinds], ...]


class TooManyReadings(Exception):
    """A hand or a rule file asks for more fillings than are ever useful."""


@dataclass(frozen=True)
class SetKind:
    """A kind of set by the relation between its tiles.

    `same` and `differ` name attributes (or `tile`); `run` names the attribute whose values rise by
    `step`. A `declared` kind (kong) is made only by saying so: it stands in a meld.
    """

    id: str
    size: int
    same: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    run: str = ""
    step: int = 1
    declared: bool = False
    names: Names = ()


@dataclass(frozen=True)
class Shape:
    """What a complete hand is made of.

    `way` says how it is filled: sets (with pairs and loose singles), pairs, one_of_each (`mask`),
    fixed (a `knitted` part, then sets) or different (tiles of `mask` or of a `knitted` part).
    `size` is the number of tiles, a declared set counted as three.
    """

    id: str
    way: str
    size: int
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: tuple[str, ...] = ()
    different: bool = False
    concealed: bool = False
    mask: int = 0
    knitted: str = ""
    names: Names = ()


@dataclass(frozen=True)
class Group:
    """One set, pair or single of a reading. `called` came from another player's discard; a set of three
    or more that a discard completed is neither called nor concealed.
    """

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool = True
    called: bool = False
    won: bool = False
    first_called: bool = False
    jokers: int = 0
    melded: bool = False

    @cached_property
    def kinds(self) -> Kinds:
        return tuple(tile.kind for tile in self.tiles)


@dataclass(frozen=True)
class Reading:
    """One filling of one shape, with the set that the winning tile completed and the kind of wait.

    `jokers` are the kinds that the hand's jokers stand for, in the order of the set.
    """

    shape: str
    groups: tuple[Group, ...]
    wait: str
    jokers: Kinds = ()

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for group in self.groups for tile in group.tiles)


class SetTables:
    """The tile tuples of every kind of set in one tile set, and which of them begin with a tile."""

    def __init__(self, kinds: tuple[SetKind, ...], tileset: TileSet) -> None:
        self.tileset = tileset
        self.kinds = {kind.id: kind for kind in kinds}
        self.tuples = {kind.id: tuple(_tuples(kind, tileset)) for kind in kinds}
        self.known = {name: frozenset(tuples) for name, tuples in self.tuples.items()}
        self._starting: dict[tuple[str, ...], dict[int, list[tuple[str, Kinds]]]] = {}

    def starting(self, names: tuple[str, ...]) -> dict[int, list[tuple[str, Kinds]]]:
        """Sets of these kinds by their lowest tile, in the order of the kinds."""
        if names not in self._starting:
            table: dict[int, list[tuple[str, Kinds]]] = {}
            for name in names:
                for kinds in () if self.kinds[name].declared else self.tuples[name]:
                    table.setdefault(kinds[0], []).append((name, kinds))
            self._starting[names] = table
        return self._starting[names]

    def kind_of(self, tiles: tuple[Tile, ...]) -> str | None:
        """The kind of set that these tiles make, pairs left out."""
        kinds = tuple(sorted(tile.kind for tile in tiles))
        found = (name for name, known in self.known.items() if len(kinds) > 2 and kinds in known)
        return next(found, None)


def _tuples(kind: SetKind, tileset: TileSet) -> Iterator[Kinds]:
    for count, kinds in enumerate(_extended(kind, tileset, ())):
        if count >= MOST_TUPLES:
            raise TooManyReadings(f"the kind of set '{kind.id}' has more than {MOST_TUPLES:,} different sets")
        yield kinds


def _extended(kind: SetKind, tileset: TileSet, kinds: Kinds) -> Iterator[Kinds]:
    """Every set of the kind that begins with these tiles, tiles in the order of the set."""
    if len(kinds) == kind.size:
        yield kinds
        return
    for index in tileset.playing:
        if (not kinds or index >= kinds[-1]) and _fits(kind, tileset, (*kinds, index)):
            yield from _extended(kind, tileset, (*kinds, index))


def _fits(kind: SetKind, tileset: TileSet, kinds: Kinds) -> bool:
    """Whether the newest tile may stand beside the others."""
    new, first = tileset.kinds[kinds[-1]], tileset.kinds[kinds[0]]
    if kinds.count(new.index) > new.copies:
        return False
    for name in kind.same:
        if name == "tile":
            if new.index != first.index:
                return False
        elif new.attribute.get(name) is None or new.attribute[name] != first.attribute.get(name):
            return False
    if kind.run and not _rises(kind, tileset, kinds):
        return False
    return all(_all_differ(name, tileset, kinds) for name in kind.differ)


def _rises(kind: SetKind, tileset: TileSet, kinds: Kinds) -> bool:
    ranks = [tileset.kinds[index].attribute.get(kind.run) for index in kinds]
    start = ranks[0]
    return isinstance(start, int) and ranks[-1] == start + kind.step * (len(kinds) - 1)


def _all_differ(name: str, tileset: TileSet, kinds: Kinds) -> bool:
    values = [index if name == "tile" else tileset.kinds[index].attribute.get(name) for index in kinds]
    return None not in values and len(set(values)) == len(values)


def read_hand(hand: Hand, self_draw: bool, shapes: tuple[Shape, ...], tables: SetTables) -> list[Reading]:
    """Every reading of a hand in the order of the specification; none where it is not complete.

    Raises TooManyReadings for a hand beyond all bounds.
    """
    found: dict[Reading, None] = {}
    for played, jokers in _substitutions(hand, tables.tileset):
        for shape in shapes:
            for filling in fillings(played, shape, tables):
                for reading in _won(played, shape, filling, self_draw, tables, jokers, hand):
                    found.setdefault(reading)
    return list(found)


def completes(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables) -> bool:
    """Whether the hand fills some shape."""
    return any(
        next(fillings(played, shape, tables), None) is not None
        for played, _ in _substitutions(hand, tables.tileset)
        for shape in shapes
    )


def waits_of(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables) -> Kinds:
    """The kinds that would complete the hand in place of its winning tile.

    A kind of which the hand already holds every copy cannot come and is no wait.
    """
    held = Counter(tile.kind for tile in (*hand.tiles, *hand.flowers))
    held[hand.winning_tile.kind] -= 1
    playing = tables.tileset.playing
    return tuple(
        kind
        for kind in playing
        if held[kind] < tables.tileset.kinds[kind].copies
        and completes(replace(hand, winning_tile=Tile(kind)), shapes, tables)
    )


MOST_SUBSTITUTIONS = 5_000


def _substitutions(hand: Hand, tileset: TileSet) -> Iterator[tuple[Hand, Kinds]]:
    """The hand with its jokers replaced by every tile that they may stand for."""
    places = [tile for tile in (*hand.concealed, hand.winning_tile) if tileset.role(tile) == "joker"]
    if not places:
        yield hand, ()
        return
    plain = tuple(tile for tile in hand.concealed if tileset.role(tile) != "joker")
    won_by_joker = tileset.role(hand.winning_tile) == "joker"
    for kinds in _choices(tileset.playing, len(places)):
        for winning in dict.fromkeys(kinds) if won_by_joker else (None,):
            yield _substituted(hand, plain, kinds, winning), kinds


def _substituted(hand: Hand, plain: tuple[Tile, ...], kinds: Kinds, winning: int | None) -> Hand:
    rest = list(kinds)
    if winning is None:
        return replace(hand, concealed=(*plain, *map(Tile, rest)))
    rest.remove(winning)
    return replace(hand, concealed=(*plain, *map(Tile, rest)), winning_tile=Tile(winning))


def _choices(playing: Kinds, count: int) -> Iterator[Kinds]:
    from itertools import combinations_with_replacement
    from math import comb

    if comb(len(playing) + count - 1, count) > MOST_SUBSTITUTIONS:
        raise TooManyReadings(f"{count} jokers can stand for too many different tiles")
    yield from combinations_with_replacement(playing, count)


def fillings(hand: Hand, shape: Shape, tables: SetTables) -> Iterator[Filling]:
    """Every filling of one shape with the concealed tiles, beside the melds."""
    tiles = [tile.kind for tile in (*hand.concealed, hand.winning_tile)]
    if shape.concealed and not hand.is_concealed:
        return
    if any(meld.kind not in shape.kinds for meld in hand.melds):
        return
    if len(tiles) + 3 * len(hand.melds) != shape.size:
        return
    yield from WAYS[shape.way](Counter(tiles), shape, tables, len(hand.melds))


def _sets(counts: Counter[int], shape: Shape, tables: SetTables, melds: int) -> Iterator[Filling]:
    walk = _Walk(tables.starting(shape.kinds))
    yield from walk.fill(counts, (shape.sets - melds, shape.pairs, shape.singles), (), -1, 0)


class _Walk:
    """Takes sets, pairs and singles off the lowest tile left, so that no filling comes twice."""

    def __init__(self, starting: dict[int, list[tuple[str, Kinds]]]) -> None:
        self.starting = starting
        self.steps = 0

    def fill(
        self, counts: Counter[int], wanted: tuple[int, int, int], taken: Filling, last: int, after: int
    ) -> Iterator[Filling]:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyReadings("the hand can be read in too many ways")
        left = [kind for kind, count in counts.items() if count]
        if not left:
            if not any(wanted):
                yield taken
            return
        lowest = min(left)
        for place, (slot, group) in enumerate(self._options(lowest, wanted)):
            if lowest == last and place < after:
                continue
            taken_kinds = Counter(group[1])
            if all(counts[kind] >= count for kind, count in taken_kinds.items()):
                fewer = tuple(count - (index == slot) for index, count in enumerate(wanted))
                rest = counts - taken_kinds
                yield from self.fill(rest, fewer, (*taken, group), lowest, place)  # type: ignore[arg-type]

    def _options(self, lowest: int, wanted: tuple[int, int, int]) -> Iterator[tuple[int, tuple[str, Kinds]]]:
        """Every group that may take the lowest tile, always at the same place in the list."""
        never = ("", (-1,))
        for group in self.starting.get(lowest, ()):
            yield 0, group if wanted[0] > 0 else never
        yield 1, ("pair", (lowest, lowest)) if wanted[1] > 0 else never
        yield 2, ("single", (lowest,)) if wanted[2] > 0 else never


def _pairs(counts: Counter[int], shape: Shape, tables: SetTables, melds: int) -> Iterator[Filling]:
    odd = any(count % 2 for count in counts.values())
    if odd or melds or (shape.different and any(count > 2 for count in counts.values())):
        return
    yield tuple(("pair", (kind, kind)) for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _one_of_each(counts: Counter[int], shape: Shape, tables: SetTables, melds: int) -> Iterator[Filling]:
    wanted = set(members(shape.mask))
    if set(counts) != wanted or melds:
        return
    singles = tuple(("single", (kind,)) for kind in sorted(counts) if counts[kind] == 1)
    pair = tuple(("pair", (kind, kind)) for kind in counts if counts[kind] == 2)
    yield singles + pair


def _fixed(counts: Counter[int], shape: Shape, tables: SetTables, melds: int) -> Iterator[Filling]:
    for rows in knitted_rows(shape.knitted, tables.tileset):
        needed = Counter(kind for row in rows for kind in row)
        if all(counts[kind] >= count for kind, count in needed.items()):
            knitted = tuple(("knitted", row) for row in rows)
            for filling in _sets(counts - needed, shape, tables, melds):
                yield knitted + filling


def _different(counts: Counter[int], shape: Shape, tables: SetTables, melds: int) -> Iterator[Filling]:
    if melds or any(count > 1 for count in counts.values()):
        return
    for rows in knitted_rows(shape.knitted, tables.tileset):
        allowed = {kind for row in rows for kind in row} | set(members(shape.mask))
        if set(counts) <= allowed:
            yield tuple(("single", (kind,)) for kind in sorted(counts))
            return


WAYS = {
    "sets": _sets,
    "pairs": _pairs,
    "one_of_each": _one_of_each,
    "fixed": _fixed,
    "different": _different,
}


def knitted_rows(text: str, tileset: TileSet) -> Iterator[tuple[Kinds, ...]]:
    """The rows of `147A258B369C` for every choice of different suits; one empty choice without text."""
    parts, digits = [], ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        else:
            parts.append((digits, letter))
            digits = ""
    letters = sorted({letter for _, letter in parts if letter.isupper()})
    suited = [
        s.letter for s in tileset.suits if tileset.attributes[0] in tileset.by_code[f"1{s.letter}"].attribute
    ]
    for choice in permutations(suited, len(letters)):
        suit = dict(zip(letters, choice, strict=True))
        codes = [[digit + suit.get(letter, letter) for digit in digits] for digits, letter in parts]
        if all(code in tileset.by_code for row in codes for code in row):
            yield tuple(tuple(tileset.by_code[code].index for code in row) for row in codes)


def _won(
    hand: Hand,
    shape: Shape,
    filling: Filling,
    self_draw: bool,
    tables: SetTables,
    jokers: Kinds,
    written: Hand,
) -> Iterator[Reading]:
    """A reading for each different group that the winning tile may have completed."""
    winning = hand.winning_tile
    for place, group in enumerate(filling):
        if winning.kind not in group[1] or group in filling[:place]:
            continue
        wait = _wait(group, winning.kind, tables)
        groups = _groups(filling, place, hand, self_draw, tables.tileset, jokers, written)
        yield Reading(shape.id, (*groups, *_melded(hand)), wait, jokers)


def _groups(
    filling: Filling,
    won: int,
    hand: Hand,
    self_draw: bool,
    tileset: TileSet,
    jokers: Kinds,
    written: Hand,
) -> Iterator[Group]:
    """The concealed groups with their tiles; red copies go to the groups that come first."""
    pools: dict[int, list[Tile]] = {}
    for tile in sorted(hand.concealed, key=lambda tile: not tile.red):
        pools.setdefault(tile.kind, []).append(tile)
    tiles_of: dict[int, tuple[Tile, ...]] = {won: _drawn(filling[won][1], pools, hand.winning_tile)}
    for place, (_, kinds) in enumerate(filling):
        if place != won:
            tiles_of[place] = _drawn(kinds, pools, None)
    used = _joker_places(filling, jokers)
    for place, (kind, kinds) in enumerate(filling):
        claimed = place == won and not self_draw and len(kinds) >= 3
        yield Group(kind, tiles_of[place], not claimed, won=place == won, jokers=used[place])


def _drawn(kinds: Kinds, pools: dict[int, list[Tile]], winning: Tile | None) -> tuple[Tile, ...]:
    tiles, fresh = [], winning
    for kind in kinds:
        if fresh is not None and kind == fresh.kind:
            tiles.append(fresh)
            fresh = None
        else:
            tiles.append(pools[kind].pop(0))
    return tuple(tiles)


def _joker_places(filling: Filling, jokers: Kinds) -> list[int]:
    """How many jokers stand in each group; they go to the groups that come last."""
    left, used = Counter(jokers), [0] * len(filling)
    for place in reversed(range(len(filling))):
        for kind in filling[place][1]:
            if left[kind] > 0:
                left[kind] -= 1
                used[place] += 1
    return used


def _melded(hand: Hand) -> Iterator[Group]:
    first = next((meld for meld in hand.melds if not meld.concealed), None)
    for meld in hand.melds:
        called = not meld.concealed
        yield Group(meld.kind, meld.tiles, not called, called, first_called=meld is first, melded=True)


def _wait(group: tuple[str, Kinds], winning: int, tables: SetTables) -> str:
    """How the winning tile completed its set: two_sided, edge, closed, dual or single."""
    name, kinds = group
    kind = tables.kinds.get(name)
    if kind is None or len(kinds) < 3:
        return "single"
    if not kind.run:
        return "dual" if len(set(kinds)) == 1 else "closed"
    if winning not in (kinds[0], kinds[-1]):
        return "closed"
    known = tables.known[name]
    others = kinds[1:] if winning == kinds[0] else kinds[:-1]
    return "two_sided" if any(other != kinds and _shares(other, others) for other in known) else "edge"


def _shares(kinds: Kinds, others: Kinds) -> bool:
    return kinds[1:] == others or kinds[:-1] == others
