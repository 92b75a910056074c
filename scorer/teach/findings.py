"""What was found for each part of a condition: the evidence for what holds, what stands there instead
for what does not.
"""

from __future__ import annotations

from scorer.engine.evaluate import bindings_of, holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group
from scorer.ruleset.model import Pattern
from scorer.teach.evidence import bound_words, evidence, was_called
from scorer.teach.nearness import CALLED, LUCK, OTHER, distance, templates_distance
from scorer.teach.nouns import noun_of
from scorer.teach.phrases import asks
from scorer.teach.settled import TRUE, settled
from scorer.teach.templates import alternatives_words
from scorer.teach.words import groups_text
from scorer.values import dataclass

OFF = "it is off in this ruleset"


@dataclass(frozen=True)
class Finding:
    """One condition: what it asks, whether it holds, and what was found. `far` is about how many tiles
    would have to be others for it to hold, 0 where it does.
    """

    asks: str
    true: bool
    found: str
    far: float = 0.0


def pattern_findings(pattern: Pattern, view: View) -> tuple[Finding, ...]:
    """Every condition of a pattern, one by one: rules that switch it off, value, `when`, templates.

    What the options of the table decide already is left out, unless it is what keeps the pattern away.
    """
    findings = [_enabled(pattern, view), _allowed(pattern, view)]
    if pattern.when is not None:
        findings += conditions(pattern.when, view)
    if pattern.alternatives:
        findings.append(_templates(pattern, view))
    if pattern.count is not None and not value_of(pattern.count, view) > 0:
        findings.append(
            Finding(f"at least one {noun_of(pattern.count, view.ruleset, 1)}", False, "found none", LUCK)
        )
    return tuple(finding for finding in findings if finding is not None)


def conditions(node: Node, view: View) -> list[Finding]:
    """The parts of a condition at its top-level `and`, named facts opened."""
    if node.op == "and":
        return [finding for part in node.args for finding in conditions(part, view)]
    if node.op == "named" and view.ruleset.fact_by_id[node.args[0]].gives == "truth":
        inner = view.ruleset.fact_by_id[node.args[0]].node
        if inner.op == "and":
            return conditions(inner, view)
    plain = settled(node, view)
    if plain.op == "and":
        return conditions(plain, view)
    if plain == TRUE:
        return []
    return [finding_of(node if plain.op == "truth" else plain, view)]


def finding_of(node: Node, view: View) -> Finding:
    """One condition with what was found for it."""
    return Finding(asks(node, view.ruleset), holds(node, view), evidence(node, view), distance(node, view))


def _enabled(pattern: Pattern, view: View) -> Finding | None:
    if pattern.enabled is None or holds(pattern.enabled, view):
        return None
    return Finding(f"it is played when {asks(pattern.enabled, view.ruleset)}", False, OFF, OTHER)


def _allowed(pattern: Pattern, view: View) -> Finding | None:
    """Whether the pattern has a value in a hand that is closed, or open, as this one is."""
    closed = view.hand.is_concealed
    node, other = (pattern.closed, pattern.open) if closed else (pattern.open, pattern.closed)
    if (node is not None and value_of(node, view) > 0) or (pattern.zero and node is not None):
        return None
    if node is not None and node.op == "if":
        state = "a closed" if closed else "an open"
        asked = f"it counts in {state} hand when {asks(node.args[0], view.ruleset)}"
        return Finding(asked, False, OFF, OTHER)
    if other is None or not value_of(other, view):
        return Finding("it is worth something here", False, "its value is 0", LUCK)
    if closed:
        return Finding("a set was called", False, "the hand is closed", CALLED)
    return Finding("nothing was called", False, was_called(view), CALLED)


def _templates(pattern: Pattern, view: View) -> Finding:
    """The templates: how many could be bound, and by which sets."""
    best: tuple[int, ...] = ()
    wanted: tuple[Node, ...] = pattern.alternatives[0]
    for templates in pattern.alternatives:
        bound = most_bound(templates, view)
        if len(bound) / len(templates) > len(best) / max(1, len(wanted)):
            best, wanted = bound, templates
    says = alternatives_words(pattern.alternatives, view.ruleset)
    there = groups_text([view.groups[place] for place in sorted(best)], view.ruleset.tileset)
    if len(best) == len(wanted) and bindings_of(pattern, view):
        return Finding(says, True, there)
    found = f"{there} do not fit together" if len(best) == len(wanted) else bound_words(best, wanted, view)
    return Finding(says, False, found, templates_distance(len(best), wanted, view))


def sets_of_award(places: tuple[frozenset[int], ...], view: View) -> tuple[Group, ...]:
    """The sets that the instances of an award bind."""
    every = sorted(frozenset().union(*places)) if places else []
    return tuple(view.groups[place] for place in every)
