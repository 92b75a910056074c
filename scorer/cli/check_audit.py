"""`scorer check --audit`: what the sample hands of a sound rule file show."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.audit.report import Audit, audit
from scorer.cli.progress import progress
from scorer.engine.configure import configured
from scorer.ruleset.load import Loaded
from scorer.ruleset.model import Value


def audited(loaded: Loaded, hands: int, seed: int, options: Mapping[str, Value]) -> Audit | None:
    """The audit of a rule file with these options, None where it cannot be played.

    Raises InputError for options that it does not have.
    """
    wrong = any(problem.severity == "error" for problem in loaded.problems)
    if loaded.ruleset is None or wrong:
        return None
    ruleset = configured(loaded.ruleset, options)
    with progress(ruleset.id, hands) as tick:
        return audit(ruleset, hands, seed, tick)


def places(loaded: Loaded) -> Mapping[str, str]:
    """Where each pattern stands, by id."""
    root = loaded.building.root if loaded.building else None
    patterns = root.get("patterns") if root else None
    found: dict[str, str] = {}
    for entry in patterns.entries if patterns else ():
        name = entry.get("id")
        if name is not None:
            line, column = name.source.place(name.path)
            found[name.text()] = f"{name.source.name}:{line}:{column}"
    return found
