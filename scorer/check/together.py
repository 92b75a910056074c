"""Whether some hand can have two patterns at once, for those who show what one of them does to the other."""

from __future__ import annotations

from itertools import product

from scorer.check.solver import Solver
from scorer.memo import kept_by_identity
from scorer.ruleset.model import Pattern, Ruleset

MOST_ROWS = 8
"""The most rows of templates of a pattern that are combined with those of another one."""


def can_hold_together(one: Pattern, other: Pattern, ruleset: Ruleset) -> bool:
    """Whether some hand can have both patterns, whatever the options are; true if that is not decided.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("hong-kong")
    >>> honors, terminals, flush, triplets = map(
    ...     rules.pattern_by_id.get, ("all_honors", "all_terminals", "full_flush", "all_triplets")
    ... )
    >>> can_hold_together(honors, flush, rules), can_hold_together(honors, triplets, rules)
    (False, True)
    """
    firsts, seconds = one.alternatives or ((),), other.alternatives or ((),)
    if ruleset.otherwise in (one, other) or max(len(firsts), len(seconds)) > MOST_ROWS:
        return True
    wanted = [(node, True) for node in (one.condition, other.condition) if node is not None]
    return any(
        _solver_of(ruleset).possible(*wanted, templates=[row for row in rows if row])
        for rows in product(firsts, seconds)
    )


@kept_by_identity(limit=8)
def _solver_of(ruleset: Ruleset) -> Solver:
    return Solver(ruleset)
