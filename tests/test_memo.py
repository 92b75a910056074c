"""Memos are bounded by the memory that their entries take."""

from __future__ import annotations

import gc
import itertools

import pytest

import scorer.memo
from scorer.engine.results import Score
from scorer.errors import NotAWinner
from scorer.fast.engine import Engine
from scorer.fast.interface import compiled_engine
from scorer.fast.requests import Interner
from scorer.hand import Request
from scorer.memo import BYTES_PER_RULESET, MOST_BYTES, MOST_RULESETS, Budget, Memo, kept_by_identity, weight
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from tests.support.loops import some

LARGE = 1 << 12


@pytest.fixture(autouse=True)
def budget(monkeypatch: pytest.MonkeyPatch) -> Budget:
    """A budget that no other memo of the process uses."""
    own = Budget()
    monkeypatch.setattr(scorer.memo, "BUDGET", own)
    return own


def test_a_memo_of_large_entries_stays_below_its_bytes() -> None:
    memo: Memo[int, str] = Memo(lambda number: f"{number:0{LARGE}}", limit=1 << 20)
    held = []
    for number in range(4 * MOST_BYTES // LARGE):
        assert len(memo[number]) == LARGE
        held.append(len(memo))
    assert MOST_BYTES // 2 < max(held) * LARGE <= MOST_BYTES * 1.1
    assert sum(after < before for before, after in itertools.pairwise(held)) > 1


def test_parts_that_other_values_hold_are_not_weighed_again() -> None:
    shared = "x" * LARGE * 2
    shared += "y"
    holders = [shared] * 8
    assert weight((1, holders[0])) < LARGE < weight((1, "".join(["x"] * LARGE * 2)))


def test_numbered_values_know_their_size() -> None:
    values: Interner[str] = Interner()
    for number in [*range(80), *range(80)]:
        values.number(number, f"{number:0{LARGE}}")
    assert 80 * LARGE <= values.size < 81 * LARGE


def test_a_series_a_little_too_long_for_a_memo_is_found_in_part_when_it_comes_again() -> None:
    memo: Memo[int, int] = Memo(abs, limit=1000)
    found = 0
    for number in [*range(1100)] * 3:
        found += number in memo
        assert memo[number] == number
    assert 900 < found < 2200


class InUse:
    """Stands for the engine of a ruleset."""


@pytest.mark.slow
def test_all_memos_together_stay_below_the_bytes_for_the_rulesets_in_use(budget: Budget) -> None:
    engines = [InUse() for _ in range(MOST_RULESETS + 1)]
    for engine, shares in some(zip(engines, (1, 2, 3, 4, MOST_RULESETS), strict=True)):
        budget.engines.add(engine)
        assert budget.most == shares * BYTES_PER_RULESET
    engines.clear()
    gc.collect()
    assert budget.most == BYTES_PER_RULESET
    memos = [Memo[int, str](lambda number: f"{number:0{LARGE}}", limit=1 << 20) for _ in range(6)]
    totals = []
    for number in range(BYTES_PER_RULESET // LARGE):
        for memo in memos:
            memo[number]
        totals.append(sum(map(len, memos)) * LARGE)
    assert BYTES_PER_RULESET // 2 < max(totals) <= BYTES_PER_RULESET * 1.2
    assert any(len(memo) < BYTES_PER_RULESET // LARGE for memo in memos)


@pytest.mark.slow
def test_a_series_of_hands_that_were_scored_before_are_found_again() -> None:
    ruleset = load_ruleset("riichi")
    engine = compiled_engine(ruleset)
    requests = [request_for_hand(*sample, ruleset) for sample in sample_hands(ruleset, 7, 2500)]
    first, again = ([scored(engine, request) for request in requests] for _ in range(2))
    wins = [place for place, score in enumerate(first) if score is not None]
    assert len(wins) > 1700
    assert sum(first[place] is again[place] for place in wins) > 0.95 * len(wins)


def scored(engine: Engine, request: Request) -> Score | None:
    try:
        return engine.score_request(request)
    except NotAWinner:
        return None


def test_results_kept_by_identity_are_those_of_the_very_object() -> None:
    asked = list[list[int]]()

    @kept_by_identity(limit=4)
    def number_of_question(numbers: list[int]) -> int:
        asked.append(numbers)
        return len(asked)

    first, equal = [1], [1]
    assert [number_of_question(one) for one in (first, equal, first, equal)] == [1, 2, 1, 2]
    assert [one is other for one, other in zip(asked, (first, equal), strict=True)] == [True, True]
