"""The files of a session: the table that is saved, and the lines that were typed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from scorer import tabletalk
from scorer.errors import Fault, InputError, ScorerError, system_message
from scorer.message import Message
from scorer.session.context import Context
from scorer.session.state import SessionState

HISTORY_FILE = "session_history"
TABLE_FILE = "table.yaml"
SECONDS_OF_DAY = 24 * 60 * 60


def table_path() -> Path | None:
    """The file with the table of the last session, which `open` without a name goes on with."""
    from scorer.teach.progress import state_folder

    folder = state_folder()
    return folder / TABLE_FILE if folder else None


def history_path() -> Path | None:
    """The file with the lines of earlier sessions, or None if there is no place for it."""
    from scorer.teach.progress import state_folder

    folder = state_folder()
    return folder / HISTORY_FILE if folder else None


def write_whole(file: Path, text: str) -> None:
    """Writes a file so that it has either its former text or the new one, whatever happens meanwhile."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="utf-8") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)


def save_table(context: Context, state: SessionState) -> None:
    """Writes the events of the table to the file that `open` goes on with, and to their own file.

    Raises InputError if their own file cannot be written.
    """
    kept = table_path() if context.opens_files else None
    if kept:
        with suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(kept, tabletalk.table_text(state.table_head, state.events))
    if context.opens_files and state.table_file:
        try:
            write_whole(Path(state.table_file), tabletalk.table_text(state.table_head, state.events))
        except OSError as error:
            message = Message("file not written", state.table_file, system_message(error))
            raise InputError([Fault("save", None, message)]) from error


def unfinished_players(context: Context) -> tuple[str, ...]:
    """The players of the game that `open` goes on with, if it was left unfinished in the last day."""
    kept = table_path() if context.opens_files else None
    with suppress(OSError, ScorerError):
        if kept and time.time() - kept.stat().st_mtime < SECONDS_OF_DAY:
            from scorer.table.reading import read_evening

            games = read_evening(kept, load=context.load).evening.games
            if games and not games[-1].state.over:
                return games[-1].start.players
    return ()
