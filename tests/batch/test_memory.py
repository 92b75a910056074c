"""What bulk runs hold in memory, however long they are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks.hands import played_requests
from tests.campaign.hands import line_of
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROMISED = re.compile(r"random lines needs (\d+) MiB")
HANDS = 60_000
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
MEASURED = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, used = os.wait4(child, 0)[1:]
print(used.ru_maxrss // 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small process starts the command, since a child is charged with the memory of its parent."""


def most_memory(*arguments: str) -> int:
    """The most memory in MiB that a command takes, which may end with lines that are wrong."""
    command = [sys.executable, "-c", MEASURED, sys.executable, "-m", "scorer", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return int(run.stdout.splitlines()[-1])


def promised_memory() -> int:
    """The MiB of a process that the README promises for random lines, of which there may be more than here."""
    (most,) = PROMISED.findall(README)
    return int(most)


@pytest.mark.slow
def test_a_long_run_holds_no_more_than_is_promised(tmp_path: Path) -> None:
    given, out, rng = tmp_path / "hands.jsonl", tmp_path / "results.jsonl", Random(12)
    with given.open("w", encoding="utf-8") as file:
        for number, line in enumerate(map(line_of, played_requests(HANDS))):
            shown = "".join(rng.choices(KINDS, k=rng.randint(1, 4)))
            table = {"honba": rng.randint(0, 30), "sticks": rng.randint(0, 12), "dora": shown}
            file.write(json.dumps({"id": number, **line, **table}) + "\n")
    used = most_memory("batch", str(given), "--out", str(out))
    assert len(out.read_bytes().splitlines()) == HANDS
    assert used < promised_memory()
