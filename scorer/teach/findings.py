"""What was found for each part of a condition: the evidence for what holds, what stands there instead
for what does not.
"""

from __future__ import annotations

from scorer.engine.evaluate import bindings_of, holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.selecting import selected
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group
from scorer.ruleset.model import Pattern
from scorer.teach.evidence import bound_words, evidence, tiles_at_fault
from scorer.teach.phrases import asks
from scorer.teach.templates import templates_words
from scorer.teach.words import groups_text
from scorer.values import dataclass

CALLED = 0.5
"""How near a pattern is that a call has cost."""
ALL_BUT_LETTERS = 0.9
"""How near templates are that are all there while `where` fails."""


@dataclass(frozen=True)
class Finding:
    """One condition: what it asks, whether it holds, and what was found. `share` is how much of it holds,
    from 0 to 1, for ranking near misses.
    """

    asks: str
    true: bool
    found: str
    share: float
    parts: tuple[Finding, ...] = ()


def pattern_findings(pattern: Pattern, view: View) -> tuple[Finding, ...]:
    """Every condition of a pattern, one by one: rules that switch it off, value, `when`, templates."""
    findings = [_enabled(pattern, view), _allowed(pattern, view)]
    if pattern.when is not None:
        findings += conditions(pattern.when, view)
    if pattern.alternatives:
        findings.append(_templates(pattern, view))
    if pattern.count is not None and not value_of(pattern.count, view) > 0:
        findings.append(Finding(f"counted by {pattern.count}", False, "found none", 0))
    return tuple(finding for finding in findings if finding is not None)


def conditions(node: Node, view: View) -> list[Finding]:
    """The parts of a condition at its top-level `and`, named facts opened."""
    if node.op == "and":
        return [finding for part in node.args for finding in conditions(part, view)]
    if node.op == "named" and view.ruleset.fact_by_id[node.args[0]].gives == "truth":
        inner = view.ruleset.fact_by_id[node.args[0]].node
        if inner.op == "and":
            return conditions(inner, view)
    return [finding_of(node, view)]


def finding_of(node: Node, view: View) -> Finding:
    """One condition with what was found for it."""
    true = holds(node, view)
    parts = tuple(finding_of(part, view) for part in node.args) if node.op in ("and", "or") else ()
    share = 1.0 if true else _share(node, view, parts)
    return Finding(asks(node, view.ruleset), true, evidence(node, view), share, parts)


def _share(node: Node, view: View, parts: tuple[Finding, ...]) -> float:
    if node.op == "or":
        return max((part.share for part in parts), default=0)
    if node.op == "and":
        return sum(part.share for part in parts) / max(1, len(parts))
    return _closeness(node, view)


def _closeness(node: Node, view: View) -> float:
    """How near a failed comparison or quantifier is to holding."""
    if node.op == "compare" and len(node.args) == 3 and node.args[2].op == "number":
        have, want = value_of(node.args[0], view), node.args[2].args[0]
        return max(0.0, 1 - abs(want - have) / max(want, have, 1)) if isinstance(have, int) else 0.0
    if node.op == "call" and node.args[0] in ("all_tiles", "no_tile"):
        outside = len(tiles_at_fault(node, view))
        return max(0.0, 1 - outside / max(1, len(view.tiles)))
    if node.op == "call" and node.args[0] in ("all_sets", "all_groups"):
        among = view.sets if node.args[0] == "all_sets" else view.groups
        return len(selected(node.args[1], view, among)) / max(1, len(among))
    if node.op == "named":
        return _closeness(view.ruleset.fact_by_id[node.args[0]].node, view)
    return CALLED if node.op == "fact" and node.args[0] == "concealed_hand" else 0.0


def _enabled(pattern: Pattern, view: View) -> Finding | None:
    if pattern.enabled is None or holds(pattern.enabled, view):
        return None
    return Finding(
        f"it is played when {asks(pattern.enabled, view.ruleset)}", False, "it is off in this ruleset", 0
    )


def _allowed(pattern: Pattern, view: View) -> Finding | None:
    """Whether the pattern has a value in a hand that is closed, or open, as this one is."""
    closed = view.hand.is_concealed
    node, other = (pattern.closed, pattern.open) if closed else (pattern.open, pattern.closed)
    if (node is not None and value_of(node, view) > 0) or (pattern.zero and node is not None):
        return None
    if node is not None and node.op == "if":
        return Finding(
            f"it counts here when {asks(node.args[0], view.ruleset)}", False, "it is off in this ruleset", 0.5
        )
    if other is None or not value_of(other, view):
        return Finding("it is worth something", False, "it is worth nothing under these rules", 0)
    called = groups_text([group for group in view.groups if group.called], view.ruleset.tileset)
    asked = "nothing was called" if not closed else "a set was called"
    return Finding(asked, False, f"{called} was called" if called else "the hand is closed", CALLED)


def _templates(pattern: Pattern, view: View) -> Finding:
    """The templates: how many could be bound, and by which sets."""
    best: tuple[int, ...] = ()
    wanted: tuple[Node, ...] = pattern.alternatives[0]
    for templates in pattern.alternatives:
        bound = most_bound(templates, view)
        if len(bound) / len(templates) > len(best) / max(1, len(wanted)):
            best, wanted = bound, templates
    says = " or ".join(dict.fromkeys(templates_words(t, view.ruleset) for t in pattern.alternatives))
    there = groups_text([view.groups[place] for place in sorted(best)], view.ruleset.tileset)
    true = len(best) == len(wanted) and bool(bindings_of(pattern, view))
    if true:
        return Finding(says, True, there, 1)
    return Finding(
        says, False, bound_words(len(best), len(wanted), there), _bound_share(len(best), len(wanted))
    )


def _bound_share(bound: int, wanted: int) -> float:
    if bound == wanted:
        return ALL_BUT_LETTERS
    return (bound - 1) / (wanted - 1) if bound > 1 else 0.0  # any set fits one template


def sets_of_award(places: tuple[frozenset[int], ...], view: View) -> tuple[Group, ...]:
    """The sets that the instances of an award bind."""
    every = sorted(frozenset().union(*places)) if places else []
    return tuple(view.groups[place] for place in every)
