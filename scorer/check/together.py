"""Whether some hand can have several patterns at once, by their conditions and templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product

from scorer.check.solver import Solver
from scorer.language.nodes import Node
from scorer.memo import kept_by_identity
from scorer.ruleset.model import Pattern, Ruleset

Condition = tuple[Node, bool]
"""An expression, and whether it has to hold or has to fail."""
MOST_ROWS = 64
"""The most choices among the templates of patterns that are tried."""

_solver_of = kept_by_identity(limit=8)(Solver)


def renew_budget(ruleset: Ruleset) -> None:
    """Let the next questions about a ruleset take as much work as the first ones."""
    _solver_of(ruleset).renew()


def can_be_together(patterns: Sequence[Pattern], conditions: Iterable[Condition], ruleset: Ruleset) -> bool:
    """Whether some hand that meets the conditions has what the templates of all patterns ask for; true if
    that would take too long to find out.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("hong-kong")
    >>> def is_possible(*names: str) -> bool:
    ...     patterns = [rules.pattern_by_id[name] for name in names]
    ...     return can_be_together(patterns, [(one.condition, True) for one in patterns], rules)
    >>> is_possible("all_honors", "full_flush"), is_possible("all_honors", "all_triplets")
    (False, True)
    """
    asked = [*conditions]
    rows = product(*(one.alternatives or ((),) for one in patterns))
    choices = list(islice(rows, MOST_ROWS + 1))
    return len(choices) > MOST_ROWS or any(
        _solver_of(ruleset).possible(*asked, templates=[row for row in choice if row]) for choice in choices
    )
