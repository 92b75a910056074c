"""Reads the JSON of mjx: one deal a line in the JSON of protobuf, which leaves out zeros (mjx, MIT).

Draws are separate from the events, and sets are packed as in mjlog.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.message import Message
from scorer.replay.drafts import (
    MALFORMED,
    RESULT,
    START,
    DealDraft,
    Unreadable,
    damaged_deal,
    finished_deals,
    integer,
    player_numbers,
    reason_text,
    seat,
    with_renamed_keys,
)
from scorer.replay.game import INDICATOR, NO_ROUND, ClaimedDraw, ClaimedSet, ClaimedWin, Game, letter
from scorer.replay.limits import parse_json, without_comments
from scorer.replay.mjlog import RED_CODES, SEATS, PackedMeld

PREFIX = "EVENT_TYPE_"
DRAWN_GAME = {
    "EXHAUSTIVE_DRAW_NORMAL", "EXHAUSTIVE_DRAW_NAGASHI_MANGAN", "ABORTIVE_DRAW_NINE_TERMINALS",
    "ABORTIVE_DRAW_FOUR_RIICHIS", "ABORTIVE_DRAW_THREE_RONS", "ABORTIVE_DRAW_FOUR_KANS",
    "ABORTIVE_DRAW_FOUR_WINDS",
}  # fmt: skip
FIRST_INDICATOR = 130
"""Its place in the wall; each further indicator lies two places before the last."""
OF_PROTOCOL = re.compile(r"_([a-z])")
"""Where names as in the protocol, which some programs write (`public_observation`), differ from the usual."""
Object = Mapping[str, Any]


def is_mjx(value: object) -> bool:
    return isinstance(value, dict) and ("publicObservation" in value or "public_observation" in value)


def read(text: str) -> list[Game]:
    """The games of a log, one deal a line."""
    drafts: list[DealDraft] = []
    names: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.rstrip(", ")
        if not without_comments(line).strip():
            continue
        try:
            value = parse_json(line)
            if not isinstance(value, dict) or not is_mjx(value):
                raise Unreadable(Message("line is no mjx deal"))
            value = value if "publicObservation" in value else with_renamed_keys(value, _usual_name)
            drafts.append(_deal(value, number))
            names = names or tuple(map(str, value["publicObservation"].get("playerIds", ())))[:SEATS]
        except MALFORMED as error:
            drafts.append(damaged_deal(Message("line unreadable", reason_text(error)), number, False))
    return [Game("mjx", SEATS, finished_deals(drafts), {}, names, None, None, (), "line")]


def _usual_name(key: str) -> str:
    """A name as in JSON: `publicObservation` for `public_observation`."""
    return OF_PROTOCOL.sub(lambda match: match[1].upper(), key)


def _code(number: object) -> str:
    return RED_CODES[integer(number, "tile", 0, len(RED_CODES) - 1)]


def _deal(value: Object, line: int) -> DealDraft:
    public, start = value["publicObservation"], value["publicObservation"].get("initScore", {})
    draft = DealDraft(NO_ROUND, 0, 0, 0, 0, line)
    draft.writes_sticks = True
    observed: dict[int, Object] = {}

    def position() -> None:
        number = integer(start.get("round", 0), "round", 0, 63)
        honba, sticks = (integer(start.get(name, 0), name, 0, 1000) for name in ("honba", "riichi"))
        draft.round, draft.turn = divmod(number, SEATS)
        draft.dealer, draft.honba, draft.sticks = draft.turn, honba, sticks
        draft.scores = player_numbers(start.get("tens"), SEATS, "tens")
        draft.indicators = tuple(_code(one) for one in public.get("doraIndicators", ())[:1])

    def hands() -> None:
        observed.update((seat(one.get("who", 0), SEATS), one) for one in value["privateObservations"])
        dealt = [observed[player]["initHand"]["closedTiles"] for player in range(SEATS)]
        draft.hands = tuple(tuple(map(_code, hand)) for hand in dealt)

    draft.read_parts(START, line, position, hands)
    draws = {who: iter(one.get("drawHistory", ())) for who, one in observed.items()}
    for place, event in enumerate(public.get("events", ()), 1):
        try:
            _event(draft, event, draws, line)
        except MALFORMED as error:  # noqa: PERF203
            draft.trouble(Message("event of number unreadable", place, reason_text(error)), line)
    draft.read_parts(
        RESULT,
        line,
        lambda: _result(draft, value.get("roundTerminal", {}), line),
        lambda: _compare_repeated_parts(draft, value, observed, line),
    )
    return draft


def _event(draft: DealDraft, event: Object, draws: Mapping[int, Iterator[object]], line: int) -> None:
    kind, who = str(event.get("type", "DISCARD")).removeprefix(PREFIX), seat(event.get("who", 0), SEATS)
    if kind == "DRAW":
        number = next(draws.get(who, iter(())), None)
        draft.add_draw(who, "" if number is None else _code(number), line)
    elif kind in ("DISCARD", "TSUMOGIRI"):
        draft.add_discard(who, _code(event.get("tile", 0)), line, kind == "TSUMOGIRI")
    elif kind == "RIICHI":
        draft.add_declaration(who, line)
    elif kind == "RIICHI_SCORE_CHANGE":
        draft.add_stick(who, line)
    elif kind == "NEW_DORA":
        draft.add_indicator(_code(event.get("tile", 0)), line)
    elif "open" in event:
        meld = PackedMeld(integer(event["open"], "open"), RED_CODES)
        if meld.kind == "added":
            draft.add_fourth_tile(who, meld.tile, line, meld.own)
        elif meld.kind == "concealed":
            draft.add_quad(who, meld.own, line)
        else:
            draft.add_call(who, (who + meld.from_whom) % SEATS, meld.tile, meld.own, line)
    elif kind in DRAWN_GAME:
        draft.draw = ClaimedDraw(kind.lower(), player=who, place=line)
    elif kind not in ("TSUMO", "RON"):
        raise Unreadable(Message("unknown event", kind[:40]))


def _result(draft: DealDraft, end: Object, line: int) -> None:
    for win in end.get("wins", ()):
        who = seat(win.get("who", 0), SEATS)
        values = [integer(value, "fans") for value in win.get("fans", ())]
        numbers = [str(integer(number, "yakus")) for number in win.get("yakus", ())]
        values += [0] * (len(numbers) - len(values))
        own = [(str(integer(number, "yakumans")), -1) for number in win.get("yakumans", ())]
        changes = player_numbers(win["tenChanges"], SEATS, "tenChanges") if win.get("tenChanges") else None
        hand = win.get("hand", {}).get("closedTiles")
        draft.add_result(
            ClaimedWin(
                who,
                seat(win.get("fromWho", 0), SEATS),
                _code(win.get("winTile", 0)),
                tuple(map(_code, hand)) if hand else None,
                hidden_indicators=tuple(map(_code, win.get("uraDoraIndicators", ()))),
                payments=changes,
                points=integer(win.get("ten", 0), "ten"),
                sheet=integer(win.get("fu", 0), "fu") or None,
                patterns=(*own, *zip(numbers, values, strict=False)),
                melds=_melds(win.get("hand", {}).get("opens", ())),
                place=line,
            )
        )
    drawn = end.get("noWinner")
    if drawn is not None:
        changes = player_numbers(drawn.get("tenChanges") or [0] * SEATS, SEATS, "tenChanges")
        shown = {seat(one.get("who", 0), SEATS): one.get("hand", {}) for one in drawn.get("tenpais", ())}
        word = draft.draw.word if draft.draw else ""
        states = tuple(player in shown for player in range(SEATS))
        draft.shown = tuple(
            tuple(map(_code, shown.get(player, {}).get("closedTiles", ()))) for player in range(SEATS)
        )
        draft.draw = ClaimedDraw(word, changes, states, place=line)
    scores = end.get("finalScore", {}).get("tens")
    draft.scores_after = player_numbers(scores, SEATS, "tens") if scores else None


def _compare_repeated_parts(
    draft: DealDraft, value: Object, observations: Mapping[int, Object], line: int
) -> None:
    """What the deal writes a second time: all indicators, and each player's hand at the end."""
    told = tuple(map(_code, value["publicObservation"].get("doraIndicators", ())))
    wall = value.get("hiddenState", {}).get("wall", ())
    if len(wall) == len(RED_CODES):
        lying = wall[FIRST_INDICATOR::-2][: len(told)]
        draft.compare(" ".join(told), " ".join(map(_code, lying)), "doraIndicators", line)
    turned = (*draft.indicators, *(event.tile for event in draft.events if event.kind == INDICATOR))
    draft.compare(" ".join(told) or None, " ".join(turned), "doraIndicators", line)
    hands = [observations.get(player, {}).get("currHand", {}) for player in range(SEATS)]
    held = tuple(tuple(map(_code, hand.get("closedTiles", ()))) for hand in hands)
    for player, (shown, hand) in enumerate(zip(draft.shown, held, strict=False)):
        if shown and hand:
            draft.compare(
                " ".join(sorted(shown)), " ".join(sorted(hand)), f"for {letter(player)} the tiles", line
            )
    won = {win.player: win.tile for win in draft.wins if win.source != win.player}  # it is in the hand
    draft.shown = tuple(_without(hand, won.get(player, "")) for player, hand in enumerate(held))
    under = value.get("hiddenState", {}).get("uraDoraIndicators")
    for win in draft.wins if under else ():
        if win.hidden_indicators:
            draft.compare(
                " ".join(win.hidden_indicators),
                " ".join(map(_code, under[: len(win.hidden_indicators)])),
                "uraDoraIndicators",
                line,
            )


def _without(hand: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """A hand without one copy of a tile."""
    at = hand.index(tile) if tile in hand else len(hand)
    return hand[:at] + hand[at + 1 :]


def _melds(numbers: Iterable[object]) -> tuple[ClaimedSet, ...]:
    """The sets on the table, each with whether it is concealed."""
    return tuple(PackedMeld(integer(number, "opens"), RED_CODES).set_on_table for number in numbers)
