"""Columns give what hands give one by one, and the readable evaluator as well."""

from __future__ import annotations

import os
from random import Random

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.engine.results import Score
from scorer.fast.fallback import Unsupported
from scorer.fast.interface import compile_engine
from scorer.fast.requests import RequestKey, Requests, SituationText
from scorer.hand import Request
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import load_ruleset
from tests.fast.columns.agreeing import (
    EVERY_RUN,
    compare,
    readable,
    request_key,
    requests_of,
    row_of,
    rows_of,
    scorer_of,
    spoken_hands,
    with_other_winning_tiles,
)
from tests.support.loops import some
from tests.support.shipped import each_box, each_of
from tests.support.small import made

np = pytest.importorskip("numpy")

from scorer.fast.columns.scorer import ColumnScorer  # noqa: E402

HANDS = int(os.environ.get("SCORER_AGREE", "500"))
"""generated hands of each ruleset for the slow test; 50,000 take some minutes for each"""
EACH = 20
"""of so many hands the readable evaluator scores one"""


@pytest.mark.parametrize("name", each_box())
def test_columns_say_what_single_hands_and_the_readable_evaluator_say(name: str) -> None:
    ruleset = load_ruleset(name)
    hands = spoken_hands(ruleset, 31, 60)
    count, together, asked = compare(ruleset, hands, 5)
    assert together > 0.2 * count
    assert asked
    count, together, _ = compare(ruleset, with_other_winning_tiles(hands), 5)
    assert together > 0.2 * count, "hands that are not complete are told apart"


@pytest.mark.parametrize("name", ["riichi", "sanma", "ema"])
def test_columns_show_the_sheet_that_is_larger_before_rounding(name: str) -> None:
    ruleset = load_ruleset(name)
    asked = RequestKey.of_request(Request("234p1112356777s+4s", win="tsumo"))
    assert compare(ruleset, [asked], 1) == (1, 1, 1)
    score = readable(ruleset, asked)
    assert score is not None and score.sheet is not None
    assert score.sheet.sum == 30  # 111s counts 8 fu, 777s in the other reading 4


@pytest.mark.slow_one_in(8)
@pytest.mark.parametrize("name", shipped_names())
def test_columns_agree_on_very_many_hands(name: str) -> None:
    ruleset = load_ruleset(name)
    count, together, asked = compare(ruleset, spoken_hands(ruleset, 99, HANDS), EACH)
    print(f"{name}: {together:,} of {count:,} hands agree; {asked:,} asked of the readable evaluator")
    assert together > 0.2 * count
    assert asked


def drawn(ruleset: Ruleset, rng: Random) -> dict[str, Value]:
    """Options, each drawn among the values it may have."""
    chosen: dict[str, Value] = {}
    for option in ruleset.options:
        if option.choices:
            chosen[option.id] = rng.choice(option.choices)
        elif isinstance(option.default, bool):
            chosen[option.id] = rng.random() < 0.5
    return chosen


@pytest.mark.parametrize(
    "name", each_of(["riichi", "sanma", "mcr", "hong-kong", "taiwanese", "classical", "zung-jung", "british"])
)
def test_columns_agree_whatever_the_options(name: str) -> None:
    ruleset, rng = load_ruleset(name), Random(7)
    agreed = 0
    for turn in range(3):
        rules = configure_ruleset(ruleset, drawn(ruleset, rng))
        agreed += compare(rules, spoken_hands(rules, turn, 25), 5)[1]
    assert agreed > 15


def test_nothing_is_worked_out_twice() -> None:
    ruleset = load_ruleset("riichi")
    scorer = scorer_of(ruleset)
    asked = requests_of(spoken_hands(ruleset, 4, 150), scorer.indicators)
    assert scorer.columns is not None
    prices = scorer.columns.valuing.prices
    first = scorer.score_together(asked)
    misses = prices.misses
    again = scorer.score_together(asked)
    assert first is not None and again is not None
    assert misses == prices.misses > 0
    assert first.columns.payments.map_rows(lambda paid: paid.points) == again.columns.payments.map_rows(
        lambda paid: paid.points
    )


@pytest.mark.parametrize("shown", [{}, {"dora": []}])
def test_no_hands_give_no_rows(shown: dict[str, list[str]]) -> None:
    found = scorer_of(load_ruleset("riichi")).score_together(Requests.of_rows([], [], shown))
    assert found is not None and found.fallback_rows == []


JOINED = """
name: Three suits
tileset: {red: {5p: 1}}
tiles: {simple: 2345678mps}
sets:
  trio: {size: 3, same: rank, differ: suit}
shapes:
  standard: {sets: 4, pair: 1, kinds: [chow, pung, kong, trio]}
indicators: {dora: {at_most: 2}}
bonuses: [{id: dora, name: Dora, value: 1, count: indicated(dora)}]
patterns:
  - {id: any, name: Any, value: 1, definition: Every hand has it.}
  - {id: many, name: Many, value: 2, when: kinds(simple) > 6, definition: Seven different tiles.}
  - {id: red, name: Red, value: 4, count: reds, definition: Red tiles.}
"""


@pytest.mark.parametrize(("copies", "parts"), [(4, 2), (8, 3)])
def test_a_row_with_more_bits_than_a_column_takes_several(copies: int, parts: int) -> None:
    rules = made(JOINED.replace("red:", f"copies: {copies}, red:"))
    scorer = ColumnScorer(compile_engine(rules))
    assert len(scorer.tables.parts_of_rows[0]) == parts
    assert all(part.mask.bit_length() < 64 for part in scorer.tables.parts)
    count, together, asked = compare(rules, spoken_hands(rules, 5, 60), 3)
    assert together > 0.9 * count
    assert asked > 15


def test_templates_that_fit_in_no_column_are_refused_by_name() -> None:
    rules = made(EVERY_RUN)
    with pytest.raises(Unsupported, match="templates in 21 parts"):
        ColumnScorer(compile_engine(rules))
    assert "templates in 21 parts" in scorer_of(rules).why_alone


WIDE = """
name: Wide
shapes:
  standard: {sets: 4, pair: 1}
patterns:
  - {id: any, name: Any, value: 1_000_000_000, count: 3, definition: Every hand has it thrice.}
"""


def test_a_value_wider_than_a_word_of_the_processor_is_no_other_value() -> None:
    rules = made(WIDE)
    assert compare(rules, spoken_hands(rules, 4, 6), 1)[1] > 2


STAKED = """
extends: riichi
payment:
  discard: {discarder: 1000}
  counters: {discard: {discarder: 100 * honba * han}}
"""


def test_counters_that_ask_what_a_hand_is_worth_are_those_of_each_hand() -> None:
    rules, situation = made(STAKED), SituationText("ron", "E", "S", "E", (), 2, 0, ())
    hands = ["234m567m345p67s99s+8s", "234m345p67p456s55s+8p", "223344m556677p4s+4s"]
    assert compare(rules, [RequestKey(hand, situation, ()) for hand in hands], 1) == (3, 3, 3)


ASKED = ("reds", "indicated(dora)", "sets(chow)", "awarded(yaku)", "patterns", "bonus", "wait(single)")


@pytest.mark.parametrize("asked", [*ASKED, "any_tile(honor)"])
def test_what_lies_on_the_table_may_ask_the_hand_whatever_it_is_worth(asked: str) -> None:
    number = f"(2 if {asked} else 1)" if asked in ("wait(single)", "any_tile(honor)") else asked
    rules = made(f"""
        name: Table
        tileset: {{red: {{5m: 1}}}}
        tiles: {{honor: 1234567z}}
        shapes: {{standard: {{sets: 4, pair: 1}}}}
        indicators: {{dora: {{at_most: 2}}}}
        bonuses: [{{id: dora, name: Dora, value: 1, count: indicated(dora)}}]
        patterns:
        - {{id: any, name: Any, value: 2}}
        - {{id: closed, name: Closed, value: 1, when: concealed_hand, group: yaku}}
        - {{id: drawn, name: Drawn, value: 1, when: self_draw}}
        base: 100
        payment: {{counters: {{discard: {{discarder: 'honba * {number}'}}}}, sticks: 'sticks * {number}'}}
    """)
    hands = [
        "234m567m345p67s99s+8s",
        "067m345p67s99s(234m)+8s",
        "234m345p678s333z4m+4m",
        "234m333p666s777s4z+4z",
    ]
    said = [
        request_key(hand, "ron", "E", "S", "W", (), *table, indicators=(("dora", dora),))
        for table in ((2, 1), (1, 0), (0, 3))
        for dora in ("1m", "")
        for hand in hands
    ]
    assert compare(rules, said, 1) == (24, 24, 24)


def test_flowers_that_payments_ask_are_those_of_each_seat() -> None:
    rules = made("""
        name: Garden
        tileset: {flowers: {f: 8}}
        shapes: {standard: {sets: 4, pair: 1}}
        patterns: [{id: any, name: Any, value: 2}]
        base: 100 + 10 * flowers(seat_flower)
    """)
    said = [request_key("234m567m345p67s99s1357f+8s", "ron", "E", seat, "", (), 0, 0) for seat in "ESWN"]
    assert compare(rules, said, 1) == (4, 4, 4)


def test_circumstances_that_ask_for_flowers_are_allowed_to_hands_with_flowers() -> None:
    rules = made("""
        name: Garden
        tileset: {flowers: {f: 8}}
        shapes: {standard: {sets: 4, pair: 1}}
        circumstances: {bloom: {name: Bloom, requires: {flowers >= 2: two flowers are needed}}}
        patterns: [{id: any, name: Any, value: 2}, {id: bloom, name: Bloom, value: 4, when: bloom}]
    """)
    situation = SituationText("ron", "E", "S", "W", ("bloom",), 0, 0, ())
    said = [RequestKey(f"234m567m345p67s99s{flowers}+8s", situation, ()) for flowers in ("", "1f", "15f")]
    assert compare(rules, said, 1) == (3, 1, 1)


def test_counters_that_somebody_answers_for_are_those_of_every_player_together() -> None:
    rules = made("""
        extends: riichi
        set: {pao_counters: liable}
        payment: {counters: {discard: {discarder: 300 * honba, each: 100 * honba}}}
    """)
    won = ("ron", "E", "S", "W", (), 2, 0)
    said = request_key("234m6p(555z)(666z)(777z)+6p", *won, pao=(("daisangen", "N"),))
    found, want = compile_engine(rules).score_text(said), readable(rules, said)
    assert found and want and row_of(found) == row_of(want)
    assert found.payments.total == 32000 + 600 + 2 * 200


def test_a_hand_that_somebody_answers_for_wins_only_where_it_may() -> None:
    rules = made("extends: riichi\nto_win: {yakuman == 0 or honba == 0: no yakuman on a counter}\n")
    said = [
        request_key(
            "234m6p(555z)(666z)(777z)+6p", "ron", "E", "S", "W", (), honba, 0, pao=(("daisangen", "N"),)
        )
        for honba in (0, 1)
    ]
    found = [isinstance(scorer_of(rules).score_one(one), Score) for one in said]
    assert found == [readable(rules, one) is not None for one in said] == [True, False]


@pytest.mark.parametrize("asked", ["reds", "indicated(dora)", "flowers(seat_flower)", "jokers"])
def test_a_penalty_may_ask_what_the_tiles_show(asked: str) -> None:
    rules = made(f"""
        name: Shown
        tileset: {{red: {{5m: 1}}, flowers: {{f: 8}}, jokers: 1}}
        shapes: {{standard: {{sets: 4, pair: 1}}}}
        indicators: {{dora: {{at_most: 2}}}}
        patterns: [{{id: any, name: Any, value: 2}}]
        penalties: [{{id: lucky, name: Lucky, when: {asked} > 0, pay: {{each: 100}}}}]
    """)
    hands = ["234m567m345p67s99s+8s", "067m345p67s99s(234m)2f+8s", "234m567m345p0j7s99s+8s"]
    said = [
        request_key(hand, "ron", "E", seat, "W", (), 0, 0, indicators=(("dora", dora),))
        for hand in hands
        for seat in "ES"
        for dora in ("", "1m")
    ]
    scorer, found = scorer_of(rules), [readable(rules, one) for one in said]
    together = scorer.score_together(requests_of(said, scorer.indicators))
    assert together and {one is None for one in found} == {True, False}
    for one, want, row in some(zip(said, found, rows_of(together.columns), strict=True)):
        assert isinstance(scorer.score_one(one), Score) == bool(want), one
        assert row is None or (want and row == row_of(want)), one


def test_a_shape_or_a_penalty_that_asks_for_what_lies_on_the_table_is_that_of_each_hand() -> None:
    rules = made("""
        name: Table
        shapes: {standard: {sets: 4, pair: 1, when: honba < 2}, pairs: {pairs: 7}}
        patterns: [{id: any, name: Any, value: 2}]
        penalties: [{id: late, name: Late, when: sticks > 1, pay: {each: 100}}]
        payment: {counters: {discard: {discarder: honba}}, sticks: sticks}
    """)
    table = [(honba, sticks) for honba in (0, 3, 1) for sticks in (0, 2)]
    for said in ((0, 0), (0, 2), (2, 0)), ((2, 0), (0, 0), (0, 2)), table:
        scorer = scorer_of(rules)
        for at in some(said):
            one = request_key("234m567m345p67s99s+8s", "ron", "E", "S", "W", (), *at)
            assert (
                isinstance(scorer.score_one(one), Score)
                == (at[0] < 2 and at[1] < 2)
                == bool(readable(rules, one))
            )


@pytest.mark.parametrize("hand", ["77779m778899p77s+8m", "445566m2277779s+8s", "2222444466688m+3m"])
def test_a_tile_that_makes_pairs_of_what_is_held_is_looked_for(hand: str) -> None:
    rules = configure_ruleset(load_ruleset("mcr"), {"minimum_fan": 0})
    said = request_key(hand, "tsumo", "S", "S", "", (), 0, 0)
    found = compile_engine(rules).score_text(said)
    want = readable(rules, said)
    assert found and want and row_of(found) == row_of(want)
    assert "closed_wait" not in found.patterns
