"""The compiled form of a ruleset, for many hands: the meaning of `scorer.engine`, in integers.

`compiled`, `open_engine` and `stored_engine` are the only doors; see `Engine` for what an engine can do.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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

    return Engine(compile_ruleset(ruleset), ruleset=ruleset)


def open_engine(name: str, options: Mapping[str, Value] | None = None) -> Engine:
    """The engine of a ruleset by name or file, with options chosen; from the user's cache where it is there.

    Raises Unsupported, and what loading raises: RulesetError, InputError.

    >>> open_engine("riichi", {"red_fives": 4}).form["unit"]
    'han'
    """
    from scorer.compiled.engine import Engine

    chosen = _chosen(options)
    path = _path(name)
    return stored_engine(name, options) or Engine(_compiled(name, path, chosen), (path, chosen))


def stored_engine(name: str, options: Mapping[str, Value] | None = None) -> Engine | None:
    """The engine of a ruleset as it was compiled before; None where it has to be compiled first."""
    from scorer.compiled.engine import Engine
    from scorer.ruleset.cache import recall
    from scorer.ruleset.opening import TYPES

    origin = (_path(name), _chosen(options))
    form = recall(COMPILED, *origin, TYPES) if origin[0] else None
    return Engine(form, origin) if isinstance(form, dict) else None


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
    return Engine(form, ruleset=ruleset) if isinstance(form, dict) else None


def _compile(ruleset: Ruleset, asked: _Asked) -> None:
    from scorer.compiled.trees import Unsupported
    from scorer.ruleset.cache import remember

    try:
        asked.engine = compiled(ruleset)
        if ruleset.file_and_options is not None and not ruleset.file_and_options[1]:
            remember(COMPILED, *ruleset.file_and_options, asked.engine.form, ruleset.files)
    except Unsupported as error:
        asked.reason = str(error)
        warn_of(ruleset.id, asked.reason)


def warn_of(name: str, reason: str) -> None:
    """Says that a ruleset is scored by the readable evaluator alone, which takes many times as long."""
    import warnings

    warnings.warn(f"{name} is scored slowly: {reason} is not compiled", stacklevel=2)


def _chosen(options: Mapping[str, Value] | None) -> tuple[tuple[str, Value], ...]:
    return tuple(sorted((options or {}).items()))


def _path(name: str) -> str:
    """The file of a ruleset; empty where there is none."""
    import os

    from scorer.ruleset.find import shipped_path

    return shipped_path(name) or (name if os.path.isfile(name) else "")


def _compiled(name: str, path: str, chosen: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    from scorer.compiled.compile import compile_ruleset
    from scorer.engine.configure import configured
    from scorer.ruleset.cache import remember
    from scorer.ruleset.opening import open_ruleset

    ruleset = configured(open_ruleset(name), dict(chosen))
    form = compile_ruleset(ruleset)
    if path:
        remember(COMPILED, path, chosen, form, ruleset.files)
    return form
