"""The files of a session: the table that is saved, and the lines that were typed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from scorer import tabletalk
from scorer.errors import Fault, InputError, ScorerError, system_message
from scorer.message import Message
from scorer.session.state import Context, SessionState
from scorer.table.events import GameStart

HISTORY_FILE = "session_history"
TABLE_FILE = "table.yaml"
RUNNING_FILE = "table.running"
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


def unfinished_game(context: Context) -> GameStart | None:
    """The game that `open` goes on with, if it was left unfinished in the last day."""
    kept = table_path() if context.opens_files else None
    with suppress(OSError, ScorerError):
        if kept and time.time() - kept.stat().st_mtime < SECONDS_OF_DAY:
            from scorer.table.reading import read_evening

            games = read_evening(kept, load=context.load).evening.games
            if games and not games[-1].state.over:
                return games[-1].start
    return None


# ---- sessions that do not end by themselves


def _running_path() -> Path | None:
    """The file that exists while a terminal has a table. It has the number of the process."""
    kept = table_path()
    return kept.with_name(RUNNING_FILE) if kept else None


def mark_running(is_running: bool) -> None:
    """Notes that a terminal has a table, or that its session ended as the player wanted."""
    file = _running_path()
    with suppress(OSError):
        if file and is_running:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(str(os.getpid()), encoding="utf-8")
        elif file:
            file.unlink(missing_ok=True)


def was_interrupted() -> bool:
    """Whether the last session with a table ended by accident: its mark is there, and its process is not."""
    file = _running_path()
    try:
        number = int(file.read_text(encoding="utf-8")) if file else 0
    except (OSError, ValueError):
        return False
    return number > 0 and not _is_running(number)


def _is_running(number: int) -> bool:
    """Whether there is a process with a number; False if the system cannot be asked without harm."""
    if os.name != "posix":
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
