"""Scores lines one after another: a bad one gives its error, and the run goes on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from scorer.batch.lines import BadLine, Line, read_line
from scorer.engine.configure import configured
from scorer.engine.request import understand
from scorer.engine.results import Score
from scorer.engine.score import score_hand
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.fast import open_engine, stored_engine
from scorer.fast.engine import Engine
from scorer.fast.reader import spoken
from scorer.fast.results import Score as QuickScore
from scorer.fast.scoring import Beyond
from scorer.fast.trees import TooLarge, Unsupported
from scorer.ruleset.model import Ruleset, Value
from scorer.ruleset.opening import open_ruleset
from scorer.teach.advice import Advice, advice_on, with_rulesets
from scorer.values import dataclass

MOST_RULESETS = 64
MOST_ENGINES = 24
WORTH_COMPILING = 50
"""so many lines of one ruleset cost the reference engine about what compiling costs"""


@dataclass(frozen=True)
class Outcome:
    """What came of a line: a score, or the error that took its place."""

    ident: object
    score: Score | None = None
    error: ScorerError | None = None
    advice: Advice | None = None
    quick: tuple[Engine, QuickScore] | None = None
    """the score of the compiled engine, where it has scored the line"""

    @property
    def is_scored(self) -> bool:
        """Whether the hand wins."""
        return self.score is not None or self.quick is not None


class Rulesets:
    """Rulesets as configured, the ones used last kept at hand."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.name, self.options = name, dict(options)
        self._kept: OrderedDict[str, Ruleset | ScorerError] = OrderedDict()
        self._engines: dict[str, tuple[Engine | None, int]] = {}
        """with how many lines have asked for it"""

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line asks for; its options go over those of the run.

        Raises RulesetError or InputError, as loading did.
        """
        name, chosen = self._asked(name, options or {})
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
        self._engines[key] = (engine, asked + 1)
        if len(self._engines) > MOST_ENGINES:
            del self._engines[next(iter(self._engines))]
        return engine

    def engine_at_hand(self, name: str) -> Engine | None:
        """The compiled engine of a ruleset with the options of the run, if a line has had it made."""
        return self._engines.get(_key(*self._asked(name, {})), (None, 0))[0]

    def _asked(self, name: str, options: Mapping[str, Value]) -> tuple[str, Mapping[str, Value]]:
        """The ruleset that a line means, and all options: those of the run are for its own ruleset."""
        if name and name != self.name:
            return name, options
        return self.name, {**self.options, **options}

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The inputs of tiles that such a ruleset has, none where it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()


def _key(name: str, options: Mapping[str, Value]) -> str:
    return f"{name} {sorted(options.items())}" if options else name


def _compiled(name: str, options: Mapping[str, Value]) -> Engine | None:
    try:
        return open_engine(name, options)
    except Unsupported:
        return None


def _loaded(name: str, options: Mapping[str, Value]) -> Ruleset | ScorerError:
    try:
        return configured(open_ruleset(name), options)
    except ScorerError as error:
        return error


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


def _quick(engine: Engine, line: Line) -> QuickScore | None:
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
