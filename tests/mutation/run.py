"""Runs a check over mutants until it says anything; those of which nothing is said have survived."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from scorer.check.examples import hand_problems, worked_hand_problems
from scorer.check.run import FINDERS, problems_of
from scorer.check.subject import RulesUnderCheck, subject_of
from scorer.errors import Problem
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.find import shipped_path
from scorer.ruleset.load import LoadedFile, load_text
from tests.mutation.mutants import Mutant, Mutation, sampled
from tests.mutation.same import are_same_rules
from tests.support.places import DATA

OTHERS = tuple(find for find in FINDERS if find is not worked_hand_problems)
"""Every check but that of worked hands, which come first and in an order of their own."""
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


class Judge:
    """Tells the mutants of one file: by the hands that told others before, then by every check."""

    def __init__(self, name: str, original: LoadedFile | None = None) -> None:
        self.name = name
        found = problems_of(original) if original else ()
        self.known = frozenset((problem.code, str(problem.message)) for problem in found)
        """What a check of the file says before anything is changed."""
        self.recent: list[str] = []
        """Hands that told a mutant, the last one first."""

    def is_told(self, mutant: Mutant) -> bool:
        """Whether a check of the mutant says anything that it does not say of the file itself."""
        loaded = load_text(mutant.text, self.name)
        subject = subject_of(loaded)
        if loaded.problems or subject is None:
            return True
        return any((problem.code, str(problem.message)) not in self.known for problem in self._found(subject))

    def _found(self, subject: RulesUnderCheck) -> Iterator[Problem]:
        if subject.has_sound_hands:
            yield from self._by_hands(subject)
        for find in OTHERS:
            yield from find(subject)

    def _by_hands(self, subject: RulesUnderCheck) -> Iterator[Problem]:
        hands = dict(subject.own_entries(HANDS_SECTION))
        for key in dict.fromkeys((*(key for key in self.recent if key in hands), *hands)):
            for problem in hand_problems(hands[key], subject.ruleset):
                self.recent = [key, *(other for other in self.recent if other != key)]
                yield problem


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


def outcome_of(name: str, only: str = "", sample: int = 0, jobs: int = 1, seed: int = 0) -> Outcome:
    """Every mutant of a shipped ruleset checked, or those of one operator, or so many of them."""
    path = Path(shipped_path(name) or name)
    mutation = Mutation(path.read_text(encoding="utf-8"), str(path))
    chosen = sampled((mutant for mutant in mutation.mutants() if only in mutant.operator), sample, seed)
    judge = Judge(str(path), mutation.loaded)
    survivors = [one for one, told in _judged(chosen, judge, jobs) if not told]
    unexcused = tuple(
        one
        for one in survivors
        if not excuse_of(one, name) and not are_same_rules(mutation.loaded, load_text(one.text, str(path)))
    )
    return Outcome(name, len(chosen), unexcused, len(survivors) - len(unexcused))


def _judged(mutants: list[Mutant], judge: Judge, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    if jobs == 1:
        yield from zip(mutants, map(judge.is_told, mutants), strict=True)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(mutants, pool.map(judge.is_told, mutants, chunksize=8), strict=True)
