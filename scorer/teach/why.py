"""Why a pattern is awarded, and why not: its conditions one by one, what was found for each, and how near.

Everything comes from the checked expressions, so a club's own pattern is explained as well as a
famous one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import bindings_of, holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.resolve import candidates
from scorer.engine.results import Award, Score, Swallowed
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.readings import Group
from scorer.ruleset.model import Pattern
from scorer.teach.nearness import CALLED, LUCK, OTHER, distance, templates_distance
from scorer.teach.phrases import counted, listed
from scorer.teach.sentences.conditions import APPLIES, applies_not, asks, award_words, noun_of
from scorer.teach.sentences.evidence import bound_words, evidence, was_called
from scorer.teach.sentences.templates import alternatives_words
from scorer.teach.sentences.words import groups_text
from scorer.tiles import name_in
from scorer.values import dataclass, replace

NEAR, NEAR_ALONE, FAR = 2.0, 3.0, 7.0
"""A pattern that is further than this is no near miss; in a hand in which nothing counts, further than the
second number, and where nothing is as near, than the third.
"""
HOW = {
    "implied": "it follows from {by} and is not counted beside it",
    "excluded": "it is not counted beside {by}",
    "absorbed": "its sets are counted in {by} already",
    "less": "{by} counts it already",
    "once": "its sets are joined by other patterns already, and each set is joined once",
    "tier": "{by} stands alone; lesser patterns are not added",
    "highest": "only the most valuable pattern counts, and that is {by}",
    "alone": "{by} combines with nothing",
    "instead": "{by} counts in its place",
    "parts": "{by} counts instead, with what else there is: that pays more",
}


@dataclass(frozen=True)
class Why:
    """One pattern in one reading: all its conditions, and how far it is (0 is awarded)."""

    pattern: Pattern
    findings: tuple[Finding, ...]
    far: float

    @property
    def failed(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.true)

    @property
    def held(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.true)

    @property
    def true(self) -> bool:
        return not self.failed


def why(pattern: Pattern, view: View) -> Why:
    """The pattern's conditions in one reading, each with what was found."""
    findings = pattern_findings(pattern, view)
    return Why(pattern, findings, sum(finding.far for finding in findings))


def best_why(pattern: Pattern, views: Iterable[View]) -> Why:
    """The reading in which the pattern comes nearest."""
    return min((why(pattern, view) for view in views), key=_rank)


def near_misses(views: list[View], counted: Iterable[str] = (), most: int = 3) -> list[Why]:
    """The patterns that come nearest in any reading, best first; those that count are left out.

    A hand in which nothing counts is told the nearest ones even where they are further away.
    """
    skip = set(counted)
    rules = views[0].ruleset
    every = (best_why(p, views) for p in rules.patterns if p.id not in skip)
    missed = sorted((item for item in every if not item.true), key=_rank)
    near = [item for item in missed if item.far <= (NEAR if skip else NEAR_ALONE)]
    return (near or [item for item in missed if item.far <= FAR and not skip])[:most]


def _rank(item: Why) -> tuple[bool, float, int]:
    return not item.true, item.far, len(item.failed)


def sentence(item: Why) -> str:
    """Why a pattern is not awarded, in one sentence; for one that holds, what makes it true."""
    if item.true:
        shown = _said_in_another(item.findings)
        said = _in_one(_without_repeating(map(_held, shown))) or "nothing more is needed"
        return SAID if said == f"'{name_in(item.pattern.names)}'{APPLIES}" else said
    return "; ".join(dict.fromkeys(_failed(finding) for finding in item.failed))


def award_sentence(award: Award, view: View) -> str:
    """What makes an award true, with all the sets that it counts."""
    reason = why(award.pattern, view)
    sets, said = groups_text(sets_of_award(award.places, view), view.ruleset.tileset), sentence(reason)
    if sets in said:
        return said
    return f"{reason.findings[0].asks if len(reason.findings) == 1 else said}: {sets}"


def rest(item: Why) -> str:
    """What holds of a pattern that is not awarded; nothing where all of it fails."""
    held = [finding.asks for finding in _said_in_another(item.held)]
    return f"the rest holds: {listed(_without_repeating(held))}" if held else ""


def _said_in_another(findings: tuple[Finding, ...]) -> list[Finding]:
    """Without those with whose words another begins: 'a triplet' beside 'a triplet of winds'."""
    return [
        one
        for one in findings
        if not any(other is not one and other.asks.startswith(f"{one.asks} ") for other in findings)
    ]


def _in_one(says: Iterable[str]) -> str:
    """A list; clauses that end in a list of their own stand at its end."""
    texts = list(says)
    plain = [text for text in texts if ": " not in text]
    return "; ".join(text for text in (listed(plain), *(text for text in texts if ": " in text)) if text)


def _without_repeating(says: Iterable[str]) -> Iterator[str]:
    """'the hand has simples, no honors' for two clauses that begin alike."""
    before = False
    for text in says:
        yield text.removeprefix(HAS) if before else text
        before = text.startswith(HAS)


HAS = "the hand has "
SAID = "it was said of the win"
"""The reason of a pattern that asks nothing but the circumstance of its own name."""


def _held(finding: Finding) -> str:
    if not finding.found:
        return finding.asks
    shown = finding.found
    if "(" not in shown:
        return f"{finding.asks} ({shown})"
    alone = shown.startswith("(") and shown.find(")") == len(shown) - 1  # one called set has its brackets
    return f"{finding.asks} {shown}" if alone else f"{finding.asks}: {shown}"


def _failed(finding: Finding) -> str:
    if not finding.found and finding.asks.endswith(APPLIES):
        return applies_not(finding.asks)
    return f"{finding.asks}: {finding.found}" if finding.found else f"{finding.asks}: not so here"


def swallowed_sentence(item: Swallowed, view: View) -> str:
    """Why a pattern whose conditions hold is not counted."""
    by = award_words(item.by, view.ruleset) if item.by else "another pattern"
    return HOW[item.how].format(by=by)


def verdict(item: Why, score: Score | None, view: View) -> str:
    """One sentence: awarded and why, true but swallowed, or not awarded and why."""
    if not item.true:
        return f"not awarded; {sentence(item)}."
    if score is None:
        return f"its conditions hold: {sentence(item)}; but the hand does not win."
    if any(award.pattern.id == item.pattern.id for award in score.best.awards):
        return f"awarded; {sentence(item)}."
    for swallowed in score.best.swallowed:
        if swallowed.pattern.id == item.pattern.id:
            return f"its conditions hold, but {swallowed_sentence(swallowed, view)}."
    return f"its conditions hold: {sentence(item)}."


# ---- what was found for each condition

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
    if pattern.count is not None:
        findings.append(_counted(pattern.count, view))
    if pattern is view.ruleset.otherwise:
        findings.append(_no_other(view))
    alike: dict[tuple[str, bool, str], float] = {}
    for finding in filter(None, findings):
        key = finding.asks, finding.true, finding.found
        alike[key] = alike.get(key, 0.0) + finding.far
    return tuple(Finding(*key, far) for key, far in alike.items())


def _no_other(view: View) -> Finding:
    """What is asked for a hand without any pattern."""
    others = [name_in(item.pattern.names) for item in candidates(view)]
    return Finding(
        "no other pattern", not others, f"found {listed(others)}" if others else "", LUCK * len(others)
    )


def _counted(node: Node, view: View) -> Finding:
    """How often a pattern counts."""
    count = value_of(node, view)
    if isinstance(count, int) and count > 0:
        return Finding(f"{counted(count)} {noun_of(node, view.ruleset, count)}", True, evidence(node, view))
    return Finding(f"at least one {noun_of(node, view.ruleset, 1)}", False, "found none", LUCK)


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


# ---- conditions as one table plays them

OF_THE_RULES = ("option", "word", "number", "truth", "compare", "and", "or", "not", "arithmetic", "negative")
TRUE, FALSE = Node("truth", (True,), "true"), Node("truth", (False,), "false")


def settled(node: Node, view: View) -> Node:
    """The condition without the parts that the rules of the table decide.

    >>> from scorer.engine.configure import rules_view
    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("pocket-mahjong")
    >>> condition = rules.pattern_by_id["ping_wu"].when
    >>> str(condition), str(settled(condition, rules_view(rules)))
    ('sets(chow) == 4 and (not ping_wu_suited_pair or no_tile(honor))', 'sets(chow) == 4')
    """
    if asks_rules_only(node):
        return TRUE if holds(node, view) else FALSE
    if node.op in ("and", "or"):
        return _settled_parts(node, view)
    if node.op == "not":
        inner = settled(node.args[0], view)
        return (FALSE if inner.args[0] else TRUE) if inner.op == "truth" else replace(node, args=(inner,))
    if node.op == "if" and asks_rules_only(node.args[0]):
        return settled(node.args[1] if holds(node.args[0], view) else node.args[2], view)
    return node


def asks_rules_only(node: Node) -> bool:
    """Whether a condition asks nothing but the options of the table."""
    parts = list(node.walk())
    return any(part.op == "option" for part in parts) and all(part.op in OF_THE_RULES for part in parts)


def _settled_parts(node: Node, view: View) -> Node:
    idle, decides = (TRUE, FALSE) if node.op == "and" else (FALSE, TRUE)
    parts = [settled(part, view) for part in node.args]
    if decides in parts:
        return decides
    kept = tuple(part for part in parts if part != idle)
    if len(kept) < 2:
        return kept[0] if kept else idle
    return (
        node if len(kept) == len(parts) else Node(node.op, kept, f" {node.op} ".join(map(str, kept)), node.at)
    )
