"""What the large memos hold costs nothing when Python collects garbage."""

from __future__ import annotations

import gc

from scorer import load_ruleset, score
from scorer.fast.interface import compiled_engine
from tests.support.loops import some

HANDS = ("234m345p67p456s55s+8p", "112233m445566p7s+7s", "111222333m55p789s+5p")


def test_the_garbage_collector_passes_over_what_is_known_of_rows_and_conditions() -> None:
    for hand in some(HANDS):
        assert score(hand, circumstances=["riichi"]).points
    engine = compiled_engine(load_ruleset("riichi"))
    memos = [engine.conditions.met_conditions, *engine.layout.main.every]
    kept = [value for memo in memos for value in memo.values()]
    gc.collect()
    assert kept
    assert not [value for value in kept if gc.is_tracked(value)]
