"""`scorer rulesets`: what is shipped, what a ruleset says, how two differ, a new one."""

from __future__ import annotations

import click

from scorer.cli.lazy import LazyGroup

COMMANDS = {
    "list": ("scorer.cli.rulesets_list", "List the shipped rulesets by family."),
    "show": ("scorer.cli.rulesets_show", "Show a ruleset: options, circumstances, notes, sources."),
    "diff": ("scorer.cli.rulesets_diff", "Show how two rulesets differ, and what that does to hands."),
    "new": ("scorer.cli.rulesets_new", "Write a rule file to begin with."),
    "schema": ("scorer.cli.rulesets_schema", "Print a JSON Schema of rule files, for editors."),
}


@click.command(cls=LazyGroup, modules=COMMANDS)
def rulesets() -> None:
    """List the shipped rulesets, show one, compare two, begin one of your own.

    \b
    scorer rulesets list
    scorer rulesets show tenhou
    scorer rulesets diff riichi m-league
    scorer rulesets new club.yaml --extends riichi
    """
