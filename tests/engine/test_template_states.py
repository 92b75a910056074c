"""Templates that say more of their sets than their tiles: `chow(1, A) & concealed`."""

from __future__ import annotations

import pytest

from scorer.engine.examples import parse_example
from scorer.questions.rules import ruleset_from_text
from scorer.scoring import score_hand
from scorer.teach.template_words import alternatives_words
from scorer.teach.words import Speech
from tests.support.loops import some
from tests.support.small import check_text

RULES = """
extends: hong-kong
name: Straights
set: {{least: 0}}
add:
  - id: straight
    name: Straight
    definition: Three runs.
    source: a test
    value: 4
    match: {match}
    holds: [{holds}]
    fails: [{fails}]
"""
CLOSED, OPEN = "123456789m 11z 55z +1z ron", "123456m 11z 55z (789m) +1z ron"
WON, EVERY = "12345678m 55z 111z +9m ron", "chow(1, A), chow(4, A), chow(7, A)"


def rules_with(match: str, holds: str = CLOSED, fails: str = "123456m 234p 55z 11z +1z ron") -> str:
    text = RULES.format(match=match, holds=holds, fails=fails)
    return text.replace("set: {least: 0}\n", "")


@pytest.mark.parametrize(
    ("match", "holds", "fails"),
    [
        ("chow(1, A) & concealed, chow(4, A) & concealed, chow(7, A) & concealed", CLOSED, OPEN),
        ("chow(1, A), chow(4, A), chow(7, A) & called", OPEN, CLOSED),
        ("chow(1, A), chow(4, A), chow(7, A) & ~called & ~won", CLOSED, WON),
        ("chow(1, A), chow(4, A), chow(7, A) & (called | won)", f"{OPEN}, {WON}", CLOSED),
    ],
)
def test_a_template_asks_for_the_state_of_its_set(match: str, holds: str, fails: str) -> None:
    found = check_text(rules_with(match, holds, fails), "straights.yaml")
    assert [problem.code for problem in found] == ["L514"], list(map(str, found))
    counted = ruleset_from_text(rules_with(match, holds, fails))
    scores = [score_hand(*parse_example(hand, counted)) for hand in (*holds.split(", "), fails)]
    assert ["straight" in [award.id for award in score.awards] for score in scores] == [
        *([True] * (len(scores) - 1)),
        False,
    ]


def test_an_alternative_for_another_state_is_not_the_same() -> None:
    match = "['chow(1, A) & called, chow(4, A)', 'chow(1, A) & concealed, chow(4, A)']"
    found = check_text(rules_with(match, CLOSED, "234m 456p 789s 11z 55z +1z ron"), "straights.yaml")
    assert [problem.code for problem in found] == ["L514"]


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ("chow(1, A) & concealedd", "'concealedd' is neither a kind of set nor a tile class"),
        ("concealed & chow(1, A)", "'concealed' is not a template"),
        ("chow(1, A) | chow(4, A)", "'chow(1, A) | chow(4, A)' is not a template"),
    ],
)
def test_what_is_no_state_is_reported(match: str, said: str) -> None:
    found = [one for one in check_text(rules_with(match), "straights.yaml") if one.is_error]
    assert any(str(one.message).startswith(said) for one in found)


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (
            "chow(1, A) & concealed, chow(4, A) & concealed, chow(7, A) & concealed",
            {
                "en": "the runs 123, 456 and 789 in one suit, all of them concealed sets",
                "ja": "同じ色の123・456・789（すべて暗面子）",
                "zh": "同花色的123、456、789，都是暗牌组",
            },
        ),
        ("chow(1, A), chow(4, A) & called", {"en": "a run from 1 in suit A and a run from 4 in suit A that is a called set"}),
        ("chow(1, A) & called", {"en": "a run 123 that is a called set"}),
    ],
)  # fmt: skip
def test_the_state_is_part_of_the_sentence(match: str, words: dict[str, str]) -> None:
    pattern = ruleset_from_text(rules_with(match)).pattern_by_id["straight"]
    for language, text in some(words.items()):
        speech = Speech(ruleset_from_text(rules_with(match)), language)
        assert alternatives_words(pattern.alternatives, speech) == text
