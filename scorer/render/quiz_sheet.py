"""A quiz as a page to print: drawn hands with their questions, and the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from scorer.labels import capitalize_first, situation_words, win_words
from scorer.phrases import headed_text, translate
from scorer.render.page import (
    hand_description,
    hand_drawings,
    inline_svg,
    page,
    style_sheet,
    with_tiles,
)
from scorer.teach.quiz import PracticeHand, Question, QuizSheet, mark_answer
from scorer.tiles import name_in


def quiz_page(sheet: QuizSheet, language: str = "en") -> str:
    """The sheet as a whole page."""
    name = name_in(sheet.ruleset.names, language)
    hands, answers = list[str](), list[str]()
    for hand in sheet.hands:
        asked = sheet.shown_questions(hand, language)
        hands.append(_hand_html(hand, asked, language))
        answers += _answer_rows(hand, asked, language)
    exercises = capitalize_first(translate("exercises", language))
    solutions = capitalize_first(translate("solutions", language))
    body = "\n".join([
        "<main>",
        f"<h1>{escape(headed_text(name, exercises, language))}</h1>",
        f'<section id="exercises">{"".join(hands)}</section>',
        f'<section id="solutions" class="new-page"><h2>{escape(solutions)}</h2>'
        f'<table class="solutions"><tbody>{"".join(answers)}</tbody></table></section>',
        "</main>",
    ])  # fmt: skip
    return page(name, body, sheet.ruleset.tileset, language, style_sheet("lesson"))


def _hand_html(hand: PracticeHand, questions: tuple[Question, ...], language: str) -> str:
    """A hand with its number, how it was won, and the questions with room for the answers."""
    shown = hand.at_question(questions[0]) if questions else hand
    score, tileset = hand.score, hand.score.ruleset.tileset
    tiles = score.hand if shown.is_complete else score.hand.waiting_hand
    picture = inline_svg(hand_drawings(tiles, tileset), hand_description(tiles, tileset))
    words = [win_words(score.situation, language)] if shown.is_complete else []
    words += situation_words(score.situation, score.ruleset, language)
    told = " · ".join(with_tiles(text, tileset) for text in words)
    lines = "".join(
        f'<p>{with_tiles(question.asks, tileset)}{_choices_html(question)}</p><div class="answer"></div>'
        for question in questions
    )
    said = f'<p class="soft">{capitalize_first(told)}</p>'
    return f'<div class="exercise"><b>{hand.place}</b><div>{picture}{said}{lines}</div></div>'


def _choices_html(question: Question) -> str:
    """The choices of a question, a numbered line each."""
    tileset = question.score.ruleset.tileset
    lines = (f"<br>{number}. {with_tiles(text, tileset)}" for number, text in enumerate(question.choices, 1))
    return "".join(lines)


def _answer_rows(hand: PracticeHand, questions: tuple[Question, ...], language: str) -> Iterator[str]:
    """A row for each question: the number of the hand, the question, and the answer."""
    tileset = hand.score.ruleset.tileset
    for place, question in enumerate(questions):
        answer = mark_answer(question, "", language).answer
        number = "" if place else f"<b>{hand.place}</b>"
        cells = (number, with_tiles(question.asks, tileset), f"<b>{with_tiles(answer, tileset)}</b>")
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
