"""Whether the scores of a game can be right: they add up to what the players began with."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.errors import Fault, InputError
from scorer.message import Message, Text, clauses
from scorer.table.rules import DealRules

HUNDREDS = 100
ROUND_START = 500
"""What players begin with is a multiple of so many points."""


def sum_fault(rules: DealRules, scores: Sequence[int | float], sticks: int = 0) -> Text:
    """What is wrong with the sum of final scores and sticks, and what it may be; empty if nothing is.

    Without points to begin with, penalties that went to nobody may leave less than 0.

    >>> from scorer import load_ruleset
    >>> print(sum_fault(DealRules(load_ruleset("tenhou")), [410, 290, 180, 120]))
    the scores add up to 1,000, not 100,000; write points instead of hundreds
    """
    whole, begun = sum(scores) + sticks * rules.stick, rules.start * rules.players
    if whole == begun or (not rules.start and whole < 0):
        return ""
    key = "scores and sticks differ" if sticks else "scores differ"
    return clauses(Message(key, f"{whole:,}", f"{begun:,}"), _likely_cause(rules, scores, whole, begun))


def _likely_cause(rules: DealRules, scores: Sequence[int | float], whole: int | float, begun: int) -> Text:
    """What may be wrong with a sum, and what to write; empty if more than one score must be wrong."""
    missing = begun - whole
    if not rules.start:
        return Message("scores begin at zero")
    if whole * HUNDREDS == begun:
        return Message("hundreds instead of points")
    if rules.stick and 0 < missing < rules.players * rules.stick and not missing % rules.stick:
        return Message("sticks may be missing", int(missing // rules.stick))
    start, rest = divmod(whole, rules.players)
    option = rules.deals.start if rules.deals else None
    if option and option.op == "option" and start > 0 and not rest and not start % ROUND_START:
        return Message("another start", f"{start:,}", f"{option.args[0]}={start:g}")
    if -missing > max(scores):
        return ""
    return Message("points too few" if missing > 0 else "points too many", f"{abs(missing):,}")


def refuse_wrong_sum(rules: DealRules, scores: Sequence[int], sticks: int) -> None:
    """Raises InputError for final scores that cannot be right."""
    if message := sum_fault(rules, scores, sticks):
        raise InputError([Fault("scores", None, message, "circumstance")])
