"""What is wrong with an input or a rule file, drawn under the place: every fault, grouped by input.

234m345q67p456s55s+8p+9p
       ^ no suit 'q' in this ruleset: m characters, p circles, s bamboo, z honors
                     ^ a second winning tile; one '+' only
--with ripichi: no such circumstance in riichi; did you mean 'riichi'?
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from textwrap import fill, indent
from unicodedata import combining, east_asian_width

from scorer.check.pages import Page, page_of
from scorer.errors import Fault, InputError, Problem, RulesetError, ScorerError
from scorer.render.document import PLACE, Line, Paragraph, Part, line
from scorer.render.result import NO_FILE, problem_text
from scorer.render.width import width, wrapped
from scorer.teach.sentences.words import listed
from scorer.values import dataclass

# ---- faults of an input and of the rule files it names

UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""Controls and marks that change the direction of text: an input is shown, never obeyed."""
STANDS_FOR = "\N{REPLACEMENT CHARACTER}"
HAND = "hand"
ELLIPSIS = "…"
BESIDE_CARET = 24
"""Columns that a message beside its caret needs; with fewer it stands in lines of its own."""


def visible(text: str) -> str:
    """Text as it can be printed, character for character.

    >>> visible("12\\x1bm")
    '12\ufffdm'
    """
    return UNPRINTABLE.sub(STANDS_FOR, text)


def fault_lines(error: ScorerError, columns: int) -> Paragraph:
    """An input error or a ruleset error, laid out for so many columns."""
    if isinstance(error, RulesetError):
        return Paragraph(tuple(_problems(error.problems, columns)), 4)
    faults = error.faults if isinstance(error, InputError) else (Fault("", None, str(error)),)
    return Paragraph(tuple(_faults(faults, columns)), 4)


def _faults(faults: Iterable[Fault], columns: int) -> Iterator[Line]:
    """The hand first, then the other inputs in the order of their first faults."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in sorted(faults, key=lambda fault: fault.source != HAND):
        groups.setdefault((fault.source, fault.text), []).append(fault)
    for (source, text), group in groups.items():
        yield from _input(source, visible(text), group, columns)


def _input(source: str, text: str, faults: list[Fault], columns: int) -> Iterator[Line]:
    """One input with all its faults: drawn under it where they have places in it."""
    label = "" if source == HAND else source
    placed = [fault for fault in faults if not _is_whole(fault)]
    if source == HAND or placed:
        shown = f"{label} {text}".strip() if text else label
        if shown:
            yield from _with_carets(shown, len(shown) - len(text), placed, columns)
        label, text = "", ""
    for fault in faults:
        if fault not in placed:
            yield _whole(label, text, visible(_message(fault)))


def _whole(label: str, text: str, message: str) -> Line:
    """A fault of a whole input: `--with rinshan: there is no kong`. What is named is named once."""
    message = message.removeprefix(f"{text}: ")
    repeats = f"'{text}'" in message or label == f"--{text}"
    named = label if repeats else f"{label} {text}".strip()
    return line(f"{named}: " if named else "", message)


def _is_whole(fault: Fault) -> bool:
    """Whether no single place of the input is at fault."""
    return fault.at is None or (fault.source != HAND and fault.at == 0 and fault.length >= len(fault.text))


def _message(fault: Fault) -> str:
    meant = listed([f"'{text}'" for text in fault.suggestions], "or")
    return f"{fault.message}; did you mean {meant}?" if meant else fault.message


def _with_carets(shown: str, start: int, faults: list[Fault], columns: int) -> Iterator[Line]:
    """The input and a caret line for each fault; a long input in excerpts around its faults."""
    places = [start + (fault.at or 0) for fault in faults]
    first, last = _window(shown, places[0] if places else 0, columns)
    cut = f"{ELLIPSIS if first else ''}{shown[first:last]}{ELLIPSIS if last < len(shown) else ''}"
    yield line(cut)
    inside = [fault for fault, at in zip(faults, places, strict=True) if first <= at <= last]
    for fault in inside:
        at = start + (fault.at or 0)
        before = width(shown[first:at]) + bool(first)
        length = max(1, width(shown[at : at + max(1, fault.length)]))
        yield from caret_lines(before, length, visible(_message(fault)), columns)
    outside = [fault for fault in faults if fault not in inside]
    if outside:
        yield from _with_carets(shown, start, outside, columns)


def _window(shown: str, place: int, columns: int) -> tuple[int, int]:
    """The part of a long input that is shown: as much as fits around a place."""
    if width(shown) <= columns:
        return 0, len(shown)
    room = columns - 2 if shown.isascii() else max(1, columns // 2 - 2)  # others may take two columns
    first = max(0, min(place - room // 3, len(shown) - room))
    return first, min(len(shown), first + room)


def caret_lines(before: int, length: int, message: str, columns: int) -> Iterator[Line]:
    """A caret under a place and what is wrong there, wrapped to the right of the caret where it fits."""
    caret = Part("^" + "~" * (min(length, max(1, columns - before)) - 1), PLACE)
    gap = " " * before
    column = before + len(caret.text) + 1
    if columns - column >= min(BESIDE_CARET, width(message)):
        pieces = wrapped(line(message), columns - column)
        yield line(gap, caret, " ", *pieces[0])
        yield from (line(" " * column, *piece) for piece in pieces[1:])
        return
    yield line(gap, caret)
    yield from (line("    ", *piece) for piece in wrapped(line(message), columns - 4))


def _problems(problems: Iterable[Problem], columns: int) -> Iterator[Line]:
    """Problems of rule files, each with its line of the file and a caret."""
    for problem in problems:
        text = visible(problem_text(problem))
        if problem.code == NO_FILE or not problem.source_line:
            yield line(f"{text}; {problem.hint}" if problem.hint else text)
            continue
        yield line(text)
        yield from _source_line(problem, columns)


def _source_line(problem: Problem, columns: int) -> Iterator[Line]:
    shown = visible(problem.source_line)
    number = f"{problem.line:>5} | "
    at = problem.column - 1
    first, last = _window(shown, at, columns - len(number))
    yield line(number, f"{ELLIPSIS if first else ''}{shown[first:last]}")
    before = width(shown[first:at]) + bool(first) + len(number)
    yield from caret_lines(before, max(1, problem.length), visible(problem.hint), columns)


# ---- problems of rule files, in each format

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
