"""Fills a shape with the concealed tiles: one way for each kind of shape, and jokers as any tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from scorer.hand import Hand
from scorer.readings.shapes import Filling, Kinds, SetTables, Shape, TooManyReadings
from scorer.tiles import Tile, TileSet, mask_of, members
from scorer.values import replace

MOST_READINGS = 4_096
"""of a hand, whoever reads it"""
MOST_STEPS = 400_000
"""Groups tried for a hand: a hand that is read in fewer ways than are allowed hardly takes so many."""
Needs = tuple[tuple[int, int], ...]
_Option = tuple[int, tuple[str, Kinds], Needs]


class Steps:
    """Counts what is tried for one hand, in all shapes and whatever its jokers stand for."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.taken, self.most = 0, most

    def take(self, count: int) -> None:
        """Raises TooManyReadings beyond all bounds."""
        self.taken += count
        if self.taken > self.most:
            raise TooManyReadings


def fillings(hand: Hand, shape: Shape, tables: SetTables, steps: Steps | None = None) -> Iterator[Filling]:
    """Every filling of one shape with the concealed tiles, beside the melds."""
    if shape.way == "flowers":
        yield from _flowers(hand, shape, tables.tileset)
        return
    tiles = [tile.kind for tile in (*hand.concealed, hand.winning_tile)]
    if shape.concealed and not hand.is_concealed:
        return
    if any(meld.kind not in shape.kinds for meld in hand.melds):
        return
    if len(tiles) + shape.set_size * len(hand.melds) != shape.size:
        return
    yield from WAYS[shape.way](Counter(tiles), shape, tables, len(hand.melds), steps or Steps())


def _sets(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: int, steps: Steps
) -> Iterator[Filling]:
    starting = tables.starting((shape.pair_kind,)) if shape.pair_kind else None
    walk = _Walk(counts, tables.starting(shape.kinds), starting, steps)
    yield from walk.fill(counts, (shape.sets - melds, shape.pairs, shape.singles), (), -1, 0)


class _Walk:
    """Takes sets, pairs and singles off the lowest tile left, so that no filling comes twice."""

    def __init__(
        self,
        held: Counter[int],
        starting: dict[int, list[tuple[str, Kinds]]],
        pairs: dict[int, list[tuple[str, Kinds]]] | None,
        steps: Steps,
    ) -> None:
        """`pairs` by their lowest tile, where they are not two equal tiles."""
        self.held, self.starting, self.pairs, self.steps = held.keys(), starting, pairs, steps
        self._known: dict[int, list[_Option]] = {}

    def fill(
        self, left: dict[int, int], wanted: tuple[int, int, int], taken: Filling, last: int, after: int
    ) -> Iterator[Filling]:
        if not left:
            if not any(wanted):
                yield taken
            return
        lowest = min(left)
        options = self._options(lowest)
        self.steps.take(len(options))
        for place in range(after if lowest == last else 0, len(options)):
            slot, group, needs = options[place]
            rest = _without(left, needs) if wanted[slot] > 0 else None
            if rest is not None:
                fewer = tuple(count - (index == slot) for index, count in enumerate(wanted))
                yield from self.fill(rest, fewer, (*taken, group), lowest, place)  # type: ignore[arg-type]

    def _options(self, lowest: int) -> list[_Option]:
        """Every group that may take the lowest tile, by the slot that it takes, with the tiles it needs."""
        if lowest not in self._known:
            equal: list[tuple[str, Kinds]] = [("pair", (lowest, lowest))]
            pairs = equal if self.pairs is None else self.pairs.get(lowest, ())
            by_slot = self.starting.get(lowest, ()), pairs, (("single", (lowest,)),)
            self._known[lowest] = [
                (slot, group, _needs(group[1]))
                for slot, groups in enumerate(by_slot)
                for group in groups
                if self.held >= set(group[1])
            ]
        return self._known[lowest]


@lru_cache(maxsize=1 << 14)
def _needs(kinds: Kinds) -> Needs:
    """How many of each kind a group is made of."""
    return tuple(Counter(kinds).items())


def _without(left: dict[int, int], needs: Needs) -> dict[int, int] | None:
    """What is left beside the tiles of a group; None where they are not there."""
    rest = left.copy()
    for kind, count in needs:
        more = rest.get(kind, 0) - count
        if more > 0:
            rest[kind] = more
        elif more == 0:
            del rest[kind]
        else:
            return None
    return rest


def _pairs(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: int, steps: Steps
) -> Iterator[Filling]:
    odd = any(count % 2 for count in counts.values())
    if odd or melds or (shape.different and any(count > 2 for count in counts.values())):
        return
    yield tuple(("pair", (kind, kind)) for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _one_of_each(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: int, steps: Steps
) -> Iterator[Filling]:
    wanted = set(members(shape.mask))
    if set(counts) != wanted or melds:
        return
    singles = tuple(("single", (kind,)) for kind in sorted(counts) if counts[kind] == 1)
    pair = tuple(("pair", (kind, kind)) for kind in counts if counts[kind] == 2)
    yield singles + pair


def _fixed(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: int, steps: Steps
) -> Iterator[Filling]:
    for rows in tables.knitted(shape.knitted):
        if all(kind in counts for row in rows for kind in row):
            needed = Counter(kind for row in rows for kind in row)
            if needed <= counts:
                knitted = tuple(("knitted", row) for row in rows)
                for filling in _sets(counts - needed, shape, tables, melds, steps):
                    yield knitted + filling


def _different(
    counts: Counter[int], shape: Shape, tables: SetTables, melds: int, steps: Steps
) -> Iterator[Filling]:
    if melds or len(counts) < shape.size:
        return
    for rows in tables.knitted(shape.knitted):
        allowed = shape.mask | mask_of(kind for row in rows for kind in row)
        if all(allowed >> kind & 1 for kind in counts):
            yield tuple(("single", (kind,)) for kind in sorted(counts))
            return


def _flowers(hand: Hand, shape: Shape, tileset: TileSet) -> Iterator[Filling]:
    """A hand of so many flowers and of nothing else; the one that came last is all that is read."""
    won = hand.winning_tile.kind
    alone = not hand.concealed and not hand.melds and tileset.kinds[won].role == "flower"
    if alone and len(hand.flowers) + 1 == shape.flowers:
        yield (("single", (won,)),)


WAYS = {
    "sets": _sets,
    "pairs": _pairs,
    "one_of_each": _one_of_each,
    "fixed": _fixed,
    "different": _different,
}


# ---- what one more tile can complete at all: an early test, which looks at no filling


def completing(hand: Hand, shape: Shape, tables: SetTables) -> frozenset[int]:
    """The kinds of which one may complete a shape, beside concealed tiles without jokers; often too many."""
    own = Counter(tile.kind for tile in hand.concealed)
    near = NEAR.get(shape.way)
    return near(own, shape, tables) if near else frozenset(tables.tileset.playing)


def _near_sets(own: Counter[int], shape: Shape, tables: SetTables) -> frozenset[int]:
    """Without loose tiles, a tile of a set whose others are there, or one more of a kind that is there."""
    if shape.singles:
        return frozenset(tables.tileset.playing)
    groups = (group for kind in shape.set_kinds for group in tables.tuples[kind])
    lacking = ([kind for kind in group if kind not in own] for group in groups)
    return frozenset(own).union(*(missing for missing in lacking if len(missing) == 1))


def _near_pairs(own: Counter[int], shape: Shape, tables: SetTables) -> frozenset[int]:
    odd = frozenset(kind for kind, count in own.items() if count % 2)
    return odd if len(odd) == 1 else frozenset()


def _near_fixed(own: Counter[int], shape: Shape, tables: SetTables) -> frozenset[int]:
    """Any tile where the rows are there, else the one that they lack."""
    near: set[int] = set()
    for rows in tables.knitted(shape.knitted):
        missing = Counter(kind for row in rows for kind in row) - own
        near |= {*(missing or tables.tileset.playing)} if missing.total() < 2 else set()
    return frozenset(near)


def _near_different(own: Counter[int], shape: Shape, tables: SetTables) -> frozenset[int]:
    alike = len(own) < own.total()
    return frozenset() if alike else frozenset(tables.tileset.playing) - own.keys()


NEAR: dict[str, Callable[[Counter[int], Shape, SetTables], frozenset[int]]] = {
    "sets": _near_sets,
    "pairs": _near_pairs,
    "fixed": _near_fixed,
    "different": _near_different,
    "one_of_each": lambda own, shape, tables: (
        frozenset() if mask_of(own) & ~shape.mask else frozenset(members(shape.mask))
    ),
    "flowers": lambda own, shape, tables: frozenset(),
}


# ---- jokers

MOST_SUBSTITUTIONS = 5_000


def substitutions(hand: Hand, tileset: TileSet) -> Iterator[tuple[Hand, Kinds]]:
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
    if comb(len(playing) + count - 1, count) > MOST_SUBSTITUTIONS:
        raise TooManyReadings(f"{count} jokers can stand for too many different tiles")
    yield from combinations_with_replacement(playing, count)
