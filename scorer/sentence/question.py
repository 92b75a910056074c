"""What a sentence asks, or what has to be asked back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorer.hand import SaidParts
from scorer.message import LocalizedText
from scorer.parameters import TABLE_SETTINGS
from scorer.sentence.places import SaidPlace
from scorer.values import dataclass, replace

COUNTERS = TABLE_SETTINGS[2:]
"""What may be said to be 0; None if nothing is said of it."""


@dataclass(frozen=True)
class SpokenQuestion:
    """A question with its arguments by name: `score` with a line, `points` with a count, and so on.
    `settings` are the words such as `name=value` of the sentence that are among the arguments, and `places`
    tell where the sentence says the words of the line.
    """

    name: str
    arguments: tuple[tuple[str, object], ...] = ()
    settings: tuple[str, ...] = ()
    places: tuple[SaidPlace, ...] = ()

    @property
    def said_parts(self) -> SaidParts:
        """What is said of the patterns and bonuses of the hand."""
        return SaidParts(self.get("claims", ()), self.get("denied", ()))

    def get(self, name: str, default: object = None) -> Any:
        return dict(self.arguments).get(name, default)


@dataclass(frozen=True)
class Unclear:
    """A sentence that can mean several things: what is asked back, and what the sentence means by reply."""

    text: LocalizedText
    replies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Contradiction:
    """A sentence that cannot be true, and why."""

    text: LocalizedText
    words: str = ""


@dataclass(frozen=True)
class Unread:
    """A sentence of which a part could not be read, with the place of that part."""

    start: int
    end: int


Reading = SpokenQuestion | Unclear | Contradiction | Unread


def joined_lists(listed: SpokenQuestion, added: SpokenQuestion) -> SpokenQuestion:
    """A list of patterns with more of them that are named later, whose words on how the hand is won hold.

    >>> first = question("patterns", patterns=(("pinfu",),), bonuses=(("dora", 1),), win="ron", honba=2)
    >>> second = question("patterns", patterns=(("tanyao",),), bonuses=(("dora", 2),), win="", honba=None)
    >>> dict(joined_lists(first, second).arguments)
    {'patterns': (('pinfu',), ('tanyao',)), 'bonuses': (('dora', 3),), 'win': 'ron', 'honba': 2}
    """
    joined: dict[str, Any] = dict(listed.arguments)
    for name, value in dict[str, Any](added.arguments).items():
        if name == "bonuses":
            joined[name] = tuple((Counter(dict(joined[name])) + Counter(dict(value))).items())
        elif isinstance(value, tuple):
            joined[name] = (*joined[name], *value)
        elif value or (value is not None and name in COUNTERS):
            joined[name] = value
    return replace(listed, arguments=tuple(joined.items()))


def question(name: str, **arguments: object) -> SpokenQuestion:
    return SpokenQuestion(name, tuple(arguments.items()))
