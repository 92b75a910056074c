"""What a club's secretary writes by mistake is reported, at the right line, with a fix that makes the file right."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.check.fix import MOST_EDITS, errors_left, meant_texts
from scorer.check.run import problems_of
from scorer.errors import Problem
from scorer.ruleset.load import LoadedFile, load_text
from scorer.values import replace
from tests.support.tables import table

HEAD = "extends: riichi\nname: Club\n"
MISTAKES = table("club-mistakes")
MOST_STEPS = 3


def test_there_are_a_hundred_mistakes_of_which_few_have_no_fix() -> None:
    left = Counter(row.get("not") for row in MISTAKES)
    assert len(MISTAKES) >= 100
    assert left["line"] <= 0.03 * len(MISTAKES)
    assert left["fix"] <= 0.05 * len(MISTAKES)


def rules_in_force(file: LoadedFile) -> object:
    """What a file and its bases say together, if it has no error."""
    if file.builder is None or any(one.is_error for one in file.problems):
        return None
    return {key: item.data for key, item in file.builder.root.fields.items() if key not in ("set", "drop")}


def mended_files(text: str, problems: tuple[Problem, ...]) -> list[LoadedFile]:
    """The texts with fewer errors that an editor offers at the first problem that has any."""
    before = errors_left([one for one in problems if one.is_error])
    for problem in problems:
        found = []
        for new in meant_texts(text, problem):
            file = load_text(new, "own.yaml")
            if errors_left([one for one in file.problems if one.is_error]) < before:
                found.append(file)
                if len(found) == MOST_EDITS:
                    break
        if found:
            return found
    return []


@pytest.mark.one_in(32)
@pytest.mark.parametrize("row", MISTAKES, ids=lambda row: row["wrong"])
def test_a_mistake_is_reported_at_its_line_with_a_fix(row: dict[str, str]) -> None:
    wrong, right = row["wrong"].split("\n"), row["right"].split("\n")
    text = HEAD + row["wrong"] + "\n"
    loaded = load_text(text, "own.yaml")
    problems = loaded.problems or problems_of(loaded)
    assert problems
    first = next(
        (at for at, pair in enumerate(zip(wrong, right, strict=False)) if pair[0] != pair[1]), len(right)
    )
    line = HEAD.count("\n") + 1 + min(first, len(wrong) - 1)
    assert (line in {problem.line for problem in problems}) is (row.get("not") != "line")
    meant = rules_in_force(load_text(HEAD + row["right"] + "\n", "own.yaml"))
    assert meant is not None
    files = [loaded]
    for _ in range(MOST_STEPS):
        source = files[0].file_root.source.text if files[0].file_root else text
        files = mended_files(source, files[0].problems or problems) or files
        if any(rules_in_force(file) == meant for file in files):
            break
    assert any(rules_in_force(file) == meant for file in files) is (row.get("not") != "fix")


def test_a_fix_does_not_hang_on_the_words_of_a_hint() -> None:
    for wrong in (
        "uma: [30, 10, -10, -30]",
        "set: {pinfu: no}",
        "set: {ippatsu: false}\nset: {kan_dora: false}",
    ):
        text = HEAD + wrong + "\n"
        problems = load_text(text, "own.yaml").problems
        assert mended_files(text, tuple(replace(one, hint="", message="") for one in problems))
