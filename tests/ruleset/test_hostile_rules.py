"""Rule files that would take too long are refused, or judged in part, within bounds that no clock decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.ruleset import items, source
from scorer.ruleset.advice.syntax import SyntaxSlip
from scorer.ruleset.load import load_for_check, load_text
from scorer.scoring import score
from tests.support.small import check_text

CHOICES = " or ".join(f"(sets(triplet) == {n} and tiles(honor) == {n})" for n in range(5))
BOX = "".join(f"    t{n}: {{a: v{n % 5}}}\n" for n in range(110))
SPLIT = "split the file"

REFUSED = {
    "many entries": ("extends: riichi\nnotes:\n" + "- a\n" * 401, (2, 1, "401 entries; the limit is 400")),
    "many conditions": (
        "extends: riichi\nfacts:\n" + "".join(f"  f{n}: {CHOICES}\n" for n in range(290)),
        (130, 9, "more than 6,000 names"),
    ),
    "many relations": (
        "extends: riichi\nadd:\n"
        + "".join(f"- {{id: x{n}, value: 1, excludes: [{'riichi, ' * 90}]}}\n" for n in range(80)),
        (53, 23, "more than 6,000 names"),
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


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_rules_beyond_all_games_are_refused_with_their_place(text: str, said: tuple[int, int, str]) -> None:
    found = [p for p in load_text(text, "x.yaml").problems if p.code == "L106"]
    assert [(p.line, p.column) for p in found] == [said[:2]]
    assert said[2] in str(found[0].message)


BOUNDS: dict[str, tuple[int, str, Callable[[int], str]]] = {
    "entries": (400, "the limit is 400", lambda n: "notes:\n" + "- a\n" * n),
    "levels": (39, "nested deeper than 40 levels", lambda n: f"notes: {'[' * n}{']' * n}\n"),
    "digits": (20, "a number of more than 20 digits", lambda n: f"minimum: {'1' * n}\n"),
    "copies": (100, "more than 100 copies", lambda n: f"tileset: {{copies: {n}}}\n"),
    "tiles": (120, "more than 120 different tiles", lambda n: f"tiles:\n  table:\n{BOX}{faces(110, n)}"),
    "characters": (
        500,
        "the limit is 500",
        lambda n: f"facts: {{f: 'dealer{'or'.center(n - 12)}dealer'}}\n",
    ),
    "depth": (38, "nested more than 40 deep", lambda n: f"facts: {{f: {'not ' * n}dealer}}\n"),
    "templates": (
        8,
        "more than 8 templates",
        lambda n: f"add: [{{id: x, value: 1, match: '{templates(n)}'}}]\n",
    ),
}
"""What a file may have at most, what is said of one more, and a file that has so many."""


def faces(first: int, last: int) -> str:
    return "".join(f"    t{n}: {{a: v{n % 5}}}\n" for n in range(first, last))


def templates(count: int) -> str:
    return ", ".join(["chow(n, A)"] * count)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("most", "said", "text"), BOUNDS.values(), ids=BOUNDS)
def test_a_bound_is_met_and_not_passed(most: int, said: str, text: Callable[[int], str]) -> None:
    base = "name: x\n" if "tile" in text(most) else "extends: riichi\n"
    within, beyond = (
        [str(p.message) for p in check_text(base + text(n), "x.yaml")] for n in (most, most + 1)
    )
    assert not [message for message in within if said in message]
    assert [message for message in beyond if said in message]


LONG_LINES = {
    "spaces": " " * 40_000 + "\tx: 'a",
    "keys": '{k: "' + "a: " * 2_000 + '", b : c: d}',
    "keys behind": "a: b: " + "c: " * 40_000,
    "the line above": "a" * 40_000 + "\nb: c: d",
}


@pytest.mark.parametrize("text", LONG_LINES.values(), ids=LONG_LINES)
def test_of_a_long_line_no_more_is_looked_at_than_stands_near_its_fault(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    def fitting(rows: tuple[SyntaxSlip, ...], *texts: str) -> object:
        looked_at.extend(map(len, texts))
        return items.fitting_rows(rows, *texts)

    monkeypatch.setattr(source, "fitting_rows", fitting)
    assert source.read_source(text, "x.yaml")[1]
    assert max(looked_at) < 2_000


@pytest.mark.slow
def test_eight_rulesets_may_extend_one_another(tmp_path: Path) -> None:
    said = []
    for place in range(9):
        base = f"c{place - 1}.yaml" if place else "riichi"
        file = tmp_path / f"c{place}.yaml"
        file.write_text(f"extends: {base}\nname: x\n", "utf-8")
        said.append([str(problem.message) for problem in load_for_check(str(file)).problems])
    assert said == [[]] * 8 + [["more than 8 rulesets extend one another"]]


def test_every_row_of_a_large_table_counts() -> None:
    rows = "".join(f"    {n}: {n}\n" for n in range(299)) + "    299+: 999\n"
    ruleset = load_text(f"extends: riichi\ntables:\n  t:\n{rows}base: t(1000)\n", "x.yaml").ruleset
    assert ruleset is not None
    assert len(ruleset.tables[0].rows) == 300
    assert score("234m345p67p456s55s+8p", ruleset).best.worth.base == 999


@pytest.mark.slow
def test_templates_beyond_all_bounds_are_judged_in_part_and_the_file_is_told_so() -> None:
    rows = "".join(
        f"- {{id: x{n}, value: 1, match: 'chow(a, A), pung(b, B), chow(c, A), pung(d, C)', where: a + {n} > b}}\n"
        for n in range(20)
    )
    found = check_text("extends: riichi\nadd:\n" + rows, "x.yaml", select=["L106"])
    assert [(p.line, p.severity) for p in found] == [(1, "warning")]
    assert SPLIT in str(found[0].hint)


DIGITS = "9" * 5000
GROUPS = "1" + ",000" * 1500


@pytest.mark.parametrize(
    "line",
    [
        f'set: {{joker_tiles: "{DIGITS}"}}',
        f'set: {{joker_tiles: "a {DIGITS} b"}}',
        f"set: {{joker_tiles: {GROUPS}}}",
        f'payment: {{round_up_to: "{DIGITS}"}}',
        f'highest_only: "{DIGITS}"',
        f'final: {{places: "{DIGITS}", by_floating: {{"{DIGITS}": [1, 2, 3, 4]}}}}',
        f'sets: {{mine: {{size: "{DIGITS}"}}}}',
        f'hands: {{"123m": {{points: "{DIGITS}"}}}}',
        f'tables: {{mine: {{"{DIGITS}": 1}}}}',
    ],
    ids=lambda line: line[:30],
)
def test_a_number_of_thousands_of_digits_is_a_problem(line: str) -> None:
    found = load_text(f"extends: ponjan\nname: Club\n{line}\n", "x.yaml").problems
    assert found[-1].line == 3
