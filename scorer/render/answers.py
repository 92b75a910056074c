"""One registry of results by type: the data of each, and the document from which every other form is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scorer.audit.differences import Difference
from scorer.engine.catalogue import Overview
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner, Problem
from scorer.render.breakdown import (
    breakdown_document,
    explanation_document,
    explanation_json,
    refusal_lines,
    why_document,
    why_json,
    winners_document,
    winners_json,
)
from scorer.render.comparison import (
    comparison_document,
    comparison_json,
    differences_document,
    differences_json,
)
from scorer.render.document import Document, Paragraph, paragraph
from scorer.render.payments import payments_document, payments_json, points_document, points_json
from scorer.render.problems import error_data, error_paragraph, problem_lines
from scorer.render.quiz import mark_document, question_document
from scorer.render.reports import problem_object
from scorer.render.result import Object, fields, result_data_with_notes
from scorer.render.rulesets import (
    card_object,
    cards_document,
    pattern_list,
    pattern_object,
    ruleset_list,
    ruleset_object,
    ruleset_page,
    ruleset_summary,
)
from scorer.render.waits import waits_document, waits_json
from scorer.ruleset.model import Ruleset
from scorer.teach.answers import Analysis, Card, Comparison, Explanation, PatternAnswer, PatternEntry
from scorer.teach.payment_table import PaymentTable
from scorer.teach.points import Points
from scorer.teach.progress import AnswerMark
from scorer.teach.quiz import Question
from scorer.teach.winners import DiscardWinners
from scorer.waits import Discards, HandWaits

Data = dict[str, Any] | list[Any]
COLUMNS = 80
"""What errors are laid out for; every other document is laid out by its form."""


def _refusal_data(error: NotAWinner | InputError, language: str) -> Object:
    return error_data(error, language=language)


def _analysis_parts(analysis: Analysis) -> object:
    """The part of an analysis that answers at its stage; None before the first tile and with too many."""
    parts = (analysis.score, analysis.refusal, analysis.waits, analysis.discards)
    found = next((part for part in parts if part is not None), None)
    return InputError(analysis.faults) if analysis.faults else found


def _analysis_data(analysis: Analysis, language: str) -> Object:
    part = _analysis_parts(analysis)
    answer = data_of(part, language) if part is not None else None
    return {"ruleset": analysis.ruleset.id, "stage": analysis.stage, "answer": answer}


def _analysis_document(analysis: Analysis, language: str) -> Document:
    part = _analysis_parts(analysis)
    return document_of(part, language) if part is not None else (paragraph(analysis.stage),)


def _refusal_document(error: NotAWinner, language: str) -> Document:
    return (paragraph(*refusal_lines(error, error.reasons, language)),)


def _question_data(question: Question, language: str) -> Object:
    return fields(question, "topic asks hint choices")


def _mark_data(mark: AnswerMark, language: str) -> Object:
    return fields(mark, "topic right answer note skipped sections", sections=explanation_json(mark.sections))


def _pattern_list(entries: Sequence[PatternEntry], language: str) -> Document:
    return pattern_list(entries[0].ruleset, [entry.pattern for entry in entries], language)


def _problem_list(problems: Sequence[Problem], language: str) -> Document:
    return (Paragraph(tuple(line for one in problems for line in problem_lines(one, COLUMNS)), 4),)


SIDES = ("before", "after")
"""What two rulesets are called where nothing names them."""

DATA: dict[type, Callable[[Any, str], Data]] = {
    Score: result_data_with_notes,
    NotAWinner: _refusal_data,
    InputError: _refusal_data,
    Analysis: _analysis_data,
    HandWaits: waits_json,
    Discards: waits_json,
    Explanation: lambda value, language: explanation_json(value.sections(language)),
    PatternAnswer: lambda value, language: why_json(value.why(language), value.verdict(language)),
    Comparison: lambda value, language: comparison_json(value.columns, language),
    DiscardWinners: winners_json,
    Points: points_json,
    PaymentTable: lambda value, language: payments_json(value),
    PatternEntry: lambda value, language: pattern_object(value.pattern, value.ruleset, language),
    Card: lambda value, language: card_object(value.entry.card(language), language),
    Ruleset: ruleset_object,
    Overview: ruleset_summary,
    Difference: lambda value, language: differences_json([value], SIDES, language)["differences"][0],
    Problem: lambda value, language: problem_object(value),
    Question: _question_data,
    AnswerMark: _mark_data,
}
"""The data of a result, by its type."""

DOCUMENTS: dict[type, Callable[[Any, str], Document]] = {
    Score: breakdown_document,
    NotAWinner: _refusal_document,
    InputError: lambda value, language: (error_paragraph(value, COLUMNS),),
    Analysis: _analysis_document,
    HandWaits: waits_document,
    Discards: waits_document,
    Explanation: lambda value, language: explanation_document(value.sections(language)),
    PatternAnswer: lambda value, language: why_document(
        value.why(language), language, value.verdict(language)
    ),
    Comparison: lambda value, language: comparison_document(value.columns, language),
    DiscardWinners: winners_document,
    Points: points_document,
    PaymentTable: payments_document,
    Card: lambda value, language: cards_document([value.entry.card(language)], language),
    Ruleset: ruleset_page,
    Question: question_document,
    AnswerMark: mark_document,
}
"""The document of a result, by its type."""

LISTS: dict[type, Callable[[Any, str], Document]] = {
    Overview: lambda values, language: ruleset_list(values),
    PatternEntry: _pattern_list,
    Difference: lambda values, language: differences_document(values, SIDES, language),
    Problem: lambda values, language: (
        Paragraph(tuple(line for one in values for line in problem_lines(one, COLUMNS)), 4),
    ),
}
"""The document of a list of results that are shown in one table, by the type of each."""


def data_of(value: object, language: str = "en") -> Data:
    """A result as plain data: mappings, lists, texts, numbers and None, ready for JSON.

    Raises TypeError for a value that no function of `scorer.api` returns.
    """
    if isinstance(value, (tuple, list)):
        return [data_of(item, language) for item in value]
    found: Data = _entry(DATA, value)(value, language)
    return found


def document_of(value: object, language: str = "en") -> Document:
    """A result as a document, from which text, Markdown and HTML are made.

    Raises TypeError for a value that no function of `scorer.api` returns.
    """
    if isinstance(value, (tuple, list)):
        if value and type(value[0]) in LISTS:
            return LISTS[type(value[0])](value, language)
        return tuple(block for item in value for block in document_of(item, language))
    if type(value) in LISTS:
        return LISTS[type(value)]((value,), language)
    found: Document = _entry(DOCUMENTS, value)(value, language)
    return found


def _entry(registry: dict[type, Callable[[Any, str], Any]], value: object) -> Callable[[Any, str], Any]:
    for kind in type(value).__mro__:
        if kind in registry:
            return registry[kind]
    raise TypeError(f"scorer.api returns no {type(value).__name__}")


def ruleset_of(value: object) -> Ruleset | None:
    """The ruleset that a result is of, whose tiles a page draws; None if it names none."""
    if isinstance(value, (tuple, list)):
        return next((found for item in value if (found := ruleset_of(item))), None)
    if isinstance(value, Ruleset):
        return value
    for name in ("ruleset", "score", "view", "entry", "scores", "columns"):
        part = getattr(value, name, None)
        if part is not None and (found := ruleset_of(part)):
            return found
    return None
