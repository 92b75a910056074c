"""Rulesets for many lines: each is opened when a line first asks for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorer.compiled import open_engine, stored_engine
from scorer.compiled.engine import Engine
from scorer.compiled.trees import Unsupported
from scorer.errors import Problem, RulesetError, ScorerError, nearest
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Ruleset, Value


MOST_RULESETS = 64
MOST_ENGINES = 24
WORTH_COMPILING = 50
"""so many lines of one ruleset cost the reference engine about what compiling costs"""


class Rulesets:
    """Rulesets as configured, the ones used last kept at hand."""

    def __init__(
        self, name: str, options: Mapping[str, Value], tell: Callable[[str], None] = lambda text: None
    ) -> None:
        """`tell` is told once of every ruleset whose hands take longer than others."""
        self.name, self.options, self.tell = name, dict(options), tell
        self.told: set[str] = set()
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
            engine = self._compiled(name, chosen)
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

    def _compiled(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        try:
            return open_engine(name, options)
        except Unsupported as error:
            self.tell_alone(name, str(error))
            return None

    def tell_alone(self, name: str, why: str) -> None:
        """Tells once that the hands of a ruleset are scored one by one."""
        if name not in self.told:
            self.told.add(name)
            self.tell(f"{name}: hands are scored one by one, which takes longer: {why}")

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


def _loaded(name: str, options: Mapping[str, Value]) -> Ruleset | ScorerError:
    from scorer.engine.configure import configured
    from scorer.ruleset.opening import open_ruleset

    try:
        return configured(open_ruleset(name), options)
    except ScorerError as error:
        return error
