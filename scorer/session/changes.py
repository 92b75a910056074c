"""What changes earlier lines of a session: undo, and another event of the table."""

from __future__ import annotations

from scorer import tabletalk
from scorer.message import Message
from scorer.phrases import translate
from scorer.render.document import paragraph
from scorer.session.context import Context
from scorer.session.evening import deal_at_table, keep_events, require_table
from scorer.session.files import save_table
from scorer.session.heading import table_document
from scorer.session.state import WHOLE_NUMBER, Answer, CommandLine, SessionState
from scorer.session.told_events import told_event
from scorer.values import replace


def answer_undo(context: Context, state: SessionState, line: CommandLine) -> Answer:
    language = context.language
    if not state.past:
        return state, (paragraph(translate("session empty", language)),)
    before = replace(state.past[-1], past=state.past[:-1], noted=state.noted, replies=state.replies)
    if before.events != state.events:
        before = replace(before, table_file=state.table_file, table_head=state.table_head)
        save_table(context, before)
        is_last = state.events[:-1] == before.events
        undone = state.events[-1] if is_last and state.events else state.line
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
