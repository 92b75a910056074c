"""Runs a check over mutants until it says anything; those of which nothing is said have survived."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import yaml

from scorer.check.run import FINDERS, problems_of
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


Known = frozenset[tuple[str, str]]
"""What a check of the file says before anything is changed, by code and message."""


def is_told(mutant: Mutant, name: str, known: Known = frozenset()) -> bool:
    """Whether a check of the mutant says anything that it does not say of the file itself."""
    loaded = load_text(mutant.text, name)
    subject = subject_of(loaded)
    if loaded.problems or subject is None:
        return True
    found = (problem for find in QUICK_FIRST for problem in find(subject))
    return any((problem.code, problem.message) not in known for problem in found)


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
    mutation = Mutation(path.read_text(encoding="utf-8"), str(path))
    chosen = sampled((mutant for mutant in mutation.mutants() if only in mutant.operator), sample)
    known = frozenset((problem.code, problem.message) for problem in problems_of(mutation.loaded))
    survivors = [one for one, told in _judged(chosen, str(path), known, jobs) if not told]
    unexcused = tuple(one for one in survivors if not excuse_of(one, name))
    return Outcome(name, len(chosen), unexcused, len(survivors) - len(unexcused))


def _judged(mutants: list[Mutant], name: str, known: Known, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    arguments = mutants, repeat(name), repeat(known)
    if jobs == 1:
        yield from zip(mutants, map(is_told, *arguments), strict=True)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(mutants, pool.map(is_told, *arguments, chunksize=8), strict=True)
