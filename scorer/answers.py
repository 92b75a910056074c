"""One registry of results by type: the data of each, the document from which every other form is made, and
the hand that is drawn with it.

A type is named by its class, and a module that writes it is imported when it is first needed, so that a
command imports the modules of its own results alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.errors import InputError, NotAWinner, Problem
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.audit.file_check import FileCheck
    from scorer.hand import Hand, WaitingHand
    from scorer.render.document import Document
    from scorer.ruleset.model import Ruleset
    from scorer.shapes import Reading
    from scorer.teach.answers import Analysis, Comparison, PatternEntry
    from scorer.teach.progress import AnswerMark
    from scorer.teach.quiz import PracticeHand, Question

Data = dict[str, Any] | list[Any]
COLUMNS = 80
"""What errors are laid out for; every other document is laid out by its form."""


class LazyModule:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


breakdown = LazyModule("scorer.render.breakdown")
comparison = LazyModule("scorer.render.comparison")
description = LazyModule("scorer.render.description")
document = LazyModule("scorer.render.document")
evening = LazyModule("scorer.render.evening")
overtake = LazyModule("scorer.render.overtake")
payments = LazyModule("scorer.render.payments")
problems = LazyModule("scorer.render.problems")
quiz = LazyModule("scorer.render.quiz")
reports = LazyModule("scorer.render.reports")
result = LazyModule("scorer.render.result")
rulesets = LazyModule("scorer.render.rulesets")
summary = LazyModule("scorer.render.summary")
waits = LazyModule("scorer.render.waits")
whole_deal = LazyModule("scorer.render.whole_deal")
game_comparison = LazyModule("scorer.replay.comparison")
game_league = LazyModule("scorer.replay.league")
game_report = LazyModule("scorer.replay.report")
settlement_report = LazyModule("scorer.replay.settlement_report")
passed_wins = LazyModule("scorer.replay.practice")

# ---- results that are written here


def _analysis_part(analysis: Analysis) -> object:
    """The part of an analysis that answers at its stage; None before the first tile and with too many."""
    parts = (analysis.score, analysis.refusal, analysis.waits, analysis.discards)
    found = next((part for part in parts if part is not None), None)
    return InputError(analysis.faults) if analysis.faults else found


def _analysis_data(analysis: Analysis, language: str) -> Data:
    part = _analysis_part(analysis)
    answer = data_of(part, language) if part is not None else None
    return {"ruleset": analysis.ruleset.id, "stage": analysis.stage, "answer": answer}


def _analysis_document(analysis: Analysis, language: str) -> Document:
    part = _analysis_part(analysis)
    return document_of(part, language) if part is not None else (document.paragraph(analysis.stage),)


def _bare_refusal_document(error: NotAWinner, language: str) -> Document:
    return (document.paragraph(*breakdown.refusal_lines(error, error.reasons, language)),)


def _question_data(question: Question, language: str) -> Data:
    from scorer.teach.quiz import question_hints

    hints = list(question_hints(question, language))
    found: Data = result.fields(question, "topic asks hint sort choices hints origin", hints=hints)
    return found


def _practice_hand_text(practice_hand: PracticeHand) -> str:
    from scorer.notation import format_hand, format_waiting

    hand, tileset = practice_hand.score.hand, practice_hand.score.ruleset.tileset
    return (
        format_hand(hand, tileset)
        if practice_hand.is_complete
        else format_waiting(hand.waiting_hand, tileset)
    )


def _mark_data(mark: AnswerMark, language: str) -> Data:
    from scorer.message import message_text

    sections = breakdown.explanation_data(mark.sections)
    found: Data = result.fields(
        mark,
        "topic right=is_right answer note skipped=is_skipped sections",
        sections=sections,
        note=message_text(mark.note, language) if mark.note else "",
    )
    return found


def _check_data(check: FileCheck, language: str) -> Data:
    return {
        "problems": data_of(check.problems, language),
        "audit": data_of(check.audit, language) if check.audit else None,
    }


def _check_document(check: FileCheck, language: str) -> Document:
    found = document_of(check.problems, language) if check.problems else (document.paragraph("no problems"),)
    return (*found, *(document_of(check.audit, language) if check.audit else ()))


def _pattern_list(entries: Sequence[PatternEntry], language: str) -> Document:
    found: Document = rulesets.pattern_list(
        entries[0].ruleset, [entry.pattern for entry in entries], language
    )
    return found


def _problem_list(faults: Sequence[Problem], language: str) -> Document:
    return (
        document.Paragraph(tuple(line for one in faults for line in problems.problem_lines(one, COLUMNS)), 4),
    )


# ---- the registry

SIDES = ("before", "after")
"""What two rulesets are called where nothing names them."""

DATA: dict[str, Callable[[Any, str], Any]] = {
    "Score": lambda value, language: result.result_data_with_notes(value, language),
    "FullScore": lambda value, language: result.result_data_with_notes(
        value.score, language, value.with_readings
    ),
    "Refusal": lambda value, language: problems.error_data(value.error, value.advice(language), language),
    "ScorerError": lambda value, language: problems.error_data(value, language=language),
    "Analysis": _analysis_data,
    "HandWaits": lambda value, language: waits.waits_data(value, language),
    "Discards": lambda value, language: waits.waits_data(value, language),
    "Explanation": lambda value, language: breakdown.explanation_data(value.sections(language)),
    "PatternAnswer": lambda value, language: breakdown.why_data(value.why(language), value.verdict(language)),
    "Comparison": lambda value, language: comparison.comparison_data(value.columns, language),
    "DiscardWinners": lambda value, language: breakdown.winners_data(value, language),
    "WholeDeal": lambda value, language: whole_deal.deal_data(value, language),
    "Points": lambda value, language: payments.points_data(value, language),
    "PaymentTable": lambda value, language: payments.payments_data(value),
    "Overtaking": lambda value, language: overtake.overtaking_data(value, language),
    "ScoreOutcomes": lambda value, language: {
        **data_of(value.score, language),  # type: ignore[dict-item]
        "behind": overtake.outcomes_data(value),
    },
    "PatternEntry": lambda value, language: rulesets.pattern_object(value.pattern, value.ruleset, language),
    "Card": lambda value, language: rulesets.card_object(value.entry.card(language), language),
    "Ruleset": lambda value, language: rulesets.ruleset_object(value, language),
    "Description": lambda value, language: description.description_data(value, language),
    "Defaults": lambda value, language: rulesets.defaults_object(value.names),
    "Overview": lambda value, language: rulesets.ruleset_summary(value, language),
    "NamedRuleset": lambda value, language: rulesets.named_ruleset_data(value, language),
    "Difference": lambda value, language: comparison.differences_data([value], SIDES, language)[
        "differences"
    ][0],
    "DifferenceReport": lambda value, language: (
        comparison.differences_data(value.differences, value.labels, language)
        | comparison.effect_data(value.effect, value.examples, language)
    ),
    "Problem": lambda value, language: reports.problem_object(value),
    "Edit": lambda value, language: result.fields(
        value, "line=span.line column=span.column length=span.length new=replacement"
    ),
    "Completion": lambda value, language: result.fields(value, "text sort meaning column length"),
    "Hover": lambda value, language: result.fields(value, "text column length"),
    "Symbol": lambda value, language: result.fields(
        value, "id name line column last_line", parts=[data_of(part, language) for part in value.parts]
    ),
    "Page": lambda value, language: result.fields(
        value, "code title why=explanation bad=bad_example good=good_example"
    ),
    "Audit": lambda value, language: reports.audit_object(value),
    "FileCheck": _check_data,
    "PracticeHand": lambda value, language: {
        "place": value.place,
        "of": value.count,
        "hand": _practice_hand_text(value),
    },
    "Question": _question_data,
    "QuizResult": lambda value, language: quiz.result_data(value),
    "QuizSummary": lambda value, language: quiz.result_data(value.result),
    "ProgressReport": lambda value, language: {
        name: quiz.result_data(found) for name, found in value.progress.records
    },
    "AnswerMark": _mark_data,
    "Summary": lambda value, language: summary.summary_data(value),
    "PassedQuestion": lambda value, language: passed_wins.passed_question_data(value, language),
    "PassedMark": lambda value, language: passed_wins.passed_mark_data(value, language),
    "Report": lambda value, language: game_report.report_data(
        value, game_report.ReportView(language=language)
    ),
    "GameReport": lambda value, language: game_report.report_data(
        value.report, replace(value.view, language=language)
    ),
    "GameComparison": lambda value, language: game_comparison.comparison_data(
        value.reports, replace(value.view, language=language)
    ),
    "GameList": lambda value, language: [*value.lines],
    "League": lambda value, language: game_league.standings_rows(value.standings),
    "DrawAnswer": lambda value, language: settlement_report.draw_data(value, language),
    "FinalAnswer": lambda value, language: settlement_report.final_data(value, language),
    "EveningFile": lambda value, language: evening.evening_data(value, language),
    "EveningRanking": lambda value, language: evening.ranking_data(value, language),
}
"""The data of a result, by its type."""

DOCUMENTS: dict[str, Callable[[Any, str], Document]] = {
    "Edit": lambda value, language: (
        document.paragraph(f"{value.span.line}:{value.span.column}: {value.replacement}"),
    ),
    "Completion": lambda value, language: (
        document.paragraph(f"{value.text}: {value.meaning or value.sort}"),
    ),
    "Hover": lambda value, language: (document.paragraph(value.text),),
    "Symbol": lambda value, language: (
        document.paragraph(f"{value.line}: {value.id} {value.name}".rstrip()),
    ),
    "Score": lambda value, language: breakdown.breakdown_document(value, language),
    "FullScore": lambda value, language: (
        breakdown.headlines_document(value.score, value.other_way, language)
        if value.is_brief
        else breakdown.breakdown_document(
            value.score, language, value.with_readings, value.other_way, value.is_unmarked
        )
    ),
    "Refusal": lambda value, language: breakdown.refusal_document(
        value.error,
        value.advice(language),
        value.hand,
        value.situation,
        language,
        value.other_way,
        value.is_unmarked,
    ),
    "NotAWinner": _bare_refusal_document,
    "ScorerError": lambda value, language: (problems.error_paragraph(value, COLUMNS, language),),
    "Analysis": _analysis_document,
    "HandWaits": lambda value, language: waits.waits_document(value, language),
    "Discards": lambda value, language: waits.waits_document(value, language),
    "Explanation": lambda value, language: breakdown.explanation_document(value.sections(language)),
    "PatternAnswer": lambda value, language: breakdown.why_document(
        value.why(language), language, value.verdict(language)
    ),
    "Comparison": lambda value, language: comparison.comparison_document(value.columns, language),
    "DiscardWinners": lambda value, language: breakdown.winners_document(value, language),
    "WholeDeal": lambda value, language: whole_deal.deal_document(value, language),
    "Points": lambda value, language: payments.points_document(value, language),
    "PaymentTable": lambda value, language: payments.payments_document(value, language),
    "Overtaking": lambda value, language: overtake.overtaking_document(value, language),
    "ScoreOutcomes": lambda value, language: (
        *document_of(value.score, language),
        *overtake.outcomes_table(value, language),
    ),
    "Ruleset": lambda value, language: rulesets.ruleset_page(value, language),
    "Description": lambda value, language: rulesets.ruleset_page(value.ruleset, language),
    "Defaults": lambda value, language: rulesets.defaults_page(value.names, language),
    "DifferenceReport": lambda value, language: comparison.difference_report_document(value, language),
    "Page": lambda value, language: reports.page_document(value, language),
    "Audit": lambda value, language: reports.audit_document(value, language),
    "FileCheck": _check_document,
    "PracticeHand": lambda value, language: quiz.hand_document(value, language),
    "QuizSummary": lambda value, language: quiz.result_document(value, language),
    "ProgressReport": lambda value, language: quiz.progress_document(value, language),
    "Question": lambda value, language: quiz.question_document(value, language),
    "AnswerMark": lambda value, language: quiz.mark_document(value, language),
    "Summary": lambda value, language: summary.summary_document(value, language),
    **dict.fromkeys(("Paragraph", "Table", "Tiles"), lambda value, language: (value,)),
    "PassedQuestion": lambda value, language: document_of(passed_wins.passed_question(value, language)),
    "PassedMark": lambda value, language: document_of(passed_wins.passed_mark(value, language)),
    "Report": lambda value, language: game_report.report_document(
        value, game_report.ReportView(language=language)
    ),
    "GameReport": lambda value, language: game_report.report_document(
        value.report, replace(value.view, language=language)
    ),
    "GameComparison": lambda value, language: game_comparison.comparison_document(
        value.reports, replace(value.view, language=language)
    ),
    "GameList": lambda value, language: game_comparison.summary_document(
        value.lines, value.check, language, value.reasons
    ),
    "League": lambda value, language: game_league.league_document(value, language),
    "DrawAnswer": lambda value, language: settlement_report.draw_document(value, language),
    "FinalAnswer": lambda value, language: settlement_report.final_document(value, language),
    "EveningFile": lambda value, language: evening.evening_document(value, language),
    "EveningRanking": lambda value, language: evening.ranking_document(value, language),
}
"""The document of a result, by its type. A block of a document is one by itself."""

LISTS: dict[str, Callable[[Any, str], Document]] = {
    "Overview": lambda values, language: rulesets.ruleset_list(values, language),
    "NamedRuleset": lambda values, language: rulesets.named_ruleset_list(values, language),
    "PatternEntry": _pattern_list,
    "Card": lambda values, language: rulesets.cards_document(
        [value.entry.card(language) for value in values], language
    ),
    "Difference": lambda values, language: comparison.differences_document(values, SIDES, language),
    "Problem": _problem_list,
    "Page": lambda values, language: reports.code_list(values, language),
}
"""The document of a list of results that are shown together, by the type of each."""


PRINTED: dict[str, Callable[[Any, str], Document]] = {
    "Card": lambda values, language: rulesets.cards_document(
        [value.entry.card(language) for value in values], language, is_printed=True
    ),
    "Ruleset": lambda values, language: rulesets.ruleset_page(values[0], language, is_printed=True),
    "Description": lambda values, language: rulesets.ruleset_page(
        values[0].ruleset, language, is_printed=True
    ),
}
"""The document on paper, by the type of each result, for those that have words only a command takes."""


class DrawnHand(NamedTuple):
    """What a page about a result draws: tiles of a ruleset, a hand if it is about one, and its reading."""

    ruleset: Ruleset | None = None
    hand: Hand | None = None
    reading: Reading | None = None


def _compared_hand(value: Comparison) -> DrawnHand:
    """The hand as the first ruleset that scores it reads it."""
    scores = [column.outcome.score for column in value.columns if column.outcome.score]
    return drawn_hand(scores[0]) if scores else DrawnHand(value.columns[0].ruleset)


HANDS: dict[str, Callable[[Any], DrawnHand]] = {
    "Score": lambda value: DrawnHand(value.ruleset, value.hand, value.best.reading),
    "FullScore": lambda value: drawn_hand(value.score),
    "ScoreOutcomes": lambda value: drawn_hand(value.score),
    "Explanation": lambda value: DrawnHand(value.score.ruleset, value.score.hand),
    "PatternAnswer": lambda value: DrawnHand(value.view.ruleset, value.view.hand),
    "DiscardWinners": lambda value: drawn_hand(value.scores),
    "WholeDeal": lambda value: drawn_hand(value.scores) if value.scores else DrawnHand(value.ruleset),
    "Refusal": lambda value: DrawnHand(value.ruleset, value.hand, value.advice().reading),
    "Comparison": _compared_hand,
}
"""The hand that a result is about, by its type."""


def data_of(value: object, language: str = "en") -> Data:
    """A result as plain data: mappings, lists, texts, numbers and None, ready for JSON.

    Raises TypeError for a value that has no data.
    """
    if isinstance(value, (tuple, list)):
        return [data_of(item, language) for item in value]
    found: Data = _entry(DATA, value, "data")(value, language)
    return found


def document_of(value: object, language: str = "en") -> Document:
    """A result as a document, from which text, Markdown and HTML are made. A text is a paragraph.

    Raises TypeError for a value that has no document.
    """
    if isinstance(value, str):
        return (document.paragraph(*value.split("\n")),)
    if isinstance(value, (tuple, list)):
        if value and type(value[0]).__name__ in LISTS:
            return LISTS[type(value[0]).__name__](value, language)
        return tuple(block for item in value for block in document_of(item, language))
    if type(value).__name__ in LISTS and type(value).__name__ not in DOCUMENTS:
        return LISTS[type(value).__name__]((value,), language)
    found: Document = _entry(DOCUMENTS, value, "document")(value, language)
    return found


def printed_document_of(value: object, language: str = "en") -> Document:
    """A result as a document for a page that is printed or tapped."""
    values = value if isinstance(value, (tuple, list)) else (value,)
    write = PRINTED.get(type(values[0]).__name__) if values else None
    return write(values, language) if write else document_of(value, language)


def drawn_hand(value: object) -> DrawnHand:
    """The hand that a result is about, and its ruleset; of several results, that of the first."""
    if isinstance(value, (tuple, list)):
        return drawn_hand(value[0]) if value else DrawnHand()
    name = type(value).__name__
    return HANDS[name](value) if name in HANDS else DrawnHand(ruleset_of(value))


def waiting_or_full_hand(value: object) -> Hand | WaitingHand | None:
    """The hand that a result is about, whether it is complete or not."""
    for name in ("waits", "discards", "score"):
        part = getattr(value, name, None)
        if part is not None and type(value).__name__ == "Analysis":
            return waiting_or_full_hand(part)
    if type(value).__name__ in ("HandWaits", "Discards"):
        held: WaitingHand = value.hand  # type: ignore[attr-defined]
        return held
    return drawn_hand(value).hand


def _entry(
    registry: dict[str, Callable[[Any, str], Any]], value: object, form: str
) -> Callable[[Any, str], Any]:
    for kind in type(value).__mro__:
        if kind.__name__ in registry and kind.__module__.startswith("scorer."):
            return registry[kind.__name__]
    raise TypeError(f"a value of type {type(value).__name__} has no {form}")


def ruleset_of(value: object) -> Ruleset | None:
    """The ruleset that a result is of, whose tiles a page draws; None if it names none."""
    from scorer.ruleset.model import Ruleset

    if isinstance(value, (tuple, list)):
        return next((found for item in value if (found := ruleset_of(item))), None)
    if isinstance(value, Ruleset):
        return value
    for name in ("ruleset", "score", "view", "table", "entry", "scores", "columns", "report", "reports"):
        part = getattr(value, name, None)
        if part is not None and (found := ruleset_of(part)):
            return found
    return None
