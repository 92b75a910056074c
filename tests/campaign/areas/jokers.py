"""Waits with jokers: every tile that is listed wins in a score, and every tile that wins is listed."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.campaign.hands import LONG
from tests.campaign.running import Area
from tests.support.shipped import each_game
from tests.waits.test_waits_against_score import agrees, waiting_hands, with_jokers

GAMES = tuple(param.values[0] for param in each_game() if param.values[0] not in LONG)
HANDS = 2
"""of a game; each is tried with every tile that there is"""
BOXES = ("2", "4", "{count: 2, fifth: true}", "{count: 4, fifth: true}")


def draw(rng: Random) -> dict[str, Any]:
    """A game, its jokers, how many of them a hand holds, and the seed of the hands."""
    return {
        "ruleset": rng.choice(GAMES),
        "box": rng.choice(BOXES),
        "jokers": rng.choice((0, 1, 1)),
        "seed": rng.getrandbits(30),
    }


def tried(data: dict[str, Any]) -> int:
    """Tries every tile with every hand."""
    ruleset = with_jokers(data["ruleset"], data["box"])
    hands = waiting_hands(ruleset, data["jokers"], data["seed"])[:HANDS]
    for hand in hands:
        agrees(ruleset, hand)
    return len(hands) * len(ruleset.tileset.kinds)


AREA = Area("jokers", "waits beside scores, with jokers", draw, tried, shrinks=False, few=3, seconds=120)
