"""An explanation as a document: each step a titled table, what it speaks of, what is said, the number."""

from __future__ import annotations

from scorer.render.document import TOTAL, Document, Part, Table, line, paragraph
from scorer.teach.explain import Explanation, Line, Section
from scorer.teach.why import Why, sentence
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


def near_document(lines: tuple[Line, ...]) -> Document:
    """The nearest patterns of a hand that does not win."""
    return (Table(tuple((line(item.label), line(item.text)) for item in lines), "ll", "Nearest:"),)


def why_document(item: Why, language: str, note: str = "") -> Document:
    """One pattern: the verdict, then every condition with what was found for it."""
    name = name_in(item.pattern.names, language) or item.pattern.id
    verdict = note or ("Its conditions hold." if item.true else f"Not awarded. {sentence(item)}.")
    rows = tuple(
        (line("yes" if finding.true else Part("NO", "place")), line(finding.asks), line(finding.found))
        for finding in item.findings
    )
    head = [f"{name}: {verdict}"]
    definition = name_in(item.pattern.definition, language)
    head += [definition] if definition else []
    return (paragraph(*head), *([Table(rows, "lll")] if rows else []))
