"""A disk that is full in the middle of a run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import HAND

resource = pytest.importorskip("resource", reason="the size of files is limited as a full disk would")
ROOM, HANDS = 50_000, 1500


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_a_run_says_how_many_results_are_on_a_full_disk(tmp_path: Path, ending: str) -> None:
    given, out = tmp_path / "hands.jsonl", tmp_path / f"results.{ending}"
    given.write_text("".join(json.dumps({"id": number, "hand": HAND}) + "\n" for number in range(HANDS)))
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "batch", str(given), "--out", str(out), "--jobs", "1"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
    )
    whole = out.read_bytes().count(b"\n") - (ending == "csv")
    assert done.returncode == 2
    assert 0 < whole < HANDS
    assert f"after {whole} hands" in done.stderr
