"""Decides which of the patterns that hold are counted.

The steps, in order (see rulesets/REFERENCE.md): patterns are sorted by value; each award suppresses the
patterns that it implies, excludes, absorbs or reduces, and a suppressed pattern suppresses nothing; linked
patterns account for each set once; finally, the rules may keep only the top tier or the single highest
pattern.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from scorer.engine.evaluate import Evaluator, holds, value_of, whole_number
from scorer.engine.match import Instance
from scorer.engine.results import Award, Suppressed, ValuedReading
from scorer.engine.value import award_counts
from scorer.language.vocabulary import PATTERNS_AMOUNT
from scorer.ruleset.model import Pattern, TopTier
from scorer.values import dataclass, replace

IdsImplied = Mapping[str, frozenset[str]]
"""The ids of all patterns that follow from a pattern, by its id."""
Edges = list[tuple[Award, Instance]]
AwardsAndSuppressed = tuple[list[Award], list[Suppressed]]
"""The awards that count, highest value first, and the patterns that do not."""
MOST_INSTANCES = 24
"""The number of linked instances that are searched exhaustively; a hand of seven pairs has fewer."""
MOST_CHOICES = 4
"""How many patterns are tried with and without the patterns they replace; each doubles the ways to count."""


@dataclass(frozen=True)
class Resolution:
    """One way to count a reading: the awards, and the patterns that do not count with the reason for each. A
    resolution that `must_pay_more` is used only if it pays more than the first way to count the reading.
    """

    awards: tuple[Award, ...]
    suppressions: tuple[Suppressed, ...]
    must_pay_more: bool = False


def resolutions(view: Evaluator, extra_awards: Iterable[Award] = ()) -> list[Resolution]:
    """The ways to count a reading: all patterns that combine, for each choice between a pattern and the
    patterns it replaces; and each pattern that combines with nothing. `extra_awards` are counted as if they
    held. Patterns that ask for others are added to what counts without them.
    """
    ways = _resolutions_of_hand(view, extra_awards)
    if not any(pattern.asks_others for pattern in view.patterns):
        return ways
    return [_with_patterns_that_ask(view, way) for way in ways]


Known = tuple[dict[str, int | float], Counter[str]]


def known_of_others(view: Evaluator) -> Known:
    """What a pattern that asks for others knows: the sum, and how often each of them counts, in the first way
    to count a reading.
    """
    return _known_of_awards(_resolutions_of_hand(view, ())[0].awards)


def _known_of_awards(awards: tuple[Award, ...]) -> Known:
    return {PATTERNS_AMOUNT: sum(award.total for award in awards)}, award_counts(awards)


def _with_patterns_that_ask(view: Evaluator, way: Resolution) -> Resolution:
    """The resolution with the patterns that hold because of the others in it; they may suppress these."""
    counted = view.with_amounts(*_known_of_awards(way.awards))
    late = [one for one in view.patterns if one.asks_others]
    asking = [one for pattern in late if (one := candidate_award(pattern, counted))]
    conditions = [award.pattern.alone_condition for award in way.awards]
    if not asking or any(node is not None and holds(node, view) for node in conditions):
        return way
    others = [award for award in way.awards if award.pattern is not view.ruleset.otherwise]
    kept, swallowed = _resolve_awards(view, _ordered_awards(view, [*others, *asking]))
    return Resolution(tuple(kept), (*way.suppressions, *swallowed), way.must_pay_more)


def _resolutions_of_hand(view: Evaluator, extra_awards: Iterable[Award]) -> list[Resolution]:
    found = candidate_awards(view, extra_awards)
    alone = [
        item
        for item in found
        if item.pattern.alone_condition is not None and holds(item.pattern.alone_condition, view)
    ]
    together = [item for item in found if item not in alone]
    ways = list(_combined_resolutions(view, together)) if together or not alone else []
    for item in alone:
        others = tuple(Suppressed(c.pattern, "alone", item.pattern.id) for c in found if c is not item)
        ways.append(Resolution((item,), others))
    return ways


class HeldPatterns(NamedTuple):
    """The patterns that hold in a reading, by their ids."""

    pattern_ids: frozenset[str]
    awards: frozenset[str]
    """those that count in some way to count it"""
    suppressions: frozenset[tuple[str, str, str]]
    """those that do not count in some way, each with the pattern responsible and the reason"""
    ways: int
    """in how many ways it can be counted"""


def held_patterns(ways: Sequence[Resolution | ValuedReading]) -> HeldPatterns:
    """The patterns that hold, from the ways to count a reading."""
    awards = frozenset([award.pattern.id for way in ways for award in way.awards])
    lost = [(item.pattern.id, item.suppressor, item.reason) for way in ways for item in way.suppressions]
    return HeldPatterns(awards.union([name for name, _, _ in lost]), awards, frozenset(lost), len(ways))


def _combined_resolutions(view: Evaluator, awards: list[Award]) -> Iterator[Resolution]:
    """A resolution for every choice between patterns and those that they replace. In the first one, all the
    replacing patterns count.
    """
    held = {item.pattern.id for item in awards}
    choosing = [item.pattern for item in awards if held.intersection(item.pattern.instead)][:MOST_CHOICES]
    for choice in product((True, False), repeat=len(choosing)):
        lost: dict[str, Suppressed] = {}
        for pattern in (one for one, taken in zip(choosing, choice, strict=True) if not taken):
            replaced_by = next(item.pattern.id for item in awards if item.pattern.id in pattern.instead)
            lost[pattern.id] = Suppressed(pattern, "parts", replaced_by)
        for pattern in choosing:
            others = pattern.instead if pattern.id not in lost else ()
            for other in (item.pattern for item in awards if item.pattern.id in others):
                lost.setdefault(other.id, Suppressed(other, "instead", pattern.id))
        kept, swallowed = _resolve_awards(view, [item for item in awards if item.pattern.id not in lost])
        yield Resolution(tuple(kept), (*swallowed, *lost.values()), not all(choice))


def candidate_awards(view: Evaluator, extra_awards: Iterable[Award] = ()) -> list[Award]:
    """Every pattern whose conditions hold and that has a value, highest value first; those that ask for
    others are not known yet.

    Of two patterns with equal value, one that suppresses the other comes first; otherwise the order of the
    file is kept.
    """
    first = (pattern for pattern in view.patterns if not pattern.asks_others)
    return _ordered_awards(
        view, [*(one for pattern in first if (one := candidate_award(pattern, view))), *extra_awards]
    )


def _ordered_awards(view: Evaluator, found: Iterable[Award]) -> list[Award]:
    ordered: list[Award] = []
    implied = view.ruleset.implied_ids
    for item in sorted(found, key=lambda item: -item.value):
        places = (
            place
            for place, other in enumerate(ordered)
            if other.value == item.value
            and suppression_reason(item.pattern, other.pattern, implied)
            and not suppression_reason(other.pattern, item.pattern, implied)
        )
        ordered.insert(next(places, len(ordered)), item)
    return ordered


def suppression_reason(pattern: Pattern, other_pattern: Pattern, implied_ids: IdsImplied) -> str:
    """How a pattern suppresses another: "excluded" or "implied" as a whole, "absorbed" or "less" in part;
    empty if it does not.
    """
    if other_pattern.id in pattern.excludes:
        return "excluded"
    if other_pattern.id in implied_ids[pattern.id]:
        return "implied"
    if other_pattern.id in pattern.absorbs:
        return "absorbed"
    return "less" if any(name == other_pattern.id for name, _ in pattern.less) else ""


def candidate_award(pattern: Pattern, view: Evaluator) -> Award | None:
    """The award of a pattern in this reading, with its count and the sets that its templates bind; None if
    the pattern does not hold or has no value here.
    """
    for condition in (pattern.option_condition, pattern.condition):
        if condition is not None and not value_of(condition, view):
            return None
    node = pattern.closed_value if view.is_concealed else pattern.open_value
    value = whole_number(node, view)
    if value <= 0 and not (pattern.zero and node is not None):
        return None
    found = view.pattern_instances(pattern) if pattern.alternatives else ()
    if pattern.alternatives and not found:
        return None
    count = whole_number(pattern.count, view, 1) * (len(found) if pattern.repeat else 1)
    return Award(pattern, value, count, found) if count > 0 else None


def _resolve_awards(view: Evaluator, awards: list[Award]) -> AwardsAndSuppressed:
    kept, swallowed = _apply_relations(view, awards)
    ruleset = view.ruleset
    if ruleset.top_tier is not None:
        kept, lesser = _apply_top_tier(view, kept, ruleset.top_tier)
        swallowed += lesser
    if ruleset.highest_only and kept:
        best = max(kept, key=lambda item: item.total)
        swallowed += [Suppressed(item.pattern, "highest", best.id) for item in kept if item is not best]
        kept = [best]
    if not kept and ruleset.otherwise is not None:
        last = candidate_award(ruleset.otherwise, view)
        kept = [last] if last else []
    return kept, swallowed


def _apply_relations(view: Evaluator, awards: list[Award]) -> AwardsAndSuppressed:
    """The candidates that remain after relations and links are applied.

    A pattern that account-once leaves out is not counted, so it does not suppress anything either.
    """
    kept, swallowed = _apply_suppression(view.ruleset.implied_ids, awards)
    kept, unlinked = _apply_account_once(kept)
    idle = [item.pattern for item in unlinked]
    if any(p.implies or p.excludes or p.absorbs or p.less for p in idle):
        kept, swallowed = _apply_relations(view, [item for item in awards if item.pattern not in idle])
    return kept, [*swallowed, *unlinked]


def _apply_suppression(implied_ids: IdsImplied, awards: list[Award]) -> AwardsAndSuppressed:
    """The candidates that remain after suppression. Awards are processed from the highest value down."""
    kept: list[Award] = []
    swallowed: list[Suppressed] = []
    for item in awards:
        takers = [
            (how, one) for one in kept if (how := suppression_reason(one.pattern, item.pattern, implied_ids))
        ]
        whole = [taker for taker in takers if taker[0] in ("excluded", "implied")]
        left = item if whole else _remaining_award(item, [award for _, award in takers])
        if whole or left.count <= 0:
            how, award = [*whole, *takers][0]
            swallowed.append(Suppressed(item.pattern, how, award.id))
        else:
            kept.append(left)
    return kept, swallowed


def _remaining_award(item: Award, takers: list[Award]) -> Award:
    """The candidate without the instances that awarded patterns absorb or remove. A pattern without instances
    of its own absorbs the whole reading.
    """
    places, count = item.places, item.count
    for award in takers:
        if item.id in award.pattern.absorbs:
            own = frozenset().union(*award.places)
            places = tuple([one for one in places if award.places and not one <= own])
            count = min(count, len(places)) if item.places else 0
        for other, taken in award.pattern.less:
            if other == item.id:
                places, count = places[taken:], count - taken
    return replace(item, places=places, count=max(0, count)) if takers else item


def _apply_account_once(awards: list[Award]) -> AwardsAndSuppressed:
    """Keeps, for each link, the legal choice of instances with the highest value."""
    swallowed: list[Suppressed] = []
    for link in dict.fromkeys(item.pattern.link for item in awards if item.pattern.link):
        linked = [item for item in awards if item.pattern.link == link]
        edges = [(item, instance) for item in linked for instance in item.places][:MOST_INSTANCES]
        chosen = _best_selection(edges)
        left = {item.id: tuple([places for other, places in chosen if other is item]) for item in linked}
        swallowed += [Suppressed(item.pattern, "once", link) for item in linked if not left[item.id]]
        awards = [
            replace(item, places=left[item.id], count=len(left[item.id])) if item.id in left else item
            for item in awards
        ]
    return [item for item in awards if item.count], swallowed


def _best_selection(edges: Edges) -> Edges:
    """The legal selection with the highest value. In a tie, earlier edges win."""
    best: tuple[int, Edges] = (0, [])

    def search(place: int, worth: int, edges_taken: Edges) -> None:
        nonlocal best
        if worth > best[0]:
            best = (worth, edges_taken)
        if worth + sum(item.value for item, _ in edges[place:]) > best[0]:  # there is a further edge
            if _is_legal_choice(edges_taken, edges[place]):
                search(place + 1, worth + edges[place][0].value, [*edges_taken, edges[place]])
            search(place + 1, worth, edges_taken)

    search(0, 0, [])
    return best[1]


def _is_legal_choice(edges_taken: Edges, edge: tuple[Award, Instance]) -> bool:
    """Whether an instance may be added to a selection. Sets are nodes of a graph and an instance joins all
    its sets: it may only join sets that are not yet connected, and two instances of one pattern share no set.
    """
    item, instance = edge
    if any(other is item and instance & places for other, places in edges_taken):
        return False
    parts: list[frozenset[int]] = []
    for _, places in edges_taken:
        touching = [part for part in parts if part & places]
        parts = [part for part in parts if not part & places]
        parts.append(places.union(*touching))
    return all(len(part & instance) <= 1 for part in parts)


def _apply_top_tier(view: Evaluator, awards: list[Award], tier: TopTier) -> AwardsAndSuppressed:
    """Keeps the patterns of the top tier if there are any. If these are neither added up nor counted in a
    unit, only the one worth most is kept.
    """
    top = [item for item in awards if item.value >= tier.start]
    if not top:
        return awards, []
    if not tier.unit and not holds(tier.add, view):
        top = [max(top, key=lambda item: item.total)]
    left = [item.pattern for item in awards if not any(item is one for one in top)]
    return top, [Suppressed(pattern, "tier", top[0].id) for pattern in left]
