"""Answers questions in a process of its own.

`python -m scorer.web.child NAME < BODY` answers one long question, `python -m scorer.web.child` one after
another: each is a line with its name and the size of its body, and the body.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from scorer.web.answers import answer, answer_text, body_of_bytes, json_bytes
from scorer.web.workers import MOST_QUESTIONS, MOST_WORKER_BYTES

UNKNOWN_SIZE = -1


def main() -> None:
    """Answers the question that is named, or all that come."""
    if sys.argv[1:]:
        body = sys.stdin.buffer.read().decode("utf-8", "replace")
        sys.stdout.buffer.write(answer_text(sys.argv[1], body).encode("utf-8"))
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends on Ctrl-C, and this process with it
    with suppress(BrokenPipeError):
        answer_all(sys.stdin.buffer, sys.stdout.buffer)


def answer_all(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answers one question after another until there are no more, or the memory has grown too much."""
    _, size = json.loads(questions.readline())
    rulesets = pickle.loads(questions.read(size))  # from the server that started this process
    for number, line in enumerate(iter(questions.readline, b""), 1):
        name, size = json.loads(line)
        status, data = answer(name, body_of_bytes(questions.read(size)), rulesets)
        content = json_bytes(data)
        is_last = number >= MOST_QUESTIONS or own_bytes() > MOST_WORKER_BYTES
        replies.write(json.dumps([status, len(content), is_last]).encode() + b"\n" + content)
        replies.flush()
        if is_last:
            return


def own_bytes() -> int:
    """The memory that this process holds; UNKNOWN_SIZE if the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return UNKNOWN_SIZE


if __name__ == "__main__":
    main()
