"""`scorer check`: report all problems of rule files in one run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep, strftime
from typing import TYPE_CHECKING

import click

from scorer.audit import DEFAULT_AUDIT_HANDS
from scorer.cli.main import PlainCommand
from scorer.cli.options import (
    format_option,
    language_option,
    option_values,
    parameter_option,
    repeatable_option,
    rule_options,
)
from scorer.cli.output import can_use_colour, print_error, progress, terminal_columns
from scorer.cli.usage import parameter_error, usage_error
from scorer.errors import InputError, ScorerError
from scorer.message import Listed, Message, message_text
from scorer.questions.authoring import check_code, check_codes, check_file
from scorer.render.reports import REPORT_FORMATS, STATISTICS_FORMATS, problem_report, problem_statistics
from scorer.ruleset.find import MOST_FILE_BYTES
from scorer.settings import ProjectSettings, project_settings
from scorer.writing import as_text

if TYPE_CHECKING:
    from scorer.check.pages import Page

STANDARD_INPUT, STANDARD_INPUT_NAME = "-", "<stdin>"
UNREADABLE = "L101"
OF_AUDITS = "A"
"""The first letter of the codes of audits."""
MOST_HANDS = 100_000
MOST_NAMED = 3
MANY_FILES = 10
"""So many files may take longer than two seconds, so their number is shown; an audit has a bar for each."""
WATCH_SECONDS = 0.5
WIDTH = 100
"""The width of output without a terminal; problems quote lines of files."""


@click.command(cls=PlainCommand)
@click.argument("files", metavar="[FILES or NAMES]...", nargs=-1)
@format_option(sorted(REPORT_FORMATS), "Output format.", "text")
@repeatable_option("--select", "CODES", "Report only these codes or families, for example L5,L601.")
@repeatable_option(
    "--ignore", "CODES", "Skip these codes. Errors that make a file unusable are always reported."
)
@repeatable_option("--exclude", "PATTERN", "Skip files in folders that match, such as old/* or *-draft.yaml.")
@click.option("--strict", "is_strict", is_flag=True, help="Treat warnings as problems.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--statistics", is_flag=True, help="Report the number of problems by code, not each problem.")
@click.option("--output-file", metavar="FILE", help="Write the report to this file.")
@click.option(
    "--stdin-filename",
    metavar="FILE",
    help="Name of the file whose text is on standard input, for example an unsaved file in an editor.",
)
@click.option(
    "--audit",
    "hands",
    metavar="[N]",
    is_flag=False,
    flag_value=str(DEFAULT_AUDIT_HANDS),
    help=f"Score N sample hands (default: {DEFAULT_AUDIT_HANDS}) and report faults that they reveal.",
)
@parameter_option("seed", help_text="The same seed gives the same sample hands.")
@click.option(
    "--fix", is_flag=True, help="Fix the problems that have only one possible fix, and show the changes."
)
@click.option("--ask", "asks", is_flag=True, help="With --fix, propose further changes and ask about each.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing the file.")
@rule_options
@language_option
@click.option("--list", "show_list", is_flag=True, help="List every code and exit.")
@click.option("--explain", metavar="CODE", help="Explain a code with a bad and a good example, and exit.")
def check(
    files: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exclude: tuple[str, ...],
    is_strict: bool,
    watch: bool,
    statistics: bool,
    output_file: str | None,
    stdin_filename: str | None,
    hands: str | None,
    seed: int,
    fix: bool,
    asks: bool,
    diff: bool,
    options: tuple[str, ...],
    language: str,
    show_list: bool,
    explain: str | None,
) -> None:
    """Check rule files: shipped names, files, folders, or - for standard input.

    Without arguments, check the rule files in this folder and its subfolders.
    In folders, files that do not look like rule files are skipped, and so are
    virtual environments, hidden folders and files that git ignores. A file
    that you name is always checked. A file with the events of an evening
    is checked as well. The exit status is 0 if there are no
    problems, 1 if there are, and 2 if a file cannot be read.

    \b
    scorer check club.yaml
    scorer check rulesets/ --format github
    scorer check club.yaml --audit
    scorer check riichi --audit 5000 -o local_yaku=all
    scorer check club.yaml --fix
    scorer check --watch
    scorer check --explain L402

    To ignore codes, or families of codes, on one line, end the line with a
    comment such as `# scorer: ignore L907, A1`. Above the first key, the
    comment applies to the whole file. A comment that ignores nothing is
    reported.

    A project's settings are in .scorer.yaml, or under [tool.scorer] in
    pyproject.toml: paths, exclude, select, ignore, strict, lang and ruleset.
    """
    width = terminal_columns(WIDTH)
    if show_list or explain is not None:
        shown = check_codes() if explain is None else _page_of(explain)
        click.echo(as_text(shown, language=language, columns=width))
        return
    _refuse_if(bool(options) and hands is None, Message("option needs audit"))
    formats = Listed(tuple(STATISTICS_FORMATS), "and")
    _refuse_if(statistics and form not in STATISTICS_FORMATS, Message("formats of statistics", formats))
    _refuse_if(asks and not fix, Message("ask needs fix"))
    number, given = _number_of(hands, files)
    if not number and any(code.startswith(OF_AUDITS) for code in _codes(select)):
        raise usage_error(Message("codes of audits", OF_AUDITS))
    if stdin_filename and not given:
        given = (STANDARD_INPUT,)
    _refuse_if(bool(stdin_filename) and STANDARD_INPUT not in given, Message("name of standard input"))
    _refuse_if(watch and (fix or diff or STANDARD_INPUT in given), Message("watch is for files"))

    def report_once() -> int:
        """Reports the problems of all files, and returns the exit status."""
        project = project_settings()
        selected = _codes(select) or _codes(project.select, "select")
        ignored = [*_codes(ignore), *_codes(project.ignore, "ignore")]
        names = _names(given, exclude, project, language)
        if fix or diff:
            _fix(names, writes=fix, asks=asks, language=language)
        typed = sys.stdin.buffer.read(MOST_FILE_BYTES + 1) if STANDARD_INPUT in names else None
        typed_name = stdin_filename or STANDARD_INPUT_NAME
        shown = [typed_name if name == STANDARD_INPUT else name for name in names]
        values = option_values(options)
        found = []
        with progress("checking", len(names), is_shown=len(names) >= MANY_FILES and not number) as tick:
            for name, label in zip(names, shown, strict=True):
                text = typed if name == STANDARD_INPUT else None
                found.append(
                    check_file(
                        label, text=text, can_extend_files=stdin_filename is not None, select=selected,
                        ignore=ignored, hands=number, seed=seed, options=values, bar=progress,
                    )
                )  # fmt: skip
                tick()
        problems = [problem for one in found for problem in one.problems]
        audits = [one.audit for one in found if one.audit]
        has_colour = can_use_colour(sys.stdout) and not output_file
        if statistics:
            report = problem_statistics(form, problems, shown, language)
        else:
            report = problem_report(form, problems, shown, audits, width, has_colour, language)
        if output_file:
            _write(output_file, report)
        elif report:
            click.echo(report)
        unreadable = any(problem.code == UNREADABLE for problem in problems)
        return 2 if unreadable else int(any(is_strict or project.strict or one.is_error for one in problems))

    if watch:
        _watch(report_once, given, language)
    else:
        sys.exit(report_once())


def _chosen_paths(names: Sequence[str], project: ProjectSettings) -> list[str]:
    """The files and folders that were given, or those of the project, or this folder."""
    return [*names] or [project.path_from_here(path) for path in project.paths] or ["."]


def _names(
    arguments: Sequence[str], exclude: Sequence[str], project: ProjectSettings, language: str
) -> list[str]:
    """The rule files to check."""
    from scorer.check.targets import rule_files
    from scorer.render.text import printable

    names, others = rule_files(_chosen_paths(arguments, project), exclude, project)
    if others:
        click.echo(printable(message_text(_beside(others), language)), err=True)
    if not names:
        raise usage_error(Message("no rule file here"))
    return names


def _watch(report_once: Callable[[], object], names: Sequence[str], language: str) -> None:
    """Reports again whenever a file has changed, until the user interrupts."""
    from scorer.check.targets import changes, watched_files

    def watched() -> frozenset[tuple[str, int, int]]:
        with suppress(InputError):
            project = project_settings()
            return watched_files([*names] or [*map(project.path_from_here, project.paths)] or ["."], project)
        return watched_files([*names] or ["."], ProjectSettings())

    with suppress(KeyboardInterrupt):
        for _ in changes(watched, lambda: sleep(WATCH_SECONDS)):
            if sys.stdout.isatty():
                click.clear()
            try:
                report_once()
            except ScorerError as error:
                print_error(error, language)
            except click.UsageError as error:
                click.echo(error.format_message(), err=True)
            click.echo(message_text(Message("watching", strftime("%H:%M:%S")), language), err=True)


def _write(file: str, text: str) -> None:
    """Write a report to a file, in place of what was there."""
    try:
        Path(file).write_text(f"{text}\n" if text else "", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(str(Message("report not written", file, str(error.strerror)))) from None


def _beside(files: Sequence[str]) -> Message:
    """What is said of the YAML files of a folder that do not look like rule files."""
    named = (*files[:MOST_NAMED], *(["…"] if len(files) > MOST_NAMED else []))
    return Message("files not checked", len(files), Listed(named, "comma"))


def _number_of(hands: str | None, files: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The number of hands asked for. A file name directly after --audit is not taken as the number."""

    if hands is None:
        return 0, files
    if hands.isdecimal():
        if len(hands) <= len(str(MOST_HANDS)) and 0 < int(hands) <= MOST_HANDS:
            return int(hands), files
        raise parameter_error(Message("number of audit", MOST_HANDS))
    return DEFAULT_AUDIT_HANDS, (hands, *files)


def _refuse_if(is_wrong: bool, message: Message) -> None:
    """Ends the command with a message if its options do not go together."""
    if is_wrong:
        raise usage_error(message)


def _fix(names: Sequence[str], writes: bool, asks: bool, language: str) -> None:
    """Show the fixes of files, and write them; with `asks`, propose further changes."""
    from scorer.check.fix import fixed_file  # few checks fix

    for name in names:
        found = fixed_file(name)
        if found is None:
            continue
        _show_difference(name, found.old_text, found.new_text)
        if writes and found.new_text != found.old_text:
            Path(name).write_bytes(found.new_text.encode())
    if asks:
        _ask_about_changes(names, language)


def _ask_about_changes(names: Sequence[str], language: str) -> None:
    """Propose the changes for each problem that is left, and write those that are accepted."""
    from scorer.check.fix import Choice, next_proposal, text_to_fix

    for name in names:
        text, refused = text_to_fix(name), set[Choice]()
        if text is None:
            continue
        while proposal := next_proposal(text, name, Path(name), refused):
            problem, changed, choice = proposal
            click.echo(problem_report("text", [problem], [name], language=language).rpartition("\n")[0])
            _show_difference(name, text, changed)
            try:
                is_wanted = click.confirm(message_text(Message("make this change"), language))
            except click.Abort as stop:
                if isinstance(stop.__context__, EOFError):  # no more answers
                    click.echo()
                    return
                raise
            if is_wanted:
                text = changed
                Path(name).write_bytes(text.encode())
            else:
                refused.add(choice)


def _show_difference(name: str, old_text: str, new_text: str) -> None:
    from difflib import unified_diff

    from scorer.render.text import printable

    for line in unified_diff(old_text.splitlines(), new_text.splitlines(), name, name, lineterm="", n=1):
        click.echo(printable(line))


def _codes(code_words: tuple[str, ...], setting: str = "") -> list[str]:
    """The codes of an option such as `L5,l601`, which may be repeated, or of a setting, in capitals. Each
    must begin a known code.
    """
    codes = [code.strip().upper() for text in code_words for code in text.split(",") if code.strip()]
    for code in codes:
        if not any(page.code.startswith(code) for page in check_codes()):
            where = Message("no such codes in settings", code, setting)
            raise parameter_error(where if setting else Message("no such codes", code))
    return codes


def _page_of(code: str) -> Page:
    """The page of a code."""
    try:
        return check_code(code)
    except InputError as error:
        raise parameter_error(error.faults[0].message) from None
