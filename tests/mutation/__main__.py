"""The command: prints the mutants of shipped rule files that a check does not tell."""

from __future__ import annotations

import click

from scorer.ruleset.find import shipped_names
from tests.mutation.run import outcome_of


@click.command()
@click.argument("names", nargs=-1)
@click.option("--only", default="", help="Only the mutants of one operator: number, deleted, requires ...")
@click.option("--sample", default=0, help="So many mutants of each file, evenly over it.")
@click.option("--seed", default=0, help="Other mutants for a sample, as many samples as there are.")
@click.option("--jobs", default=1, help="So many processes.")
def main(names: tuple[str, ...], only: str, sample: int, seed: int, jobs: int) -> None:
    """Changes one thing at a time in shipped rule files and runs a check of each."""
    for name in names or shipped_names():
        outcome = outcome_of(name, only, sample, jobs, seed)
        for mutant in outcome.survivors:
            click.echo(f"  {mutant}")
        left = f", {outcome.excused} that change nothing left out" if outcome.excused else ""
        click.echo(f"{name}: {outcome.told:.1%} of {outcome.total} mutants told{left}")


if __name__ == "__main__":
    main()
