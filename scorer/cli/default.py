"""The ruleset that is meant where none is named."""

from __future__ import annotations

import os

RULESET = "riichi"
VARIABLE = "SCORER_RULESET"


def default_ruleset() -> str:
    """What the environment names, else the common rules."""
    return os.environ.get(VARIABLE, "").strip() or RULESET
