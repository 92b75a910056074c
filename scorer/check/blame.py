"""Where an overlay breaks its base, the fault is said in the overlay: that is where it can be mended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scorer.check.subject import Subject
from scorer.errors import Problem
from scorer.ruleset.find import shipped_folder
from scorer.ruleset.items import Item

QUOTED = re.compile(r"'([^']+)'")


def blamed(problems: Iterable[Problem], subject: Subject) -> Iterator[Problem]:
    """The problems, those in a shipped base moved to the line of the overlay that causes them, each once."""
    base = subject.written.get("extends")
    broken: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        if base is not None and _is_in_base(problem, subject):
            broken.setdefault((problem.code, problem.message), []).append(problem)
        else:
            yield problem
    for found in broken.values():
        if base is not None:
            yield _moved(found, _cause(found[0], subject.written) or base, base.text())


def _is_in_base(problem: Problem, subject: Subject) -> bool:
    return problem.file != subject.written.source.name and problem.file.startswith(str(shipped_folder()))


def _moved(found: list[Problem], item: Item, base: str) -> Problem:
    first = min(found, key=lambda problem: problem.place)
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    message = f"this breaks {base}, line {first.line}{more}: {first.message}"
    hint = f"'{item.text()}' is dropped here" if item.path[:1] == ("drop",) else first.hint
    return item.problem(first.code, message, length=len(item.text()) or 1, hint=hint)


def _cause(problem: Problem, written: Item) -> Item | None:
    """The word under `drop`, or the value under `set`, that the message speaks of."""
    words = set(QUOTED.findall(problem.message))
    drop, changes = written.get("drop"), written.get("set")
    dropped = [item for item in (drop.entries if drop else []) if item.text() in words]
    changed = [
        item for key, item in (changes.fields if changes else {}).items() if key.split(".")[0] in words
    ]
    return next(iter([*dropped, *changed]), None)
