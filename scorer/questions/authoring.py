"""For authors of rule files: the problems of a file, what they mean, and how to fix them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.message import Listed, Message, clauses

if TYPE_CHECKING:
    from scorer.audit.file_check import FileCheck
    from scorer.audit.report import Audit
    from scorer.author.completion import Completion
    from scorer.author.hover import Definition, Hover
    from scorer.author.outline import Symbol
    from scorer.check.pages import Page
    from scorer.errors import Problem
    from scorer.message import Edit
    from scorer.ruleset.load import LoadedFile
    from scorer.ruleset.model import Value

Bar = Callable[[str, int], AbstractContextManager[Callable[[], object]]]
"""Called with the name of a ruleset and a number of hands; returns a function to call after each hand."""


def _place_of_text(name: str, can_extend_files: bool) -> Path | None:
    """The path beside which a text may extend files; None if it may extend shipped rules only."""
    return Path(name) if can_extend_files else None


def check_text(
    text: str,
    name: str = "own.yaml",
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    form_only: bool = False,
    can_extend_files: bool = False,
) -> tuple[Problem, ...]:
    """The problems of a rule file that is given as text, in the order of their places.

    `select` and `ignore` are codes or the beginnings of codes. `form_only` leaves out every check but those
    of the form of the file and of the names in it, which take about a tenth of the time. No file is read but
    the shipped rules it extends, unless `can_extend_files` allows files in the folder of `name`.

    Raises nothing for a text that is wrong: whatever is wrong with it is a problem.

    >>> found = check_text("extends: riichi\\nname: Club\\nset: {opn_tanyao: 0}")
    >>> [(problem.code, problem.line) for problem in found]
    [('L402', 3)]
    """
    from scorer.check.run import problems_of, selected_problems
    from scorer.ruleset.load import load_text

    loaded = load_text(text, name, _place_of_text(name, can_extend_files))
    return selected_problems(loaded.problems if form_only else problems_of(loaded), select, ignore)


def fixes(
    text: str, problem: Problem, name: str = "own.yaml", *, can_extend_files: bool = False
) -> tuple[Edit, ...]:
    """The edits that fix an error found by `check_text`. Each is tried: with any one of them, the file has
    fewer errors. `can_extend_files` lets the text extend files in the folder of `name`.

    The replacement of an `Edit` takes the place of `span`, whose lines and columns begin at 1.

    >>> text = "extends: riichi\\nname: Club\\nset: {opn_tanyao: false}"
    >>> fixes(text, check_text(text)[0])
    (Edit(span=TextRange(line=3, column=9, length=0), replacement='e'),)
    """
    from scorer.check.fix import edits_for

    return edits_for(text, problem, name, _place_of_text(name, can_extend_files))


def complete_at(
    text: str,
    line: int,
    column: int,
    name: str = "own.yaml",
    *,
    can_extend_files: bool = False,
    language: str = "en",
) -> tuple[Completion, ...]:
    """What fits at a line and column of a rule file, counted from 1, and begins with the word there: keys,
    values, what `set` and `drop` may name, and the words of expressions.

    The text may be unfinished; what stands behind the cursor is not read. `can_extend_files` lets it extend
    files in the folder of `name`. Never raises for a text.

    >>> found = complete_at("extends: riichi\\nset:\\n  open_t", 3, 9)
    >>> [(entry.text, entry.sort) for entry in found]
    [('open_tanyao', 'option')]
    """
    from scorer.author.completion import completions_at

    return completions_at(text, line, column, name, _place_of_text(name, can_extend_files), language)


def hover_at(
    text: str,
    line: int,
    column: int,
    name: str = "own.yaml",
    *,
    can_extend_files: bool = False,
    language: str = "en",
) -> Hover | None:
    """What the word at a line and column of a rule file means, in Markdown: a key, a function or fact, or a
    pattern or another entry with what the base says of it. None where there is nothing to tell.

    >>> print(hover_at("extends: riichi\\nset: {tanyao.value: 2}", 2, 8).text.splitlines()[0])
    **tanyao**: All simples
    """
    from scorer.author.hover import meaning_at

    return meaning_at(text, line, column, name, _place_of_text(name, can_extend_files), language)


def definition_at(
    text: str, line: int, column: int, name: str = "own.yaml", *, can_extend_files: bool = False
) -> Definition | None:
    """Where the name at a line and column of a rule file is defined, in the file or in one of its bases. None
    for words that no file defines.

    >>> found = definition_at("extends: riichi\\ndrop: [tanyao]", 2, 9)
    >>> Path(found.file).name
    'riichi.yaml'
    """
    from scorer.author.hover import place_of_definition

    return place_of_definition(text, line, column, name, _place_of_text(name, can_extend_files))


def outline(
    text: str, name: str = "own.yaml", *, can_extend_files: bool = False, language: str = "en"
) -> tuple[Symbol, ...]:
    """The sections of a rule file, each with its entries, as far as the file can be read.

    >>> [part.id for part in outline("extends: riichi\\nset: {open_tanyao: false}")[1].parts]
    ['open_tanyao']
    """
    from scorer.author.outline import file_outline

    return file_outline(text, name, _place_of_text(name, can_extend_files), language)


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
    """The problems of a rule file, given by its path or its shipped name, or of an evening.

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
    from scorer.audit.file_check import FileCheck
    from scorer.check.evenings import evening_problems
    from scorer.check.run import (
        findings_and_more,
        findings_in,
        findings_in_file,
        reported_problems,
        selected_problems,
    )
    from scorer.ruleset.load import load_for_check, load_text

    if (of_evening := evening_problems(name, text)) is not None:
        return FileCheck(selected_problems(of_evening, select, ignore))
    if text is None and not hands:
        return FileCheck(reported_problems(findings_in_file(name), select, ignore))
    path = _place_of_text(name, can_extend_files)
    loaded = load_for_check(name) if text is None else load_text(text, name, path)
    if not hands:
        return FileCheck(reported_problems(findings_in(loaded), select, ignore))
    played = _audit_of_file(loaded, hands, seed, options or {}, bar)
    more: tuple[Problem, ...] = ()
    if played:
        from scorer.audit.report import problems_of_audit

        more = tuple(problems_of_audit(played, loaded))
    found = findings_and_more(loaded, more) if text is None else findings_in(loaded, further_problems=more)
    return FileCheck(reported_problems(found, select, ignore), played)


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
    from scorer.check.pages import pages

    return tuple(pages().values())


def check_code(code: str) -> Page:
    """The page of one code: what is reported, why it matters, and a bad and a good example.

    Raises InputError for an unknown code, with codes near it.

    >>> check_code("l402").code
    'L402'
    """
    from scorer.check.pages import near_codes, page_of

    page = page_of(code)
    if page is None:
        near = near_codes(code)
        similar = Message("similar codes", Listed(tuple(near), "comma")) if near else ""
        message = clauses(Message("there is no code", code), similar)
        raise InputError([Fault("code", 0, message, "notation", max(1, len(code)), code, tuple(near))])
    return page
