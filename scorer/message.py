"""Messages as data: a key with arguments, which becomes a text only where it is shown.

The texts are in the catalogues (`scorer.texts`), one for each language, English among them. A text has
slots for the arguments, counted from 0:

    {0} or {}            the argument; another message, a list or a name is in the language of the text
    {0!r}                in quotes, as a string is written in Python
    {0:tile|tiles}       the first word if the argument is 1, or a list of one item; else the second
    {0:words}            a number in words, if it is small
    {0:,}                a number with commas
    {@discarder}         a phrase of phrases.txt without slots, in the words of the game

>>> message = Message("tiles after plus", 2)
>>> str(message)
"two tiles after '+'; write one tile there and the others before it"
>>> message_text(message, "zh")
'“+”后面有2张牌；只写一张，其余写在前面'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from json import JSONDecodeError
from typing import Literal

from scorer.languages import ENGLISH, LANGUAGES, is_english, text_in
from scorer.texts import message_template, phrase_template
from scorer.values import dataclass

ListKind = Literal["and", "or", "comma", "semicolon", "clauses", "sentences"]
"""How the items of a list are joined: 'a, b and c', 'a, b or c', 'a, b, c', 'a; b; c', 'a; b; c' (clauses,
each of which is a sentence in Japanese), 'A. B. C.'
"""
NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = "words"
"""The form of a slot for a number in words."""
PHRASE_SIGN, PHRASE = "@", -2
"""What begins a slot for a phrase, and its place."""


class Message:
    """A message: the key of its text and what fills the slots of the text.

    An argument is a value, another message, a list (`Listed`) or a name in several languages
    (`LocalizedText`). Messages are equal if their keys and arguments are. As a string, a message is the
    English text.

    >>> print(Message("no tiles"))
    no tiles
    """

    __slots__ = ("arguments", "key")
    key: str
    arguments: tuple[Hashable, ...]

    def __init__(self, key: str, *arguments: Hashable) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "arguments", arguments)

    def __str__(self) -> str:
        return message_text(self, ENGLISH)

    def __repr__(self) -> str:
        return f"Message({', '.join(map(repr, (self.key, *self.arguments)))})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return self.key == other.key and self.arguments == other.arguments

    def __hash__(self) -> int:
        return hash((self.key, self.arguments))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Message is frozen; '{name}' cannot be changed")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Message], tuple[Hashable, ...]]:
        return Message, (self.key, *self.arguments)


@dataclass(frozen=True)
class Listed:
    """A list of values, names or messages for a sentence, and how they are joined.

    >>> message_text(Listed(("3s", "6s"), "or")), message_text(Listed(("3s", "6s"), "or"), "ja")
    ('3s or 6s', '3sまたは6s')
    """

    items: tuple[Hashable, ...]
    kind: ListKind = "and"

    def __str__(self) -> str:
        return message_text(self, ENGLISH)


@dataclass(frozen=True)
class Translated:
    """A text in each language as a part of a message, for a text that is not made from the catalogue.

    >>> message_text(Translated((("en", "open"), ("ja", "副露"))), "ja")
    '副露'
    """

    texts: tuple[tuple[str, str], ...]


Text = Message | Listed | str
"""What can be shown: a message, a list of messages, or a text as it is (a name, words that were typed)."""


def clauses(*parts: Text) -> Text:
    """The parts of a message that are not empty, as its clauses.

    >>> str(clauses(Message("no tiles"), "", "write 1m")), clauses("", "")
    ('no tiles; write 1m', '')
    """
    found = tuple(part for part in parts if part != "")
    return Listed(found, "clauses") if len(found) > 1 else "".join(map(str, found)) and found[0]


@dataclass(frozen=True)
class TextRange:
    """A part of a text: where it begins, line and column from 1, and its length in characters, with the line
    breaks that are in it.
    """

    line: int
    column: int
    length: int


@dataclass(frozen=True)
class Edit:
    """A change of a text that mends it: the replacement takes the place of a part.

    >>> Edit(TextRange(1, 4, 1), "m").edited_text("123q")
    '123m'
    """

    span: TextRange
    replacement: str

    def edited_text(self, text: str) -> str:
        """A text with this change."""
        start = 0
        for _ in range(self.span.line - 1):
            start = text.index("\n", start) + 1
        start += self.span.column - 1
        return text[:start] + self.replacement + text[start + self.span.length :]


class LocalizedText(str):
    """An English text with translations."""

    _translations: Callable[[], Iterable[tuple[str, str]]] | Mapping[str, str]

    def __new__(cls, names: Iterable[tuple[str, str]]) -> LocalizedText:
        """The English text, or the first one if there is none in English.

        >>> said = LocalizedText([("en", "open"), ("ja", "副露")])
        >>> said, localized_text(said, "ja"), localized_text(said, "zh-HK"), localized_text("open", "ja")
        ('open', '副露', 'open', 'open')
        """
        table = dict(names)
        text = super().__new__(cls, table.get("en") or next(iter(table.values()), ""))
        text._translations = table
        return text

    @classmethod
    def of_english(cls, english: str, translate: Callable[[], Iterable[tuple[str, str]]]) -> LocalizedText:
        """An English text; `translate` gives it in every language, and is called only if another is asked
        for.

        >>> localized_text(LocalizedText.of_english("open", lambda: [("ja", "副露")]), "ja")
        '副露'
        """
        text = super().__new__(cls, english)
        text._translations = translate
        return text

    @property
    def names(self) -> Mapping[str, str]:
        """The text by language."""
        if callable(self._translations):
            self._translations = {ENGLISH: str(self), **dict(self._translations())}
        return self._translations

    def __reduce__(self) -> tuple[type[LocalizedText], tuple[tuple[tuple[str, str], ...]]]:
        return LocalizedText, (tuple(self.names.items()),)


def localized_text(text: str, language: str) -> str:
    """A text in a language, or in English if it has no translation."""
    if language == ENGLISH or not isinstance(text, LocalizedText):
        return text
    return text_in(text.names, language) or text


def localized_message_text(message: Text) -> LocalizedText:
    """A message as an English text with its translations.

    >>> localized_text(localized_message_text(Message("no tiles")), "ja")
    '牌がありません'
    """
    return LocalizedText.of_english(
        str(message), lambda: [(language, message_text(message, language)) for language in LANGUAGES]
    )


# ---- from a message to its text


def message_text(message: Hashable, language: str = ENGLISH) -> str:
    """A message, a list or a value as a text in a language; in English as a whole if a part of it is not
    written in that language.

    >>> message_text(Message("no tiles"), "ja"), message_text("5s", "ja")
    ('牌がありません', '5s')
    """
    try:
        return _text(message, language)
    except _NotTranslatedError:
        return _text(message, ENGLISH)


JSON_REASONS = {
    "Expecting property": "json name",
    "Expecting ':'": "json colon",
    "Expecting ','": "json comma",
    "Unterminated string": "json quote",
    "Invalid control": "json control",
    "Invalid \\": "json escape",
    "Extra data": "json more",
}
"""The messages for the reasons that Python's decoder of JSON gives, by how these begin."""


def json_reason(error: JSONDecodeError) -> Message:
    """What is wrong with a text of JSON, and where.

    >>> str(json_reason(JSONDecodeError("Expecting ',' delimiter", "[1 2]", 3)))
    "a ',' is missing at character 4"
    """
    known = (key for begin, key in JSON_REASONS.items() if error.msg.startswith(begin))
    return Message("json place", Message(next(known, "json value")), error.pos + 1)


class _NotTranslatedError(Exception):
    """A part of a message has no text in the language."""


def _text(part: Hashable, language: str) -> str:
    if isinstance(part, Message):
        return _filled_text(part, language)
    if isinstance(part, Listed):
        return _joined_text([_text(item, language) for item in part.items], part.kind, language)
    if isinstance(part, Translated):
        return text_in(dict(part.texts), language)
    return localized_text(part, language) if isinstance(part, str) else str(part)


def _filled_text(message: Message, language: str) -> str:
    text = ""
    template = message_template(message.key, language)
    if not template:
        raise _NotTranslatedError
    for literal, place, conversion, form in _template_parts(template):
        text += literal
        if place == PHRASE:
            text += _phrase_within(form, language)
        elif place >= 0:
            argument = message.arguments[place]
            text += (
                _slot_text(argument, form, language)
                if form
                else _converted_text(argument, conversion, language)
            )
    return text


def _phrase_within(key: str, language: str) -> str:
    """A phrase in the midst of a message. Only English has spaces between words there, while a game for
    children may have them in its own words.
    """
    phrase = phrase_template(key, language)
    return phrase if is_english(language) else phrase.replace(" ", "")


def _converted_text(argument: Hashable, conversion: str, language: str) -> str:
    text = _text(argument, language)
    return repr(text) if conversion == "r" else text


def _slot_text(argument: Hashable, form: str, language: str) -> str:
    """What is written for an argument in a slot with a form."""
    if "|" in form:
        number = len(argument.items) if isinstance(argument, Listed) else argument
        return form.split("|")[number != 1]
    if form == WORDS:
        is_small = isinstance(argument, int) and 0 <= argument < len(NUMERALS) and is_english(language)
        return NUMERALS[argument] if is_small and isinstance(argument, int) else format(argument, ",")
    return format(argument, form)


@lru_cache(maxsize=1024)
def _template_parts(template: str) -> tuple[tuple[str, int, str, str], ...]:
    """The parts of a template: what is written, then the slot: the place of its argument (-1 for none), its
    conversion and its form; for a phrase, its key.
    """
    from string import Formatter  # only a message that is shown pays for this import

    parts, unnumbered = [], count()
    for literal, name, form, conversion in Formatter().parse(template):
        if name and name[0] == PHRASE_SIGN:
            parts.append((literal, PHRASE, "", name[1:]))
            continue
        place = -1 if name is None else int(name) if name else next(unnumbered)
        parts.append((literal, place, conversion or "", form or ""))
    return tuple(parts)


def _joined_text(texts: list[str], kind: ListKind, language: str) -> str:
    """Texts as one list: the first ones are joined like 'a, b', the last one like 'a and b'."""
    if not texts:
        return ""
    *others, last = texts
    if not others:
        return last
    inner, final = (message_template(f"list:{kind}{place}", language) for place in ("", " last"))
    text = others[0]
    for other in others[1:]:
        text = inner.format(text, other)
    return final.format(text, last)


def message_parts(message: Hashable) -> Iterator[Message]:
    """A message with all messages in its arguments.

    >>> [part.key for part in message_parts(Message("expected other type", Message("type string"), "5"))]
    ['expected other type', 'type string']
    """
    if isinstance(message, Message):
        yield message
    for part in getattr(message, "arguments", ()) or getattr(message, "items", ()):
        if isinstance(part, Message | Listed):
            yield from message_parts(part)
