"""Loops of tests that certainly run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

One = TypeVar("One")


def some(items: Iterable[One], least: int = 1) -> list[One]:
    """The items of a loop with assertions. Fails if there are fewer than `least`: the loop would test nothing.

    >>> some(range(3))
    [0, 1, 2]
    """
    found = list(items)
    assert len(found) >= least, f"{len(found)} items to test instead of {least} or more"
    return found
