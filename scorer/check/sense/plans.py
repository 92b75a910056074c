"""The ways to fill a shape, as places for groups: some of them fixed, the others open."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.sense.world import PAIR, SINGLE, World
from scorer.readings import Kinds, Shape, knitted_rows
from scorer.tiles import mask_of, members
from scorer.values import dataclass, replace

MOST_PLANS = 64
Fixed = tuple[tuple[str, Kinds], ...]


@dataclass(frozen=True)
class Plan:
    """Places of one shape: `fixed` groups, then free sets of `kinds`, pairs and single tiles.

    `tiles` are the kinds of tile that the free places may have, `most` how often a group of two or one
    equal tiles may be there (a hand of different pairs has each once).
    """

    fixed: Fixed = ()
    sets: int = 0
    pairs: int = 0
    singles: int = 0
    kinds: frozenset[str] = frozenset()
    concealed: bool = False
    tiles: int = -1
    copies: int = 99


def plans_of(shape: Shape, world: World) -> list[Plan]:
    """Every plan of a shape; too many are cut, which only widens what is possible."""
    return list(WAYS[shape.way](shape, world))[:MOST_PLANS]


def _sets(shape: Shape, world: World) -> Iterator[Plan]:
    yield Plan((), shape.sets, shape.pairs, shape.singles, frozenset(shape.kinds), shape.concealed)


def _pairs(shape: Shape, world: World) -> Iterator[Plan]:
    yield Plan(pairs=shape.pairs, concealed=True, copies=2 if shape.different else 99)


def _one_of_each(shape: Shape, world: World) -> Iterator[Plan]:
    kinds = list(members(shape.mask & world.every))
    if mask_of(kinds) != shape.mask:
        return
    for twice in kinds:
        fixed = tuple((SINGLE, (kind,)) for kind in kinds if kind != twice)
        yield Plan((*fixed, (PAIR, (twice, twice))), concealed=True)


def _fixed(shape: Shape, world: World) -> Iterator[Plan]:
    free = Plan((), shape.sets, shape.pairs, shape.singles, frozenset(shape.kinds), shape.concealed)
    for rows in knitted_rows(shape.knitted, world.tileset):
        if all(world.every >> kind & 1 for row in rows for kind in row):
            yield replace(free, fixed=tuple(("knitted", row) for row in rows))


def _different(shape: Shape, world: World) -> Iterator[Plan]:
    rows = [row for choice in knitted_rows(shape.knitted, world.tileset) for row in choice]
    allowed = shape.mask | mask_of(kind for row in rows for kind in row)
    yield Plan(singles=shape.size, concealed=True, tiles=allowed, copies=1)


WAYS = {
    "sets": _sets,
    "pairs": _pairs,
    "one_of_each": _one_of_each,
    "fixed": _fixed,
    "different": _different,
}
