"""Says in plain words why a text is no YAML, from the terse messages of either YAML reader.

Both readers of PyYAML (libyaml's and the one in Python) word the same fault differently, so `_RULES` looks
for what their messages have in common.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorer.errors import Problem
from scorer.ruleset.places import Page


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


@dataclass(frozen=True)
class _Rule:
    """`{char}` is the character at the fault, `{began}` the line and column where its context began."""

    message: str
    hint: str
    code: str = "L102"
    at_context: bool = False


_TAB = _Rule("a tab is used for indentation", "YAML indents with spaces: replace every tab")
_LOOSE_TAB = _Rule("a tab stands where YAML wants a space", "replace it by a space")
_NEVER_CLOSED = _Rule("this {char} is never closed", "add the matching bracket")
_AFTER_VALUE = _Rule(
    "something follows the end of a value",
    "quote the whole text, and write '' for an apostrophe inside '...'",
)
_UNALIGNED = _Rule(
    "the indentation of this line fits no line above",
    "keys of one mapping begin in the same column, and so do the '-' of one list",
)

_CONFLICT = _Rule("a conflict of two versions was never settled", "keep one of them, and drop the marks")
_OPEN_QUOTE = _Rule("this quote is not closed in its line", "add the closing quote, or take it away")
_NO_COLON = _Rule("this line is neither 'key: value' nor '- item'", "a ':' is missing behind the key")
_EQUALS = _Rule("this line is neither 'key: value' nor '- item'", "write ':' for '='")
_QUOTED_LINE = _Rule("this line is one text, no 'key: value'", "put quotes around the value alone")
_NO_SPACE = _Rule("this line is neither 'key: value' nor '- item'", "put a space behind its first ':' or '-'")
_WIDE_COLON = _Rule("this line is neither 'key: value' nor '- item'", "write a plain ':' for {char}")
_SEMICOLON = _Rule("a second ': ' in one value", "inside braces a ',' divides entries, no ';'")
_NO_KEY = _Rule("a key is missing before this ':'", "write 'key: value'")
_SECOND_COLON = _Rule(
    "a second ': ' in one value", "put the whole text in quotes, or begin another entry on a line of its own"
)
_BULLET = _Rule("'*' has a meaning of its own in YAML", "an entry of a list begins with '- '")
_NOTHING_TO_CLOSE = _Rule("this {char} closes nothing", "take it away")
_NO_MAPPING = _Rule(
    "no key can stand here, so this ':' has no meaning",
    "look at the line above: a space missing after its ':', a value that ends there, or its indentation",
)

#: The first that is found in "context; problem" counts.
_RULES = {
    "quoted scalar; .*(?:end of stream|document)": _Rule(
        "this quote is never closed",
        "add the closing quote; inside '...' an apostrophe is written ''",
        at_context=True,
    ),
    "could not find expected ':'": _Rule(
        "this line is neither 'key: value' nor '- item'",
        "a ':' and a '-' need a space after them",
        at_context=True,
    ),
    "(?:entries) are not allowed": _Rule(
        "a list cannot begin here", "begin it on a line of its own, below its key"
    ),
    "expected ',' or": _Rule(
        "a ',' or a closing bracket is missing before this", "the bracket opened at {began}"
    ),
    "node content": _Rule(
        "{char} cannot begin a value", "a value is missing before it, or the text needs quotes"
    ),
    "cannot start any token": _Rule("{char} cannot begin a value", "put the text in quotes"),
    "an (?:alias|anchor); |mapping keys are not allowed": _Rule(
        "{char} at the beginning of a text has a meaning of its own in YAML",
        "put the text in quotes",
        at_context=True,
    ),
    "unknown escape": _Rule(
        "YAML knows no such escape", "inside \"...\" write \\\\ for a backslash, or use '...'"
    ),
    "hexadecimal|hexdecimal|Unicode character escape": _Rule(
        "this escape names no character",
        "after \\x stand two digits 0-9 a-f, after \\u four, after \\U eight",
    ),
    "tag handle|a tag; |tag URI": _Rule(
        "tags are not allowed in a rule file", "drop it, or quote the text", "L107", True
    ),
    "block scalar; ": _Rule("only - + or a digit may follow '|' or '>'", "begin the text on the next line"),
    "document start": _Rule(
        "this does not belong to what stands above", "let every top-level key begin in column 1"
    ),
    "directive|incompatible YAML": _Rule(
        "lines with '%' at their beginning are not allowed", "drop the line"
    ),
}


def explain(page: Page, fault: SyntaxFault) -> Problem:
    """The problem that a syntax fault is, placed where it can be mended.

    >>> explain(Page("a.yaml", "a: 'x"), SyntaxFault("found unexpected end of stream", 5,
    ...     "while scanning a quoted scalar", 3)).message
    'this quote is never closed'
    """
    slip = _slip(page, fault)
    if slip is not None:
        return _problem(page, slip[0], slip[1], fault)
    said = f"{fault.context}; {fault.problem}"
    if fault.opened is not None and fault.at >= len(page.text.rstrip()) and "quoted" not in said:
        return _problem(page, _NEVER_CLOSED, fault.opened, fault)
    rule = _tab(page, fault) or _by_line(page, fault) or _by_words(said)
    if rule is None:
        return page.problem("L102", fault.at, f"this is not valid YAML: {fault.problem}")
    if rule is _TAB:
        return _problem(page, rule, page.text.index("\t", fault.at - len(page.indent(fault.at))), fault)
    return _problem(page, rule, fault.began if rule.at_context else _escape(page, fault.at), fault)


_KEYED = re.compile(r"[ ]*-?[ ]*[\w.]+:(?=\s|$)")


def _slip(page: Page, fault: SyntaxFault) -> tuple[_Rule, int] | None:
    """What the lines up to a fault show better than the reader's message, and where."""
    mark = re.search(r"^(?:<{7} |={7}$|>{7} )", page.text, re.MULTILINE)
    if mark is not None:
        return _CONFLICT, mark.start()
    start = page.text.rfind("\n", 0, fault.at) + 1
    line = page.text[start:].split("\n", 1)[0]
    if (
        fault.opened is not None
        and fault.opened < start
        and _KEYED.match(line)
        and "expected ','" in fault.problem
    ):
        return _NEVER_CLOSED, fault.opened
    above = page.text[:start]
    quotes = re.finditer(r"""(?m)^[^#\n'"]*[:,\[{-][ ]+(['"])(?:(?!\1)[^\n])*$""", above)
    quote = next((found for found in quotes if _ends_early(page.text[found.end() :], found[1])), None)
    if quote is not None and not re.search("quoted|escape", fault.context):
        return _OPEN_QUOTE, quote.start(1)
    return _colon(page, fault, above)


def _ends_early(rest: str, quote: str) -> bool:
    """Whether a quote that is open at the end of its line is closed by one that opens another text."""
    before = rest[: rest.find(quote)]
    return bool(_KEYED.search(before))


def _colon(page: Page, fault: SyntaxFault, above: str) -> tuple[_Rule, int] | None:
    """A colon that is missing, is no plain one, or has no space behind it."""
    start = fault.began if "could not find expected ':'" in fault.problem else len(above)
    start = page.text.rfind("\n", 0, start) + 1
    line = page.text[start:].split("\n", 1)[0]
    if "could not find expected ':'" in fault.problem and (wide := re.match(r"[^:]*[：﹕︰]", line)):
        return _WIDE_COLON, start + wide.end() - 1
    if "could not find expected ':'" in fault.problem or re.match(r"\s*-\w+:", line):
        found = re.match(r"\s*(?:[\w.]+:(?=\S)|-(?=\w))", line)
        return (_NO_SPACE, start + len(line) - len(line.lstrip())) if found else None
    if ";" in line and page.text[fault.at : fault.at + 1] == ":" and fault.opened is not None:
        return _SEMICOLON, fault.at
    lines = above.rstrip("\n").split("\n")
    last, at = lines[-1].split(" #")[0], len(above.rstrip("\n")) - len(lines[-1])
    is_beside = "mapping values" in fault.problem and _indented(last) == _indented(line) and ":" not in last
    if is_beside and last and (_indented(last) == 0 or "=" in last):
        return _EQUALS if "=" in last else _NO_COLON, at + _indented(last)
    if "document start" in fault.problem and re.fullmatch(r"(['\"]).*\1\s*", last):
        return _QUOTED_LINE, at
    if "document start" in fault.problem and last.strip() and not re.search(r":|^\s*-|^\s*#", last):
        return _NO_COLON, at
    return None


def _indented(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tab(page: Page, fault: SyntaxFault) -> _Rule | None:
    """Tabs are at fault where one is marked, and in the indentation of a line outside brackets."""
    before, is_tab = page.indent(fault.at), page.text[fault.at : fault.at + 1] == "\t"
    if is_tab:
        return _LOOSE_TAB if before.strip() else _TAB
    indentation = before[: len(before) - len(before.lstrip())]
    return _TAB if "\t" in indentation and fault.opened is None and "quoted" not in fault.context else None


def _by_line(page: Page, fault: SyntaxFault) -> _Rule | None:
    """Where the same message has several causes, the line tells which."""
    before, is_colon = page.indent(fault.at), page.text[fault.at : fault.at + 1] == ":"
    if is_colon and re.search(r":\s[^,{}[\]]+$", before):
        return _SECOND_COLON
    if is_colon and "mapping values are not allowed" not in fault.problem:
        return None if "expected ','" in fault.problem else _NO_KEY
    if is_colon:
        return _NO_MAPPING
    if re.match(r"\s*\* ", page.line(fault.at)):
        return _BULLET
    if page.text[fault.at : fault.at + 1] in ("}", "]") and before.endswith(("}", "]")):
        return _NOTHING_TO_CLOSE
    if re.search(r"expected (?:key|'-')|expected <block end>", fault.problem):
        return _AFTER_VALUE if before.strip(" -") else _UNALIGNED
    return None


def _by_words(said: str) -> _Rule | None:
    return next((rule for pattern, rule in _RULES.items() if re.search(pattern, said)), None)


def _escape(page: Page, index: int) -> int:
    """The readers mark the backslash of a bad escape, or the character after it."""
    return index - 1 if page.text[index - 1 : index] == "\\" else index


def _problem(page: Page, rule: _Rule, index: int, fault: SyntaxFault) -> Problem:
    line, column = page.place(fault.began)
    words = {"char": repr(page.text[index : index + 1]), "began": f"line {line}, column {column}"}
    hint = rule.hint.replace("{began}", words["began"]).replace("{char}", words["char"])
    return page.problem(rule.code, index, rule.message.format(**words), hint=hint)
