"""For authors of rule files: their problems and the fixes of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.errors import Problem


def check_text(
    text: str, name: str = "own.yaml", *, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """The problems of a rule file that is given as text, in the order of their places.

    `select` and `ignore` are codes or the beginnings of codes. No file is read but the shipped rules it
    extends.

    >>> found = check_text("extends: riichi\\nname: Club\\nset: {opn_tanyao: 0}")
    >>> [(problem.code, problem.line) for problem in found]
    [('L402', 3)]
    """
    from scorer.check.run import problems_of, selected_problems
    from scorer.ruleset.load import load_text

    return tuple(selected_problems(problems_of(load_text(text, name)), select, ignore))
