"""What a player sees, screen by screen: each block of a file is a command and all that it prints.

    $ COLUMNS=60 scorer score 234m...
    ...
    exit status 0

Lines for a session follow as bash writes them: `scorer <<< $'first line\\nsecond line'`.

After a wanted change, `python -m tests.cli.test_screens` writes the files anew; read what changed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.runs import run
from tests.support.places import DATA

FOLDER = DATA / "screens"
COMMAND = re.compile(
    r"^\$ COLUMNS=(?P<columns>\d+) scorer(?P<line>.*?)(?: <<< \$'(?P<given>.*)')?$", re.MULTILINE
)


def screens(file: Path) -> Iterator[tuple[str, str]]:
    """Each command line of a file, and the whole block that begins with it."""
    text = file.read_text("utf-8")
    starts = [match.start() for match in COMMAND.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        block = text[start:end].rstrip("\n")
        yield block.partition("\n")[0], block


def screen(command: str) -> str:
    """The command line with what it prints and its exit status."""
    match = COMMAND.match(command)
    assert match is not None, command
    given = (match["given"] or "").replace("\\n", "\n")
    result = run(*shlex.split(match["line"]), columns=int(match["columns"]), given=given)
    assert not (result.stdout and result.stderr), "an answer is a result or an error"
    return f"{command}\n{result.stdout}{result.stderr}exit status {result.exit_code}"


BLOCKS = [block for file in sorted(FOLDER.glob("*.txt")) for block in screens(file)]


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command[2:80] for command, _ in BLOCKS])
def test_a_screen_looks_as_recorded(command: str, shown: str) -> None:
    assert screen(command) == shown


def write() -> None:
    """Writes every screen as it is shown now."""
    for file in FOLDER.glob("*.txt"):
        blocks = [screen(command) for command, _ in screens(file)]
        file.write_text("\n\n".join(blocks) + "\n", "utf-8")


if __name__ == "__main__":
    write()
