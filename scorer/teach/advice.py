"""What to tell whose hand does not win: why not, the patterns that are near, other rules where it fits."""

from __future__ import annotations

from scorer.engine.resolve import candidates
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.readings import Reading
from scorer.ruleset.model import Circumstance, Ruleset
from scorer.teach.chances import chances
from scorer.teach.elsewhere import complete_elsewhere
from scorer.teach.incomplete import why_incomplete
from scorer.teach.spoken import spoken
from scorer.teach.why import Why, near_misses
from scorer.values import dataclass, replace

MOST_READINGS = 12
MOST_NAMED = 6


@dataclass(frozen=True)
class Advice:
    """Reasons in plain words, the patterns that come nearest, the circumstances that would make it win,
    and how the hand is read where it can be.
    """

    reasons: tuple[str, ...] = ()
    near: tuple[Why, ...] = ()
    chances: tuple[Circumstance, ...] = ()
    reading: Reading | None = None


def advice_on(
    error: NotAWinner, ruleset: Ruleset, hand: Hand, situation: Situation, language: str = "en"
) -> Advice:
    """Why a legal hand does not win, beyond what the error says itself."""
    if error.kind == "not_winning":
        reason = why_incomplete(ruleset, hand)
        return Advice((reason,) if reason else ())
    if error.kind != "no_pattern":
        return Advice(error.reasons)
    view = View(spoken(ruleset, language), hand, situation)
    readings = readings_of(view)[:MOST_READINGS]
    views = list(map(view.reading_as, readings))
    near = () if any(map(candidates, views)) else tuple(near_misses(views))
    return Advice(error.reasons, near, tuple(chances(ruleset, hand, situation)), readings[0])


def with_rulesets(error: InputError, text: str, ruleset: Ruleset) -> InputError:
    """The error with the shipped rulesets in which the tiles are complete, where their number is wrong."""
    faults = [
        _with_rulesets(fault, text, ruleset) if _is_of_number(fault) else fault for fault in error.faults
    ]
    return InputError(faults)


def _is_of_number(fault: Fault) -> bool:
    return (fault.source, fault.kind, fault.at) == ("hand", "hand", None)


def _with_rulesets(fault: Fault, text: str, ruleset: Ruleset) -> Fault:
    names = complete_elsewhere(text, ruleset.id)
    if not names:
        return fault
    more = ", ..." if len(names) > MOST_NAMED else ""
    message = f"{fault.message}; these tiles are complete in {', '.join(names[:MOST_NAMED])}{more}"
    return replace(fault, message=message)
