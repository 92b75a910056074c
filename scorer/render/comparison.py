"""One hand under several rulesets side by side, and below it what makes the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner
from scorer.phrases import label
from scorer.render.breakdown import total_text
from scorer.render.document import TOTAL, Block, Document, Line, Paragraph, Part, Row, Table, line, paragraph
from scorer.render.explanation import nearest, refusal_lines
from scorer.render.heading import heading
from scorer.render.result import Object, award_value, error_of, result_of
from scorer.teach.advice import advice_on
from scorer.teach.compare import Column
from scorer.teach.labels import amount, option_words, sentence
from scorer.tiles import name_in

NONE = "-"


def comparison(columns: Sequence[Column], language: str = "en") -> Document:
    """A column for each ruleset: what each pattern is worth, the total, the limit, the points."""
    scored = [column.outcome for column in columns if isinstance(column.outcome, Score)]
    if scored:
        one, near = scored[0], list[Block]()
        head = [heading(one.ruleset, one.hand, one.situation, one.best.reading, language, rules=False)]
    else:
        head, near = _refused(columns, language)
    table = Table(
        tuple(_rows(columns, language)),
        "l" + "r" * len(columns),
        header=("", *(column.ruleset.id for column in columns)),
        last=_row(label("points", language), [_points(column, language) for column in columns], TOTAL),
    )
    notes = [_note(column, columns[0], language) for column in columns]
    return (*head, table, *(note for note in notes if note), *near)


def _refused(columns: Sequence[Column], language: str) -> tuple[list[Paragraph], list[Block]]:
    """The hand and what it just misses, under the first ruleset that understands it."""
    for column in columns:
        hand, situation, error = column.hand, column.situation, column.outcome
        if hand is not None and situation is not None and isinstance(error, NotAWinner):
            advice = advice_on(error, column.ruleset, hand, situation, language)
            head = heading(column.ruleset, hand, situation, advice.reading, language, rules=False)
            title = label("nearest under", language, column.ruleset.id)
            return [head], list(nearest(advice, language, title))
    return [], []


def comparison_json(columns: Sequence[Column], language: str = "en") -> list[Object]:
    """The result of each ruleset in order, with the options that make it differ from the first."""
    return [_object(column, language) for column in columns]


def _object(column: Column, language: str) -> Object:
    outcome = column.outcome
    if isinstance(outcome, Score):
        result = result_of(outcome, language)
    else:
        result = error_of(outcome, language=language) | {"ruleset": column.ruleset.id}
    because = {cause.option.id: cause.value for cause in column.causes}
    return result | ({"because": because} if because else {})


def _rows(columns: Sequence[Column], language: str) -> Iterator[Row]:
    for name in _names(columns, language):
        yield _row(name, [_values(column, language).get(name, NONE) for column in columns])
    yield _row(label("total", language), [_total(column, language) for column in columns])
    limits = [_limit(column, language) for column in columns]
    if any(limits):
        yield _row(label("limit", language), [limit or NONE for limit in limits])


def _row(name: str, texts: Sequence[str], mark: str = "") -> Row:
    return line(name), *(line(Part(text, mark)) for text in texts)


def _names(columns: Sequence[Column], language: str) -> list[str]:
    return list(dict.fromkeys(name for column in columns for name in _values(column, language)))


def _values(column: Column, language: str) -> dict[str, str]:
    """Patterns and bonuses by name with what each adds; top-tier ones with their unit."""
    score = column.outcome
    if not isinstance(score, Score):
        return {}
    values: dict[str, str] = {}
    for award in score.best.awards:
        value, unit = award_value(award, score.best.tier, score.ruleset)
        shown = amount(value) if unit == score.ruleset.unit else score.ruleset.counted(value, unit, language)
        values[name_in(award.pattern.names, language)] = shown
    for bonus in score.best.bonuses:
        values[name_in(bonus.names, language)] = amount(bonus.total)
    return values


def _total(column: Column, language: str) -> str:
    score = column.outcome
    return total_text(score.best, score.ruleset, language) if isinstance(score, Score) else NONE


def _limit(column: Column, language: str) -> str:
    score = column.outcome
    if isinstance(score, Score) and score.best.limit:
        return name_in(score.best.limit.names, language)
    return ""


def _points(column: Column, language: str) -> str:
    if isinstance(column.outcome, Score):
        return amount(column.outcome.points)
    return label("does not win" if isinstance(column.outcome, NotAWinner) else "not possible", language)


def _note(column: Column, first: Column, language: str) -> Paragraph | None:
    """Why a ruleset scores the hand in its own way."""
    lines: list[Line] = [*_refusal(column, language)]
    lines += [line(f"  {option_words(cause.option, cause.value)}") for cause in column.causes]
    lines += [line(f"  {sentence(reason)}") for reason in column.reasons]
    if not lines:
        return None
    title = f"{column.ruleset.id}, unlike {first.ruleset.id}:" if column.differs else f"{column.ruleset.id}:"
    return paragraph(title, *lines, indent=4)


def _refusal(column: Column, language: str) -> Iterator[Line]:
    error = column.outcome
    if isinstance(error, NotAWinner):
        yield from (line(f"  {text}") for text in refusal_lines(error, error.reasons, language))
    elif isinstance(error, InputError):
        said = dict.fromkeys(f"  {fault.source}: {fault.message}" for fault in error.faults)
        yield from map(line, said)
