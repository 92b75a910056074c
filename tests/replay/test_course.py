"""The events of a recorded deal in words."""

from __future__ import annotations

import pytest

from scorer import InputError, as_data, as_text, load_ruleset, read_game, referee
from scorer.questions.games import game_report
from scorer.replay.course import event_text
from scorer.replay.game import ADD, ASIDE, CALL, DECLARE, DISCARD, DRAW, INDICATOR, QUAD, Event
from scorer.replay.referee import table_rules
from scorer.replay.turns import turn_states
from scorer.replay.view import ReportView
from tests.replay.made_up import as_mjai, tiles
from tests.replay.test_referee import AFTER, DOUBLE

EVENTS = [
    (Event(DRAW, 0, "5m"), "draws 5m", "5mをツモ", "摸5m"),
    (Event(DRAW, 0), "draws ?", "?をツモ", "摸?"),
    (Event(DISCARD, 0, "5m"), "discards 5m", "5m切り", "打5m"),
    (
        Event(CALL, 0, "6p", ("4p", "5p"), 2),
        "calls 6p from C with 4p5p",
        "Cの6pをチー（4p5p）",
        "吃C打出的6p（4p5p）",
    ),
    (
        Event(CALL, 0, "5p", ("0p", "5p"), 2),
        "calls 5p from C with 0p5p",
        "Cの5pをポン（0p5p）",
        "碰C打出的5p（0p5p）",
    ),
    (
        Event(CALL, 0, "1z", ("1z", "1z", "1z"), 3),
        "calls 1z from D with 1z1z1z",
        "Dの1zを大明槓（1z1z1z）",
        "明杠D打出的1z（1z1z1z）",
    ),
    (Event(ADD, 0, "5m"), "adds 5m to a called set", "5mを加槓", "加杠5m"),
    (
        Event(QUAD, 0, "5m", ("5m", "5m", "5m", "0m")),
        "declares the kong 5m5m5m0m",
        "5m5m5m0mを暗槓",
        "暗杠5m5m5m0m",
    ),
    (Event(ASIDE, 0, "4z"), "sets 4z aside", "4zを抜く", "补4z"),
    (Event(DECLARE, 0), "declares a ready hand", "立直", "立直"),
    (Event(INDICATOR, -1, "3s"), "the indicator 3s is turned over", "表示牌は3s", "翻开指示牌3s"),
]


@pytest.mark.parametrize(("event", "en", "ja", "zh"), EVENTS)
def test_an_event_is_told_in_every_language(event: Event, en: str, ja: str, zh: str) -> None:
    assert [event_text(event, ReportView(language=language)) for language in ("en", "ja", "zh")] == [
        en,
        ja,
        zh,
    ]


def test_a_deal_can_be_followed_hand_by_hand() -> None:
    report = referee(read_game(as_mjai([DOUBLE])))
    states = turn_states(report, report.deals[0])
    assert [state.number for state in states] == list(range(len(report.deals[0].deal.events) + 1))
    assert states[0].hands == tuple(hand_in_order(hand) for hand in DOUBLE.hands)
    assert states[-1].hands[0] == "123m456p789s11122z"
    assert states[3].rivers == (("7z",), (), (), ())
    assert [state.to_act for state in states[3:6]] == [1, 1, 1]


def hand_in_order(hand: str) -> str:
    rules = table_rules(load_ruleset("tenhou"))
    return rules.ruleset.tileset.format_tiles(sorted(rules.tiles[code] for code in tiles(hand)))


def test_one_turn_shows_every_hand_and_the_discards_of_its_player() -> None:
    report = referee(read_game(as_mjai([AFTER])))
    shown = as_text(game_report(report, deal="E1", turn=1, player="A"))
    assert "It is A's turn to discard." in shown
    assert "147m258p369s3456z" in shown
    assert "Tiles left to draw: 69." in shown
    with pytest.raises(InputError):
        game_report(report, deal="E1", turn=2)
    with pytest.raises(InputError):
        game_report(report, turn=1)


def test_each_turn_of_a_player_has_the_discards_that_keep_the_hand_nearest() -> None:
    report = referee(read_game(as_mjai([DOUBLE])))
    data = as_data(game_report(report, deal="E1", player="A"))
    (deal,) = data["deals"]
    assert deal["dealt"]["hands"]["A"] == "123m456p789s1122z"
    first = deal["events"][0]
    assert first["hand"] == "123m456p789s11227z"
    assert [choice["discard"] for choice in first["discards"]["discards"]] == ["7z"]
    text = as_text(game_report(report, deal="E1", player="A"))
    assert "1: tiles missing: 1; discard 7z (leaves 1z" in text
    other = as_data(game_report(report, deal="E1", player="B"))["deals"][0]
    assert "discards" not in other["events"][0]


def test_hidden_tiles_are_shown_as_such_and_have_no_advice() -> None:
    lines = as_mjai([DOUBLE]).replace(b'"1m", "4m", "7m"', b'"?", "?", "?"')
    report = referee(read_game(lines))
    states = turn_states(report, report.deals[0], 1)
    assert "???" in states[0].hands[1]
    assert all(state.discards is None for state in states)
