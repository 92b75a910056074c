"""Settles deals by the rules of a ruleset: what a drawn deal pays, what the next deal begins with, when the
game ends, and what the final scores are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorer.engine.evaluate import at_table, holds, rules_view, whole_number
from scorer.engine.request import refuse_wrong_counters
from scorer.engine.value import Amount, penalty_transfers, round_up
from scorer.errors import Fault, InputError
from scorer.foreign import value_text
from scorer.hand import DEALER, Situation, wind_letter
from scorer.message import Listed, Message
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import DrawnDeal, Final, Ruleset, ShareSheet
from scorer.scoring import RulesetOrName, resolve_ruleset
from scorer.suggest import available_names, nearest_items
from scorer.table.rules import DealRules
from scorer.table.sums import refuse_wrong_sum
from scorer.table.whole_deal import WholeDeal, drawn_hands
from scorer.values import dataclass


@dataclass(frozen=True)
class DealEnd:
    """How a deal ended, as the rules for the next deal see it. `first_winners` are those of the first win, if
    a deal can have several, and `first_discarder` is who discarded for it.
    """

    winners: tuple[int, ...]
    is_aborted: bool
    ready_states: tuple[bool | None, ...]
    scores: tuple[int, ...]
    sticks: int
    honba: int
    dealer: int
    round: int
    turn: int
    first_winners: tuple[int, ...] = ()
    first_discarder: int | None = None


@dataclass(frozen=True)
class NextDeal:
    """What the next deal begins with, or that the game is over. `reason` is why it is: one of `REASONS`, or
    empty.
    """

    dealer: int
    round: int
    turn: int
    honba: int
    sticks: int
    scores: tuple[int, ...]
    stays: bool
    reason: str = ""

    @property
    def ends(self) -> bool:
        return bool(self.reason)


def paid_scores(scores: Sequence[Amount], gains: Iterable[Sequence[Amount]]) -> tuple[Amount, ...]:
    """The scores of all players after payments, each with what every player gains.

    >>> paid_scores([25000, 25000, 25000], [(-1000, 0, 0), (0, 8000, -8000)])
    (24000, 33000, 17000)
    """
    return tuple(round_up(sum(parts)) for parts in zip(scores, *gains, strict=True))


def stick_gains(rules: DealRules, player: int) -> tuple[int, ...]:
    """What each player gains if one puts a stick on the table."""
    return tuple(-rules.stick if one == player else 0 for one in range(rules.players))


BUST, LEADING_DEALER, ROUNDS = "bust", "leading dealer", "rounds"
REASONS = (BUST, LEADING_DEALER, ROUNDS)
"""Why the rules end a game: by the scores, by the dealer, or after the planned rounds."""


def draw_payments(
    draw: DrawnDeal,
    rules: DealRules,
    dealer: int,
    paid_players: Sequence[int],
    ready_states: Sequence[bool | None],
) -> tuple[int, ...]:
    """What each player gains: the rule pays each of `paid_players`, or a pool is paid by those who are not
    ready to those who are.
    """
    gains = [0] * rules.players
    for player in paid_players if draw.pays != ShareSheet() else ():
        for other, paid in enumerate(_paid_by(draw.pays, rules, player, dealer)):
            gains[other] -= paid
    pool, count = whole_number(draw.pool, rules.view), sum(one is True for one in ready_states)
    if pool and 0 < count < rules.players:
        for player, is_ready in enumerate(ready_states):
            gains[player] += pool // count if is_ready else -(pool // (rules.players - count))
    return tuple(gains)


def _paid_by(sheet: ShareSheet, rules: DealRules, player: int, dealer: int, honba: int = 0) -> list[int]:
    """What each player gains if one player pays the others the shares of a sheet."""
    seat = rules.seats[(player - dealer) % rules.players]
    shares = sheet.dealer if seat == DEALER else sheet.non_dealer
    counter = rules.ruleset.counter_circumstance
    counters = ((counter.id, honba),) if counter and honba else ()
    gains = dict(
        penalty_transfers(rules_view(rules.ruleset, Situation(True, seat, circumstances=counters)), shares)
    )
    return [int(gains[rules.seats[(other - dealer) % rules.players]]) for other in range(rules.players)]


@dataclass(frozen=True)
class FalseWinCost:
    """What a false win costs: what every player gains at once, what of it goes to nobody, what is subtracted
    from the result, and whether the deal is played again.
    """

    payments: tuple[int, ...]
    lost: int
    deduction: int
    replays: bool


def false_win_cost(rules: DealRules, player: int, dealer: int, honba: int = 0) -> FalseWinCost | None:
    """What a player's false win costs, with the counters on the table; None if the ruleset does not say."""
    deals, final = rules.deals, rules.ruleset.final
    if deals is None:
        return None
    gains = _paid_by(deals.false_win, rules, player, dealer, honba)
    lost = whole_number(deals.false_win_costs, rules.view, 0)
    deduction = whole_number(final.false_win, rules.view, 0) if final else 0
    if not (lost or deduction or any(gains)):
        return None
    gains[player] -= lost
    return FalseWinCost(tuple(gains), lost, deduction, holds(deals.replays, rules.view))


# ---- the next deal

DealFacts = Mapping[str, bool | int]


class AfterDeal:
    """The facts about the table at the end of a deal."""

    def __init__(self, ruleset: Ruleset, facts: DealFacts) -> None:
        self.ruleset, self.facts = ruleset, dict(facts)

    def fact_value(self, name: str) -> bool | int:
        return self.facts.get(name, False)

    def given_class(self, name: str) -> int:
        return 0

    def counted_at_table(self, name: str, tiles: int) -> int:
        return 0


def next_deal(rules: DealRules, end: DealEnd, rounds: int = 0, *, may_end: bool = True) -> NextDeal | None:
    """What follows a deal; None if the ruleset does not say how deals follow one another. Whether the game
    ends is left out if it is known that it goes on: if not `may_end`.
    """
    deals = rules.deals
    if deals is None:
        return None
    players, planned = rules.players, planned_rounds(rules, rounds)
    left = (planned - end.round) * players - end.turn - 1
    facts = {
        "players": players, "honba": end.honba, "sticks": end.sticks, "won": bool(end.winners),
        "drawn": not end.winners, "aborted": end.is_aborted, "dealer_won": end.dealer in end.winners,
        "dealer_ready": not end.winners and end.ready_states[end.dealer] is True,
        "ready": sum(one is True for one in end.ready_states),
        "lowest": min(end.scores), "highest": max(end.scores),
        "dealer_leads": player_order(end.scores, (end.dealer - end.turn) % players)[0] == end.dealer,
        "deals_left": left,
    }  # fmt: skip
    view = AfterDeal(rules.ruleset, facts)
    stays = bool(at_table(deals.stays, view))
    view.facts["dealer_stays"] = stays
    dealer = end.dealer if stays else _next_dealer(deals.next_dealer, end, players)
    round_, turn = divmod(end.round * players + end.turn + (0 if stays else 1), players)
    honba = int(at_table(deals.honba, view))
    reasons = (BUST, deals.bust), (LEADING_DEALER, deals.dealer_ends), (ROUNDS, deals.ends)
    reason = next((name for name, node in reasons if at_table(node, view)), "") if may_end else ""
    return NextDeal(dealer, round_, turn, honba, end.sticks, end.scores, stays, reason)


def planned_rounds(rules: DealRules, rounds: int = 0) -> int:
    """The rounds that a game has; 0 if it goes on until the players end it."""
    if rules.deals is None:
        return 0
    planned = whole_number(rules.deals.rounds, rules.view)
    return rounds or planned if planned else 0


def _next_dealer(rule: str, end: DealEnd, players: int) -> int:
    """Who deals after a deal in which the dealer does not stay."""
    if rule != "first_winner":
        return (end.dealer + 1) % players
    if len(end.first_winners) > 1 and end.first_discarder is not None:
        return end.first_discarder
    return end.first_winners[0] if end.first_winners else end.dealer


# ---- the end of the game


@dataclass(frozen=True)
class FinalResult:
    """The result of a game: for each player the score with the sticks that are left, the place from 1, and
    the result, in units of the ruleset.
    """

    scores: tuple[int | float, ...]
    places: tuple[int, ...]
    results: tuple[float, ...]


def player_order(scores: Sequence[int | float], first_dealer: int = 0) -> list[int]:
    """The players from the first place to the last; of equal ones, the first dealer is before those who were
    dealer later.
    """
    players = len(scores)
    return sorted(range(players), key=lambda player: (-scores[player], (player - first_dealer) % players))


def final_result(
    ruleset: Ruleset, rules: DealRules, scores: Sequence[int], sticks: int = 0, first_dealer: int = 0
) -> FinalResult | None:
    """What final scores are worth; None if the ruleset does not say. Of equal scores, that of the
    `first_dealer` is before the others, unless the rules share places.
    """
    if ruleset.final is None or len(scores) != rules.players:
        return None
    return game_result(rules, scores, sticks, first_dealer)


def game_result(
    rules: DealRules, scores: Sequence[int | float], sticks: int = 0, first_dealer: int = 0
) -> FinalResult:
    """What final scores are worth. If the ruleset does not say, they are the result."""
    final = rules.ruleset.final or Final()
    order = player_order(scores, first_dealer)
    places = [1 + sum(other > score for other in scores) for score in scores]
    first = [player for player in order if places[player] == 1]
    full_scores = list(scores)
    if rules.takes_leftover_sticks:
        unit = rules.ruleset.payment.round_up_to
        takers = first if rules.shares_places else order[:1]
        for player, points in zip(takers, equal_parts(sticks * rules.stick, len(takers), unit), strict=True):
            full_scores[player] += points
    if not rules.shares_places:
        for place, player in enumerate(order, 1):
            places[player] = place
    bonus = _place_bonuses(final, rules, full_scores, order, places)
    returns = whole_number(final.returns, rules.view)
    unit = _result_unit(final, rules)
    counted = [(score - returns) / unit if final.counts_score else 0 for score in full_scores]
    results = tuple(round(one + bonus[player], 2) for player, one in enumerate(counted))
    return FinalResult(tuple(full_scores), tuple(places), results)


def equal_parts(points: int, players: int, unit: int) -> list[int]:
    """Points in equal parts that are multiples of a unit. Units that are left over go to the first players,
    so that no point is lost.

    >>> equal_parts(1000, 3, 100), equal_parts(2000, 2, 100)
    ([400, 300, 300], [1000, 1000])
    """
    units, rest = divmod(points, max(unit, 1))
    whole, more = divmod(units, players)
    parts = [(whole + (1 if place < more else 0)) * max(unit, 1) for place in range(players)]
    parts[0] += rest
    return parts


def _result_unit(final: Final, rules: DealRules) -> int:
    """The points that count as 1 in the result."""
    return max(whole_number(final.unit, rules.view, 1), 1)


def _place_bonuses(
    final: Final,
    rules: DealRules,
    scores: Sequence[int | float],
    order: Sequence[int],
    places: Sequence[int],
) -> dict[int, float]:
    """What the places earn in the result; players with the same place share what their places earn
    together.
    """
    earned: list[float] = [float(one) for one in _earned_by_place(final, rules, scores)]
    earned += [0.0] * (len(scores) - len(earned))
    earned[0] += whole_number(final.first_takes, rules.view) / _result_unit(final, rules)
    found: dict[int, float] = {}
    for player in order:
        same = [at for at, other in enumerate(order) if places[other] == places[player]]
        found[player] = sum(earned[at] for at in same) / len(same)
    return found


def _earned_by_place(final: Final, rules: DealRules, scores: Sequence[int | float]) -> list[int]:
    """What each place earns, without what the first player takes besides."""
    returns = whole_number(final.returns, rules.view)
    floating = sum(score >= returns for score in scores)
    usual = [whole_number(node, rules.view) for node in final.places]
    return [*_places_by_floating(final, rules).get(floating, usual)]


def _places_by_floating(final: Final, rules: DealRules) -> Mapping[int, Sequence[int]]:
    """What places earn by the number of players at or above the points subtracted, if that matters."""
    return dict(final.by_floating) if holds(final.floating, rules.view) else {}


@dataclass(frozen=True)
class FinalTerms:
    """How final scores became results: what was subtracted from each score, the points that count as 1, what
    each place earned, what the first player took besides, in points, and the options that decide these.
    """

    returns: int
    unit: int
    places: tuple[int, ...]
    first_takes: int
    options: tuple[str, ...]


def final_terms(rules: DealRules, scores: Sequence[int | float]) -> FinalTerms:
    """How the final scores become results.

    >>> from scorer.scoring import load_ruleset
    >>> found = final_terms(DealRules(load_ruleset("riichi")), [41000, 29000, 18000, 12000])
    >>> found.returns, found.unit, found.places, found.first_takes
    (30000, 1000, (20, 10, -10, -20), 20000)
    """
    final = rules.ruleset.final or Final()
    places = () if _places_by_floating(final, rules) else final.places
    nodes = (final.returns, final.floating, *places, final.first_takes, final.ties)
    named = (str(part.args[0]) for node in nodes for part in node.walk() if part.op == "option")
    return FinalTerms(
        whole_number(final.returns, rules.view),
        _result_unit(final, rules),
        tuple(_earned_by_place(final, rules, scores)),
        whole_number(final.first_takes, rules.view),
        tuple(dict.fromkeys(named)),
    )


# ---- without a log


@dataclass(frozen=True)
class DrawAnswer:
    """What a drawn deal, or a false win, pays each seat, and how the next deal begins.

    `rule` is None for a false win. `next_deal` is None if the ruleset does not say how deals follow one
    another.
    """

    ruleset: Ruleset
    rule: DrawnDeal | None
    seats: str
    payments: tuple[int, ...]
    deduction: int
    """what a false win costs in the final result"""
    next_deal: NextDeal | None

    @property
    def dealer_stays(self) -> bool:
        """Whether the dealer, who has the first of the seats, deals again: where the first winner deals next,
        this is so if nobody won.
        """
        return self.next_deal is not None and (self.next_deal.stays or self.next_deal.dealer == 0)


def draw_result(
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    ready_seats: Sequence[str] = (),
    kind: str = "",
    paid_seats: Sequence[str] = (),
    false_win: str = "",
    honba: int = 0,
    sticks: int = 0,
) -> DrawAnswer:
    """What a deal without a winner pays, in points, and how the next deal begins. E is the dealer.

    `ready_seats` are the seats of the players who are ready, `kind` how the deal is drawn (the wall is used
    up if it is empty), and `paid_seats` the seats that the draw itself pays. `false_win` is the seat of a
    false winner, who pays instead. Seats are E, S, W, N or names of these winds.

    Raises InputError for seats, kinds of draw and counters that the ruleset does not have.

    >>> draw_result("riichi", ready_seats=["E", "S"]).payments
    (1500, 1500, -1500, -1500)
    """
    rules = DealRules(resolve_ruleset(ruleset))
    refuse_wrong_counters(rules.ruleset, honba=honba, sticks=sticks)
    ready_winds, paid_winds = ([wind_letter(seat) for seat in seats] for seats in (ready_seats, paid_seats))
    offender = wind_letter(false_win)
    offenders = [offender] if offender else []
    seats_by_option = (("--ready", ready_winds), ("--by", paid_winds), ("--false-win", offenders))
    for option, seat in ((option, seat) for option, seats in seats_by_option for seat in seats):
        if seat not in rules.seats or len(seat) != 1:
            message = Message("not a seat", seat, Listed(tuple(rules.seats), "comma"))
            raise InputError([Fault(option, None, message, "circumstance", suggestions=())])
    players = range(rules.players)
    states = tuple(rules.seats[player] in ready_winds for player in players)
    rule, deduction = None, 0
    if offender:
        cost = false_win_cost(rules, rules.seats.index(offender), 0, honba)
        if cost is None:
            message = Message("no rules for false win", rules.ruleset.title)
            raise InputError([Fault("--false-win", None, message, "circumstance")])
        payments, deduction = cost.payments, cost.deduction
    else:
        rule = _draw_of_kind(rules, kind, bool(paid_winds))
        if rule.transfers:
            message = Message("draw needs hands")
            raise InputError([Fault("--ready", None, message, "circumstance")])
        holding = [rules.seats.index(seat) for seat in paid_winds]
        payments = draw_payments(rule, rules, 0, holding, states)
    scores = tuple(rules.start + gain for gain in payments)
    end = DealEnd(
        winners=(), is_aborted=bool(rule and rule.aborts), ready_states=states, scores=scores,
        sticks=sticks, honba=honba, dealer=0, round=0, turn=0,
    )  # fmt: skip
    following = next_deal(rules, end) if not offender else None
    return DrawAnswer(rules.ruleset, rule, rules.seats, payments, deduction, following)


def drawn_deal_result(
    hands: str, ruleset: RulesetOrName = DEFAULT_RULESET, *, kind: str = "", events: str = ""
) -> WholeDeal:
    """What is paid in a deal that ends without a winner, where that depends on the hands of all players.

    `hands` has each hand after its seat, or the base of the best hand that the player waits for; `events`
    are what was paid while the deal was played. `kind` is how the deal is drawn.

    Raises InputError for hands, events and kinds of draw that the ruleset does not have.

    >>> drawn_deal_result("E:4 S:0 W:0 N:1", "sichuan").balance
    (('E', 8), ('S', -5), ('W', -5), ('N', 2))
    """
    rules = DealRules(resolve_ruleset(ruleset))
    rule = _draw_of_kind(rules, kind, has_player=False)
    if not (rule.transfers or rules.ruleset.events):
        message = Message("draw without hands", rules.ruleset.title)
        raise InputError([Fault("--hands", None, message, "circumstance")])
    return drawn_hands(rules.ruleset, rule, hands, events)


def _draw_of_kind(rules: DealRules, kind: str, has_player: bool) -> DrawnDeal:
    """The draw of that id or name; without one, the draw that pays a player, or the one that pays a pool."""
    if found := rules.draw_named(kind):
        return found
    if kind:
        known = rules.draw_names
        message = Message("no such draw", rules.ruleset.label, kind, available_names(known))
        raise InputError(
            [Fault("--kind", None, message, "circumstance", suggestions=nearest_items(kind, known, 1))]
        )
    paying = [draw for draw in rules.draws if (draw.pays != ShareSheet()) == has_player and not draw.aborts]
    pools = [draw for draw in paying if has_player or draw.pool is not None] or paying
    if pools:
        return pools[0]
    message = Message("no rules for draw", rules.ruleset.title)
    raise InputError([Fault("ruleset", None, message, "circumstance")])


@dataclass(frozen=True)
class FinalAnswer:
    """The result of final scores under a ruleset, with the scores as they were given and how they became
    results.
    """

    ruleset: Ruleset
    scores: tuple[int, ...]
    result: FinalResult
    terms: FinalTerms


def final_results(
    scores: Sequence[int], ruleset: RulesetOrName = DEFAULT_RULESET, *, sticks: int = 0
) -> FinalAnswer:
    """What final scores are worth after return points, placement points and oka, in thousands of points.

    `scores` are in the order of the first seats, the first dealer first. `sticks` are those left on the
    table.

    Raises InputError if the number of scores is wrong, if one is not a whole number, if scores and sticks do
    not add up to what the players began with, or if the ruleset does not say what they are worth.

    >>> final_results([41000, 29000, 18000, 12000], "tenhou").result.results
    (51.0, 9.0, -22.0, -38.0)
    """
    rules = DealRules(resolve_ruleset(ruleset))
    named = rules.ruleset
    if len(scores) != rules.players:
        message = Message("wrong number of scores", named.label, rules.players, len(scores))
        raise InputError([Fault("scores", None, message, "circumstance")])
    if wrong := [score for score in scores if type(score) is not int]:
        told = ", ".join(map(value_text, wrong))
        raise InputError([Fault("scores", None, Message("expected whole numbers", told), "circumstance")])
    refuse_wrong_counters(named, sticks=sticks)
    found = final_result(named, rules, scores, sticks)
    if found is None:
        message = Message("no rules for final scores", named.title)
        raise InputError([Fault("scores", None, message, "circumstance")])
    refuse_wrong_sum(rules, scores, sticks)
    return FinalAnswer(named, tuple(scores), found, final_terms(rules, found.scores))
