"""Both engines on the same hand, every field beside the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scorer.compiled.engine import Engine
from scorer.compiled.results import Score as FastScore
from scorer.compiled.scoring import Beyond
from scorer.engine.results import Score
from scorer.engine.score import score_hand
from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset

Fields = dict[str, Any]


def reference_fields(score: Score) -> Fields:
    """Everything that the compiled engine gives as well, as the reference engine says it."""
    best, paid, unit = score.best, score.best.payments, score.ruleset.unit
    return {
        "awards": [(a.pattern.id, a.value, a.count, a.pattern.unit or unit) for a in best.awards],
        "bonuses": [(line.id, line.value, line.count) for line in best.bonuses],
        "sheet": best.sheet and (best.sheet.sum, best.sheet.total),
        "lines": best.sheet and [(line.id, line.value, line.places) for line in best.sheet.lines],
        "worth": (best.total, best.tier, best.base, best.limit.id if best.limit else None, best.amounts),
        "shares": [(share.payer, share.role, share.amount, share.part) for share in paid.shares],
        "payments": (paid.points, paid.transfers, paid.total, paid.sticks),
        "other_readings": score.complete - 1,
        "reading": [
            (g.kind, tuple(map(tuple, g.tiles)), g.concealed, g.called, g.won, g.first_called, g.melded)
            for g in best.reading.groups
        ],
    }


def fast_fields(score: FastScore) -> Fields:
    """The same of the compiled engine."""
    paid = score.payments
    return {
        "awards": [tuple(award) for award in score.awards],
        "bonuses": [tuple(line) for line in score.bonuses],
        "sheet": score.sheet and (score.sheet.sum, score.sheet.total),
        "lines": score.sheet and [(line.id, line.value, score.places(line)) for line in score.sheet.lines],
        "worth": (score.total, score.tier, score.base, score.limit, score.amounts),
        "shares": [tuple(share) for share in paid.shares],
        "payments": (paid.points, paid.transfers, paid.total, paid.sticks),
        "other_readings": score.other_readings,
        "reading": [tuple(group) for group in score.reading],
    }


def differences(
    engine: Engine, ruleset: Ruleset, samples: Iterable[tuple[Hand, Situation]]
) -> tuple[list[str], Counter[str]]:
    """Every field on which the engines differ, and how many hands won, lost, or were left out."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    for hand, situation in samples:
        try:
            got = engine.score(hand, situation)
        except Beyond:
            seen["beyond"] += 1
            continue
        try:
            want = reference_fields(score_hand(ruleset, hand, situation))
        except NotAWinner:
            want = {}
        seen["won" if want else "lost"] += 1
        have = fast_fields(got) if got else {}
        found += [f"{hand} {situation}: {key}" for key in want | have if want.get(key) != have.get(key)]
    return found, seen
