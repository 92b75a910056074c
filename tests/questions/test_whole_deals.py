"""Whole deals: what every hand counts, who pays whom, and what is said of input that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorer import InputError
from scorer.engine.examples import read_example
from scorer.questions.hands import whole_deal
from scorer.questions.rules import ruleset_from_text
from scorer.scoring import load_ruleset
from scorer.table.settle import drawn_deal_result
from scorer.table.whole_deal import WholeDeal, settled_deal
from scorer.writing import as_data, as_html, as_text
from tests.cli.runs import run

DEALS = yaml.safe_load((Path(__file__).parents[1] / "data" / "deals.yaml").read_text(encoding="utf-8"))


def deals() -> Iterator[Any]:
    for ruleset in ("british", "classical"):
        rows = DEALS[ruleset]
        for place, row in enumerate(rows):
            yield pytest.param(ruleset, row, id=f"{ruleset}-{place}")


def settled(ruleset: str, row: dict[str, Any]) -> WholeDeal:
    example = read_example(row["hand"], load_ruleset(ruleset), is_typed=True)
    options = dict(example.options)
    return whole_deal(example.request, row["others"], ruleset, options=options)


@pytest.mark.parametrize(("ruleset", "row"), list(deals()))
def test_a_deal_comes_out_to_the_point(ruleset: str, row: dict[str, Any]) -> None:
    found = settled(ruleset, row)
    counts = {loser.seat: loser.count for loser in found.losers}
    assert counts | row.get("counts", {}) == counts
    assert sum(gain for _, gain in found.balance) == 0
    assert dict(found.balance) == row.get("gains", dict(found.balance))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ("E claimed_kong", "add from= and the seat"),
        ("E concealed_kong from=S", "nobody else discarded"),
        ("E claimed_kong from=E", "nobody else discarded"),
        ("E waltz", "no such event in sichuan"),
        ("Q added_kong", "'Q' is not a seat"),
        ("kong", "expected a seat and an event"),
        ("E wins", "write the winning hand of E"),
        ("E wins from=S", "add the base of the hand: E wins 4 from=S"),
        ("E wins 4 from=E", "cannot win on their own discard"),
        ("E wins 4 from=S flood", "no circumstance 'flood' in sichuan"),
        ("E added_kong 4", "only a win has a base or circumstances"),
        ("E wins 4 pao=S", "nobody is liable for a win in sichuan"),
    ],
)
def test_what_is_wrong_with_an_event_is_said(events: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        drawn_deal_result("E:0 S:0 W:0 N:0", "sichuan", events=events)


def test_a_win_is_not_told_by_its_base_if_more_is_paid() -> None:
    with pytest.raises(InputError, match="in taiwanese depends on more than its base"):
        settled_deal(load_ruleset("taiwanese"), [], "", "E wins 4 from=S")


def test_a_deal_is_settled_by_counts_alone() -> None:
    found = settled_deal(load_ruleset("classical-european"), [], "E:0 S:40 W:20", "N wins 100")
    assert found.balance == (("E", -320), ("S", 0), ("W", -80), ("N", 400))


@pytest.mark.parametrize(
    ("win", "gains"),
    [
        ("E wins 512 pao=S pao=W", {"E": 768, "S": -384, "W": -384, "N": 0}),
        ("E wins 512 pao=north", {"E": 768, "S": 0, "W": 0, "N": -768}),
        ("E wins 512 from=W pao=S", {"E": 512, "S": -512, "W": 0, "N": 0}),
        ("E wins 512", {"E": 768, "S": -256, "W": -256, "N": -256}),
    ],
)
def test_who_is_liable_for_a_win_pays_for_everyone(win: str, gains: dict[str, int]) -> None:
    rules = load_ruleset("hong-kong", {"liability": "all_wins"})
    assert dict(settled_deal(rules, [], "", win).balance) == gains


@pytest.mark.parametrize(
    ("win", "liability", "said"),
    [
        ("E wins 4 pao=S", "none", "nobody is liable for a win in hong-kong"),
        ("E wins 4 pao=E", "all_wins", "'E' cannot be liable; seats: S, W, N"),
        ("E wins 4 pao=up", "all_wins", "'up' cannot be liable; seats: S, W, N"),
    ],
)
def test_who_cannot_be_liable_is_said(win: str, liability: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        settled_deal(load_ruleset("hong-kong", {"liability": liability}), [], "", win)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("", "no hand for E, S, W, N: add E:HAND, or E:COUNT"),
        ("E:4 S:0 W:0 X:1", "'X' is not a seat; seats: E, S, W, N"),
        ("E:4 S:0 W:0 W:1", "the seat W is given twice"),
        ("4 0 0 1", "write the seat before each hand"),
        ("E:4 S:0 W:0 N:123456789m1235p seat=N", "give it outside of --hands"),
    ],
)
def test_what_is_wrong_with_the_hands_of_a_draw_is_said(hands: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as raised:
        drawn_deal_result(hands, "sichuan", events="E concealed_kong")
    assert all(fault.source.startswith("--hands") for fault in raised.value.faults)


def test_a_draw_that_depends_on_the_hands_asks_for_them() -> None:
    assert "add --hands" in run("draw", "-r", "sichuan", "--ready", "E").stderr
    assert "--ready instead" in run("draw", "--hands", "E:1 S:0 W:0 N:0").stderr
    shown = run("draw", "-r", "sichuan", "--hands", "E:4 S:0 W:0 N:1", "--events", "E concealed_kong").stdout
    assert shown.splitlines()[-1].split() == ["Total", "+14", "-7", "-7", "0"]


DEAL = {"E": "(555z)(999p)11z34m68s2p", "W": "18", "N": "8"}


def british(others: str | dict[str, str], **how: object) -> WholeDeal:
    return whole_deal("444666m2z(123p)(777s)+2z", others, "british", **how)


def test_hands_can_be_given_by_seat_or_in_one_text() -> None:
    text = " ".join(f"{seat}:{hand}" for seat, hand in DEAL.items())
    assert british(DEAL).balance == british(text).balance
    assert british({"east": DEAL["E"], "west": "18", "north": "8"}).balance == british(text).balance


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ("E:24 W:18", "no hand for N: add N:HAND, or N:COUNT"),
        ("E:24 W:18 N:8 S:3", "S is the seat of the winner"),
        ("E:24 W:18 N:8 N:3", "the seat N is given twice"),
        ("E:24 W:18 Q:8", "'Q' is not a seat; seats: E, S, W, N"),
        ("24 18 8", "write the seat before each hand"),
        ("E:24 W:18 N:19m19p19s1234567z tsumo", "not about one hand"),
        ("E:24 W:18 N:19m19p19s1234567z flood", "flood"),
        ("E:24 W:18 N:19m19p19s1234568z", "8z"),
        ("E:24 W:18 N:(123p)19m19p19s1234z original_call", "a hand that never changed cannot"),
        ("E:24 W:18 N:19m19p19s", "6 tiles"),
        ("E:" + "1m" * 600, "at most 1000 characters"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_with_its_seat(others: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as raised:
        british(others)
    assert all(fault.source.startswith("--others") for fault in raised.value.faults)


def test_too_many_copies_in_all_hands_are_told_and_the_deal_is_settled() -> None:
    found = british({"E": "(555z)(999p)11z34m68s2p", "W": "(222m)[8888s]147p36m25s", "N": "8"})
    assert "more copies of 8s" in as_text(found)
    assert as_data(found)["surplus"] == ["8s"]


def test_a_game_without_comparisons_pays_the_winner_alone() -> None:
    found = whole_deal("234m345p67p456s55s+8p", "E:0 W:0 N:0", discarder="E")
    assert found.balance == (("E", -2000), ("S", 2000), ("W", 0), ("N", 0))
    with pytest.raises(InputError, match="add --from and the seat"):
        whole_deal("234m345p67p456s55s+8p", "E:0 W:0 N:0")


@pytest.mark.parametrize(
    ("between", "gains"), [("losers", {"E": 11, "S": 0, "W": -7, "N": -4}), ("all", {"E": 12, "S": 8, "W": -12, "N": -8})]
)  # fmt: skip
def test_players_compare_any_number_with_or_without_the_winner(between: str, gains: dict[str, int]) -> None:
    """Dragons: E has six, S, who wins, five, N one, and W none."""
    rules = ruleset_from_text(
        "extends: hong-kong\nlosing_hands: {patterns: dragon_pung}\ncomparisons:\n  dragons: "
        f"{{between: {between}, number: tiles(dragon), pays: {{each: difference}}}}\n"
    )
    others = "E:555z666z234m567m8s W:123m456m789m123p5s N:7z123p456m789m199s"
    found = whole_deal("111m222m333m55z66z+5z", others, rules, seat="S", discarder="E")
    compared = [dict(line.gains) for line in found.lines if line.id == "dragons"]
    assert {seat: sum(line[seat] for line in compared) for seat in gains} == gains


def test_a_deal_is_written_in_every_form_and_language() -> None:
    found = british(DEAL)
    first, *_ = as_data(found)["payments"]
    assert first["gains"] == {"E": -64, "S": 128, "W": -32, "N": -32}
    assert "<table" in as_html(found)
    assert "西家付东家：2 × 6" in as_text(found, "zh")
    assert "西家から東家へ：2 × 6" in as_text(
        whole_deal("123555789m6p888s+6p", "E:8 W:2 N:0", "classical"), "ja"
    )


def test_the_command_settles_a_deal_on_one_screen() -> None:
    shown = run("score", "444666m2z(123p)(777s)+2z", "-r", "british", "--others", "E:24 W:18 N:8").stdout
    assert shown.splitlines()[-1].split() == ["Total", "-20", "+128", "-34", "-74"]
    assert len(shown.splitlines()) <= 24
    refused = run("score", "444666m2z(123p)(777s)+2z", "-r", "british", "-r", "classical", "--others", "E:1")
    assert "--others: cannot be combined with several rulesets" in refused.stderr


PURE = "(222m)333m555m678m9p+9p"


def test_the_command_counts_what_was_paid_before_a_win() -> None:
    command = ("score", PURE, "-r", "sichuan", "--seat", "S", "--from", "E")
    shown = run(*command, "--events", "E concealed_kong").stdout
    assert shown.splitlines()[-1].split() == ["Total", "+5", "-1", "-2", "-2"]
    handed_on = run(*command, "-w", "kong_discard", "--events", "E concealed_kong").stdout
    assert handed_on.splitlines()[-1].split() == ["Total", "-2", "+2", "0", "0"]


@pytest.mark.parametrize("option", ["--all", "--explain", "--quiet", "--behind=100"])
@pytest.mark.parametrize("deal", ["--others=E:0 W:0 N:0", "--events=E concealed_kong"])
def test_a_deal_is_settled_without_the_options_of_a_single_hand(deal: str, option: str) -> None:
    refused = run("score", PURE, "-r", "sichuan", "--seat", "S", "--from", "E", deal, option)
    assert refused.exit_code == 2
    assert f"{option.split('=')[0]}: cannot be combined with {deal.split('=')[0]}" in refused.stderr


def test_help_names_the_events_of_a_game_where_they_can_be_given() -> None:
    shown = " ".join(run("score", "-r", "sichuan", "--help").stdout.partition("\nIn ")[2].split())
    assert "--events claimed_kong, added_kong, concealed_kong more" in shown
    for command in (("score", "-r", "riichi"), ("explain", "-r", "sichuan")):
        assert "--events" not in run(*command, "--help").stdout.partition("\nIn ")[2]
