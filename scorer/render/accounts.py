"""The account of a hand that the reference engine has scored."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.results import Score, Valued
from scorer.render.other_readings import all_readings, readings_note
from scorer.render.result import award_value, group_text
from scorer.render.understood import heading_of
from scorer.render.words import native_name
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in
from scorer.words.account import Account, Counted, Sheet, SheetRow, Total


def account_of(score: Score, language: str = "en", every: bool = False) -> Account:
    """All that a breakdown tells of a winning hand; `every` tells all readings, ranked.

    >>> from scorer import score
    >>> account = account_of(score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"]))
    >>> [counted.name for counted in account.counted], account.payments.total
    (['Riichi', 'Closed self-draw', 'Pinfu', 'All simples'], 5200)
    """
    best, ruleset = score.best, score.ruleset
    return Account(
        language,
        heading_of(ruleset, score.hand, score.situation, best.reading, language),
        (*_awards(best, ruleset, language), *_bonuses(best, ruleset, language)),
        total_of(best, ruleset, language),
        _sheet(best, ruleset, language),
        best.steps,
        best.payments,
        "" if every else readings_note(score),
        all_readings(score, language) if every else (),
        (*score.warnings, *ruleset.remarks),
    )


def _awards(best: Valued, ruleset: Ruleset, language: str) -> Iterator[Counted]:
    for award in best.awards:
        names = award.pattern.names
        native = native_name(names, ruleset, language)
        yield Counted(name_in(names, language), native, *award_value(award, best, ruleset), award.count)


def _bonuses(best: Valued, ruleset: Ruleset, language: str) -> Iterator[Counted]:
    for bonus in best.bonuses:
        native = native_name(bonus.names, ruleset, language)
        tiles = " ".join(ruleset.tileset.code(tile) for tile in bonus.tiles)
        name = name_in(bonus.names, language)
        yield Counted(name, native, bonus.total, ruleset.unit, bonus.count, tiles)


def total_of(best: Valued, ruleset: Ruleset, language: str = "en") -> Total:
    """What the patterns and the second sheet of a reading come to."""
    tier, sheet = ruleset.top_tier, best.sheet
    return Total(
        best.total,
        ruleset.unit,
        sum(award.total for award in best.awards) + sum(bonus.total for bonus in best.bonuses),
        best.tier,
        tier.unit if tier else "",
        sheet.total if sheet else None,
        sheet.unit if sheet else "",
        name_in(best.limit.names, language) if best.limit else "",
    )


def _sheet(best: Valued, ruleset: Ruleset, language: str) -> Sheet | None:
    sheet = best.sheet
    if sheet is None:
        return None
    rows = (
        SheetRow(name_in(line.names, language), _sets(line.id, line.places, best, ruleset), line.value)
        for line in sheet.lines
    )
    return Sheet(sheet.unit, tuple(rows), sheet.sum, sheet.total)


def _sets(item: str, places: tuple[int, ...], best: Valued, ruleset: Ruleset) -> tuple[str, ...]:
    """The sets that a line counts; what asks for the wait comes from the set that the winning tile made."""
    groups = [best.reading.groups[place] for place in places]
    items = ruleset.sheet.items if ruleset.sheet else ()
    if not places and any(one.id == item and one.asks_wait for one in items):
        groups = [group for group in best.reading.groups if group.won]
    return tuple(group_text(group, ruleset) for group in groups)
