"""What the payers of a hand give, as a learner says it: one amount, or the smaller and the dealer's."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.values import dataclass

COUNTERS = "counters"


@dataclass(frozen=True)
class Paid:
    """The different amounts that a player pays, the smallest first; `alone` where one player pays all."""

    amounts: tuple[float, ...]
    alone: bool

    @property
    def text(self) -> str:
        """The amounts as they are called out: `2,000/3,900`, `4,000 each`."""
        said = "/".join(f"{amount:,g}" for amount in self.amounts)
        return said if self.alone or len(self.amounts) > 1 else f"{said} each"

    def said_by(self, ways: list[tuple[float, ...]]) -> bool:
        """Whether an answer names just these amounts, in any order."""
        return any(tuple(sorted(set(way))) == self.amounts for way in ways)


def paid(score: Score, counters: bool = True) -> Paid:
    """What each player pays for a hand, with the counters on the table or without.

    >>> from scorer import score
    >>> paid(score("234m345p67p456s55s+8p", win="tsumo")).text
    '700/1,300'
    """
    sums: dict[str, float] = {}
    for share in score.best.payments.shares:
        if counters or share.part != COUNTERS:
            sums[share.payer] = sums.get(share.payer, 0) + share.amount / share.players
    return Paid(tuple(sorted(set(sums.values()))), len(sums) == 1 and not score.situation.self_draw)
