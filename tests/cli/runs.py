"""Runs of the command in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from click.testing import CliRunner, Result

from scorer.cli.main import main

HAND = "234m345p67p456s55s+8p"
"""A hand that wins under all rules of riichi."""


def run(
    *args: str, columns: int = 80, given: str | bytes = "", env: Mapping[str, str] | None = None
) -> Result:
    """One run; whatever is wrong ends as an exit status, never as an exception."""
    environment = {"COLUMNS": str(columns), "SCORER_RULESET": "", "SCORER_LANG": "en", **(env or {})}
    result = CliRunner().invoke(main, list(args), input=given, env=environment, prog_name="scorer")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.stderr
    return result


def score(*args: str, columns: int = 80) -> str:
    """What `scorer score` prints for a hand that is scored."""
    result = run("score", *args, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(text: str) -> Sequence[str]:
    return text.rstrip("\n").split("\n")
