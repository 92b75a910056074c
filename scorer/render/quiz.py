"""The texts of a quiz: the hand, the question, the mark with its reasons, the result."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.hand import Hand
from scorer.languages import is_english
from scorer.message import message_text
from scorer.phrases import format_amount, translate
from scorer.render.breakdown import line_table
from scorer.render.document import PLACE, TOTAL, Block, Document, Part, line, paragraph, table
from scorer.render.heading import heading, rules_line, tile_names, tiles_block
from scorer.render.result import Object
from scorer.teach.progress import (
    AnswerMark,
    ProgressReport,
    QuizResult,
    QuizSummary,
    Tally,
    practice_tips,
    topic_title,
)
from scorer.teach.quiz import PracticeHand, Question
from scorer.tiles import name_in
from scorer.values import plain_fields


def hand_document(shown_hand: PracticeHand, language: str = "en") -> Document:
    """A winning hand, or the same before its last tile came, of which nothing tells; drawn suit by suit so
    that the reading is left to the learner.
    """
    score, place, count = shown_hand.score, shown_hand.place, shown_hand.count
    ruleset, situation = score.ruleset, score.situation
    hand = score.hand if shown_hand.is_complete else score.hand.waiting_hand
    if isinstance(hand, Hand):
        shown = heading(ruleset, hand, situation, None, language)
    else:
        said = (tile_names(ruleset, hand, None, language), rules_line(ruleset, situation, language))
        shown = paragraph(*filter(None, said))
    key, origin = ("hand from", (shown_hand.origin,)) if shown_hand.origin else ("hand of", ())
    head = paragraph(translate(key, language, place, count, *origin))
    return (head, tiles_block(hand, None, ruleset.tileset), shown)


def question_document(question: Question, language: str = "en") -> Document:
    """The question with its choices and how to answer."""
    choices = [f"  {place}. {text}" for place, text in enumerate(question.choices, start=1)]
    return (paragraph(question.asks + translate("in brackets", language, question.hint), *choices, indent=5),)


def mark_document(mark: AnswerMark, language: str = "en") -> Document:
    """The verdict; for a wrong answer also the right answer and the explanation."""
    gap = " " if is_english(language) else ""
    if mark.is_right:
        return (paragraph(line(Part(translate("right", language), TOTAL), gap, mark.answer)),)
    said = translate("it is", language, mark.answer)
    verdict = line(said) if mark.is_skipped else line(Part(translate("wrong", language), PLACE), gap, said)
    notes = [translate("in brackets", language, message_text(mark.note, language))] if mark.note else []
    sections = (line_table(section.lines, section.title) for section in mark.sections if section.lines)
    return (paragraph(verdict, *notes), *sections)


# ---- results


def result_document(summary: QuizSummary, language: str = "en") -> Document:
    """Right answers by topic and what to practise; shorter if the learner quit early."""
    if not summary.result.total.question_count:
        return (paragraph(translate("quit at once" if summary.has_quit else "no questions", language)),)
    head = [paragraph(translate("quit early", language))] if summary.has_quit else []
    missed = (
        [_missed_table(summary, language)] if any(not one.mark.is_right for one in summary.answers) else []
    )
    return (*head, *missed, *_topic_table(summary, language))


def result_data(result: QuizResult) -> Object:
    """Tallies by topic and by pattern as plain data."""
    return {
        part: {name: plain_fields(tally) for name, tally in tallies}
        for part, tallies in (("topics", result.by_topic()), ("patterns", result.patterns))
    }


def _missed_table(summary: QuizSummary, language: str) -> Block:
    """The questions that were not answered rightly: what was answered, and the right answer."""
    header = ("", "", *(translate(key, language) for key in ("quiz given", "quiz solution")))
    rows = [
        (one.about, topic_title(one.mark.topic, summary.ruleset, language), one.text.strip(), one.mark.answer)
        for one in summary.answers
        if not one.mark.is_right
    ]
    return table(rows, "llll", title=translate("quiz missed", language), header=header)


def _topic_table(summary: QuizSummary, language: str) -> Iterator[Block]:
    """The tallies by topic, with hints and the average time of an answer if there were any, and advice."""
    result, ruleset = summary.result, summary.ruleset
    has_skipped = bool(result.total.skipped_count)
    has_hints = any(one.hint_count for one in summary.answers)
    columns = {
        "answers right": True, "answers asked": True, "answers skipped": has_skipped,
        "quiz hints": has_hints, "quiz seconds": summary.has_clock,
    }  # fmt: skip
    header = ("", *(translate(key, language) for key, is_shown in columns.items() if is_shown), "")

    def row(name: str, tally: Tally, topic: str) -> tuple[str, ...]:
        answers = [one for one in summary.answers if topic in ("", one.mark.topic)]
        seconds = sum(one.seconds for one in answers) / max(1, len(answers))
        hints = sum(one.hint_count for one in answers)
        cells = (tally.correct_count, tally.question_count, tally.skipped_count, hints, round(seconds, 1))
        shown = (
            format_amount(cell) for cell, is_shown in zip(cells, columns.values(), strict=True) if is_shown
        )
        return (name, *shown, f"{tally.right_share:.0%}" if tally.question_count else "")

    rows = [row(topic_title(topic, ruleset, language), tally, topic) for topic, tally in result.by_topic()]
    last = row(translate("all topics", language), result.total, "") if len(rows) > 1 else ()
    yield table(rows, "l" + "r" * (len(header) - 1), header=header, last_row=last)
    if lines := [f"  {text}" for text in practice_tips(result, ruleset, language)]:
        yield paragraph(translate("to practise", language), *lines, indent=4)


def progress_document(report: ProgressReport, language: str = "en") -> Document:
    """The progress by ruleset; if there is none, the command that begins a quiz."""
    blocks: list[Block] = []
    for name, result in report.progress.records:
        ruleset = report.rulesets.get(name)
        blocks.append(paragraph(name_in(ruleset.names, language) if ruleset else name))
        blocks += _topic_table(QuizSummary(result, ruleset), language) if ruleset else ()
    return tuple(blocks) or (paragraph(translate("no progress", language, report.quiz_command)),)
