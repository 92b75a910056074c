"""The events of a recorded deal in words."""

from __future__ import annotations

import pytest

from scorer.replay.course import event_text
from scorer.replay.game import ADD, ASIDE, CALL, DECLARE, DISCARD, DRAW, INDICATOR, QUAD, Event
from scorer.replay.view import ReportView

EVENTS = [
    (Event(DRAW, 0, "5m"), "draws 5m", "5mをツモ", "摸5m"),
    (Event(DRAW, 0), "draws ?", "?をツモ", "摸?"),
    (Event(DISCARD, 0, "5m"), "discards 5m", "5m切り", "打5m"),
    (
        Event(CALL, 0, "6p", ("4p", "5p"), 2),
        "calls 6p from C with 4p5p",
        "Cの6pを4p5pで鳴く",
        "用4p5p鸣C打出的6p",
    ),
    (Event(ADD, 0, "5m"), "adds 5m to a called set", "5mを加槓", "加杠5m"),
    (
        Event(QUAD, 0, "5m", ("5m", "5m", "5m", "0m")),
        "declares the kong 5m5m5m0m",
        "5m5m5m0mを暗槓",
        "暗杠5m5m5m0m",
    ),
    (Event(ASIDE, 0, "4z"), "sets 4z aside", "4zを抜く", "拔4z"),
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
