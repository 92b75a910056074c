"""Problems of rule files for people, for programs, for code review and for editors, and the documentation of
their codes. A problem is a value; nothing here finds one. Each format is a function from problems to text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill, indent
from urllib.parse import quote

from scorer import __version__
from scorer.check.pages import Page, page_of
from scorer.errors import Problem
from scorer.render.document import Document, Paragraph
from scorer.render.problems import problem_lines, visible
from scorer.render.terminal import terminal_text
from scorer.values import dataclass

Problems = Sequence[Problem]

ADDRESS = "https://pypi.org/project/scorer/"
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Layout:
    """How much room there is, and whether colour may be used."""

    width: int = 100
    colour: bool = False

    def text(self, document: Document) -> str:
        """A document in that room."""
        return terminal_text(document, self.width, self.colour)


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
    blocks = [layout.text((Paragraph(tuple(problem_lines(one, layout.width)), 4),)) for one in problems]
    return "\n".join([*blocks, _summary(problems, files)])


def _summary(problems: Problems, files: Sequence[str]) -> str:
    where = visible(files[0]) if len(files) == 1 and not problems else _count(len(files), "file")
    if not problems:
        return f"{where}: no problems"
    errors = sum(problem.is_error for problem in problems)
    warnings = len(problems) - errors
    parts = [_count(errors, "problem")] if errors else []
    parts += [_count(warnings, "warning")] if warnings else []
    return f"{' and '.join(parts)} in {where}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def as_json(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """One object: the files, the numbers of errors and warnings, and every problem with all its data."""
    return json.dumps(problems_object(problems, files), ensure_ascii=False, indent=2)


def problems_object(problems: Problems, files: Sequence[str]) -> dict[str, object]:
    """The problems of some files as plain data."""
    errors = sum(problem.is_error for problem in problems)
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
    level = "error" if problem.is_error else "warning"
    return f"::{level} {known}::{_escaped(message)}"


def _escaped(text: str, is_property: bool = False) -> str:
    for letter, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(letter, code)
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


def as_sarif(problems: Problems, files: Sequence[str], layout: Layout = Layout()) -> str:
    """SARIF 2.1.0, which editors and code scanning read."""
    codes = sorted({problem.code for problem in problems})
    driver = {
        "name": "scorer",
        "semanticVersion": __version__,
        "informationUri": ADDRESS,
        "rules": [_rule(code) for code in codes],
    }
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
    region: dict[str, object] = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
    }
    if problem.source_line:
        region["snippet"] = {"text": problem.source_line}
    location = {"artifactLocation": {"uri": _uri(problem.file)}, "region": region}
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": "error" if problem.is_error else "warning",
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }


def _uri(file: str) -> str:
    """A file as SARIF names it: relative to where the check runs if it is below that, escaped.

    >>> _uri("house rules/club #2.yaml")
    'house%20rules/club%20%232.yaml'
    """
    path = Path(file)
    if path.is_absolute():
        here = Path.cwd()
        if not path.is_relative_to(here):
            return path.as_uri()
        path = path.relative_to(here)
    return quote(path.as_posix())


REPORTERS: dict[str, Callable[[Problems, Sequence[str], Layout], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""Formats by name."""


# ---- the documentation of checks

FAMILIES = {
    "L1": "The file and its scalars",
    "L2": "Sections and keys",
    "L3": "Expressions and templates",
    "L4": "References",
    "L5": "Sense of conditions",
    "L6": "Relations between patterns",
    "L7": "Limits, tables and payments",
    "L8": "Examples",
    "L9": "Documentation and overlays",
    "A1": "What sample hands show (--audit)",
}


def code_list(pages: Sequence[Page], width: int = 100) -> str:
    """Every code with its title, by family."""
    lines: list[str] = []
    for family, title in FAMILIES.items():
        lines += [f"{family}  {title}"]
        own = (page for page in pages if page.code.startswith(family))
        lines += [fill(f"  {page.code}  {page.title}", width, subsequent_indent=" " * 8) for page in own]
    return "\n".join(lines)


def page_text(page: Page, width: int = 100) -> str:
    """A page as text: what is reported, why, and the two examples."""
    head = f"{page.code}  {page.title}"
    parts = [head, fill(page.why, min(width, 100)), _example("Bad:", page.bad), _example("Good:", page.good)]
    return "\n\n".join(parts)


def _example(word: str, text: str) -> str:
    return f"{word}\n\n{indent(text.rstrip(), '    ')}"
