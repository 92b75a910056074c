"""What the library gives is shared by the whole process, so nobody may change it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorer import load_ruleset, parse_hand, score
from scorer.fast.interface import compiled_engine
from scorer.ruleset.find import shipped_names

HAND = "234m345p67p456s55s+8p"
NOTES = {
    "shared_values",
    "configured_rulesets",
    "hands_by_text",
    "known_readings",
    "with_other_copies",
    " late",
}
"""What a ruleset remembers, and parts of a file that nobody has asked for yet: no part of what it says."""
PLAIN = (str, int, float, bool, bytes, type(None), type, re.Pattern)


def changeable(value: Any, path: str, seen: set[int]) -> list[str]:
    """The paths of everything changeable that can be reached from a value through names without underscores."""
    if id(value) in seen or isinstance(value, PLAIN) or callable(value):
        return []
    seen.add(id(value))
    found = [path] if isinstance(value, (dict, list, set, bytearray)) else []
    if isinstance(value, (tuple, list, set, frozenset)):
        parts = [(f"{path}[]", one) for one in value]
    elif hasattr(value, "keys"):
        parts = [(f"{path}[{key}]", value[key]) for key in value]
    else:
        own = (
            {name: one for name, one in vars(value).items() if not name.startswith("_")}
            if hasattr(value, "__dict__")
            else {}
        )
        derived = [
            name
            for name in dir(type(value))
            if not name.startswith("_") and not callable(getattr(type(value), name, None))
        ]
        parts = [(f"{path}.{name}", getattr(value, name)) for name in {*own, *derived} - NOTES]
    return found + [one for where, part in parts for one in changeable(part, where, seen)]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", shipped_names())
def test_nothing_that_a_ruleset_says_can_be_changed(name: str) -> None:
    assert changeable(load_ruleset(name), name, set()) == []


def test_nothing_in_a_result_can_be_changed() -> None:
    for warm in (False, True):
        if warm:
            compiled_engine(load_ruleset("riichi"))
        found = score(HAND, circumstances=["riichi"], dora="4s")
        seen: set[int] = {id(found.source)}
        assert changeable(found, "score", seen) == []
        assert changeable(parse_hand(HAND), "hand", set()) == []


def test_an_option_cannot_be_set_behind_the_back_of_the_library() -> None:
    rules: Any = load_ruleset("riichi")
    with pytest.raises(TypeError):
        rules.option_values["red_fives"] = 0
    assert load_ruleset("riichi").option_values["red_fives"] != 0
