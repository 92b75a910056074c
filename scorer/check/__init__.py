"""Checks rule files: every fault in one run, each a value with a place, a code, a message and a hint.

    L1  the file and its scalars        L4  references            L7  limits, tables, payments
    L2  sections and keys               L5  sense of conditions   L8  examples
    L3  expressions and templates       L6  relations             L9  documentation and overlays

A1 is what an audit finds (`scorer.audit`).

The first four are found while a file is read (`scorer.ruleset`, `scorer.language`); the rest here, one
module for a family. What a code means, with a bad and a good example that are run, is documentation and
stands here: the pages are data (`codes/L3.yaml`, one file for a family), since they show rules of games.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scorer.errors import nearest
from scorer.package import package_file
from scorer.ruleset.source import read_file
from scorer.values import dataclass

CODES = Path(package_file("check", "codes"))


@dataclass(frozen=True)
class Page:
    """One code: what is reported, why it matters, and two small rule files (or a command) that show it."""

    code: str
    title: str
    why: str
    bad: str
    good: str


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """Every page by its code, in the order of the codes.

    >>> pages()["L103"].title
    'A key that stands twice'
    """
    found: dict[str, Page] = {}
    for path in CODES.glob("*.yaml"):
        source, problems = read_file(path)
        if source is None or not isinstance(source.data, dict):
            raise ValueError("; ".join(map(str, problems)))
        for code, entry in source.data.items():
            found[code] = Page(code, entry["title"], entry["why"].strip(), entry["bad"], entry["good"])
    return dict(sorted(found.items()))


def page_of(code: str) -> Page | None:
    """The page of a code, however it is written."""
    return pages().get(code.strip().upper())


def near_codes(code: str) -> tuple[str, ...]:
    """Codes that may have been meant: those of the family, else the most alike."""
    word = code.strip().upper()
    family = tuple(known for known in pages() if len(word) > 1 and known.startswith(word[:2]))
    return family or nearest(word, pages())
