"""The page of the library has every public name with an example, and its examples run."""

from __future__ import annotations

import doctest

import pytest

import scorer
from tests.support.library_page import COMMAND, PAGE, documentation, names, page_text


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), f"{COMMAND} writes it anew"


def test_every_public_name_is_on_the_page_once() -> None:
    assert sorted(names()) == scorer.__all__


@pytest.mark.parametrize("name", names())
def test_the_example_of_a_name_runs_as_it_is_printed(name: str) -> None:
    text, examples = documentation(getattr(scorer, name))
    assert text and examples
    test = doctest.DocTestParser().get_doctest("\n".join(examples) + "\n", {}, name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test, clear_globs=True)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", names())
def test_an_example_uses_public_names_alone(name: str) -> None:
    _, examples = documentation(getattr(scorer, name))
    imports = [line for line in examples if line.startswith((">>> from scorer", "... from scorer"))]
    assert [line for line in imports if not line[4:].startswith("from scorer import ")] == []
