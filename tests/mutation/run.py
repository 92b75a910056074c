"""Runs a check over mutants until it says anything; those of which nothing is said have survived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from scorer.check.run import FINDERS
from scorer.check.subject import subject_of
from scorer.check.worked_hands import worked_hands_run
from scorer.ruleset.find import shipped_path
from scorer.ruleset.load import load_text
from tests.mutation.mutants import Mutant, Mutation, sampled
from tests.support.places import DATA

QUICK_FIRST = (worked_hands_run, *(find for find in FINDERS if find is not worked_hands_run))
"""Every check, those first that notice most."""
EVERY = "every"


class Outcome(NamedTuple):
    """What became of the mutants of a file: those of which nothing was said, and those with a reason."""

    name: str
    total: int
    survivors: tuple[Mutant, ...]
    excused: int

    @property
    def told(self) -> float:
        """The part of the mutants that a check tells, those left out that change nothing."""
        counted = self.total - self.excused
        return (counted - len(self.survivors)) / counted if counted else 1.0


def is_told(mutant: Mutant, name: str) -> bool:
    """Whether a check of the mutant says anything at all."""
    loaded = load_text(mutant.text, name)
    subject = subject_of(loaded)
    if loaded.problems or subject is None:
        return True
    return any(True for find in QUICK_FIRST for _ in find(subject))


@lru_cache(maxsize=1)
def excuses() -> dict[str, dict[str, str]]:
    """By ruleset (or `every`) the mutants that are no other rules, each with the reason; `*` is any text."""
    found: dict[str, dict[str, str]] = yaml.safe_load((DATA / "mutants.yaml").read_text(encoding="utf-8"))
    return found


def excuse_of(mutant: Mutant, name: str) -> str:
    """Why a mutant of a ruleset need not be told; nothing where it should be."""
    known = {**excuses().get(EVERY, {}), **excuses().get(name, {})}
    return next((why for key, why in known.items() if fnmatchcase(mutant.key, _escaped(key))), "")


def _escaped(key: str) -> str:
    """A key in which brackets mean themselves."""
    return key.replace("[", "[[]")


def outcome_of(name: str, only: str = "", sample: int = 0, jobs: int = 1) -> Outcome:
    """Every mutant of a shipped ruleset checked, or those of one operator, or so many of them."""
    path = Path(shipped_path(name) or name)
    mutants = Mutation(path.read_text(encoding="utf-8"), str(path)).mutants()
    chosen = sampled((mutant for mutant in mutants if only in mutant.operator), sample)
    survivors = [one for one, told in _judged(chosen, str(path), jobs) if not told]
    unexcused = tuple(one for one in survivors if not excuse_of(one, name))
    return Outcome(name, len(chosen), unexcused, len(survivors) - len(unexcused))


def _judged(mutants: Iterable[Mutant], name: str, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    chosen = list(mutants)
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        told = (
            pool.map(is_told, chosen, [name] * len(chosen), chunksize=8)
            if pool
            else map(is_told, chosen, [name] * len(chosen))
        )
        yield from zip(chosen, told, strict=True)
