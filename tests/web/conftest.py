"""A server and a browser for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread

import pytest

from scorer.ruleset.model import Ruleset
from scorer.web.server import LOOPBACK, PageServer
from tests.render.browser import CHROMIUM
from tests.web.chromium import Browser


@contextmanager
def running_server(named: Mapping[str, Ruleset]) -> Iterator[PageServer]:
    """A server with rulesets besides the shipped ones, until the block ends."""
    with PageServer(LOOPBACK, 0, named) as made:
        made.most_seconds = made.workers.seconds_to_wait = 60  # other tests may run at the same time
        thread = Thread(target=made.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join(5)


@pytest.fixture(scope="package")
def server() -> Iterator[PageServer]:
    with running_server({}) as made:
        yield made


@pytest.fixture(scope="package")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser, of which a test expects that the page wrote nothing on its console."""
    chromium.resize(390)
    chromium.console.clear()
    yield chromium
    chromium.run("(() => { try { localStorage.clear(); } catch { /* no page of ours is open */ } })()")
    assert not chromium.console
