"""Reads the JSON of Tenhou's log editor (`tenhou/6`), which converters for other sites write as well.

A deal is a row of columns: for each player the hand, the draws and the discards, without the order in which
they alternate. The order is found by following the turns; where the next draw of another player is a call
that fits the last discard, both ways are tried. In all known files exactly one way uses up all columns. The
format is described by the reader of mjai-reviewer (Apache-2.0).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorer.message import Message
from scorer.replay.drafts import (
    FINAL,
    MALFORMED,
    NAMES,
    RESULT,
    START,
    DealDraft,
    Unreadable,
    finished_deals,
    integer,
    part_or,
    player_numbers,
    reason_text,
    seat,
    with_numbers,
)
from scorer.replay.game import (
    ADD,
    ASIDE,
    CALL,
    DECLARE,
    DISCARD,
    DRAW,
    NO_ROUND,
    QUAD,
    UNKNOWN,
    ClaimedDraw,
    ClaimedWin,
    Event,
    Game,
    Trouble,
)
from scorer.replay.limits import MOST_EVENTS, MOST_STEPS, DamagedPart, json_fields, json_parts

SEATS = 4
FIRST_HAND, COLUMNS = 4, 3
"""A deal begins with its number, the scores and both kinds of indicators; each player has three columns."""
SIZE = FIRST_HAND + COLUMNS * SEATS + 1
NUMBERS = {
    10 * suit + digit: f"{digit}{letter}" for suit, letter in enumerate("mps", 1) for digit in range(1, 10)
}
NUMBERS |= {40 + digit: f"{digit}z" for digit in range(1, 8)}
NUMBERS |= {51: "0m", 52: "0p", 53: "0s"}
JUST_DRAWN, BLANK = 60, 0
WORDS = {"win": "和了"}
CALLS, QUADS, ADDITIONS, ASIDES, DECLARATIONS = "cpm", "a", "k", "f", "r"
"""The letters of calls in the column of draws, and of other moves in that of discards."""
LONGEST_WORD = 200
"""Characters that are read of what a result says of a win."""
SHEET, TOTAL = re.compile(r"(\d+)(?:符|fu)"), re.compile(r"(\d+)(?:[飜翻]|han)")
POINTS = re.compile(r"(\d+)(?:-(\d+))?(?:点|pts)?(∀|all)?$")
PATTERN = re.compile(r"(.+?)\(([^()]*)\)\s*$")
BEGIN = re.compile(r"\[\s*\[\s*(\d{1,2})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\]\s*,")
"""The beginning of a deal: a list that begins with a list of three numbers."""
CUSTOM, FLAGS_AT, FLAGS_OF_CUSTOM, MOST_PARTS_OF_CUSTOM = "csrule", 2, 4, 64
"""The custom rules of a lobby, the place of the flags among the parts of `rule`, and how many parts of the
custom rules are flags.
"""
HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{1,8}")
Column = Sequence[object]


def is_tenhou6(value: object) -> bool:
    """Whether a JSON value is a log in this format, or its deals alone."""
    if isinstance(value, list):
        return _is_deal(value) or (bool(value) and _is_deal(value[0]))
    deals = value.get("log") if isinstance(value, dict) else None
    return isinstance(deals, list) and bool(deals) and all(isinstance(deal, list) for deal in deals[:1]) and (
        not deals[0] or isinstance(deals[0][0], list)
    )  # fmt: skip


def _is_deal(value: object) -> bool:
    """Whether a JSON value is a deal: it begins with its number, honba and sticks."""
    is_row = isinstance(value, list) and len(value) == SIZE
    return is_row and isinstance(value[0], list) and len(value[0]) == 3  # type: ignore[index]


def damaged_value(text: str) -> Mapping[str, object] | None:
    """What can be read of a damaged text in this format; None if it holds no deal."""
    rows = json_parts(text, BEGIN)
    return {"log": rows, **json_fields(text, "rule", "ref", "name", "sc")} if rows else None


def read(value: Any) -> Game:
    """The game of a log."""
    if isinstance(value, list):
        value = {"log": [value] if _is_deal(value) else value}
    rows = value["log"]
    if any(isinstance(one, str) for row in rows[:1] for part in row[:1] for one in part):
        rows = with_numbers(rows)
    players = _players(rows)
    drafts = [_deal(row, players, number) for number, row in enumerate(rows, 1)]
    said = value.get("rule")
    rule: dict[str, Any] = said if isinstance(said, dict) else {}
    notes = {"text": str(rule.get("disp", "")), "ref": str(value.get("ref", "")), **_red_fives_note(rule)}
    notes |= lobby_notes(said if isinstance(said, list) else (), value.get("csrule"))
    troubles: list[Trouble] = []
    names = part_or((), troubles, NAMES, lambda: tuple(map(str, value.get("name", ())))[:players])
    ends = value.get("sc")
    scores = results = None
    if ends:
        scores, results = part_or((None, None), troubles, FINAL, lambda: _final_scores(ends, players))
    return Game(
        "tenhou6", players, finished_deals(drafts), notes, names, scores, results, tuple(troubles), "deal"
    )


def _final_scores(
    ends: Sequence[Any], players: int
) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    """The final scores and results, which alternate."""
    if len(ends) < 2 * players:
        raise Unreadable(Message("expected numbers here", 2 * players))
    scores, results = ends[0 : 2 * players : 2], ends[1 : 2 * players : 2]
    return tuple(integer(int(one), "sc") for one in scores), tuple(float(one) for one in results)


def lobby_notes(rule: Sequence[object], custom: object) -> dict[str, object]:
    """What a lobby with rules of its own says: the flags of the game, and each part of its custom rules.

    >>> lobby_notes(["", "", "000b"], ["4120DF0F", "1", "", "", "30000"])
    {'flags': 11, 'csrule_0': 1092673295, 'csrule_1': 1, 'csrule_4': '30000'}
    """
    found: dict[str, object] = {}
    parts = list(custom) if isinstance(custom, list) else []
    hexadecimal = [("flags", rule[FLAGS_AT] if len(rule) > FLAGS_AT else "")]
    hexadecimal += [(f"{CUSTOM}_{at}", part) for at, part in enumerate(parts[:FLAGS_OF_CUSTOM])]
    for name, part in hexadecimal:
        if isinstance(part, str) and HEXADECIMAL.fullmatch(part):
            found[name] = int(part, 16)
    for at, part in enumerate(parts[FLAGS_OF_CUSTOM:MOST_PARTS_OF_CUSTOM], FLAGS_OF_CUSTOM):
        if part:
            found[f"{CUSTOM}_{at}"] = part
    return found


def _red_fives_note(rule: Mapping[str, Any]) -> dict[str, object]:
    """Whether there are red fives, if the log says so."""
    said = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    return {"red": any(bool(one) for one in said)} if said else {}


def _players(rows: Sequence[object]) -> int:
    """How many players hold tiles: with three the last hand is empty."""
    for row in rows:
        if isinstance(row, list) and len(row) == SIZE:
            return sum(1 for player in range(SEATS) if row[FIRST_HAND + COLUMNS * player])
    return SEATS


def _code(number: object) -> str:
    if isinstance(number, int) and number in NUMBERS:
        return NUMBERS[number]
    raise Unreadable(Message("no such tile in log", str(number)[:12]))


def _deal(row: object, players: int, place: int) -> DealDraft:
    draft = DealDraft(NO_ROUND, 0, 0, 0, 0, place)
    parts: Sequence[Any] = row if isinstance(row, list) else ()

    def position() -> None:
        number, honba, sticks = (integer(part, "deal") for part in parts[0])
        dealer = seat(number % SEATS, players)
        draft.round, draft.turn, draft.dealer = number // SEATS, number % SEATS, dealer
        draft.honba, draft.sticks = honba, sticks

    def scores() -> None:
        draft.scores = player_numbers(parts[1], players, "scores")

    def indicators() -> None:
        draft.indicators, draft.lost_order = tuple(map(_code, parts[2])), True

    def order() -> None:
        columns = [parts[FIRST_HAND + COLUMNS * player :][:COLUMNS] for player in range(players)]
        draft.hands = [tuple(map(_code, hand)) for hand, _, _ in columns]
        holders = sum(bool(parts[FIRST_HAND + COLUMNS * player]) for player in range(SEATS))
        if holders != players:
            raise Unreadable(Message("other number of players", holders, players))
        found = ColumnOrder([draws for _, draws, _ in columns], [discards for *_, discards in columns])
        for event in found.find(draft.dealer):
            draft.add(event._replace(place=place))

    def result() -> None:
        _result(draft, parts[-1], tuple(map(_code, parts[3])), players, place)

    if isinstance(row, DamagedPart):
        parts = (list(row.groups),)
        draft.read_parts(START, place, position)
        draft.trouble(Message("deal unreadable", row.reason), place)
    elif len(parts) != SIZE:
        draft.trouble(Message("deal unreadable", Message("deal has parts", SIZE)), place)
        draft.read_parts(START, place, position)
    else:
        draft.read_parts(START, place, position, scores, indicators)
        draft.read_parts("order not found", place, order)
        draft.read_parts(RESULT, place, result)
    return draft


# ---- the order of draws and discards


class ColumnCall(NamedTuple):
    """A call, as one text of the column of draws: the tile, the player's own tiles, and how far away the
    discarder sits (1 is the next player).
    """

    letter: str
    tile: str
    own_tiles: tuple[str, ...]
    distance: int


def _parse_call(text: str, players: int) -> ColumnCall:
    """Reads a call such as `4444p44`: the tile after the letter was called, the place of the letter says from
    whom: first from the player before, last from the next one.
    """
    at = next((place for place, letter in enumerate(text) if letter.isalpha()), -1)
    digits = text.replace(text[at], "", 1) if at >= 0 else text
    if at < 0 or not digits.isdecimal() or len(digits) % 2:
        raise Unreadable(Message("is no call", text[:20]))
    tiles = [_code(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]
    place = at // 2
    distance = {0: players - 1, 1: 2 if players == SEATS else 1}.get(place, 1)
    return ColumnCall(text[at], tiles[place], tuple(tiles[:place] + tiles[place + 1 :]), distance)


class ColumnState(NamedTuple):
    """The progress through the columns: the events so far, and the number of entries used for each player."""

    events: tuple[Event, ...]
    draw_counts: tuple[int, ...]
    discard_counts: tuple[int, ...]
    player: int
    is_call_next: bool
    """whether the player's next entry is a call of the last discard"""


class ColumnOrder:
    """Finds the order in which the columns of one deal alternate."""

    def __init__(self, draws: Sequence[Column], discards: Sequence[Column]) -> None:
        self.draws, self.discards, self.players, self.steps = draws, discards, len(draws), 0
        self.calls = {
            (player, place): _parse_call(entry, self.players)
            for player, column in enumerate(draws)
            for place, entry in enumerate(column)
            if isinstance(entry, str)
        }

    def find(self, dealer: int) -> Sequence[Event]:
        """The events in order. Raises Unreadable if no order uses up all columns."""
        nothing = (0,) * self.players
        waiting = [ColumnState((), nothing, nothing, dealer, False)]
        while waiting:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Unreadable(Message("order takes too long"))
            state = waiting.pop()
            if self._is_used_up(state) and not state.is_call_next:
                return state.events
            waiting += self._turn(state)
        raise Unreadable(Message("no possible order"))

    def _is_used_up(self, state: ColumnState) -> bool:
        return all(
            state.draw_counts[player] == len(self.draws[player])
            and state.discard_counts[player] == len(self.discards[player])
            for player in range(self.players)
        )

    def _turn(self, state: ColumnState) -> list[ColumnState]:
        """The states after one turn of the player: a draw or a call, then a discard or another move. The most
        likely one is last.
        """
        player, events = state.player, list(state.events)
        draw_counts, discard_counts = list(state.draw_counts), list(state.discard_counts)
        if draw_counts[player] >= len(self.draws[player]) or len(events) > MOST_EVENTS:
            return []
        entry, call = self.draws[player][draw_counts[player]], self.calls.get((player, draw_counts[player]))
        if (call is None) == state.is_call_next:
            return []
        drawn = UNKNOWN
        if call:
            source = (player + call.distance) % self.players
            events.append(Event(CALL, player, call.tile, call.own_tiles, source))
        else:
            drawn = _code(entry)
            events.append(Event(DRAW, player, drawn))
        draw_counts[player] += 1
        if discard_counts[player] >= len(self.discards[player]):
            return [ColumnState(tuple(events), tuple(draw_counts), tuple(discard_counts), player, False)]
        move = self.discards[player][discard_counts[player]]
        discard_counts[player] += 1
        tile = self._move(player, move, drawn, events)
        after = ColumnState(tuple(events), tuple(draw_counts), tuple(discard_counts), player, False)
        return self._next(after, tile) if tile else [after]

    def _move(self, player: int, move: object, drawn_tile: str, events: list[Event]) -> str:
        """Adds the move of a player who has taken a tile. Returns the discarded tile, empty if there is
        none.
        """
        if isinstance(move, str) and move[:1] == DECLARATIONS:
            events.append(Event(DECLARE, player))
            move = int(move[1:]) if move[1:].isdecimal() else move
        if isinstance(move, str):
            call = _parse_call(move, self.players)
            kinds = {QUADS: QUAD, ADDITIONS: ADD, ASIDES: ASIDE}
            if call.letter not in kinds:
                raise Unreadable(Message("is no move", move[:20]))
            tiles = (call.tile, *call.own_tiles) if call.letter == QUADS else ()
            events.append(Event(kinds[call.letter], player, call.tile, tiles))
            return UNKNOWN
        if move == BLANK:
            return UNKNOWN
        tile = drawn_tile if move == JUST_DRAWN else _code(move)
        if tile:
            events.append(Event(DISCARD, player, tile))
        return tile

    def _next(self, state: ColumnState, tile: str) -> list[ColumnState]:
        """Who may go on after a discard: the next player, or one whose next entry is a call of it."""
        found = [state._replace(player=(state.player + 1) % self.players)]
        for player in range(self.players):
            call = self.calls.get((player, state.draw_counts[player]))
            source = (player + call.distance) % self.players if call else -1
            if call and call.tile == tile and source == state.player:
                found.append(state._replace(player=player, is_call_next=True))
        if self._is_used_up(state):
            found.append(state)
        return found


# ---- results


def _result(
    draft: DealDraft, result: object, hidden_indicators: tuple[str, ...], players: int, place: int
) -> None:
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Unreadable(Message("expected list with word"))
    if result[0] != WORDS["win"]:
        changes = player_numbers(result[1], players, "changes") if len(result) > 1 else None
        draft.add_result(ClaimedDraw(result[0], changes, place=place))
        return
    for changes, details in zip(result[1::2], result[2::2], strict=False):
        try:
            draft.add_result(
                _win(
                    draft,
                    player_numbers(changes, players, "changes"),
                    details,
                    hidden_indicators,
                    players,
                    place,
                )
            )
        except MALFORMED as error:  # noqa: PERF203
            draft.trouble(Message("in the result", reason_text(error)), place)


def _win(
    draft: DealDraft,
    changes: tuple[int, ...] | None,
    details: object,
    hidden_indicators: tuple[str, ...],
    players: int,
    place: int,
) -> ClaimedWin:
    if not isinstance(details, list) or len(details) < 3:
        raise Unreadable(Message("expected winner and discarder"))
    who, source, liable = (seat(part, players) for part in details[:3])
    words = [str(word)[:LONGEST_WORD] for word in details[3:]]
    points = POINTS.search(words[0]) if words else None
    sheet = SHEET.search(words[0]) if words else None
    total = TOTAL.search(words[0]) if words else None
    return ClaimedWin(
        who, source, open_indicators=draft.indicators, hidden_indicators=hidden_indicators or None,
        payments=changes,
        points=_total(points, players) if points else None,
        sheet=int(sheet[1]) if sheet else None,
        total=int(total[1]) if total else None,
        patterns=tuple(_pattern(word) for word in words[1:]),
        liable=liable if liable not in (who, source) else None,
        place=place,
    )  # fmt: skip


def _total(match: re.Match[str], players: int) -> int:
    """What all payers pay: `2000-4000` by each and by the dealer, `2000∀` by each."""
    first, second = int(match[1]), match[2]
    if second:
        return first * (players - 2) + int(second)
    return first * (players - 1) if match[3] else first


def _pattern(word: str) -> tuple[str, int]:
    """The name of a pattern and its value; -1 if it is not a number but a limit."""
    match = PATTERN.match(word)
    if match is None:
        return word, -1
    value = re.match(r"\d+", match[2])
    return match[1].strip(), int(value[0]) if value else -1
