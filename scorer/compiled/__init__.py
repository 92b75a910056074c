"""The compiled form of a ruleset, for many hands: the meaning of `scorer.engine`, in integers.

`compiled`, `open_engine` and `stored_engine` are the only doors; see `Engine` for what an engine can do.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Ruleset, Value


COMPILED = "compiled"
"""The sort under which the cache has compiled forms."""


def compiled(ruleset: Ruleset) -> Engine:
    """The engine of a ruleset as configured.

    Raises Unsupported, with the construct, where only the reference engine has an answer.
    """
    from scorer.compiled.compile import compile_ruleset
    from scorer.compiled.engine import Engine

    return Engine(compile_ruleset(ruleset), ruleset)


def left_out(ruleset: Ruleset) -> str:
    """What only the readable evaluator answers, and so scores the ruleset alone; empty where nothing is."""
    from scorer.compiled.compile import left_out

    return left_out(ruleset)


def open_engine(name: str, options: Mapping[str, Value] | None = None) -> Engine:
    """The engine of a ruleset by name or file, with options chosen; from the user's cache where it is there.

    Raises Unsupported, and what loading raises: RulesetError, InputError.

    >>> open_engine("riichi", {"red_fives": 4}).ruleset.unit
    'han'
    """
    ruleset = _opened(name, options)
    return _kept(ruleset) or _remembered(ruleset)


def stored_engine(name: str, options: Mapping[str, Value] | None = None) -> Engine | None:
    """The engine of a ruleset as it was compiled before; None where it has to be compiled first.

    Raises what loading raises: RulesetError, InputError.
    """
    return _kept(_opened(name, options))


def _opened(name: str, options: Mapping[str, Value] | None) -> Ruleset:
    from scorer.engine.configure import configured
    from scorer.ruleset.opening import open_ruleset

    return configured(open_ruleset(name), options)


WORTH_OPENING, WORTH_COMPILING = 5, 30
"""So many hands take the readable evaluator about as long as opening a form that is kept, and compiling."""


class _Asked:
    """How often the engine of a ruleset was asked for, and the engine once it is there."""

    __slots__ = ("engine", "reason", "times")

    def __init__(self) -> None:
        self.times, self.reason = 0, ""
        self.engine: Engine | None = None


def engine_of(ruleset: Ruleset) -> Engine | None:
    """The engine of a ruleset, which is kept with it; None while so few hands have been scored that
    opening or compiling it would not pay, and where it has a construct that only the readable evaluator
    answers.
    """
    asked: _Asked = ruleset.__dict__.get("_compiled") or ruleset.__dict__.setdefault("_compiled", _Asked())
    if asked.engine is None and not asked.reason:
        asked.times += 1
        if asked.times == WORTH_OPENING:
            asked.engine = _kept(ruleset)
        elif asked.times > WORTH_COMPILING:
            _compile(ruleset, asked)
    return asked.engine


def _kept(ruleset: Ruleset) -> Engine | None:
    """The engine as it was compiled before, of a ruleset that is just as its file and options say."""
    from scorer.compiled.engine import Engine
    from scorer.ruleset.cache import recall, still_says
    from scorer.ruleset.opening import TYPES

    if ruleset.file_and_options is None or not still_says(ruleset.files):
        return None
    form = recall(COMPILED, *ruleset.file_and_options, TYPES)
    return Engine(form, ruleset) if isinstance(form, dict) else None


def _compile(ruleset: Ruleset, asked: _Asked) -> None:
    from scorer.compiled.trees import Unsupported

    try:
        asked.engine = _remembered(ruleset)
    except Unsupported as error:
        asked.reason = str(error)
        warn_of(ruleset.id, asked.reason)


def _remembered(ruleset: Ruleset) -> Engine:
    """The engine of a ruleset, which the cache keeps where the ruleset is as its file and options say."""
    from scorer.ruleset.cache import remember

    engine = compiled(ruleset)
    if ruleset.file_and_options is not None:
        remember(COMPILED, *ruleset.file_and_options, engine.form, ruleset.files)
    return engine


def warn_of(name: str, reason: str) -> None:
    """Says that a ruleset is scored by the readable evaluator alone, which takes many times as long."""
    import warnings

    warnings.warn(f"{name}: hands are scored one by one, which takes longer: {reason}", stacklevel=2)
