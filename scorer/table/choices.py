"""What can be entered next at a table: draws, who may put a stick on it, and what a win may count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import TooLarge, holds, whole_number
from scorer.engine.value import Amount
from scorer.errors import InputError
from scorer.hand import WINDS, Situation
from scorer.ruleset.model import DrawnDeal, PaidEvent, ShareSheet
from scorer.table.claims import Claim, valued_claim
from scorer.table.events import DealEvent, Declaration, Draw
from scorer.table.rules import DealRules
from scorer.table.settle import false_win_cost
from scorer.table.state import GameState
from scorer.table.steps import table_after
from scorer.teach.paid_counts import PaidCount, paid_counts, situation_cases
from scorer.teach.payment_table import HandCount
from scorer.teach.points import table_of
from scorer.values import dataclass, replace

USUAL_SHEETS = 6
"""The number of secondary scores, the lowest, that most hands have."""
MOST_COUNTS = 24
"""The most counts that are offered if every number is possible; any other can be typed."""


@dataclass(frozen=True)
class CountedWin:
    """A count that a win may have, as it is written in an event, with what the winner gains and what the
    others pay, the least first. Sticks are not part of it. It is rare if its secondary score is high.
    """

    count: HandCount
    text: str
    limit: str
    gain: Amount
    payments: tuple[Amount, ...]
    is_rare: bool = False


@dataclass(frozen=True)
class DrawChoice:
    """A way in which the deal may end without a winner, and what must be said of it: who is ready, what the
    ready players wait for, whom the draw pays, and who holds tiles of every suit.
    """

    rule: DrawnDeal
    asks_ready: bool
    asks_values: bool
    asks_paid: bool


def is_possible(rules: DealRules, state: GameState, event: DealEvent) -> bool:
    """Whether an event can happen now.

    >>> from scorer import load_ruleset
    >>> from scorer.table.state import first_state
    >>> rules = DealRules(load_ruleset("riichi"))
    >>> state = first_state(rules, ["Ann", "Ben", "Cho", "Dia"])
    >>> is_possible(rules, state, Declaration("Ann")), is_possible(rules, state, Draw("rain"))
    (True, False)
    """
    try:
        table_after(rules, state, event)
    except InputError:
        return False
    return True


def declaring_players(rules: DealRules, state: GameState) -> tuple[bool, ...]:
    """Whether each player may put a stick on the table."""
    return tuple(is_possible(rules, state, Declaration(name)) for name in state.players)


def has_false_wins(rules: DealRules, state: GameState) -> bool:
    """Whether the rules say what a false win costs."""
    return false_win_cost(rules, 0, state.dealer, state.honba) is not None


def spot_payments(rules: DealRules) -> tuple[PaidEvent, ...]:
    """What is paid at once while a deal is played."""
    return tuple(one for one in rules.ruleset.events if holds(one.option_condition, rules.view))


def has_chips(rules: DealRules) -> bool:
    """Whether chips are worth something in the result."""
    final = rules.ruleset.final
    return final is not None and whole_number(final.chip, rules.view) != 0


def has_liability(rules: DealRules) -> bool:
    """Whether a player may answer for the hand of another."""
    liability = rules.ruleset.payment.liability
    return liability is not None and any(holds(node, rules.view) for _, node in liability.patterns)


def draw_choices(rules: DealRules, state: GameState) -> tuple[DrawChoice, ...]:
    """The ways in which the deal may end without a winner, the usual one first.

    >>> from scorer import load_ruleset
    >>> from scorer.table.state import first_state
    >>> rules = DealRules(load_ruleset("tenhou"))
    >>> state = first_state(rules, ["Ann", "Ben", "Cho", "Dia"])
    >>> [(one.rule.id, one.asks_ready, one.asks_paid) for one in draw_choices(rules, state)][:2]
    [('exhaustive', True, False), ('nagashi_mangan', True, True)]
    """
    found = []
    for rule in rules.draws:
        asks_paid = rule.pays != ShareSheet() and not rule.aborts and not rule.pool
        asks_values = bool(rule.transfers)
        asks_ready = asks_values or (not rule.aborts and _depends_on_ready(rules, state, rule, asks_paid))
        found.append(DrawChoice(rule, asks_ready, asks_values, asks_paid))
    return tuple(sorted(found, key=lambda one: (one.rule.aborts, one.asks_paid)))


def _depends_on_ready(rules: DealRules, state: GameState, rule: DrawnDeal, asks_paid: bool) -> bool:
    """Whether it matters for payments or for the next deal who is ready."""
    paid = (state.players[0],) if asks_paid else ()
    next_dealer = "" if rules.deals else state.players[0]
    free = replace(state, declared=())  # who has declared must be ready
    ends = set()
    for ready in ((), (state.players[state.dealer],), (state.players[state.dealer - 1],)):
        values = tuple((name, "") for name in ready)
        after = table_after(rules, free, Draw(rule.id, values, paid, (), next_dealer))
        ends.add((after.scores, after.dealer, after.honba, after.over))
    return len(ends) > 1


# ---- what a win may count


def counted_wins(rules: DealRules, state: GameState, seat: str, discarder: str) -> tuple[CountedWin, ...]:
    """The counts that a win may have now, the lowest first, each with what it pays. `discarder` is a seat;
    empty for a self-draw.

    >>> from scorer import load_ruleset
    >>> from scorer.table.state import first_state
    >>> rules = DealRules(load_ruleset("riichi"))
    >>> state = first_state(rules, ["Ann", "Ben", "Cho", "Dia"])
    >>> [(one.text, one.gain) for one in counted_wins(rules, state, "S", "E")][:2]
    [('1 han 30 fu', 1000), ('1 han 40 fu', 1300)]
    """
    if rules.compares:
        return ()
    table = table_of(rules.ruleset)
    round_wind = WINDS[state.round % len(WINDS)] if state.rounds else rules.ruleset.default_round
    claim = Claim(seat, discarder, round_wind, state.honba, False)
    found = dict[str, CountedWin]()
    sheets = sorted({sheet for grid in table.grids for sheet, _ in grid.rows})[:USUAL_SHEETS]
    situation = Situation(not discarder, seat, discarder=discarder or None)
    for paid in _told_apart(paid_counts(table, situation_cases(table, situation), MOST_COUNTS)):
        limit = paid.limit.id if paid.limit and not paid.count.tier else ""
        count, text = paid.count, limit or paid.count.count_words(rules.ruleset)
        try:
            gains = dict(valued_claim(rules, claim, text).gains)
        except (InputError, TooLarge):
            continue
        payments = sorted({-gain for gain in gains.values() if gain < 0})
        if not payments:  # it is not paid without more
            continue
        is_rare = not limit and bool(sheets) and count.total > 0 and count.sheet not in (None, *sheets)
        won = CountedWin(count, text, limit, gains[seat], tuple(payments), is_rare)
        found.setdefault(text, won)
    return tuple(sorted(found.values(), key=lambda one: (one.count.tier, one.count.total)))


def _told_apart(counts: Iterable[PaidCount]) -> Iterator[PaidCount]:
    """The counts that can be told from others by their payment: of those with a limit the first alone."""
    return (one for one in counts if one.count.sheet is None or one.limit is None)
