"""Any line at all: a score, or the error that takes its place."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.batch.lines import BadLine, Line, read_line
from scorer.compiled import open_engine, stored_engine
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.compiled.trees import TooLarge
from scorer.engine.request import understand
from scorer.engine.results import Score
from scorer.errors import InputError, NotAWinner, Problem, RulesetError, ScorerError, nearest
from scorer.library import score_hand
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.teach.advice import Advice, advice_on, with_rulesets
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Ruleset, Value


@dataclass(frozen=True)
class Outcome:
    """What came of a line: a score, or the error that took its place."""

    ident: object
    score: Score | None = None
    error: ScorerError | None = None
    advice: Advice | None = None
    quick: tuple[Engine, Score] | None = None
    """the score of the compiled engine, where it has scored the line"""

    @property
    def is_scored(self) -> bool:
        """Whether the hand wins."""
        return self.score is not None or self.quick is not None


def outcomes(lines: Iterable[bytes], rulesets: Rulesets, advise: bool = False) -> Iterator[Outcome]:
    """The outcome of every line, in order. `advise` looks for what a hand that does not win just misses,
    which takes many times as long as scoring it.
    """
    return (_outcome(raw, rulesets, advise) for raw in lines)


def _outcome(raw: bytes, rulesets: Rulesets, advise: bool) -> Outcome:
    ident: object = None
    try:
        line = read_line(raw, rulesets.indicators)
        ident = line.ident
        ruleset = rulesets.get(line.ruleset, line.options)
        engine = rulesets.engine(line.ruleset, line.options)
        score = _quick(engine, line) if engine else None
        if engine and score:
            return Outcome(ident, quick=(engine, score))
        return _scored(line, ruleset, advise)
    except BadLine as error:
        return Outcome(error.ident, error=error)
    except ScorerError as error:
        return Outcome(ident, error=error)


def _quick(engine: Engine, line: Line) -> Score | None:
    """The score of the compiled engine; None where the reference engine has to say more."""
    try:
        return engine.score_text(spoken(line.request))
    except (Beyond, TooLarge):
        return None


def _scored(line: Line, ruleset: Ruleset, advise: bool) -> Outcome:
    try:
        hand, situation = understand(line.request, ruleset)
    except InputError as error:
        return Outcome(line.ident, error=with_rulesets(error, line.request.hand, ruleset))
    try:
        return Outcome(line.ident, score_hand(ruleset, hand, situation))
    except NotAWinner as error:
        advice = advice_on(error, ruleset, hand, situation) if advise else None
        return Outcome(line.ident, error=error, advice=advice)


# ---- Rulesets for many lines: each is opened when a line first asks for it, and the

MOST_RULESETS = 64
MOST_ENGINES = 24
WORTH_COMPILING = 50
"""so many lines of one ruleset cost the reference engine about what compiling costs"""


class Rulesets:
    """Rulesets as configured, the ones used last kept at hand."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.name, self.options = name, dict(options)
        self._kept: OrderedDict[str, Ruleset | ScorerError] = OrderedDict()
        self._engines: dict[str, tuple[Engine | None, int]] = {}
        """with how many lines have asked for it"""
        self.shipped = frozenset(shipped_names())

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line asks for; its options go over those of the run.

        Raises RulesetError or InputError, as loading did.
        """
        name, chosen = self._asked(name, options or {})
        if not self._may_name(name):
            raise RulesetError((_not_given(name),))
        key = _key(name, chosen)
        if key not in self._kept:
            self._kept[key] = _loaded(name, chosen)
            if len(self._kept) > MOST_RULESETS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        found = self._kept[key]
        if isinstance(found, ScorerError):
            raise found
        return found

    def check(self) -> None:
        """Makes sure that there is the ruleset of the run: one that was compiled before is known to be good.

        Raises RulesetError or InputError, as loading does.
        """
        if self.engine_at_hand("") is None:
            self.get()

    def engine(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        """The compiled engine of a ruleset that loads; None while so few lines have asked for it that
        compiling would not pay, and where it has a construct for the reference engine only.
        """
        name, chosen = self._asked(name, options)
        key = _key(name, chosen)
        if key not in self._engines:
            self._engines[key] = (stored_engine(name, chosen), 0)
        engine, asked = self._engines.pop(key)
        if engine is None and asked == WORTH_COMPILING:
            engine = _compiled(name, chosen)
        self._keep(key, engine, asked + 1)
        return engine

    def engine_at_hand(self, name: str) -> Engine | None:
        """The compiled engine of a ruleset with the options of the run, if it has ever been compiled."""
        name, chosen = self._asked(name, {})
        if not self._may_name(name):
            return None
        key = _key(name, chosen)
        engine, asked = self._engines.get(key, (None, 0))
        if not engine and not asked and (engine := stored_engine(name, chosen)):
            self._keep(key, engine, 0)
        return engine

    def keep_engine(self, engine: Engine) -> None:
        """Takes an engine that was opened for the ruleset of the run elsewhere."""
        self._keep(_key(*self._asked("", {})), engine, 0)

    def _keep(self, key: str, engine: Engine | None, asked: int) -> None:
        self._engines[key] = (engine, asked)
        if len(self._engines) > MOST_ENGINES:
            del self._engines[next(iter(self._engines))]

    def _asked(self, name: str, options: Mapping[str, Value]) -> tuple[str, Mapping[str, Value]]:
        """The ruleset that a line means, and all options: those of the run are for its own ruleset."""
        if name and name != self.name:
            return name, options
        return self.name, {**self.options, **options}

    def _may_name(self, name: str) -> bool:
        """Whether a line may name a ruleset: lines come from anywhere, and a file that they name would be
        opened and its beginning told in the error.
        """
        return name == self.name or name in self.shipped

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The inputs of tiles that such a ruleset has, none where it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()


def _not_given(name: str) -> Problem:
    close = nearest(name, shipped_names(), 3)
    hint = f"did you mean '{close[0]}'?" if close else "a line may name shipped rulesets and that of the run"
    return Problem("L101", name, 1, 1, f"there is no ruleset '{name}' for lines", hint=hint)


def _key(name: str, options: Mapping[str, Value]) -> str:
    return f"{name} {sorted(options.items())}" if options else name


def _compiled(name: str, options: Mapping[str, Value]) -> Engine | None:
    from scorer.compiled.trees import Unsupported

    try:
        return open_engine(name, options)
    except Unsupported:
        return None


def _loaded(name: str, options: Mapping[str, Value]) -> Ruleset | ScorerError:
    from scorer.engine.configure import configured
    from scorer.ruleset.opening import open_ruleset

    try:
        return configured(open_ruleset(name), options)
    except ScorerError as error:
        return error


# ---- What a bulk run comes to: how many hands, which errors, which patterns, the mean


class Summary:
    """Counts results one after another. `units` are the keys whose numbers are averaged.

    >>> summary = Summary(["points"])
    >>> summary.add({"ok": True, "points": 1000, "patterns": [{"id": "a", "name": "A"}]})
    >>> summary.add({"ok": True, "points": 2000, "patterns": []})
    >>> summary.means
    {'points': 1500.0}
    """

    def __init__(self, units: Sequence[str]) -> None:
        self.hands = self.scored = 0
        self.errors: Counter[str] = Counter()
        self.patterns: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.sums: dict[str, float] = dict.fromkeys(units, 0)
        self.counts: Counter[str] = Counter()

    def add(self, result: Mapping[str, Any]) -> None:
        """Counts one result, a hand that is scored or an error."""
        self.hands += 1
        if not result["ok"]:
            self.errors[result["error"]["kind"]] += 1
            return
        self.scored += 1
        for pattern in result["patterns"]:
            self.patterns[pattern["id"]] += 1
            self.names[pattern["id"]] = pattern["name"]
        for unit in self.sums:
            self._add_value(unit, result.get(unit))

    def _add_value(self, unit: str, value: float | None) -> None:
        if value is not None:
            self.sums[unit] += value
            self.counts[unit] += 1

    @property
    def means(self) -> dict[str, float]:
        """The mean of each unit, over the hands that are counted in it."""
        return {unit: total / self.counts[unit] for unit, total in self.sums.items() if self.counts[unit]}
