"""L806: the line that explains why several examples or worked hands come out differently.

Examples and worked hands are reported where they are written, but the slip may be in a rule. If all hands
that differ have something in common that no other hand has, that is where to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorer.check.examples import (
    CLAIMS,
    REFUSALS,
    counts_by_id,
    counts_of_score,
    differences,
    example_scores,
)
from scorer.check.subject import RulesUnderCheck
from scorer.engine.examples import parse_example
from scorer.engine.results import Score
from scorer.errors import InputError, Problem
from scorer.hand import DEALER
from scorer.message import Message
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.forms import WAYS_OF_WINNING, WINNERS
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern, Ruleset
from scorer.table.whole_deal import SEAT_MARK

SEVERAL = 2
"""The least number of hands that have to agree: a single one may be wrong itself."""
CONDITIONS = ("match", "when", "count")
"""The keys of an entry that decide whether it holds."""
COUNTING = ("counts", "with", "without")
"""The keys of a worked hand that name what counts."""


def cause_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """The lines that explain what was found wrong with examples and worked hands."""
    found = list(_contradictions(subject))
    yield from found
    if subject.wrong_hands and not found:
        yield from _common_cause(subject)


# ---- examples of one pattern


def _contradictions(subject: RulesUnderCheck) -> Iterator[Problem]:
    """The conditions and classes that the examples of a pattern contradict, if several hands do: wrong
    examples, and wrong worked hands in which the pattern should count.
    """
    wrong = {id(found.entry) for found in subject.wrong_examples}
    unread = {id(entry) for entry in subject.incomplete_examples}
    missing = [
        name
        for hand in subject.wrong_hands
        for key in ("counts", "with")
        for name in counts_by_id(hand.get(key))
    ]
    for one, item in subject.pattern_items if wrong else ():
        held, failed = (item.get(key).entries for key in CLAIMS)
        not_held = [entry for entry in held if id(entry) in wrong]
        count = len(not_held) + sum(id(entry) in wrong for entry in failed) + missing.count(one.id)
        if not not_held or count < SEVERAL or not subject.is_own(item) or subject.is_senseless(item):
            continue
        if small := next(_classes_too_small(subject, one, not_held), None):
            yield from subject.warn(small, "L806", Message("lacks tiles of examples", small.key, one.id))
        elif all(id(entry) in wrong | unread for entry in held):
            yield from subject.warn(_condition_of(item), "L806", Message("examples contradict", one.id))


def _classes_too_small(subject: RulesUnderCheck, pattern: Pattern, examples: list[Item]) -> Iterator[Item]:
    """The classes of the file that a pattern asks all tiles to be in, but that some tile of each of these
    examples is not in.
    """
    for part in pattern.condition.walk() if pattern.condition else ():
        if part.op == "call" and part.args[0] == "all_tiles" and part.args[1].op == "class":
            name = str(part.args[1].args[0])
            place = subject.root.get("tiles", name)
            outside = [_tiles_outside(subject.rules_of(entry), entry, name) for entry in examples]
            if subject.is_own(place) and all(outside):
                yield place


def _tiles_outside(rules: Ruleset, entry: Item, name: str) -> int:
    """The kinds of tile of an example that do not belong to a class, as a mask; 0 if it cannot be read."""
    try:
        _, hand, _ = parse_example(entry.text(), rules)
    except InputError:
        return 0
    mask = 0
    for tile in hand.tiles:
        mask |= 1 << tile.kind
    return mask & ~rules.class_masks[name]


# ---- worked hands


class _Result(NamedTuple):
    """A worked hand with its score: the names of which something else counts than is written, and the keys of
    numbers, those that are written and those that are wrong.
    """

    score: Score
    miscounted: frozenset[str]
    numbers: frozenset[str]
    wrong: frozenset[str]


def _common_cause(subject: RulesUnderCheck) -> Iterator[Problem]:
    """The only line that all worked hands with another result need, and no other worked hand."""
    results = [found for _, item in subject.own_entries(HANDS_SECTION) for found in _result_of(subject, item)]
    wrong = [one for one in results if one.wrong]
    if len(wrong) < SEVERAL:
        return
    if any(one.miscounted for one in wrong):
        places = _miscounted_places(subject, wrong)
    else:
        sorts = _places_of_worth(subject, wrong, [one for one in results if not one.wrong])
        places = next(filter(None, sorts), {})
    if len(places) == 1:
        ((name, place),) = places.items()
        yield from subject.warn(place, "L806", Message("all hands that differ have", name, len(wrong)))


def _result_of(subject: RulesUnderCheck, item: Item) -> Iterator[_Result]:
    if item.get("refused") or SEAT_MARK.match(item.key):
        return
    try:
        scores = example_scores(item, subject.ruleset)
    except REFUSALS:
        return
    wrong = {entry.key for entry, _ in differences(item, scores)}
    written, found = counts_by_id(item.get("counts")), counts_of_score(scores[0])
    names = {*written, *found} if "counts" in wrong else set[str]()
    miscounted = frozenset(name for name in names if written.get(name) != found.get(name))
    yield _Result(scores[0], miscounted, frozenset(item.fields) - {*COUNTING}, frozenset(wrong))


def _miscounted_places(subject: RulesUnderCheck, wrong: list[_Result]) -> dict[str, Item]:
    """The conditions of the patterns and bonuses that every wrong hand is written with, but that none has."""
    found: dict[str, Item] = {}
    for name in frozenset.intersection(*(one.miscounted for one in wrong if one.miscounted)):
        entry = subject.counted_items.get(name)
        present = {
            *(other for one in wrong for other in counts_of_score(one.score)),
            *(other.pattern.id for one in wrong for other in one.score.best.suppressions),
        }
        if entry is not None and subject.is_own(entry) and name not in present:
            found[name] = _condition_of(entry)
    return found


def _places_of_worth(
    subject: RulesUnderCheck, wrong: list[_Result], right: list[_Result]
) -> Iterator[dict[str, Item]]:
    """What all wrong hands have and no right one, by sort: patterns and bonuses, lines of the secondary
    score, limits, payments, and what all hands have.
    """
    rules = subject.ruleset
    units = {rules.unit, "total"}
    tested = frozenset[str]().union(*(one.wrong for one in wrong))
    others = [one.score for one in right if one.numbers & tested]
    is_count_right = all(one.numbers & units and not one.wrong & units for one in wrong)
    for sort in (_ids_that_count, _sheet_lines, _limits, _payments, _bases):
        if sort is _ids_that_count and is_count_right:
            continue
        names = frozenset.intersection(*(sort(one.score) for one in wrong))
        names -= frozenset[str]().union(*map(sort, others))
        places = {name: _place_of(subject, name) for name in names}
        yield {name: place for name, place in places.items() if subject.is_own(place)}


def _ids_that_count(score: Score) -> frozenset[str]:
    return frozenset(counts_of_score(score))


def _sheet_lines(score: Score) -> frozenset[str]:
    return frozenset(line.id for line in (score.sheet.lines if score.sheet else ()))


def _limits(score: Score) -> frozenset[str]:
    return frozenset([score.worth.limit.id] if score.worth.limit else [])


def _payments(score: Score) -> frozenset[str]:
    win = WAYS_OF_WINNING[score.situation.self_draw]
    winner = WINNERS[score.situation.seat != DEALER]
    return frozenset([f"payment.{win}.{winner}"])


def _bases(score: Score) -> frozenset[str]:
    return frozenset(["base"])


def _place_of(subject: RulesUnderCheck, name: str) -> Item:
    """The value of a pattern, a bonus, a line or a limit, or the share of a payment."""
    entry = subject.counted_items.get(name)
    if entry is None:
        first, *path = name.split(".")
        whole = subject.root.get(first, *path[:1])
        return subject.root.get(first, *path) or whole
    return next((entry.get(key) for key in ("value", "base", "count") if entry.get(key)), entry)


def _condition_of(entry: Item) -> Item:
    return next((entry.get(key) for key in CONDITIONS if entry.get(key)), entry)
