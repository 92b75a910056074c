"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from scorer.ruleset.model import Value

Command = TypeVar("Command", bound=Callable[..., Any])
DEFAULT = "riichi"
VARIABLE = "SCORER_RULESET"


def option_values(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, Value]:
    """`-o NAME=VALUE`, repeated, as a mapping."""
    values: dict[str, Value] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"'{text}' is not NAME=VALUE", context, parameter)
        values[name.strip()] = value.strip()
    return values


rule_options = click.option(
    "-o",
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    callback=option_values,
    help="Choose a house rule that the ruleset declares; repeat for more.",
)
one_ruleset = click.option(
    "-r",
    "--ruleset",
    metavar="NAME_OR_FILE",
    default=DEFAULT,
    envvar=VARIABLE,
    show_default=True,
    help="A shipped ruleset or a YAML file.",
)
