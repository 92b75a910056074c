"""`scorer waits` as it is typed: what is waited for, what helps, and every fault with its place."""

from __future__ import annotations

import json

import pytest

from scorer.render.text import display_width
from tests.cli.runs import lines, run
from tests.support.loops import some

TWO_SIDED = "234m345p67p456s55s"


def test_json_has_each_winning_tile_with_both_results() -> None:
    result = run("waits", TWO_SIDED, "-f", "json", "--visible", "8p")
    found = json.loads(result.stdout)
    assert (found["short"], found["left"], found["helping"]) == (1, 10, [])
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [
        ("2p", 4),
        ("0p", 1),
        ("5p", 2),
        ("8p", 3),
    ]
    first = found["waits"][0]
    assert (
        first["discard"]["hand"]
        == f"{TWO_SIDED.replace('345p67p', '34567p').replace('456s55s', '45556s')}+2p"
    )
    assert first["self_draw"]["payments"]["S"] == first["self_draw"]["total"]


def test_json_of_a_hand_further_away_has_the_shapes_and_the_tiles_that_help() -> None:
    found = json.loads(run("waits", "135m246p79s11223z", "-f", "json").stdout)
    assert (found["short"], found["waits"]) == (4, [])
    assert [shape["id"] for shape in found["shapes"]] == ["standard", "seven_pairs", "thirteen_orphans"]
    assert {"tile": "2m", "left": 4} in found["helping"]


def test_own_discards_are_gone_and_forbid_the_discard() -> None:
    text = run("waits", TWO_SIDED, "--discards", "2p", columns=120).stdout
    assert "2p x3" in text
    assert text.count("no win") == 2  # the plain tiles together, the red five apart
    assert "2p is among your own discards, so 'Furiten' applies." in text


def test_a_game_without_that_rule_says_that_it_does_not_mind() -> None:
    text = run("waits", TWO_SIDED, "--discards", "2p", "-r", "pocket-mahjong").stdout
    assert "which pocket-mahjong allows" in text
    assert "no win" not in text


def test_tiles_of_which_none_is_left_say_so() -> None:
    assert "1z East (none left)" in run("waits", "234m345p678p456s1z", "--visible", "111z").stdout


def test_a_ruleset_of_other_tiles_names_them() -> None:
    text = run("waits", "11122233m", "-r", "ponjan", "-w", "riichi", columns=120).stdout
    assert "3m red plane x7, 0j joker x2" in text


def test_names_are_told_in_the_language_that_is_asked_for() -> None:
    assert "断么九" in run("waits", TWO_SIDED, "--lang", "ja").stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            [TWO_SIDED + "123m"],
            "16 tiles; a hand of Riichi (four players) that waits for its last tile has 13",
        ),
        ([TWO_SIDED + "+8p"], "a waiting hand has no winning tile yet"),
        (["234q345p67p456s55s"], "no suit 'q'"),
        ([TWO_SIDED, "--discards", "9x"], "no suit 'x'"),
        ([TWO_SIDED, "--visible", "55555p"], "copies"),
        ([TWO_SIDED, "-w", "ripichi"], "did you mean 'riichi'"),
        ([TWO_SIDED, "-w", "ippatsu"], "ippatsu requires riichi"),
        ([TWO_SIDED, "--seat", "X"], "is not a wind"),
        ([TWO_SIDED, "-r", "nothing"], "nothing"),
        (["11111m345p67p456s55s"], "five copies of 1m"),
    ],
)
def test_what_cannot_be_understood_is_told_with_status_two(args: list[str], message: str) -> None:
    result = run("waits", *args, columns=200)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr or message == "copies"


def test_faults_are_json_where_json_is_asked_for() -> None:
    result = run("waits", TWO_SIDED + "123m", "-f", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["kind"] == "hand"


# ---- one tile too many


def test_each_discard_that_leaves_the_hand_ready_is_told_with_its_waits_best_first() -> None:
    found = json.loads(run("waits", "234m3445p67p456s55s", "-f", "json").stdout)
    assert found["short"] == 1
    assert [(one["discard"], one["wait"], one["left"]) for one in found["discards"]] == [
        ("4p", "three-sided wait", 11),
        ("7p", "two-sided wait", 7),
        ("3p", "wait on two tiles", 3),
    ]
    assert found["discards"][0]["waits"][0]["discard"]["points"] == 2000


def test_a_discard_that_is_waited_for_forbids_the_discard_of_others() -> None:
    text = run("waits", "234m345p678p456s55s", columns=120).stdout
    row = next(row for row in text.split("\n") if row.startswith("8p"))
    assert "2p 0p 5p 8p" in row and "no win" in row


@pytest.mark.parametrize(
    ("ruleset", "hand", "is_ready"),
    [
        ("british", "56p123p667788s55s", False),
        ("sichuan", "123m456p67p789s11s", False),
        ("riichi", "123m456p67p(789s)11z", True),  # more patterns would make it win
    ],
)
def test_a_hand_is_ready_only_if_a_tile_meets_the_conditions_for_winning(
    ruleset: str, hand: str, is_ready: bool
) -> None:
    text = run("waits", "-r", ruleset, hand).output
    assert any(word in text for word in ("(ready)", "(tenpai)")) is is_ready
    assert ("no tile completes a winning hand" in text) is not is_ready
    assert "no win" in text


@pytest.mark.parametrize(
    ("ruleset", "hand", "sentence"),
    [
        ("british", "56p123p667788s55s1z", "no tile completes a winning hand"),
        ("sichuan", "123m456p67p789s11s9m", "no tile completes a winning hand"),
        ("sichuan", "123m456m67p789p11p9s", "(ready)"),
        ("sichuan", "123m456m789m123p5p9s", "with some of them no tile completes a winning hand"),
        ("riichi", "123m456p67p(789s)11z9m", "(tenpai)"),
    ],
)
def test_a_discard_leaves_a_hand_ready_only_if_a_tile_meets_the_conditions_for_winning(
    ruleset: str, hand: str, sentence: str
) -> None:
    text = " ".join(run("waits", "-r", ruleset, hand).output.split())
    assert sentence in text
    assert ("(ready)" in text) is (sentence == "(ready)")


def test_a_hand_far_from_ready_is_told_what_leaves_it_nearest() -> None:
    text = run("waits", "135m246p79s11223z5z").stdout
    assert "Six discards leave the hand four tiles short of four sets and a pair" in text
    assert "3-shanten" in text
    assert len(json.loads(run("waits", "135m246p79s11223z5z", "-f", "json").stdout)["discards"]) == 6


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("234m345p67p456s55s", "three-sided wait"),
        ("1112345678999m", "nine-sided wait"),
        ("234m345p678p45s99s", "two-sided wait"),
        ("234m345p678p46s99s", "closed wait"),
        ("234m345p678p12s99s", "edge wait"),
        ("234m345p678p456s1z", "pair wait"),
        ("234m345p678p11z99s", "dual pair wait"),
    ],
)
def test_a_wait_is_named_as_players_name_it(hand: str, name: str) -> None:
    assert f"({name})" in run("waits", hand, columns=120).stdout


@pytest.mark.parametrize(
    ("ruleset", "hand", "title"),
    [
        ("ponjan", "11122233m", "Waits for one tile or a joker, 9 left"),
        ("doubutsu-janpon", "111111b11r", "Waits for one tile, 4 left"),
        ("donjara-one-piece", "125r123y12b", "Waits for eight tiles (eight-sided wait) or a joker, 15 left"),
    ],
)
def test_where_there_are_no_pairs_no_wait_is_on_two_and_a_joker_is_no_side(
    ruleset: str, hand: str, title: str
) -> None:
    assert title in run("waits", hand, "-r", ruleset, columns=120).stdout


def test_a_tile_in_hand_is_one_too_many_or_too_few_only_beyond_that() -> None:
    result = run("waits", "234m345p67p456s55s99s")
    assert result.exit_code == 2
    assert "or one more to discard" in " ".join(result.stderr.split())


def test_a_narrow_terminal_breaks_the_title_and_no_tile_from_its_number() -> None:
    shown = lines(run("waits", "1112345678999m", "-r", "mcr", columns=40).stdout)
    assert max(map(display_width, shown)) <= 40
    assert not [text for text in shown if text.startswith("x")]


def test_a_hand_that_is_complete_is_told_so_before_what_it_may_discard() -> None:
    for hand, complete in (
        ("234m345p678p456s55s", True),
        ("234m345p678p456s15s", False),
        ("19m19p19s12345677z", True),
    ):
        assert ("The hand is complete" in run("waits", hand).stdout) == complete, hand


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("3445m", ["If the other three sets are complete:", "Waits for one tile, 2 left", "4m x2"]),
        ("3334m", ["Waits for three tiles, 11 left", "2m x4  4m x3  5m x4"]),
        ("5z", ["If the other four sets are complete:", "5z x3"]),
        ("2345678999m", ["If the other set is complete:", "Waits for six tiles, 19 left"]),
        ("(111z)3334m", ["If the other two sets are complete:"]),
        ("345m", ["11 tiles short of"]),
        ("19m28p", ["short of"]),
    ],
)
def test_a_part_of_a_hand_tells_what_it_waits_for_or_still_needs(part: str, said: list[str]) -> None:
    shown = run("waits", part).stdout
    for text in some(said):
        assert text in shown


def test_discards_of_a_part_of_a_hand_are_minded() -> None:
    assert (
        "4m is among your own discards, so 'Furiten' applies."
        in run("waits", "3445m", "--discards", "4m").stdout
    )


def test_a_discard_that_leaves_the_hand_furiten_says_so() -> None:
    shown = run("waits", TWO_SIDED + "9s", "--discards", "8p", columns=120).stdout
    assert "Furiten after discarding 9s: the hand then waits for a tile among your own discards." in shown
    assert "Furiten" not in run("waits", TWO_SIDED + "9s").stdout


def test_a_complete_hand_says_so_and_that_a_discard_leaves_it_furiten() -> None:
    shown = run("waits", TWO_SIDED + "8p", columns=120).stdout
    assert "The hand is complete" in shown
    assert "Furiten after each of these discards" in shown
