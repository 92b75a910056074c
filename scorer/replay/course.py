"""The course of one recorded deal: its events turn by turn in words, and the hands at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.results import Score
from scorer.phrases import comma_list, headed_text, translate
from scorer.render.document import Block, paragraph, table
from scorer.render.waits import waits_data, waits_document
from scorer.replay.game import (
    CALL,
    DECLARE,
    DISCARD,
    DRAW,
    PLAIN_TILES,
    QUAD,
    STICK,
    UNKNOWN,
    Event,
    letter,
)
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.turns import TurnState, turn_states
from scorer.replay.view import ReportView


def course_blocks(deal: RefereedDeal, report: Report, view: ReportView) -> tuple[Block, ...]:
    """The hands dealt, a table of the turns of a deal with the hand after each, and the hands at its end; or
    the whole table at one turn. A turn is numbered as its first event is in messages. For one player, the
    discards that leave their hand nearest to complete are listed.
    """
    language = view.language
    states = turn_states(report, deal, view.player)
    if view.turn:
        return _one_turn(states, view)
    blocks: list[Block] = []
    shown = [player for player in range(report.game.players) if view.player in (-1, player)]
    if states:
        rows = [(view.player_name(player), states[0].hands[player]) for player in shown]
        header = [translate(key, language) for key in ("event player", "hand dealt")]
        blocks.append(table(rows, "ll", header=header))
        if states[0].indicators:
            text = translate("first indicator", language, " ".join(states[0].indicators))
            blocks.append(paragraph(text))
    last = states[-1].number if states else 0
    turns = [
        (
            str(number),
            view.player_name(player) if player >= 0 else "",
            comma_list(texts, language),
            states[end].hands[player] if player >= 0 and end <= last and states else "",
        )
        for number, end, player, texts in _turns(deal, view)
        if view.player in (-1, player)
    ]
    if turns:
        header = [
            translate(key, language) for key in ("event number", "event player", "events", "hand after")
        ]
        blocks.append(table(turns, "rlll", header=header))
    if states and deal.is_followed:
        hands = [(view.player_name(player), states[-1].hands[player]) for player in shown]
        header = [translate(key, language) for key in ("event player", "hand at the end")]
        blocks.append(table(hands, "ll", header=header))
    advice = [_advice_text(state, view) for state in states if state.discards is not None]
    if advice:
        blocks.append(paragraph(translate("discards heading", language), *advice, indent=4))
    return tuple(blocks)


def _one_turn(states: Sequence[TurnState], view: ReportView) -> tuple[Block, ...]:
    """The table after one event: every hand and river, whose turn it is, and what that player can discard."""
    language = view.language
    state = states[min(view.turn, len(states) - 1)] if states else None
    if state is None:
        return (paragraph(translate("nothing", language)),)
    who = view.player_name(state.to_act)
    text = event_text(state.event, view) if state.event and state.event.kind != STICK else ""
    mover = view.player_name(state.event.player) if state.event and state.event.player >= 0 else ""
    head = [headed_text(mover, text, language)] if text and mover else [text] if text else []
    key = "has to discard" if state.has_tile else "has to draw"
    lines = [*head, translate(key, language, who), translate("tiles left", language, state.wall_left)]
    lines.append(translate("indicators shown", language, " ".join(state.indicators)))
    header = [translate(key, language) for key in ("event player", "hand now", "river")]
    rows = [
        (view.player_name(player), hand, " ".join(code or "?" for code in state.rivers[player]))
        for player, hand in enumerate(state.hands)
    ]
    advice = waits_document(state.discards, language) if state.discards is not None else ()
    return (paragraph(*lines), table(rows, "lll", header=header), *advice)


MOST_CHOICES = 4
"""Discards that are listed for one turn."""


def _advice_text(state: TurnState, view: ReportView) -> str:
    """The discards of one turn that leave the hand nearest to complete, each with the tiles that it then
    accepts or waits for, and what those would pay on a discard.
    """
    found, language = state.discards, view.language
    if found is None or found.missing_tiles is None:
        return ""
    tileset = found.ruleset.tileset
    choices = []
    for choice in found.choices[:MOST_CHOICES]:
        waits = choice.waits
        accepted = [
            f"{tileset.tile_code(one.tile)} {points_text(one.discard.score, language)}".strip()
            for one in waits.winning_tiles
        ] or [tileset.format_tiles([one.tile for one in waits.helping_tiles])]
        listed = comma_list(accepted, language)
        choices.append(
            translate("discard choice", language, tileset.tile_code(choice.tile), listed, waits.copies_left)
        )
    missing = translate("tiles missing", language, found.missing_tiles)
    told = translate("semicolon", language).join([missing, *choices])
    return headed_text(f"{state.number}", told, language)


def points_text(score: Score | None, language: str) -> str:
    """What a hand pays, in words; empty if it may not win."""
    return score.ruleset.amount_text(int(score.points), "points", language) if score else ""


def _turns(deal: RefereedDeal, view: ReportView) -> Iterator[tuple[int, int, int, list[str]]]:
    """The numbers of the first and the last event of each turn, the player, and the events of the turn in
    words.
    """
    number, end, player, texts, drawn = 0, 0, -1, list[str](), UNKNOWN
    for at, event in enumerate(deal.deal.events, 1):
        if event.kind == STICK:  # it follows from the declaration
            continue
        if texts and event.player not in (player, -1):
            yield number, end, player, texts
            texts = []
        if not texts:
            number, player = at, event.player
        end = at
        is_drawn = event.kind == DISCARD and event.tile == drawn != UNKNOWN
        texts.append(translate("event discard drawn", view.language) if is_drawn else event_text(event, view))
        if event.kind != DECLARE:
            drawn = event.tile if event.kind == DRAW else UNKNOWN
    if texts:
        yield number, end, player, texts


def event_text(event: Event, view: ReportView) -> str:
    """One event in words, without the player."""
    tile = event.tile or "?"
    own = "".join(event.tiles)
    if event.kind == CALL:
        player = view.player_name(event.source)
        return translate(f"event {_kind_of_call(event)}", view.language, tile, player, own)
    return translate(f"event {event.kind}", view.language, own if event.kind == QUAD else tile)


def _kind_of_call(event: Event) -> str:
    """The phrase for the called set: a run, or three or four of the same."""
    if len(event.tiles) > 2:
        return "call same4"
    return "call same3" if len({PLAIN_TILES.get(code, code) for code in event.tiles}) == 1 else "call run"


def dealt_data(deal: RefereedDeal, report: Report) -> dict[str, object]:
    """The hands dealt and the first indicators, as plain data."""
    states = turn_states(report, deal)[:1]
    hands = {letter(player): hand for state in states for player, hand in enumerate(state.hands)}
    return {"hands": hands, "indicators": list(states[0].indicators) if states else []}


def course_data(deal: RefereedDeal, report: Report, view: ReportView) -> list[dict[str, object]]:
    """The events of a deal as plain data; `event` is the number that messages use. Each has the hand of its
    player and the tiles left to draw after it, and for one player what they could discard.
    """
    states = {state.number: state for state in turn_states(report, deal, view.player)}
    found = []
    for number, event in enumerate(deal.deal.events, 1):
        if view.turn not in (0, number):
            continue
        row: dict[str, object] = {"event": number, "kind": event.kind, "tile": event.tile}
        if event.player >= 0:
            row["player"] = letter(event.player)
        if event.tiles:
            row["tiles"] = list(event.tiles)
        if event.source >= 0:
            row["from"] = letter(event.source)
        if number in states:
            row |= _state_data(states[number], view)
        found.append(row)
    return found


def _state_data(state: TurnState, view: ReportView) -> dict[str, object]:
    found: dict[str, object] = {"wall_left": state.wall_left, "to_act": letter(state.to_act)}
    if state.event is not None and state.event.player >= 0:
        found["hand"] = state.hands[state.event.player]
    if view.turn:
        found["hands"] = {letter(player): hand for player, hand in enumerate(state.hands)}
        found["rivers"] = {letter(player): list(river) for player, river in enumerate(state.rivers)}
        found["indicators"] = list(state.indicators)
    if state.discards is not None:
        found["discards"] = waits_data(state.discards, view.language)
    return found
