"""What batch prints is the same, whichever way the line was scored."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from scorer.batch import scoring
from scorer.batch.results import JsonLineWriter
from scorer.errors import NotAWinner
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.interface import compile_engine
from scorer.render.result import Object, ResultWriter, result_data
from scorer.rows import Rulesets
from scorer.ruleset.model import Ruleset
from scorer.scoring import FEWEST_FOR_COLUMNS, load_ruleset
from tests.fast.columns.agreeing import readable, requests_of, scorer_of, spoken_hands
from tests.support.loops import some
from tests.support.shipped import each_box

if TYPE_CHECKING:
    from scorer.engine.results import Payments
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


@pytest.mark.parametrize("name", [box for box in each_box() if box.values[0] != "harbor-card"])
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
    least = 0.1 if name == "guangdong" else 0.2  # most hands drawn for Guangdong have too few fan
    assert len(found) > least * len(said)


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_what_many_hands_share_is_formatted_once_in_a_run(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(scoring, "GROUP_SIZE", FEWEST_FOR_COLUMNS)
    columns = ("hand", "points", "payments", "total") if ending != "jsonl" else ()
    work = scoring.WorkOrder(ending=ending, columns_wanted=columns, patience=60.0)
    formatted: list[object] = []
    payment_data = ResultWriter.payment_data

    def counted_payment_data(self: ResultWriter, payments: Payments) -> Object:
        formatted.append(payments)
        return payment_data(self, payments)

    monkeypatch.setattr(ResultWriter, "payment_data", counted_payment_data)
    line = json.dumps({"hand": "234m345p67p456s55s+8p"}).encode()
    blocks = list(scoring.BlockScorer(Rulesets("riichi", {}), work).blocks([line] * (3 * FEWEST_FOR_COLUMNS)))
    assert [(block.size, block.failures) for block in blocks] == [(FEWEST_FOR_COLUMNS, 0)] * 3
    assert len(formatted) == 1
