"""The session as it runs: at a terminal, which is a pseudo-terminal here, and behind a pipe."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from scorer.cli.session import _piped_lines, load_history, save_history
from scorer.session import LONGEST_LINE
from tests.cli.runs import HAND, run

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

BOLD = "\x1b[1m"


class Terminal:
    """`scorer` at a pseudo-terminal of so many columns."""

    def __init__(self, *args: str, columns: int = 80) -> None:
        self.pid, self.master = pty.fork()
        if not self.pid:
            own = {"COLUMNS": str(columns), "TERM": "xterm", "SCORER_RULESET": "", "LINES": "24"}
            program = [sys.executable, "-m", "scorer", *args]
            os.execve(sys.executable, program, {**os.environ, **own})
        self.shown = ""

    def read_until(self, text: str, seconds: float = 60) -> str:
        """What is shown from the last call until a text is shown."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.master], [], [], 0.2)[0]:
                self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def interrupt_until(self, text: str) -> str:
        """What is shown from the last call until an interrupt makes a text appear. An interrupt that arrives
        while the line editor handles the key before it is only seen at the next key, so it is sent again.
        """
        for _ in range(59):
            self.type_keys("\x03")
            with contextlib.suppress(AssertionError):
                return self.read_until(text, seconds=1)
        self.type_keys("\x03")
        return self.read_until(text, seconds=1)

    def type_keys(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def exit_status(self) -> int:
        """The status that the program ends with by itself."""
        end = time.monotonic() + 60
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.master)
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    os.read(self.master, 65536)
                except OSError:  # the other side is closed
                    continue


def test_a_terminal_session_scores_completes_cancels_and_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    terminal = Terminal()
    terminal.read_until("riichi E1 seat S> ")
    terminal.type_keys(f"{HAND} riichi tsumo d4s\n")
    assert f"{BOLD}7 han 20 fu · Haneman · 3,000/6,000 (12,000)" in terminal.read_until("E1 seat S> ")
    terminal.type_keys("nonsense that is cancelled")
    terminal.read_until("cancelled")  # the line editor is reading
    terminal.interrupt_until("E1 seat S> ")
    terminal.type_keys("next\n")
    terminal.read_until("riichi E2 seat E> ")
    terminal.type_keys("\x1b[A\x1b[Aund\to\n" if not _has_readline() else "und\t\n")
    terminal.read_until("riichi E1 seat S> ")
    terminal.type_keys("undu\n")
    assert "did you mean 'undo'?" in terminal.read_until("E1 seat S> ")
    terminal.type_keys("\x1b[A\n" if _has_readline() else "undu\n")  # the line before, again
    assert "did you mean 'undo'?" in terminal.read_until("E1 seat S> ")
    terminal.type_keys("\x04")
    assert terminal.exit_status() == 0
    history = tmp_path / "scorer" / "session_history"
    assert not _has_readline() or "undu" in history.read_text("utf-8").splitlines()


def test_history_is_kept_for_the_next_session(tmp_path: Path) -> None:
    readline = pytest.importorskip("readline", reason="this system has no readline")
    file = tmp_path / "new" / "history"
    readline.clear_history()
    readline.add_history("next draw E")
    save_history(file)
    readline.clear_history()
    load_history(file)
    assert readline.get_history_item(1) == "next draw E"
    readline.clear_history()


def test_history_that_cannot_be_kept_is_left_out_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "history", tmp_path, None):
        load_history(place)
        save_history(place)
    assert capfd.readouterr() == ("", "")


def _has_readline() -> bool:
    try:
        import readline
    except ImportError:
        return False
    return bool(readline)


def test_each_line_of_a_pipe_is_answered_and_an_error_names_its_line() -> None:
    result = run(given=f"{HAND} tsumo\n\n# a note\n234q\n{HAND} ron from=E\nquit\n{HAND}\n")
    heads = [line for line in result.stdout.splitlines() if " fu · " in line]
    assert heads == ["3 han 20 fu · 700/1,300 (2,700)", "2 han 30 fu · 2,000"]
    assert result.stderr.startswith("line 4:\n234q\n")
    assert result.exit_code == 1


class CountedInput(io.StringIO):
    """Standard input that notes the longest piece that is taken from it at once."""

    longest = 0

    def readline(self, size: int | None = -1, /) -> str:
        piece = super().readline(-1 if size is None else size)
        self.longest = max(self.longest, len(piece))
        return piece


def test_a_long_line_of_a_pipe_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    blanks = " " * (2 * LONGEST_LINE)
    given = CountedInput("x" * 100_000 + f"\n{blanks}next{blanks}\n\nquit{blanks}x\n{'y' * LONGEST_LINE}")
    monkeypatch.setattr(sys, "stdin", given)
    found = [(line.text.strip(), line.length) for line in _piped_lines()]
    cut = "x" * LONGEST_LINE, "y" * LONGEST_LINE
    far = 2 * LONGEST_LINE + 5
    assert found == [(cut[0], 100_000), ("next", 4), ("", 0), ("quit", far), (cut[1], LONGEST_LINE)]
    assert given.longest == LONGEST_LINE


def test_a_long_line_of_a_pipe_is_refused_with_its_length_and_the_next_one_answered() -> None:
    blanks = " " * (2 * LONGEST_LINE)
    result = run(
        given=f"{'東' * 100_000}\n# {'x' * 5000}\nquit{blanks}x\n{blanks}{HAND} tsumo{blanks}\nhonba x"
    )
    assert "line 1:\ntoo long: 100000 characters; the limit is 2000" in result.stderr
    assert "line 2" not in result.stderr
    assert f"line 3:\ntoo long: {2 * LONGEST_LINE + 5} characters" in result.stderr
    assert "line 5:\n" in result.stderr
    assert result.stdout.startswith("3 han 20 fu")


def test_a_pipe_without_errors_ends_with_status_0() -> None:
    assert run(given="123m").exit_code == 0
    assert run(given="").output == ""


def test_a_hand_alone_is_scored_as_with_the_command() -> None:
    for args in ((HAND, "--tsumo"), ("-r", "tenhou", HAND)):
        assert run(*args).output == run("score", *args).output


def test_a_mistyped_command_is_not_taken_for_a_hand() -> None:
    result = run("SCORE", HAND)
    assert "Did you mean 'score'?" in result.stderr
    assert result.exit_code == 2


def test_a_session_takes_rules_and_language_from_its_options() -> None:
    result = run("--lang", "ja", "-r", "sanma", given="table\n")
    assert result.stdout == run("session", "-r", "sanma", "--lang", "ja", given="table").stdout
    assert result.stdout.startswith("東1局 · 三人")
    assert run("-r", "香港", "-o", "minimum_faan=1", given="table\n").stdout.startswith("E1 · Hong Kong")


def test_a_ruleset_that_does_not_exist_ends_a_session_before_it_begins() -> None:
    assert run("-r", "nowhere", given=HAND).exit_code == 2


def test_a_session_that_is_killed_continues_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    killed = Terminal()
    killed.read_until("seat S> ")
    killed.type_keys("table Ann Ben Cho Dia\n")
    killed.read_until("> ")
    killed.type_keys("Ben ron Ann mangan\n")
    killed.read_until("E2")
    beside = Terminal()  # the first one still runs: its game is named, not taken
    assert "to continue it, type open" in beside.read_until("seat S> ")
    beside.type_keys("quit\n")
    assert beside.exit_status() == 0
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.exit_status() != 0
    other = Terminal("session", "-r", "mcr")
    assert "to continue it, type open" in other.read_until("> ")
    other.type_keys("quit\n")
    assert other.exit_status() == 0
    again = Terminal()
    shown = again.read_until("E2")
    assert "2 events" in shown
    assert "33,000" in shown + again.read_until("> ")
    again.type_keys("Cho tsumo mangan\n")
    again.read_until("E3")
    again.type_keys("quit\n")
    assert again.exit_status() == 0
    left = Terminal()
    assert "to continue it, type open" in left.read_until("seat S> ")
    left.type_keys("quit\n")
    assert left.exit_status() == 0
