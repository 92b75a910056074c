"""`scorer rulesets diff`, `new` and `schema` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli.main import main
from scorer.ruleset.authoring import schema
from scorer.ruleset.find import shipped_folder
from tests.cli import runs
from tests.support.places import ROOT


def run(*words: str) -> Result:
    """One run, wide enough that no message with the path of a file is broken."""
    return runs.run("rulesets", *words, columns=500)


def test_the_schema_is_printed_as_the_shipped_file_has_it() -> None:
    printed = run("schema").stdout
    assert json.loads(printed) == schema()
    assert printed == (shipped_folder() / "schema.json").read_text(encoding="utf-8")


def test_diff_names_what_differs_side_by_side() -> None:
    shown = run("diff", "riichi", "m-league").stdout
    assert "18 differences" in shown
    assert "4 han 30 fu and 3 han 60 fu" in shown
    assert "pao_suukantsu: the player who feeds the fourth kong is liable" in " ".join(shown.split())
    assert "only the rule files: 8 (-f json" in " ".join(shown.split())


def test_diff_as_json_has_every_difference_by_id_and_value() -> None:
    found = json.loads(run("diff", "riichi", "m-league", "-f", "json").stdout)
    assert (found["before"], found["after"]) == ("riichi", "m-league")
    kiriage = next(change for change in found["differences"] if change["id"] == "kiriage_mangan")
    assert (kiriage["section"], kiriage["before"], kiriage["after"]) == ("options", "false", "true")


@pytest.mark.slow
def test_diff_with_hands_counts_them_and_shows_three() -> None:
    words = ("diff", "tenhou", "ema", "--hands", "120")
    shown = run(*words).stdout
    found = json.loads(run(*words, "-f", "json").stdout)["effect"]
    assert f"{found['changed']} of 120 sample hands score differently" in shown
    assert [f"Hand {number}" in shown for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert len(found["examples"]) == 3
    assert (
        len(found["changes"])
        == found["changed"]
        == sum(found[sort] for sort in ("more", "less", "lost", "gained"))
        + sum(change["before"] == change["after"] for change in found["changes"])
    )


@pytest.mark.slow
def test_diff_counts_a_pattern_of_two_games_once_whatever_its_id_in_each() -> None:
    shown = run("diff", "riichi", "hong-kong", "--hands", "40").stdout
    rows = shown.partition("counted differently")[2].partition("Hand 1")[0].splitlines()
    names = [row.rsplit("  ", 1)[0].strip() for row in rows if row.strip()]
    assert "All triplets" in names
    assert len(names) == len(set(names))


def test_diff_of_the_same_rules_says_so() -> None:
    result = run("diff", "tenhou", "tenhou", "--hands", "10")
    assert result.exit_code == 0
    assert "have the same rules" in result.stdout
    assert "All 10 sample hands score the same" in result.stdout


def test_diff_tells_two_files_of_one_name_apart(tmp_path: Path) -> None:
    for folder, value in (("a", "false"), ("b", "true")):
        (tmp_path / folder).mkdir()
        text = f"extends: riichi\nset: {{kiriage_mangan: {value}}}\n"
        (tmp_path / folder / "club.yaml").write_text(text, encoding="utf-8")
    first, second = (str(tmp_path / folder / "club.yaml") for folder in ("a", "b"))
    found = json.loads(run("diff", first, second, "-f", "json").stdout)
    assert (found["before"], found["after"]) == (first, second)


@pytest.mark.parametrize("words", [("diff", "richi", "ema"), ("diff", "ema", str(ROOT / "no-such.yaml"))])
def test_diff_of_what_is_not_there_is_status_2(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "there is no" in result.stderr


def test_diff_of_a_faulty_file_shows_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("extends: riichi\nset: {tanyoa.value: 2}\n", encoding="utf-8")
    result = run("diff", "riichi", str(path))
    assert result.exit_code == 2
    assert "tanyoa" in result.stderr


@pytest.mark.parametrize("extends", [(), ("--extends", "riichi"), ("--extends", "ponjan")])
def test_new_writes_a_file_that_passes_the_check(tmp_path: Path, extends: tuple[str, ...]) -> None:
    path = tmp_path / "our game.yaml"
    assert run("new", str(path), *extends).exit_code == 0
    checked = CliRunner().invoke(main, ["check", "--strict", str(path)])
    assert checked.exit_code == 0, checked.stdout


def test_new_leaves_a_file_that_is_there_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("name: Ours\n", encoding="utf-8")
    result = run("new", str(path))
    assert result.exit_code == 2
    assert "already exists" in " ".join(result.stderr.split())
    assert path.read_text(encoding="utf-8") == "name: Ours\n"


def test_new_asks_for_a_name_that_other_commands_know_as_a_file() -> None:
    assert "did you mean 'club.yaml'?" in run("new", "club").stderr


def test_new_says_which_ruleset_may_have_been_meant(tmp_path: Path) -> None:
    result = run("new", str(tmp_path / "club.yaml"), "--extends", "richi")
    assert "did you mean 'riichi'?" in result.stderr
    assert not (tmp_path / "club.yaml").exists()


def test_new_prints_to_standard_output_on_request() -> None:
    assert run("new", "-", "--extends", "tenhou").stdout.startswith("# House rules based on 'tenhou'")


def test_a_new_file_over_a_box_with_a_table_of_tiles_has_its_rows_to_fill_in() -> None:
    text = run("new", "-", "--extends", "donjara-doraemon").stdout
    assert "# tiles:\n#   table:\n#     x1: {code: 1x" in text
    assert "# tiles:" not in run("new", "-", "--extends", "riichi").stdout


def test_house_rules_are_named_over_a_hand(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("extends: riichi\nset: {open_tanyao: false, pinfu.value: 2}\ndrop: [sankantsu]\n")
    own = tmp_path / "own.yaml"
    own.write_text("extends: club.yaml\nset: {kiriage_mangan: true}\n")
    shown = [_heading(path) for path in (club, own)]
    assert "club.yaml · open_tanyao=false · Pinfu 2 · without Sankantsu (three kongs) ·" in shown[0]
    assert "own.yaml · kiriage_mangan=true ·" in shown[1]
    assert "riichi.yaml" not in _heading("riichi")


HOUSE_RULES = """extends: riichi
minimum: 2
to_win: {sets(chow) <= 2: a hand with three or more chows does not win}
tiles: {even: 2468mps}
set: {toitoi.value: {closed: 3}, haneman.base: 2800}
drop: [sankantsu, sanshoku_doukou]
add: [{id: sisters, name: {en: Sisters, ja: 三姉妹, zh: 三姐妹}, value: 1, match: "chow(n, A), chow(n, B)"}]
payment: {most: 20000}
"""
HEADINGS = {
    "en": "minimum to win: 2 · conditions for winning changed · Classes of tiles changed · "
    "Toitoi (all triplets) 3, closed hands only · without Sankantsu (three kongs) · "
    "without Sanshoku doukou (three-color triplet) · with Sisters · haneman changed · 1 more",
    "ja": "和了に必要な飜・点：2 · 和了の条件を変更 · 牌の種類を変更 · 対々和：3（門前限定） · 三槓子なし · 三色同刻なし · "
    "三姉妹あり · 跳満を変更 · ほか1件",
    "zh": "起和：2 · 和牌条件有改动 · 牌的类别有改动 · 对对和：3（限门前清） · 不设三杠子 · 不设三色同刻 · "
    "增设三姐妹 · 跳满有改动 · 另有1处",
}


@pytest.mark.parametrize("language", HEADINGS)
def test_house_rules_are_named_in_the_language_of_the_heading(tmp_path: Path, language: str) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE_RULES, encoding="utf-8")
    words = ["score", "111m222p333s444z5z+5z", "--tsumo", "-r", str(file), "--lang", language]
    found = CliRunner().invoke(main, words, env={"COLUMNS": "400"})  # a long line breaks anywhere in Chinese
    assert HEADINGS[language] in " ".join(found.stdout.split())


def test_rules_of_the_game_that_a_house_changes_are_told_with_what_they_are_now(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    lines = ("extends: mcr", "name: Club", "minimum: 10", "to_win: {sets(chow) <= 3: no four chows}")
    file.write_text("\n".join(lines), encoding="utf-8")
    shown = CliRunner().invoke(main, ["score", "1112345678999m+5m", "-r", str(file)]).stdout.splitlines()
    assert "club.yaml · minimum to win: 10 · conditions for winning: no four chows" in " ".join(shown)


def _heading(ruleset: Path | str) -> str:
    words = ["score", "234m345p67p456s55s+8p", "--tsumo", "-r", str(ruleset)]
    result = CliRunner().invoke(main, words, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return next(line for line in result.stdout.split("\n") if "South seat" in line)


ENGLISH_WORDS = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?: [A-Za-z]{2,}){2}")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("ja", "riichi", "m-league"), ("ja", "riichi", "mcr"), ("zh-Hans", "mcr", "sichuan"), ("zh-HK", "hong-kong", "hkma"),
     ("zh-TW", "taiwanese", "riichi")],
)  # fmt: skip
def test_diff_puts_the_rules_into_the_words_of_a_language(language: str, first: str, second: str) -> None:
    shown = run("diff", first, second, "--hands", "20", "--lang", language).stdout
    lines = [line for line in shown.splitlines() if line[:1].strip() and "`" not in line]
    assert not [line for line in lines if ENGLISH_WORDS.search(line)]


def test_diff_shows_yaku_by_value_and_definition_and_options_by_their_choices() -> None:
    shown = run("diff", "riichi", "m-league", "--lang", "ja").stdout
    for words in ("違い：18件", "数え役満", "三倍満", "頭ハネ", "四家立直", "：8件"):
        assert words in shown


@pytest.mark.parametrize("names", [("british", "riichi"), ("riichi", "british")])
def test_diff_is_in_english_if_either_game_has_no_names_in_the_language(names: tuple[str, str]) -> None:
    shown = run("diff", *names, "--lang", "ja")
    assert "日本語の名称がまだない" in shown.stderr
    assert " differences\n" in shown.stdout
