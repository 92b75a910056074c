"""Lines that are plainly well said are read at once, and give what every line gives."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from random import Random

import pytest

from scorer.batch.results import line_bytes
from scorer.batch.scoring import FEWEST_FOR_COLUMNS, BlockScorer, LineScorer, WorkOrder
from scorer.rows import Rulesets
from tests.cli.runs import HAND, run
from tests.support.loops import some

GOOD = f'{{"id": 1, "hand": "{HAND}", "win": "tsumo"}}'.encode()
LINES = [
    f'{{"id": "a\\u00e9\\ud800", "hand": "{HAND}", "with": ["riichi"], "dora": "4s", "honba": 2, "ruleset": "tenhou"}}',
    f'{{"hand": "{HAND}", "id": {{"any": [1, null, true]}}}}',
    f'{{"hand": "{HAND}", "hand": "1m"}}',
    f'{{"hand": "{HAND}", "honba": true}}',
    f'{{"hand": "{HAND}", "honba": 1.0}}',
    f'{{"hand": "{HAND}", "id": NaN}}',
    f'{{"hand": "{HAND}", "id": {"9" * 40}}}',
    f'{{"hand": "{HAND}", "with": "riichi"}}',
    f'{{"hand": "{HAND}", "with": [7]}}',
    f'{{"hand": "{HAND}", "dora": ["4s"]}}',
    f'{{"hand": "{HAND}", "options": {{"red_fives": 0}}}}',
    f'{{"hand": "{HAND}", "ruleset": ["riichi"]}}',
    f'{{"hand": "{HAND}", "ruleset": "none"}}',
    f'{{"hand": "{HAND}", "kan": "1m"}}',
    f'{{"hand": "{HAND}"}} x',
    f'  {{"hand": "{HAND}"}}\t',
    '{"hand": ["1m"]}', '{"id": 3}', "[]", "7", "", "{", '{"hand": "123m456p789s11222z+1z", "pao": {}}',
]  # fmt: skip


@pytest.mark.parametrize("line", [text.encode("utf-8", "surrogatepass") for text in LINES])
def test_a_line_gives_the_same_whichever_way_it_is_read(line: bytes) -> None:
    quick = LineScorer(Rulesets("riichi", {}))
    quick.result(GOOD)
    found = [quick.result(line) for _ in range(2)]
    together = BlockScorer(Rulesets("riichi", {}), WorkOrder(patience=60)).blocks(
        [line, *[GOOD] * FEWEST_FOR_COLUMNS, line]
    )
    first, *_, last = b"".join([block.data for block in together]).splitlines(keepends=True)
    assert [first, last] == [line_bytes(result.text) for result in found]
    assert found == [LineScorer(Rulesets("riichi", {})).result(line)] * 2


@pytest.mark.parametrize(
    "hand", ["789s1406m777z(345p)+1m", "641m0m987s777z(435p)+1m", "1406m 777z 789s, (543p) +1m"]
)
def test_a_hand_is_written_as_it_should_be_however_it_is_given(hand: str) -> None:
    quick = LineScorer(Rulesets("riichi", {}))
    quick.result(GOOD)
    line, is_scored, _ = quick.result(f'{{"hand": "{hand}"}}'.encode())
    assert is_scored and '"hand": "1406m789s777z(345p)+1m"' in line


def hands_of_nothing(count: int) -> list[bytes]:
    """Hands of tiles that lie together by chance."""
    rng, wall = Random(3), [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] * 4
    drawn = [rng.sample(wall, 14) for _ in range(count)]
    return [json.dumps({"id": n, "hand": f"{''.join(t[:13])}+{t[13]}"}).encode() for n, t in enumerate(drawn)]


def calls(scorer: LineScorer, lines: Sequence[bytes]) -> float:
    """Functions of Python called for a line."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        for line in lines:
            scorer.result(line)
    finally:
        sys.setprofile(None)
    return count / len(lines)


@pytest.mark.parametrize("name", ["riichi", "mcr"])
def test_a_line_that_fills_no_shape_takes_little_more_than_one_that_wins(name: str) -> None:
    scorer, lines = LineScorer(Rulesets(name, {})), hands_of_nothing(100)
    for line in [GOOD.replace(b"tsumo", b"self_draw"), *lines]:
        scorer.result(line)
    assert calls(scorer, lines) < 3 * calls(scorer, [GOOD.replace(b"tsumo", b"self_draw")])
    readable = LineScorer(Rulesets(name, {}), near_misses=True)
    for line in some(lines[:10]):
        found, with_advice = (json.loads(one.result(line)[0]) for one in (scorer, readable))
        assert found["error"]["kind"] == "not_winning"
        assert found["error"] == {key: with_advice["error"][key] for key in found["error"]}


def test_a_ruleset_named_twice_is_refused() -> None:
    answer = run("batch", "-r", "riichi", "-r", "tenhou", given="")
    assert answer.exit_code == 2
    assert "takes one ruleset" in answer.stderr


def test_hands_scored_together_are_written_as_they_should_be() -> None:
    pytest.importorskip("numpy")
    given = ["789s1406m777z(345p)+1m", "641m0m987s777z(435p)+1m", "1460m777z789s(543p)+1m", "4m4m+", HAND]
    lines = [f'{{"hand": "{hand}"}}'.encode() for hand in given * FEWEST_FOR_COLUMNS]
    alone = LineScorer(Rulesets("riichi", {}))
    scorer = BlockScorer(Rulesets("riichi", {}), WorkOrder(patience=60))
    found = b"".join([block.data for block in scorer.blocks(lines)]).splitlines(keepends=True)
    assert found == [line_bytes(alone.result(line)[0]) for line in lines[: len(given)]] * FEWEST_FOR_COLUMNS
    assert b'"hand": "1406m789s777z(345p)+1m"' in found[2]


@pytest.mark.parametrize("named_first", [True, False])
def test_a_hand_without_a_discarder_is_told_what_the_dealer_would_pay_beside_any_other(
    named_first: bool,
) -> None:
    pytest.importorskip("numpy")
    said = {"hand": "123456789m123s(777z)1p+1p", "win": "ron", "seat": "S"}
    pair = [said | {"from": "W"}, said] if named_first else [said, said | {"from": "W"}]
    lines = [json.dumps(one).encode() for one in pair * FEWEST_FOR_COLUMNS]
    scorer = BlockScorer(Rulesets("taiwanese", {}), WorkOrder(patience=60))
    found = b"".join([block.data for block in scorer.blocks(lines)]).splitlines()
    told = ["if_dealer_discarded" in json.loads(line) for line in found]
    assert told == [not named_first, named_first] * FEWEST_FOR_COLUMNS


OF_RULES: tuple[dict[str, object], ...] = (
    {},
    {"ruleset": "riichi", "options": {}},
    {"options": {"open_tanyao": False}},
    {"options": {"open_tanyao": 0}},
    {"ruleset": "ema"},
    {"ruleset": "tenhou-sanma", "options": {"red_fives": 2}},
    {"ruleset": "none"},
    {"options": {"none": 1}},
    {"options": 7},
)


def test_lines_with_rules_of_their_own_are_scored_together_and_give_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorer.batch.scoring.FEWEST_FOR_COLUMNS", 4)
    hands = (HAND, "22234m345p(678s)55s+5s", "1m", "19m19p19s1234567z+1m")
    lines = [
        json.dumps({"id": number, "hand": hand, **rules}).encode() + b"\n"
        for number, (rules, hand) in enumerate((rules, hand) for rules in OF_RULES for hand in hands)
    ]
    together = BlockScorer(Rulesets("riichi", {}), WorkOrder(patience=60))
    assert [made is not None for made in together._score_together(lines, [None] * len(lines))[0]].count(
        True
    ) >= 7
    alone = LineScorer(Rulesets("riichi", {}))
    written = b"".join(bytes(block.data) for block in together.blocks(lines))
    assert written.splitlines() == [line_bytes(alone.result(line).text).rstrip(b"\n") for line in lines]
