"""A lesson: one game for one evening, as data that a page lays out.

Everything comes from the ruleset: what it is played with, every pattern with an example from its own file,
its tables, and exercises drawn by seed.
"""

from __future__ import annotations

from scorer.ruleset.model import Ruleset
from scorer.teach.basics import Topic, basics, house_rules, notes
from scorer.teach.exercises import Exercise, exercises
from scorer.teach.lesson_patterns import Entry, Worked, entries, worked_examples
from scorer.teach.lesson_sheet import SheetTable, sheet_table
from scorer.teach.payment_table import PaymentTable, payment_table
from scorer.values import dataclass

EXERCISES = 10


@dataclass(frozen=True)
class Lesson:
    """What is handed out: the game, its patterns, tables of points, house rules and notes, exercises."""

    ruleset: Ruleset
    language: str
    basics: tuple[Topic, ...]
    entries: tuple[Entry, ...]
    sheet: SheetTable | None
    payments: PaymentTable
    house_rules: Topic | None
    notes: Topic | None
    exercises: tuple[Exercise, ...]


def lesson(ruleset: Ruleset, seed: int = 1, count: int = EXERCISES, language: str = "en") -> Lesson:
    """The lesson of a ruleset as configured; the same seed gives the same exercises.

    >>> from scorer.library import load_ruleset
    >>> handout = lesson(load_ruleset("ponjan-anoa"), count=2)
    >>> handout.entries[0].pattern.id, len(handout.exercises)
    ('triple', 2)
    """
    examples: dict[str, Worked] = worked_examples(ruleset, language)
    tasks = exercises(ruleset, seed, count)
    shown = (*(item.score for item in examples.values() if item.score), *(task.score for task in tasks))
    return Lesson(
        ruleset,
        language,
        basics(ruleset, examples, language),
        entries(ruleset, examples),
        sheet_table(ruleset, shown, language),
        payment_table(ruleset),
        house_rules(ruleset),
        notes(ruleset),
        tasks,
    )
