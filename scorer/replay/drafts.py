"""Parts that all readers share: a deal that is being read, and a game of such deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from json import JSONDecodeError
from typing import Any, TypeVar

from scorer.message import Message, Text, clauses, json_reason
from scorer.replay.game import (
    ADD,
    ASIDE,
    CALL,
    DECLARE,
    DISCARD,
    DRAW,
    INDICATOR,
    NO_ROUND,
    QUAD,
    STICK,
    UNKNOWN,
    ClaimedDraw,
    ClaimedWin,
    Deal,
    Event,
    Trouble,
)
from scorer.replay.limits import MOST_DEALS_OF_FILE, MOST_EVENTS, NestedTooDeeply, note_trouble, refuse
from scorer.suggest import did_you_mean
from scorer.values import replace


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
        self.scores_after: tuple[int, ...] | None = None
        self.shown: tuple[tuple[str, ...], ...] = ()
        self.writes_sticks = False

    def trouble(self, message: Text, place: int = -1) -> None:
        """Records a trouble at the next event."""
        note_trouble(self.troubles, Trouble(message, len(self.events) + 1, place))

    def add(self, event: Event) -> None:
        """Adds an event, up to the limit."""
        if len(self.events) < MOST_EVENTS:
            self.events.append(event)
            return
        if not any(one.event > MOST_EVENTS for one in self.troubles):
            self.trouble(Message("too many events in deal", MOST_EVENTS), event.place)

    def add_draw(self, player: int, tile: str, place: int, wall_left: int = -1) -> None:
        self.add(Event(DRAW, player, tile, (), -1, place, None, wall_left))

    def add_discard(self, player: int, tile: str, place: int, is_drawn: bool | None = None) -> None:
        self.add(Event(DISCARD, player, tile, (), -1, place, is_drawn))

    def add_call(self, player: int, source: int, tile: str, own_tiles: Sequence[str], place: int) -> None:
        self.add(Event(CALL, player, tile, tuple(own_tiles), source, place))

    def add_fourth_tile(self, player: int, tile: str, place: int, set_tiles: Sequence[str] = ()) -> None:
        """A tile added to a called set; `set_tiles` are the tiles of that set, if the log names them."""
        self.add(Event(ADD, player, tile, tuple(set_tiles), place=place))

    def add_quad(self, player: int, tiles: Sequence[str], place: int) -> None:
        self.add(Event(QUAD, player, tiles[0] if tiles else UNKNOWN, tuple(tiles), place=place))

    def add_tile_aside(self, player: int, tile: str, place: int) -> None:
        self.add(Event(ASIDE, player, tile, place=place))

    def add_declaration(self, player: int, place: int) -> None:
        self.add(Event(DECLARE, player, place=place))

    def add_stick(self, player: int, place: int, scores: tuple[int, ...] | None = None) -> None:
        self.add(Event(STICK, player, place=place, scores=scores))

    def add_indicator(self, tile: str, place: int) -> None:
        """An indicator turned over."""
        self.add(Event(INDICATOR, -1, tile, place=place))

    def compare(self, value_in_result: object, value_in_log: object, field_name: str, place: int) -> None:
        """Records a trouble if a result contradicts the rest of the log. A value of None says nothing."""
        if value_in_result is not None and value_in_result != value_in_log:
            self.trouble(
                Message("result differs", field_name, value_in_result, value_in_log),
                place,
            )

    def read_parts(self, key: str, place: int, *parts: Callable[[], None]) -> None:
        """Reads parts of the deal that do not depend on each other; one that cannot be read is a trouble."""
        for part in parts:
            try:
                part()
            except MALFORMED as error:  # noqa: PERF203
                self.trouble(Message(key, reason_text(error)), place)

    def add_result(self, result: ClaimedWin | ClaimedDraw) -> None:
        """Adds a win or the draw that ends the deal. A deal has one draw, or wins of different players."""
        again = isinstance(result, ClaimedWin) and result.player in [win.player for win in self.wins]
        if again or self.draw or (self.wins and isinstance(result, ClaimedDraw)):
            self.trouble(Message("second result"), result.place)
        if isinstance(result, ClaimedWin):
            self.wins.append(result)
        elif result.ready_states is not None and len(result.ready_states) != len(self.hands):
            self.trouble(Message("result of other players", len(result.ready_states)), result.place)
            self.draw = replace(result, ready_states=None)
        else:
            self.draw = result

    @property
    def is_over(self) -> bool:
        """Whether its result has been read."""
        return bool(self.wins) or self.draw is not None

    def finished_deal(self) -> Deal:
        """The finished deal. It is marked as cut if the file ends without its result."""
        if not self.is_over and not self.troubles:
            self.trouble(Message("no result of deal"))
        return Deal(
            self.round, self.turn, self.dealer, self.honba, self.sticks, tuple(self.hands), self.indicators,
            self.scores, tuple(self.events), tuple(self.wins), self.draw, tuple(self.troubles),
            not self.is_over, self.lost_order, self.place, self.payments, self.scores_after,
            shown_hands=self.shown, writes_sticks=self.writes_sticks,
        )  # fmt: skip


def damaged_deal(message: Text, place: int, is_first: bool) -> DealDraft:
    """A deal whose start cannot be read. It is kept in the list, so that the deals after it are not compared
    with those before it. The first deal of a game is taken for the first of the East round.
    """
    draft = DealDraft(0 if is_first else NO_ROUND, 0, 0, 0, 0, place)
    draft.trouble(message, place)
    return draft


def begin_without_start(drafts: list[DealDraft], message: Text, place: int) -> DealDraft:
    """Adds a deal whose events come without a start. Troubles that were met after the result of the deal
    before belong to the missing start.
    """
    draft = damaged_deal(message, place, not drafts)
    if drafts:
        before = drafts[-1]
        ends = [one.place for one in (*before.wins, before.draw) if one]
        late = [one for one in before.troubles if ends and one.place > max(ends)]
        before.troubles = [one for one in before.troubles if one not in late]
        draft.troubles = [*(replace(one, event=1) for one in late), *draft.troubles]
    drafts.append(draft)
    return draft


def finished_deals(drafts: Sequence[DealDraft]) -> tuple[Deal, ...]:
    """The deals of a game. A log that names the patterns of no win says nothing of them. Raises InputError if
    there are too many deals.
    """
    if len(drafts) > MOST_DEALS_OF_FILE:
        raise refuse(Message("too many deals in file", MOST_DEALS_OF_FILE))
    if not any(win.patterns for draft in drafts for win in draft.wins):
        for draft in drafts:
            draft.wins = [replace(win, patterns=None) for win in draft.wins]
    return tuple(draft.finished_deal() for draft in drafts)


MOST_PLAYERS = 4
START, RESULT = "start unreadable", "result unreadable"
FINAL, NAMES = Message("part final scores"), Message("part names")
"""What a trouble says of a part of a deal or of a game."""


WHOLE, CAPITAL = re.compile(r"-?[0-9]{1,9}"), re.compile(r"(?<=[a-z])[A-Z]")


class Unreadable(Exception):
    """A part of a log that cannot be read, with the message for its trouble."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


MALFORMED = (Unreadable, TypeError, ValueError, LookupError, AttributeError, ArithmeticError)
"""The errors that a part of the wrong form raises while it is read."""


def reason_text(error: Exception) -> Text:
    """Why a part of the wrong form cannot be read. Only errors of JSON speak of the log; other texts of
    Python's errors would speak of the program.

    >>> errors = (KeyError("tile"), Unreadable("there is no player 7"), AttributeError("no attribute 'get'"))
    >>> print(*map(reason_text, errors), sep="; ")
    'tile' is missing; there is no player 7; a value has another form than in this format
    """
    if isinstance(error, Unreadable):
        return error.message
    if isinstance(error, KeyError):
        return Message("part missing", str(error.args[0]))
    if isinstance(error, JSONDecodeError):
        return json_reason(error)
    return Message("nested too deeply" if isinstance(error, NestedTooDeeply) else "part of other form")


T = TypeVar("T")
D = TypeVar("D")


def part_or(default: D, troubles: list[Trouble], part_name: Text, read_part: Callable[[], T]) -> T | D:
    """A part of a log that no deal depends on, such as the final scores. If it cannot be read, it is the
    default, with a trouble.
    """
    try:
        return read_part()
    except MALFORMED as error:
        troubles.append(Trouble(Message("part unreadable", part_name, reason_text(error))))
        return default


def player_numbers(values: object, players: int, field_name: str) -> tuple[int, ...]:
    """A whole number for each player. Formats with four seats may also write one for the empty seat."""
    if not isinstance(values, list) or len(values) not in (players, MOST_PLAYERS):
        raise Unreadable(Message("expected numbers", field_name, players))
    return tuple(integer(one, field_name) for one in values[:players])


def integer(value: object, field_name: str, minimum: int = -(10**7), maximum: int = 10**7) -> int:
    """A whole number of a log. Raises Unreadable.

    >>> integer("12", "honba"), integer(3, "honba")
    (12, 3)
    """
    try:
        found = int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    except ValueError:
        found = None
    if found is None or not minimum <= found <= maximum:
        raise Unreadable(Message("whole number in field", field_name, str(value)[:40]))
    return found


def with_renamed_keys(value: Any, new_name: Callable[[str], str]) -> Any:
    """A value of JSON in which all keys have other names.

    >>> with_renamed_keys([{"a": {"b": "a"}}], str.upper)
    [{'A': {'B': 'a'}}]
    """
    if isinstance(value, dict):
        return {new_name(key): with_renamed_keys(part, new_name) for key, part in value.items()}
    return [with_renamed_keys(part, new_name) for part in value] if isinstance(value, list) else value


def underscored(key: str) -> str:
    """A key with an underscore before each word but the first, as most programs write it.

    >>> underscored("leftTileCount"), underscored("dora_marker")
    ('left_tile_count', 'dora_marker')
    """
    return CAPITAL.sub(lambda match: f"_{match[0].lower()}", key)


def with_numbers(value: Any) -> Any:
    """A value of JSON in which texts that are whole numbers are numbers: some programs write all as texts.

    >>> with_numbers({"ju": "0", "scores": ["25000", 1], "tile": "5m"})
    {'ju': 0, 'scores': [25000, 1], 'tile': '5m'}
    """
    if isinstance(value, dict):
        return {key: with_numbers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [with_numbers(part) for part in value]
    return int(value) if isinstance(value, str) and WHOLE.fullmatch(value) else value


def seat(value: object, players: int) -> int:
    """A player's number. Raises Unreadable."""
    found = integer(value, "player")
    if not 0 <= found < players:
        raise Unreadable(Message("no such player", found, players - 1))
    return found


def tile(value: object, codes: dict[str, str]) -> str:
    """The code of a tile that is written in the notation of a format. Raises Unreadable."""
    if isinstance(value, str) and value in codes:
        return codes[value]
    hint = did_you_mean(str(value)[:8], codes)
    raise Unreadable(clauses(Message("no such tile in log", str(value)[:8]), hint))
