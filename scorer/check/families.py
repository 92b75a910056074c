"""The checks in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.check.conditions import sense_of_conditions
from scorer.check.examples import examples_run
from scorer.check.nothing import nothing_selected
from scorer.check.subject import Subject
from scorer.errors import Problem

Finder = Callable[[Subject], Iterator[Problem]]

FINDERS: tuple[Finder, ...] = (
    examples_run,
    nothing_selected,
    sense_of_conditions,
)
