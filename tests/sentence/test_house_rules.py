"""House rules named in a line with a hand, in the languages of players."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from scorer.cli.main import main
from scorer.errors import InputError
from scorer.render.text import display_width
from scorer.ruleset.load import load_ruleset
from scorer.sentence.house_rules import house_rules_in
from scorer.sentence.question import SpokenQuestion
from scorer.sentence.reader import read_sentence
from scorer.session import Session, SessionState

HAND = "234m(345p)67p456s55s+8p"
HAND_IN_ORDER = "234m67p45655s(345p)+8p"


@pytest.mark.parametrize(
    "said",
    [
        f"喰いタンなし {HAND} ロン",
        f"{HAND} ロン 喰いタン=なし",
        f"{HAND} 喰いタン なし",
        f"{HAND} クイタン無し",
        f"食断无 {HAND}",
        f"{HAND} 無食斷",
        f"no kuitan {HAND}",
        f"{HAND} open tanyao off",
    ],
)
def test_a_house_rule_that_is_denied_beside_a_hand_does_not_count(said: str) -> None:
    _, document = Session("en").answer(SessionState("riichi"), said)
    assert "cannot win" in str(document)
    assert "cannot win" in CliRunner().invoke(main, [said], env={"SCORER_RULESET": "riichi"}).output


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("切り上げ満貫あり", "kiriage_mangan=true"),
        ("kiriage mangan on", "kiriage_mangan=true"),
        ("槓裏なしで", "kong_ura=false"),
    ],
)
def test_a_house_rule_is_named_by_its_label_and_a_word_for_yes_or_no(said: str, meant: str) -> None:
    found = read_sentence(f"{HAND} {said}", load_ruleset("riichi"))
    assert isinstance(found, SpokenQuestion)
    assert found.get("line") == f"{HAND_IN_ORDER} {meant}"


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("mcr", "起胡3番", "minimum_fan=3"),
        ("mcr", "起和番数=6，", "minimum_fan=6"),
        ("guangdong", "起和 4番", "least_fan=4"),
        ("riichi", "本场点数 300", "honba_value=300"),
    ],
)
def test_a_house_rule_that_is_a_number_is_named_with_it(name: str, said: str, meant: str) -> None:
    assert [one.assignment for one in house_rules_in(f"{HAND} {said}", load_ruleset(name))] == [meant]


@pytest.mark.parametrize("said", ["riichi sticks 1", "tsumibo 2", "供托2"])
def test_what_lies_on_the_table_is_no_house_rule(said: str) -> None:
    assert house_rules_in(f"{HAND} {said}", load_ruleset("riichi")) == ()


@pytest.mark.parametrize(
    "said", [f"{HAND} 一発なし", "喰いタンなし", f"{HAND} no ippatsu", f"{HAND} open_tanyao=false"]
)
def test_what_is_said_of_the_win_or_without_a_hand_is_no_house_rule(said: str) -> None:
    assert house_rules_in(said, load_ruleset("riichi")) == ()


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        (f"{HAND} 喰いタンなし open_tanyao=maybe ron", "open_tanyao=maybe"),
        (f"{HAND} no kuitan open_tanyao=true", "open_tanyao=true"),
        (f"no kuitan {HAND} foo", "foo"),
    ],
)
def test_a_fault_beside_a_house_rule_is_marked_in_the_line_as_typed(line: str, marked: str) -> None:
    with pytest.raises(InputError) as error:
        Session("en").answer(SessionState("riichi"), line)
    (fault,) = error.value.faults
    assert (fault.text, fault.position, fault.length) == (line, line.index(marked), len(marked))
    shown = CliRunner().invoke(main, [line], env={"SCORER_RULESET": "riichi"}).stderr
    assert shown.startswith(f"{line}\n{' ' * display_width(line[: line.index(marked)])}^")
