"""A hand that does not win: what was understood, why not, and what it just misses."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.render.document import Block, Document, Row, Table, line, paragraph
from scorer.render.heading import heading
from scorer.render.understood import heading_of
from scorer.render.words import gain, listed, sentence
from scorer.ruleset.model import Ruleset
from scorer.teach import why
from scorer.teach.advice import Advice
from scorer.tiles import name_in
from scorer.words.labels import label


def no_win(
    error: NotAWinner, advice: Advice, ruleset: Ruleset, hand: Hand, situation: Situation, language: str
) -> Document:
    """The refusal with its reasons, the patterns that are near, and what a false claim costs."""
    reasons = advice.reasons or error.reasons
    blocks = (*_costs(error, language), *nearest(advice, language))
    return (
        heading(heading_of(ruleset, hand, situation, advice.reading, language), language),
        paragraph(sentence(error.message), *(f"{sentence(reason)}." for reason in reasons)),
        *blocks,
    )


def _costs(error: NotAWinner, language: str) -> Iterator[Block]:
    if error.payments:
        gains = "   ".join(f"{label(seat, language)} {gain(number)}" for seat, number in error.payments)
        yield paragraph(gains)


def nearest(advice: Advice, language: str, title: str = "Nearest") -> Iterator[Block]:
    """The patterns that are near, and the circumstances with which the hand would win."""
    rows = tuple(row for item in advice.near for row in _rows(item, language))
    if rows:
        yield Table(rows, "ll", title=title)
    if advice.chances:
        names = listed([name_in(item.names, language) for item in advice.chances], "or")
        yield paragraph(f"It would win with {names}.")


def _rows(item: why.Why, language: str) -> Iterator[Row]:
    """What failed, and below it what holds."""
    yield line(name_in(item.pattern.names, language)), line(why.sentence(item))
    if held := why.rest(item):
        yield line(), line(held)
