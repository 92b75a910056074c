"""The tiles that are still to be had while one hand is put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from scorer.tiles import Tile, TileSet


class Wall:
    """Every copy of every tile of a set; what is drawn is gone.

    >>> from scorer.library import load_ruleset
    >>> wall = Wall(load_ruleset("riichi").tileset, Random(1))
    >>> [wall.draw(4).red for _ in range(4)].count(True), wall.holds([4]), wall.holds([3, 3])
    (1, False, True)
    """

    def __init__(self, tileset: TileSet, rng: Random) -> None:
        self.rng = rng
        self.left = [kind.copies for kind in tileset.kinds]
        self.reds = dict(tileset.reds)

    def holds(self, kinds: Iterable[int]) -> bool:
        """Whether all of these can still be drawn together."""
        return all(self.left[kind] >= count for kind, count in Counter(kinds).items())

    def draw(self, kind: int) -> Tile:
        """A copy of a kind, red as often as chance has it among the copies left."""
        red = self.rng.randrange(self.left[kind]) < self.reds.get(kind, 0)
        self.left[kind] -= 1
        if red:
            self.reds[kind] -= 1
        return Tile(kind, red)

    def lay_aside(self, kinds: Iterable[int]) -> None:
        """Takes plain copies out; the tiles are chosen later, by `draw` on a fresh wall."""
        for kind in kinds:
            self.left[kind] -= 1
