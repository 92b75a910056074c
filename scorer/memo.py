"""What was worked out once: a mapping that fills its own gaps and never grows without bound."""

from __future__ import annotations

from gc import get_referents
from itertools import count
from sys import getrefcount, getsizeof
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Generic, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")

    class _Dict(dict[K, V], Generic[K, V]): ...
else:

    class _Dict(dict):
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


MOST = 8192
MOST_NUMBERS = 16_384
"""Entries of a memo that keeps a number or two for about every second hand."""
MOST_BYTES = 1 << 21
"""Estimated bytes of a memo. An entry takes from 60 bytes to a few KiB, depending on ruleset and hand, so the
number of entries alone does not bound the memory of a long run."""
SAMPLED = 8
"""One entry in this many is weighed; the others are assumed to be like it."""
OWN = 4
"""References to a part that only one entry holds: the entry's, and three while `weight` looks at it."""


def weight(entry: object) -> int:
    """The estimated bytes of an entry and its parts, without parts that something else refers to as well.

    >>> weight((1, 2)) < weight((1, 2, "".join(["x"] * 1000)))
    True
    """
    total, left = 0, [entry]
    while left:
        part = left.pop()
        total += getsizeof(part)
        left += [other for other in get_referents(part) if getrefcount(other) <= OWN]
    return total


class Memo(_Dict["K", "V"]):
    """A mapping from keys to the values that `fill` makes of them.

    It is cleared when it holds `most` entries, or an estimated MOST_BYTES.

    >>> squares = Memo(lambda number: number * number, most=2)
    >>> squares[3], squares[4], len(squares), squares[5], len(squares)
    (9, 16, 2, 25, 1)
    """

    __slots__ = ("fill", "most", "size")

    def __init__(self, fill: Callable[[K], V] | None = None, most: int = MOST) -> None:
        super().__init__()
        self.fill, self.most, self.size = fill, most, 0

    def __missing__(self, key: K) -> V:
        if self.fill is None:
            raise KeyError(key)
        return self.keep(key, self.fill(key))

    def keep(self, key: K, value: V) -> V:
        """Adds the value of a key, and returns it."""
        if len(self) >= self.most or self.size >= MOST_BYTES:
            self.clear()
            self.size = 0
        if len(self) % SAMPLED == 0:
            self.size += SAMPLED * (weight(key) + weight(value))
        self[key] = value
        return value


class Numbers:
    """Gives equal things one number, different things different ones, for ever and in every thread.

    >>> numbers = Numbers()
    >>> numbers["a"], numbers["b"], numbers["a"], numbers.fresh()
    (1, 2, 1, 3)
    """

    __slots__ = ("fresh", "memo")

    def __init__(self) -> None:
        self.fresh: Callable[[], int] = count(1).__next__
        """gives a number that nothing else has: one step, so that no other thread can be given it too"""
        self.memo: Memo[Hashable, int] = Memo(lambda key: self.fresh())

    def __getitem__(self, key: Hashable) -> int:
        return self.memo[key]
