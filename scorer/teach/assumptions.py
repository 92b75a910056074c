"""What is assumed of a hand of which only the count is known, if its payment depends on more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from scorer.engine.evaluate import NO_HAND, View, value_of
from scorer.engine.partial import KNOWN_FROM_RULES, simplify, sources_of
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.language.vocabulary import FACTS, Source
from scorer.ruleset.model import NUMBER_ONE, Ruleset
from scorer.teach.constructs import absent_things, clause, negated_clause
from scorer.teach.words import Speech, localized_or_english
from scorer.values import plain_fields

KNOWN_OF_COUNT = KNOWN_FROM_RULES | {Source.SITUATION, Source.AMOUNTS, Source.COUNTERS, Source.WINDS}
"""What is known of a hand if its count, the winner and the table are."""
CONDITIONS = ("compare", "call", "fact", "named", "test", "not")
"""The nodes that are put into words as a whole."""


def assumed_conditions(ruleset: Ruleset) -> list[Node]:
    """The conditions and numbers on which payments depend besides the count, the winner and the table.

    >>> from scorer.scoring import load_ruleset
    >>> [node.text for node in assumed_conditions(load_ruleset("harbor-card"))]
    ['jokers == 0', 'awarded(singles_and_pairs) == 0']
    >>> assumed_conditions(load_ruleset("riichi"))
    []
    """
    paid, view = ruleset.payment, _view_of_nothing(ruleset)
    extras = tuple(extra.condition for extra in paid.extras if not extra.is_event)
    limits = tuple((limit.condition, limit.base) for limit in ruleset.limits)
    parts = ruleset.amounts, ruleset.base, limits, paid.discard, paid.self_draw, paid.share_limit, extras
    return list({node.text: node for part in _expressions(parts) for node in _unknown(part, view)}.values())


def _named_players(ruleset: Ruleset) -> list[Node]:
    """The circumstances that name a player whose payments are multiplied, as facts."""
    factor = ruleset.payment.factor
    parts = simplify(factor, _view_of_nothing(ruleset)).walk() if factor else ()
    asked = {node.args[0] for node in parts if node.op == "fact"}
    known = [one for one in ruleset.circumstances if one.names_seat and one.fact in asked]
    return [Node("fact", (one.fact,), one.id) for one in known]


def _view_of_nothing(ruleset: Ruleset) -> View:
    return View(ruleset, NO_HAND, Situation(False))


def _expressions(part: object) -> Iterator[Node]:
    """The whole expressions in a part of a ruleset."""
    if isinstance(part, Node):
        yield part
    else:
        for below in part if isinstance(part, tuple) else plain_fields(part) or ():
            yield from _expressions(below)


def _unknown(node: Node, view: View) -> Iterator[Node]:
    """The parts of an expression that are not known."""
    simpler = simplify(node, view)
    if sources_of(simpler, view.ruleset) <= KNOWN_OF_COUNT or _is_never_stated(simpler, view.ruleset):
        return
    if simpler.op in CONDITIONS:
        yield simpler
        return
    for part in _nodes(simpler.args):
        yield from _unknown(part, view)


def _is_never_stated(node: Node, ruleset: Ruleset) -> bool:
    """Whether an expression is a fact of circumstances that the options in force switch off."""
    stated = {fact for item in ruleset.circumstances for fact in (item.fact, item.of_seat)}
    return node.op == "fact" and node.args[0] not in FACTS and node.args[0] not in stated


def _nodes(args: object) -> Iterator[Node]:
    for one in args if isinstance(args, tuple) else ():
        if isinstance(one, Node):
            yield one
        else:
            yield from _nodes(one)


def _any_of(node: Node) -> Node:
    """What holds if a number is not 0: a circumstance that is given, a pattern that is awarded."""
    counted = node.args[0] if node.op == "compare" and isinstance(node.args[0], Node) else node
    if counted.op == "fact" and counted.args[0] not in FACTS:
        return counted
    return Node("compare", (node, ">=", NUMBER_ONE), f"{node.text} >= 1") if node.op == "call" else node


class _Assumption(NamedTuple):
    """Things that a hand has none of, as nouns, or else a clause."""

    absent: tuple[str, ...] = ()
    clause: str = ""


def assumption_words(ruleset: Ruleset, language: str = "en", counters: int = 0) -> list[str]:
    """Each assumption in words; empty if the count decides the payment. `counters` on the table that are
    given are not assumed.

    >>> from scorer.scoring import load_ruleset
    >>> assumption_words(load_ruleset("filipino"))[:2]
    ["no 'Doubles on the dice'", 'no flowers']
    >>> assumption_words(load_ruleset("taiwanese")), assumption_words(load_ruleset("taiwanese"), "zh-TW")
    (['no dealer repeats'], ['沒有連莊'])
    """

    def words(node: Node, speech: Speech) -> str:
        one = _assumption(node, ruleset, speech)
        return _absence_words(one.absent, speech) if one.absent else one.clause

    nodes = _assumed(ruleset, counters)
    told = [localized_or_english(partial(words, node), ruleset, language) for node in nodes]
    nobody = localized_or_english(partial(_nobody_named, ruleset), ruleset, language)
    return [*told, nobody] if nobody else told


def assumption_sentence(ruleset: Ruleset, language: str = "en", counters: int = 0) -> str:
    """All assumptions in one sentence, with what the hand has none of as one list; empty if there are none.

    >>> from scorer.scoring import load_ruleset
    >>> assumption_sentence(load_ruleset("filipino"))
    "Assumed: no 'Doubles on the dice' and no flowers."
    >>> assumption_sentence(load_ruleset("riichi"))
    ''
    """

    def sentence(speech: Speech) -> str:
        every = [_assumption(node, ruleset, speech) for node in _assumed(ruleset, counters)]
        absent = dict.fromkeys(name for one in every for name in one.absent)
        none = [_absence_words(absent, speech)] if absent else []
        clauses = [one.clause for one in every]
        told = speech.phrase("between assumptions").join(
            filter(None, [*none, *clauses, _nobody_named(ruleset, speech)])
        )
        return speech.phrase("assumed", told) if told else ""

    return localized_or_english(sentence, ruleset, language)


def _assumed(ruleset: Ruleset, counters: int) -> Iterator[Node]:
    """What is assumed of a hand, without the counters on the table if they are given."""
    known = ruleset.counter_circumstance
    for node in assumed_conditions(ruleset):
        if not (counters and node.op == "fact" and known and node.args[0] == known.fact):
            yield node


def _nobody_named(ruleset: Ruleset, speech: Speech) -> str:
    """That no player is named whose payments are multiplied; empty if no rule does that."""
    named = [name for node in _named_players(ruleset) for name in absent_things(node, False, speech)]
    listed = speech.list_words(dict.fromkeys(named), "or" if speech.is_english else "and")
    return speech.phrase("nobody named", listed) if named else ""


def _assumption(node: Node, ruleset: Ruleset, speech: Speech) -> _Assumption:
    """What is assumed of a condition or a number: what it is of a hand that has nothing."""
    value = value_of(node, _view_of_nothing(ruleset))
    if node.op == "named" and not isinstance(value, bool):
        said = clause(node, speech)
        return (
            _Assumption((said,)) if value == 0 else _Assumption(clause=speech.headed_text(said, str(value)))
        )
    asked = node if value is True or node.op == "named" else _any_of(node)
    if things := absent_things(asked, value is True, speech):
        return _Assumption(things)
    return _Assumption((), clause(node, speech) if value is True else negated_clause(asked, speech))


def _absence_words(things: Iterable[str], speech: Speech) -> str:
    """That there is none of several things: 'no flowers and no jokers'."""
    if speech.is_english:
        return speech.list_words([speech.phrase("with none", thing) for thing in things], "and")
    return speech.phrase("with none", speech.list_words(things, "and"))
