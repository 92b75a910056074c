"""`scorer session`, also `scorer` alone: hands and commands, line by line, from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import DOES_NOT_WIN, print_answer, print_error
from scorer.errors import ScorerError
from scorer.phrases import comma_list, translate
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.session import Session, SessionState

MOST_HISTORY = 1000
"""The most lines that are kept for later sessions."""
EXIT_CODE = DOES_NOT_WIN
"""The exit status if a line of a pipe could not be answered."""


@click.command(cls=PlainCommand)
@shared.ruleset_option
@shared.rule_options
@shared.language_option_of_text
def session(ruleset: str, options: tuple[str, ...], language: str) -> None:
    """Score hands at the table, line by line. `scorer` without a command does the same.

    A line is a hand, with circumstances and other words in any order, or a command; type help for a list.
    The ruleset, the round, the seat and the counters stay until you change them. Lines can also come from a
    pipe.

    \b
    scorer
    scorer session -r m-league
    echo "234m345p67p456s55s+8p riichi tsumo d4s" | scorer

    If lines are piped in, errors go to standard error with their line numbers, and the exit status is 1 if
    there were any.
    """
    from scorer.session import Session, SessionState, history_path

    chosen = tuple(shared.option_values(options).items())
    state = SessionState(ruleset or shared.default_ruleset(), chosen)
    talk = Session(language, opens_files=True)
    talk.rules_of(state)  # raises the errors of the ruleset before the first line
    if sys.stdin.isatty():
        file = history_path()
        load_history(file)
        _answer_terminal(talk, state)
        save_history(file)
    elif not _answer_pipe(talk, state):
        sys.exit(EXIT_CODE)


def _game_language(talk: Session, state: SessionState) -> str:
    """The language of the session with the words of the game that is played."""
    try:
        return talk.language_of(talk.rules_of(state))
    except ScorerError:
        return talk.language


def _answer_pipe(talk: Session, state: SessionState) -> bool:
    """Answers the lines of standard input. Returns whether all could be answered."""
    from scorer.session import LONGEST_LINE, ends_session

    is_clean, answers = True, 0
    for number, (line, length) in enumerate(_piped_lines(), 1):
        if length <= LONGEST_LINE and ends_session(line):
            break
        try:
            state, document = talk.answer(state, line, length)
        except ScorerError as error:
            print_error(error, _game_language(talk, state), translate("session line", talk.language, number))
            is_clean = False
            continue
        if document:
            if answers:
                click.echo()
            print_answer(document)
            answers += 1
    return is_clean


class PipedLine(NamedTuple):
    """A line of a pipe. `length` counts its characters without the spaces around it; `text` is only its
    beginning if it is too long.
    """

    text: str
    length: int


def _piped_lines() -> Iterator[PipedLine]:
    """The lines of standard input, each as soon as it is there."""
    from scorer.session import LONGEST_LINE

    with suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    while piece := sys.stdin.readline(LONGEST_LINE):
        yield _whole_line(piece, LONGEST_LINE)


def _whole_line(piece: str, longest: int) -> PipedLine:
    """The line of standard input that begins with this piece. The rest is read piece by piece and dropped
    beyond the longest line, so that no line fills the memory.
    """
    from scorer.session import BLANKS

    text, read, length = "", 0, 0
    while piece:
        part = piece if text else piece.lstrip(BLANKS)
        if inner := part.rstrip(BLANKS):
            length = read + len(inner)
        read += len(part)
        text = (text + part)[:longest]
        piece = "" if piece.endswith("\n") else sys.stdin.readline(longest)
    return PipedLine(text, length)


def _answer_terminal(talk: Session, state: SessionState) -> None:
    """Answers what is typed until it ends with Ctrl-D; Ctrl-C cancels a line or an answer."""
    from scorer.labels import missing_language_note
    from scorer.session import ends_session, mark_running

    states = [state]
    _enable_editing(talk, states)
    rules = talk.rules_of(state)
    language = talk.language_of(rules)
    _print_hint(translate("session hint", language, name_in(rules.names, language), talk.command("help")))
    if note := missing_language_note(rules, talk.language):
        _print_hint(note)
    states[-1] = _continued_game(talk, state, language)
    has_table = False
    while True:
        if bool(states[-1].events) != has_table:
            has_table = not has_table
            mark_running(has_table)
        try:
            line = input(talk.prompt(states[-1]))
            if ends_session(line):
                break
            states[-1], document = talk.answer(states[-1], line)
            if document:
                print_answer(document)
        except EOFError:
            click.echo()
            break
        except KeyboardInterrupt:
            click.echo()
        except ScorerError as error:
            print_error(error, _game_language(talk, states[-1]))
    if has_table:
        mark_running(False)


def _continued_game(talk: Session, state: SessionState, language: str) -> SessionState:
    """The state with the game that a session had when it ended by accident. Any other game that was left
    unfinished is only named, with the command that continues it.
    """
    from scorer.session import was_interrupted

    game = talk.unfinished_game()
    if game is None:
        return state
    if was_interrupted() and game.ruleset == state.ruleset:
        with suppress(ScorerError):
            after, document = talk.answer(state, "open")
            print_answer(document)
            return after
    named = comma_list(game.players, language)
    _print_hint(translate("session unfinished", language, named, talk.command("open")))
    return state


def _print_hint(text: str) -> None:
    """Prints a sentence that is not an answer, wrapped to the terminal like one."""
    from scorer.render.document import paragraph

    print_answer((paragraph(text),))


def _enable_editing(talk: Session, states: list[SessionState]) -> None:
    """Line editing, history and completion, if the system has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(word: str, place: int) -> str | None:
        with suppress(ScorerError):
            line = readline.get_line_buffer()[: readline.get_endidx()]
            found = talk.completions(states[-1], line)
            return found[place] + ("" if found[place].endswith("=") else " ") if place < len(found) else None
        return None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def load_history(file: Path | None) -> None:
    """Brings back the lines of earlier sessions, if there are any that can be read."""
    with suppress(ImportError, OSError):
        import readline

        readline.set_history_length(MOST_HISTORY)
        if file:
            readline.read_history_file(file)


def save_history(file: Path | None) -> None:
    """Keeps the lines for the next session. One that cannot write them ends without a word: nothing of a
    result is lost.
    """
    with suppress(ImportError, OSError):
        import readline

        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)
