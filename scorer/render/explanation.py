"""An explanation as a document: each step a titled table, what it speaks of, what is said, the number."""

from __future__ import annotations

from scorer.render.document import PLACE, TOTAL, Document, Part, Table, line, paragraph
from scorer.teach.explain import Explanation, Line, Section
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
    rows = tuple(
        (line("yes" if finding.true else Part("no", PLACE)), line(finding.asks), line(finding.found))
        for finding in item.findings
    )
    definition = name_in(item.pattern.definition, language)
    head = [f"{name}: {verdict}", *([definition] if definition else [])]
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
