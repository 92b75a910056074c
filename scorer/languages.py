"""The languages of names and sentences, and which language stands in for another.

A text is written in some of `TEXT_LANGUAGES`. What is asked for is one of `LANGUAGES`; a text that is missing
in it is shown in the next language of its chain: Hong Kong, Traditional Chinese, Simplified Chinese, English.
Simplified Chinese that stands in for Traditional is converted with the table traditional.txt. A name that has
a text in `romaji` is shown with it in English: `Sanshoku doujun (three-color run)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from scorer.package import package_file

ROMAJI, ENGLISH_WITH_ROMAJI, PLAIN_ENGLISH = "romaji", "en-romaji", "en-plain"
"""The language of Japanese names in Latin letters, English that shows such a name before its own, and English
that never does.
"""
FALLBACKS = {
    "en": "",
    "ja": "en",
    "zh": "en",
    "zh-Hans": "zh",
    "zh-Hant": "zh",
    "zh-HK": "zh-Hant",
    "zh-TW": "zh-Hant",
    ENGLISH_WITH_ROMAJI: ROMAJI,
    PLAIN_ENGLISH: "en",
    ROMAJI: "en",
}
"""Each language with the one that stands in for a missing text. Texts in `zh` are in Simplified Chinese, and
those in `zh-Hant` have the words of Taiwan.
"""
LANGUAGES = tuple(language for language in FALLBACKS if language != ROMAJI)
"""The languages that may be asked for. `zh` is the Chinese in which a game is told where it is played, and
`en` has the romaji names of games that have them.
"""
TEXT_LANGUAGES = ("en", "ja", "zh", "zh-Hant", "zh-HK", "zh-TW")
"""The languages in which texts are written."""
NAME_LANGUAGES = (*TEXT_LANGUAGES, ROMAJI)
"""The languages in which a text may be written in a rule file."""
MAIN_LANGUAGES = ("en", "ja", "zh")
"""The languages in which every text should be written; these stand in for the others."""
ENGLISH, TRADITIONAL, HONG_KONG = MAIN_LANGUAGES[0], "zh-Hant", "zh-HK"
LOCAL_SIGN = ": "
"""What stands in the table traditional.txt between a place and words that are written otherwise there."""
REGIONS = {"hant": "zh-Hant", "hans": "zh-Hans", "tw": "zh-TW", "hk": "zh-HK", "mo": "zh-HK", "cn": "zh-Hans",
           "sg": "zh-Hans", "my": "zh-Hans"}  # fmt: skip
"""What a script or a region says of Chinese."""


class GameLanguage(str):
    """A language in which one game is told: `words` are the phrases that this game says differently."""

    words: Mapping[str, Mapping[str, str]]

    def __new__(cls, language: str, words: Mapping[str, Mapping[str, str]]) -> GameLanguage:
        told = super().__new__(cls, language)
        told.words = words
        return told

    def __reduce__(self) -> tuple[type[GameLanguage], tuple[str, Mapping[str, Mapping[str, str]]]]:
        return GameLanguage, (str(self), self.words)


@cache
def fallbacks(language: str) -> tuple[str, ...]:
    """A language and those that stand in for it, in their order.

    >>> fallbacks("zh-HK")
    ('zh-HK', 'zh-Hant', 'zh', 'en')
    """
    return (str(language), *fallbacks(FALLBACKS[language])) if language else ()


@cache
def main_language(language: str) -> str:
    """The one of the main languages that a language is a form of.

    >>> main_language("zh-HK"), main_language("ja"), main_language("en")
    ('zh', 'ja', 'en')
    """
    return next(one for one in fallbacks(language) if one in MAIN_LANGUAGES)


def is_english(language: str) -> bool:
    """Whether a language is a form of English.

    >>> is_english("en-romaji"), is_english("ja")
    (True, False)
    """
    return main_language(language) == ENGLISH


def data_language(language: str) -> str:
    """The language of names in data for programs, whose English does not depend on the game.

    >>> data_language("en"), data_language("en-romaji"), data_language("zh")
    ('en-plain', 'en-romaji', 'zh')
    """
    return PLAIN_ENGLISH if language == ENGLISH else language


def translation_languages(language: str) -> tuple[str, ...]:
    """The languages whose translation files are read if texts in a language are asked for: all forms of it,
    since the game may be told in another.

    >>> translation_languages("zh-Hant"), translation_languages("en")
    (('zh', 'zh-Hant', 'zh-HK', 'zh-TW'), ())
    """
    main = main_language(language)
    return () if is_english(main) else tuple(one for one in TEXT_LANGUAGES if main in fallbacks(one))


def is_traditional(language: str) -> bool:
    """Whether a language is written in Traditional Chinese.

    >>> is_traditional("zh-TW"), is_traditional("zh")
    (True, False)
    """
    return TRADITIONAL in fallbacks(language)


def text_in(texts: Mapping[str, str], language: str) -> str:
    """The text in a language, or in the first one that stands in for it; empty if there is none.

    >>> text_in({"en": "East", "zh": "东"}, "zh-HK"), text_in({"en": "East"}, "zh-HK"), text_in({}, "ja")
    ('東', 'East', '')
    """
    for one in fallbacks(language):
        if text := texts.get(one):
            if one == ROMAJI:
                return romaji_name(text, texts.get(ENGLISH, ""))
            return local_text(text, language, one)
    return ""


def romaji_name(romaji: str, english: str) -> str:
    """A romaji name with the English one in brackets, where that begins with a capital only if it is a proper
    name.

    >>> romaji_name("Sanshoku doujun", "Three-color run"), romaji_name("Kinmonkyou", "Golden Gate Bridge")
    ('Sanshoku doujun (three-color run)', 'Kinmonkyou (Golden Gate Bridge)')
    """
    if english.casefold() in ("", romaji.casefold()):
        return romaji
    first, *others = english.split()
    is_proper = first in romaji.split() or any(word[:1].isupper() for word in others)
    return f"{romaji} ({english if is_proper else english[:1].lower() + english[1:]})"


@cache
def own_forms(language: str) -> frozenset[str]:
    """The forms of a language that stand in for it, with itself.

    >>> sorted(own_forms("zh-TW")), sorted(own_forms("en"))
    (['zh', 'zh-Hant', 'zh-TW'], ['en'])
    """
    return frozenset(fallbacks(language)) - (set() if is_english(language) else {ENGLISH})


def has_text(texts: Iterable[str], language: str) -> bool:
    """Whether one of the languages of a text is the wanted one, or a form of it that stands in for it.

    >>> has_text(["en", "zh"], "zh-TW"), has_text(["en", "zh"], "ja"), has_text(["en"], "en")
    (True, False, True)
    """
    return not own_forms(language).isdisjoint(texts)


def name_languages(native: str, language: str) -> Iterator[str]:
    """The languages in which a name is shown to find it again: one form of each, that of the reader, and
    Chinese as the players write it if the reader does not.

    >>> list(name_languages("zh-HK", "en-romaji")), list(name_languages("ja", "zh-TW"))
    (['en-romaji', 'ja', 'zh-HK'], ['en', 'ja', 'zh-TW'])
    """
    for main in MAIN_LANGUAGES:
        forms = (language, native) if main == "zh" else (language,)
        yield next((one for one in forms if main in own_forms(one)), main)


def language_of_tag(tag: str) -> str:
    """The language that a tag or a locale names; empty if it is none of ours.

    >>> [language_of_tag(tag) for tag in ("ja_JP.UTF-8", "zh_TW", "zh-Hant-MO", "zh_CN.GB18030", "C", "fr")]
    ['ja', 'zh-TW', 'zh-HK', 'zh-Hans', '', '']
    >>> language_of_tag("en_GB.UTF-8"), language_of_tag("en-plain")
    ('en', 'en-plain')
    """
    parts = re.split("[-_]", re.split("[.@]", tag.strip())[0].lower())
    if parts[0] != "zh":
        return next((one for one in ("-".join(parts), parts[0]) if one in LANGUAGES), "")
    known = [REGIONS[part] for part in parts[1:] if part in REGIONS]
    return known[-1] if known else "zh"


# ---- Simplified characters as Traditional ones


@cache
def traditional_table(language: str = TRADITIONAL) -> Mapping[str, str]:
    """The characters and words that are written otherwise in Traditional Chinese; for Hong Kong, those that
    are written otherwise there than in Taiwan.
    """
    with open(package_file("traditional.txt"), encoding="utf-8") as file:
        tagged = [line.strip().rpartition(LOCAL_SIGN) for line in file if line[0] not in "#\n"]
    lines = [line for tag, _, line in tagged if (tag or TRADITIONAL) == language]
    words = (pair.partition("=") for line in lines if " > " not in line for pair in line.split())
    rows = (line.partition(" > ") for line in lines if " > " in line)
    characters = (pair for before, _, after in rows for pair in zip(before, after, strict=True))
    return {**{old: new for old, _, new in words}, **dict(characters)}


@cache
def _conversion(language: str) -> tuple[re.Pattern[str], dict[int, str]]:
    """What finds the words that are written otherwise, and the table of single characters."""
    changes = traditional_table(language)
    words = map(re.escape, sorted((word for word in changes if len(word) > 1), key=len, reverse=True))
    return re.compile(f"({'|'.join(words)})"), str.maketrans(
        {one: changes[one] for one in changes if len(one) == 1}
    )


@lru_cache(maxsize=8192)
def traditional_text(text: str, language: str = TRADITIONAL) -> str:
    """A text in Simplified Chinese, in Traditional characters; for Hong Kong, a text in Traditional ones as
    it is written there.

    >>> traditional_text("里宝牌“一发”"), traditional_text("手裡有什麼", "zh-HK")
    ('裏寶牌「一發」', '手裏有甚麼')
    """
    words, characters = _conversion(language)
    changes = traditional_table(language)
    return "".join(changes.get(part) or part.translate(characters) for part in words.split(text))


def local_text(text: str, language: str, written: str = "zh") -> str:
    """A text that is written in one language, as it is shown in another for which that stands in.

    >>> local_text("手里有什么", "zh-TW"), local_text("手里有什么", "zh-HK"), local_text("手里", "zh")
    ('手裡有什麼', '手裏有甚麼', '手里')
    """
    if not is_traditional(language) or written not in ("zh", TRADITIONAL):
        return text
    told = traditional_text(text) if written == "zh" else text
    return traditional_text(told, HONG_KONG) if language == HONG_KONG else told
