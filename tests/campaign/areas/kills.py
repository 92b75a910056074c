"""Bulk runs that are killed at any moment and go on with --resume: no line lost, none twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.running import Area
from tests.cli.runs import HAND, run
from tests.support.places import ROOT

LINES = 3000
ENDINGS = (".jsonl", ".csv")
OTHER_CONDITIONS = (["-o", "kiriage_mangan=true"], ["-r", "tenhou"], ["--near"], ["--lang", "ja"])
"""Words of a run that must not go on with the results of one without them."""
PATIENCE = 120
"""seconds within which a run must end that was asked to"""


def draw(rng: Random) -> dict[str, Any]:
    """How results are written, by how many processes (0: as many as join unasked), and when each is killed."""
    kills = [
        [rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)), rng.random()]
        for _ in range(rng.randint(1, 4))
    ]
    return {
        "kills": [[int(number), when] for number, when in kills],
        "ending": rng.choice(ENDINGS),
        "jobs": rng.choice((0, 1, 2)),
        "other": rng.choice(OTHER_CONDITIONS),
    }


@lru_cache
def _given() -> tuple[Path, dict[str, bytes]]:
    """Hands, and what a run makes of them that nobody stops."""
    folder = Path(tempfile.mkdtemp(prefix="scorer-kills-"))
    given = folder / "hands.jsonl"
    lines = ({"id": n, "hand": HAND if n % 3 else "1q", "honba": n % 7} for n in range(LINES))
    given.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    whole = {}
    for ending in ENDINGS:
        run("batch", str(given), "--out", str(folder / f"whole{ending}"))
        whole[ending] = (folder / f"whole{ending}").read_bytes()
    return given, whole


def tried(data: dict[str, Any]) -> int:
    """Starts, kills, starts again; the last run is let through."""
    given, whole = _given()
    want = whole[data["ending"]]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, f"out{data['ending']}")
        jobs = ["--jobs", str(data["jobs"])] if data["jobs"] else []
        command = [sys.executable, "-m", "scorer", "batch", str(given), "--out", str(out), *jobs]
        content = b""
        for number, when in data["kills"]:
            _killed([*command, "--resume"], out, number, len(want) * when)
            content = out.read_bytes() if out.exists() else b""
            assert want.startswith(content), "what is written is not how the whole begins"
        if content.count(b"\n") > 1:
            refused = run("batch", str(given), "--out", str(out), "--resume", *data["other"])
            assert refused.exit_code == 2, data["other"]
            assert out.read_bytes() == content, "a run that is refused has changed the results"
        for _ in range(2):
            subprocess.run([*command, "--resume"], cwd=ROOT, capture_output=True, timeout=300, check=False)
            assert out.read_bytes() == want, f"{len(out.read_bytes())} bytes of {len(want)}"
    return len(data["kills"])


def _killed(command: list[str], out: Path, number: int, size: float) -> None:
    """Kills a run once its results have this size, or some time after they have stopped growing."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < end:
            if out.exists() and os.stat(out).st_size >= size:
                break
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(number)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


AREA = Area(
    "kills",
    "runs killed at any moment that go on with --resume",
    draw,
    tried,
    share=0.7,
    seconds=600,
    shrinks=False,
    few=1,
)
