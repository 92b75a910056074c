"""Files of evenings: what is read, what is reported and where, and what is written."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from scorer import read_evening
from scorer.check.evenings import evening_problems
from scorer.engine.configure import configure_ruleset
from scorer.message import Edit, TextRange
from scorer.scoring import load_ruleset
from scorer.table.evening import evening_of
from scorer.table.events import GameStart, Win
from tests.cli.runs import run
from tests.support.loops import some

HEAD = (
    "evening: friday\ndate: 2026-11-27\nevents:\n- {game: tenhou, players: [Ann, Ben, Cho, Dia], rounds: 1}\n"
)
WRONG = {
    "- {wim: {Ann: mangan}}": (5, 4, "there is no event 'wim'"),
    "- {win: {Ann: mangan}, form: Ben}": (5, 24, "'win' has no 'form'"),
    "- {win: Ann, from: Ben}": (5, 9, "what does Ann win with"),
    "- {win: {Ann: mangan}, from: Bem}": (5, 30, "Bem is not at the table"),
    "- {draw: exhausted}": (5, 10, "no draw 'exhausted'"),
    "- {penalty: {Ann: lots}}": (5, 14, "expected a number for Ann"),
    "- {end: bored}": (5, 9, "write why the game ends"),
    "- mangan": (5, 3, "expected an event"),
    "- {win: {Ann: mangan, from: Ben": (5, 3, ""),
    "- {game: riichi, players: [Ann, Ben, Cho]}": (5, 3, "riichi is played by 4 players, not 3"),
    "- {game: riichi, players: [Ann, Ben, Cho, Ann]}": (5, 28, "the name 'Ann' is given twice"),
    "- {game: riichy, players: [Ann, Ben, Cho, Dia]}": (5, 10, "riichy"),
    "- {game: riichi, players: [Ann, Ben, Cho, Dia], options: {umma: 3}}": (5, 59, "umma"),
}
"""A line after a game, and the place and the words of its fault."""


@pytest.mark.parametrize("line", WRONG)
def test_a_fault_is_reported_at_its_place_and_the_events_after_it_count(line: str) -> None:
    read = read_evening(f"{HEAD}{line}\n- {{win: {{Ben: 1 han 30 fu}}, from: Ann}}\n".encode())
    line_number, column, words = WRONG[line]
    fault = read.faults[0]
    assert len(read.faults) == 1
    assert (fault.line, fault.column) == (line_number, column) or not words
    assert fault.line == line_number
    assert words in str(fault.message)
    assert read.evening.games[-1].state.scores == (24000, 26000, 25000, 25000)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("27.11.2026", "2026-11-27"),
        ("2026/11/27", "2026-11-27"),
        ("2026年11月27日", "2026-11-27"),
        ("3/4/2026", ""),
        ("令和8年11月27日", ""),
        ("2026-02-30", ""),
        ("last Friday", ""),
        ("{friday: 27}", ""),
    ],
)
def test_a_date_that_is_none_is_reported_with_the_form_of_a_date_and_a_fix_if_it_is_sure(
    written: str, meant: str
) -> None:
    text = HEAD.replace("2026-11-27", written)
    read = read_evening(text.encode())
    [fault] = read.faults
    assert (fault.line, fault.column, fault.suggestions) == (2, 7, (meant,) if meant else ())
    assert str(fault.message) == "write the date as year, month and day: 2026-11-27"
    [problem] = evening_problems("friday.yaml", text.encode()) or ()
    assert problem.edit == (Edit(TextRange(2, 7, len(written)), meant) if meant else None)
    assert not read_evening(HEAD.encode()).faults


def test_all_faults_are_reported_in_every_language_at_once(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(HEAD + "- {riichi: Eve}\n- {win: {Ann: mangan}, from: Ann}\n", encoding="utf-8")
    result = run("evening", str(path), "--lang", "ja")
    assert result.exit_code == 1
    assert "Eveは卓にいません" in result.stdout
    assert "自分の捨て牌では和了できません" in result.stdout
    checked = run("check", str(path))
    assert checked.exit_code == 1
    assert checked.stdout.count("E101") == 2


def test_a_sound_evening_has_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(HEAD, encoding="utf-8")
    assert run("check", str(path)).exit_code == 0
    assert run("evening", str(path)).exit_code == 0


def test_results_are_written_with_the_head_of_clubs_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(
        HEAD + "- {riichi: Dia}\n- {win: {Ben: mangan}, from: Ann}\n- {end: time}\n", encoding="utf-8"
    )
    written = run("evening", str(path), "-f", "csv", "--results").stdout
    row = next(iter(csv.DictReader(io.StringIO(written))))
    assert (row["Date"], row["E Player"], row["E Pts"], row["sticks"]) == ("2026-11-27", "Ann", "17000", "0")
    again = tmp_path / "results.csv"
    again.write_text(written, encoding="utf-8")
    data = json.loads(run("evening", str(again), "-f", "json").stdout)
    assert (data["ranking"][0]["player"], data["ranking"][0]["total"]) == ("Ben", 44)
    deals = [*csv.DictReader(io.StringIO(run("evening", str(path), "-f", "csv").stdout))]
    assert [(deals[0][key]) for key in ("Deal", "Kind", "Winner", "From", "Value")] == [
        "E1", "win", "Ben", "Ann", "mangan",
    ]  # fmt: skip


@pytest.mark.parametrize("results", [[], ["--results"]])
def test_a_table_that_was_written_is_read_again(tmp_path: Path, results: list[str]) -> None:
    """Also with a row a deal, of which the last of each game counts, and if a penalty went to nobody."""
    path, again = tmp_path / "friday.yaml", tmp_path / "again.csv"
    game = "- {game: mcr, players: [Ann, Ben, Cho, Dia]}\n"
    won = "- {win: {Ann: 8 fan}, from: Ben}\n"
    result = "- {result: {Ann: 10, Ben: 20, Cho: -20, Dia: -30}}\n"
    path.write_text(f"events:\n{game}- {{false_win: Cho}}\n{won}{won}{game}{result}", encoding="utf-8")
    again.write_text(run("evening", str(path), "-f", "csv", *results).stdout, encoding="utf-8")
    first, second = (json.loads(run("evening", str(one), "-f", "json").stdout) for one in (path, again))
    assert [one["final"]["scores"] for one in second["games"]] == [
        one["final"]["scores"] for one in first["games"]
    ]
    assert second["ranking"] == first["ranking"]


def test_a_name_is_no_formula_of_a_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(HEAD.replace("Ann", "'=1+1'"), encoding="utf-8")
    assert "'=1+1" in run("evening", str(path), "-f", "csv", "--results").stdout


def test_several_files_give_one_ranking(tmp_path: Path) -> None:
    for name, winner in (("a", "Ann"), ("b", "Ben")):
        text = HEAD + f"- {{win: {{{winner}: mangan}}, from: Cho}}\n- {{end: agreed}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    data = json.loads(run("evening", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml"), "-f", "json").stdout)
    assert (data["ranking"][0]["player"], data["ranking"][0]["games"]) == ("Ann", 2)


def test_an_evening_is_made_from_events_in_python() -> None:
    start = GameStart("hkma", ("Ann", "Ben", "Cho", "Dia"), stake=0.5, currency="HKD")
    evening = evening_of([start, Win((("Ann", "3 faan"),), "Ben")])
    assert evening.games[0].final.money == (16, -16, 0, 0)


def test_a_file_cannot_do_harm() -> None:
    texts = [
        b"events:\n" + b"- {note: x}\n" * 5000,
        b"events: " + b"[" * 5000,
        b"\xff\xfe",
        b"",
        b"events: 3",
    ]
    for text in some(texts):
        assert read_evening(text).faults


def test_an_evening_is_printed_with_a_sheet_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(
        f"{HEAD}- {{win: {{Ben: mangan}}, from: Ann}}\n{HEAD.splitlines()[-1]}\n", encoding="utf-8"
    )
    shown = run("evening", str(path), "-f", "html").stdout
    assert shown.count('<section class="sheet">') == 2
    assert "Return 30,000, places +20 +10 -10 -20, first +20,000" in shown
    assert "friday 2026-11-27" in shown


def test_scores_below_zero_are_in_brackets_on_paper(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(f"{HEAD}- {{win: {{Ann: yakuman}}, from: Ben}}\n", encoding="utf-8")
    shown = run("evening", str(path), "-f", "html", "--paper", "letter").stdout
    assert "(23,000)" in shown
    assert "size: Letter" in shown
    assert "▲23,000" in run("evening", str(path), "-f", "html", "--lang", "ja").stdout


def test_an_empty_sheet_has_a_row_for_each_deal() -> None:
    shown = run("evening", "--empty", "-r", "hong-kong", "--lang", "zh").stdout
    for name in some(("東圈第一盤", "南圈第二盤", "西圈第三盤", "北圈第四盤")):
        assert f">{name}<" in shown
    assert "size: A4" in shown
    assert run("evening", "--empty", "friday.yaml").exit_code == 2
    assert run("evening").exit_code == 2


def test_results_in_different_units_are_not_added(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    games = ("tenhou", "mcr", "m-league", "hong-kong")
    text = "".join(f"- {{game: {name}, players: [Ann, Ben, Cho, Dia]}}\n- {{end: time}}\n" for name in games)
    path.write_text(f"events:\n{text}", encoding="utf-8")
    data = json.loads(run("evening", str(path), "-f", "json").stdout)
    assert "ranking" not in data
    assert [one["rulesets"] for one in data["rankings"]] == [["tenhou", "m-league"], ["mcr"], ["hong-kong"]]
    assert data["rankings"][0]["ranking"][0]["games"] == 2
    shown = run("evening", str(path), str(path)).stdout
    assert "Ranking: tenhou, m-league" in shown


def test_a_word_that_was_meant_in_an_evening_is_an_edit_of_that_word() -> None:
    text = b"events:\n- {game: riichi, players: [Ann, Ben, Cho, Dia]}\n- {win: {Anm: 3 han 40 fu}, from: Ben}\n- {wim: {Ann: mangan}, from: Ben}\n"
    edits = [one.edit for one in evening_problems("friday.yaml", text) or ()]
    assert edits == [Edit(TextRange(3, 10, 3), "Ann"), Edit(TextRange(4, 4, 3), "win")]


def test_events_after_the_start_of_another_document_still_count() -> None:
    game = "- {game: hong-kong, players: [Ann, Ben, Cho, Dia]}\n- {win: {Ann: 5 faan}, from: Ben}\n"
    won = "- {win: {Ben: 5 faan}, from: Ann}\n"
    for text in some([
        f"events:\n{game}---\n{won}{won}", f"events:\n{game}...\n---\nevents:\n{won}---\nevents:\n{won}",
        f"evening: Friday\n---\nevents:\n{game}{won}{won}",
    ]):  # fmt: skip
        read = read_evening(text.encode())
        assert [str(one.message) for one in read.faults] == ["a second document begins here"], text
        assert read.faults[0].line == text[: text.index("---")].count("\n") + 1
        assert read.evening.games[0].state.scores == (-24, 24, 0, 0)


def test_a_file_may_begin_with_the_mark_of_a_document() -> None:
    read = read_evening(b"---\nevents:\n- {game: hong-kong, players: [Ann, Ben, Cho, Dia]}\n")
    assert not read.faults


def test_penalties_and_corrections_have_no_fractions() -> None:
    for line in some(
        ["penalty: {Ann: 0.5}", "penalty: {Ann: 1.5}, to: Ben", "adjust: {Ann: 0.5, Ben: -0.5}"]
    ):
        text = f"events:\n- {{game: hong-kong, players: [Ann, Ben, Cho, Dia]}}\n- {{{line}}}\n"
        (fault,) = read_evening(text.encode()).faults
        assert str(fault.message).startswith("expected whole numbers, not ")
        assert fault.line == 3


def test_a_table_of_results_has_the_chips_and_they_are_read_again(tmp_path: Path) -> None:
    path, again = tmp_path / "friday.yaml", tmp_path / "again.csv"
    path.write_text(
        "events:\n- {game: riichi, players: [Ann, Ben, Cho, Dia], options: {chip_value: 2}}\n"
        "- {win: {Ann: mangan}, from: Ben}\n- {chips: {Ann: 1, Ben: -1}}\n"
        "- {win: {Cho: mangan}, from: Ben}\n- {chips: {Cho: 2, Ben: -2}}\n"
    )
    deals = [*csv.DictReader(io.StringIO(run("evening", str(path), "-f", "csv").stdout))]
    assert [[row[f"{seat} Chips"] for seat in "ESWN"] for row in deals] == [
        ["1", "-1", "0", "0"], ["1", "-3", "2", "0"],
    ]  # fmt: skip
    again.write_text(run("evening", str(path), "-f", "csv", "--results").stdout)
    rules = configure_ruleset(load_ruleset("riichi"), {"chip_value": 2})
    read = read_evening(again, load=lambda name: rules)
    assert not read.faults
    assert read.evening.games[0].state.chips == (1, -3, 2, 0)


def test_a_table_without_chips_has_no_column_for_them(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text("events:\n- {game: riichi, players: [Ann, Ben, Cho, Dia]}\n- {win: {Ann: mangan}}\n")
    assert "Chips" not in run("evening", str(path), "-f", "csv").stdout
