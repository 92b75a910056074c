"""Options for indicator tiles: the usual ones, and whatever further ones a ruleset declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

from scorer.cli.default import default_ruleset
from scorer.cli.lazy import PlainHelp
from scorer.errors import ScorerError
from scorer.request import USUAL_INDICATORS

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset

DECLARED = "scorer.indicators"
NAMED = "scorer.rulesets"
PREFIX = "indicator_"
RULESET = ("-r", "--ruleset")


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
        from scorer.cli.own_words import write_own_words

        for name in ctx.meta.get(NAMED, ()):
            write_own_words(name, formatter)
        super().format_epilog(ctx, formatter)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *params, help_option = super().get_params(ctx)
        names = dict.fromkeys((*USUAL_INDICATORS, *ctx.meta.get(DECLARED, ())))
        return [*params, *map(_option, names), help_option]


@lru_cache(maxsize=64)
def _option(name: str) -> click.Option:
    shown = name.replace("_", "-")
    return click.Option(
        [f"--{name}", *([f"--{shown}"] if shown != name else []), PREFIX + name],
        metavar="TILES",
        multiple=True,
        help=f"The indicators of {name.replace('_', ' ')}, as the ruleset declares them.",
    )


def given_indicators(given: Mapping[str, Any]) -> dict[str, str]:
    """The tiles of each indicator by its name."""
    return {
        name.removeprefix(PREFIX): " ".join(texts)
        for name, texts in given.items()
        if name.startswith(PREFIX) and texts
    }


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
        if arg in RULESET:
            yield following
        elif sign and option == RULESET[1]:
            yield value
        elif arg.startswith(RULESET[0]) and not arg.startswith("--"):
            yield arg[len(RULESET[0]) :]
