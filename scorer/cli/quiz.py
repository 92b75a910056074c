"""`scorer quiz`: practice on random hands, with marked answers and saved progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import HTML, game_language, print_answer
from scorer.errors import Fault, InputError
from scorer.message import Message
from scorer.phrases import translate
from scorer.questions.practice import (
    DEFAULT_QUIZ_HANDS,
    can_grade,
    delete_progress,
    game_hands,
    grade,
    passed_wins,
    progress_report,
    quiz_hands,
)
from scorer.teach.quiz import QuizSheet
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.replay.practice import PassedQuestion
    from scorer.teach.progress import AnswerMark, QuizResult
    from scorer.teach.quiz import PracticeHand

QUIT_WORDS = ("q", "quit", "exit")
LARGEST_SEED = 999_999
PROMPT = "> "
NO_HAND = Message("no further hand")


class _QuizQuit(Exception):
    """The learner has quit, by the end of input or by q."""


@click.command(cls=PlainCommand)
@shared.ruleset_option
@shared.rule_options
@shared.parameter_option("topics", many=False)
@shared.parameter_option("patterns", shared.pattern_words)
@shared.parameter_option("limits")
@shared.parameter_option("level")
@shared.number_option("--count", 1, 1000, DEFAULT_QUIZ_HANDS, "Number of hands.")
@shared.parameter_option("seed", default=None)
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
@shared.language_option
@shared.format_option(
    ("table", HTML),
    "html prints a page with pictures of the hands, and the solutions at the end.",
)
def quiz(
    ruleset: str,
    options: tuple[str, ...],
    topics: str,
    patterns: tuple[str, ...],
    limits: tuple[str, ...],
    level: int,
    count: int,
    seed: int | None,
    game: str | None,
    player: str,
    show_progress: bool,
    reset: bool,
    language: str,
    form: str,
) -> None:
    """Practise on random hands.

    Each answer is marked and each mistake is explained. At the end you see your results by topic and what to
    practise next. Answer with pattern names in any language, or with ids; numbers may contain commas.
    Progress is saved in your user data folder. Answers can be piped in, one per line.

    \b
    scorer quiz
    scorer quiz --ask fu,points --level 1
    scorer quiz --pattern pinfu --count 3
    scorer quiz -r ponjan --limit tenhou -o tenhou=true
    scorer quiz --from game.xml --seat B
    scorer quiz --level 1 -f html > quiz.html
    scorer quiz --progress
    """
    from scorer.replay.read import read_game
    from scorer.replay.referee import referee
    from scorer.teach.progress import QuizSummary, load_progress, save_progress

    if reset:
        click.echo(delete_progress(ruleset))
        return
    if show_progress:
        found = progress_report(ruleset)
        _print_notes(found.progress.note)
        print_answer(found, language)
        return
    asked = [topics] if topics else []
    if game and form == HTML:
        shared.refuse_options({"--format html": True}, "options cannot be combined", "--from")
    if not game:
        shared.refuse_options({"--seat": player}, "options need", "--from FILE")
    else:
        drawn_only = {"--pattern": patterns, "--limit": limits, "--seed": seed is not None}
        shared.refuse_options(drawn_only, "options cannot be combined", "--from")
        log = read_game(game)
        report = referee(log, ruleset or None, shared.option_values(options), language)
        language = game_language(report.ruleset, language)
        hands = game_hands(report, player=player, hands=count, level=level, topics=asked)
        passed = passed_wins(report, player=player, hands=count)
        result, has_quit = _ask_all(hands, passed, language)
        _print_spaced(QuizSummary(result, report.ruleset, has_quit), language)
        return
    rules = shared.chosen_ruleset(ruleset, options, language)
    language = game_language(rules, language)
    seed = SystemRandom().randint(0, LARGEST_SEED) if seed is None else seed
    drawn = quiz_hands(
        rules, seed=seed, hands=count, level=level, topics=asked, patterns=patterns, limits=limits
    )
    if form == HTML:
        hands = tuple(_expected_hands(drawn, count, is_quiet=True))
        print_answer(QuizSheet(rules, hands), language, form)
        return
    name, again = name_in(rules.names, language), f"--seed {seed}"
    hints = translate("quiz begins", language, name, again), translate("quiz keys", language, "?", "q")
    print_answer("\n".join(hints), language)
    result, has_quit = _ask_all(_expected_hands(drawn, count), (), language)
    _print_spaced(QuizSummary(result, rules, has_quit), language)
    if result.total.question_count:
        progress = load_progress()
        _print_notes(progress.note, save_progress(progress.with_result(rules.id, result)))


def _expected_hands(
    hands: Iterable[PracticeHand], count: int, is_quiet: bool = False
) -> Iterator[PracticeHand]:
    """The hands, and a note if fewer than `count` were drawn, on standard error if it `is_quiet`. Raises
    InputError if none was.
    """
    from scorer.labels import capitalize_first

    place = 0
    for hand in hands:
        place = hand.place
        yield hand
    if place < count:
        if not place:
            raise InputError([Fault("quiz", None, NO_HAND, "circumstance")])
        if is_quiet:
            _print_notes(str(NO_HAND))
        else:
            _print_spaced(f"{capitalize_first(str(NO_HAND))}.")


def _ask_all(
    hands: Iterable[PracticeHand], passed_questions: Iterable[PassedQuestion], language: str
) -> tuple[QuizResult, bool]:
    """Asks about hands, then about wins that were passed. The result of the hands, and whether the learner
    has quit.
    """
    from scorer.teach.progress import QuizResult

    result = QuizResult()
    try:
        for hand in hands:
            for mark in _ask_hand(hand, language):
                result = result.with_marks([mark])
        for question in passed_questions:
            _ask_passed(question, language)
    except (_QuizQuit, KeyboardInterrupt):
        return result, True
    return result, False


def _ask_hand(hand: PracticeHand, language: str) -> Iterator[AnswerMark]:
    """Asks the questions about a hand and yields the marks.

    Questions about the waiting hand come before the winning tile is shown.
    """
    shown = None
    for question in hand.questions(language):
        if shown != hand.at_question(question):
            shown = hand.at_question(question)
            _print_spaced(shown, language)
        _print_spaced(question, language)
        while not can_grade(question, answer := _read_answer()):
            print_answer(translate("no answer", language, question.hint), language)
        mark = grade(question, answer, language)
        print_answer(mark, language)
        yield mark


def _ask_passed(question: PassedQuestion, language: str) -> None:
    """Asks whether a win that was passed was allowed, and prints the reason."""
    _print_spaced(question, language)
    while not can_grade(question, answer := _read_answer()):
        print_answer(question, language)
    print_answer(grade(question, answer, language), language)


def _read_answer() -> str:
    """One line of input. Raises _QuizQuit at the end of the input and if the learner quits."""
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


def _print_spaced(value: object, language: str = "en") -> None:
    click.echo()
    print_answer(value, language)


def _print_notes(*notes: str) -> None:
    """Prints notes about the progress file, such as that it cannot be read, on standard error."""
    from scorer.labels import capitalize_first

    for note in filter(None, notes):
        click.echo(f"{capitalize_first(note)}.", err=True)
