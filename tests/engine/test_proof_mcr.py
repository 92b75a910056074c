"""The proof file of the Chinese official rules: fan lists worked out by hand, and each principle is needed.

The values are those of the file (two concealed kongs 6, a concealed and a melded kong 5). Each hand says
what it shows; "official" are the printed rules of 1998, of which the numbered principles are: no
repetition (what follows is not counted), no separation, no identical pairs, account once.
"""

from __future__ import annotations

import re

import pytest

from scorer.ruleset.model import Ruleset
from tests.support.places import DATA
from tests.support.small import lines, rules, score

TEXT = (DATA / "proof" / "mcr.yaml").read_text(encoding="utf-8")
MCR = rules(TEXT)

CHICKEN = "(234m)(567p)345s78s11z+9s ron"
NINE_GATES = "1112345678999s+5s ron"
FOUR_CONCEALED = "222m666m444p77s55z+7s tsumo"
THREE_WINDS = "(111z)(222z)(333z)111m4p+4p ron seat=N round=N"
FOUR_CHOWS = "(123m)(123p)(456m)45p22s+6p ron"
GREATER = "14m25p36s1234567z+9s ron"

HANDS = [
    # nothing at all
    (CHICKEN, {"chicken_hand": 8}),
    # 88
    (NINE_GATES, {"nine_gates": 88, "two_concealed_pungs": 2, "pung_of_terminals_or_honors": 1}),
    ("1122334455667p+7p ron", {"seven_shifted_pairs": 88}),
    ("1122334455667p+7p tsumo", {"seven_shifted_pairs": 88, "self_drawn": 1}),
    ("19m19p19s1234567z+7z ron", {"thirteen_orphans": 88}),
    (
        "223344666888s6z+6z ron",
        {"all_green": 88, "concealed_hand_fan": 2, "two_concealed_pungs": 2, "pure_double_chow": 1, "single_wait": 1},
    ),
    ("(1111m)(5555p)[3333s](4444z)9m+9m ron seat=S", {"four_kongs": 88, "pung_of_terminals_or_honors": 2}),
    (
        "(111z)(222z)(333z)(444z)5m+5m ron",
        {"big_four_winds": 88, "half_flush": 6, "melded_hand": 6},
    ),
    (
        "(555z)(666z)777z12m4m4m+3m ron",
        {"big_three_dragons": 88, "half_flush": 6, "edge_wait": 1},
    ),
    # 64
    (FOUR_CONCEALED, {"four_concealed_pungs": 64, "self_drawn": 1}),
    ("(111m)(999m)(111p)99s99p+9p ron", {"all_terminals": 64}),
    (
        "(555z)(666z)7z123m456m+7z ron",
        {"little_three_dragons": 64, "half_flush": 6, "short_straight": 1, "single_wait": 1},
    ),
    # 48, 32, 24
    (
        "111122223333m9p+9p ron",
        {"quadruple_chow": 48, "outside_hand": 4, "concealed_hand_fan": 2, "all_chows": 2, "one_voided_suit": 1, "single_wait": 1},
    ),
    (GREATER, {"greater_honors_and_knitted_tiles": 24}),
    ("1111m2233p55s66z7z+7z ron", {"seven_pairs": 24, "tile_hog": 2}),
    (
        "(123m)(123m)(123m)12p99s+3p ron",
        {"pure_triple_chow": 24, "outside_hand": 4, "all_chows": 2, "mixed_double_chow": 1, "edge_wait": 1},
    ),
    # 16
    ("123m789m123p78p55s+9p ron", {"three_suited_terminal_chows": 16, "concealed_hand_fan": 2}),
    (
        "(123m)(456m)(789m)12p55s+3p ron",
        {"pure_straight": 16, "all_chows": 2, "mixed_double_chow": 1, "edge_wait": 1},
    ),
    # 12
    ("147m258p369s1234z+5z ron", {"lesser_honors_and_knitted_tiles": 12, "knitted_straight": 12}),
    ("147m258p369s23m88p+4m ron", {"knitted_straight": 12, "concealed_hand_fan": 2, "all_chows": 2}),
    (
        THREE_WINDS,
        {"big_three_winds": 12, "all_pungs": 6, "pung_of_terminals_or_honors": 1, "one_voided_suit": 1, "single_wait": 1},
    ),
    (
        "(111z)(222z)(333z)111m4p+4p ron seat=S round=E",
        {"big_three_winds": 12, "all_pungs": 6, "prevalent_wind": 2, "seat_wind": 2, "pung_of_terminals_or_honors": 1,
         "one_voided_suit": 1, "single_wait": 1},
    ),
    # 8 and less
    ("(123m)(123p)(123s)45s77m+6s ron", {"mixed_triple_chow": 8, "all_chows": 2, "short_straight": 1}),
    (
        "234m567m345p67s88s+8s tsumo",
        {"fully_concealed_hand": 4, "all_chows": 2, "all_simples": 2, "short_straight": 1},
    ),
    ("(123m)(456p)(777s)(222z)9s+9s ron seat=N round=W", {"melded_hand": 6, "pung_of_terminals_or_honors": 1}),
    ("[2222m][6666p](345s)78s55z+9s ron", {"two_concealed_kongs": 6}),
    ("[2222m](6666p)(345s)78s55z+9s ron", {"concealed_kong_and_melded_kong": 5}),
    (FOUR_CHOWS, {"all_chows": 2, "mixed_double_chow": 2, "short_straight": 1}),
    ("(234m)(567p)345s78s11z+9s ron robbing_kong", {"robbing_the_kong": 8}),
    ("(234m)(567p)345s78s11z+9s tsumo last_wall_tile", {"last_tile_draw": 8}),
    ("(234m)(567p)345s78s11z+9s ron last_tile", {"last_tile": 4}),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "fans"), HANDS)
def test_the_fans_are_those_worked_out_by_hand(hand: str, fans: dict[str, int]) -> None:
    assert lines(MCR, hand) == fans


def total(ruleset: Ruleset, hand: str) -> int:
    return score(ruleset, hand).best.total


def without(pattern: str, replacement: str = "") -> Ruleset:
    """The same rules without one principle."""
    return rules(re.sub(pattern, replacement, TEXT))


@pytest.mark.parametrize(
    ("principle", "pattern", "replacement", "hand", "before", "after"),
    [
        ("what follows is not counted", r"implies: \[[^\]]+\]", "implies: []", GREATER, 24, 24 + 12 + 6 + 2),
        ("exclusion by decree", r"excludes: \[[^\]]+\]", "excludes: []", FOUR_CONCEALED, 65, 64 + 4),
        ("absorbed sets", r", absorbs: \[[^\]]+\]", "", THREE_WINDS, 21, 21 + 3),
        ("instances taken away", r", less: \{[^}]+\}", "", NINE_GATES, 91, 92),
        ("account once", r",?\s+link: \w+", "", FOUR_CHOWS, 5, 2 + 1 + 1),
        ("a hand without any fan", r"otherwise: .*", "", CHICKEN, 8, 0),
        ("every instance counts", r", repeat: true", "", "(111m)(999m)234p45s88s+6s ron", 3, 2),
        ("value by number", r", count: [^}]+", "", "1111m2222p33s44z5z+5z ron", 34, 32),
    ],
)
def test_each_counting_principle_is_needed(
    principle: str, pattern: str, replacement: str, hand: str, before: int, after: int
) -> None:
    assert re.search(pattern, TEXT), principle
    assert total(MCR, hand) == before, principle
    assert total(without(pattern, replacement), hand) == after, principle


def test_implication_must_be_read_transitively(monkeypatch: pytest.MonkeyPatch) -> None:
    assert total(MCR, GREATER) == 24
    direct = {name: frozenset(pattern.implies) for name, pattern in MCR.pattern_by_id.items()}
    monkeypatch.setattr(Ruleset, "implied", property(lambda ruleset: direct))
    assert total(MCR, GREATER) == 24 + 6 + 2, "all types and the concealed hand follow from the lesser fan"


def test_exclusion_must_not_be_read_transitively() -> None:
    """Fully concealed hand is excluded by four concealed pungs; self-drawn, which follows from it, counts."""
    assert total(MCR, FOUR_CONCEALED) == 65
    excluded = r"(id: four_concealed_pungs.*concealed_hand_fan)\], excludes: \[fully_concealed_hand\]"
    assert total(without(excluded, r"\1, fully_concealed_hand]"), FOUR_CONCEALED) == 64


def test_four_chows_give_at_most_three_fans_of_two() -> None:
    best = score(MCR, FOUR_CHOWS).best
    pairs = [award for award in best.awards if award.pattern.link]
    assert sum(award.count for award in pairs) == 3


def test_only_the_named_wind_pungs_are_absorbed_by_big_three_winds() -> None:
    best = score(MCR, THREE_WINDS).best
    award = next(award for award in best.awards if award.pattern.id == "pung_of_terminals_or_honors")
    assert [MCR.tileset.text(best.reading.groups[p].tiles) for place in award.places for p in place] == [
        "111m"
    ]
