"""The card of a pattern shows every example as it is meant, with a reason, and its relations both ways."""

from __future__ import annotations

from functools import lru_cache

import pytest

from scorer.ruleset.load import load_ruleset as load_file
from scorer.scoring import load_ruleset
from scorer.teach.answers import Card, PatternEntry
from scorer.teach.patterns import PatternCard, find_patterns, pattern_card
from scorer.writing import as_html
from tests.support.loops import some
from tests.support.shipped import each_game
from tests.support.small import made

WHOLE = [*each_game(), "sanma", "ponjan-anoa"]
"""Rulesets with patterns of their own; the examples of a mere overlay are those of its base."""
COPIES = {"implies": "implied_by", "excludes": "excluded_by", "absorbs": "absorbed_by", "less": "less_by"}


@lru_cache(maxsize=16)
def cards(name: str) -> list[PatternCard]:
    ruleset, loaded = load_ruleset(name), load_file(name)
    return [pattern_card(pattern, ruleset, loaded) for pattern in ruleset.pattern_by_id.values()]


def test_a_card_has_no_example_with_tiles_that_the_ruleset_lacks() -> None:
    rules = load_ruleset("ema")
    card = pattern_card(rules.pattern_by_id["mondeikou"], rules)
    assert not [tile for one in card.examples for tile in one.hand.tiles if tile.red]
    assert as_html(Card(PatternEntry(rules, card.pattern)))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", WHOLE)
def test_every_example_is_shown_as_it_is_meant_with_a_reason(name: str) -> None:
    shown = [(card, example) for card in cards(name) for example in card.examples]
    assert len(shown) > len(cards(name)) > 0
    for card, example in some(shown):
        assert example.holds == example.is_good, (card.pattern.id, example.text, example.reason)
        assert example.reason.strip(), (card.pattern.id, example.text)
        assert example.hand is not None


@pytest.mark.parametrize("name", WHOLE)
def test_relations_are_told_on_both_cards(name: str) -> None:
    told = {card.pattern.id: card.relations for card in cards(name)}
    said = {
        (ident, relation.kind, other.id)
        for ident, relations in told.items()
        for relation in relations
        for other in relation.patterns
    }
    patterns = load_ruleset(name).pattern_by_id.values()
    assert bool(said) == any(p.implies or p.excludes or p.beside for p in patterns)
    for kind, back in some(COPIES.items()):
        there = {(one, other) for one, what, other in said if what == kind}
        assert {(other, one) for one, what, other in said if what == back} == there


def test_a_relation_is_read_on_through_what_it_implies() -> None:
    text = """
unit: points
shapes: {it: {sets: 1, pair: 1}}
patterns:
  - {id: high, name: high, definition: high, value: 3, when: shape(it), implies: [middle]}
  - {id: middle, name: middle, definition: middle, value: 2, when: shape(it), implies: [low]}
  - {id: low, name: low, definition: low, value: 1, when: shape(it)}
"""
    ruleset = made(text)
    relations = pattern_card(ruleset.pattern_by_id["low"], ruleset).relations
    assert [(item.kind, [other.id for other in item.patterns]) for item in relations] == [
        ("implied_by", ["high", "middle"])
    ]


def test_a_pattern_that_an_option_switches_off_says_so_and_keeps_its_examples() -> None:
    card = next(card for card in cards("riichi") if card.pattern.id == "renhou")
    assert not card.is_enabled
    assert all(example.hand for example in card.examples)


def test_tiles_that_are_no_hand_are_told_what_they_lack() -> None:
    card = next(card for card in cards("riichi") if card.pattern.id == "chiitoitsu")
    broken = next(example for example in card.examples if example.reading is None)
    assert "not a complete hand" in broken.reason


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("three concealed", "sanankou"),
        ("平和", "pinfu"),
        ("断幺九", "tanyao"),
        ("nine gates", "chuuren_poutou"),
        ("PINFU", "pinfu"),
        ("robbing", "chankan"),
    ],
)
def test_patterns_are_found_by_any_words_of_theirs(words: str, found: str) -> None:
    assert found in [pattern.id for pattern in find_patterns(load_ruleset("riichi"), words)]


def test_every_word_must_occur() -> None:
    assert not find_patterns(load_ruleset("riichi"), "pinfu kongs")
