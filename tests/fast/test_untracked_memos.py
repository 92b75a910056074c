"""What the large memos hold costs nothing when Python collects garbage."""

from __future__ import annotations

import gc

import pytest

from scorer import load_ruleset, parse_hand
from scorer.fast.interface import compiled_engine
from scorer.hand import Situation
from tests.support.loops import some

HANDS = ("234m345p67p456s55s+8p", "112233m445566p7s+7s", "111222333m55p78s+9s")


@pytest.mark.slow
def test_the_garbage_collector_passes_over_what_is_known_of_rows_and_conditions() -> None:
    engine = compiled_engine(load_ruleset("riichi"))
    for hand in some(HANDS):
        assert engine.score(parse_hand(hand), Situation(self_draw=True)).points
    memos = [engine.conditions.outputs_by_key, *(row.entries for row in engine.layout.main_shape.places)]
    kept: list[object] = [value for memo in memos for value in memo.values()]
    kept += [*engine.values.ways, *engine.values.prices, *engine.values.placement_memo]
    for _ in (1, 2):  # a tuple of tuples is passed over once those inside are
        gc.collect()
    assert kept
    assert not [value for value in kept if gc.is_tracked(value)]
