"""Answers as parts of a page that brings the drawings of the tiles itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.ruleset.find import DEFAULT_RULESET
from scorer.scoring import resolve_ruleset

if TYPE_CHECKING:
    from scorer.scoring import RulesetOrName
    from scorer.teach.answers import Analysis
    from scorer.teach.quiz import Question


def as_fragment(value: object, language: str = "en", ruleset: RulesetOrName | None = None) -> str:
    """A result as part of a page in HTML that holds `tile_symbols` of the ruleset and `tile_style`.

    A document is about a `ruleset`; any other result names its own.

    >>> from scorer import points
    >>> as_fragment(points("mangan")).startswith("<p>")
    True
    """
    from scorer.answers import ruleset_of, waiting_or_full_hand
    from scorer.render.page import document_html, meld_texts
    from scorer.writing import as_printed_document

    rules = ruleset_of(value) or resolve_ruleset(DEFAULT_RULESET if ruleset is None else ruleset)
    hand = waiting_or_full_hand(value)
    melds = meld_texts(hand, rules.tileset) if hand else ()
    return document_html(as_printed_document(value, language), rules, melds)


def question_hand(question: Question, language: str = "en") -> str:
    """The hand that a question of the quiz is about, as part of a page, with its called sets as they lie on
    the table; without the winning tile if the question is about the tiles that complete it.

    >>> from scorer import quiz
    >>> "<svg" in question_hand(next(quiz(seed=1)))
    True
    """
    from scorer.render.heading import heading_of_drawing
    from scorer.render.page import hand_description, hand_drawings, inline_svg
    from scorer.teach.quiz import PracticeHand

    score, ruleset = question.score, question.score.ruleset
    shown = PracticeHand(score, 1, 1, (question.topic,)).at_question(question)
    hand = score.hand if shown.is_complete else score.hand.waiting_hand
    spoken = ruleset.display_language(language)
    lines = heading_of_drawing(ruleset, hand, score.situation, spoken)
    picture = inline_svg(
        hand_drawings(hand, ruleset.tileset), hand_description(hand, ruleset.tileset, spoken)
    )
    return f'<div class="hand">{picture}</div>{as_fragment((lines,), ruleset=ruleset)}'


def as_line(value: Analysis, language: str = "en") -> str:
    """What is most important about a hand at its stage, in one line.

    >>> from scorer import analyze
    >>> as_line(analyze("234m345p67p456s55s"))
    'Waits for 2p, 0p, 5p, 8p (11 left)'
    """
    from scorer.render.headlines import analysis_line

    return analysis_line(value, value.ruleset.display_language(language))


def as_line_html(line: str, ruleset: RulesetOrName = DEFAULT_RULESET) -> str:
    """A line of text as part of a page, with its tiles drawn.

    >>> as_line_html("Discard 9s").startswith("Discard <span")
    True
    """
    from scorer.render.page import with_tiles

    return with_tiles(line, resolve_ruleset(ruleset).tileset)


def tile_symbols(ruleset: RulesetOrName = DEFAULT_RULESET, language: str = "en") -> str:
    """The drawings of all tiles of a ruleset, as symbols of SVG that a page refers to: `#tile-5p`.

    Raises RulesetError if there is no such ruleset.

    >>> '<symbol id="tile-5p"' in tile_symbols()
    True
    """
    from scorer.render.page import tile_symbols as symbols_of

    rules = resolve_ruleset(ruleset)
    return symbols_of(rules.tileset, rules.display_language(language))


def tile_style() -> str:
    """The style sheet of drawn tiles and written results.

    >>> ".tile-face" in tile_style()
    True
    """
    from scorer.render.page import style_sheet
    from scorer.render.page import tile_style as style_of_tiles

    return f"{style_of_tiles()}\n{style_sheet('page')}"
