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

from scorer.web.answers import OUT_OF_MEMORY, written_answer
from scorer.web.workers import MOST_ANSWERING_BYTES, MOST_QUESTIONS, MOST_WORKER_BYTES

UNKNOWN_SIZE = -1


def main() -> None:
    """Answers the question that is named, or all that come."""
    limit_memory(MOST_ANSWERING_BYTES)
    if sys.argv[1:]:
        answer_one(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends on Ctrl-C, and this process with it
    with suppress(BrokenPipeError):
        answer_all(sys.stdin.buffer, sys.stdout.buffer)


def answer_one(name: str, body: BinaryIO, reply: BinaryIO) -> None:
    """Answers a question. The reply is a line with the status, and the data."""
    try:
        status, content = written_answer(name, body.read())
    except MemoryError:
        status, content = OUT_OF_MEMORY
    reply.write(b"%d\n" % status + content)


def answer_all(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answers one question after another until there are no more, or the memory has grown too much."""
    _, size = json.loads(questions.readline())
    rulesets = pickle.loads(questions.read(size))  # from the server that started this process
    for number, line in enumerate(iter(questions.readline, b""), 1):
        name, size = json.loads(line)
        is_last = number >= MOST_QUESTIONS
        try:
            status, content = written_answer(name, questions.read(size), rulesets)
        except MemoryError:
            (status, content), is_last = OUT_OF_MEMORY, True
        is_last = is_last or own_bytes() > MOST_WORKER_BYTES
        replies.write(json.dumps([status, len(content), is_last]).encode() + b"\n" + content)
        replies.flush()
        if is_last:
            return


def limit_memory(size: int) -> None:
    """Has the system refuse this process more than `size` bytes of memory, so that a question that needs more
    ends with MemoryError. Systems other than Linux have no such limit.
    """
    if not sys.platform.startswith("linux"):
        return
    from resource import RLIMIT_DATA, getrlimit, setrlimit

    _, hardest = getrlimit(RLIMIT_DATA)
    setrlimit(RLIMIT_DATA, (size if hardest < 0 else min(size, hardest), hardest))


def own_bytes() -> int:
    """The memory that this process holds; UNKNOWN_SIZE if the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return UNKNOWN_SIZE


if __name__ == "__main__":
    main()
