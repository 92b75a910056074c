"""An explanation as a document: each step a titled table, what it speaks of, what is said, the number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.errors import NotAWinner, told_in
from scorer.hand import Hand, Situation
from scorer.phrases import headed, joined, label
from scorer.render.document import PLACE, TOTAL, Block, Document, Part, Row, Table, line, paragraph
from scorer.render.heading import heading
from scorer.ruleset.model import Ruleset
from scorer.teach import why
from scorer.teach.advice import Advice
from scorer.teach.explain import Explanation, Section
from scorer.teach.labels import Line, gain, sentence
from scorer.teach.why import Why
from scorer.tiles import name_in


def explanation_document(explanation: Explanation) -> Document:
    """The whole walk, its steps numbered."""
    return tuple(_section(place, section) for place, section in enumerate(explanation.sections, 1))


def _section(place: int, section: Section) -> Table:
    last = section.lines[-1] if section.id == "payments" else None
    rows = tuple((line(item.label), line(item.text), _value(item, item is last)) for item in section.lines)
    return Table(rows, "llr", f"{place}. {section.title}")


def _value(item: Line, total: bool) -> tuple[Part, ...]:
    return line(Part(item.value, TOTAL if total else ""))


def why_document(item: Why, language: str, verdict: str) -> Document:
    """One pattern: the verdict, then every condition with what was found for it."""
    name = name_in(item.pattern.names, language) or item.pattern.id
    yes, no = label("held yes", language), label("held no", language)
    rows = tuple(
        (line(yes if finding.true else Part(no, PLACE)), line(finding.asks), line(finding.found))
        for finding in item.findings
    )
    definition = name_in(item.pattern.definition, language)
    head = [headed(name, verdict, language), *([definition] if definition else [])]
    return (paragraph(*head), *([Table(rows, "lll")] if rows else []))


def explanation_json(explanation: Explanation) -> list[dict[str, object]]:
    """The sections as plain data."""
    return [
        {
            "step": section.id,
            "title": section.title,
            "lines": [
                {"label": item.label, "text": item.text, "value": item.value} for item in section.lines
            ],
        }
        for section in explanation.sections
    ]


def why_json(item: Why, verdict: str) -> dict[str, object]:
    """One pattern's conditions as plain data."""
    return {
        "id": item.pattern.id,
        "name": name_in(item.pattern.names),
        "holds": item.true,
        "verdict": verdict,
        "conditions": [
            {"asks": finding.asks, "holds": finding.true, "found": finding.found} for finding in item.findings
        ],
    }


# ---- a hand that does not win


def no_win(
    error: NotAWinner, advice: Advice, ruleset: Ruleset, hand: Hand, situation: Situation, language: str
) -> Document:
    """The refusal with its reasons, the patterns that are near, and what a false claim costs."""
    message, *reasons = refusal_lines(error, advice.reasons or error.reasons, language)
    blocks = (*_costs(error, language), *nearest(advice, language))
    return (
        heading(ruleset, hand, situation, advice.reading, language),
        paragraph(message, *reasons),
        *blocks,
    )


def refusal_lines(error: NotAWinner, reasons: Sequence[str], language: str) -> Iterator[str]:
    """That the hand does not win, and why, a sentence each."""
    yield sentence(told_in(error.message, language))
    for reason in reasons:
        said = told_in(reason, language)
        yield sentence(said) + label("full stop", "en" if said.isascii() else language)


def _costs(error: NotAWinner, language: str) -> Iterator[Block]:
    if error.payments:
        gains = "   ".join(f"{label(seat, language)} {gain(number)}" for seat, number in error.payments)
        yield paragraph(gains)


def nearest(advice: Advice, language: str, title: str = "") -> Iterator[Block]:
    """The patterns that are near, and the circumstances with which the hand would win."""
    rows = tuple(row for item in advice.near for row in _rows(item, language))
    if rows:
        yield Table(rows, "ll", title=title or label("nearest", language))
    if advice.chances:
        names = joined([name_in(item.names, language) for item in advice.chances], language, "or")
        yield paragraph(label("would win with", language, names))


def _rows(item: why.Why, language: str) -> Iterator[Row]:
    """What failed, and below it what holds."""
    yield line(name_in(item.pattern.names, language)), line(why.sentence(item))
    if held := why.rest(item):
        yield line(), line(held)
