"""What can be asked at the table depends on the players, tiles and sets of the game."""

from __future__ import annotations

import pytest

from scorer.check.run import problems_of
from scorer.check.table_words import table_condition_problems
from scorer.ruleset.load import load_text

CONDITIONS = (
    "declarations == 4", "claims == 3", "fours > 40", "players == 3", "wall_left <= 70", "held(dragon) >= 4",
    "first_discards(wind) == 4", "seen(dragon) + held(wind) >= 9", "deals_left > 6", "lowest < 0",
)  # fmt: skip
PROBLEMS = {
    "sanma": [
        "L501 declarations is between 0 and 3", "L501 claims is between 0 and 2", "L501 fours is between 0 and 12",
        "L502 wall_left is between 0 and 55", "L501 held(dragon) is between 0 and 3", "L501 first_discards(wind) is between 0 and 3",
        "L501 deals_left is at most 6",
    ],
    "riichi": [
        "L501 fours is between 0 and 16", "L501 players is always 4", "L502 wall_left is between 0 and 70",
        "L501 held(dragon) is between 0 and 3",
    ],
}  # fmt: skip


@pytest.mark.parametrize("base", PROBLEMS)
def test_a_condition_at_the_table_is_judged_by_what_the_game_has(base: str) -> None:
    text = f"extends: {base}\nname: Club\ndeals: {{ends: '{' or '.join(CONDITIONS)}'}}\n"
    found = problems_of(load_text(text, "club.yaml"), (table_condition_problems,))
    assert [f"{one.code} {one.hint}" for one in found] == PROBLEMS[base]


@pytest.mark.parametrize(
    ("base", "messages"),
    [("donjara-one-piece", ["'adding' can never hold", "'declaring' can never hold"]), ("riichi", [])],
)
def test_nobody_adds_to_a_set_where_no_set_has_four_tiles(base: str, messages: list[str]) -> None:
    text = f"extends: {base}\nname: Club\ndeals: {{ends: adding or declaring or won}}\n"
    found = problems_of(load_text(text, "club.yaml"), (table_condition_problems,))
    assert [str(one.message) for one in found] == messages
