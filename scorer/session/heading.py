"""What is played, in one line: the deal, the seat, the counters and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.hand import Situation
from scorer.labels import counter_text, ruleset_label
from scorer.languages import is_english
from scorer.parameters import TABLE_SETTINGS
from scorer.phrases import translate
from scorer.render.document import Document, paragraph
from scorer.session.context import Context
from scorer.session.state import SessionState, paid_honba

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset


def wind_text(wind: str, language: str) -> str:
    """A wind in a short text: its letter in English."""
    return wind if is_english(language) else translate(wind, language)


def deal_text(state: SessionState, language: str) -> str:
    """The deal of a state, such as E2 or 東2局."""
    return translate("prompt deal", language, wind_text(state.round, language), state.turn + 1)


def setting_text(setting: str, count: int, rules: Ruleset, language: str) -> str:
    """Counters or sticks in the prompt; the words for counters are those of the game."""
    if setting == "honba":
        return counter_text(count, rules, language)
    return translate(f"prompt {setting}", language, count)


def prompt(context: Context, state: SessionState) -> str:
    """The prompt, with what applies to the next hand.

    >>> prompt(Context(), SessionState(honba=2)), prompt(Context("ja"), SessionState(turn=1, honba=1))
    ('riichi E1 seat S honba 2> ', 'リーチ麻雀（四人打ち） 東2局 南家 1本場> ')
    """
    rules = context.load(state.ruleset)
    state, language = state.seated(rules), context.language_of(rules)
    counters = [
        setting_text(name, count, rules, language)
        for name in TABLE_SETTINGS[2:]
        if (count := getattr(state, name))
    ]
    seat = translate("prompt seat", language, wind_text(state.seat, language))
    return " ".join((ruleset_label(rules, language), deal_text(state, language), seat, *counters)) + "> "


def table_line(context: Context, state: SessionState) -> str:
    """The deal, the seat, the counters and the rules in one line."""
    from scorer.render.heading import phrase_line, rules_line

    rules = context.rules_of(state)
    state, counter = state.seated(rules), rules.counter_circumstance
    situation = Situation(
        True,
        state.seat,
        state.round,
        circumstances=((counter.id, state.honba),) if counter else (),
        honba=paid_honba(state, rules),
        sticks=state.sticks,
    )
    language = context.language_of(rules)
    return phrase_line(deal_text(state, language), rules_line(rules, situation, language))


def table_document(context: Context, state: SessionState) -> Document:
    """The deal, the seat, the counters and the rules."""
    return (paragraph(table_line(context, state)),)
