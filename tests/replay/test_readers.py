"""Logs are read whatever is wrong with them: the format is detected, and nothing is lost."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.errors import InputError
from scorer.replay.game import CALL, DISCARD, DRAW
from scorer.replay.limits import MOST_BYTES
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from tests.replay.made_up import MadeUpDeal, as_mjai, as_mjlog
from tests.replay.test_referee import DOUBLE, QUIET
from tests.support.loops import some


def test_the_format_is_detected() -> None:
    assert read_log(as_mjai([DOUBLE])).format == "mjai"
    assert read_log(as_mjlog([DOUBLE])).format == "mjlog"
    assert read_log(gzip.compress(as_mjlog([DOUBLE]))).format == "mjlog"


def test_the_same_game_in_two_formats_gives_the_same_report() -> None:
    first, second = (
        referee(read_log(data)) for data in (as_mjai([DOUBLE, QUIET]), as_mjlog([DOUBLE, QUIET]))
    )
    assert [win.line for win in first.wins] == [win.line for win in second.wins]
    assert [deal.scores_after for deal in first.deals] == [deal.scores_after for deal in second.deals]
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
    b"PK\x03\x04 and so on": "zip archive",
    gzip.compress(b"<mjloggm/>")[:12]: "cannot be unpacked|not a log in a known format|no deal",
    b'{"type": "tsumo", "actor": 0, "pai": "1m"}': "the deal has no start",
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
    assert message in str(trouble.message)
    assert trouble.place > 0
    assert report.deals[2].is_followed


def test_a_log_that_is_cut_is_read_up_to_the_cut() -> None:
    data = as_mjlog([QUIET, DOUBLE])
    report = referee(read_log(data[: data.index(b"<AGARI") - 4]))
    assert [deal.deal.is_cut for deal in report.deals] == [False, True]
    assert "ends in the middle" in str(report.deals[1].troubles[-1].message)


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
    assert "not possible in any order" in str(game.deals[0].troubles[0].message)


def test_names_are_not_in_the_report(tmp_path: Path) -> None:
    from tests.cli.runs import run

    file = tmp_path / "game.jsonl"
    file.write_bytes(as_mjai([DOUBLE]).replace(b'"w"', b'"Someone"'))
    assert "Someone" not in run("replay", str(file)).output
    assert "Someone" in run("replay", str(file), "--names").output


def test_one_deal_of_a_made_up_game_has_its_events(tmp_path: Path) -> None:
    deal = MadeUpDeal(QUIET.hands, "A+7z A-7z", (0, 0, 0, 0))
    assert [event.kind for event in read_log(as_mjai([deal])).deals[0].events] == [DRAW, DISCARD]


# ---- damage


def test_a_log_that_is_cut_between_two_deals_is_told() -> None:
    elements, lines = as_mjlog([QUIET, DOUBLE]), as_mjai([QUIET, replace(QUIET, honba=1)])
    cut = (elements[: elements.rindex(b"<INIT")], lines[: lines.rindex(b'{"type": "start_kyoku"')])
    for data in some(cut):
        report = referee(read_log(data))
        assert len(report.deals) == 1
        assert "later deals may be missing" in str(report.troubles[0].message)


def test_a_deal_without_a_result_is_told() -> None:
    data = as_mjlog([QUIET, DOUBLE])
    report = referee(read_log(data[: data.index(b"<AGARI")]))
    assert [deal.deal.is_cut for deal in report.deals] == [False, True]
    assert not report.agrees


START_LINES = {
    "lines": (as_mjai, b'{"type": "start_kyoku"', b'{"typ'),
    "elements": (as_mjlog, b"<INIT", b"<INIF"),
    "attribute": (as_mjlog, b"<INIT seed", b"<INIT sead"),
}


@pytest.mark.parametrize("kind", START_LINES)
@pytest.mark.parametrize("lost", range(3))
def test_a_deal_whose_start_is_damaged_is_told_and_costs_no_other(kind: str, lost: int) -> None:
    written, start, damaged = START_LINES[kind]
    whole = written([QUIET, replace(QUIET, honba=2), replace(QUIET, honba=3)])
    pieces = whole.split(start)
    data = start.join(pieces[: lost + 1]) + damaged + start.join(pieces[lost + 1 :])
    report = referee(read_log(data))
    assert [bool(deal.troubles) for deal in report.deals] == [place == lost for place in range(3)]
    assert not report.differs


EDITOR_DEAL = [
    [0, 0, 0], [25000] * 4, [31], [],
    [11, 11, 11, 22, 22, 22, 33, 33, 33, 41, 41, 42, 42], [43, 19], [43, 60],
    [12, 13, 14, 15, 16, 17, 18, 24, 25, 26, 27, 28, 29], [44, 45], [60, 60],
    [34, 35, 36, 37, 38, 39, 21, 21, 23, 23, 44, 44, 45], [45], [45],
    [34, 35, 36, 37, 38, 39, 21, 21, 23, 23, 43, 46, 46], [47], [47],
    ["流局"],
]  # fmt: skip
KOBALAB_DEAL = [
    {"qipai": {
        "zhuangfeng": 0, "jushu": 0, "changbang": 0, "lizhibang": 0, "defen": [25000] * 4, "baopai": "m1",
        "shoupai": ["m123p456s789z1122", "m147p258s369z3456", "m147p248s369z3456", "m47p2258s369z4567"],
    }},
    {"zimo": {"l": 0, "p": "z7"}}, {"dapai": {"l": 0, "p": "z7_"}}, {"zimo": {"l": 1, "p": "z3"}},
    {"pingju": {"name": "流局", "shoupai": [""] * 4, "fenpei": [0] * 4}},
]  # fmt: skip
MAJSOUL_DEAL = [
    {"name": ".lq.RecordNewRound", "data": {
        "scores": [25000] * 4, "doras": ["1m"],
        "tiles0": ["1m"] * 4 + ["2m"] * 4 + ["3m"] * 4 + ["4m", "4m"], "tiles1": ["1p"] * 13,
        "tiles2": ["2p"] * 13, "tiles3": ["3p"] * 13,
    }},
    {"name": ".lq.RecordDiscardTile", "data": {"tile": "1m"}},
    {"name": ".lq.RecordLiuJu", "data": {"type": 1}},
]  # fmt: skip
JSON_LOGS = {
    "tenhou6": {"title": ["", ""], "log": [EDITOR_DEAL] * 3},
    "kobalab": {"title": "", "qijia": 0, "log": [KOBALAB_DEAL] * 3},
    "majsoul": {"head": {}, "data": {"actions": [{"result": record} for record in MAJSOUL_DEAL * 3]}},
}


@pytest.mark.parametrize("kind", JSON_LOGS)
def test_a_json_log_that_is_cut_or_broken_keeps_its_other_deals(kind: str) -> None:
    text = json.dumps(JSON_LOGS[kind], separators=(",", ":"))
    assert [deal.is_over for deal in read_log(text.encode()).deals] == [True] * 3
    cut = read_log(text[: len(text) - 40].encode())
    assert "cut off or damaged" in str(cut.troubles[0].message)
    assert [deal.is_over for deal in cut.deals] == [True, True, False]
    middle = len(text) // 2
    comma = text.index(",", middle)
    broken = read_log(f"{text[:comma]}]{text[comma:]}".encode())
    assert broken.format == kind
    assert (broken.deals[0].is_over, len(broken.deals), broken.deals[2].is_over) == (True, 3, True)
    assert broken.deals[1].troubles


def test_damage_in_the_head_of_a_record_keeps_all_deals() -> None:
    """The list of the records has a name, too."""
    records = [{"result": record} for record in MAJSOUL_DEAL * 2]
    log = {"head": {"config": {}}, "data": {"name": ".lq.GameDetailRecords", "data": {"actions": records}}}
    game = read_log(json.dumps(log).replace('"config": {}', '"config": {"x": True}').encode())
    assert "cut off or damaged" in str(game.troubles[0].message)
    assert [deal.is_over for deal in game.deals] == [True, True]


def test_a_deal_of_the_editor_with_a_wrong_part_keeps_the_others() -> None:
    text = json.dumps({"log": [EDITOR_DEAL] * 3})
    game = read_log(text.replace("25000", '"x"', 1).encode())
    assert [bool(deal.troubles) for deal in game.deals] == [True, False, False]
    assert game.deals[0].events


def test_a_log_whose_first_byte_is_damaged_is_read() -> None:
    deals = [QUIET, replace(QUIET, honba=1)]
    games = [read_log(b"\x00" + data[1:]) for data in (as_mjai(deals), as_mjlog(deals))]
    assert [(game.format, len(game.deals)) for game in games] == [("mjai", 2), ("mjlog", 2)]


def test_all_parts_of_a_compressed_file_are_read() -> None:
    data = as_mjlog([QUIET, DOUBLE])
    half = len(data) // 2
    parts = gzip.compress(data[:half]) + gzip.compress(data[half:])
    assert len(read_log(parts).deals) == 2
    assert "damaged" in str(read_log(parts + b"rest").troubles[0].message)


@settings(max_examples=5, deadline=None)
@given(st.sampled_from(["mjai", "mjlog", *JSON_LOGS]), st.integers(0, 10**6), st.binary(max_size=3))
def test_no_damage_raises_anything_but_an_input_error(kind: str, place: int, put: bytes) -> None:
    deals = [QUIET, replace(QUIET, honba=1)]
    made = {"mjai": as_mjai, "mjlog": as_mjlog}
    data = made[kind](deals) if kind in made else json.dumps(JSON_LOGS[kind]).encode()
    at = place % len(data)
    with suppress(InputError):
        assert referee(read_log(data[:at] + put + data[at + 1 :])).deals


# ---- the same log in other clothes

EVENTS = as_mjai([DOUBLE, QUIET]).decode()
VALUES = [json.loads(line) for line in EVENTS.splitlines()]
XML = as_mjlog([DOUBLE, QUIET]).decode()
CLOTHES = {
    "a list": json.dumps(VALUES).encode(),
    "a list with one event a line": ("[\n" + ",\n".join(map(json.dumps, VALUES)) + "\n]").encode(),
    "a field": json.dumps({"id": 7, "log": VALUES}).encode(),
    "events over several lines": "\n".join(json.dumps(value, indent=1) for value in VALUES).encode(),
    "events one behind the other": "".join(map(json.dumps, VALUES)).encode(),
    "comments": ("// by a program\n" + EVENTS.replace("\n", "\n// one event\n")).encode(),
    "comments over several lines": (
        "/* by\na program */" + EVENTS.replace("\n", " /* one\nevent */\n")
    ).encode(),
    "commas": EVENTS.replace("\n", ",\n").encode(),
    "commas before brackets": re.sub(r"(?<=[^\[{])([\]}])", r",\1", EVENTS).encode(),
    "numbers as texts": re.sub(r"(-?\d+)(?=[,}\]])", r'"\1"', EVENTS).encode(),
    "numbers with a point": re.sub(r"(-?\d+)(?=[,}\]])", r"\1.0", EVENTS).encode(),
    "keys in one word": re.sub(
        r"([a-z])_([a-z])(\w*\":)", lambda at: at[1] + at[2].upper() + at[3], EVENTS
    ).encode(),
    "UTF-16": EVENTS.encode("utf-16"),
    "CRLF": EVENTS.replace("\n", "\r\n").encode(),
    "a byte order mark": b"\xef\xbb\xbf" + EVENTS.encode(),
    "XML": XML.encode(),
    "XML with other quotes": XML.replace('"', "'").encode(),
    "XML with end tags": re.sub(r"<(\w+)([^<>]*)/>", r"<\1\2></\1>", XML).encode(),
    "XML in UTF-16": XML.encode("utf-16"),
}


@pytest.mark.parametrize("name", some(CLOTHES))
def test_a_log_says_the_same_however_it_is_written(name: str) -> None:
    report, plain = referee(read_log(CLOTHES[name])), referee(read_log(EVENTS.encode()))
    assert report.agrees
    assert report.fault_count == 0
    assert [win.line for win in report.wins] == [win.line for win in plain.wins]


OTHER_JSON = {
    "numbers as texts": lambda text: re.sub(r"(?<![\w\"])(-?\d+)(?=[,}\]])", r'"\1"', text),
    "numbers with a point": lambda text: re.sub(r"(?<![\w\"])(-?\d+)(?=[,}\]])", r"\1.0", text),
    "commas before brackets": lambda text: re.sub(r"(?<=[^\[{])([\]}])", r",\1", text),
    "comments": lambda text: f"/* one\ngame */{text} // one game",
}


@pytest.mark.parametrize("way", OTHER_JSON)
@pytest.mark.parametrize("kind", JSON_LOGS)
def test_a_json_log_says_the_same_however_it_is_written(kind: str, way: str) -> None:
    text = json.dumps(JSON_LOGS[kind])
    other = OTHER_JSON[way](text)
    assert other != text
    plain, game = read_log(text.encode()), read_log(other.encode())
    assert (game.deals, game.troubles) == (plain.deals, plain.troubles)


def test_the_deals_of_the_editor_may_stand_alone() -> None:
    rows = [[[number, *EDITOR_DEAL[0][1:]], *EDITOR_DEAL[1:]] for number in range(3)]
    whole = read_log(json.dumps({"log": rows}).encode())
    for text in (json.dumps(rows), json.dumps([rows]), json.dumps({"deals": rows})):
        assert read_log(text.encode()).deals == whole.deals
    (first,) = read_log(json.dumps(rows[0]).encode()).deals
    assert first == whole.deals[0]
    lines = read_log("\n".join(map(json.dumps, rows)).encode())
    assert [deal.name for deal in lines.deals] == ["E1", "E2", "E3"]


def test_a_list_of_events_that_is_cut_off_keeps_its_deals() -> None:
    text = "[\n" + ",\n".join(map(json.dumps, VALUES[:-2])) + ",\n"
    game = read_log(text.encode())
    assert [deal.is_over for deal in game.deals] == [True, True]
    assert "cut off or damaged" in str(game.troubles[0].message)


def test_a_link_to_the_viewer_has_a_log_in_it() -> None:
    value = {"title": ["", ""], "log": [EDITOR_DEAL] * 2}
    for text in (json.dumps(value), quote(json.dumps(value))):
        game = read_log(f"https://tenhou.net/6/#json={text}&ts=1\n".encode())
        assert [deal.is_over for deal in game.deals] == [True, True]
        assert not game.troubles


def test_a_game_lies_in_fields_of_other_values() -> None:
    for kind in some(JSON_LOGS):
        assert read_log(json.dumps({"ok": 1, "game": {"record": JSON_LOGS[kind]}}).encode()).format == kind


def test_a_log_that_names_the_patterns_of_no_win_says_nothing_of_them() -> None:
    win = ["和了", [-1000, -1000, 3000, -1000], [2, 2, 2, "30符3飜1000点∀"]]
    named = ["和了", win[1], [2, 2, 2, "30符3飜1000点∀", "立直(1飜)"]]
    deals = [[*EDITOR_DEAL[:-1], one] for one in (win, win, named)]
    alone = read_log(json.dumps({"log": deals[:2]}).encode())
    beside = read_log(json.dumps({"log": deals}).encode())
    assert [deal.wins[0].patterns for deal in alone.deals] == [None, None]
    assert [deal.wins[0].patterns for deal in beside.deals] == [(), (), (("立直", 1),)]


WALL = list(range(136))
MJX_DEAL = {
    "hiddenState": {"wall": WALL},
    "publicObservation": {
        "playerIds": ["A", "B", "C", "D"],
        "initScore": {"tens": [25000] * 4},
        "doraIndicators": [130],
        "events": [{"type": "EVENT_TYPE_DRAW"}, {"type": "EVENT_TYPE_TSUMOGIRI", "tile": 52}],
    },
    "privateObservations": [
        {
            "who": who,
            "initHand": {"closedTiles": WALL[13 * who : 13 * who + 13]},
            "drawHistory": [52] if who == 0 else [],
        }
        for who in range(4)
    ],
}


def test_a_deal_may_have_the_names_of_the_protocol() -> None:
    text = json.dumps(MJX_DEAL)
    other = re.sub(r'"(\w+)":', lambda match: re.sub("([A-Z])", r"_\1", match[0]).lower(), text)
    assert "public_observation" in other
    first, second = (read_log(data.encode()).deals[0] for data in (text, other))
    assert (first.hands, first.events, first.indicators) == (second.hands, second.events, second.indicators)
    assert len(first.events) == 2


def test_an_indicator_that_does_not_lie_in_the_wall_is_told() -> None:
    public = MJX_DEAL["publicObservation"]
    assert isinstance(public, dict)
    wrong = {**MJX_DEAL, "publicObservation": {**public, "doraIndicators": [100]}}
    told = [
        any(
            "doraIndicators" in str(one.message)
            for one in read_log(json.dumps(deal).encode()).deals[0].troubles
        )
        for deal in (MJX_DEAL, wrong)
    ]
    assert told == [False, True]


NO_TILE = {
    "name": ".lq.RecordNoTile",
    "data": {
        "game_end": False,
        "players": [{"tingpai": player == 0} for player in range(4)],
        "scores": [{"delta_scores": [3000, -1000, -1000, -1000], "old_scores": [25000] * 4}],
    },
}
RECORDS = [*MAJSOUL_DEAL[:-1], NO_TILE]
LISTS_OF_RECORDS = {
    "a field": json.dumps({"head": {}, "data": RECORDS}),
    "the list alone": json.dumps(RECORDS),
    "a record a line": "\n".join(map(json.dumps, RECORDS)),
    "other names": re.sub(
        r'"(\w+)":',
        lambda match: re.sub("_([a-z])", lambda one: one[1].upper(), match[0]),
        json.dumps(RECORDS),
    ),
}


@pytest.mark.parametrize("name", some(LISTS_OF_RECORDS))
def test_records_of_mahjong_soul_may_stand_alone(name: str) -> None:
    usual = read_log(
        json.dumps({"head": {}, "data": {"actions": [{"result": one} for one in RECORDS]}}).encode()
    )
    deal, plain = read_log(LISTS_OF_RECORDS[name].encode()).deals[0], usual.deals[0]
    assert (deal.hands, deal.events, deal.scores) == (plain.hands, plain.events, plain.scores)
    assert deal.draw
    assert plain.draw
    assert deal.draw.payments == plain.draw.payments == (3000, -1000, -1000, -1000)


def test_words_of_a_match_may_have_several_spaces_between_them() -> None:
    text = "Match 1\nWind 0\nPlayer 0 Deal T8 B7 T1 W6 B8 W9 J1 T9 B2 W3 T6 F4 W9\nPlayer 0 Draw J3\n"
    first, second = (read_log(one.encode()).deals[0] for one in (text, text.replace(" ", " \t ")))
    assert (first.hands, first.events, first.troubles) == (second.hands, second.events, second.troubles)
    assert first.hands[0]


def test_a_call_without_its_own_tiles_is_told() -> None:
    quiet = [json.loads(line) for line in as_mjai([QUIET]).splitlines()]
    call = {"type": "pon", "actor": 1, "target": 0, "pai": quiet[2]["pai"], "consumed": []}
    discard = {"type": "dahai", "actor": 0, "pai": quiet[2]["pai"], "tsumogiri": True}
    lines = [*quiet[:3], discard, call, *quiet[3:]]
    (trouble, *_) = referee(read_log("\n".join(map(json.dumps, lines)).encode())).deals[0].troubles
    assert "is not a tile or set" in str(trouble.message)
    assert "True" not in str(trouble.message)


def test_the_editor_lists_as_many_indicators_as_there_are_sets_of_four() -> None:
    deal = json.loads(json.dumps(EDITOR_DEAL))
    deal[5:7] = [[43, 19, 19], ["11a111111", 43, 60]]
    deal[4][3:4] = [11]
    for indicators, is_told in (([31], True), ([31, 32], False), ([31, 32, 35], True)):
        deal[2] = indicators
        troubles = referee(read_log(json.dumps({"log": [deal]}).encode())).deals[0].troubles
        assert any("indicators" in str(one.message) for one in troubles) is is_told


def test_a_win_of_a_record_is_compared_with_the_tile_that_it_takes() -> None:
    hule = {"seat": 0, "zimo": True, "hu_tile": "1m", "fans": [], "fu": 30}
    records = [
        MAJSOUL_DEAL[0],
        {"name": ".lq.RecordHule", "data": {"hules": [hule], "delta_scores": [0] * 4}},
    ]
    for zimo, is_told in ((True, False), (False, True)):
        hule["zimo"] = zimo
        troubles = read_log(json.dumps(records).encode()).deals[0].troubles
        assert any("zimo" in str(one.message) for one in troubles) is is_told


def test_a_log_of_text_imports_no_reader_of_another_format(tmp_path: Path) -> None:
    log = tmp_path / "game.xml"
    log.write_bytes(as_mjlog([DOUBLE]))
    code = (
        "import sys; from scorer.replay.read import read_games_of_file; "
        f"assert read_games_of_file({str(log)!r}); "
        "print([name for name in ('kobalab', 'majsoul', 'botzone', 'mjx', 'mjai')"
        " if f'scorer.replay.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
