"""How a recorded deal without a winner ends by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine.evaluate import at_table
from scorer.replay.moment import Moment
from scorer.replay.table import PlayTable
from scorer.ruleset.model import DrawnDeal
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


def drawn_deal(table: PlayTable, moments: Sequence[Moment], claimed_id: str = "") -> SettledDraw:
    """How a deal without a winner ends by the rules. `moments` has one for each player. If several rules
    apply, the `claimed_id` one is used, else the first.
    """
    rules = table.rules
    for draw in sorted(rules.draws, key=lambda draw: draw.id != claimed_id):
        holding = [moment.player for moment in moments if at_table(draw.condition, moment)]
        if not holding:
            continue
        nobody = (False,) * len(moments)
        ready = nobody if draw.aborts else tuple(_is_ready(table, player) for player in range(len(moments)))
        return SettledDraw(draw, draw_payments(draw, rules, table.deal.dealer, holding, ready), ready)
    return SettledDraw(None, (0,) * len(moments), (False,) * len(moments))


def _is_ready(table: PlayTable, player: int) -> bool | None:
    return None if table.players[player].is_hidden else bool(table.waits(player))
