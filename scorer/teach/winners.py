"""Several winners of one discard: who is paid, who takes the counters and sticks, and who gains what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorer.engine.evaluate import holds, seats_of
from scorer.engine.examples import ExampleWord, parse_example, read_example
from scorer.engine.request import circumstance_faults, copy_faults, is_met
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.errors import Fault, InputError
from scorer.hand import DEALER, Hand, Situation
from scorer.message import Listed, Message
from scorer.ruleset.model import FALSE, Circumstance, Ruleset
from scorer.values import dataclass, replace

EACH = "each"
SHARED = "shared"
PAID_WINNERS = {"nearest": 1, "nobody": 0}
"""The number of winners who are paid, for rules that do not pay all of them."""
TABLE_FIELDS = {
    "win": "self_draw", "--from": "discarder", "--round": "round", "--honba": "honba", "--sticks": "sticks",
}  # fmt: skip
"""Inputs that apply to the whole table, with the field of the situation that they set."""


@dataclass(frozen=True)
class DiscardWinners:
    """The scores of the winners who are paid, nearest to the discarder first; empty if the deal is drawn.
    `unpaid` are the seats of the other winners, `balance` is the total gain of each seat.
    """

    scores: tuple[Score, ...]
    unpaid: tuple[str, ...]
    balance: tuple[tuple[str, int | float], ...]


def discard_claims(
    ruleset: Ruleset, hand: Hand, situation: Situation, other_winners: Sequence[str]
) -> list[tuple[Hand, Situation]]:
    """The hands and situations of all who claim one discard, nearest to the discarder first, with the
    counters and sticks that each of them takes.

    `other_winners` are the further winners' hands with seats and circumstances. Raises InputError if these
    are not valid.
    """
    payer = situation.discarder
    if situation.self_draw or payer is None:
        message = Message("several winners need discard")
        raise InputError([Fault("--also", None, message, "circumstance")])
    claims = [(hand, situation), *(_read_claim(text, ruleset, hand, situation) for text in other_winners)]
    seats = [claim.seat for _, claim in claims]
    if len({payer, *seats}) <= len(seats):
        message = Message("winners need seats")
        raise InputError([Fault("--also", None, message, "circumstance")])
    elsewhere = tuple(tile for other, _ in claims[1:] for tile in other.waiting_hand.pieces)
    faults = [*copy_faults((*hand.pieces, *hand.flowers), situation, ruleset, {"--also": elsewhere})]
    faults += [fault for other, claim in claims[1:] for fault in circumstance_faults(other, claim, ruleset)]
    if faults:
        raise InputError(replace(fault, source="--also", text="") for fault in faults)
    _refuse_missing_sticks(ruleset, claims)
    return counters_shared(ruleset, claims)


def _refuse_missing_sticks(ruleset: Ruleset, claims: Sequence[tuple[Hand, Situation]]) -> None:
    """Raises InputError if there are fewer sticks than the winners themselves put on the table."""
    own, sticks = sum(_has_own_stick(ruleset, *claim) for claim in claims), claims[0][1].sticks
    if 0 < sticks < own:
        message = Message("sticks of winners", own)
        raise InputError([Fault("--sticks", None, message, "circumstance")])


def counters_shared(
    ruleset: Ruleset, claims: Sequence[tuple[Hand, Situation]]
) -> list[tuple[Hand, Situation]]:
    """The claims on one discard, nearest to the discarder first, with the counters and sticks that each
    takes. What is on the table may be in some of the claims alone.
    """
    first = claims[0][1]
    seats = [situation.seat for _, situation in claims]
    have_sticks = [_has_own_stick(ruleset, *claim) for claim in claims]
    sticks, honba = (max(getattr(claim, name) for _, claim in claims) for name in ("sticks", "honba"))
    found = []
    for portion in claim_portions(ruleset, first.discarder or DEALER, seats, sticks, have_sticks):
        hand, situation = claims[portion.place]
        counters = honba if portion.takes_counters else 0
        found.append((hand, replace(situation, honba=counters, sticks=portion.sticks)))
    return found


def _has_own_stick(ruleset: Ruleset, hand: Hand, situation: Situation) -> bool:
    """Whether one of the sticks on the table is the winner's, if the rules give it back."""
    return holds(ruleset.payment.winners.own_stick, HandView(ruleset, hand, situation))


class ClaimPortion(NamedTuple):
    """What the rules give to one of several claims: its place among them, whether it is paid, and what it
    takes from the table besides the payment for the hand.
    """

    place: int
    is_paid: bool
    takes_counters: bool
    sticks: int


def claim_portions(
    ruleset: Ruleset, payer: str, seats: Sequence[str], sticks: int = 0, have_sticks: Sequence[bool] = ()
) -> list[ClaimPortion]:
    """What the claims of these seats get, nearest to the payer first; the payer is empty for a self-draw.
    `sticks` are all that lie on the table; `have_sticks` says of each claim whether one of them is the
    winner's.

    >>> from scorer import load_ruleset
    >>> [one.place for one in claim_portions(load_ruleset("riichi"), "S", ["E", "W"])]
    [1, 0]
    >>> [one.sticks for one in claim_portions(load_ruleset("riichi"), "S", ["E", "W"], 3, [True, False])]
    [3, 0]
    >>> [one.sticks for one in claim_portions(load_ruleset("ema"), "S", ["E", "W"], 3, [True, False])]
    [2, 1]
    """
    around, order = seats_of(ruleset), list(range(len(seats)))
    if payer:
        order.sort(key=lambda place: (around.index(seats[place]) - around.index(payer)) % len(around))
    rule, winners = _payment_rule(ruleset, order), ruleset.payment.winners
    paid = order[: paid_claims(ruleset, len(order))]
    takes_back = winners.own_stick != FALSE and len(paid) > 1
    portions, left = dict.fromkeys(order, 0), sticks
    for place in paid:
        if takes_back and have_sticks[place] and left:
            portions[place], left = 1, left - 1
    if winners.sticks == SHARED:
        for place in paid:
            portions[place] += left // len(paid)
        left %= len(paid) or 1
    if paid:
        portions[paid[0]] += left
    return [
        ClaimPortion(place, place in paid, rule == EACH or place == order[0], portions[place])
        for place in order
    ]


def paid_claims(ruleset: Ruleset, claims: int) -> int:
    """How many of that many winners of one tile are paid; a single one always is."""
    return PAID_WINNERS.get(_payment_rule(ruleset, range(claims)), claims) if claims > 1 else claims


def discard_winners(ruleset: Ruleset, scores: Sequence[Score]) -> DiscardWinners:
    """Which of the players who claim one discard are paid, and what every seat gains. `scores` belong to the
    result of `discard_claims`.

    >>> from scorer import load_ruleset, parse_hand
    >>> from scorer.scoring import score_hand
    >>> rules = load_ruleset("riichi")
    >>> first = Situation(False, "S", discarder="E", honba=1)
    >>> hand, also = parse_hand("234m345p67p456s55s+8p"), "567m345p67p456s77s+8p seat=W"
    >>> claims = discard_claims(rules, hand, first, [also])
    >>> discard_winners(rules, [score_hand(rules, *claim) for claim in claims]).balance
    (('E', -4300), ('S', 2300), ('W', 2000), ('N', 0))
    """
    paid = paid_claims(ruleset, len(scores))
    gains = [dict(score.best.payments.transfers) for score in scores[:paid]]
    balance = tuple((seat, sum(gain.get(seat, 0) for gain in gains)) for seat in seats_of(ruleset))
    return DiscardWinners(
        tuple(scores[:paid]), tuple(score.situation.seat for score in scores[paid:]), balance
    )


def _payment_rule(ruleset: Ruleset, winners: Sequence[object]) -> str:
    """The rule for which of this many winners are paid."""
    several = ruleset.payment.winners
    return several.three_winners if len(winners) > 2 else several.two_winners


def _read_claim(
    text: str, ruleset: Ruleset, first_hand: Hand, situation: Situation
) -> tuple[Hand, Situation]:
    """The hand and situation of a further winner. Details of the table are given with the first one."""
    try:
        _, hand, said = parse_example(text, ruleset, is_typed=True)
    except InputError as error:
        raise InputError([replace(fault, source="--also") for fault in error.faults]) from error
    if hand.winning_tile != first_hand.winning_tile:  # a discard is one physical tile, red or plain
        named, other = (
            ruleset.tileset.tile_code(tile) for tile in (first_hand.winning_tile, hand.winning_tile)
        )
        message = Message("winning tiles differ", named, other)
        raise InputError([Fault("--also", 0, message, "circumstance", len(text), text)])
    if robbed := [one.id for one in ruleset.circumstances if _is_robbed_once(one, said, situation)]:
        message = Message("robbed by all or none", Listed(tuple(robbed), "and"))
        raise InputError([Fault("--also", 0, message, "circumstance", len(text), text)])
    words = [
        word
        for word in read_example(text, ruleset, is_typed=True).words
        if _is_about_table(word, said, situation, ruleset)
    ]
    if words:
        message = Message("applies to all winners")
        raise InputError(
            Fault("--also", word.position, message, "circumstance", len(word.text), text) for word in words
        )
    claim = replace(situation, seat=said.seat, circumstances=said.circumstances, liable=said.liable)
    view, own = HandView(ruleset, hand, claim), dict(said.indicators)
    his = {one.id for one in ruleset.indicators if all(is_met(item.node, view) for item in one.requires)}
    shared = tuple(item for item in situation.indicators if item[0] in his and item[0] not in own)
    return hand, replace(claim, indicators=(*shared, *said.indicators))


def _is_robbed_once(circumstance: Circumstance, *claims: Situation) -> bool:
    """Whether the tile that both claims win on is robbed from a set in only one of them."""
    named = {bool(claim.circumstance_numbers.get(circumstance.id)) for claim in claims}
    return circumstance.robs and len(named) > 1


def _is_about_table(word: ExampleWord, claim: Situation, first_claim: Situation, ruleset: Ruleset) -> bool:
    """Whether a word sets a detail of the whole table to another value than the first winner's: an option,
    the way of winning, counters, or open indicators.
    """
    if field := TABLE_FIELDS.get(word.source):
        return bool(getattr(claim, field) != getattr(first_claim, field))
    name, shown = word.source.removeprefix("--"), dict(first_claim.indicators)
    is_open = any(name == one.id and not one.requires for one in ruleset.indicators)
    return name == "option" or (is_open and dict(claim.indicators).get(name) != shown.get(name))
