"""The compiled form of a ruleset, for many hands: the meaning of `scorer.engine`, in integers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.fast.engine import Engine
    from scorer.ruleset.model import Ruleset, Value


def compiled(ruleset: Ruleset) -> Engine:
    """The engine of a ruleset as configured.

    Raises Unsupported, with the construct, where only the reference engine has an answer.
    """
    from scorer.fast.compile import compile_ruleset
    from scorer.fast.engine import Engine

    return Engine(compile_ruleset(ruleset))


def open_engine(name: str, options: Mapping[str, Value] | None = None) -> Engine:
    """The engine of a ruleset by name or file, with options chosen."""
    from scorer.library import load_ruleset

    return compiled(load_ruleset(name, options))
