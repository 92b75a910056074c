"""What events change at a table: sticks, counters, who pays whom, who deals next, and how games end."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.render.evening import evening_data
from scorer.table.reading import read_evening
from tests.support.places import ROOT

CASES = yaml.safe_load((ROOT / "tests/data/evenings.yaml").read_text(encoding="utf-8"))
PLAYERS = ("Ann", "Ben", "Cho", "Dia")


def evening_text(case: dict[str, Any]) -> str:
    """The file of a case: its game, then its events, one a line."""
    players = PLAYERS[: case.get("players", 4)]
    rest = "".join(f", {key}: {case[key]}" for key in ("rounds", "stake") if key in case)
    options = "".join(f"{name}: {str(value).lower()}, " for name, value in case.get("options", {}).items())
    game = f"- {{game: {case['game']}, players: [{', '.join(players)}]{rest}, options: {{{options}}}}}"
    return "\n".join(["events:", game, *(f"- {{{event}}}" for event in case["events"])]) + "\n"


def in_order(case: dict[str, Any], by_player: dict[str, Any]) -> list[Any]:
    return [by_player[player] for player in PLAYERS[: case.get("players", 4)]]


@pytest.mark.parametrize("case", CASES, ids=[case["promise"] for case in CASES])
def test_events_change_a_table_as_the_rules_say(case: dict[str, Any]) -> None:
    data: Any = evening_data(read_evening(evening_text(case).encode()))
    found = [(one["event"] - 1, one["message"]) for one in data.get("faults", ())]
    expected = [(number, text) for number, text in case.get("faults", {}).items()]
    assert [number for number, _ in found] == [number for number, _ in expected], found
    assert all(text in message for (_, message), (_, text) in zip(found, expected, strict=True)), found
    game = data["games"][0]
    deals = game["deals"]
    if "gains" in case:
        assert [in_order(case, deal["gains"]) for deal in deals] == case["gains"]
    if "deals" in case:
        following = deals[-1]["next"]
        assert [deal["deal"] for deal in deals] + [following and following["deal"]] == case["deals"]
    if "next_dealer" in case:
        assert deals[-1]["next"]["dealer"] == case["next_dealer"]
    for key in ("sticks", "notes"):
        if key in case:
            assert deals[-1][key] == case[key]
    for key in ("scores", "results", "places", "money"):
        if key in case:
            assert in_order(case, game["final"][key]) == case[key]
    for key in ("why", "sticks_left", "deducted"):
        if key in case:
            assert game["final"][key] == case[key]
