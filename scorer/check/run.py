"""Runs every check over a rule file and gives the problems sorted by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scorer.check.blame import blamed
from scorer.check.families import FINDERS
from scorer.check.subject import Subject, subject_of
from scorer.errors import Problem
from scorer.ruleset.load import Loaded, load, load_text

Problems = tuple[Problem, ...]


def check_ruleset(name: str | Path, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Problems:
    """Everything that is wrong with a rule file, by its path or its shipped name. Raises nothing.

    `select` and `ignore` are codes or beginnings of codes (`L5`). Problems of severity `error` keep the
    file from being used; warnings point at what is suspicious.

    >>> check_ruleset("riichi")
    ()
    """
    return chosen(problems_of(load(str(name))), select, ignore)


def check_text(
    text: str | bytes, name: str = "<text>", *, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Problems:
    """Everything that is wrong with the text of a rule file; `name` is what problems call it.

    >>> for problem in check_text("name: Club\\nextends: riichi\\nset: {tanyoa.value: 2}"): print(problem)
    <text>:3:7: L402 sets 'tanyoa.value', but the base has no 'tanyoa'
    """
    return chosen(problems_of(load_text(text, name)), select, ignore)


def chosen(problems: Iterable[Problem], select: Sequence[str], ignore: Sequence[str]) -> Problems:
    """The problems whose codes begin as selected and not as ignored; nothing selected is all."""
    kept = (p for p in problems if not select or p.code.startswith(tuple(select)))
    return tuple(p for p in kept if not p.code.startswith(tuple(ignore)))


def problems_of(loaded: Loaded) -> Problems:
    """Every problem of a file, each once, sorted by place."""
    return tuple(sorted(dict.fromkeys(_found(loaded)), key=lambda problem: problem.place))


def _found(loaded: Loaded) -> Iterator[Problem]:
    subject = subject_of(loaded)
    if subject is None:
        yield from loaded.problems
        return
    yield from blamed(loaded.problems, subject)
    if not subject.written.fields:
        return
    for find in FINDERS:
        yield from find(subject)
    yield from _unfinished(subject)


def _unfinished(subject: Subject) -> Iterator[Problem]:
    """Rules beyond all games are judged in part, and the file is told so."""
    if subject.solver.world.is_spent:
        message = "there is more in these rules than can be thought through: not every condition was judged"
        hint = "split the file, or give repeated conditions names"
        yield subject.written.problem("L106", message, hint=hint, severity="warning")
