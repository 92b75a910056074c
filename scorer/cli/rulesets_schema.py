"""`scorer rulesets schema`."""

from __future__ import annotations

import json

import click

from scorer.ruleset.schema import schema


@click.command("schema")
def command() -> None:
    """Print a JSON Schema of rule files, for editors that help while one types.

    \b
    scorer rulesets schema > schema.json

    A rule file beside it names it in its first line:

    \b
    # yaml-language-server: $schema=schema.json
    """
    click.echo(json.dumps(schema(), indent=2))
