"""The command group. A command is imported when it is called, so that each starts quickly."""

from __future__ import annotations

from importlib import import_module

import click

from scorer import __version__

COMMANDS = {
    "score": "Score one hand and show how its payment comes about.",
    "explain": "Tell a hand step by step, and why a pattern is not awarded.",
    "table": "Show the payment table of a ruleset.",
    "check": "Check rule files: every fault with its place and a way out.",
    "batch": "Score many hands, one JSON object a line.",
}


class LazyGroup(click.Group):
    """Commands by name, each in the module of its name."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"scorer.cli.{name}")
        command: click.Command = getattr(module, name)
        return command


@click.command(cls=LazyGroup)
@click.version_option(__version__)
def main() -> None:
    """Scores a hand of any game of the mahjong family, and says why."""
