"""What a game adds to its results besides scores and places: chips, a price for players who never won, and a
price for those whose scores ended the game. Amounts are in units of the results.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine.evaluate import at_table, whole_number
from scorer.engine.value import Amount
from scorer.table.rules import DealRules
from scorer.table.settle import BUST, AfterDeal, equal_parts
from scorer.table.state import EndedDeal, GameState
from scorer.values import dataclass

CHIPS, NEVER_WON, BUST_PRIZE = "chips", "never_won", "bust_prize"
HUNDREDTHS = 100
"""Results have two digits after the point."""


@dataclass(frozen=True)
class SideResult:
    """What each player gains in the result, and for what: `chips`, `never_won` or `bust_prize`."""

    cause: str
    gains: tuple[Amount, ...]


def side_results(rules: DealRules, state: GameState, deals: Sequence[EndedDeal]) -> tuple[SideResult, ...]:
    """What the chips, the players who never won and those who went bust add to the results. Each adds up to
    0. Nothing of it is known of a game that was entered without deals.

    >>> from scorer import read_evening
    >>> game = b"- {game: riichi, players: [Ann, Ben, Cho, Dia], options: {chip_value: 2}}"
    >>> evening = read_evening(b"events:\\n" + game + b"\\n- {chips: {Ann: 3, Ben: -3}}\\n").evening
    >>> evening.games[0].final.sides
    (SideResult(cause='chips', gains=(6, -6, 0, 0)),)
    """
    final = rules.ruleset.final
    if final is None:
        return ()
    chip = whole_number(final.chip, rules.view)
    found = [SideResult(CHIPS, tuple(chip * number for number in state.chips))]
    if state.over and deals:
        winners = {player for deal in deals for player in deal.winners}
        price = whole_number(final.never_won, rules.view)
        found.append(SideResult(NEVER_WON, _paid_to_winners(price, sorted(winners), len(state.players))))
        found.append(SideResult(BUST_PRIZE, _bust_prizes(rules, state, deals[-1])))
    return tuple(one for one in found if any(one.gains))


def _paid_to_winners(price: int, winners: Sequence[int], players: int) -> tuple[Amount, ...]:
    """What each player gains if each who has not won pays a price to each who has."""
    losers = players - len(winners)
    return tuple(price * losers if player in winners else -price * len(winners) for player in range(players))


def _bust_prizes(rules: DealRules, state: GameState, last: EndedDeal) -> tuple[Amount, ...]:
    """What each player gains if those whose scores ended the game pay the winners of the last deal, who share
    it. Nobody is paid if nobody won that deal.
    """
    gains: list[Amount] = [0] * len(state.players)
    final, deals = rules.ruleset.final, rules.deals
    if final is None or deals is None or last.over != BUST or not last.winners:
        return tuple(gains)
    prize = whole_number(final.bust_prize, rules.view)
    shares = equal_parts(prize * HUNDREDTHS, len(last.winners), 1)
    for player, score in enumerate(state.scores):
        if at_table(deals.bust, AfterDeal(rules.ruleset, {"lowest": int(score)})):
            gains[player] -= prize
            for winner, share in zip(last.winners, shares, strict=True):
                gains[winner] += share / HUNDREDTHS
    return tuple(gains)
