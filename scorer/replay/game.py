"""A recorded game, into which every format is read.

A reader turns a text into deals, and each deal into events and the result that the log claims. Tiles are
codes of the notation (`5m`, `0p` for a red five). Players are numbered from 0, in the order of their seats;
the first dealer may be any of them. This module knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorer.hand import WINDS
from scorer.message import Text
from scorer.values import dataclass, field, replace

UNKNOWN = ""
"""The code of a tile that the log does not show."""
NO_ROUND = -1
"""The round of a deal whose start is missing or damaged in the log."""

DRAW, DISCARD, CALL, ADD, QUAD, ASIDE, DECLARE, STICK, INDICATOR = (
    "draw", "discard", "call", "add", "quad", "aside", "declare", "stick", "indicator",
)  # fmt: skip
"""The kinds of event: a tile drawn or discarded; a discard called for a set; a tile added to a called set;
four tiles declared as a concealed set; a tile set aside; a ready hand declared; its stick put on the table;
an indicator turned over.
"""


PLAIN_TILES = {"0m": "5m", "0p": "5p", "0s": "5s"}
"""The plain tile of each red one, by their codes in all formats."""


class Event(NamedTuple):
    """One event. `tiles` are those of a set that come from the player's own hand, `source` is the player
    whose discard is called. `place` is the position in the file: a byte, a line, or the number of an
    action.

    `is_drawn` is whether the discarded tile is the one just drawn, and `wall_left` is the number of tiles
    left in the wall, if the log gives them; both follow from the other events. So do the `scores` that a log
    may write beside a stick.
    """

    kind: str
    player: int
    tile: str = UNKNOWN
    tiles: tuple[str, ...] = ()
    source: int = -1
    place: int = -1
    is_drawn: bool | None = None
    wall_left: int = -1
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Trouble:
    """Something in a log that is impossible as it is written. `event` counts the events of the deal from
    1; 0 if it is not about one event. `place` is the position in the file, -1 if unknown.
    """

    message: Text
    event: int = 0
    place: int = -1


class ClaimedSet(NamedTuple):
    """A set that lies on the table, by the codes of its tiles. `is_added` is a called set to which its owner
    added the fourth tile, if the log tells that.
    """

    tiles: tuple[str, ...]
    is_concealed: bool
    is_added: bool = False


@dataclass(frozen=True)
class ClaimedWin:
    """A win according to the log. Everything but the player and the source is None or empty if the log does
    not give it.

    `source` is the discarder, or the winner for a self-draw. `hand` are the concealed tiles with the winning
    one; `open_indicators` and `hidden_indicators` are the tiles turned over. `patterns` are the log's own
    words or numbers, each with a value (-1 if it writes none).
    """

    player: int
    source: int
    tile: str = UNKNOWN
    hand: tuple[str, ...] | None = None
    open_indicators: tuple[str, ...] | None = None
    hidden_indicators: tuple[str, ...] | None = None
    payments: tuple[int, ...] | None = None
    points: int | None = None
    sheet: int | None = None
    total: int | None = None
    """what the patterns are worth together"""
    patterns: tuple[tuple[str, int], ...] | None = None
    liable: int | None = None
    melds: tuple[ClaimedSet, ...] | None = None
    """the sets that lie on the table"""
    counters: tuple[int, int] | None = None
    """honba and sticks as the log writes them beside the win"""
    scores: tuple[int, ...] | None = None
    """the scores before this win, if they are written beside it"""
    place: int = -1


@dataclass(frozen=True)
class ClaimedDraw:
    """A deal without a winner according to the log: the log's word for the reason, and the payments."""

    word: str = ""
    payments: tuple[int, ...] | None = None
    ready_states: tuple[bool, ...] | None = None
    scores: tuple[int, ...] | None = None
    player: int = -1
    """the player who declared it, if the log gives one"""
    counters: tuple[int, int] | None = None
    place: int = -1


@dataclass(frozen=True)
class Deal:
    """One deal. `number` counts the dealers from 0: the first deal is 0, the first of the second round is the
    number of seats of the format. `hands` are the tiles dealt, 13 each. If `round` is NO_ROUND, then dealer,
    counters and sticks are not known either.
    """

    round: int
    turn: int
    """which deal of the round, from 0"""
    dealer: int
    honba: int
    sticks: int
    hands: tuple[tuple[str, ...], ...]
    indicators: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    events: tuple[Event, ...] = ()
    wins: tuple[ClaimedWin, ...] = ()
    draw: ClaimedDraw | None = None
    troubles: tuple[Trouble, ...] = ()
    is_cut: bool = False
    """the file ends before the result"""
    lost_order: bool = False
    """whether the indicators are those of the result, because the format does not give the time when they
    were turned over
    """
    place: int = -1
    payments: tuple[int, ...] | None = None
    """the changes by all wins together, if the log does not give them for each win"""
    scores_after: tuple[int, ...] | None = None
    """the scores after the deal, if they are written beside its result"""
    wins_before: tuple[int, ...] = ()
    """how many deals each player has won in a row before this one; empty if that is not known"""
    shown_hands: tuple[tuple[str, ...], ...] = ()
    """the concealed tiles that each player shows after the deal, none for a player who does not"""
    writes_sticks: bool = False
    """whether the format has an event for the stick of each declaration"""

    @property
    def name(self) -> str:
        """The deal as players call it: E1, or E3.2 with two counters.

        >>> Deal(0, 2, 2, 2, 0, ()).name
        'E3.2'
        """
        if self.round == NO_ROUND:
            return "?"
        wind = WINDS[self.round] if 0 <= self.round < len(WINDS) else f"{self.round + 1}-"
        return f"{wind}{self.turn + 1}" + (f".{self.honba}" if self.honba else "")

    @property
    def is_over(self) -> bool:
        """Whether the log has a result for it."""
        return bool(self.wins) or self.draw is not None


def renamed_tiles(deal: Deal, names: Mapping[str, str]) -> Deal:
    """A deal in which some codes of tiles are replaced by others."""

    def renamed(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([names.get(code, code) for code in codes])

    events = tuple(
        [one._replace(tile=names.get(one.tile, one.tile), tiles=renamed(one.tiles)) for one in deal.events]
    )
    wins = tuple(
        replace(
            win,
            tile=names.get(win.tile, win.tile),
            hand=win.hand and renamed(win.hand),
            open_indicators=win.open_indicators and renamed(win.open_indicators),
            hidden_indicators=win.hidden_indicators and renamed(win.hidden_indicators),
            melds=win.melds and tuple(one._replace(tiles=renamed(one.tiles)) for one in win.melds),
        )
        for win in deal.wins
    )
    return replace(
        deal,
        hands=tuple(map(renamed, deal.hands)),
        indicators=renamed(deal.indicators),
        events=events,
        wins=wins,
        shown_hands=tuple(map(renamed, deal.shown_hands)),
    )


@dataclass(frozen=True)
class Game:
    """A recorded game. `notes` are the statements of the log about its rules, in the words of its format
    (`flags: 169`); `unit` is what places count: byte, line or action.

    >>> from scorer import sample_log, read_game
    >>> game = read_game(sample_log())
    >>> game.format, game.players, len(game.deals)
    ('mjai', 4, 1)
    """

    format: str
    players: int
    deals: tuple[Deal, ...]
    notes: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    """the final scores, if the log has them"""
    results: tuple[float, ...] | None = None
    """the final results after return points and placement, if the log has them"""
    troubles: tuple[Trouble, ...] = ()
    unit: str = "byte"
    file: str = ""
    is_series: bool = False
    """whether each deal is a game of its own"""

    @property
    def first_dealer(self) -> int:
        """The player who is the dealer of the first deal of the game, which the log may not have."""
        known = next((deal for deal in self.deals if deal.round != NO_ROUND), None)
        return (known.dealer - known.turn) % self.players if known else 0


def letter(player: int) -> str:
    """How a player is named in reports: A to D."""
    return "ABCD"[player] if 0 <= player < 4 else "?"
