"""Phrases for any game in each language, from phrases.txt, and functions to join them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from scorer.languages import (
    ENGLISH,
    ENGLISH_WITH_ROMAJI,
    TEXT_LANGUAGES,
    TRADITIONAL,
    GameLanguage,
    has_text,
    is_english,
    text_in,
)
from scorer.message import NUMERALS, LocalizedText
from scorer.texts import PHRASE_SLOT, phrase_template, phrases, text_with_phrases

if TYPE_CHECKING:
    from fractions import Fraction

NO_WORDS: Mapping[str, Mapping[str, str]] = {}
HAN_DIGITS = "〇一二三四五六七八九"
HAN_UNITS = (("万", 10_000), ("千", 1000), ("百", 100), ("十", 10))
"""Characters that multiply the number before them, the largest first."""


def translate(key: str, language: str = "en", *words: object) -> str:
    """The phrase for a key in a language, with `words` filled in; an unknown key is returned unchanged.

    >>> translate("E"), translate("seat", "ja", translate("S", "ja")), translate("somebody")
    ('East', '南家', 'somebody')
    """
    try:
        return phrase_template(key, language).format(*words)
    except KeyError:
        return key


def translations(key: str, words: Mapping[str, Mapping[str, str]] = NO_WORDS) -> list[tuple[str, str]]:
    """A phrase in each language in which it is written. Words of a game replace it in their language and in
    those for which that language stands in.

    >>> dict(translations("seat"))
    {'en': '{} seat', 'ja': '{}家', 'zh': '{}家', 'en-romaji': '{} seat'}
    """
    own, texts = words.get(key), phrases()[key]
    texts = {**texts, ENGLISH_WITH_ROMAJI: texts[ENGLISH]}
    if own:
        kept = {one: text for one, text in texts.items() if not has_text(own, one)}
        texts = {**kept, **{one: text_in(own, one) for one in texts if one not in kept}, **own}
    if any(PHRASE_SLOT in text for text in texts.values()):  # the phrase in a slot has words of its own
        texts = {**texts, **{one: text_in(texts, one) for one in TEXT_LANGUAGES}}
    return [(one, text_with_phrases(text, GameLanguage(one, words))) for one, text in texts.items()]


def translated_phrase(
    key: str,
    words_in: Callable[[str], Mapping[str, Mapping[str, str]]],
    fillers: Callable[[str], Iterable[str]],
) -> LocalizedText:
    """A phrase in every language; `words_in` gives the words of the game in a language, and `fillers` what
    fills its slots. Translations are made when they are asked for: most hands that do not win are never
    explained.

    >>> south = translated_phrase("seat", lambda _: NO_WORDS, lambda language: [translate("S", language)])
    >>> south.names["ja"]
    '南家'
    """

    def translate_all() -> Iterator[tuple[str, str]]:
        found = translations(key, words_in(TRADITIONAL))  # has the words of all other languages as well
        return ((one, text.format(*fillers(one))) for one, text in found)

    english = phrase_template(key, GameLanguage(ENGLISH, words_in(ENGLISH))).format(*fillers(ENGLISH))
    return LocalizedText.of_english(english, translate_all)


def join_words(words: Iterable[str], language: str = "en", last_word: str = "and") -> str:
    """Words joined into a list for a sentence.

    >>> join_words(["riichi", "pinfu", "dora"])
    'riichi, pinfu and dora'
    >>> join_words(["3s", "6s"], "ja"), join_words(["3s", "6s"], "zh", "or")
    ('3s、6s', '3s或6s')
    >>> join_words(["3s", "6s", "9s"], "zh", "or")
    '3s、6s或9s'
    """
    items = list(words)
    if not is_english(language):
        return _join_foreign_words(items, language, last_word)
    return f" {last_word} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def _join_foreign_words(items: list[str], language: str, last_word: str) -> str:
    """Words joined into a list; of several alternatives only the last has 'or' before it."""
    if len(items) < 3 or last_word != "or":
        return translate(last_word, language).join(items)
    *first, last = items
    return translate("last or", language).join([translate("and", language).join(first), last])


def quoted_words(words: Iterable[str], language: str = "en") -> str:
    """Alternatives, each in quotes.

    >>> quoted_words(["pinfu", "tanyao"]), quoted_words(["底", "每台"], "zh-TW")
    ("'pinfu' or 'tanyao'", '「底」或「每台」')
    """
    return join_words([translate("quoted", language, word) for word in words], language, "or")


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
    return NUMERALS[count] if is_english(language) and 0 <= count < len(NUMERALS) else f"{count:,}"


def counting_numeral(count: int, language: str = "en") -> str:
    """A small number within a word of the game: Japanese and Chinese write it in characters.

    >>> counting_numeral(2), counting_numeral(2, "ja"), counting_numeral(12, "zh")
    ('2', '二', '十二')
    """
    if is_english(language) or not 0 < count < 20:
        return str(count)
    return ("十" if count > 9 else "") + (HAN_DIGITS[count % 10] if count % 10 else "")


def counted_numeral(count: int, language: str = "en") -> str:
    """A small number before a counting word, for which Chinese has another word for two.

    >>> counted_numeral(2), counted_numeral(2, "ja"), counted_numeral(2, "zh"), counted_numeral(3, "zh")
    ('two', '二', '两', '三')
    """
    if is_english(language):
        return numeral(count, language)
    return translate("two of them", language) if count == 2 else counting_numeral(count, language)


def format_amount(number: int | float | Fraction) -> str:
    """A number with thousands separators, and fractions as decimals.

    >>> from fractions import Fraction
    >>> format_amount(12000), format_amount(2.5), format_amount(Fraction(5, 2))
    ('12,000', '2.5', '2.5')
    """
    whole = int(number)
    return f"{whole if whole == number else float(number):,}"


def number_of_han(text: str) -> int:
    """The number that Chinese characters stand for; a unit without a digit before it counts once.

    >>> [number_of_han(text) for text in ("三", "十二", "四十", "三千九百", "一万二千")]
    [3, 12, 40, 3900, 12000]
    """
    for unit, size in HAN_UNITS:
        before, found, after = text.partition(unit)
        if found:
            return size * (number_of_han(before) if before else 1) + number_of_han(after)
    return max(0, HAN_DIGITS.find(text)) if text else 0


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
