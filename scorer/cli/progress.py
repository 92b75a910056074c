"""A progress bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[], None]]:
    """A function to call for each step. The bar goes to standard error, so that results can be piped."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr, update_min_steps=20) as bar:
        yield lambda: bar.update(1)
