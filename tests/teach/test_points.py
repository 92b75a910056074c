"""A count without a hand is read, paid and refused as `tests/data/counts.yaml` says."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from scorer.errors import InputError
from scorer.message import message_text
from scorer.scoring import load_ruleset
from scorer.teach.payment_table import HandCount
from scorer.teach.points import ANY_WIN, HowWon, Points, points_of, read_count, sheet_step
from tests.support.loops import some
from tests.support.places import DATA
from tests.support.small import usual

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load((DATA / "counts.yaml").read_text("utf-8"))


def count_of(case: dict[str, Any]) -> str:
    return f"{case['count']} {case.get('ruleset', '')}"


def found(case: dict[str, Any], count: str) -> Points:
    return points_of(load_ruleset(case.get("ruleset", "riichi")), count, HowWon(case.get("self_draw")))


def paid(points: Points) -> list[list[object]]:
    return [[one.payments.points if one else "-" for one in payments] for _, payments in points.rows]


@pytest.mark.parametrize("case", CASES["paid"], ids=count_of)
def test_a_count_is_paid_as_the_tables_print_it(case: dict[str, Any]) -> None:
    points = found(case, case["count"])
    assert [message_text(note) for note in points.notes] == ([case["note"]] if "note" in case else [])
    if "pays" in case:
        assert paid(points) == case["pays"]
    if "as" in case:
        other = found(case, case["as"])
        assert (points.rows, points.cases) == (other.rows, other.cases)
    for key, numbers in (
        ("totals", [one.total for one, _ in points.rows]),
        ("tiers", [one.tier for one, _ in points.rows]),
    ):
        assert case.get(key, numbers) == numbers


@pytest.mark.parametrize("case", CASES["noted"], ids=count_of)
def test_a_count_that_no_known_hand_has_is_paid_and_the_nearest_known_ones_are_named(
    case: dict[str, Any],
) -> None:
    points = found(case, case["count"])
    assert all(points.rows[0][1])
    assert [message_text(note) for note in points.notes] == ([case["note"]] if "note" in case else [])


@pytest.mark.parametrize("case", CASES["refused"], ids=count_of)
def test_what_is_no_count_is_refused_with_what_was_meant(case: dict[str, Any]) -> None:
    text = case["count"]
    with pytest.raises(InputError) as caught:
        found(case, text)
    (fault,) = caught.value.faults
    said = message_text(fault.message)
    assert case["says"] in said and said.endswith(case.get("ends", ""))
    assert (fault.position, fault.length) == ((0, len(text)) if text else (None, 1))
    assert list(fault.suggestions) == case.get("suggests", list(fault.suggestions))
    if "self_draw" in case:
        with pytest.raises(InputError, match=re.escape(case["says"])):
            read_count(load_ruleset("riichi"), text, case["self_draw"])
    for words in some(case.get("suggests", ()), least=0):
        assert found(case, words).rows


@pytest.mark.parametrize(("honba", "pays"), [(0, [10, 11]), (1, [10, 13]), (20, [10, 51])])
def test_where_repeats_of_the_dealer_are_of_the_hand_the_dealer_pays_for_them(
    honba: int, pays: list[int]
) -> None:
    won = HowWon(self_draw=False, others=True, honba=honba)
    assert paid(points_of(load_ruleset("taiwanese"), "5", won))[0] == pays


@pytest.mark.parametrize("honba", [-1, 21])
def test_more_repeats_of_the_dealer_than_there_can_be_are_refused(honba: int) -> None:
    with pytest.raises(InputError, match="a whole number from 0 to 20"):
        points_of(load_ruleset("taiwanese"), "5", HowWon(honba=honba))


LIMITS_AT_MANY_HAN = """
unit: han
patterns: [{id: honors, value: 4, count: tiles(honor)}]
fu: {round_up_to: 10, items: [{id: start, fu: 20}, {id: set, fu: 2, each: triplet}]}
limits: [{id: top, name: Top, when: han >= 30, base: 4000}, {id: low, name: Low, when: han >= 3, base: 1000}]
base: fu * han
"""


def test_a_number_without_a_unit_may_be_a_secondary_score_only_above_the_last_limit() -> None:
    ruleset = usual(LIMITS_AT_MANY_HAN)
    assert points_of(ruleset, "20").rows[0][0] == HandCount(20)
    with pytest.raises(InputError, match="is 40 han or fu"):
        points_of(ruleset, "40")


@pytest.mark.parametrize("case", CASES["read"], ids=count_of)
def test_a_count_is_read_as_a_player_says_it(case: dict[str, Any]) -> None:
    count = read_count(load_ruleset("riichi"), case["count"], case.get("self_draw")).count
    assert [count.total, count.sheet, count.tier] == case["is"]


def test_no_line_of_the_secondary_score_is_rounded_up_that_no_hand_has() -> None:
    """Every one of riichi is even."""
    assert read_count(load_ruleset("riichi"), "2 han 32 fu").count == HandCount(2, 40)
    with pytest.raises(InputError, match="no hand has 33 fu; nearest: 30 and 40"):
        read_count(load_ruleset("riichi"), "2 han 33 fu")


@pytest.mark.parametrize(
    ("count", "pays", "note"),
    [
        ("9", 9, ""),
        ("10", 10, ""),
        ("11", 10, "At most 10 points count."),
        ("12", 10, "At most 10 points count."),
    ],
)
def test_the_maximum_is_a_count_although_no_values_add_up_to_it(count: str, pays: int, note: str) -> None:
    """A hand that is worth more has it."""
    rules = usual(
        "maximum: 10\npatterns: [{id: it, value: 3, when: any_tile(dragon), count: tiles(dragon)}]\n"
    )
    found = points_of(rules, count, HowWon(self_draw=False))
    assert paid(found)[0] == [pays]
    assert [message_text(one) for one in found.notes] == ([note] if note else [])
    with pytest.raises(InputError, match="nearest: 6 and 9"):
        points_of(rules, "8")


def test_where_nobody_wins_on_a_discard_no_count_is_paid_for_one() -> None:
    rules = load_ruleset("hongzhong")
    assert points_of(rules, "1", HowWon(self_draw=True)).rows
    with pytest.raises(InputError, match="no hand wins on a discard in hongzhong"):
        points_of(rules, "1", HowWon(self_draw=False))


@pytest.mark.parametrize(
    ("won", "cases"),
    [
        (HowWon(self_draw=True, dealer=True), [(True, True)]),
        (HowWon(self_draw=False, others=True), [(False, False)]),
        (HowWon(dealer=True), [(False, True), (True, True)]),
        (HowWon(self_draw=True), [(True, False), (True, True)]),
    ],
)
def test_only_the_cases_are_paid_that_are_asked_about(won: HowWon, cases: list[tuple[bool, bool]]) -> None:
    found = points_of(load_ruleset("riichi"), "3 30", won)
    assert sorted({(one.self_draw, one.dealer) for one in found.cases}) == cases


@pytest.mark.parametrize(
    ("won", "pays"),
    [
        (HowWon(dealer=True), {5800, 6000}),
        (HowWon(others=True), {3900, 4000}),
        (HowWon(self_draw=True), {4000, 6000}),
        (HowWon(self_draw=False, dealer=True), {5800}),
        (ANY_WIN, {3900, 4000, 5800, 6000}),
    ],
)
def test_a_count_of_riichi_is_paid_to_the_winners_that_are_asked_about(won: HowWon, pays: set[int]) -> None:
    assert set(paid(points_of(load_ruleset("riichi"), "3 30", won))[0]) == pays


@pytest.mark.parametrize("won", [HowWon(dealer=True), HowWon(others=True)])
def test_where_all_are_paid_alike_the_dealer_is_nobody_special(won: HowWon) -> None:
    rules = load_ruleset("mcr")
    assert points_of(rules, "24", won).rows == points_of(rules, "24").rows


def test_counters_and_sticks_are_added_to_what_a_count_pays() -> None:
    won = HowWon(self_draw=False, others=True, honba=2, sticks=1)
    ((payment, *_), *_) = (payments for _, payments in points_of(load_ruleset("riichi"), "3 30", won).rows)
    assert payment is not None
    assert payment.payments.total == 3900 + 2 * 300 + 1000


@pytest.mark.parametrize(
    ("items", "step"),
    [
        ("[{id: a, fu: 13}]", 13),
        ("[{id: a, fu: 4}, {id: b, fu: 6, each: triplet}]", 2),
        ("[{id: a, fu: 4}, {id: b, fu: 7}]", 1),
        ("[]", 1),
    ],
)
def test_a_hand_is_said_to_have_only_what_lines_of_the_secondary_score_add_up_to(
    items: str, step: int
) -> None:
    ruleset = usual(
        LIMITS_AT_MANY_HAN.replace("[{id: start, fu: 20}, {id: set, fu: 2, each: triplet}]", items)
    )
    assert sheet_step(ruleset) == step
