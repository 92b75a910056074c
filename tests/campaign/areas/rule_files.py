"""Rule files with words, lines, letters and names changed: problems in clean text, or rules that score alike."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from scorer.errors import InputError
from scorer.fast.fallback import Unsupported
from scorer.fast.interface import compile_engine
from scorer.render.reports import REPORT_FORMATS, problem_report
from scorer.ruleset.find import shipped_names
from scorer.ruleset.items import Item
from scorer.ruleset.load import load_for_check, load_text
from scorer.sampling import sample_hands
from tests.campaign.areas.words import UNCLEAN
from tests.campaign.running import Area
from tests.check.test_fuzz import mutated
from tests.cli.runs import run
from tests.fast.comparing import differences
from tests.support.shipped import text_of
from tests.support.small import check_text

SMALL = 12_000
"""Characters of a file whose check takes no second."""
NAMES = (
    "\u202eevil\u202c",
    "\u2066x",
    '"\\e[31mred"',
    '"\\x07"',
    "|\n  a\n  b",
    "'ﬀ'",
    '"\\u200f"',
    "e\u0301" * 40,
    "龍" * 60,
)


VALUES = (
    "X", "-1", "0", "99999", "a b", "[]", "{}", "true", "5m", "sets(", "null", "1.5", '"5"', "[1, 2]", "{a: 1}",
    "1/0", "2 ** 99", "not", "self_draw", "[[]]", "{en: {}}", "~", "pung", "chow(1, A)", "all_tiles(x)", "[E]",
)  # fmt: skip
"""What a value may be set to by somebody who has read nothing."""


def draw(rng: Random) -> dict[str, Any]:
    """The lines of a file: changed, or of two files spliced, or with a name that is meant for the terminal; or
    of an overlay that sets something of a shipped file to anything.
    """
    if rng.random() < 0.5:
        return {"lines": _overlay(rng)}
    small = [name for name in shipped_names() if len(text_of(name)) < SMALL]
    name = rng.choice(small if rng.random() < 0.9 else shipped_names())
    lines = mutated(rng, name).split("\n")
    if rng.random() < 0.3:
        other = text_of(rng.choice(small)).split("\n")
        start, at = rng.randrange(len(other)), rng.randrange(len(lines))
        lines[at:at] = other[start : start + rng.randint(1, 30)]
    if rng.random() < 0.4:
        named = [place for place, line in enumerate(lines) if "name:" in line]
        if named:
            place = rng.choice(named)
            lines[place] = lines[place].partition("name:")[0] + "name: " + rng.choice(NAMES)
    return {"lines": lines}


def _overlay(rng: Random) -> list[str]:
    """A line or two of `set`, or a section that is laid over that of a shipped file."""
    name = rng.choice(shipped_names())
    head, path = [f"extends: {name}", "name: Club"], rng.choice(_paths(name))
    if rng.random() < 0.7:
        wrong = [".".join(rng.choice(_paths(name))) for _ in range(rng.randint(1, 2))]
        return [*head, "set:", *(f"  {one}: {rng.choice(VALUES)}" for one in wrong)]
    return [*head, *("  " * deep + f"{key}:" for deep, key in enumerate(path[:-1])),
            "  " * (len(path) - 1) + f"{path[-1]}: {rng.choice(VALUES)}"]  # fmt: skip


@cache
def _paths(name: str) -> tuple[tuple[str, ...], ...]:
    """Where anything stands in a shipped file and in its base, entries of lists by their ids."""
    loaded = load_for_check(name)
    found = [
        path
        for item in (loaded.file_root, loaded.builder and loaded.builder.base_root)
        if item
        for path in _below(item)
    ]
    return tuple(path for path in found if path[0] != "hands")


def _below(item: Item) -> Iterator[tuple[str, ...]]:
    listed = item.entries if isinstance(item.value, list) else []
    entries = {entry.get("id").text(): entry for entry in listed if entry.fields}
    for key, entry in {**item.fields, **entries}.items():
        yield (key,)
        yield from ((key, *path) for path in _below(entry))
        yield from _below(entry) if key in entries else ()


def tried(data: dict[str, Any]) -> int:
    """Checks the file; where it is sound, scores by it in both evaluators."""
    text = "\n".join(data["lines"])
    problems = check_text(text, "club.yaml")
    failed = [str(problem.message) for problem in problems if "failed (" in str(problem.message)]
    assert not failed, failed
    for form in REPORT_FORMATS:
        printed = problem_report(form, problems, ["club.yaml"])
        found = UNCLEAN.search(printed)
        assert not found, f"unclean: {printed[found.start() - 60 : found.end() + 9]!r}"
    if any(problem.severity == "error" for problem in problems):
        return 1
    return 1 + scored(text)


def scored(text: str) -> int:
    """Sample hands of sound rules, and what a terminal is told of them."""
    loaded = load_text(text, "club.yaml")
    refused, ruleset = (
        [str(problem.message) for problem in loaded.problems if problem.is_error],
        loaded.ruleset,
    )
    assert ruleset is not None and not refused, f"a check lets through what is refused: {refused}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.yaml")
        path.write_text(text, encoding="utf-8")
        for asked in (["rulesets", "show"], ["patterns", "-r"], ["rulesets", "diff", "tenhou"]):
            shown = run(*asked, str(path))
            found = UNCLEAN.search(shown.stdout + shown.stderr)
            assert not found, f"unclean: {asked} {found}"
    samples = list(
        sample_hands(ruleset, 3, 3 if any(kind.role == "joker" for kind in ruleset.tileset.kinds) else 15)
    )
    try:
        differing, seen = differences(compile_engine(ruleset), ruleset, samples)
    except (Unsupported, InputError):
        return 0
    assert not differing, differing[0]
    return sum(seen.values())


AREA = Area("rules", "rule files changed, spliced and badly named", draw, tried, seconds=40)
