"""The way into the fast evaluator; other packages import this module and `scorer.fast.requests` only.

`engine_of` and `compiled_engine` give the engine of a ruleset, which scores one hand at a time: its methods
`score_hand`, `score_request` and `score_key` return None for hands that only the readable evaluator can
score. `column_scorer` gives what scores many hands at once, and `left_out` tells why a ruleset has neither.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from scorer.fast.fallback import Unsupported as Unsupported
from scorer.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from scorer.fast.columns.scorer import ColumnScorer as ColumnScorer
    from scorer.fast.columns.scorer import RequestScores as RequestScores
    from scorer.fast.compiled_form import CompiledForm
    from scorer.fast.engine import Engine as Engine
    from scorer.fast.hand_layout import CountedGroup as CountedGroup
    from scorer.ruleset.model import Ruleset

WORTH_COMPILING = 15
"""The readable evaluator scores so many hands in the time that compiling takes."""


class _EngineState:
    """How often the engine of a ruleset was requested, and the engine, or why there is none."""

    __slots__ = ("engine", "reason", "times")

    def __init__(self) -> None:
        self.times, self.reason = 0, ""
        self.engine: Engine | None = None


def _engine_state(ruleset: Ruleset) -> _EngineState:
    state: _EngineState = ruleset.__dict__.get("_compiled") or ruleset.__dict__.setdefault(
        "_compiled", _EngineState()
    )
    return state


def engine_of(ruleset: Ruleset, warn: Callable[[str, str], None] | None = None) -> Engine | None:
    """The engine of a ruleset; None while so few hands have been scored that compiling it would not
    pay, and for a ruleset with a construct that only the readable evaluator supports. Of such a
    construct, `warn` is told once: the ruleset's id and the reason. Only those pass it who score the hands
    that a caller gives them; a command that scores hands of its own leaves it out.
    """
    state = _engine_state(ruleset)
    if state.engine is None and not state.reason:
        state.times += 1
        if state.times > WORTH_COMPILING:
            try:
                compiled_engine(ruleset)
            except Unsupported as error:
                if warn:
                    warn(ruleset.id, str(error))
    return state.engine


def warn_of_slow_scoring(name: str, reason: str) -> None:
    """Warns the caller of the function that asked for an engine."""
    warnings.warn(f"{name}: hands are scored one by one, which takes longer: {reason}", stacklevel=4)


def compiled_engine(ruleset: Ruleset) -> Engine:
    """The engine of a ruleset, compiled now if it was not before. Raises Unsupported."""
    state = _engine_state(ruleset)
    if state.reason:
        raise Unsupported(state.reason)
    if state.engine is None:
        try:
            state.engine = compile_engine(ruleset)
        except Unsupported as error:
            state.reason = str(error)
            raise
    return state.engine


def waits_engine(ruleset: Ruleset) -> Engine:
    """An engine that need only know which tiles complete a hand: the compiled one if there is one, else one
    without what hands are worth, which is compiled in a fraction of the time. Raises Unsupported.
    """
    worth_nothing = replace(ruleset, patterns=(), bonuses=(), sheet=None)
    return _engine_state(ruleset).engine or compile_engine(worth_nothing)


def compile_engine(ruleset: Ruleset) -> Engine:
    """A new engine for a configured ruleset. Raises Unsupported, which names the construct that only the
    readable evaluator supports.
    """
    from scorer.fast.engine import Engine

    return Engine(compiled_form(ruleset), ruleset)


def compiled_form(ruleset: Ruleset) -> CompiledForm:
    """The compiled form of a configured ruleset, as the cache and wheels keep it. Raises Unsupported."""
    from scorer.fast.compile import compile_ruleset

    return compile_ruleset(ruleset)


def column_scorer(engine: Engine) -> ColumnScorer | None:
    """The scorer of many hands at once; None if numpy is not installed. Raises Unsupported for a ruleset that
    does not fit in columns.
    """
    try:
        from scorer.fast.columns.scorer import ColumnScorer
    except ImportError:
        return None
    return ColumnScorer(engine)


def has_room_to_compile(ruleset: Ruleset, pattern_ids: Container[str]) -> bool:
    """Whether a ruleset with these patterns alone is compiled, and would be with twice as many templates."""
    from scorer.fast.compile import has_room_to_compile

    return has_room_to_compile(ruleset, pattern_ids)


def left_out(ruleset: Ruleset) -> Unsupported | None:
    """The construct for which a ruleset is scored by the readable evaluator alone; None if there is none."""
    from scorer.fast.compile import left_out

    return left_out(ruleset)
