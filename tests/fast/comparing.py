"""Both engines on the same hand, every field beside the other."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from scorer.engine.results import Score
from scorer.errors import NotAWinner
from scorer.fast.engine import Engine
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.hand import Hand, Situation
from scorer.memo import Memo
from scorer.render.result import result_data
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_by_readings

Fields = dict[str, Any]


def fields(score: Score) -> Fields:
    """Everything that both evaluators give."""
    paid, worth = score.payments, score.worth
    return {
        "awards": [(a.id, a.value, a.count, a.pattern.unit) for a in score.awards],
        "bonuses": [(line.id, line.value, line.count) for line in score.bonuses],
        "sheet": score.sheet,
        "worth": (worth.total, worth.tier, worth.base, worth.limit and worth.limit.id, worth.amounts),
        "shares": paid.shares,
        "payments": (paid.points, paid.transfers, paid.total, paid.sticks),
        "complete": score.complete,
    }


def text_of(score: Score) -> str:
    """The hand of a score of the compiled engine in canonical notation."""
    source: Any = score.source
    text: str = source.notation_parts()[0]
    return text


def readings(score: Score) -> list[str]:
    """The best reading of a score of the compiled engine, as it is spelled for lines of results."""
    source: Any = score.source
    found: list[str] = json.loads(f"[{source.notation_parts()[1].removesuffix(', ')}]")
    return found


def memos() -> list[Memo[object, object]]:
    """Everything that any engine remembers from hand to hand."""
    return [one for one in gc.get_objects() if isinstance(one, Memo)]


def worked_out() -> int:
    """How much is remembered; hands seen before add nothing."""
    return sum(map(len, memos()))


def outcome(score: Callable[..., Score], *given: object) -> Fields:
    """What a function makes of a hand: every field of its score, or of why the hand does not win."""
    try:
        return fields(score(*given))
    except NotAWinner as error:
        return vars(error)


def differences(
    engine: Engine, ruleset: Ruleset, samples: Iterable[tuple[Hand, Situation]]
) -> tuple[list[str], Counter[str]]:
    """Every field on which the engines differ, and how many hands won, lost, or were left out."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    for hand, situation in samples:
        try:
            have = outcome(engine.score, hand, situation)
        except NeedsReadableEvaluator:
            seen["beyond"] += 1
            continue
        want = outcome(score_by_readings, ruleset, hand, situation)
        seen["lost" if "kind" in want else "won"] += 1
        if "kind" not in want | have:
            have["reading"] = readings(engine.score(hand, situation))
            want["reading"] = result_data(score_by_readings(ruleset, hand, situation))["reading"]
        found += [f"{hand} {situation}: {key}" for key in want | have if want.get(key) != have.get(key)]
    return found, seen
