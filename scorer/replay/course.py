"""The course of one recorded deal: its events turn by turn in words, and the hands at its end."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.notation import format_meld
from scorer.phrases import comma_list, translate
from scorer.render.document import Block, table
from scorer.replay.game import CALL, DECLARE, DISCARD, DRAW, QUAD, STICK, UNKNOWN, Event, letter
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.view import ReportView


def course_blocks(deal: RefereedDeal, report: Report, view: ReportView) -> tuple[Block, ...]:
    """A table of the turns of a deal, and one of the hands at its end. A turn is numbered as its first event
    is in messages.
    """
    language = view.language
    turns = [
        (str(number), view.player_name(player) if player >= 0 else "", comma_list(texts, language))
        for number, player, texts in _turns(deal, view)
        if view.player in (-1, player)
    ]
    blocks: list[Block] = []
    if turns:
        header = [translate(key, language) for key in ("event number", "event player", "events")]
        blocks.append(table(turns, "rll", header=header))
    hands = [
        (view.player_name(player), _hand_text(deal, player, report))
        for player in range(report.game.players)
        if view.player in (-1, player) and deal.is_followed
    ]
    if hands:
        header = [translate("event player", language), translate("hand at the end", language)]
        blocks.append(table(hands, "ll", header=header))
    return tuple(blocks)


def _turns(deal: RefereedDeal, view: ReportView) -> Iterator[tuple[int, int, list[str]]]:
    """The number of the first event of each turn, the player, and the events of the turn in words."""
    number, player, texts, drawn = 0, -1, list[str](), UNKNOWN
    for at, event in enumerate(deal.deal.events, 1):
        if event.kind == STICK:  # it follows from the declaration
            continue
        if texts and event.player not in (player, -1):
            yield number, player, texts
            texts = []
        if not texts:
            number, player = at, event.player
        is_drawn = event.kind == DISCARD and event.tile == drawn != UNKNOWN
        texts.append(translate("event discard drawn", view.language) if is_drawn else event_text(event, view))
        if event.kind != DECLARE:
            drawn = event.tile if event.kind == DRAW else UNKNOWN
    if texts:
        yield number, player, texts


def event_text(event: Event, view: ReportView) -> str:
    """One event in words, without the player."""
    tile = event.tile or "?"
    own = "".join(event.tiles)
    if event.kind == CALL:
        return translate("event call", view.language, tile, view.player_name(event.source), own)
    return translate(f"event {event.kind}", view.language, own if event.kind == QUAD else tile)


def _hand_text(deal: RefereedDeal, player: int, report: Report) -> str:
    """The tiles that a player holds at the end, `?` for those that the log does not show."""
    tileset, tiles, one = report.ruleset.tileset, report.rules.tiles, deal.table.players[player]
    concealed = tileset.format_tiles(sorted(tiles[code] for code in one.hand if code != UNKNOWN))
    hidden = "?" * one.hand.count(UNKNOWN)
    return " ".join(filter(None, [concealed, hidden, *(format_meld(meld, tileset) for meld in one.melds)]))


def course_data(deal: RefereedDeal) -> list[dict[str, object]]:
    """The events of a deal as plain data; `event` is the number that messages use."""
    found = []
    for number, event in enumerate(deal.deal.events, 1):
        row: dict[str, object] = {"event": number, "kind": event.kind, "tile": event.tile}
        if event.player >= 0:
            row["player"] = letter(event.player)
        if event.tiles:
            row["tiles"] = list(event.tiles)
        if event.source >= 0:
            row["from"] = letter(event.source)
        found.append(row)
    return found
