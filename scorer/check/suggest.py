"""Apply the replacement that a hint suggests to the line of its problem.

Only hints of the forms `did you mean 'word'?`, `write 'word' for 'other'` and `write word` suggest a
replacement. `check --fix` applies those that remove errors; tests apply all of them.
"""

from __future__ import annotations

import re

from scorer.errors import Problem

PROPOSAL = re.compile(
    r"did you mean '(?P<meant>[^']+)'\?(?:$| That is the id)"
    r"|write '(?P<quoted>[^']+)'(?: for '(?P<part>[^']+)')?$"
    r"|write (?P<plain>\[[^\[\]]*\]$|[^' ]\S*|\S+\((?:(?! or ).)*\)|\{[^{}]*\})(?: without quotes)?$"
)
LINE = re.compile(r"write (?P<key>[\w.]+): (?P<value>\[[^\[\]]*\]|[^ ,]+)$")
QUOTES = ("'", '"')
BRACKETS = {"[": "]", "{": "}"}
LITERAL = re.compile(r"true|false|-?\d+")


def suggested_line(line: str, problem: Problem) -> str | None:
    """The line of a problem with the suggestion of its hint applied, or None if the hint suggests no text."""
    if "..." in problem.hint or not problem.length:
        return None
    start = problem.column - 1
    end = start + problem.length
    if match := LINE.match(problem.hint):
        behind = re.match(r"""["']?\s*:\s*(?:\[[^\[\]]*\]|[^\s,{}\[\]#]+)(?=[,}\s]|$)""", line[end:])
        changed = f"{match['key']}: {match['value']}"
        return line[:start] + changed + line[end + behind.end() :] if behind else None
    proposal = PROPOSAL.match(problem.hint)
    if proposal is None:
        return None
    if proposal["part"]:
        at = line.find(proposal["part"], start)
        return None if at < 0 else line[:at] + proposal["quoted"] + line[at + len(proposal["part"]) :]
    if line[start:end] in BRACKETS:  # only the beginning of a list or a mapping is marked
        closing = line.find(BRACKETS[line[start:end]], end)
        end = closing + 1 if closing > 0 else end
    word = proposal["meant"] or proposal["quoted"] or proposal["plain"]
    start, end = _marked_part(line, start, end, problem.message)
    quote = line[:start][-1:]
    if LITERAL.fullmatch(word) and quote in QUOTES and quote == line[end : end + 1]:
        start, end = start - 1, end + 1
    return line[:start] + word + line[end:]


def _marked_part(line: str, start: int, end: int, message: str) -> tuple[int, int]:
    """The position, within the marked text, of the word that the message quotes; only one part of a path is
    wrong.
    """
    parts = re.split(r"[.\s=]", line[start:end])
    words = [word for word in re.findall(r"'([^']+)'", message) if word in parts]
    if line[start:end] in words or not words:
        return start, end
    at = line.rindex(words[0], start, end)
    return at, at + len(words[0])
