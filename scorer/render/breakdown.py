"""The breakdown of a winning hand, in the order in which a referee works: patterns, the second sheet,
arithmetic, who pays what, and whether the hand can be read another way.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.results import Score, SheetTotal, Valued
from scorer.render.document import Block, Document, Line, Row, Table, line, paragraph
from scorer.render.heading import heading
from scorer.render.money import gains, money
from scorer.render.other_readings import all_readings, readings_note
from scorer.render.result import award_value, group_text
from scorer.render.words import amount, counted, native_name, sentence, unit_word
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in
from scorer.words.labels import label

NOTHING: Line = ()


def breakdown(score: Score, language: str = "en", every: bool = False) -> Document:
    """A winning hand with everything that makes its payment; `every` adds all readings, ranked."""
    best, ruleset = score.best, score.ruleset
    return (
        heading(ruleset, score.hand, score.situation, best.reading, language),
        patterns(best, ruleset, language),
        *second_sheet(best, ruleset, language),
        *money(score, language),
        paragraph(gains(score, language), *_closing(score, every)),
        *([all_readings(score, language)] if every else []),
        *_remarks(score),
    )


def patterns(best: Valued, ruleset: Ruleset, language: str) -> Table:
    """Patterns and bonuses with their values, and what they come to."""
    rows = [*_award_rows(best, ruleset, language), *_bonus_rows(best, ruleset, language)]
    values = aligned([(value, unit) for _, _, value, unit in rows])
    shown = (
        (line(name), line(other), line(value))
        for (name, other, _, _), value in zip(rows, values, strict=True)
    )
    return Table(tuple(shown), "lll", last=_total_row(best, ruleset, language))


def _award_rows(best: Valued, ruleset: Ruleset, language: str) -> Iterator[tuple[str, str, int, str]]:
    for award in best.awards:
        names = award.pattern.names
        value, unit = award_value(award, best, ruleset)
        name = _times(name_in(names, language), award.count)
        yield name, native_name(names, ruleset, language), value, unit


def _bonus_rows(best: Valued, ruleset: Ruleset, language: str) -> Iterator[tuple[str, str, int, str]]:
    """A bonus shows the tiles that it counts."""
    for bonus in best.bonuses:
        tiles = " ".join(ruleset.tileset.code(tile) for tile in bonus.tiles)
        name = name_in(bonus.names, language)
        native = native_name(bonus.names, ruleset, language)
        yield name if tiles else _times(name, bonus.count), tiles or native, bonus.total, ruleset.unit


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


def _times(name: str, count: int) -> str:
    return f"{name} x{count}" if count > 1 else name


def _total_row(best: Valued, ruleset: Ruleset, language: str) -> Row:
    name = name_in(best.limit.names, language) if best.limit else label("total", language)
    return line(sentence(name)), line(total_text(best, ruleset)), NOTHING


def total_text(best: Valued, ruleset: Ruleset) -> str:
    """What the patterns and the second sheet come to: `4 han 30 fu`, `7 fan`, `2 yakuman`."""
    tier = ruleset.top_tier
    if best.tier and tier is not None:
        return counted(best.tier, tier.unit)
    text = counted(best.total, ruleset.unit)
    lines = sum(award.total for award in best.awards) + sum(bonus.total for bonus in best.bonuses)
    if lines > best.total:
        text = f"{amount(lines)}, at most {text}"
    return f"{text} {counted(best.sheet.total, best.sheet.unit)}" if best.sheet else text


def second_sheet(best: Valued, ruleset: Ruleset, language: str) -> Iterator[Block]:
    """The items of the second sheet, left out where a top tier makes them idle."""
    sheet = best.sheet
    if sheet is None or best.tier:
        return
    if len(sheet.lines) == 1:
        only = name_in(sheet.lines[0].names, language)
        yield paragraph(f"{counted(sheet.total, sheet.unit)}: {only}")
        return
    yield Table(
        tuple(_sheet_rows(sheet, best, ruleset, language)),
        "llr",
        title=sentence(sheet.unit),
        last=_sheet_total(sheet, language),
    )


def _sheet_rows(sheet: SheetTotal, best: Valued, ruleset: Ruleset, language: str) -> Iterator[Row]:
    groups = best.reading.groups
    asks_wait = _items_of_the_wait(ruleset)
    for item in sheet.lines:
        made = [groups[place] for place in item.places] or [
            group for group in groups if group.won and item.id in asks_wait
        ]
        sets = " ".join(group_text(group, ruleset) for group in made)
        yield line(name_in(item.names, language)), line(sets), line(amount(item.value))


def _items_of_the_wait(ruleset: Ruleset) -> set[str]:
    """The items that ask how the winning tile completed its set: they come from that set."""
    items = ruleset.sheet.items if ruleset.sheet else ()
    asked = {item.id: item.when.walk() for item in items if item.when}
    return {name for name, nodes in asked.items() if any(node.args[:1] == ("wait",) for node in nodes)}


def _sheet_total(sheet: SheetTotal, language: str) -> Row:
    exact = sheet.sum == sheet.total
    said = label("sum", language) if exact else label("rounded", language, amount(sheet.sum))
    return line(said), NOTHING, line(amount(sheet.total))


def _closing(score: Score, every: bool) -> list[str]:
    note = readings_note(score)
    return [note] if note and not every else []


def _remarks(score: Score) -> Iterator[Block]:
    """Warnings of this hand, and what every breakdown under these rules must say."""
    texts = (*score.warnings, *score.ruleset.remarks)
    if texts:
        yield paragraph(*(f"Note: {text}" for text in texts))
