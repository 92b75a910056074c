"""The totals that a hand can have under a ruleset, and what the next higher one would be paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.engine.evaluate import View, holds, rules_view, whole_number
from scorer.engine.partial import FALSE, TRUE, is_decided, simplify
from scorer.engine.results import Payments, Score, Worth
from scorer.engine.score import HandView
from scorer.engine.value import award_counts, hand_numbers, hand_payments, numbers_valuation
from scorer.language.nodes import Node
from scorer.language.vocabulary import Source, functions_depending_on
from scorer.memo import kept_by_identity
from scorer.ruleset.model import Pattern, Ruleset
from scorer.values import dataclass, replace

LARGEST_COUNT = 2000
"""The largest number that is accepted, more than any hand of any game has."""
NEAR = 10
"""How far beyond a total the next one is sought first."""
BOUND_FUNCTIONS = functions_depending_on(Source.ARGUMENTS)


@dataclass(frozen=True)
class NextTotal:
    """The next higher total than that of a hand, won in the same way: how much more it is, its worth, and
    its payment.
    """

    step: int
    worth: Worth
    payments: Payments


def next_higher_total(score: Score) -> NextTotal | None:
    """The next higher total. None if there is none, if it pays no more, and for limit hands of the top tier.

    >>> from scorer import score
    >>> found = next_higher_total(score("234m345p67p456s55s+8p", circumstances=["riichi"]))
    >>> found.step, found.worth.total, found.payments.points
    (1, 4, 7700)
    """
    best, rules, now = score.best, score.ruleset, score.best.worth.total
    won = HandView(rules, score.hand, score.situation, best.reading)
    known = won.with_amounts({}, award_counts(best.awards))
    most = whole_number(rules.maximum, known, LARGEST_COUNT)
    reaches = (min(most, now + NEAR), most)  # in most games the next total is the next number
    found = (total for reach in reaches for total in possible_totals(rules, reach) if total > now)
    total = next(found, None)
    if best.worth.tier or total is None:
        return None
    bonus = sum(line.total for line in best.bonuses)
    numbers = hand_numbers(known, best.awards, bonus, best.sheet.total if best.sheet else None)
    more = replace(numbers, total=total, patterns=numbers.patterns + total - now)
    valued = numbers_valuation(known, more)
    paid = hand_payments(valued.view, best.awards)
    return NextTotal(total - now, valued.worth, paid) if paid.points > best.payments.points else None


def possible_totals(ruleset: Ruleset, limit: int = LARGEST_COUNT) -> Sequence[int]:
    """The possible totals of a hand up to a number, in increasing order: single values or sums of values,
    with bonuses. If the value of a pattern depends on the tiles, every total is possible.

    >>> from scorer.scoring import load_ruleset
    >>> possible_totals(load_ruleset("ponjan")), possible_totals(load_ruleset("zung-jung"))[:5]
    ([3, 5, 15, 30, 40, 100], [1, 5, 10, 15, 20])
    """
    view, last = rules_view(ruleset), ruleset.otherwise
    if _has_varying_values(ruleset):
        return range(limit + 1)
    values = {value for pattern in ruleset.patterns for value in pattern_values(pattern, view)}
    if ruleset.highest_only:
        found = values | (pattern_values(last, view) if last else set())
    elif certain := _certain_total(ruleset, view):
        found = _reachable_sums({certain}, values, limit)
    else:
        found = (pattern_values(last, view) if last else {0}) | _reachable_sums(values, values, limit)
    for bonus in ruleset.bonuses:
        if _can_hold(bonus.condition, view):
            value = whole_number(bonus.value, view)
            found = (
                _reachable_sums(found, {value}, limit)
                if bonus.count
                else found | {total + value for total in found}
            )
    return sorted(total for total in found if total <= limit)


def _certain_total(ruleset: Ruleset, view: View) -> int:
    """The least that every hand has: of patterns for which nothing is asked, and which no other replaces."""
    patterns = [item for item in ruleset.patterns if holds(item.option_condition, view)]
    if ruleset.top_tier or any(item.alone_condition for item in patterns):
        return 0
    replaced = set().union(*map(_replaced_patterns, patterns))
    certain = (item for item in patterns if item.id not in replaced and _is_in_every_hand(item, view))
    return sum([min(pattern_values(item, view), default=0) for item in certain])


def _replaced_patterns(pattern: Pattern) -> set[str]:
    """The patterns that possibly do not count beside this one."""
    named = {*pattern.implies, *pattern.excludes, *pattern.absorbs, *pattern.instead}
    return named | {other for other, _ in pattern.less} | {other for _, other, _ in pattern.conditional}


def _is_in_every_hand(pattern: Pattern, view: View) -> bool:
    """Whether a pattern holds once in every hand, closed or open."""
    asks_nothing = pattern.condition is not None and simplify(pattern.condition, view) == TRUE
    has_values = pattern.closed_value is not None and pattern.open_value is not None
    return asks_nothing and has_values and not pattern.alternatives and pattern.count is None


def _reachable_sums(starts: Iterable[int], steps: Iterable[int], limit: int) -> set[int]:
    """All numbers up to `limit` that can be reached by adding any number of steps to a starting number."""
    found = set(starts)
    for total in range(limit + 1):
        if any(step and total - step in found for step in steps):
            found.add(total)
    return found


def _can_hold(node: Node | None, view: View) -> bool:
    """Whether a condition can hold under the options in force."""
    return node is None or simplify(node, view) != FALSE


def pattern_values(pattern: Pattern, view: View) -> set[int]:
    """The values that a pattern can have, closed and open; empty if an option switches it off."""
    if not holds(pattern.option_condition, view):
        return set()
    values = {
        whole_number(node, view) for node in (pattern.closed_value, pattern.open_value) if node is not None
    }
    return {value for value in values if value > 0 or pattern.zero}


@kept_by_identity(limit=24)
def _has_varying_values(ruleset: Ruleset) -> bool:
    """Whether the value of any pattern depends on the tiles."""
    return any(has_varying_value(pattern, ruleset) for pattern in ruleset.pattern_by_id.values())


def has_varying_value(pattern: Pattern, ruleset: Ruleset) -> bool:
    """Whether the value of a pattern depends on the tiles. Without tiles, only its minimum is known."""
    values = (node for node in (pattern.closed_value, pattern.open_value) if node is not None)
    return not all(is_decided(node, ruleset) for node in values)
