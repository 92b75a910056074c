"""Answers one long question in a process of its own: `python -m scorer.web.child NAME < BODY`."""

from __future__ import annotations

import sys

from scorer.web.answers import answer, body_of_bytes, json_bytes


def main() -> None:
    """Reads the body of a question and prints the status and the data of its answer."""
    status, data = answer(sys.argv[1], body_of_bytes(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(json_bytes([status, data]))


if __name__ == "__main__":
    main()
