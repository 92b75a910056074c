"""`scorer rulesets`: what is shipped, and what one ruleset says."""

from __future__ import annotations

import click

from scorer.cli.lazy import LazyGroup

COMMANDS = {
    "list": ("scorer.cli.rulesets_list", "List the shipped rulesets by family."),
    "show": ("scorer.cli.rulesets_show", "Show a ruleset: options, circumstances, notes, sources."),
}


@click.command(cls=LazyGroup, modules=COMMANDS)
def rulesets() -> None:
    """List the shipped rulesets, or show one.

    \b
    scorer rulesets list
    scorer rulesets show tenhou
    """
