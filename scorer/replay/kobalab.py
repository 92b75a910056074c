"""Reads the records of kobalab's 電脳麻将 (majiang-core, MIT; described in its author's notes of 2015-12-28).

Players are counted by their winds in the deal, 0 being the dealer; `qijia` is the first dealer. Tiles are
written `m123`, 0 for a red five; a mark after a called tile says from whom: - the player before, = the one
opposite, + the next one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorer.replay.drafts import MALFORMED, DealDraft, Unreadable, finished_deals, seat, whole
from scorer.replay.game import ClaimedDraw, ClaimedWin, Game, Trouble
from scorer.replay.limits import refuse

SEATS = 4
FROM_WHOM = {"+": 1, "=": 2, "-": 3}
TILES = re.compile(r"([mpsz])([0-9+=\-_*]+)")
START, QUAD_SIZE = "qipai", 4
Object = Mapping[str, Any]


def is_kobalab(value: object) -> bool:
    if isinstance(value, list) and value:
        value = value[0]
    deals = value.get("log") if isinstance(value, dict) else None
    first = deals[0] if isinstance(deals, list) and deals else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], dict) and START in first[0]


def read(value: Any) -> Game:
    """The game of a record; of a list of records, the first."""
    value = value[0] if isinstance(value, list) else value
    first = whole(value.get("qijia", 0), "qijia", 0, SEATS - 1)
    drafts: list[DealDraft] = []
    troubles: list[Trouble] = []
    for number, events in enumerate(value["log"], 1):
        try:
            drafts.append(DealReader(events, first).draft)
        except MALFORMED as error:  # noqa: PERF203
            troubles.append(Trouble(f"deal {number} cannot be read: {error}", 0, number))
    if not drafts:
        raise refuse(troubles[0].message if troubles else "the record has no deal")
    scores = value.get("defen")
    ends = tuple(whole(one, "defen") for one in scores[:SEATS]) if scores else None
    try:
        results = tuple(float(one) for one in value.get("point", ()))[:SEATS] or None
    except (TypeError, ValueError):
        results = None
    names = tuple(map(str, value.get("player", ())))[:SEATS]
    return Game("kobalab", SEATS, finished_deals(drafts), {}, names, ends, results, tuple(troubles), "event")


def tiles_of(text: str) -> list[str]:
    """The tiles of a text, without its marks: `m40p1*` is 4m, 0m, 1p."""
    return [digit + suit for suit, digits in TILES.findall(text) for digit in digits if digit.isdigit()]


def tile_of(text: object) -> str:
    found = tiles_of(str(text))
    if len(found) != 1:
        raise Unreadable(f"{str(text)[:20]!r} is no tile")
    return found[0]


class DealReader:
    """Reads the events of one deal."""

    def __init__(self, events: list[Object], first: int) -> None:
        start = events[0][START]
        round_, turn = whole(start["zhuangfeng"], "zhuangfeng", 0, 3), whole(start["jushu"], "jushu", 0, 3)
        self.dealer = (first + turn) % SEATS
        honba, sticks = (whole(start[key], key, 0, 1000) for key in ("changbang", "lizhibang"))
        draft = self.draft = DealDraft(round_, turn, self.dealer, honba, sticks, 1)
        draft.scores = self._by_player([whole(score, "defen") for score in start["defen"]])
        draft.indicators = (tile_of(start["baopai"]),)
        draft.hands = self._by_player([tuple(tiles_of(hand)) for hand in start["shoupai"]])
        for place, event in enumerate(events[1:], 2):
            try:
                self._event(event, place)
            except MALFORMED as error:  # noqa: PERF203
                draft.trouble(f"this event cannot be read: {error}", place)

    def _by_player(self, values: list[Any]) -> tuple[Any, ...]:
        """What is listed by the winds of the deal, listed by players."""
        if len(values) != SEATS:
            raise Unreadable(f"expected {SEATS} players, not {len(values)}")
        return tuple(values[(player - self.dealer) % SEATS] for player in range(SEATS))

    def _player(self, wind: object) -> int:
        return (seat(wind, SEATS) + self.dealer) % SEATS

    def _event(self, event: Object, place: int) -> None:
        nothing: tuple[str, Any] = ("", {})
        kind, value = next(iter(event.items()), nothing)
        draft = self.draft
        if kind in ("zimo", "gangzimo"):
            draft.add_draw(self._player(value["l"]), tile_of(value["p"]), place)
        elif kind == "dapai":
            player, text = self._player(value["l"]), value["p"]
            if text.endswith("*"):
                draft.add_declaration(player, place)
            draft.add_discard(player, tile_of(text), place)
        elif kind == "fulou":
            self._call(self._player(value["l"]), value["m"], place)
        elif kind == "gang":
            player, tiles = self._player(value["l"]), tiles_of(value["m"])
            if any(mark in value["m"] for mark in FROM_WHOM):
                draft.add_fourth_tile(player, tiles[-1], place)
            else:
                draft.declared_quad(player, tiles, place)
        elif kind == "kaigang":
            draft.add_indicator(tile_of(value["baopai"]), place)
        elif kind == "hule":
            self._win(value, place)
        elif kind == "pingju":
            changes = self._by_player([whole(one, "fenpei") for one in value["fenpei"]])
            ready = self._by_player([bool(hand) for hand in value["shoupai"]])
            draft.draw = ClaimedDraw(str(value["name"]), changes, ready, place=place)
        else:
            raise Unreadable(f"unknown event {kind[:40]!r}")

    def _call(self, player: int, text: str, place: int) -> None:
        mark = next((at for at, letter in enumerate(text) if letter in FROM_WHOM), 0)
        if mark < 2:
            raise Unreadable(f"{text[:20]!r} is no call")
        tiles, called = tiles_of(text), tiles_of(text[:mark])
        own = tiles[: len(called) - 1] + tiles[len(called) :]
        source = (player + FROM_WHOM[text[mark]]) % SEATS
        self.draft.add_call(player, source, called[-1], own, place)

    def _win(self, value: Object, place: int) -> None:
        player, concealed = self._player(value["l"]), tiles_of(value["shoupai"].split(",")[0])
        source = value.get("baojia")
        self.draft.wins.append(
            ClaimedWin(
                player,
                player if source is None else self._player(source),
                concealed[-1],
                tuple(concealed),
                hidden_indicators=tuple(tile_of(one) for one in value.get("fubaopai") or ()),
                payments=self._by_player([whole(one, "fenpei") for one in value["fenpei"]]),
                points=whole(value["defen"], "defen"),
                sheet=whole(value["fu"], "fu") if value.get("fu") else None,
                patterns=tuple((str(one["name"]), _value(one["fanshu"])) for one in value["hupai"]),
                place=place,
            )
        )


def _value(text: object) -> int:
    """The value of a pattern; -1 for stars, which stand for a limit."""
    return text if isinstance(text, int) else -1
