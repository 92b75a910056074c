"""A hand of one table taken to another: what the other table does not have is left out and named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.request import Request
from scorer.ruleset.model import Ruleset
from scorer.tiles import name_in
from scorer.values import replace

RED = "0"


def adapted(request: Request, ruleset: Ruleset, others: Sequence[Ruleset]) -> tuple[Request, tuple[str, ...]]:
    """The request without what only the other rulesets have: red tiles, circumstances, indicators.

    What none of them has stays, and is a fault.
    """
    hand, red_notes = _without_reds(request.hand, ruleset, others)
    kept, notes = [], list(red_notes)
    for text in request.with_:
        name = text.partition("=")[0]
        homes = [other for other in others if name in other.circumstance_by_id]
        if name in ruleset.circumstance_by_id or not homes:
            kept.append(text)
        else:
            notes.append(f"it has no {name_in(homes[0].circumstance_by_id[name].names)}")
    shown = {item.id for item in ruleset.indicators}
    known = {item.id for other in others for item in other.indicators}
    indicators = {n: text for n, text in request.indicators.items() if n in shown or n not in known}
    notes += [
        f"it has no {name}" for name, text in request.indicators.items() if name not in indicators and text
    ]
    return replace(request, hand=hand, with_=tuple(kept), indicators=indicators), tuple(notes)


def _without_reds(text: str, ruleset: Ruleset, others: Sequence[Ruleset]) -> tuple[str, list[str]]:
    """Red tiles that this set has not, written as the plain tiles that they replace."""
    plain = dict(pair for other in others for pair in _reds(other))
    own = dict(_reds(ruleset))
    missing = {letter: digit for letter, digit in plain.items() if letter not in own}
    if RED not in text or not missing:
        return text, []
    changed = "".join(_plain(text, place, missing) for place in range(len(text)))
    return changed, ["it has no red tiles"] if changed != text else []


def _plain(text: str, place: int, missing: dict[str, str]) -> str:
    """One character; a 0 before the letter of a suit without red tiles becomes the digit it stands for."""
    suit = text[place:].lstrip("0123456789")[:1]
    return missing.get(suit, RED) if text[place] == RED else text[place]


def _reds(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for kind, _ in ruleset.tileset.reds:
        code = ruleset.tileset.kinds[kind].code
        yield code[-1], code[:-1]
