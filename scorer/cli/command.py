"""The commands' own kinds: groups that import a command when it is called, commands with the options that
a ruleset declares. Every error ends here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from scorer.cli.output import NOT_UNDERSTOOD, fail
from scorer.errors import Fault, InputError, ScorerError, nearest
from scorer.hand import USUAL_INDICATORS

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset

Commands = Mapping[str, tuple[str, str]]
"""By name: where the command is, as `module:name`, and a line of help."""


def _show_help(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        click.echo(context.get_help(), color=context.color)
        context.exit()


class PlainHelp(click.Command):
    """A command with an option for help in plain English.

    Click would look for a translation of its line of help, and load locale for it, whenever a command runs.
    """

    HELP = click.Option(
        ["--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="Show this message and exit.",
    )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return self.HELP


class LazyGroup(PlainHelp, click.Group):
    """Commands by name, each with its module and its line of help. Every error of ours ends here."""

    def __init__(
        self, *args: Any, entries: Commands, elsewhere: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.entries, self.elsewhere = entries, elsewhere or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            return None
        module, _, name = self.entries[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a name that is none gets the nearest one."""
        if args[0] in self.elsewhere:
            ctx.fail(f"no such command '{args[0]}'; it is {self.elsewhere[args[0]]}")
        close = () if args[0] in self.entries else nearest(args[0], self.entries, 1)
        if close:
            ctx.fail(f"no such command '{args[0]}'; did you mean '{close[0]}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lines of help as they stand here, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.entries.items()])

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        try:
            return super().make_context(*args, **settings)
        except click.UsageError as error:
            _misused(error, self.name or "")

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ScorerError as error:
            fail(error)
        except click.UsageError as error:
            _misused(error, f"{ctx.command_path} {ctx.invoked_subcommand or ''}".strip())

    def main(self, *args: Any, **settings: Any) -> Any:
        try:
            return super().main(*args, **settings)
        except OSError as error:  # not a closed pipe: there click ends quietly
            _cannot_go_on(error)


def _misused(error: click.UsageError, command: str) -> NoReturn:
    """A wrong option or argument is told in as few lines as any other error."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        raise error
    message = " ".join(error.format_message().rstrip(".").split())
    if not isinstance(error, click.BadParameter) or isinstance(error, click.MissingParameter):
        message += f"; {error.ctx.command_path if error.ctx else command} --help tells what there is"
    fail(ScorerError(message))


def _cannot_go_on(error: OSError) -> NoReturn:
    """A full disk, say. What is left in the buffer goes nowhere, lest it fail once more at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    where = f" '{error.filename}'" if error.filename else ""
    click.echo(f"cannot read or write{where}: {error.strerror or error}", err=True)
    sys.exit(NOT_UNDERSTOOD)


# ---- the rulesets of a command line

RULESET = "riichi"
VARIABLE = "SCORER_RULESET"


def default_ruleset() -> str:
    """What the environment names, else the common rules.

    Raises InputError where the environment names what is not there.
    """
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        _must_be_there(named)
    return named or RULESET


def _must_be_there(name: str) -> None:
    from scorer.ruleset.find import is_there, shipped_names, shipped_path

    if shipped_path(name) is None and not is_there(name):
        message = f"there is no ruleset '{name}' and no file of that name"
        close = nearest(name, shipped_names(), 1)
        raise InputError([Fault(VARIABLE, None, message, "notation", suggestions=tuple(close))])


# ---- commands about a hand

DECLARED = "scorer.indicators"
NAMED = "scorer.rulesets"
INDICATOR = "indicator_"
RULESET_FLAGS = ("-r", "--ruleset")


class IndicatorCommand(PlainHelp):
    """A command with an option `--NAME TILES` for each indicator.

    Only an option that is not known otherwise makes it ask the rulesets on the line for theirs.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--help" in args:
            ctx.meta[NAMED] = list(_rulesets(args))
        known = {name for parameter in self.params for name in parameter.opts}
        asked = {arg.partition("=")[0] for arg in args if arg.startswith("--")}
        if asked - known - {f"--{name}" for name in USUAL_INDICATORS} - {"--", "--help"}:
            ctx.meta[DECLARED] = [name for name in _declared(args) if f"--{name}" not in known]
        try:
            return super().parse_args(ctx, self._in_full(args))
        except click.NoSuchOption as error:
            meant = _said_otherwise(error.option_name, args)
            if not meant:
                raise
            raise click.UsageError(f"no such option '{error.option_name}'; {meant}", ctx) from error

    def _in_full(self, args: Sequence[str]) -> list[str]:
        """Short options by their long names: click would first look which name a short one is like, and load
        difflib for it.
        """
        end = args.index("--") if "--" in args else len(args)
        full = {one.opts[0]: one.opts[1] for one in self.params if len(one.opts) == 2 == len(one.opts[0])}
        return [full.get(arg, arg) if arg[:1] == "-" else arg for arg in args[:end]] + list(args[end:])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Below the help, what the rulesets on the command line have of their own."""

        for name in ctx.meta.get(NAMED, ()):
            _write_own_words(name, formatter)
        super().format_epilog(ctx, formatter)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *params, help_option = super().get_params(ctx)
        names = dict.fromkeys((*USUAL_INDICATORS, *ctx.meta.get(DECLARED, ())))
        return [*params, *map(_option, names), help_option]


@lru_cache(maxsize=64)
def _option(name: str) -> click.Option:
    shown = name.replace("_", "-")
    return click.Option(
        [f"--{name}", *([f"--{shown}"] if shown != name else []), INDICATOR + name],
        metavar="TILES",
        multiple=True,
        help=f"The indicators of {name.replace('_', ' ')}, as the ruleset declares them.",
    )


def _declared(args: Sequence[str]) -> Iterator[str]:
    for ruleset in _opened(args):
        yield from (indicator.id for indicator in ruleset.indicators)


def _opened(args: Sequence[str]) -> Iterator[Ruleset]:
    """The rulesets of a command line; what may be wrong with one is said when it is used."""
    from scorer.ruleset.opening import open_ruleset

    for name in list(_rulesets(args)) or [""]:
        with suppress(ScorerError):
            yield open_ruleset(name or default_ruleset())


def _said_otherwise(option: str, args: Sequence[str]) -> str:
    """How to say what was meant, where a circumstance or a rule was taken for an option."""
    name = option.lstrip("-").replace("-", "_")
    for ruleset in _opened(args):
        if any(item.id == name for item in ruleset.circumstances):
            return f"it is a circumstance of {ruleset.id}: -w {name}"
        if any(item.id == name for item in ruleset.options):
            return f"it is a rule of {ruleset.id} that can be chosen: -o {name}=VALUE"
    return ""


def _rulesets(args: Sequence[str]) -> Iterator[str]:
    """The rulesets that a command line names, before it is parsed."""
    for arg, following in zip(args, [*args[1:], ""], strict=True):
        option, sign, value = arg.partition("=")
        if arg in RULESET_FLAGS:
            yield following
        elif sign and option == RULESET_FLAGS[1]:
            yield value
        elif arg.startswith(RULESET_FLAGS[0]) and not arg.startswith("--"):
            yield arg[len(RULESET_FLAGS[0]) :]


def _write_own_words(name: str, formatter: click.HelpFormatter) -> None:
    """Letters, circumstances, indicators and options of a ruleset; nothing where it cannot be loaded."""
    from scorer.library import load_ruleset
    from scorer.render.rulesets import letters_line

    try:
        ruleset = load_ruleset(name)
    except ScorerError:
        return
    rows = [
        ("tiles", letters_line(ruleset)),
        ("--with", ", ".join(item.id for item in ruleset.circumstances)),
        ("indicators", ", ".join(f"--{item.id}" for item in ruleset.indicators)),
        ("--option", ", ".join(option.id for option in ruleset.options)),
        ("all of it", f"scorer rulesets show {name}"),
    ]
    with formatter.section(f"In {ruleset.id}"):
        formatter.write_dl([row for row in rows if row[1]])
