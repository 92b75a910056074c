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

from tests.support.places import ROOT

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


SLOW_OVERLAYS = 10
"""Of so many shipped overlays, a slow test tries one: what they have is mostly that of their base."""


OVERLAYS = {
    path.stem
    for path in (ROOT / "rulesets").glob("*.yaml")
    if "\nextends: " in path.read_text(encoding="utf-8")
}
"""The names of the shipped rulesets that change another one."""


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the cases that `one_in` leaves to the slow tests: as many as in the default run, or all of few; and
    those of slow tests that `slow_one_in` leaves to `-m exhaustive`, which has all the rest. Of slow tests of
    all rulesets, other overlays are tried by each test, and all of them by `-m exhaustive`. With --changed,
    cases that lots leave out are marked `changed` if a change may have broken them.
    """
    if listed := config.getoption("--changed"):
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
    seen = Counter[str]()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if marker := item.get_closest_marker("one_in"):
            if place := seen[name] % marker.args[0]:
                item.add_marker(pytest.mark.slow if place == 1 else pytest.mark.exhaustive)
            seen[name] += 1
        elif marker := item.get_closest_marker("slow_one_in"):
            item.add_marker(pytest.mark.exhaustive if seen[name] % marker.args[0] else pytest.mark.slow)
            seen[name] += 1
        elif item.get_closest_marker("slow") and not item.get_closest_marker("exhaustive"):
            call = getattr(item, "callspec", None)  # of a test with parameters
            tried = call.params.values() if call else ()
            if any(isinstance(value, str) and value in OVERLAYS for value in tried):
                if (crc32(name.encode()) + seen[name]) % SLOW_OVERLAYS:
                    item.add_marker(pytest.mark.exhaustive)
                seen[name] += 1
