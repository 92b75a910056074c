"""Fix the problems of a rule file that have one certain answer: misspelt names, typographic quotes, misplaced
spaces and tabs. A change is kept only if the file has fewer errors with it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from scorer.check.run import untried_problems
from scorer.errors import Problem
from scorer.language.vocabulary import number_word, truth_word
from scorer.message import Edit, Message, Text
from scorer.ruleset.advice.edits import edit_between, words_of
from scorer.ruleset.advice.repair import repaired_texts, ways_out
from scorer.ruleset.find import MOST_FILE_BYTES, plain_bytes, shipped_path
from scorer.ruleset.load import load_for_check, load_text
from scorer.suggest import normalized_name
from scorer.values import dataclass

TYPOGRAPHIC = str.maketrans("“”„«»‘’：", '"""""\'\':')
FULL_WIDTH = {0xFF01 + place: 0x21 + place for place in range(94)} | str.maketrans("、【】\u3000", ",[] ")
BRACKETED = re.compile(r":\s+[｛［【]|[｝］】]\s*$")
"""A line with a value in full-width brackets, in which no sign belongs to a text."""
SPACE_MISSING = re.compile(r"^(\s*(?:- )?)(?:-(?=\w)|([\w.]+):(?=[^\s/]))")
MOST_ROUNDS, MOST_LINES, MOST_EDITS, MOST_TRIED = 40, 1_000_000, 3, 60


def edits_for(text: str, problem: Problem, name: str, path: Path | None = None) -> tuple[Edit, ...]:
    """Every change at a problem with which the file has fewer errors."""
    lines, number = text.split("\n"), problem.line - 1
    if not 0 <= number < len(lines):
        return ()
    reading_errors = _reading_errors(text, name, path)
    find = _reading_errors if reading_errors else _errors_in  # checks take ten times as long as reading
    errors = reading_errors or _errors_in(text, name, path)
    left = errors_left(errors)
    # a page sends a problem as it showed it, with its message as a text
    same = [one for one in errors if one.place[1:4] == problem.place[1:4]]
    problem = next((one for one in same if str(one.message) == str(problem.message)), problem)
    better = (new for new in meant_texts(text, problem) if errors_left(find(new, name, path)) < left)
    return tuple(edit_between(text, new) for new in islice(better, MOST_EDITS))


def meant_texts(text: str, problem: Problem) -> Iterator[str]:
    """The texts that may have been meant at a problem, each once, the likeliest first."""
    lines, number = text.split("\n"), problem.line - 1
    proposed = [problem.edit.edited_text(text)] if problem.edit else []
    meant = _possible_lines(lines, number, problem)
    whole = ("\n".join([*lines[:number], line, *lines[number + 1 :]]) for line in meant)
    more = repaired_texts(text, problem) if problem.code < "L5" else ()  # others are well written
    found = (new for new in dict.fromkeys((*proposed, *whole, *more)) if new != text)
    yield from islice(found, MOST_TRIED)


def _reading_errors(text: str, name: str, path: Path | None = None) -> list[Problem]:
    return [problem for problem in load_text(text, name, path).problems if problem.is_error]


def _errors_in(text: str, name: str, path: Path | None = None) -> list[Problem]:
    return [problem for problem in untried_problems(load_text(text, name, path)) if problem.is_error]


@dataclass(frozen=True)
class FixedFile:
    """The text of a rule file before and after its problems with one certain answer were fixed."""

    name: str
    old_text: str
    new_text: str


def fixed_file(name: str) -> FixedFile | None:
    """A rule file as it would be fixed; None for shipped rulesets, files that cannot be read as text, and
    files without problems.
    """
    text = text_to_fix(name)
    if text is None or not load_for_check(name).problems:
        return None
    return FixedFile(name, text, fixed_text(text, name, Path(name)))


def text_to_fix(name: str) -> str | None:
    """The text of a rule file; None for shipped rulesets and files that cannot be read as text."""
    if shipped_path(name) is not None:
        return None
    try:
        data = plain_bytes(name)
        return data.decode("utf-8") if len(data) <= MOST_FILE_BYTES else None
    except (OSError, ValueError):
        return None


def fixed_text(text: str, name: str, path: Path | None = None) -> str:
    """The text of a rule file with all problems fixed that have one certain answer.

    >>> fixed_text("extends: riichi\\nname: Club\\nset: {tanyoa.value: 2}\\n", "club.yaml").splitlines()[2]
    'set: {tanyao.value: 2}'
    """
    errors = _errors_in(text, name, path)
    for _ in range(MOST_ROUNDS):
        tried = ((new, _errors_in(new, name, path)) for new in _changed_texts(text, errors))
        better = next((pair for pair in tried if errors_left(pair[1]) < errors_left(errors)), None)
        if better is None:
            return text
        text, errors = better
    return text


class Choice(NamedTuple):
    """A change that is proposed: the code and the message of its problem, and which of the ways out it is."""

    code: str
    message: Text
    way: int


class Proposal(NamedTuple):
    """A problem, the text of the file with a change that mends it, and what is chosen by that."""

    problem: Problem
    changed_text: str
    choice: Choice


def next_proposal(text: str, name: str, path: Path | None, refused: Container[Choice]) -> Proposal | None:
    """The first problem with a change that is not refused and leaves fewer problems, and the text with that
    change. If the hint names several ways out, each is proposed until one is taken; otherwise the likeliest.
    """
    every = untried_problems(load_text(text, name, path))
    errors = [problem for problem in every if problem.is_error]
    for problem in (*errors, *(one for one in every if not one.is_error)):
        ways = ways_out(text, problem)
        if not ways and problem.is_error and Choice(problem.code, problem.message, 0) not in refused:
            meant = meant_texts(text, problem)
            better = (new for new in meant if errors_left(_errors_in(new, name, path)) < errors_left(errors))
            ways = list(islice(better, 1))
        for number, new in enumerate(ways):
            choice = Choice(problem.code, problem.message, number)
            if choice not in refused and _has_fewer_problems(new, every, name, path):
                return Proposal(problem, new, choice)
    return None


def _has_fewer_problems(text: str, problems: Sequence[Problem], name: str, path: Path | None) -> bool:
    """Whether a text has fewer problems than these, and no errors in their place."""
    left = untried_problems(load_text(text, name, path))
    counts = [errors_left([one for one in every if one.is_error]) for every in (left, problems)]
    return counts[0] < counts[1] or (counts[0] == counts[1] and len(left) < len(problems))


def errors_left(errors: list[Problem]) -> tuple[int, int]:
    """A measure of the errors left: first the place where reading stops, then the number of errors."""
    ends = [problem.line for problem in errors if problem.code.startswith("L1")]
    return (-min(ends, default=MOST_LINES), len(errors))


def _changed_texts(text: str, errors: list[Problem]) -> Iterator[str]:
    """The texts with one line changed, for each error with a suggestion."""
    lines = text.split("\n")
    for problem in errors:
        number = problem.line - 1
        if problem.edit and is_sure(problem):
            yield problem.edit.edited_text(text)
        for line in dict.fromkeys(_possible_lines(lines, number, problem)) if number < len(lines) else ():
            if line != lines[number]:
                yield "\n".join([*lines[:number], line, *lines[number + 1 :]])


def _possible_lines(lines: list[str], number: int, problem: Problem) -> Iterator[str]:
    """The lines that may have been meant at a problem."""
    line, at = lines[number], problem.column - 1
    if "\t" in line:
        above = next((one for one in reversed(lines[:number]) if one.strip()), "")
        depth = len(above) - len(above.lstrip())
        deeper = 2 if above.rstrip().endswith(":") else 0
        yield " " * (depth + deeper) + line.lstrip()
        yield line.replace("\t", " ")
    here, colon, behind = line[at:].partition(": ")
    yield line[:at] + here.translate(FULL_WIDTH) + colon + behind
    if BRACKETED.search(line):
        yield line.translate(FULL_WIDTH)
    yield line.translate(TYPOGRAPHIC)
    yield SPACE_MISSING.sub(lambda slip: f"{slip[1]}{slip[2]}: " if slip[2] else f"{slip[1]}- ", line)


SURE_HINTS = frozenset(
    (
        "write",
        "write for",
        "write entry",
        "begin it in the column of the line above",
        "begin this entry with",
        "write without quotes",
        "write under set",
        "write at the left margin",
        "write it at the left margin",
        "write it at the left margin, not under set",
        "options of the base are set with",
        "changes to a base belong under set",
        "classes of tiles belong under",
        "is a key of the file itself",
        "is in the base",
        "move what is below it under the first",
    )
)
"""Hints that say what to write, and do not ask what was meant."""


def is_sure(problem: Problem) -> bool:
    """Whether the edit of a problem cannot change the meaning of a correct part: a hint says what to write in
    the place of the error, or a word is replaced by the one that it is a misspelling of.
    """
    edit, start = problem.edit, problem.column - 1
    if edit is None:
        return False
    if isinstance(problem.hint, Message) and problem.hint.key in SURE_HINTS:
        return True
    if edit.span.line != problem.line:
        return False
    wrong = problem.source_line[start : start + problem.length]
    named = {wrong, wrong.strip("\"'"), *wrong.split(".")} & {*words_of(problem.message)}
    return any(_is_misspelling(word, edit.replacement) for word in named)


def _is_misspelling(word: str, suggestion: str) -> bool:
    """Whether a word is a misspelling of another one, or of true or false: the beginning and most
    letters agree.
    """
    from difflib import SequenceMatcher

    plain = normalized_name(word)
    is_alike = plain[:1] == suggestion[:1] and SequenceMatcher(None, plain, suggestion).ratio() > 0.8
    return is_alike or truth_word(word) == suggestion or _is_number_meant(word, suggestion)


def _is_number_meant(word: str, suggestion: str) -> bool:
    """Whether a text has one number and it is the one meant: `3 tiles`, `three`, `1k`, or none for 0."""
    number = number_word(word)
    found = re.findall(r"\d+", word)
    plain = (
        f"{found[0]}000"
        if len(found) == 1 and re.search(r"\d\s*[k千]", word, re.IGNORECASE)
        else "".join(found)
    )
    return suggestion.isdecimal() and (
        number == int(suggestion)
        or (len(found) == 1 and plain == suggestion)
        or (suggestion == "0" and truth_word(word) == "false")
    )
