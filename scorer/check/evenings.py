"""Checks of evenings: files of events at a table, which `scorer check` takes like rule files.

E101    an event that is not possible, or cannot be read
"""

from __future__ import annotations

import re

from scorer.errors import Problem
from scorer.message import Message
from scorer.ruleset.find import plain_bytes
from scorer.ruleset.items import RuleText
from scorer.values import replace

CODE = "E101"
HEAD = re.compile(rb"^events:[ \t]*(?:#[^\n]*)?\r?\n[ \t]*- ", re.MULTILINE)
"""The list of events with which an evening begins; in rule files, `events` is a mapping."""


def reads_as_evening(data: bytes) -> bool:
    """Whether a file is an evening.

    >>> reads_as_evening(b"events:\\n- {note: rain}\\n"), reads_as_evening(b"events:\\n  kong: {}\\n")
    (True, False)
    """
    return HEAD.search(data) is not None


def evening_problems(name: str, text: bytes | None = None) -> tuple[Problem, ...] | None:
    """The problems of an evening, given by its path or its text; None if the file is no evening."""
    try:
        data = plain_bytes(name) if text is None else text
    except (OSError, ValueError):
        return None
    if not reads_as_evening(data):
        return None
    from scorer.table.reading import read_evening  # a check of a rule file starts without it

    source = RuleText(name, data.decode("utf-8", "replace"))
    problems = []
    for fault in read_evening(data).faults:
        index = source.line_starts[fault.line - 1] + fault.column - 1
        meant = fault.suggestions[0] if fault.suggestions else ""
        hint = Message("did you mean the word", meant) if meant else ""
        problem = source.problem(CODE, index, fault.message, length=fault.length or 1, hint=hint)
        problems.append(problem if fault.length else replace(problem, edit=None))
    return tuple(problems)
