"""The documentation of every code is true: its bad example has the problem, its good example has not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from scorer.audit.report import audit, problems_of_audit
from scorer.check import run
from scorer.check.evenings import evening_problems
from scorer.check.pages import Page, code_texts, pages
from scorer.check.run import CODES_BY_FINDER, FINDERS, Finder, check_ruleset
from scorer.check.subject import RulesUnderCheck
from scorer.engine.configure import configure_ruleset
from scorer.errors import Problem
from scorer.render.reports import FAMILIES
from scorer.ruleset.load import load_text
from scorer.texts import catalogue_rows
from tests.support.places import ROOT
from tests.support.small import check_text

KANA = re.compile("[\u3040-\u30fa]")

PACKAGE = ROOT / "scorer"
COMMAND = "scorer check "
HANDS = 400
"""Sample hands for the codes that an audit reports."""
every_page = pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)


def with_its_cost(page: Page) -> ParameterSet:
    return pytest.param(page, id=page.code, marks=[pytest.mark.slow] if page.code.startswith("A") else [])


def problems_of(example: str) -> tuple[Problem, ...]:
    if (of_evening := evening_problems("friday.yaml", example.encode())) is not None:
        return of_evening
    if example.startswith(COMMAND):
        return check_ruleset(example.removeprefix(COMMAND).strip())
    return check_text(example, "example.yaml")


def found_in(example: str, page: Page) -> tuple[Problem, ...]:
    if not page.code.startswith("A"):
        return problems_of(example)
    loaded = load_text(example, "example.yaml")
    assert loaded.ruleset is not None
    return tuple(problems_of_audit(audit(configure_ruleset(loaded.ruleset), HANDS), loaded))


@pytest.mark.one_in(16)
@pytest.mark.parametrize("page", [*map(with_its_cost, pages().values())])
def test_the_bad_example_has_the_problem(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what a check reports is in the table of its codes."""
    reported: list[tuple[Finder, str]] = []
    problems_of_check = run.problems_of_check

    def record(find: Finder, subject: RulesUnderCheck) -> Iterator[Problem]:
        for problem in problems_of_check(find, subject):
            reported.append((find, problem.code))
            yield problem

    monkeypatch.setattr(run, "problems_of_check", record)
    assert page.code in {problem.code for problem in found_in(page.bad_example, page)}
    assert [pair for pair in reported if pair[1] not in CODES_BY_FINDER[pair[0]]] == []


def test_each_code_from_l5_on_is_reported_by_a_check_of_the_table() -> None:
    in_table = {code for codes in CODES_BY_FINDER.values() for code in codes}
    assert in_table <= set(pages())
    assert {code for code in pages() if code >= "L5"} - in_table == READ_OR_COMPARED


READ_OR_COMPARED = {"L602", "L909"}
"""Codes of faults that are found while a file is read, or by comparing what was reported with its comments."""


@pytest.mark.slow_one_in(4)
@every_page
def test_the_good_example_has_no_error_and_not_the_problem(page: Page) -> None:
    found = found_in(page.good_example, page)
    wrong = [str(p) for p in found if p.code == page.code or p.severity == "error"]
    assert not wrong


@every_page
def test_a_page_says_what_and_why_in_sentences(page: Page) -> None:
    assert page.title[0].isupper()
    assert not page.title.endswith(".")
    assert page.explanation.endswith(".")


def test_every_code_that_can_be_reported_has_a_page_and_every_page_a_code() -> None:
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    reported = {code for text in texts for code in re.findall(r'"([AEL][1-9]\d\d)"', text)}
    assert reported == set(pages())


def test_no_code_has_two_pages() -> None:
    text = (PACKAGE / "check" / "codes.yaml").read_text("utf-8")
    written = re.findall(r"^([AEL]\d{3}):", text, re.MULTILINE)
    assert sorted(written) == sorted(pages())


def test_a_check_is_run_once() -> None:
    assert len(set(FINDERS)) == len(FINDERS)


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_every_code_and_family_has_a_page_in_each_language(language: str) -> None:
    translated = {code: code_texts(code, [], language) for code in (*pages(), *FAMILIES)}
    assert {len(translated[code]) for code in pages()} == {2}
    assert {len(translated[code]) for code in FAMILIES} == {1}
    texts = " ".join(text for told in translated.values() for text in told)
    assert bool(KANA.search(texts)) is (language == "ja")


def test_every_page_in_other_languages_is_of_a_code_or_a_family() -> None:
    keys = [code for code, _ in catalogue_rows("code-pages.txt")]
    assert sorted(keys) == sorted((*pages(), *FAMILIES))
