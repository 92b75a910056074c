"""What a game adds to its results besides scores and places: chips, and what players pay one another when it
ends. Amounts are in units of the results.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine.evaluate import at_table, holds, whole_number
from scorer.engine.value import Amount
from scorer.ruleset.model import ResultTransfer
from scorer.table.rules import DealRules
from scorer.table.settle import BUST, AfterDeal, equal_parts
from scorer.table.state import EndedDeal, GameState
from scorer.values import dataclass

CHIPS = "chips"
HUNDREDTHS = 100
"""Results have two digits after the point."""


@dataclass(frozen=True)
class SideResult:
    """What each player gains in the result, and for what: `chips`, or the id of a transfer of the ruleset."""

    cause: str
    gains: tuple[Amount, ...]


def side_results(rules: DealRules, state: GameState, deals: Sequence[EndedDeal]) -> tuple[SideResult, ...]:
    """What the chips, and the transfers at the end of the game, add to the results. Each adds up to 0.
    Nothing of the transfers is known of a game that was entered without deals.

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
        views = [_view_at_end(rules, state, deals, player) for player in range(len(state.players))]
        found += [
            SideResult(one.id, _gains_of_transfer(rules, one, views))
            for one in final.transfers
            if holds(one.option_condition, rules.view)
        ]
    return tuple(one for one in found if any(one.gains))


def _view_at_end(rules: DealRules, state: GameState, deals: Sequence[EndedDeal], player: int) -> AfterDeal:
    """What is known of a player at the end of a game."""
    score, last = int(state.scores[player]), deals[-1]
    bust = rules.deals is not None and last.over == BUST and rules.deals.bust
    facts = {
        "score": score, "lowest": int(min(state.scores)), "highest": int(max(state.scores)),
        "players": len(state.players), "honba": state.honba, "sticks": state.sticks,
        "won": bool(last.winners), "drawn": not last.winners, "dealer": player == last.dealer,
        "deals_won": sum(player in deal.winners for deal in deals),
        "won_last_deal": player in last.winners,
        "went_bust": bool(bust and at_table(bust, AfterDeal(rules.ruleset, {"lowest": score}))),
    }  # fmt: skip
    return AfterDeal(rules.ruleset, facts)


def _gains_of_transfer(
    rules: DealRules, rule: ResultTransfer, views: Sequence[AfterDeal]
) -> tuple[Amount, ...]:
    """What each player gains by one transfer."""
    gains: list[Amount] = [0] * len(views)
    each, shared = whole_number(rule.each, rules.view), whole_number(rule.shared, rules.view)
    paying = [player for player, view in enumerate(views) if at_table(rule.payers, view)]
    paid = [player for player, view in enumerate(views) if at_table(rule.receivers, view)]
    for payer in paying:
        receivers = [player for player in paid if player != payer]
        if not receivers:
            continue
        gains[payer] -= each * len(receivers) + shared
        shares = equal_parts(shared * HUNDREDTHS, len(receivers), 1)
        for receiver, share in zip(receivers, shares, strict=True):
            gains[receiver] += each + share / HUNDREDTHS
    return tuple(gains)
