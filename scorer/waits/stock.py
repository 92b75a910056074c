"""The tiles that a player holds and those that may still come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scorer.hand import WaitingHand
from scorer.readings import Kinds
from scorer.tiles import TileSet
from scorer.values import dataclass

Needs = tuple[Kinds, ...]
"""Ways to complete one part of a hand: the kinds that it lacks in each."""


@dataclass(frozen=True)
class Stock:
    """`held` are the concealed tiles by kind, `free` the copies that the player does not hold himself;
    each of the `jokers` stands for any kind.
    """

    held: Counter[int]
    free: Counter[int]
    jokers: int

    def can_come(self, lacking: Iterable[int]) -> bool:
        """Whether these kinds can be drawn, jokers standing in for those that cannot."""
        wanted = Counter(lacking)
        return sum(max(0, count - self.free[kind]) for kind, count in wanted.items()) <= self.jokers

    def fits(self, parts: Sequence[Needs]) -> bool:
        """Whether all parts can be completed at once."""
        return self._fits(parts, ())

    def _fits(self, parts: Sequence[Needs], lacking: Kinds) -> bool:
        if not self.can_come(lacking):
            return False
        return not parts or any(self._fits(parts[1:], lacking + need) for need in parts[0])


def stock_of(hand: WaitingHand, tileset: TileSet) -> Stock:
    """The stock of a hand: tiles that lie elsewhere on the table are not considered."""
    own = Counter(tile.kind for tile in hand.tiles)
    held = Counter(tile.kind for tile in hand.concealed if tileset.role(tile) != "joker")
    jokers = sum(tileset.role(tile) == "joker" for tile in hand.concealed)
    free = Counter({kind: max(0, tileset.kinds[kind].copies - own[kind]) for kind in tileset.playing})
    return Stock(held, free, jokers)
