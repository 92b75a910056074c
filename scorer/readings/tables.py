"""The tile tuples of every kind of set: all that filling a shape looks at."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.readings.shapes import Kinds, SetKind, TooManyReadings
from scorer.tiles import Tile, TileSet

MOST_TUPLES = 20_000


class SetTables:
    """The tile tuples of every kind of set in one tile set, and which of them begin with a tile."""

    def __init__(
        self,
        kinds: tuple[SetKind, ...],
        tileset: TileSet,
        tuples: dict[str, tuple[Kinds, ...]] | None = None,
    ) -> None:
        """`tuples` are given where they were worked out before."""
        self.tileset = tileset
        self.kinds = {kind.id: kind for kind in kinds}
        self.tuples = tuples or {kind.id: tuple(_tuples(kind, tileset)) for kind in kinds}
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
        yield tuple(sorted(kinds))


def _extended(kind: SetKind, tileset: TileSet, kinds: Kinds) -> Iterator[Kinds]:
    """Every set of the kind that begins with these tiles: runs as they rise, others in the set's order."""
    if len(kinds) == kind.size:
        yield kinds
        return
    for index in tileset.playing:
        if (not kinds or kind.run or index >= kinds[-1]) and _fits(kind, tileset, (*kinds, index)):
            yield from _extended(kind, tileset, (*kinds, index))


def _fits(kind: SetKind, tileset: TileSet, kinds: Kinds) -> bool:
    """Whether the newest tile may stand beside the others."""
    new, first = tileset.kinds[kinds[-1]], tileset.kinds[kinds[0]]
    if kinds.count(new.index) > new.copies or (kind.mask is not None and not kind.mask >> new.index & 1):
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
