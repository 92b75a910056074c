"""`scorer quiz`: practice with drawn hands, marked and explained; progress is kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import SystemRandom
from typing import Any

import click

from scorer.cli.options import (
    completed_patterns,
    default_ruleset,
    language_option,
    one_ruleset,
    rule_options,
    ruleset_of,
)
from scorer.cli.output import show
from scorer.engine.evaluate import holds, rules_view
from scorer.engine.results import Score
from scorer.errors import Fault, InputError, ScorerError
from scorer.library import load_ruleset
from scorer.render.document import Document
from scorer.ruleset.load import load_ruleset as load_file
from scorer.ruleset.model import Ruleset
from scorer.teach.progress import Progress, Result, load_progress, reset_progress, save_progress, sentence_of
from scorer.teach.quiz import (
    LEVELS,
    Mark,
    Wish,
    asked_topics,
    is_readable,
    marked,
    questions,
    quiz_scores,
)

LEAVE = ("q", "quit", "exit")
LARGEST_SEED = 999_999
HANDS = 5
FORM = "table"
PROMPT = "> "
BEFORE_THE_WIN = ("waits",)


class _Left(Exception):
    """The learner leaves: end of input, Ctrl-C or q."""


@click.command()
@one_ruleset
@rule_options
@click.option("--ask", metavar="TOPICS", default="", help="What to ask: patterns,fu,points, or all.")
@click.option(
    "--pattern",
    "patterns",
    metavar="ID",
    multiple=True,
    shell_complete=completed_patterns,
    help="Only hands with this pattern; repeat for hands with any of them.",
)
@click.option("--limit", "limits", metavar="ID", multiple=True, help="Only hands that reach this limit.")
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    default=2,
    show_default=True,
    help="From 1, few patterns, to 3, everything.",
)
@click.option(
    "--count", type=click.IntRange(1, 1000), default=HANDS, show_default=True, help="How many hands."
)
@click.option("--seed", type=click.IntRange(0), default=None, help="The same seed draws the same hands.")
@click.option(
    "--progress",
    "show_progress",
    is_flag=True,
    help="Show what was learned so far (with -r: of that ruleset), and leave.",
)
@click.option("--reset", is_flag=True, help="Forget what was learned (with -r: of that ruleset), and leave.")
@language_option
def quiz(**given: Any) -> None:
    """Practise with hands drawn for you.

    Each answer is marked, mistakes are explained; at the end there is a result by topic and what to practise.
    Patterns may be named in any language or by id; numbers with or without commas. Progress is kept in the
    user's data folder. Answers may come from a pipe, one on each line.

    \b
    scorer quiz
    scorer quiz --ask fu,points --level 1
    scorer quiz --pattern pinfu --count 3
    scorer quiz -r ponjan --limit tenhou -o tenhou=true
    scorer quiz --progress
    """
    if given["reset"]:
        click.echo(reset_progress(_ruleset_id(given["ruleset"])))
    elif given["show_progress"]:
        _show_progress(_ruleset_id(given["ruleset"]), given["language"])
    else:
        _practise(given)


def _ruleset_id(name: str) -> str:
    """The id of a ruleset that is named; nothing where none is."""
    return load_ruleset(name).id if name else ""


# ---- practice


def _practise(given: dict[str, Any]) -> None:
    ruleset = ruleset_of(given)
    wish = _wish(given, ruleset)
    seed = SystemRandom().randint(0, LARGEST_SEED) if given["seed"] is None else given["seed"]
    practice = _Practice(wish, given["count"], given["language"])
    from scorer.render.quiz import result_document, welcome

    show(welcome(ruleset, seed), FORM)
    left = False
    try:
        practice.ask(quiz_scores(ruleset, wish, seed, load_file(given["ruleset"] or default_ruleset())))
    except (_Left, KeyboardInterrupt):
        left = True
    result = Result().with_marks(practice.marks)
    _spaced(result_document(result, ruleset, given["language"], left))
    _keep(ruleset.id, result)


def _wish(given: dict[str, Any], ruleset: Ruleset) -> Wish:
    """What the options ask for. Raises InputError for topics, patterns and limits that are not there."""
    from scorer.teach.lookup import chosen_ids, chosen_patterns

    wished = chosen_patterns(given["patterns"], "--pattern", ruleset)
    _refuse_unplayed(wished, ruleset)
    limits = {limit.id: limit.names for limit in ruleset.limits}
    usual = " ".join(topic for topic in LEVELS[given["level"]].topics if topic != "sheet" or ruleset.sheet)
    return Wish(
        asked_topics(given["ask"] or usual, ruleset),
        given["level"],
        wished,
        chosen_ids(given["limits"], "--limit", limits, ruleset),
    )


def _refuse_unplayed(wished: tuple[str, ...], ruleset: Ruleset) -> None:
    """A pattern that an option switches off comes up in no hand."""
    view = rules_view(ruleset)
    for name in wished:
        enabled = ruleset.pattern_by_id[name].enabled
        if not holds(enabled, view):
            message = f"{name} is not played here; see scorer patterns -r {ruleset.id} {name}"
            raise InputError([Fault("--pattern", 0, message, "circumstance", len(name), name)])


class _Practice:
    """Asks about one hand after another and keeps the marks, so that they stand when the learner leaves."""

    def __init__(self, wish: Wish, count: int, language: str) -> None:
        self.wish, self.count, self.language = wish, count, language
        self.marks: list[Mark] = []

    def ask(self, scores: Iterator[Score]) -> None:
        """All hands. Raises InputError where not even one comes up."""
        place = 0
        for place, score in zip(range(1, self.count + 1), scores, strict=False):
            self._hand(score, place)
        if place < self.count:
            message = "no further hand of this kind comes up; ask for less, or try another --seed"
            if not place:
                raise InputError([Fault("quiz", None, message, "circumstance")])
            click.echo(f"\n{sentence_of(message)}")

    def _hand(self, score: Score, place: int) -> None:
        """The questions of one hand; what comes before the win is asked before the winning tile is shown."""
        from scorer.phrases import label
        from scorer.render.quiz import hand_document, mark_document, question_document, waiting_document

        shown = None
        for question in questions(score, self.wish.topics, self.language):
            draw = waiting_document if question.topic in BEFORE_THE_WIN else hand_document
            if shown is not draw:
                _spaced(draw(score, place, self.count, self.language))
                shown = draw
            _spaced(question_document(question, self.language))
            answer = _answer()
            while not is_readable(question, answer):
                click.echo(label("no answer", self.language, question.hint))
                answer = _answer()
            mark = marked(question, answer, self.language)
            show(mark_document(mark, self.language), FORM)
            self.marks.append(mark)


def _answer() -> str:
    """One line of input. Raises _Left at its end and where the learner wants to leave."""
    try:
        text = input(PROMPT)
    except EOFError as error:
        click.echo()
        raise _Left from error
    if not sys.stdin.isatty():  # whoever reads the output of a pipe sees the answers as well
        click.echo(text.strip())
    if text.strip().casefold() in LEAVE:
        raise _Left
    return text.strip()


def _spaced(document: Document) -> None:
    click.echo()
    show(document, FORM)


# ---- progress


def _keep(ruleset: str, result: Result) -> None:
    if not result.total.asked:
        return
    progress = load_progress()
    notes = [progress.note, save_progress(progress.adding(ruleset, result))]
    for note in notes:
        if note:
            click.echo(sentence_of(note), err=True)


def _show_progress(ruleset: str, language: str) -> None:
    """The record of one ruleset, or all that there is."""
    from scorer.render.quiz import progress_document

    progress: Progress = load_progress()
    if ruleset:
        progress = progress.only(ruleset)
    if progress.note:
        click.echo(sentence_of(progress.note), err=True)
    rulesets = {name: found for name, _ in progress.records if (found := _known(name))}
    begins = f"scorer quiz -r {ruleset}" if ruleset else "scorer quiz"
    show(progress_document(progress, rulesets, language, begins), FORM)


def _known(name: str) -> Ruleset | None:
    """A ruleset that is recorded; a club's own file that is not here is shown by its name only."""
    try:
        return load_ruleset(name)
    except ScorerError:
        return None
