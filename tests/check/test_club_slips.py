"""What a secretary writes by mistake is reported at its line, and fixed by `--fix` or by following what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from scorer.check import run as checks
from scorer.check.fix import fixed_text, next_proposal
from scorer.errors import Problem
from scorer.ruleset.find import shipped_folder
from scorer.ruleset.load import load_text
from tests.support.loops import some
from tests.support.places import DATA
from tests.support.tables import table

SLIPS: list[dict[str, Any]] = table("club-slips")
DOCUMENTATION = ("L901", "L902", "L903", "L904")
RATES = {"told": 0.99, "line": 0.98, "fixed": 0.95}
MOST_ANSWERS = 6
PARTS = 9
"""The slow tests try one of so many parts in a turn."""


def changed(slip: dict[str, Any]) -> tuple[str, int]:
    """The text with a slip in it, and the line that is at fault."""
    if "text" in slip:
        lines = slip["text"].split("\n")
        at = next(number for number, line in enumerate(lines, 1) if line.endswith(" #!"))
        return slip["text"].replace(" #!", ""), at
    path = DATA / "games" / f"{slip['game']}.yaml" if "game" in slip else shipped_folder() / slip["file"]
    before, found, after = path.read_text("utf-8").partition(slip["was"])
    assert found, f"{path.name} has no {slip['was']!r}"
    text = before + slip["now"] + after
    if "line" in slip:
        return text, before.count("\n") + 1 + int(slip["line"])
    pairs = zip(f"{before}{found}{after}".split("\n"), text.split("\n"), strict=False)
    return text, next(line for line, (a, b) in enumerate(pairs, 1) if a != b)


def problems_in(text: str, path: Path) -> list[Problem]:
    path.write_text(text, "utf-8")
    found = checks.problems_of(load_text(text, path.name, path))
    return [problem for problem in found if problem.code not in DOCUMENTATION]


def words_at(found: list[Problem], line: int) -> str:
    return " ".join(f"{problem.message} {problem.hint}" for problem in found if problem.line == line)


def is_fixed_with_answers(text: str, path: Path) -> bool:
    """Whether a file has no problem once the first change that is offered for each of its errors is taken."""
    for _ in range(MOST_ANSWERS):
        proposal = next_proposal(text, path.name, path, ())
        if proposal is None:
            break
        text = proposal[1]
    return not problems_in(text, path)


@cache
def kept_promises(number: int) -> frozenset[str]:
    """Which of the promises are kept for a slip, by its place among the slips."""
    with TemporaryDirectory() as folder:
        return frozenset(promises_kept_in(SLIPS[number], Path(folder)))


def promises_kept_in(slip: dict[str, Any], folder: Path) -> set[str]:
    """Which of the promises are kept for a slip whose files are written into a folder."""
    path = folder / slip.get("file", "club.yaml").rpartition("/")[2]
    for name, text in slip.get("beside", {}).items():
        (folder / name).write_text(text, "utf-8")
    text, line = changed(slip)
    found = problems_in(text, path)
    if slip.get("as_meant"):
        return set() if found else {"told", "line", "fixed", "as meant"}
    words = words_at(found, line).casefold()
    fixed = fixed_text(text, path.name, path) if found else text
    kept = {
        "told": bool(found),
        "line": any(problem.line == line for problem in found),
        "--fix": fixed != text and not problems_in(fixed, path),
        "by hand": any(str(slip[key]).casefold() in words for key in ("says", "or") if key in slip) and words,
    }
    kept["--ask"] = not (kept["--fix"] or kept["by hand"]) and found and is_fixed_with_answers(text, path)
    kept["fixed"] = kept["--fix"] or kept["by hand"] or kept["--ask"]
    return {name for name, is_kept in kept.items() if is_kept}


def test_the_slips_are_of_many_files_and_kinds() -> None:
    assert len(SLIPS) >= 90
    assert len({slip.get("file", slip.get("game")) for slip in SLIPS}) >= 15
    assert len({slip["kind"] for slip in SLIPS}) >= 15


@pytest.mark.parametrize("number", range(0, len(SLIPS), 19))
def test_a_slip_of_a_club_is_reported_with_the_way_out(number: int) -> None:
    assert {"told", "line", "fixed"} <= kept_promises(number)


def broken_too_often(numbers: Sequence[int]) -> list[str]:
    """The promises that are broken for more of these slips than may be among all."""
    kept = Counter(name for number in some(numbers) for name in kept_promises(number))
    return [name for name, least in RATES.items() if len(numbers) - kept[name] > (1 - least) * len(SLIPS)]


@pytest.mark.slow_one_in(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_part_of_the_slips_of_clubs_has_more_misses_than_all_may_have(part: int) -> None:
    assert broken_too_often(range(part, len(SLIPS), PARTS)) == []


@pytest.mark.exhaustive
def test_nearly_every_slip_of_a_club_is_reported_and_fixed() -> None:
    assert broken_too_often(range(len(SLIPS))) == []
