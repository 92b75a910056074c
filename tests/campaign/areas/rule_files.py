"""Rule files with words, lines, letters and names changed: problems in clean text, or rules that score alike."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

from scorer.check import check_text
from scorer.compiled import compiled
from scorer.compiled.trees import Unsupported
from scorer.errors import InputError
from scorer.render.reports import REPORTERS, Layout
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_text
from scorer.sampling import sample_hands
from tests.campaign.areas.words import UNCLEAN
from tests.campaign.hands import text_of
from tests.campaign.running import Area
from tests.check.test_fuzz import mutated
from tests.cli.runs import run
from tests.compiled.comparing import differences

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


def draw(rng: Random) -> dict[str, Any]:
    """The lines of a file: changed, or of two files spliced, or with a name that is meant for the terminal."""
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


def tried(data: dict[str, Any]) -> int:
    """Checks the file; where it is sound, scores by it in both evaluators."""
    text = "\n".join(data["lines"])
    problems = check_text(text, "club.yaml")
    for report in REPORTERS.values():
        printed = report(problems, ["club.yaml"], Layout())
        found = UNCLEAN.search(printed)
        assert not found, f"unclean: {printed[found.start() - 60 : found.end() + 9]!r}"
    if any(problem.severity == "error" for problem in problems):
        return 1
    return 1 + scored(text)


def scored(text: str) -> int:
    """Sample hands of sound rules, and what a terminal is told of them."""
    ruleset = load_text(text, "club.yaml").ruleset
    assert ruleset is not None
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
        differing, seen = differences(compiled(ruleset), ruleset, samples)
    except (Unsupported, InputError):
        return 0
    assert not differing, differing[0]
    return sum(seen.values())


AREA = Area("rules", "rule files changed, spliced and badly named", draw, tried, seconds=40)
