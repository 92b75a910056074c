"""Called sets in which jokers represent tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from scorer.hand import Meld
from scorer.shapes import ALL_TILES, Kinds, SetTables
from scorer.tiles import Tile


def sets_with_jokers(
    written: tuple[Tile, ...], tables: SetTables, is_concealed: bool = False
) -> tuple[Meld, ...]:
    """The sets that tiles with jokers among them can be, once each. If one of them is of equal tiles, it is
    this one. If there are several others, jokers represent the tiles in whose place they are written. At
    least one tile is no joker.
    """
    found: dict[Kinds, Meld] = {}
    natural = Counter([tile.kind for tile in written if tables.tileset.tile_role(tile) != "joker"])
    for name, kinds in _tuples_of_size(len(written), tables) if natural else ():
        has_all = all(kinds.count(kind) >= count for kind, count in natural.items())
        if has_all and kinds not in found and (meld := _meld(name, kinds, written, tables, is_concealed)):
            found[kinds] = meld
    equal = tuple([meld for kinds, meld in found.items() if len(set(kinds)) == 1])
    if len(equal) == 1 or len(found) < 2:
        return equal or tuple(found.values())
    jokers = {at for at, tile in enumerate(written) if tables.tileset.tile_role(tile) == "joker"}
    in_place = tuple([meld for meld in found.values() if {at for at, _ in meld.jokers} == jokers])
    return in_place or tuple(found.values())


def _tuples_of_size(size: int, tables: SetTables) -> Iterator[tuple[str, Kinds]]:
    """All sets of so many tiles in which jokers may stand."""
    for name, tuples in tables.tuples.items():
        is_allowed = not tables.joker_groups or name in tables.joker_groups
        if is_allowed and 2 < size == tables.kinds[name].size:
            yield from ((name, kinds) for kinds in tuples)


def _meld(
    name: str, kinds: Kinds, written: tuple[Tile, ...], tables: SetTables, is_concealed: bool
) -> Meld | None:
    """A set of these kinds made of the tiles as they are written, jokers behind equal tiles; None if a joker
    would represent a tile that it cannot.
    """
    spare = [tile.kind for tile in written if tables.tileset.tile_role(tile) == "joker"]
    natural = sorted([tile for tile in written if tile.kind not in spare], key=lambda tile: not tile.red)
    tiles, lacking = list[Tile](), list[int]()
    for at, kind in enumerate(kinds):
        tile = next((one for one in natural if one.kind == kind), None)
        if tile is None:
            lacking.append(at)
        else:
            natural.remove(tile)
        tiles.append(tile or Tile(kind))
    for order in permutations(spare):
        pairs = tuple(zip(lacking, order, strict=True))
        if all(tables.joker_tiles.get(joker, ALL_TILES) >> kinds[at] & 1 for at, joker in pairs):
            return Meld(name, tuple(tiles), is_concealed, jokers=pairs)
    return None
