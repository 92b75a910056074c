"""What a hint proposes is right: applied, it mends the fault, causes no other error, and means the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from scorer.check.pages import pages
from scorer.check.run import check_ruleset
from scorer.errors import Problem
from tests.check.test_bad_files import BAD
from tests.check.test_faults import FAULTS, changed
from tests.support.small import check_text

RIICHI = "extends: riichi\nname: Club\n"
NEW = "add:\n  - {id: mine, name: Mine, definition: m., source: us, value: 1, "
PROPOSED = [
    (f"{RIICHI}set: {{chiitoitsu.fu: 50}}", "write seven_pairs.fu: 50"),
    (f"{RIICHI}set: {{red_five: 3}}", "did you mean 'red_fives'?"),
    (f"{RIICHI}set: {{honba: 500}}", "did you mean 'honba_value'?"),
    (f"{RIICHI}set: {{kiriage_mangan:true}}", "put a space after ':': kiriage_mangan: true"),
    (f"{RIICHI}set: {{honba_value: 1500}}", "each opponent pays for one honba"),
    (f"{RIICHI}drop: [ippatsu, ura]", "write set: {ura_dora: false} instead"),
    (f"{RIICHI}{NEW}match: 'chow(1m)'}}", "write chow(1, m)"),
    (f"{RIICHI}{NEW}when: 1 / (sets(chow) - sets(chow)) == 1}}", "write 1 // (sets(chow) - sets(chow))"),
    (f"{RIICHI}{NEW}holds: [234m567m345p[1234z]+9s]}}", "put the whole hand in quotes"),
    (f"{RIICHI}ippatsu: false", "options of the base are set with set: {ippatsu: false}"),
    (f"{RIICHI}set: {{kiriage_mangan = true}}", "put a space after ':': kiriage_mangan: true"),
    (f"{RIICHI}{NEW}when: all tiles simple}}", "write all_tiles(simple)"),
    (f"{RIICHI}{NEW}when: shape(7pairs)}}", "a name begins with a letter"),
    ("extends: mcr\nname: Club\ndrop: [flowers]", "'flowers' is dropped here"),
    ("extends: hong-kong\nname: Club\nmaximum: 8", "set: {limit: 8}"),
    *((f"{RIICHI}{line}", "has no such key") for line in ("edition: 1", "club: ours")),
    (f"{RIICHI}start: 30000", "write deals: {start: 30000}"),
    (f"{RIICHI}{NEW}when: 'chow(1m)'}}", "write match(chow(1, m))"),
    (f"{RIICHI}set: {{chinitsu.value: 6/5}}", "write {closed: 6, open: 5}"),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("text", "hint"), PROPOSED, ids=lambda part: part.split("\n")[-1][-40:])
def test_what_is_proposed_is_what_was_meant(text: str, hint: str) -> None:
    found = check_text(f"{text}\n", "club.yaml", ignore=["L9"])
    assert [str(problem.hint) for problem in found if hint in str(problem.hint)], found


def test_a_file_of_the_name_that_it_extends_is_told_which_name_to_change(tmp_path: Path) -> None:
    (tmp_path / "riichi.yaml").write_text("extends: riichi\nname: R\n", "utf-8")
    (tmp_path / "parlour.yaml").write_text("extends: riichi\nname: P\n", "utf-8")
    (tmp_path / "club.yaml").write_text("extends: parlour\nname: C\n", "utf-8")
    (own,) = check_ruleset(tmp_path / "riichi.yaml")
    (beside,) = check_ruleset(tmp_path / "club.yaml")
    assert (own.code, str(own.hint)) == ("L403", "give this file another name: 'riichi' is a shipped ruleset")
    assert (beside.code, str(beside.hint)) == ("L401", "write parlour.yaml")


def spoilt(text: str) -> list[str]:
    """Every proposal for a text that leaves the fault or causes another error in the line."""
    before = check_text(text, "club.yaml")
    return [
        f"{problem} ({problem.hint}): {after}"
        for problem in before
        if problem.file == "club.yaml" and (after := _after(text, problem, before)) is not None
    ]


def _after(text: str, problem: Problem, before: Iterable[Problem]) -> list[str] | None:
    if problem.edit is None:
        return None
    found = check_text(problem.edit.edited_text(text), "club.yaml")
    known = {(one.code, str(one.message)) for one in before}
    # what the author asks for may break the base or turn a pattern off, however it is spelled
    new = [
        one
        for one in found
        if one.line == problem.line
        and one.is_error
        and one.message.key != "is never used"
        and "this breaks" not in str(one.message)
    ]
    wrong = [
        f"{one}" for one in new if (one.code, str(one.message)) not in known or one.place == problem.place
    ]
    return wrong or None


CODES = [page for page in pages().values() if not page.code.startswith("A")]


@pytest.mark.one_in(24)
@pytest.mark.parametrize("page", CODES, ids=lambda page: page.code)
def test_a_proposal_for_a_code_mends_its_example(page: object) -> None:
    assert spoilt(page.bad_example) == []  # type: ignore[attr-defined]


@pytest.mark.slow_one_in(4)
@pytest.mark.parametrize("page", CODES, ids=lambda page: page.code)
def test_every_proposal_for_a_code_mends_its_example(page: object) -> None:
    assert spoilt(page.bad_example) == []  # type: ignore[attr-defined]


@pytest.mark.slow_one_in(8)
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_a_proposal_for_a_bad_file_mends_it(path: Path) -> None:
    assert spoilt(path.read_text("utf-8", "replace")) == []


@pytest.mark.slow_one_in(4)
@pytest.mark.parametrize("part", range(4))
def test_a_proposal_for_a_sample_of_faults_mends_it(part: int) -> None:
    found = [spoilt(changed(case)[0].partition("\nhands:\n")[0] + "\n") for case in FAULTS[part * 10 :: 40]]
    assert [one for one in found if one] == []


FOLLOWED = (
    *(f"{RIICHI}drop: [{name}]" for name in ("chiitoitsu", "pinfu", "kokushi", "ippatsu", "riichi", "dora")),
    *(f"extends: {name}\nname: Club\nset: {{{option}: 20}}" for name, option in (
        ("taiwanese", "limit"), ("hong-kong", "limit"), ("riichi", "fixed_fu"), ("ema", "red_fives"),
    )),
    *(f"{RIICHI}{key}: 10.1" for key in ("source", "notes", "usage", "players")),
    f"{RIICHI}{NEW}also: 2.5}}",
)  # fmt: skip
"""Overlays whose problems once had hints that led to worse ones."""


def is_left_or_worse(problem: Problem, text: str, before: Sequence[Problem]) -> bool:
    """Whether a file has the problem still after its edit, or more errors than before."""
    assert problem.edit is not None
    after = check_text(problem.edit.edited_text(f"{text}\n"), "club.yaml", ignore=["L90"])
    found = {(one.code, str(one.message)) for one in after}
    more_errors = sum(one.is_error for one in after) > sum(one.is_error for one in before)
    return (problem.code, str(problem.message)) in found or more_errors


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", FOLLOWED, ids=lambda text: text.split("\n")[-1][-40:])
def test_a_hint_that_is_followed_mends_the_file_or_leads_to_another_problem(text: str) -> None:
    before = check_text(f"{text}\n", "club.yaml", ignore=["L9"])
    assert not [
        problem.hint for problem in before if not problem.edit and "did you mean" in str(problem.hint)
    ]
    assert not [problem for problem in before if problem.edit and is_left_or_worse(problem, text, before)]
