"""An explanation never disagrees with the score that it explains."""

import re

import pytest

from scorer import score
from scorer.engine.results import Score
from scorer.errors import ScorerError
from scorer.labels import Section
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset, score_hand
from scorer.teach.why import explain_score
from tests.support import small
from tests.support.loops import some
from tests.support.shipped import each_box

HANDS = 8


def number(text: str) -> float:
    return float(re.sub(r"[^0-9.-]", "", text.split(" x ")[0]) or 0)


def section(explanation: tuple[Section, ...], name: str) -> Section | None:
    return next((item for item in explanation if item.id == name), None)


def winning_samples(name: str, count: int) -> list[Score]:
    rules = load_ruleset(name)
    scores = []
    for hand, situation in sample_hands(rules, 7, 4 * count):
        try:
            scores.append(score_hand(rules, hand, situation))
        except ScorerError:
            continue
        if len(scores) == count:
            break
    return scores


@pytest.mark.parametrize("name", each_box())
def test_the_steps_of_an_explanation_add_up_to_the_score(name: str) -> None:
    scores = winning_samples(name, HANDS)
    assert scores
    for scored in some(scores):
        explanation, best = explain_score(scored), scored.best
        payments = section(explanation, "payments")
        assert payments is not None
        lying = [best.payments.sticks] if best.payments.sticks else []
        paid = {share.amount for share in best.payments.shares} | set(lying)
        assert {number(line.value) for line in payments.lines[:-1]} == paid
        assert number(payments.lines[-1].value) == scored.total
        if best.sheet and not best.worth.tier:
            sheet = section(explanation, "sheet")
            assert sheet is not None
            assert sum(number(line.value) for line in sheet.lines[:-1]) == best.sheet.sum
            assert number(sheet.lines[-1].value) == best.sheet.total
        assert len(best.awards) == len(getattr(section(explanation, "patterns"), "lines", ()))


def test_a_swallowed_pattern_is_told_with_the_one_that_swallows_it() -> None:
    told = explain_score(score("223344m556677p9s+9s"))
    lines = {line.label: line.text for line in section(told, "swallowed").lines}  # type: ignore[union-attr]
    assert "Twice pure double run" in lines["Pure double run"]


@pytest.mark.parametrize(
    ("hand", "said", "reason"),
    [
        (
            "22p(444s)(555s)(666p)99s+9s",
            [],
            "the highest closed value of a pattern is at least two, though a set was called",
        ),
        (
            "22p(444s)(555s)(777z)99s+9s",
            [],
            "a set of dragons or of an active wind (777z), though a set was called",
        ),
        (
            "234p678p345s234s9p+9p",
            ["riichi"],
            "at least one pattern from 'Yaku', though the hand is won on a discard",
        ),
    ],
)
def test_a_hand_is_told_what_gives_it_the_right_to_win(hand: str, said: list[str], reason: str) -> None:
    """The worth of its patterns is known by then."""
    right = section(explain_score(score(hand, "three-player", circumstances=said)), "right")
    assert right is not None
    assert [line.text for line in right.lines] == [reason]


def test_what_only_had_to_be_said_is_not_said_to_apply() -> None:
    told = section(explain_score(score("234m345p67p456s55s+8p", circumstances=["riichi"])), "patterns")
    assert told is not None
    assert (told.lines[0].label, told.lines[0].text) == ("Riichi", "it was declared")


@pytest.mark.parametrize(
    ("flowers", "tiles"), [("14f", ["1f"]), ("158f", ["1f", "5f"]), ("1234f", ["1f, 2f, 3f and 4f"])]
)
def test_a_bonus_is_told_with_the_flowers_that_it_counts(flowers: str, tiles: list[str]) -> None:
    """East's own flower is not the fourth, which only must not complete the set of all four."""
    found = score(f"123m456m789p234s5s{flowers}+5s", "hong-kong", seat="E", options={"minimum_faan": 0})
    told = section(explain_score(found), "bonuses")
    assert told and [line.text for line in told.lines] == tiles


def test_a_limit_is_named_and_its_shares_are_worked_out() -> None:
    told = explain_score(score("123456789p77z11z+1z"))
    lines = section(told, "arithmetic").lines  # type: ignore[union-attr]
    assert [(line.label, line.value) for line in lines] == [("Total", "6 han"), ("Base (haneman)", "3,000")]
    assert section(told, "payments").lines[0].text == "4 x 3,000"  # type: ignore[union-attr]


def test_a_rounded_share_says_that_it_is_rounded() -> None:
    told = explain_score(score("234m345p67p456s55s+8p", circumstances=["riichi"], discarder="E"))
    first = section(told, "payments").lines[0]  # type: ignore[union-attr]
    assert (first.label, first.text) == ("From East (dealer)", "4 x 960 = 3,840, rounded up")


NEAR = """
highest_only: true
patterns:
- {id: counts, name: Counts, value: 2, when: true}
- {id: as_much, name: As Much, value: 2, when: all_tiles(simple)}
- {id: more, name: More, value: 3, when: all_tiles(simple)}
"""


def test_only_patterns_worth_more_than_the_one_that_counts_are_called_near() -> None:
    near = section(explain_score(small.score(small.usual(NEAR), "234m456p78s555p66s+9s")), "near")
    assert near is not None
    assert [line.label for line in near.lines] == ["More"]


TOP_TIER = """
top_tier_only: 10
patterns:
- {id: counts, name: Counts, value: 12, when: all_tiles(simple) and sets(chow) >= 3}
- {id: same, name: Same Conditions, value: 12, when: all_tiles(simple) and sets(chow) >= 3 and any_tile(green)}
- {id: cheaper, name: Cheaper, value: 10, when: all_tiles(simple) and any_tile(green)}
- {id: dearer, name: Dearer, value: 13, when: all_tiles(simple) and any_tile(green)}
- {id: other, name: Other Condition, value: 10, when: concealed_hand and any_tile(green)}
- {id: bare, name: No Condition Met, value: 10, when: any_tile(green)}
- {id: low, name: Below The Tier, value: 9, when: concealed_hand and any_tile(green)}
"""


def test_a_pattern_is_not_near_that_shares_what_is_met_with_a_dearer_one_that_counts() -> None:
    near = section(
        explain_score(small.score(small.usual(TOP_TIER), "234m456p56m888m55p+7m"), near_miss_limit=9), "near"
    )
    assert near is not None
    assert {line.label for line in near.lines if line.label} == {
        "Dearer",
        "Other Condition",
        "No Condition Met",
    }


@pytest.mark.parametrize(
    ("hand", "win", "reason"),
    [
        ("234m345p67p456s55s+8p", "tsumo", "the 2 fu for a self-draw are not counted"),
        ("(234m)345p67p456s55s+8p", "ron", "no open hand counts less than 30"),
        ("1122m3344p5566s7z+7z", "ron", "they always have 25"),
        ("234m345p67p456s55s+8p", "ron", "a closed self-draw earns a han instead"),
    ],
)
def test_an_explanation_says_why_fu_are_an_exception(hand: str, win: str, reason: str) -> None:
    explained = {section.id: section for section in explain_score(score(hand, "riichi", win=win))}
    assert any(reason in line.text for line in explained["sheet"].lines)
