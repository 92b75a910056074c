"""One moment of a recorded deal, as the page shows it."""

from __future__ import annotations

from scorer import read_game, referee
from scorer.questions.games import game_report
from scorer.questions.registry import MOST_LOG_BYTES
from scorer.replay.frame import frame_data, replay_data
from scorer.replay.view import ReportView
from scorer.web.answers import answer
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import AFTER, DOUBLE
from tests.support.loops import some


def frame_at(turn: int, language: str = "en", log: bytes = b"") -> dict[str, object]:
    report = referee(read_game(log or as_mjai([DOUBLE])))
    deal = report.deals[0]
    return frame_data(report, deal, ReportView(deal.name, turn=turn, language=language))


def test_a_moment_has_every_hand_with_what_it_lacks_or_waits_for() -> None:
    frame = frame_at(0)
    first, *others = frame["players"]
    assert first["hand"] == "123m456p789s1122z"
    assert first["outlook_html"].startswith("Waits for: ")
    assert "points)" in first["outlook_html"]
    assert any("tiles missing: " in one["outlook_html"] for one in others)


def test_every_moment_of_a_deal_can_be_shown_in_every_language() -> None:
    report = referee(read_game(as_mjai([DOUBLE, AFTER])))
    for language in some(("en", "ja", "zh", "zh-Hant")):
        for deal in some(report.deals):
            for turn in some(range(len(deal.deal.events) + 1)):
                frame = frame_data(report, deal, ReportView(deal.name, turn=turn, language=language))
                assert turn not in frame["steps"] or frame["number"] == turn
                assert frame["html"]


def test_the_last_moment_tells_how_the_deal_ended_and_where_log_and_rules_differ() -> None:
    report = referee(read_game(as_mjai([DOUBLE])))
    frame = frame_at(len(report.deals[0].deal.events))
    told = [str(note) for note in frame["notes"]]
    assert told[0].startswith("A ")
    assert len(told) - 1 >= len(report.deals[0].mismatches)
    assert frame["next"] == ""


def test_hidden_hands_have_no_outlook() -> None:
    frame = frame_at(0, log=as_mjai([DOUBLE]).replace(b'"1m", "4m", "7m"', b'"?", "?", "?"'))
    assert frame["players"][1]["outlook_html"] == ""


def test_the_whole_report_names_the_deals() -> None:
    report = referee(read_game(as_mjai([DOUBLE])))
    found = replay_data(game_report(report), "ja")
    assert [(one["id"], one["name"]) for one in found["deals"]] == [("E1", "東1局")]
    assert found["players"] == ["A", "B", "C", "D"]


def test_a_log_is_a_question_and_bounded() -> None:
    body = {"log": as_mjai([DOUBLE]).decode(), "form": "page"}
    assert "tile-1m" in answer("replay", body).data["symbols"]
    assert answer("replay", {**body, "deal": "E1", "turn": 1}).data["frame"]["number"] == 1
    plain = answer("replay", {"log": body["log"], "deal": "E1"}).data
    assert plain["deals"][0]["events"]
    assert answer("replay", {"log": "x" * (MOST_LOG_BYTES + 1)}).status == 400
    assert answer("replay", {"log": "not a log"}).status == 422
    assert answer("replay", {**body, "deal": "E1", "turn": 999}).data["error"]
