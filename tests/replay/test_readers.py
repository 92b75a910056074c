"""Logs are read whatever is wrong with them: the format is detected, and nothing is lost."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.errors import InputError
from scorer.replay.game import CALL, DISCARD, DRAW
from scorer.replay.limits import MOST_BYTES
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from tests.replay.made_up import MadeUpDeal, as_mjai, as_mjlog
from tests.replay.test_referee import DOUBLE, QUIET


def test_the_format_is_detected() -> None:
    assert read_log(as_mjai([DOUBLE])).format == "mjai"
    assert read_log(as_mjlog([DOUBLE])).format == "mjlog"
    assert read_log(gzip.compress(as_mjlog([DOUBLE]))).format == "mjlog"


def test_the_same_game_in_two_formats_gives_the_same_report() -> None:
    first, second = (
        referee(read_log(data)) for data in (as_mjai([DOUBLE, QUIET]), as_mjlog([DOUBLE, QUIET]))
    )
    assert [win.line for win in first.wins] == [win.line for win in second.wins]
    assert [deal.after for deal in first.deals] == [deal.after for deal in second.deals]
    assert first.agrees
    assert second.agrees


HOSTILE = {
    b"": "the file is empty",
    b"\x00\xff\x13 nothing": "not a log in a known format",
    b"<html><body>404</body></html>": "not a log in a known format",
    b"[" * 100_000: "not a log in a known format",
    b'{"a": 1}': "not a log in a known format",
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><mjloggm ver="2.3"/>': "declares entities",
    gzip.compress(b"0" * (MOST_BYTES + 10)): "unpacks to more than",
    gzip.compress(b"<mjloggm/>")[:12]: "cannot be unpacked|not a log in a known format|no deal",
    b'{"type": "tsumo", "actor": 0, "pai": "1m"}': "before its first deal",
}


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_is_no_log_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(InputError, match=HOSTILE[data]):
        read_log(data)


DAMAGES = {
    '"pai": "E"}': ('"pai": "0q"}', "there is no tile '0q'"),
    '{"type": "reach", "actor": 0}': ('{"type": "reach", "actor": 7}', "there is no player 7"),
    '{"type": "dahai", "actor": 1': ('{"type": "dahai", "act', "this line is not JSON"),
    '"type": "dahai", "actor": 2': ('"type": "waltz", "actor": 2', "unknown event 'waltz'"),
}


@pytest.mark.parametrize("before", DAMAGES)
def test_a_damaged_line_costs_its_own_deal_only(before: str) -> None:
    after, message = DAMAGES[before]
    whole = as_mjai([DOUBLE, QUIET, replace(QUIET, honba=2)]).decode()
    report = referee(read_log(whole.replace(before, after, 1).encode()))
    assert [bool(deal.troubles) for deal in report.deals] == [True, False, False]
    trouble = report.deals[0].troubles[0]
    assert message in trouble.message
    assert trouble.place > 0
    assert report.deals[2].is_followed


def test_a_log_that_is_cut_is_read_up_to_the_cut() -> None:
    data = as_mjlog([QUIET, DOUBLE])
    report = referee(read_log(data[: data.index(b"<AGARI") - 4]))
    assert [deal.deal.is_cut for deal in report.deals] == [False, True]
    assert "ends in the middle" in report.deals[1].troubles[-1].message


def test_the_columns_of_the_editor_find_their_order() -> None:
    row = [
        [0, 0, 0], [25000] * 4, [31], [],
        [11, 11, 11, 22, 22, 22, 33, 33, 33, 41, 41, 42, 42], [43, 19], [43, 60],
        [12, 13, 14, 15, 16, 17, 18, 24, 25, 26, 27, 28, 29], [44, 45], [60, 60],
        [34, 35, 36, 37, 38, 39, 21, 21, 23, 23, 44, 44, 45], [45], [45],
        [34, 35, 36, 37, 38, 39, 21, 21, 23, 23, 43, 46, 46], [47], [47],
        ["流局"],
    ]  # fmt: skip
    game = read_log(json.dumps({"log": [row], "rule": {"disp": "般南喰赤", "aka": 1}}).encode())
    kinds = [event.kind for event in game.deals[0].events]
    assert kinds.count(DRAW) == kinds.count(DISCARD) == 6
    assert CALL not in kinds
    assert not game.deals[0].troubles


def test_columns_that_fit_in_no_order_are_reported() -> None:
    row = [[0, 0, 0], [25000] * 4, [31], [], *([[11] * 13, [12], [12, 13]] * 4), ["流局"]]
    game = read_log(json.dumps({"log": [row]}).encode())
    assert "not possible in any order" in game.deals[0].troubles[0].message


def test_names_are_not_in_the_report(tmp_path: Path) -> None:
    from tests.cli.runs import run

    file = tmp_path / "game.jsonl"
    file.write_bytes(as_mjai([DOUBLE]).replace(b'"w"', b'"Someone"'))
    assert "Someone" not in run("replay", str(file)).output
    assert "Someone" in run("replay", str(file), "--names").output


def test_one_deal_of_a_made_up_game_has_its_events(tmp_path: Path) -> None:
    deal = MadeUpDeal(QUIET.hands, "A+7z A-7z", (0, 0, 0, 0))
    assert [event.kind for event in read_log(as_mjai([deal])).deals[0].events] == [DRAW, DISCARD]
