"""A hint, followed, corrects its input or leads to a different, true message."""

from __future__ import annotations

import re

import pytest

from scorer.engine.request import parse_request
from scorer.errors import Fault, InputError
from scorer.hand import Request
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.notation.cases import fault_cases

TYPED = (
    "東東東123m456p789s5s+5s", "白白白發發發中中中+東", "中123m456p", "[123m]456p11z+1z", "123man456pin", "man 123 pin 456", "123w456t",
    "EEEwww123m", "1z2z", "123q", "111r222k333b", "0m0p0s", "9z", "8z123m", "梅蘭菊竹123m", "123M456P", "万万123",
)  # fmt: skip
"""What players type, also for games that have other tiles."""
RULESETS = (
    "riichi",
    "sanma",
    "sichuan",
    "changsha",
    "hongzhong",
    "mcr",
    "ponjan",
    "taiwanese",
    "british",
)
TEXTS = [
    *TYPED,
    *(case.values[1] if hasattr(case, "values") else case[1] for case in fault_cases("notation-faults.txt")),
]


def faults_of(text: str, name: str) -> tuple[Fault, ...]:
    try:
        parse_request(Request(text), load_ruleset(name))
    except InputError as error:
        return error.faults
    return ()


def with_hint(text: str, fault: Fault, meant: str) -> tuple[str, int]:
    """The text with a suggestion, and where that begins: a letter is suggested with the digits before it."""
    at = begin = fault.position or 0
    if (digits := re.findall("[0-9]+ *$", text[:at])) and meant.startswith(digits[0].strip()):
        begin -= len(digits[0])
    return text[:begin] + meant + text[at + fault.length :], begin


def test_the_rulesets_are_shipped() -> None:
    assert {*RULESETS} <= {*shipped_names()}


@pytest.mark.parametrize("name", RULESETS)
def test_a_hint_that_is_followed_names_only_tiles_of_the_game(name: str) -> None:
    astray = []
    for text in TEXTS:
        for fault in faults_of(text, name):
            for meant in fault.suggestions if fault.source == "hand" and fault.position is not None else ():
                mended, at = with_hint(text, fault, meant)
                inside = range(at, at + len(meant))
                again = [
                    one
                    for one in faults_of(mended, name)
                    if one.kind == "notation" and one.position in inside
                ]
                astray += [(text, meant, str(one.message)) for one in again]
    assert astray == []
