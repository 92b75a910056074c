"""A table in a session: lines as players say them become the events of an evening, which answer with what was
paid, the scores and the dealer.

The lines of an evening are kept as they stand in its file, so that saving and opening lose nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.errors import Fault, InputError
from scorer.memo import Memo
from scorer.message import Message, message_text
from scorer.phrases import headed_text, translate
from scorer.render.document import Document, paragraph
from scorer.render.evening import (
    game_blocks,
    ranking_tables,
    result_table,
    score_line,
    step_document,
)
from scorer.render.evening_events import is_told_whole, told_event
from scorer.ruleset.model import Value
from scorer.table.evening import LoadRuleset, PlayedGame
from scorer.table.evening_file import EveningFile
from scorer.table.events import DealEvent, GameStart
from scorer.table.writing import evening_text, event_line
from scorer.values import replace

EventLines = tuple[str, ...]
"""The events of an evening, each as it is written in a file, without the dash."""
SOURCE = "hand"


def table_text(head: str, lines: EventLines) -> str:
    """The file of a table: what was in it before the events, and the events."""
    return head + "".join(f"- {line}\n" for line in lines) if head else evening_text(lines)


def lines_of_file(text: str, read: EveningFile) -> tuple[str, EventLines]:
    """What is before the first event of a file, and its events, each as it is written there; written anew if
    they do not have a line each.
    """
    rows = text.splitlines()
    events = [step.event for step in read.evening.steps]
    lines = [row[2:].strip() for row in rows if row.startswith("- {") and row.rstrip().endswith("}")]
    first = read.lines[0] - 1 if read.lines else len(rows)
    head = "".join(f"{row}\n" for row in rows[:first])
    if not (len(lines) == len(events) and head.rstrip().endswith("events:")):
        lines = [event_line(event) for event in events if event]
        head = ""
    return head, tuple(lines)


_EVENINGS: Memo[tuple[EventLines, LoadRuleset], EveningFile] = Memo(limit=16)


def read_lines(lines: EventLines, load: LoadRuleset) -> EveningFile:
    """The evening that follows from its lines, kept because a sentence asks for the same lines often."""
    from scorer.table.reading import read_evening  # reads YAML, which a session without a table does not need

    found = _EVENINGS.get((lines, load))
    return found or _EVENINGS.keep((lines, load), read_evening(evening_text(lines).encode(), load=load))


def begun_game(ruleset: str, options: Mapping[str, Value], players: Sequence[str]) -> str:
    """The event with which a game begins.

    >>> begun_game("riichi", {"bust": "never"}, ["Ann", "Ben"])
    '{game: riichi, players: [Ann, Ben], options: {bust: never}}'
    """
    return event_line(GameStart(ruleset, tuple(players), options=tuple(options.items())))


def last_game(lines: EventLines, load: LoadRuleset) -> PlayedGame | None:
    """The game that is played at the table; None if none has begun."""
    games = read_lines(lines, load).evening.games
    return games[-1] if games else None


def with_events(
    lines: EventLines, happened: Sequence[DealEvent], load: LoadRuleset, language: str, text: str
) -> tuple[EventLines, Document]:
    """The lines with further events, and what the last of them changed. Raises InputError if one of them is
    not possible.
    """
    document: Document = ()
    for event in happened:
        lines, document = with_event(lines, event_line(event), load, language, text)
    return lines, document


def with_event(
    lines: EventLines, event: str, load: LoadRuleset, language: str, text: str = ""
) -> tuple[EventLines, Document]:
    """The lines with one more event, and what it changed. Raises InputError for an event that is not
    possible, at the text that was typed.
    """
    after = (*lines, event)
    read = read_lines(after, load)
    _refuse_faults(read, len(after), text or event)
    return after, step_document(read.evening, len(lines), language)


def _refuse_faults(read: EveningFile, number: int, text: str) -> None:
    """Raises InputError if an event has faults."""
    found = [fault for fault in read.faults if fault.event in (number, 0)]
    if found:
        raise InputError(
            Fault(SOURCE, 0, one.message, "circumstance", len(text) or 1, text, one.suggestions)
            for one in found
        )


def lines_before(lines: EventLines, number: int) -> EventLines:
    """The lines before the event of a number. Raises InputError if there is no such event."""
    if not 0 < number <= len(lines):
        raise InputError([Fault(SOURCE, None, Message("no such number of an event", number, len(lines)))])
    return lines[: number - 1]


def changed_lines(
    lines: EventLines, number: int, event: str, load: LoadRuleset, language: str, text: str
) -> tuple[EventLines, Document]:
    """The lines with one event replaced, or removed if there is no new one; the event that is gone, and what
    follows now. `text` is what was typed.

    Raises InputError if there is no such event, or if the new one is not possible.
    """
    before, rest = lines_before(lines, number), lines[number:]
    if event:
        _refuse_faults(read_lines((*before, event), load), number, text)
        before = (*before, event)
    after = (*before, *rest)
    read = read_lines(after, load)
    told = [replace(fault, line=fault.event) for fault in read.faults]
    faults = [headed_text(str(one.event), message_text(one.message, language), language) for one in told]
    key = "event replaced" if event else "event removed"
    line = told_lines(lines, load, language)[number - 1]
    gone = paragraph(translate(key, language, number, line), *faults)
    return after, (gone, *deals_document(after, load, language))


def told_lines(lines: EventLines, load: LoadRuleset, language: str) -> list[str]:
    """The events in the words of players; as they stand in the file if the words would not tell all of it."""
    evening, told, begun = read_lines(lines, load).evening, [*lines], 0
    if len(evening.steps) != len(lines):
        return told
    for place, step in enumerate(evening.steps):
        begun += isinstance(step.event, GameStart) and not step.faults
        if begun and is_told_whole(step.event):
            rules = evening.games[begun - 1].ruleset
            told[place] = told_event(step.event, rules, rules.display_language(language)) or told[place]
    return told


def deals_document(lines: EventLines, load: LoadRuleset, language: str) -> Document:
    """The events with their numbers, then the deals and the results."""
    evening = read_lines(lines, load).evening
    told = told_lines(lines, load, language)
    numbered = (translate("numbered event", language, number, line) for number, line in enumerate(told, 1))
    games = [
        block
        for at, game in enumerate(evening.games, 1)
        for block in game_blocks(evening, game, at, language)
    ]
    return (
        paragraph(*numbered),
        *games,
        *(ranking_tables(evening.rankings, language) if len(evening.games) > 1 else []),
    )


def scores_document(lines: EventLines, load: LoadRuleset, language: str) -> Document:
    """The scores, the sticks and the dealer in one line; what is wrong with the lines if no game begins."""
    game = last_game(lines, load)
    if game is None:
        return deals_document(lines, load, language)
    return (paragraph(score_line(game, game.ruleset.display_language(language))),)


def result_document(lines: EventLines, load: LoadRuleset, language: str) -> Document:
    """The result of the game at the table, as if it ended now if it has not ended."""
    game = last_game(lines, load)
    return (result_table(game, game.ruleset.display_language(language)),) if game else ()


def undone_document(lines: EventLines, undone: str, load: LoadRuleset, language: str) -> Document:
    """What was taken back, and how the table is now."""
    note = paragraph(translate("undone line", language, undone))
    return (note, *(scores_document(lines, load, language) if lines else ()))
