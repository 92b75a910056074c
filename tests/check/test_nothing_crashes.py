"""A part with an error is never run, and a check that fails inside hides nothing that the others find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorer.check.run import FINDERS, problems_of
from scorer.check.subject import RulesUnderCheck
from scorer.engine.evaluate import TooLarge
from scorer.errors import Problem
from scorer.ruleset.load import load_text
from tests.support.small import check_text

FILE = """
name: Club
unit: points
tileset: {{copies: 4, suits: {{l: {{name: lanterns, ranks: 1-9}}, k: {{name: fish, ranks: 1-9}}}}}}
tiles: {{outer: {{is: {outer}, name: outer tiles}}, middle: ~outer}}
facts: {{handy: {{is: '{fact}', name: handy}}}}
shapes: {{standard: {{sets: 3, pair: 1}}}}
patterns:
  - {{id: drawn, value: 1, when: self_draw and handy, holds: [123l 456l 777k 1k +1k tsumo]}}
  - {{id: it, value: '{value}', {condition}, holds: [123l 456l 777k 1k +1k tsumo], fails: [123l 456l 777k 1k +1k]}}
  - {{id: after, value: 1, when: all_tiles(outer) and all_tiles(middle)}}
otherwise: {{id: plain, value: 1, holds: [123l 456l 777k 1k +1k]}}
"""
SOUND = {"outer": "19lk", "fact": "self_draw", "value": "1", "condition": "when: self_draw"}
"""With these the file has one fault: the condition of `after`."""

WHEN = [
    "all_tiles(middle, sky)", "all_tiles()", "sets()", "sets(nothing) == 1", "sets(*x) == 1", "max() == 1", "min(1) == outer",
    "*sky", "copies(four) == 1", "copies() == 1", "values(colour) == 1", "contains()", "contains(1, 2)", "shape()", "shape(no)",
    "wait(edges)", "on_every_wait()", "on_every_wait(self_draw, dealer)", "match()", "match(chow())", "match(chow(n+x))",
    "exposed() == 1", "melds() == 1", "pips() == 1", "set_total() == 1", "awarded(it) == 1", "indicated(x) == 1", "total == 1",
]  # fmt: skip
MATCH = [
    "chow(n)(",
    "chow()",
    "chow(n, A, B)",
    "pair(1, 2, 3)",
    "nothing(n)",
    "*sky",
    "chow(n+x, A)",
    "pung(nothing)",
]
OTHER = [
    {"outer": text} for text in ("nothing", "'*sky'", "19q", "sets()", "[]", "seat_wind()")
] + [
    {part: text} for part in ("fact", "value") for text in ("nothing", "max()", "*sky", "sets()", "tiles(a, b)", "2 **", "handy(1)")
]  # fmt: skip
FAULTS = [
    *({"condition": f"when: '{text}'"} for text in WHEN),
    *({"condition": f"match: '{text}'"} for text in MATCH),
    *OTHER,
]


def checked(**parts: str) -> list[Problem]:
    found = check_text(FILE.format(**{**SOUND, **parts}), "club.yaml", ignore=["L9"])
    assert not [problem for problem in found if "failed (" in str(problem.message)]
    return [problem for problem in found if problem.severity == "error"]


def test_the_sound_file_has_the_fault_of_one_condition_only() -> None:
    assert [(problem.code, problem.line) for problem in checked()] == [("L503", 11)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("parts", FAULTS, ids=lambda parts: next(iter(parts.values())))
def test_a_wrong_argument_is_said_in_its_line_and_the_rest_is_checked(parts: dict[str, str]) -> None:
    lines = {problem.line for problem in checked(**parts)}
    (part,) = parts
    assert {"condition": 10, "value": 10, "fact": 6, "outer": 5}[part] in lines
    assert part == "outer" or 11 in lines
    assert 12 not in lines, "what hangs on a part with an error is not judged"


def broken_inside(subject: RulesUnderCheck) -> Iterator[Problem]:
    """A check that finds something and then fails."""
    yield subject.file_root.problem("L101", "found before")
    raise ZeroDivisionError("by nothing")


def test_a_check_that_fails_inside_is_one_finding_and_the_others_are_reported() -> None:
    loaded = load_text(FILE.format(**SOUND), "club.yaml")
    whole = problems_of(loaded)
    found = problems_of(loaded, (broken_inside, *FINDERS))
    more = [problem for problem in found if problem not in whole]
    assert [(problem.code, str(problem.message)) for problem in more] == [
        ("L101", "found before"),
        ("L106", "not everything was checked: broken_inside failed (ZeroDivisionError: by nothing)"),
    ]
    assert "report it" in str(more[1].hint)
    assert set(whole) < set(found)


def too_large_inside(subject: RulesUnderCheck) -> Iterator[Problem]:
    """A check that meets a number that is too large, which is reported at its own place."""
    yield subject.file_root.problem("L101", "found before")
    raise TooLarge("beyond all bounds")


def test_a_number_that_is_too_large_is_no_fault_of_the_check_that_meets_it() -> None:
    loaded = load_text(FILE.format(**SOUND), "club.yaml")
    assert [str(problem.message) for problem in problems_of(loaded, (too_large_inside,))][:1] == [
        "found before"
    ]
    assert not [problem for problem in problems_of(loaded, (too_large_inside,)) if problem.code == "L106"]
