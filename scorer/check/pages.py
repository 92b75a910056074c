"""The page of each code, which explains it with a bad and a good example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from scorer.languages import MAIN_LANGUAGES, is_english, local_text, main_language
from scorer.package import package_file
from scorer.ruleset.source import read_file
from scorer.suggest import nearest_names
from scorer.texts import catalogue_rows, text_with_phrases
from scorer.values import dataclass, replace

CODES = Path(package_file("check", "codes.yaml"))
TRANSLATIONS = "code-pages.txt"
"""The file with the pages in other languages than English."""


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
    source, problems = read_file(CODES)
    if source is None or not isinstance(source.data, dict):
        raise ValueError("; ".join(map(str, problems)))
    return {
        code: Page(code, entry["title"], entry["why"].strip(), entry["bad"], entry["good"])
        for code, entry in sorted(source.data.items())
    }


def page_of(code: str) -> Page | None:
    """The page of a code, in upper or lower case."""
    return pages().get(code.strip().upper())


@cache
def _translated_pages(language: str) -> dict[str, list[str]]:
    """The titles of families of codes, and the titles and explanations of codes, in a main language."""
    others = [one for one in MAIN_LANGUAGES if not is_english(one)]
    return {
        code: texts[others.index(language) :: len(others)] for code, texts in catalogue_rows(TRANSLATIONS)
    }


def code_texts(code: str, texts: Sequence[str], language: str) -> list[str]:
    """The title of a family of codes, or the title and explanation of a code, in a language.

    >>> code_texts("L4", ["References"], "ja"), code_texts("L4", ["References"], "en")
    (['参照'], ['References'])
    """
    if is_english(language):
        return [*texts]
    translated = _translated_pages(main_language(language))[code]
    return [text_with_phrases(local_text(text, language), language) for text in translated]


def localized_page(page: Page, language: str) -> Page:
    """A page in a language.

    >>> localized_page(pages()["L103"], "zh").title
    '重复的键'
    """
    title, explanation = code_texts(page.code, [page.title, page.explanation], language)
    return replace(page, title=title, explanation=explanation)


def near_codes(code: str) -> tuple[str, ...]:
    """Codes that were probably meant: those of the same family, or else the most similar ones."""
    word = code.strip().upper()
    family = tuple(known for known in pages() if len(word) > 1 and known.startswith(word[:2]))
    return family or nearest_names(word, pages())
