"""Answers one long question in a process of its own: `python -m scorer.web.child NAME < BODY`."""

from __future__ import annotations

import sys

from scorer.web.answers import answer_text


def main() -> None:
    """Reads the body of a question and prints the status and the data of its answer."""
    body = sys.stdin.buffer.read().decode("utf-8", "replace")
    sys.stdout.buffer.write(answer_text(sys.argv[1], body).encode("utf-8"))


if __name__ == "__main__":
    main()
