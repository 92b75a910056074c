"""The command line: whatever is typed ends in a status and in clean text, never in a traceback."""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.hands import WORDS, Line, drawn_lines, drawn_options, spoilt_text
from tests.campaign.running import Area
from tests.cli.runs import run

COMMANDS = ("score", "score", "score", "explain", "waits", "points", "patterns", "rulesets show", "batch")
OTHERS = (
    "--all", "--explain", "--lang", "--tiles", "-f", "--seat", "--round", "--from", "--dora", "--honba", "--why",
    "-r", "-o", "-w", "--pao", "--tsumo", "--search", "--visible", "--discards",
)  # fmt: skip
VALUES = (
    *WORDS, "ja", "zh", "json", "plain", "markdown", "html", "svg", "text", "riichi", "ponjan", "nowhere.yaml", "pinfu",
    "red_fives=9", "red_fives=²", "a=b", "=", "=E", "1e9", "9" * 40, "４", "\udc80", "🀇🀈🀉", "a\nb", "\x1b[2J", "3 ", "q67p ",
)  # fmt: skip
UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What reaches no terminal: control characters, and marks that turn the direction of what follows."""


@lru_cache(maxsize=64)
def _lines(name: str) -> tuple[Line, ...]:
    return tuple(drawn_lines(Random(name), load_ruleset(name), 20))


def draw(rng: Random) -> dict[str, Any]:
    """A command with arguments, most of them of a hand, some wrong."""
    name = rng.choice(shipped_names())
    line = rng.choice(_lines(name))
    command = rng.choice(COMMANDS)
    hand = line["hand"] if rng.random() < 0.6 else spoilt_text(rng, line["hand"])
    args = [*command.split(), hand if command not in ("patterns", "points") else rng.choice(VALUES)]
    if rng.random() < 0.8:
        args += ["-r", name]
    for key in ("seat", "round", "from", "honba", "dora"):
        if key in line and rng.random() < 0.5:
            args += [f"--{key}", str(line[key])]
    args += [part for word in line.get("with", ()) for part in ("-w", word)]
    options = drawn_options(rng, load_ruleset(name)) if rng.random() < 0.2 else {}
    args += [part for key, value in options.items() for part in ("-o", f"{key}={value}")]
    while rng.random() < 0.4:
        at = rng.randint(1, len(args))
        args[at:at] = rng.choice(
            ([rng.choice(OTHERS)], [rng.choice(OTHERS), rng.choice(VALUES)], [rng.choice(VALUES)])
        )
    if rng.random() < 0.2:
        at = rng.randrange(1, len(args))
        args[at] = spoilt_text(rng, args[at])
    return {"args": args, "columns": rng.choice((1, 20, 60, 80, 120))}


def tried(data: dict[str, Any]) -> int:
    """Runs the command in this process."""
    args = [word for word in data["args"] if isinstance(word, str)]
    if {"-h", "--out"} & {*args}:
        return 0
    result = run(*args, columns=data["columns"] or 1, given='{"hand": "1m"}')
    assert result.exit_code in (0, 1, 2), result.exit_code
    alone = not result.stdout or result.stdout.startswith('{"ok": false')
    assert result.exit_code != 2 or "score" not in args[:1] or alone, "a fault beside a result"
    found = UNCLEAN.search(result.stdout + result.stderr)
    assert not found, (
        f"unclean: {found!r} in {(result.stdout + result.stderr)[found.start() - 40 : found.end() + 9]!r}"
    )
    return 1


AREA = Area("words", "command lines, right and wrong", draw, tried)
