"""Many hands: one result for each line, in order, whatever a line holds."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from scorer.batch.lines import LONGEST_LINE, raw_lines, read_line
from scorer.batch.scoring import BlockScorer, LineScorer, WorkOrder
from scorer.fast.interface import WORTH_COMPILING
from scorer.rows import MOST_RULESETS, BadLine, Rulesets
from tests.cli.runs import HAND, run
from tests.support.places import ROOT

CONTRACT = {
    "id": "anything", "hand": "123m406p789s777z1z+1z", "win": "tsumo", "round": "E", "seat": "S",
    "with": ["riichi", "ippatsu"], "dora": "4s2z", "ura": "", "honba": 1, "sticks": 2,
    "ruleset": "tenhou", "options": {"kiriage_mangan": True},
}  # fmt: skip


def results(given: str | bytes, *args: str) -> list[dict[str, Any]]:
    """The result lines for some input."""
    return [json.loads(line) for line in run("batch", *args, given=given).stdout.splitlines()]


def result(line: dict[str, Any]) -> dict[str, Any]:
    return results(json.dumps(line))[0]


def test_the_example_of_the_contract_gives_its_result() -> None:
    got = result(CONTRACT)
    assert [(p["id"], p["name"], p["value"], p["unit"]) for p in got["patterns"]] == [
        ("riichi", "Riichi", 1, "han"),
        ("ippatsu", "Ippatsu", 1, "han"),
        ("menzen_tsumo", "Closed self-draw", 1, "han"),
        ("chun", "Red dragon", 1, "han"),
    ]
    assert got["bonuses"] == [{"id": "red_five", "name": "Red five", "value": 1, "unit": "han"}]
    for item in (
        {"id": "base", "fu": 20},
        {"id": "closed_outer_pung", "sets": ["777z"], "fu": 8},
        {"id": "round_pair", "sets": ["11z"], "fu": 2},
    ):
        assert item in got["fu_items"]
    rest = {key: got[key] for key in got if key not in ("patterns", "bonuses", "fu_items")}
    assert rest == {
        "id": "anything", "ok": True, "ruleset": "tenhou", "hand": "123m406p789s1777z+1z",
        "han": 5, "fu": 40, "yakuman": 0, "limit": "mangan", "points": 8000,
        "payments": {"E": -4100, "S": 10300, "W": -2100, "N": -2100}, "total": 10300,
        "reading": ["123m", "406p", "789s", "777z", "11z"], "other_readings": 0,
    }  # fmt: skip


def test_score_prints_the_same_object() -> None:
    args = ("-r", "tenhou", "--tsumo", "-w", "riichi", "-w", "ippatsu", "--dora", "4s2z")
    alone = run("score", CONTRACT["hand"], *args, "--honba", "1", "--sticks", "2", "-f", "json")  # type: ignore[arg-type]
    assert {"id": "anything", **json.loads(alone.stdout)} == result(CONTRACT)


def test_a_limit_hand_is_counted_in_its_own_unit() -> None:
    got = result({"hand": "111m444p777s22z99s+9s", "win": "tsumo"})
    assert got["yakuman"] == 1
    assert got["limit"] == "yakuman"
    assert got["han"] is got["fu"] is None
    assert [(p["value"], p["unit"]) for p in got["patterns"]] == [(1, "yakuman")]


def test_counted_yakuman_is_no_yakuman() -> None:
    got = result({"hand": "2233445566778m+8m", "with": ["riichi"], "dora": "1m2m"})
    assert got["yakuman"] == 0
    assert got["limit"] == "counted_yakuman"
    assert got["han"] >= 13


def test_the_payer_of_an_unnamed_discard_is_the_discarder() -> None:
    assert result({"hand": HAND})["payments"] == {"S": 2000, "discarder": -2000}
    assert result({"hand": HAND, "from": "W"})["payments"] == {"E": 0, "S": 2000, "W": -2000, "N": 0}


def test_other_games_carry_their_own_unit() -> None:
    got = result({"hand": "123m456m789m55z22p+2p", "win": "tsumo", "ruleset": "pocket-mahjong"})
    assert got["fan"] == 4
    assert not {"han", "fu", "fu_items", "yakuman"} & got.keys()
    points = result({"hand": "111r222k33b+3b", "ruleset": "ponjan-anoa"})
    assert not {"han", "fan", "fu"} & points.keys()


def test_a_line_that_counts_several_times_says_so() -> None:
    got = result({"hand": "555666z78p123m99p+9p", "win": "ron", "ruleset": "pocket-mahjong"})
    assert {"id": "dragon", "value": 2, "count": 2}.items() <= next(
        p for p in got["patterns"] if p["id"] == "dragon"
    ).items()


def test_a_liable_player_is_named() -> None:
    hand = "33m11p(555z)(666z)(777z)+1p"
    got = result({"hand": hand, "from": "W", "pao": {"daisangen": "N"}})
    assert got["payments"] == {"E": 0, "S": 32000, "W": -16000, "N": -16000}


BAD = {
    "no JSON": (b'{"id": 3, "hand": ', "notation"),
    "no object": (b'["123m"]', "notation"),
    "nothing said": (b"{}", "notation"),
    "unknown key": (b'{"id": 3, "hand": "123m", "hnad": ""}', "notation"),
    "key twice": (b'{"id": 3, "hand": "123m", "hand": "123m"}', "notation"),
    "hand a number": (b'{"id": 3, "hand": 5}', "notation"),
    "hand null": (b'{"id": 3, "hand": null}', "notation"),
    "with a text": (b'{"id": 3, "hand": "123m", "with": "riichi"}', "notation"),
    "with numbers": (b'{"id": 3, "hand": "123m", "with": [1]}', "notation"),
    "honba a text": (b'{"id": 3, "hand": "123m", "honba": "1"}', "notation"),
    "honba true": (b'{"id": 3, "hand": "123m", "honba": true}', "notation"),
    "honba a fraction": (b'{"id": 3, "hand": "123m", "honba": 1.5}', "notation"),
    "pao a list": (b'{"id": 3, "hand": "123m", "pao": ["E"]}', "notation"),
    "options a list": (b'{"id": 3, "hand": "123m", "options": []}', "notation"),
    "option null": (b'{"id": 3, "hand": "123m", "options": {"red_fives": null}}', "notation"),
    "ruleset a number": (b'{"id": 3, "hand": "123m", "ruleset": 1}', "notation"),
    "not UTF-8": (b'{"id": 3, "hand": "123m\xff"}', "notation"),
    "NaN": (b'{"id": 3, "hand": "123m", "honba": NaN}', "notation"),
    "a huge number": (b'{"id": 3, "hand": "123m", "honba": ' + b"9" * 5000 + b"}", "notation"),
    "an infinite number": (b'{"id": 3, "hand": "123m", "honba": 1e999}', "notation"),
    "a letter that is no suit": (b'{"id": 3, "hand": "123q"}', "notation"),
    "a character of no text": (b'{"id": 3, "hand": "123m\\u0000"}', "notation"),
    "half a character": (b'{"id": 3, "hand": "\\ud800"}', "notation"),
    "too few tiles": (b'{"id": 3, "hand": "123m"}', "hand"),
    "no complete hand": (b'{"id": 3, "hand": "234m345p67p456s55s+9p"}', "not_winning"),
    "no pattern": (b'{"id": 3, "hand": "123m(345p)678p456s5s+5s"}', "no_pattern"),
    "a contradiction": (b'{"id": 3, "hand": "234m345p67p456s55s+8p", "with": ["ippatsu"]}', "circumstance"),
    "no such circumstance": (b'{"id": 3, "hand": "234m345p67p456s55s+8p", "with": ["x"]}', "circumstance"),
    "no such ruleset": (b'{"id": 3, "hand": "123m", "ruleset": "tenho"}', "ruleset"),
    "no such option": (b'{"id": 3, "hand": "123m", "options": {"x": 1}}', "ruleset"),
    "no choice of an option": (b'{"id": 3, "hand": "123m", "options": {"red_fives": 9}}', "ruleset"),
    "too long": (b'{"id": 3, "hand": "' + b"1m" * LONGEST_LINE + b'"}', "notation"),
    "a ruleset of a long name": (b'{"id": 3, "hand": "1m", "ruleset": "' + b"a" * 5000 + b'"}', "notation"),
    "a ruleset of a longish name": (b'{"id": 3, "hand": "1m", "ruleset": "' + b"a" * 900 + b'"}', "ruleset"),
    "a file of a long name": (b'{"id": 3, "hand": "1m", "ruleset": "' + b"a" * 900 + b'.yaml"}', "ruleset"),
    "a ruleset of no name": (b'{"id": 3, "hand": "1m", "ruleset": "a\\u0000b"}', "ruleset"),
    "a file of no name": (b'{"id": 3, "hand": "1m", "ruleset": "a\\u0000b.yaml"}', "ruleset"),
    "a file of half a character": (b'{"id": 3, "hand": "1m", "ruleset": "\\ud800.yaml"}', "ruleset"),
    "a device": (b'{"id": 3, "hand": "1m", "ruleset": "/dev/zero"}', "ruleset"),
    "half characters": (b'{"id": 3, "hand": "1m", "with": ["\\ud800"], "pao": {"\\ud800": "E"}}', "hand"),
    "half a key": (b'{"id": 3, "hand": "1m", "\\ud800": ""}', "notation"),
    "half an option": (b'{"id": 3, "hand": "1m", "options": {"\\ud800": "x"}}', "ruleset"),
    "many circumstances": (
        b'{"id": 3, "hand": "234m345p67p456s55s+8p", "with": [' + b'"x",' * 3000 + b'"x"]}',
        "circumstance",
    ),
    "too deep": (b'{"id": 3, "hand": ' + b"[" * 50_000 + b"}", "notation"),
    "a penalty": (
        b'{"id": 3, "hand": "222m333p44s+4s", "ruleset": "ponjan", "win": "ron", "with": ["furiten"],'
        b' "options": {"furiten": true}}',
        "penalty",
    ),
}


@pytest.mark.parametrize(("line", "kind"), BAD.values(), ids=BAD)
def test_a_bad_line_gives_an_error_and_the_run_goes_on(line: bytes, kind: str) -> None:
    good = json.dumps({"id": "good", "hand": HAND}).encode()
    answer = run("batch", given=b"\n".join([good, line, good]))
    first, bad, last = map(json.loads, answer.stdout.splitlines())
    assert answer.exit_code == 1
    assert first == last
    assert first["ok"]
    assert bad["ok"] is False
    error = bad["error"]
    assert error["kind"] == kind
    assert error["message"]
    assert isinstance(error["suggestions"], list)
    assert error["at"] is None or isinstance(error["at"], int)


@pytest.mark.parametrize("name", [name for name, (line, _) in BAD.items() if b'"id": 3' in line])
def test_the_id_of_a_bad_line_is_kept(name: str) -> None:
    assert results(BAD[name][0])[0]["id"] == 3


def test_an_error_tells_its_place_and_what_was_meant() -> None:
    error = result({"hand": "234m345q67p456s55s+8p", "with": ["ripichi"]})["error"]
    assert error["at"] == 7
    assert [fault["input"] for fault in error["faults"]] == ["hand", "with"]
    assert error["faults"][1]["suggestions"] == ["riichi"]


def test_a_penalty_tells_who_pays() -> None:
    error = results(BAD["a penalty"][0])[0]["error"]
    assert sum(error["payments"].values()) == 0
    assert error["payments"]["S"] < 0


def test_any_id_comes_back_as_it_was() -> None:
    for ident in (None, 0, -1.5, "a\u0000b", "雀", "\ud800", [1, {"a": None}], {"b": 2}, True):
        assert result({"id": ident, "hand": HAND})["id"] == ident
        assert result({"id": ident, "hand": "1q"})["id"] == ident


def test_a_line_chooses_its_ruleset_and_options() -> None:
    lines = [
        {"hand": "111r222k33b+3b", "ruleset": "ponjan-anoa"},
        {"hand": "234m(345p)678p456s5s+5s", "options": {"open_tanyao": False}},
        {"hand": "234m(345p)678p456s5s+5s"},
        {"hand": "222m333p44s+4s", "ruleset": "ponjan", "dora": "4s", "options": {"dora": True}},
    ]
    got = results("\n".join(map(json.dumps, lines)))
    assert [line["ok"] for line in got] == [True, False, True, True]
    assert got[3]["bonuses"][0]["id"] == "dora"


def test_options_of_the_run_belong_to_its_ruleset() -> None:
    open_hand = {"hand": "234m(345p)678p456s5s+5s"}
    lines = [open_hand, open_hand | {"ruleset": "tenhou"}, open_hand | {"options": {"open_tanyao": True}}]
    got = results("\n".join(map(json.dumps, lines)), "-o", "open_tanyao=false")
    assert [line["ok"] for line in got] == [False, True, True]


def test_true_and_one_are_different_values() -> None:
    lines = [{"hand": HAND, "options": {"open_tanyao": value}} for value in (True, 1, True)]
    assert [line["ok"] for line in results("\n".join(map(json.dumps, lines)))] == [True, False, True]


def test_blank_lines_are_left_out() -> None:
    line = json.dumps({"hand": HAND})
    answer = run("batch", given=f"\n{line}\n  \n\r\n{line}\r\n")
    assert len(answer.stdout.splitlines()) == 2
    assert answer.exit_code == 0


def test_no_lines_are_no_fault() -> None:
    assert run("batch", given="").exit_code == 0


def test_what_a_hand_misses_is_told_when_asked() -> None:
    line = json.dumps({"hand": "123m(345p)678p456s5s+5s"})
    assert "nearest" not in results(line)[0]["error"]
    nearest = results(line, "--near")[0]["error"]["nearest"]
    assert nearest[0]["id"] == "tanyao"


@pytest.mark.parametrize(("language", "name"), [("en", "Single wait"), ("ja", "単釣将")])
def test_a_hand_of_too_little_is_told_what_it_has_in_the_language_asked_for(language: str, name: str) -> None:
    hand, words = "123m789s1z(678p)(333p)+1z", ("-r", "mcr", "--lang", language)
    (line,) = results(json.dumps({"hand": hand}), "--near", *words)
    alone = json.loads(run("score", hand, "-f", "json", *words).stdout)
    assert line["error"] == alone["error"]
    assert line["error"]["patterns"][0] == {"id": "single_wait", "name": name, "value": 1, "unit": "fan"}
    assert {"reasons", "nearest"} <= line["error"].keys()


def test_files_are_read_and_written(tmp_path: Path) -> None:
    hands, out = tmp_path / "hands.jsonl", tmp_path / "out.jsonl"
    hands.write_text(json.dumps({"id": 1, "hand": HAND}) + "\n", "utf-8")
    answer = run("batch", str(hands), "--out", str(out), "-r", "tenhou")
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert json.loads(out.read_text("utf-8"))["ruleset"] == "tenhou"


def test_the_results_never_go_over_the_hands(tmp_path: Path) -> None:
    hands = tmp_path / "hands.jsonl"
    hands.write_text(json.dumps({"hand": HAND}), "utf-8")
    assert run("batch", str(hands), "--out", str(hands)).exit_code == 2
    assert json.loads(hands.read_text("utf-8"))["hand"] == HAND


def test_names_can_be_had_in_japanese() -> None:
    raw = run("batch", "--lang", "ja", given=json.dumps({"hand": HAND})).stdout
    assert "平和" in raw


def test_a_result_is_written_before_the_next_line_is_read() -> None:
    command = [sys.executable, "-m", "scorer", "batch"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "hand": HAND}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait() == 0


def test_lines_are_taken_one_at_a_time() -> None:
    taken = 0

    def lines() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield json.dumps({"hand": HAND}).encode()

    found = BlockScorer(Rulesets("riichi", {}), WorkOrder()).blocks(lines())
    assert not next(found).failures
    assert taken == 1


def test_of_a_line_without_end_only_the_beginning_is_kept() -> None:
    stream = io.BytesIO(b"x" * (20 * LONGEST_LINE) + b"\nnext\n")
    first, second = chain.from_iterable(group.items for group in raw_lines(stream))
    assert len(first) <= LONGEST_LINE + 1
    assert second == b"next\n"


@pytest.mark.parametrize(("length", "ok"), [(LONGEST_LINE, True), (LONGEST_LINE + 1, False)])
def test_a_line_may_be_as_long_as_is_said(length: int, ok: bool) -> None:
    line = json.dumps({"hand": HAND}).encode().ljust(length - 1) + b"\n"
    (given,) = chain.from_iterable(group.items for group in raw_lines(io.BytesIO(line)))
    assert LineScorer(Rulesets("riichi", {})).result(given)[1] == ok


def test_reasons_of_a_ruleset_are_in_the_language_of_the_run(tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text('{"hand": "123m456p789s(234m)5z+5z", "with": ["riichi"]}')
    printed = run("batch", str(tmp_path / "hands.jsonl"), "--lang", "ja").stdout
    assert "リーチは門前の手でしかかけられません" in printed


def test_many_rulesets_do_not_pile_up() -> None:
    rulesets = Rulesets("riichi", {})
    for value in range(MOST_RULESETS + 20):
        rulesets.get("", {"honba_value": value})
    assert rulesets._cached_ruleset.cache_info().currsize == MOST_RULESETS


def test_a_ruleset_is_compiled_once_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_NO_CACHE", "1")
    rulesets = Rulesets("riichi", {"honba_value": 7})
    asked = [rulesets.engine("", {}) for _ in range(WORTH_COMPILING + 2)]
    assert asked[:-2] == [None] * WORTH_COMPILING
    assert asked[-2] is asked[-1] is not None


@pytest.mark.parametrize(
    "asked",
    [
        "match: 'chow(n, A), chow(k, B)', where: n < k or dealer",
        "match: 'pung(n, A), pung(k, B), pung(m, C), pung(p, A)', where: n > 9",
    ],
)
def test_rules_that_cannot_be_compiled_or_not_soon_are_scored_all_the_same(
    tmp_path: Path, asked: str
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(f"extends: riichi\nadd: [{{id: left, value: 1, {asked}}}]\n", "utf-8")
    rulesets, times = Rulesets(str(file), {}), WORTH_COMPILING + 2
    assert [rulesets.engine("", {}) for _ in range(times)] == [None] * times
    found = BlockScorer(rulesets, WorkOrder()).blocks([json.dumps({"hand": HAND}).encode()] * 3)
    assert [block.failures for block in found] == [0] * 3


def test_every_fault_of_a_line_is_told() -> None:
    with pytest.raises(BadLine) as caught:
        read_line(b'{"hand": 1, "honba": "x", "foo": 2}')
    assert len(caught.value.faults) == 3


def test_a_mark_before_the_first_line_is_no_part_of_it(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"hand": "' + HAND.encode() + b'"}\r\n')
    assert json.loads(run("batch", str(file)).stdout)["ok"]


@pytest.mark.one_in(3)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("args", [["score", HAND], ["batch"], ["rulesets", "list"]])
def test_a_full_disk_is_said_in_one_line(args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "scorer", *args]
        given = f'{{"hand": "{HAND}"}}'
        ended = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, input=given, text=True, check=False
        )
    assert ended.returncode == 2
    assert ended.stderr.startswith("cannot read or write") and ended.stderr.count("\n") == 1


@pytest.mark.one_in(2)
@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are closed otherwise there")
@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    for args in (["score", HAND], ["batch"]):
        command = " ".join([sys.executable, "-m", "scorer", *args, closed])
        ended = subprocess.run(
            command, shell=True, capture_output=True, text=True, check=False, input="", timeout=60
        )
        assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.one_in(3)
@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are closed otherwise there")
@pytest.mark.parametrize("args", ["score 123q", "nosuch", "score --nosuch"])
def test_where_nobody_reads_errors_the_status_still_tells_of_them(args: str) -> None:
    command = f"{sys.executable} -m scorer {args} 2>&-"
    assert subprocess.run(command, shell=True, check=False, timeout=60).returncode == 2


@pytest.mark.parametrize("options", [{}, {"kiriage_mangan": True}])
def test_a_line_opens_no_file_that_the_run_was_not_given(tmp_path: Path, options: dict[str, bool]) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\nname: Ours\n", "utf-8")
    line = {"hand": "234m345p67p456s55s+8p", "ruleset": str(secret), "options": options}
    got = json.loads(run("batch", given=json.dumps(line)).stdout)
    assert got["error"]["kind"] == "ruleset"
    assert not {"password", "hunter2", "Ours"} & set(json.dumps(got).replace('"', " ").split())
    club = tmp_path / "club.yaml"
    club.write_text("name: Club\nextends: riichi\n", "utf-8")
    line = {"hand": "234m345p67p456s55s+8p", "ruleset": str(club)}
    assert json.loads(run("batch", "-r", str(club), given=json.dumps(line)).stdout)["ok"]
    assert not json.loads(run("batch", given=json.dumps(line)).stdout)["ok"]


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x9b"])
def test_what_a_line_repeats_of_its_input_reaches_no_terminal_as_a_command(sign: str) -> None:
    given = [{"id": sign, "hand": HAND}, {"id": 2, "hand": HAND, "seat": sign}]
    shown = run("batch", given="\n".join(json.dumps(line, ensure_ascii=False) for line in given)).stdout
    assert sign not in shown
    good, bad = map(json.loads, shown.splitlines())
    assert good["id"] == sign
    assert sign in bad["error"]["message"]


def test_a_hand_counts_in_one_unit_and_has_none_of_the_other() -> None:
    hands = [{"hand": "444666m2z(123p)(777s)+2z"}, {"hand": "1234567m123456s+7s"}]
    given = "".join(f"{json.dumps(hand)}\n" for hand in hands)
    common, special = map(json.loads, run("batch", "-r", "british", given=given).stdout.splitlines())
    assert (common["doubles"], common["hand_points"], common["count"]) == (0, 32, None)
    assert (special["doubles"], special["hand_points"], special["count"]) == (None, None, 500)


def test_a_bare_hand_is_told_the_line_that_it_should_be() -> None:
    (bad,) = map(json.loads, run("batch", given=f"{HAND}\n").stdout.splitlines())
    assert bad["error"]["message"].endswith(f'; write a hand as {{"hand": "{HAND}"}}')
    (bad,) = map(json.loads, run("batch", given=f"{HAND} riichi tsumo dora=4s\n").stdout.splitlines())
    line = bad["error"]["message"].partition("; write a hand as ")[2]
    (scored,) = map(json.loads, run("batch", given=line).stdout.splitlines())
    assert scored["points"] == 12000
    (other,) = map(json.loads, run("batch", given='{"hand": 1,\n').stdout.splitlines())
    assert "write a hand as" not in other["error"]["message"]
