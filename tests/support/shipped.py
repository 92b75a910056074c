"""The shipped rulesets as parameters of tests that take long for each."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.library import load_ruleset
from scorer.ruleset.find import shipped_names


def each_box() -> list[Any]:
    """Every shipped ruleset; those that play with the box of the one below them are for the slow tests."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] if is_preset(name) else []) for name in shipped_names()
    ]


def is_preset(name: str) -> bool:
    """Whether a ruleset has the tiles of the ruleset that it extends."""
    ruleset = load_ruleset(name)
    return bool(ruleset.extends) and ruleset.tileset.kinds == load_ruleset(ruleset.extends[0]).tileset.kinds
