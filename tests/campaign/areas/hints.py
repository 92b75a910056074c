"""Slips in rule files, and what their hints propose: applied, it mends the fault and causes no other error."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from scorer.check.fix import fixed_text
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.areas.rule_files import SMALL
from tests.campaign.hands import drawn_options
from tests.campaign.running import Area
from tests.check.test_suggestions import spoilt
from tests.support.shipped import text_of
from tests.support.small import check_text

WORD = re.compile(r"[A-Za-z_]{3,}")
LETTERS = "aeinorstl_"
SIGNS = {
    ":": "：",
    ",": "、",
    "(": "（",
    ")": "）",
    "[": "",
    "]": "",
    "{": "",
    "}": "",
    ": ": ":",
    "- ": "-",
    "'": "’",
}
"""What is typed for a sign by mistake."""


def draw(rng: Random) -> dict[str, Any]:
    """The lines of a small shipped file, or of an overlay, with a slip in one of them."""
    if rng.random() < 0.5:
        name = rng.choice(shipped_names())
        lines = [f"extends: {name}", "name: Club", "set:", *_settings(rng, name)]
    else:
        small = [name for name in shipped_names() if len(text_of(name)) < SMALL]
        lines = text_of(rng.choice(small)).partition("\nhands:\n")[0].split("\n")
    places = [place for place, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    place = rng.choice(places)
    return {"lines": lines, "place": place, "slip": _slip(rng, lines[place])}


def _settings(rng: Random, name: str) -> list[str]:
    """Options of a ruleset with other values."""
    rules = load_ruleset(name)
    chosen = {**drawn_options(rng, rules), **drawn_options(rng, rules)} or dict(rules.option_values)
    return [
        f"  {key}: {str(value).lower() if isinstance(value, bool) else value}"
        for key, value in chosen.items()
    ]


def _slip(rng: Random, line: str) -> str:
    """The line with a letter too many, too few or exchanged in a word, or with a wrong sign."""
    words, signs = list(WORD.finditer(line)), [sign for sign in SIGNS if sign in line]
    if not words or (signs and rng.random() < 0.3):
        sign = rng.choice(signs or [" "])
        return line.replace(sign, SIGNS.get(sign, "\t"), 1)
    word = rng.choice(words)
    at = rng.randrange(word.start() + 1, word.end())
    before, letter, after = line[:at], line[at], line[at + 1 :]
    return rng.choice((
        before + after,
        before + letter + letter + after,
        before + rng.choice(LETTERS) + after,
        before[:-1] + letter + before[-1] + after,
        line[: word.start()] + word[0].capitalize() + line[word.end() :],
    ))  # fmt: skip


def tried(data: dict[str, Any]) -> int:
    """Checks the file with its slip, applies each proposal alone, and then all that are sure."""
    lines, place = [*data["lines"], ""], data["place"]
    if place >= len(lines) or any(one.is_error for one in check_text("\n".join(lines), "club.yaml")):
        return 0
    text = "\n".join([*lines[:place], data["slip"], *lines[place + 1 :]])
    wrong = spoilt(text)
    assert not wrong, wrong[0]
    fixed = fixed_text(text, "club.yaml")
    if fixed != text:
        before, after = (
            {str(problem) for problem in check_text(one, "club.yaml") if problem.is_error}
            for one in (text, fixed)
        )
        assert len(after) <= len(before), f"mended, it has other errors: {sorted(after - before)}"
    return 1


AREA = Area("hints", "slips in rule files, mended as their hints propose", draw, tried, seconds=60, few=3)
