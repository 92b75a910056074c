"""Texts that were probably meant by a faulty one: an entry moved to where it belongs, brackets, colons and
indentation as YAML has them. Whoever offers them tries whether the file has fewer errors with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.errors import Problem
from scorer.message import Message, TextRange

ENTRY = re.compile(r"^[ \t]*(?:- )?(?P<key>[^\s:#][^:#]*?)[ \t]*:(?=\s|$)")
FULL_WIDTH = str.maketrans("：，、；（）［］｛｝　“”‘’", ":,,;()[]{} \"\"''")
PAIRS = {"{": "}", "[": "]", "(": ")"}
QUOTED_REST = re.compile(r"^(?P<head>\s*(?:- )?[\w.]+:\s+)(?P<rest>\S.*?)\s*$")
INDENT = "  "
LONGEST_LINE = 1000
"""Characters of a line that may be repaired: patterns take too long over a line of a megabyte."""
REPEATED_KEY, UNKNOWN_KEY = "L103", "L201"
LONGEST_TEXT = 200_000
WAYS_OUT = ("remove this line, or set", "remove one of them")
"""Hints that leave a choice to the author."""
WITH_OTHER_ENTRY = ("sets X and drops Y", "sets X and Y")
"""Messages of which the second argument is the name of another entry that can be removed instead."""


def repaired_texts(text: str, problem: Problem) -> Iterator[str]:
    """The texts that may have been meant where a problem is.

    >>> problem = Problem("L102", "club.yaml", 1, 1, "a bracket is open")
    >>> "drop: [pinfu]" in repaired_texts("drop: [pinfu", problem)
    True
    """
    lines, number = text.split("\n"), problem.line - 1
    if not 0 <= number < len(lines) or len(lines[number]) > LONGEST_LINE:
        return
    for line in dict.fromkeys(_meant_lines(lines, number)):
        yield "\n".join([*lines[:number], line, *lines[number + 1 :]])
    yield from map("\n".join, _with_other_indents(lines, number))
    if problem.code == REPEATED_KEY:
        yield "\n".join([*lines[:number], *lines[_block_end(lines, number) :]])
    others = [line for at, line in enumerate(lines) if at != number]
    if problem.code == UNKNOWN_KEY and _value_of(lines[number]) in map(_value_of, others):
        yield "\n".join(others)


def _value_of(line: str) -> str:
    return line.partition(":")[2].strip()


# ---- several ways out


def ways_out(text: str, problem: Problem) -> list[str]:
    """The texts among which an author must choose, if the hint of a problem says what can be removed.

    >>> hint = Message("remove this line, or set", "renhou", "yaku")
    >>> problem = Problem("L907", "club.yaml", 2, 16, "no effect", hint=hint)
    >>> ways_out("extends: riichi\\nset: {fu: 3, renhou_han: 2}", problem)[1]
    'extends: riichi\\nset: {renhou: yaku, fu: 3, renhou_han: 2}'
    """
    lines, message, hint = text.split("\n"), problem.message, problem.hint
    is_known = isinstance(hint, Message) and hint.key in WAYS_OUT
    if not is_known or not isinstance(hint, Message) or len(text) > LONGEST_TEXT or problem.line > len(lines):
        return []
    places = [TextRange(problem.line, problem.column, problem.length)]
    if isinstance(message, Message) and message.key in WITH_OTHER_ENTRY:
        places += _places_of(lines, str(message.arguments[1]))
    found = ["\n".join(_without_entry(lines, place)) for place in places]
    if hint.key == "remove this line, or set":
        option, choice = map(str, hint.arguments)
        there = re.compile(rf"(?<![\w.]){re.escape(option)}\s*:\s*[^\s,{{}}]+")
        entry = f"{option}: {choice}"
        is_there = there.search(text)
        found.append(
            there.sub(lambda _: entry, text, count=1)
            if is_there
            else text_with_line_added(text, f"set: {{{entry}}}")
        )
    return found


def _places_of(lines: list[str], name: str) -> Iterator[TextRange]:
    """The places of the other entry with this name: a key, or a name in a list."""
    entry = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w.])")
    for number, line in enumerate(lines, 1):
        for found in entry.finditer(line.partition(" #")[0]):
            yield TextRange(number, found.start() + 1, len(name))


# ---- moving an entry


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block_end(lines: list[str], number: int) -> int:
    """The number of the first line after an entry that is not part of it."""
    end = number + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > _depth(lines[number])):
        end += 1
    while end > number + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def text_with_line(text: str, place: TextRange, entry: str) -> str:
    """The text in which the entry at a place is moved to the left margin, as `key: value`."""
    key, _, value = entry.partition(": ")
    return _with_line(_without_entry(text.split("\n"), place), key, value)


def text_with_line_added(text: str, entry: str) -> str:
    """The text with `key: value` at the left margin as well."""
    key, _, value = entry.partition(": ")
    return _with_line(text.split("\n"), key, value)


def _without_entry(lines: list[str], place: TextRange) -> list[str]:
    """The lines without the entry at a place, and without what would be empty then."""
    number, at = place.line - 1, place.column - 1
    line = lines[number]
    brackets = [(line.find(opening), line.rfind(closing)) for opening, closing in (("{", "}"), ("[", "]"))]
    first, last = next(((a, b) for a, b in brackets if 0 <= a < at < b), (-1, -1))
    if first >= 0:
        inside = line[first + 1 : last]
        parts, ends = [], 0
        for part in _inner_entries(inside):
            ends += len(part) + 1
            if not first + 1 + ends - len(part) - 1 <= at < first + 1 + ends:
                parts.append(part.strip())
        if parts:
            changed = f"{line[: first + 1]}{', '.join(parts)}{line[last:]}"
            return [*lines[:number], changed, *lines[number + 1 :]]
    rest = lines[:number] + lines[_block_end(lines, number) :]
    above = number - 1
    is_empty = _depth(line) > 0 and above >= 0 and rest[above].rstrip().endswith(":")
    if is_empty and not (number < len(rest) and _depth(rest[number]) > _depth(rest[above])):
        del rest[above]
    return rest


def _inner_entries(inside: str) -> list[str]:
    """The entries between two braces, split at commas outside inner brackets."""
    parts, depth = [""], 0
    for sign in inside:
        depth += (sign in PAIRS) - (sign in PAIRS.values())
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _with_line(lines: list[str], key: str, value: str) -> str:
    """The text with a line at the left margin, or with its entries in the section of that key."""
    there = next((at for at, line in enumerate(lines) if re.match(rf"{key}\s*:", line)), None)
    if there is None:
        end = len(lines) - (lines[-1:] == [""])
        return "\n".join([*lines[:end], f"{key}: {value}", *lines[end:]])
    line, inner = lines[there], value[1:-1]
    if value[0] not in PAIRS:  # a single value stands instead of the one that is there
        return "\n".join([*lines[:there], f"{key}: {value}", *lines[there + 1 :]])
    opening = line.find(value[0])
    if opening >= 0:
        more = ", " if line[opening + 1 :].strip() != PAIRS[value[0]] else ""
        changed = line[: opening + 1] + inner + more + line[opening + 1 :]
        return "\n".join([*lines[:there], changed, *lines[there + 1 :]])
    sign = "- " if value[0] == "[" else ""
    return "\n".join([*lines[: there + 1], f"{INDENT}{sign}{inner}", *lines[there + 1 :]])


def text_with_both_together(text: str, place: TextRange) -> str:
    """The text with the entries of a repeated key below the first one."""
    lines, number = text.split("\n"), place.line - 1
    found = ENTRY.match(lines[number])
    key = found["key"] if found else ""
    block = lines[number : _block_end(lines, number)]
    rest = lines[:number] + lines[number + len(block) :]
    entries = block[1:] or _inner_entries(block[0].partition("{")[2].rpartition("}")[0])
    for entry in reversed([one for one in entries if one.strip()]):
        first = next((line for line in rest if re.match(rf"\s*{re.escape(key)}\s*:", line)), "")
        if "{" in first:
            at = rest.index(first)
            before, _, behind = first.rpartition("}")
            rest[at] = f"{before}, {entry.strip()}}}{behind}"
        elif first:
            at = rest.index(first)
            rest.insert(_block_end(rest, at), f"{' ' * _depth(first)}{INDENT}{entry.strip()}")
    return "\n".join(rest)


# ---- signs and indentation


def _meant_lines(lines: list[str], number: int) -> Iterator[str]:
    """The lines that may have been meant by one that YAML reads in another way, or not at all."""
    line = lines[number]
    plain = line.translate(FULL_WIDTH)
    for one in dict.fromkeys([line, plain]):
        yield one
        yield re.sub(r"([:,])(?=[^\s\d])", r"\1 ", one)
        yield re.sub(r"([\w.]+) *= *([\w.]+)", r"\1: \2", one)
        yield re.sub(r"^(\s*[\w.]+)[ \t]*(?=[\[{])", r"\1: ", one)
        yield re.sub(r"^(\s*[\w.]+)[ \t]+(?=\S)", r"\1: ", one)
        yield re.sub(r"(?<=\w)\s*;\s*", ", ", one)
        yield re.sub(r",(?:\s*,)+", ",", one)
        yield re.sub(r"\((.*)\)", r"[\1]", one)
        yield re.sub(r"\[(.*)\]", lambda found: f"[{', '.join(found[1].split())}]", one)
        yield re.sub(r"\[(.*: .*)\]", r"{\1}", one)
        yield re.sub(r"^(\s*)- (?=[\w.]+:)", r"\1", one)
        yield re.sub(r"^(\s*- [\w.]+):(?: +(?:true|1))?\s*$", r"\1", one)
        yield re.sub(r"(: *)[\"']?([+-]?\d+) *[^\s\d,}\]\"':]+[\"']?(?= *(?:[,}\]#]|$))", r"\1\2", one)
        yield _closed_line(one)
        yield _without_unopened(one)
        if found := QUOTED_REST.match(one):
            rest = found["rest"].strip("\"'") if found["rest"][0] in "\"'" else found["rest"]
            if ": " in rest and '"' not in rest:
                yield f"{found['head']}{{{rest}}}"
            if '"' not in rest:
                yield f'{found["head"]}"{rest}"'


def _closed_line(line: str) -> str:
    """The line with the brackets that it opens and does not close."""
    left: list[str] = []
    for sign in line:
        if sign in PAIRS:
            left.append(PAIRS[sign])
        elif left and sign == left[-1]:
            left.pop()
    return line.rstrip() + "".join(reversed(left))


def _without_unopened(line: str) -> str:
    """The line without closing brackets that nothing opens."""
    kept, open_count = "", 0
    for sign in line:
        open_count += sign in PAIRS
        if sign in PAIRS.values():
            if not open_count:
                continue
            open_count -= 1
        kept += sign
    return kept


def _with_other_indents(lines: list[str], number: int) -> Iterator[list[str]]:
    """The lines with one, or all below a key without a value, indented as a line above or deeper."""
    line = lines[number]
    depths = sorted({_depth(one) for one in lines[:number] if one.strip()}, reverse=True)
    for depth in dict.fromkeys([*depths, *(one + len(INDENT) for one in depths)]):
        yield [*lines[:number], " " * depth + line.lstrip(), *lines[number + 1 :]]
    end = next((at for at in range(number + 1, len(lines)) if not lines[at].strip()), len(lines))
    if line.rstrip().endswith(":"):
        for last in range(number + 2, end + 1):
            inner = [INDENT + one for one in lines[number + 1 : last]]
            yield [*lines[: number + 1], *inner, *lines[last:]]
