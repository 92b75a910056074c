"""The texts of scorer by key and language: those of messages (messages.txt and, about rule files,
rule-messages.txt) and the phrases that describe games and hands (phrases.txt). A line has a key and its text
in each main language.

English is a catalogue like the others. phrases.zh-Hant.txt has the phrases in which Traditional Chinese has
other words, and phrases.local.txt those in which the games of Taiwan and Hong Kong have terms of their own.
The rest is converted. help.txt has the texts of help in languages other than English. `{@patterns}` in any of
them is another phrase, in the words of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain

from scorer.languages import (
    ENGLISH,
    MAIN_LANGUAGES,
    GameLanguage,
    fallbacks,
    has_text,
    is_english,
    is_traditional,
    local_text,
    main_language,
    own_forms,
    text_in,
)
from scorer.package import package_file

PHRASES_FILE, TRADITIONAL_FILE, LOCAL_FILE = "phrases.txt", "phrases.zh-Hant.txt", "phrases.local.txt"
PHRASE_SLOT = "{@"
WITHIN_PHRASE = re.compile(r"\{@([^{}]*)\}")
"""What begins a slot for a phrase within a phrase, and the slot."""
MESSAGE_FILES = ("messages.txt", "rule-messages.txt")
"""Messages about inputs, and about rule files."""
HELP_FILE = "help.txt"
HELP_COLUMNS = [one for one in MAIN_LANGUAGES if not is_english(one)]
SEPARATOR, COLUMN_BREAK = " | ", "\f"
TRADITIONAL = ("zh-Hant", "zh-HK")
"""The columns of these two files. A text of Hong Kong that is empty is the same as in Taiwan."""


def catalogue_rows(name: str) -> list[tuple[str, list[str]]]:
    """The keys of a file of texts, each with its texts in the order of the columns."""
    with open(package_file(name), encoding="utf-8") as file:
        return [(key, texts) for key, *texts in table_rows(file.read())]


def table_rows(text: str) -> Iterable[Sequence[str]]:
    """The rows of a table of texts, which a wheel has column by column, see .ci/hatch_build.py.

    >>> [*table_rows("# the winds\\nE | East | 東\\nS | South | 南\\n")]
    [['E', 'East', '東'], ['S', 'South', '南']]
    >>> [*table_rows("E\\nEast\\nS\\nSouth\\f東\\n南")]
    [('E', 'East', '東'), ('S', 'South', '南')]
    """
    first, *others = (column.split("\n") for column in text.split(COLUMN_BREAK))
    if others:
        return zip(first[::2], first[1::2], *others, strict=True)
    return (line.split(SEPARATOR) for line in first if line and line[0] != "#")


@cache
def message_texts(language: str) -> Mapping[str, str]:
    """The texts of messages that are written in a language, by key; none if no file has a column for it."""
    if language not in MAIN_LANGUAGES:
        return {}
    column = MAIN_LANGUAGES.index(language)
    rows = chain(*map(catalogue_rows, MESSAGE_FILES))
    return {key: texts[column] for key, texts in rows if texts[column]}


@cache
def phrases() -> Mapping[str, Mapping[str, str]]:
    """All phrases by key; each is a text for each language in which it is written."""
    found = {
        key: dict(zip(MAIN_LANGUAGES, texts, strict=True)) for key, texts in catalogue_rows(PHRASES_FILE)
    }
    for key, texts in chain(*map(catalogue_rows, (TRADITIONAL_FILE, LOCAL_FILE))):
        found[key] |= {one: text for one, text in zip(TRADITIONAL, texts, strict=False) if text}
    return found


@cache
def foreign_terms() -> Mapping[str, Mapping[str, str]]:
    """The phrases in which games from elsewhere keep their terms in Taiwan and Hong Kong, as words of a game.

    >>> phrase_template("discarder", "zh-HK"), foreign_terms()["discarder"]
    ('出銃者', {'zh': '点炮者'})
    """
    return {key: {"zh": phrases()[key]["zh"]} for key, _ in catalogue_rows(LOCAL_FILE)}


@cache
def _phrases_in(language: str) -> Mapping[str, str]:
    """All phrases in one language, by key."""
    if not is_traditional(language):
        place = MAIN_LANGUAGES.index(next(one for one in fallbacks(language) if one in MAIN_LANGUAGES))
        return {key: texts[place] for key, texts in catalogue_rows(PHRASES_FILE)}
    return {key: text_in(texts, language) for key, texts in phrases().items()}


def phrase_template(key: str, language: str = "en") -> str:
    """The phrase for a key with its slots open, in the words of the game if it has its own. Raises KeyError
    for an unknown key.

    >>> phrase_template("seat", "ja"), phrase_template("seat", GameLanguage("en", {"seat": {"en": "as {}"}}))
    ('{}家', 'as {}')
    >>> phrase_template("lesson first patterns", "zh")
    '先学的番种'
    """
    if isinstance(language, GameLanguage) and has_text(own := language.words.get(key, {}), language):
        text = text_in(own, language)
    else:
        text = _phrases_in(str(language))[key]
    return text_with_phrases(text, language)


def text_with_phrases(text: str, language: str) -> str:
    """A text with the phrases that stand in it.

    >>> text_with_phrases("{@discarder}的座位", "zh-TW")
    '放槍者的座位'
    """
    return (
        WITHIN_PHRASE.sub(lambda found: phrase_template(found[1], language), text)
        if PHRASE_SLOT in text
        else text
    )


def message_template(key: str, language: str = "en") -> str:
    """The text for the key of a message with its slots open, or the phrase that has this key; empty if it is
    not written in the language. Raises KeyError for an unknown key.

    >>> message_template("no tiles", "ja"), message_template("seat", "ja")
    ('{@tile}がありません', '{}家')
    """
    if key not in message_texts(ENGLISH):
        return phrase_template(key, language)
    if is_english(language):
        return message_texts(ENGLISH)[key]
    for one in fallbacks(language):
        if one in own_forms(language) and (text := message_texts(one).get(key)):
            return local_text(text, language, one)
    return ""


@cache
def help_texts(language: str) -> Mapping[str, str]:
    """The texts of help in a language other than English, by key.

    >>> help_texts("ja")["--honba"], help_texts("zh-TW")["--honba"]
    ('本場の数', '本場數')
    """
    column = HELP_COLUMNS.index(main_language(language))
    texts = {key: local_text(texts[column], language) for key, texts in catalogue_rows(HELP_FILE)}
    return {key: text_with_phrases(text, language) for key, text in texts.items()}
