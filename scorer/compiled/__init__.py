"""The compiled form of a ruleset, for many hands: the meaning of `scorer.engine`, in integers.

`engine_of` and `engine_now` are the doors; see `Engine` for what an engine can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.compiled.engine import Engine
    from scorer.compiled.form import Unsupported
    from scorer.ruleset.model import Ruleset


COMPILED = "compiled"
"""The sort under which the cache has compiled forms."""
WORTH_OPENING, WORTH_COMPILING = 5, 30
"""So many hands take the readable evaluator about as long as opening a form that is kept, and compiling."""


class _UseCount:
    """How often the engine of a ruleset was asked for, and the engine once it is there."""

    __slots__ = ("engine", "reason", "times")

    def __init__(self) -> None:
        self.times, self.reason = 0, ""
        self.engine: Engine | None = None


def _use_count(ruleset: Ruleset) -> _UseCount:
    asked: _UseCount = ruleset.__dict__.get("_compiled") or ruleset.__dict__.setdefault(
        "_compiled", _UseCount()
    )
    return asked


def engine_of(ruleset: Ruleset, tell: Callable[[str, str], None] | None = None) -> Engine | None:
    """The engine of a ruleset, which is kept with it; None while so few hands have been scored that
    opening or compiling it would not pay, and where it has a construct that only the readable evaluator
    answers: `tell` is told the ruleset and that construct.
    """
    asked = _use_count(ruleset)
    if asked.engine is None and not asked.reason:
        asked.times += 1
        if asked.times == WORTH_OPENING:
            asked.engine = stored_engine(ruleset)
        elif asked.times > WORTH_COMPILING:
            from scorer.compiled.form import Unsupported

            try:
                engine_now(ruleset)
            except Unsupported as error:
                (tell or _warn)(ruleset.id, str(error))
    return asked.engine


def _warn(name: str, reason: str) -> None:
    import warnings

    warnings.warn(f"{name}: hands are scored one by one, which takes longer: {reason}", stacklevel=2)


def engine_now(ruleset: Ruleset) -> Engine:
    """The same at once, compiled where it was not before. Raises Unsupported."""
    from scorer.compiled.form import Unsupported
    from scorer.ruleset.cache import remember

    asked = _use_count(ruleset)
    if asked.reason:
        raise Unsupported(asked.reason)
    engine = asked.engine = asked.engine or stored_engine(ruleset)
    if engine is None:
        try:
            engine = asked.engine = compile_engine(ruleset)
        except Unsupported as error:
            asked.reason = str(error)
            raise
        if ruleset.file_and_options is not None:
            remember(COMPILED, *ruleset.file_and_options, engine.form, ruleset.files)
    return engine


def stored_engine(ruleset: Ruleset) -> Engine | None:
    """The engine as it was compiled before, of a ruleset that is just as its file and options say."""
    from scorer.compiled.engine import Engine
    from scorer.compiled.form import FORMS, Form
    from scorer.ruleset.cache import CACHED_CLASSES, are_unchanged, recall

    if ruleset.file_and_options is None or not are_unchanged(ruleset.files):
        return None
    form = recall(COMPILED, *ruleset.file_and_options, {**CACHED_CLASSES, **FORMS})
    return Engine(form, ruleset) if isinstance(form, Form) else None


def left_out(ruleset: Ruleset) -> Unsupported | None:
    """What only the readable evaluator answers, and so scores the ruleset alone; None where nothing is."""
    from scorer.compiled.compile import left_out

    return left_out(ruleset)


def compile_engine(ruleset: Ruleset) -> Engine:
    """An engine of its own of a ruleset as configured.

    Raises Unsupported, with the construct, where only the reference engine has an answer.
    """
    from scorer.compiled.compile import compile_ruleset
    from scorer.compiled.engine import Engine

    return Engine(compile_ruleset(ruleset), ruleset)
