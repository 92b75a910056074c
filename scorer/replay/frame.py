"""One moment of a recorded deal as a page shows it: what happened, every hand, and how far each is."""

from __future__ import annotations

from scorer.errors import InputError
from scorer.hand import WINDS, Situation, WaitingHand
from scorer.phrases import comma_list, headed_text, translate
from scorer.render.page import document_html, with_tiles
from scorer.render.result import Object
from scorer.render.waits import waits_document
from scorer.replay.chances import ReadyHand, passed_wins, ready_hand
from scorer.replay.course import event_text, points_text
from scorer.replay.game import DRAW, STICK, letter
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.report import (
    GameReport,
    difference_lines,
    forbidden_text,
    passed_text,
    report_document,
    result_text,
    trouble_text,
)
from scorer.replay.table import PlayTable
from scorer.replay.turns import TurnState, turn_states
from scorer.replay.view import ReportView
from scorer.values import dataclass, replace
from scorer.waiting import find_discards, find_waits


@dataclass(frozen=True)
class Outlook:
    """How far a hand is: the number of tiles that it lacks, and what it waits for if it lacks one."""

    missing: int
    ready: ReadyHand | None = None


def outlook(report: Report, table: PlayTable, player: int) -> Outlook | None:
    """How far the hand of a player is; None if its tiles are not known, or no shape can be reached."""
    one, rules = table.players[player], report.rules
    if one.is_hidden:
        return None
    has_more = table.has_tile and table.to_act == player
    if not has_more or (table.last is not None and table.last.kind == DRAW):
        ready = ready_hand(report, table, player)
        if ready:
            return Outlook(1, ready)
    hand = WaitingHand(tuple(sorted(rules.tiles[code] for code in one.hand)), tuple(one.melds))
    situation = Situation(False, table.seat(player), WINDS[table.deal.round % len(WINDS)])
    find = find_discards if has_more else find_waits
    try:
        missing = find(report.ruleset, hand, situation).missing_tiles
    except InputError:
        return None
    return None if missing is None else Outlook(missing)


def frame_data(report: Report, deal: RefereedDeal, view: ReportView) -> Object:
    """The table after an event of a deal, numbered from 1; 0 is the table before the first. `steps` are the
    numbers of all events of the deal that can be shown.
    """
    outlooks: list[Outlook | None] = []

    def look(table: PlayTable) -> None:
        outlooks[:] = [outlook(report, table, player) for player in range(report.game.players)]

    states = turn_states(report, deal, view.player, {view.turn: look})
    steps = [one.number for one in states if one.event is None or one.event.kind != STICK]
    if not states:
        return {"steps": [], "notes": _event_notes(report, deal, view, 0)}
    state = next((one for one in states if one.number == view.turn), states[-1])
    tileset = report.ruleset.tileset
    language = view.language
    mover = state.event.player if state.event else -1
    text = event_text(state.event, view) if state.event and state.event.kind != STICK else ""
    if not text:
        text = translate("hand dealt", language)
    elif mover >= 0:
        text = headed_text(view.player_name(mover), text, language)
    turn = "has to discard" if state.has_tile else "has to draw"
    indicators = translate("indicators shown", language, " ".join(state.indicators))
    is_last = state is states[-1]
    return {
        "number": state.number,
        "steps": steps,
        "html": with_tiles(text, tileset),
        "next": "" if is_last else translate(turn, language, view.player_name(state.to_act)),
        "left": translate("tiles left", language, state.wall_left),
        "indicators_html": with_tiles(indicators, tileset),
        "players": [
            _player_data(report, state, view, player, outlooks[player] if outlooks else None)
            for player in range(report.game.players)
        ],
        "notes": [
            with_tiles(note, tileset) for note in _event_notes(report, deal, view, state.number, is_last)
        ],
        "discards_html": document_html(waits_document(state.discards, language), report.ruleset)
        if state.discards is not None
        else "",
    }  # fmt: skip


def _player_data(
    report: Report, state: TurnState, view: ReportView, player: int, seen: Outlook | None
) -> Object:
    hand, tileset = state.hands[player], report.ruleset.tileset
    melds = {part for part in hand.split() if part[0] in "(["}
    return {
        "player": letter(player),
        "name": view.player_name(player),
        "acts": player == state.to_act,
        "moved": state.event is not None and state.event.player == player,
        "hand": hand,
        "hand_html": with_tiles(hand, tileset, melds),
        "river_html": with_tiles(" ".join(code or "?" for code in state.rivers[player]), tileset),
        "outlook_html": with_tiles(outlook_text(seen, report, view), tileset) if seen else "",
    }


def outlook_text(seen: Outlook, report: Report, view: ReportView) -> str:
    """How far a hand is, in words: the number of tiles that it lacks, or its waits with what they pay."""
    language = view.language
    if not seen.ready:
        return translate("tiles missing", language, seen.missing)
    waits = [
        f"{code} ({points_text(score, language) or translate('without score', language)})"
        for code, score in seen.ready.waits
    ]
    text = headed_text(translate("waits for", language), comma_list(waits, language), language)
    return f"{text}; {forbidden_text(report, language)}" if seen.ready.is_forbidden else text


def _event_notes(
    report: Report, deal: RefereedDeal, view: ReportView, number: int, is_last: bool = True
) -> list[str]:
    """What the referee remarks at an event: wins that were passed, and what cannot have happened; at the end
    of the deal, how it ended and where log and rules differ.
    """
    name = view.deal_name(deal.deal)
    notes = [passed_text(name, one, view) for one in passed_wins(report, deal) if one.event == number]
    troubles = [
        one
        for one in deal.troubles
        if one.event == number or (is_last and (not one.event or one.event > number))
    ]
    notes += [trouble_text(one, name, report, view) for one in troubles]
    if not is_last:
        return notes
    return [result_text(deal, report, view), *notes, *difference_lines(report, view)]


def replay_data(value: GameReport, language: str) -> Object:
    """A recorded game for a page: the names of its deals and the whole report, or one moment of a deal."""
    report, view = value.report, replace(value.view, language=language)
    if view.deal:
        deal = next(one for one in report.deals if view.shows(one.deal))
        return {"frame": frame_data(report, deal, view)}
    whole = report_document(report, view)
    return {
        "ruleset": report.ruleset.id,
        "options": dict(report.ruleset.unusual_options),
        "deals": [{"id": one.name, "name": view.deal_name(one.deal)} for one in report.deals],
        "players": [letter(player) for player in range(report.game.players)],
        "html": document_html(whole, report.ruleset),
    }
