"""Phrases for any game in each language, from phrases.txt, and functions to join them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from scorer.package import package_file
from scorer.tiles import LANGUAGES

SEPARATOR = " | "
NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """All phrases by key; each is a text for each language."""
    with open(package_file("phrases.txt"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(SEPARATOR) for line in file if line[0] not in "#\n"]
    return {key: tuple(texts) for key, *texts in rows}


def translate(key: str, language: str = "en", *words: object) -> str:
    """The phrase for a key in a language, with `words` filled in; an unknown key is returned unchanged.

    >>> translate("E"), translate("seat", "ja", translate("S", "ja")), translate("somebody")
    ('East', '南家', 'somebody')
    """
    texts = phrases().get(key)
    if texts is None:
        return key
    return texts[LANGUAGES.index(language)].format(*words)


def translations(key: str) -> Iterator[tuple[str, str]]:
    """A phrase in each language.

    >>> dict(translations("discard"))
    {'en': 'discard', 'ja': 'ロン', 'zh': '点和'}
    """
    return zip(LANGUAGES, phrases()[key], strict=True)


def join_words(words: Iterable[str], language: str = "en", last: str = "and") -> str:
    """Words joined into a list for a sentence.

    >>> join_words(["riichi", "pinfu", "dora"])
    'riichi, pinfu and dora'
    >>> join_words(["3s", "6s"], "ja"), join_words(["3s", "6s"], "zh", "or")
    ('3s、6s', '3s或6s')
    """
    if language != "en":
        return translate(last, language).join(words)
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def comma_list(words: Iterable[str], language: str = "en") -> str:
    """Names separated by commas, for a cell of a table.

    >>> comma_list(["Riichi", "Pinfu"]), comma_list(["立直", "平和"], "ja")
    ('Riichi, Pinfu', '立直、平和')
    """
    return translate("comma", language).join(words)


def headed_text(head: str, text: str, language: str) -> str:
    """A text with its heading and a colon.

    >>> headed_text("dealer", "8", "en")
    'dealer: 8'
    """
    return translate("colon", language).join((head, text))


def numeral(count: int, language: str = "en") -> str:
    """A number for a sentence; in English, small numbers are words.

    >>> numeral(3), numeral(14), numeral(3, "zh")
    ('three', '14', '3')
    """
    return NUMERALS[count] if language == "en" and 0 <= count < len(NUMERALS) else f"{count:,}"


def plural(word: str, count: int = 2) -> str:
    """The plural of an English noun for sets and tiles; other names are unchanged.

    >>> plural("triplet"), plural("triplet", 1), plural("pony"), plural("Nami"), plural("刻子")
    ('triplets', 'triplet', 'ponies', 'Nami', '刻子')
    """
    if count == 1 or not word or word.endswith("s") or is_proper_name(word):
        return word
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"


def is_proper_name(text: str) -> bool:
    """Whether a word is a proper name, which has no plural."""
    return text[:1].isupper() or not text.isascii()
