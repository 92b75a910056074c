"""Near misses are ranked as a teacher would rank them, and say what is there and what is not."""

import pytest

from scorer import load_ruleset, parse_hand
from scorer.engine.evaluate import View
from scorer.errors import NotAWinner
from scorer.hand import Situation
from scorer.ruleset.model import Ruleset
from scorer.scoring import readings_of, score_hand
from scorer.teach.advice import Advice, advice_on
from scorer.teach.why import held_conditions_sentence, near_misses, reason_sentence

RULES = load_ruleset("riichi")


def advice(text: str, rules: Ruleset = RULES) -> Advice:
    hand, situation = parse_hand(text, rules), Situation(False, "S")
    with pytest.raises(NotAWinner) as refused:
        score_hand(rules, hand, situation)
    return advice_on(refused.value, rules, hand, situation)


@pytest.mark.parametrize(
    ("hand", "nearest"),
    [
        ("123m456p78p345s11z+9p", ["round_wind", "pinfu", "ittsu"]),
        ("234m345p678p456s9s+9s", ["pinfu", "tanyao", "menzen_tsumo"]),
        ("123m(345p)567s88s67p+8p", ["tanyao"]),
        ("(123m)(456p)789s22z78s+9s", ["seat_wind", "chanta", "junchan"]),
        ("(234m)(234p)345s99s67s+8s", ["tanyao", "sanshoku_doujun"]),
    ],
)
def test_the_patterns_that_a_teacher_would_name_come_first(hand: str, nearest: list[str]) -> None:
    assert [item.pattern.id for item in advice(hand).near_misses] == nearest


def test_a_pair_is_told_where_a_triplet_is_asked_for() -> None:
    assert reason_sentence(advice("123m456p78p345s11z+9p").near_misses[0]) == (
        "it needs a triplet of the round wind, but the hand has only the pair 11z"
    )


def test_what_holds_is_told_beside_what_fails() -> None:
    pinfu = advice("234m345p678p456s9s+9s").near_misses[0]
    assert reason_sentence(pinfu) == "the wait is not two-sided: 9s completed 99s, a pair wait"
    assert held_conditions_sentence(pinfu) == (
        "the other conditions are met: nothing was called and every set is a run"
    )


def test_a_closed_hand_without_patterns_is_told_that_riichi_would_do() -> None:
    assert [item.id for item in advice("123m456p67p789s11z+8p").circumstances][:1] == ["riichi"]
    assert "riichi" not in [item.id for item in advice("123m(345p)567s88s67p+8p").circumstances]


def test_beside_what_counts_only_what_two_tiles_would_bring_is_near() -> None:
    hand, situation = parse_hand("123m456p67p789s11z+8p", RULES), Situation(True, "S")
    view = View(RULES, hand, situation)
    views = [view.with_reading(reading) for reading in readings_of(view)]
    assert score_hand(RULES, hand, situation).patterns == ("menzen_tsumo",)
    near = near_misses(views, ("menzen_tsumo",), limit=9)
    assert [(item.pattern.id, item.distance) for item in near] == [
        ("round_wind", 1),
        ("pinfu", 2),
        ("chanta", 2),
    ]


@pytest.mark.parametrize(
    ("name", "text", "has", "near"),
    [
        (
            "mcr",
            "123m(345m)678p456s9s+9s",
            ["all_chows", "single_wait"],
            ["pure_shifted_chows", "mixed_straight", "mixed_shifted_chows"],
        ),
        ("mcr", "(123m)(678p)(777s)99s22z+2z", ["seat_wind"], ["all_types"]),
        ("hong-kong", "123m456p78p(789s)11z+9p", ["common_hand"], []),
    ],
)
def test_a_hand_of_too_little_is_told_what_it_has_and_what_would_make_it_win(
    name: str, text: str, has: list[str], near: list[str]
) -> None:
    """Near and of no use are single pairs of runs, and whatever leaves a hand of one faan with two."""
    told = advice(text, load_ruleset(name))
    assert [award.id for award in told.awards] == has
    assert [item.pattern.id for item in told.near_misses] == near


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "hong-kong",
            "1122m3344p5566s7z+7z",
            "'seven pairs' counts only when the rule 'seven pairs' is on",
        ),
        (
            "three-player",
            "(1111z)[2222p](3333s)[9999s]5z",
            "counts only when either the winning tile is self-",
        ),
    ],
)
def test_a_hand_of_a_shape_that_is_not_open_is_told_when_it_would_be(name: str, text: str, said: str) -> None:
    (reason,) = advice(text, load_ruleset(name)).reasons
    assert said in reason and "waits for" not in reason


def test_what_a_hand_lacks_is_counted_by_the_shapes_that_are_played() -> None:
    (reason,) = advice("1122m3344p5566s7z+1z", load_ruleset("hong-kong")).reasons
    assert reason == "before 1z it was four tiles short of four sets and a pair"


def test_a_pattern_that_the_options_switch_off_is_not_near() -> None:
    rules = load_ruleset("taiwanese")
    hand, situation = parse_hand("(123m)123456p123456s7z+7z", rules), Situation(True, "S")
    view = View(rules, hand, situation)
    near = near_misses([view.with_reading(reading) for reading in readings_of(view)], limit=50)
    assert near
    assert [item.pattern.id for item in near if "rule '" in reason_sentence(item)] == []
