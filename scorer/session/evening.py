"""The table of an evening in a session: what is played, in one line, its events, its players and its deal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorer import seat_table, tabletalk
from scorer.engine.evaluate import rules_view, whole_number
from scorer.hand import WINDS, Situation
from scorer.labels import counter_text, ruleset_label, seat_name, turn_words
from scorer.languages import is_english
from scorer.message import Message
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translate
from scorer.render.document import Document, paragraph
from scorer.session.files import save_table, table_path
from scorer.session.state import Answer, CommandLine, Context, SessionState, listed_words, paid_honba
from scorer.table.rules import DealRules
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset
    from scorer.sentence.players import Players
    from scorer.table.state import GameState


def wind_text(wind: str, language: str) -> str:
    """A wind in a short text: its letter in English."""
    return wind if is_english(language) else translate(wind, language)


def deal_text(state: SessionState, rules: Ruleset, language: str) -> str:
    """The deal of a state, such as E2 or 東2局. In Japanese and Chinese, empty in a game without rounds."""
    has_rounds = rules.deals is None or whole_number(rules.deals.rounds, rules_view(rules))
    if not has_rounds and not is_english(language):
        return ""
    return turn_words("prompt deal", state.round, state.turn + 1, language)


def setting_text(setting: str, count: int, rules: Ruleset, language: str) -> str:
    """Counters or sticks in the prompt; the words for counters are those of the game."""
    if setting == "honba":
        return counter_text(count, rules, language)
    return translate(f"prompt {setting}", language, count)


def prompt(context: Context, state: SessionState) -> str:
    """The prompt, with what applies to the next hand.

    >>> prompt(Context(), SessionState(honba=2)), prompt(Context("ja"), SessionState(turn=1, honba=1))
    ('riichi E1 seat S honba 2> ', 'リーチ麻雀（四人打ち） 東2局 南家 1本場> ')
    """
    rules = context.load(state.ruleset)
    state, language = state.seated(rules), context.language_of(rules)
    counters = [
        setting_text(name, count, rules, language)
        for name in TABLE_SETTINGS[2:]
        if (count := getattr(state, name))
    ]
    seat = translate("prompt seat", language, wind_text(state.seat, language))
    words = (ruleset_label(rules, language), deal_text(state, rules, language), seat, *counters)
    return " ".join(filter(None, words)) + "> "


def table_line(context: Context, state: SessionState) -> str:
    """The deal, the seat, the counters and the rules in one line."""
    from scorer.render.heading import phrase_line, rules_line

    rules = context.rules_of(state)
    state, counter = state.seated(rules), rules.counter_circumstance
    situation = Situation(
        True,
        state.seat,
        state.round,
        circumstances=((counter.id, state.honba),) if counter else (),
        honba=paid_honba(state, rules),
        sticks=state.sticks,
    )
    language, deal = context.language_of(rules), deal_text(state, rules, context.language_of(rules))
    if deal and not counter and situation.honba and not is_english(language):
        deal += counter_text(situation.honba, rules, language)  # 東1局1本場
        situation = replace(situation, honba=0)
    said = (deal, rules_line(rules, situation, language))
    return phrase_line(*filter(None, said))


def table_document(context: Context, state: SessionState) -> Document:
    """The deal, the seat, the counters and the rules."""
    return (paragraph(table_line(context, state)),)


def keep_events(context: Context, state: SessionState, lines: tuple[str, ...]) -> SessionState:
    """The state with other events of the table, which are saved; its deal is that of the hands that
    follow.
    """
    after = state.with_changes(events=lines, hand="", other_winners=(), **deal_at_table(context, lines))
    save_table(context, after)
    return after


def deal_at_table(context: Context, lines: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a state with the rules and the deal of a table."""
    game = tabletalk.last_game(lines, context.load)
    if game is None:
        return {}
    table = game.state
    return {
        "ruleset": game.start.ruleset, "options": game.start.options, "turn": table.turn,
        "round": WINDS[table.round % len(WINDS)] if table.rounds else "", "honba": table.honba,
        "sticks": table.sticks,
    }  # fmt: skip


def players_of(context: Context, state: SessionState) -> Players:
    """The players at the table with their seats; nobody if no table has begun."""
    from scorer.sentence.players import seated_players

    game = tabletalk.last_game(state.events, context.load) if state.events else None
    return seated_players(game.state.players, game.state.dealer) if game else ()


def deal_of(context: Context, state: SessionState, rules: DealRules) -> GameState:
    """The deal of the table; without one, with the players named by their seats."""
    if state.events and (game := tabletalk.last_game(state.events, context.load)):
        return game.state
    seated, language = state.seated(rules.ruleset), context.language_of(rules.ruleset)
    table = seated.played or seat_table.seat_state(
        rules, seated.round, seated.turn, seated.honba, seated.sticks, seated.scores
    )
    return seat_table.named_by_seats(table, [seat_name(seat, language) for seat in rules.seats])


def require_table(context: Context, state: SessionState, line: CommandLine) -> None:
    """Raises InputError if no table has begun."""
    if not state.events:
        raise line.error(Message("no table yet", context.usage("table", context.rules_of(state))))


def refuse_at_table(context: Context, state: SessionState, line: CommandLine) -> None:
    """Raises InputError for a setting that follows from the events of a table."""
    if state.events:
        raise line.error(Message("decided by table", context.command("change")))


def answer_table(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The table as it is; with names, a game of these players begins."""
    players = listed_words(line.argument)
    if players:
        event = tabletalk.begun_game(state.ruleset, dict(state.options), players)
        events, document = tabletalk.with_event(
            state.events, event, context.load, context.language, line.argument
        )
        return keep_events(context, state, events), document
    if state.events:
        scores = tabletalk.scores_document(state.events, context.load, context.language)
        return state, (*table_document(context, state), *scores)
    return state, table_document(context, state)


def answer_deals(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The events and the deals of the table."""
    require_table(context, state, line)
    return state, tabletalk.deals_document(state.events, context.load, context.language)


def answer_save(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """The table is written to a file, and again after every event."""
    require_table(context, state, line)
    name = line.argument or state.table_file
    if not context.opens_files:
        raise line.error(Message("no files here"))
    if not name:
        raise line.error(Message("name of a file", line.name))
    after = replace(state, table_file=name)
    save_table(context, after)
    return after, (paragraph(translate("table saved", context.language, name)),)


def answer_open(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """A table that was saved goes on; without a name, that of the last session."""
    from scorer.table.reading import read_evening

    if not context.opens_files:
        raise line.error(Message("no files here"))
    name = line.argument or str(table_path() or "")
    if not name:
        raise line.error(Message("name of a file", line.name))
    read = read_evening(name, load=context.load)
    if read.faults:
        first = read.faults[0]
        raise line.error(Message("file with faults", first.line, first.message), at=line.argument)
    head, lines = tabletalk.lines_of_file(Path(name).read_text(encoding="utf-8"), read)
    changes = {
        "events": lines,
        "table_head": head,
        "table_file": line.argument,
        "hand": "",
        "other_winners": (),
    }
    after = state.with_changes(**{**changes, **deal_at_table(context, lines)})
    save_table(context, replace(after, table_file=""))
    note = translate("table opened", context.language, name, len(lines))
    scores = tabletalk.scores_document(lines, context.load, context.language) if lines else ()
    return after, (paragraph(note), *scores)
