"""An explanation as a document: each step a titled table, what it speaks of, what is said, the number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.errors import NotAWinner, told_in
from scorer.hand import Hand, Situation
from scorer.phrases import headed, joined, label
from scorer.render.document import PLACE, TOTAL, Block, Document, Part, Table, paragraph, table
from scorer.render.heading import GAP, heading
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import Section, gain, sentence
from scorer.teach.why import Why, rest
from scorer.teach.why import sentence as why_sentence
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.teach.advice import Advice


def explanation_document(explanation: Sequence[Section]) -> Document:
    """The whole walk, its steps numbered."""
    sections = enumerate(explanation, 1)
    return tuple(section_table(one, f"{place}. {one.title}", one.id == "payments") for place, one in sections)


def section_table(section: Section, title: str, total: bool = False) -> Table:
    """One step of the walk; the last line may be a total."""
    last = section.lines[-1] if total else None
    rows = (
        (item.label, item.text, Part(item.value, TOTAL if item is last else "")) for item in section.lines
    )
    return table(rows, "llr", title)


def why_document(item: Why, language: str, verdict: str) -> Document:
    """One pattern: the verdict, then every condition with what was found for it."""
    name = name_in(item.pattern.names, language) or item.pattern.id
    yes, no = label("held yes", language), Part(label("held no", language), PLACE)
    rows = [(yes if finding.true else no, finding.asks, finding.found) for finding in item.findings]
    definition = name_in(item.pattern.definition, language)
    head = paragraph(headed(name, verdict, language), *([definition] if definition else []))
    return (head, table(rows, "lll")) if rows else (head,)


def explanation_json(explanation: Sequence[Section]) -> list[dict[str, object]]:
    """The sections as plain data."""
    return [
        {
            "step": section.id,
            "title": section.title,
            "lines": [
                {"label": item.label, "text": item.text, "value": item.value} for item in section.lines
            ],
        }
        for section in explanation
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
    costs = GAP.join(f"{label(seat, language)} {gain(number)}" for seat, number in error.payments)
    return (
        heading(ruleset, hand, situation, advice.reading, language),
        paragraph(*refusal_lines(error, advice.reasons or error.reasons, language)),
        *([paragraph(costs)] if costs else []),
        *nearest(advice, language, label("nearest", language)),
    )


def refusal_lines(error: NotAWinner, reasons: Sequence[str], language: str) -> Iterator[str]:
    """That the hand does not win, and why, a sentence each."""
    yield sentence(told_in(error.message, language))
    for reason in reasons:
        said = told_in(reason, language)
        yield sentence(said) + label("full stop", "en" if said.isascii() else language)


def nearest(advice: Advice, language: str, title: str) -> Iterator[Block]:
    """The patterns that are near, below each what of it holds, and the circumstances with which the hand
    would win.
    """
    rows: list[tuple[str, str]] = []
    for item in advice.near:
        rows.append((name_in(item.pattern.names, language), why_sentence(item)))
        rows += [("", held)] if (held := rest(item)) else []
    if rows:
        yield table(rows, "ll", title)
    if advice.chances:
        names = joined([name_in(item.names, language) for item in advice.chances], language, "or")
        yield paragraph(label("would win with", language, names))
