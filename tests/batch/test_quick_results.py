"""What batch prints is the same, whichever way the line was scored."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from scorer.batch.results import JsonLineWriter
from scorer.errors import NotAWinner
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.interface import compile_engine
from scorer.library import load_ruleset
from scorer.render.result import ResultWriter, result_data
from scorer.ruleset.model import Ruleset
from tests.fast.columns.agreeing import readable, requests_of, scorer_of, spoken_hands
from tests.support.loops import some
from tests.support.shipped import each_box

if TYPE_CHECKING:
    from scorer.fast.requests import RequestKey

FLOWERS = re.compile("[0-9]+f")


def lines_of(ruleset: Ruleset, language: str) -> JsonLineWriter:
    sheet = ruleset.sheet
    return JsonLineWriter(ResultWriter(ruleset, language), [item.id for item in sheet.items] if sheet else [])


def expected(ruleset: Ruleset, said: RequestKey, language: str) -> str | None:
    """The line of the readable evaluator."""
    score = readable(ruleset, said)
    return score and json.dumps({"id": 7} | result_data(score, language), ensure_ascii=False)


def without_flowers(said: RequestKey) -> RequestKey:
    """The same hand; the compiled engine reads no flowers in texts."""
    return said._replace(hand=FLOWERS.sub("", said.hand))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_every_character_of_a_result_is_that_of_the_readable_evaluator(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    engine, lines = compile_engine(ruleset), lines_of(ruleset, language)
    checked = 0
    for said in some(map(without_flowers, spoken_hands(ruleset, 21, 8))):
        try:
            line = lines.score_line(7, engine.score_text(said))
        except NeedsReadableEvaluator:
            continue
        except NotAWinner:
            line = None
        assert line == expected(ruleset, said, language)
        checked += line is not None
    assert checked


@pytest.mark.parametrize(
    "name", [box for box in each_box() if box.values[0] not in ("british", "harbor-card")]
)
def test_every_character_of_results_of_columns_is_that_of_the_readable_evaluator(name: str) -> None:
    pytest.importorskip("numpy")
    ruleset = load_ruleset(name)
    scorer, said = scorer_of(ruleset), spoken_hands(ruleset, 22, 40)
    asked = requests_of(said, scorer.indicators)
    made = scorer.score_together(asked, with_readings=True)
    assert made is not None
    assert scorer.columns is not None
    hands = scorer.columns.hand_texts(asked, made)
    lines = lines_of(ruleset, "zh").result_rows([7] * len(said), hands, made)
    found = {row: line for row, line in enumerate(lines) if line is not None}
    for row, line in some(found.items()):
        assert line == expected(ruleset, said[row], "zh"), said[row]
    assert len(found) > 0.2 * len(said)
