"""The first lines of a breakdown: what was understood of the hand and of the situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.render.document import WINNING, Line, Paragraph, Part, line, paragraph
from scorer.words.labels import label
from scorer.words.situation import situation_words, way_words

if TYPE_CHECKING:
    from scorer.words.account import Heading

GAP = "   "
MARK = "\0"
"""where the winning tile goes in the words around it"""
DOT = " · "


def heading(understood: Heading, language: str) -> Paragraph:
    """The hand, the tiles by name where they have names of their own, the situation, and under which rules
    it is scored.
    """
    rules = DOT.join([*understood.rules, *situation_words(understood.said, language)])
    lines = [_hand_line(understood, language), line(understood.tiles), line(rules)]
    return paragraph(*(shown for shown in lines if shown))


def _hand_line(understood: Heading, language: str) -> Line:
    """The tiles as they lie, what is laid aside, the winning tile and how it was won."""
    jokers = f"{GAP}{label('joker', language, understood.jokers)}" if understood.jokers else ""
    aside = f"{GAP}{label('aside', language, understood.flowers)}" if understood.flowers else ""
    before, after = label("won on", language, MARK).split(MARK)
    tiles = f"{' '.join(understood.groups)}{jokers}{aside}{GAP}{before}"
    way = f"{after}, {way_words(understood.said, language)}"
    return line(tiles, Part(understood.winning, WINNING), way)
