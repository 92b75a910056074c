"""The registry names every question and every parameter once, and the doors have what it names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import click
import pytest

from scorer.cli.main import main
from scorer.cli.score import score as score_command
from scorer.errors import InputError
from scorer.hand import Request
from scorer.parameters import ANYWHERE, HAND, PARAMETERS, TABLE_SETTINGS
from scorer.questions.practice import quiz
from scorer.questions.reference import overtaking, points
from scorer.questions.registry import QUESTIONS, WrongQuestion, answer_question
from scorer.rows import KEYS
from scorer.scoring import make_request, score
from scorer.session import ANSWERS_AT_TABLE, COMMANDS, Session, SessionState, command_named, names_of_command
from scorer.table.settle import final_results
from scorer.teach.quiz import LEVELS
from scorer.texts import phrases
from scorer.web.openapi import openapi
from scorer.web.sentences import WEB_QUESTIONS
from scorer.writing import as_document
from tests.cli.runs import run
from tests.support.loops import some


def test_every_parameter_belongs_to_a_question() -> None:
    asked = {name for question in WEB_QUESTIONS.values() for name in question.parameters}
    assert asked | {*ANYWHERE} == PARAMETERS.keys()


def test_a_request_has_the_parameters_of_a_hand() -> None:
    named = [name for name in Request.__annotations__ if name != "indicators"]
    assert sorted(named) == sorted(name for name in HAND if name != "indicators")
    assert {*TABLE_SETTINGS} < {*HAND}


@pytest.mark.parametrize("function", [score, make_request, points, overtaking, final_results, quiz])
def test_a_function_has_the_defaults_of_the_registry(function: Callable[..., object]) -> None:
    given = {
        name: one.default
        for name, one in inspect.signature(function).parameters.items()
        if name in PARAMETERS and one.default is not inspect.Parameter.empty and name != "ruleset"
    }
    assert given
    for name, default in some(given.items()):
        parameter = PARAMETERS[name]
        assert (default or parameter.sort.absent) == (parameter.default or parameter.sort.absent), name


def every_command(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command of a group and of the groups in it, with its name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


OTHER_MEANINGS = {
    ("quiz", "--from"), ("quiz", "--seat"), ("replay", "--seat"), ("replay", "--ready"), ("check", "--ask"),
    ("batch", "--near"),
}  # fmt: skip
"""Options that are named like one of the registry and ask for something else: a file, a player, or nothing."""


def test_an_option_that_is_named_in_the_registry_is_the_parameter_of_the_registry() -> None:
    names = {option: set[str]() for one in PARAMETERS.values() for option in one.option.split()}
    for one in PARAMETERS.values():
        for option in one.option.split():
            names[option].add(one.name)
    shared = [
        (command, option, option_parameter)
        for command, click_command in every_command(main)
        for option_parameter in click_command.params
        for option in option_parameter.opts
        if option in names and (command, option) not in OTHER_MEANINGS
    ]
    for command, option, option_parameter in some(shared):
        assert option_parameter.name in names[option], (command, option)
        parameter = PARAMETERS[str(option_parameter.name)]
        if parameter.bounds and isinstance(option_parameter.type, click.IntRange):
            assert (option_parameter.type.min, option_parameter.type.max) == parameter.bounds, command


def test_a_number_outside_its_bounds_is_refused_at_every_door() -> None:
    assert "from 1 to 3" in run("quiz", "--level", "4").stderr
    with pytest.raises(WrongQuestion, match="'level' is 1 to 3"):
        answer_question("questions", {"level": 4})
    asked = openapi()["paths"]["/api/questions"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert (asked["properties"]["level"]["minimum"], asked["properties"]["level"]["maximum"]) == (1, 3)
    assert PARAMETERS["level"].bounds == (min(LEVELS), max(LEVELS))
    with pytest.raises(WrongQuestion, match="'others' has at most 3 entries"):
        answer_question("winners", {"hand": "123m", "others": ["123m"] * 4})


def test_a_question_with_a_command_is_asked_in_a_session_in_every_language() -> None:
    asked = {name: query for name, query in QUESTIONS.items() if query.command}
    for name, query in some(asked.items()):
        assert query.argument in query.parameters, name
        assert query.command in COMMANDS, name
        for language in ("en", "ja", "zh"):
            assert {command_named(word) for word in names_of_command(query.command, language)} == {
                query.command
            }
        assert {f"help {query.command}", f"arguments {query.command}"} <= phrases().keys()
    assert ANSWERS_AT_TABLE.keys() <= asked.keys()


def test_a_command_without_its_argument_says_what_is_missing() -> None:
    with pytest.raises(InputError, match="write the command with what follows it: pattern PATTERN"):
        Session().answer(SessionState(), "pattern")


def test_a_session_asks_a_question_with_what_applies_at_the_table() -> None:
    session = Session()
    state, _ = session.answer(SessionState(ruleset="tenhou"), "234m345p67p456s55s+8p")
    _, of_session = session.answer(state, "why pinfu")
    given = {"hand": "234m345p67p456s55s+8p", "ruleset": "tenhou", "pattern": "pinfu", "seat": "S"}
    assert of_session == as_document(answer_question("why", given))


def test_a_parameter_of_a_hand_has_an_option_a_column_and_a_key_in_the_description() -> None:
    options = {option for one in score_command.params for option in one.opts}
    keys = openapi()["paths"]["/api/score"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    for name in some(HAND):
        parameter = PARAMETERS[name]
        assert {*parameter.option.split()} <= options
        assert {
            word for flag in parameter.flags for word in flag.options.split() if word[0] == "-"
        } <= options
        assert parameter.word in KEYS or name == "indicators"  # each indicator is a column of its own
        assert keys["properties"][name]["description"] == parameter.meaning


def test_a_wrong_argument_is_named_with_its_type() -> None:
    with pytest.raises(WrongQuestion, match="'honba' is a whole number"):
        answer_question("score", {"hand": "123m", "honba": "1"})
    with pytest.raises(WrongQuestion, match="no such key 'seet'"):
        answer_question("score", {"hand": "123m", "seet": "E"})
    with pytest.raises(WrongQuestion, match="no such question"):
        answer_question("scores", {})
