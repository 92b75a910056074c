"""An editor offers the changes of a line with which a rule file has fewer errors."""

from __future__ import annotations

import pytest

from scorer import api

HEAD = "extends: riichi\nname: Club\n"
FIXED = {
    "set: {opn_tanyao: false}": "set: {open_tanyao: false}",
    "nmae: Other": None,
    "set: {open_tanyao： false}": "set: {open_tanyao: false}",
    "drop: [ipatsu]": "drop: [ippatsu]",
    "set: {open_tanyao: 7}": None,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("wrong", "right"), FIXED.items())
def test_an_edit_is_offered_for_an_error_with_one_certain_answer(wrong: str, right: str | None) -> None:
    text = HEAD + wrong
    (problem,) = (one for one in api.check_text(text) if one.is_error)
    fixed = {with_edit(text, edit) for edit in api.fixes(text, problem)}
    assert fixed == ({HEAD + right} if right else set())


def with_edit(text: str, edit: api.Edit) -> str:
    lines = text.split("\n")
    line, start = lines[edit.line - 1], edit.column - 1
    lines[edit.line - 1] = line[:start] + edit.new_text + line[start + edit.length :]
    return "\n".join(lines)
