"""More tiles than a set has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.notation.wording import number
from scorer.tiles import Tile, TileSet


def surplus(tiles: Sequence[Tile], tileset: TileSet) -> Iterator[tuple[int, str]]:
    """The place in `tiles` of the first tile too many of each face, with a sentence for it.

    Tiles of several inputs (hand and indicators) can be counted together: the place tells which one is
    at fault. Four plain copies are let pass where one of the four is red: most people write 5 for both.
    """
    held = Counter(tile.kind for tile in tiles)
    red = Counter(tile.kind for tile in tiles if tile.red)
    for kind, count in held.items():
        copies = tileset.kinds[kind].copies
        if count > copies:
            aside = ", red ones included" if red[kind] else ""
            places = [place for place, tile in enumerate(tiles) if tile.kind == kind]
            yield places[copies], f"{number(count)} {tileset.kinds[kind].code}{aside}; {_there_are(copies)}"
    for kind, count in red.items():
        copies = tileset.red_copies(kind)
        if count > copies:
            places = [place for place, tile in enumerate(tiles) if tile == (kind, True)]
            code = f"{tileset.kinds[kind].code} ({tileset.code(tiles[places[0]])})"
            yield places[copies], f"{number(count)} red {code}; {_there_are(copies)}"


def _there_are(copies: int) -> str:
    return f"there {'is' if copies == 1 else 'are'} {number(copies)}"
