"""The command: prints what is measured beside what it must be and shall become."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from tests.benchmarks import aside, calls, processes, sentences, warmup
from tests.benchmarks.figures import Figure, line, reached
from tests.benchmarks.plot import draw_picture


@click.command()
@click.option("--only", default="", help="Only the rows whose names have this text.")
@click.option("--quick", is_flag=True, help="A tenth of the hands, two rounds.")
@click.option("--rounds", default=5, help="How often everything is timed.")
@click.option("--python", default=sys.executable, help="Time the commands of this Python's scorer.")
@click.option("--plot", is_flag=True, help="Draw the picture of the README instead.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the results as JSON.")
def main(only: str, quick: bool, rounds: int, python: str, plot: bool, out: Path | None) -> None:
    """Times the public functions and the whole commands."""
    if plot:
        draw_picture(rounds, 100_000)
        return
    found = []
    for figure in measured(only, 2 if quick else rounds, 10 if quick else 1, python):
        click.echo(line(figure))
        found.append(figure)
    if out:
        rows = [figure._asdict() for figure in found]
        out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    missed = [figure.name for figure in found if reached(figure) == "MISSED"]
    click.echo(f"\nmissed: {'; '.join(missed) or 'none'}")


def measured(only: str, rounds: int, part: int, python: str) -> Iterator[Figure]:
    """Every figure, as soon as it is there."""
    with tempfile.TemporaryDirectory() as folder:
        yield from processes.figures(only, rounds, python, Path(folder), 100_000 // part)
    yield from warmup.figures(only, rounds)
    yield from aside.figures(only, rounds, 1_000 // part)
    yield from sentences.figures(only, rounds, 200 // part)
    yield from calls.figures(only, rounds, 2_000 // part, 100_000 // part)


if __name__ == "__main__":
    main()
