"""One hand under several rulesets, and what makes the difference.

A difference is put down to the options that cause it: a ruleset is scored again with the other's value
of each option in turn, and an option that changes what comes out is named. What a ruleset does not have
(red tiles, circumstances, indicators) is left out of the hand and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorer.engine.configure import configured
from scorer.engine.request import circumstance_named, understand
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.hand import Hand, Request, Situation
from scorer.library import score_hand
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.ruleset.opening import open_ruleset
from scorer.tiles import name_in
from scorer.values import dataclass, replace

Outcome = Score | NotAWinner | InputError


@dataclass(frozen=True)
class Cause:
    """An option that makes a difference, with its value in the ruleset that differs."""

    option: Option
    value: Value


@dataclass(frozen=True)
class Column:
    """What came of the hand under one ruleset, and why it is not what came of it under the first.

    `hand` and `situation` are as the ruleset understood them, None where it could not.
    """

    ruleset: Ruleset
    outcome: Outcome
    differs: bool = False
    causes: tuple[Cause, ...] = ()
    reasons: tuple[str, ...] = ()
    hand: Hand | None = None
    situation: Situation | None = None


def compared(request: Request, names: Sequence[str], options: Mapping[str, Value]) -> list[Column]:
    """The hand under each ruleset, in order; the options are chosen in all of them.

    Raises RulesetError or InputError where a ruleset cannot be played so.
    """
    rulesets = [configured(open_ruleset(name), options) for name in names]
    taken = [adapted(request, ruleset, rulesets) for ruleset in rulesets]
    outcomes = [outcome_of(asked, ruleset) for (asked, _), ruleset in zip(taken, rulesets, strict=True)]
    first = Column(rulesets[0], outcomes[0], reasons=taken[0][1])
    rest = zip(taken[1:], rulesets[1:], outcomes[1:], strict=True)
    columns = [
        first,
        *(_column(asked, first, ruleset, outcome, notes) for (asked, notes), ruleset, outcome in rest),
    ]
    return [_understood(column, asked) for column, (asked, _) in zip(columns, taken, strict=True)]


def _understood(column: Column, request: Request) -> Column:
    """The column with what was understood of a hand that does not win."""
    if not isinstance(column.outcome, NotAWinner):
        return column
    hand, situation = understand(request, column.ruleset)
    return replace(column, hand=hand, situation=situation)


def outcome_of(request: Request, ruleset: Ruleset) -> Outcome:
    """What comes of a hand under a ruleset, or why nothing does."""
    try:
        hand, situation = understand(request, ruleset)
        return score_hand(ruleset, hand, situation)
    except (NotAWinner, InputError) as error:
        return error


def _column(
    request: Request, first: Column, ruleset: Ruleset, outcome: Outcome, notes: tuple[str, ...]
) -> Column:
    if _result(outcome) == _result(first.outcome):
        return Column(ruleset, outcome, reasons=notes)
    causes = tuple(_causes(request, first.ruleset, ruleset, outcome))
    reasons = () if causes else tuple(_reasons(first, ruleset, outcome))
    return Column(ruleset, outcome, True, causes, tuple(dict.fromkeys((*notes, *reasons))))


def _result(outcome: Outcome) -> object:
    """What two rulesets may agree in."""
    if not isinstance(outcome, Score):
        return str(type(outcome))
    best = outcome.best
    awards = tuple((award.pattern.id, award.total) for award in best.awards)
    bonuses = tuple((line.id, line.total) for line in best.bonuses)
    sheet = best.sheet.total if best.sheet else 0
    return awards, bonuses, sheet, best.limit and best.limit.id, best.payments.transfers


def _causes(request: Request, first: Ruleset, ruleset: Ruleset, outcome: Outcome) -> list[Cause]:
    """The options of which the other ruleset's value would change what comes out."""
    other, result = first.option_values, _result(outcome)
    found = []
    for option in ruleset.options:
        value = ruleset.option_values[option.id]
        if option.id in other and other[option.id] != value:
            turned = _turned(request, ruleset, option.id, other[option.id])
            if turned is not None and _result(turned) != result:
                found.append(Cause(option, value))
    return found


def _turned(request: Request, ruleset: Ruleset, name: str, value: Value) -> Outcome | None:
    try:
        return outcome_of(request, configured(ruleset, {name: value}))
    except ScorerError:  # a value that this ruleset does not offer
        return None


def _reasons(first: Column, ruleset: Ruleset, outcome: Outcome) -> list[str]:
    """Differences that no single option makes."""
    if not isinstance(outcome, Score):
        return []
    if ruleset.unit != first.ruleset.unit:
        return [f"another game: it counts in {ruleset.unit}"]
    before = first.outcome.best.awards if isinstance(first.outcome, Score) else ()
    missing = [award for award in before if award.pattern.id not in ruleset.pattern_by_id]
    return [f"it has no {name_in(award.pattern.names)}" for award in missing]


# ---- a hand of one table taken to another

RED = "0"


def adapted(request: Request, ruleset: Ruleset, others: Sequence[Ruleset]) -> tuple[Request, tuple[str, ...]]:
    """The request without what only the other rulesets have: red tiles, circumstances, indicators.

    What none of them has stays, and is a fault.
    """
    hand, red_notes = _without_reds(request.hand, ruleset, others)
    kept, notes = [], list(red_notes)
    for text in (part for said in request.with_ for part in said.split(",")):
        name = text.partition("=")[0].strip()
        named = {other.id: circumstance_named(name, other) for other in (ruleset, *others)}
        homes = [other for other in others if named[other.id] in other.circumstance_by_id]
        if named[ruleset.id] in ruleset.circumstance_by_id or not homes:
            kept.append(text)
        else:
            notes.append(f"it has no {name_in(homes[0].circumstance_by_id[named[homes[0].id]].names)}")
    shown = {item.id for item in ruleset.indicators}
    known = {item.id for other in others for item in other.indicators}
    indicators = {n: text for n, text in request.indicators.items() if n in shown or n not in known}
    notes += [
        f"it has no {name}" for name, text in request.indicators.items() if name not in indicators and text
    ]
    return replace(request, hand=hand, with_=tuple(kept), indicators=indicators), tuple(notes)


def _without_reds(text: str, ruleset: Ruleset, others: Sequence[Ruleset]) -> tuple[str, list[str]]:
    """Red tiles that this set has not, written as the plain tiles that they replace."""
    plain = dict(pair for other in others for pair in _reds(other))
    own = dict(_reds(ruleset))
    missing = {letter: digit for letter, digit in plain.items() if letter not in own}
    if RED not in text or not missing:
        return text, []
    changed = "".join(_plain(text, place, missing) for place in range(len(text)))
    return changed, ["it has no red tiles"] if changed != text else []


def _plain(text: str, place: int, missing: dict[str, str]) -> str:
    """One character; a 0 before the letter of a suit without red tiles becomes the digit it stands for."""
    suit = text[place:].lstrip("0123456789")[:1]
    return missing.get(suit, RED) if text[place] == RED else text[place]


def _reds(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for kind, _ in ruleset.tileset.reds:
        code = ruleset.tileset.kinds[kind].code
        yield code[-1], code[:-1]
