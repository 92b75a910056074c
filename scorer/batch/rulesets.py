"""Rulesets for many lines: each is opened when a line first asks for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.compiled import engine_of
from scorer.engine.configure import configured
from scorer.errors import Problem, RulesetError, ScorerError, did_you_mean
from scorer.library import load_ruleset
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Value


MOST_RULESETS = 24
"""with their engines"""


class Rulesets:
    """Rulesets as configured, the ones used last kept at hand."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.name, self.options = name, dict(options)
        self.alone: dict[str, str] = {}
        """by the name of a ruleset why its hands are scored one by one, which takes longer"""
        self._kept: OrderedDict[str, Ruleset | ScorerError] = OrderedDict()
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
            self._kept[key] = self._loaded(name, chosen)
            if len(self._kept) > MOST_RULESETS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        found = self._kept[key]
        if isinstance(found, ScorerError):
            raise found
        return found

    def _loaded(self, name: str, options: Mapping[str, Value]) -> Ruleset | ScorerError:
        """A ruleset, or why there is none. That of the run is shared; of those that lines choose no more are
        kept than here.
        """
        try:
            if (name, options) == (self.name, self.options):
                return load_ruleset(name, options)
            return configured(open_ruleset(name), options)
        except ScorerError as error:
            return error

    def engine(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        """The compiled engine of a ruleset that loads; None while so few lines have asked for it that it
        would not pay, and where it has a construct for the readable evaluator only.
        """
        return engine_of(self.get(name, options), lambda _, why: self.take_alone(name or self.name, why))

    def take_alone(self, name: str, why: str) -> None:
        """Remembers that the hands of a ruleset are scored one by one."""
        self.alone.setdefault(name, why)

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
    hint = did_you_mean(name, shipped_names(), "a line may name shipped rulesets and that of the run")
    return Problem("L101", name, 1, 1, f"there is no ruleset '{name}' for lines", hint=hint)


def _key(name: str, options: Mapping[str, Value]) -> str:
    return f"{name} {sorted(options.items())}" if options else name
