"""Reads the records of kobalab's 電脳麻将 (majiang-core, MIT; described in its author's notes of 2015-12-28).

Players are counted by their winds in the deal, 0 being the dealer; `qijia` is the first dealer. Tiles are
written `m123`, 0 for a red five; a mark after a called tile says from whom: - the player before, = the one
opposite, + the next one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorer.message import Message
from scorer.replay.drafts import (
    FINAL,
    MALFORMED,
    NAMES,
    DealDraft,
    Unreadable,
    damaged_deal,
    finished_deals,
    integer,
    part_or,
    player_numbers,
    reason_text,
    seat,
)
from scorer.replay.drafts import START as CANNOT_START
from scorer.replay.game import NO_ROUND, ClaimedDraw, ClaimedSet, ClaimedWin, Game, Trouble
from scorer.replay.limits import DamagedPart, json_fields, json_parts

SEATS = 4
FROM_WHOM = {"+": 1, "=": 2, "-": 3}
TILES = re.compile(r"([mpsz])([0-9+=\-_*]+)")
JUST_DRAWN = "_"
START = "qipai"
RANKS = Message("part ranks")
EVENT = re.compile(r'\{\s*"(qipai|zimo|dapai|fulou|gang|gangzimo|kaigang|hule|pingju)"\s*:')
Object = Mapping[str, Any]


def is_kobalab(value: object) -> bool:
    deals = value.get("log") if isinstance(value, dict) else None
    first = deals[0] if isinstance(deals, list) and deals else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], dict) and START in first[0]


def damaged_value(text: str) -> Object | None:
    """What can be read of a damaged text in this format; None if it holds no deal."""
    deals: list[list[object]] = []
    for event in json_parts(text, EVENT):
        kind = (
            event.groups[0]
            if isinstance(event, DamagedPart)
            else next(iter(event), "")
            if isinstance(event, dict)
            else ""
        )
        if kind == START or not deals:
            deals.append([])
        deals[-1].append(event)
    return {**json_fields(text, "qijia", "defen", "point", "player"), "log": deals} if deals else None


def read(value: Any) -> Game:
    """The game of a record."""
    troubles: list[Trouble] = []
    first = part_or(
        0, troubles, "the first dealer", lambda: integer(value.get("qijia", 0), "qijia", 0, SEATS - 1)
    )
    drafts: list[DealDraft] = []
    for number, events in enumerate(value["log"], 1):
        try:
            drafts.append(DealReader(events, first).draft)
        except MALFORMED as error:  # noqa: PERF203
            unreadable = Message("deal unreadable", reason_text(error))
            message = Message("fault of seat", Message("unit deal", number), unreadable)
            drafts.append(damaged_deal(message, 1, False))
    scores, points = value.get("defen"), value.get("point")
    ends = results = None
    if scores and "qijia" in value:  # the scores stand in the order of the first deal
        ends = part_or(None, troubles, FINAL, lambda: player_numbers(scores, SEATS, "defen"))
    if points:
        results = part_or(None, troubles, FINAL, lambda: tuple(float(one) for one in points)[:SEATS])
    written = value.get("rank") or [0] * SEATS
    rank = part_or(None, troubles, RANKS, lambda: player_numbers(written, SEATS, "rank"))
    by_rank = [end for _, end in sorted(zip(rank or (), ends or (), strict=False))]
    if ends and rank and all(rank) and sorted(by_rank, reverse=True) != by_rank:
        troubles.append(Trouble(Message("rank differs", str(rank), str(list(ends)))))
    names = part_or((), troubles, NAMES, lambda: tuple(map(str, value.get("player", ())))[:SEATS])
    return Game("kobalab", SEATS, finished_deals(drafts), {}, names, ends, results, tuple(troubles), "event")


def tiles_of(text: str) -> list[str]:
    """The tiles of a text, without its marks: `m40p1*` is 4m, 0m, 1p."""
    return [digit + suit for suit, digits in TILES.findall(text) for digit in digits if digit.isdigit()]


def tile_of(text: object) -> str:
    found = tiles_of(text) if isinstance(text, str) else []
    if len(found) != 1:
        raise Unreadable(Message("is no tile", str(text)[:20]))
    return found[0]


class DealReader:
    """Reads the events of one deal."""

    def __init__(self, events: list[Any], first_dealer: int) -> None:
        draft = self.draft = DealDraft(NO_ROUND, 0, 0, 0, 0, 1)
        begins = isinstance(events[0], dict) and START in events[0]
        self.start: Object = events[0][START] if begins else {}
        self.dealer, self.first_dealer = 0, first_dealer
        parts = (self._position, self._scores_at_start, self._hands)
        if isinstance(events[0], DamagedPart):
            draft.trouble(Message(CANNOT_START, events[0].reason), 1)
        elif begins:
            draft.read_parts(CANNOT_START, 1, *parts)
        else:
            draft.trouble(Message("deal without start", START), 1)
        for place, event in enumerate(events[1:], 2):
            try:
                self._event(event, place)
            except MALFORMED as error:  # noqa: PERF203
                draft.trouble(Message("event unreadable", reason_text(error)), place)

    def _position(self) -> None:
        start, draft = self.start, self.draft
        round_, turn = (
            integer(start["zhuangfeng"], "zhuangfeng", 0, 3),
            integer(start["jushu"], "jushu", 0, 3),
        )
        honba, sticks = (integer(start[key], key, 0, 1000) for key in ("changbang", "lizhibang"))
        self.dealer = (self.first_dealer + turn) % SEATS
        draft.round, draft.turn, draft.dealer, draft.honba, draft.sticks = (
            round_, turn, self.dealer, honba, sticks,
        )  # fmt: skip
        draft.indicators = (tile_of(start["baopai"]),)

    def _scores_at_start(self) -> None:
        self.draft.scores = self._by_player([integer(score, "defen") for score in self.start["defen"]])

    def _hands(self) -> None:
        self.draft.hands = self._by_player([tuple(tiles_of(hand)) for hand in self.start["shoupai"]])

    def _by_player(self, values: list[Any]) -> tuple[Any, ...]:
        """What is listed by the winds of the deal, listed by players."""
        if len(values) != SEATS:
            raise Unreadable(Message("expected players", SEATS, len(values)))
        return tuple(values[(player - self.dealer) % SEATS] for player in range(SEATS))

    def _player(self, wind: object) -> int:
        return (seat(wind, SEATS) + self.dealer) % SEATS

    def _event(self, event: Object, place: int) -> None:
        if isinstance(event, DamagedPart):
            raise Unreadable(event.reason)
        nothing: tuple[str, Any] = ("", {})
        kind, value = next(iter(event.items()), nothing)
        draft = self.draft
        if kind in ("zimo", "gangzimo"):
            draft.add_draw(self._player(value["l"]), tile_of(value["p"]), place)
        elif kind == "dapai":
            player, text = self._player(value["l"]), value["p"]
            if text.endswith("*"):
                draft.add_declaration(player, place)
            draft.add_discard(player, tile_of(text), place, JUST_DRAWN in text or None)
        elif kind == "fulou":
            self._call(self._player(value["l"]), value["m"], place)
        elif kind == "gang":
            player, tiles = self._player(value["l"]), tiles_of(value["m"])
            if any(mark in value["m"] for mark in FROM_WHOM):
                draft.add_fourth_tile(player, tiles[-1], place, tiles[:-1])
            else:
                draft.add_quad(player, tiles, place)
        elif kind == "kaigang":
            draft.add_indicator(tile_of(value["baopai"]), place)
        elif kind == "hule":
            self._win(value, place)
        elif kind == "pingju":
            changes = self._by_player([integer(one, "fenpei") for one in value["fenpei"]])
            ready = self._by_player([bool(hand) for hand in value["shoupai"]])
            draft.shown = self._by_player([tuple(tiles_of(hand.split(",")[0])) for hand in value["shoupai"]])
            draft.add_result(ClaimedDraw(str(value["name"]), changes, ready, place=place))
        else:
            raise Unreadable(Message("unknown event", kind[:40]))

    def _call(self, player: int, text: str, place: int) -> None:
        mark = next((at for at, letter in enumerate(text) if letter in FROM_WHOM), 0)
        if mark < 2:
            raise Unreadable(Message("is no call", text[:20]))
        tiles, called = tiles_of(text), tiles_of(text[:mark])
        own = tiles[: len(called) - 1] + tiles[len(called) :]
        source = (player + FROM_WHOM[text[mark]]) % SEATS
        self.draft.add_call(player, source, called[-1], own, place)

    def _win(self, value: Object, place: int) -> None:
        hand, *melds = value["shoupai"].split(",")
        player, concealed = self._player(value["l"]), tiles_of(hand)
        source = value.get("baojia")
        patterns = tuple((str(one["name"]), _value(one["fanshu"])) for one in value.get("hupai") or ())
        self.draft.add_result(
            ClaimedWin(
                player,
                player if source is None else self._player(source),
                concealed[-1],
                tuple(concealed),
                hidden_indicators=tuple(tile_of(one) for one in value.get("fubaopai") or ()),
                payments=self._by_player([integer(one, "fenpei") for one in value["fenpei"]]),
                points=integer(value["defen"], "defen") if "defen" in value else None,
                sheet=integer(value["fu"], "fu") if value.get("fu") else None,
                patterns=patterns,
                melds=tuple(map(_claimed_set, filter(None, melds))),
                place=place,
            )
        )
        if patterns and all(count >= 0 for _, count in patterns):
            self.draft.compare(value.get("fanshu"), sum(count for _, count in patterns), "fanshu", place)


def _claimed_set(text: str) -> ClaimedSet:
    """A set such as `m555-0`: from whom the tile before the mark was called, and a tile that was added to it,
    which stands behind the mark if there are three before it.
    """
    mark = next((at for at, letter in enumerate(text) if letter in FROM_WHOM), -1)
    is_added = mark == len("m555") and len(text) > mark + 1
    return ClaimedSet(tuple(tiles_of(text)), mark < 0, is_added)


def _value(text: object) -> int:
    """The value of a pattern; -1 for stars, which stand for a limit."""
    return text if isinstance(text, int) else -1
