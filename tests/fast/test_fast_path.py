"""Every function and fact stays on the fast path wherever a rule file may use it.

A function that the fast evaluator does not know is scored correctly by the readable one, many times as slowly.
So hands that were left to the readable evaluator are counted, not seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.fast.fallback import Unsupported
from scorer.fast.interface import compile_engine
from scorer.fast.situation_reader import SituationReader
from scorer.hand import Request
from scorer.language import NUMBER
from scorer.language.vocabulary import FACTS, FUNCTIONS, BuiltinFact, Function, Scope
from scorer.ruleset.model import Ruleset
from tests.support.small import rules

ARGUMENTS = {
    "class": "simple", "selector": "pung & called", "indicator": "pointer", "attribute": "rank", "shape": "standard",
    "wait": "closed", "wind": "S", "tiles": "'123A'", "template": "pung(n, A)", "condition": "wait(closed)", "number": "3",
    "value": "players, 2", "award": "always",
}  # fmt: skip
"""An argument of each sort."""
WORDS: dict[str, Function | BuiltinFact] = {
    **{f"{name}({ARGUMENTS[function.takes[0]]})": function for name, function in FUNCTIONS.items()},
    **FACTS,
}
KNOWN_WITHOUT_TILES = (
    "min", "max", "players", "self_draw", "discard", "dealer", "from_dealer", "honba", "sticks",
    "seat", "round",
)  # fmt: skip
RULES = """
name: Fast
unit: points
players: 4
tileset: {{flowers: {{f: 8}}, red: {{5m: 1}}}}
tiles: {{simple: 2345678mps}}
shapes: {{standard: {{sets: 4, pair: 1}}}}
patterns:
- {{id: always, name: Always, value: 1, when: true}}
- {{id: other, name: Other, value: 1, when: {pattern}}}
indicators:
  pointer: {{name: Pointer, shows: next, at_most: 4, requires: {{{indicator}: no reason}}}}
circumstances:
  odd: {{name: Odd, requires: {{{requires}: no reason}}}}
  absent: {{name: Absent}}
penalties:
- {{id: fine, name: Fine, when: {penalty}, pay: {{each: 1}}}}
bonuses:
- {{id: extra, name: Extra, value: 1, count: {bonus}}}
"""
NOT_COMPILED = ("wins_on_discard",)
"""Words that ask what the hand is worth in another situation: only circumstances can ask for them fast."""
PLACES = {
    "pattern": ("{condition}", Scope.AWARD),
    "requires": ("{condition} or self_draw", Scope.HAND),
    "penalty": ("absent and {condition}", Scope.HAND),
    "indicator": ("{condition} or self_draw", Scope.HAND),
    "bonus": ("1 if {condition} else 0", Scope.READING),
}
"""For each place of an expression, an expression that lets every hand win, and the scope of the place."""
USUAL = {"pattern": "true", "requires": "true", "penalty": "absent", "indicator": "true", "bonus": "0"}
HANDS = [
    Request(text, "tsumo", seat=seat, circumstances=("odd",), indicators={"pointer": "7p"})
    for text, seat in (
        ("123m456p78s555z66z+9s", "E"),
        ("(123m)456p78s555z66z+9s", "S"),
        ("222333444m555z5m+0m", "W"),
        ("(444p)[1111z]22223m55s12f+4m", "N"),
    )
]
CASES = [
    (place, text)
    for place, (_, scope) in PLACES.items()
    for text, word in WORDS.items()
    if word.scope <= scope
    and not (place == "pattern" and word.scope == Scope.AWARD)
    and not (text in NOT_COMPILED and place in ("pattern", "penalty", "bonus"))
]


def is_known_without_tiles(text: str) -> bool:
    """Whether a word depends only on the options, the situation and its arguments."""
    return text.partition("(")[0] in KNOWN_WITHOUT_TILES


def rules_with(place: str, text: str) -> Ruleset:
    """A ruleset that uses a function or fact in one place."""
    condition = f"{text} > 1" if text in WORDS and WORDS[text].gives == NUMBER else text
    expression = PLACES[place][0].format(condition=condition)
    quoted = {name: f'"{value}"' for name, value in (USUAL | {place: expression}).items()}
    return configure_ruleset(rules(RULES.format(**quoted)), {})


def left_to_readable_evaluator(ruleset: Ruleset) -> int:
    """How many of the hands the fast evaluator does not score."""
    engine = compile_engine(ruleset)
    return sum(engine.score_request(request) is None for request in HANDS)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("place", "text"), CASES)
def test_a_word_of_the_language_leaves_no_hand_to_the_readable_evaluator(place: str, text: str) -> None:
    """Except that a condition of an indicator which asks for the tiles of the hand is not compiled."""
    is_left = place == "indicator" and not is_known_without_tiles(text)
    assert left_to_readable_evaluator(rules_with(place, text)) == (len(HANDS) if is_left else 0)


@pytest.mark.parametrize("text", [text for place, text in CASES if place == "requires"])
def test_only_a_requirement_of_the_tiles_is_evaluated_for_each_hand(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[int] = []
    allow: Callable[..., bool] = SituationReader.is_allowed

    def count(reader: SituationReader, *hand: Any) -> bool:
        checked.append(1)
        return allow(reader, *hand)

    monkeypatch.setattr(SituationReader, "is_allowed", count)
    assert left_to_readable_evaluator(rules_with("requires", text)) == 0
    assert len(checked) == (0 if is_known_without_tiles(text) else len(HANDS))


@pytest.mark.parametrize("place", ["pattern", "penalty", "bonus"])
def test_rules_that_ask_for_the_worth_in_another_situation_are_not_compiled(place: str) -> None:
    with pytest.raises(Unsupported, match=NOT_COMPILED[0]):
        compile_engine(rules_with(place, NOT_COMPILED[0]))


def test_hands_that_are_left_to_the_readable_evaluator_are_counted() -> None:
    always_fined = "dealer or self_draw"  # after `absent and`
    assert left_to_readable_evaluator(rules_with("penalty", always_fined)) == len(HANDS)


def test_every_word_is_tried_in_some_place() -> None:
    assert {text for _, text in CASES} == {text for text, word in WORDS.items() if word.scope < Scope.AWARD}
