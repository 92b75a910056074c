"""What a line means as a sentence or as a reply to what was asked back, and what in it cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.engine.examples import read_example
from scorer.errors import InputError
from scorer.hand import WINDS, WINS
from scorer.labels import seat_name
from scorer.phrases import translate, translations
from scorer.sentence.question import SpokenQuestion, Unread, joined_lists
from scorer.session.evening import players_of
from scorer.session.state import Context, SessionState
from scorer.tiles import fold_name

if TYPE_CHECKING:
    from scorer.sentence.question import Reading


UNREAD_MESSAGES = (
    "unknown typed word",
    "tiles separated",
    "no suit",
    "no suit letter",
    "no digits",
    "needs a value",
)
"""Messages of the reader of notation about words and tiles that it does not know."""


def read_sentence_of(context: Context, state: SessionState, text: str) -> Reading:
    """What a sentence asks, with the last hand of the session; what it adds to the patterns that were listed
    before is asked with these.
    """
    from scorer.sentence.reader import LastHand, read_sentence  # only for lines that are typed

    last = None
    if state.hand:
        example = read_example(state.hand, context.rules_of(state), is_typed=True)
        last = LastHand(example.request, tuple(f"{name}={value}" for name, value in example.options))
    reading = read_sentence(text, context.rules_of(state), last, players_of(context, state))
    if state.listed and isinstance(reading, SpokenQuestion) and reading.get("more"):
        return joined_lists(state.listed, reading)
    return reading


def raise_unread(context: Context, state: SessionState, text: str, at_start: bool = True) -> None:
    """Raises InputError for a sentence of which a part is unknown, at that part; `at_start` also if it is
    the first word.
    """
    from scorer.sentence.unread import unread_fault

    reading, rules = read_sentence_of(context, state, text), context.rules_of(state)
    if (
        isinstance(reading, Unread)
        and (at_start or reading.start)
        and (
            fault := unread_fault(
                text, reading, rules, context.language_of(rules), players_of(context, state)
            )
        )
    ):
        raise InputError([fault])


def raise_unread_event(context: Context, state: SessionState, text: str) -> None:
    """Raises InputError for a sentence about a player at the table that cannot be read."""
    from scorer.sentence.unread import names_player

    if names_player(text, context.rules_of(state), players_of(context, state)):
        raise_unread(context, state, text)


def tells_win(context: Context, state: SessionState, text: str) -> bool:
    """Whether a sentence is about a hand that is won in a way that it names: 聽牌 ... 自摸."""
    reading = read_sentence_of(context, state, text)
    line = reading.get("line", "") if isinstance(reading, SpokenQuestion) else ""
    return bool({*WINS} & {*str(line).split()}) and reading.name == "score"  # type: ignore[union-attr]


HABITS = ("indicator", "itself")
"""Replies that say how a player speaks, so that they hold for later sentences; others are about one hand."""
REPLIES = (
    "reply indicator", "reply itself", "reply concealed", "reply called", "reply open", "reply closed",
)  # fmt: skip
"""The phrases with words for replies to a question that was asked back."""


def meant_reply(text: str, replies: Mapping[str, str]) -> str:
    """The reply that a text is: one of these ids, or a word for it in any language; empty if none."""
    folded = fold_name(text)
    for reply in replies:
        known = translations(f"reply {reply}") if f"reply {reply}" in REPLIES else []
        words = {reply, fold_name(reply), *(fold_name(word) for _, one in known for word in one.split())}
        if folded in words:
            return reply
    return ""


def reply_name(reply: str, language: str) -> str:
    """A reply to what was asked back, as it is shown.

    >>> reply_name("indicator", "en"), reply_name("W", "ja"), reply_name("25 fu", "en")
    ('indicator', '西家', '25 fu')
    """
    if f"reply {reply}" in REPLIES:
        return translate(f"reply {reply}", language).split()[0]
    return seat_name(reply, language) if reply in WINDS else reply
