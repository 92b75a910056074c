"""`scorer points`: a count without a hand is paid as a hand of that count."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer.engine.totals import possible_totals
from scorer.languages import GameLanguage
from scorer.render.text import display_width
from scorer.scoring import load_ruleset
from scorer.teach.assumptions import assumption_words
from tests.cli.runs import lines, run, score
from tests.support.loops import some
from tests.support.shipped import each_box


def counts(*args: str) -> Any:
    result = run("points", *args, "-f", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["counts"]


def calls(*args: str) -> list[str]:
    return [case["call"] for case in counts(*args)[0]["payments"]]


def test_payments_are_told_as_they_are_called_for_every_winner() -> None:
    assert calls("4", "30") == ["7,700", "2,000/3,900", "11,600", "3,900 all"]
    assert calls("3", "40", "--tsumo", "--dealer") == ["2,600 all"]
    assert calls("3", "40", "--ron", "--honba", "2") == ["5,800", "8,300"]


def test_a_hand_is_called_as_its_count_is() -> None:
    text = score("234m345p67p456s55s+8p", "--tsumo", "-w", "riichi", "--dora", "4s", "--honba", "1")
    assert "Call: “3,000/6,000”, with honba “3,100/6,100”" in text
    assert calls("7", "20", "--tsumo", "--honba", "1")[0] == "3,100/6,100"


def test_one_and_two_more_are_told_up_to_the_limit_of_the_game() -> None:
    assert [(one["han"], one["payments"][0]["limit"]) for one in counts("4", "30")] == [
        (4, None),
        (5, "mangan"),
        (6, "haneman"),
    ]
    assert [one["faan"] for one in counts("9", "-r", "hong-kong")] == [9, 10]
    assert [one["yakuman"] for one in counts("2", "yakuman")] == [2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "4 30",
        "4 han 30 fu",
        "30fu4han",
        "4 30 fu",
        "30fu 4han",
        "4翻30符",
        "4飜30符",
        "4番30符",
        "30符4翻",
        "4飜 30符",
    ],
)
def test_a_count_may_be_written_with_its_units(text: str) -> None:
    assert counts(text) == counts("4", "30")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("text", "ruleset", "meant"),
    [
        ("30 4", "riichi", ["4 han 30 fu"]),
        ("30 2", "sanma", ["2 han 30 fu"]),
        ("25 2", "riichi", ["2 han 25 fu"]),
        ("110 3", "riichi", ["3 han 110 fu"]),
        ("40", "riichi", ["1 han 40 fu", "40 han"]),
        ("30 20", "riichi", ["20 han 30 fu", "30 han 20 fu"]),
        ("30 3", "classical", ["3 fan 30 points"]),
        ("20 3", "british", ["3 doubles 20 points"]),
        ("4 han 10 fu", "riichi", []),
        ("3翻 4符", "riichi", []),
        ("13 4", "riichi", []),
    ],
)
def test_a_count_that_no_hand_has_is_refused_with_what_was_likely_meant(
    text: str, ruleset: str, meant: list[str]
) -> None:
    result = run("points", text, "-r", ruleset, "-f", "json")
    problem = json.loads(result.stdout)["error"]
    assert (result.exit_code, problem["suggestions"]) == (2, meant)
    for words in some(meant, least=0):
        assert run("points", words, "-r", ruleset).exit_code == 0


def test_a_number_with_its_unit_is_taken_as_it_is_written() -> None:
    assert [one["han"] for one in counts("40han")][:1] == [40]
    assert [one["han"] for one in counts("14")][:1] == [14]
    assert (
        "how many fu? the number goes before its unit: 3 han 40 fu"
        in run("points", "fu40 han3", columns=99).stderr
    )


@pytest.mark.parametrize("name", ["mangan", "満貫", "Mangan"])
def test_a_limit_is_a_count_by_its_name(name: str) -> None:
    assert calls(name) == calls("5") == ["8,000", "2,000/4,000", "12,000", "4,000 all"]
    assert calls("yakuman") == calls("1", "yakuman")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("4",), "how many fu?"),
        (("1", "20"), "no hand has 1 han 20 fu"),
        (("300 han", "30"), "300 han 30 fu is more than any hand can have"),
        (("3", "-r", "british"), "how many points?"),
        (("2", "-r", "hong-kong"), "needs 3 faan"),
        (("3", "30", "-r", "hong-kong"), "counts in faan"),
        (("mangann",), "did you mean 'mangan'?"),
        (("3", "--ron", "-r", "hongzhong"), "no hand wins on a discard in hongzhong"),
        (("16", "-r", "ponjan"), "no hand has 16 points; nearest: 15 and 30"),
        (("200", "-r", "ponjan"), "no hand has 200 points; nearest: 100"),
        (("3", "-r", "filipino"), "no hand has 3 cents; nearest: 100"),
        (("110", "-r", "filipino"), "no hand has 110 cents; nearest: 100 and 125"),
        (("3", "han", "1", "yakuman"), "write each number once: han and fu, yakuman alone"),
        (("3", "han", "4", "han", "30"), "write each number once"),
        (("mangan", "4", "30"), "'mangan' is a complete count"),
        (("2", "mangan"), "'mangan' is a complete count"),
        (("4", "30", "--tsumo", "--ron"), "give only one of these"),
        (("7", "-r", "hong-kong", "--honba", "1"), "there are no counters"),
    ],
)
def test_what_is_no_count_says_what_is(args: tuple[str, ...], why: str) -> None:
    result = run("points", *args, columns=200)
    assert result.exit_code == 2
    assert why in result.stderr


def test_what_more_would_bring_are_totals_that_hands_have() -> None:
    assert [one["points"] for one in counts("15", "-r", "ponjan")] == [15, 30, 40]
    assert [one["points"] for one in counts("15", "-r", "ponjan", "-o", "dora=true")] == [15, 25, 30]


def test_beyond_the_limit_the_second_sheet_need_not_be_said() -> None:
    assert "2,000 all" in run("points", "25 doubles", "-r", "british", "--dealer").stdout


def test_a_sheet_between_two_steps_is_rounded_and_says_so() -> None:
    text = run("points", "2", "33").stdout
    assert "33 fu is rounded up to 40." in text
    assert calls("2", "33") == calls("2", "40")


@pytest.mark.parametrize("name", each_box())
def test_every_game_tells_what_a_count_is_paid_within_sixty_columns(name: str) -> None:
    rules = load_ruleset(name)
    count = [
        str(next(total for total in possible_totals(rules) if total >= 9)),
        *(["30"] if rules.sheet else []),
    ]
    result = run("points", *count, "-r", name, columns=60)
    assert result.exit_code == 0, result.output
    assert max(map(display_width, lines(result.stdout))) <= 60


def test_the_name_of_a_limit_is_a_count_however_little_fu_a_hand_can_have() -> None:
    assert [one["han"] for one in counts("mangan")] == [5, 6, 7]


ASSUMED = {
    "harbor-card": "no jokers",
    "filipino": "no flowers",
    "visayan": "no flowers",
    "vietnamese": "Won on a flower",
    "changsha": "no bird hits",
    "hongzhong": "birds",
    "guangdong": "no ghost",
    "taiwanese": "dealer repeats",
    "zung-jung": "Limit hands",
}


@pytest.mark.parametrize("name", each_box())
def test_what_a_count_cannot_know_is_said_where_payments_depend_on_it(name: str) -> None:
    rules = load_ruleset(name)
    told = assumption_words(rules, GameLanguage("en", rules.phrases_in("en")))
    assert any(ASSUMED.get(name, "") in one for one in told) or name not in ASSUMED
    count = str(next(total for total in possible_totals(rules) if total >= 9))
    shown = run("points", count, *(["30"] if rules.sheet else []), "-r", name, columns=200).stdout
    assert ("Assumed: " in shown) is bool(told)
    assert (
        json.loads(run("points", count, *(["30"] if rules.sheet else []), "-r", name, "-f", "json").stdout)[
            "assumed"
        ]
        == told
    )


def test_a_count_of_riichi_needs_no_assumption() -> None:
    assert "Assumed" not in run("points", "3", "30").stdout


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("dealer tsumo 3 han 40 fu", "3 han 40 fu --dealer --tsumo"),
        ("mangan ron 2 honba", "mangan --ron --honba 2"),
        ("how much is three han forty fu", "3 40"),
        ("pinfu tsumo dora 2", "4 20 --tsumo"),
        ("親 3翻40符 ツモ", "3 40 --dealer --tsumo"),
        ("庄家 满贯 自摸", "mangan --dealer --tsumo"),
    ],
)
def test_words_beside_a_count_mean_the_same_as_options(words: str, options: str) -> None:
    assert calls(*words.split()) == calls(*options.split())


def test_words_that_contradict_an_option_are_refused() -> None:
    assert "contradicts the words beside it (tsumo)" in run("points", "mangan", "tsumo", "--ron").stderr
    assert "^~~ cannot understand “foo”" in run("points", "3", "han", "40", "fu", "foo").stderr
