"""Memo tables for columns: keys and values are columns of integers, and missing entries are computed in
Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from scorer.fast.compiled_form import WORD

Ints = NDArray[np.int64]
Truths = NDArray[np.bool_]
Rows = Ints | slice
Column = NDArray[np.integer]
Entries = Sequence[Sequence[int]]
PLACES = 5
"""Bits of a position in a row, which has fewer than 31 groups."""
FACTOR_RANDOM = Random(5)
FACTORS = [np.uint64(FACTOR_RANDOM.getrandbits(64) | 1) for _ in range(64)]
"""Odd multipliers for hashing, one for each column of a key, the same in every run."""
SLOTS_PER_KEY = 8
"""Minimum number of slots for each key; more would reduce collisions but fill the CPU cache."""
MOST_BYTES = 1 << 21
"""Memory for the keys, values and slots of a table, in bytes."""
WORD_MASK = (1 << WORD) - 1
"""a full word"""
HALF_BITS = 31
"""Bits of each of two numbers packed into one column."""
NO_VALUE = np.iinfo(np.int64).min
"""The filler after the end of a column; no key or value is this low."""


class GrowingColumn:
    """A column that grows at its end. Its last element is never used, so index -1 gives NOTHING."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.data: Ints = np.full(256, NO_VALUE, dtype=np.int64)
        self.size = 0
        self.has_nonzero = False
        """whether any number is nonzero"""

    def extend(self, values: Sequence[int]) -> None:
        size = self.size + len(values)
        if size >= len(self.data):
            more = np.full(max(size, 2 * len(self.data)) + 1, NO_VALUE, dtype=np.int64)
            more[: self.size] = self.data[: self.size]
            self.data = more
        self.data[self.size : size] = values
        self.size, self.has_nonzero = size, self.has_nonzero or any(values)


class ColumnMemo:
    """Numbers keys from 0 and stores the values that `compute` computes for each.

    When it holds `limit` keys it is cleared, but never during a lookup.
    """

    def __init__(
        self,
        keys: int,
        values: int,
        fill: Callable[[tuple[int, ...]], Sequence[int]],
        limit: int | None = None,
    ) -> None:
        self.width, self.value_count, self.compute = keys, values, fill
        self.limit = limit or MOST_BYTES // (8 * (keys + values) + 4 * SLOTS_PER_KEY)
        self.misses = 0
        self.clear()

    def clear(self) -> None:
        self.keys = [GrowingColumn() for _ in range(self.width)]
        self.values = [GrowingColumn() for _ in range(self.value_count)]
        self.bits = 10
        self.slots = np.full(1 << self.bits, -1, dtype=np.int32)

    def __len__(self) -> int:
        return self.keys[0].size

    def ids(self, *columns: Ints) -> Ints:
        """The number of each row's key."""
        places = self._hash(columns)
        found: Ints = self.slots[places].astype(np.int64)
        rest = np.flatnonzero(self._differs(found, columns))
        if len(rest):
            found[rest] = self._resolve_collisions(
                [column[rest] for column in columns], places[rest], found[rest]
            )
        return found

    def _differs(self, numbers: Ints, columns: Sequence[Ints]) -> Truths:
        """Which of the keys found differ from the requested ones."""
        others: Truths = self.keys[0].data[numbers] != columns[0]
        for column, keys in zip(columns[1:], self.keys[1:], strict=True):
            others |= keys.data[numbers] != column
        return others

    def values_of(self, place: int, ids: Ints) -> Ints:
        """One value of each key."""
        found: Ints = self.values[place].data[ids]
        return found

    def _hash(self, columns: Sequence[Ints]) -> Ints:
        mixed = columns[0].view(np.uint64) * FACTORS[0]
        for column, factor in zip(columns[1:], FACTORS[1:], strict=False):
            mixed += column.view(np.uint64) * factor
        mixed >>= np.uint64(64 - self.bits)
        places: Ints = mixed.view(np.int64)
        return places

    def _resolve_collisions(self, columns: Sequence[Ints], places: Ints, numbers: Ints) -> Ints:
        """Probe further slots where another key was found, and fill in missing keys."""
        left = np.flatnonzero(numbers >= 0)
        while len(left):
            places[left] = places[left] + 1 & len(self.slots) - 1
            numbers[left] = slots = self.slots[places[left]].astype(np.int64)
            left = left[(slots >= 0) & self._differs(slots, [column[left] for column in columns])]
        absent = np.flatnonzero(numbers < 0)
        if len(absent):
            numbers[absent] = self._fill_missing([column[absent] for column in columns])
        return numbers

    def _fill_missing(self, columns: Sequence[Ints]) -> Ints:
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        fresh = dict.fromkeys(rows)
        known = {row: number for number, row in enumerate(fresh, len(self))}
        values = [self.compute(row) for row in fresh]
        columns_of = (*zip(*fresh, strict=True), *zip(*values, strict=True))
        for store, parts in zip((*self.keys, *self.values), columns_of, strict=True):
            store.extend(parts)
        self.misses += len(known)
        self._assign_slots(len(self) - len(known))
        return np.array([known[row] for row in rows], dtype=np.int64)

    def _assign_slots(self, first_number: int) -> None:
        """Insert the new keys from this number on into slots; rehash all keys if slots have become scarce."""
        if len(self) * SLOTS_PER_KEY > 1 << self.bits:
            self.bits, first_number = (len(self) * SLOTS_PER_KEY - 1).bit_length(), 0
            self.slots = np.full(1 << self.bits, -1, dtype=np.int32)
        places = self._hash([keys.data[first_number : keys.size] for keys in self.keys])
        numbers = np.arange(first_number, len(self), dtype=np.int64)
        while len(numbers):
            free = self.slots[places] < 0
            self.slots[places[free]] = numbers[free]
            left = self.slots[places] != numbers
            numbers, places = numbers[left], places[left] + 1 & len(self.slots) - 1

    def clear_if_full(self) -> None:
        """Clear the table if it holds too many keys; called between lookups."""
        if len(self) > self.limit:
            self.clear()


class RunsMemo(ColumnMemo):
    """A table whose keys have any number of entries each: its values are the start and the number of the
    entries.
    """

    def __init__(
        self, keys: int, width: int, entries_of: Callable[[tuple[int, ...]], Entries], words: int = 1
    ) -> None:
        """The first number of an entry may be a long one that takes this many `words`."""
        self.words, self.entries = words, [GrowingColumn() for _ in range(words + width - 1)]
        """one column for each word of the first number, and for each further number of an entry"""
        self.entries_of = entries_of
        self.new_entries: list[Sequence[int]] = []
        super().__init__(keys, 2, self._run)

    def clear(self) -> None:
        super().clear()
        for column in self.entries:
            column.clear()

    def clear_if_full(self) -> None:
        super().clear_if_full()
        if len(self.entries) * 8 * self.entries[0].size > MOST_BYTES:
            self.clear()

    def _run(self, key: tuple[int, ...]) -> tuple[int, int]:
        first, entries = self.entries[0].size + len(self.new_entries), self.entries_of(key)
        self.new_entries += entries
        return first, len(entries)

    def _fill_missing(self, columns: Sequence[Ints]) -> Ints:
        found = super()._fill_missing(columns)
        if self.new_entries:
            first, *others = zip(*self.new_entries, strict=True)
            words = [
                [number >> at & WORD_MASK for number in first] for at in range(0, self.words * WORD, WORD)
            ]
            for column, numbers in zip(self.entries, (*words, *others), strict=True):
                column.extend(numbers)
            self.new_entries = []
        return found


def pack_pair(high_half: Ints, low_half: Ints) -> Ints:
    """Pack two small numbers into one column of a key."""
    return (high_half << HALF_BITS) + low_half


def unpack_pair(key: int) -> tuple[int, int]:
    return key >> HALF_BITS, key & (1 << HALF_BITS) - 1


def as_words(number: int, count: int) -> list[int]:
    """The words of a number, lowest first."""
    return [number >> shift & WORD_MASK for shift in range(0, count * WORD, WORD)]


# ---- Runs of a column: rows that belong together are adjacent


def run_starts(numbers: Ints) -> Truths:
    """Whether each number differs from the one before it.

    >>> run_starts(np.array([7, 7, 3, 7])).tolist()
    [True, False, True, True]
    """
    found = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=found[1:])
    return found


def run_sums(numbers: Ints, starts: Ints) -> Ints:
    """The sum of each run; there must be at least one.

    The running sum may overflow; the differences are still correct.

    >>> run_sums(np.array([1, 2, 3, 4]), np.array([0, 3])).tolist()
    [6, 4]
    """
    running = np.cumsum(numbers)
    found: Ints = np.diff(np.append(running[starts[1:] - 1], running[-1]), prepend=0)
    return found


def repeat_rows(counts: Ints) -> tuple[Ints, Ints]:
    """The index of each row, repeated as often as its count, and the number of earlier repetitions.

    >>> [column.tolist() for column in repeat_rows(np.array([1, 0, 2]))]
    [[0, 2, 2], [0, 0, 1]]
    """
    places = np.repeat(np.arange(len(counts)), counts)
    return places, np.arange(len(places)) - (np.cumsum(counts) - counts)[places]


# ---- Pack tile counts, one column each, into one column of numbers

UNSIGNED_TYPES = (np.uint8, np.uint16, np.uint32, np.uint64)


def pack_counts(counts: Sequence[Column], width: int) -> Ints:
    """Pack counts of `width` bits each into one number, the first lowest.

    Neighbours are joined in pairs, then those pairs, and so on, so that most steps work on bytes, of which a
    CPU processes many at once.

    >>> pack_counts([np.array([1]), np.array([2]), np.array([3])], 4).tolist() == [0x321]
    True
    """
    columns = list(counts)
    while len(columns) > 1:
        sort = next((sort for sort in UNSIGNED_TYPES if np.iinfo(sort).bits >= 2 * width), np.uint64)
        wide = [column.astype(sort, copy=False) for column in columns]
        columns = [low | high << sort(width) for low, high in zip(wide[::2], wide[1::2], strict=False)]
        columns += wide[len(columns) * 2 :]
        width *= 2
    return columns[0].astype(np.int64)
