"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from scorer.cli import completion
from scorer.cli.default import RULESET, VARIABLE
from scorer.cli.output import FORMATS
from scorer.errors import Fault, InputError

if TYPE_CHECKING:
    from scorer.ruleset.model import Value

RULESET_HELP = f"A shipped ruleset or a YAML file. Default: ${VARIABLE}, else {RULESET}."


def _only_one(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str:
    """The one name; a command that takes one would silently leave out all but the last."""
    if len(names) > 1:
        raise click.UsageError(
            f"one ruleset only, not {len(names)} ({', '.join(names)}); "
            "scorer score and scorer rulesets diff compare several",
            context,
        )
    return names[0] if names else ""


one_ruleset = click.option(
    "-r",
    "--ruleset",
    metavar="NAME_OR_FILE",
    multiple=True,
    callback=_only_one,
    shell_complete=completion.rulesets,
    help=RULESET_HELP,
)
several_rulesets = click.option(
    "-r",
    "--ruleset",
    "rulesets",
    metavar="NAME_OR_FILE",
    multiple=True,
    shell_complete=completion.rulesets,
    help=f"{RULESET_HELP} Repeat it to compare rulesets.",
)
rule_options = click.option(
    "-o",
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    shell_complete=completion.rule_options,
    help="A house rule that the ruleset declares; repeat for more.",
)
language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "ja", "zh"]),
    default="en",
    show_default=True,
    help="The language of names; sentences are English.",
)

format_option = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="How the result is printed.",
)

hand_format_option = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice([*FORMATS, "html", "svg"]),
    default=FORMATS[0],
    show_default=True,
    help="How the result is printed; html is a page, svg the hand alone.",
)
tiles_option = click.option(
    "--tiles",
    type=click.Choice(["unicode", "text"]),
    help="Show the tiles as characters, or as notation only. Default: characters where they can be shown.",
)


def pairs(texts: Sequence[str], source: str, wanted: str) -> dict[str, str]:
    """`NAME=VALUE`, repeated, as a mapping; the last value of a name counts.

    Raises InputError with every text that is no pair.

    >>> pairs(["open_tanyao=false"], "--option", "NAME=VALUE")
    {'open_tanyao': 'false'}
    """
    faults = [_no_pair(text, source, wanted) for text in texts if "=" not in text]
    if faults:
        raise InputError(faults)
    split = (text.partition("=") for text in texts)
    return {name.strip(): value.strip() for name, _, value in split}


def _no_pair(text: str, source: str, wanted: str) -> Fault:
    message = f"this is not {wanted}"
    return Fault(source, 0, message, "circumstance", max(1, len(text)), text)


def option_values(texts: Sequence[str]) -> dict[str, Value]:
    """The chosen options, as text that the ruleset will read."""
    return dict(pairs(texts, "--option", "NAME=VALUE"))
