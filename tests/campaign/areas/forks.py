"""Processes forked while threads score: the child scores too, correctly and without hanging."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from random import Random
from typing import Any

from scorer import score_many
from scorer.errors import InputError
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.areas.threads import answers, switching
from tests.campaign.hands import drawn_lines
from tests.campaign.running import Area

CHILDREN, PATIENCE = 4, 60
"""Seconds that a child may take."""


def draw(rng: Random) -> dict[str, Any]:
    """A ruleset and lines."""
    name = rng.choice([name for name in shipped_names() if name not in ("ponjan", "donjara-one-piece")])
    try:
        lines = drawn_lines(rng, load_ruleset(name), 30)
    except InputError:
        lines = []
    return {"ruleset": name, "lines": lines}


def tried(data: dict[str, Any]) -> int:
    """Threads score without end; meanwhile children are forked that score once."""
    many, name = (data["lines"] * 300)[:400], data["ruleset"]
    if not many:
        return 0
    want, stop = answers(score_many(many, name)), threading.Event()

    def work() -> None:
        while not stop.is_set():
            score_many(many, name)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(3)]
    with switching():
        for worker in workers:
            worker.start()
        try:
            for _ in range(CHILDREN):
                time.sleep(0.02)
                status = _forked(many, name, want)
                assert status == 0, f"a forked process failed or hung: {status}"
        finally:
            stop.set()
            for worker in workers:
                worker.join()
    return CHILDREN * len(many)


def _forked(many: list[Any], name: str, want: list[Any]) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that is what is tried here
        child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, 0)
        os._exit(0 if answers(score_many(many, name)) == want else 3)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


AREA = Area(
    "forks", "processes forked while threads score", draw, tried, share=0.5, seconds=200, shrinks=False, few=1
)
