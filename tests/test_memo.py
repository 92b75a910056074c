"""Memos are bounded by the memory that their entries take."""

from __future__ import annotations

from scorer.fast.requests import Interner
from scorer.memo import MOST_BYTES, Memo, weight

LARGE = 1 << 12


def test_a_memo_of_large_entries_stays_below_its_bytes() -> None:
    memo: Memo[int, str] = Memo(lambda number: f"{number:0{LARGE}}", most=1 << 20)
    held = []
    for number in range(4 * MOST_BYTES // LARGE):
        assert len(memo[number]) == LARGE
        held.append(len(memo))
    assert LARGE < max(held) * LARGE <= MOST_BYTES * 1.1  # other memos of the process use the same bytes
    assert held.count(1) > 1


def test_parts_that_other_values_hold_are_not_weighed_again() -> None:
    shared = "x" * LARGE * 2
    shared += "y"
    holders = [shared] * 8
    assert weight((1, holders[0])) < LARGE < weight((1, "".join(["x"] * LARGE * 2)))


def test_numbered_values_know_their_size() -> None:
    values: Interner[str] = Interner()
    for number in [*range(10), *range(10)]:
        values.number(number, f"{number:0{LARGE}}")
    assert 10 * LARGE <= values.size < 11 * LARGE
