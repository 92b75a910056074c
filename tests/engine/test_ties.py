"""Which reading is taken of those that pay the same, promised by the guide and kept by both evaluators, and which of
two patterns that are worth the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import load_ruleset, score
from scorer.engine.request import parse_request
from scorer.engine.results import Score
from scorer.fast.interface import compile_engine
from scorer.hand import Request
from scorer.render.breakdown import readings_note
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_by_readings
from tests.support.small import rules

GAME = """
tiles: {end: 19m}
shapes: {standard: {sets: 2, pair: 1}, pairs: {pairs: 4, concealed: true}}
patterns:
- {id: runs, value: RUNS, when: sets(chow) == 2}
- {id: twins, value: 1, when: shape(standard)}
- {id: pairs, value: PAIRS, when: shape(pairs)}
MAXIMUM
base: BASE
payment: {self_draw: {each: base}}
"""
BOTH = "11223344m"
"""Two runs and a pair, or four pairs."""


def game(runs: int, pairs: int, maximum: str = "", base: str = "total") -> Ruleset:
    text = GAME.replace("RUNS", str(runs)).replace("PAIRS", str(pairs))
    return rules(text.replace("MAXIMUM", maximum).replace("BASE", base))


def both(ruleset: Ruleset) -> tuple[Score, tuple[str, ...]]:
    """The score by the readable evaluator, and the patterns that the compiled one counts."""
    hand, situation = parse_request(Request(BOTH, win="tsumo"), ruleset)
    quick = compile_engine(ruleset).score(hand, situation)
    assert quick is not None
    return score_by_readings(ruleset, hand, situation), quick.patterns


def test_of_equal_payments_the_larger_count_before_the_maximum_is_taken() -> None:
    score, quick = both(game(4, 6, "maximum: 5"))
    assert score.patterns == quick == ("pairs",)
    assert readings_note(score).endswith("the next best pays the same, with 1 point less.")


def test_of_equal_counts_the_reading_with_more_patterns_is_taken() -> None:
    score, quick = both(game(4, 5))
    assert score.patterns == quick == ("runs", "twins")
    assert readings_note(score).endswith("all of them pay the same.")


def test_of_equal_counts_and_patterns_the_shape_that_the_file_names_first_is_taken() -> None:
    score, quick = both(game(0, 1))
    assert score.patterns == quick == ("twins",)


def test_a_reading_that_pays_more_goes_before_one_that_counts_more() -> None:
    score, quick = both(game(4, 9, base="20 - total"))
    assert score.patterns == quick == ("runs", "twins")


SHEET = """
units: {petals: {one: petal}}
sheet: {unit: petals, round_up_to: 10, items: [
  {id: laid, value: LAID, when: shape(standard)}, {id: paired, value: PAIRED, when: shape(pairs)}]}
"""


@pytest.mark.parametrize(
    ("laid", "paired", "won"),
    [(3, 7, ("pairs",)), (7, 3, ("runs", "twins")), (5, 5, ("runs", "twins")), (12, 9, ("runs", "twins"))],
)
def test_of_equal_counts_the_larger_second_sheet_before_rounding_is_taken(
    laid: int, paired: int, won: tuple[str, ...]
) -> None:
    sheet = SHEET.replace("LAID", str(laid)).replace("PAIRED", str(paired))
    ruleset = game(4, 5, maximum=sheet)
    score, quick = both(ruleset)
    assert score.patterns == quick == won
    assert score.sheet is not None and score.sheet.sum == max(laid, paired)


# ---- patterns of the same value

OVERLAY = """
extends: riichi
add:
  - id: three_sisters
    value: {closed: 2, open: 1}
    match: chow(n, A), chow(n, B), chow(n+1, C)
    RELATION
"""
HAND = "234m 234p 234s 345s 9s +9s"


def counted(folder: Path, relation: str) -> tuple[str, ...]:
    folder.mkdir(exist_ok=True)
    path = folder / "club.yaml"
    path.write_text(OVERLAY.replace("RELATION", relation), encoding="utf-8")
    return score(HAND, load_ruleset(str(path)), win="ron").patterns


def test_a_later_pattern_takes_away_an_earlier_one_of_the_same_value(tmp_path: Path) -> None:
    assert counted(tmp_path, "excludes: [sanshoku_doujun]") == ("three_sisters",)
    assert counted(tmp_path / "again", "implies: [sanshoku_doujun]") == ("three_sisters",)


def test_without_a_relation_both_count_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert counted(tmp_path, "group: club") == ("sanshoku_doujun", "three_sisters")
