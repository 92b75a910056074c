"""The shipped rulesets as parameters of tests that take long for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer.ruleset.find import shipped_names, shipped_path

STAND_FOR_ALL = ("riichi", "mcr", "british", "ponjan-anoa")
"""Points of a table with a secondary score, points added, points doubled, pictures without runs: what breaks one
ruleset nearly always breaks one of these. The other ones are for the slow tests.
"""
SLOW_GAMES = 3
"""Of so many rulesets that extend no other, a slow test tries one in a turn."""
SLOW_OVERLAYS = 20
"""Of so many that extend another one, a slow test tries one in a turn: what they have is mostly that of their base."""
SLOW_LANGUAGES = 3
"""Of so many rulesets, a slow test that tries them in several languages tries one in a turn, in one language."""


def each_box() -> list[Any]:
    """Every shipped ruleset, in the default run those that stand for all."""
    return each_of(shipped_names())


def each_box_in(languages: Sequence[str]) -> list[Any]:
    """Every shipped ruleset in each language; the default run has those that stand for all, each in one
    language. The slow tests try more overlays than elsewhere, for each file has texts of its own. The next ruleset
    has its turn in the next language.
    """
    drawn = {(name, languages[place % len(languages)]) for place, name in enumerate(STAND_FOR_ALL)}
    others = [name for name in shipped_names() if name not in STAND_FOR_ALL]
    in_turn = [
        (name, languages[(place + turn) % len(languages)])
        for place, name in enumerate((*others, *STAND_FOR_ALL))
        for turn in range(len(languages))
    ]
    in_one_language = pytest.mark.slow_one_in(SLOW_LANGUAGES * len(languages))
    return [
        *(pytest.param(*pair, id="-".join(pair)) for pair in in_turn if pair in drawn),
        *(
            pytest.param(*pair, marks=in_one_language, id="-".join(pair))
            for pair in in_turn
            if pair not in drawn
        ),
    ]


def each_game() -> list[Any]:
    """The shipped rulesets that extend no other, in the default run those of them that stand for all; which
    they are is read from the texts, for loading takes long.
    """
    return each_of([name for name in shipped_names() if not base_of(name)])


def each_of(names: Iterable[str]) -> list[Any]:
    """These rulesets, in the default run those of them that stand for all."""
    return [pytest.param(name, marks=marks_of(name)) for name in names]


def marks_of(name: str) -> list[Any]:
    """How often the slow tests try a ruleset; those that stand for all are for the default run."""
    if name in STAND_FOR_ALL:
        return []
    return [pytest.mark.slow_one_in(SLOW_OVERLAYS if base_of(name) else SLOW_GAMES)]


def base_of(name: str) -> str:
    """The ruleset that a shipped one extends, or nothing."""
    return base_in(text_of(name))


def base_in(text: str) -> str:
    """The ruleset that a rule file extends, or nothing; loading the file would take long."""
    found = re.search(r"^extends: *([\w-]+)", text, re.MULTILINE)
    return found[1] if found else ""


def names_with(section: str) -> list[str]:
    """The shipped rulesets that have a section, in their own file or in one that they extend; loading them all
    would take seconds in every process that collects tests.
    """
    return [name for name in shipped_names() if has_section(name, section)]


def has_section(name: str, section: str) -> bool:
    """Whether a shipped file, or one that it extends, has a section at its left margin."""
    if re.search(rf"^{section}:", text_of(name), re.MULTILINE):
        return True
    base = base_of(name)
    return bool(base) and has_section(base, section)


@cache
def text_of(name: str) -> str:
    """The text of a shipped rule file."""
    return Path(str(shipped_path(name))).read_text(encoding="utf-8")
