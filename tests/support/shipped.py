"""The shipped rulesets as parameters of tests that take long for each."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer.ruleset.find import shipped_names, shipped_path


def each_box() -> list[Any]:
    """Every shipped ruleset; those that play with the box of the one below them are for the slow tests."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] if is_preset(name) else []) for name in shipped_names()
    ]


def each_game() -> list[str]:
    """The shipped rulesets that extend no other; which they are is read from the texts, for loading takes long."""
    return [name for name in shipped_names() if not base_of(name)]


def is_preset(name: str) -> bool:
    """Whether a ruleset has the tiles of the ruleset that it extends."""
    return bool(base_of(name)) and not re.search(r"^tileset:", text_of(name), re.MULTILINE)


def base_of(name: str) -> str:
    """The ruleset that a shipped one extends, or nothing."""
    found = re.search(r"^extends: *([\w-]+)", text_of(name), re.MULTILINE)
    return found[1] if found else ""


@cache
def text_of(name: str) -> str:
    """The text of a shipped rule file."""
    return Path(str(shipped_path(name))).read_text(encoding="utf-8")
