"""Parameters of a question that are typed after its command, as `name=value`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scorer.engine.examples import ExampleWord, fault_at_word
from scorer.errors import InputError
from scorer.language.vocabulary import truth_word
from scorer.languages import is_english
from scorer.message import Listed, Message
from scorer.parameters import COUNT, FLAG, HAND, PARAMETERS, RULES, TEXT, TEXTS, Parameter
from scorer.session.state import WHOLE_NUMBER, CommandLine
from scorer.texts import help_texts
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.questions.registry import Query

NAME_AND_VALUE = re.compile(r'(?<!\S)([A-Za-z_-]+)=("[^"]*"|\S*)')
"""A parameter and its value; a value with spaces stands in quotes."""
TYPED_SORTS = (TEXT, COUNT, FLAG, TEXTS)


def typed_parameters(query: Query) -> list[Parameter]:
    """The parameters of a question that can be typed after its command. The rules apply at the table, and
    what is said of a hand is read with the hand.

    >>> from scorer.questions.registry import QUESTIONS
    >>> [one.name for one in typed_parameters(QUESTIONS["waits"])]
    ['own_discards', 'visible']
    """
    elsewhere = {*RULES, *(HAND if "hand" in query.parameters else ())}
    own = (PARAMETERS[name] for name in query.parameters if name not in elsewhere)
    return [one for one in own if one.sort in TYPED_SORTS]


def parameter_rows(query: Query, command: str, language: str) -> Iterator[tuple[str, str]]:
    """What can be typed after the text of a command, each with its meaning as in the help of the command
    line.

    >>> from scorer.questions.registry import QUESTIONS
    >>> [*parameter_rows(QUESTIONS["waits"], "waits", "ja")][1]
    ('visible=TILES', 'ほかに場に見えている牌')
    """
    texts = {} if is_english(language) else help_texts(language)
    for parameter in typed_parameters(query):
        if parameter.name == query.argument:
            continue
        if not parameter.option:
            for flag in parameter.flags:
                yield f"{parameter.word}={flag.value}", texts.get(flag.source, flag.meaning)
            continue
        value = "true" if parameter.sort is FLAG else parameter.metavar
        keys = (f"{command} {parameter.source}", parameter.source)
        meaning = next((texts[key] for key in keys if key in texts), parameter.meaning)
        yield f"{parameter.word}={value}", meaning


def with_typed_arguments(query: Query, line: CommandLine) -> CommandLine:
    """The line of a command with the parameters that are typed as `name=value` apart from the text that
    follows the command. Raises InputError for values that a parameter cannot have.

    >>> from scorer.questions.registry import QUESTIONS
    >>> line = with_typed_arguments(QUESTIONS["final"], CommandLine("final", "sticks=1 32000 29000"))
    >>> line.argument, dict(line.given)
    ('32000 29000', {'sticks': 1})
    """
    given, rest = dict[str, Any](), line.argument
    for parameter, found in reversed([*_typed_pairs(query, line.argument)]):
        is_argument = parameter.name == query.argument
        if not is_argument:
            given[parameter.name] = _typed_value(parameter, found, line)
        rest = rest[: found.start()] + (found[2].strip('"') if is_argument else "") + rest[found.end() :]
    return (
        replace(line, argument=rest.strip(), given=given, typed=line.text) if rest != line.argument else line
    )


def _typed_pairs(query: Query, text: str) -> Iterator[tuple[Parameter, re.Match[str]]]:
    """The parameters of a question in a text, each with the words that give it: its name or that of its
    option, and the value.
    """
    typed = typed_parameters(query)
    parameters = {word.replace("-", "_"): one for one in typed for word in (one.name, one.word)}
    for found in NAME_AND_VALUE.finditer(text):
        if parameter := parameters.get(found[1].replace("-", "_").lower()):
            yield parameter, found


def error_at_parameters(error: InputError, query: Query, line: CommandLine) -> InputError:
    """The error with the faults of parameters that are typed in the line at the words that give them."""
    words = [
        ExampleWord(found[0], found.start(), source)
        for parameter, found in _typed_pairs(query, line.text)
        for source in (parameter.source, f"--{parameter.name}")
    ]
    return InputError(fault_at_word(fault, words, "hand", line.text) or fault for fault in error.faults)


def _typed_value(parameter: Parameter, found: re.Match[str], line: CommandLine) -> Any:
    text = found[2].strip('"')
    value: object = text
    if parameter.sort is COUNT:
        value = int(text) if WHOLE_NUMBER.fullmatch(text) else None
    elif parameter.sort is FLAG:
        value = {"true": True, "false": False}.get(truth_word(text.lower()))
    elif parameter.sort is TEXTS:
        value = tuple(filter(None, text.split(",")))
    if value is None:
        raise line.error(Message("expected other type", parameter.sort.wanted, text), at=found[0])
    if parameter.choices and value not in parameter.choices:
        raise line.error(Message("not one of", text, Listed(parameter.choices, "comma")), at=found[0])
    if parameter.bounds and not parameter.is_within_bounds(value):
        raise line.error(Message("count out of range", *parameter.bounds, text), at=found[0])
    return value
