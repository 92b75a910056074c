"""The table of an evening as a form shows it: where the game is, and what can be entered next."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.hand import WINDS
from scorer.labels import capitalize_first, turn_words
from scorer.message import message_text
from scorer.phrases import format_amount, headed_text, translate
from scorer.render.document import Document, paragraph
from scorer.render.evening import ranking_tables, result_table
from scorer.render.evening_events import declaration, declaration_name, item_name, reason_text, told_event
from scorer.render.evening_sheet import rules_text
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.table.choices import (
    CountedWin,
    declaring_players,
    draw_choices,
    has_chips,
    has_false_wins,
    has_liability,
    spot_payments,
)
from scorer.table.evening import PlayedGame
from scorer.table.evening_file import EveningFile
from scorer.table.events import (
    GameStart,
)
from scorer.table.state import deal_name


def table_data(read: EveningFile, language: str = "en") -> Object:
    """Every event in words with its line, all faults, and the table of the last game with what the last event
    changed; `table` is None before the first game.
    """
    evening = read.evening
    games = iter(evening.games)
    ruleset: Ruleset | None = None
    events: list[Object] = []
    for step, line in zip(evening.steps, read.lines, strict=True):
        if isinstance(step.event, GameStart) and not step.faults:
            ruleset = next(games).ruleset
        told = ruleset.display_language(language) if ruleset else language
        words = told_event(step.event, ruleset, told) if ruleset else ""
        begins = isinstance(step.event, GameStart)
        events.append({"line": line, "words": words, "possible": not step.faults, "begins_game": begins})
    faults = [
        {
            "line": one.line,
            "event": one.event,
            "message": message_text(one.message, language),
            "suggestions": list(one.suggestions),
        }
        for one in read.faults
    ]
    table = _table(evening.games[-1], language) if evening.games else None
    return {"events": events, "faults": faults, "table": table}


def _table(game: PlayedGame, language: str) -> Object:
    """Where a game is, and what can happen next."""
    state, rules, ruleset = game.state, game.rules, game.ruleset
    told = ruleset.display_language(language)
    is_over, wind = bool(state.over), WINDS[state.round % len(WINDS)]
    return {
        "ruleset": game.start.ruleset,
        "name": item_name(ruleset.names, ruleset.id, told),
        "options": dict(game.start.options),
        "deal": deal_name(rules, state.rounds, state.round, state.turn, state.honba),
        "title": turn_words("evening round and turn", wind, state.turn + 1, told)
        if state.rounds
        else headed_text(translate("evening deal", told), str(state.deals + 1), told),
        "round": wind if state.rounds else "",
        "counters": [
            {"name": capitalize_first(ruleset.unit_title(unit, told)), "number": number}
            for unit, number, is_used in (
                ("honba", state.honba, rules.has_counters),
                ("sticks", state.sticks, bool(rules.stick)),
            )
            if is_used
        ],
        "honba": state.honba,
        "players": _players(game, told),
        "notes": [message_text(note, told) for note in state.notes],
        "over": state.over,
        "why_over": reason_text(state.over, told) if is_over else "",
        "declaration": declaration_name(ruleset, told) if rules.stick else "",
        "draws": [] if is_over else [
            {
                "id": one.rule.id,
                "name": item_name(one.rule.names, one.rule.id, told),
                "ready": one.asks_ready,
                "values": one.asks_values,
                "paid": one.asks_paid,
                "aborts": one.rule.aborts,
            }
            for one in draw_choices(rules, state)
        ],
        "false_win": has_false_wins(rules, state),
        "events": [
            {"id": one.id, "name": item_name(one.names, one.id, told), "fed": one.is_fed}
            for one in spot_payments(rules)
        ],
        "chips": has_chips(rules),
        "liable": has_liability(rules),
        "compares": rules.compares,
        "asks_dealer": rules.deals is None,
    }  # fmt: skip


def _players(game: PlayedGame, language: str) -> list[Object]:
    """Every player with the score, what the last event changed of it, and what was declared."""
    state = game.state
    may_declare, declared = declaring_players(game.rules, state), declaration(game.ruleset)
    return [
        {
            "name": name,
            "seat": state.seat(player),
            "wind": capitalize_first(translate(state.seat(player), language)),
            "score": state.scores[player],
            "gain": sum(one.gains[player] for one in state.transfers),
            "declared": player in state.declared,
            "circumstances": [declared.id] if declared and player in state.declared else [],
            "won": player in state.winners,
            "may_declare": may_declare[player],
        }
        for player, name in enumerate(state.players)
    ]


def outcome_document(read: EveningFile, language: str = "en") -> Document:
    """The result of the last game, what made it of the scores, and the ranking after several games."""
    evening = read.evening
    if not evening.games:
        return ()
    game = evening.games[-1]
    told = game.ruleset.display_language(language)
    blocks = [result_table(game, told), paragraph(rules_text(game.rules, told))]
    return (*blocks, *(ranking_tables(evening.rankings, told) if len(evening.games) > 1 else []))


def counted_wins_data(wins: Sequence[CountedWin], ruleset: Ruleset, language: str = "en") -> list[Object]:
    """The counts that a win may have, each as it is written in an event, with its name and its payments."""
    told = ruleset.display_language(language)
    limits = {one.id: one.names for one in ruleset.limits}
    return [
        {
            "text": one.text,
            "name": item_name(limits[one.limit], one.limit, told)
            if one.limit
            else one.count.count_words(ruleset, told),
            "gain": one.gain,
            "paid": "/".join(map(format_amount, one.payments)),
            "rare": one.is_rare,
        }
        for one in wins
    ]
