"""A line of a bonus shows the tiles that it counts."""

from __future__ import annotations

import pytest

from scorer import score


@pytest.mark.parametrize(
    ("game", "hand", "said", "lines"),
    [
        ("riichi", "234m340p67p456s55s+8p", {"dora": "4s1m"}, {"dora": (4, "555s2m"), "red_five": (1, "0p")}),
        ("riichi", "234m340p67p406s55s+8p", {}, {"red_five": (2, "0p0s")}),
        ("riichi", "234m345p67p456s55s+8p", {"dora": "7p7p"}, {"dora": (2, "88p")}),
        (
            "riichi",
            "234m345p67p456s55s+8p",
            {"circumstances": ["riichi"], "dora": "9s", "ura": "4p"},
            {"ura_dora": (1, "5p")},
        ),
        ("sanma", "234p345p67p456s55s+8p", {"circumstances": ["north=2"]}, {"nuki_dora": (2, "44z")}),
        (
            "sanma",
            "234p345p67p456s55s+8p",
            {"circumstances": ["north=2"], "dora": "3z"},
            {"dora": (2, "44z"), "nuki_dora": (2, "44z")},
        ),
        ("mcr", "1f234m345p67p456s55s+8p", {"win": "tsumo"}, {"flower_tiles": (1, "")}),
    ],
)
def test_a_bonus_shows_the_tiles_that_it_counts(
    game: str, hand: str, said: dict[str, object], lines: dict[str, tuple[int, str]]
) -> None:
    found = score(hand, game, **said)  # type: ignore[arg-type]
    tileset = found.ruleset.tileset
    assert {one.id: (one.count, tileset.format_tiles(one.tiles)) for one in found.best.bonuses} == lines
