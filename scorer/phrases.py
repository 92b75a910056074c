"""What is said of any game in the languages of names: the phrases of phrases.txt, and how to join them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from scorer.package import package_file
from scorer.tiles import LANGUAGES

BETWEEN = " | "
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """Every phrase by its key, a text for each language."""
    with open(package_file("phrases.txt"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(BETWEEN) for line in file if line[0] not in "#\n"]
    return {key: tuple(texts) for key, *texts in rows}


def label(key: str, language: str = "en", *words: object) -> str:
    """A word of the table in a language, with what belongs into it; a key that has none is shown itself.

    >>> label("E"), label("seat", "ja", label("S", "ja")), label("somebody")
    ('East', '南家', 'somebody')
    """
    texts = phrases().get(key)
    if texts is None:
        return key
    return texts[LANGUAGES.index(language)].format(*words)


def in_every(key: str) -> Iterator[tuple[str, str]]:
    """A phrase in every language.

    >>> dict(in_every("discard"))
    {'en': 'discard', 'ja': 'ロン', 'zh': '点和'}
    """
    return zip(LANGUAGES, phrases()[key], strict=True)


def joined(words: Iterable[str], language: str = "en", last: str = "and") -> str:
    """Words as a list in a sentence of a language.

    >>> joined(["riichi", "pinfu", "dora"]), joined(["3s", "6s"], "ja"), joined(["3s", "6s"], "zh", "or")
    ('riichi, pinfu and dora', '3s、6s', '3s或6s')
    """
    if language != "en":
        return label(last, language).join(words)
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def enumerated(words: Iterable[str], language: str = "en") -> str:
    """Names one after the other, as a cell of a table has them.

    >>> enumerated(["Riichi", "Pinfu"]), enumerated(["立直", "平和"], "ja")
    ('Riichi, Pinfu', '立直、平和')
    """
    return label("comma", language).join(words)


def headed(head: str, text: str, language: str) -> str:
    """A text after what it is about.

    >>> headed("dealer", "8", "en")
    'dealer: 8'
    """
    return label("colon", language).join((head, text))


def numeral(count: int, language: str = "en") -> str:
    """A number as a sentence of a language writes it: a small one is a word in English.

    >>> numeral(3), numeral(14), numeral(3, "zh")
    ('three', '14', '3')
    """
    return COUNTS[count] if language == "en" and 0 <= count < len(COUNTS) else f"{count:,}"


def plural(word: str, count: int = 2) -> str:
    """An English plural, as far as names of sets and tiles need it; other names stay as they are.

    >>> plural("triplet"), plural("triplet", 1), plural("pony"), plural("Nami"), plural("刻子")
    ('triplets', 'triplet', 'ponies', 'Nami', '刻子')
    """
    if count == 1 or not word or word.endswith("s") or is_a_name(word):
        return word
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"


def is_a_name(text: str) -> bool:
    """Whether a word names somebody, and so has no plural."""
    return text[:1].isupper() or not text.isascii()
