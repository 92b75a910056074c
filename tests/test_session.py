"""What a session answers to lines, without a terminal; the lines are in tests/data/session.yaml."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.errors import InputError, ScorerError
from scorer.render.text import plain_text
from scorer.session import COMMANDS, Session, SessionState
from tests.support.loops import some
from tests.support.tables import table

CASES = table("session")


def answer_lines(lines: list[str], language: str = "en") -> tuple[SessionState, str, str]:
    """The state after the lines, the answer to the last one, and its errors; those before it have none."""
    session, state = Session(language), SessionState()
    for line in lines[:-1]:
        state, _ = session.answer(state, line)
    try:
        state, document = session.answer(state, lines[-1])
    except ScorerError as error:
        return state, "", error_text(error)
    return state, plain_text(document), ""


def error_text(error: ScorerError) -> str:
    return "\n".join(fault.message for fault in error.faults) if isinstance(error, InputError) else str(error)


@pytest.mark.parametrize("case", CASES, ids=[case["promise"] for case in CASES])
def test_a_session_keeps_its_promise(case: dict[str, Any]) -> None:
    state, shown, wrong = answer_lines(case["lines"], case.get("language", "en"))
    assert case.get("error", "") in wrong
    assert bool(wrong) == ("error" in case), wrong
    assert "first" not in case or shown.partition("\n")[0] == case["first"]
    for part in some(case.get("says", ()), least=0):
        assert part in shown
    for name, value in some(case.get("after", {}).items(), least=0):
        assert getattr(state, name) == (tuple(value) if isinstance(value, list) else value)


def test_each_command_has_a_case() -> None:
    used = {line.partition(" ")[0] for case in CASES for line in case["lines"]}
    assert {name for name, command in COMMANDS.items() if command.usage} <= used
