"""Whether patterns that are named without a hand can be in one hand, by what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from scorer.check.subject import CONCEALED_HAND, conditions_of
from scorer.check.together import Condition, can_be_together, renew_budget
from scorer.language.nodes import Node
from scorer.ruleset.model import Circumstance, Pattern, Ruleset


def known_conditions(
    state: str, is_drawn: bool | None, circumstances: Iterable[Circumstance]
) -> list[Condition]:
    """What is known of a hand: whether it is open or closed, how it was won, and its circumstances with what
    they require.
    """
    found = [(CONCEALED_HAND, state == "closed")] if state else []
    if is_drawn is not None:
        found += [(Node("fact", ("self_draw",)), is_drawn), (Node("fact", ("discard",)), not is_drawn)]
    return found + [(requirement.node, True) for one in circumstances for requirement in one.requires]


def can_be_named_together(patterns: Sequence[Pattern], known: Sequence[Condition], ruleset: Ruleset) -> bool:
    """Whether some hand of which this is known may have all patterns; true if that would take too long to
    find out.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> pinfu, tanyao, pairs = (rules.pattern_by_id[name] for name in ("pinfu", "tanyao", "chiitoitsu"))
    >>> can_be_named_together([pinfu, tanyao], [], rules), can_be_named_together([pinfu, pairs], [], rules)
    (True, False)
    """
    conditions = (condition for one in patterns for condition in conditions_of(one))
    return can_be_together(patterns, [*known, *conditions], ruleset)


def contradicting_patterns(
    patterns: Sequence[Pattern], known: Sequence[Condition], ruleset: Ruleset
) -> tuple[Pattern, ...]:
    """The fewest of these patterns that no hand has together; empty if some hand may have all of them."""
    renew_budget(ruleset)
    if len(patterns) < 2 or can_be_named_together(patterns, known, ruleset):
        return ()
    for size in (1, 2):
        for some in combinations(patterns, size):
            if not can_be_named_together(some, known, ruleset):
                return some
    return tuple(patterns)
