"""The totals that hands can have under a ruleset, and what the next higher one pays."""

from __future__ import annotations

import pytest

from scorer import score
from scorer.engine.examples import parse_example
from scorer.engine.totals import next_higher_total, possible_totals
from scorer.scoring import score_hand
from tests.support.loops import some
from tests.support.small import usual

ALWAYS = "- {id: a, value: 3, when: true}\n"
DRAWN = "- {id: a, value: 3, when: self_draw}\n"
SIMPLE = "- {id: b, value: 5, when: no_tile(honor)}\n"
BONUS = "bonuses:\n- {id: c, value: 3, when: no_tile(honor)}\n"
SWITCH = "options:\n  all: {default: true, name: All, help: all patterns}\n"


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        (DRAWN + SIMPLE, [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        (ALWAYS + SIMPLE, [3, 6, 8, 9, 11, 12]),
        (ALWAYS + "- {id: b, value: 5, when: no_tile(honor), implies: a}\n", [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        (ALWAYS + "- {id: b, value: 5, when: no_tile(honor), excludes: a}\n", [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        (ALWAYS + "- {id: b, value: 5, when: no_tile(honor), alone: true}\n", [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        ("- {id: a, value: {closed: 4, open: 2}, when: true}\n" + SIMPLE, [2, 4, 6, 7, 8, 9, 10, 11, 12]),
        ("- {id: a, value: {closed: 4}, when: true}\n" + SIMPLE, [0, 4, 5, 8, 9, 10, 12]),
        ("- {id: a, value: {open: 4}, when: true}\n" + SIMPLE, [0, 4, 5, 8, 9, 10, 12]),
        ("- {id: a, value: 3, when: true, count: sets(triplet)}\n" + SIMPLE, [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        ("- {id: a, value: sets(triplet)}\n" + SIMPLE, [*range(13)]),
        (DRAWN + SIMPLE + "highest_only: true\n", [3, 5]),
        (DRAWN + SIMPLE + "highest_only: true\notherwise: {id: c, value: 2}\n", [2, 3, 5]),
        (DRAWN + SIMPLE + "otherwise: {id: c, value: 2}\n", [2, 3, 5, 6, 8, 9, 10, 11, 12]),
        ("- {id: a, value: 5, when: self_draw}\n" + BONUS, [0, 3, 5, 8, 10]),
        ("- {id: a, value: 5, when: self_draw}\n" + BONUS.replace("when: no_tile(honor)", "count: sets(triplet)"),
         [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        ("- {id: a, value: 5, when: self_draw}\n" + BONUS.replace("no_tile(honor)", "false"), [0, 5, 10]),
        (ALWAYS.replace("}", ", match: pung(dragon)}") + SIMPLE, [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        (ALWAYS + SIMPLE + "top_tier_only: 13\n", [0, 3, 5, 6, 8, 9, 10, 11, 12]),
        ("- {id: a, value: {closed: sets(triplet), open: 2}}\n" + SIMPLE, [*range(13)]),
        ("- {id: a, value: 0, when: true}\n" + SIMPLE, [0, 5, 10]),
        ("- {id: a, value: 0, when: self_draw}\n" + SIMPLE + "highest_only: true\n", [5]),
        ("- {id: a, value: 0, zero: true, when: self_draw}\n" + SIMPLE + "highest_only: true\n", [0, 5]),
        ("- {id: a, value: 12, when: self_draw}\n- {id: b, value: 13, when: no_tile(honor)}\n", [0, 12]),
    ],
)  # fmt: skip
def test_the_totals_of_hands_are_sums_of_values_upon_what_every_hand_has(
    text: str, totals: list[int]
) -> None:
    assert [*possible_totals(usual("patterns:\n" + text), 12)] == totals


@pytest.mark.parametrize(
    ("text", "with_all", "without"),
    [
        (DRAWN + SIMPLE.replace("}", ", enabled: all}"), [0, 3, 5, 6, 8, 9, 10], [0, 3, 6, 9]),
        (SIMPLE + ALWAYS.replace("}", ", enabled: all}"), [3, 6, 8, 9], [0, 5, 10]),
        (DRAWN.replace("3", "4") + BONUS.replace("no_tile", "all and no_tile"), [0, 3, 4, 7, 8], [0, 4, 8]),
        (DRAWN.replace("3", "6 if all else 5"), [0, 6], [0, 5, 10]),
    ],
)
def test_what_an_option_switches_off_adds_to_no_total(
    text: str, with_all: list[int], without: list[int]
) -> None:
    for value, totals in ((True, with_all), (False, without)):
        found = possible_totals(usual(SWITCH + "patterns:\n" + text, all=value), 10)
        assert [*found] == totals


PINFU = "234m345p67p456s55s+8p"


@pytest.mark.parametrize(
    ("hand", "said", "step", "points"),
    [
        (PINFU, {}, 1, 3900),
        (PINFU, {"circumstances": ["riichi"]}, 1, 7700),
        (PINFU, {"circumstances": ["riichi"], "seat": "E"}, 1, 11600),
        (PINFU, {"circumstances": ["riichi"], "win": "tsumo"}, 1, 8000),
        (PINFU, {"circumstances": ["riichi"], "honba": 2, "sticks": 1}, 1, 7700),
        (PINFU, {"circumstances": ["riichi"], "dora": "3m"}, 1, 8000),
        (PINFU, {"circumstances": ["riichi", "ippatsu"], "dora": "3m"}, 1, 12000),
        (PINFU, {"circumstances": ["riichi", "ippatsu"], "win": "tsumo", "dora": "4s"}, None, 0),
        ("19m19p19s1234567z+1z", {}, None, 0),
    ],
)  # fmt: skip
def test_one_more_is_paid_as_a_hand_that_has_it(
    hand: str, said: dict[str, object], step: int | None, points: int
) -> None:
    found = next_higher_total(score(hand, "riichi", **said))  # type: ignore[arg-type]
    assert (found.step if found else None) == step
    assert (found.payments.points if found else 0) == points


def test_the_next_total_is_the_next_that_a_hand_can_have() -> None:
    found = next_higher_total(score("123m456p789s22z55p+5p", "zung-jung"))
    assert found is not None
    assert found.step == 5
    assert found.worth.total == score("123m456p789s22z55p+5p", "zung-jung").best.worth.total + 5


def test_the_next_total_has_one_more_of_patterns_and_the_same_bonuses() -> None:
    text = (
        "patterns:\n"
        + ALWAYS
        + SIMPLE
        + "bonuses: [{id: gift, value: 2}]\nbase: 100 * patterns + 10 * bonus + total\n"
    )
    found = next_higher_total(score_hand(*parse_example("111z234m345p678p5s+5s", usual(text))))
    assert found is not None
    assert (found.step, found.worth.total, found.worth.base) == (1, 6, 100 * 4 + 10 * 2 + 6)


def test_no_total_is_next_to_the_maximum() -> None:
    """However near the maximum is."""
    text = "patterns:\n" + ALWAYS + SIMPLE + "maximum: %d\n"
    for most, total in some([(3, None), (5, None), (6, 6), (40, 6)]):
        found = next_higher_total(score_hand(*parse_example("111z234m345p678p5s+5s", usual(text % most))))
        assert (found and found.worth.total) == total, most
