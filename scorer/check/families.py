"""The checks in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.check.subject import Subject
from scorer.errors import Problem

Finder = Callable[[Subject], Iterator[Problem]]

FINDERS: tuple[Finder, ...] = ()
