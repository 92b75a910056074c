"""What several threads work out at the same time is told apart, however it falls out between them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorer.fast.engine import Engine
from scorer.fast.interface import compile_engine
from scorer.fast.requests import SituationKey
from scorer.hand import Situation
from scorer.memo import Numbers
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_by_readings
from tests.fast.comparing import memos, outcome

THREADS = 8


@pytest.fixture(autouse=True)
def _switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_different_things_get_different_numbers_in_all_threads() -> None:
    numbers = Numbers()
    with ThreadPoolExecutor(THREADS) as pool:
        given = pool.map(lambda n: [numbers[n, part] for part in range(3000)], range(THREADS))
        found = [number for part in given for number in part]
    assert len(set(found)) == len(found) == 3000 * THREADS


def test_tables_that_are_made_anew_have_numbers_of_their_own() -> None:
    numbers = compile_engine(load_ruleset("riichi")).situation_numbers
    key, seated = SituationKey.of_situation(Situation(True)), []
    for _ in range(2):
        seated.append(numbers.situation_parts(key)[1])
        numbers.tables.clear()
    assert seated[0].number != seated[1].number


def bounded(most: int) -> Engine:
    """An engine that forgets whatever it can, all the time."""
    before = memos()
    known = set(map(id, before))
    engine = compile_engine(load_ruleset("riichi"))
    own = [memo for memo in memos() if id(memo) not in known]
    assert len(own) > 50
    for memo in own:
        memo.limit = most
    return engine


@pytest.mark.slow
def test_threads_that_share_an_engine_which_forgets_score_as_one_alone() -> None:
    rules, engine = load_ruleset("riichi"), bounded(3)
    samples = list(sample_hands(rules, 11, 60))

    def scored(place: int) -> list[object]:
        turned = samples[place:] + samples[:place]
        found = [outcome(engine.score, *sample) for sample in turned]
        return found[-place:] + found[:-place]

    want = [outcome(score_by_readings, rules, *sample) for sample in samples]
    with ThreadPoolExecutor(THREADS) as pool:
        assert [found == want for found in pool.map(scored, range(1, THREADS + 1))] == [True] * THREADS
