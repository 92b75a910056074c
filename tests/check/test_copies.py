"""A shipped rule file may be copied under another name: nothing that it expects names the file."""

from __future__ import annotations

import pytest

from scorer.ruleset.find import shipped_names
from tests.support.shipped import each_of, text_of
from tests.support.small import check_text


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("riichi", marks=pytest.mark.slow),
        *each_of(sorted({*shipped_names()} - {"mcr", "riichi"})),
    ],
)
def test_a_copy_under_another_name_has_no_problem_that_the_file_has_not(name: str) -> None:
    problems = check_text(text_of(name), "mine.yaml", select=["L8"])
    assert not [str(problem) for problem in problems]
