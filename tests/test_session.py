"""What a session answers to lines, without a terminal; the lines are in tests/data/session.yaml."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from scorer.errors import InputError, ScorerError
from scorer.languages import LANGUAGES, MAIN_LANGUAGES
from scorer.message import message_text
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


@pytest.mark.parametrize(
    ("ruleset", "language", "deal"),
    [
        ("riichi", "zh-Hans", "南2局"),
        ("riichi", "zh-HK", "南2局"),
        ("mcr", "zh-Hans", "南风圈第二盘"),
        ("mcr", "zh-TW", "南風圈第二盤"),
        ("hong-kong", "zh-HK", "南圈第二盤"),
        ("taiwanese", "zh-TW", "南風南局"),
        ("ponjan", "zh-Hans", "第2局"),
        ("ponjan", "ja", "2かいめ"),
    ],
)
def test_a_deal_is_named_as_in_its_game_and_can_be_typed(ruleset: str, language: str, deal: str) -> None:
    session, state = Session(language), SessionState(ruleset, round="S", turn=1)
    assert f" {deal} " in session.prompt(state)
    if deal[0] == "南":
        typed = session.answer(SessionState(ruleset), deal)[0]
        assert (typed.round, typed.turn) == ("S", 1)


@pytest.mark.parametrize("ruleset", each_box())
def test_the_hand_in_the_help_of_a_game_wins_as_it_is_typed(ruleset: str) -> None:
    for language in some(MAIN_LANGUAGES):
        session, state = Session(language), SessionState(ruleset)
        _, document = session.answer(state, "help")
        line = plain_text(document).partition("\t")[0]
        assert session.answer(state, line)[0].hand.split()[0] == line.split()[0]
        assert session.answer(state, session.usage("points", session.rules_of(state)))[1]


@pytest.mark.parametrize("word", ["riichi ", "123m", "東", "why ", "points 3 "])
def test_a_line_that_is_too_long_is_refused_at_its_length(word: str) -> None:
    line = word * (1_000_000 // len(word))
    began = time.process_time()
    with pytest.raises(InputError, match="too long"):
        Session().answer(SessionState(), line)
    assert not ends_session(line)
    assert time.process_time() - began < 0.5


OPEN_LINES = [
    "234m345p678p456s55s riichi",
    "123m456p789s11z22z+2z ron",
    "undo",
    "234m345p678p456s55s riichi",
]


def shown_by(*lines: str, game: str = "riichi") -> list[str]:
    session, state, found = Session(), SessionState(game), []
    for line in lines:
        state, document = session.answer(state, line)
        found.append(plain_text(document))
    return found


def test_what_a_line_leaves_open_is_said_once_in_one_line() -> None:
    first, *later = shown_by(*OPEN_LINES)
    note = first.splitlines()[-1]
    assert "5s, is the winning tile" in note
    assert "Assumed: the South seat" in note
    assert not any("Assumed" in one or "winning tile" in one for one in some(later))


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("riichi", "234m345p67p456s55s+8p riichi ron seat=W"),
        ("riichi", "dealer 234m345p67p456s55s+8p riichi ron"),
        ("sichuan", "111m234m567p888p99p"),
    ],
)
def test_no_seat_is_assumed_that_was_named_or_makes_no_difference(game: str, line: str) -> None:
    assert "Assumed" not in shown_by(line, game=game)[0]


def test_whether_a_tile_is_the_indicator_is_asked_once() -> None:
    line = "dora 5s 234m345p67p456s55s+8p riichi ron seat=S"
    asked, _, again, once_more = shown_by(line, "indicator", line, line)
    assert asked.startswith("Is 5s the dora indicator")
    assert "Assumed as before: “indicator”." in again
    assert once_more == again.removesuffix("\n\nAssumed as before: “indicator”.")


def test_what_is_asked_about_one_hand_is_asked_again_about_the_next() -> None:
    line = "kan 1111m 234p567p78s55p tsumo 9s"
    *_, again = shown_by(line, "concealed", line)
    assert again.startswith("Is the kong")


@pytest.mark.parametrize(
    ("line", "is_told"), [("ron 5s 234m345p678p456s5s", False), ("234m345p678p456s55s", True)]
)
def test_the_last_tile_is_said_to_win_only_if_nothing_else_says_so(line: str, is_told: bool) -> None:
    _, document = Session("en").answer(SessionState("riichi"), line)
    assert ("the last tile written" in " ".join(plain_text(document).split())) == is_told


@pytest.mark.parametrize("language", ["ja", "zh"])
@pytest.mark.parametrize("win", ["123m456p78p(789s)11z+9p", "123m456p78p(789s)11z+1z", "7777 points"])
def test_a_win_that_is_refused_at_a_table_is_refused_in_the_language_of_the_reader(
    win: str, language: str
) -> None:
    session = Session(language)
    state, _ = session.answer(SessionState(), "table Ann Ben Cho Dia")
    with pytest.raises(InputError) as caught:
        session.answer(state, f"Ann ron Ben {win}")
    (fault,) = caught.value.faults
    assert not re.search("[a-z]{3}", message_text(fault.message, language))


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("waits 234m345p67p456s55s visible=8p8x", "x"),
        ("waits discards=5q 234m345p67p456s55s", "q"),
        ("draw kind=nothing E", "kind=nothing"),
        ("points 3 40 win=x", "win=x"),
        ("234m345p67p456s55s+8p dora=4x", "x"),
    ],
)
def test_a_fault_of_a_typed_value_is_marked_at_the_signs_that_cause_it(line: str, marked: str) -> None:
    with pytest.raises(InputError) as caught:
        Session().answer(SessionState(), line)
    (fault,) = caught.value.faults
    assert (fault.source, fault.text) == ("hand", line)
    assert fault.position is not None
    assert fault.text[fault.position :][: fault.length] == marked


def test_a_fault_of_a_sentence_is_shown_in_the_sentence() -> None:
    with pytest.raises(InputError) as caught:
        Session("zh-HK").answer(SessionState("hong-kong"), "111m222p3s 自摸")
    assert [fault.text for fault in caught.value.faults] == ["111m222p3s 自摸"]
