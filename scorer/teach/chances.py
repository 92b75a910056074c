"""What would let a hand win that cannot: circumstances that go with it and were not there."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.legality import circumstance_faults
from scorer.engine.score import score_hand
from scorer.errors import InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.ruleset.model import Circumstance, Ruleset
from scorer.values import replace


def chances(ruleset: Ruleset, hand: Hand, situation: Situation) -> Iterator[Circumstance]:
    """The circumstances each of which alone would make a win of a complete hand.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("tenhou")
    >>> hand = parse_hand("123m456p67p(789s)11z+8p", rules)
    >>> [item.id for item in chances(rules, hand, Situation(False, "S"))]
    ['chankan', 'houtei']
    """
    given = dict(situation.circumstances)
    for item in ruleset.circumstances:
        if item.id not in given and not item.own_discard:
            other = replace(situation, circumstances=(*situation.circumstances, (item.id, 1)))
            if not any(circumstance_faults(hand, other, ruleset)) and _wins(ruleset, hand, other):
                yield item


def _wins(ruleset: Ruleset, hand: Hand, situation: Situation) -> bool:
    try:
        score_hand(ruleset, hand, situation)
    except (NotAWinner, InputError):
        return False
    return True
