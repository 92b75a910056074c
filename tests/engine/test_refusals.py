"""Hands that may not win, in one way of winning or at all, and what they are told."""

from __future__ import annotations

import pytest

from scorer.errors import NotAWinner
from tests.support.small import CLASSES, STANDARD, made, score, usual

ON_DISCARD = """
circumstances:
  last: {requires: {self_draw: the last tile is drawn, concealed_hand: nothing was called}}
  lucky: {requires: {concealed_hand: nothing was called}}
patterns:
- {id: runs, value: 1, when: sets(chow) == 4}
- {id: lone, value: 1, when: wait(single)}
- {id: last, value: 1, when: last}
- {id: lucky, value: 1, when: lucky}
- {id: drawn, value: 1, when: self_draw}
- {id: hidden, value: 5, when: self_draw and not wins_on_discard}
minimum: 1
"""


@pytest.mark.parametrize(
    ("said", "hidden"),
    [
        ("123m345p777s11z88m+8m", True),
        ("123m345p777s11z88m+8m last", True),
        ("123m345p777s11z88m+8m lucky", False),
        ("123m345p777s11z88m+8m last lucky", False),
        ("123m345p777s111z8m+8m", False),
        ("123m345p678s123s8m+8m", False),
        ("2344m456p789s111z+4m", False),
        ("2399m456p789s111z+4m", True),
    ],
)
def test_whether_a_drawn_tile_would_have_won_on_a_discard_is_asked_without_what_needs_a_draw(
    said: str, hidden: bool
) -> None:
    """One reading that would have won is enough."""
    counted = score(usual(ON_DISCARD), f"{said} tsumo").best.awards
    assert ("hidden" in [award.id for award in counted]) is hidden


TOO_LOW = """
patterns:
- {id: lone, value: 2, when: wait(single)}
- {id: sided, value: 4, when: wait(two_sided)}
minimum: MINIMUM
to_win: {CONDITION: it is not allowed}
"""


@pytest.mark.parametrize(
    ("minimum", "condition", "hand", "too_low"),
    [
        (5, "wait(two_sided)", "2344m456p789s111z+4m", True),
        (5, "wait(closed)", "2344m456p789s111z+4m", False),
        (5, "not wait(closed)", "2399m456p789s111z+4m", True),
        (3, "wait(single)", "2344m456p789s111z+4m", True),
        (2, "wait(closed)", "2344m456p789s111z+4m", False),
    ],
)
def test_a_hand_is_only_too_low_if_it_lacks_nothing_but_the_minimum_in_one_reading(
    minimum: int, condition: str, hand: str, too_low: bool
) -> None:
    text = TOO_LOW.replace("MINIMUM", str(minimum)).replace("CONDITION", condition)
    with pytest.raises(NotAWinner) as caught:
        score(usual(text), hand)
    assert caught.value.is_only_too_low is too_low


@pytest.mark.parametrize(
    ("told", "message"),
    [("why: an own discard waits, name: Furiten", "an own discard waits"), ("name: Furiten", "Furiten"), ("", "furiten")],
)  # fmt: skip
def test_a_penalty_is_told_with_its_reason_or_else_its_name(told: str, message: str) -> None:
    text = f"circumstances: {{furiten: {{}}}}\npatterns: [{{id: it, value: 1}}]\npenalties: [{{id: furiten, when: furiten, {told}}}]\n"
    with pytest.raises(NotAWinner) as caught:
        score(made(CLASSES + STANDARD + text), "123m345p777s11z88m+8m furiten")
    assert str(caught.value.message) == message
