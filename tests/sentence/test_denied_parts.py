"""Patterns and bonuses that words beside a hand deny: an answer never drops them without a word."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from scorer.cli.main import main
from scorer.session import Session, SessionState
from scorer.writing import as_plain_text

HAND = "234m345p67p456s50s+8p"


@pytest.mark.parametrize(
    ("language", "game", "line", "note"),
    [
        ("en", "riichi", f"{HAND} no tanyao ron", "Tanyao (all simples): awarded; all tiles are simples."),
        ("en", "riichi", f"{HAND} no red fives ron", "Aka dora (red five): 1 han."),
        ("ja", "riichi", f"断么九なし {HAND} ロン", "断么九：成立しています。"),
        ("ja", "tenhou", f"{HAND} 赤ドラなし ロン", "赤ドラ：1飜。"),
        ("zh-Hans", "riichi", f"{HAND} 没有断么九 荣和", "断幺九：成立。"),
        ("zh-HK", "riichi", f"{HAND} 冇斷么九", "斷么九：成立。"),
        ("zh-TW", "riichi", f"{HAND} 沒有斷么九 榮和", "斷么九：成立。"),
    ],
)
def test_what_is_denied_of_a_hand_that_has_it_is_said_to_count(
    language: str, game: str, line: str, note: str
) -> None:
    _, document = Session(language).answer(SessionState(game), line)
    assert note in as_plain_text(document)
    assert note in CliRunner().invoke(main, ["--lang", language, "--ruleset", game, line]).output


def test_what_is_denied_of_the_last_hand_is_said_to_count_as_well() -> None:
    session, state = Session("ja"), SessionState("riichi")
    for line in (f"{HAND} ロン", "断么九なし"):
        state, document = session.answer(state, line)
    assert "断么九：成立しています。" in as_plain_text(document)


def test_what_a_hand_lacks_may_be_denied_without_a_note() -> None:
    _, document = Session("en").answer(SessionState("riichi"), f"{HAND} no chiitoitsu ron")
    assert "Chiitoitsu" not in as_plain_text(document)


@pytest.mark.parametrize("said", ["no all simples", "all simples off"])
def test_a_pattern_that_an_option_switches_off_is_denied_as_a_house_rule(said: str) -> None:
    line = f"234m345p678p456s55s {said}"
    _, document = Session("en").answer(SessionState("classical"), line)
    assert "all_simples=false" in as_plain_text(document)
