"""A quiz as a page to print: drawn hands with their questions, and the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scorer.labels import capitalize_first, situation_words, win_words
from scorer.phrases import comma_list, headed_text, translate
from scorer.render.page import (
    hand_description,
    hand_drawings,
    inline_svg,
    page,
    style_sheet,
    with_tiles,
)
from scorer.teach.quiz import ExtraQuestion, PracticeHand, Question, QuizSheet, mark_answer
from scorer.tiles import TileSet, name_in


def quiz_page(sheets: Sequence[QuizSheet], language: str = "en") -> str:
    """One or more sheets as a whole page, the solutions of all of them at its end."""
    names = [name_in(sheet.ruleset.names, language) for sheet in sheets]
    hands, answers = list[str](), list[str]()
    for sheet, name in zip(sheets, names, strict=True):
        if len(sheets) > 1:
            hands.append(f"<h2>{escape(name)}</h2>")
            answers.append(f'<tr><th colspan="3">{escape(name)}</th></tr>')
        for number, hand in enumerate(sheet.hands, 1):
            asked = sheet.shown_questions(hand, language)
            hands.append(_hand_html(number, hand, asked, language))
            answers += _answer_rows(number, hand, asked, language)
        for number, extra in enumerate(sheet.extra, len(sheet.hands) + 1):
            hands.append(_extra_html(number, extra, sheet.ruleset.tileset))
            answers.append(_extra_row(number, extra, sheet.ruleset.tileset))
    name = comma_list(names, language)
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
    first, *others = (sheet.ruleset.tileset for sheet in sheets)
    return page(name, body, first, language, style_sheet("lesson"), others)


def _extra_html(number: int, extra: ExtraQuestion, tileset: TileSet) -> str:
    """A question that is no hand, with room for the answer."""
    asked = f'<p>{with_tiles(extra.asks, tileset)}</p><div class="answer"></div>'
    return f'<div class="exercise"><b>{number}</b><div>{asked}</div></div>'


def _extra_row(number: int, extra: ExtraQuestion, tileset: TileSet) -> str:
    return f'<tr><td><b>{number}</b></td><td colspan="2">{with_tiles(extra.answer, tileset)}</td></tr>'


def _hand_html(number: int, hand: PracticeHand, questions: tuple[Question, ...], language: str) -> str:
    """A hand with its number, how it was won, and the questions with room for the answers."""
    shown = hand.at_question(questions[0]) if questions else hand
    score, tileset = hand.score, hand.score.ruleset.tileset
    tiles = score.hand if shown.is_complete else score.hand.waiting_hand
    picture = inline_svg(hand_drawings(tiles, tileset), hand_description(tiles, tileset, language))
    words = [*situation_words(score.situation, score.ruleset, language)]
    if shown.is_complete:
        words.insert(1, win_words(score.situation, language))  # after the seat of the winner
    words += [hand.origin] if hand.origin else []
    told = " · ".join(with_tiles(text, tileset) for text in words)
    lines = "".join(
        f'<p>{with_tiles(question.asks, tileset)}{_choices_html(question)}</p><div class="answer"></div>'
        for question in questions
    )
    said = f'<p class="soft">{capitalize_first(told)}</p>'
    return f'<div class="exercise"><b>{number}</b><div>{picture}{said}{lines}</div></div>'


def _choices_html(question: Question) -> str:
    """The choices of a question, a numbered line each."""
    tileset = question.score.ruleset.tileset
    lines = (f"<br>{number}. {with_tiles(text, tileset)}" for number, text in enumerate(question.choices, 1))
    return "".join(lines)


def _answer_rows(
    hand_number: int, hand: PracticeHand, questions: tuple[Question, ...], language: str
) -> Iterator[str]:
    """A row for each question: the number of the hand, the question, and the answer."""
    tileset = hand.score.ruleset.tileset
    for place, question in enumerate(questions):
        answer = mark_answer(question, "", language).answer
        number = "" if place else f"<b>{hand_number}</b>"
        cells = (number, with_tiles(question.asks, tileset), f"<b>{with_tiles(answer, tileset)}</b>")
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
