"""Which hands overtake a rival who is a number of points ahead, and whether a scored hand does.

The difference shrinks by what the winner gains and by what the rival pays, so a hand counts most if the
rival discards the winning tile. All payments are those of the ruleset, with the counters and sticks on the
table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from scorer.engine.evaluate import seats_of
from scorer.engine.request import refuse_wrong_counters
from scorer.engine.results import FullScore, Payments
from scorer.engine.totals import possible_totals
from scorer.errors import Fault, InputError
from scorer.hand import DEALER, WINDS, Situation, wind_letter
from scorer.message import Listed, Message
from scorer.ruleset.model import Limit, Pattern, Ruleset
from scorer.scoring import score_hand
from scorer.teach.payment_table import Amount, HandCount, PaymentCase, PaymentTable
from scorer.teach.points import table_of
from scorer.values import dataclass, replace

MOST_BEHIND = 10**7
"""The largest difference that is accepted."""
MOST_OPEN_TOTAL = 400
"""The largest total that is tried if payments have no upper bound; no hand of a shipped game counts more."""
WHOLE_NUMBER = re.compile(r"\d{1,8}")


@dataclass(frozen=True)
class Deficit:
    """How many points a player is behind a rival, and the rival's seat, empty if it is not known."""

    points: int
    rival: str = ""


@dataclass(frozen=True)
class WinningWay:
    """Who wins, how, and how the rival is involved.

    `by_rival` tells whether the rival discards; it is None for a self-draw. `rival_deals` and
    `discarder_deals` are None if they make no difference.
    """

    dealer: bool
    self_draw: bool
    by_rival: bool | None
    rival_deals: bool | None = None
    discarder_deals: bool | None = None


@dataclass(frozen=True)
class OvertakingHand:
    """A hand and how far its winner is ahead of the rival afterwards: 0 for equal scores, negative if the
    rival remains ahead. `patterns` are those of which one makes the hand, if hands are worth one pattern.
    """

    count: HandCount
    payments: Payments
    lead: Amount
    limit: Limit | None = None
    patterns: tuple[Pattern, ...] = ()


@dataclass(frozen=True)
class OvertakingRow:
    """One way to win. `hands` are the cheapest hands that overtake the rival, `ties` those that make the
    scores equal; a hand that counts more than one of them in every respect is left out.
    """

    way: WinningWay
    hands: tuple[OvertakingHand, ...]
    ties: tuple[OvertakingHand, ...]


@dataclass(frozen=True)
class Overtaking:
    """The hands that overtake a rival, by the way to win."""

    ruleset: Ruleset
    table: PaymentTable
    deficit: Deficit
    rows: tuple[OvertakingRow, ...]
    honba: int = 0
    sticks: int = 0


@dataclass(frozen=True)
class ScoreOutcomes:
    """A scored hand and how it changes the difference to a rival, by the way to win; each way has one
    outcome.
    """

    score: FullScore
    deficit: Deficit
    outcomes: tuple[tuple[WinningWay, tuple[OvertakingHand, ...]], ...]


def read_deficit(text: str, ruleset: Ruleset) -> Deficit:
    """A number of points, or the rival's seat and the number, as they are typed. Raises InputError.

    >>> from scorer.scoring import load_ruleset
    >>> read_deficit("W=7,800", load_ruleset("riichi"))
    Deficit(points=7800, rival='W')
    """
    seat, sign, number = text.rpartition("=")
    rival, plain = wind_letter(seat.strip()), number.strip().replace(",", "").replace("_", "")
    seats = seats_of(ruleset)
    message = None
    if not WHOLE_NUMBER.fullmatch(plain) or not 0 < int(plain) <= MOST_BEHIND:
        message = Message("expected points behind", MOST_BEHIND)
    elif sign and rival not in tuple(seats):
        message = Message("not a seat to choose", seat.strip(), Listed(tuple(seats), "comma"))
    if message:
        raise InputError([Fault("--behind", 0, message, "circumstance", max(1, len(text)), text)])
    return Deficit(int(plain), rival)


def overtaking_hands(
    ruleset: Ruleset,
    deficit: Deficit,
    seat: str = "",
    self_draw: bool | None = None,
    honba: int = 0,
    sticks: int = 0,
) -> Overtaking:
    """The hands that overtake a rival. `seat` is the seat of the player who is behind; if it is empty, there
    are rows for the dealer and for other players. Raises InputError for seats that contradict each other.

    >>> from scorer.scoring import load_ruleset
    >>> found = overtaking_hands(load_ruleset("riichi"), Deficit(7800), seat="S", self_draw=False)
    >>> [(hand.count.total, hand.count.sheet, hand.lead) for hand in found.rows[0].hands]
    [(2, 70, 1200), (3, 40, 2600), (4, 25, 5000)]
    """
    refuse_wrong_counters(ruleset, honba=honba, sticks=sticks)
    table = table_of(ruleset)
    finder = _OutcomeFinder(table, deficit.points)
    is_dealer_apart = any(case.dealer for case in table.cases)
    seats = [seat] if seat else [WINDS[1], DEALER] if is_dealer_apart else [WINDS[1]]
    if deficit.rival in seats:
        if seat:
            raise _own_seat_error(seat)
        seats = [one for one in (WINDS[1], WINDS[2]) if one != deficit.rival][:1] + seats
        seats = [one for one in dict.fromkeys(seats) if one != deficit.rival]
    found: list[tuple[WinningWay, Outcomes]] = []
    for own in seats:
        for drawn in (False, True) if self_draw is None else (self_draw,):
            situation = Situation(drawn, own, honba=honba, sticks=sticks)
            for situated, rival in _situations(situation, deficit.rival, ruleset):
                found.append((winning_way(situated, rival), finder.cheapest_outcomes(situated, rival)))
    rows = tuple(OvertakingRow(way, hands, ties) for way, (hands, ties) in _merged_ways(found))
    return Overtaking(ruleset, table, deficit, rows, honba, sticks)


def score_outcomes(full_score: FullScore, deficit: Deficit) -> ScoreOutcomes:
    """How a scored hand changes the difference to a rival, won as it was, and in the other way if it is not
    known how. Raises InputError if the rival is the winner.

    >>> from scorer import score
    >>> found = score_outcomes(FullScore(score("234m345p67p456s55s+8p")), Deficit(7800))
    >>> [(way.by_rival, outcome.lead) for way, (outcome,) in found.outcomes]
    [(True, -3800), (False, -5800)]
    """
    found: list[tuple[WinningWay, tuple[OvertakingHand, ...]]] = []
    for score in filter(None, (full_score.score, full_score.other_way)):
        seat, rules = score.situation.seat, score.ruleset
        if deficit.rival == seat:
            raise _own_seat_error(seat)
        for situation, rival in _situations(score.situation, deficit.rival, rules):
            best = score_hand(rules, score.hand, situation).best
            count = HandCount(best.worth.total, best.sheet.total if best.sheet else None, best.worth.tier)
            lead = _lead_gained(best.payments, seat, rival) - deficit.points
            outcome = OvertakingHand(count, best.payments, lead, best.worth.limit)
            found.append((winning_way(situation, rival), (outcome,)))
    return ScoreOutcomes(full_score, deficit, tuple(_merged_ways(found)))


def winning_way(situation: Situation, rival: str) -> WinningWay:
    """How a win in a situation concerns a rival."""
    drawn, discarder = situation.self_draw, situation.discarder
    by_rival = None if drawn else discarder == rival
    discarder_deals = None if drawn or by_rival else discarder == DEALER
    return WinningWay(situation.seat == DEALER, drawn, by_rival, rival == DEALER, discarder_deals)


def _own_seat_error(seat: str) -> InputError:
    message = Message("rival in own seat", seat)
    return InputError([Fault("--behind", None, message, "circumstance")])


def _situations(situation: Situation, rival: str, ruleset: Ruleset) -> Iterator[tuple[Situation, str]]:
    """Every discarder and rival that a situation leaves open."""
    players = seats_of(ruleset)
    others = [seat for seat in players if seat != situation.seat]
    discarders: list[str | None] = [None] if situation.self_draw else [*others]
    for discarder in [situation.discarder] if situation.discarder else discarders:
        for one in [rival] if rival else others:
            yield replace(situation, discarder=discarder), one


def _lead_gained(payments: Payments, seat: str, rival: str) -> Amount:
    """How much a payment changes the difference between the winner and the rival."""
    gains = dict(payments.transfers)
    return gains.get(seat, 0) - gains.get(rival, 0)


# ---- ways that come to the same

Outcomes = tuple[tuple[OvertakingHand, ...], tuple[OvertakingHand, ...]]
"""The cheapest hands that overtake, and those that make the scores equal."""
OutcomesOrHands = TypeVar("OutcomesOrHands", Outcomes, tuple[OvertakingHand, ...])
DISTINCTIONS = ((), ("rival_deals",), ("discarder_deals",), ("rival_deals", "discarder_deals"))
"""The fields that may tell ways to win apart, the fewest first."""


def _merged_ways(
    ways: Iterable[tuple[WinningWay, OutcomesOrHands]],
) -> Iterator[tuple[WinningWay, OutcomesOrHands]]:
    """The ways without distinctions that make no difference, in the order in which they were found."""
    grouped: dict[tuple[object, ...], list[tuple[WinningWay, OutcomesOrHands]]] = {}
    for way, outcomes in ways:
        grouped.setdefault((way.dealer, way.self_draw, way.by_rival), []).append((way, outcomes))
    for group in grouped.values():
        for kept in DISTINCTIONS:
            merged: dict[WinningWay, OutcomesOrHands] = {}
            keys: dict[WinningWay, set[object]] = {}
            for way, outcomes in group:
                short = WinningWay(
                    way.dealer,
                    way.self_draw,
                    way.by_rival,
                    way.rival_deals if "rival_deals" in kept else None,
                    way.discarder_deals if "discarder_deals" in kept else None,
                )
                merged.setdefault(short, outcomes)
                keys.setdefault(short, set()).add(_shared_traits(outcomes))
            if all(len(one) == 1 for one in keys.values()) or kept == DISTINCTIONS[-1]:
                yield from merged.items()
                break


def _shared_traits(outcomes: object) -> object:
    """What two outcomes have to share to be shown as one."""
    if isinstance(outcomes, OvertakingHand):
        return outcomes.count, outcomes.lead, tuple(pattern.id for pattern in outcomes.patterns)
    return tuple(map(_shared_traits, outcomes)) if isinstance(outcomes, tuple) else outcomes


# ---- the cheapest hands


class _OutcomeFinder:
    """Finds the cheapest hands that overtake, among the counts of a payment table."""

    def __init__(self, table: PaymentTable, points: int) -> None:
        self.table, self.ruleset, self.points = table, table.ruleset, points
        self.candidates = list(self._candidates())

    def _candidates(self) -> Iterator[tuple[HandCount, tuple[Pattern, ...]]]:
        """Every count that is paid differently, cheapest first. If a hand is worth its highest pattern alone,
        the counts are those of the patterns.
        """
        entries = sorted(self.table.entries, key=lambda entry: (entry.tier, entry.low))
        if self.ruleset.highest_only:
            yield from ((HandCount(one.low), one.patterns) for one in entries if one.patterns)
            return
        yield from ((count, ()) for count in self.table.crossed_counts)
        if any(entry.patterns for entry in entries):
            totals = possible_totals(self.ruleset, MOST_OPEN_TOTAL)
            yield from ((HandCount(total), ()) for total in totals if total >= max(1, self.table.lowest))
            entries = [entry for entry in entries if not entry.patterns]
        yield from ((HandCount(entry.low, None, entry.tier), ()) for entry in entries)

    def cheapest_outcomes(self, situation: Situation, rival: str) -> Outcomes:
        """The cheapest hands that overtake a rival in a situation, and those that only reach the rival."""
        case = PaymentCase(situation.seat == DEALER, situation.self_draw)
        hands: list[OvertakingHand] = []
        ties: list[OvertakingHand] = []
        for count, patterns in self.candidates:
            able = tuple(one for one in patterns if self.table.can_win(one, case))
            if (patterns and not able) or self._is_surpassed(count, hands, case):
                continue
            outcome = self._outcome(situation, rival, count, able)
            if outcome.lead >= 0 and self.table.has_hand(case, count):  # a long search
                (hands if outcome.lead else ties).append(outcome)
        return tuple(hands), tuple(one for one in ties if not self._is_surpassed(one.count, hands, case))

    def _outcome(
        self, situation: Situation, rival: str, count: HandCount, patterns: tuple[Pattern, ...] = ()
    ) -> OvertakingHand:
        told = replace(count, sheet=self.table.sheets[-1]) if count.sheet is None else count
        pattern = patterns[0] if patterns else None
        valued, payments = self.table.situation_payment(situation, told, pattern)
        lead = _lead_gained(payments, situation.seat, rival) - self.points
        return OvertakingHand(count, payments, lead, valued.worth.limit, patterns)

    def _is_surpassed(self, count: HandCount, hands: Iterable[OvertakingHand], case: PaymentCase) -> bool:
        """Whether every hand of a count counts at least as much as one of the hands in every respect."""
        sheet = self._least_sheet(case) if count.sheet is None else count.sheet
        return any(
            (one.count.tier, one.count.total) <= (count.tier, count.total)
            and (one.count.sheet is None or one.count.sheet <= sheet)
            for one in hands
        )

    def _least_sheet(self, case: PaymentCase) -> int:
        """The lowest secondary score of any hand in a case."""
        table, most = self.table, self.table.highest
        known = (one for one in table.sheets if one is not None)
        return next((one for one in known if table.has_hand(case, HandCount(most, one))), 0)
