"""How a recorded deal without a winner ends by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine.evaluate import at_table
from scorer.replay.moment import Moment
from scorer.replay.rules import TableRules
from scorer.replay.table import PlayTable
from scorer.ruleset.model import DrawnDeal, ShareSheet
from scorer.table.settle import draw_payments
from scorer.values import dataclass


@dataclass(frozen=True)
class SettledDraw:
    """A drawn deal: the rule that ended it (None if no rule does), what it pays, and who is ready (None if
    the tiles are not known).
    """

    rule: DrawnDeal | None
    payments: tuple[int, ...]
    ready_states: tuple[bool | None, ...]
    players: tuple[int, ...] = ()
    """the players whom the rule itself pays"""


def drawn_deal(table: PlayTable, moments: Sequence[Moment]) -> SettledDraw:
    """How a deal without a winner ends by the rules: the first rule that applies. `moments` has one for each
    player.
    """
    rules = table.rules
    for draw in rules.draws:
        asked = moments[:1] if draw.id in rules.draws_for_all else moments
        holding = [moment.player for moment in asked if at_table(draw.condition, moment)]
        if not holding:
            continue
        nobody = (False,) * len(moments)
        ready = nobody if draw.aborts else tuple(_is_ready(table, player) for player in range(len(moments)))
        paid = tuple(holding) if draw.pays != ShareSheet() else ()
        return SettledDraw(draw, draw_payments(draw, rules, table.deal.dealer, paid, ready), ready, paid)
    return SettledDraw(None, (0,) * len(moments), (False,) * len(moments))


def draw_that_pays(
    rules: TableRules, dealer: int, payments: tuple[int, ...]
) -> tuple[DrawnDeal, tuple[int, ...]] | None:
    """The drawn deal that explains payments, and the players whom it pays; None if no rule does."""
    players = range(rules.players)
    states = tuple(gain > 0 for gain in payments)
    for draw in rules.draws:
        paid_players = [(player,) for player in players] if draw.pays != ShareSheet() else [()]
        for paid in paid_players if any(payments) else ():
            if (
                draw_payments(draw, rules, dealer, paid, states if not paid else (False,) * len(states))
                == payments
            ):
                return draw, paid
    return None


def _is_ready(table: PlayTable, player: int) -> bool | None:
    return None if table.players[player].is_hidden else bool(table.waits(player))
