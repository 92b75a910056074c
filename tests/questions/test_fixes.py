"""An editor offers the changes with which a rule file has fewer errors."""

from __future__ import annotations

import pytest

from scorer.questions.authoring import check_text, fixes

HEAD = "extends: riichi\nname: Club\n"
FIXED = {
    "set: {opn_tanyao: false}": "set: {open_tanyao: false}",
    "nmae: Other": None,
    "set: {open_tanyao： false}": "set: {open_tanyao: false}",
    "drop: [ipatsu]": "drop: [ippatsu]",
    "set: {open_tanyao: 7}": None,
    "open_tanyao: false": "set: {open_tanyao: false}",
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("wrong", "right"), FIXED.items())
def test_an_edit_is_offered_for_an_error_with_one_certain_answer(wrong: str, right: str | None) -> None:
    text = HEAD + wrong
    (problem,) = (one for one in check_text(text) if one.is_error)
    fixed = {edit.edited_text(text) for edit in fixes(text, problem)}
    assert fixed == ({HEAD + right} if right else set())
