"""Rule files that are meant to do harm: checked, scored, audited and taught within bounds of time and memory."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.areas.words import UNCLEAN
from tests.campaign.running import Area
from tests.cli.runs import run

HEAD = "name: Club\nunit: points\nshapes: {standard: {sets: 4, pair: 1}}\n"
PATTERN = "patterns:\n- {{id: it, value: {value}, when: '{when}'}}\n"
HANDS = (
    "123m456p789s11122z",
    "111222333m44455z",
    "2345678999m1234p",
    "1j2j3j4j",
    "11112222333344m",
    "55555555555555m",
)


def chain(first: str, step: str, length: int) -> str:
    """Facts of which each asks the one before twice."""
    facts = [f"  f0: {{is: '{first}', name: f}}"]
    facts += [f"  f{n}: {{is: '{step.format(f'f{n - 1}')}', name: f}}" for n in range(1, length)]
    return "facts:\n" + "\n".join(facts) + "\n"


def nested(inner: str, around: str, depth: int) -> str:
    """A condition within conditions."""
    for _ in range(depth):
        inner = around.format(inner)
    return inner


FILES: dict[str, Callable[[int], str]] = {
    "doubling facts": lambda n: HEAD + chain("self_draw", "({0} and {0}) or ({0} and dealer)", n) + PATTERN.format(value=1, when=f"f{n - 1}"),
    "doubling numbers": lambda n: HEAD + chain("sets(chow)", "{0} + {0}", n) + PATTERN.format(value=1, when=f"f{n - 1} > 0"),
    "squared numbers": lambda n: HEAD + chain("3", "{0} * {0}", n) + PATTERN.format(value=f"f{n - 1}", when="self_draw"),
    "waits in waits": lambda n: HEAD + PATTERN.format(value=1, when=nested("sets(pung) > 1", "on_every_wait({0} or dealer)", n)),
    "brackets": lambda n: HEAD + PATTERN.format(value=1, when=nested("self_draw", "({0})", 20 * n)),
    "nots": lambda n: HEAD + PATTERN.format(value=1, when=nested("self_draw", "not {0}", 20 * n)),
    "powers": lambda n: HEAD + PATTERN.format(value=nested("9", "{0} ** 9", n), when="self_draw"),
    "copies": lambda n: f"tileset: {{copies: {10 ** (n % 12)}, suits: {{m: {{name: m, ranks: 1-9}}, z: {{name: z, ranks: 1-7}}}}}}\n{HEAD}" + PATTERN.format(value=1, when="self_draw"),
    "jokers": lambda n: f"tileset: {{copies: 4, suits: {{m: {{name: m, ranks: 1-9}}, z: {{name: z, ranks: 1-7}}}}, jokers: {n % 20}}}\n{HEAD}" + PATTERN.format(value=1, when="self_draw"),
    "letters": lambda n: HEAD + "patterns:\n- id: it\n  value: 1\n  match: '" + ", ".join(f"chow({'n+1' if k % 2 else 'n'}, {'ABCDEFGH'[k % 8]})" for k in range(n)) + "'\n",
    "many patterns": lambda n: HEAD + "patterns:\n" + "".join(f"- {{id: p{k}, value: {k + 1}, when: 'sets(chow) >= {k % 4 + 1}', excludes: [p{(k + 1) % (5 * n)}]}}\n" for k in range(5 * n)),
    "big sets": lambda n: f"sets: {{chow: {{size: {n}, run: rank}}}}\nname: C\nunit: points\nshapes: {{standard: {{sets: 1, pair: 1}}}}\n" + PATTERN.format(value=1, when="sets(chow) > 0"),
    "many shapes": lambda n: "name: C\nunit: points\nshapes:\n" + "".join(f"  s{k}: {{sets: {k % 4 + 1}, pair: {k % 3}, singles: {k % 7}}}\n" for k in range(n)) + PATTERN.format(value=1, when="self_draw"),
    "singles": lambda n: f"name: C\nunit: points\nshapes: {{standard: {{sets: 4, pair: 1}}, loose: {{sets: 0, pair: {n % 8}, singles: {max(0, 14 - 2 * (n % 8))}}}}}\n" + PATTERN.format(value=1, when="self_draw"),
    "aliases": lambda n: "a0: &a0 [x, x]\n" + "".join(f"a{k}: &a{k} [*a{k - 1}, *a{k - 1}]\n" for k in range(1, n)) + HEAD,
    "repeat": lambda n: HEAD + f"patterns:\n- {{id: it, value: 1, repeat: true, match: '{', '.join(['chow(n, A)', 'pung(n, B)', 'chow(n+1, C)', 'pair(n, D)'][: n % 4 + 1])}'}}\n",
    "wide words": lambda n: HEAD + "patterns:\n- {id: it, value: 1, when: self_draw, name: '" + "龍" * (200 * n) + "', definition: '" + "x " * (400 * n) + "'}\n",
    "table": lambda n: HEAD + "tables: {t: {" + ", ".join(f"{k}: {k}" for k in range(min(290, 30 * n))) + "}}\n" + PATTERN.format(value=1, when="self_draw"),
}  # fmt: skip
COMMANDS = ("check", "score", "waits", "audit", "patterns", "batch", "explain", "lesson")


def draw(rng: Random) -> dict[str, Any]:
    """One or two kinds of harm, how much of it, and a command."""
    return {
        "kind": rng.choice(list(FILES)),
        "much": rng.choice((1, 2, 5, 9, 14, 20, 40)),
        "base": rng.random() < 0.4,
        "command": rng.choice(COMMANDS),
        "hand": rng.choice(HANDS),
    }


def tried(data: dict[str, Any]) -> int:
    """Runs the command on the file."""
    if data["kind"] not in FILES or data["command"] not in COMMANDS:
        return 0
    text = FILES[data["kind"]](max(1, data["much"]))
    if data["base"]:
        text = "extends: riichi\n" + text.replace("patterns:\n", "add:\n").replace(
            "unit: points\n", ""
        ).replace("name: Club\n", "")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "club.yaml"))
        Path(path).write_text(text, encoding="utf-8")
        args = {
            "check": ["check", path], "audit": ["check", path, "--audit", "100"], "patterns": ["patterns", "-r", path],
            "score": ["score", data["hand"], "-r", path, "--tsumo"], "explain": ["explain", data["hand"], "-r", path],
            "waits": ["waits", data["hand"][1:], "-r", path], "batch": ["batch", "-r", path],
            "lesson": ["lesson", "-r", path, "--exercises", "2"],
        }[data["command"]]  # fmt: skip
        given = f'{{"hand": "{data["hand"]}"}}\n' * 80 if data["command"] == "batch" else ""
        result = run(*args, given=given)
    assert result.exit_code in (0, 1, 2)
    assert data["command"] == "lesson" or not UNCLEAN.search(result.stdout + result.stderr)
    return 1


AREA = Area(
    "hostile", "rule files that are meant to take time and memory", draw, tried, share=0.7, seconds=60
)
