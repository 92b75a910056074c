"""Reads the text of Botzone's Chinese official games (the PKU data set): one line for each event.

The players 0 to 3 are East, South, West, North: the note of the data set says otherwise, but all payments
agree with this order only. A called run is named by its middle tile. Every match is one deal.
"""

from __future__ import annotations

import re

from scorer.replay.drafts import (
    DealDraft,
    Unreadable,
    begin_without_start,
    finished_deals,
    integer,
    seat,
    tile,
)
from scorer.replay.game import DISCARD, ClaimedDraw, ClaimedWin, Game

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
MATCH, WIND, SCORE, DRAWN = "Match", "Wind", "Score", "Huang"
HU = re.compile(r"Player \d+ Hu\b")
MOVE = re.compile(r"Player (\d+) (\w+) ?(.*?)(?: Ignore .*)?$")


def is_botzone(text: str) -> bool:
    return re.match(r"\s*Match \w+", text) is not None


def is_damaged_botzone(text: str) -> bool:
    """Whether a text that is not in any format has lines of this one."""
    return re.search(r"^Player \d (Deal|Draw|Play) \w", text, re.MULTILINE) is not None


def read(text: str) -> list[Game]:
    """The game of a text: one deal for each match."""
    drafts: list[DealDraft] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        try:
            if word == MATCH:
                drafts.append(DealDraft(0, 0, 0, 0, 0, number))
                drafts[-1].hands = [()] * SEATS
            elif word:
                is_result = word in (SCORE, "Fan") or bool(drafts and HU.match(line.strip()))
                if not drafts or (drafts[-1].is_over and not is_result):
                    begin_without_start(drafts, f"the deal has no start ({MATCH})", number)
                    drafts[-1].hands = [()] * SEATS
                _line(drafts[-1], word, rest, line.strip(), number)
        except Unreadable as error:
            drafts[-1].trouble(str(error), number)
    deals = finished_deals(drafts)
    return [Game("botzone", SEATS, deals, {}, (), None, None, (), "line", is_series=True)]


def _line(draft: DealDraft, word: str, details: str, line: str, number: int) -> None:
    if word == WIND:
        draft.round = integer(details, "wind", 0, 3)
    elif word == SCORE:
        changes = tuple(integer(part, "score") for part in details.split())
        if len(changes) != SEATS:
            raise Unreadable(f"expected {SEATS} scores, not {len(changes)}")
        draft.wins = [
            ClaimedWin(win.player, win.source, win.tile, payments=changes, place=win.place)
            for win in draft.wins
        ]
    elif word == DRAWN:
        draft.draw = ClaimedDraw(place=number)
    elif match := MOVE.match(line):
        _move(draft, seat(match[1], SEATS), match[2], match[3], number)
    elif word != "Fan":
        raise Unreadable(f"unknown line {line[:40]!r}")


def _move(draft: DealDraft, player: int, move: str, details: str, place: int) -> None:
    if move == "Deal":
        hands = list(draft.hands)
        hands[player] = tuple(tile(one, CODES) for one in details.split())
        draft.hands = hands
        return
    code = tile(details.split(" ")[0], CODES)
    last = next((event for event in reversed(draft.events) if event.kind == DISCARD), None)
    if move == "Draw":
        draft.add_draw(player, code, place)
    elif move == "Play":
        draft.add_discard(player, code, place)
    elif move in ("Chi", "Peng", "Gang"):
        if last is None:
            raise Unreadable("nothing was discarded before this call")
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
        raise Unreadable(f"unknown move {move[:40]!r}")
