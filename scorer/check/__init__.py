"""Check rule files. Every problem is found in one run and has a place, a code, a message and a hint.

    L1  the file and its scalars        L4  references            L7  limits, tables, payments
    L2  sections and keys               L5  sense of conditions   L8  examples
    L3  expressions and templates       L6  relations             L9  documentation and overlays

A1 covers the findings of an audit (`scorer.audit`).

Families L1 to L4 are found while a file is read (`scorer.ruleset`, `scorer.language`), the others by the
modules of this package. The page of each code explains it with a bad and a good example, which tests run.
Pages are data (`codes/L3.yaml`, one file per family), because they show rules of games.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scorer.errors import nearest_names
from scorer.package import package_file
from scorer.ruleset.source import read_file
from scorer.values import dataclass

CODES = Path(package_file("check", "codes"))


@dataclass(frozen=True)
class Page:
    """The page of one code: what is reported, why it matters, and a bad and a good rule file or a command."""

    code: str
    title: str
    why: str
    bad: str
    good: str


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages by code, in the order of the codes.

    >>> pages()["L103"].title
    'A duplicate key'
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
    """The page of a code, in upper or lower case."""
    return pages().get(code.strip().upper())


def near_codes(code: str) -> tuple[str, ...]:
    """Codes that were probably meant: those of the same family, or else the most similar ones."""
    word = code.strip().upper()
    family = tuple(known for known in pages() if len(word) > 1 and known.startswith(word[:2]))
    return family or nearest_names(word, pages())
