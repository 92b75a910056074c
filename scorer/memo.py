"""Memos: mappings that compute missing values when they are asked for, and have a bounded size."""

from __future__ import annotations

from functools import wraps
from gc import get_referents
from itertools import count
from sys import getrefcount, getsizeof
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakSet, ref

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Generic, Protocol, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")

    class _Dict(dict[K, V], Generic[K, V]): ...

    class Holder(Protocol):
        """Something that has a size and can be made smaller."""

        size: int

        def shrink(self) -> None: ...
else:

    class _Dict(dict):
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


MOST = 8192
MOST_NUMBERS = 16_384
"""Entries of a memo that keeps a number or two for about every second hand."""
MOST_BYTES = 10 << 20
"""Estimated bytes of a memo. An entry takes from 60 bytes to a few KiB, depending on ruleset and hand, so the
number of entries alone does not bound the memory of a long run."""
BYTES_PER_RULESET = 20 << 20
"""Estimated bytes of all memos of a process for each ruleset in use. Some 3,000 different hands of riichi
with all their parts take as much; of a longer series that comes again, a part is scored again."""
MOST_RULESETS = 4
"""The most rulesets for which memos get more room."""
FEWEST_ENTRIES = 256
"""Entries that a memo may hold to be weighed. One with fewer holds whole engines, which its number bounds."""
COUNT_STEP = 1 << 16
"""Estimated bytes after which a memo is counted, and counted again."""
SAMPLED = 64
"""One entry in this many is weighed; the others are assumed to be like it."""
LAST_OF_SAMPLED = SAMPLED - 1
MOST_SHARERS = 6
"""The most entries among which a part is divided; what more share is part of the rules or of a name."""
MOST_WEIGHT = 1 << 15
"""The weight of an entry at which it is weighed no further."""
OWN_REFERENCES = 4
"""References to a part that only one entry holds: the entry's, and three while `weight` looks at it."""


def weight(entry: object) -> int:
    """The estimated bytes of an entry and its parts. A part that others refer to as well counts in part, and
    what many refer to does not count.

    >>> weight((1, 2)) < weight((1, 2, "".join(["x"] * 1000)))
    True
    """
    total, left = getsizeof(entry), [(entry, 1)]
    while left and total < MOST_WEIGHT:
        part, sharing = left.pop()
        for other in get_referents(part):
            among = sharing * max(1, getrefcount(other) - OWN_REFERENCES + 1)
            if among <= MOST_SHARERS:
                total += getsizeof(other) // among
                left.append((other, among))
    return total


class Memo(_Dict["K", "V"]):
    """A mapping from keys to the values that `fill` makes of them.

    It forgets every other entry when it holds `limit` entries, or an estimated MOST_BYTES.

    >>> squares = Memo(lambda number: number * number, limit=2)
    >>> squares[3], squares[4], squares[5], sorted(squares)
    (9, 16, 25, [4, 5])
    """

    __slots__ = ("__weakref__", "fill", "limit", "size")

    def __init__(self, fill: Callable[[K], V] | None = None, limit: int = MOST) -> None:
        super().__init__()
        self.fill, self.limit, self.size = fill, limit, 0

    def __missing__(self, key: K) -> V:
        if self.fill is None:
            raise KeyError(key)
        return self.keep(key, self.fill(key))

    def keep(self, key: K, value: V) -> V:
        """Adds the value of a key, and returns it."""
        number = len(self)
        if number % SAMPLED == LAST_OF_SAMPLED and self.limit >= FEWEST_ENTRIES:
            self._weigh_entry(key, value)
        if number >= self.limit or self.size >= MOST_BYTES:
            self.shrink()
        self[key] = value
        return value

    def _weigh_entry(self, key: K, value: V) -> None:
        """Adds the size of an entry, for all that were added since one was weighed."""
        before = self.size
        self.size += SAMPLED * (weight(key) + weight(value))
        if steps := self.size // COUNT_STEP - before // COUNT_STEP:
            BUDGET.count(self, steps * COUNT_STEP, is_new=before < COUNT_STEP)

    def shrink(self) -> None:
        """Forgets every other entry.

        Clearing all would leave nothing of a series of hands that is a little too long for the memo and comes
        again and again; so half of it is found.
        """
        for key in list(self)[::2]:
            self.pop(key, None)
        self.size //= 2


class Budget:
    """Limits the estimated bytes of all large memos of the process together: the largest forgets half of its
    entries.
    """

    def __init__(self) -> None:
        self.memos: list[ref[Holder]] = []
        self.engines: WeakSet[object] = WeakSet()
        """the engines of the rulesets in use"""
        self.per_ruleset = BYTES_PER_RULESET
        self.held_bytes = 0
        """the bytes of all memos, or more where some have been forgotten since they were last added up"""
        self.lock = Lock()

    @property
    def most(self) -> int:
        """The bytes that all memos may have together."""
        return self.per_ruleset * min(max(1, len(self.engines)), MOST_RULESETS)

    def count(self, memo: Holder, more: int, is_new: bool) -> None:
        """Records that a memo has grown by `more` bytes, and makes room if all together are too large."""
        with self.lock:
            if is_new:
                self.memos.append(ref(memo))
            self.held_bytes += more
            if self.held_bytes <= self.most:
                return
            found = {id(one): one for link in self.memos if (one := link()) is not None}
            held = [one for one in found.values() if one.size >= COUNT_STEP]
            self.memos = [ref(one) for one in held]
            while (held_bytes := sum([one.size for one in held])) > self.most:
                max(held, key=lambda one: one.size).shrink()
            self.held_bytes = held_bytes


BUDGET = Budget()


def kept_by_identity(limit: int) -> Callable[[Callable[[K], V]], Callable[[K], V]]:
    """A decorator of a function of one object that takes long to compare, such as a ruleset: keeps what it
    gives for the last `limit` objects, which are told apart by what they are and not by their values.

    >>> sizes = kept_by_identity(limit=2)(len)
    >>> sizes([1, 2]), sizes("abc")
    (2, 3)
    """

    def decorated(function: Callable[[K], V]) -> Callable[[K], V]:
        known: Memo[int, tuple[K, V]] = Memo(limit=limit)

        @wraps(function)
        def kept_result(subject: K) -> V:
            found = known.get(id(subject))
            if found is None or found[0] is not subject:  # another object had this address before
                found = known.keep(id(subject), (subject, function(subject)))
            return found[1]

        return kept_result

    return decorated


class Numbers:
    """Numbers things: equal things get the same number, different things different ones, in all threads.
    Numbers never change.

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
