"""Answers to questions in JSON: one pure function for the server, the page that needs no server, and bots.

>>> answer("points", {"count": "3 40", "ruleset": "riichi"}).data["counts"][0]["han"]
3
>>> answer("score", {"hand": "123q"}).status
422
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.answers import ruleset_of
from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, NotAWinner, Problem, RulesetError, ScorerError
from scorer.languages import LANGUAGES
from scorer.questions.authoring import check_text, complete_at, fixes, hover_at, outline
from scorer.questions.hands import (
    analyze,
    compare,
    explain,
    near_misses,
    refusal,
    waits_or_discards,
    whole_deal,
    why_each,
    winners,
)
from scorer.questions.pages import as_fragment, as_line, as_line_html, question_hand, tile_symbols
from scorer.questions.practice import grade, quiz
from scorer.questions.reference import overtaking, pattern_cards, patterns, payment_table, points
from scorer.questions.rules import (
    describe,
    difference_report,
    ruleset_from_text,
    shipped_ruleset,
    shipped_rulesets,
)
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import score
from scorer.writing import as_data, as_html, as_markdown, as_svg, as_text

if TYPE_CHECKING:
    from scorer.teach.quiz import Question

MOST_BODY_BYTES = 16 * 1024
MOST_RULES_BYTES = 256 * 1024
"""The most bytes of a rule file in a question; a question without one is shorter."""
MOST_RULESETS = 8
MOST_WINNERS = 3
MOST_SEED = 10**9
SCORE = re.compile(r"-?[0-9]{1,8}")
OWN_FILE = "own.yaml"
"""What the problems of a rule file call it, if it comes as text."""

OK, BAD_REQUEST, UNKNOWN_QUESTION, CANNOT_ANSWER = 200, 400, 404, 422


class Reply(NamedTuple):
    """The status of an answer, as in HTTP, and its data."""

    status: int
    data: Any


class BadRequest(Exception):
    """A question that is not asked as `openapi.json` says."""


# ---- what a question may say


class Key(NamedTuple):
    """A key of a question: the type of its value, and what it means."""

    sort: str
    description: str


SORTS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "text": ("a string", lambda value: isinstance(value, str)),
    "number": ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "flag": ("true or false", lambda value: isinstance(value, bool)),
    "texts": (
        "a list of strings",
        lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
    ),
    "text by name": (
        "a mapping from names to strings",
        lambda value: isinstance(value, dict) and all(isinstance(item, str) for item in value.values()),
    ),
    "value by name": (
        "a mapping from names to values",
        lambda value: (
            isinstance(value, dict) and all(isinstance(item, (bool, int, str)) for item in value.values())
        ),
    ),
    "value or null by name": (
        "a mapping from names to values or null",
        lambda value: (
            isinstance(value, dict)
            and all(item is None or isinstance(item, (bool, int, str)) for item in value.values())
        ),
    ),
}
"""What each sort of value is called in messages, and a test for it."""

KEYS: Mapping[str, Key] = {
    "language": Key("text", f"The language of names and sentences: {', '.join(LANGUAGES)}."),
    "form": Key("text", "json (the default), page, text, markdown, html or svg."),
    "ruleset": Key("text", "The name of a shipped ruleset."),
    "rules": Key("text", "The text of a rule file, instead of a name."),
    "options": Key("value by name", "House rules: the values of options by name."),
    "hand": Key("text", "The hand in notation: 234m345p67p456s55s+8p."),
    "win": Key("text", "tsumo or ron."),
    "seat": Key("text", "The seat of the winner: E, S, W or N."),
    "round": Key("text", "The wind of the round: E, S, W or N."),
    "discarder": Key("text", "The seat of the player who discarded the winning tile."),
    "circumstances": Key("texts", "Circumstances by name, with a number if they are counted: north=2."),
    "indicators": Key("text by name", "Tiles by the name of an indicator."),
    "honba": Key("number", "Counters on the table."),
    "sticks": Key("number", "Sticks on the table."),
    "pao": Key("text by name", "The liable seat by pattern."),
    "own_discards": Key("text", "Tiles that the player has discarded."),
    "visible": Key("text", "Other tiles seen on the table."),
    "pattern": Key("text", "A pattern by its id or any of its names."),
    "most": Key("number", "The most answers."),
    "rulesets": Key("texts", f"Up to {MOST_RULESETS} shipped rulesets to compare with."),
    "others": Key(
        "texts", "Further winners on the same discard, each as one text: hand, seat=W, circumstances."
    ),
    "hands": Key(
        "text",
        "The hands of the players who have not won, each after its seat, or what they count: E:24 W:HAND.",
    ),
    "count": Key("text", "A count, such as 3 40, or the name of a limit."),
    "behind": Key("text", "The points that a rival is ahead, or their seat and the points: W=7,800."),
    "events": Key("text", "What was paid while the deal was played: E EVENT, N EVENT from=E."),
    "ready": Key("texts", "The seats of the players who are ready."),
    "kind": Key("text", "How the deal is drawn; the wall is used up if it is left out."),
    "by": Key("texts", "The seats that the draw itself pays."),
    "false_win": Key("text", "The seat of a false winner, who pays instead."),
    "scores": Key("texts", "The final scores, the first dealer's first, for example 32,400."),
    "dealer": Key("flag", "Whether the dealer wins."),
    "query": Key("text", "Words of a name or a definition."),
    "seed": Key("number", "The same seed gives the same hand."),
    "level": Key("number", "How hard the questions are."),
    "topics": Key("texts", "The topics of the questions."),
    "patterns": Key("texts", "Only hands with one of these patterns."),
    "limits": Key("texts", "Only hands that reach one of these limits."),
    "place": Key("number", "The question to be marked, from 0."),
    "answer": Key("text", "What was answered."),
    "base": Key("text", "The shipped ruleset to compare with."),
    "text": Key("text", "The text of a rule file."),
    "line": Key("number", "The line of the cursor in a rule file, from 1."),
    "column": Key("number", "The column of the cursor in its line, in characters, from 1."),
    "problem": Key("value or null by name", "A problem of a rule file, as `check` answers it."),
}
RULES_KEYS = ("ruleset", "rules", "options")
HAND_KEYS = (
    "hand", "win", "seat", "round", "discarder", "circumstances", "indicators", "honba", "sticks", "pao",
)  # fmt: skip
OTHER_TILES_KEYS = ("own_discards", "visible")
QUIZ_KEYS = ("seed", "level", "topics", "patterns", "limits")
EVERYWHERE = ("language", "form")
FORMS = ("json", "page", "text", "markdown", "html", "svg")


class QuestionInputs:
    """A question whose keys and types are right. `named_rulesets` may be asked for by name beside
    the shipped ones.
    """

    def __init__(self, body: Mapping[str, Any], named_rulesets: Mapping[str, Ruleset]) -> None:
        self.body, self.named_rulesets = body, named_rulesets

    def value(self, key: str, default: Any) -> Any:
        return self.body.get(key, default)

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the question, with its options. No path is ever opened."""
        options = self.value("options", {})
        if "rules" in self.body:
            return ruleset_of_text(self.body["rules"], tuple(options.items()), self.value("language", "en"))
        return self.ruleset_named(self.value("ruleset", DEFAULT_RULESET), options)

    def ruleset_named(self, name: str, options: Mapping[str, Value] | None = None) -> Ruleset:
        if name in self.named_rulesets:
            return configure_ruleset(self.named_rulesets[name], options)
        return shipped_ruleset(name, options, self.value("language", "en"))

    @property
    def situation(self) -> dict[str, Any]:
        """How the hand was won, as keywords of the public functions."""
        indicators = self.value("indicators", {})
        said = {key: self.body[key] for key in HAND_KEYS[1:] if key in self.body and key != "indicators"}
        if clash := [name for name in indicators if name in KEYS]:
            message = "no ruleset has an indicator of this name"
            raise InputError([Fault(f"--{name}", None, message, "circumstance") for name in clash])
        return {**said, **indicators}

    @property
    def hand(self) -> str:
        hand: str = self.value("hand", "")
        return hand

    @property
    def other_tiles(self) -> dict[str, str]:
        """Tiles that are seen elsewhere, as keywords of the public functions."""
        return {key: self.body[key] for key in OTHER_TILES_KEYS if key in self.body}


@lru_cache(maxsize=16)
def ruleset_of_text(text: str, options: tuple[tuple[str, Value], ...], language: str) -> Ruleset:
    """The ruleset of a rule file that is given as text; the last ones are kept."""
    return ruleset_from_text(text, dict(options), OWN_FILE, language)


# ---- the questions


def _analyze(inputs: QuestionInputs) -> object:
    return analyze(inputs.hand, inputs.rules, **inputs.other_tiles, **inputs.situation)


def _score(inputs: QuestionInputs) -> object:
    rules, situation = inputs.rules, inputs.situation
    try:
        return score(inputs.hand, rules, **situation)
    except NotAWinner as error:
        return refusal(error, inputs.hand, rules, **situation)


def _explain(inputs: QuestionInputs) -> object:
    rules, situation = inputs.rules, inputs.situation
    near = inputs.value("most", 4)
    try:
        return explain(score(inputs.hand, rules, **situation), near_miss_limit=near)
    except NotAWinner as error:
        return refusal(error, inputs.hand, rules, near_miss_limit=near, **situation)


def _why(inputs: QuestionInputs) -> object:
    rules, situation = inputs.rules, inputs.situation
    try:
        return why_each([inputs.value("pattern", "")], inputs.hand, rules, **situation)
    except NotAWinner as error:
        return refusal(error, inputs.hand, rules, **situation)


def _compare(inputs: QuestionInputs) -> object:
    names = inputs.value("rulesets", [])
    if len(names) > MOST_RULESETS:
        raise BadRequest(f"at most {MOST_RULESETS} rulesets can be compared")
    others = [inputs.ruleset_named(name) for name in names]
    return compare(inputs.hand, [inputs.rules, *others], **inputs.situation)


def other_winners(inputs: QuestionInputs) -> list[str]:
    """Further winners on the same discard."""
    others: list[str] = inputs.value("others", [])
    if len(others) > MOST_WINNERS:
        raise BadRequest(f"at most {MOST_WINNERS} other players can win")
    return others


def _winners(inputs: QuestionInputs) -> object:
    return winners(inputs.hand, other_winners(inputs), inputs.rules, **inputs.situation)


def _deal(inputs: QuestionInputs) -> object:
    hands, events = inputs.value("hands", ""), inputs.value("events", "")
    also = other_winners(inputs)
    return whole_deal(inputs.hand, hands, inputs.rules, also=also, events=events, **inputs.situation)


def _points(inputs: QuestionInputs) -> object:
    said = {key: inputs.body[key] for key in ("dealer", "win", "honba", "sticks") if key in inputs.body}
    return points(inputs.value("count", ""), inputs.rules, **said)


def _overtaking(inputs: QuestionInputs) -> object:
    said = {key: inputs.body[key] for key in ("seat", "win", "honba", "sticks") if key in inputs.body}
    return overtaking(inputs.value("behind", ""), inputs.rules, **said)


def _draw(inputs: QuestionInputs) -> object:
    from scorer.table.settle import draw_result, drawn_deal_result

    hands, events, kind = (inputs.value(key, "") for key in ("hands", "events", "kind"))
    if hands or events:
        return drawn_deal_result(hands, inputs.rules, kind=kind, events=events)
    parameters = {
        "ready": "ready_seats", "by": "paid_seats", "kind": "kind", "false_win": "false_win",
        "honba": "honba", "sticks": "sticks",
    }  # fmt: skip
    known = {parameter: inputs.body[key] for key, parameter in parameters.items() if key in inputs.body}
    return draw_result(inputs.rules, **known)


def _final(inputs: QuestionInputs) -> object:
    from scorer.table.settle import final_results

    scores = [text.replace(",", "") for text in inputs.value("scores", [])]
    if wrong := [text for text in scores if not SCORE.fullmatch(text)]:
        raise InputError([Fault("scores", None, f"expected whole numbers, not '{wrong[0][:20]}'")])
    return final_results(list(map(int, scores)), inputs.rules, sticks=inputs.value("sticks", 0))


def quiz_questions(inputs: QuestionInputs) -> tuple[Question, ...]:
    """All questions about the hand of a seed."""
    said = {key: inputs.body[key] for key in QUIZ_KEYS[1:] if key in inputs.body}
    seed, language = inputs.value("seed", 1), inputs.value("language", "en")
    asked = quiz(inputs.rules, seed=seed, language=language, **said)
    first = next(asked, None)
    if first is None:
        message = "no hand with these patterns and limits was found"
        raise InputError([Fault("patterns", None, message, "circumstance")])
    return (first, *takewhile(lambda question: question.score is first.score, asked))


def _grade(inputs: QuestionInputs) -> object:
    asked, place = quiz_questions(inputs), inputs.value("place", 0)
    if not 0 <= place < len(asked):
        raise BadRequest(f"'place' is 0 to {len(asked) - 1}")
    return grade(asked[place], inputs.value("answer", ""), inputs.value("language", "en"))


def _differences(inputs: QuestionInputs) -> object:
    rules = inputs.rules
    base = inputs.value("base", DEFAULT_RULESET)
    return difference_report(inputs.ruleset_named(base), rules, labels=(base, rules.id))


def _fixes(inputs: QuestionInputs) -> object:
    text, found = inputs.value("text", ""), inputs.value("problem", {})
    try:
        line, column, end = (int(found[key]) for key in ("line", "column", "end_column"))
        problem = Problem(
            str(found["code"]), OWN_FILE, line, column, str(found["message"]), end - column,
            str(found["hint"] or ""), source_line=str(found["source"] or ""),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise BadRequest("'problem' is a problem as 'check' answers it") from error
    return fixes(text, problem, OWN_FILE)


def text_and_place(inputs: QuestionInputs) -> tuple[str, int, int, str]:
    """A rule file, the place of the cursor in it, and what the file is called."""
    return inputs.value("text", ""), inputs.value("line", 1), inputs.value("column", 1), OWN_FILE


def _complete(inputs: QuestionInputs) -> object:
    found = complete_at(*text_and_place(inputs), language=inputs.value("language", "en"))
    return found[: inputs.value("most", len(found))]


def _hover(inputs: QuestionInputs) -> object:
    found = hover_at(*text_and_place(inputs), language=inputs.value("language", "en"))
    return (found,) if found else ()


def _outline(inputs: QuestionInputs) -> object:
    return outline(inputs.value("text", ""), OWN_FILE, language=inputs.value("language", "en"))


def _starter(inputs: QuestionInputs) -> object:
    from scorer.ruleset.authoring import starter_text

    base = shipped_ruleset(inputs.value("ruleset", DEFAULT_RULESET))
    return {"text": starter_text(OWN_FILE, base.id)}


class Query(NamedTuple):
    """A question: what it asks, the keys that it may have, and the function that answers it."""

    description: str
    keys: tuple[str, ...]
    answer: Callable[[QuestionInputs], object]


QUERIES: Mapping[str, Query] = MappingProxyType({
    "rulesets": Query("The shipped rulesets.", (), lambda inputs: shipped_rulesets()),
    "ruleset": Query(
        "What a form needs to know of a ruleset.", RULES_KEYS, lambda inputs: describe(inputs.rules)
    ),
    "analyze": Query(
        "A hand at any stage, from the first tile to the win.",
        (*RULES_KEYS, *HAND_KEYS, *OTHER_TILES_KEYS),
        _analyze,
    ),
    "score": Query("The score of a hand.", (*RULES_KEYS, *HAND_KEYS), _score),
    "explain": Query("A score, step by step.", (*RULES_KEYS, *HAND_KEYS, "most"), _explain),
    "waits": Query(
        "What a hand waits for, or which tile to discard.",
        (*RULES_KEYS, *HAND_KEYS, *OTHER_TILES_KEYS),
        lambda inputs: waits_or_discards(
            inputs.hand, inputs.rules, **inputs.other_tiles, **inputs.situation
        ),
    ),
    "why": Query("Whether a pattern is awarded, and why.", (*RULES_KEYS, *HAND_KEYS, "pattern"), _why),
    "near_misses": Query(
        "The patterns that a complete hand just misses.",
        (*RULES_KEYS, *HAND_KEYS, "most"),
        lambda inputs: near_misses(
            inputs.hand, inputs.rules, limit=inputs.value("most", 3), **inputs.situation
        ),
    ),
    "compare": Query(
        "A hand under several rulesets.", (*RULES_KEYS, *HAND_KEYS, "rulesets"), _compare
    ),
    "winners": Query(
        "Several winners on one discard.", (*RULES_KEYS, *HAND_KEYS, "others"), _winners
    ),
    "deal": Query(
        "A whole deal: what every hand counts, and who pays whom.",
        (*RULES_KEYS, *HAND_KEYS, "hands", "others", "events"),
        _deal,
    ),
    "points": Query(
        "The payment for a count.", (*RULES_KEYS, "count", "dealer", "win", "honba", "sticks"), _points
    ),
    "overtaking": Query(
        "The cheapest hands that overtake a rival.",
        (*RULES_KEYS, "behind", "seat", "win", "honba", "sticks"),
        _overtaking,
    ),
    "draw": Query(
        "What a drawn deal pays, and how the next one begins.",
        (*RULES_KEYS, "ready", "kind", "by", "false_win", "honba", "sticks", "hands", "events"),
        _draw,
    ),
    "final": Query("What final scores are worth.", (*RULES_KEYS, "scores", "sticks"), _final),
    "table": Query(
        "The payment table of a ruleset.", RULES_KEYS, lambda inputs: payment_table(inputs.rules)
    ),
    "patterns": Query(
        "The patterns of a ruleset.",
        (*RULES_KEYS, "query"),
        lambda inputs: patterns(inputs.rules, inputs.value("query", "")),
    ),
    "pattern": Query(
        "Everything about a pattern.",
        (*RULES_KEYS, "pattern"),
        lambda inputs: pattern_cards([inputs.value("pattern", "")], inputs.rules),
    ),
    "questions": Query(
        "The questions of the quiz about the hand of a seed.", (*RULES_KEYS, *QUIZ_KEYS), quiz_questions
    ),
    "grade": Query(
        "The mark for an answer in the quiz.", (*RULES_KEYS, *QUIZ_KEYS, "place", "answer"), _grade
    ),
    "differences": Query(
        "What rules change of a shipped ruleset.", (*RULES_KEYS, "base"), _differences
    ),
    "starter": Query(
        "A rule file to begin with, as text.", ("ruleset",), _starter
    ),
    "fix": Query(
        "The changes that fix a problem of a rule file.", ("text", "problem"), _fixes
    ),
    "complete": Query(
        "The words that fit at a place of a rule file.", ("text", "line", "column", "most"), _complete
    ),
    "hover": Query("What a word of a rule file means.", ("text", "line", "column"), _hover),
    "outline": Query("The sections of a rule file.", ("text",), _outline),
    "check": Query(
        "The problems of a rule file.", ("text",), lambda inputs: check_text(inputs.value("text", ""))
    ),
})  # fmt: skip
LONG_QUESTIONS = frozenset({"check", "fix"})
"""Questions that may take seconds. A server answers them in a process of their own."""


# ---- one answer


def answer(name: str, body: object, named_rulesets: Mapping[str, Ruleset] = MappingProxyType({})) -> Reply:
    """The answer to a question. Nothing is read but the shipped rules, and nothing is kept or written.

    `named_rulesets` may be asked for by name, beside the shipped ones.
    """
    question = QUERIES.get(name)
    if question is None:
        return refusal_reply(UNKNOWN_QUESTION, f"no such question; the questions are {', '.join(QUERIES)}")
    try:
        inputs = QuestionInputs(checked_body(question, body), named_rulesets)
        return Reply(OK, reply_data(question.answer(inputs), inputs))
    except BadRequest as error:
        return refusal_reply(BAD_REQUEST, str(error))
    except ScorerError as error:
        data = error_reply(error, body)
        return Reply(OK if "form" in data else CANNOT_ANSWER, data)


def refusal_reply(status: int, message: str) -> Reply:
    """The answer to a request that is wrong itself, in the form of all errors."""
    error: dict[str, Any] = {"kind": "request", "message": message, "at": None, "suggestions": []}
    return Reply(status, {"ok": False, "error": error})


def checked_body(question: Query, body: object) -> Mapping[str, Any]:
    """The body of a question. Raises BadRequest for an unknown key or a value of another type."""
    if not isinstance(body, dict):
        raise BadRequest("expected an object of JSON")
    known = (*EVERYWHERE, *question.keys)
    for key, value in body.items():
        if key not in known:
            raise BadRequest(f"no such key '{str(key)[:40]}'; the keys are {', '.join(known)}")
        wanted, fits = SORTS[KEYS[key].sort]
        if not fits(value):
            raise BadRequest(f"'{key}' is {wanted}")
    for key, choices in (("language", LANGUAGES), ("form", FORMS)):
        if body.get(key, choices[0]) not in choices:
            raise BadRequest(f"'{key}' is one of {', '.join(choices)}")
    for key in ("rules", "text"):
        if len(body.get(key, "").encode("utf-8", "replace")) > MOST_RULES_BYTES:
            raise BadRequest(f"'{key}' has more than {MOST_RULES_BYTES:,} bytes")
    if not 0 <= body.get("seed", 0) <= MOST_SEED or not 0 <= body.get("most", 0) <= 50:
        raise BadRequest(f"'seed' is 0 to {MOST_SEED}, 'most' is 0 to 50")
    return body


def reply_data(value: object, inputs: QuestionInputs) -> Any:
    """A value in the form and the language that were asked for."""
    if isinstance(value, dict):
        return {"ok": True, **value}
    language, form = inputs.value("language", "en"), inputs.value("form", "json")
    if form == "page":
        return page_data(value, language, inputs)
    if form == "json":
        return as_data(value, language)
    write = {
        "text": as_text, "markdown": as_markdown, "html": as_html, "svg": as_svg,
    }[form]  # fmt: skip
    return {"ok": True, "text": write(value, language)}


def page_data(value: object, language: str, inputs: QuestionInputs) -> dict[str, Any]:
    """What the page shows of a value: its data, and the parts that are written out already."""
    from scorer.labels import missing_language_note
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
        found |= {"faults": fault_places(value.faults, language)} if value.faults else {}
        if value.refusal:
            value = refusal(value.refusal, inputs.hand, inputs.rules, **inputs.situation)
    if isinstance(value, tuple) and value and isinstance(value[0], Question):
        hands = [question_hand(item, language) for item in value]
        return found | {"data": as_data(value, language), "hands": hands}
    return found | {"data": as_data(value, language), "html": as_fragment(value, language)}


def error_reply(error: ScorerError, body: object) -> dict[str, Any]:
    """An error as data; for the page, which shows it as an answer, with the place of each fault in full."""
    from scorer.render.problems import localized_error

    data = as_data(error)
    assert isinstance(data, dict)
    if not (isinstance(body, dict) and body.get("form") == "page"):
        return data
    language = body.get("language", "en")
    data["form"] = "page"
    data["error"]["message"] = localized_error(error, language)
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


# ---- bodies as bytes

DEEPEST = 20


def body_of_bytes(data: bytes) -> object:
    """The value that bytes of JSON describe. Raises BadRequest for anything else, and for values that are
    nested too deeply or are no numbers.
    """
    try:
        text = data.decode("utf-8")
        if nesting_depth(text) > DEEPEST:
            raise BadRequest(f"the body is nested more than {DEEPEST} levels deep")
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadRequest("the body is not JSON in UTF-8") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""A string of JSON. It may lack its end: a pattern that fails there would be tried at every other quote."""


def nesting_depth(text: str) -> int:
    """How deeply brackets are nested in a text of JSON. Brackets in strings nest nothing.

    >>> nesting_depth('{"a": [1, [2]], "b[": "]] [[["}')
    3
    """
    depth = deepest = 0
    for sign in STRING.sub("", text):
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def answer_text(name: str, body: str) -> str:
    """The status and the data of an answer as JSON, for a body as JSON."""
    try:
        reply = answer(name, body_of_bytes(body.encode("utf-8", "replace")))
    except BadRequest as error:
        reply = refusal_reply(BAD_REQUEST, str(error))
    return json_bytes([*reply]).decode()


def json_bytes(data: object) -> bytes:
    """Data as JSON in UTF-8; a lone half of a character is written as an escape."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(data).encode("ascii")
