"""Reads decoded records of Mahjong Soul: actions with the names of its protocol (lq.Record...).

Exporters wrap them differently: the actions are under `data.data.actions`, and in records before June 2021
under `records`; each is an action with a `result`, or the result itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from scorer.message import Message
from scorer.replay.drafts import (
    CAPITAL,
    FINAL,
    MALFORMED,
    NAMES,
    START,
    DealDraft,
    Unreadable,
    begin_without_start,
    finished_deals,
    integer,
    part_or,
    player_numbers,
    reason_text,
    seat,
    tile,
    underscored,
    with_numbers,
    with_renamed_keys,
)
from scorer.replay.game import DECLARE, NO_ROUND, ClaimedDraw, ClaimedSet, ClaimedWin, Game, Trouble
from scorer.replay.limits import DamagedPart, json_fields, json_parts, refuse

PREFIX = "Record"
RECORD_START = re.compile(r'\{\s*"name"\s*:\s*"((?:[\w.]{0,64}\.)?Record\w{1,64})"')
"""The beginning of a record. The list of all records has a name too, which does not begin with that word."""
CODES = {f"{digit}{suit}": f"{digit}{suit}" for suit in "mps" for digit in range(10)}
CODES |= {f"{digit}z": f"{digit}z" for digit in range(1, 8)}
CLAIMED_SET = re.compile(r"(shunzi|kezi|minggang|angang)\(([0-9][mpsz](?:,[0-9][mpsz])*)\)")
DEAL_START = "NewRound"
WRAPPERS = ("data", "record", "game", "result")
ACTION_LISTS = ("actions", "records")
FIRST_RECORDS = 20
"""Entries of a list in which the first record is looked for."""
POINTS = {"part_point_1", "part_point1"}
"""The final score of a player, whose second name is that of some converters."""
HAND_SIZE, OWN_QUAD = 13, 3
EXHAUSTIVE, RIVER = "exhaustive", "river"
ASIDE, CONCEALED = "4z", "angang"
Object = Mapping[str, Any]


def is_majsoul(value: object) -> bool:
    return _actions(value) is not None


def _actions(value: object, depth: int = 0) -> list[Any] | None:
    """The list of actions, in whatever the exporter wrapped it."""
    if isinstance(value, list):
        return value if any(name in RECORDS for _, name, _ in _results(value[:FIRST_RECORDS])) else None
    if not isinstance(value, dict):
        return None
    for key in ACTION_LISTS:
        if isinstance(value.get(key), list):
            return list(value[key])
    for key in WRAPPERS if depth < 4 else ():
        if (found := _actions(value.get(key), depth + 1)) is not None:
            return found
    return None


def _results(actions: Sequence[Any]) -> Iterator[tuple[int, str, Object | DamagedPart]]:
    """The records in order, each with its place, its name and its data."""
    for place, action in enumerate(actions, 1):
        if isinstance(action, DamagedPart):
            yield place, _record_name(action.groups[0]), action
        found = action.get("result", action) if isinstance(action, dict) else None
        name = found.get("name") if isinstance(found, dict) else None
        if isinstance(found, dict) and isinstance(name, str) and PREFIX in name:
            data = found.get("data")
            yield place, _record_name(name), data if isinstance(data, dict) else found


def _record_name(name: str) -> str:
    return name.rpartition(".")[2].removeprefix(PREFIX)


def damaged_value(text: str) -> Object | None:
    """What can be read of a damaged text in this format; None if it holds no record."""
    records = json_parts(text, RECORD_START)
    return {"records": records, **json_fields(text, "head")} if records else None


def read(value: Any) -> Game:
    """The game of a record."""
    reader = MajsoulReader()
    records = [*_results(_actions(value) or ())]
    is_converted = any(
        CAPITAL.search(key) for _, _, data in records if isinstance(data, dict) for key in data
    )
    has_texts = any(_has_texts(data) for _, name, data in records if name == DEAL_START)
    head = with_renamed_keys(_head(value), underscored)
    if has_texts:
        head = with_numbers(head)
    for place, name, data in records:
        read: Any = data
        if is_converted and isinstance(data, dict):
            read = with_renamed_keys(data, underscored)
        if has_texts and isinstance(data, dict):
            read = with_numbers(read)
        reader.read_record(name, read, place)
    players, troubles = reader.players, list[Trouble]()
    if not reader.drafts:
        raise refuse(Message("record without deal"))
    names = part_or((), troubles, NAMES, lambda: _names(head, players))
    nothing: dict[str, object] = {}
    notes = part_or(nothing, troubles, "the rules", lambda: _rules_of_room(head))
    scores, results = part_or((None, None), troubles, FINAL, lambda: _final_scores(head, players))
    return Game(
        "majsoul", players, finished_deals(reader.drafts), notes, names, scores, results, tuple(troubles),
        "action",
    )  # fmt: skip


def _has_texts(data: object) -> bool:
    """Whether the start of a deal has its numbers as texts."""
    scores = data.get("scores") if isinstance(data, dict) else None
    return isinstance(scores, list) and any(isinstance(one, str) for one in scores)


def _head(value: object, depth: int = 0) -> Object:
    """The head of a record, in whatever the exporter wrapped it; nothing if there is none."""
    if not isinstance(value, dict) or depth > len(WRAPPERS):
        return {}
    if isinstance(value.get("head"), dict):
        return value["head"]  # type: ignore[no-any-return]
    return next(filter(None, (_head(value.get(key), depth + 1) for key in WRAPPERS)), {})


def _names(head: Object, players: int) -> tuple[str, ...]:
    names = {one.get("seat", 0): str(one.get("nickname", "")) for one in head.get("accounts", ())}
    return tuple(names.get(player, "") for player in range(players))


def _rules_of_room(head: Object) -> dict[str, object]:
    mode = head.get("config", {}).get("mode", {})
    return {"mode": mode.get("mode"), **mode.get("detail_rule", {})}


def _final_scores(head: Object, players: int) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    """The final scores and results, if there are some for each player."""
    ends = {one.get("seat", 0): one for one in head.get("result", {}).get("players", ())}
    if len(ends) != players or not any(POINTS & one.keys() for one in ends.values()):
        return None, None
    scores = tuple(
        integer(one.get("part_point_1", one.get("part_point1", 0)), "part_point_1")
        for one in (ends[player] for player in range(players))
    )
    return scores, tuple(
        integer(ends[player].get("total_point", 0), "total_point") / 1000 for player in range(players)
    )


class MajsoulReader:
    """Reads one record after another."""

    def __init__(self) -> None:
        self.drafts: list[DealDraft] = []
        self.players = 4
        self.shown = 0
        """the number of open indicators"""

    def read_record(self, name: str, data: Object | DamagedPart, place: int) -> None:
        """Adds a record to its deal; what is wrong with one that cannot be read is noted as a trouble."""
        reader = RECORDS.get(name)
        if name == DEAL_START:
            self.drafts.append(DealDraft(NO_ROUND, 0, 0, 0, 0, place))
            self.drafts[-1].writes_sticks = True
        elif not self.drafts or self.drafts[-1].is_over:
            message = Message("deal without start", f"{PREFIX}{DEAL_START}")
            begin_without_start(self.drafts, message, place)
        try:
            if isinstance(data, DamagedPart):
                raise Unreadable(data.reason)
            if reader is None:
                raise Unreadable(Message("unknown record", name[:40]))
            if name != DEAL_START:
                self._add_stick(data, place)
            reader(self, data, place)
            if name != DEAL_START:
                self._add_indicators(data, place)
        except MALFORMED as error:
            self.drafts[-1].trouble(Message("record unreadable", reason_text(error)), place)

    def _seat(self, data: Object, key: str = "seat") -> int:
        return seat(data.get(key, 0), self.players)

    def _add_indicators(self, data: Object, place: int) -> None:
        """Adds the indicators that are new in this record; each record lists all of them."""
        shown = data.get("doras")
        for text in shown[self.shown :] if isinstance(shown, list) else ():
            self.drafts[-1].add_indicator(tile(text, CODES), place)
            self.shown += 1

    def _add_stick(self, data: Object, place: int) -> None:
        """Adds the stick of the declaration before this record, if the record says that it was accepted."""
        accepted = data.get("liqi")
        if isinstance(accepted, dict) and any(accepted.values()):  # some exporters write an empty one
            self.drafts[-1].add_stick(self._seat(accepted), place)

    # ---- records

    def start(self, data: Object, place: int) -> None:
        if len(self.drafts) == 1:
            self.players = sum(1 for player in range(4) if _dealt_tiles(data, player)) or self.players
        parts = (
            self._read_position,
            self._read_scores_at_start,
            self._read_first_indicators,
            self._read_hands,
        )
        self.drafts[-1].read_parts(START, place, *(partial(part, data, self.drafts[-1]) for part in parts))

    def _read_position(self, data: Object, draft: DealDraft) -> None:
        turn = seat(data.get("ju", 0), self.players)
        round_, honba, sticks = (
            integer(data.get(key, 0), key, 0, 1000) for key in ("chang", "ben", "liqibang")
        )
        draft.round, draft.turn, draft.dealer, draft.honba, draft.sticks = round_, turn, turn, honba, sticks

    def _read_scores_at_start(self, data: Object, draft: DealDraft) -> None:
        draft.scores = player_numbers(data["scores"], self.players, "scores")

    def _read_first_indicators(self, data: Object, draft: DealDraft) -> None:
        shown = data.get("doras") or [data[key] for key in ("dora",) if data.get(key)]
        draft.indicators, self.shown = tuple(tile(one, CODES) for one in shown), len(shown)

    def _read_hands(self, data: Object, draft: DealDraft) -> None:
        hands = [_dealt_tiles(data, player) for player in range(self.players)]
        dealt = [[tile(one, CODES) for one in hand] for hand in hands]
        draft.hands = [tuple(hand[:HAND_SIZE]) for hand in dealt]
        for one in dealt[draft.dealer][HAND_SIZE:]:  # the dealer is dealt the first draw
            draft.add_draw(draft.dealer, one, draft.place)

    def draw(self, data: Object, place: int) -> None:
        left = data.get("left_tile_count")
        self.drafts[-1].add_draw(
            self._seat(data), tile(data["tile"], CODES), place, left if isinstance(left, int) else -1
        )

    def discard(self, data: Object, place: int) -> None:
        player = self._seat(data)
        if data.get("is_liqi") or data.get("is_wliqi"):
            self.drafts[-1].add_declaration(player, place)
        is_drawn = data.get("moqie") or None  # of the first discard of the dealer, false says nothing
        self.drafts[-1].add_discard(player, tile(data["tile"], CODES), place, is_drawn)

    def call(self, data: Object, place: int) -> None:
        player, tiles = self._seat(data), [tile(one, CODES) for one in data["tiles"]]
        sources = [seat(one, self.players) for one in data["froms"]]
        called = next((at for at, source in enumerate(sources) if source != player), -1)
        if called < 0:
            raise Unreadable(Message("set from nobody"))
        own = tiles[:called] + tiles[called + 1 :]
        self.drafts[-1].add_call(player, sources[called], tiles[called], own, place)

    def quad(self, data: Object, place: int) -> None:
        text = data["tiles"] if isinstance(data["tiles"], str) else data["tiles"][0]
        player, code = self._seat(data), tile(text, CODES)
        if data.get("type") != OWN_QUAD:
            self.drafts[-1].add_fourth_tile(player, code, place)
            return
        plain = code.replace("0", "5")
        held = [event.tile for event in self.drafts[-1].events if event.player == player]
        held += self.drafts[-1].hands[player]
        red = code.replace("5", "0")
        has_red = code[0] in "05" and red != plain and red in held
        self.drafts[-1].add_quad(player, [red if has_red else plain, plain, plain, plain], place)

    def aside(self, data: Object, place: int) -> None:
        self.drafts[-1].add_tile_aside(self._seat(data), ASIDE, place)

    def win(self, data: Object, place: int) -> None:
        draft, claims = self.drafts[-1], data["hules"]
        changes = player_numbers(data["delta_scores"], self.players, "delta_scores")
        discarder = next((event.player for event in reversed(draft.events) if event.player >= 0), -1)
        before = data.get("old_scores")
        scores = player_numbers(before, self.players, "old_scores") if before else None
        for claim in claims:
            who, won = self._seat(claim), tile(claim["hu_tile"], CODES)
            patterns = tuple(
                (str(one["id"]), -1 if claim.get("yiman") else integer(one.get("val", 0), "val"))
                for one in claim["fans"]
            )
            draft.add_result(
                ClaimedWin(
                    who,
                    who if claim.get("zimo") else discarder,
                    won,
                    (*(tile(one, CODES) for one in claim.get("hand", ())), won),
                    tuple(tile(one, CODES) for one in claim.get("doras", ())),
                    tuple(tile(one, CODES) for one in claim.get("li_doras") or ()),
                    payments=changes if len(claims) == 1 else None,
                    points=self._points(claim),
                    sheet=None if claim.get("yiman") else integer(claim["fu"], "fu"),
                    patterns=patterns,
                    melds=_melds(claim.get("ming") or ()),
                    scores=None if draft.wins else scores,
                    place=place,
                )
            )
            if not claim.get("yiman"):
                draft.compare(claim.get("count"), sum(value for _, value in patterns), "count", place)
            is_declared = any(event.kind == DECLARE and event.player == who for event in draft.events)
            draft.compare(claim.get("liqi"), is_declared, "liqi", place)
            draft.compare(claim.get("zimo"), discarder == who, "zimo", place)
            draft.compare(claim.get("qinjia"), who == draft.dealer, "qinjia", place)
        draft.payments = changes
        self._read_scores_after(data)

    def _read_scores_after(self, data: Object) -> None:
        after = data.get("scores")
        if isinstance(after, list) and len(after) == self.players and not isinstance(after[0], dict):
            self.drafts[-1].scores_after = player_numbers(after, self.players, "scores")

    def _points(self, claim: Object) -> int:
        """What all payers pay for a hand."""
        if not claim.get("zimo"):
            return integer(claim.get("point_rong", 0), "point_rong")
        by_each = integer(claim.get("point_zimo_xian", 0), "point_zimo_xian")
        if claim.get("qinjia"):
            return by_each * (self.players - 1)
        return integer(claim.get("point_zimo_qin", 0), "point_zimo_qin") + by_each * (self.players - 2)

    def drawn_deal(self, data: Object, place: int) -> None:
        changes, before = [0] * self.players, None
        for part in data.get("scores", ()):
            for player, change in enumerate((part.get("delta_scores") or [])[: self.players]):
                changes[player] += integer(change, "delta_scores")
            if before is None and part.get("old_scores"):
                before = player_numbers(part["old_scores"], self.players, "old_scores")
        shown = data["players"][: self.players]
        states = [bool(one.get("tingpai")) for one in shown]
        draft = self.drafts[-1]
        draft.shown = tuple(tuple(tile(code, CODES) for code in one.get("hand") or ()) for one in shown)
        word = RIVER if data.get("liujumanguan") else EXHAUSTIVE
        draft.add_result(ClaimedDraw(word, tuple(changes), tuple(states), before, place=place))

    def aborted(self, data: Object, place: int) -> None:
        word = str(data.get("type", ""))
        self.drafts[-1].add_result(ClaimedDraw(word, (0,) * self.players, place=place))


def _dealt_tiles(data: Object, player: int) -> Sequence[object]:
    """The tiles dealt to a player, under the key of the protocol or that of an editor of records."""
    found = data.get(f"tiles{player}") or data.get(f"begin_tiles[{player}]") or ()
    return found if isinstance(found, list) else ()


def _melds(texts: Sequence[object]) -> tuple[ClaimedSet, ...] | None:
    """Sets as a result names them, such as `kezi(1z,1z,1z)`; None if one has another form."""
    matches = [CLAIMED_SET.fullmatch(str(text)) for text in texts]
    if None in matches:
        return None
    return tuple(
        ClaimedSet(tuple(tile(code, CODES) for code in match[2].split(",")), match[1] == CONCEALED)
        for match in matches
        if match
    )


RECORDS: dict[str, Callable[[MajsoulReader, Object, int], None]] = {
    DEAL_START: MajsoulReader.start,
    "DealTile": MajsoulReader.draw,
    "DiscardTile": MajsoulReader.discard,
    "ChiPengGang": MajsoulReader.call,
    "AnGangAddGang": MajsoulReader.quad,
    "BaBei": MajsoulReader.aside,
    "Hule": MajsoulReader.win,
    "NoTile": MajsoulReader.drawn_deal,
    "LiuJu": MajsoulReader.aborted,
}
