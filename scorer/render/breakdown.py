"""The breakdown of a winning hand, in the order in which a referee works: patterns, the second sheet,
arithmetic, who pays what, and whether the hand can be read another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorer.render.document import Block, Document, Line, Row, Table, line, paragraph
from scorer.render.heading import heading
from scorer.render.money import gains, money
from scorer.render.words import amount, counted, sentence, unit_word
from scorer.words.labels import label

if TYPE_CHECKING:
    from scorer.words.account import Account, Counted, Sheet, Total

NOTHING: Line = ()


def breakdown(account: Account) -> Document:
    """A winning hand with everything that makes its payment."""
    language = account.language
    notes = [account.note] if account.note else []
    return (
        heading(account.heading, language),
        patterns(account.counted, account.total, language),
        *second_sheet(account, language),
        money(account, language),
        paragraph(gains(account, language), *notes),
        *([paragraph(*account.readings, indent=3)] if account.readings else []),
        *([paragraph(*(f"Note: {text}" for text in account.remarks))] if account.remarks else []),
    )


def patterns(rows: tuple[Counted, ...], total: Total, language: str) -> Table:
    """Patterns and bonuses with their values, and what they come to; a bonus shows the tiles it counts."""
    values = aligned([(row.value, row.unit) for row in rows])
    shown = (
        (line(row.name if row.tiles else _times(row)), line(row.tiles or row.native), line(value))
        for row, value in zip(rows, values, strict=True)
    )
    name = sentence(total.limit or label("total", language))
    return Table(tuple(shown), "lll", last=(line(name), line(total_text(total)), NOTHING))


def aligned(values: list[tuple[int, str]]) -> list[str]:
    """Numbers under one another, each unit where it is first used.

    >>> aligned([(1, "fan"), (12, "fan")])
    [' 1 fan', '12']
    """
    numbers = [amount(value) for value, _ in values]
    widest = max(map(len, numbers), default=0)
    before = ["", *(unit for _, unit in values)]
    units = (
        f" {unit_word(value, unit)}" if unit != last else ""
        for (value, unit), last in zip(values, before, strict=False)
    )
    return [number.rjust(widest) + unit for number, unit in zip(numbers, units, strict=True)]


def _times(row: Counted) -> str:
    return f"{row.name} x{row.count}" if row.count > 1 else row.name


def total_text(total: Total) -> str:
    """What the patterns and the second sheet come to: `4 han 30 fu`, `7 fan`, `2 yakuman`."""
    if total.tier:
        return counted(total.tier, total.tier_unit)
    text = counted(total.total, total.unit)
    if total.lines > total.total:
        text = f"{amount(total.lines)}, at most {text}"
    return text if total.sheet is None else f"{text} {counted(total.sheet, total.sheet_unit)}"


def second_sheet(account: Account, language: str) -> Iterator[Block]:
    """The items of the second sheet, left out where a top tier makes them idle."""
    sheet = account.sheet
    if sheet is None or account.total.tier:
        return
    if len(sheet.rows) == 1:
        yield paragraph(f"{counted(sheet.total, sheet.unit)}: {sheet.rows[0].name}")
        return
    rows = tuple((line(row.name), line(" ".join(row.sets)), line(amount(row.value))) for row in sheet.rows)
    yield Table(rows, "llr", title=sentence(sheet.unit), last=_sheet_total(sheet, language))


def _sheet_total(sheet: Sheet, language: str) -> Row:
    exact = sheet.sum == sheet.total
    said = label("sum", language) if exact else label("rounded", language, amount(sheet.sum))
    return line(said), NOTHING, line(amount(sheet.total))
