"""A number stands with the right word of its unit, in the singular, the plural and the reader's language."""

from __future__ import annotations

import re

import pytest

from scorer import load_ruleset
from scorer.errors import NotAWinner
from scorer.render.breakdown import breakdown_document, explanation_document
from scorer.render.text import terminal_text
from scorer.teach.why import explain_score
from tests.support.shipped import each_game
from tests.support.small import score, usual
from tests.support.told import documents, texts

LAMPS = """
unit: lamps
units: {lamps: {one: lamp, ja: ランプ, zh: 灯}, geese: {one: goose}, fu: {one: eye, many: eyes}}
top_tier_only: {from: 8, unit: geese, each: 8}
options: {worth: {default: 1, from: 0, to: 80, help: what a hand is worth}}
patterns:
- {id: hand, value: worth, zero: true, when: shape(standard)}
fu: {items: [{id: start, fu: 1}]}
base: total
"""
HAND = "123456789m222p5z +5z tsumo"


@pytest.mark.parametrize("name", each_game())
def test_one_of_a_unit_is_told_in_the_singular_and_more_in_the_plural(name: str) -> None:
    ruleset = load_ruleset(name)
    said = [text for document in documents(ruleset, "en", hands=2, patterns=12) for text in texts(document)]
    pairs = [
        (unit.singular, unit.plural or unit.id)
        for unit in ruleset.units
        if unit.singular not in ("", unit.plural)
    ]
    assert len(said) > 20
    assert not [text for text in said for _, many in pairs if re.search(rf"(?<![\d.,^-])1 {many}\b", text)]
    assert not [text for text in said for one, _ in pairs if re.search(rf"\b(?!1 )[\d,]+ {one}\b", text)]


@pytest.mark.parametrize(
    ("worth", "said"),
    [(0, "0 lamps 1 eye"), (1, "1 lamp 1 eye"), (2, "2 lamps 1 eye"), (8, "1 goose"), (80, "10 geese")],
)
def test_a_total_is_told_in_its_own_units(worth: int, said: str) -> None:
    found = score(usual(LAMPS), f"{HAND} worth={worth}")
    assert said in terminal_text(breakdown_document(found), 100)
    assert said.split(" 1 eye")[0] in terminal_text(explanation_document(explain_score(found)), 100)


def test_a_unit_has_its_name_in_the_language_that_is_asked_for() -> None:
    found = score(usual(LAMPS), f"{HAND} worth=2")
    for language, said in (("ja", "2ランプ 1 eye"), ("zh", "2灯 1 eye")):
        assert said in terminal_text(breakdown_document(found, language), 100)
        assert said.split(" 1 eye")[0] in terminal_text(
            explanation_document(explain_score(found, language)), 100
        )


def test_a_hand_short_of_the_minimum_is_told_so_in_words() -> None:
    rules = usual(LAMPS + "minimum: 2")
    with pytest.raises(NotAWinner) as error:
        score(rules, HAND)
    assert error.value.reasons == ("a hand needs 2 lamps to win, and this one has 1 lamp",)
