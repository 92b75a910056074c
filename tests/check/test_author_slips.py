"""What authors write by mistake in a whole game is reported, and nearly always at the line with the mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from scorer.ruleset.find import shipped_folder
from tests.support.loops import some
from tests.support.small import check_text
from tests.support.tables import table

SLIPS = table("author-slips")
DOCUMENTATION = ("L901", "L902", "L903", "L904")
RATES = {"told": 0.99, "line": 0.92}
PARTS = 9
"""The slow tests try one of so many parts in a turn."""
WITHOUT_EFFECT = {"    pairs: 0\n    kinds: [kong]\n    singles: 1"}
"""Slips that say what is so by default, and so change no rule."""
FIXES = {
    "  removed: 1234567z": "did you mean 'remove'",
    "  wind: 1234z": "did you mean 'winds'",
    "  total:144\n  flowers: {f: 8}": "put a space after its first ':'",
    "    id: concealed_hand\n": "an entry of a list begins with '- '",
    "set\n": "a ':' is missing after the key",
    "uma_second: -5 ": "places are written from the first",
    "when: wait(edge, closed, single)": "write wait(edge) or wait(closed) or wait(single)",
    "remove: 2345678n": "its letters: m (1-9)",
}
"""By slip the words that show the way to what was meant."""


def changed(slip: dict[str, str]) -> tuple[str, int]:
    """The file with a slip in it, and the first line that differs from what was meant."""
    text = (shipped_folder() / slip["file"]).read_text("utf-8")
    right = text.replace(slip["was"], slip.get("right", slip["was"]), 1)
    wrong = text.replace(slip["was"], slip["now"], 1)
    pairs = zip(right.split("\n"), wrong.split("\n"), strict=False)
    return wrong, next(line for line, (a, b) in enumerate(pairs, 1) if a != b)


def test_the_slips_are_of_many_rulesets_and_kinds() -> None:
    assert len(SLIPS) >= 140
    assert len({slip["file"] for slip in SLIPS}) >= 12
    assert len({slip["kind"] for slip in SLIPS}) >= 7


@cache
def kept_promises(number: int) -> frozenset[str]:
    """Which of the promises are kept for a slip, by its place among the slips."""
    slip = SLIPS[number]
    text, line = changed(slip)
    found = check_text(text, ignore=DOCUMENTATION)
    assert not (found and slip["now"] in WITHOUT_EFFECT), slip
    kept = {
        "told": bool(found) or slip["now"] in WITHOUT_EFFECT,
        "line": any(problem.line == line for problem in found),
    }
    return frozenset(name for name, is_kept in kept.items() if is_kept)


def broken_too_often(numbers: Sequence[int]) -> list[str]:
    """The promises that are broken for more of these slips than may be among all."""
    kept = Counter(name for number in some(numbers) for name in kept_promises(number))
    return [name for name, least in RATES.items() if len(numbers) - kept[name] > (1 - least) * len(SLIPS)]


@pytest.mark.slow_one_in(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_part_of_the_slips_has_more_misses_than_all_may_have(part: int) -> None:
    assert broken_too_often(range(part, len(SLIPS), PARTS)) == []


@pytest.mark.exhaustive
def test_nearly_every_slip_is_reported_at_its_line() -> None:
    assert broken_too_often(range(len(SLIPS))) == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("now", FIXES)
def test_a_slip_is_reported_at_its_line_with_the_way_out(now: str) -> None:
    text, line = next(changed(slip) for slip in SLIPS if slip["now"] == now)
    hints = [str(problem.hint) for problem in check_text(text) if problem.line == line]
    assert any(FIXES[now] in hint for hint in hints), hints
