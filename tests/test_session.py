"""What a session answers to lines, without a terminal; the lines are in tests/data/session.yaml."""

from __future__ import annotations

import time
from typing import Any

import pytest

from scorer.errors import InputError, ScorerError
from scorer.languages import LANGUAGES, MAIN_LANGUAGES
from scorer.render.text import plain_text
from scorer.scoring import load_ruleset
from scorer.session import COMMANDS, Session, SessionState, command_named, ends_session, names_of_command
from tests.support.loops import some
from tests.support.shipped import each_box
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
    return (
        "\n".join(str(fault.message) for fault in error.faults)
        if isinstance(error, InputError)
        else str(error)
    )


@pytest.mark.parametrize("case", CASES, ids=[case["promise"] for case in CASES])
def test_a_session_keeps_its_promise(case: dict[str, Any]) -> None:
    state, shown, wrong = answer_lines(case["lines"], case.get("language", "en"))
    assert case.get("error", "") in wrong
    assert bool(wrong) == ("error" in case), wrong
    assert "first" not in case or shown.partition("\n")[0] == case["first"]
    for part in some(case.get("says", ()), least=0):
        assert part in shown
    begins = {line.partition(" ")[0] for line in shown.splitlines()}
    assert not begins & set(case.get("lacks", ()))
    for name, value in some(case.get("after", {}).items(), least=0):
        assert getattr(state.seated(load_ruleset(state.ruleset)), name) == (
            tuple(value) if isinstance(value, list) else value
        )


def test_each_command_has_a_case() -> None:
    used = {command_named(line.split(" ")[0]) for case in CASES for line in case["lines"] if line}
    assert set(COMMANDS) - {"quit"} <= used


def test_a_name_of_a_command_names_no_other() -> None:
    found = [
        (name, command)
        for command in COMMANDS
        for language in LANGUAGES
        for name in (command, *names_of_command(command, language))
    ]
    assert [(name, command) for name, command in found if command_named(name) != command] == []
    assert len(found) > len(COMMANDS) * len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "prompt"),
    [("en", "riichi E2 seat W honba 1> "), ("zh-TW", "日本麻將（四人） 東2局 西家 1本場> ")],
)
def test_the_prompt_is_in_the_language_of_the_session(language: str, prompt: str) -> None:
    assert Session(language).prompt(SessionState(turn=1, seat="W", honba=1)) == prompt


@pytest.mark.parametrize("ruleset", each_box())
def test_the_hand_in_the_help_of_a_game_wins_as_it_is_typed(ruleset: str) -> None:
    for language in some(MAIN_LANGUAGES):
        session, state = Session(language), SessionState(ruleset)
        _, document = session.answer(state, "help")
        line = plain_text(document).partition("\t")[0]
        assert session.answer(state, line)[0].hand == line
        assert session.answer(state, session.usage("points", session.rules_of(state)))[1]


@pytest.mark.parametrize("word", ["riichi ", "123m", "東", "why ", "points 3 "])
def test_a_line_that_is_too_long_is_refused_at_its_length(word: str) -> None:
    line = word * (1_000_000 // len(word))
    began = time.process_time()
    with pytest.raises(InputError, match="too long"):
        Session().answer(SessionState(), line)
    assert not ends_session(line)
    assert time.process_time() - began < 0.5
