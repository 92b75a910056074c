"""How practice goes: right answers by topic and by pattern, what to practise next, and the record of it all.

The record is a small JSON file in the user's data folder. One that cannot be read is set aside, never
overwritten; a folder that cannot be written to costs the record, not the practice.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scorer.ruleset.model import Ruleset
from scorer.teach.quiz.questions import TOPICS, Mark, topic_name
from scorer.tiles import name_in
from scorer.values import dataclass, plain_fields, replace

GOOD = 0.8
"""A topic known so often needs no advice."""
MOST_ADVICE = 3


@dataclass(frozen=True)
class Tally:
    """How many of the questions were answered rightly, and how many were not answered."""

    right: int = 0
    asked: int = 0
    skipped: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.asked + other.asked, self.skipped + other.skipped)

    @property
    def share(self) -> float:
        return self.right / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Result:
    """Tallies by topic and by pattern, by their ids."""

    topics: tuple[tuple[str, Tally], ...] = ()
    patterns: tuple[tuple[str, Tally], ...] = ()

    def with_marks(self, marks: Iterable[Mark]) -> Result:
        """The result with more marks counted.

        >>> Result().with_marks([Mark("total", True, "3"), Mark("total", False, "2")]).topics
        (('total', Tally(right=1, asked=2, skipped=0)),)
        """
        topics, patterns = dict(self.topics), dict(self.patterns)
        for mark in marks:
            _count(topics, mark.topic, Tally(int(mark.right), 1, int(mark.skipped)))
            for ident, known in mark.patterns:
                _count(patterns, ident, Tally(int(known), 1))
        return Result(tuple(topics.items()), tuple(patterns.items()))

    def plus(self, other: Result) -> Result:
        """Both results together."""
        topics, patterns = dict(self.topics), dict(self.patterns)
        for mine, theirs in ((topics, other.topics), (patterns, other.patterns)):
            for name, tally in theirs:
                _count(mine, name, tally)
        return Result(tuple(topics.items()), tuple(patterns.items()))

    @property
    def total(self) -> Tally:
        return sum((tally for _, tally in self.topics), Tally())

    def by_topic(self) -> list[tuple[str, Tally]]:
        """The topics in the order in which they are asked."""
        table = dict(self.topics)
        return [(topic, table[topic]) for topic in TOPICS if topic in table]

    def weakest(self) -> list[tuple[str, Tally]]:
        """The patterns that were missed most often, as a share and then in number."""
        missed = [(name, tally) for name, tally in self.patterns if tally.right < tally.asked]
        return sorted(missed, key=lambda item: (item[1].share, -item[1].asked))[:MOST_ADVICE]


def _count(table: dict[str, Tally], name: str, more: Tally) -> None:
    table[name] = table.get(name, Tally()) + more


def advice(result: Result, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """What to practise: the weakest topics, then patterns that were missed, each with the command."""
    weak = sorted(
        (item for item in result.by_topic() if item[1].share < GOOD), key=lambda item: item[1].share
    )
    for topic, tally in weak[:MOST_ADVICE]:
        name = topic_name(topic, ruleset)
        yield f"{name}: {tally.right} of {tally.asked}; scorer quiz -r {ruleset.id} --ask {name}"
    for ident, _ in result.weakest():
        pattern = ruleset.pattern_by_id.get(ident)
        if pattern:
            yield f"{name_in(pattern.names, language)}: scorer patterns -r {ruleset.id} {ident}"


# ---- the record

FILE = "progress.json"
ASIDE = "progress.damaged.json"
VERSION = 1
LARGEST = 1 << 20
MOST = 10**9
Records = dict[str, Result]


@dataclass(frozen=True)
class Progress:
    """What is recorded, by ruleset; `note` says what went wrong with the file, if anything."""

    records: tuple[tuple[str, Result], ...] = ()
    note: str = ""

    def of(self, ruleset: str) -> Result:
        """The record of one ruleset."""
        return dict(self.records).get(ruleset, Result())

    def only(self, ruleset: str) -> Progress:
        """What is recorded of one ruleset."""
        return replace(self, records=tuple(item for item in self.records if item[0] == ruleset))

    def adding(self, ruleset: str, result: Result) -> Progress:
        """The progress with one more practice."""
        records = dict(self.records) | {ruleset: self.of(ruleset).plus(result)}
        return Progress(tuple(records.items()), self.note)


def data_folder() -> Path | None:
    """The user's data folder for scorer; None where there is no home."""
    given = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    home = os.path.expanduser("~")
    if not given and not os.path.isabs(home):
        return None
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return Path(given or os.path.join(home, usual)) / "scorer"


def load_progress() -> Progress:
    """What is recorded. A damaged file is set aside under another name, and the note says so."""
    folder = data_folder()
    if folder is None or not (folder / FILE).is_file():
        return Progress()
    try:
        if (folder / FILE).stat().st_size > LARGEST:
            raise ValueError("too large")
        return Progress(tuple(_records(json.loads((folder / FILE).read_text(encoding="utf-8"))).items()))
    except OSError as error:
        return Progress(note=f"{folder / FILE} cannot be read: {error.strerror}")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Progress(note=_set_aside(folder))


def _set_aside(folder: Path) -> str:
    try:
        os.replace(folder / FILE, folder / ASIDE)
    except OSError as error:
        return f"{folder / FILE} is damaged and cannot be set aside: {error.strerror}"
    return f"the record of progress was damaged; it is kept as {folder / ASIDE}, and a new one begins"


def _records(data: Any) -> Records:
    if data["version"] != VERSION:
        raise ValueError("another version")
    return {str(name): _result(entry) for name, entry in data["rulesets"].items()}


def _result(entry: Any) -> Result:
    return Result(_tallies(entry["topics"]), _tallies(entry["patterns"]))


def _tallies(entry: Mapping[str, Any]) -> tuple[tuple[str, Tally], ...]:
    return tuple((str(name), _tally(*pair)) for name, pair in entry.items())


def _tally(right: object = 0, asked: object = 0, skipped: object = 0) -> Tally:
    if type(right) is type(asked) is type(skipped) is int and 0 <= right <= right + skipped <= asked <= MOST:
        return Tally(right, asked, skipped)
    raise ValueError("no tally")


def save_progress(progress: Progress) -> str:
    """Writes the record, whole or not at all; what is wrong where it cannot be written, else nothing."""
    folder = data_folder()
    if folder is None:
        return "there is no home folder, so progress is not kept"
    text = json.dumps(_data(progress), ensure_ascii=False, indent=1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{FILE}.{os.getpid()}"
        fresh.write_text(text + "\n", encoding="utf-8")
        os.replace(fresh, folder / FILE)
    except OSError as error:
        return f"progress is not kept: {folder}: {error.strerror}"
    return ""


def _data(progress: Progress) -> dict[str, object]:
    rulesets = {
        name: {
            "topics": {topic: plain_fields(tally) for topic, tally in result.topics},
            "patterns": {ident: plain_fields(tally) for ident, tally in result.patterns},
        }
        for name, result in progress.records
    }
    return {"version": VERSION, "rulesets": rulesets}


def reset_progress(ruleset: str = "") -> str:
    """Forgets one ruleset, or everything; what was done, in a sentence."""
    progress = load_progress()
    records = {name: result for name, result in progress.records if ruleset and name != ruleset}
    if len(records) == len(progress.records):
        return f"There is no progress{f' with {ruleset}' if ruleset else ''} to forget."
    wrong = save_progress(Progress(tuple(records.items())))
    return sentence_of(wrong) if wrong else f"Progress{f' with {ruleset}' if ruleset else ''} is forgotten."


def sentence_of(text: str) -> str:
    """A note as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."
