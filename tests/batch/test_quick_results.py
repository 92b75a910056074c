"""What batch prints is the same, whichever engine has scored the line."""

from __future__ import annotations

import json

import pytest

from scorer.compiled import compiled
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.engine.request import understand
from scorer.errors import NotAWinner
from scorer.library import load_ruleset, score_hand
from scorer.render.quick import QuickResults, line_text
from scorer.render.result import result_of
from scorer.sampling import request_of, sample_hands
from tests.support.shipped import each_box

FEW = {"ponjan": 3}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_every_character_of_a_result_is_that_of_the_reference_engine(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    engine = compiled(ruleset)
    results = QuickResults(engine, language)
    for hand, situation in sample_hands(ruleset, 21, FEW.get(name, 8)):
        request = request_of(hand, situation, ruleset)
        try:
            got = engine.score_text(spoken(request))
            want = result_of(score_hand(ruleset, *understand(request, ruleset)), language)
        except (Beyond, NotAWinner):
            continue
        assert got is not None
        assert line_text(7, results.line(got)) == json.dumps({"id": 7} | want, ensure_ascii=False)
