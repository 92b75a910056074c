"""A hand, its called sets, and the situation in which it was won."""

from __future__ import annotations

from scorer.tiles import Tile
from scorer.values import cached_property, dataclass


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

    @property
    def may_be_from_dealer(self) -> bool:
        """Whether the dealer may have discarded the winning tile, and nobody said who did."""
        return not self.self_draw and not self.discarder and self.seat != "E"
