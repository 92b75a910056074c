"""Single faults as people make them are told, at the line that is at fault, with the way out.

The faults are data (`tests/data/faults.yaml`), and so are files and edits that only look wrong
(`tests/data/unusual.yaml`). The default run takes a sample of each, the slow one a third.
"""

from __future__ import annotations

import os

import pytest

from scorer.ruleset.find import shipped_folder
from tests.support.places import DATA
from tests.support.small import check_text
from tests.support.tables import table

FAULTS: list[dict[str, str]] = table("faults")
UNUSUAL: list[dict[str, str]] = table("unusual")
GAME_FAULTS: list[dict[str, str]] = table("game-faults")
SLIPS: list[dict[str, str]] = table("overlay-slips")
DOCUMENTATION = ("L901", "L902", "L903", "L904")
MINE = "id: m, name: M, definition: m., source: u, value: 1"
SHOWN = "holds: [234m567m345p67s99s+8s seat=E], fails: [234m567m345p67s99s+8s seat=S]"
EVERY = 60
PARTS = 12
"""Slow tests of them are cut in so many, for as many processes."""
SHARE = int(os.environ.get("SCORER_FAULTS", "12"))
"""Of these parts one in so many is tried; set it to 1 to try all, after a change of what the check says."""


def changed(case: dict[str, str]) -> tuple[str, int]:
    """The text of a case and the line where its fault is to be told."""
    if "text" in case:
        lines = case["text"].split("\n")
        at = next((number for number, line in enumerate(lines) if line.endswith("#!")), 0)
        return case["text"].replace(" #!", ""), at + 1
    path = DATA / "games" / f"{case['game']}.yaml" if "game" in case else shipped_folder() / case["file"]
    text = path.read_text("utf-8")
    before, found, after = text.partition(case["was"])
    assert found, f"{path.name} has no {case['was']!r}"
    same = len(shared_beginning(case["was"], case["now"]))
    below = int(case.get("line", case["now"][:same].count("\n")))
    return before + case["now"] + after, before.count("\n") + 1 + below


def shared_beginning(one: str, other: str) -> str:
    pairs = zip(one, other, strict=False)
    return one[: next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))]


def is_told(case: dict[str, str]) -> bool:
    """Whether the fault is told at its line with the word that helps; worked hands below it are not run."""
    text, line = changed(case)
    above, _, _ = text.partition("\nhands:\n")
    text = f"{above}\n" if line <= above.count("\n") + 1 else text
    found = [problem for problem in check_text(text) if problem.code not in DOCUMENTATION]
    told = [f"{problem.message} {problem.hint}".casefold() for problem in found if problem.line == line]
    return any(str(case["says"]).casefold() in words for words in told)


def errors_of(case: dict[str, str]) -> list[str]:
    found = check_text(changed(case)[0])
    return [str(problem) for problem in found if problem.severity == "error"]


@pytest.mark.parametrize(
    ("times", "told"), [(3, ["unknown key 'opne'"] * 3), (4, ["unknown key 'opne' (3 more problems below)"])]
)
def test_what_is_wrong_again_and_again_is_told_once(times: int, told: list[str]) -> None:
    rows = "".join(f"- {{id: x{number}, value: 1, opne: 1}}\n" for number in range(times))
    found = check_text(f"extends: riichi\nadd:\n{rows}", select=["L201"])
    assert [str(problem.message) for problem in found] == told


def test_a_single_hard_question_leaves_the_others_their_time() -> None:
    text = "extends: riichi\nname: Club\nset: {ryanpeikou.excludes: [sanankou]}\n"
    assert check_text(text, select=["L106"]) == ()


@pytest.mark.parametrize(
    ("more", "told"),
    [("", ["L106"]), ("set: {payment.round_up_to: 0}\n", ["L706"])],
    ids=["alone", "an error"],
)
def test_more_than_can_be_thought_through_is_told_where_nothing_is_wrong(more: str, told: list[str]) -> None:
    match = (
        "['chow(n, A), chow(n, A), chow(k, B), chow(k, B)', 'chow(n, A), chow(n, A), chow(k, A), chow(k, A)']"
    )
    rows = "".join(
        f"- {{id: x{n}, value: 3, match: {match}, when: tiles(simple) > {n}, excludes: [sanankou]}}\n"
        for n in range(4)
    )
    found = check_text(f"extends: riichi\nname: Club\n{more}add:\n{rows}", select=["L106", "L706"])
    assert [problem.code for problem in found] == told


def test_a_sample_of_faults_is_told_where_they_are() -> None:
    sample = FAULTS[::EVERY]
    assert len(sample) >= 8
    assert [case for case in sample if not is_told(case)] == []


def test_every_fault_is_made_in_a_text_that_stands_in_its_file() -> None:
    assert [changed(case)[1] > 0 for case in (*FAULTS, *UNUSUAL)] == [True] * len(FAULTS + UNUSUAL)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(0, PARTS, SHARE))
def test_every_fault_is_told_where_it_is(part: int) -> None:
    assert len(FAULTS[part::PARTS]) >= 40
    assert [case for case in FAULTS[part::PARTS] if not is_told(case)] == []


@pytest.mark.slow
def test_a_sample_of_unusual_files_has_no_error() -> None:
    sample = UNUSUAL[::12]
    assert len(sample) >= 10
    assert [found for case in sample if (found := errors_of(case))] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(0, PARTS, SHARE))
def test_no_unusual_file_has_an_error(part: int) -> None:
    assert len(UNUSUAL[part::PARTS]) >= 8
    assert [found for case in UNUSUAL[part::PARTS] if (found := errors_of(case))] == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "changes",
    [
        "patterns: {add: [{id: lucky, name: Lucky, value: 1, when: riichi}]}",
        "drop: tanyao, pinfu",
        "set: {seats.seat: X}",
        "set: {tanyao.name: All inside, tanyao.name.en: All inside}",
        "set: {tanyao.when: self_draw is true}",
        "sets: {pung: not}",
        "add: *mine",
        "seats: {seat: South}",
        "tiles: {orphan: terminals | honor}",
        "maximum: mostfan\nminimum: 2",
        f"add: [{{{MINE}, when: self-draw, {SHOWN}}}]",
        f"add: [{{{MINE}, when: self_draw == yes and dealer, {SHOWN}}}]",
        f"add: [{{{MINE}, when: 'sets(triplet, 3)', {SHOWN}}}]",
        "circumstance: {rain: {name: Rain}}\npenalties: [{id: p, name: P, when: rain, pay: {each: 9}, why: w}]",
        "options: {night: {defualt: true, help: h}}\nset: {tanyao.enabled: night}",
        "options: {price: {default: 3, from: 5, to: 1, help: h}}\nset: {tanyao.value: price}",
        f"patterns: [{{{MINE}, when: dealer, {SHOWN}}}]",
        "fu: {items: [{id: lucky, name: L, fu: 2, when: dealer}]}",
        f"add: [{{{MINE}, match: {{chow: n, A: 1}}, {SHOWN}}}]",
        f"add: [{{{MINE}, match: 'chow(n, A), chow(k, B)', where: dealer, {SHOWN}}}]",
        "set: {open_tanyao: !!python/name:os.system x}",
        "set:\n\u3000 open_tanyao: false",
        "base: total / 0",
        f"add: [{{{MINE}, match: chow(n, A), chow(n, B), chow(k, C), {SHOWN}}}]",
        f"add: [{{{MINE}, match: 'chow(1, a), chow(4, a), chow(7, a)', {SHOWN}}}]",
        f"add: [{{{MINE}, when: sets(triplet) == 5, beside: [tanyao], {SHOWN}}}]",
        "options: {night: {default: yes, help: h}}\nset: {tanyao.enabled: night}",
        f"add: [{{{MINE}, when: sets(triplet) == 5, {SHOWN}}}]",
        f"add: [{{{MINE}, when: dealer, repeat: true, {SHOWN}}}]",
        f"add: [{{{MINE}, match: 'chow(n, A), chow(n+8, A)', {SHOWN}}}]",
        f"add: [{{{MINE}, when: any_tile(none), {SHOWN}}}]\ntiles: {{none: wind & dragon}}",
        f"add: [{{{MINE}, when: sets(w) >= 1, {SHOWN}}}]\nsets: {{w: {{size: 3, of: wind, run: rank}}}}",
    ],
)
def test_what_follows_from_a_fault_is_not_told_besides(changes: str) -> None:
    assert len(check_text(f"extends: riichi\nname: Club\n{changes}\n")) == 1


def is_slip_told(slip: dict[str, str]) -> bool:
    """Whether a slip in the third line of an overlay is told there, with the words that help."""
    found = check_text(f"extends: riichi\nname: Club\n{slip['line']}\n", ignore=DOCUMENTATION)
    told = [f"{problem.message} {problem.hint}".casefold() for problem in found if problem.line == 3]
    return any(slip["says"].casefold() in words for words in told)


def test_a_sample_of_slips_in_an_overlay_is_told_with_the_way_out() -> None:
    assert [slip for slip in SLIPS[::40] if not is_slip_told(slip)] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(0, PARTS, SHARE))
def test_every_slip_in_an_overlay_is_told_with_the_way_out(part: int) -> None:
    assert len(SLIPS[part::PARTS]) >= 13
    assert [slip for slip in SLIPS[part::PARTS] if not is_slip_told(slip)] == []


@pytest.mark.parametrize("game", ["market", "pond"])
def test_a_game_whose_faults_are_told_has_none_of_its_own(game: str) -> None:
    assert check_text((DATA / "games" / f"{game}.yaml").read_text("utf-8")) == ()


@pytest.mark.slow
def test_a_sample_of_mistakes_in_whole_games_is_told_where_they_are() -> None:
    assert [case for case in GAME_FAULTS[::6] if not is_told(case)] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(0, PARTS, SHARE))
def test_every_mistake_in_a_whole_game_is_told_where_it_is(part: int) -> None:
    assert len(GAME_FAULTS[part::PARTS]) >= 6
    assert [case for case in GAME_FAULTS[part::PARTS] if not is_told(case)] == []
