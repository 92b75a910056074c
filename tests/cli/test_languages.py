"""Every name is in the language of --lang: patterns, limits, circumstances, tiles, seats, items of the sheet."""

import re

import pytest

from scorer.render.text import display_width
from tests.cli.runs import run

ENGLISH = re.compile(
    r"\b(East|South|West|North|Total|Sum|Base|discarder|dealer|Riichi|Pinfu|Dora|receives|From|Honba|honba)\b"
)
HAND = ("234m 345p 67p 456s 55s +8p", "-w", "riichi", "--dora", "4s", "--honba", "1", "--sticks", "1")


@pytest.mark.parametrize("language", ["ja", "zh"])
@pytest.mark.parametrize("way", [("--tsumo",), ("--from", "W"), ("--dealer",)])
def test_a_breakdown_names_everything_in_the_language(language: str, way: tuple[str, ...]) -> None:
    assert not ENGLISH.search(run("score", *HAND, *way, "--lang", language).stdout)


@pytest.mark.parametrize("command", ["explain", "score"])
def test_games_without_rounds_are_told_none(command: str) -> None:
    text = run(command, "111222m111s", "-r", "ponjan", columns=100).stdout
    assert "round" not in text
    assert "South seat" in text


CHARACTERS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
WORD = re.compile(r"(?<![\w-])[A-Za-z][a-z]{2,}(?![\w=])")
REFUSED = {"riichi": "12p123m456m789s55p+3p", "mcr": "123m345p67p456s55s+8p", "hong-kong": "123m345p67p456s55s+8p",
           "sichuan": "123m345p67p456s55s+8p"}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["ja", "zh"])
@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_told_wholly_in_the_language(name: str, language: str) -> None:
    hand = REFUSED[name]
    for command, tiles in (("score", hand), ("waits", hand.partition("+")[0])):
        told = run(command, tiles, "-r", name, "--lang", language, columns=200).stdout
        assert CHARACTERS.search(told)
        assert not WORD.search(told)


def test_no_line_begins_with_a_sign_that_ends_a_clause() -> None:
    told = run("score", REFUSED["riichi"], "--lang", "ja", columns=60).stdout
    assert "、" in told
    assert not re.search("^ *[、。，：；）]", told, re.MULTILINE)


def test_wide_characters_line_up() -> None:
    lines = run("score", *HAND, "--tsumo", "--lang", "ja", columns=80).stdout.splitlines()
    rows = [line for line in lines if re.match("^(立直|平和|断么九|門前清自摸和) ", line)]
    assert len({display_width(re.split(r"(?=\d)", row)[0]) for row in rows}) == 1


def test_a_comparison_in_which_nothing_wins_shows_the_hand_and_what_is_near() -> None:
    result = run("score", "123m(345p)567s88s67p+8p", "-r", "riichi", "-r", "ema")
    assert result.exit_code == 1
    assert result.stdout.startswith("123m 678p 567s 88s (345p)   won on 8p, ron")
    assert "Tanyao (all simples)  not all tiles are simples: 1m is not" in result.stdout


def test_a_hand_that_can_be_read_in_hundreds_of_ways_lists_some_and_counts_the_rest() -> None:
    told = run("explain", "34567r13y0j+4y", "-r", "donjara-one-piece").stdout
    assert re.search(r"and [\d,]+ more ways; the last pays", told)
    assert told.count("won in") <= 10


@pytest.mark.parametrize(
    ("word", "ruleset", "found"),
    [
        ("對對糊", "hong-kong", "all_triplets"),
        ("十八羅漢", "hong-kong", "four_kongs"),
        ("獨聽", "taiwanese", "single_wait"),
        ("八仙過海", "taiwanese", "eight_immortals"),
        ("緑一色", "mcr", "all_green"),
        ("綠一色", "riichi", "ryuuiisou"),
    ],
)
def test_names_are_understood_in_each_script(word: str, ruleset: str, found: str) -> None:
    assert f"({found})" in run("patterns", word, "-r", ruleset).stdout


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "Ron"),
        ({"LANG": "C"}, "Ron"),
        ({"LANG": "fr_FR.UTF-8"}, "Ron"),
        ({"LANG": "ja_JP.UTF-8"}, "ロン"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"}, "Ron"),
        ({"LANG": "C", "LC_MESSAGES": "zh_TW"}, "自摸"),
        ({"LC_ALL": "zh_CN.UTF-8", "SCORER_LANG": "ja"}, "ロン"),
        ({"SCORER_LANG": "zh_HK"}, "自摸"),
    ],
)
def test_the_language_is_that_of_the_variable_or_of_the_system(
    environment: dict[str, str], told: str
) -> None:
    none = {"SCORER_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
    assert told in run("score", *HAND, "-q", env=none | environment).stdout


@pytest.mark.parametrize(("variable", "told"), [("LANG", "Riichi"), ("SCORER_LANG", "立直")])
def test_output_for_programs_follows_scorer_lang_but_not_the_system(variable: str, told: str) -> None:
    none = {"SCORER_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
    assert f'"{told}"' in run("score", *HAND, "-f", "json", env=none | {variable: "ja_JP"}).stdout
    line = '{"hand": "234m345p67p456s55s+8p", "with": ["riichi"]}'
    assert f'"{told}"' in run("batch", given=line, env=none | {variable: "ja_JP"}).stdout


def test_an_unknown_language_in_the_variable_is_an_error_that_names_the_languages() -> None:
    result = run("score", *HAND, columns=200, env={"SCORER_LANG": "klingon"})
    assert (result.exit_code, result.stdout) == (2, "")
    assert "SCORER_LANG: there is no language 'klingon'; use one of en, ja, zh" in result.stderr


@pytest.mark.parametrize("tag", ["zh_TW.UTF-8", "ZH-tw", "zh-Hant-TW"])
def test_a_language_may_be_named_as_systems_do(tag: str) -> None:
    assert run("score", *HAND, "--lang", tag).stdout == run("score", *HAND, "--lang", "zh-TW").stdout


@pytest.mark.parametrize("command", [("table",), ("patterns",), ("points", "2", "30")])
def test_a_game_that_has_no_words_in_a_language_says_so_once_and_beside_the_output(
    command: tuple[str, ...],
) -> None:
    result = run(*command, "-r", "british", "--lang", "ja", columns=200)
    assert "英国式麻雀" in result.stderr and "英語" in result.stderr
    assert "英語" not in result.stdout
    assert run(*command, "-r", "british", "--lang", "en").stderr == ""
    assert run(*command, "-r", "british", "--lang", "ja", "-f", "json").stderr == ""


@pytest.mark.parametrize(
    "line",
    ["score", "score --nope", "score --nope --nada", "scoer 1m", "points 3 40 --kiriage", "score 1m --dealer=3",
     "rulesets show a b", "patterns a -f", "patterns a -f x", "bogus"],
)  # fmt: skip
def test_a_mistake_in_a_command_line_is_told_in_the_language_of_the_reader(line: str) -> None:
    for language in ("ja", "zh_TW.UTF-8"):
        told = run(*line.split(), env={"SCORER_LANG": language})
        assert told.exit_code == 2
        assert not re.search("(?<![-'/])\\b(?:[Nn]o such|is not|Missing|usage|Option|Got)\\b", told.stderr)
        assert re.search("[\u3040-\u9fff]", told.stderr)
