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
from tests.support.tables import table

TEXT = (DATA / "proof" / "mcr.yaml").read_text(encoding="utf-8")
MCR = rules(TEXT)

CHICKEN = "(234m)(567p)345s78s11z+9s ron"
NINE_GATES = "1112345678999s+5s ron"
FOUR_CONCEALED = "222m666m444p77s55z+7s tsumo"
THREE_WINDS = "(111z)(222z)(333z)111m4p+4p ron seat=N round=N"
FOUR_CHOWS = "(123m)(123p)(456m)45p22s+6p ron"
GREATER = "14m25p36s1234567z+9s ron"


@pytest.mark.parametrize(("hand", "fans"), [row.values() for row in table("proof-mcr")])
def test_the_fans_are_those_worked_out_by_hand(hand: str, fans: dict[str, int]) -> None:
    assert lines(MCR, hand) == fans


def total(ruleset: Ruleset, hand: str) -> int:
    return score(ruleset, hand).best.worth.total


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
    monkeypatch.setattr(Ruleset, "implied_ids", property(lambda ruleset: direct))
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
    assert [
        MCR.tileset.format_tiles(best.reading.groups[p].tiles) for place in award.places for p in place
    ] == ["111m"]
