"""The command group."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from io import TextIOWrapper

import click

from scorer import __version__
from scorer.cli.command import LazyGroup, shows

HELP = {
    "score": "Score one hand and show how its payment comes about.",
    "explain": "Tell a hand step by step, and why a pattern is not awarded.",
    "quiz": "Practise with drawn hands; answers are marked and explained.",
    "waits": "Tell what a hand waits for, and what each tile would pay.",
    "points": "Tell what a count is paid, without any hand.",
    "table": "Show the payment table of a ruleset.",
    "patterns": "List the patterns of a ruleset, or tell all about some of them.",
    "rulesets": "List the shipped rulesets, or show one.",
    "lesson": "Write a handout for a club evening as a page to print.",
    "check": "Check rule files: every fault with its place and a way out.",
    "batch": "Score many hands, one JSON object a line.",
}
ELSEWHERE = {"audit": "scorer check --audit"} | {
    name: f"scorer rulesets {name}" for name in ("list", "show", "diff", "new", "schema")
}
"""What may be taken for commands."""
MODULES = {"table": "points"}
"""Where a command is that has no module of its name."""
COMMANDS = {name: (f"scorer.cli.{MODULES.get(name, name)}:{name}", text) for name, text in HELP.items()}
EXAMPLE = 'For example: scorer score "234m345p67p456s55s+8p" --tsumo'


@click.command(cls=LazyGroup, entries=COMMANDS, elsewhere=ELSEWHERE, epilog=EXAMPLE)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=shows(lambda context: f"scorer, version {__version__}"),
    help="Show the version and exit.",
)
def main() -> None:
    """Scores a hand of any game of the mahjong family, and says why."""
    gc.set_threshold(100_000)  # most of what a command makes stays until it ends; looking for more takes long
    atexit.register(gc.freeze)  # at its end all of it goes anyhow, and looking takes a sixth of the time
    if sys.stdin is None:  # a caller may have closed them: there is nothing to read, nobody reads
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Chinese shows ? and does not fail
            stream.reconfigure(errors="replace")
