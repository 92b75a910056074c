"""Scores a hand step by step: readings, patterns, value, payment, and the best reading.

    hand -> readings -> awards -> worth -> payments -> score

Each step is a function from one frozen value to the next. `scorer explain` shows the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorer.engine.best_choice import MOST_RANKED, JokerChooser
from scorer.engine.evaluate import Evaluator, TooLarge, View, holds, whole_number
from scorer.engine.resolve import Resolution, resolutions
from scorer.engine.results import Award, Payments, Score, ScoredReadings, ValuedReading
from scorer.engine.value import (
    HandNumbers,
    award_counts,
    award_valuation,
    hand_numbers,
    hand_payments,
    penalty_transfers,
)
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.language.vocabulary import OWED_AMOUNTS
from scorer.message import LocalizedText
from scorer.phrases import translated_phrase
from scorer.readings import MOST_STEPS, StepBudget, find_readings, readings_with_jokers, unmelded_joker_count
from scorer.ruleset.model import Ruleset
from scorer.shapes import Reading, SetTables, Shape, TooManyReadings
from scorer.tiles import name_in
from scorer.values import cached_property, dataclass, replace

NOTHING_PAID = -1
"""Less than any hand pays."""
ReadingInput = tuple[Hand, bool, tuple[Shape, ...], SetTables]
"""a hand, whether its last tile was drawn, the shapes that it may have, and the sets"""
FEW_JOKERS, FEW_STEPS = 4, 500
"""With more jokers, so few groups are tried before the best reading is found otherwise."""


@dataclass(frozen=True)
class FoundReadings:
    """The readings of a hand, and their number. Of a hand with jokers that has very many, `readings` are
    those in which the jokers stand for the tiles of the best one.
    """

    readings: list[Reading]
    number: int


@dataclass(frozen=True)
class Refused:
    """A way to count a reading that may not win: the reasons, and the awards that it has. `is_only_too_low`
    says that the minimum is the only condition that it does not meet.
    """

    reasons: tuple[str, ...]
    awards: tuple[Award, ...]
    is_only_too_low: bool

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key for the refusal to report: the fewest failed conditions, then the highest total."""
        return len(self.reasons), -sum(award.total for award in self.awards)


def score_readings(
    ruleset: Ruleset, hand: Hand, situation: Situation, choose_jokers: JokerChooser | None = None
) -> Score:
    """The score of a hand that has been checked for legality, computed by the readable evaluator.

    `scorer.scoring.score_hand` returns the same result many times faster. With `choose_jokers`, not every
    reading of a hand with very many is valued. Raises NotAWinner with the reasons
    if the hand does not win, and InputError if the hand has too many readings or a number is too large.
    """
    view = HandView(ruleset, hand, situation)
    try:
        found = find_ways_to_read(view, choose_jokers=choose_jokers)
        readings = found.readings
        if not readings:
            raise incomplete_error(ruleset)
        _refuse_penalties(view, readings)
        ways = [way for reading in readings for way in counting_ways(view.with_reading(reading))]
    except (TooManyReadings, TooLarge) as error:
        raise InputError([Fault("hand", None, error.message, "hand")]) from error
    valued = [way for way in ways if isinstance(way, ValuedReading)]
    if not valued:
        raise refusal_error(ruleset, [way for way in ways if isinstance(way, Refused)])
    ranked = sorted(valued, key=lambda item: item.rank, reverse=True)
    listed = ranked if found.number == len(readings) else ranked[:1]
    return ScoredReadings(ruleset, hand, situation, tuple(listed)).best_score(found.number)


def incomplete_error(ruleset: Ruleset) -> NotAWinner:
    """The error for a hand that fits no shape."""
    return NotAWinner("not_winning", _phrase_about_rules("not complete", ruleset))


def readings_of(
    view: View, steps: StepBudget | None = None, choose_jokers: JokerChooser | None = None
) -> list[Reading]:
    """Every reading whose shape is allowed in this situation; of a hand with jokers that has very many, those
    in which the jokers stand for the tiles that `choose_jokers` finds. `steps` limits the search.
    """
    return find_ways_to_read(view, steps, choose_jokers).readings


def find_ways_to_read(
    view: View, steps: StepBudget | None = None, choose_jokers: JokerChooser | None = None
) -> FoundReadings:
    """The readings whose shape is allowed in this situation, and their number."""
    if view.wild_kinds:
        from scorer.engine.wild import hand_with_jokers, readings_of_wild_hand  # few hands have wild tiles

        played = hand_with_jokers(view.hand, view.wild_kinds, view.ruleset)
        found = _ways_to_read(played, view, steps, choose_jokers)
        return FoundReadings(readings_of_wild_hand(found.readings, view.hand, view.wild_kinds), found.number)
    return _ways_to_read(view.hand, view, steps, choose_jokers)


def _ways_to_read(
    hand: Hand, view: View, steps: StepBudget | None, choose_jokers: JokerChooser | None
) -> FoundReadings:
    """The readings of a hand in which wild tiles are jokers."""
    rules = view.ruleset
    conditions = dict(rules.shape_conditions)
    shapes = tuple(shape for shape in rules.shapes if holds(conditions.get(shape.id), view))
    asked: ReadingInput = hand, view.situation.self_draw, shapes, rules.set_tables
    jokers = unmelded_joker_count(hand, rules.tileset) if steps is None else 0
    if jokers and (few := _few_readings(asked, jokers)) is not None:
        return FoundReadings(few, len(few))
    best = choose_jokers(rules, hand, view.situation) if jokers and choose_jokers else None
    if best is not None and best.readings > MOST_RANKED:
        readings = readings_with_jokers(hand, [best.kinds], *asked[1:], StepBudget())
        return FoundReadings(readings, best.readings)
    found = find_readings(*asked, steps)
    return FoundReadings(found, len(found))


def _few_readings(reading_input: ReadingInput, jokers: int) -> list[Reading] | None:
    """The readings of a hand with so many jokers; None if they are too many to value each."""
    try:
        steps = StepBudget(FEW_STEPS if jokers > FEW_JOKERS else MOST_STEPS)
        return find_readings(*reading_input, steps, MOST_RANKED)
    except TooManyReadings:
        return None


class HandView(View):
    """A view that also knows whether its hand would win on a discard. That is the result of all later steps,
    so it is here and not in `View`. Every view of a hand is made as one.
    """

    @cached_property
    def wins_on_discard(self) -> bool:
        """Whether the hand would win if its last tile were another player's discard. Circumstances that no
        win on a discard can have are left out, and nothing that asks this very question holds.
        """
        rules = self.ruleset
        situation = replace(self.situation, self_draw=False, discarder=None, liable=())
        bare = View(rules, self.hand, situation)
        impossible = {
            item.id for item in rules.circumstances if not all(holds(one.node, bare) for one in item.requires)
        }
        stated = tuple((name, count) for name, count in situation.circumstances if name not in impossible)
        asked = View(rules, self.hand, replace(situation, circumstances=stated))
        return any(winning_ways(asked.with_reading(reading)) for reading in readings_of(asked))


def winning_ways(view: View, extra_awards: Iterable[Award] = ()) -> list[ValuedReading]:
    """The ways to count one reading that may win, each with its payments. `extra_awards` are additional
    awards.
    """
    return [way for way in counting_ways(view, extra_awards) if isinstance(way, ValuedReading)]


def counting_ways(view: View, extra_awards: Iterable[Award] = ()) -> list[ValuedReading | Refused]:
    """All ways to count one reading: a valued reading for each way that may win, a refusal for the others."""
    found: list[ValuedReading | Refused] = []
    first: int | float = NOTHING_PAID
    for way in resolutions(view, extra_awards):
        made = _value_resolution(view, way)
        if isinstance(made, ValuedReading):
            if way.must_pay_more and made.payments.points <= first:
                continue
            first = first if way.must_pay_more else made.payments.points
        found.append(made)
    return found


def _value_resolution(view: View, way: Resolution) -> ValuedReading | Refused:
    rules, late = view.ruleset, has_worth_conditions(view.ruleset)
    known = hand_numbers(view, way.awards, 0, 0).award_numbers
    if not (late or has_payment_conditions(rules)) and (
        refused := refusal(view.with_amounts(known, award_counts(way.awards)), way.awards, rules)
    ):
        return refused  # before the worth is computed, which may be too large a number
    value = award_valuation(view, way.awards)
    if late and (refused := refusal(value.view, way.awards, rules)):
        return refused
    assert view.reading is not None
    paid = hand_payments(value.view, way.awards)
    if has_payment_conditions(rules) and (
        refused := refusal_of_payments(value.view, paid, way.awards, rules)
    ):
        return refused
    said = value.bonuses, value.sheet, value.worth, value.steps, paid
    return ValuedReading(view.reading, way.awards, way.suppressions, *said)


def has_worth_conditions(rules: Ruleset) -> bool:
    """Whether conditions for winning use numbers that are known only after a reading has been valued, but
    not what is paid for it.
    """
    asked = rules.amounts_to_win
    return not asked <= HandNumbers(0).award_numbers.keys() and asked.isdisjoint(OWED_AMOUNTS)


def has_payment_conditions(rules: Ruleset) -> bool:
    """Whether conditions for winning use what is paid for the hand."""
    return not rules.amounts_to_win.isdisjoint(OWED_AMOUNTS)


def refusal_of_payments(
    view: Evaluator, paid: Payments, awards: tuple[Award, ...], rules: Ruleset
) -> Refused | None:
    """The reasons why a valued reading may not win, if they depend on what is paid for it."""
    owed = [loser.hand for loser in paid.losers if loser.hand]
    known = {"owed": paid.points, "least_owed": min(owed, default=0)}
    return refusal(view.with_amounts(known), awards, rules)


def refusal(view: Evaluator, awards: tuple[Award, ...], rules: Ruleset) -> Refused | None:
    """The reasons why a reading may not win, in the words of the rules; None if the awards reach the minimum
    and meet every condition for winning. `view` knows the worth of the awards.
    """
    asked = zip(view.ruleset.to_win, rules.to_win, strict=True)
    reasons = [LocalizedText(told.reason) for item, told in asked if not holds(item.node, view)]
    least, reached = whole_number(view.ruleset.minimum, view), sum(award.total for award in awards)
    is_only_too_low = not reasons
    if reached < least:
        reasons.insert(0, _minimum_message(rules, least, reached))
    return Refused(tuple(reasons), awards, is_only_too_low) if reasons else None


def refusal_error(ruleset: Ruleset, refusals: Iterable[Refused]) -> NotAWinner:
    """The error for a complete hand that may not win, with the reasons of the way to count it that is nearest
    to winning.
    """
    ways = [*refusals]
    nearest = min(ways, key=lambda way: way.rank)
    return NotAWinner(
        "no_pattern",
        _phrase_about_rules("may not win", ruleset),
        nearest.reasons,
        is_only_too_low=any(way.is_only_too_low for way in ways),
    )


def _phrase_about_rules(key: str, ruleset: Ruleset) -> LocalizedText:
    """A phrase about a ruleset, with its name, or its id if it has none."""

    def words(language: str) -> tuple[str]:
        return (name_in(ruleset.names, language) or ruleset.id,)

    return translated_phrase(key, ruleset.phrases_in, words)


def _minimum_message(rules: Ruleset, minimum: int, total: int) -> LocalizedText:
    """The message that a hand does not reach the minimum."""

    def words(language: str) -> tuple[str, str]:
        few = rules.amount_text(total, language=language) if total else rules.unit_word(language=language)
        return rules.amount_text(minimum, language=language), few

    return translated_phrase("too little" if total else "too little, none", rules.phrases_in, words)


def _refuse_penalties(view: View, readings: list[Reading]) -> None:
    for penalty in view.ruleset.penalties:
        reading = view.with_reading(readings[0]).with_amounts({}, award_counts(()))
        if holds(penalty.condition, reading):
            message = LocalizedText(penalty.reason or penalty.names or [("en", penalty.id)])
            raise NotAWinner("penalty", message, (), penalty_transfers(reading, penalty.pay))
