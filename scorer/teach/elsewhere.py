"""Under which shipped rulesets some tiles are a complete hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import RulesetError
from scorer.hand import Situation
from scorer.notation import read_hand
from scorer.readings import TooManyReadings
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.ruleset.opening import open_ruleset


def complete_elsewhere(text: str, but: str = "") -> tuple[str, ...]:
    """The shipped rulesets, one left out, in which a hand's notation can be read and is complete.

    >>> "ponjan" in complete_elsewhere("222m333p777s", "riichi")
    True
    """
    return tuple(name for name in shipped_names() if name != but and _completes(text, name))


def _completes(text: str, name: str) -> bool:
    try:
        ruleset = _opened(name)
        return any(_readings(text, ruleset))
    except (RulesetError, TooManyReadings):
        return False


@lru_cache(maxsize=64)
def _opened(name: str) -> Ruleset:
    return open_ruleset(name)


def _readings(text: str, ruleset: Ruleset) -> Iterator[object]:
    hand, faults = read_hand(text, ruleset.tileset, ruleset.set_tables.kind_of)
    if hand is not None and not faults:
        yield from readings_of(View(ruleset, hand, Situation(True, ruleset.default_seat)))
