"""A part of a log that is changed or missing is told, wherever the rest of the log says what it must be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scorer import ScorerError
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from tests.replay.made_up import MadeUpDeal, as_mjai, as_mjlog
from tests.replay.test_referee import DOUBLE, OTHERS, QUIET
from tests.support.loops import some

QUADS = MadeUpDeal(
    ("123m456p1118s111z", *OTHERS),
    "A+1z A[1z1z1z1z] *7s A+4z A-4z B+3z B-3z C+4m C-4m D+5z D-5z A+8s",
    (12600, -4200, -4200, -4200), "A", honba=2, scores=(43000, 19000, 19000, 19000), sticks=0,
)  # fmt: skip
DEALS = [DOUBLE, QUIET, QUADS]
"""A win in riichi, a draw, and a win with a concealed kong."""
FREE = {
    "start_game": {"names"},
    "start_kyoku": {"dora_marker", "tehais"},
    "tsumo": {"pai"},
    "end_kyoku": set[str](),
    "end_game": set[str](),
    "dora": {"dora_marker"},
    "hora": {"ura_markers"},
}
"""What nothing else in a log says again, by the kind of event: names, indicators that make no dora, and tiles that a
player keeps.
"""


def is_told(log: bytes) -> bool:
    try:
        return not referee(read_log(log)).agrees
    except ScorerError:
        return True


def changed_lines(log: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """The log with one line missing or twice, or with one part of it changed, and what was changed."""
    lines = log.decode().splitlines()
    for at, text in enumerate(lines):
        event = json.loads(text)
        before, after, kind = lines[:at], lines[at + 1 :], event.pop("type")
        if kind not in ("start_game", "end_kyoku", "end_game"):
            yield f"no {text}", "\n".join([*before, *after]).encode()
            yield f"twice {text}", "\n".join([*before, text, *lines[at:]]).encode()
        for key in sorted(event.keys() - FREE.get(kind, set())):
            value = changed(event[key], random)
            if (key, value) == ("tsumogiri", False):  # also written where it is not known
                continue
            other = json.dumps({"type": kind, **event, key: value})
            yield f"{key} {value!r} in {text}", "\n".join([*before, other, *after]).encode()


def changed(value: object, random: Random) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1))
    if isinstance(value, str):
        return random.choice([text for text in ("E", "1m", "9s", "5pr", "waltz") if text != value])
    assert isinstance(value, list)
    at = random.randrange(len(value))
    return [*value[:at], changed(value[at], random), *value[at + 1 :]]


@pytest.fixture(scope="module")
def whole() -> bytes:
    log = as_mjai(DEALS)
    assert referee(read_log(log)).agrees
    return log


def test_a_changed_line_is_told(whole: bytes) -> None:
    """A third of the changes, which are different ones in each line."""
    every = some(changed_lines(whole, Random(36)), 60)
    silent = [what for what, log in every[::3] if not is_told(log)]
    assert silent == []


LEFT_OUT = {
    '"tsumogiri": true': '"tsumogiri": false',
    ', "ura_markers": ["9p"]': "",
    ', "ura_markers": []': "",
    '"deltas": [0, 0, 0, 0], ': "",
    ', "tsumogiri": true': "",
}


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_a_log_may_leave_out_is_not_told(whole: bytes, text: str) -> None:
    log = whole.decode().replace(text, LEFT_OUT[text])
    assert log.encode() != whole
    assert referee(read_log(log.encode())).agrees


def troubles_of(log: bytes) -> list[str]:
    report = referee(read_log(log))
    return [str(one.message) for deal in report.deals for one in deal.troubles]


@pytest.mark.parametrize(("scores", "sticks", "told"), [
    ((26000, 25000, 25000, 25000), 0, ["add up to 101,000"]), ((26000, 25000, 25000, 23000), 1, []),
    ((25000,) * 4, 1, ["add up to 101,000"]), ((30000,) * 4, 0, []),
])  # fmt: skip
def test_scores_that_nobody_can_have_begun_with_are_told(
    scores: tuple[int, ...], sticks: int, told: list[str]
) -> None:
    found = troubles_of(as_mjai([replace(QUIET, scores=scores, sticks=sticks)]))
    assert len(found) == len(told)
    assert all(words in text for words, text in zip(told, found, strict=True))


def test_a_tile_that_comes_twice_is_told() -> None:
    """In a log in which each tile has its own number, even if four of its kind are not passed."""
    log = as_mjlog([QUIET])
    assert troubles_of(log) == []
    dealt, drawn = (re.search(pattern, log) for pattern in (rb'hai2="(\d+)', rb"<T(\d+)/>"))
    assert dealt
    assert drawn
    twice = log.replace(drawn[0], b"<T%s/>" % dealt[1])
    assert f"tile number {dealt[1].decode()} appears two times in the deal" in troubles_of(twice)


def test_hidden_indicators_are_counted_with_the_tiles() -> None:
    for hidden, is_told in (("9p", False), ("1z", True)):
        log = as_mjai([replace(DOUBLE, indicator="1z", hidden=hidden)])
        assert any("5 copies of 1z" in text for text in troubles_of(log)) is is_told


def test_what_patterns_are_worth_together_is_compared() -> None:
    lines = [json.loads(line) for line in as_mjai([DOUBLE]).splitlines()]
    win = next(line for line in lines if line["type"] == "hora")
    found = []
    for count in range(2, 9):
        win["fan"] = count
        report = referee(read_log("\n".join(map(json.dumps, lines)).encode()))
        found.append([one.topic for _, one in report.differs])
    assert sorted(found) == [[], *[["total"]] * 6]


def test_a_game_without_red_fives_has_four_plain_ones_of_each_suit() -> None:
    log = as_mjai([replace(DOUBLE, hands=("123m456p789s1122z", "147m258p369s5559m", *OTHERS[1:]))])
    assert referee(read_log(log), "tenhou").fault_count == 0


def test_a_red_five_is_a_plain_one_in_a_game_without_red_tiles() -> None:
    log = as_mjai([replace(DOUBLE, hands=("123m406p789s1122z", *OTHERS))])
    report = referee(read_log(log), "ema")
    assert report.fault_count == 0
    assert [win.line and win.line["hand"] for win in report.wins] == ["123m456p789s1122z +1z"]


def test_indicators_of_two_sets_of_four_may_come_after_the_discard() -> None:
    """The indicators of both are still to be turned over when the second replacement tile wins."""
    quads = "A+1z A[1z1z1z1z] A+8s A[8s8s8s8s] A+7s"
    deal = MadeUpDeal(("123m456p888s111z7s", *OTHERS), quads, (0, 0, 0, 0), "A")
    assert referee(read_log(as_mjai([deal]))).fault_count == 0
