"""Rulesets for many lines: each is opened when a line first asks for it, and the last ones are kept.

A compiled ruleset scores lines that are plainly good without the ruleset itself, which takes longer to
open; so all that opens one is imported when it is asked for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.compiled import open_engine, stored_engine
from scorer.errors import ScorerError

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Ruleset, Value

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
        key = _key(name, chosen)
        engine, asked = self._engines.get(key, (None, 0))
        if not engine and not asked and (engine := stored_engine(name, chosen)):
            self._keep(key, engine, 0)
        return engine

    def recall(self) -> None:
        """Has the engines at hand know what earlier runs have worked out: for runs of many lines."""
        for engine, _ in self._engines.values():
            if engine:
                engine.recall()

    def remember(self) -> None:
        """Keeps what the engines at hand have worked out, where it is much."""
        for engine, _ in self._engines.values():
            if engine:
                engine.remember()

    def _keep(self, key: str, engine: Engine | None, asked: int) -> None:
        self._engines[key] = (engine, asked)
        if len(self._engines) > MOST_ENGINES:
            del self._engines[next(iter(self._engines))]

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
