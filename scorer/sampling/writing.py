"""A hand and its situation as the request that asks for them: the inverse of `understand`."""

from __future__ import annotations

from scorer.hand import Hand, Situation
from scorer.notation import format_hand
from scorer.request import Request
from scorer.ruleset.model import Ruleset


def request_of(hand: Hand, situation: Situation, ruleset: Ruleset) -> Request:
    """What would be typed for this hand; `understand` gives the same hand and situation.

    >>> from scorer.engine.request import understand
    >>> from scorer.request import Request
    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> asked = Request("406p78s11z(777z)[2222s]+9s", "self_draw", seat="W", indicators={"dora": "4p"})
    >>> written = request_of(*understand(asked, rules), rules)
    >>> written.hand, written.win, written.round, written.seat, written.indicators
    ('406p78s11z(777z)[2222s]+9s', 'self_draw', 'E', 'W', {'dora': '4p'})
    """
    tileset, table = ruleset.tileset, ruleset.circumstance_by_id
    return Request(
        format_hand(hand, tileset),
        "self_draw" if situation.self_draw else "discard",
        situation.round,
        situation.seat,
        situation.discarder or "",
        tuple(f"{name}={count}" if table[name].counted else name for name, count in situation.circumstances),
        {name: tileset.text(tiles) for name, tiles in situation.indicators},
        situation.honba,
        situation.sticks,
        dict(situation.liable),
    )
