"""Every function of the vocabulary, on one hand that has it and one that has not."""

from __future__ import annotations

import pytest

from scorer.errors import InputError
from scorer.language.vocabulary import FUNCTIONS
from tests.support.small import number, truth

TRUTHS = [
    ("all_tiles(simple)", "234m567m345p67s88s+8s", "123m567m345p67s88s+8s"),
    ("all_tiles(simple | terminal)", "123m567m345p67s88s+8s", "123m567m345p67s55z+8s"),
    ("any_tile(dragon)", "234m567m345p67s55z+8s", "234m567m345p67s11z+8s"),
    ("any_tile(dragon & ~wind)", "234m(567m)345p67s55z+8s", "234m567m345p67s11z+8s"),
    ("no_tile(honor)", "234m567m345p67s99s+8s", "234m567m345p67s11z+8s"),
    ('contains("1112345678999A")', "1112345678999s+5s", "111222333444s9m+9m"),
    ('contains("123A456B789C")', "456m123p78s11z555z+9s", "123m123p78s11z555z+9s"),
    ('contains("22A33A")', "223344m567p789s1z+1z", "234m234p567p789s1z+1z"),
    ("contains('19m5z')", "123m456p789m55z11s+5z", "123m456p789p55z11s+5z"),
    ("all_sets(chow)", "123m456p78s567s11z+9s", "123m456p78s555s11z+9s"),
    ("all_sets(concealed)", "123m[5555p]78s567s11z+9s tsumo", "123m456p78s567s11z+9s ron"),
    ("all_groups(has(orphan))", "123m789p123s789s1z+1z", "123m789p123s456s1z+1z"),
    ("all_groups(simple)", "234m567m345p67s88s+8s", "234m567m345p67s99s+8s"),
    ("any_group(pair & dragon)", "234m567m345p678s5z+5z", "234m567m345p67s11z+8s"),
    ("any_group(kong)", "234m[1111z]345p678s5z+5z", "234m111z345p678s5z+5z"),
    ("match(chow(n, A), chow(n, B))", "234m234p345s678s5z+5z", "234m456p345s678s5z+5z"),
    ("match(triplet(dragon))", "234m234p345s555z6z+6z", "234m234p345s11z55z+1z"),
    ("match(triplet(n, A))", "111m234p345s11z55z+1z", "123m234p345s11z55z+1z"),
    ("match(chow(1, A), chow(4, A), chow(7, A))", "123456789m11z55z+1z", "123567m789m11z55z+1z"),
    ("match(chow(1, A), chow(4, A), triplet(n, B))", "123456m555p11z55z+1z", "123456m555m11z55z+1z"),
    ("shape(standard)", "234m567m345p678s5z+5z", None),
    ("wait(two_sided)", "23m567m345p678s55z+1m", "12m567m345p678s55z+3m"),
    ("wait(edge)", "12m567m345p678s55z+3m", "23m567m345p678s55z+1m"),
    ("wait(closed)", "13m567m345p678s55z+2m", "12m567m345p678s55z+3m"),
    ("wait(dual)", "22m567m345p678s55z+5z", "23m567m345p678s55z+1m"),
    ("wait(single)", "222m567m345p678s5z+5z", "22m567m345p678s55z+5z"),
    ("seat(W)", "34m567m345p678s88s+5m seat=W", "34m567m345p678s88s+5m seat=S"),
    ("round(S)", "34m567m345p678s88s+5m round=S", "34m567m345p678s88s+5m seat=S"),
    ("on_every_wait(all_tiles(simple))", "34m567m345p678s88s+5m", "23m567m345p678s88s+4m"),
    ("on_every_wait(sets(chow & man) == 1)", "34m345p345s678s88p+5m", "345m345p345s6788m+5m"),
    ("on_every_wait(any_group(triplet & dragon))", "345m345p678s55z66z+5z", "345m345p678s55z88p+5z"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "yes", "no"), TRUTHS)
def test_a_condition_holds_in_one_hand_and_not_in_the_other(
    expression: str, yes: str, no: str | None
) -> None:
    assert truth(expression, yes)
    assert no is None or not truth(expression, no)


NUMBERS = [
    ("tiles(terminal)", "(123m)555p[1111z]78s55z+9s", 2),
    ("tiles(honor)", "(123m)555p[1111z]78s55z+9s", 6),
    ("kinds(honor)", "(123m)555p[1111z]78s55z+9s", 2),
    ("kinds(simple | terminal)", "(123m)555p[1111z]78s55z+9s", 7),
    ("pips(man)", "(123m)999m55p[1111z]11m+1m", 6 + 27 + 3),
    ("pips(honor)", "(123m)555p[1111z]78s55z+9s", 0),
    ("copies(4)", "(123m)555567p[1111z]7s+7s", 2),
    ("copies(3)", "(123m)555p[1111z]78s55z+9s", 1),
    ("copies(1)", "(123m)555p[1111z]78s55z+9s", 6),
    ("values(suit)", "(123m)555p[1111z]78s55z+9s", 3),
    ("values(rank)", "(123m)555p[1111z]78s55z+9s", 7),
    ("values(tile)", "(123m)555p[1111z]78s55z+9s", 9),
    ("exposed(win_tile)", "(999s)(123m)555p78s55z+9s", 3),
    ("exposed(honor)", "(111z)[2222z](3333z)55z78s+9s", 7),
    ("melds(any)", "(111z)[2222z](3333z)55z78s+9s", 3),
    ("melds(kong)", "(111z)[2222z](3333z)55z78s+9s", 2),
    ("melds(kong & concealed)", "(111z)[2222z](3333z)55z78s+9s", 1),
    ("melds(called & has(win_tile))", "(999s)(123m)555p78s55z+9s", 1),
    ("sets(chow)", "(123m)456m555p78s55z+9s", 3),
    ("sets(triplet & concealed)", "[1111m](222m)555p78s55z+9s", 2),
    ("sets(any)", "[1111m](222m)555p78s55z+9s", 4),
    ("groups(any)", "[1111m](222m)555p78s55z+9s", 5),
    ("groups(honor)", "[1111m](222m)555z78s66z+9s", 2),
    ("groups(called | pair)", "[1111m](222m)555z78s66z+9s", 2),
    ("groups(~called)", "[1111m](222m)555z78s66z+9s", 4),
    ("groups(has(terminal) & ~pair)", "123m(222m)555z78s66z+9s", 2),
    ("set_total(rank)", "222m444p[7777m]678s5z+5z", 2 + 4 + 7 + 6),
    ("min(3, tiles(dragon), 7)", "123m(222m)555z78s66z+9s", 3),
    ("max(tiles(dragon), 2)", "123m(222m)555z78s66z+9s", 5),
    ("min(4)", "123m(222m)555z78s66z+9s", 4),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "hand", "result"), NUMBERS)
def test_a_number_is_what_it_counts(expression: str, hand: str, result: int) -> None:
    assert number(expression, hand) == result


def test_every_function_has_a_test_here() -> None:
    here = " ".join([row[0] for row in TRUTHS] + [row[0] for row in NUMBERS])
    elsewhere = {"indicated", "awarded", "flowers", "jokers"}
    """in test_special_tiles.py, test_worth.py and test_flowers.py"""
    assert {name for name in FUNCTIONS if f"{name}(" not in here} == elsewhere


SUMS = [
    ("7 + 3 * 2 - 1", 12),
    ("-3 + 5", 2),
    ("7 // 2", 3),
    ("7 / 2 * 2", 7),
    ("2 ** 10", 1024),
    ("1 ** 64", 1),
    ("2 ** 0", 1),
    ("1000 ** 2", 1_000_000),
    ("1000 ** 6", 10**18),
    ("0 - 1000 ** 6 + 1000 ** 6", 0),
    ("(1 if tiles(dragon) == 5 else 4)", 1),
    ("1 if self_draw else 2 if discard else 3", 2),
    ("3 if 2 <= suits <= 3 and not flowers > 0 else 0", 3),
    ("1 if suits != 3 or true and false else 4", 4),
    ("5 // 0 + 5 / 0", 0),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "result"), SUMS)
def test_arithmetic_is_exact_and_read_as_usual(expression: str, result: int) -> None:
    assert number(expression, "123m456p78s555z66z+9s") == result


@pytest.mark.parametrize(
    "expression",
    [
        "1 ** 65",
        "1001 ** 2",
        "(0 - 1001) ** 2",
        "2 ** (0 - 1)",
        "1000 ** 6 + 1",
        "0 - 1000 ** 6 - 1",
        "1000 ** 7",
    ],
)
def test_a_number_beyond_its_bounds_is_refused(expression: str) -> None:
    with pytest.raises(InputError, match="too large"):
        number(expression, "123m456p78s555z66z+9s")
