"""Messages about inputs in other languages, from messages.txt.

The code that finds a fault words its message in English, as data and logs show it. For a reader of another
language the English text is looked up, with its slots filled.

>>> localized_message("one suit letter after '8', not 'pp'", "ja")
'「8」の後の種類の文字は「pp」ではなく1文字です'
>>> localized_message("16 tiles; a complete hand of riichi has 14", "zh")
'现有16张；本规则一手完整的牌是14张'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from scorer.languages import ENGLISH, MAIN_LANGUAGES, is_english, main_language, text_in
from scorer.message import LocalizedText, Text, localized_text, message_text
from scorer.package import package_file
from scorer.phrases import comma_list, join_words
from scorer.values import dataclass

MESSAGES_FILE = "messages.txt"
SEPARATOR = " | "
CLAUSE = "; "
_SLOT = re.compile(r"'\{\}'|\{\}")
_LIST = re.compile(r"(?P<items>.+?)(?: (?P<last>and|or) (?P<final>.+))?", re.DOTALL)
SENTENCE = re.compile(r"[a-z]{2}.* [a-z]{2}")
"""What is no name and no list of tiles: a part of a message that no template has."""
LONGEST_LIST, MOST_DEPTH = 2000, 4
"""Bounds of what is looked up, as a message may quote a long input."""


@dataclass(frozen=True)
class MessageTemplate:
    """A message with open slots: a pattern for its English text, which slots quote an input, and its text by
    language.
    """

    english: str
    pattern: re.Pattern[str]
    are_quotes: tuple[bool, ...]
    texts: dict[str, str]


@cache
def message_templates() -> tuple[MessageTemplate, ...]:
    """All messages, those with the most text first."""
    found = list(_read_templates())
    return tuple(sorted(found, key=lambda one: -len(_SLOT.sub("", one.english))))


def _read_templates() -> Iterator[MessageTemplate]:
    with open(package_file(MESSAGES_FILE), encoding="utf-8") as file:
        for line in file:
            if line[0] not in "#\n":
                texts = dict(zip(MAIN_LANGUAGES, line.rstrip("\n").split(SEPARATOR), strict=True))
                english = texts[ENGLISH]
                pattern, at = "", 0
                for slot in _SLOT.finditer(english):
                    quote = r"""(?:'|")""" if slot[0][0] == "'" else ""
                    inside = ".*?" if quote else f"(?:(?!{CLAUSE}).)*?"
                    pattern += re.escape(english[at : slot.start()]) + f"{quote}({inside}){quote}"
                    at = slot.end()
                are_quotes = tuple(slot[0][0] == "'" for slot in _SLOT.finditer(english))
                compiled = re.compile(pattern + re.escape(english[at:]), re.DOTALL)
                yield MessageTemplate(english, compiled, are_quotes, texts)


def localized_message(message: Text, language: str) -> str:
    """A message in a language; in English as a whole if a part of it has no translation."""
    if not isinstance(message, str):
        return message_text(message, language)
    if isinstance(message, LocalizedText) or is_english(language):
        return localized_text(message, language)
    if len(message) > LONGEST_LIST:
        return message
    if text := _template_text(message, language):
        return text
    clauses = message.split(CLAUSE)
    joined = [(cut, _template_text(CLAUSE.join(clauses[:cut]), language)) for cut in range(1, len(clauses))]
    for cut, first in joined[::-1]:
        rest = CLAUSE.join(clauses[cut:])
        if first and (others := localized_message(rest, language)) != rest:
            return join_clauses((first, others), language)
    return message


def join_clauses(clauses: Iterable[str], language: str) -> str:
    """The clauses of a message in one text.

    >>> join_clauses(["no tiles", "write 1m"], "en"), join_clauses(["没有牌", "请写1m"], "zh")
    ('no tiles; write 1m', '没有牌；请写1m')
    """
    sign = CLAUSE if is_english(language) else "。" if main_language(language) == "ja" else "；"
    return sign.join(clauses)


@lru_cache(maxsize=256)
def _template_text(message: str, language: str, depth: int = 0) -> str:
    """The text of one message, or empty if none has this English text."""
    for template in message_templates():
        if template.texts and (match := template.pattern.fullmatch(message)):
            slots = [
                text if is_quote else _slot_text(text, language, depth)
                for text, is_quote in zip(match.groups(), template.are_quotes, strict=True)
            ]
            parts = zip(match.groups(), slots, template.are_quotes, strict=True)
            if not any(text == slot and not quoted and SENTENCE.search(text) for text, slot, quoted in parts):
                return text_in(template.texts, language).format(*slots)
    return ""


def _slot_text(text: str, language: str, depth: int) -> str:
    """What a slot names, a word or a list of words, with the words that are known in the language."""
    if depth > MOST_DEPTH or not text:
        return text
    is_list = _is_list(text)
    whole = _template_text(text, language, depth + 1) if not is_list or SENTENCE.search(text) else ""
    if whole or not is_list:
        return whole or text
    match = _LIST.fullmatch(text)
    assert match
    items = [_slot_text(item, language, depth + 1) for item in match["items"].split(", ")]
    if not match["final"]:
        return comma_list(items, language)
    final = _slot_text(match["final"], language, depth + 1)
    return join_words([comma_list(items, language), final], language, match["last"])


def _is_list(text: str) -> bool:
    return any(sign in text for sign in (", ", " and ", " or "))
