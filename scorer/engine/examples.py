"""Example hands of a ruleset: a hand in notation, then words for how it was won and under which options.

    234m567m345p67s99s+8s ron seat=S round=E riichi north=2 dora=4s open_tanyao=false

An example belongs to a pattern: it says that the pattern `holds` there, or `fails`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from scorer.engine.configure import as_value, configured
from scorer.engine.evaluate import TooLarge, View
from scorer.engine.request import understand
from scorer.engine.resolve import candidate_of, resolutions
from scorer.engine.score import readings_of
from scorer.engine.value import bonus_lines, sheet_total
from scorer.errors import Fault, InputError, nearest
from scorer.hand import WINS, Hand, Request, Situation
from scorer.ruleset.model import Bonus, Option, Pattern, Ruleset, SheetItem, Value, value_fault
from scorer.shapes import Reading, TooManyReadings
from scorer.values import dataclass, replace

Shown = Pattern | Bonus | SheetItem
"""What an example can be an example of."""
# One small letter alone is a suit that stands apart from its digits (`123 m`), never a word.
WORD = re.compile(r"(?<!\S)[a-z_][a-z0-9_-]+(?:=\S*)?(?!\S)|(?<!\S)[a-z_]+=\S*")
SEATS = {"seat": "--seat", "round": "--round", "from": "--from"}
COUNTS = {"honba": "--honba", "sticks": "--sticks"}


@dataclass(frozen=True)
class Word:
    """A word behind the hand, its place, and the input that it is, as `Fault` names inputs."""

    text: str
    at: int
    source: str

    @property
    def name(self) -> str:
        return self.text.partition("=")[0]

    @property
    def value(self) -> str:
        return self.text.partition("=")[2]


@dataclass(frozen=True)
class Example:
    """An example as written: what it asks, the options that it chooses, and every fault of its words."""

    text: str
    request: Request
    options: tuple[tuple[str, Value], ...] = ()
    words: tuple[Word, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What became of an example: faults where it cannot be taken, whether the hand is complete, and
    whether the pattern holds in one of its readings (other patterns may still swallow it).
    """

    holds: bool
    complete: bool = False
    faults: tuple[Fault, ...] = ()


def read_example(text: str, ruleset: Ruleset) -> Example:
    """Reads an example; never raises. Places of faults count from the start of the text.

    `ruleset` is the ruleset as loaded, before options are chosen. The hand itself is not read yet.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> example = read_example("234m567m345p67s99s+8s tsumo riichi dora=4s kan_dora=false", rules)
    >>> example.request.hand, example.request.with_, dict(example.options)
    ('234m567m345p67s99s+8s', ('riichi',), {'kan_dora': False})
    """
    return _Reader(text, ruleset).example()


def understood(example: Example, ruleset: Ruleset) -> tuple[Ruleset, Hand, Situation]:
    """The ruleset with the example's options, its hand and situation.

    Raises InputError with every fault, placed in the example's text.
    """
    if example.faults:
        raise InputError(example.faults)
    try:
        rules = _chosen(_Same(ruleset), example.options)
        return rules, *understand(example.request, rules)
    except InputError as error:
        raise InputError(_located(fault, example) for fault in error.faults) from error


def check_example(pattern: Pattern, text: str, ruleset: Ruleset) -> Outcome:
    """Whether a pattern holds in an example: its conditions and its value in some reading.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> check_example(rules.pattern_by_id["pinfu"], "234m567m345p67s99s+8s ron", rules)
    Outcome(holds=True, complete=True, faults=())
    >>> check_example(rules.pattern_by_id["pinfu"], "234m567m345p67s99s win=8s", rules).faults[0].message
    'the winning tile is written +8s, behind the other tiles of the hand'
    """
    try:
        rules, hand, situation = understood(read_example(text, ruleset), ruleset)
    except InputError as error:
        return Outcome(False, faults=error.faults)
    view = View(rules, hand, situation)
    try:
        readings = readings_of(view)
        return Outcome(holds_in(rules.pattern_by_id[pattern.id], view, readings), bool(readings))
    except (TooManyReadings, TooLarge) as error:
        return Outcome(False, faults=(Fault("hand", None, str(error), "hand"),))


def holds_in(shown: Shown, view: View, readings: list[Reading]) -> bool:
    """Whether a pattern's conditions hold and its value is allowed in one of the readings; whether a bonus
    or an item of the second sheet adds something in one of them.

    The pattern for hands without any holds where it is awarded.
    """
    views = map(view.reading_as, readings)
    if isinstance(shown, Bonus):
        return any(line.id == shown.id for view in views for line in bonus_lines(view))
    if isinstance(shown, SheetItem):
        sheet = view.ruleset.sheet
        return any(line.id == shown.id for view in views if sheet for line in sheet_total(sheet, view).lines)
    pattern = shown
    if pattern is not view.ruleset.otherwise:
        return any(candidate_of(pattern, view) for view in views)
    ways = (way for view in views for way in resolutions(view))
    return any(award.pattern is pattern for way in ways for award in way.awards)


class _Reader:
    """Sorts the words of one example into fields of a request and options."""

    def __init__(self, text: str, ruleset: Ruleset) -> None:
        self.text, self.ruleset = text, ruleset
        self.faults: list[Fault] = []
        self.options: dict[str, Value] = {}
        self.fields: dict[str, str] = {}
        self.circumstances: list[str] = []
        self.indicators: dict[str, str] = {}
        self.liable: dict[str, str] = {}
        self.option_by_id = {option.id: option for option in ruleset.options}
        self.indicator_ids = [indicator.id for indicator in ruleset.indicators]
        self.circumstance_ids = list(ruleset.circumstance_by_id)

    def example(self) -> Example:
        matches = list(WORD.finditer(self.text))
        end = matches[0].start() if matches else len(self.text)
        self._late_tiles(matches)
        words = tuple(self._taken(match[0], match.start()) for match in matches)
        return Example(self.text, self._request(end), tuple(self.options.items()), words, tuple(self.faults))

    def _request(self, end: int) -> Request:
        fields = self.fields
        return Request(
            self.text[:end].rstrip(),
            fields.get("win", ""),
            fields.get("round", ""),
            fields.get("seat", ""),
            fields.get("from", ""),
            tuple(self.circumstances),
            self.indicators,
            int(fields.get("honba", "0")),
            int(fields.get("sticks", "0")),
            self.liable,
        )

    def fault(self, at: int, text: str, message: str, *suggestions: str, kind: str = "notation") -> None:
        self.faults.append(Fault("example", at, message, kind, len(text), self.text, suggestions))

    def _late_tiles(self, matches: list[re.Match[str]]) -> None:
        ends = [match.start() for match in matches[1:]] + [len(self.text)]
        for match, end in zip(matches, ends, strict=False):
            late = self.text[match.end() : end].strip()
            if late:
                at = self.text.index(late, match.end())
                name, sign, tiles = late.partition(":")
                meant = (f"{name}={tiles}",) if sign and name in self.indicator_ids else ()
                message = f"'{late}' stands behind the words; all tiles of the hand come first"
                self.fault(at, late, message, *meant)

    def _taken(self, text: str, at: int) -> Word:
        """Puts one word where it belongs; an option may share its name with a circumstance."""
        name, equals, value = text.partition("=")
        option = self.option_by_id.get(name) if equals else None
        if not equals and name in WINS:
            return Word(text, at, self._once("win", name, text, at))
        if equals and name in SEATS:
            return Word(text, at, self._once(name, value, text, at, SEATS[name]))
        if equals and name in COUNTS:
            return Word(text, at, self._counted(name, value, text, at))
        if equals and name == "pao":
            return Word(text, at, self._answering(value))
        if option is not None and not value_fault(option, as_value(option, value)):
            self.options[name] = as_value(option, value)
        elif equals and name in self.indicator_ids:
            self.indicators[name] = value
            return Word(text, at, f"--{name}")
        elif name in self.circumstance_ids:
            self.circumstances.append(text)
            return Word(text, at, "--with")
        else:
            self.fault(at, text, *self._unknown(name, value, option))
        return Word(text, at, "--option")

    def _once(self, name: str, value: str, text: str, at: int, source: str = "win") -> str:
        if name in self.fields:
            self.fault(at, text, f"'{text}' says again what '{self.fields[name]}' said")
        self.fields[name] = value
        return source

    def _counted(self, name: str, value: str, text: str, at: int) -> str:
        if not (value.isascii() and value.isdigit() and len(value) < 6):
            self.fault(at, text, f"{name} is a whole number, not '{value}'")
            return COUNTS[name]
        return self._once(name, value, text, at, COUNTS[name])

    def _answering(self, value: str) -> str:
        """Who answers for patterns: `pao=daisangen:W`, several with commas between."""
        self.liable |= {name: seat for name, _, seat in (part.partition(":") for part in value.split(","))}
        return "--pao"

    def _unknown(self, name: str, value: str, option: Option | None) -> tuple[str, ...]:
        """The message for a word that fits nowhere, and what may have been meant."""
        if name == "win":
            return (f"the winning tile is written +{value}, behind the other tiles of the hand", f"+{value}")
        if option is not None:
            return (value_fault(option, as_value(option, value)),)
        if name in (*self.indicator_ids, *SEATS, *COUNTS) and not value:
            return (f"'{name}' has no value: {name}=...",)
        known = [*self.circumstance_ids, *self.option_by_id, *self.indicator_ids]
        known += [*WINS, *SEATS, *COUNTS, "pao"]
        message = f"'{name}' is no way to win, circumstance, indicator or option of {self.ruleset.id}"
        return (message, *nearest(name, known, 1))


def _located(fault: Fault, example: Example) -> Fault:
    """The fault of one input as a fault of the example's text."""
    if fault.source == "hand":
        return replace(fault, source="example", text=example.text)
    words = [word for word in example.words if word.source == fault.source]
    word = next((word for word in words if fault.text and fault.text in word.text), None) or next(
        iter(words), None
    )
    if word is None:
        return replace(fault, source="example", at=None, text=example.text)
    inside = word.text.rfind(fault.text) if fault.text else -1
    if fault.at is None or inside < 0:
        return replace(fault, source="example", at=word.at, length=len(word.text), text=example.text)
    return replace(fault, source="example", at=word.at + inside + fault.at, text=example.text)


class _Same:
    """A ruleset as a key: the same object, since hashing all of its rules takes longer than using them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.ruleset is self.ruleset


@lru_cache(maxsize=64)
def _chosen(ruleset: _Same, options: tuple[tuple[str, Value], ...]) -> Ruleset:
    return configured(ruleset.ruleset, dict(options))
