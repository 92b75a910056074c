"""Problems of rule files for people, for programs, for code review and for editors.

A problem is a value; nothing here finds one. Each format is a function from problems to text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import accumulate
from unicodedata import combining, east_asian_width

from scorer.check.pages import page_of
from scorer.errors import Problem
from scorer.values import dataclass

Problems = Sequence[Problem]
NARROWEST = 40
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Layout:
    """How much room there is, and whether colour may be used."""

    width: int = 100
    colour: bool = False


def as_text(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """Every problem with its line and a caret below the place, then how many there are.

    >>> problem = Problem("L201", "club.yaml", 1, 1, "unknown key 'nmae'", 4, "did you mean 'name'?",
    ...                   source_line="nmae: Club")
    >>> print(as_text([problem], ["club.yaml"]))
    club.yaml:1:1: L201 unknown key 'nmae'
       1 | nmae: Club
         | ^~~~ did you mean 'name'?
    1 problem in 1 file
    """
    blocks = [_block(problem, layout) for problem in problems]
    return "\n".join([*blocks, _summary(problems, files)])


def _block(problem: Problem, layout: Layout) -> str:
    paint = _Paint(layout.colour)
    word = "" if problem.severity == "error" else f"{problem.severity}: "
    place = f"{problem.file}:{problem.line}:{problem.column}: "
    head = _wrapped(f"{place}{problem.code} {word}{problem.message}", layout.width)
    mark = paint.bad if problem.severity == "error" else paint.odd
    head = head.replace(f" {problem.code} ", f" {mark(problem.code)} ", 1)
    if not problem.source_line:
        return head + (f"\n{_wrapped(problem.hint, layout.width, '    ')}" if problem.hint else "")
    return "\n".join([head, *_excerpt(problem, layout, mark)])


def _excerpt(problem: Problem, layout: Layout, mark: Callable[[str], str]) -> list[str]:
    """The line of the file, cut around the place where it is too long, the caret and the hint."""
    number = f"{problem.line:>4} | "
    room = max(layout.width, NARROWEST) - len(number)
    line, start = _cut(problem.source_line.expandtabs(1), problem.column - 1, problem.length, room)
    before = _width(line[:start])
    length = min(max(1, _width(line[start : start + problem.length])), max(1, room - before))
    caret = " " * before + mark("^" + "~" * (length - 1))
    rest = f"{'':4} | "
    if not problem.hint:
        return [number + line, rest + caret]
    if len(rest) + before + length + 1 + _width(problem.hint) <= layout.width:
        return [number + line, f"{rest}{caret} {problem.hint}"]
    return [number + line, rest + caret, _wrapped(problem.hint, layout.width, rest, rest)]


def _cut(line: str, start: int, length: int, room: int) -> tuple[str, int]:
    """The part of a line that fits, with the marked part in it, and where that begins in it."""
    if _width(line) <= room:
        return line, start
    first = max(0, min(start - room // 3, len(line) - room + 1)) if start + length > room - 1 else 0
    shown = ("…" if first else "") + line[first + bool(first) :]
    return _fitting(shown, room), start - first


def _fitting(text: str, room: int) -> str:
    """As much of a text as there is room for."""
    if _width(text) <= room:
        return text
    widths = accumulate(_width(letter) for letter in text)
    return text[: sum(width < room for width in widths)] + "…"


def _width(text: str) -> int:
    """Columns on a terminal: East Asian characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _wrapped(text: str, width: int, first: str = "", below: str = "    ") -> str:
    """Words on as many lines as they need, each line behind what it begins with."""
    lines = [first]
    for word in text.split(" "):
        begun = lines[-1] not in (first, below) or (len(lines) > 1 and lines[-1] != below)
        longer = f"{lines[-1]} {word}" if begun else lines[-1] + word
        if begun and _width(longer) > max(width, NARROWEST):
            lines.append(below + word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _summary(problems: Problems, files: Sequence[str]) -> str:
    where = files[0] if len(files) == 1 and not problems else _count(len(files), "file")
    if not problems:
        return f"{where}: no problems"
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    parts = [_count(errors, "problem")] if errors else []
    parts += [_count(warnings, "warning")] if warnings else []
    return f"{' and '.join(parts)} in {where}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class _Paint:
    on: bool

    def bad(self, text: str) -> str:
        return f"\x1b[31m{text}\x1b[0m" if self.on else text

    def odd(self, text: str) -> str:
        return f"\x1b[33m{text}\x1b[0m" if self.on else text


def as_json(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """One object: the files, the numbers of errors and warnings, and every problem with all its data."""
    return json.dumps(problems_object(problems, files), ensure_ascii=False, indent=2)


def problems_object(problems: Problems, files: Sequence[str]) -> dict[str, object]:
    """The problems of some files as plain data."""
    errors = sum(problem.severity == "error" for problem in problems)
    return {
        "ok": errors == 0,
        "files": list(files),
        "errors": errors,
        "warnings": len(problems) - errors,
        "problems": [_plain(problem) for problem in problems],
    }


def _plain(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "end_column": problem.column + problem.length,
        "message": problem.message,
        "hint": problem.hint or None,
        "source": problem.source_line,
    }


def as_github(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """Workflow commands that become annotations of the lines in a review.

    https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    return "\n".join(_annotation(problem) for problem in problems)


def _annotation(problem: Problem) -> str:
    end = problem.column + problem.length - 1
    fields = {
        "file": problem.file, "line": problem.line, "col": problem.column, "endColumn": end,
        "title": problem.code,
    }  # fmt: skip
    known = ",".join(f"{name}={_escaped(str(value), True)}" for name, value in fields.items())
    message = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    level = "error" if problem.severity == "error" else "warning"
    return f"::{level} {known}::{_escaped(message)}"


def _escaped(text: str, is_property: bool = False) -> str:
    for letter, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(letter, code)
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


def as_sarif(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """SARIF 2.1.0, which editors and code scanning read."""
    codes = sorted({problem.code for problem in problems})
    driver = {"name": "scorer", "rules": [_rule(code) for code in codes]}
    results = [_result(problem, codes.index(problem.code)) for problem in problems]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str) -> dict[str, object]:
    page = page_of(code)
    if page is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.why},
        "help": {"text": f"scorer check --explain {code}"},
    }


def _result(problem: Problem, rule: int) -> dict[str, object]:
    text = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    region = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
    }
    location = {"artifactLocation": {"uri": problem.file.replace("\\", "/")}, "region": region}
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": "error" if problem.severity == "error" else "warning",
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }


REPORTERS: dict[str, Callable[[Problems, Sequence[str], Layout], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""Formats by name."""
