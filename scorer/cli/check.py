"""`scorer check`: every fault of a rule file in one run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from shutil import get_terminal_size

import click

from scorer.check.pages import near_codes, page_of, pages
from scorer.check.run import chosen, problems_of
from scorer.check.targets import STANDARD_INPUT, loaded_target, targets
from scorer.errors import Problem
from scorer.render.pages import listed, page_text
from scorer.render.problems import REPORTERS, Layout
from scorer.ruleset.files import MOST_BYTES

UNREADABLE = "L101"


@click.command()
@click.argument("files", metavar="[FILES or NAMES]...", nargs=-1)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(sorted(REPORTERS)),
    default="text",
    show_default=True,
    help="How problems are printed.",
)
@click.option("--select", metavar="CODES", multiple=True, help="Only these codes or families: L5,L601.")
@click.option("--ignore", metavar="CODES", multiple=True, help="All but these codes or families.")
@click.option("--strict", is_flag=True, help="Warnings count as problems.")
@click.option("--list", "show_list", is_flag=True, help="List every code and leave.")
@click.option("--explain", metavar="CODE", help="Explain a code with a bad and a good example, and leave.")
def check(
    files: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    show_list: bool,
    explain: str | None,
) -> None:
    """Check rule files: shipped names, files, folders, or - for standard input.

    Without any, the rule files in this folder and below. The exit status is 0 where all is well, 1 where
    there are problems, 2 where something cannot be read.

    \b
    scorer check club.yaml
    scorer check rulesets/ --format github
    scorer check --explain L402
    """
    if show_list:
        click.echo(listed(list(pages().values()), _layout().width))
    elif explain is not None:
        _explain(explain)
    else:
        _check(files, form, (_codes(select), _codes(ignore)), strict)


def _check(files: tuple[str, ...], form: str, codes: tuple[list[str], list[str]], strict: bool) -> None:
    names = targets(files or (".",))
    if not names:
        raise click.UsageError("there is no rule file here; name a file, a folder or a shipped ruleset")
    given = sys.stdin.buffer.read(MOST_BYTES + 1) if STANDARD_INPUT in names else b""
    found: list[Problem] = []
    for name in names:
        found += chosen(problems_of(loaded_target(name, given)), *codes)
    report = REPORTERS[form](found, [_shown(name) for name in names], _layout())
    if report:
        click.echo(report)
    sys.exit(_status(found, strict))


def _shown(name: str) -> str:
    return "<stdin>" if name == STANDARD_INPUT else name


def _status(found: Sequence[Problem], strict: bool) -> int:
    """2 where something could not be read at all, else 1 where something is wrong."""
    if any(problem.code == UNREADABLE for problem in found):
        return 2
    return int(any(strict or problem.severity == "error" for problem in found))


def _codes(given: tuple[str, ...]) -> list[str]:
    """Codes as typed, `L5,l601` or repeated, in capitals; each must begin a known one."""
    codes = [code.strip().upper() for text in given for code in text.split(",") if code.strip()]
    for code in codes:
        if not any(known.startswith(code) for known in pages()):
            raise click.BadParameter(f"no code begins with '{code}'; see scorer check --list")
    return codes


def _explain(code: str) -> None:
    page = page_of(code)
    if page is None:
        near = ", ".join(near_codes(code))
        raise click.BadParameter(f"there is no code '{code}'" + (f"; near it: {near}" if near else ""))
    click.echo(page_text(page, _layout().width))


def _layout() -> Layout:
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Layout(get_terminal_size((100, 24)).columns, colour)
