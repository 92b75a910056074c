"""The steps in order, one page: readings, patterns, value, payment, the best of all.

    hand -> readings -> awards -> worth -> payments -> score

Each step is a function from one frozen value to the next; `explain` walks the same page.
"""

from __future__ import annotations

from scorer.engine.evaluate import TooLarge, holds, number
from scorer.engine.payment import payments, penalty_transfers
from scorer.engine.resolve import Resolution, resolutions
from scorer.engine.results import Score, Valued
from scorer.engine.value import Worth, award_counts, worth
from scorer.engine.view import View
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.readings import Reading, Steps, TooManyReadings, read_hand
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in


def score_hand(ruleset: Ruleset, hand: Hand, situation: Situation, warnings: tuple[str, ...] = ()) -> Score:
    """Scores a hand that has been checked for legality.

    Raises NotAWinner where it does not win, with the reasons, and InputError beyond all bounds.
    """
    view = View(ruleset, hand, situation)
    try:
        readings = readings_of(view)
        if not readings:
            raise NotAWinner("not_winning", f"These tiles are no complete hand under {ruleset.id}.")
        valued = [value for reading in readings for value in valued_ways(view.reading_as(reading))]
        _refuse_penalties(view, readings)
    except (TooManyReadings, TooLarge) as error:
        raise InputError([Fault("hand", None, str(error), "hand")]) from error
    if not valued:
        raise NotAWinner("no_pattern", no_win_message(ruleset), failed_conditions(view, readings))
    ranked = sorted(valued, key=lambda item: item.rank, reverse=True)
    warnings = (*warnings, *liability_warnings(ranked[0], situation))
    return Score(ruleset, hand, situation, tuple(ranked), len(readings), warnings)


def liability_warnings(best: Valued, situation: Situation) -> list[str]:
    """What is said where somebody answers for a pattern that the hand does not have."""
    awarded = {award.pattern.id for award in best.awards}
    missing = (name for name, _ in situation.liable if name not in awarded)
    return [f"nobody pays for '{name}': the hand does not have it" for name in missing]


def readings_of(view: View, steps: Steps | None = None) -> list[Reading]:
    """Every reading whose shape is open to this situation, found in so many steps."""
    ruleset = view.ruleset
    conditions = dict(ruleset.shape_conditions)
    shapes = tuple(shape for shape in ruleset.shapes if holds(conditions.get(shape.id), view))
    return read_hand(view.hand, view.situation.self_draw, shapes, ruleset.set_tables, steps)


def valued_ways(view: View) -> list[Valued]:
    """The ways to count one reading that may win, each with its payments."""
    return [valued for way in resolutions(view) if (valued := _valued(view, way)) is not None]


def _valued(view: View, way: Resolution) -> Valued | None:
    alone = any(award.pattern.alone is not None and holds(award.pattern.alone, view) for award in way.awards)
    value = worth(view, way.awards, alone)
    if not may_win(value, way):
        return None
    return Valued(
        _the_reading(view),
        way.awards,
        way.swallowed,
        value.bonuses,
        value.sheet,
        value.total,
        value.tier,
        value.base,
        value.limit,
        value.steps,
        value.amounts,
        payments(view, way.awards, value),
    )


def _the_reading(view: View) -> Reading:
    if view.reading is None:
        raise ValueError("a hand is valued in one of its readings")
    return view.reading


def may_win(value: Worth, way: Resolution) -> bool:
    """Whether the awards reach the minimum and meet every condition of winning."""
    return not unmet(value, way)


def unmet(value: Worth, way: Resolution) -> list[str]:
    """The reasons why a reading may not win; none where it may."""
    ruleset, view = value.view.ruleset, value.view
    reasons = [name_in(item.reason) for item in ruleset.to_win if not holds(item.node, view)]
    least, reached = number(ruleset.minimum, view), sum(award.total for award in way.awards)
    if reached < least:
        reasons.insert(0, f"{reached} {ruleset.unit} of the {least} {ruleset.unit} that a hand needs to win")
    return reasons


def failed_conditions(view: View, readings: list[Reading]) -> tuple[str, ...]:
    """Why no reading wins: the reasons of the reading that fails in the fewest."""
    every = [
        unmet(worth(other, way.awards), way)
        for other in map(view.reading_as, readings)
        for way in resolutions(other)
    ]
    return tuple(sorted(every, key=len)[0]) if every else ()


def no_win_message(ruleset: Ruleset) -> str:
    """What a hand that is complete and may not win is told."""
    return f"This hand cannot win under {ruleset.id}."


def _refuse_penalties(view: View, readings: list[Reading]) -> None:
    for penalty in view.ruleset.penalties:
        reading = view.reading_as(readings[0]).knowing({}, award_counts(()))
        if holds(penalty.when, reading):
            message = name_in(penalty.why) or name_in(penalty.names) or penalty.id
            raise NotAWinner("penalty", message, (), penalty_transfers(reading, penalty.pay))
