"""Why a pattern is awarded, and why not: its conditions one by one, what was found for each, and how near.

Everything comes from the checked expressions, so a club's own pattern is explained as well as a
famous one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import View, holds, value_of
from scorer.engine.match import most_bound
from scorer.engine.resolve import candidates
from scorer.engine.results import Award, Score, Swallowed
from scorer.hand import Hand
from scorer.language.nodes import Node
from scorer.phrases import label, numeral
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import TooManyReadings
from scorer.teach.constructs import (
    APPLIES,
    CALLED,
    LUCK,
    OTHER,
    applies_not,
    asks,
    award_words,
    fitting,
    look,
    noun_of,
    number_of,
    was_called,
)
from scorer.teach.words import Speech, alternatives_words, in_words
from scorer.tiles import Tile, name_in
from scorer.values import dataclass, replace
from scorer.waits import distances

NEAR, NEAR_ALONE, FAR = 2.0, 3.0, 7.0
"""A pattern that is further than this is no near miss; in a hand in which nothing counts, further than the
second number, and where nothing is as near, than the third.
"""
UNFIT = 1.0
"""How far the right sets are that do not go together."""
HAS = "the hand has "


@dataclass(frozen=True)
class Finding:
    """One condition: what it asks, whether it holds, and what was found. `far` is about how many tiles
    would have to be others for it to hold, 0 where it does.
    """

    asks: str
    true: bool
    found: str
    far: float = 0.0


@dataclass(frozen=True)
class Why:
    """One pattern in one reading: all its conditions, told by a speech, and how far it is (0 is awarded)."""

    pattern: Pattern
    findings: tuple[Finding, ...]
    speech: Speech

    @property
    def failed(self) -> list[Finding]:
        return [finding for finding in self.findings if not finding.true]

    @property
    def held(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.true]

    @property
    def true(self) -> bool:
        return not self.failed

    @property
    def far(self) -> float:
        return sum(finding.far for finding in self.findings)


def why(pattern: Pattern, view: View, language: str = "en") -> Why:
    """The pattern's conditions in one reading, each with what was found."""

    def told(speech: Speech) -> Why:
        return Why(pattern, tuple(_findings(pattern, view, speech)), speech)

    return in_words(told, view.ruleset, language)


def best_why(pattern: Pattern, views: Iterable[View], language: str = "en") -> Why:
    """The reading in which the pattern comes nearest."""
    return min((why(pattern, view, language) for view in views), key=_rank)


def near_misses(
    views: list[View], counted: Iterable[str] = (), most: int = 3, language: str = "en"
) -> list[Why]:
    """The patterns that come nearest in any reading, best first; those that count are left out.

    A hand in which nothing counts is told the nearest ones even where they are further away.
    """
    skip = set(counted)
    every = (best_why(p, views, language) for p in views[0].ruleset.patterns if p.id not in skip)
    missed = sorted((item for item in every if not item.true), key=_rank)
    near = [item for item in missed if item.far <= (NEAR if skip else NEAR_ALONE)]
    return (near or [item for item in missed if item.far <= FAR and not skip])[:most]


def _rank(item: Why) -> tuple[bool, float, int]:
    return not item.true, item.far, len(item.failed)


# ---- as sentences


def sentence(item: Why) -> str:
    """Why a pattern is not awarded, in one sentence; for one that holds, what makes it true."""
    speech = item.speech
    if item.failed:
        return speech.say("semicolon").join(dict.fromkeys(_failed(one, speech) for one in item.failed))
    texts = list(_without_repeating(_held(one, speech) for one in _said_in_another(item.findings)))
    colon = speech.say("colon")  # clauses that end in a list of their own stand at the end
    plain = speech.listed(text for text in texts if colon not in text)
    said = speech.say("semicolon").join(filter(None, [plain, *(text for text in texts if colon in text)]))
    own = speech.say("applies", speech.say("quoted", name_in(item.pattern.names, speech.language)))
    return speech.say("was said") if said == own else said or speech.say("nothing more")


def award_sentence(award: Award, view: View, language: str = "en") -> str:
    """What makes an award true, with all the sets that it counts."""
    reason = why(award.pattern, view, language)
    places = sorted(frozenset().union(*award.places))
    sets, said = reason.speech.groups(view.groups[place] for place in places), sentence(reason)
    if sets in said:
        return said
    return reason.speech.headed(reason.findings[0].asks if len(reason.findings) == 1 else said, sets)


def rest(item: Why) -> str:
    """What holds of a pattern that is not awarded; nothing where all of it fails."""
    held = [finding.asks for finding in _said_in_another(item.held)]
    said = item.speech.listed(_without_repeating(held))
    return item.speech.say("the rest holds", said) if held else ""


def _said_in_another(findings: Iterable[Finding]) -> list[Finding]:
    """Without those with whose words another begins: 'a triplet' beside 'a triplet of winds'."""
    every = list(findings)
    return [one for one in every if not any(other.asks.startswith(f"{one.asks} ") for other in every)]


def _without_repeating(says: Iterable[str]) -> Iterator[str]:
    """'the hand has simples, no honors' for two clauses that begin alike."""
    before = False
    for text in says:
        yield text.removeprefix(HAS) if before else text
        before = text.startswith(HAS)


def _held(finding: Finding, speech: Speech) -> str:
    shown = finding.found
    if not shown:
        return finding.asks
    if "(" not in shown:
        return finding.asks + speech.say("in brackets", shown)
    alone = shown.startswith("(") and shown.find(")") == len(shown) - 1  # one called set has its brackets
    return f"{finding.asks} {shown}" if alone else speech.headed(finding.asks, shown)


def _failed(finding: Finding, speech: Speech) -> str:
    if not finding.found and finding.asks.endswith(APPLIES):
        return applies_not(finding.asks)
    return speech.headed(finding.asks, finding.found or speech.say("not so here"))


def swallowed_sentence(item: Swallowed, view: View, language: str = "en") -> str:
    """Why a pattern whose conditions hold is not counted."""

    def told(speech: Speech) -> str:
        key, names = f"how {item.how}", "{}" in speech.form(f"how {item.how}")
        by = award_words(item.by, speech) if item.by and names else speech.say("another pattern")
        return speech.say(key, by)

    return in_words(told, view.ruleset, language)


def verdict(item: Why, score: Score | None, view: View) -> str:
    """One sentence: awarded and why, true but swallowed, or not awarded and why."""
    speech, said = item.speech, sentence(item)
    if not item.true:
        return speech.say("not awarded", said)
    if score is None:
        return speech.say("holds in vain", said)
    if any(award.pattern.id == item.pattern.id for award in score.best.awards):
        return speech.say("awarded", said)
    for swallowed in score.best.swallowed:
        if swallowed.pattern.id == item.pattern.id:
            return speech.say("holds but", swallowed_sentence(swallowed, view, speech.language))
    return speech.say("holds", said)


def why_incomplete(ruleset: Ruleset, hand: Hand, language: str = "en") -> str:
    """What would complete the hand in place of its winning tile, or how much more it lacks.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("riichi")
    >>> why_incomplete(rules, parse_hand("234m345p67p456s55s+9p", rules))
    'without 9p it waits for 2p 5p 8p'
    >>> why_incomplete(rules, parse_hand("234m345p67p456s5s1z+2z", rules))
    'without 2z it lacks two tiles of four sets and a pair'
    """
    try:
        nearest = next(iter(distances(hand.waiting, ruleset.shapes, ruleset.set_tables)), None)
    except TooManyReadings:
        return ""
    if nearest is None:
        return ""
    tileset, tile = ruleset.tileset, ruleset.tileset.code(hand.winning_tile)
    if nearest.short == 1:
        return label("waits then", language, tile, " ".join(map(tileset.code, map(Tile, nearest.helping))))
    shape = name_in(nearest.shape.names, language)
    return label("lacks then", language, tile, numeral(nearest.short, language), shape)


# ---- what was found for each condition


def _findings(pattern: Pattern, view: View, speech: Speech) -> Iterator[Finding]:
    """Every condition of a pattern, each once: rules that switch it off, value, `when`, templates.

    What the options of the table decide already is left out, unless it is what keeps the pattern away.
    """
    findings = [*_off(pattern, view, speech)]
    if pattern.when is not None:
        findings += conditions(pattern.when, view, speech)
    if pattern.alternatives:
        findings.append(_templates(pattern, view, speech))
    if pattern.count is not None:
        findings.append(_counted(pattern.count, view, speech))
    if pattern is view.ruleset.otherwise:
        others = [speech.name(item.pattern.names) for item in candidates(view)]
        found = speech.say("found", speech.listed(others)) if others else ""
        findings.append(Finding(speech.say("no other pattern"), not others, found, LUCK * len(others)))
    alike: dict[tuple[str, bool, str], float] = {}
    for finding in findings:
        key = finding.asks, finding.true, finding.found
        alike[key] = alike.get(key, 0.0) + finding.far
    return (Finding(*key, far) for key, far in alike.items())


def _off(pattern: Pattern, view: View, speech: Speech) -> Iterator[Finding]:
    """That the pattern is not played, or has no value in a hand that is closed, or open, as this one is."""
    if pattern.enabled is not None and not holds(pattern.enabled, view):
        asked = speech.say("played when", asks(pattern.enabled, speech))
        yield Finding(asked, False, speech.say("off here"), OTHER)
    closed = view.hand.is_concealed
    node, other = (pattern.closed, pattern.open) if closed else (pattern.open, pattern.closed)
    if node is not None and (value_of(node, view) > 0 or pattern.zero):
        return
    if node is not None and node.op == "if":
        key = "counts closed when" if closed else "counts open when"
        asked = speech.say(key, asks(node.args[0], speech))
        yield Finding(asked, False, speech.say("off here"), OTHER)
    elif other is None or not value_of(other, view):
        yield Finding(speech.say("worth something"), False, speech.say("worth nothing here"), LUCK)
    elif closed:
        yield Finding(speech.say("not concealed_hand"), False, speech.say("hand is closed"), CALLED)
    else:
        yield Finding(speech.say("is concealed_hand"), False, was_called(view, speech), CALLED)


def _counted(node: Node, view: View, speech: Speech) -> Finding:
    count = value_of(node, view)
    if isinstance(count, int) and count > 0:
        said = speech.say("so many", number_of(node, count, speech), noun_of(node, speech, count))
        return Finding(said, True, look(node, view, speech)[1])
    asked = speech.say("at least one", noun_of(node, speech, 1))
    return Finding(asked, False, speech.say("found none"), LUCK)


def _templates(pattern: Pattern, view: View, speech: Speech) -> Finding:
    """The templates: how many could be bound, and by which sets."""
    bound = [(most_bound(templates, view), templates) for templates in pattern.alternatives]
    best, wanted = max(bound, key=lambda item: len(item[0]) / len(item[1]))
    far, found = fitting(best, wanted, view, speech)
    says = alternatives_words(pattern.alternatives, speech)
    if len(best) < len(wanted):
        return Finding(says, False, found, far)
    if view.instances(pattern):
        return Finding(says, True, found)
    return Finding(says, False, speech.say("do not fit", found), UNFIT)


def conditions(node: Node, view: View, speech: Speech) -> list[Finding]:
    """The parts of a condition at its top-level `and`, named facts opened."""
    named, plain = node.op == "named", settled(node, view)
    for whole in (view.ruleset.fact_by_id[node.args[0]].node if named else node, plain):
        if whole.op == "and":
            return [finding for part in whole.args for finding in conditions(part, view, speech)]
    if plain == TRUE:
        return []
    return [finding_of(node if plain.op == "truth" else plain, view, speech)]


def finding_of(node: Node, view: View, speech: Speech) -> Finding:
    (far, found), true = look(node, view, speech), holds(node, view)
    return Finding(asks(node, speech), true, found, 0.0 if true else far)


# ---- conditions as one table plays them

OF_THE_RULES = {"option", "word", "number", "truth", "compare", "and", "or", "not", "arithmetic", "negative"}
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
    if _asks_rules_only(node):
        return TRUE if holds(node, view) else FALSE
    if node.op in ("and", "or"):
        idle, decides = (TRUE, FALSE) if node.op == "and" else (FALSE, TRUE)
        parts = [settled(part, view) for part in node.args]
        kept = tuple(part for part in parts if part != idle)
        if decides in parts:
            return decides
        if len(kept) < 2:
            return kept[0] if kept else idle
        text = f" {node.op} ".join(map(str, kept))
        return node if len(kept) == len(parts) else Node(node.op, kept, text, node.at)
    if node.op == "not":
        inner = settled(node.args[0], view)
        return (FALSE if inner.args[0] else TRUE) if inner.op == "truth" else replace(node, args=(inner,))
    if node.op == "if" and _asks_rules_only(node.args[0]):
        return settled(node.args[1] if holds(node.args[0], view) else node.args[2], view)
    return node


def _asks_rules_only(node: Node) -> bool:
    ops = {part.op for part in node.walk()}
    return "option" in ops and ops <= OF_THE_RULES
