"""What is wrong with an input or a rule file, drawn under the place: every fault, grouped by input.

234m345q67p456s55s+8p+9p
       ^ no suit 'q' in this ruleset: m characters, p circles, s bamboo, z honors
                     ^ a second winning tile; one '+' only
--with ripichi: no such circumstance in riichi; did you mean 'riichi'?
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scorer.errors import Fault, InputError, Problem, RulesetError, ScorerError
from scorer.render.document import PLACE, Line, Paragraph, Part, line
from scorer.render.result import NO_FILE, problem_text
from scorer.render.width import width, wrapped
from scorer.render.words import listed

UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""Controls and marks that change the direction of text: an input is shown, never obeyed."""
STANDS_FOR = "\N{REPLACEMENT CHARACTER}"
HAND = "hand"
ELLIPSIS = "…"
NARROWEST = 24
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
    if columns - column >= min(NARROWEST, width(message)):
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
