"""Rule files that would take too long are refused, or judged in part, within bounds that no clock decides."""

from __future__ import annotations

import pytest

from scorer.check import check_text
from scorer.ruleset.load import load_text

CHOICES = " or ".join(f"(sets(triplet) == {n} and tiles(honor) == {n})" for n in range(5))
BOX = "".join(f"    t{n}: {{a: v{n % 5}}}\n" for n in range(110))
SPLIT = "split the file"

REFUSED = {
    "many entries": ("extends: riichi\nnotes:\n" + "- a\n" * 301, (2, 1, "301 entries; at most 300")),
    "many conditions": (
        "extends: riichi\nfacts:\n" + "".join(f"  f{n}: {CHOICES}\n" for n in range(290)),
        (132, 9, "more than 6,000 names"),
    ),
    "many relations": (
        "extends: riichi\nadd:\n"
        + "".join(f"- {{id: x{n}, value: 1, excludes: [{'riichi, ' * 90}]}}\n" for n in range(80)),
        (63, 23, "more than 6,000 names"),
    ),
    "many patterns before the base's": (
        "extends: riichi\nfacts:\n" + "".join(f"  f{n}: {CHOICES}\n" for n in range(125)),
        (1, 10, "more than 6,000 names"),
    ),
    "many sets": (
        "name: x\ntiles:\n  table:\n"
        + BOX
        + "sets: {six: {size: 6, differ: a}}\nshapes: {s: {sets: 2, kinds: [six]}}\n"
        "patterns: [{id: x, value: 1, when: sets(six) == 2}]\n",
        (114, 8, "the kind of set 'six' has too many different sets"),
    ),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_rules_beyond_all_games_are_refused_with_their_place(text: str, said: tuple[int, int, str]) -> None:
    found = [p for p in load_text(text, "x.yaml").problems if p.code == "L106"]
    assert [(p.line, p.column) for p in found] == [said[:2]]
    assert said[2] in found[0].message


def test_templates_beyond_all_bounds_are_judged_in_part_and_the_file_is_told_so() -> None:
    rows = "".join(
        f"- {{id: x{n}, value: 1, match: 'chow(a, A), pung(b, B), chow(c, A), pung(d, C)', where: a + {n} > b}}\n"
        for n in range(20)
    )
    found = check_text("extends: riichi\nadd:\n" + rows, "x.yaml", select=["L106"])
    assert [(p.line, p.severity) for p in found] == [(1, "warning")]
    assert SPLIT in found[0].hint
