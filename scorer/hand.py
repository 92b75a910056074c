"""A hand, its called sets, and the situation in which it was won."""

from __future__ import annotations

from functools import cached_property

from scorer.tiles import Tile
from scorer.values import dataclass

MOST_ALIKE = 1 << 14


class Alike:
    """Stands for all values that equal `value`. It is itself compared by identity: a look-up by it takes
    a fraction of the time that hashing nested tuples takes.
    """

    __slots__ = ("value",)

    def __init__(self, value: tuple[object, ...]) -> None:
        self.value = value

    def __reduce__(self) -> tuple[object, ...]:
        return alike, (self.value,)


_alike: dict[tuple[object, ...], Alike] = {}


def alike(value: tuple[object, ...]) -> Alike:
    """The one that stands for this value; many values later it may be another one.

    >>> alike((1, "E")) is alike((1, "E"))
    True
    """
    found = _alike.get(value)
    if found is None:
        if len(_alike) >= MOST_ALIKE:
            _alike.clear()
        found = _alike[value] = Alike(value)
    return found


@dataclass(frozen=True)
class Meld:
    """A set fixed before the win. `kind` is a kind of set of the ruleset (`pung`); a concealed meld
    (a concealed kong) was never called.
    """

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool = False


@dataclass(frozen=True)
class Hand:
    """The winner's tiles. `concealed` excludes the winning tile; melds stand in the order of calls.

    `flowers` are set aside and part of no set. `winning_tile` is the last tile taken.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile
    flowers: tuple[Tile, ...] = ()

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the sets, winning tile and melds included, flowers left out."""
        in_melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, self.winning_tile, *in_melds)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The tiles outside of melds, the winning one and flowers included, each as one number: twice its
        kind, one more where it is red.
        """
        tiles = (*self.concealed, self.winning_tile, *self.flowers)
        return tuple([kind + kind + red for kind, red in tiles])

    @cached_property
    def called(self) -> Alike:
        """The melds as tuples of kind, tiles and whether concealed, to look them up by."""
        return alike(tuple([(meld.kind, meld.tiles, meld.concealed) for meld in self.melds]))

    @property
    def is_concealed(self) -> bool:
        """Nothing was called; a concealed kong keeps a hand concealed."""
        return all(meld.concealed for meld in self.melds)


@dataclass(frozen=True)
class WaitingHand:
    """The tiles of a player who has not won yet: a `Hand` without its winning tile."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that the player holds, flowers included."""
        in_melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *in_melds, *self.flowers)

    def taking(self, tile: Tile) -> Hand:
        """The hand as it is with this tile as the winning tile."""
        return Hand(self.concealed, self.melds, tile, self.flowers)


@dataclass(frozen=True)
class Situation:
    """How, where and with what the hand was won.

    Seats and the round are wind letters (`E` is the dealer's seat). `circumstances` are the ruleset's
    own names with their numbers (1 for a plain one). `indicators` are tiles by input name (`dora`).
    `liable` names the seat that answers for a pattern.
    """

    self_draw: bool
    seat: str = "S"
    round: str = "E"
    discarder: str | None = None
    circumstances: tuple[tuple[str, int], ...] = ()
    indicators: tuple[tuple[str, tuple[Tile, ...]], ...] = ()
    honba: int = 0
    sticks: int = 0
    liable: tuple[tuple[str, str], ...] = ()

    @cached_property
    def number(self) -> dict[str, int]:
        """Circumstances as a mapping from name to number."""
        return dict(self.circumstances)

    @cached_property
    def said(self) -> Alike:
        """Everything but the indicators in the order of the fields, to look it up by."""
        return alike((
            self.self_draw, self.seat, self.round, self.discarder, self.circumstances, self.honba,
            self.sticks, self.liable,
        ))  # fmt: skip

    @cached_property
    def shown(self) -> Alike:
        """The indicators, to look them up by."""
        return alike(self.indicators)
