"""A pattern in place of others, or those without it: whichever pays more, and all else beside it."""

from __future__ import annotations

from scorer.engine.examples import parse_example
from scorer.engine.resolve import known_of_others
from scorer.engine.score import HandView, readings_of
from scorer.fast.interface import compile_engine
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_hand
from scorer.teach.why import explain_score
from tests.support.loops import some
from tests.support.small import lines, usual

GAME = """
options:
  worth: {default: 5, from: 1, to: 20, help: worth of a great hand}
  most: {default: 40, from: 1, to: 99, help: the most that a hand counts}
maximum: most
patterns:
- {id: great, value: worth, when: all_tiles(honor), instead: [small]}
- {id: triplets, group: small, value: 3, when: sets(triplet) == 4}
- {id: dragons, group: small, value: 4, when: sets(triplet & dragon) == 2}
- {id: drawn, value: 1, when: self_draw}
bonuses:
- {id: closed, name: closed, value: 1, when: concealed_hand}
base: total
payment: {discard: {each: base}, self_draw: {each: base}}
"""
HONORS = "111222555666z7z +7z tsumo"
PARTS = {"dragons": 4, "triplets": 3, "drawn": 1}


def quick(ruleset: Ruleset, example: str) -> dict[str, int]:
    """The same by the compiled evaluator."""
    rules, hand, situation = parse_example(example, ruleset)
    score = compile_engine(rules).score(hand, situation)
    assert score is not None
    return {award.id: award.total for award in score.awards}


def test_a_great_hand_counts_in_place_of_its_parts_where_they_pay_less() -> None:
    assert (
        lines(usual(GAME, worth=8), HONORS) == quick(usual(GAME, worth=8), HONORS) == {"great": 8, "drawn": 1}
    )


def test_the_parts_count_without_it_where_they_pay_more() -> None:
    assert lines(usual(GAME), HONORS) == quick(usual(GAME), HONORS) == PARTS


def test_it_counts_where_both_pay_the_same_whatever_a_maximum_cuts_off() -> None:
    for rules in (usual(GAME, worth=7), usual(GAME, most=5)):
        assert list(lines(rules, HONORS)) == list(quick(rules, HONORS)) == ["great", "drawn"]


def test_bonuses_count_beside_either() -> None:
    for worth, total in ((5, 9), (20, 22)):
        rules = usual(GAME, worth=worth)
        _, hand, situation = parse_example(HONORS, rules)
        assert score_hand(rules, hand, situation).worth.total == total


def test_a_part_alone_counts_without_the_great_hand() -> None:
    assert lines(usual(GAME), "111222555m666z7p +7p ron") == {"triplets": 3}


def test_explain_says_what_stands_in_whose_place() -> None:
    told = {worth: said(usual(GAME, worth=worth)) for worth in (5, 8)}
    assert "counts instead, because it pays more with the other patterns" in told[5]["great"]
    assert "great counts in its place" in told[8]["triplets"]


def said(ruleset: Ruleset) -> dict[str, str]:
    """What explain says of the patterns that hold and do not count."""
    rules, hand, situation = parse_example(HONORS, ruleset)
    told = explain_score(score_hand(rules, hand, situation))
    return {line.label: line.text for section in told if section.id == "swallowed" for line in section.lines}


def test_what_a_pattern_that_asks_for_others_knows_of_them_is_the_first_way_to_count_a_reading() -> None:
    for worth, first in some([(5, {"great": 1, "drawn": 1}), (8, {"great": 1, "drawn": 1})]):
        view = HandView(*parse_example(HONORS, usual(GAME, worth=worth)))
        amounts, counts = known_of_others(view.with_reading(readings_of(view)[0]))
        assert (amounts, dict(counts)) == ({"patterns": worth + 1}, first)
    view = HandView(*parse_example("111222555m666z7p +7p ron", usual(GAME)))
    amounts, counts = known_of_others(view.with_reading(readings_of(view)[0]))
    assert (amounts, dict(counts)) == ({"patterns": 3}, {"triplets": 1, "small": 1})
