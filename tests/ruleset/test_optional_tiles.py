"""Tiles that a table may leave out of the set by an option, such as flowers."""

from __future__ import annotations

import pytest

from scorer import score
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import holds, rules_view
from scorer.errors import InputError
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset, score_many
from tests.support.small import problems_of, usual

ESSENTIAL = {
    "filipino": "winds and dragons are its flowers",
    "visayan": "its flowers are what is left of those of filipino",
    "vietnamese": "half of the game is its flowers, kings, queens and jokers",
    "guangdong": "they are the ghosts, which `ghosts` counts",
    "harbor-card": "flowers are sets of the card",
    "kansai-sanma": "a flower is set aside as norths are elsewhere",
}
"""Games whose flowers no table leaves out."""


@pytest.mark.parametrize("name", shipped_names())
def test_a_game_with_flowers_can_be_played_without_them(name: str) -> None:
    rules = load_ruleset(name)
    if not any(kind.role == "flower" for kind in rules.tileset.kinds) or name in ESSENTIAL:
        return
    assert "with_flowers" in rules.option_by_id
    without = configure_ruleset(rules, {"with_flowers": False})
    assert not [kind for kind in without.tileset.kinds if kind.letter == "f" and kind.copies]
    playable = {one.id for one in without.patterns if holds(one.option_condition, rules_view(without))}
    assert not {"no_flowers", "own_flower"} & playable


HAND = "123m456m789p234s5s+5s"


def test_without_flowers_nothing_is_paid_for_having_none() -> None:
    for win, faan, points in (("ron", 2, 4), ("tsumo", 3, 12)):
        options = {"with_flowers": False, "minimum_faan": 0}
        assert score(HAND, "hong-kong", win=win, options=options).best.worth.total == faan
        assert score(HAND, "hong-kong", win=win, options={"minimum_faan": 0}).best.worth.total == faan + 1
        columns = score_many([{"hand": HAND, "win": win}] * 300, "hong-kong", options=options)
        assert {*columns.points} == {points}


def test_a_flower_is_refused_where_there_are_none() -> None:
    with pytest.raises(InputError, match="no suit 'f'"):
        score(HAND.replace("+", "1f+"), "hong-kong", options={"with_flowers": False})
    assert score(HAND.replace("+", "1f+"), "hong-kong", win="tsumo").points > 0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            "optional: {q: with_q}",
            "there is no tile 'q' in this set | a letter (m, p, s, z, f), or tiles in notation",
        ),
        ("optional: {f: self_draw}", "'self_draw' is not available here"),
    ],
)
def test_a_tile_that_may_be_left_out_must_be_in_the_set(line: str, problem: str) -> None:
    text = (
        f"tileset: {{flowers: {{f: 4}}, {line}}}\npatterns: [{{id: all, value: 1, when: shape(standard)}}]\n"
    )
    assert any(problem in found for found in problems_of(text)), problems_of(text)


def test_single_tiles_can_be_left_out_by_notation() -> None:
    rules = usual(
        """
        options: {short: {default: true, help: no ends}}
        tileset: {optional: {19mps: not short}}
        patterns: [{id: all, value: 1, when: shape(standard)}]
        """
    )
    kinds = configure_ruleset(rules, {}).tileset
    assert kinds.kinds[kinds.by_code["1m"].index].copies == 0
    assert kinds.kinds[kinds.by_code["2m"].index].copies == 4
