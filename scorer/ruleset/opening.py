"""A ruleset by name or path, from the store where it is there unchanged, else from its files."""

from __future__ import annotations

from scorer.ruleset.find import is_there, looks_like_a_file, shipped_file
from scorer.ruleset.model import Ruleset
from scorer.ruleset.store import recall, remember


def open_ruleset(name: str) -> Ruleset:
    """A ruleset by its shipped name or by the path of a YAML file, options at their defaults.

    Raises RulesetError with every problem of the file.

    >>> open_ruleset("riichi").unit
    'han'
    """
    shipped = shipped_file(name)
    known = shipped is not None or looks_like_a_file(name) or is_there(name)
    stored = recall(shipped or name) if known else None
    return stored or _built(name, shipped or name)


def _built(name: str, file: str) -> Ruleset:
    from pathlib import Path

    from scorer.ruleset.load import built_from, load_ruleset  # YAML is read only where nothing is stored

    ruleset = load_ruleset(name)
    remember(file, ruleset, built_from(Path(file), ruleset))
    return ruleset
