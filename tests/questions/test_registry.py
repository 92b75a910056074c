"""The registry names every question and every parameter once, and the doors have what it names."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from scorer.batch.lines import KEYS
from scorer.cli.score import score as score_command
from scorer.hand import Request
from scorer.parameters import ANYWHERE, HAND, PARAMETERS, TABLE_SETTINGS
from scorer.questions.reference import overtaking, points
from scorer.questions.registry import WrongQuestion, answer_question
from scorer.scoring import make_request, outcome, score
from scorer.table.settle import final_results
from scorer.web.openapi import openapi
from scorer.web.sentences import WEB_QUESTIONS
from tests.support.loops import some


def test_every_parameter_belongs_to_a_question() -> None:
    asked = {name for question in WEB_QUESTIONS.values() for name in question.parameters}
    assert asked | {*ANYWHERE} == PARAMETERS.keys()


def test_a_request_has_the_parameters_of_a_hand() -> None:
    named = [name for name in Request.__annotations__ if name != "indicators"]
    assert sorted(named) == sorted(name for name in HAND if name != "indicators")
    assert {*TABLE_SETTINGS} < {*HAND}


@pytest.mark.parametrize("function", [score, outcome, make_request, points, overtaking, final_results])
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
