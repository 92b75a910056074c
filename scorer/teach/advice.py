"""Advice on a hand that does not win: why it does not, which patterns are near, which circumstances would
make it win, and under which other rulesets it is complete.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.catalogue import shipped_overviews
from scorer.engine.request import circumstance_faults, circumstance_id, has_extra_tile
from scorer.engine.results import Award
from scorer.engine.score import HandView, Refused, counting_ways
from scorer.errors import Fault, InputError, NotAWinner, RulesetError
from scorer.hand import OPTION_OF_WIN, Hand, Situation
from scorer.message import Listed, Message, clauses
from scorer.notation import read_hand, read_waiting
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.model import Circumstance, Ruleset
from scorer.scoring import hand_outcome, readings_of
from scorer.shapes import Reading, TooManyReadings
from scorer.teach.why import PatternAnalysis, near_misses, why_incomplete
from scorer.tiles import name_in
from scorer.values import dataclass, replace

MOST_READINGS = 12
MOST_NAMED_RULESETS = 6
MOST_NEAR_MISSES = 3
"""The default number of near misses to list."""


@dataclass(frozen=True)
class Advice:
    """The reasons why a hand does not win, the patterns that it has, the nearest patterns that would be
    enough, the circumstances that would make it win, and its reading if it is complete.
    """

    ruleset: Ruleset
    reasons: tuple[str, ...] = ()
    awards: tuple[Award, ...] = ()
    near_misses: tuple[PatternAnalysis, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    reading: Reading | None = None


def advice_on(
    error: NotAWinner,
    ruleset: Ruleset,
    hand: Hand,
    situation: Situation,
    language: str = "en",
    most_near: int = MOST_NEAR_MISSES,
) -> Advice:
    """Advice on a legal hand that does not win, beyond the error message. `near` is the number of near misses
    to list.
    """
    view = HandView(ruleset, hand, situation)
    if error.kind == "not_winning":
        reason = why_incomplete(view, language)
        return Advice(ruleset, (reason,) if reason else ())
    if error.kind != "no_pattern":
        return Advice(ruleset, error.reasons)
    views = list(map(view.with_reading, readings_of(view)))
    ways = [(way, one) for one in views for way in counting_ways(one) if isinstance(way, Refused)]
    way, told = min(ways, key=lambda pair: pair[0].rank)
    has = [award.id for award in way.awards]
    missed = near_misses([told, *views[:MOST_READINGS]], has, most_near, language, wins=False)
    would_win = tuple(winning_circumstances(ruleset, hand, situation))
    worth = tuple(award for award in way.awards if award.total)
    return Advice(ruleset, error.reasons, worth, tuple(missed), would_win, told.reading)


def winning_circumstances(ruleset: Ruleset, hand: Hand, situation: Situation) -> Iterator[Circumstance]:
    """The circumstances that would each be enough to make a complete hand win.

    >>> from scorer import load_ruleset, parse_hand
    >>> rules = load_ruleset("tenhou")
    >>> hand = parse_hand("123m456p67p(789s)11z+8p", rules)
    >>> [item.id for item in winning_circumstances(rules, hand, Situation(False, "S"))]
    ['chankan', 'houtei']
    """
    given = dict(situation.circumstances)
    for item in ruleset.circumstances:
        if item.id in given or item.own_discard:
            continue
        other = replace(situation, circumstances=(*situation.circumstances, (item.id, 1)))
        if not any(circumstance_faults(hand, other, ruleset)) and hand_outcome(ruleset, hand, other).score:
            yield item


# ---- other rulesets


def suggest_rulesets(error: InputError, text: str, ruleset: Ruleset) -> InputError:
    """The error with suggestions of shipped rulesets added: those in which the tiles are complete, if they do
    not suit this ruleset, and those that have a circumstance that this one lacks.
    """
    faults = list(error.faults)
    for place, fault in enumerate(faults):
        if fault.source == "hand" and (
            fault.kind == "notation" or (fault.kind, fault.position) == ("hand", None)
        ):
            if names := rulesets_completing(text, ruleset.id):
                others = len(names) - MOST_NAMED_RULESETS
                more = (Message("number more", others),) if others > 0 else ()
                shown = [*(open_ruleset(name).label for name in names[:MOST_NAMED_RULESETS]), *more]
                known = Message("complete in other rulesets", Listed(tuple(shown)))
                message = clauses(fault.message, known)
                faults[place] = replace(fault, message=message)
            elif fault.kind != "notation" and _lacks_one_tile(text, ruleset):
                message = clauses(fault.message, Message("use waits"))
                faults[place] = replace(fault, message=message)
            break
    return InputError(
        _suggest_option_for_word(_suggest_rulesets_with_circumstance(fault, ruleset), ruleset)
        for fault in faults
    )


def _lacks_one_tile(text: str, ruleset: Ruleset) -> bool:
    """Whether a hand has exactly one tile too few to be complete."""
    hand, _ = read_waiting(text, ruleset.tileset, ruleset.set_tables)
    return hand is not None and not has_extra_tile(hand, ruleset)


def _suggest_option_for_word(fault: Fault, ruleset: Ruleset) -> Fault:
    """The fault with a hint added, if a word among the tiles is a way of winning or a circumstance."""
    if (fault.source, fault.kind) != ("hand", "notation") or fault.position is None or fault.suggestions:
        return fault
    word = fault.text[fault.position : fault.position + fault.length].lower()
    option = OPTION_OF_WIN.get(word) or (f"-w {word}" if _find_circumstance(ruleset, word) else "")
    message = Message("word instead of tile", word, option)
    return replace(fault, message=message) if option else fault


def _suggest_rulesets_with_circumstance(fault: Fault, ruleset: Ruleset) -> Fault:
    """The fault with the names of shipped rulesets that have the unknown circumstance. Rulesets that extend
    the fewest others come first.
    """
    word = fault.text.partition("=")[0].strip()
    if fault.source != "--with" or fault.suggestions or not word or _find_circumstance(ruleset, word):
        return fault
    known = [item.id for item in sorted(shipped_overviews(), key=lambda item: len(item.extends))]
    meant = {name: found for name in known if (found := _find_circumstance(open_ruleset(name), word))}
    homes = list(meant)
    if not homes or ruleset.id in homes:
        return fault
    said = {name_in(item.names) for item in meant.values()}
    here = next((item.id for item in ruleset.circumstances if name_in(item.names) in said), "")
    shown = [
        *(open_ruleset(one).label for one in homes[:3]),
        *([Message("number more", len(homes) - 3)] if len(homes) > 3 else []),
    ]
    where = (
        Message("did you mean the word", here)
        if here
        else Message("other rulesets have it", Listed(tuple(shown)))
    )
    return replace(fault, message=clauses(Message("no such circumstance", ruleset.label), where))


def _find_circumstance(ruleset: Ruleset, word: str) -> Circumstance | None:
    name = circumstance_id(word, ruleset)
    return next(
        (one for one in (*ruleset.circumstances, *ruleset.circumstances_of_file) if one.id == name), None
    )


def rulesets_completing(text: str, excluded_id: str = "") -> tuple[str, ...]:
    """The shipped rulesets, except `excluded_id`, in which a hand's notation is valid and the hand is
    complete.

    >>> "ponjan" in rulesets_completing("222m333p777s", "riichi")
    True
    """
    names = (item.id for item in shipped_overviews() if item.id != excluded_id and item.may_complete(text))
    return tuple(name for name in names if _is_complete_under(text, name))


def _is_complete_under(text: str, name: str) -> bool:
    try:
        ruleset = open_ruleset(name)
        hand, faults = read_hand(text, ruleset.tileset, ruleset.set_tables)
        if hand is None or faults:
            return False
        return bool(readings_of(HandView(ruleset, hand, Situation(True, ruleset.default_seat))))
    except (RulesetError, TooManyReadings):
        return False
