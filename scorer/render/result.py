"""The result of a hand as plain data, the object of `score -f json` and of every line of `batch`.

The keys are fixed (README.md); amounts that a ruleset names itself are added under their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from scorer.engine.results import Award, BonusLine, Score, SheetLine, Valued
from scorer.errors import Fault, InputError, NotAWinner, Problem, RulesetError, ScorerError, nearest
from scorer.library import if_dealer_discarded
from scorer.notation import format_hand
from scorer.readings import Group
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.teach.advice import Advice
    from scorer.teach.why import Why

Object = dict[str, Any]
NO_FILE = "L101"
"""The code of a ruleset that is not there or cannot be opened."""
POINTS = "points"
"""The unit in which the result always stands; other units have a key of their own."""


def result_of(score: Score, language: str = "en", every: bool = False) -> Object:
    """A winning hand; `every` adds all readings that can win, best first.

    >>> from scorer import score
    >>> result = result_of(score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"]))
    >>> result["han"], result["fu"], result["limit"], result["payments"]
    (4, 20, None, {'E': -2600, 'S': 5200, 'W': -1300, 'N': -1300})
    """
    best, ruleset = score.best, score.ruleset
    fixed = {
        "ok": True,
        "ruleset": ruleset.id,
        "hand": format_hand(score.hand, ruleset.tileset),
        **_worth(best, ruleset, language),
        "points": best.payments.points,
        "payments": dict(best.payments.transfers),
        "total": best.payments.total,
        "reading": [group_text(group, ruleset) for group in laid_out(best.reading.groups)],
        "other_readings": score.complete - 1,
    }
    jokers = [ruleset.tileset.kinds[kind].code for kind in best.reading.jokers]
    named = {name: value for name, value in best.amounts if name not in fixed}
    return (
        fixed
        | ({"jokers": jokers} if jokers else {})
        | named
        | from_dealer(score)
        | ({"readings": _readings(score, language)} if every else {})
    )


def from_dealer(score: Score) -> Object:
    """What would be paid if the dealer discarded, where that is not said and makes a difference."""
    other = if_dealer_discarded(score)
    if other is None:
        return {}
    paid = other.payments
    return {
        "if_dealer_discarded": {
            "points": paid.points,
            "payments": dict(paid.transfers),
            "total": paid.total,
        }
    }


def _readings(score: Score, language: str) -> list[Object]:
    return [
        {
            "reading": [group_text(group, score.ruleset) for group in laid_out(valued.reading.groups)],
            "wait": valued.reading.wait,
            **_worth(valued, score.ruleset, language),
            "points": valued.payments.points,
        }
        for valued in score.readings
    ]


def _worth(best: Valued, ruleset: Ruleset, language: str) -> Object:
    worth: Object = {
        "patterns": [_award(award, best, ruleset, language) for award in best.awards],
        "bonuses": [_bonus(line, ruleset, language) for line in best.bonuses],
    }
    if ruleset.sheet is not None:
        lines = best.sheet.lines if best.sheet and not best.tier else ()
        worth[f"{ruleset.sheet.unit}_items"] = [_sheet_line(line, best, ruleset) for line in lines]
    return worth | _totals(best, ruleset)


def _totals(best: Valued, ruleset: Ruleset) -> Object:
    """The total in the ruleset's unit, the second sheet's, the top tier's, and the limit."""
    totals: Object = {}
    if ruleset.unit != POINTS:
        totals[ruleset.unit] = None if best.tier else best.total
    if ruleset.sheet is not None:
        totals[ruleset.sheet.unit] = None if best.tier or not best.sheet else best.sheet.total
    if ruleset.top_tier and ruleset.top_tier.unit:
        totals[ruleset.top_tier.unit] = best.tier
    return totals | {"limit": best.limit.id if best.limit else None}


def _award(award: Award, best: Valued, ruleset: Ruleset, language: str) -> Object:
    value, unit = award_value(award, best, ruleset)
    named = {"id": award.pattern.id, "name": name_in(award.pattern.names, language)}
    return named | {"value": value, "unit": unit} | _counted(award.count)


def award_value(award: Award, best: Valued, ruleset: Ruleset) -> tuple[int, str]:
    """What a pattern adds and in which unit: patterns of a top tier are counted in the tier's unit."""
    tier = ruleset.top_tier
    if best.tier and tier is not None:
        return award.total // tier.each, tier.unit
    return award.total, award.pattern.unit or ruleset.unit


def _bonus(line: BonusLine, ruleset: Ruleset, language: str) -> Object:
    named = {"id": line.id, "name": name_in(line.names, language)}
    return named | {"value": line.total, "unit": ruleset.unit} | _counted(line.count)


def _counted(count: int) -> Object:
    return {"count": count} if count > 1 else {}


def _sheet_line(line: SheetLine, best: Valued, ruleset: Ruleset) -> Object:
    groups = best.reading.groups
    sets = {"sets": [group_text(groups[place], ruleset) for place in line.places]} if line.places else {}
    return {"id": line.id, **sets, ruleset.sheet.unit if ruleset.sheet else "": line.value}


def laid_out(groups: Iterable[Group]) -> list[Group]:
    """Groups as players lay them out: sets, the pair, then what was called."""
    return sorted(groups, key=lambda group: (group.melded, len(group.tiles) < 3))


def group_text(group: Group, ruleset: Ruleset) -> str:
    """A group in notation, its tiles in the order of the set."""
    return ruleset.tileset.text(ruleset.tileset.sorted(group.tiles))


def error_of(error: ScorerError, advice: Advice | None = None, language: str = "en") -> Object:
    """Anything but a winning hand: what is wrong, where, and what may have been meant.

    >>> from scorer import InputError, score
    >>> try:
    ...     score("234m345q67p456s55s+8p")
    ... except InputError as error:
    ...     error_of(error)["error"]["at"]
    7
    """
    if isinstance(error, InputError):
        return {"ok": False, "error": _input_error(error)}
    if isinstance(error, NotAWinner):
        return {"ok": False, "error": _no_win(error, advice, language)}
    return {"ok": False, "error": _ruleset_error(error)}


def _input_error(error: InputError) -> Object:
    """The first fault; all of them where there are several."""
    first = next(fault for fault in error.faults if fault.kind == error.kind)
    faults = [_fault(fault) for fault in error.faults]
    return _fault(first) | ({"faults": faults} if len(faults) > 1 else {})


def _fault(fault: Fault) -> Object:
    return {
        "kind": fault.kind,
        "message": _message(fault),
        "at": fault.at,
        "suggestions": list(fault.suggestions),
        "input": fault.source.lstrip("-"),
    }


def _message(fault: Fault) -> str:
    """A fault of a whole word repeats the word, since nothing is drawn beside it."""
    whole = fault.at == 0 and fault.length == len(fault.text)
    return f"'{fault.text}': {fault.message}" if whole and fault.text not in fault.message else fault.message


def _no_win(error: NotAWinner, advice: Advice | None, language: str) -> Object:
    near = [_near(item, language) for item in advice.near] if advice else []
    chances = [item.id for item in advice.chances] if advice else []
    more = {
        "reasons": list(advice.reasons if advice else error.reasons),
        "nearest": near,
        "would_win_with": chances,
        "payments": dict(error.payments),
    }
    return {
        "kind": error.kind,
        "message": error.message,
        "at": None,
        "suggestions": [f"{item['name']}: {item['why']}" for item in near],
        **{name: value for name, value in more.items() if value},
    }


def _near(item: Why, language: str) -> Object:
    from scorer.teach.why import sentence  # a hand that wins needs no explanations

    found: Object = {"id": item.pattern.id, "name": name_in(item.pattern.names, language)}
    return found | {"why": sentence(item), "holds": [finding.asks for finding in item.held]}


def _ruleset_error(error: ScorerError) -> Object:
    problems = error.problems if isinstance(error, RulesetError) else ()
    suggestions = [text for problem in problems for text in _meant(problem)]
    message = "\n".join(problem_text(problem) for problem in problems)
    return {"kind": "ruleset", "message": message, "at": None, "suggestions": suggestions}


def problem_text(problem: Problem) -> str:
    """A problem on one line; where there is no file to point into, only what is wrong."""
    if problem.code != NO_FILE:
        return str(problem)
    named = problem.file in problem.message
    return problem.message if named else f"{problem.file}: {problem.message}"


def _meant(problem: Problem) -> list[str]:
    if problem.code == NO_FILE:
        return list(nearest(problem.file, shipped_names()))
    return [problem.hint] if problem.hint else []
