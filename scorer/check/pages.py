"""The page of each code, which explains it with a bad and a good example."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scorer.package import package_file
from scorer.ruleset.source import read_file
from scorer.suggest import nearest_names
from scorer.values import dataclass

CODES = Path(package_file("check", "codes"))


@dataclass(frozen=True)
class Page:
    """The page of one code: what is reported, why it matters, and a bad and a good rule file or a command."""

    code: str
    title: str
    explanation: str
    bad_example: str
    good_example: str


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
