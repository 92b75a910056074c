"""Reads mjai: one event a line, as JSON.

Two dialects: the older one writes a win with its patterns, the reason of a draw and who was ready
(gimite/mjai); the newer one only what was paid (Mortal, RiichiEnv). Tiles that a player does not see are
written `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from scorer.hand import WINDS
from scorer.message import Listed, Message, Text
from scorer.replay.drafts import (
    MOST_PLAYERS,
    DealDraft,
    Unreadable,
    begin_without_start,
    finished_deals,
    integer,
    player_numbers,
    reason_text,
    seat,
    tile,
    underscored,
)
from scorer.replay.drafts import START as CANNOT_START
from scorer.replay.game import NO_ROUND, UNKNOWN, ClaimedDraw, ClaimedWin, Event, Game, Trouble
from scorer.replay.limits import note_trouble, parse_json, without_comments

SUITS = "mps"
HONORS = dict(zip(("E", "S", "W", "N", "P", "F", "C"), (f"{digit}z" for digit in range(1, 8)), strict=True))
CODES = {
    **{f"{digit}{suit}": f"{digit}{suit}" for suit in SUITS for digit in range(1, 10)},
    **{f"5{suit}r": f"0{suit}" for suit in SUITS},
    **HONORS,
    "?": UNKNOWN,
}
BEGIN, START, END = "start_game", "start_kyoku", "end_game"
BEGINNING = re.compile(r'\s*\{.{0,1000}"type"\s*:\s*"start_game"')
RESULTS = {"hora", "ryukyoku"}
HIDDEN_INDICATORS = ("ura_markers", "uradora_markers", "uradora_marker")
"""What the dialects call the hidden indicators of a win."""
PARTS = {
    START: {"bakaze", "kyoku", "honba", "kyotaku", "oya", "dora_marker", "scores", "tehais"},
    "hora": {"deltas", "scores", "hora_points", "fan", "yakus"},
}
"""Parts that one dialect has and another does not, but that no log has in some deals only. A win by a
limit of its own may lack its fu, and a drawn deal that is played again its payments.
"""
OF_WORDS = {BEGIN, START, "dora", *RESULTS}
"""Events with keys of several words, which some programs write in one, with a capital."""
IGNORED = {BEGIN, END, "end_kyoku", "none", "hello", "error", "haipai"}
Object = Mapping[str, Any]


def is_mjai(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def read(text: str) -> list[Game]:
    """The games of a log, each with a start of its own."""
    readers = [MjaiReader()]
    for number, line in enumerate(text.splitlines(), 1):
        line = line.rstrip(", ")
        if not without_comments(line).strip():
            continue
        if readers[-1].drafts and BEGINNING.match(line):
            readers.append(MjaiReader())
        readers[-1].line(line, number)
    return [reader.game() for reader in readers]


class MjaiReader:
    """Reads one event after another."""

    def __init__(self) -> None:
        self.drafts: list[DealDraft] = []
        self.troubles: list[Trouble] = []
        self.notes: dict[str, object] = {}
        self.names: tuple[str, ...] = ()
        self.players = MOST_PLAYERS
        self.is_begun = self.is_ended = False
        self.scores: tuple[int, ...] | None = None
        self.parts: dict[str, list[tuple[DealDraft, int, frozenset[str]]]] = {}
        """for each kind of start or result: its deal, its line, and which of its parts it has"""

    def _compare_parts(self) -> None:
        """Tells of a start or result that lacks a part which others of this log have."""
        known = {kind: set().union(*(keys for _, _, keys in parts)) for kind, parts in self.parts.items()}
        for kind, parts in self.parts.items():
            for draft, line, keys in parts:
                missing = sorted(known[kind] - keys)
                if missing:
                    message = Message("event lacks keys", kind, Listed(tuple(missing), "comma"))
                    note_trouble(draft.troubles, Trouble(message, 0, line))

    def game(self) -> Game:
        self._compare_parts()
        if self.is_begun and not self.is_ended and self.drafts and self.drafts[-1].is_over:
            message = Message("file without end", END)
            self.troubles.append(Trouble(message))
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
                raise Unreadable(Message("line is no event"))
        except Unreadable as error:
            self._trouble(error.message, number)
        except ValueError as error:
            self._trouble(Message("line is not JSON", reason_text(error)), number)
        except (TypeError, KeyError, IndexError, AttributeError) as error:
            self._trouble(Message("line unreadable", reason_text(error)), number)

    def _trouble(self, message: Text, line: int) -> None:
        if self.drafts:
            self.drafts[-1].trouble(message, line)
        else:
            note_trouble(self.troubles, Trouble(message, 0, line))

    def event(self, value: Object, line: int) -> None:
        kind = str(value.get("type"))
        read = EVENTS.get(kind)
        if kind in OF_WORDS:
            value = {underscored(key): part for key, part in value.items()}
        self.is_begun |= kind == BEGIN
        self.is_ended = kind == END or (self.is_ended and kind != BEGIN)
        if kind == BEGIN:
            self.names = tuple(map(str, value.get("names", ())))
            if value.get("aka_flag") is False:
                self.notes["red"] = False
        elif read:
            if kind != START and (not self.drafts or (self.drafts[-1].is_over and kind not in RESULTS)):
                message = Message("deal without start", START)
                begin_without_start(self.drafts, message, line)
            read(self, value, line)
            if kind in PARTS:
                found = frozenset(PARTS[kind] & value.keys())
                self.parts.setdefault(kind, []).append((self.drafts[-1], line, found))
        elif kind not in IGNORED:
            raise Unreadable(Message("unknown event", kind[:40]))
        if kind == "haipai" and self.drafts:
            self._set_dealt_hand(value)

    def _actor(self, value: Object, key: str = "actor") -> int:
        if key not in value:
            raise Unreadable(Message("part missing", key))
        return seat(value[key], self.players)

    def _tiles(self, values: object) -> tuple[str, ...]:
        if not isinstance(values, Sequence) or isinstance(values, str):
            raise Unreadable(Message("expected list of tiles"))
        return tuple(tile(one, CODES) for one in values)

    # ---- events

    def start(self, value: Object, line: int) -> None:
        hands = value.get("tehais", ())
        if not self.drafts and isinstance(hands, list) and len(hands) in (3, 4):
            self.players = len(hands)
        draft = DealDraft(NO_ROUND, 0, 0, 0, 0, line)
        self.drafts.append(draft)
        draft.hands, draft.writes_sticks = [()] * self.players, True
        parts = (self._position, self._scores_at_start, self._hands)
        draft.read_parts(CANNOT_START, line, *(partial(part, value, draft) for part in parts))

    def _position(self, value: Object, draft: DealDraft) -> None:
        wind = WINDS.find(str(value.get("bakaze", "E")))
        if wind < 0:
            raise Unreadable(
                Message("bakaze unknown", Listed(tuple(WINDS), "comma"), str(value["bakaze"])[:12])
            )
        turn = integer(value.get("kyoku", 1), "kyoku", 1, 4) - 1
        dealer = self._actor(value, "oya") if "oya" in value else turn % self.players
        honba, sticks = (integer(value.get(name, 0), name, 0, 1000) for name in ("honba", "kyotaku"))
        draft.round, draft.turn, draft.dealer, draft.honba, draft.sticks = wind, turn, dealer, honba, sticks
        if "dora_marker" in value:
            draft.indicators = (tile(value["dora_marker"], CODES),)

    def _scores_at_start(self, value: Object, draft: DealDraft) -> None:
        if "scores" in value:
            draft.scores = player_numbers(value["scores"], self.players, "scores")

    def _hands(self, value: Object, draft: DealDraft) -> None:
        hands = value.get("tehais", ())
        if not isinstance(hands, Sequence) or len(hands) not in (0, self.players):
            raise Unreadable(Message("expected list in field", self.players))
        draft.hands = [self._tiles(hand) for hand in hands] or draft.hands

    def _set_dealt_hand(self, value: Object) -> None:
        hands = list(self.drafts[-1].hands)
        hands[self._actor(value)] = self._tiles(value.get("pais", ()))
        self.drafts[-1].hands = hands

    def draw(self, value: Object, line: int) -> None:
        self.drafts[-1].add_draw(self._actor(value), tile(value.get("pai"), CODES), line)

    def discard(self, value: Object, line: int) -> None:
        is_drawn = value.get("tsumogiri") is True or None  # false is also written where it is not known
        self.drafts[-1].add_discard(self._actor(value), tile(value.get("pai"), CODES), line, is_drawn)

    def call(self, value: Object, line: int) -> None:
        own = self._tiles(value.get("consumed", ()))
        source, pai = self._actor(value, "target"), tile(value.get("pai"), CODES)
        self.drafts[-1].add_call(self._actor(value), source, pai, own, line)

    def quad(self, value: Object, line: int) -> None:
        self.drafts[-1].add_quad(self._actor(value), self._tiles(value.get("consumed", ())), line)

    def addition(self, value: Object, line: int) -> None:
        others = self._tiles(value.get("consumed", ()))
        self.drafts[-1].add_fourth_tile(self._actor(value), tile(value.get("pai"), CODES), line, others)

    def aside(self, value: Object, line: int) -> None:
        self.drafts[-1].add_tile_aside(self._actor(value), tile(value.get("pai", "N"), CODES), line)

    def indicator(self, value: Object, line: int) -> None:
        self.drafts[-1].add_indicator(tile(value.get("dora_marker"), CODES), line)

    def declaration(self, value: Object, line: int) -> None:
        self.drafts[-1].add_declaration(self._actor(value), line)

    def stick(self, value: Object, line: int) -> None:
        scores = value.get("scores")
        told = player_numbers(scores, self.players, "scores") if scores else None
        self.drafts[-1].add_stick(self._actor(value), line, told)

    def win(self, value: Object, line: int) -> None:
        draft = self.drafts[-1]
        who, source = self._actor(value), self._actor(value, "target")
        named = value.get("yakus")
        patterns = tuple((str(name), integer(count, "yakus")) for name, count in named) if named else None
        hidden = next((value[key] for key in HIDDEN_INDICATORS if key in value), ())
        hand = value.get("hora_tehais")
        won = tile(value["pai"], CODES) if "pai" in value else _latest_tile(draft)
        draft.add_result(
            ClaimedWin(
                who, source, won,
                (*self._tiles(hand), won) if hand and len(hand) % 3 == 1 else None,
                hidden_indicators=self._tiles(hidden) if hidden else None,
                payments=self._changes(value),
                points=integer(value["hora_points"], "hora_points") if "hora_points" in value else None,
                sheet=integer(value["fu"], "fu") if value.get("fu") else None,
                total=integer(value["fan"], "fan") if "fan" in value and not patterns else None,
                patterns=patterns,
                place=line,
            )
        )  # fmt: skip
        self._after(value)
        if patterns:
            draft.compare(value.get("fan"), sum(count for _, count in patterns), "fan", line)

    def drawn_deal(self, value: Object, line: int) -> None:
        ready = value.get("tenpais")
        states = tuple(map(bool, ready[: self.players])) if isinstance(ready, list) else None
        word = str(value.get("reason", ""))
        shown = value.get("tehais")
        if isinstance(shown, list):
            self.drafts[-1].shown = tuple(self._shown_hand(one) for one in shown[: self.players])
        self.drafts[-1].add_result(ClaimedDraw(word, self._changes(value), states, place=line))
        self._after(value)

    def _shown_hand(self, values: object) -> tuple[str, ...]:
        """The tiles that a player shows at a draw; none if they are hidden."""
        found = self._tiles(values)
        return () if UNKNOWN in found else found

    def _changes(self, value: Object) -> tuple[int, ...] | None:
        changes = value.get("deltas")
        return player_numbers(changes, self.players, "deltas") if changes else None

    def _after(self, value: Object) -> None:
        scores = value.get("scores")
        self.scores = player_numbers(scores, self.players, "scores") if scores else None
        self.drafts[-1].scores_after = self.scores


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
