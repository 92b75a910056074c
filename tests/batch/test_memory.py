"""What bulk runs hold in memory, however long they are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.hands import played_requests
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROMISED = re.compile(r"a run of a million lines holds (\d+) MiB in each process")
HANDS, TIMES = 8_000, 6
MEASURED = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, used = os.wait4(child, 0)[1:]
print(used.ru_maxrss // 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small process starts the command, since a child is charged with the memory of its parent."""


@pytest.mark.slow
def test_a_long_run_holds_no_more_than_is_promised(tmp_path: Path) -> None:
    asked = played_requests(HANDS)
    given, out = tmp_path / "hands.jsonl", tmp_path / "results.jsonl"
    with given.open("w", encoding="utf-8") as file:
        for turn in range(TIMES):
            for number, one in enumerate(asked):
                line = {
                    "id": turn * HANDS + number,
                    "hand": one.hand,
                    "win": one.win,
                    "with": list(one.with_),
                }
                file.write(
                    json.dumps({**line, "seat": one.seat, "round": "ES"[turn % 2], "honba": turn // 2}) + "\n"
                )
    command = [sys.executable, "-m", "scorer", "batch", str(given), "--out", str(out)]
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stderr
    assert len(out.read_bytes().splitlines()) == HANDS * TIMES
    (most,) = PROMISED.findall(README)
    assert int(run.stdout) < int(most)
