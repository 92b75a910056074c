"""Reads Botzone's Chinese official games: the text of the PKU data set, one line for each event, and the JSON
of the site, which has what the judge and the players said to each other.

The players 0 to 3 are East, South, West, North: the note of the data set says otherwise, but all payments
agree with this order only. A called run is named by its middle tile. Every match is one deal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.message import Message
from scorer.replay.drafts import (
    MALFORMED,
    DealDraft,
    Unreadable,
    begin_without_start,
    finished_deals,
    integer,
    player_numbers,
    reason_text,
    seat,
    tile,
)
from scorer.replay.game import DISCARD, DRAW, ClaimedDraw, ClaimedWin, Game
from scorer.replay.limits import DamagedPart, json_parts
from scorer.values import replace

SEATS = 4
CODES = {
    **{
        f"{letter}{digit}": f"{digit}{suit}"
        for letter, suit in zip("WBT", "mps", strict=True)
        for digit in range(1, 10)
    },
    **{f"F{digit}": f"{digit}z" for digit in range(1, 5)},
    **{f"J{digit}": f"{8 - digit}z" for digit in range(1, 4)},
}
MATCH, WIND, FAN, SCORE, DRAWN = "match", "wind", "fan", "score", "huang"
BEGINNING = re.compile(r"\s*(?:Match\s+\w+|Wind\s+[0-3]\b|Player\s+[0-3]\s+Deal\s)", re.IGNORECASE)
EVENT = re.compile(r"^Player\s+\d\s+(Deal|Draw|Play)\s+\w", re.MULTILINE | re.IGNORECASE)
HU = re.compile(r"Player \d+ Hu\b", re.IGNORECASE)
MOVE = re.compile(r"Player (\d+) (\w+) ?(.*?)(?: Ignore .*)?$", re.IGNORECASE)
MOVES = {
    word.lower(): word for word in ("Deal", "Draw", "Play", "Chi", "Peng", "Gang", "AnGang", "BuGang", "Hu")
}
"""The words for moves, which some programs write with small letters."""
FAN_NAME = re.compile(r"([\u4e00-\u9fff]+)\*\d+")


def is_botzone(text: str) -> bool:
    return BEGINNING.match(text) is not None


def is_damaged_botzone(text: str) -> bool:
    """Whether a text that is not in any format has lines of this one."""
    return EVENT.search(text) is not None


def read(text: str) -> list[Game]:
    """The game of a text: one deal for each match."""
    reader = TextReader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.line(" ".join(line.split()), number)
        except Unreadable as error:  # noqa: PERF203
            reader.drafts[-1].trouble(error.message, number)
    for draft in reader.drafts:
        if any(win.payments is None for win in draft.wins):
            draft.trouble(Message("part missing", SCORE.title()), draft.wins[-1].place)
    deals = finished_deals(reader.drafts)
    return [Game("botzone", SEATS, deals, {}, (), None, None, (), "line", is_series=True)]


class TextReader:
    """Reads one line after another. A deal begins with its match, or, in a text without these lines, with its
    wind.
    """

    def __init__(self) -> None:
        self.drafts: list[DealDraft] = []
        self.has_wind = False
        """whether the wind of the last deal has been read"""

    def line(self, line: str, number: int) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        match = MOVE.match(line)
        move = MOVES.get(match[2].lower(), match[2]) if match else ""
        begins = word == MATCH or (word == WIND and (self.has_wind or self._has_events())) or (
            move == "Deal" and self._has_events()
        )  # fmt: skip
        if begins or (not self.drafts and (word == WIND or move == "Deal")):
            self._begin(number)
        elif word:
            is_result = word in (SCORE, FAN) or bool(self.drafts and HU.match(line))
            if not self.drafts or (self.drafts[-1].is_over and not is_result):
                begin_without_start(self.drafts, f"the deal has no start ({MATCH.title()})", number)
                self.drafts[-1].hands = [()] * SEATS
        if not word or word == MATCH:
            return
        if move == "Deal" and not self.has_wind:
            self.has_wind = True  # it is missing once
            self.drafts[-1].trouble(Message("part missing", WIND.title()), number)
        if word == WIND:
            self.has_wind = True
        if match:
            _move(self.drafts[-1], seat(match[1], SEATS), move, match[3], number)
        else:
            _line(self.drafts[-1], word, rest, line, number)

    def _begin(self, number: int) -> None:
        self.drafts.append(DealDraft(0, 0, 0, 0, 0, number))
        self.drafts[-1].hands = [()] * SEATS
        self.has_wind = False

    def _has_events(self) -> bool:
        return bool(self.drafts) and (self.drafts[-1].is_over or bool(self.drafts[-1].events))


def _line(draft: DealDraft, word: str, details: str, line: str, number: int) -> None:
    """A line that is no move of a player."""
    if word == WIND:
        draft.round = integer(details, "wind", 0, 3)
    elif word == SCORE:
        changes = tuple(integer(part, "score") for part in details.split())
        if len(changes) != SEATS:
            raise Unreadable(Message("expected scores", SEATS, len(changes)))
        draft.wins = [replace(win, payments=changes) for win in draft.wins]
    elif word == FAN:
        total, _, names = details.partition(" ")
        found = [FAN_NAME.fullmatch(name) for name in names.split("+")]
        patterns = tuple((match[1], -1) for match in found if match) if all(found) else None
        draft.wins = [
            replace(win, total=integer(total, "fan"), patterns=patterns) for win in draft.wins
        ]  # fmt: skip
    elif word == DRAWN:
        draft.draw = ClaimedDraw(place=number)
    else:
        raise Unreadable(Message("unknown line", line[:40]))


def _move(draft: DealDraft, player: int, move: str, details: str, place: int) -> None:
    if move == "Deal":
        hands = list(draft.hands)
        hands[player] = tuple(tile(one.upper(), CODES) for one in details.split())
        draft.hands = hands
        return
    code = tile(details.split(" ")[0].upper(), CODES)
    last = next((event for event in reversed(draft.events) if event.kind == DISCARD), None)
    if move == "Draw":
        draft.add_draw(player, code, place)
    elif move == "Play":
        draft.add_discard(player, code, place)
    elif move in ("Chi", "Peng", "Gang"):
        if last is None:
            raise Unreadable(Message("nothing to call"))
        run = [f"{int(code[0]) + step}{code[1]}" for step in (-1, 0, 1)]
        own = (
            [one for one in run if one != last.tile]
            if move == "Chi"
            else [code] * (2 if move == "Peng" else 3)
        )
        draft.add_call(player, last.player, last.tile, own, place)
    elif move == "AnGang":
        draft.add_quad(player, [code] * 4, place)
    elif move == "BuGang":
        draft.add_fourth_tile(player, code, place)
    elif move == "Hu":
        mover = draft.events[-1].player if draft.events else player
        draft.wins.append(ClaimedWin(player, mover, code, place=place))
    else:
        raise Unreadable(Message("unknown move", move[:40]))


# ---- the JSON of the site

WORDS = {
    "PLAY": "Play", "PENG": "Peng", "CHI": "Chi", "GANG": "Gang", "BUGANG": "BuGang",
}  # fmt: skip
"""Moves in the messages of the judge, with the words of the text form."""
LISTS = ("logs", "log")
MESSAGE = re.compile(r'\{\s*"(?:output|[0-3])"\s*:\s*\{')
"""How a message of the judge, or one with the answers of the players, begins."""
WIND_MESSAGE, DEAL_MESSAGE, DRAW_MESSAGE, MOVE_MESSAGE = "0", "1", "2", "3"
FLOWERS = SEATS
"""A message that deals tiles has the number of flowers of each player before them."""
WON, UNWON = "HU", "HUANG"
Object = Mapping[str, Any]


def _messages(value: object) -> Sequence[Any] | None:
    """The list of what was said in a match; None if the value is no match."""
    if isinstance(value, dict):
        value = next((value[key] for key in LISTS if isinstance(value.get(key), list)), None)
    if not isinstance(value, list):
        return None
    first = next((one for one in value if not isinstance(one, DamagedPart)), None)
    return value if isinstance(first, dict) and isinstance(first.get("output"), dict) else None


def is_botzone_match(value: object) -> bool:
    return _messages(value) is not None


def damaged_value(text: str) -> Sequence[object] | None:
    """The messages of a damaged text of a match; None if it holds none of the judge."""
    messages = json_parts(text, MESSAGE)
    return messages if any(map(_messages, ([one] for one in messages))) else None


def read_match(value: object) -> Game:
    """The game of one match: one deal."""
    reader = MatchReader()
    for number, message in enumerate(_messages(value) or (), 1):
        if isinstance(message, DamagedPart):
            reader.draft.trouble(Message("message unreadable", message.reason), number)
            continue
        try:
            reader.message(message, number)
        except MALFORMED as error:
            reader.draft.trouble(Message("message unreadable", reason_text(error)), number)
    deals = finished_deals([reader.draft])
    return Game("botzone", SEATS, deals, {}, (), None, None, (), "message", is_series=True)


class MatchReader:
    """Reads what the judge says, and what the players answer."""

    def __init__(self) -> None:
        self.draft = DealDraft(0, 0, 0, 0, 0, 1)
        self.draft.hands = [()] * SEATS
        self.answers: Object = {}
        """what each player said last"""

    def message(self, message: Object, place: int) -> None:
        output = message.get("output")
        if not isinstance(output, dict):
            self.answers = message
            return
        content, shown = output.get("content", {}), output.get("display") or {}
        if output.get("command") == "finish":
            self._end(content, shown, place)
            return
        moves: dict[str, None] = {}
        for player in range(SEATS):
            kind, _, rest = str(content.get(str(player), "")).partition(" ")
            if kind == WIND_MESSAGE:
                self.draft.round = integer(rest.split()[1], "quan", 0, 3)
            elif kind == DEAL_MESSAGE:
                _move(self.draft, player, "Deal", " ".join(rest.split()[FLOWERS:]), place)
            elif kind == DRAW_MESSAGE:
                _move(self.draft, player, "Draw", rest, place)
                self.draft.compare(shown.get("tile"), rest, "tile", place)
            elif kind == MOVE_MESSAGE:
                moves[rest] = None
            elif kind:
                raise Unreadable(Message("unknown move", kind[:20]))
        for move in moves:
            self._move(move.split(), place)

    def _move(self, parts: Sequence[str], place: int) -> None:
        """A move that the judge tells everybody: the player, the word, and the tiles that they see."""
        player, word, tiles = seat(parts[0], SEATS), parts[1].upper(), list(parts[2:])
        if word == "DRAW":
            return
        if word not in WORDS:
            raise Unreadable(Message("unknown move", word[:20]))
        last = self.draft.events[-1] if self.draft.events else None
        if word == "GANG" and last is not None and (last.kind, last.player) == (DRAW, player):
            said = str(self.answers.get(str(player), {}).get("response", ""))  # others do not see the tile
            _move(self.draft, player, "AnGang", said.partition(" ")[2], place)
            return
        called = self._latest_discard() if word in ("PENG", "GANG") else tiles[0]
        _move(self.draft, player, WORDS[word], called, place)
        if word in ("PENG", "CHI"):  # the last tile is the discard after the call
            _move(self.draft, player, "Play", tiles[-1], place)

    def _latest_discard(self) -> str:
        codes = {code: name for name, code in CODES.items()}
        found = next((event.tile for event in reversed(self.draft.events) if event.kind == DISCARD), "")
        return codes.get(found, "")

    def _end(self, content: Object, shown: Object, place: int) -> None:
        """How the match ends: a win, a used up wall, or a mistake of a player, who alone pays the others. The
        word for it is in what is shown to viewers, which not every program keeps.
        """
        changes = tuple(integer(content[str(player)], "score") for player in range(SEATS))
        gaining = [player for player, change in enumerate(changes) if change > 0]
        action = str(shown.get("action", WON if len(gaining) == 1 else "")).upper()
        if action == WON:
            last = next((event for event in reversed(self.draft.events) if event.tile), None)
            if last is None or not (gaining or shown):
                raise Unreadable(Message("nothing to win in log"))
            player = seat(shown.get("player", *gaining[:1]), SEATS)
            win = ClaimedWin(player, last.player, last.tile, payments=changes, place=place)
            self.draft.add_result(replace(win, **_fans(shown)))
            told = player_numbers(shown["score"], SEATS, "score") if "score" in shown else None
            self.draft.compare(told, changes, "score", place)
        elif action == UNWON or not any(changes):
            self.draft.add_result(ClaimedDraw(payments=changes, place=place))
        else:
            raise Unreadable(Message("match ends by mistake", action[:20]))


def _fans(shown: Object) -> dict[str, Any]:
    """The fan of a win, as they are shown to viewers, and their sum; nothing if they are not shown."""
    if not isinstance(shown.get("fan"), list):
        return {}
    patterns = tuple(
        (str(one["name"]), integer(one["value"], "value") * integer(one.get("cnt", 1), "cnt"))
        for one in shown["fan"]
    )
    total = integer(shown["fanCnt"], "fanCnt") if "fanCnt" in shown else None
    return {"patterns": patterns, "total": total}
