"""Makes an input that fails smaller, as long as it fails: less of every list, mapping and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Input = Any
"""Texts, bytes, numbers, truths, and lists, tuples and mappings of them."""


def smallest(data: Input, fails: Callable[[Input], bool], most: int = 300) -> Input:
    """The smallest input found in so many tries that still fails.

    >>> smallest({"hand": "123x456", "n": 70}, lambda data: "x" in data.get("hand", ""))
    {'hand': 'x'}
    """
    tries = 0
    going_on = True
    while going_on:
        going_on = False
        for less in smaller(data):
            tries += 1
            if tries > most:
                return data
            if fails(less):
                data, going_on = less, True
                break
    return data


def smaller(data: Input) -> Iterator[Input]:
    """Simpler inputs than this one, those that leave out most first."""
    if isinstance(data, str | bytes):
        yield from _less(data)
    elif isinstance(data, list | tuple):
        yield from _less(data)
        for place, part in enumerate(data):
            yield from (_with(data, place, less) for less in smaller(part))
    elif isinstance(data, dict):
        for part in _less(list(data)):
            yield {name: data[name] for name in part}
        for name, value in data.items():
            yield from ({**data, name: less} for less in smaller(value))
    elif isinstance(data, int) and not isinstance(data, bool) and data not in (0, 1):
        yield from (0, 1, data // 2)


def _less(data: Any) -> Iterator[Any]:
    """Without a half, a quarter and so on to one part, each in turn."""
    size = len(data)
    while size:
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]
        size //= 2


def _with(data: Any, place: int, part: Input) -> Any:
    return type(data)([*data[:place], part, *data[place + 1 :]])
