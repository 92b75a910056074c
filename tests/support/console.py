"""Console examples of the documentation, run as a reader would run them.

python -m tests.support.console README.md        writes the output that the commands give now
"""

from __future__ import annotations

import re
import shlex
import sys

from click.testing import CliRunner

from scorer.cli.main import main
from tests.support.places import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COLUMNS = "80"


def commands(text: str) -> list[str]:
    """Every command of the console blocks."""
    return [line[2:] for block in BLOCK.findall(text) for line in block.split("\n") if line.startswith("$ ")]


def output(command: str) -> str:
    """What a command prints on a terminal of 80 columns, errors included."""
    environment = {"COLUMNS": COLUMNS, "SCORER_RULESET": "", "SCORER_LANG": "en", "NO_COLOR": "1"}
    result = CliRunner().invoke(main, shlex.split(command)[1:], env=environment, prog_name="scorer")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def with_outputs(text: str) -> str:
    """The text with every console block as the commands print it now."""
    return BLOCK.sub(lambda found: f"```console\n{_block(found[1])}```", text)


def _block(block: str) -> str:
    asked = [line for line in block.split("\n") if line.startswith("$ ")]
    return "\n".join(f"{line}\n{output(line[2:]).rstrip()}\n" for line in asked)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = ROOT / name
        page.write_text(with_outputs(page.read_text(encoding="utf-8")), encoding="utf-8")
