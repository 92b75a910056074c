"""Ignore comments: what they name is ignored, and one that names nothing is reported."""

from __future__ import annotations

import pytest

from tests.support.small import check_text

FACT = "facts: {lone_suit: suits == 1}"
TOP = "extends: riichi\nname: Club\n"


def codes(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in check_text(text)]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("code", ["L907", "l907", "L9", "L90", "L"])
@pytest.mark.parametrize("place", ["line", "top"])
def test_a_code_or_a_beginning_of_codes_is_ignored(code: str, place: str) -> None:
    remark = f"# scorer: ignore {code}"
    text = f"{TOP}{FACT}  {remark}\n" if place == "line" else f"{remark}\n{TOP}{FACT}\n"
    assert codes(text) == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("remark", "message"),
    [
        ("L777", "there is no code 'L777' to ignore"),
        ("unused", "there is no code 'unused' to ignore"),
        ("L902", "no 'L902' is reported"),
        ("L907, L902", "no 'L902' is reported"),
        ("L8", "no 'L8' is reported"),
    ],
)
@pytest.mark.parametrize("place", ["line", "top"])
def test_a_code_that_ignores_nothing_is_reported(remark: str, message: str, place: str) -> None:
    comment = f"# scorer: ignore {remark}"
    text = f"{TOP}{FACT}  {comment}\n" if place == "line" else f"{comment}\n{TOP}{FACT}\n"
    found = [p for p in check_text(text) if p.code == "L909"]
    assert [message in str(problem.message) for problem in found] == [True], found
    assert found[0].line == (3 if place == "line" else 1)


def test_what_only_an_audit_finds_is_not_called_unused() -> None:
    assert codes(f"{TOP}set: {{pinfu.value.closed: 2}}  # scorer: ignore A106\n") == []


def test_in_a_file_with_errors_no_comment_is_called_unused() -> None:
    assert codes(f"{TOP}{FACT}  # scorer: ignore L902\nbase: nonsense\n") == [(4, "L302")]
