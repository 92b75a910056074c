"""Bulk runs of many hands in situations of all kinds: no process takes much more memory than is promised."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.batch.test_memory import most_memory, promised_memory
from tests.campaign.hands import LONG, Line, drawn_lines
from tests.campaign.running import Area

HANDS, LINES = 1_500, 12_000
MARGIN = 1.25
"""Times what is promised, which was measured with riichi: games with jokers remember larger readings."""


def draw(rng: Random) -> dict[str, Any]:
    """A ruleset and the seed of its hands."""
    names = [name for name in shipped_names() if name not in LONG]
    return {"ruleset": rng.choice(names), "seed": rng.getrandbits(30)}


def tried(data: dict[str, Any]) -> int:
    """Scores the hands in a process of its own."""
    rng, rules = Random(data["seed"]), load_ruleset(data["ruleset"])
    lines, kinds = drawn_lines(rng, rules, HANDS), [kind.code for kind in rules.tileset.kinds]
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "hands.jsonl"), Path(folder, "results.jsonl")
        with given.open("w", encoding="utf-8") as file:
            for number in range(LINES):
                shown: Line = {
                    one.id: "".join(rng.choices(kinds, k=rng.randint(1, 4))) for one in rules.indicators
                }
                counters: Line = {
                    name: rng.randint(0, 20) for name in ("honba", "sticks") if name in rules.table_counters
                }
                line = {**rng.choice(lines), **shown, **counters, "id": number}
                file.write(json.dumps(line) + "\n")
        used = most_memory("batch", str(given), "-r", data["ruleset"], "--out", str(out))
        assert len(out.read_bytes().splitlines()) == LINES
        assert used < MARGIN * promised_memory(), f"{used} MiB"
    return LINES


AREA = Area(
    "memory",
    "memory of bulk runs in situations of all kinds",
    draw,
    tried,
    share=0.5,
    seconds=120,
    shrinks=False,
    few=1,
)
