"""Mends what has one sure answer: misspelt names, quotes that are none, spaces and tabs in the wrong place.

A change stays only where the file has fewer errors with it than without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scorer.check.run import problems_of
from scorer.errors import Problem, in_plain_letters
from scorer.ruleset.load import load_text

MEANT = re.compile(r"(?:did you mean|write) '([^']+)'")
TYPOGRAPHIC = str.maketrans("“”„«»‘’：", '"""""\'\':')
SPACE_MISSING = re.compile(r"^(\s*(?:- )?)(?:-(?=\w)|([\w.]+):(?=[^\s/]))")
MOST_ROUNDS = 40


def mended(text: str, name: str, path: Path | None = None) -> str:
    """The text of a rule file with everything mended that has one sure answer.

    >>> mended("extends: riichi\\nname: Club\\nset: {tanyoa.value: 2}\\n", "club.yaml").splitlines()[2]
    'set: {tanyao.value: 2}'
    """
    errors = _errors(text, name, path)
    for _ in range(MOST_ROUNDS):
        tried = ((new, _errors(new, name, path)) for new in _changes(text, errors))
        better = next((pair for pair in tried if _is_left(pair[1]) < _is_left(errors)), None)
        if better is None:
            return text
        text, errors = better
    return text


def _errors(text: str, name: str, path: Path | None) -> list[Problem]:
    found = problems_of(load_text(text, name, path))
    return [problem for problem in found if problem.severity == "error"]


def _is_left(errors: list[Problem]) -> tuple[int, int]:
    """How far a text is from being right: where reading it ends comes before how much is wrong."""
    ends = [problem.line for problem in errors if problem.code.startswith("L1")]
    return (-min(ends, default=MOST_LINES), len(errors))


MOST_LINES = 1_000_000


def _changes(text: str, errors: list[Problem]) -> Iterator[str]:
    """The texts with one line changed, for each error that shows what was meant."""
    lines = text.split("\n")
    for problem in errors:
        number = problem.line - 1
        if number < len(lines):
            for line in dict.fromkeys(_lines(lines, number, problem)):
                if line != lines[number]:
                    yield "\n".join([*lines[:number], line, *lines[number + 1 :]])


def _lines(lines: list[str], number: int, problem: Problem) -> Iterator[str]:
    """What the line of a problem may have been meant to be."""
    line, at = lines[number], problem.column - 1
    found = MEANT.search(problem.hint)
    wrong = line[at : at + problem.length]
    if found and f"'{wrong}'" in problem.message and _is_sure(wrong, found[1]):
        yield line[:at] + found[1] + line[at + problem.length :]
    if "\t" in line:
        above = next((one for one in reversed(lines[:number]) if one.strip()), "")
        depth = len(above) - len(above.lstrip())
        deeper = 2 if above.rstrip().endswith(":") else 0
        yield " " * (depth + deeper) + line.lstrip()
        yield line.replace("\t", " ")
    yield line.translate(TYPOGRAPHIC)
    yield SPACE_MISSING.sub(lambda slip: f"{slip[1]}{slip[2]}: " if slip[2] else f"{slip[1]}- ", line)


def _is_sure(wrong: str, meant: str) -> bool:
    """Whether a word is another one misspelt: beginning and most letters are the same."""
    from difflib import SequenceMatcher

    plain = in_plain_letters(wrong)
    return plain[:1] == meant[:1] and SequenceMatcher(None, plain, meant).ratio() > 0.8
