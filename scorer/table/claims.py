"""What a win is worth that is entered at a table: by its hand, by what it counts, or by what is paid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.engine.evaluate import Evaluator, TooLarge, holds, rules_view
from scorer.engine.examples import Example, error_in_example, read_example
from scorer.engine.request import parse_request
from scorer.engine.results import Payments, Score
from scorer.engine.value import Amount, hand_payments, whole_hand_liability
from scorer.errors import Fault, InputError, NotAWinner
from scorer.hand import Request, Situation
from scorer.language.nodes import Node
from scorer.languages import LANGUAGES
from scorer.message import Listed, LocalizedText, Message, clauses, localized_text
from scorer.notation import reads_as_tiles
from scorer.phrases import translations
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_hand
from scorer.table.faults import SOURCE, event_error
from scorer.table.rules import DealRules
from scorer.table.whole_deal import winner_view
from scorer.teach.paid_counts import count_behind, paid_counts, situation_cases
from scorer.teach.points import ReadCount, read_count, table_of
from scorer.tiles import Tile, fold_name
from scorer.values import dataclass, replace

OF_TABLE = ("--seat", "--round", "--from", "--honba", "--sticks", "--option")
"""Inputs that the table decides."""
POINTS = re.compile(
    r"(?P<first>[0-9][0-9,]{0,9})(?:\s*[/／・-]\s*(?P<second>[0-9][0-9,]{0,9}))?\s*(?P<word>[^\W\d]*)"
    r"(?:\s+(?P<each>[^\W\d]+))?"
)
"""What is paid: `7700 points`, `1300/2600 points`, `4000 points each`."""
DECLARING_FACTS = {"declared", "declaration_turn"}
"""Facts of the table that are true only after a player has put a stick on it."""


@dataclass(frozen=True)
class Claim:
    """A win as the table sees it: who sits where, and what is known without the hand. `counters` are those on
    the table that the winner is paid for.
    """

    seat: str
    discarder: str
    round: str
    counters: int
    has_declared: bool
    liable_seats: tuple[str, ...] = ()
    name: str = ""
    """the name of the winner, for messages"""


@dataclass(frozen=True)
class ValuedClaim:
    """What a win pays, by seat; the winning tile if the hand is known; what was assumed."""

    situation: Situation
    gains: tuple[tuple[str, Amount], ...]
    view: Evaluator
    tile: Tile | None = None
    notes: tuple[Message, ...] = ()


def valued_claim(rules: DealRules, claim: Claim, text: str) -> ValuedClaim:
    """What a claim pays that is written as a hand, as a count or as points.

    Raises InputError if the text is none of these, or may not win.

    >>> from scorer import load_ruleset
    >>> rules = DealRules(load_ruleset("riichi"))
    >>> valued_claim(rules, Claim("S", "E", "E", 1, False), "3 han 40 fu").gains
    (('E', -5500), ('S', 5500), ('W', 0), ('N', 0))
    """
    words = text.split()
    if not words:
        raise event_error(Message("win without a value"))
    try:
        is_hand = any(reads_as_tiles(word, rules.ruleset.tileset) for word in words)
        return _hand_claim(rules, claim, text) if is_hand else _counted_claim(rules, claim, text)
    except TooLarge as error:
        raise event_error(Message("more than a hand can have"), text) from error
    except InputError as error:
        raise InputError(
            replace(fault, source=SOURCE, text=text, position=fault.position if fault.text == text else 0)
            for fault in error.faults
        ) from error


# ---- by the hand


def _hand_claim(rules: DealRules, claim: Claim, text: str) -> ValuedClaim:
    ruleset = rules.ruleset
    example = read_example(text, ruleset, is_typed=True)
    if faults := [*example.faults, *_faults_of_table_words(example)]:
        raise InputError(faults)
    request = replace(
        example.request,
        win="ron" if claim.discarder else "tsumo",
        round=claim.round,
        seat=claim.seat,
        discarder=claim.discarder,
        honba=0 if ruleset.counter_circumstance else claim.counters,
        sticks=0,
        circumstances=(*example.request.circumstances, *_counter_words(rules, claim)),
    )
    score = _score(ruleset, request, example)
    _refuse_wrong_declaration(rules, claim, text, score)
    if claim.liable_seats:
        score = _score(ruleset, replace(request, pao=_liable_patterns(rules, claim, score, text)), example)
    payments = score.best.payments
    return ValuedClaim(score.situation, payments.transfers, winner_view(score), score.hand.winning_tile)


def _faults_of_table_words(example: Example) -> Iterator[Fault]:
    """Faults for words about what the table decides."""
    for word in example.words:
        if word.source in OF_TABLE:
            message = Message("table decides", word.text)
            yield Fault(SOURCE, word.position, message, "circumstance", len(word.text), example.text)


def _counter_words(rules: DealRules, claim: Claim) -> tuple[str, ...]:
    """The counters of the table, if they are a circumstance of the hand."""
    counter = rules.ruleset.counter_circumstance
    return (f"{counter.id}={claim.counters}",) if counter and claim.counters else ()


def _score(ruleset: Ruleset, request: Request, example: Example) -> Score:
    """The score of a hand. Raises InputError, also if the hand does not win."""
    try:
        return score_hand(ruleset, *parse_request(request, ruleset))
    except InputError as error:
        raise error_in_example(error.faults, example) from error
    except NotAWinner as error:
        told = (_without_full_stop(text) for text in (error.message, *error.reasons))
        raise event_error(clauses(*told), example.text) from error


def _without_full_stop(text: str) -> LocalizedText:
    """A sentence as a clause of a message, in every language."""
    return LocalizedText((language, localized_text(text, language).rstrip(".。")) for language in LANGUAGES)


def declaring_circumstances(ruleset: Ruleset) -> frozenset[str]:
    """The circumstances that only a player can have who has put a stick on the table.

    >>> from scorer import load_ruleset
    >>> sorted(declaring_circumstances(load_ruleset("riichi")))
    ['double_riichi', 'ippatsu', 'riichi']
    """
    return frozenset(
        one.id
        for one in ruleset.circumstances
        if one.table_expression is not None and _needs_declaration(one.table_expression)
    )


def _needs_declaration(node: Node) -> bool:
    """Whether a condition of the table holds only after a player has declared."""
    if node.op == "and":
        return any(isinstance(part, Node) and _needs_declaration(part) for part in node.args)
    if node.op == "or":
        return all(isinstance(part, Node) and _needs_declaration(part) for part in node.args)
    return node.op != "not" and any(
        part.op == "fact" and str(part.args[0]) in DECLARING_FACTS for part in node.walk()
    )


def _refuse_wrong_declaration(rules: DealRules, claim: Claim, text: str, score: Score) -> None:
    """Raises InputError if the words of a hand and the sticks on the table do not agree."""
    if not rules.stick:
        return
    declaring = declaring_circumstances(rules.ruleset)
    stated = [name for name, number in score.situation.circumstances if number and name in declaring]
    if stated and not claim.has_declared:
        message = Message("no stick of the winner", claim.name)
        raise event_error(message, text)
    if claim.has_declared and not stated:
        raise event_error(Message("declaration not in hand", claim.name), text)


def _liable_patterns(rules: DealRules, claim: Claim, score: Score, text: str) -> dict[str, str]:
    """The patterns of a hand for which a player can be liable, each with that player's seat."""
    liability = rules.ruleset.payment.liability
    able = {name for name, node in (liability.patterns if liability else ()) if holds(node, rules.view)}
    patterns = [award.pattern.id for award in score.best.awards if award.pattern.id in able]
    if not patterns:
        raise event_error(Message("hand without liability", rules.ruleset.label), text)
    return dict.fromkeys(patterns, claim.liable_seats[0])


# ---- by what it counts, or by what is paid


def _counted_claim(rules: DealRules, claim: Claim, text: str) -> ValuedClaim:
    count_text, named = _without_circumstances(rules.ruleset, text)
    stated = [(name, 1) for name in named]
    counter = rules.ruleset.counter_circumstance
    if counter and claim.counters:
        stated.append((counter.id, claim.counters))
    situation = Situation(
        not claim.discarder,
        claim.seat,
        claim.round,
        discarder=claim.discarder or None,
        circumstances=tuple(stated),
        honba=0 if counter else claim.counters,
    )
    view, notes = _counted_view(rules, situation, count_text)
    return ValuedClaim(situation, _payments(view, claim, text).transfers, view, notes=notes)


def _without_circumstances(ruleset: Ruleset, text: str) -> tuple[str, list[str]]:
    """A count, and the circumstances that are named after it."""
    words, named = text.split(), list[str]()
    spellings = ruleset.circumstance_spellings
    while len(words) > 1 and fold_name(words[-1]) in spellings:
        named.insert(0, spellings[fold_name(words.pop())])
    return " ".join(words), named


def _payments(view: Evaluator, claim: Claim, text: str) -> Payments:
    """Who pays for a count."""
    if not claim.liable_seats:
        return hand_payments(view, ())
    liability, rules = view.ruleset.payment.liability, rules_view(view.ruleset)
    if not (liability and any(holds(node, rules) for _, node in liability.patterns)):
        raise event_error(Message("game without liability", view.ruleset.label), text)
    return whole_hand_liability(view, claim.liable_seats)


def _counted_view(rules: DealRules, situation: Situation, text: str) -> tuple[Evaluator, tuple[Message, ...]]:
    """A win of which only the count is known, and what was assumed."""
    ruleset = rules.ruleset
    paid = read_points(text)
    if paid and rules.compares and not paid.second and not paid.is_each:
        return rules_view(ruleset, situation).with_amounts({"base": paid.first}), ()
    if rules.compares and (found := POINTS.fullmatch(text)) and not (found["second"] or found["word"]):
        return rules_view(ruleset, situation).with_amounts({"base": _points_number(found["first"])}), ()
    if paid and fold_name(paid.word) not in _unit_words(ruleset):
        read = _paid_count(rules, situation, paid, text)
    else:
        read = read_count(ruleset, text, situation.self_draw)
    return read.table.situation_payment(situation, read.count)[0].view, read.notes


@dataclass(frozen=True)
class PaidPoints:
    """What is paid for a win: in all, as shares of two amounts, or by each player."""

    first: int
    second: int
    is_each: bool
    word: str


def read_points(text: str) -> PaidPoints | None:
    """What a text such as `7700 points`, `1300/2600` or `4000 all` says is paid; None for any other text.

    >>> read_points("4,000 points each")
    PaidPoints(first=4000, second=0, is_each=True, word='points')
    """
    found = POINTS.fullmatch(text)
    if not found:
        return None
    word, each = fold_name(found["word"]), fold_name(found["each"] or "")
    each_words = phrase_words("table word each")
    is_each = each in each_words or (word in each_words and not each)
    is_points = word in phrase_words("point words") or (word in each_words and not each)
    if (each and not is_each) or not (is_points or (found["second"] and not word)):
        return None
    return PaidPoints(
        _points_number(found["first"]), _points_number(found["second"] or "0"), is_each, found["word"]
    )


def _points_number(text: str) -> int:
    return int(text.replace(",", ""))


def phrase_words(key: str) -> set[str]:
    """The words of a phrase in every language, as names are compared."""
    return {fold_name(word) for _, text in translations(key) for word in text.split()}


def _unit_words(ruleset: Ruleset) -> set[str]:
    """The words for what the ruleset counts."""
    unit = ruleset.unit_by_id.get(ruleset.unit)
    return {fold_name(word) for word in (ruleset.unit, *(unit.all_names if unit else ()))}


def _paid_count(rules: DealRules, situation: Situation, paid: PaidPoints, text: str) -> ReadCount:
    """The count that is paid so much. Raises InputError if there is none, with the nearest payments."""
    table = table_of(rules.ruleset)
    counts = [*paid_counts(table, situation_cases(table, situation))]
    if not counts:
        key = "no win on discard" if situation.discarder else "no win by self-draw"
        raise event_error(Message(key, rules.ruleset.label), text)
    amounts = [paid.first, *([paid.second] if paid.second else [])]
    if found := count_behind(counts, amounts, paid.is_each):
        return ReadCount(table, table.with_any_sheet(found.count), ())
    payments = {int(one.points) for one in counts}
    nearest = sorted(payments, key=lambda points: abs(points - paid.first))[:2]
    near = Listed(tuple(f"{points:,}" for points in sorted(nearest)), "comma")
    key = "no such points by discard" if situation.discarder else "no such points by self-draw"
    raise event_error(Message(key, near), text)


def base_of_count(rules: DealRules, seat: str, text: str) -> Amount:
    """The base of a hand that counts so much, won by a player at a seat on a discard."""
    situation = Situation(False, seat, rules.ruleset.default_round)
    read = read_count(rules.ruleset, text)
    try:
        return read.table.situation_payment(situation, read.count)[0].worth.base
    except TooLarge as error:
        raise event_error(Message("more than a hand can have"), text) from error


def points_in(text: str) -> int | None:
    """The number in a text such as `64 points`; None for any other text.

    >>> points_in("64 points"), points_in("8"), points_in("(555z)(999p)11z34m68s2p")
    (64, 8, None)
    """
    found, paid = POINTS.fullmatch(text.strip()), read_points(text.strip())
    if paid and not (paid.second or paid.is_each):
        return paid.first
    return _points_number(found["first"]) if found and not (found["second"] or found["word"]) else None
