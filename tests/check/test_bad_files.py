"""Every file in tests/check/bad names its problems, every file in tests/check/good is right: adding a file adds a test.

A problem is named by a comment line anywhere in the file: `# 12:26 L301 part of the message`. Whatever else is
found, missing documentation left out, fails the test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer.check.run import check_ruleset, problems_of
from scorer.check.subject import subject_of
from scorer.errors import Problem
from scorer.ruleset.find import shipped_folder
from scorer.ruleset.load import LoadedFile, load_for_check
from tests.support.loops import some
from tests.support.shipped import each_box

HERE = Path(__file__).parent
BAD = sorted(path for path in (HERE / "bad").rglob("*.y*ml") if path.name[0] != "_")
GOOD = sorted(path for path in (HERE / "good").rglob("*.y*ml") if path.name[0] != "_")
EXPECTED = re.compile(r"^# (\d+):(\d+) (L\d{3})(?: (.*?))?\r?$", re.MULTILINE)
ONLY_CHECKED = ("bounds-of-a-table", "events", "more-than-a-box-has", "no-patterns", "table-of-tiles")
"""Files with nothing but numbers that no box has, words that are most probably misspelt, and what no hand shows."""
UNREADABLE = ("L1", "L2", "L3", "L4", "L602", "L605")
DOCUMENTATION = ("L901", "L902", "L903", "L904")


def expected_of(path: Path) -> list[tuple[int, int, str, str]]:
    text = path.read_bytes().decode("utf-8", "replace").replace("\x00", "")
    return [(int(line), int(at), code, part) for line, at, code, part in EXPECTED.findall(text)]


def found_in(loaded: LoadedFile, expected: list[tuple[int, int, str, str]]) -> list[Problem]:
    wanted = {code for _, _, code, _ in expected}
    return [p for p in problems_of(loaded) if p.code not in DOCUMENTATION or p.code in wanted]


@pytest.mark.one_in(32)
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.relative_to(HERE / "bad").as_posix())
def test_every_fault_of_a_bad_file_is_found_in_its_place_and_nothing_else(path: Path) -> None:
    expected = expected_of(path)
    assert expected, "name the problems of this file in comments"
    loaded = load_for_check(str(path))
    found = found_in(loaded, expected)
    seen = [(p.line, p.column, p.code) for p in found]
    assert sorted(seen) == sorted((line, at, code) for line, at, code, _ in expected), "\n".join(
        f"{problem} ({problem.hint})" for problem in found
    )
    for line, at, code, part in some(expected):
        said = [f"{p.message} ({p.hint})" for p in found if (p.line, p.column, p.code) == (line, at, code)]
        assert any((part or "") in message for message in said), (part, said)
    refused = {problem.code for problem in loaded.problems if problem.severity == "error"}
    assert refused >= unreadable(path, found)
    assert not refused or any(problem.is_error for problem in found), "a check lets through what is refused"


def unreadable(path: Path, found: list[Problem]) -> set[str]:
    """Faults of form and of reference, with which a file cannot be meant: every command refuses it."""
    errors = {problem.code for problem in found if problem.severity == "error"}
    return set() if path.stem in ONLY_CHECKED else {code for code in errors if code.startswith(UNREADABLE)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.relative_to(HERE / "good").as_posix())
def test_a_file_that_only_looks_faulty_is_clean(path: Path) -> None:
    found = [problem for problem in check_ruleset(path) if problem.code not in DOCUMENTATION]
    allowed = {(line, at, code) for line, at, code, _ in expected_of(path)}
    left = [problem for problem in found if (problem.line, problem.column, problem.code) not in allowed]
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("name", each_box())
def test_every_shipped_ruleset_is_clean(name: str) -> None:
    assert check_ruleset(name) == ()


def test_a_shipped_file_is_held_to_as_much_by_a_path_from_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shipped_folder())
    subject = subject_of(load_for_check("hkma.yaml"))
    assert subject is not None and subject.is_shipped
