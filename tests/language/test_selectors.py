"""Selectors: kinds of set, their states and their tiles, joined with & | ~."""

from __future__ import annotations

import pytest

from tests.support.small import number, problems_of, truth

HAND = "(123m)(777s)[2222p]55z78s+9s"


@pytest.mark.parametrize(
    ("selector", "hand", "count"),
    [
        ("chow", HAND, 2),
        ("pung", HAND, 1),
        ("kong", HAND, 1),
        ("triplet", HAND, 2),
        ("pair", HAND, 1),
        ("any", HAND, 5),
        ("called", HAND, 2),
        ("~called", HAND, 3),
        ("first_called", HAND, 1),
        ("first_called & chow", HAND, 1),
        ("first_called & pung", HAND, 0),
        ("first_called", "[2222p](777s)123m55z78s+9s", 1),
        ("first_called & pung", "[2222p](777s)123m55z78s+9s", 1),
        ("added", HAND, 0),
        ("added", "(777s+7s)(2222p)[3333p]55z45s+6s", 1),
        ("kong & called & ~added", "(777s+7s)(2222p)[3333p]55z45s+6s", 1),
        ("kong & ~concealed", "(777s+7s)(2222p)[3333p]55z45s+6s", 2),
        ("added & first_called", "(2222p)(777s+7s)[3333p]55z45s+6s", 0),
        ("won", HAND, 1),
        ("won & chow", HAND, 1),
        ("won & pair", "(123m)(777s)[2222p]5z789s+5z", 1),
        ("joker", HAND, 0),
        ("dragon", HAND, 1),
        ("simple", HAND, 2),
        ("has(terminal)", HAND, 2),
        ("has(terminal) & ~terminal", HAND, 2),
        ("triplet & simple & called", HAND, 1),
        ("pung & ~concealed | kong & concealed", HAND, 2),
        ("~(chow | triplet)", HAND, 1),
        ("pair & (dragon | seat_wind)", HAND, 1),
        ("has(win_tile)", HAND, 1),
    ],
)
def test_a_selector_picks_sets(selector: str, hand: str, count: int) -> None:
    assert number(f"groups({selector})", hand) == count


@pytest.mark.parametrize(
    ("hand", "concealed"),
    [
        ("222m444p888s11z99s+1z tsumo", 4),
        ("222m444p888s11z99s+1z ron", 3),
        ("222m444p888s111z9s+9s ron", 4),
        ("222m444p[8888s]11z99s+1z ron", 3),
        ("222m444p(888s)111z9s+9s tsumo", 3),
        ("222m444p(8888s)111z9s+9s tsumo", 3),
    ],
)
def test_the_set_that_a_discard_completed_is_not_concealed_but_the_hand_is(hand: str, concealed: int) -> None:
    assert number("sets(triplet & concealed)", hand) == concealed
    assert truth("concealed_hand", hand) is ("(" not in hand)


def test_the_set_that_a_discard_completed_is_not_called_either() -> None:
    assert number("sets(called)", "222m444p888s11z99s+1z ron") == 0
    assert number("sets(~concealed & ~called)", "222m444p888s11z99s+1z ron") == 1


def test_a_pair_stays_concealed_when_a_discard_completes_it() -> None:
    assert truth("any_group(pair & concealed & won)", "222m444p888s111z9s+9s ron")


def test_a_tile_that_completes_a_run_in_the_hand_leaves_the_triplet_concealed() -> None:
    assert number("sets(triplet & concealed)", "222m444p888s34m99s+5m ron") == 3


@pytest.mark.parametrize(
    ("selector", "problem"),
    [
        ("pong", "4:14: 'pong' is neither a kind of set nor a tile class | did you mean 'pung'?"),
        ("pung and dragon", "4:14: sets and classes are joined with '&', '|' and '~'"),
        ("not pung", "4:14: sets and classes are joined with '&', '|' and '~'"),
        ("pung & 3", "4:21: '3' selects no sets"),
        ("has(pung)", "4:18: 'pung' describes a set; expected a class of tiles"),
        ("has(dragon, dragon)", "4:14: has(...) takes one tile class"),
        ("pung, dragon", "4:9: sets(selector) was given 2 arguments"),
        ("riichi", "4:14: 'riichi' is neither a kind of set nor a tile class"),
    ],
)
def test_a_selector_that_cannot_be_is_a_problem_at_its_place(selector: str, problem: str) -> None:
    text = f"tiles: {{dragon: 567z}}\npatterns:\n- id: it\n  when: sets({selector}) == 1\n  value: 1\n"
    assert any(found.startswith(problem) for found in problems_of(text)), problems_of(text)
