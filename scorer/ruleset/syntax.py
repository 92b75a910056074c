"""Why a text is no YAML, in plain words, at the place where it can be mended.

Both readers of PyYAML (libyaml's and the one in Python) word the same fault differently, so `RULES` looks for
what their messages have in common. Where the lines show a slip better than the message, they are asked first.
"""

from __future__ import annotations

import re

from scorer.errors import Problem
from scorer.ruleset.items import Source
from scorer.values import dataclass

MOST_LEVELS = 40
KEYED = re.compile(r"[ ]*-?[ ]*[\w.]+:(?=\s|$)")
NO_ENTRY = "this line is neither 'key: value' nor '- item'"
NO_COLON = NO_ENTRY, "a ':' is missing behind the key"
NEVER_CLOSED = "this {char} is never closed", "add the matching bracket"
SECOND_COLON = "a second ': ' in one value"
AT_CONTEXT = (
    "quoted scalar; .*(?:end of stream|document)",
    "could not find expected ':'",
    "an (?:alias|anchor); |mapping keys are not allowed",
    "tag handle|a tag; |tag URI",
)
"""Faults that are mended where the reader began what it was reading."""
RULES = {
    # libyaml since PyYAML 6.0.4: what is read ahead of the first event has a depth of its own
    "nesting depth": (f"nested deeper than {MOST_LEVELS} levels", "flatten this part"),
    AT_CONTEXT[0]: (
        "this quote is never closed",
        "add the closing quote; inside '...' an apostrophe is written ''",
    ),
    AT_CONTEXT[1]: (NO_ENTRY, "a ':' and a '-' need a space after them"),
    "(?:entries) are not allowed": (
        "a list cannot begin here",
        "begin it on a line of its own, below its key",
    ),
    "expected ',' or": ("a ',' or a closing bracket is missing before this", "the bracket opened at {began}"),
    "node content": ("{char} cannot begin a value", "a value is missing before it, or the text needs quotes"),
    "cannot start any token": ("{char} cannot begin a value", "put the text in quotes"),
    AT_CONTEXT[2]: (
        "{char} at the beginning of a text has a meaning of its own in YAML",
        "put the text in quotes",
    ),
    "unknown escape": (
        "YAML knows no such escape",
        "inside \"...\" write \\\\ for a backslash, or use '...'",
    ),
    "hexadecimal|hexdecimal|Unicode character escape": (
        "this escape names no character",
        "after \\x stand two digits 0-9 a-f, after \\u four, after \\U eight",
    ),
    AT_CONTEXT[3]: ("tags are not allowed in a rule file", "drop it, or quote the text"),
    "block scalar; ": ("only - + or a digit may follow '|' or '>'", "begin the text on the next line"),
    "document start": (
        "this does not belong to what stands above",
        "let every top-level key begin in column 1",
    ),
    "directive|incompatible YAML": ("lines with '%' at their beginning are not allowed", "drop the line"),
}
"""Message and hint for the first that is found in "context; problem". `{char}` is the character at the fault,
`{began}` where its context began.
"""
CODES = {"nesting depth": "L106", AT_CONTEXT[3]: "L107"}
Told = tuple[str, str, int]
"""A message, a hint and where the fault can be mended."""


@dataclass(frozen=True)
class SyntaxFault:
    """What the YAML reader said: the fault and what it was reading, each with its character.

    `opened` is the innermost bracket still open at the fault, or None.
    """

    problem: str
    at: int
    context: str
    began: int
    opened: int | None = None


def explain(source: Source, fault: SyntaxFault) -> Problem:
    """The problem that a syntax fault is, placed where it can be mended.

    >>> explain(Source("a.yaml", "a: 'x"), SyntaxFault("found unexpected end of stream", 5,
    ...     "while scanning a quoted scalar", 3)).message
    'this quote is never closed'
    """
    said = f"{fault.context}; {fault.problem}"
    rule = next((pattern for pattern in RULES if re.search(pattern, said)), "")
    told = _in_lines(source, fault) or _colon(source, fault) or _never_closed(source, fault, said)
    told, code = told or _tab(source, fault) or _by_line(source, fault), "L102"
    if told is None and not rule:
        return source.problem("L102", fault.at, f"this is not valid YAML: {fault.problem}")
    if told is None:
        told = *RULES[rule], fault.began if rule in AT_CONTEXT else _escape(source, fault.at)
        code = CODES.get(rule, code)
    message, hint, index = told
    began = "line {}, column {}".format(*source.at(fault.began))
    hint = hint.replace("{began}", began).replace("{char}", char := repr(source.text[index : index + 1]))
    return source.problem(code, index, message.format(char=char), hint=hint)


def _in_lines(source: Source, fault: SyntaxFault) -> Told | None:
    """What the lines above a fault show better than the reader's message: conflicts, brackets, quotes."""
    mark = re.search(r"^(?:<{7} |={7}$|>{7} )", source.text, re.MULTILINE)
    if mark is not None:
        hint = "keep one of them, and drop the marks"
        return "a conflict of two versions was never settled", hint, mark.start()
    start, line = _line(source, fault.at)
    is_next_key = KEYED.match(line) and "expected ','" in fault.problem
    if fault.opened is not None and fault.opened < start and is_next_key:
        return *NEVER_CLOSED, fault.opened
    quotes = re.finditer(r"""(?m)^[^#\n'"]*[:,\[{-][ ]+(['"])(?:(?!\1)[^\n])*$""", source.text[:start])
    quote = next((found for found in quotes if _ends_early(source.text[found.end() :], found[1])), None)
    if quote is not None and not re.search("quoted|escape", fault.context):
        hint = "add the closing quote, or take it away"
        return "this quote is not closed in its line", hint, quote.start(1)
    return None


def _ends_early(rest: str, quote: str) -> bool:
    """Whether a quote that is open at the end of its line is closed by one that opens another text."""
    return bool(KEYED.search(rest[: rest.find(quote)]))


def _line(source: Source, index: int) -> tuple[int, str]:
    """Where the line of a character begins, and all of it."""
    start = source.text.rfind("\n", 0, index) + 1
    return start, source.text[start:].split("\n", 1)[0]


def _colon(source: Source, fault: SyntaxFault) -> Told | None:
    """A colon that is missing, is no plain one, or has no space behind it."""
    is_missing = "could not find expected ':'" in fault.problem
    above = source.text[: _line(source, fault.at)[0]]
    start, line = _line(source, fault.began if is_missing else fault.at)
    if is_missing and (wide := re.match(r"[^:]*[：﹕︰]", line)):
        return NO_ENTRY, "write a plain ':' for {char}", start + wide.end() - 1
    if is_missing or re.match(r"\s*-\w+:", line):
        found = re.match(r"\s*(?:[\w.]+:(?=\S)|-(?=\w))", line)
        hint = "put a space behind its first ':' or '-'"
        return (NO_ENTRY, hint, start + _indented(line)) if found else None
    if ";" in line and source.text[fault.at : fault.at + 1] == ":" and fault.opened is not None:
        return SECOND_COLON, "inside braces a ',' divides entries, no ';'", fault.at
    lines = above.rstrip("\n").split("\n")
    last, at = lines[-1].split(" #")[0], len(above.rstrip("\n")) - len(lines[-1])
    is_beside = "mapping values" in fault.problem and _indented(last) == _indented(line) and ":" not in last
    if is_beside and last and (_indented(last) == 0 or "=" in last):
        return NO_ENTRY, "write ':' for '='" if "=" in last else NO_COLON[1], at + _indented(last)
    if "document start" in fault.problem and re.fullmatch(r"(['\"]).*\1\s*", last):
        return "this line is one text, no 'key: value'", "put quotes around the value alone", at
    if "document start" in fault.problem and last.strip() and not re.search(r":|^\s*-|^\s*#", last):
        return *NO_COLON, at
    return None


def _indented(line: str) -> int:
    return len(line) - len(line.lstrip())


def _never_closed(source: Source, fault: SyntaxFault, said: str) -> Told | None:
    """A bracket that is still open where the text ends."""
    if fault.opened is not None and fault.at >= len(source.text.rstrip()) and "quoted" not in said:
        return *NEVER_CLOSED, fault.opened
    return None


def _tab(source: Source, fault: SyntaxFault) -> Told | None:
    """Tabs are at fault where one is marked, and in the indentation of a line outside brackets."""
    before, is_tab = source.indent(fault.at), source.text[fault.at : fault.at + 1] == "\t"
    if is_tab and before.strip():
        return "a tab stands where YAML wants a space", "replace it by a space", _escape(source, fault.at)
    indentation = before[: _indented(before)]
    if is_tab or ("\t" in indentation and fault.opened is None and "quoted" not in fault.context):
        hint = "YAML indents with spaces: replace every tab"
        return "a tab is used for indentation", hint, source.text.index("\t", fault.at - len(before))
    return None


def _by_line(source: Source, fault: SyntaxFault) -> Told | None:
    """Where the same message has several causes, the line tells which."""
    before, char, told = source.indent(fault.at), source.text[fault.at : fault.at + 1], None
    if char == ":" and re.search(r":\s[^,{}[\]]+$", before):
        hint = "put the whole text in quotes, or begin another entry on a line of its own"
        told = SECOND_COLON, hint
    elif char == ":" and "mapping values are not allowed" in fault.problem:
        hint = (
            "look at the line above: a space missing after its ':', a value that ends there, "
            "or its indentation"
        )
        told = "no key can stand here, so this ':' has no meaning", hint
    elif char == ":":
        told = ("a key is missing before this ':'", "write 'key: value'")
        told = None if "expected ','" in fault.problem else told
    elif re.match(r"\s*\* ", source.line(fault.at)):
        told = "'*' has a meaning of its own in YAML", "an entry of a list begins with '- '"
    elif char in ("}", "]") and before.endswith(("}", "]")):
        told = "this {char} closes nothing", "take it away"
    elif re.search(r"expected (?:key|'-')|expected <block end>", fault.problem) and before.strip(" -"):
        hint = "quote the whole text, and write '' for an apostrophe inside '...'"
        told = "something follows the end of a value", hint
    elif re.search(r"expected (?:key|'-')|expected <block end>", fault.problem):
        hint = "keys of one mapping begin in the same column, and so do the '-' of one list"
        told = "the indentation of this line fits no line above", hint
    return (*told, _escape(source, fault.at)) if told else None


def _escape(source: Source, index: int) -> int:
    """The readers mark the backslash of a bad escape, or the character after it."""
    return index - 1 if source.text[index - 1 : index] == "\\" else index
