"""A result in one line: what a bar at the edge of a screen shows of a hand at any stage."""

from __future__ import annotations

from collections.abc import Callable

from scorer.engine.request import tiles_to_come
from scorer.labels import capitalize_first
from scorer.message import localized_text
from scorer.phrases import comma_list, translate
from scorer.render.breakdown import headline
from scorer.render.problems import localized_fault
from scorer.render.waits import distance_sentences
from scorer.teach.answers import Analysis
from scorer.waiting import Discards, HandWaits


def analysis_line(analysis: Analysis, language: str = "en") -> str:
    """What can be said of a hand at its stage, in one line.

    >>> from scorer import analyze
    >>> [analysis_line(analyze(text)) for text in ("", "345p", "234m345p67p456s55s")]
    ['No tiles yet', '3 tiles, 11 more to go', 'Waits for 2p, 0p, 5p, 8p (11 left)']
    >>> analysis_line(analyze("234m345p67p456s55s+8p", win="tsumo"))
    '3 han 20 fu · 700/1,300 (2,700)'
    """
    return LINES[analysis.stage](analysis, language)


def _waits_line(analysis: Analysis, language: str) -> str:
    waits, tileset = analysis.waits, analysis.ruleset.tileset
    assert isinstance(waits, HandWaits)
    tiles = comma_list([tileset.tile_code(item.tile) for item in waits.winning_tiles], language)
    return translate("stage waiting", language, tiles, waits.copies_left)


def _building_line(analysis: Analysis, language: str) -> str:
    waits = analysis.waits
    assert isinstance(waits, HandWaits)
    missing = tiles_to_come(waits.hand, analysis.ruleset)
    if missing == 1 and waits.missing_tiles:
        return distance_sentences(waits, waits.missing_tiles, language)[0]
    return translate("stage building", language, len(waits.hand.tiles), missing)


def _discards_line(analysis: Analysis, language: str) -> str:
    found, tileset = analysis.discards, analysis.ruleset.tileset
    assert isinstance(found, Discards)
    if not found.choices:
        return translate("stage stuck", language)
    best = found.choices[0]
    return translate("stage full", language, tileset.tile_code(best.tile), best.waits.copies_left)


def _faulty_line(analysis: Analysis, language: str) -> str:
    return capitalize_first(str(localized_fault(analysis.faults[0], language).message))


def _refusal_line(analysis: Analysis, language: str) -> str:
    error = analysis.refusal
    assert error is not None
    return capitalize_first(localized_text(error.message, language))


def _headline_text(analysis: Analysis, language: str) -> str:
    assert analysis.score is not None
    return "".join(part.text for part in headline(analysis.score, language))


LINES: dict[str, Callable[[Analysis, str], str]] = {
    "empty": lambda analysis, language: translate("stage empty", language),
    "faulty": _faulty_line,
    "building": _building_line,
    "waiting": _waits_line,
    "full": _discards_line,
    "too many": lambda analysis, language: translate("stage too many", language),
    "refused": _refusal_line,
    "complete": _headline_text,
}
"""The line of each stage."""
