"""`scorer patterns ID`: cards, names in three languages, search."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorer import load_ruleset
from tests.cli.runs import run


@pytest.mark.parametrize("name", ["pinfu", "Pinfu", "平和", "PINFU"])
def test_a_card_is_found_by_id_and_by_name_in_any_language(name: str) -> None:
    text = run("patterns", name).stdout
    assert "Pinfu   平和   (pinfu)" in text
    assert "Worth: 1 han, closed hands only" in text
    assert "Source:" in text


def test_examples_are_drawn_with_the_reason() -> None:
    text = run("patterns", "pinfu", columns=60).stdout
    assert "|6s|7s[8s]" in text
    assert "The hand has a pair of value tiles (55z)." in text
    assert max(map(len, text.split("\n"))) <= 60


def test_a_hand_of_four_kongs_is_drawn_in_two_rows_where_room_is_short() -> None:
    narrow, wide = (run("patterns", "suukantsu", columns=columns).stdout for columns in (60, 120))
    assert max(map(len, narrow.split("\n"))) <= 60
    assert wide.count("+--+") < narrow.count("+--+") + 20
    assert "[4z]4z| |1m|1m|1m|1m| |2p|2p|2p|2p| |3s|3s|3s|3s| |8p|8p|8p|8p|" in wide


def test_relations_are_told_from_both_sides() -> None:
    assert "Replaces: Iipeikou (pure double run)" in run("patterns", "ryanpeikou").stdout
    assert "Replaced by: Ryanpeikou (twice pure double run)" in run("patterns", "iipeikou").stdout


def test_a_card_names_no_pattern_that_no_hand_has_beside_it_whatever_was_shown_before() -> None:
    every = [one.id for one in load_ruleset("hong-kong").patterns]
    shown = run("patterns", *every, "-r", "hong-kong", columns=400).stdout
    [kongs] = re.findall(r"\(four_kongs\)\n.*?\nSource", shown, re.DOTALL)
    assert "Half flush" in kongs
    assert not [name for name in ("Earthly hand", "Seven pairs", "Common hand") if name in kongs]


def test_one_of_several_patterns_is_enough_to_replace_another() -> None:
    [line] = [
        one
        for one in run("patterns", "toitoi", columns=200).stdout.splitlines()
        if "Also counts in a hand with" in one
    ]
    assert " or " in line.partition(":")[2]
    assert " and Aru chuu" not in line


def test_a_pattern_that_is_not_played_says_which_option_decides() -> None:
    assert "Not played here (renhou=off and local_yaku=off)." in run("patterns", "renhou").stdout
    assert (
        "Played here (renhou=mangan and local_yaku=off)."
        in run("patterns", "renhou", "-o", "renhou=mangan").stdout
    )


def test_a_pattern_that_no_option_switches_on_is_not_put_down_to_any(tmp_path: Path) -> None:
    rules = tmp_path / "club.yaml"
    rules.write_text('extends: riichi\nname: Club\nset: {toitoi.enabled: "false"}\n')
    shown = run("patterns", "toitoi", "-r", str(rules)).stdout
    assert "Not played here.\n" in shown
    assert "()" not in shown


def test_the_list_can_be_searched() -> None:
    text = run("patterns", "--search", "three concealed").stdout
    assert "sanankou" in text
    assert "pinfu" not in text


def test_a_search_without_a_find_is_an_error_that_says_so() -> None:
    result = run("patterns", "--search", "xyzzy")
    assert result.exit_code == 2
    assert "no pattern of riichi has these words" in result.stderr


def test_a_search_is_not_passed_over_where_patterns_are_named() -> None:
    result = run("patterns", "pinfu", "--search", "dragon")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--search dragon: cannot be combined with pattern names" in result.stderr


def test_names_of_a_card_begin_with_the_language_that_is_asked_for() -> None:
    assert run("patterns", "tanyao", "--lang", "zh").stdout.startswith("【断幺九")


def test_a_card_as_json_has_relations_and_played_examples() -> None:
    card = json.loads(run("patterns", "iipeikou", "-f", "json").stdout)[0]
    assert card["relations"]["implied_by"][0] == "ryanpeikou"
    assert {example["holds"] for example in card["examples"]} == {True, False}
    assert all(example["reason"] for example in card["examples"])


def test_markdown_writes_hands_in_notation() -> None:
    assert "`123567p3456799s+8s`" in run("patterns", "pinfu", "-f", "markdown").stdout


def test_a_value_that_depends_on_the_tiles_is_told_by_its_least() -> None:
    assert "Worth: 20+ points" in run("patterns", "three_colors", "-r", "donjara-doraemon").stdout


def test_a_clubs_own_pattern_is_explained_as_well() -> None:
    result = run("patterns", "two_two", "-r", "ponjan")
    assert "Any three sets" in result.stdout
    assert result.exit_code == 0


def test_a_word_that_several_patterns_share_names_them_all() -> None:
    shown = run("patterns", "yakuhai").stdout
    assert all(f"({name})" in shown for name in ("seat_wind", "round_wind", "haku", "hatsu", "chun"))
    both = run("explain", "234m234p234s567s5p+5p", "--why", "sanshoku").stdout
    assert "Sanshoku doujun (three-color run)" in both and "three triplets of the same number" in both
