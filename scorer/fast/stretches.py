"""Stretches of a column: rows that belong together stand one behind another."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorer.fast.table import Ints


def begins(numbers: Ints) -> Any:
    """Where a number is another than the one before it.

    >>> begins(np.array([7, 7, 3, 7])).tolist()
    [True, False, True, True]
    """
    found = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=found[1:])
    return found


def sums(numbers: Ints, starts: Ints) -> Ints:
    """The sum of each stretch, of which there is one at least.

    The running sum may pass the end of its word; differences do not mind.

    >>> sums(np.array([1, 2, 3, 4]), np.array([0, 3])).tolist()
    [6, 4]
    """
    running = np.cumsum(numbers)
    found: Ints = np.diff(np.append(running[starts[1:] - 1], running[-1]), prepend=0)
    return found
