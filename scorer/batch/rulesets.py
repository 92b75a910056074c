"""The rulesets that lines and rows name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer.engine.configure import configure_ruleset
from scorer.errors import Problem, RulesetError, ScorerError
from scorer.fast.interface import engine_of
from scorer.message import Message
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.suggest import did_you_mean

if TYPE_CHECKING:
    from scorer.fast.interface import Engine
    from scorer.ruleset.model import Value

MOST_RULESETS = 24
"""Most rulesets kept, with their engines."""


class Rulesets:
    """Configured rulesets; the most recently used ones are kept."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.name, self.options = name, dict(options)
        self.reasons_for_slow_scoring: dict[str, str] = {}
        """why the hands of a ruleset are scored one by one, which takes longer, by the name of the ruleset"""
        self._cached_ruleset = lru_cache(MOST_RULESETS)(self._ruleset_or_error)
        self._known_names = {name, *shipped_names()}
        """the names that lines may use: lines are untrusted, and if they could name files, an error would
        reveal the beginning of the file
        """

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line names. Its options override those of the run, which apply to the run's
        ruleset. Raises the RulesetError or InputError of loading it.
        """
        chosen = dict(options or {})
        if name in ("", self.name):
            name, chosen = self.name, {**self.options, **chosen}
        if name not in self._known_names:
            hint = did_you_mean(
                name, shipped_names(), "lines can use shipped rulesets and the ruleset of the run"
            )
            message = str(Message("line cannot use ruleset", name))
            raise RulesetError((Problem("L101", name, 1, 1, message, hint=hint),))
        key = [
            (option, type(value), value) for option, value in chosen.items()
        ]  # as keys, true and 1 are equal
        found = self._cached_ruleset(name, tuple(sorted(key)))
        if isinstance(found, ScorerError):
            raise found
        return found

    def _ruleset_or_error(
        self, name: str, key_options: tuple[tuple[str, type, Value], ...]
    ) -> Ruleset | ScorerError:
        """A ruleset, or the error of loading it. The run's own ruleset is shared with the library; the number
        of others that are kept is limited.
        """
        options = {option: value for option, _, value in key_options}
        try:
            if (name, options) == (self.name, self.options):
                return load_ruleset(name, options)
            return configure_ruleset(open_ruleset(name), options)
        except ScorerError as error:
            return error

    def engine(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        """The compiled engine of a ruleset that loads. None if too few lines have used it for compiling to
        pay off, or if a construct works with the readable evaluator only.
        """
        ruleset = self.get(name, options)
        return engine_of(
            ruleset, lambda _, why: self.reasons_for_slow_scoring.update({name or self.name: why})
        )

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The names of the ruleset's indicator inputs; none if it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()
