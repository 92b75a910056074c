"""Replies to what was asked back."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.hand import WINDS
from scorer.labels import seat_name
from scorer.phrases import translate, translations
from scorer.tiles import fold_name

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
