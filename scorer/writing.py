"""Every answer written out: as data, as a document, as text, Markdown, HTML or a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.answers import (
    data_of,
    document_of,
    drawn_hand,
    printed_document_of,
    ruleset_of,
    waiting_or_full_hand,
)
from scorer.errors import Fault, InputError
from scorer.languages import data_language
from scorer.message import Message

if TYPE_CHECKING:
    from scorer.answers import Data
    from scorer.errors import ScorerError
    from scorer.render.document import Document


def _game_language(value: object, language: str) -> str:
    """The language with the words of the game that a result is about: `ron` and `tsumo` in riichi."""
    rules = ruleset_of(value)
    return rules.display_language(language) if rules else language


def as_data(value: object, language: str = "en") -> Data:
    """A result as plain data, ready for JSON; a tuple of results as a list.

    Raises TypeError for values that no function of this package returns.

    >>> from scorer import shipped_rulesets
    >>> as_data(shipped_rulesets())[0]["id"]
    'british'
    """
    return data_of(value, _game_language(value, data_language(language)))


def as_document(value: object, language: str = "en") -> Document:
    """A result as a document: paragraphs, tables and tiles that have no form yet.

    Raises TypeError for values that no function of this package returns.

    >>> from scorer import points
    >>> [type(block).__name__ for block in as_document(points("mangan"))]
    ['Paragraph', 'Table']
    """
    return document_of(value, _game_language(value, language))


def as_printed_document(value: object, language: str = "en") -> Document:
    """A result as a document for a page on paper or a phone: without words that only a command takes."""
    return printed_document_of(value, _game_language(value, language))


def as_text(
    value: object, language: str = "en", columns: int = 80, *, colour: bool = False, tiles: bool = False
) -> str:
    """A result as text of at most `columns` columns. `tiles` puts the hand in Unicode above it, if it has
    one.

    Raises TypeError for values that no function of this package returns.

    >>> from scorer import why
    >>> print(as_text(why("tanyao", "234m678p345p22z678s")).splitlines()[0])
    Tanyao (all simples): not awarded; not all tiles are simples: 22z are not.
    """
    from scorer.render.text import terminal_text

    document = as_document(value, language)
    if tiles:
        from scorer.render.heading import with_tile_line

        rules, hand, reading = drawn_hand(value)
        if rules and hand:
            document = with_tile_line(document, hand, reading, rules.tileset)
    return terminal_text(document, columns, colour)


def error_text(error: ScorerError, columns: int = 80, language: str = "en", *, colour: bool = False) -> str:
    """An error as text of at most `columns` columns: every fault or problem with its place, what was
    expected, and a suggestion.

    >>> from scorer import parse_hand
    >>> try:
    ...     parse_hand("123x")
    ... except InputError as error:
    ...     print(error_text(error).splitlines()[0])
    123x
    """
    from scorer.render.problems import error_paragraph
    from scorer.render.text import terminal_text

    return terminal_text((error_paragraph(error, columns, language),), columns, colour)


def as_plain_text(value: object, language: str = "en") -> str:
    """A result as text without layout: a line for each line and row, cells separated by tabs.

    >>> from scorer import points
    >>> as_plain_text(points("mangan")).splitlines()[0]
    'Riichi (four players): 5 han'
    """
    from scorer.render.text import plain_text

    return plain_text(as_document(value, language))


def as_markdown(value: object, language: str = "en") -> str:
    """A result as Markdown.

    Raises TypeError for values that no function of this package returns.

    >>> from scorer import points
    >>> as_markdown(points("mangan")).startswith("Riichi")
    True
    """
    from scorer.render.text import markdown_text

    return markdown_text(as_document(value, language))


def as_html(value: object, language: str = "en") -> str:
    """A result as a page of HTML that needs nothing else, with the hand that it is about drawn on it.

    Raises TypeError for values that no function of this package returns.

    >>> from scorer import score
    >>> as_html(score("234m345p67p456s55s+8p")).splitlines()[0]
    '<!doctype html>'
    """
    language = _game_language(value, language)
    if type(value).__name__ == "Lesson":
        from scorer.render.lesson import lesson_page

        return lesson_page(value)  # type: ignore[arg-type]
    if type(value).__name__ == "ChildrensLesson":
        from scorer.render.lesson import childrens_page

        return childrens_page(value)  # type: ignore[arg-type]
    if type(value).__name__ == "EveningFile":
        from scorer.render.evening_sheet import evening_page

        return evening_page(value, language)  # type: ignore[arg-type]
    sheets = value if isinstance(value, tuple) and value else (value,)
    if type(sheets[0]).__name__ == "QuizSheet":
        from scorer.render.quiz_sheet import quiz_page

        return quiz_page(sheets, language)
    from scorer.render.page import hand_page
    from scorer.ruleset.find import DEFAULT_RULESET
    from scorer.scoring import load_ruleset

    rules, hand = ruleset_of(value), waiting_or_full_hand(value)
    title = "" if rules else "scorer"
    told = as_printed_document(value, language)
    return hand_page(hand, rules or load_ruleset(DEFAULT_RULESET), told, language, title)


def as_svg(value: object, language: str = "en") -> str:
    """The hand that a result is about as a picture. Raises InputError if it is about none.

    >>> from scorer import score
    >>> as_svg(score("234m345p67p456s55s+8p")).startswith("<svg")
    True
    """
    from scorer.render.page import hand_svg

    rules, hand = ruleset_of(value), waiting_or_full_hand(value)
    if rules is None or hand is None:
        message = Message("nothing to draw")
        raise InputError([Fault("--format", None, message, "hand")])
    return hand_svg(hand, rules.tileset, rules.display_language(language))
