"""Tracks practice with the quiz: topics, marks, correct answers by topic and by pattern, advice on what to
practise next, and the saved record.

The record is a small JSON file in the user's data folder. A file that cannot be read is renamed, never
overwritten. If the folder cannot be written to, practice goes on without a record.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from scorer.errors import Fault, InputError
from scorer.labels import Section, capitalize_first
from scorer.message import Listed, Message, Text, message_text
from scorer.phrases import format_amount, headed_text, translate
from scorer.ruleset.find import user_folder
from scorer.ruleset.model import Ruleset
from scorer.suggest import nearest_names
from scorer.tiles import name_in
from scorer.values import dataclass, plain_fields, replace

# ---- topics and marks

TOPICS = ("waits", "reading", "patterns", "total", "sheet", "points", "payments")
"""The topics in the order in which they are asked, so that no question gives away a later answer."""
PASSED = "passed"
"""The topic of winning tiles that were passed, which only recorded games have."""
ALL_TOPICS = "all"


TOPIC_PHRASES = {
    "waits": "topic of waits",
    "reading": "readings",
    "patterns": "patterns",
    "total": "topic of total",
    "points": "points",
    "payments": "who pays",
    PASSED: "passed wins",
}
"""The phrases for topics in a language other than English."""


def topic_name(topic: str, ruleset: Ruleset) -> str:
    """The name of a topic in the words of the game: in riichi the total is han and the secondary score fu. A
    unit is called by its id if its word has spaces or is the name of another topic.

    >>> from scorer.scoring import load_ruleset
    >>> [topic_name(topic, load_ruleset("riichi")) for topic in ("total", "sheet", "points")]
    ['han', 'fu', 'points']
    """
    if topic == "total" and ruleset.unit not in TOPICS:
        return _typed_unit(ruleset.unit, ruleset)
    if topic == "sheet" and ruleset.sheet is not None:
        return _typed_unit(ruleset.sheet.unit, ruleset)
    return topic


def _typed_unit(unit: str, ruleset: Ruleset) -> str:
    word = ruleset.unit_word(unit)
    return unit if word in TOPICS or " " in word else word


def topic_title(topic: str, ruleset: Ruleset, language: str = "en") -> str:
    """What a topic is called on a page in some language; in English as one types it, an id in words.

    >>> from scorer.scoring import load_ruleset
    >>> topic_title("sheet", load_ruleset("british"))
    'hand points'
    >>> [topic_title(topic, load_ruleset("riichi"), "ja") for topic in ("total", "sheet", "waits")]
    ['飜数', '符数', '待ち']
    """
    if language == "en" and topic != PASSED:
        return topic_name(topic, ruleset).replace("_", " ")
    if topic == "sheet" and ruleset.sheet is not None:
        return translate("count word", language, ruleset.unit_word(ruleset.sheet.unit, language=language))
    if topic == "total" and ruleset.unit not in TOPICS:
        return translate("count word", language, ruleset.unit_word(language=language))
    return translate(TOPIC_PHRASES[topic], language) if topic in TOPIC_PHRASES else topic


def asked_topics(text: str, ruleset: Ruleset, *, of_games: bool = False) -> tuple[str, ...]:
    """The topics named in a text such as `fu,points`, in the order in which they are asked; `of_games` allows
    the topic that only recorded games have.

    Raises InputError for unknown words, and for the secondary score if the ruleset has none.
    """
    words = [word.strip().casefold() for word in text.replace(",", " ").split()]
    every = (*TOPICS, PASSED) if of_games else TOPICS
    topics = [topic for topic in every if topic != "sheet" or ruleset.sheet is not None]
    shown = {topic_name(topic, ruleset): topic for topic in topics}
    known = shown | {topic: topic for topic in topics}
    message = Message("no such topic", Listed((*shown, ALL_TOPICS), "and"))
    faults = [
        Fault("--ask", 0, message, "circumstance", max(1, len(word)), word, nearest_names(word, known, 1))
        for word in words
        if word not in known and word != ALL_TOPICS
    ]
    if faults:
        raise InputError(faults)
    chosen = topics if ALL_TOPICS in words else {known[word] for word in words}
    return tuple(topic for topic in every if topic in chosen)


@dataclass(frozen=True)
class AnswerMark:
    """The mark for an answer. `answer` is the correct answer, `note` tells how the given one was interpreted,
    and `sections` explain the solution. `patterns` are the patterns in question, each with whether it was
    known.
    """

    topic: str
    is_right: bool
    answer: str
    note: Text = ""
    sections: tuple[Section, ...] = ()
    patterns: tuple[tuple[str, bool], ...] = ()
    is_skipped: bool = False


class Mark(Protocol):
    """What every mark has, for hands and for wins that were passed."""

    @property
    def topic(self) -> str: ...
    @property
    def is_right(self) -> bool: ...
    @property
    def is_skipped(self) -> bool: ...
    @property
    def answer(self) -> str: ...
    @property
    def patterns(self) -> tuple[tuple[str, bool], ...]: ...


# ---- results

GOOD_SHARE = 0.8
"""A topic with this share of correct answers needs no advice."""
MOST_ADVICE = 3


@dataclass(frozen=True)
class Tally:
    """The number of questions, of correct answers, and of skipped questions."""

    correct_count: int = 0
    question_count: int = 0
    skipped_count: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.correct_count + other.correct_count,
            self.question_count + other.question_count,
            self.skipped_count + other.skipped_count,
        )

    @property
    def right_share(self) -> float:
        return self.correct_count / self.question_count if self.question_count else 0.0


Tallies = tuple[tuple[str, Tally], ...]


@dataclass(frozen=True)
class QuizResult:
    """Tallies by topic and by pattern, by their ids."""

    topics: Tallies = ()
    patterns: Tallies = ()

    def with_marks(self, marks: Iterable[Mark]) -> QuizResult:
        """The result with more marks added.

        >>> QuizResult().with_marks([AnswerMark("total", True, "3"), AnswerMark("total", False, "2")]).topics
        (('total', Tally(correct_count=1, question_count=2, skipped_count=0)),)
        """
        result = self
        for mark in marks:
            topic = (mark.topic, Tally(int(mark.is_right), 1, int(mark.is_skipped)))
            patterns = tuple((ident, Tally(int(known), 1)) for ident, known in mark.patterns)
            result = result.plus(QuizResult((topic,), patterns))
        return result

    def plus(self, result: QuizResult) -> QuizResult:
        return QuizResult(
            _add_tallies(self.topics, result.topics), _add_tallies(self.patterns, result.patterns)
        )

    @property
    def total(self) -> Tally:
        return sum((tally for _, tally in self.topics), Tally())

    def by_topic(self) -> list[tuple[str, Tally]]:
        """The topics in the order in which they are asked."""
        table = dict(self.topics)
        return [(topic, table[topic]) for topic in (*TOPICS, PASSED) if topic in table]


@dataclass(frozen=True)
class GivenAnswer:
    """An answer of a learner: what it was about, what was answered, its mark, how many hints were shown
    before it, and how many seconds it took.
    """

    about: str
    text: str
    mark: Mark
    hint_count: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class QuizSummary:
    """A result to be shown after a quiz, with advice. `has_quit` is whether the learner left early, `answers`
    are all answers, and `has_clock` is whether their times are shown.
    """

    result: QuizResult
    ruleset: Ruleset
    has_quit: bool = False
    answers: tuple[GivenAnswer, ...] = ()
    has_clock: bool = False


def _add_tallies(tallies: Tallies, further_tallies: Tallies) -> Tallies:
    table = dict(tallies)
    for name, tally in further_tallies:
        table[name] = table.get(name, Tally()) + tally
    return tuple(table.items())


def practice_tips(result: QuizResult, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """Advice on what to practise: the weakest topics, then the patterns missed most often, with commands."""
    weak = [
        (topic, tally)
        for topic, tally in result.by_topic()
        if topic != PASSED and tally.right_share < GOOD_SHARE
    ]
    for topic, tally in sorted(weak, key=lambda item: item[1].right_share)[:MOST_ADVICE]:
        right = translate(
            "right of", language, format_amount(tally.correct_count), format_amount(tally.question_count)
        )
        told = headed_text(topic_title(topic, ruleset, language), right, language)
        command = f"scorer quiz -r {ruleset.id} --ask {topic_name(topic, ruleset)}"
        yield translate("told and command", language, told, command)
    missed = [item for item in result.patterns if item[1].correct_count < item[1].question_count]
    for ident, _ in sorted(missed, key=lambda item: (item[1].right_share, -item[1].question_count))[
        :MOST_ADVICE
    ]:
        if pattern := ruleset.pattern_by_id.get(ident):
            command = f"scorer patterns -r {ruleset.id} {ident}"
            yield headed_text(name_in(pattern.names, language), command, language)


# ---- the record

RECORD_FILE = "progress.json"
DAMAGED_FILE = "progress.damaged.json"
VERSION = 1
RESULT_PARTS = ("topics", "patterns")
LARGEST_FILE = 1 << 20
LARGEST_TALLY = 10**9


@dataclass(frozen=True)
class Progress:
    """The recorded results by ruleset. `note` is an error message if the file could not be read."""

    records: tuple[tuple[str, QuizResult], ...] = ()
    note: str = ""

    def result_for(self, ruleset: str) -> QuizResult:
        return dict(self.records).get(ruleset, QuizResult())

    def keep_ruleset(self, ruleset: str) -> Progress:
        return replace(self, records=tuple(item for item in self.records if item[0] == ruleset))

    def with_result(self, ruleset: str, result: QuizResult) -> Progress:
        records = dict(self.records) | {ruleset: self.result_for(ruleset).plus(result)}
        return Progress(tuple(records.items()), self.note)


@dataclass(frozen=True)
class ProgressReport:
    """The record to be shown, with the rulesets that it names and that can be loaded. `quiz_command` is the
    command that begins a quiz.
    """

    progress: Progress
    rulesets: Mapping[str, Ruleset]
    quiz_command: str = "scorer quiz"


def data_folder() -> Path | None:
    """The user's data folder for scorer, or None if there is no home folder."""
    folder = user_folder("XDG_DATA_HOME", ".local/share")
    return Path(folder) if folder else None


def state_folder() -> Path | None:
    """The user's folder for what scorer remembers but can do without, or None if there is no home folder."""
    folder = user_folder("XDG_STATE_HOME", ".local/state")
    return Path(folder) if folder else None


def load_progress() -> Progress:
    """Loads the record. A damaged file is renamed, and the note of the result says so."""
    folder = data_folder()
    if folder is None or not (folder / RECORD_FILE).is_file():
        return Progress()
    try:
        if (folder / RECORD_FILE).stat().st_size > LARGEST_FILE:
            raise ValueError("too large")
        data: Any = json.loads((folder / RECORD_FILE).read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            raise ValueError("another version")
        return Progress(tuple((str(name), _read_result(entry)) for name, entry in data["rulesets"].items()))
    except OSError as error:
        return Progress(note=f"{folder / RECORD_FILE} cannot be read: {error.strerror}")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Progress(note=_set_damaged_file_aside(folder))


def _set_damaged_file_aside(folder: Path) -> str:
    try:
        os.replace(folder / RECORD_FILE, folder / DAMAGED_FILE)
    except OSError as error:
        return f"{folder / RECORD_FILE} is damaged and cannot be renamed: {error.strerror}"
    return f"the record of progress was damaged; it was renamed to {folder / DAMAGED_FILE}"


def _read_result(entry: Any) -> QuizResult:
    parts = ([(str(name), _read_tally(*pair)) for name, pair in entry[part].items()] for part in RESULT_PARTS)
    return QuizResult(*map(tuple, parts))


def _read_tally(correct_count: object = 0, question_count: object = 0, skipped_count: object = 0) -> Tally:
    if (
        type(correct_count) is type(question_count) is type(skipped_count) is int
        and 0 <= correct_count <= correct_count + skipped_count <= question_count <= LARGEST_TALLY
    ):
        return Tally(correct_count, question_count, skipped_count)
    raise ValueError("no tally")


def save_progress(progress: Progress) -> str:
    """Saves the record atomically. Returns an error message, or an empty text on success."""
    folder = data_folder()
    if folder is None:
        return "there is no home folder, so progress is not saved"
    rulesets = {
        name: {
            part: {ident: plain_fields(tally) for ident, tally in tallies}
            for part, tallies in zip(RESULT_PARTS, (result.topics, result.patterns), strict=True)
        }
        for name, result in progress.records
    }
    text = json.dumps({"version": VERSION, "rulesets": rulesets}, ensure_ascii=False, indent=1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{RECORD_FILE}.{os.getpid()}"
        fresh.write_text(text + "\n", encoding="utf-8")
        os.replace(fresh, folder / RECORD_FILE)
    except OSError as error:
        return f"progress is not saved: {folder}: {error.strerror}"
    return ""


def reset_progress(ruleset: str = "", language: str = "en") -> str:
    """Deletes the progress of one ruleset, or of all. Returns a sentence about what was done."""
    progress, named = load_progress(), (ruleset,) if ruleset else ()
    records = tuple((name, result) for name, result in progress.records if ruleset and name != ruleset)
    if len(records) == len(progress.records):
        key = "no progress to delete with" if ruleset else "no progress to delete"
        return message_text(Message(key, *named), language)
    wrong = save_progress(Progress(records))
    if wrong:
        return f"{capitalize_first(wrong)}."
    key = "progress with a ruleset deleted" if ruleset else "progress deleted"
    return message_text(Message(key, *named), language)
