"""For authors of rule files: the problems of a file, what they mean, and how to fix them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.audit.file_check import FileCheck
from scorer.check.pages import near_codes, page_of, pages
from scorer.check.run import loaded_target, problems_of, reported_problems, selected_problems
from scorer.errors import Fault, InputError
from scorer.ruleset.load import load_text

if TYPE_CHECKING:
    from scorer.audit.report import Audit
    from scorer.check.fix import Edit
    from scorer.check.pages import Page
    from scorer.errors import Problem
    from scorer.ruleset.load import LoadedFile
    from scorer.ruleset.model import Value

Bar = Callable[[str, int], AbstractContextManager[Callable[[], object]]]
"""Called with the name of a ruleset and a number of hands; returns a function to call after each hand."""


def check_text(
    text: str, name: str = "own.yaml", *, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """The problems of a rule file that is given as text, in the order of their places.

    `select` and `ignore` are codes or the beginnings of codes. No file is read but the shipped rules it
    extends.

    Raises nothing for a text that is wrong: whatever is wrong with it is a problem.

    >>> found = check_text("extends: riichi\\nname: Club\\nset: {opn_tanyao: 0}")
    >>> [(problem.code, problem.line) for problem in found]
    [('L402', 3)]
    """
    return selected_problems(problems_of(load_text(text, name)), select, ignore)


def fixes(text: str, problem: Problem, name: str = "own.yaml") -> tuple[Edit, ...]:
    """The edits that fix an error found by `check_text`. Each is tried: with any one of them, the file has
    fewer errors.

    Lines and columns of an `Edit` begin at 1; `new` stands instead of `length` characters.

    >>> text = "extends: riichi\\nname: Club\\nset: {opn_tanyao: false}"
    >>> fixes(text, check_text(text)[0])
    (Edit(line=3, column=9, length=0, new='e'),)
    """
    from scorer.check.fix import edits_for

    return edits_for(text, problem, name)


def check_file(
    name: str,
    *,
    text: bytes | None = None,
    can_extend_files: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    hands: int = 0,
    seed: int = 1,
    options: Mapping[str, Value] | None = None,
    bar: Bar = lambda label, hands: nullcontext(lambda: None),
) -> FileCheck:
    """The problems of a rule file, given by its path or its shipped name.

    `text` is what the file holds, if it is not to be read; with `can_extend_files`, it may extend files in
    the folder of `name`. `select` and `ignore` are codes or the beginnings of codes; errors that make the
    file unusable are always reported. With `hands`, so many sample hands are scored under the rules with
    these `options`, and what they show is reported as well; `bar` makes a progress bar for them.

    Never raises for a file; raises InputError for unknown options.

    >>> check_file("riichi").problems
    ()
    >>> check_file("ponjan-anoa", hands=100).audit.hands
    100
    """
    path = Path(name) if can_extend_files else None
    loaded = load_text(text, name, path) if text is not None else loaded_target(name, is_played=hands > 0)
    played = _audit_of_file(loaded, hands, seed, options or {}, bar) if hands else None
    more: tuple[Problem, ...] = ()
    if played:
        from scorer.audit.report import problems_of_audit

        more = tuple(problems_of_audit(played, loaded))
    return FileCheck(reported_problems(loaded, select, ignore, more), played)


def _audit_of_file(
    file: LoadedFile, hands: int, seed: int, options: Mapping[str, Value], bar: Bar
) -> Audit | None:
    """The audit of a rule file, or None if it cannot be played."""
    from scorer.audit.report import audit
    from scorer.engine.configure import configure_ruleset

    if file.ruleset is None or any(problem.is_error for problem in file.problems):
        return None
    ruleset = configure_ruleset(file.ruleset, options)
    with bar(ruleset.id, hands) as tick:
        return audit(ruleset, hands, seed, tick)


def check_codes() -> tuple[Page, ...]:
    """The page of every code that a check may report, in their order.

    >>> check_codes()[0].code
    'A101'
    """
    return tuple(pages().values())


def check_code(code: str) -> Page:
    """The page of one code: what is reported, why it matters, and a bad and a good example.

    Raises InputError for an unknown code, with codes near it.

    >>> check_code("l402").code
    'L402'
    """
    page = page_of(code)
    if page is None:
        near = near_codes(code)
        message = f"there is no code '{code}'" + (f"; similar codes: {', '.join(near)}" if near else "")
        raise InputError([Fault("code", 0, message, "notation", max(1, len(code)), code, tuple(near))])
    return page
