"""Many hands in memory give what they give one by one, in order, with errors in their places."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scorer import InputError, NotAWinner, Score, score, score_many
from scorer.errors import RulesetError, ScorerError
from scorer.fast.requests import RequestKey, Requests, ScoredColumns, SituationText
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import FEWEST_FOR_COLUMNS, bulk_scorer, load_ruleset
from tests.fast.columns.agreeing import requests_of, rows_of, scorer_of
from tests.support.shipped import each_of

HAND = "234m345p67p456s55s+8p"
RULESETS = ("riichi", "sanma", "three-player", "pocket-mahjong", "ponjan-anoa", "donjara-one-piece", "mcr")


def with_situation(request: RequestKey, **fields: Any) -> RequestKey:
    """A request with other fields of its situation."""
    return request._replace(situation=request.situation._replace(**fields))


def asked(name: str, count: int = 300) -> Requests:
    """Requests of a ruleset, each good one several times, and such with a fault."""
    ruleset = load_ruleset(name)
    said = [
        RequestKey.of_request(request_for_hand(*sample, ruleset))
        for sample in sample_hands(ruleset, 5, count // 5)
    ] * 5
    strange = [
        said[0]._replace(hand=said[0].hand + "x"),
        said[1]._replace(hand=""),
        with_situation(said[2], win="won"),
        with_situation(said[3], honba=1001),
        said[4]._replace(indicators=(("dora", "99q"),)),
        said[5]._replace(indicators=(("kan", "1m"),)),
        with_situation(said[6], circumstances=("ippatsu", "ippatsu")),
        said[7]._replace(hand=said[7].hand.replace("+", " +")),
        with_situation(said[8], win="ron", round="E", seat="E", discarder="E"),
        said[9]._replace(indicators=(("dora", "1m1m1m1m1m"),)),
        RequestKey(
            HAND,
            SituationText("ron", "E", "S", "", ("riichi",), 0, 0, ()),
            (("dora", "0m"), ("ura", "0m")),
        ),
    ]
    return requests_of([*said, *strange], [item.id for item in ruleset.indicators])


Told = list[tuple[dict[str, Any] | None, str | None]]


def told(found: tuple[ScoredColumns, dict[int, ScorerError]]) -> Told:
    """Everything that is said of each row."""
    scored, errors = found
    return [
        (row, str(errors[place]) if place in errors else None) for place, row in enumerate(rows_of(scored))
    ]


@pytest.mark.parametrize("name", each_of(RULESETS))
def test_rows_scored_together_are_what_they_are_alone(name: str) -> None:
    pytest.importorskip("numpy")
    together, requests = bulk_scorer(name), asked(name)
    assert together.columns is not None
    alone = scorer_of(together.rules)
    alone.columns = None
    found = together.score(requests)
    assert len(requests) >= FEWEST_FOR_COLUMNS
    assert told(found) == told(alone.score(requests))
    made = together.score_together(requests)
    assert made is not None
    assert len(made.fallback_rows) < 0.9 * len(requests)
    assert found[1]


def test_without_numpy_hands_go_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "scorer.fast.columns.scorer", None)
    made = bulk_scorer("riichi")
    assert scorer_of(made.rules).columns is None


def test_threads_that_score_at_the_same_time_get_their_own_results() -> None:
    requests = asked("riichi")
    scorer = bulk_scorer("riichi")
    want, before = told(scorer.score(requests)), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: told(scorer.score(requests)), range(8)))
    finally:
        sys.setswitchinterval(before)
    assert found == [want] * 8


@pytest.mark.parametrize("times", [1, 300])
def test_hands_are_texts_or_what_a_line_says(times: int) -> None:
    given: list[Any] = [
        HAND,
        {"hand": HAND, "win": "tsumo", "with": ["riichi"], "dora": "4s", "honba": 2, "sticks": None},
        {"hand": "123m4s(555z)(666z)(777z)+4s", "pao": {"daisangen": "W"}},
    ]
    found = score_many(given * times)
    assert len(found) == 3 * times
    assert not found.errors
    want = score(HAND, win="tsumo", circumstances=["riichi"], dora="4s", honba=2)
    for place in (1, 3 * times - 2):
        assert (found.points[place], found.totals[place]) == (want.points, want.total)
        assert found.payments[place] == dict(want.best.payments.transfers)
        assert found.patterns[place] == want.patterns
        whole = found[place]
        assert isinstance(whole, Score) and whole.best.payments == want.best.payments
    assert [one.points for one in found[:3] if isinstance(one, Score)] == found.points[:3]


@pytest.mark.parametrize("times", [1, 300])
def test_an_error_stands_in_the_place_of_its_hand(times: int) -> None:
    bad: list[Any] = [
        "123x",
        {"hnad": HAND},
        {"hand": 7},
        {"hand": HAND, "rulesets": "tenhou"},
        "123m456p789s123z11m+1m",
    ]
    found = score_many([HAND] * times + bad)
    assert sorted(found.errors) == [times + place for place in range(5)]
    errors = [found[times + place] for place in range(5)]
    assert [type(one).__name__ for one in errors] == [
        "InputError",
        "BadLine",
        "BadLine",
        "BadLine",
        type(errors[4]).__name__,
    ]
    assert all(isinstance(one, (InputError, NotAWinner)) for one in errors)
    assert found.points[times:] == [None] * 5
    assert found.points[:times] == [score(HAND).points] * times


def test_an_error_keeps_nothing_of_the_steps_that_found_it() -> None:
    scores = score_many([HAND, "123x", "1m", "123m(345p)67p456s55s+8p"])
    assert {place: error.__traceback__ for place, error in scores.errors.items()} == {
        1: None,
        2: None,
        3: None,
    }


def test_bad_rules_are_an_error_of_the_call() -> None:
    with pytest.raises(RulesetError):
        score_many([HAND], "nowhere")
    with pytest.raises(ScorerError):
        score_many([HAND], "riichi", {"no_such_option": True})


def test_mappings_read_key_by_key_say_what_they_say_one_by_one() -> None:
    rows = [
        {
            "hand": said.hand,
            "win": said.situation.win,
            "seat": said.situation.seat,
            "with": list(said.situation.circumstances),
            "honba": said.situation.honba,
            **dict(said.indicators),
        }
        for said in map(asked("riichi").row, range(300))
    ]
    together, one_by_one = score_many(rows), score_many([*rows, HAND])
    for name in ("points", "totals", "limits", "patterns", "payments"):
        assert getattr(together, name) == getattr(one_by_one, name)[:-1]
    assert {place: str(error) for place, error in together.errors.items()} == {
        place: str(error) for place, error in one_by_one.errors.items()
    }
    assert not score_many([]).points
