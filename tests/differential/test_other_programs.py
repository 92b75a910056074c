"""Programs that know nothing of each other agree on every hand, but for differences with a reason.

The others are the PyPI packages `mahjong` and `riichienv`. A few hundred hands are compared in every run, more
than ten thousand by `pytest -m slow`, any number by `python -m tests.differential`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorer.engine.examples import parse_example
from scorer.ruleset.load import load_ruleset
from tests.differential.compared import KNOWN, PROFILES, PROFILES_OF, Compared, compared, samples
from tests.differential.line import Line

FEW = 80
MANY = {name: 2_000 if ruleset == "riichi" else 500 for name, (ruleset, _) in PROFILES.items()}
ENOUGH = 6_000
LOCAL = "local"
"""the group of patterns that no common table plays: off by default, and hardly known to the package"""


def unlisted(found: tuple[Compared, ...]) -> list[str]:
    return [str(one) for one in found if one.differing and one.known_as is None]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_few_hands_are_scored_alike(profile: str) -> None:
    wrong = unlisted(samples(profile, FEW))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("profile", PROFILES_OF["riichienv"])
def test_a_few_hands_are_scored_as_a_simulator_scores_them(profile: str) -> None:
    wrong = unlisted(samples(profile, FEW, "riichienv"))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow_one_in(2)
@pytest.mark.parametrize("profile", PROFILES_OF["riichienv"])
def test_thousands_of_hands_are_scored_as_a_simulator_scores_them(profile: str) -> None:
    found = samples(profile, MANY[profile], "riichienv")
    assert sum(one.ours.wins for one in found) > 0.8 * len(found)
    wrong = unlisted(found)
    assert not wrong, f"{len(wrong)} hands differ:\n" + "\n".join(wrong[:10])


@pytest.mark.slow_one_in(2)
@pytest.mark.parametrize("profile", PROFILES)
def test_thousands_of_hands_are_scored_alike(profile: str) -> None:
    wrong = unlisted(samples(profile, MANY[profile]))
    assert not wrong, f"{len(wrong)} hands differ:\n" + "\n".join(wrong[:10])


@pytest.mark.slow
def test_every_pattern_of_riichi_is_among_the_hands_compared() -> None:
    rules = load_ruleset("riichi")
    ours = {pattern.id for pattern in rules.patterns if LOCAL not in pattern.groups}
    seen = {name for one in four_players() for name in one.ours.patterns}
    assert ours == seen


@pytest.mark.slow
def test_the_hands_compared_are_many_and_of_every_sort() -> None:
    winning = [one for one in four_players() if one.ours.wins]
    assert len(winning) > ENOUGH
    assert any(not one.ours.wins for one in four_players())
    sorts = {(c.hand.is_concealed, c.situation.self_draw, c.situation.seat) for c in winning}
    assert len(sorts) == 2 * 2 * 4


def four_players() -> list[Compared]:
    """Every hand compared with four players."""
    return [
        one
        for name, (ruleset, _) in PROFILES.items()
        if ruleset == "riichi"
        for one in samples(name, MANY[name])
    ]


@pytest.mark.parametrize("item", KNOWN, ids=[item["id"] for item in KNOWN])
def test_a_known_difference_is_shown_by_its_example(item: dict[str, Any]) -> None:
    rules = load_ruleset("riichi")
    chosen, hand, situation = parse_example(item["example"], rules)
    found = compared(hand, situation, chosen, item["package"])
    assert found.known_as == item["id"]
    assert {key: getattr(found.ours, key) for key in item["ours"]} == item["ours"]
    assert {key: getattr(found.theirs, key) for key in item["theirs"]} == item["theirs"]


def test_a_difference_without_a_reason_is_found() -> None:
    one = next(one for one in samples("common", FEW) if one.ours.wins)
    wrong = replace(one, theirs=Line(False))
    assert not unlisted((one,))
    assert unlisted((wrong,)) == [str(wrong)]
