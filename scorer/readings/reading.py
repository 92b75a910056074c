"""Every reading of a hand, which group the winning tile completed in each, and what would complete a hand.

Each choice of that group is a reading of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorer.hand import Hand
from scorer.readings.filling import MOST_READINGS, Steps, completing, fillings, substitutions
from scorer.readings.shapes import (
    Filling,
    Group,
    Kinds,
    Reading,
    SetKind,
    SetTables,
    Shape,
    TooManyReadings,
)
from scorer.tiles import Tile, TileSet
from scorer.values import replace


def read_hand(
    hand: Hand,
    self_draw: bool,
    shapes: tuple[Shape, ...],
    tables: SetTables,
    steps: Steps | None = None,
) -> list[Reading]:
    """Every reading of a hand in the order of the specification; none where it is not complete.

    `steps` are those that may be taken, where that is less than for a single hand. Raises TooManyReadings
    for a hand beyond all bounds.
    """
    found: dict[Reading, None] = {}
    steps = steps or Steps()
    for played, jokers in substitutions(hand, tables.tileset):
        for shape in shapes:
            for filling in fillings(played, shape, tables, steps):
                for reading in won_readings(played, shape, filling, self_draw, tables, jokers, hand):
                    found.setdefault(reading)
                if len(found) > MOST_READINGS:
                    raise TooManyReadings
    return list(found)


def completes(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables, steps: Steps | None = None) -> bool:
    """Whether the hand fills some shape. Raises TooManyReadings beyond all bounds."""
    steps = steps or Steps()
    return any(
        next(fillings(played, shape, tables, steps), None) is not None
        for played, _ in substitutions(hand, tables.tileset)
        for shape in shapes
    )


def waits_of(hand: Hand, shapes: tuple[Shape, ...], tables: SetTables, formal: bool = False) -> Kinds:
    """The kinds that would complete the hand in place of its winning tile.

    A kind of which the hand already holds every copy cannot come and is no wait, unless waits are `formal`.
    """
    held = Counter(tile.kind for tile in (*hand.tiles, *hand.flowers))
    held[hand.winning_tile.kind] -= 1
    tileset, steps = tables.tileset, Steps()
    if any(tileset.role(tile) == "joker" for tile in hand.concealed):
        kinds = dict.fromkeys(shapes, frozenset(tileset.playing))
    else:
        kinds = {shape: completing(hand, shape, tables) for shape in shapes}
    return tuple(
        kind
        for kind in tileset.playing
        if (formal or held[kind] < tileset.kinds[kind].copies)
        and (open_shapes := tuple(shape for shape in shapes if kind in kinds[shape]))
        and completes(replace(hand, winning_tile=Tile(kind)), open_shapes, tables, steps)
    )


# ---- which group the winning tile completed


def won_readings(
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
        wait = wait_of(group, winning.kind, tables)
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


def wait_of(group: tuple[str, Kinds], winning: int, tables: SetTables) -> str:
    """How the winning tile completed its set: two_sided, edge, closed, dual or single.

    Empty for a row whose tiles lie apart (1-4-7): no player's word for a wait fits it.
    """
    name, kinds = group
    kind = tables.kinds.get(name)
    if kind is None or len(kinds) < 3:
        return "single"
    if kind.run:
        return _run_wait(kind, kinds, winning, tables) if kind.step == 1 else ""
    return "dual" if len(set(kinds)) == 1 else "closed"


def _run_wait(kind: SetKind, kinds: Kinds, winning: int, tables: SetTables) -> str:
    """A run waits on two sides where its other tiles also make a run with a tile at their other end."""
    rising = _rising(kind, kinds, tables.tileset)
    if winning not in (rising[0], rising[-1]):
        return "closed"
    at_start = winning == rising[0]
    others = rising[1:] if at_start else rising[:-1]
    known = (_rising(kind, other, tables.tileset) for other in tables.known[kind.id])
    two_sided = any((other[:-1] if at_start else other[1:]) == others for other in known)
    return "two_sided" if two_sided else "edge"


def _rising(kind: SetKind, kinds: Kinds, tileset: TileSet) -> Kinds:
    """The tiles of a run as they rise, which across suits is not their order in the set."""
    return tuple(sorted(kinds, key=lambda index: int(tileset.kinds[index].attribute[kind.run])))
