"""Runs cases of areas, bounds what each may take, and keeps what fails in its smallest form."""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.campaign.shrinking import Input, smallest

SHOWN = 2000
"""Characters of an input or an error that are printed."""


@dataclass(frozen=True)
class Area:
    """A room of the campaign: `draw` gives an input by chance, `tried` looks whether all is well with it and
    gives how many cases that was. Whatever it raises is a finding.
    """

    name: str
    meaning: str
    draw: Callable[[Random], Input]
    tried: Callable[[Input], int]
    share: float = 1.0
    """of the time, beside the others"""
    seconds: int = 20
    """of processor time that one input may take"""
    shrinks: bool = True
    few: int = 20
    """inputs that a short run tries"""


@dataclass(frozen=True)
class Finding:
    """What failed, with all that is needed to see it again."""

    area: str
    seed: int
    number: int
    error: str
    smallest: Input

    def __str__(self) -> str:
        again = f"python -m tests.campaign --only {self.area} --seed {self.seed} --case {self.number}"
        return f"{self.area}: {self.error[-SHOWN:]}\n  smallest input: {self.smallest!r:.{SHOWN}}\n  {again}"


@dataclass
class Campaign:
    """What a run has come to so far."""

    seed: int
    areas: Sequence[Area]
    cases: Counter[str] = field(default_factory=Counter)
    inputs: Counter[str] = field(default_factory=Counter)
    spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """seconds, by area"""
    findings: list[Finding] = field(default_factory=list)

    def run(self, goes_on: Callable[[Campaign], bool], most_findings: int = 20) -> None:
        """Tries one input after another, next of the area that has had least of its share of time."""
        while goes_on(self) and len(self.findings) < most_findings:
            area = min(self.areas, key=lambda one: self.spent[one.name] / one.share)
            self.one(area, self.inputs[area.name])

    def one(self, area: Area, number: int) -> None:
        """Tries the input of this number."""
        begun = time.monotonic()
        data = area.draw(Random(f"{self.seed} {area.name} {number}"))
        cases, error = outcome(area, data)
        self.inputs[area.name] += 1
        self.cases[area.name] += cases
        if error:
            least = smallest(data, lambda less: same(outcome(area, less)[1], error)) if area.shrinks else data
            self.findings.append(Finding(area.name, self.seed, number, error, least))
        self.spent[area.name] += time.monotonic() - begun

    def summary(self) -> str:
        """What was tried, and everything that failed."""
        lines = [f"{area.name:12} {self.cases[area.name]:9,} cases  {area.meaning}" for area in self.areas]
        total = sum(self.cases.values())
        lines += [f"seed {self.seed}: {total:,} cases, {len(self.findings)} findings"]
        return "\n".join([*lines, *map(str, self.findings)])


def outcome(area: Area, data: Input) -> tuple[int, str]:
    """How many cases an input was, and what went wrong: nothing, or the error with where it was raised."""
    try:
        with at_most(area.seconds):
            return area.tried(data), ""
    except (Exception, TooSlow) as error:
        return 1, "".join(traceback.format_exception(error))


def same(error: str, other: str) -> bool:
    """Whether two errors are of one kind: raised in the same place, or the same words of a promise."""
    return bool(error) and _kind(error) == _kind(other)


def _kind(error: str) -> tuple[str, str]:
    lines = error.rstrip().split("\n")
    places = [line for line in lines if line.startswith("  File ")]
    last = next((line for line in reversed(lines) if line[:1].strip()), "")
    return (places[-1] if places else "", last.partition(":")[0])


class TooSlow(BaseException):
    """One input took more time than anybody should wait for it. No fault that is caught on the way."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises TooSlow after so many seconds of processor time."""

    def late(*_: Any) -> None:
        raise TooSlow(f"more than {seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
