"""`scorer check`: report all problems of rule files in one run."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

import click

from scorer.audit.report import HANDS, Audit, audit, problems_of_audit
from scorer.check.pages import near_codes, page_of, pages
from scorer.check.run import fixed_text, loaded_target, problems_of, selected_problems
from scorer.check.targets import STANDARD_INPUT, targets
from scorer.cli.main import PlainCommand
from scorer.cli.options import choice_option, option_values, repeatable_option, rule_options
from scorer.cli.output import can_use_colour, progress, terminal_columns
from scorer.engine.configure import configure_ruleset
from scorer.errors import Problem
from scorer.phrases import plural
from scorer.render.reports import FORMATS, code_list, page_text, problem_report
from scorer.render.text import printable
from scorer.ruleset.find import MOST_FILE_BYTES, shipped_path
from scorer.ruleset.load import LoadedFile, load_for_check
from scorer.ruleset.model import Value

UNREADABLE = "L101"
OF_AUDITS = "A"
"""The first letter of the codes of audits."""
MOST_HANDS = 100_000
MOST_NAMED = 3
WIDTH = 100
"""The width of output without a terminal; problems quote lines of files."""


@click.command(cls=PlainCommand)
@click.argument("files", metavar="[FILES or NAMES]...", nargs=-1)
@choice_option("-f --format form", sorted(FORMATS), "Output format.", "text")
@repeatable_option("--select", "CODES", "Report only these codes or families, for example L5,L601.")
@repeatable_option(
    "--ignore", "CODES", "Skip these codes. Errors that make a file unusable are always reported."
)
@click.option("--strict", is_flag=True, help="Treat warnings as problems.")
@click.option(
    "--audit",
    "hands",
    metavar="[N]",
    is_flag=False,
    flag_value=str(HANDS),
    help=f"Score N sample hands (default: {HANDS}) and report faults that they reveal.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed gives the same sample hands."
)
@click.option("--fix", is_flag=True, help="Correct misspelt names, quotes and tabs, and show the changes.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing the file.")
@rule_options
@click.option("--list", "show_list", is_flag=True, help="List every code and exit.")
@click.option("--explain", metavar="CODE", help="Explain a code with a bad and a good example, and exit.")
def check(**given: Any) -> None:
    """Check rule files: shipped names, files, folders, or - for standard input.

    Without arguments, check the rule files in this folder and its subfolders.
    In folders, files that do not look like rule files are skipped, and so are
    virtual environments, hidden folders and files that git ignores. A file
    that you name is always checked. The exit status is 0 if there are no
    problems, 1 if there are, and 2 if a file cannot be read.

    \b
    scorer check club.yaml
    scorer check rulesets/ --format github
    scorer check club.yaml --audit
    scorer check riichi --audit 5000 -o local_yaku=true
    scorer check club.yaml --fix
    scorer check --explain L402

    To ignore codes, or families of codes, in one line, end the line with a
    comment such as `# scorer: ignore L907, A1`. Above the first key, the
    comment applies to the whole file. A comment that ignores nothing is
    reported.
    """
    width = terminal_columns(WIDTH)
    if given["show_list"] or given["explain"] is not None:
        click.echo(_documentation(None if given["show_list"] else given["explain"], width))
        return
    if given["options"] and given["hands"] is None:
        raise click.UsageError("-o sets the rules of an audit; add --audit")
    number, files = _number_of(given["hands"], given["files"])
    codes = _codes(given["select"]), _codes(given["ignore"])
    if number is None and any(code.startswith(OF_AUDITS) for code in codes[0]):
        raise click.UsageError(f"{OF_AUDITS} codes are found by an audit; add --audit")
    names, others = targets(files or (".",))
    if others:
        click.echo(printable(_beside(others)), err=True)
    if not names:
        raise click.UsageError("there is no rule file here; name a file, a folder or a shipped ruleset")
    if given["fix"] or given["diff"]:
        _mend(names, writes=given["fix"])
    typed = sys.stdin.buffer.read(MOST_FILE_BYTES + 1) if STANDARD_INPUT in names else b""
    options, problems, audits = option_values(given["options"]), list[Problem](), list[Audit]()
    for loaded in [loaded_target(name, typed, number is not None) for name in names]:
        found = _audit_of_file(loaded, number, given["seed"], options) if number is not None else None
        audits += [found] if found else []
        problems += _selected_problems(loaded, found, *codes)
    shown = ["<stdin>" if name == STANDARD_INPUT else name for name in names]
    if text := problem_report(given["form"], problems, shown, audits, width, can_use_colour(sys.stdout)):
        click.echo(text)
    unreadable = any(problem.code == UNREADABLE for problem in problems)
    sys.exit(2 if unreadable else int(any(given["strict"] or one.is_error for one in problems)))


def _beside(others: Sequence[str]) -> str:
    """What is said of the YAML files of a folder that do not look like rule files."""
    named = ", ".join([*others[:MOST_NAMED], *(["…"] if len(others) > MOST_NAMED else [])])
    number = f"{len(others):,} other YAML {plural('file', len(others))}"
    return f"not checked: {number} without the keys of a rule file ({named})"


def _number_of(hands: str | None, files: tuple[str, ...]) -> tuple[int | None, tuple[str, ...]]:
    """The number of hands asked for. A file name directly after --audit is not taken as the number."""
    if hands is None or (hands.isdecimal() and 0 < int(hands) <= MOST_HANDS):
        return (None if hands is None else int(hands)), files
    if hands.isdecimal():
        raise click.BadParameter(f"--audit takes 1 to {MOST_HANDS:,} hands")
    return HANDS, (hands, *files)


def _selected_problems(
    loaded: LoadedFile, found: Audit | None, select: Sequence[str], ignore: Sequence[str]
) -> list[Problem]:
    """The problems that are selected and not ignored, and all errors that make the file unusable."""
    more = tuple(problems_of_audit(found, loaded)) if found else ()
    every = problems_of(loaded, more=more)
    kept = {*selected_problems(every, select, ignore)}
    unusable = {one for one in loaded.problems if one.is_error} if ignore or not kept else {*kept}
    return [problem for problem in every if problem in kept or problem in unusable]


def _mend(names: Sequence[str], writes: bool) -> None:
    """Show the fixes of files, and write them."""
    for name in names:
        path = Path(name)
        if shipped_path(name) is not None or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace") if load_for_check(name).problems else ""
        new = fixed_text(text, name, path) if text and "\N{REPLACEMENT CHARACTER}" not in text else text
        for line in unified_diff(text.splitlines(), new.splitlines(), name, name, lineterm="", n=1):
            click.echo(printable(line))
        if writes and new != text:
            path.write_bytes(new.encode())


def _codes(given: tuple[str, ...]) -> list[str]:
    """The codes of an option such as `L5,l601`, which may be repeated, in capitals. Each must begin a
    known code.
    """
    codes = [code.strip().upper() for text in given for code in text.split(",") if code.strip()]
    for code in codes:
        if not any(known.startswith(code) for known in pages()):
            raise click.BadParameter(f"no code begins with '{code}'; see scorer check --list")
    return codes


def _documentation(code: str | None, width: int) -> str:
    """The page of a code, or the list of all codes."""
    if code is None:
        return code_list(width)
    page = page_of(code)
    if page is None:
        near = ", ".join(near_codes(code))
        raise click.BadParameter(f"there is no code '{code}'" + (f"; near it: {near}" if near else ""))
    return page_text(page, width)


def _audit_of_file(loaded: LoadedFile, hands: int, seed: int, options: Mapping[str, Value]) -> Audit | None:
    """The audit of a rule file with the given options, or None if it cannot be played.

    Raises InputError for unknown options.
    """
    if loaded.ruleset is None or any(problem.is_error for problem in loaded.problems):
        return None
    ruleset = configure_ruleset(loaded.ruleset, options)
    with progress(ruleset.id, hands) as tick:
        return audit(ruleset, hands, seed, tick)
