"""The documentation of every code is true: its bad example has the problem, its good example has not."""

from __future__ import annotations

import re

import pytest

from scorer.check import Page, check_ruleset, check_text, pages
from scorer.check.run import FINDERS
from scorer.errors import Problem
from tests.support.places import ROOT

PACKAGE = ROOT / "scorer"
COMMAND = "scorer check "
every_page = pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)


def problems_of(example: str) -> tuple[Problem, ...]:
    if example.startswith(COMMAND):
        return check_ruleset(example.removeprefix(COMMAND).strip())
    return check_text(example, "example.yaml")


@every_page
def test_the_bad_example_has_the_problem(page: Page) -> None:
    assert page.code in {problem.code for problem in problems_of(page.bad)}


@pytest.mark.slow
@every_page
def test_the_good_example_has_no_error_and_not_the_problem(page: Page) -> None:
    found = problems_of(page.good)
    wrong = [str(p) for p in found if p.code == page.code or p.severity == "error"]
    assert not wrong


@every_page
def test_a_page_says_what_and_why_in_sentences(page: Page) -> None:
    assert page.title[0].isupper()
    assert not page.title.endswith(".")
    assert page.why.endswith(".")


def test_every_code_that_can_be_reported_has_a_page_and_every_page_a_code() -> None:
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    reported = {code for text in texts for code in re.findall(r'"(L[1-9]\d\d)"', text)}
    assert reported == set(pages())


def test_a_check_is_run_once() -> None:
    assert len(set(FINDERS)) == len(FINDERS)
