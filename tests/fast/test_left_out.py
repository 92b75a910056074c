"""What the compiled evaluator answers, and the guide's list of what it leaves to the readable one, item by item."""

from __future__ import annotations

import re
from functools import partial

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.errors import InputError, NotAWinner
from scorer.fast.fallback import NeedsReadableEvaluator, Unsupported
from scorer.fast.interface import compile_engine, compiled_form, left_out
from scorer.hand import Situation
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import BulkScorer, load_ruleset, parse_hand, score_by_readings
from tests.fast.columns.agreeing import compare, request_key, requests_of, rows_of, spoken_hands
from tests.fast.comparing import differences
from tests.support.places import ROOT
from tests.support.small import check_text, made, usual

GUIDE = (ROOT / "rulesets" / "REFERENCE.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^- (.+?)[;.]$", GUIDE.partition("## Speed\n")[2].partition("\n## ")[0], re.MULTILINE)
HEAD = "extends: riichi\nadd:\n  - {id: it, name: It, value: 1, definition: It., "
JOKERS = "extends: ponjan\npatterns:\n  - {id: it, name: It, value: 1, definition: It., "
BOX = """
name: Box
unit: points
players: 2
seats: {{round: E, seat: S}}
tileset:
  copies: 4
  jokers: {jokers}
  suits: {suits}
shapes:
  it: {shape}
patterns:
  - {{id: it, name: It, value: 1, definition: It.{asked}}}
"""
ONE_SUIT, ONE_SET = "{m: {name: red, ranks: 1-9}}", "{sets: 1, pair: 1, name: one set}"
LEFT = {
    "`joker` as a state": JOKERS + "when: sets(joker) == 0}\n",
    "a condition of a shape": "extends: riichi\nshapes:\n  pairs: {pairs: 7, name: pairs, when: kinds(terminal) > 1}\n",
    "rows of a shape with several choices": "extends: riichi\nshapes:\n  rows: {fixed: nnnA, sets: 3, pair: 1, name: rows}\n",
    "a shape of tiles in several suits": BOX.format(
        jokers="2",
        suits="{m: {name: red, ranks: 1-3}, p: {name: black, ranks: 1-3}}",
        shape="{different: 4, from: 13A 12B, name: four tiles}",
        asked="",
    ),
    "classes of winds": BOX.format(
        jokers="2", suits=ONE_SUIT, shape=ONE_SET, asked=", when: tiles(win_tile) > 1"
    ),
    "`match(...)` in a condition": HEAD + "when: 'match(pung(seat_wind), pair(wind))'}\n",
    "`wins_on_discard`": HEAD + "when: wins_on_discard}\n",
    "a `where` that uses anything": HEAD + "match: 'chow(n, A), chow(k, B)', where: n < k or dealer}\n",
    "a template that asks for more": HEAD + "match: 'chow(1, A) & concealed'}\n",
    "templates that fit": HEAD
    + "match: '"
    + "triplet(simple | orphan), " * 3
    + "triplet(simple | orphan)'}\n",
}
"""The beginning of each item of the guide's list -> a rule file with such a construct."""
PLACES = {
    "rows of a shape with several choices": ("extends: ",),
    "a shape of tiles in several suits": ("name: Box",),
}
"""Where what no condition asks is told; all else is told at the condition."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("item", LISTED)
def test_what_the_guide_lists_is_left_to_the_readable_evaluator(item: str) -> None:
    (text,) = (text for begin, text in LEFT.items() if item.startswith(begin))
    with pytest.raises(Unsupported):
        compile_engine(made(text))


def test_the_guide_lists_every_construct_that_is_left() -> None:
    assert len(LISTED) == len(LEFT)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("item", LEFT)
def test_check_tells_that_hands_are_scored_one_by_one(item: str) -> None:
    (problem,) = check_text(LEFT[item], "left.yaml", select=["L514"])
    assert problem.severity == "warning"
    assert str(problem.message).startswith("hands are scored one by one, which takes many times as long: ")
    assert any(word in problem.source_line for word in PLACES.get(item, ("when: ", "match: ")))
    assert item != "templates that fit" or ": triplet(simple | orphan), triplet" in str(problem.message)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_ruleset_is_compiled(name: str) -> None:
    assert not left_out(load_ruleset(name))


ANSWERED = [
    "when: tiles(win_tile) > 1",
    "when: kinds(round_wind | terminal) > 1",
    "when: pips(seat_wind | terminal) > 3",
    "when: exposed(seat_wind) == 0",
    "when: any_tile(win_tile | terminal)",
    "when: all_tiles(win_tile | simple)",
    "when: tiles(seat_flower) == 0",
    "when: on_every_wait(on_every_wait(wait(closed)))",
    "when: on_every_wait(tiles(terminal) / 2 > 1)",
    "when: tiles(terminal) / 2 > 1",
    "when: tiles(terminal) ** 2 > 4",
    "when: price(tiles(simple)) > 4",
    "value: price(tiles(simple)) + 1",
    "value: 30 + tiles(terminal) - tiles(simple)",
    "count: pips(simple)",
    "count: tiles(simple) * 5",
    "match: [pung(seat_wind), pung(round_wind)]",
    "match: 'pung(seat_wind), chow(n, A)'",
    "match: 'chow(n, A), chow(k, B)', where: n + 1 == k",
]
"""What was once left to the readable evaluator, or was worked out wrongly."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("pattern", ANSWERED)
def test_what_no_counter_answers_scores_alike_in_both_evaluators(pattern: str) -> None:
    value = "" if pattern.startswith("value") else "value: 1, "
    tables = "tables: {price: {0-6: 4, 7+: 7}}\n"
    ruleset = usual(f"{tables}patterns:\n- {{id: it, {value}{pattern}}}\n- {{id: plain, value: 1}}\n")
    found, seen = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 3, 15))
    assert not found
    assert seen["won"] > 5


def read_often(shapes: int, hand_sets: int, kind: str) -> Ruleset:
    """Rules that read a hand of so many equal sets over and over, once for each shape."""
    shape = f"{{sets: {hand_sets}, pair: 0, kinds: [loose]}}"
    return made(
        f"name: Club\nunit: points\nsets: {{loose: {{{kind}}}}}\nshapes:\n"
        + "".join(f"  s{number}: {shape}\n" for number in range(shapes))
        + "patterns:\n  - {id: it, name: It, definition: It., value: 1, when: self_draw}\n"
    )


@pytest.mark.slow
def test_readings_are_counted_alike_by_both_evaluators_up_to_the_most_that_a_hand_may_have() -> None:
    ruleset = read_often(14, 3, "size: 3, same: suit")
    hand, drawn = parse_hand("12345678m+9m", ruleset), Situation(self_draw=True)
    score = compile_engine(ruleset).score(hand, drawn)
    assert score is not None
    assert score.complete == score_by_readings(ruleset, hand, drawn).complete == 14 * 280


@pytest.mark.slow
def test_a_hand_of_more_readings_is_refused_by_both_evaluators_with_the_same_words() -> None:
    ruleset = read_often(15, 3, "size: 3, same: suit")
    hand, drawn = parse_hand("12345678m+9m", ruleset), Situation(self_draw=True)
    with pytest.raises(NeedsReadableEvaluator, match="the hand can be read in too many ways"):
        compile_engine(ruleset).score(hand, drawn)
    with pytest.raises(InputError, match="the hand can be read in too many ways"):
        score_by_readings(ruleset, hand, drawn)


@pytest.mark.slow
def test_columns_leave_a_hand_that_many_shapes_read_in_too_many_ways() -> None:
    ruleset = read_often(280, 3, "size: 2, same: suit")
    scorer = BulkScorer(ruleset)
    said = [request_key(hand, "self_draw", "", "", "", (), 0, 0) for hand in ("12345m+6m", "11112m+2m")]
    found = scorer.score_together(requests_of(said, ()))
    assert found is not None
    assert list(found.fallback_rows) == [0]
    assert found.columns.payments.places[1]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "least",
    [
        "2 if honba >= 1 else 1",
        "3 if tiles(terminal) >= 2 else 1",
        "1 + kinds(honor)",
        "2 if dealer else 1",
        "min(honba, 3) + 1 if sticks >= 1 else 1",
        "1 + (honba + sticks) // 2",
        "5 - honba",
    ],
)
def test_what_a_hand_needs_to_win_may_hang_on_hand_and_table_in_every_evaluator(least: str) -> None:
    ruleset = usual(f"extends: riichi\nname: Club\nminimum: {least}\n")
    found, seen = differences(compile_engine(ruleset), ruleset, sample_hands(ruleset, 5, 40))
    assert not found
    assert seen["won"] > 3
    hands, in_columns, by_reading = compare(ruleset, spoken_hands(ruleset, 6, 40), 2)
    assert min(hands, in_columns, by_reading) > 3


def test_one_hand_wins_or_not_by_the_counters_alone_in_every_evaluator() -> None:
    ruleset = configure_ruleset(load_ruleset("riichi"), {"two_han_from_honba": 5})
    assert left_out(ruleset) is None
    hand = parse_hand("234m567m345p67s99s+8s", ruleset)
    scorer, engine = BulkScorer(ruleset), compile_engine(ruleset)
    said = [
        request_key("234m567m345p67s99s+8s", "discard", "E", "S", "W", (), honba, 0) for honba in (4, 5, 4)
    ]
    together = scorer.score_together(requests_of(said, ()))
    assert together is not None
    assert [one is not None for one in rows_of(together.columns)] == [True, False, True]
    for honba in (4, 5, 4):
        won = Situation(self_draw=False, seat="S", discarder="W", honba=honba)
        for score in (engine.score_hand, partial(score_by_readings, ruleset)):
            if honba < 5:
                assert score(hand, won)
            else:
                with pytest.raises(NotAWinner):
                    score(hand, won)


def test_what_only_the_table_asks_of_a_hand_is_not_compiled() -> None:
    """Each condition among the payments multiplies the keys under which payments are remembered."""
    ruleset = load_ruleset("riichi")
    asked = ruleset.payment.liability, compiled_form(ruleset).worth.rules.payment.liability
    assert [bool(liability and liability.certainty_conditions) for liability in asked] == [True, False]
