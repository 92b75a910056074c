"""Reads mjai: one event a line, as JSON.

Two dialects: the older one writes a win with its patterns, the reason of a draw and who was ready
(gimite/mjai); the newer one only what was paid (Mortal, RiichiEnv). Tiles that a player does not see are
written `?`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.hand import WINDS
from scorer.replay.drafts import DealDraft, Unreadable, finished_deals, seat, tile, whole
from scorer.replay.game import UNKNOWN, ClaimedDraw, ClaimedWin, Event, Game, Trouble
from scorer.replay.limits import parse_json, refuse

SUITS = "mps"
HONORS = dict(zip(("E", "S", "W", "N", "P", "F", "C"), (f"{digit}z" for digit in range(1, 8)), strict=True))
CODES = {
    **{f"{digit}{suit}": f"{digit}{suit}" for suit in SUITS for digit in range(1, 10)},
    **{f"5{suit}r": f"0{suit}" for suit in SUITS},
    **HONORS,
    "?": UNKNOWN,
}
IGNORED = {"start_game", "end_game", "end_kyoku", "none", "hello", "error", "haipai"}
Object = Mapping[str, Any]


def is_mjai(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def read(text: str) -> Game:
    """The game of a log."""
    reader = MjaiReader()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            reader.line(line, number)
    return reader.game()


class MjaiReader:
    """Reads one event after another."""

    def __init__(self) -> None:
        self.drafts: list[DealDraft] = []
        self.troubles: list[Trouble] = []
        self.notes: dict[str, object] = {}
        self.names: tuple[str, ...] = ()
        self.players = 4
        self.scores: tuple[int, ...] | None = None

    def game(self) -> Game:
        return Game(
            "mjai", self.players, finished_deals(self.drafts), self.notes, self.names, self.scores, None,
            tuple(self.troubles), "line",
        )  # fmt: skip

    def line(self, text: str, number: int) -> None:
        try:
            value = parse_json(text)
            if isinstance(value, dict):
                self.event(value, number)
            else:
                raise Unreadable("this line is not an event")
        except Unreadable as error:
            self._trouble(str(error), number)
        except ValueError as error:
            self._trouble(f"this line is not JSON: {error}", number)
        except (TypeError, KeyError, IndexError, AttributeError) as error:
            self._trouble(f"this line cannot be read: {error}", number)

    def _trouble(self, message: str, line: int) -> None:
        if self.drafts:
            self.drafts[-1].trouble(message, line)
        else:
            self.troubles.append(Trouble(message, 0, line))

    def event(self, value: Object, line: int) -> None:
        kind = str(value.get("type"))
        read = EVENTS.get(kind)
        if kind == "start_game":
            self.names = tuple(map(str, value.get("names", ())))
            if value.get("aka_flag") is False:
                self.notes["red"] = False
        elif read:
            if not self.drafts and kind != "start_kyoku":
                raise refuse("the log has events before its first deal")
            read(self, value, line)
        elif kind not in IGNORED:
            raise Unreadable(f"unknown event {kind[:40]!r}")
        if kind == "haipai" and self.drafts:
            self._dealt(value)

    def _actor(self, value: Object, key: str = "actor") -> int:
        if key not in value:
            raise Unreadable(f"'{key}' is missing")
        return seat(value[key], self.players)

    def _tiles(self, values: object) -> tuple[str, ...]:
        if not isinstance(values, Sequence) or isinstance(values, str):
            raise Unreadable("expected a list of tiles")
        return tuple(tile(one, CODES) for one in values)

    # ---- events

    def start(self, value: Object, line: int) -> None:
        hands = value.get("tehais", ())
        if not self.drafts and isinstance(hands, list) and len(hands) in (3, 4):
            self.players = len(hands)
        wind = WINDS.find(str(value.get("bakaze", "E")))
        turn = whole(value.get("kyoku", 1), "kyoku", 1, 4) - 1
        honba, sticks = (whole(value.get(name, 0), name, 0, 1000) for name in ("honba", "kyotaku"))
        draft = DealDraft(max(wind, 0), turn, turn % self.players, honba, sticks, line)
        self.drafts.append(draft)
        if "oya" in value:
            draft.dealer = self._actor(value, "oya")
        if "dora_marker" in value:
            draft.indicators = (tile(value["dora_marker"], CODES),)
        if "scores" in value:
            draft.scores = tuple(whole(score, "scores") for score in value["scores"][: self.players])
        draft.hands = [self._tiles(hand) for hand in hands] or [()] * self.players

    def _dealt(self, value: Object) -> None:
        hands = list(self.drafts[-1].hands)
        hands[self._actor(value)] = self._tiles(value.get("pais", ()))
        self.drafts[-1].hands = hands

    def draw(self, value: Object, line: int) -> None:
        self.drafts[-1].add_draw(self._actor(value), tile(value.get("pai"), CODES), line)

    def discard(self, value: Object, line: int) -> None:
        self.drafts[-1].add_discard(self._actor(value), tile(value.get("pai"), CODES), line)

    def call(self, value: Object, line: int) -> None:
        own = self._tiles(value.get("consumed", ()))
        source, pai = self._actor(value, "target"), tile(value.get("pai"), CODES)
        self.drafts[-1].add_call(self._actor(value), source, pai, own, line)

    def quad(self, value: Object, line: int) -> None:
        self.drafts[-1].declared_quad(self._actor(value), self._tiles(value.get("consumed", ())), line)

    def addition(self, value: Object, line: int) -> None:
        self.drafts[-1].add_fourth_tile(self._actor(value), tile(value.get("pai"), CODES), line)

    def aside(self, value: Object, line: int) -> None:
        self.drafts[-1].set_aside(self._actor(value), tile(value.get("pai", "N"), CODES), line)

    def indicator(self, value: Object, line: int) -> None:
        self.drafts[-1].add_indicator(tile(value.get("dora_marker"), CODES), line)

    def declaration(self, value: Object, line: int) -> None:
        self.drafts[-1].add_declaration(self._actor(value), line)

    def stick(self, value: Object, line: int) -> None:
        self.drafts[-1].paid_stick(self._actor(value), line)

    def win(self, value: Object, line: int) -> None:
        draft = self.drafts[-1]
        who, source = self._actor(value), self._actor(value, "target")
        named = value.get("yakus")
        patterns = tuple((str(name), whole(count, "yakus")) for name, count in named) if named else None
        hidden = value.get("ura_markers", value.get("uradora_markers", ()))
        hand = value.get("hora_tehais")
        won = tile(value["pai"], CODES) if "pai" in value else _latest_tile(draft)
        draft.wins.append(
            ClaimedWin(
                who, source, won,
                (*self._tiles(hand), won) if hand and len(hand) % 3 == 1 else None,
                hidden_indicators=self._tiles(hidden or ()),
                payments=self._changes(value),
                points=whole(value["hora_points"], "hora_points") if "hora_points" in value else None,
                sheet=whole(value["fu"], "fu") if value.get("fu") else None,
                patterns=patterns,
                place=line,
            )
        )  # fmt: skip
        self._after(value)

    def drawn_deal(self, value: Object, line: int) -> None:
        ready = value.get("tenpais")
        states = tuple(map(bool, ready[: self.players])) if isinstance(ready, list) else None
        word = str(value.get("reason", ""))
        self.drafts[-1].draw = ClaimedDraw(word, self._changes(value), states, place=line)
        self._after(value)

    def _changes(self, value: Object) -> tuple[int, ...] | None:
        changes = value.get("deltas")
        return tuple(whole(one, "deltas") for one in changes[: self.players]) if changes else None

    def _after(self, value: Object) -> None:
        scores = value.get("scores")
        self.scores = tuple(whole(one, "scores") for one in scores[: self.players]) if scores else None


def _latest_tile(draft: DealDraft) -> str:
    """The last tile drawn, discarded or added, which is the winning tile."""
    moved: Sequence[Event] = [event for event in draft.events if event.tile]
    return moved[-1].tile if moved else UNKNOWN


EVENTS: dict[str, Callable[[MjaiReader, Object, int], None]] = {
    "start_kyoku": MjaiReader.start,
    "tsumo": MjaiReader.draw,
    "dahai": MjaiReader.discard,
    **dict.fromkeys(("chi", "pon", "daiminkan"), MjaiReader.call),
    "ankan": MjaiReader.quad,
    "kakan": MjaiReader.addition,
    **dict.fromkeys(("nukidora", "kita"), MjaiReader.aside),
    "dora": MjaiReader.indicator,
    "reach": MjaiReader.declaration,
    "reach_accepted": MjaiReader.stick,
    "hora": MjaiReader.win,
    "ryukyoku": MjaiReader.drawn_deal,
}
