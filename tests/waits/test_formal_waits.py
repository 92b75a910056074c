"""Whether a hand waits for a tile of which it holds every copy is up to the rules, and every part of the program says
the same.
"""

from __future__ import annotations

from functools import cache

import pytest

from scorer.audit.differences import differences
from scorer.distance import distances
from scorer.engine.evaluate import View
from scorer.fast.interface import compiled_engine
from scorer.hand import Situation, WaitingHand
from scorer.notation import read_waiting
from scorer.replay.rules import TableRules
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.tiles import Tile
from scorer.waiting import find_waits
from tests.support.loops import some
from tests.support.places import DATA
from tests.support.small import made, problems_of

VALUES = ("false", "concealed", "true")
GAMES = ("riichi", "mcr")
LINES = (DATA / "formal-waits.txt").read_text("utf-8").splitlines()
HANDS = [tuple(line.split()) for line in LINES if line and not line.startswith("#")]


@cache
def rules_with(name: str, value: str) -> Ruleset:
    return made(f"extends: {name}\nformal_waits: {value}\n")


def waiting_hand(ruleset: Ruleset, text: str) -> WaitingHand:
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    assert hand is not None, text
    return hand


def codes(ruleset: Ruleset, kinds: tuple[int, ...]) -> str:
    """The tiles as the table writes them: 5m8m, or - for none."""
    return "".join(ruleset.tileset.kinds[kind].code for kind in kinds) or "-"


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row[0])
@pytest.mark.parametrize("name", GAMES)
def test_waits_score_and_replay_agree_on_a_tile_that_is_held_wholly(name: str, row: tuple[str, ...]) -> None:
    for value, wanted in some(zip(VALUES, row[1:], strict=True)):
        ruleset = rules_with(name, value)
        hand = waiting_hand(ruleset, row[0])
        found = find_waits(ruleset, hand, Situation(False))
        any_tile = Tile(ruleset.tileset.playing_kinds[0])
        table = TableRules(ruleset)
        held = [ruleset.tileset.tile_code(tile) for tile in hand.concealed_tiles]
        told = {
            "waits": tuple(item.tile.kind for item in found.winning_tiles if not item.tile.red),
            "score": View(ruleset, hand.with_winning_tile(any_tile), Situation(False)).waits,
            "compiled score": compiled_engine(ruleset).winning_kinds(hand),
            "replay": table.waits(held, hand.melds),
        }
        assert {part: codes(ruleset, kinds) for part, kinds in told.items()} == dict.fromkeys(told, wanted), (
            value
        )
        table.__dict__["engine"] = None  # the rules of a table that cannot be compiled
        table.known.clear()
        assert codes(ruleset, table.waits(held, hand.melds)) == wanted
        assert (found.missing_tiles == 1) == (wanted != "-")


SHIPPED = {
    "riichi": False, "m-league": False, "ema": False, "ema-2016": False, "hong-kong": False, "mcr": True,
    "mcr-green": True, "tenhou": "concealed", "tenhou-sanma": "concealed", "mahjong-soul": "concealed",
    "mahjong-soul-sanma": "concealed", "jpml-a": "concealed", "jpml-b": "concealed",
    "jpml-wrc": "concealed", "jpml-wrc-r": "concealed", "wrc": False, "rmu-a": "concealed",
    "rmu-b": "concealed", "rmu-m": "concealed", "mu": True, "rcr": "concealed", "npm": False,
}  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_counts_such_waits_as_its_source_says(name: str) -> None:
    assert load_ruleset(name).formal_waits == SHIPPED[name]


DISTANCES = {"false": 3, "concealed": 3, "true": 2}


@pytest.mark.parametrize("value", VALUES)
def test_a_hand_is_as_far_from_ready_as_its_formal_waits_make_it(value: str) -> None:
    ruleset = rules_with("riichi", value)
    hand = waiting_hand(ruleset, "1111m1111p123s45s")
    shapes = (ruleset.shape_by_id["standard"],)
    (found,) = distances(hand, shapes, ruleset.set_tables, formal=ruleset.formal_waits)
    assert found.missing_tiles == DISTANCES[value]
    nearer = {ruleset.tileset.kinds[kind].code for kind in found.helping_kinds}
    assert "6s" in nearer
    assert not nearer & {"1m", "1p"}, "a tile that cannot come brings no hand nearer"


def test_a_wrong_value_names_the_right_ones() -> None:
    (problem,) = problems_of("formal_waits: conceled\n")
    assert "expected true or false or concealed, found 'conceled'" in problem


def test_a_comparison_names_how_such_waits_count() -> None:
    (change,) = differences(rules_with("riichi", "false"), rules_with("riichi", "concealed"))
    assert (change.old_text, change.new_text) == ("", "unless all are concealed")
