"""Whether a hand waits for a tile of which it holds every copy is up to the rules, and every part of the program says
the same.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scorer.audit.differences import differences
from scorer.distance import distances
from scorer.engine.evaluate import View
from scorer.fast.interface import compiled_engine
from scorer.hand import Situation, WaitingHand
from scorer.message import message_text
from scorer.notation import read_waiting
from scorer.replay.rules import TableRules
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset, expressions_in
from scorer.scoring import load_ruleset
from scorer.table.settle import drawn_deal_result
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
    "sichuan": "concealed", "sichuan-apps": "concealed", "taiwanese": False, "vietnamese": False,
}  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_counts_such_waits_as_its_source_says(name: str) -> None:
    assert load_ruleset(name).formal_waits == SHIPPED[name]


FEW_WAITS = {f"waits == {number}" for number in range(1, 9)}
"""How conditions ask for a number of waits that a hand with four of a tile can have; nine gates is no such hand."""


def _depends_on_such_waits(ruleset: Ruleset) -> bool:
    """Whether it can change a payment that a hand waits for a tile of which it holds all copies."""
    if any(draw.pool or draw.transfers for draw in ruleset.draws):
        return True
    asked = [node for node in expressions_in(ruleset.patterns) if node.op == "compare"]
    return any(node.text in FEW_WAITS for node in asked)


@pytest.mark.parametrize("name", shipped_names())
def test_a_game_whose_payments_depend_on_such_waits_says_what_it_does(name: str) -> None:
    if _depends_on_such_waits(load_ruleset(name)):
        texts = [Path(file).read_text(encoding="utf-8") for file, _ in load_ruleset(name).files]
        lines = [line for text in texts for line in text.splitlines() if line.startswith("formal_waits:")]
        assert all("#" in line for line in lines), "with its source"
        assert lines


@pytest.mark.parametrize(
    ("hand", "is_ready"),
    [
        ("111p9m(888m)(999m)(666p)", True),
        ("345p66p35s(999p)[4444s]", True),
        ("9999m(888m)(777m)(666p)", False),
        ("1111234444s(222m)", False),
    ],
)
def test_in_sichuan_tiles_in_sets_on_the_table_do_not_bar_readiness(hand: str, is_ready: bool) -> None:
    for name in ("sichuan", "sichuan-apps"):
        rules = load_ruleset(name)
        hand_tiles, shapes = waiting_hand(rules, hand), (rules.shape_by_id["standard"],)
        (found,) = distances(hand_tiles, shapes, rules.set_tables, formal=rules.formal_waits)
        assert (found.missing_tiles == 1) == is_ready


def test_a_ready_hand_of_sichuan_keeps_the_money_of_its_kong() -> None:
    others = "S:1358m1479p13345m W:0 N:0"
    found = drawn_deal_result(f"E:345p66p35s(999p)[4444s] {others}", "sichuan")
    assert dict(found.balance) == {"E": 12, "S": -4, "W": -4, "N": -4}


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
    (change,) = differences(rules_with("riichi", "false"), rules_with("riichi", "concealed"), "en")
    assert (change.old_text, message_text(change.new_text)) == ("", "unless all are concealed")
