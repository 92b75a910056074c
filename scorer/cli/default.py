"""The ruleset that is meant where none is named."""

from __future__ import annotations

import os

RULESET = "riichi"
VARIABLE = "SCORER_RULESET"


def default_ruleset() -> str:
    """What the environment names, else the common rules.

    Raises InputError where the environment names what is not there.
    """
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        _must_be_there(named)
    return named or RULESET


def _must_be_there(name: str) -> None:
    from scorer.errors import Fault, InputError, nearest
    from scorer.ruleset.find import is_there, shipped_names, shipped_path

    if shipped_path(name) is None and not is_there(name):
        message = f"there is no ruleset '{name}' and no file of that name"
        close = nearest(name, shipped_names(), 1)
        raise InputError([Fault(VARIABLE, None, message, "notation", suggestions=tuple(close))])
