"""Every door asks the same questions: a hand that says no more is scored in the same way behind each."""

from __future__ import annotations

import json

import pytest

from scorer.errors import NotAWinner
from scorer.notation import format_hand
from scorer.questions.practice import example_hand
from scorer.render.text import plain_text
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset, score
from scorer.session import Session, SessionState
from scorer.web.answers import answer
from scorer.writing import as_data
from tests.cli.runs import run

CHANGSHA = "345m678p345s678s2p+2p"


def first_line(ruleset: str, line: str) -> str:
    """The headline of what a session answers."""
    _, document = Session().answer(SessionState(ruleset), line)
    return plain_text(document).splitlines()[0]


def test_the_dealer_wins_in_changsha_where_nobody_says_who_wins() -> None:
    assert score(CHANGSHA, "changsha", win="tsumo").total == 6
    assert "(6)" in first_line("changsha", f"{CHANGSHA} tsumo")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", shipped_names())
def test_a_hand_alone_is_scored_alike_behind_every_door(name: str) -> None:
    rules = load_ruleset(name)
    example = example_hand(name)
    assert example is not None
    hand = format_hand(example.hand, rules.tileset)
    try:
        expected = json.loads(json.dumps(as_data(score(hand, name))))
    except NotAWinner:
        pytest.skip("the hand wins only with circumstances")
    assert answer("score", {"hand": hand, "ruleset": name}).data["payments"] == expected["payments"]
    line = json.dumps({"hand": hand})
    (printed,) = run("batch", "-", "-r", name, given=line).stdout.splitlines()
    assert json.loads(printed)["payments"] == expected["payments"]
    told = run("score", hand, "-r", name, "-q").stdout.splitlines()
    assert first_line(name, hand) == told[0]
