"""What was worked out once: a mapping that fills its own gaps and never grows without bound."""

from __future__ import annotations

from itertools import count
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
MOST_HEAVY = 4096
"""where an entry takes about a KiB, and every second hand with counters and sticks of its own adds one"""
MOST_NUMBERS = 16_384
"""where an entry is a number or two, and every second hand adds one"""


class Memo(_Dict["K", "V"]):
    """A mapping from keys to what `fill` makes of them. At `most` entries it begins anew.

    >>> squares = Memo(lambda number: number * number, most=2)
    >>> squares[3], squares[4], len(squares), squares[5], len(squares)
    (9, 16, 2, 25, 1)
    """

    __slots__ = ("fill", "most")

    def __init__(self, fill: Callable[[K], V] | None = None, most: int = MOST) -> None:
        super().__init__()
        self.fill, self.most = fill, most

    def __missing__(self, key: K) -> V:
        if self.fill is None:
            raise KeyError(key)
        return self.keep(key, self.fill(key))

    def keep(self, key: K, value: V) -> V:
        """Remembers a value that took more than its key to work out."""
        if len(self) >= self.most:
            self.clear()
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
