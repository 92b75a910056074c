"""What a reading consists of."""

from __future__ import annotations

from functools import cached_property

from scorer.readings.shapes import Kinds
from scorer.tiles import Tile
from scorer.values import dataclass


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

    `wait` is empty for a row whose tiles lie apart. `jokers` are the kinds that the hand's jokers stand
    for, in the order of the set.
    """

    shape: str
    groups: tuple[Group, ...]
    wait: str
    jokers: Kinds = ()

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for group in self.groups for tile in group.tiles)
