"""Events of the table that a sentence tells, and those that change earlier ones: undo, and another event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorer import tabletalk
from scorer.errors import InputError
from scorer.message import Listed, Message
from scorer.phrases import translate
from scorer.render.document import paragraph
from scorer.sentence.question import SpokenQuestion
from scorer.session.deals import ABORTED, DRAWN, drawn_event, with_happened
from scorer.session.evening import deal_at_table, deal_of, keep_events, require_table, table_document
from scorer.session.files import save_table
from scorer.session.reading import read_sentence_of
from scorer.session.state import WHOLE_NUMBER, Answer, Asked, CommandLine, Context, SessionState, line_error
from scorer.table import events
from scorer.table.rules import DealRules
from scorer.table.writing import event_line
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.table.events import DealEvent
    from scorer.table.state import GameState


NO_NEXT_DEALER = "who deals next"
"""The message for an event after which the rules do not say who deals."""


EventTold = Callable[[Context, "GameState", DealRules, SpokenQuestion, str], "DealEvent"]
"""What a question with an event says has happened in a deal."""


def _told_draw(
    context: Context, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """The end of a deal without a winner."""
    seats, unready = question.get("seats", ()), question.get("unready")
    if unready is not None:
        seats = tuple(seat for seat in rules.seats if seat not in unready)
    if seats == ("all",):
        seats = tuple(rules.seats)
    kind = question.get("kind") or (ABORTED if question.get("is_aborted") else DRAWN)
    line = CommandLine(context.command("next"), " ".join((kind, *seats)))
    return drawn_event(context, table, rules, line)


def _told_false_win(
    context: Context, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    return events.FalseWin(_name_at(table, rules, question.get("seat"), text))


def _told_declaration(
    context: Context, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A player puts a stick on the table."""
    return events.Declaration(_name_at(table, rules, question.get("seat"), text))


def _told_win(
    context: Context, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A win by its hand, its count or its payment; several on one discard."""
    from scorer.sentence.reader import paid_points

    amounts, discarder, liable = question.get("amounts"), question.get("discarder"), question.get("liable")
    value = paid_points(amounts, is_each=not discarder) if amounts else question.get("count")
    told = question.get("values") or ((question.get("seat"), value),)
    values = tuple((_name_at(table, rules, seat, text), one) for seat, one in told)
    payer, answers = (_name_at(table, rules, seat, text) if seat else "" for seat in (discarder, liable))
    return events.Win(values, payer, ((values[0][0], answers),) if answers else ())


def _told_points(
    context: Context, table: GameState, rules: DealRules, question: SpokenQuestion, text: str
) -> DealEvent:
    """A number for each player."""
    points = tuple((_name_at(table, rules, seat, text), number) for seat, number in question.get("points"))
    return POINT_EVENTS[question.get("kind")](points)


POINT_EVENTS: Mapping[str, Callable[[events.PointsByPlayer], DealEvent]] = {
    "penalty": events.PointPenalty,
    "adjust": events.Adjustment,
    "chips": events.ChipPayment,
    "count": events.Count,
    "result": events.KnownResult,
}
"""Events with a number for each player."""
EVENTS_TOLD: Mapping[str, EventTold] = {
    "draw": _told_draw,
    "false_win": _told_false_win,
    "declare": _told_declaration,
    "win": _told_win,
    "points_of_players": _told_points,
}
"""The questions of sentences that tell what happened at a table."""


def _name_at(table: GameState, rules: DealRules, seat: str, text: str) -> str:
    """The name of the player at a seat of the deal. Raises InputError for a seat that the game lacks."""
    if seat not in tuple(rules.seats):
        raise line_error(text, text, Message("choose a seat", seat, Listed(tuple(rules.seats), "comma")))
    return table.players[table.player_at(seat)]


def told_event(context: Context, state: SessionState, text: str) -> str:
    """The event that a sentence means at the table, as a line of its file; the text itself if none."""
    reading, rules = read_sentence_of(context, state, text), DealRules(context.rules_of(state))
    if not (isinstance(reading, SpokenQuestion) and reading.name in EVENTS_TOLD) or reading.get("others"):
        return text
    table = deal_of(context, state, rules)
    return event_line(EVENTS_TOLD[reading.name](context, table, rules, reading, text))


def answer_event_sentence(
    context: Context, state: SessionState, text: str, question: SpokenQuestion
) -> Answer:
    """Something happened at the table."""
    rules = DealRules(context.rules_of(state))
    if rules.deals is None and not state.events:
        raise line_error(text, text, Message("no scores to change", rules.ruleset.label))
    table = deal_of(context, state, rules)
    event = EVENTS_TOLD[question.name](context, table, rules, question, text)
    try:
        also = (_name_at(table, rules, seat, text) for seat in question.get("others", ()))
        return with_happened(context, state, rules, [event, *map(events.Declaration, also)], text)
    except InputError as error:
        keys = {getattr(fault.message, "key", "") for fault in error.faults}
        if not (state.events and keys == {NO_NEXT_DEALER} and isinstance(event, (events.Win, events.Draw))):
            raise
    names = table.players
    replies = tuple((name, event_line(replace(event, next_dealer=name))) for name in names)
    asked = translate("asked next dealer", context.language_of(rules.ruleset), names[0])
    return replace(state, asked=Asked(text, replies)), (paragraph(asked),)


def answer_undo(context: Context, state: SessionState, line: CommandLine) -> Answer:
    language = context.language
    if not state.past:
        return state, (paragraph(translate("session empty", language)),)
    before = replace(state.past[-1], past=state.past[:-1], noted=state.noted, replies=state.replies)
    if before.events != state.events:
        before = replace(before, table_file=state.table_file, table_head=state.table_head)
        save_table(context, before)
        is_last = state.events[:-1] == before.events
        told = tabletalk.told_lines(state.events, context.load, language)
        undone = told[-1] if is_last and state.events else state.line
        return before, tabletalk.undone_document(before.events, undone, context.load, language)
    undone = translate("undone line", language, state.line) if state.line else ""
    note = undone or translate("session undone", language)
    return before, (paragraph(note), *table_document(context, before))


def answer_change(context: Context, state: SessionState, line: CommandLine) -> Answer:
    """An earlier event is replaced, or removed."""
    require_table(context, state, line)
    number, _, text = line.argument.partition(" ")
    if not WHOLE_NUMBER.fullmatch(number):
        raise line.error(Message("number of an event", context.command("deals")), at=number)
    lines = tabletalk.lines_before(state.events, int(number))
    before = replace(state, events=lines, **deal_at_table(context, lines))
    event = told_event(context, before, text.strip()) if text.strip() and lines else text.strip()
    events, document = tabletalk.changed_lines(
        state.events, int(number), event, context.load, context.language, text.strip()
    )
    return keep_events(context, state, events), document
