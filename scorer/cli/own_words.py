"""What `--help` adds for a ruleset that is named beside it: its letters and the words that it declares."""

from __future__ import annotations

import click

from scorer.errors import ScorerError
from scorer.library import load_ruleset


def write_own_words(name: str, formatter: click.HelpFormatter) -> None:
    """Letters, circumstances, indicators and options of a ruleset; nothing where it cannot be loaded."""
    from scorer.render.tile_letters import letters_line

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
