"""`scorer rulesets new`."""

from __future__ import annotations

from pathlib import Path

import click

from scorer.cli import completion
from scorer.ruleset.find import SUFFIXES
from scorer.ruleset.starter import starter


@click.command("new")
@click.argument("file")
@click.option(
    "--extends",
    metavar="NAME_OR_FILE",
    default="",
    shell_complete=completion.rulesets,
    help="The ruleset to change: a shipped one, or a file in the same folder. Without it, a game of its own.",
)
def command(file: str, extends: str) -> None:
    """Write a rule file to begin with: sound, and explaining itself line by line. - prints it.

    \b
    scorer rulesets new club.yaml --extends riichi
    scorer rulesets new harbour.yaml
    """
    if file == "-":
        click.echo(starter("club.yaml", extends), nl=False)
        return
    if not file.endswith(SUFFIXES):
        raise click.BadParameter(f"'{file}' does not end in .yaml; did you mean '{file}.yaml'?")
    _write(Path(file), starter(file, extends))
    click.echo(f"{file} is written. Look into it, change it, and try:")
    click.echo(f"  scorer check {file}")
    click.echo(f"  scorer rulesets diff {extends} {file}" if extends else f"  scorer check --audit {file}")


def _write(path: Path, text: str) -> None:
    """Writes a new file; one that is there is left as it is."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise click.BadParameter(f"'{path}' is there already; choose another name") from None
    except OSError as error:
        raise click.BadParameter(f"'{path}' cannot be written: {error.strerror}") from None
