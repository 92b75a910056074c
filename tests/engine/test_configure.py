"""What the chosen options of a table leave of its rules."""

from __future__ import annotations

import pytest

from scorer.engine.configure import MOST_CONFIGURATIONS, configure_ruleset, worthless_counters
from scorer.errors import InputError
from scorer.hand import Situation
from scorer.message import message_text
from scorer.ruleset.model import Value
from scorer.scoring import load_ruleset
from tests.support.small import usual


@pytest.mark.parametrize(
    ("game", "option", "value", "meant"),
    [
        ("riichi", "kiriage_mangan", "はい", True),
        ("riichi", "切り上げ満貫", "no", False),
        ("riichi", "KIRIAGE_MANGAN", True, True),
        ("riichi", "honba_value", "0", 0),
        ("riichi", "uma_second", "-5", -5),
        ("riichi", "red_fives", "4", 4),
        ("riichi", "local_yaku", True, "all"),
        ("riichi", "local_yaku", "False", "off"),
        ("riichi", "local_yaku", "kansai", "kansai"),
        ("riichi", "wareme_factor", False, 1),
        ("hong-kong", "liability", False, "none"),
        ("riichi", "renhou", "役満", "yakuman"),
        ("riichi", "renhou", "A number of han", "han"),
        ("riichi", "renhou_han", "6番", 6),
        ("riichi", "honba_value", "100点", 100),
    ],
)
def test_a_value_is_understood_as_players_write_it(
    game: str, option: str, value: Value, meant: Value
) -> None:
    chosen = configure_ruleset(load_ruleset(game), {option: value}).chosen_options
    assert [one for _, one in chosen] == [meant]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([1], "expected a mapping of options to values"),
        ({5: 1}, "the name of an option must be a string"),
        ({"kiriage": True}, "no such option 'kiriage' in riichi"),
        ({"red_fives": 5}, "is not a choice of red_fives"),
        ({"honba_value": 1001}, "honba_value must be 0 to 1000"),
    ],
)
def test_options_that_no_table_can_choose_are_refused(options: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        configure_ruleset(load_ruleset("riichi"), options)  # type: ignore[arg-type]
    (fault,) = caught.value.faults
    assert (fault.source, says in message_text(fault.message)) == ("--option", True)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("uma_frst", ["uma_first"]),
        ("KIRIAGE_MANGA", ["kiriage_mangan"]),
        ("x" * 200, []),
    ],
)
def test_an_option_that_there_is_not_is_told_by_its_beginning_with_what_was_meant(
    name: str, meant: list[str]
) -> None:
    with pytest.raises(InputError) as caught:
        configure_ruleset(load_ruleset("riichi"), {name: 1})
    (fault,) = caught.value.faults
    assert list(fault.suggestions) == meant
    said = message_text(fault.message)
    assert name.lower()[:80] in said.lower() and "x" * 81 not in said


def test_a_factor_of_one_whoever_pays_is_none() -> None:
    riichi = load_ruleset("riichi")
    assert configure_ruleset(riichi, {}).payment.factor is None
    assert configure_ruleset(riichi, {"wareme_factor": 2}).payment.factor is not None
    rules = "options: {times: {default: 1, from: 1, to: 3, help: times}}\npatterns: [{id: it, value: 1}]\npayment: {factor: times}\n"
    found = [usual(rules, times=times).payment.factor for times in (1, 2, 3)]
    assert [one is None for one in found] == [True, False, False]


def test_no_more_copies_of_a_tile_are_red_than_there_are() -> None:
    rules = "options: {reds: {default: 1, from: 0, to: 9, help: reds}}\ntileset: {red: {5m: reds}}\npatterns: [{id: it, value: 1}]\n"
    found = [usual(rules, reds=reds).tileset for reds in (0, 1, 4, 9)]
    assert [one.red_copies(one.by_code["5m"].index) for one in found] == [0, 1, 4, 4]


def test_what_options_switch_off_can_neither_be_said_nor_held() -> None:
    riichi, hong_kong = load_ruleset("riichi"), load_ruleset("hong-kong")
    without = configure_ruleset(riichi, {"ippatsu": False, "ura_dora": False, "red_fives": 0})
    gone = {one.id for one in riichi.circumstances} - {one.id for one in without.circumstances}
    assert gone == {"ippatsu", "counted_ura", "counted_red"}
    assert {one.id for one in riichi.indicators} - {one.id for one in without.indicators} == {"ura"}
    assert (sum(count for _, count in riichi.tileset.reds), without.tileset.reds) == (3, ())
    with_pairs = configure_ruleset(hong_kong, {"seven_pairs": 4})
    assert {one.id for one in with_pairs.shapes} - {one.id for one in hong_kong.shapes} == {"seven_pairs"}
    flowers = [kind.copies for kind in hong_kong.tileset.kinds if kind.role == "flower"]
    left = configure_ruleset(hong_kong, {"with_flowers": False}).tileset.kinds
    assert flowers.count(1) == 8
    assert all(kind.copies == (0 if kind.role == "flower" else 4) for kind in left)


@pytest.mark.parametrize(
    ("options", "honba", "sticks", "worthless"),
    [
        ({}, 2, 1, []),
        ({"honba_value": 0}, 2, 1, ["honba"]),
        ({"stick_value": 0}, 2, 1, ["sticks"]),
        ({"honba_value": 0, "stick_value": 0}, 2, 1, ["honba", "sticks"]),
        ({"honba_value": 0, "stick_value": 0}, 0, 0, []),
    ],
)
def test_counters_without_a_price_are_worthless(
    options: dict[str, Value], honba: int, sticks: int, worthless: list[str]
) -> None:
    ruleset = load_ruleset("riichi", options)
    assert [*worthless_counters(ruleset, Situation(False, honba=honba, sticks=sticks))] == worthless


def test_the_same_options_are_applied_once_and_many_are_forgotten() -> None:
    riichi = load_ruleset("riichi").file_ruleset or load_ruleset("riichi")
    first = configure_ruleset(riichi, {"honba_value": 0})
    assert configure_ruleset(riichi, {"honba_value": 0}) is first
    for value in range(1, MOST_CONFIGURATIONS + 5):
        configure_ruleset(riichi, {"honba_value": value})
    assert len(riichi.configured_rulesets) <= MOST_CONFIGURATIONS + 1
    assert configure_ruleset(riichi, {"honba_value": 0}) is not first
