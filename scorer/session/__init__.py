"""A session at the table, line by line: what a line answers, and what it changes for those that follow.

`Session.answer` takes a state and a line and returns the state after it and a document. It keeps nothing
itself, so a terminal, a page or a bot can hold the state. A line is a hand with its words in any order, or
one of `COMMANDS`, or a sentence.

>>> session = Session()
>>> state, document = session.answer(SessionState(), "riichi 234m345p67p456s55s+8p tsumo d4s")
>>> document[0].lines[0][0].text
'7 han 20 fu · Haneman · 3,000/6,000 (12,000)'
>>> session.answer(state, "next")[0].turn
1
"""

from scorer.session.commands import (
    ANSWERS_AT_TABLE,
    COMMANDS,
    command_named,
    ends_session,
    has_use,
)
from scorer.session.files import history_path, mark_running, was_interrupted
from scorer.session.loop import Session
from scorer.session.reading import UNREAD_MESSAGES
from scorer.session.state import BLANKS, LONGEST_LINE, SessionState, names_of_command

__all__ = (
    "ANSWERS_AT_TABLE",
    "BLANKS",
    "COMMANDS",
    "LONGEST_LINE",
    "UNREAD_MESSAGES",
    "Session",
    "SessionState",
    "command_named",
    "ends_session",
    "has_use",
    "history_path",
    "mark_running",
    "names_of_command",
    "was_interrupted",
)
