"""`scorer quiz`: practice on random hands, with marked answers and saved progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import print_document
from scorer.engine.evaluate import holds, rules_view
from scorer.engine.results import Score
from scorer.errors import Fault, InputError, ScorerError
from scorer.labels import capitalize_first
from scorer.library import load_ruleset
from scorer.phrases import translate
from scorer.render import quiz as screens
from scorer.render.document import Document, paragraph
from scorer.ruleset.model import Ruleset
from scorer.teach.patterns import chosen_limits, chosen_patterns
from scorer.teach.progress import (
    AnswerMark,
    QuizResult,
    asked_topics,
    load_progress,
    reset_progress,
    save_progress,
)
from scorer.teach.quiz import LEVELS, Wish, is_readable, mark_answer, questions, quiz_scores

if TYPE_CHECKING:
    from scorer.replay.referee import Report

QUIT_WORDS = ("q", "quit", "exit")
LARGEST_SEED = 999_999
DEFAULT_HANDS = 5
PROMPT = "> "
TOPICS_BEFORE_WIN = ("waits",)


class _QuizQuit(Exception):
    """The learner has quit, by the end of input or by q."""


@click.command(cls=PlainCommand)
@options.ruleset_option
@options.rule_options
@click.option("--ask", metavar="TOPICS", default="", help="Topics, for example patterns,fu,points; or all.")
@options.repeatable_option(
    "--pattern patterns",
    "ID",
    "Only hands with this pattern. Repeat to allow any of several.",
    options.pattern_words,
)
@options.repeatable_option(
    "--limit limits", "ID", "Only hands that reach this limit. Repeat to allow any of several."
)
@options.number_option(
    "--level", min(LEVELS), max(LEVELS), 2, "Difficulty, from 1 (few patterns) to 3 (all)."
)
@options.number_option("--count", 1, 1000, DEFAULT_HANDS, "Number of hands.")
@click.option("--seed", type=click.IntRange(0), default=None, help="The same seed gives the same hands.")
@click.option("--from", "game", metavar="FILE", help="Ask about the hands of a recorded game.")
@click.option(
    "--seat", "player", default="", metavar="PLAYER", help="With --from: ask only about this player, A to D."
)
@click.option(
    "--progress",
    "show_progress",
    is_flag=True,
    help="Show your progress (with -r, in that ruleset only) and exit.",
)
@click.option("--reset", is_flag=True, help="Delete your progress (with -r, in that ruleset only) and exit.")
@options.language_option
def quiz(**given: Any) -> None:
    """Practise on random hands.

    Each answer is marked and each mistake is explained. At the end you see your results by topic and what to
    practise next. You can answer with pattern names in any language or with ids, and with numbers with or
    without commas. Progress is saved in your user data folder. Answers can be piped in, one per line.

    \b
    scorer quiz
    scorer quiz --ask fu,points --level 1
    scorer quiz --pattern pinfu --count 3
    scorer quiz -r ponjan --limit tenhou -o tenhou=true
    scorer quiz --from game.xml --seat B
    scorer quiz --progress
    """
    if given["game"] and not (given["reset"] or given["show_progress"]):
        _run_game_quiz(given)
        return
    if not (given["reset"] or given["show_progress"]):
        _run_quiz(given)
        return
    name = load_ruleset(given["ruleset"]).id if given["ruleset"] else ""
    if given["reset"]:
        click.echo(reset_progress(name))
    else:
        _show_progress(name, given["language"])


# ---- practice


def _run_quiz(given: dict[str, Any]) -> None:
    from scorer.ruleset.load import load_ruleset as load_file  # brings YAML, which the progress does not need

    ruleset = options.load_given_ruleset(given)
    wish, language = _parse_wish(given, ruleset), given["language"]
    seed = SystemRandom().randint(0, LARGEST_SEED) if given["seed"] is None else given["seed"]
    print_document(screens.welcome_document(ruleset, seed))
    result, left = QuizResult(), False
    try:
        scores = quiz_scores(ruleset, wish, seed, load_file(given["ruleset"] or options.default_ruleset()))
        for mark in _ask_hands(scores, given["count"], wish, language):
            result = result.with_marks([mark])
    except (_QuizQuit, KeyboardInterrupt):
        left = True
    _print_spaced(screens.result_document(result, ruleset, language, left))
    if result.total.asked:
        progress = load_progress()
        _print_notes(progress.note, save_progress(progress.with_result(ruleset.id, result)))


def _run_game_quiz(given: dict[str, Any]) -> None:
    """Asks about the wins of a recorded game, what its ready hands waited for, and which passed wins were
    allowed.
    """
    from scorer.replay.practice import ready_scores, won_scores
    from scorer.replay.read import read_game
    from scorer.replay.referee import referee

    game = read_game(given["game"])
    player = options.player_number(given["player"], game.players)
    report = referee(game, given["ruleset"] or None, options.option_values(given["options"]))
    ruleset, language = report.ruleset, given["language"]
    wish = _parse_wish({**given, "patterns": (), "limits": ()}, ruleset)
    result, left = QuizResult(), False
    try:
        for scores, topics in (
            (won_scores(report, player), wish.topics),
            (ready_scores(report, player), TOPICS_BEFORE_WIN),
        ):
            chosen = scores[: given["count"]]
            asked = Wish(topics, wish.level)
            for mark in _ask_hands(iter(chosen), len(chosen), asked, language) if chosen else ():
                result = result.with_marks([mark])
        _ask_passed(report, player, given)
    except (_QuizQuit, KeyboardInterrupt):
        left = True
    _print_spaced(screens.result_document(result, ruleset, language, left))


def _ask_passed(report: Report, player: int, given: dict[str, Any]) -> None:
    """Asks of each passed win whether it was allowed, and prints the reason."""
    from scorer.replay.practice import all_passed, passed_answer, passed_mark, passed_question
    from scorer.replay.view import ReportView

    view = ReportView(language=given["language"])
    for deal, passed in all_passed(report, player)[: given["count"]]:
        _print_spaced((paragraph(passed_question(deal, passed, view)),))
        while (answer := _read_answer()).strip("? ") and passed_answer(answer) is None:
            print_document((paragraph(passed_question(deal, passed, view)),))
        print_document((paragraph(passed_mark(deal, passed, answer, view)),))


def _print_notes(*notes: str) -> None:
    """Prints notes about the progress file, such as that it cannot be read, on standard error."""
    for note in filter(None, notes):
        click.echo(f"{capitalize_first(note)}.", err=True)


def _parse_wish(given: dict[str, Any], ruleset: Ruleset) -> Wish:
    """The hands and topics that the options ask for.

    Raises InputError for unknown topics, patterns and limits, and for patterns that are switched off, because
    no hand can have them.
    """
    wished, view = chosen_patterns(given["patterns"], "--pattern", ruleset), rules_view(ruleset)
    for name in wished:
        if not holds(ruleset.pattern_by_id[name].enabled, view):
            message = f"{name} is switched off; see scorer patterns -r {ruleset.id} {name}"
            raise InputError([Fault("--pattern", 0, message, "circumstance", len(name), name)])
    usual = " ".join(topic for topic in LEVELS[given["level"]].topics if topic != "sheet" or ruleset.sheet)
    topics = asked_topics(given["ask"] or usual, ruleset)
    return Wish(topics, given["level"], wished, chosen_limits(given["limits"], "--limit", ruleset))


def _ask_hands(scores: Iterator[Score], count: int, wish: Wish, language: str) -> Iterator[AnswerMark]:
    """Asks about one hand after another and yields the marks. Raises InputError if there is no hand."""
    place = 0
    for place, score in zip(range(1, count + 1), scores, strict=False):
        yield from _ask_hand(score, (place, count), wish, language)
    if place < count:
        message = "no further hand fits these options; relax them, or try another --seed"
        if not place:
            raise InputError([Fault("quiz", None, message, "circumstance")])
        _print_spaced((paragraph(f"{capitalize_first(message)}."),))


def _ask_hand(score: Score, place: tuple[int, int], wish: Wish, language: str) -> Iterator[AnswerMark]:
    """Asks the questions about a hand and yields the marks.

    Questions about the waiting hand come before the winning tile is shown.
    """
    shown = None
    for question in questions(score, wish.topics, language):
        won = question.topic not in TOPICS_BEFORE_WIN
        if shown is not won:
            _print_spaced(screens.hand_document(score, *place, language, won))
            shown = won
        _print_spaced(screens.question_document(question, language))
        while not is_readable(question, answer := _read_answer()):
            print_document((paragraph(translate("no answer", language, question.hint)),))
        mark = mark_answer(question, answer, language)
        print_document(screens.mark_document(mark, language))
        yield mark


def _read_answer() -> str:
    """One line of input. Raises _Left at the end of the input and if the learner quits."""
    try:
        text = input(PROMPT).strip()
    except EOFError as error:
        click.echo()
        raise _QuizQuit from error
    if not sys.stdin.isatty():  # if answers are piped in, the output shows them as well
        click.echo(text)
    if text.casefold() in QUIT_WORDS:
        raise _QuizQuit
    return text


def _print_spaced(document: Document) -> None:
    click.echo()
    print_document(document)


# ---- progress


def _show_progress(ruleset: str, language: str) -> None:
    """Prints the progress in one ruleset, or in all; a rule file that is not found is shown by name only."""
    progress = load_progress().keep_ruleset(ruleset) if ruleset else load_progress()
    _print_notes(progress.note)
    rulesets = {}
    for name, _ in progress.records:
        with suppress(ScorerError):
            rulesets[name] = load_ruleset(name)
    begins = f"scorer quiz -r {ruleset}" if ruleset else "scorer quiz"
    print_document(screens.progress_document(progress, rulesets, language, begins))
