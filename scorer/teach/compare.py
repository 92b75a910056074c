"""Compares one hand under several rulesets, and finds the options that cause a difference.

To find them, the hand is scored again with the other ruleset's value of one option at a time; an option that
changes the result is a cause. Red tiles, circumstances and indicators that a ruleset does not have are left
out of the hand and noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.configure import configure_ruleset
from scorer.engine.request import circumstance_id, parse_request, refuse_wrong_types, unit_name
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.fast.interface import engine_of
from scorer.hand import Hand, Request, Situation
from scorer.message import LocalizedText, Message
from scorer.ruleset.model import Circumstance, Option, Pattern, Ruleset, Value
from scorer.scoring import Outcome, hand_outcome
from scorer.values import dataclass, replace


@dataclass(frozen=True)
class Cause:
    """An option that causes a difference, with its value in the ruleset that differs."""

    option: Option
    value: Value


@dataclass(frozen=True)
class ComparedRuleset:
    """The outcome of the hand under one ruleset, and the reasons why it differs from the first ruleset.

    `hand` and `situation` are those that did not win under the ruleset, otherwise None.
    """

    ruleset: Ruleset
    outcome: Outcome
    differs: bool = False
    causes: tuple[Cause, ...] = ()
    reasons: tuple[Message, ...] = ()
    hand: Hand | None = None
    situation: Situation | None = None


def compare_rulesets(request: Request, rulesets: Sequence[Ruleset]) -> list[ComparedRuleset]:
    """The hand under each ruleset, in order. Raises InputError if a ruleset does not accept the input."""
    refuse_wrong_types(request)
    columns: list[ComparedRuleset] = []
    for ruleset in rulesets:
        asked, notes = adapt_request(request, ruleset, rulesets)
        columns.append(_compare_ruleset(asked, ruleset, notes, columns[0] if columns else None))
    return columns


def outcome_under(request: Request, ruleset: Ruleset) -> Outcome:
    """The outcome of a request under a ruleset. A request that is not valid there has an InputError as
    outcome.
    """
    engine = engine_of(ruleset)
    try:
        found = engine.score_request(request) if engine else None
        return Outcome(found) if found else hand_outcome(ruleset, *parse_request(request, ruleset))
    except (NotAWinner, InputError) as error:
        return Outcome(error=error)


def _compare_ruleset(
    request: Request, ruleset: Ruleset, notes: tuple[Message, ...], baseline: ComparedRuleset | None
) -> ComparedRuleset:
    outcome = outcome_under(request, ruleset)
    read = parse_request(request, ruleset) if isinstance(outcome.error, NotAWinner) else (None, None)
    if baseline is None or _comparable_result(outcome) == _comparable_result(baseline.outcome):
        return ComparedRuleset(ruleset, outcome, False, (), notes, *read)
    causes = tuple(_causes(request, baseline.ruleset, ruleset, _comparable_result(outcome)))
    reasons = () if causes else _reasons(baseline, ruleset, outcome)
    return ComparedRuleset(ruleset, outcome, True, causes, tuple(dict.fromkeys((*notes, *reasons))), *read)


def _comparable_result(outcome: Outcome) -> object:
    """The part of an outcome that is compared between rulesets."""
    score = outcome.score
    return (counted_items(score), score.payments.transfers) if score else type(outcome.error)


def counted_items(score: Score) -> dict[tuple[str, str], object]:
    """Everything that counts in a hand, by kind and id."""
    counted: dict[tuple[str, str], object] = {
        **{("pattern", award.pattern.id): award.total for award in score.awards},
        **{("bonus", line.id): line.total for line in score.bonuses},
    }
    if score.sheet and not score.worth.tier:
        counted["sheet", score.sheet.unit] = score.sheet.total
    if score.worth.limit:
        counted["limit", score.worth.limit.id] = score.worth.base
    return counted


def _causes(request: Request, baseline: Ruleset, ruleset: Ruleset, result: object) -> Iterator[Cause]:
    """The options whose value in the other ruleset would change the result."""
    for option in ruleset.offered_options:
        value = ruleset.option_values[option.id]
        other = baseline.option_values.get(option.id, value)
        if other != value:
            try:
                turned = outcome_under(request, configure_ruleset(ruleset, {option.id: other}))
            except ScorerError:  # a value that this ruleset does not offer
                continue
            if _comparable_result(turned) != result:
                yield Cause(option, value)


def _reasons(baseline: ComparedRuleset, ruleset: Ruleset, outcome: Outcome) -> list[Message]:
    """The reasons for a difference that no single option causes."""
    if outcome.score is None:
        return []
    if ruleset.unit != baseline.ruleset.unit:
        return [Message("counts in another unit", unit_name("", ruleset))]
    before = [award.pattern for award in baseline.outcome.score.awards] if baseline.outcome.score else []
    missing = [one for one in before if not any(_is_same(one, other) for other in ruleset.patterns)]
    return [Message("ruleset has no", LocalizedText(one.names)) for one in missing]


def _is_same(pattern: Pattern, other: Pattern) -> bool:
    """Whether two rulesets mean one pattern, which they may call and value differently."""
    has_same_name = not {text for _, text in pattern.names}.isdisjoint(text for _, text in other.names)
    return pattern.id == other.id or has_same_name or (bool(pattern.rule) and pattern.rule == other.rule)


# ---- adapting a request to another ruleset

RED_DIGIT = "0"


def adapt_request(
    request: Request, ruleset: Ruleset, other_rulesets: Sequence[Ruleset]
) -> tuple[Request, tuple[Message, ...]]:
    """The request without red tiles, circumstances and indicators that only the other rulesets have, and
    notes on what was left out. A circumstance that the ruleset has under another id goes by that id.

    Anything that none of the rulesets has is kept, so that it is reported as a fault.
    """
    hand, red_notes = _without_reds(request.hand, ruleset, other_rulesets)
    kept, notes = [], list(red_notes)
    for text in (part for said in request.circumstances for part in said.split(",")):
        name = text.partition("=")[0].strip()
        named = {other.id: circumstance_id(name, other) for other in (ruleset, *other_rulesets)}
        homes = [other for other in other_rulesets if named[other.id] in other.circumstance_by_id]
        if named[ruleset.id] in ruleset.circumstance_by_id or not homes:
            kept.append(text)
        else:
            said = homes[0].circumstance_by_id[named[homes[0].id]]
            if own := _same_circumstance(said, replace(request, hand=hand), ruleset):
                kept.append(own.id + text[len(name) :])
            else:
                notes.append(Message("ruleset has no", LocalizedText(said.names)))
    shown = {item.id for item in ruleset.indicators}
    known = {item.id: item for other in other_rulesets for item in other.indicators}
    indicators = {n: text for n, text in request.indicators.items() if n in shown or n not in known}
    notes += [
        Message("ruleset has no", LocalizedText({**dict(known[name].names), "en": name}.items()))
        for name, text in request.indicators.items()
        if name not in indicators and text
    ]
    return replace(request, hand=hand, circumstances=tuple(kept), indicators=indicators), tuple(notes)


def _same_circumstance(circumstance: Circumstance, request: Request, ruleset: Ruleset) -> Circumstance | None:
    """The circumstance of a ruleset that states the same fact; of several, such as the last tile drawn and
    the last tile discarded, the one that the request allows.
    """
    alike = [
        one
        for one in ruleset.circumstances
        if one.fact == circumstance.fact and one.is_number == circumstance.is_number
    ]
    if len(alike) > 1:
        accepted = (one for one in alike if _is_accepted(replace(request, circumstances=(one.id,)), ruleset))
        return next(accepted, alike[0])
    return alike[0] if alike else None


def _is_accepted(request: Request, ruleset: Ruleset) -> bool:
    """Whether a request has no faults under a ruleset, indicators aside."""
    try:
        parse_request(replace(request, indicators={}), ruleset)
    except InputError:
        return False
    return True


def _without_reds(
    text: str, ruleset: Ruleset, other_rulesets: Sequence[Ruleset]
) -> tuple[str, list[Message]]:
    """The hand with red tiles (a 0 in a suit) that this ruleset lacks replaced by plain tiles, and a note on
    it.
    """
    own = dict(_red_digits(ruleset))
    plain = {
        letter: digit for other in other_rulesets for letter, digit in _red_digits(other) if letter not in own
    }
    if not plain or RED_DIGIT not in text:
        return text, []

    def plain_digit(place: int, digit: str) -> str:
        suit = text[place:].lstrip("0123456789")[:1]
        return plain.get(suit, digit) if digit == RED_DIGIT else digit

    changed = "".join(plain_digit(place, digit) for place, digit in enumerate(text))
    return changed, [Message("ruleset has no red tiles")] if changed != text else []


def _red_digits(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for kind, _ in ruleset.tileset.reds:
        code = ruleset.tileset.kinds[kind].code
        yield code[-1], code[:-1]
