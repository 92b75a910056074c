"""What all tests of a run share.

They have a cache, a history and a language of their own: those of the user are neither used nor lost. Generated examples
are the same in every run, so that a change is judged by what it changes.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

RUN = "SCORER_TEST_RUN"
"""Set by the process that began the run; those that it starts take its folder."""

if RUN not in os.environ:
    folder = tempfile.mkdtemp(prefix="scorer-tests-")
    os.environ |= {RUN: folder, "SCORER_LANG": "en", "XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

# A shell lets what it runs in the background ignore Ctrl-C, and whatever that starts as well.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("repeatable")

SLOW_SHARE = 3
"""The slow tests draw this many times fewer cases of `one_in` than the default run."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, where scorer puts what it keeps."""
    monkeypatch.delenv("SCORER_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "scorer"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A rule file of a few lines over a shipped ruleset."""
    path = tmp_path / "club.yaml"
    path.write_text("extends: riichi\nset: {kiriage_mangan: true}\n", encoding="utf-8")
    return path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed",
        type=Path,
        help="A file with the paths of changed files, a line each: cases of theirs are marked `changed`.",
    )
    parser.addoption(
        "--minutes",
        type=float,
        help="Cases that have not begun after so many minutes are skipped. With --changed, cases are tried in an "
        "order that depends on the list of changed files, so that each change tries others.",
    )
    parser.addoption(
        "--turn",
        type=int,
        default=0,
        help="The cases that lots leave to the slow tests take turns: another number, such as that of the commits, "
        "tries others.",
    )


BEGIN = time.monotonic()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a case for which no time is left."""
    minutes = item.config.getoption("--minutes")
    if minutes is not None and time.monotonic() - BEGIN > minutes * 60:
        pytest.skip(f"the {minutes:g} minutes are over")


def is_case_of(item: pytest.Item, changed_tests: set[str], changed_names: set[str]) -> bool:
    """Whether a case is one of a changed test file, or is about a changed rule file, a page of a code or other
    data, which its parameters name by the name of the file.
    """
    if item.nodeid.partition("::")[0] in changed_tests:
        return True
    call = getattr(item, "callspec", None)
    given = call.params.values() if call else ()
    return any(Path(str(value)).stem in changed_names for value in given if isinstance(value, (str, Path)))


def mark_changed(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --changed, marks the cases that lots leave out if a change may have broken them."""
    listed = config.getoption("--changed")
    if not listed:
        return
    text = listed.read_text(encoding="utf-8")
    paths = [Path(line) for line in text.splitlines()]
    changed_tests = {str(path) for path in paths if path.parts[:1] == ("tests",)}
    changed_names = {path.stem for path in paths if path.suffix == ".yaml"}
    for item in items:
        is_drawn = item.get_closest_marker("one_in") or item.get_closest_marker("slow_one_in")
        if is_drawn and is_case_of(item, changed_tests, changed_names):
            item.add_marker(pytest.mark.changed)
    if config.getoption("--minutes") is not None:
        items.sort(key=lambda item: crc32((text + item.nodeid).encode()))


def mark_by_lot(items: list[pytest.Item], turn: int) -> None:
    """Marks the cases of `one_in` that are not for the default run, and those of `slow_one_in`, as `slow` or
    `exhaustive`. Each turn makes others slow, and in as many turns as there are cases to a slow one each has had
    its turn.
    """
    seen = Counter[tuple[str, str, int]]()
    for item in items:
        name = item.nodeid.partition("[")[0]
        drawn = item.get_closest_marker("slow_one_in") or item.get_closest_marker("one_in")
        if drawn is None:
            continue
        share: int = drawn.args[0]
        place = seen[name, drawn.name, share]
        seen[name, drawn.name, share] += 1
        if drawn.name == "slow_one_in":
            is_in_turn = (crc32(name.encode()) + place + turn) % share == 0
        elif place % share == 0:
            continue
        else:
            left = place - place // share - 1  # the number of earlier cases that the default run leaves out
            is_in_turn = (left + turn) % (SLOW_SHARE * (share - 1)) == 0
        item.add_marker(pytest.mark.slow if is_in_turn else pytest.mark.exhaustive)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Gives each case the mark by which a run chooses it."""
    mark_changed(config, items)
    mark_by_lot(items, config.getoption("--turn"))
