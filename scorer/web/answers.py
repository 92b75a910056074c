"""Answers to questions in JSON: one pure function for the server, the page that needs no server, and bots.

>>> answer("points", {"count": "3 40", "ruleset": "riichi"}).data["counts"][0]["han"]
3
>>> answer("score", {"hand": "123q"}).status
422
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.answers import ruleset_of
from scorer.errors import Fault, InputError, RulesetError, ScorerError
from scorer.questions.hands import refusal
from scorer.questions.pages import as_fragment, as_line, as_line_html, question_hand, tile_symbols
from scorer.questions.registry import (
    MOST_BYTES_BY_KEY,
    Arguments,
    Query,
    WrongQuestion,
    checked_arguments,
    question_of,
)
from scorer.ruleset.model import Ruleset
from scorer.writing import as_data, as_html, as_markdown, as_svg, as_text

if TYPE_CHECKING:
    from scorer.replay.practice import PassedQuestion
    from scorer.teach.quiz import Question

MOST_BODY_BYTES = 16 * 1024
MOST_ANSWER_BYTES = 2 * 1024 * 1024
"""The longest answer. Those to usual questions have up to 130,000 bytes."""
OK, BAD_REQUEST, UNKNOWN_QUESTION, TOO_LARGE, CANNOT_ANSWER, NOT_POSSIBLE_NOW = 200, 400, 404, 413, 422, 503


class Reply(NamedTuple):
    """The status of an answer, as in HTTP, and its data."""

    status: int
    data: Any


LONG_QUESTIONS = frozenset({"check", "fix"})
"""Questions that may take seconds. A server answers them in a process of their own."""


# ---- one answer


def answer(name: str, body: object, named_rulesets: Mapping[str, Ruleset] = MappingProxyType({})) -> Reply:
    """The answer to a question. Nothing is read but the shipped rules, and nothing is kept or written.

    `named_rulesets` may be asked for by name, beside the shipped ones.
    """
    from scorer.web.sentences import WEB_QUESTIONS, SentenceAnswer

    try:
        question = question_of(name, WEB_QUESTIONS)
    except WrongQuestion as error:
        return refusal_reply(UNKNOWN_QUESTION, str(error))
    try:
        arguments = checked_arguments(name, body, named_rulesets, WEB_QUESTIONS)
        value = question.answer(arguments)
        if isinstance(value, SentenceAnswer):
            value = value.data if arguments.value("form") in ("json", "page") else value.document
        return Reply(OK, reply_data(value, arguments))
    except WrongQuestion as error:
        return refusal_reply(BAD_REQUEST, str(error))
    except ScorerError as error:
        data = error_reply(error, question, arguments)
        return Reply(OK if "form" in data else CANNOT_ANSWER, data)


def refusal_reply(status: int, message: str) -> Reply:
    """The answer to a request that is wrong itself, in the form of all errors."""
    error: dict[str, Any] = {"kind": "request", "message": message, "at": None, "suggestions": []}
    return Reply(status, {"ok": False, "error": error})


def reply_data(value: object, arguments: Arguments) -> Any:
    """A value in the form and the language that were asked for."""
    if isinstance(value, dict):
        return {"ok": True, **value}
    language, form = arguments.value("language"), arguments.value("form")
    if form == "page":
        return page_data(value, language, arguments)
    if form == "json":
        return as_data(value, language)
    write = {
        "text": as_text, "markdown": as_markdown, "html": as_html, "svg": as_svg,
    }[form]  # fmt: skip
    return {"ok": True, "text": write(value, language)}


def page_data(value: object, language: str, arguments: Arguments) -> dict[str, Any]:
    """What the page shows of a value: its data, and the parts that are written out already."""
    from scorer.labels import missing_language_note
    from scorer.render.evening_table import outcome_document, table_data
    from scorer.replay.frame import replay_data
    from scorer.replay.practice import PassedQuestion
    from scorer.replay.report import GameReport
    from scorer.table.evening_file import EveningFile
    from scorer.teach.answers import Analysis
    from scorer.teach.description import Description
    from scorer.teach.quiz import Question

    rules = ruleset_of(value)
    told = rules.display_language(language) if rules else language
    found: dict[str, Any] = {"ok": True, "language": told}
    if isinstance(value, Description):
        symbols = tile_symbols(value.ruleset, language)
        note = missing_language_note(value.ruleset, language)
        return found | {"data": as_data(value, language), "symbols": symbols, "note": note}
    if isinstance(value, Analysis):
        line = as_line(value, language)
        found |= {"line": line, "line_html": as_line_html(line, value.ruleset), "stage": value.stage}
        found |= {"faults": fault_places(value.faults, told)} if value.faults else {}
        if value.refusal:
            value = refusal(value.refusal, arguments.hand, arguments.rules, **arguments.situation)
    if isinstance(value, EveningFile):
        outcome = as_fragment(outcome_document(value, language))
        return found | {"data": as_data(value, language), **table_data(value, language), "html": outcome}
    if isinstance(value, GameReport):
        return found | {
            "symbols": tile_symbols(value.report.ruleset, language),
            **replay_data(value, language),
        }
    if isinstance(value, tuple) and value and isinstance(value[0], (Question, PassedQuestion)):
        return found | {"data": as_data(value, language), **questions_html(value, language)}
    return found | {"data": as_data(value, language), "html": as_fragment(value, language)}


def questions_html(asked: tuple[Question | PassedQuestion, ...], language: str) -> dict[str, list[str]]:
    """The hands that questions are about, and the questions that name tiles themselves, as HTML."""
    from scorer.replay.practice import PassedQuestion, passed_question

    return {
        "hands": ["" if isinstance(one, PassedQuestion) else question_hand(one, language) for one in asked],
        "asks_html": [
            as_line_html(passed_question(one, language), one.ruleset)
            if isinstance(one, PassedQuestion)
            else ""
            for one in asked
        ],
    }


def language_of_question(question: Query, arguments: Arguments) -> str:
    """The language that was asked for, with the words of the game that the question is about."""
    language: str = arguments.value("language")
    if "ruleset" in question.parameters:
        with suppress(ScorerError):  # rules that cannot be read, or are not known
            return arguments.rules.display_language(language)
    return language


def error_reply(error: ScorerError, question: Query, arguments: Arguments) -> dict[str, Any]:
    """An error as data; for the page, which shows it as an answer, with the place of each fault in full."""
    from scorer.render.problems import localized_error
    from scorer.web.sentences import SENTENCE, WEB_QUESTIONS

    data = as_data(error, arguments.value("language"))
    assert isinstance(data, dict)
    is_of_page = arguments.value("form") == "page"
    language = language_of_question(question, arguments)
    if is_of_page or question is WEB_QUESTIONS[SENTENCE]:
        data["error"]["message"] = localized_error(error, language)
    if not is_of_page:
        return data
    data["form"] = "page"
    if isinstance(error, InputError):
        data["faults"] = fault_places(error.faults, language)
    if isinstance(error, RulesetError):
        data["problems"] = as_data(error.problems)
    return data


def fault_places(faults: Iterable[Fault], language: str) -> list[dict[str, Any]]:
    """Faults with all that a page needs to mark their places, in the words of the command line."""
    from scorer.render.problems import localized_fault

    return [
        {
            "input": fault.source,
            "at": fault.position,
            "length": fault.length,
            "text": fault.text,
            "message": localized_fault(fault, language).message,
            "suggestions": list(fault.suggestions),
        }
        for fault in faults
    ]


# ---- bodies and answers as bytes

DEEPEST = 20
MOST_BRACKETS = 10_000
"""Lists and objects in a body. Empty ones take twenty times the memory that their text takes."""


class WrittenReply(NamedTuple):
    """The status of an answer, and its data as JSON."""

    status: int
    content: bytes


def written_answer(
    name: str, body: bytes, named_rulesets: Mapping[str, Ruleset] = MappingProxyType({})
) -> WrittenReply:
    """The answer to a question that comes as JSON, as JSON.

    >>> written_answer("points", b'{"count": "3 40"').status
    400
    """
    written = written_reply(_answer_to_bytes(name, body, named_rulesets))
    if len(written.content) <= MOST_ANSWER_BYTES:
        return written
    message = f"the answer has more than {MOST_ANSWER_BYTES:,} bytes; ask for less at a time"
    return written_reply(refusal_reply(NOT_POSSIBLE_NOW, message))


def _answer_to_bytes(name: str, body: bytes, named_rulesets: Mapping[str, Ruleset]) -> Reply:
    try:
        value = body_of_bytes(body)
    except WrongQuestion as error:
        return refusal_reply(BAD_REQUEST, str(error))
    if len(body) > MOST_BODY_BYTES and not has_file(value):
        message = f"a body without a file has at most {MOST_BODY_BYTES:,} bytes"
        return refusal_reply(TOO_LARGE, message)
    return answer(name, value, named_rulesets)


def has_file(body: object) -> bool:
    """Whether a question brings the text of a file, and so may be longer than others."""
    return isinstance(body, dict) and any(isinstance(body.get(key), str) for key in MOST_BYTES_BY_KEY)


def answer_text(name: str, body: str) -> str:
    """The status and the data of an answer as JSON, for a body as JSON."""
    status, content = written_answer(name, body.encode("utf-8", "replace"))
    return f"[{status}, {content.decode()}]"


def body_of_bytes(data: bytes) -> object:
    """The value that bytes of JSON describe. Raises WrongQuestion for anything else, and for values that are
    nested too deeply or are no numbers.
    """
    try:
        text = data.decode("utf-8")
        outside_strings = STRING.sub("", text)
        if outside_strings.count("[") + outside_strings.count("{") > MOST_BRACKETS:
            raise WrongQuestion(f"the body has more than {MOST_BRACKETS:,} lists and objects")
        if nesting_depth(outside_strings) > DEEPEST:
            raise WrongQuestion(f"the body is nested more than {DEEPEST} levels deep")
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise WrongQuestion("the body is not JSON in UTF-8") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""A string of JSON. It may lack its end: a pattern that fails there would be tried at every other quote."""


BRACKET = re.compile(r"[\[\]{}]")


def nesting_depth(text: str) -> int:
    """How deeply brackets are nested in a text.

    >>> nesting_depth('{"a": [1, [2]]}')
    3
    """
    depth = deepest = 0
    for sign in BRACKET.findall(text):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def written_reply(reply: Reply) -> WrittenReply:
    """An answer with its data as JSON."""
    return WrittenReply(reply.status, json_bytes(reply.data))


def json_bytes(data: object) -> bytes:
    """Data as JSON in UTF-8; a lone half of a character is written as an escape."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(data).encode("ascii")


OUT_OF_MEMORY = written_reply(refusal_reply(NOT_POSSIBLE_NOW, "this question needs too much memory"))
"""The answer of a process whose memory is not enough for a question."""
