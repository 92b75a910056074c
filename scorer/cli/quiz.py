"""`scorer quiz`: practice on random hands, with marked answers and saved progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import HTML, game_language, print_answer, print_error, progress
from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Listed, Message
from scorer.phrases import comma_list, translate
from scorer.questions.practice import (
    DEFAULT_QUIZ_HANDS,
    answer_hint,
    can_grade,
    delete_progress,
    game_practice,
    game_sheets,
    grade,
    progress_report,
    question_hints,
    quiz_hands,
)
from scorer.teach.quiz import QuizSheet
from scorer.tiles import name_in

if TYPE_CHECKING:
    from scorer.replay.practice import PassedQuestion
    from scorer.replay.referee import Report
    from scorer.ruleset.model import Ruleset
    from scorer.teach.progress import GivenAnswer
    from scorer.teach.quiz import PracticeHand, Question

QUIT_WORDS = ("q", "quit", "exit")
HINT_WORDS = ("h", "hint", "ヒント", "提示")
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
@click.option(
    "--from",
    "games",
    multiple=True,
    metavar="PATH",
    help="Ask about the hands of recorded games: a file or a folder. Repeatable.",
)
@click.option(
    "--seat",
    "player",
    default="",
    metavar="PLAYER",
    help="With --from: ask only about this player, A to D or a name.",
)
@click.option("--clock", is_flag=True, help="Show how long each answer took.")
@click.option(
    "--progress",
    "show_progress",
    is_flag=True,
    help="Show your progress (with -r, in that ruleset only) and exit.",
)
@click.option("--reset", is_flag=True, help="Delete your progress (with -r, in that ruleset only) and exit.")
@shared.language_option_of_text
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
    games: tuple[str, ...],
    player: str,
    clock: bool,
    show_progress: bool,
    reset: bool,
    language: str,
    form: str,
) -> None:
    """Practice on random hands.

    Each answer is marked and each mistake is explained. At the end you see your results by topic and what to
    practice next. Answer with pattern names in any language, or with ids; numbers may contain commas. Type h
    for a hint; each further one gives away more. Progress is saved in your user data folder. Answers can be
    piped in, one per line.

    With --from, the questions are about recorded games: what a win was worth, what a ready hand waited for,
    and whether the player could have won on a tile that they let pass. Logs of all formats of scorer replay
    can be mixed; those that cannot be read are reported and left out.

    \b
    scorer quiz
    scorer quiz --ask fu,points --level 1
    scorer quiz --pattern pinfu --count 3
    scorer quiz -r ponjan --limit tenhou -o tenhou=true
    scorer quiz --from game.xml --seat B
    scorer quiz --from logs/ --seat Ann --ask passed,waits
    scorer quiz --from logs/ -f html > my-games.html
    scorer quiz --level 1 -f html > quiz.html
    scorer quiz --progress
    """
    if reset:
        click.echo(delete_progress(ruleset, language))
        return
    if show_progress:
        found = progress_report(ruleset)
        _print_notes(found.progress.note)
        print_answer(found, language)
        return
    asked = [topics] if topics else []
    if form == HTML:
        shared.refuse_options({"--clock": clock}, "options cannot be combined", "--format html")
    if not games:
        shared.refuse_options({"--seat": player}, "options need", "--from PATH")
    else:
        drawn_only = {"--pattern": patterns, "--limit": limits}
        shared.refuse_options(drawn_only, "options cannot be combined", "--from")
    seed = SystemRandom().randint(0, LARGEST_SEED) if seed is None else seed
    again = f"--seed {seed}"
    if games:
        reports = _reports(games, ruleset, options, language)
        practice = game_practice(
            reports, player=player, hands=count, level=level, topics=asked, seed=seed, language=language
        )
        language = game_language(reports[0].ruleset, language)
        sheets = game_sheets(practice, language)
        if form == HTML and sheets:
            print_answer(sheets, language, form)
            return
        names = comma_list((name_in(sheet.ruleset.names, language) for sheet in sheets), language)
        _greet(names, again, language)
        _ask_and_sum_up(Practice(practice.hands, practice.passed, language, clock))
        return
    rules = shared.chosen_ruleset(ruleset, options, language)
    language = game_language(rules, language)
    drawn = quiz_hands(
        rules, seed=seed, hands=count, level=level, topics=asked, patterns=patterns, limits=limits
    )
    if form == HTML:
        hands = tuple(_expected_hands(drawn, count, is_quiet=True))
        print_answer(QuizSheet(rules, hands), language, form)
        return
    _greet(name_in(rules.names, language), again, language)
    _ask_and_sum_up(Practice(_expected_hands(drawn, count), (), language, clock))


def _greet(names: str, again: str, language: str) -> None:
    """Says what is practised, and the keys."""
    keys = translate("quiz keys", language, HINT_WORDS[0], "?", QUIT_WORDS[0])
    print_answer("\n".join((translate("quiz begins", language, names, again), keys)), language)


def _reports(games: Sequence[str], ruleset: str, options: tuple[str, ...], language: str) -> list[Report]:
    """The reports on all games in these files and folders. Files that cannot be read, and errors in logs, are
    reported on standard error. Raises ScorerError if no game can be read.
    """
    from scorer.replay.folder import game_reports
    from scorer.replay.read import log_files

    paths = log_files(games)
    if not paths:
        raise InputError([Fault("--from", None, Message("no file in", Listed(tuple(games), "comma")))])
    found: list[Report] = []
    errors: list[tuple[str, ScorerError]] = []
    with progress("Games", len(paths)) as tick:
        for path, report in game_reports(paths, ruleset or None, shared.option_values(options), language):
            tick()
            if isinstance(report, ScorerError):
                errors.append((path, report))
                continue
            found.append(report)
            if report.fault_count:
                fault = Fault(path, None, Message("log errors", report.fault_count))
                errors.append(("", InputError([fault])))
    if not found and len(errors) == 1:
        raise errors[0][1]
    for path, error in errors:
        print_error(error, language, path)
    if not found:
        raise InputError([Fault("--from", None, Message("no log readable"))])
    return found


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


class Practice(NamedTuple):
    """What is asked: hands, then wins that were passed; the language, and whether times are shown."""

    hands: Iterable[PracticeHand]
    passed_questions: Sequence[PassedQuestion]
    language: str
    has_clock: bool


def _ask_and_sum_up(practice: Practice) -> None:
    """Asks all questions, prints the results under each ruleset, and saves them."""
    from scorer.teach.progress import QuizResult, QuizSummary, load_progress, save_progress

    answers, has_quit = _ask_all(practice)
    if not answers:
        _print_spaced(translate("quit at once" if has_quit else "no questions", practice.language))
        return
    progress = load_progress()
    by_ruleset: dict[str, list[tuple[Ruleset, GivenAnswer]]] = {}
    for rules, answer in answers:
        by_ruleset.setdefault(rules.id, []).append((rules, answer))
    for name, found in by_ruleset.items():
        rules, given = found[0][0], tuple(answer for _, answer in found)
        result = QuizResult().with_marks(answer.mark for answer in given)
        if len(by_ruleset) > 1:
            _print_spaced(name_in(rules.names, practice.language))
        _print_spaced(QuizSummary(result, rules, has_quit, given, practice.has_clock), practice.language)
        progress = progress.with_result(name, result)
    _print_notes(progress.note, save_progress(progress))


def _ask_all(practice: Practice) -> tuple[list[tuple[Ruleset, GivenAnswer]], bool]:
    """Every answer with its ruleset, and whether the learner has quit."""
    found: list[tuple[Ruleset, GivenAnswer]] = []
    try:
        for hand in practice.hands:
            found += ((hand.score.ruleset, answer) for answer in _ask_hand(hand, practice))
        for place, question in enumerate(practice.passed_questions, 1):
            found.append((question.ruleset, _ask_passed(question, place, practice)))
    except (_QuizQuit, KeyboardInterrupt):
        return found, True
    return found, False


def _ask_hand(hand: PracticeHand, practice: Practice) -> Iterator[GivenAnswer]:
    """Asks the questions about a hand and yields the answers.

    Questions about the waiting hand come before the winning tile is shown.
    """
    language, shown = practice.language, None
    about = translate("hand of", language, hand.place, hand.count)
    for question in hand.questions(language):
        if shown != hand.at_question(question):
            shown = hand.at_question(question)
            _print_spaced(shown, language)
        _print_spaced(question, language)
        yield _ask(question, about, practice)


def _ask_passed(question: PassedQuestion, place: int, practice: Practice) -> GivenAnswer:
    """Asks whether a win that was passed was allowed."""
    about = translate("question of", practice.language, place, len(practice.passed_questions))
    _print_spaced(question, practice.language)
    return _ask(question, about, practice)


def _ask(question: Question | PassedQuestion, about: str, practice: Practice) -> GivenAnswer:
    """Reads the answer to a question, gives hints as long as they are asked for, and prints the mark."""
    from scorer.teach.progress import GivenAnswer

    language, start, hint_count = practice.language, monotonic(), 0
    hints = question_hints(question, language)
    while True:
        text = _read_answer()
        if text.casefold() in HINT_WORDS:
            told = hints[hint_count] if hint_count < len(hints) else translate("hint last", language)
            hint_count = min(hint_count + 1, len(hints))
            print_answer(told, language)
        elif can_grade(question, text):
            break
        else:
            print_answer(translate("no answer", language, answer_hint(question, language)), language)
    seconds = monotonic() - start
    mark = grade(question, text, language)
    print_answer(mark, language)
    if practice.has_clock:
        print_answer(translate("quiz took", language, f"{seconds:.1f}"), language)
    return GivenAnswer(about, text, mark, hint_count, seconds)


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
