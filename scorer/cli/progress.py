"""A progress bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic
from typing import Any

import click

SECONDS = 0.2
"""Between two looks at a bar: drawing it takes longer than scoring a hand."""


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[], None]]:
    """A function to call for each step. The bar goes to standard error, so that results can be piped."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr, update_min_steps=20) as bar:
        yield lambda: bar.update(1)


@contextmanager
def measured(
    label: str, length: int | None, position: Callable[[], int], shown: bool
) -> Iterator[Callable[[], None]]:
    """A function to call for each thing done; the bar tells their rate, and the time left by `position`.

    `length` is where the position ends, None where that is not known. Without `shown`, or where standard
    error is no terminal, nothing is drawn.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda: None
        return
    span: dict[str, Any] = {"iterable": count()} if length is None else {"length": length}
    with click.progressbar(**span, label=label, file=sys.stderr, item_show_func=_text) as bar:
        meter = _Meter(bar, position)
        yield meter.tick
        meter.show()


class _Meter:
    def __init__(self, bar: Any, position: Callable[[], int]) -> None:
        self.bar, self.position = bar, position
        self.done = self.at = 0
        self.start = self.looked = monotonic()

    def tick(self) -> None:
        self.done += 1
        if monotonic() - self.looked > SECONDS:
            self.show()

    def show(self) -> None:
        self.looked, at = monotonic(), self.position()
        text = rate_text(self.done, self.looked - self.start)
        self.bar.update(max(0, at - self.at), text)
        self.at = max(self.at, at)


def rate_text(done: int, seconds: float) -> str:
    """How much is done, and how much of it in a second.

    >>> rate_text(12_000, 2)
    '12,000, 6,000/s'
    """
    return f"{done:,}, {done / max(seconds, 1e-6):,.0f}/s"


def _text(item: str | None) -> str | None:
    return item
