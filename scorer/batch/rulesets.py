"""The rulesets that lines and rows name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
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
        self._kept = lru_cache(MOST_RULESETS)(self._loaded)
        self._known = {name, *shipped_names()}
        """those that lines may name: lines come from anywhere, and a file that they name would be opened and
        its beginning told in the error"""

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line asks for; its options go over those of the run, which are for its own
        ruleset. Raises RulesetError or InputError, as loading did.
        """
        chosen = dict(options or {})
        if name in ("", self.name):
            name, chosen = self.name, {**self.options, **chosen}
        if name not in self._known:
            hint = did_you_mean(name, shipped_names(), "a line may name shipped rulesets and that of the run")
            message = f"there is no ruleset '{name}' for lines"
            raise RulesetError((Problem("L101", name, 1, 1, message, hint=hint),))
        key = [(option, type(value), value) for option, value in chosen.items()]  # true and 1 are equal
        found = self._kept(name, tuple(sorted(key)))
        if isinstance(found, ScorerError):
            raise found
        return found

    def _loaded(self, name: str, chosen: tuple[tuple[str, type, Value], ...]) -> Ruleset | ScorerError:
        """A ruleset, or why there is none. That of the run is shared; of those that lines choose no more are
        kept than here.
        """
        options = {option: value for option, _, value in chosen}
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
        ruleset = self.get(name, options)
        return engine_of(ruleset, lambda _, why: self.alone.update({name or self.name: why}))

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The inputs of tiles that such a ruleset has, none where it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()
