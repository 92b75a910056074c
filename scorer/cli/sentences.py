"""Which command answers a sentence on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from scorer.cli import options as shared
from scorer.errors import ScorerError

SCORE, ASK = "score", "ask"


def command_of_sentence(words: Sequence[str], args: Sequence[str]) -> str:
    """The command that answers the words of a command line: `score` for a hand, `ask` for anything else;
    empty if they are no sentence.
    """
    text = " ".join(words)
    from scorer.sentence.question import SpokenQuestion, Unread
    from scorer.sentence.reader import read_sentence

    for rules in shared.rulesets_on_line(args):
        with suppress(ScorerError):
            reading = read_sentence(text, rules)
            if isinstance(reading, Unread):
                return ""
            return SCORE if isinstance(reading, SpokenQuestion) and reading.name == "score" else ASK
    return ""
