"""What was worked out once: a mapping that fills its own gaps and never grows without bound."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Generic, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")

    class _Dict(dict[K, V], Generic[K, V]): ...
else:

    class _Dict(dict):
        __slots__ = ()

        def __class_getitem__(cls, item: Any) -> Any:
            return cls


MOST = 2048
MOST_NUMBERS = 8192
"""where an entry is a number or two, and every second hand adds one"""
MOST_ROWS = 2560
"""where there is a memo for each row of each shape"""
MOST_MELDS = 3584
"""where hands differ in all their melds together"""


class Memo(_Dict["K", "V"]):
    """A mapping from keys to what `fill` makes of them. At `most` entries it begins anew.

    >>> squares = Memo(lambda number: number * number, most=2)
    >>> squares[3], squares[4], len(squares), squares[5], len(squares)
    (9, 16, 2, 25, 1)
    """

    __slots__ = ("fill", "misses", "most")

    def __init__(self, fill: Callable[[K], V] | None = None, most: int = MOST) -> None:
        super().__init__()
        self.fill, self.most, self.misses = fill, most, 0

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        self.misses += 1
        if self.fill is None:
            raise KeyError(key)
        value = self[key] = self.fill(key)
        return value

    def keep(self, key: K, value: V) -> V:
        """Remembers a value that took more than its key to work out."""
        if len(self) >= self.most:
            self.clear()
        self.misses += 1
        self[key] = value
        return value


class Numbers:
    """Gives equal things one number, different things different ones, for ever."""

    __slots__ = ("memo", "next")

    def __init__(self) -> None:
        self.next = 0
        self.memo: Memo[Any, int] = Memo(self._new)

    def _new(self, key: Any) -> int:
        self.next += 1
        return self.next

    def __getitem__(self, key: Any) -> int:
        return self.memo[key]
