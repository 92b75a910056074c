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
    assert result.stdout.startswith("123m 678p 567s 88s (345p)   won on 8p, discard")
    assert "All simples  all tiles are simples: 1m is not" in result.stdout


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
