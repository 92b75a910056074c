"""A hand, its melds, the situation in which it was won, and a request to score a hand as it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from scorer.values import cached_property, dataclass, field

if TYPE_CHECKING:
    from scorer.tiles import Tile

WINDS = "ESWN"
"""Seats and rounds as they are written; the dealer has the first seat."""
DEALER = WINDS[0]
Win = Literal["", "tsumo", "ron", "self_draw", "self-draw", "discard"]
"""A way to win, as a function takes it; empty for that of the rules."""
Wind = Literal["", "E", "S", "W", "N"]
"""A seat or a round, as a function takes it; empty for that of the rules."""
USUAL_SEAT, USUAL_ROUND = "S", "E"
"""The seat of the winner and the round if neither the input nor the ruleset says them."""


@dataclass(frozen=True)
class Meld:
    """A set fixed before the win. `kind` is a kind of set of the ruleset (`pung`); a concealed meld
    (a concealed kong) was never called. `is_added` is a called set to which its owner added a tile later; it
    is false as well if nobody said so.

    `tiles` are what it counts as. Where a joker represents one of them, `jokers` has its place among the
    tiles and its kind.
    """

    kind: str
    tiles: tuple[Tile, ...]
    is_concealed: bool = False
    is_added: bool = False
    jokers: tuple[tuple[int, int], ...] = ()

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """The tiles as they lie on the table, jokers among them."""
        if not self.jokers:
            return self.tiles
        joker_at = dict(self.jokers)
        return tuple([
            tile._replace(kind=joker_at.get(at, tile.kind)) for at, tile in enumerate(self.tiles)
        ])  # fmt: skip

    @property
    def represented_kinds(self) -> tuple[int, ...]:
        """The kinds of tile that its jokers represent."""
        return tuple([self.tiles[at].kind for at, _ in self.jokers])


def _pieces_of(melds: tuple[Meld, ...]) -> tuple[Tile, ...]:
    return tuple([tile for meld in melds for tile in meld.pieces])


@dataclass(frozen=True)
class Hand:
    """The winner's tiles. `concealed_tiles` excludes the winning tile; melds are in the order in which they
    were called.

    `flowers` are set aside and part of no set. `winning_tile` is the last tile taken.

    >>> from scorer import parse_hand
    >>> hand = parse_hand("406p78s11z(777z)[2222s]+9s")
    >>> len(hand.concealed_tiles), [meld.kind for meld in hand.melds], hand.is_concealed
    (7, ['pung', 'kong'], False)
    """

    concealed_tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile
    flowers: tuple[Tile, ...] = ()

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the sets, including the winning tile and melds, without flowers."""
        in_melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed_tiles, self.winning_tile, *in_melds)

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """The same tiles as they lie on the table: a joker in a called set is a joker."""
        return (*self.concealed_tiles, self.winning_tile, *_pieces_of(self.melds))

    @property
    def is_concealed(self) -> bool:
        """Whether nothing was called; a concealed kong does not open a hand."""
        return all(meld.is_concealed for meld in self.melds)

    @property
    def waiting_hand(self) -> WaitingHand:
        return WaitingHand(self.concealed_tiles, self.melds, self.flowers)


@dataclass(frozen=True)
class WaitingHand:
    """The tiles of a player who has not won yet: a `Hand` without its winning tile."""

    concealed_tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that the player holds, flowers included."""
        in_melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed_tiles, *in_melds, *self.flowers)

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """The same tiles as they lie on the table: a joker in a called set is a joker."""
        return (*self.concealed_tiles, *_pieces_of(self.melds), *self.flowers)

    def with_winning_tile(self, tile: Tile) -> Hand:
        return Hand(self.concealed_tiles, self.melds, tile, self.flowers)


@dataclass(frozen=True)
class Situation:
    """How, where and with what the hand was won.

    Seats and the round are wind letters (`E` is the dealer's seat). `circumstances` are the ruleset's
    own names with their numbers (1 for a plain one). `indicators` are tiles by input name (`dora`).
    `liable` names the player who is liable for a pattern (pao), by seat.
    """

    self_draw: bool
    seat: str = USUAL_SEAT
    round: str = USUAL_ROUND
    discarder: str | None = None
    circumstances: tuple[tuple[str, int], ...] = ()
    indicators: tuple[tuple[str, tuple[Tile, ...]], ...] = ()
    honba: int = 0
    sticks: int = 0
    liable: tuple[tuple[str, str], ...] = ()

    @cached_property
    def circumstance_numbers(self) -> Mapping[str, int]:
        """Circumstances as a mapping from name to number."""
        return MappingProxyType(dict(self.circumstances))

    @property
    def may_be_from_dealer(self) -> bool:
        """Whether the discarder is not named and may be the dealer."""
        return not self.self_draw and not self.discarder and self.seat != DEALER


# ---- a request, as written on the command line or as a line of JSON

WIND_WORDS = {"E": "e east 東 东", "S": "s south 南", "W": "w west 西", "N": "n north 北"}
WIND_BY_WORD = {word: letter for letter, words in WIND_WORDS.items() for word in words.split()}
USUAL_INDICATORS = ("dora", "ura")
"""Indicators that may be given empty under any ruleset."""
WINS = {"ron": False, "discard": False, "tsumo": True, "self_draw": True, "self-draw": True}
"""Ways to win as they are written, and whether each is a self-draw."""
OPTION_OF_WIN = {word: "--tsumo" if drawn else "--ron" for word, drawn in WINS.items()}
"""The command-line option for each of them."""
LONGEST_HAND_TEXT = 200
"""The most characters of a hand; even with a space after each tile, no hand needs half as many."""
MOST_COUNTERS = 1000
MOST_CIRCUMSTANCES = 40


def wind_letter(text: str) -> str:
    """The letter of a wind, given its letter or name; any other text is returned unchanged.

    >>> wind_letter("e"), wind_letter("West"), wind_letter("北"), wind_letter("up")
    ('E', 'W', 'N', 'up')
    """
    return WIND_BY_WORD.get(text.strip().casefold(), text.strip())


@dataclass(frozen=True)
class SaidParts:
    """What words beside a hand say of its patterns and bonuses: those that they name, and those that it is
    said to lack; each with all that the name can mean.
    """

    named: Sequence[Sequence[str]] = ()
    denied: Sequence[Sequence[str]] = ()

    def __bool__(self) -> bool:
        return bool(self.named or self.denied)


@dataclass(frozen=True)
class Request:
    """One hand to score, as written. Empty fields take the ruleset's defaults.

    `circumstances` are written as `riichi` or `north=2`, `indicators` are tiles by input name, `pao` is the
    liable seat by pattern.
    """

    hand: str
    win: str = ""
    round: str = ""
    seat: str = ""
    discarder: str = ""
    circumstances: Sequence[str] = ()
    indicators: Mapping[str, str] = field(default_factory=dict)
    honba: int = 0
    sticks: int = 0
    pao: Mapping[str, str] = field(default_factory=dict)
