"""The registry of questions: the name of each, its meaning, its parameters, and the function that answers it.

The page, the description for bots, and every other door that takes a question by its name and arguments are
derived from it. The parameters themselves are in `scorer.parameters`.

>>> answer_question("score", {"hand": "234m345p67p456s55s+8p", "seat": "E"}).total
2900
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, NotAWinner, Problem
from scorer.foreign import value_text
from scorer.message import Message
from scorer.parameters import (
    ANYWHERE,
    COUNT,
    HAND,
    OTHER_TILES,
    PARAMETERS,
    RULES,
    USUAL_NEAR_MISSES,
    Parameter,
)
from scorer.questions.authoring import check_text, complete_at, fixes, hover_at, outline
from scorer.questions.evenings import evening_of_text, win_counts
from scorer.questions.games import game_report
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
)  # fmt: skip
from scorer.questions.practice import DEFAULT_QUIZ_HANDS, game_practice, grade, quiz
from scorer.questions.reference import overtaking, pattern_cards, patterns, payment_table, points
from scorer.questions.rules import (
    describe,
    difference_report,
    ruleset_from_text,
    shipped_ruleset,
    shipped_rulesets,
)  # fmt: skip
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import score

if TYPE_CHECKING:
    from scorer.replay.practice import PassedQuestion
    from scorer.replay.referee import Report
    from scorer.teach.quiz import Question

MOST_RULES_BYTES = 256 * 1024
"""The most bytes of a rule file that is given as text."""
MOST_LOG_BYTES = 1024 * 1024
"""The most bytes of a recorded game that is given as text."""
MOST_BYTES_BY_KEY = MappingProxyType(
    {"rules": MOST_RULES_BYTES, "text": MOST_RULES_BYTES, "log": MOST_LOG_BYTES}
)
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,8}")
OWN_FILE = "own.yaml"
"""What the problems of a rule file call it, if it comes as text."""
QUIZ = ("seed", "level", "topics", "patterns", "limits")
OF_GAME = ("log", "player", "seed", "level", "topics", "most")
"""The parameters of questions about a recorded game."""


class WrongQuestion(Exception):
    """A question that does not exist, or whose arguments are not those that the registry names."""


class Arguments:
    """The arguments of a question, checked against the registry. `named_rulesets` may be asked for by name
    beside the shipped ones.
    """

    def __init__(
        self, given: Mapping[str, Any], named_rulesets: Mapping[str, Ruleset] = MappingProxyType({})
    ) -> None:
        self.given, self.named_rulesets = given, named_rulesets

    def value(self, name: str, default: Any = None) -> Any:
        """The value of a parameter, or `default`, or its own default, or the value that says nothing."""
        if name in self.given:
            return self.given[name]
        parameter = PARAMETERS[name]
        known = (default, parameter.default, parameter.sort.absent)
        return next(value for value in known if value is not None)

    def only(self, *names: str) -> dict[str, Any]:
        """Those of these parameters that were given, as keywords."""
        return {name: self.given[name] for name in names if name in self.given}

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the question, with its options. No path is ever opened."""
        options = self.value("options")
        if "rules" in self.given:
            return ruleset_of_text(self.given["rules"], tuple(options.items()), self.value("language"))
        return self.ruleset_named(self.value("ruleset", DEFAULT_RULESET), options)

    def ruleset_named(self, name: str, options: Mapping[str, Value] | None = None) -> Ruleset:
        if name in self.named_rulesets:
            return configure_ruleset(self.named_rulesets[name], options)
        return shipped_ruleset(name, options, self.value("language"))

    @property
    def situation(self) -> dict[str, Any]:
        """How the hand was won, as keywords of the functions that score hands."""
        indicators = self.value("indicators")
        if clash := [name for name in indicators if name in PARAMETERS]:
            message = Message("no indicator of this name")
            raise InputError([Fault(f"--{name}", None, message, "circumstance") for name in clash])
        return {**self.only(*(name for name in HAND if name not in ("hand", "indicators"))), **indicators}

    @property
    def hand(self) -> str:
        hand: str = self.value("hand")
        return hand

    @property
    def other_tiles(self) -> dict[str, Any]:
        """Tiles that are seen elsewhere, as keywords of the functions that find waits."""
        return self.only(*OTHER_TILES)


@lru_cache(maxsize=16)
def ruleset_of_text(text: str, options: tuple[tuple[str, Value], ...], language: str) -> Ruleset:
    """The ruleset of a rule file that is given as text; the last ones are kept."""
    return ruleset_from_text(text, dict(options), OWN_FILE, language)


# ---- the questions


def _analyze(arguments: Arguments) -> object:
    return analyze(arguments.hand, arguments.rules, **arguments.other_tiles, **arguments.situation)


def _score(arguments: Arguments) -> object:
    rules, situation = arguments.rules, arguments.situation
    try:
        return score(arguments.hand, rules, **situation)
    except NotAWinner as error:
        return refusal(error, arguments.hand, rules, **situation)


def _explain(arguments: Arguments) -> object:
    rules, situation = arguments.rules, arguments.situation
    near = arguments.value("most", USUAL_NEAR_MISSES)
    try:
        return explain(score(arguments.hand, rules, **situation), near_miss_limit=near)
    except NotAWinner as error:
        return refusal(error, arguments.hand, rules, near_miss_limit=near, **situation)


def _why(arguments: Arguments) -> object:
    rules, situation = arguments.rules, arguments.situation
    try:
        return why_each([arguments.value("pattern")], arguments.hand, rules, **situation)
    except NotAWinner as error:
        return refusal(error, arguments.hand, rules, **situation)


def _compare(arguments: Arguments) -> object:
    others = [arguments.ruleset_named(name) for name in arguments.value("rulesets")]
    return compare(arguments.hand, [arguments.rules, *others], **arguments.situation)


def _winners(arguments: Arguments) -> object:
    return winners(arguments.hand, arguments.value("others"), arguments.rules, **arguments.situation)


def _deal(arguments: Arguments) -> object:
    also, hands, events = (arguments.value(name) for name in ("others", "hands", "events"))
    return whole_deal(arguments.hand, hands, arguments.rules, also=also, events=events, **arguments.situation)


def _points(arguments: Arguments) -> object:
    return points(
        arguments.value("count"), arguments.rules, **arguments.only("dealer", "win", "honba", "sticks")
    )


def _overtaking(arguments: Arguments) -> object:
    return overtaking(
        arguments.value("behind"), arguments.rules, **arguments.only("seat", "win", "honba", "sticks")
    )


def _draw(arguments: Arguments) -> object:
    from scorer.table.settle import draw_result, drawn_deal_result

    hands, events, kind = (arguments.value(name) for name in ("hands", "events", "kind"))
    if hands or events:
        return drawn_deal_result(hands, arguments.rules, kind=kind, events=events)
    parameters = {
        "ready": "ready_seats", "by": "paid_seats", "kind": "kind", "false_win": "false_win",
        "honba": "honba", "sticks": "sticks",
    }  # fmt: skip
    known = {parameters[name]: value for name, value in arguments.only(*parameters).items()}
    return draw_result(arguments.rules, **known)


def _final(arguments: Arguments) -> object:
    from scorer.table.settle import final_results

    scores = [text.replace(",", "") for text in arguments.value("scores")]
    if wrong := [text for text in scores if not WHOLE_NUMBER.fullmatch(text)]:
        raise InputError(
            [Fault("scores", None, Message("expected whole numbers", value_text(wrong[0][:20])))]
        )
    return final_results(list(map(int, scores)), arguments.rules, sticks=arguments.value("sticks"))


def evening_rules(arguments: Arguments) -> Callable[[str], Ruleset]:
    """Finds the rulesets of an evening: shipped ones, or the rules that came with the question. No path is
    ever opened.
    """

    def load(name: str) -> Ruleset:
        if name == OWN_FILE and "rules" in arguments.given:
            return ruleset_of_text(arguments.given["rules"], (), arguments.value("language"))
        return arguments.ruleset_named(name)

    return load


def _evening(arguments: Arguments) -> object:
    return evening_of_text(arguments.value("text"), evening_rules(arguments))


def _win_counts(arguments: Arguments) -> object:
    from scorer.render.evening_table import counted_wins_data

    seats = {name: arguments.value(name) for name in ("seat", "discarder")}
    ruleset, wins = win_counts(arguments.value("text"), evening_rules(arguments), **seats)
    return {"counts": counted_wins_data(wins, ruleset, arguments.value("language"))}


@lru_cache(maxsize=2)
def report_of_log(log: str, ruleset: str, options: tuple[tuple[str, Value], ...], language: str) -> Report:
    """The report on a recorded game, by the rules that it names unless others are given; the last ones are
    kept, because a game is looked at turn by turn.
    """
    from scorer.replay.read import read_log
    from scorer.replay.referee import referee

    rules = shipped_ruleset(ruleset, None, language) if ruleset else None
    return referee(read_log(log.encode("utf-8", "replace")), rules, dict(options), language)


class LogKey(NamedTuple):
    """A recorded game as a question gives it, with the rules and the language for it."""

    log: str
    ruleset: str
    options: tuple[tuple[str, Value], ...]
    language: str


def _log_key(arguments: Arguments) -> LogKey:
    options = tuple(arguments.value("options").items())
    ruleset = arguments.given.get("ruleset", "")
    return LogKey(arguments.value("log"), ruleset, options, arguments.value("language"))


def _replay(arguments: Arguments) -> object:
    report = report_of_log(*_log_key(arguments))
    return game_report(report, **arguments.only("deal", "turn", "player"))


def quiz_questions(arguments: Arguments) -> tuple[Question, ...]:
    """All questions about the hand of a seed."""
    seed, language = arguments.value("seed"), arguments.value("language")
    asked = quiz(arguments.rules, seed=seed, language=language, **arguments.only(*QUIZ[1:]))
    first = next(asked, None)
    if first is None:
        message = Message("no hand for quiz")
        raise InputError([Fault("patterns", None, message, "circumstance")])
    return (first, *takewhile(lambda question: question.score is first.score, asked))


def _grade(arguments: Arguments) -> object:
    return _grade_answer(quiz_questions(arguments), arguments)


@lru_cache(maxsize=4)
def questions_about_log(
    log: LogKey, player: str, level: int, topics: tuple[str, ...], seed: int, most: int
) -> tuple[Question | PassedQuestion, ...]:
    """The questions about a recorded game; the last ones are kept, because marks need them again."""
    report, language = report_of_log(*log), log.language
    practice = game_practice(
        report, player=player, level=level, topics=topics, seed=seed, hands=most, language=language
    )
    found: tuple[Question | PassedQuestion, ...] = (
        *(one for hand in practice.hands for one in hand.questions(language)),
        *practice.passed,
    )
    if not found:
        raise InputError([Fault("log", None, Message("no hand in game"))])
    return found


def game_questions(arguments: Arguments) -> tuple[Question | PassedQuestion, ...]:
    """All questions about a recorded game, by the rules that it names unless others are given."""
    values = {name: arguments.value(name) for name in ("player", "level", "seed")}
    topics, most = tuple(arguments.value("topics")), arguments.value("most", DEFAULT_QUIZ_HANDS)
    return questions_about_log(_log_key(arguments), topics=topics, most=most, **values)


def _grade_game(arguments: Arguments) -> object:
    return _grade_answer(game_questions(arguments), arguments)


def _grade_answer(asked: Sequence[Question | PassedQuestion], arguments: Arguments) -> object:
    """The mark for an answer to one of these questions."""
    place = arguments.value("place")
    if not 0 <= place < len(asked):
        raise WrongQuestion(f"'place' is 0 to {len(asked) - 1}" if asked else "there are no questions")
    return grade(asked[place], arguments.value("answer"), arguments.value("language"))


def _differences(arguments: Arguments) -> object:
    rules = arguments.rules
    base = arguments.value("base", DEFAULT_RULESET)
    return difference_report(arguments.ruleset_named(base), rules, labels=(base, rules.id))


def _fixes(arguments: Arguments) -> object:
    text, found = arguments.value("text"), arguments.value("problem")
    try:
        line, column, end = (int(found[key]) for key in ("line", "column", "end_column"))
        problem = Problem(
            str(found["code"]), OWN_FILE, line, column, str(found["message"]), end - column,
            str(found["hint"] or ""), source_line=str(found["source"] or ""),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise WrongQuestion("'problem' is a problem as 'check' answers it") from error
    return fixes(text, problem, OWN_FILE)


def text_and_place(arguments: Arguments) -> tuple[str, int, int, str]:
    """A rule file, the place of the cursor in it, and what the file is called."""
    return arguments.value("text"), arguments.value("row"), arguments.value("column"), OWN_FILE


def _complete(arguments: Arguments) -> object:
    found = complete_at(*text_and_place(arguments), language=arguments.value("language"))
    return found[: arguments.value("most", len(found))]


def _hover(arguments: Arguments) -> object:
    found = hover_at(*text_and_place(arguments), language=arguments.value("language"))
    return (found,) if found else ()


def _outline(arguments: Arguments) -> object:
    return outline(arguments.value("text"), OWN_FILE, language=arguments.value("language"))


def _starter(arguments: Arguments) -> object:
    from scorer.ruleset.authoring import starter_text

    base = shipped_ruleset(arguments.value("ruleset", DEFAULT_RULESET))
    return {"text": starter_text(OWN_FILE, base.id)}


class Query(NamedTuple):
    """A question: what it asks, its parameters, and the function that answers it. `command` is the word that
    asks it in a session, and `argument` the parameter that is typed after the word.
    """

    meaning: str
    parameters: tuple[str, ...]
    answer: Callable[[Arguments], object]
    command: str = ""
    argument: str = ""


QUESTIONS: Mapping[str, Query] = MappingProxyType({
    "rulesets": Query("The shipped rulesets.", (), lambda arguments: shipped_rulesets()),
    "ruleset": Query(
        "What a form needs to know of a ruleset.", RULES, lambda arguments: describe(arguments.rules)
    ),
    "analyze": Query(
        "A hand at any stage, from the first tile to the win.",
        (*RULES, *HAND, *OTHER_TILES),
        _analyze,
    ),
    "score": Query("The score of a hand.", (*RULES, *HAND), _score),
    "explain": Query("A score, step by step.", (*RULES, *HAND, "most"), _explain, "explain", "hand"),
    "waits": Query(
        "What a hand waits for, or which tile to discard.",
        (*RULES, *HAND, *OTHER_TILES),
        lambda arguments: waits_or_discards(
            arguments.hand, arguments.rules, **arguments.other_tiles, **arguments.situation
        ),
        "waits",
        "hand",
    ),
    "why": Query(
        "Whether a pattern is awarded, and why.", (*RULES, *HAND, "pattern"), _why, "why", "pattern"
    ),
    "near_misses": Query(
        "The patterns that a complete hand just misses.",
        (*RULES, *HAND, "most"),
        lambda arguments: near_misses(
            arguments.hand, arguments.rules, limit=arguments.value("most", 3), **arguments.situation
        ),
    ),
    "compare": Query(
        "A hand under several rulesets.", (*RULES, *HAND, "rulesets"), _compare
    ),
    "winners": Query(
        "Several winners on one discard.", (*RULES, *HAND, "others"), _winners, "also", "others"
    ),
    "deal": Query(
        "A whole deal: what every hand counts, and who pays whom.",
        (*RULES, *HAND, "hands", "others", "events"),
        _deal,
        "others",
        "hands",
    ),
    "points": Query(
        "The payment for a count.",
        (*RULES, "count", "dealer", "win", "honba", "sticks"),
        _points,
        "points",
        "count",
    ),
    "overtaking": Query(
        "The cheapest hands that overtake a rival.",
        (*RULES, "behind", "seat", "win", "honba", "sticks"),
        _overtaking,
        "behind",
        "behind",
    ),
    "draw": Query(
        "What a drawn deal pays, and how the next one begins.",
        (*RULES, "ready", "kind", "by", "false_win", "honba", "sticks", "hands", "events"),
        _draw,
        "draw",
        "ready",
    ),
    "final": Query(
        "What final scores are worth.", (*RULES, "scores", "sticks"), _final, "final", "scores"
    ),
    "evening": Query("The deals, results and ranking of an evening, as text.", ("text", "rules"), _evening),
    "replay": Query(
        "A recorded game compared with the rules, or one deal or event of it.",
        ("log", "ruleset", "options", "deal", "turn", "player"),
        _replay,
    ),
    "win_counts": Query(
        "The counts that the next win of an evening may have, with what each pays.",
        ("text", "rules", "seat", "discarder"),
        _win_counts,
    ),
    "table": Query(
        "The payment table of a ruleset.", RULES, lambda arguments: payment_table(arguments.rules)
    ),
    "patterns": Query(
        "The patterns of a ruleset.",
        (*RULES, "query"),
        lambda arguments: patterns(arguments.rules, arguments.value("query")),
    ),
    "pattern": Query(
        "Everything about a pattern.",
        (*RULES, "pattern"),
        lambda arguments: pattern_cards([arguments.value("pattern")], arguments.rules),
        "pattern",
        "pattern",
    ),
    "questions": Query(
        "The questions of the quiz about the hand of a seed.", (*RULES, *QUIZ), quiz_questions
    ),
    "grade": Query(
        "The mark for an answer in the quiz.", (*RULES, *QUIZ, "place", "answer"), _grade
    ),
    "game_questions": Query(
        "Questions about the wins, ready hands and passed wins of a recorded game.",
        ("ruleset", "options", *OF_GAME), game_questions,
    ),
    "grade_game": Query(
        "The mark for an answer about a recorded game.",
        ("ruleset", "options", *OF_GAME, "place", "answer"), _grade_game,
    ),
    "differences": Query(
        "What rules change of a shipped ruleset.", (*RULES, "base"), _differences
    ),
    "starter": Query(
        "A rule file to begin with, as text.", ("ruleset",), _starter
    ),
    "fix": Query(
        "The changes that fix a problem of a rule file.", ("text", "problem"), _fixes
    ),
    "complete": Query(
        "The words that fit at a place of a rule file.", ("text", "row", "column", "most"), _complete
    ),
    "hover": Query("What a word of a rule file means.", ("text", "row", "column"), _hover),
    "outline": Query("The sections of a rule file.", ("text",), _outline),
    "check": Query(
        "The problems of a rule file.", ("text",), lambda arguments: check_text(arguments.value("text"))
    ),
})  # fmt: skip


# ---- one answer


def answer_question(
    name: str, given: Mapping[str, Any], named_rulesets: Mapping[str, Ruleset] = MappingProxyType({})
) -> object:
    """The answer to a question, given its name in the registry and its arguments by parameter.

    Raises WrongQuestion if there is no such question, or an argument is not one of its parameters or of
    another type; else what the function of the question raises.
    """
    return question_of(name).answer(checked_arguments(name, given, named_rulesets))


def question_of(name: str, questions: Mapping[str, Query] = QUESTIONS) -> Query:
    """The question of that name. Raises WrongQuestion if there is none."""
    if name not in questions:
        raise WrongQuestion(f"no such question; the questions are {', '.join(questions)}")
    return questions[name]


def bounds_text(parameter: Parameter) -> str:
    """What values a parameter with bounds can have.

    >>> bounds_text(PARAMETERS["most"]), bounds_text(PARAMETERS["others"])
    ("'most' is 0 to 50", "'others' has at most 3 entries")
    """
    fewest, most = parameter.bounds or (0, 0)
    if parameter.sort is COUNT:
        return f"'{parameter.name}' is {fewest} to {most}"
    return f"'{parameter.name}' has at most {most} entries"


def checked_arguments(
    name: str,
    given: object,
    named_rulesets: Mapping[str, Ruleset] = MappingProxyType({}),
    questions: Mapping[str, Query] = QUESTIONS,
) -> Arguments:
    """The arguments of a question. Raises WrongQuestion for an unknown parameter or a value that it cannot
    have.
    """
    if not isinstance(given, Mapping):
        raise WrongQuestion("expected an object of JSON")
    known = (*ANYWHERE, *question_of(name, questions).parameters)
    for key, value in given.items():
        if key not in known:
            raise WrongQuestion(f"no such key '{str(key)[:40]}'; the keys are {', '.join(known)}")
        if not PARAMETERS[key].sort.fits(value):
            raise WrongQuestion(f"'{key}' is {PARAMETERS[key].sort.wanted}")
        if not PARAMETERS[key].is_within_bounds(value):
            raise WrongQuestion(bounds_text(PARAMETERS[key]))
    for key in ANYWHERE:
        if key in given and given[key] not in PARAMETERS[key].choices:
            raise WrongQuestion(f"'{key}' is one of {', '.join(PARAMETERS[key].choices)}")
    for key, most in MOST_BYTES_BY_KEY.items():
        if len(given.get(key, "").encode("utf-8", "replace")) > most:
            raise WrongQuestion(f"'{key}' has more than {most:,} bytes")
    return Arguments(given, named_rulesets)
