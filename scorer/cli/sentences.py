"""Which command answers a sentence on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from scorer.cli import options as shared
from scorer.engine.configure import configure_ruleset
from scorer.errors import ScorerError

SCORE, ASK = "score", "ask"
ASK_OPTIONS = ("-r", "--ruleset", "-o", "--option", "--lang")
"""The options of `ask`."""


def command_of_sentence(words: Sequence[str], args: Sequence[str], is_slip: bool = False) -> str:
    """The command that answers the words of a command line: `score` for a hand, `ask` for anything else;
    empty if the words are no sentence. `is_slip` says that the first word is nearly the name of a command.
    """
    text = " ".join(words)
    from scorer.sentence.question import SpokenQuestion, Unread
    from scorer.sentence.reader import read_sentence
    from scorer.sentence.unread import is_told_in_words

    for rules in shared.rulesets_on_line(args):
        with suppress(ScorerError):
            reading = read_sentence(text, configure_ruleset(rules))
            may_ask = {arg.partition("=")[0] for arg in args if arg[:1] == "-"} <= {*ASK_OPTIONS}
            if isinstance(reading, Unread):
                is_told = (reading.start or not is_slip) and is_told_in_words(text, reading, rules)
                return ASK if may_ask and is_told else ""
            if not isinstance(reading, SpokenQuestion) or reading.name != "score":
                return ASK
            return SCORE
    return ""
