"""Parts that all readers share: a deal that is being read, and a game of such deals."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.replay.game import (
    ADD,
    ASIDE,
    CALL,
    DECLARE,
    DISCARD,
    DRAW,
    INDICATOR,
    QUAD,
    STICK,
    UNKNOWN,
    ClaimedDraw,
    ClaimedWin,
    Deal,
    Event,
    Trouble,
)
from scorer.replay.limits import MOST_DEALS, MOST_EVENTS, refuse
from scorer.suggest import did_you_mean


class DealDraft:
    """A deal while its events are read. `lost` is true after something that cannot be read: later events
    of the deal are kept, but cannot be followed.
    """

    def __init__(self, round_: int, turn: int, dealer: int, honba: int, sticks: int, place: int = -1) -> None:
        self.round, self.turn, self.dealer = round_, turn, dealer
        self.honba, self.sticks, self.place = honba, sticks, place
        self.hands: Sequence[tuple[str, ...]] = ()
        self.indicators: tuple[str, ...] = ()
        self.scores: tuple[int, ...] | None = None
        self.events: list[Event] = []
        self.wins: list[ClaimedWin] = []
        self.draw: ClaimedDraw | None = None
        self.payments: tuple[int, ...] | None = None
        self.troubles: list[Trouble] = []
        self.lost_order = False

    def trouble(self, message: str, place: int = -1) -> None:
        """Records a trouble at the next event."""
        self.troubles.append(Trouble(message, len(self.events) + 1, place))

    def add(self, event: Event) -> None:
        """Adds an event, up to the limit."""
        if len(self.events) < MOST_EVENTS:
            self.events.append(event)
            return
        if not any(one.event > MOST_EVENTS for one in self.troubles):
            self.trouble(
                f"more than {MOST_EVENTS} events in one deal; the rest of it is not read", event.place
            )

    def add_draw(self, player: int, tile: str, place: int) -> None:
        self.add(Event(DRAW, player, tile, place=place))

    def add_discard(self, player: int, tile: str, place: int) -> None:
        self.add(Event(DISCARD, player, tile, place=place))

    def add_call(self, player: int, source: int, tile: str, own: Sequence[str], place: int) -> None:
        self.add(Event(CALL, player, tile, tuple(own), source, place))

    def add_fourth_tile(self, player: int, tile: str, place: int) -> None:
        self.add(Event(ADD, player, tile, place=place))

    def declared_quad(self, player: int, tiles: Sequence[str], place: int) -> None:
        self.add(Event(QUAD, player, tiles[0] if tiles else UNKNOWN, tuple(tiles), place=place))

    def set_aside(self, player: int, tile: str, place: int) -> None:
        self.add(Event(ASIDE, player, tile, place=place))

    def add_declaration(self, player: int, place: int) -> None:
        self.add(Event(DECLARE, player, place=place))

    def paid_stick(self, player: int, place: int) -> None:
        self.add(Event(STICK, player, place=place))

    def add_indicator(self, tile: str, place: int) -> None:
        """An indicator turned over."""
        self.add(Event(INDICATOR, -1, tile, place=place))

    def frozen_deal(self) -> Deal:
        """The finished deal. It is marked as cut if the file ends without its result."""
        is_over = bool(self.wins) or self.draw is not None
        return Deal(
            self.round, self.turn, self.dealer, self.honba, self.sticks, tuple(self.hands), self.indicators,
            self.scores, tuple(self.events), tuple(self.wins), self.draw, tuple(self.troubles),
            not is_over, self.lost_order, self.place, self.payments,
        )  # fmt: skip


def finished_deals(drafts: Sequence[DealDraft]) -> tuple[Deal, ...]:
    """The deals of a game. Raises InputError if there are too many, or none."""
    if len(drafts) > MOST_DEALS:
        raise refuse(f"more than {MOST_DEALS} deals in one game")
    return tuple(draft.frozen_deal() for draft in drafts)


class Unreadable(Exception):
    """A part of a log that cannot be read, with the message for its trouble."""


MALFORMED = (Unreadable, TypeError, ValueError, LookupError, AttributeError, ArithmeticError)
"""The errors that a part of the wrong form raises while it is read."""


def whole(value: object, what: str, low: int = -(10**7), high: int = 10**7) -> int:
    """A whole number of a log. Raises Unreadable.

    >>> whole("12", "honba"), whole(3, "honba")
    (12, 3)
    """
    try:
        found = int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    except ValueError:
        found = None
    if found is None or not low <= found <= high:
        raise Unreadable(f"{what}: expected a whole number, not {str(value)[:40]!r}")
    return found


def seat(value: object, players: int) -> int:
    """A player's number. Raises Unreadable."""
    found = whole(value, "player")
    if not 0 <= found < players:
        raise Unreadable(f"there is no player {found}; players are 0 to {players - 1}")
    return found


def tile(value: object, codes: dict[str, str]) -> str:
    """The code of a tile that is written in the notation of a format. Raises Unreadable."""
    if isinstance(value, str) and value in codes:
        return codes[value]
    hint = did_you_mean(str(value)[:8], codes)
    raise Unreadable(f"there is no tile {str(value)[:8]!r}" + (f"; {hint}" if hint else ""))
