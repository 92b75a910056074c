"""Errors of inputs and rule files, as data and as text with a caret under each position.

234m345q67p456s55s+8p+9p
       ^ no suit 'q' in this ruleset: m characters, p circles, s bamboo, z honors
                     ^ a second winning tile; write only one '+'
--with ripichi: no such circumstance in riichi; did you mean 'riichi'?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.engine.request import REQUIREMENT
from scorer.errors import Fault, InputError, NotAWinner, Problem, RulesetError, ScorerError
from scorer.languages import ENGLISH, is_english
from scorer.message import Message, clauses, localized_text, message_text
from scorer.phrases import headed_text, quoted_words, translate
from scorer.render.document import DOUBT, PLACE, Line, Paragraph, Part, line
from scorer.render.result import Object, ResultWriter, fields
from scorer.render.text import display_width, printable, wrapped_lines
from scorer.ruleset.find import shipped_names
from scorer.suggest import nearest_names
from scorer.texts import phrases
from scorer.tiles import name_in
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from scorer.teach.advice import Advice

HAND = "hand"
ELLIPSIS = "…"
NO_FILE = "L101"
"""The code of a ruleset that does not exist or cannot be opened."""
NARROWEST = 24
"""The columns that a message next to its caret needs; with fewer it goes on the next line."""


def error_paragraph(error: ScorerError, columns: int, language: str = "en") -> Paragraph:
    """An input error or a ruleset error, laid out for a number of columns."""
    shown = [line(printable(localized_error(error, language)))]
    if isinstance(error, RulesetError):
        shown = [
            line
            for problem in error.problems
            for line in problem_lines(problem, columns, is_needed=True, language=language)
        ]
    elif isinstance(error, InputError):
        shown = list(
            _input_fault_lines(
                [localized_fault(fault, language) for fault in error.faults], columns, language
            )
        )
    return Paragraph(tuple(shown), 4)


def localized_error(error: ScorerError, language: str) -> str:
    """The message of an error in a language, without the places of its faults."""
    if isinstance(error, InputError):
        return "\n".join(message_text(fault.message, language) for fault in error.faults)
    said = error.message if isinstance(error, NotAWinner) else error.args[0] if error.args else ""
    return message_text(said if isinstance(said, Message) else str(said), language)


def localized_fault(fault: Fault, language: str) -> Fault:
    """A fault with its message, suggestions and the name of what it is about in a language."""
    message, text = message_text(fault.message, language), fault.text
    if isinstance(fault.message, Message) and fault.message.key == REQUIREMENT:
        name, reason = (message_text(part, language) for part in fault.message.arguments)
        text = name if text == fault.message.arguments[0] else text
        if reason.startswith(name):
            message = reason  # names the circumstance itself
    near = [localized_text(text, language) for text in fault.suggestions]
    if near:
        written_in = ENGLISH if message == str(fault.message) else language
        message = translate("did you mean", written_in, message, quoted_words(near, written_in))
    return replace(fault, message=message, text=text, suggestions=())


# ---- a caret under its place


@dataclass(frozen=True)
class Pointer:
    """The position and length of a caret under a text, with its message."""

    position: int
    length: int
    message: str
    mark: str = PLACE


def quoted_lines(text: str, pointers: Sequence[Pointer], columns: int, gutter: str = "") -> Iterator[Line]:
    """A text with a caret line for each pointer; a long text in excerpts around its places.

    The gutter, a number of a line say, stands before the text, and blank up to its last two characters before
    the carets.
    """
    below = " " * (len(gutter) - 2) + gutter[-2:]
    columns_left, first, last = columns - len(gutter), 0, len(text)
    if (
        display_width(text) > columns_left
    ):  # as much as fits around a place; other than ASCII may take two columns
        room = max(1, columns_left - 2 if text.isascii() else columns_left // 2 - 2)
        place = pointers[0].position if pointers else 0
        first = max(0, min(place - room // 3, len(text) - room))
        last = min(len(text), first + room)
    yield line(gutter, f"{ELLIPSIS if first else ''}{text[first:last]}{ELLIPSIS if last < len(text) else ''}")
    shown = [one for one in pointers if one is pointers[0] or first <= one.position <= last]
    for one in shown:
        before = display_width(text[first : one.position]) + bool(first)
        length = max(1, display_width(text[one.position : min(last, one.position + max(1, one.length))]))
        yield from _caret_lines(one, before, length, columns_left, below)
    if len(shown) < len(pointers):
        yield from quoted_lines(text, [one for one in pointers if one not in shown], columns, gutter)


def _caret_lines(
    pointer: Pointer, caret_column: int, length: int, columns: int, gutter: str
) -> Iterator[Line]:
    """A caret and what is wrong there, wrapped to its right where there is room; under a line of a file only
    what fits as a whole.
    """
    caret = Part("^" + "~" * (min(length, max(1, columns - caret_column)) - 1), pointer.mark)
    message, gap = printable(pointer.message), " " * caret_column
    column = caret_column + len(caret.text) + 1
    needed = display_width(message) if gutter else min(NARROWEST, display_width(message))
    if columns - column >= needed:
        pieces = wrapped_lines(line(message), columns - column)
        yield line(gutter, gap, caret, " " if message else "", *pieces[0])
        yield from (line(gutter, " " * column, *piece) for piece in pieces[1:])
        return
    yield line(gutter, gap, caret)
    indent = gutter or "    "
    yield from (
        line(indent, *piece) for piece in wrapped_lines(line(message), columns + len(gutter) - len(indent))
    )


# ---- faults of an input


def _input_fault_lines(faults: Iterable[Fault], columns: int, language: str) -> Iterator[Line]:
    """The hand first, then the other inputs in the order of their first faults; each with all of its faults,
    drawn under it where they have places in it.
    """
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in sorted(faults, key=lambda fault: fault.source != HAND):
        groups.setdefault((fault.source, fault.text), []).append(fault)
    for (source, written), group in groups.items():
        text, label = printable(written), "" if source == HAND else input_name(source, language)
        placed = [fault for fault in group if not _covers_whole_input(fault)]
        if source == HAND or placed:
            yield from _placed_fault_lines(label, text, placed, columns, language)
            label = text = ""
        for fault in group:
            if fault not in placed:
                yield _whole_input_line(label, text, printable(str(fault.message)), language)


def input_name(source: str, language: str) -> str:
    """What an input is called before its faults; an option is called as it is typed."""
    option, _, seat = source.partition(", ")  # the hand of one seat among several: `--hands, S`
    key = f"input {option}"
    name = translate(key, language) if key in phrases() else option
    return translate("and how", language, name, seat) if seat else name


def _placed_fault_lines(
    label: str, text: str, faults: Sequence[Fault], columns: int, language: str
) -> Iterator[Line]:
    """The text with a caret for each fault. A message below a word does not begin with that word."""
    shown, head = f"{label} {text.strip()}".strip(), text + translate("colon", language)
    if shown:
        start = len(shown) - len(text.strip()) - (len(text) - len(text.lstrip()))
        places = (min(max(0, start + (fault.position or 0)), len(shown)) for fault in faults)
        told = [(one.length, str(one.message).removeprefix(head)) for one in faults]
        pointers = (Pointer(at, *one) for at, one in zip(places, told, strict=True))
        yield from quoted_lines(shown, list(pointers), columns)


def _whole_input_line(label: str, text: str, message: str, language: str) -> Line:
    """The line of a fault in a whole input: `--with rinshan: there is no kong`. Nothing is named twice."""
    colon = translate("colon", language)
    message = message.removeprefix(text + colon)
    quoted, is_other = translate("quoted", language, text), not is_english(language)
    repeats = (is_other and message.startswith(text)) or label == f"--{text}" or quoted in message
    named = label if repeats else f"{label} {text}".strip()
    has_text = message.startswith(f"{text} ") or (" " in text and text in message)
    if text and has_text and not label.startswith("--"):
        named = ""  # a message that begins with the input, or has all of its words in it
    if is_other and not label.startswith("--") and (quoted if text else label) in message:
        named = ""  # a whole sentence
    return line(named + colon if named else "", message)


def _covers_whole_input(fault: Fault) -> bool:
    """Whether no single place of the input is at fault."""
    return fault.position is None or (
        fault.source != HAND and fault.position == 0 and fault.length >= len(fault.text)
    )


# ---- problems of rule files


def localized_problem(problem: Problem, language: str) -> Problem:
    """A problem with its message and its hint as texts in a language."""
    message, hint = (message_text(text, language) for text in (problem.message, problem.hint))
    return replace(problem, message=message, hint=hint)


def problem_lines(
    problem: Problem, columns: int, is_needed: bool = False, language: str = "en"
) -> Iterator[Line]:
    """A problem of a rule file with its line of the file, the caret below the place, and the hint. A file
    that is to be `is_needed` and is not there has no place in it.
    """
    problem = localized_problem(problem, language)
    if is_needed and problem.code == NO_FILE:
        text = printable(problem_text(problem, language))
        yield line(message_text(clauses(text, str(problem.hint)), language))
        return
    is_error = problem.is_error
    mark = PLACE if is_error else DOUBT
    place = f"{problem.file}:{problem.line}:{problem.column}: "
    severity = translate(problem.severity, language)
    message = (
        f" {problem.message}" if is_error else f" {headed_text(severity, str(problem.message), language)}"
    )
    yield line(printable(place), Part(problem.code, mark), printable(message))
    if problem.source_line:
        text = printable(problem.source_line.expandtabs(1))
        pointer = Pointer(min(problem.column - 1, len(text)), problem.length, str(problem.hint), mark)
        yield from quoted_lines(text, [pointer], columns, f"{problem.line:>4} | ")
    elif problem.hint:
        yield line(f"    {printable(str(problem.hint))}")


def problem_text(problem: Problem, language: str = "en") -> str:
    """A problem on one line; if there is no file, only the message."""
    if problem.code != NO_FILE:
        return str(problem)
    message = str(problem.message)
    return message if problem.file in message else headed_text(problem.file, message, language)


# ---- the same as data


def error_data(error: ScorerError, advice: Advice | None = None, language: str = "en") -> Object:
    """An error as data: the message, the position, and suggestions.

    >>> from scorer import InputError, score
    >>> try:
    ...     score("234m345q67p456s55s+8p")
    ... except InputError as error:
    ...     error_data(error)["error"]["at"]
    7
    """
    if isinstance(error, InputError):
        first = next(fault for fault in error.faults if fault.kind == error.kind)
        faults = [_fault_data(fault, language) for fault in error.faults]
        found = _fault_data(first, language) | ({"faults": faults} if len(faults) > 1 else {})
    elif isinstance(error, NotAWinner):
        found = _refusal_data(error, advice, language)
    else:
        problems = error.problems if isinstance(error, RulesetError) else ()
        suggestions: list[str] = []
        for problem in problems:
            if problem.code == NO_FILE:
                suggestions += nearest_names(problem.file, shipped_names())
            elif problem.hint:
                suggestions.append(message_text(problem.hint, language))
        message = "\n".join(
            problem_text(localized_problem(problem, language), language) for problem in problems
        )
        found = {"kind": "ruleset", "message": message, "at": None, "suggestions": suggestions}
    return {"ok": False, "error": found}


def _fault_data(fault: Fault, language: str) -> Object:
    """A fault as data. The message for a whole word repeats the word, because data has no caret."""
    whole = fault.position == 0 and fault.length == len(fault.text)
    message = message_text(fault.message, language)
    if whole and fault.text not in message:
        message = headed_text(translate("quoted", language, fault.text), message, language)
    own = {"message": message, "input": fault.source.lstrip("-")}
    return fields(fault, "kind message at=position suggestions input", **own)


def _refusal_data(error: NotAWinner, advice: Advice | None, language: str) -> Object:
    has = ResultWriter(advice.ruleset, language).pattern_data(advice.awards) if advice else {}
    near: list[Object] = []
    for item in advice.near_misses if advice else ():
        from scorer.teach.why import reason_sentence  # a hand that wins needs no explanations

        names = {"id": item.pattern.id, "name": name_in(item.pattern.names, language)}
        near.append(
            {**names, "why": reason_sentence(item), "holds": [finding.asks for finding in item.held_findings]}
        )
    more = {
        "reasons": [localized_text(text, language) for text in (advice or error).reasons],
        **has,
        "nearest": near,
        "would_win_with": [item.id for item in advice.circumstances] if advice else [],
        "payments": dict(error.payments),
    }
    return {
        "kind": error.kind,
        "message": localized_text(error.message, language),
        "at": None,
        "suggestions": [f"{item['name']}: {item['why']}" for item in near],
        **{name: value for name, value in more.items() if value},
    }
