"""House rules named in a line with a hand, in the languages of players."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from scorer.cli.main import main
from scorer.ruleset.load import load_ruleset
from scorer.sentence.house_rules import with_house_rules
from scorer.session import Session, SessionState

HAND = "234m(345p)67p456s55s+8p"


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
        ("槓裏なしで", "kong_ura=false で"),
    ],
)
def test_a_house_rule_is_named_by_its_label_and_a_word_for_yes_or_no(said: str, meant: str) -> None:
    assert with_house_rules(f"{HAND} {said}", load_ruleset("riichi")) == f"{HAND} {meant}"


@pytest.mark.parametrize(
    "said", [f"{HAND} 一発なし", "喰いタンなし", f"{HAND} no ippatsu", f"{HAND} open_tanyao=false"]
)
def test_what_is_said_of_the_win_or_without_a_hand_is_no_house_rule(said: str) -> None:
    assert with_house_rules(said, load_ruleset("riichi")) == said
