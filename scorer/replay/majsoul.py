"""Reads decoded records of Mahjong Soul: actions with the names of its protocol (lq.Record...).

Exporters wrap them differently: the actions are under `data.data.actions`, and in records before June 2021
under `records`; each is an action with a `result`, or the result itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scorer.replay.drafts import MALFORMED, DealDraft, Unreadable, finished_deals, seat, tile, whole
from scorer.replay.game import ClaimedDraw, ClaimedWin, Game, Trouble
from scorer.replay.limits import refuse

PREFIX = "Record"
CODES = {f"{digit}{suit}": f"{digit}{suit}" for suit in "mps" for digit in range(10)}
CODES |= {f"{digit}z": f"{digit}z" for digit in range(1, 8)}
WRAPPERS = ("data", "record", "game", "result")
LISTS = ("actions", "records")
HAND, OWN_QUAD = 13, 3
EXHAUSTIVE, RIVER = "exhaustive", "river"
ASIDE = "4z"
Object = Mapping[str, Any]


def is_majsoul(value: object) -> bool:
    return isinstance(value, dict) and _actions(value) is not None


def _actions(value: Object, depth: int = 0) -> list[Any] | None:
    """The list of actions, in whatever the exporter wrapped it."""
    for key in LISTS:
        if isinstance(value.get(key), list):
            return list(value[key])
    for key in WRAPPERS if depth < 4 else ():
        if isinstance(value.get(key), dict) and (found := _actions(value[key], depth + 1)) is not None:
            return found
    return None


def _results(actions: Sequence[Any]) -> Iterator[tuple[int, str, Object]]:
    """The records in order, each with its place, its name and its data."""
    for place, action in enumerate(actions, 1):
        found = action.get("result", action) if isinstance(action, dict) else None
        name = found.get("name") if isinstance(found, dict) else None
        if isinstance(found, dict) and isinstance(name, str) and PREFIX in name:
            data = found.get("data")
            yield (
                place,
                name.rpartition(".")[2].removeprefix(PREFIX),
                data if isinstance(data, dict) else found,
            )


def read(value: Object) -> Game:
    """The game of a record."""
    reader = MajsoulReader()
    for place, name, data in _results(_actions(value) or ()):
        reader.record(name, data, place)
    head = value.get("head")
    head = head if isinstance(head, dict) else {}
    names = {one.get("seat", 0): str(one.get("nickname", "")) for one in head.get("accounts", ())}
    mode = head.get("config", {}).get("mode", {})
    notes = {
        "mode": mode.get("mode"),
        **{key: one for key, one in mode.get("detail_rule", {}).items() if one},
    }
    ends = {one.get("seat", 0): one for one in head.get("result", {}).get("players", ())}
    scores = results = None
    if len(ends) == reader.players:
        scores = tuple(int(ends[player].get("part_point_1", 0)) for player in range(reader.players))
        results = tuple(ends[player].get("total_point", 0) / 1000 for player in range(reader.players))
    if not reader.drafts:
        raise refuse("the record has no deal (RecordNewRound)")
    return Game(
        "majsoul", reader.players, finished_deals(reader.drafts), notes,
        tuple(names.get(player, "") for player in range(reader.players)), scores, results,
        tuple(reader.troubles), "action",
    )  # fmt: skip


class MajsoulReader:
    """Reads one record after another."""

    def __init__(self) -> None:
        self.drafts: list[DealDraft] = []
        self.troubles: list[Trouble] = []
        self.players = 4
        self.shown = 0
        """the number of open indicators"""

    def record(self, name: str, data: Object, place: int) -> None:
        read = RECORDS.get(name)
        try:
            if not self.drafts and name != "NewRound":
                raise Unreadable(f"{name} before the first deal")
            if read is None:
                raise Unreadable(f"unknown record {name[:40]!r}")
            read(self, data, place)
            if name != "NewRound":
                self._indicators(data, place)
        except MALFORMED as error:
            message = f"this record cannot be read: {error}"
            if self.drafts:
                self.drafts[-1].trouble(message, place)
            else:
                self.troubles.append(Trouble(message, 0, place))

    def _seat(self, data: Object, key: str = "seat") -> int:
        return seat(data.get(key, 0), self.players)

    def _indicators(self, data: Object, place: int) -> None:
        """Adds the indicators that are new in this record; each record lists all of them."""
        shown = data.get("doras")
        for text in shown[self.shown :] if isinstance(shown, list) else ():
            self.drafts[-1].add_indicator(tile(text, CODES), place)
            self.shown += 1

    # ---- records

    def start(self, data: Object, place: int) -> None:
        hands = [data.get(f"tiles{player}") or () for player in range(4)]
        if not self.drafts:
            self.players = sum(1 for hand in hands if hand)
        turn = seat(data.get("ju", 0), self.players)
        round_, honba, sticks = (
            whole(data.get(key, 0), key, 0, 1000) for key in ("chang", "ben", "liqibang")
        )
        draft = DealDraft(round_, turn, turn, honba, sticks, place)
        self.drafts.append(draft)
        draft.scores = tuple(whole(score, "scores") for score in data["scores"][: self.players])
        shown = data.get("doras") or [data[key] for key in ("dora",) if data.get(key)]
        draft.indicators, self.shown = tuple(tile(one, CODES) for one in shown), len(shown)
        dealt = [[tile(one, CODES) for one in hand] for hand in hands[: self.players]]
        draft.hands = [tuple(hand[:HAND]) for hand in dealt]
        for one in dealt[turn][HAND:]:  # the dealer is dealt the first draw
            draft.add_draw(turn, one, place)

    def draw(self, data: Object, place: int) -> None:
        self.drafts[-1].add_draw(self._seat(data), tile(data["tile"], CODES), place)

    def discard(self, data: Object, place: int) -> None:
        player = self._seat(data)
        if data.get("is_liqi") or data.get("is_wliqi"):
            self.drafts[-1].add_declaration(player, place)
        self.drafts[-1].add_discard(player, tile(data["tile"], CODES), place)

    def call(self, data: Object, place: int) -> None:
        player, tiles = self._seat(data), [tile(one, CODES) for one in data["tiles"]]
        sources = [seat(one, self.players) for one in data["froms"]]
        called = next((at for at, source in enumerate(sources) if source != player), -1)
        if called < 0:
            raise Unreadable("no tile of the set comes from another player")
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
        self.drafts[-1].declared_quad(player, [red if has_red else plain, plain, plain, plain], place)

    def aside(self, data: Object, place: int) -> None:
        self.drafts[-1].set_aside(self._seat(data), ASIDE, place)

    def win(self, data: Object, place: int) -> None:
        draft, claims = self.drafts[-1], data["hules"]
        changes = tuple(whole(one, "delta_scores") for one in data["delta_scores"][: self.players])
        discarder = next((event.player for event in reversed(draft.events) if event.player >= 0), -1)
        for claim in claims:
            who, won = self._seat(claim), tile(claim["hu_tile"], CODES)
            draft.wins.append(
                ClaimedWin(
                    who,
                    who if claim.get("zimo") else discarder,
                    won,
                    (*(tile(one, CODES) for one in claim.get("hand", ())), won),
                    tuple(tile(one, CODES) for one in claim.get("doras", ())),
                    tuple(tile(one, CODES) for one in claim.get("li_doras") or ()),
                    payments=changes if len(claims) == 1 else None,
                    points=self._points(claim),
                    sheet=None if claim.get("yiman") else whole(claim["fu"], "fu"),
                    patterns=tuple(
                        (str(one["id"]), -1 if claim.get("yiman") else one["val"]) for one in claim["fans"]
                    ),
                    place=place,
                )
            )
        draft.payments = changes

    def _points(self, claim: Object) -> int:
        """What all payers pay for a hand."""
        if not claim.get("zimo"):
            return whole(claim.get("point_rong", 0), "point_rong")
        by_each = whole(claim.get("point_zimo_xian", 0), "point_zimo_xian")
        if claim.get("qinjia"):
            return by_each * (self.players - 1)
        return whole(claim.get("point_zimo_qin", 0), "point_zimo_qin") + by_each * (self.players - 2)

    def drawn_deal(self, data: Object, place: int) -> None:
        changes = [0] * self.players
        for part in data.get("scores", ()):
            for player, change in enumerate((part.get("delta_scores") or [])[: self.players]):
                changes[player] += whole(change, "delta_scores")
        states = [bool(one.get("tingpai")) for one in data["players"][: self.players]]
        word = RIVER if data.get("liujumanguan") else EXHAUSTIVE
        self.drafts[-1].draw = ClaimedDraw(word, tuple(changes), tuple(states), place=place)

    def aborted(self, data: Object, place: int) -> None:
        word = str(data.get("type", ""))
        self.drafts[-1].draw = ClaimedDraw(word, (0,) * self.players, place=place)


RECORDS: dict[str, Callable[[MajsoulReader, Object, int], None]] = {
    "NewRound": MajsoulReader.start,
    "DealTile": MajsoulReader.draw,
    "DiscardTile": MajsoulReader.discard,
    "ChiPengGang": MajsoulReader.call,
    "AnGangAddGang": MajsoulReader.quad,
    "BaBei": MajsoulReader.aside,
    "Hule": MajsoulReader.win,
    "NoTile": MajsoulReader.drawn_deal,
    "LiuJu": MajsoulReader.aborted,
}
